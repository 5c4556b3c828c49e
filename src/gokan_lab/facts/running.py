"""Computing the facts, and the table of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from gokan_lab.facts.found import Absent, Found
from gokan_lab.facts.listing import Fact, Figure

__all__ = ["Row", "compare", "run", "table"]


@dataclass(frozen=True, slots=True)
class Row:
    """A fact with our figure. `holds` is None where nothing was compared."""

    fact: Fact
    found: Found | None
    holds: bool | None
    why: str = ""
    seconds: float = 0.0

    @property
    def expected(self) -> bool:
        """Whether the comparison came out as the list says; what was not compared does."""
        return self.holds is None or self.holds != bool(self.fact.differs)

    @property
    def verdict(self) -> str:
        """One word: yes, no, gap, or not run."""
        if self.holds is None:
            return "gap" if self.fact.kind == "gap" else "not run"
        return "yes" if self.holds else "no"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        fact, found = self.fact, self.found
        return {
            "work": fact.work,
            "where": fact.where,
            "claim": fact.claim,
            "printed": fact.figure,
            "ours": found.value if found else None,
            "interval": [found.low, found.high] if found and found.low is not None else None,
            "of": found.of if found else "",
            "how": fact.kind,
            "holds": self.holds,
            "expected": self.expected,
            "why": self.why,
            "seconds": round(self.seconds, 2),
        }


def run(facts: Iterable[Fact], *, told: Callable[[Row], None] | None = None) -> list[Row]:
    """Compute and compare, and tell of each row.

    >>> from gokan_lab.facts import load
    >>> [row.verdict for row in run(f for f in load() if f.ours == "adjacent_pairs")]
    ['yes']
    """
    rows = []
    for fact in facts:
        rows.append(_row(fact))
        if told:
            told(rows[-1])
    return rows


def _row(fact: Fact) -> Row:
    if fact.kind == "gap":
        return Row(fact, None, None, fact.gap)
    if fact.kind == "recorded":
        found = Found(fact.recorded, fact.low, fact.high, of=f"{fact.page}, {fact.date}")
        return _compared(fact, found, 0.0)
    begun = time.perf_counter()
    try:
        found = getattr(import_module(f"gokan_lab.facts.{fact.work.lower()}"), fact.ours)()
    except Absent as absent:
        return Row(fact, None, None, str(absent))
    return _compared(fact, found, time.perf_counter() - begun)


def _compared(fact: Fact, found: Found, seconds: float) -> Row:
    holds = compare(fact.figure, found, fact.relation, fact.within)
    return Row(fact, found, holds, "" if holds else fact.differs, seconds)


def compare(figure: Figure, found: Found, relation: str, within: float = 0.0) -> bool:
    """Whether our figure stands to the printed one as it should.

    >>> compare(62, Found(60.7, 58.2, 63.1), "inside"), compare(80, Found(78.7), "same", 5)
    (True, True)
    """
    value = found.value
    if isinstance(figure, str) or isinstance(value, str):
        return figure == value
    if relation == "inside":
        low, high = found.low, found.high
        return low is not None and high is not None and low <= figure <= high
    if relation == "same":
        return abs(value - figure) <= within + 1e-12
    return value >= figure if relation == "at least" else value <= figure


def table(rows: Sequence[Row]) -> str:
    """One line for each fact, and a count of the verdicts below."""
    lines = [("work", "where", "claim", "printed", "ours", "holds", "")]
    for row in rows:
        fact, found = row.fact, row.found
        ours = found.text if found else "–"
        note = row.why or (found.of if found else "")
        if not row.expected:
            note = f"EXPECTED OTHERWISE. {note}"
        printed = _text(fact.figure)
        lines.append((fact.work, fact.where, fact.claim, printed, ours, row.verdict, note))
    widths = [max(len(line[k]) for line in lines) for k in range(6)]
    text = [
        "  ".join([*(cell.ljust(w) for cell, w in zip(line, widths, strict=False)), line[6]])
        for line in lines
    ]
    counts = {
        word: sum(r.verdict == word for r in rows) for word in ("yes", "no", "gap", "not run")
    }
    computed = sum(r.fact.kind == "computed" and r.holds is not None for r in rows)
    recorded = sum(r.fact.kind == "recorded" for r in rows)
    text.append(
        f"{len(rows)} facts: {counts['yes']} hold, {counts['no']} do not, {counts['gap']} cannot "
        f"be compared, {counts['not run']} not run; {computed} computed now, {recorded} taken from "
        f"pages that say when and how they were measured."
    )
    return "\n".join(line.rstrip() for line in text)


def _text(figure: Figure) -> str:
    return figure if isinstance(figure, str) else f"{figure:,}"
