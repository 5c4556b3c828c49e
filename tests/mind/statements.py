"""Statements about one position as typed facts, and the pairs of which at most one can be true.

A fact says of some stones, a link, the score or two moves which outcomes it leaves possible. Two
facts about the same thing contradict each other if they leave nothing possible together. So the
table of pairs is the table of outcomes (`LIFE`, `LINK`): alive and dead, connected and cut, a group
that dies although its owner plays first and one that he saves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from gokan.certainty import Certainty

Topic = Literal["life", "link", "score", "better", "move", "measure"]

# What becomes of it if its enemy plays first, and if its owner does: it stands (or is connected),
# that hangs on a ko, or it falls (is cut). Who may pass is never worse off for playing first.
_EVERY = frozenset({"ss", "ks", "kk", "fs", "fk", "ff"})

LIFE: dict[str, frozenset[str]] = {
    "alive": frozenset({"ss"}),
    "seki": frozenset({"ss"}),
    "unsettled": frozenset({"fs"}),
    "ko": frozenset({"ks", "kk", "fk"}),
    "dead": frozenset({"ff"}),
    "killing": _EVERY,
    "open": _EVERY,
    # With one side first: an answer of a solver, or a code.
    "stands, enemy first": frozenset({"ss"}),
    "ko, enemy first": frozenset({"ks", "kk"}),
    "falls, enemy first": frozenset({"fs", "fk", "ff"}),
    "stands, owner first": frozenset({"ss", "ks", "fs"}),
    "ko, owner first": frozenset({"kk", "fk"}),
    "falls, owner first": frozenset({"ff"}),
    # As if nobody had ko threats: a ko is won by who takes first (GNU Go's `dragon_status`).
    "alive without threats": frozenset({"ss", "ks", "kk"}),
    "critical without threats": frozenset({"fs", "ks", "kk", "fk"}),
    "dead without threats": frozenset({"ff", "fk", "kk"}),
    # What stands at the end was not dead, and what is taken off was not alive.
    "stays": _EVERY - {"ff"},
    "is taken off": _EVERY - {"ss"},
}
LINK: dict[str, frozenset[str]] = {
    "connected": frozenset({"ss"}),
    "cuttable": frozenset({"fs"}),
    "cut": frozenset({"ff"}),
    "open": _EVERY,
    **{name: LIFE[name] for name in LIFE if name.endswith("first")},
}


@dataclass(frozen=True)
class Fact:
    """One statement of one voice.

    Attributes:
        topic: what kind of thing it is about.
        about: the stones of a group; a stone of each of two blocks; nothing for the score; two
            moves to compare; a first move and the stones it is for.
        says: a key of `LIFE` or `LINK`; who is ahead ("black", "white", "even"); "first" or
            "second" for the better of two moves; "works", "ko" or "fails" of a first move.
        certainty: as it is printed.
        voice: which command or call says it.
        after: moves made before it holds; facts about different positions never meet.
        text: as the user reads it.
    """

    topic: Topic
    about: tuple[int, ...]
    says: str
    certainty: Certainty
    voice: str
    after: tuple[int, ...] = ()
    text: str = ""

    @property
    def open(self) -> bool:
        """It leaves everything possible."""
        return self.says == "open"


@dataclass(frozen=True)
class Contradiction:
    """Two statements of which at most one can be true."""

    one: Fact
    other: Fact

    @property
    def kind(self) -> str:
        """The two voices and the topic: what contradictions are counted by."""
        return f"{self.one.topic}: {' | '.join(sorted((self.one.voice, self.other.voice)))}"

    @property
    def weight(self) -> Certainty:
        """How sure the less sure of the two was printed."""
        return min(self.one.certainty, self.other.certainty)


def contradictions(facts: Iterable[Fact]) -> list[Contradiction]:
    """Every pair of statements about one position of which at most one can be true."""
    placed: dict[tuple[str, tuple[int, ...]], list[Fact]] = {}
    for fact in dict.fromkeys(facts):
        if not fact.open:
            placed.setdefault((fact.topic, fact.after), []).append(fact)
    return [
        Contradiction(one, other)
        for several in placed.values()
        for one, other in combinations(several, 2)
        if _exclude(one, other)
    ]


def _exclude(one: Fact, other: Fact) -> bool:
    if one.topic == "life":
        return _same_stones(one, other) and not LIFE[one.says] & LIFE[other.says]
    if one.topic == "link":
        return set(one.about) == set(other.about) and not LINK[one.says] & LINK[other.says]
    if one.topic == "measure":  # a number of a sense, with no claim about life or the score
        return False
    if one.topic == "move":  # one of several blocks saved is enough, so the targets must agree
        return set(one.about) == set(other.about) and one.says != other.says
    if one.topic == "score":
        return {one.says, other.says} == {"black", "white"}
    if one.about == other.about:
        return one.says != other.says
    return one.about == other.about[::-1] and one.says == other.says


def _same_stones(one: Fact, other: Fact) -> bool:
    """Whether both are about the same stones: half of those of the smaller are in the larger.

    A group is what cannot be cut apart, so a block shares the fate of its group. (Tactics, which
    takes one block at a time, is collected only where the block is all of its group.)
    """
    common = len(set(one.about) & set(other.about))
    return 2 * common >= min(len(one.about), len(other.about))


def counted(found: Iterable[Contradiction]) -> dict[str, int]:
    """How many of each kind, sorted by name."""
    kinds: dict[str, int] = {}
    for one in found:
        kinds[one.kind] = kinds.get(one.kind, 0) + 1
    return dict(sorted(kinds.items()))


def told(facts: Iterable[Fact]) -> dict[str, int]:
    """How many facts each voice tells about each topic; those that leave all open apart."""
    kinds: dict[str, int] = {}
    for fact in dict.fromkeys(facts):
        name = f"{fact.topic}: {fact.voice}{' (open)' if fact.open else ''}"
        kinds[name] = kinds.get(name, 0) + 1
    return dict(sorted(kinds.items()))


def lines(found: Iterable[Contradiction]) -> Iterator[str]:
    """For people: both statements side by side."""
    for one in found:
        yield f"{one.kind}\n  {_line(one.one)}\n  {_line(one.other)}"


def _line(fact: Fact) -> str:
    return f"[{fact.voice}] {fact.text or fact.says} ({fact.certainty})"
