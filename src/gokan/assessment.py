"""What is known of a position's groups and links: the types, and who may be asked for them.

`gokan.assess` makes these from every sense that knows something. A sense never imports it: where a
sense needs to know whether stones live, it is handed an `Assessor`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.go import Color, Position

__all__ = [
    "GROUP_WORDS",
    "LINK_WORDS",
    "Assessor",
    "BoardAssessment",
    "Evidence",
    "FirstMove",
    "GroupAssessment",
    "GroupWord",
    "LinkAssessment",
    "LinkWord",
    "TurnAssessment",
    "TurnWord",
]

GroupWord = Literal["alive", "dead", "unsettled", "ko", "seki", "open"]
"""What becomes of a group: *unsettled* hangs on who moves, *open* is not known."""
GROUP_WORDS: tuple[GroupWord, ...] = ("alive", "dead", "unsettled", "ko", "seki", "open")
LinkWord = Literal["connected", "cuttable", "cut", "open"]
"""Two blocks of a side: *connected* whoever moves, *cuttable* if the enemy moves first, *cut* even
if their own side moves first, *open* is not known."""
LINK_WORDS: tuple[LinkWord, ...] = ("connected", "cuttable", "cut", "open")
TurnWord = Literal["stands", "ko", "falls", "open"]
"""What becomes of a group if a side that is named moves first."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of what an assessment rests on.

    >>> Evidence("rules", "alive", Certainty.EXACT).to_dict()
    {'source': 'rules', 'says': 'alive', 'certainty': 'exact', 'detail': ''}
    """

    source: str
    """Who says it: rules, reading, trials, tactics, network, ownership."""
    says: str
    """The word that it speaks for."""
    certainty: Certainty
    chance: float | None = None
    """That the group stands, or the two blocks connect, where the source gives one."""
    detail: str = ""
    """In a sentence or less, for people."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        made: dict[str, Any] = {
            "source": self.source,
            "says": self.says,
            "certainty": str(self.certainty),
            "detail": self.detail,
        }
        if self.chance is not None:
            made["chance"] = round(self.chance, 3)
        return made


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A first move that decides, and how that is known."""

    move: int
    certainty: Certainty
    ko: bool = False


@dataclass(frozen=True, slots=True)
class GroupAssessment:
    """What is true of one group: a word, how it is known, and what it rests on.

    Attributes:
        color: whose stones they are.
        stones: all stones of the group, as it was gathered.
        word: what becomes of it with best play.
        certainty: how the word is known.
        chance: that the stones still stand at the end, from 0 to 1.
        attack: the enemy's first moves that take it or make it a ko, where that hangs on the move.
        defence: its owner's first moves that save it.
        kills: a stone of the dead group in whose eye space these stones stand: dead by themselves,
            but their side needs nothing more than them to take the other.
        evidence: everything that was asked, the deciding first.
    """

    color: Color
    stones: tuple[int, ...]
    word: GroupWord
    certainty: Certainty
    chance: float
    attack: tuple[FirstMove, ...] = ()
    defence: tuple[FirstMove, ...] = ()
    kills: int | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def lost(self) -> bool:
        """Whether the stones are taken off at the end, as far as is known.

        What hangs on the move, or is open, stands or falls by its chance.
        """
        if self.word == "dead":
            return True
        return self.word in ("open", "unsettled", "ko") and self.chance < 0.5

    def to_dict(self, position: Position) -> dict[str, Any]:
        """Stable JSON: points as vertices."""
        vertex = position.vertex
        return {
            "color": str(self.color),
            "stones": [vertex(p) for p in self.stones],
            "word": self.word,
            "certainty": str(self.certainty),
            "chance": round(self.chance, 3),
            "attack": [_move_dict(one, vertex) for one in self.attack],
            "defence": [_move_dict(one, vertex) for one in self.defence],
            "kills": None if self.kills is None else vertex(self.kills),
            "evidence": [one.to_dict() for one in self.evidence],
        }


@dataclass(frozen=True, slots=True)
class TurnAssessment:
    """What becomes of a group if a side that is named moves first: half of what its word says.

    Attributes:
        group: what is true of the group whoever moves.
        mover: the side that moves first.
        word: stands, ko, falls or open.
        certainty: how the word is known.
        code: the same as programs say it, of the mover's goal: 0 no, 1 yes, 2 in a ko that it takes
            first, 3 in a ko for which it needs the first threat.
        move: a first move; a pass where none is needed, None where none helps.
        source: who decided: rules, reading, trials, network, or judgement, which weighs several.
    """

    group: GroupAssessment
    mover: Color
    word: TurnWord
    certainty: Certainty
    code: int
    move: int | None
    source: str

    def to_dict(self, position: Position) -> dict[str, Any]:
        """Stable JSON: points as vertices."""
        move = self.move
        return {
            "to_play": str(self.mover),
            "word": self.word,
            "certainty": str(self.certainty),
            "move": None if move is None else position.vertex(move) if move >= 0 else "pass",
            "source": self.source,
            "group": self.group.to_dict(position),
        }


@dataclass(frozen=True, slots=True)
class LinkAssessment:
    """Whether two blocks of one side hang together.

    Attributes:
        first, second: a stone of each block.
        word: connected, cuttable, cut or open.
        certainty: how that is known.
        connects: own first moves that join them.
        cuts: the enemy's first moves that part them.
    """

    color: Color
    first: int
    second: int
    word: LinkWord
    certainty: Certainty
    connects: tuple[FirstMove, ...] = ()
    cuts: tuple[FirstMove, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    def to_dict(self, position: Position) -> dict[str, Any]:
        """Stable JSON: points as vertices."""
        vertex = position.vertex
        return {
            "color": str(self.color),
            "between": [vertex(self.first), vertex(self.second)],
            "word": self.word,
            "certainty": str(self.certainty),
            "connects": [_move_dict(one, vertex) for one in self.connects],
            "cuts": [_move_dict(one, vertex) for one in self.cuts],
            "evidence": [one.to_dict() for one in self.evidence],
        }


@dataclass(frozen=True, slots=True)
class BoardAssessment:
    """Every group of a position, assessed at one effort."""

    position: Position
    effort: Effort
    groups: tuple[GroupAssessment, ...]

    def of(self, stone: int) -> GroupAssessment:
        """The group of a stone."""
        for group in self.groups:
            if stone in group.stones:
                return group
        raise KeyError(stone)

    @property
    def dead(self) -> frozenset[int]:
        """The stones that are taken off when the game ends here, as far as is known."""
        return frozenset(p for group in self.groups if group.lost for p in group.stones)

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON."""
        return {
            "effort": self.effort.name,
            "nodes": self.effort.nodes,
            "groups": [group.to_dict(self.position) for group in self.groups],
        }


@runtime_checkable
class Assessor(Protocol):
    """Whoever can say what is true of groups and links. At one effort the same question has the
    same answer, whatever was asked before.
    """

    def group(self, position: Position, stone: int, effort: Effort) -> GroupAssessment:
        """What is true of the group of a stone."""

    def link(self, position: Position, first: int, second: int, effort: Effort) -> LinkAssessment:
        """Whether the blocks of two stones of one side hang together."""

    def board(
        self,
        position: Position,
        effort: Effort,
        *,
        ownership: Sequence[float] | None = None,
    ) -> BoardAssessment:
        """Every group. `ownership` is a forecast for each point, 1 Black's to -1 White's, where the
        caller has a better one than a look at the position gives.
        """


def _move_dict(one: FirstMove, vertex: Any) -> Mapping[str, Any]:
    return {"move": vertex(one.move), "certainty": str(one.certainty), "ko": one.ko}
