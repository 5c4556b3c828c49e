"""The list of published numbers, read from `facts.toml` and checked."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from gokan.errors import InvalidInput

__all__ = ["FACTS", "RELATIONS", "WORKS", "Fact", "Figure", "load"]

FACTS = Path(__file__).with_name("facts.toml")
WORKS = ("Zobrist", "Klinger", "Wong", "Scrimger", "Wolf")
RELATIONS = ("same", "at least", "at most", "inside")

Figure = int | float | str


@dataclass(frozen=True, slots=True)
class Fact:
    """One published number and how it is compared.

    Attributes:
        figure: as printed.
        ours: the function that computes our figure; the module is named after the work.
        relation: `same` (up to `within`), `at least`, `at most`, or `inside`: the printed figure
            lies in our interval.
        differs: why it does not hold, where that is known.
        recorded: our figure where it is not computed here; `page` has it, with date and command.
        gap: why there is nothing to compare.
    """

    work: str
    where: str
    claim: str
    figure: Figure = ""
    ours: str = ""
    relation: str = "same"
    within: float = 0.0
    differs: str = ""
    recorded: Figure = ""
    low: float | None = None
    high: float | None = None
    page: str = ""
    date: str = ""
    gap: str = ""

    @property
    def kind(self) -> str:
        """`computed`, `recorded` or `gap`."""
        return "computed" if self.ours else "recorded" if self.page else "gap"


def load(path: Path = FACTS) -> tuple[Fact, ...]:
    """All facts, in the order of the file.

    >>> {fact.kind for fact in load()} == {"computed", "recorded", "gap"}
    True
    """
    try:
        entries = tomllib.loads(path.read_text("utf-8"))["fact"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise InvalidInput(f"{path.name} is no list of facts: {error}.") from None
    return tuple(_fact(entry, number) for number, entry in enumerate(entries, 1))


def _fact(entry: dict[str, object], number: int) -> Fact:
    known = {field.name for field in fields(Fact)}
    if unknown := sorted(entry.keys() - known):
        raise InvalidInput(f"Fact {number} has a field {unknown[0]!r} that does not exist.")
    if missing := sorted({"work", "where", "claim"} - entry.keys()):
        raise InvalidInput(f"Fact {number} has no {missing[0]}.")
    fact = Fact(**entry)  # type: ignore[arg-type]
    if fact.work not in WORKS:
        raise InvalidInput(f"Fact {number} names a work {fact.work!r} that is none of the five.")
    if fact.relation not in RELATIONS:
        raise InvalidInput(f"Fact {number} compares by {fact.relation!r}, which is no relation.")
    if sum((bool(fact.ours), bool(fact.page), bool(fact.gap))) != 1:
        raise InvalidInput(f"Fact {number} must have one of `ours`, `page` and `gap`.")
    return fact
