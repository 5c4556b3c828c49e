"""The answer to a life-and-death problem, how certain it is, and what remains if part is refuted.

By default a solution says nothing, so an answer that is withdrawn is withdrawn completely.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from gokan.go import PASS, Position
from gokan.reading.deciding.evidence import Said
from gokan.reading.life.ko import Ko, Result
from gokan.reading.problem import Problem
from gokan.reading.regions.region import Region

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.reading.tactics.questions import Capture

__all__ = ["Grade", "Refutation", "Solution", "Why", "playable"]

Grade = Literal["proved", "read", "unknown"]
Why = Literal["", "budget", "open edge", "target unclear", "trials", "contradicted"]
"""Why something is unknown: the budget ran out; there is too much to read beyond the edge of the
region; no target was named, and the one guessed is unlikely to be meant; trial games contradict
what was read; or tactics proves the opposite."""


_NEAR = 2  # steps from the target to a move that a player would ask about


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a first move fails: the opponent's answer and what follows."""

    move: int
    line: tuple[int, ...]
    """The moves from the answer on; empty if no answer is needed."""
    grade: Grade = "read"
    """Whether it is proved that the move fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The answer from the mover's side. Moves are points; PASS means that no move is needed."""

    problem: Problem
    region: Region = field(repr=False)
    result: Result = "unknown"
    why: Why = ""
    """Why the result is unknown; empty if it is not."""
    winning_moves: tuple[int, ...] = ()
    ko_moves: tuple[int, ...] = ()
    undecided_moves: tuple[int, ...] = ()
    refutations: tuple[Refutation, ...] = ()
    """One for each first move of the region that fails."""
    ko: Ko | None = None
    seki: bool | None = None
    """Best play ends in seki; None if the budget ran out before that was known."""
    repetition: bool = False
    """The target survives only because play repeats."""
    endless: bool = False
    """A double ko: only endless threats elsewhere would change the verdict."""
    up_to: int | None = None
    """How many ko threats of the loser a win or loss was shown against; None means any number."""
    ignores: int | None = None
    """How many attacks the defender may leave unanswered: 0, 1, or 2 for two or more. None if that
    was not asked or not settled."""
    pv: tuple[int, ...] = ()
    resistance: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    """What else the losing side can try, with the answers, as whole lines from the first move."""
    proved: bool = False
    """Every line was read to a rigorous end; otherwise something at the edge was judged."""
    judged: tuple[str, ...] = ()
    """What was judged, in words."""
    shown: Mapping[int, int | None] = field(default_factory=dict)
    """The first moves whose result is proved, with the number of the loser's threats it was proved
    against (None: any number). The results of other moves were read."""
    how_proved: bool = False
    """For a target that survives: it is also proved how (two eyes, seki or repetition)."""
    tactics: Capture | None = field(default=None, repr=False)
    """The capture that decides the verdict, if no region shows it."""
    also: tuple[Solution, ...] = field(default=(), repr=False)
    """If no target was named: short answers about other groups that depend on the move too."""
    found_after: int = field(default=0, repr=False)
    """Nodes after which the verdict stood; the others went into grades, lines and a second opinion,
    and with `all_moves` into first moves."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def killed(self) -> bool | None:
        """Whether the target dies regardless of ko threats; None for a ko or an open question."""
        if self.result not in ("win", "loss"):
            return None
        return (self.result == "win") == (self.problem.goal == "kill")

    @property
    def needs_no_move(self) -> bool:
        """The goal is reached although the side to move plays elsewhere."""
        return PASS in self.winning_moves

    @property
    def left_out(self) -> str:
        """Which first moves stand in no list; empty if all that are legal were asked about. Moves
        of the region that were not settled are listed as such.
        """
        position = self.problem.position
        everywhere = set(range(len(position.board)))
        elsewhere = (p for p in everywhere - self.region.points if not position.board[p])
        if self.result == "unknown" or not any(position.is_legal(p) for p in elsewhere):
            return ""
        if self.needs_no_move:
            return "moves elsewhere, since none is needed"
        return "moves outside the region that was read"

    @property
    def said(self) -> Said:
        """The answer as evidence (`gokan.reading.deciding`)."""
        if self.result == "unknown":
            return Said(None)
        code = int(self.result == "win")
        if self.result == "ko":
            code = 2 if self.ko is not None and self.ko.first else 3
        return Said(
            code,
            self.winning_moves + self.ko_moves,
            self.proved,
            self.region.sealed,
            not self.undecided_moves,
            self.seki,
            self.how_proved,
        )

    @property
    def grade(self) -> Grade:
        """How certain the verdict is."""
        return "unknown" if self.result == "unknown" else "proved" if self.proved else "read"

    def grade_of(self, move: int) -> Grade:
        """How certain the result of a first move is, which may be less than the verdict is."""
        return "proved" if move in self.shown else "read"

    def to_dict(self) -> dict[str, Any]:
        """One line of `gokan solve --json`."""
        position = self.problem.position

        def names(points: tuple[int, ...]) -> list[str]:
            return [position.vertex(p) for p in points]

        return {
            "id": self.problem.id,
            "to_play": position.to_play.letter,
            "goal": self.problem.goal,
            "target": position.vertex(self.problem.target[0]),
            "targets": names(self.problem.target),
            "result": self.result,
            "why_unknown": self.why or None,
            "seki": self.seki is True,
            "seki_settled": self.seki is not None,
            "how_proved": self.how_proved,
            "winning_moves": names(self.winning_moves),
            "ko_moves": names(self.ko_moves),
            "undecided_moves": names(self.undecided_moves),
            "left_out": self.left_out or None,
            "refutations": [
                {"move": position.vertex(r.move), "line": names(r.line), "grade": r.grade}
                for r in self.refutations
            ],
            "moves": [self._first_move(*one) for one in self._first_moves()],
            "ko": {**self.ko.to_dict(), "line": names(self.ko.line)} if self.ko else None,
            "only_endless_threats": self.endless,
            "shown_up_to": self.up_to,
            "repetition": self.repetition,
            "may_ignore": self.ignores,
            "pv": names(self.pv),
            "resistance": [names(line) for line in self.resistance],
            "proved": self.proved,
            "grade": self.grade,
            "judged": list(self.judged),
            "how": self.problem.how,
            "also": [one.to_dict() for one in self.also],
            "nodes": self.nodes,
            "seconds": round(self.problem.guessing_seconds + self.seconds, 4),
        }

    def _first_moves(self) -> Iterator[tuple[int, str]]:
        """Every first move that something is said about, and what."""
        yield from ((p, "works") for p in self.winning_moves)
        yield from ((p, "ko") for p in self.ko_moves)
        yield from ((r.move, "fails") for r in self.refutations)
        yield from ((p, "unknown") for p in self.undecided_moves)

    def _first_move(self, move: int, what: str) -> dict[str, Any]:
        return {
            "move": self.problem.position.vertex(move),
            "result": what,
            "grade": "unknown" if what == "unknown" else self.grade_of(move),
            "shown_up_to": self.shown.get(move),
        }

    @property
    def headline(self) -> str:
        """The task in a few words, as over a problem in a book: "Black to live"."""
        return f"{str(self.problem.position.to_play).capitalize()} to {self.problem.goal}"

    def draw(self, **options: Any) -> Svg:
        """Best play as numbered stones, as books print it; options go to `draw.board`."""
        from gokan.reading.life.pictures import draw_solution

        return draw_solution(self, **options)

    def _repr_svg_(self) -> str:
        return str(self.draw())

    @property
    def questions(self) -> tuple[Refutation, ...]:
        """The refutations of moves that a player would ask about: a step or two from the target
        with no stone between, or beside a move that works.
        """
        asked = self._asked_about({one.move for one in self.refutations})
        return tuple(one for one in self.refutations if one.move in asked)

    @property
    def open_questions(self) -> tuple[int, ...]:
        """The moves not settled that a player would ask about; none where no move is needed, or
        where nothing is settled.
        """
        if self.needs_no_move or self.result == "unknown":
            return ()
        asked = self._asked_about(self.undecided_moves)
        return tuple(p for p in self.undecided_moves if p in asked)

    def _asked_about(self, moves: Collection[int]) -> set[int]:
        width = self.problem.position.width
        works = [divmod(p, width) for p in (*self.winning_moves, *self.ko_moves) if p >= 0]
        near = self._near_target()

        def beside(row: int, column: int) -> bool:
            return any(max(abs(row - r), abs(column - c)) <= 1 for r, c in works)

        return {p for p in moves if p >= 0 and (p in near or beside(*divmod(p, width)))}

    def _near_target(self) -> set[int]:
        """The empty points a few steps from the target, over empty points only."""
        position = self.problem.position
        found: set[int] = set()
        edge = set(self.region.target)
        for _ in range(_NEAR):
            edge = {q for p in edge for q in position.neighbors(p) if not position.board[q]}
            found |= edge
        return found

    def explain(self) -> str:
        """The answer in sentences."""
        from gokan.reading.life.words import explain

        return explain(self)

    # --- what is left of it when something speaks against it -----------------------------------

    def taken_back(self, why: Why) -> Solution:
        """Withdraw the whole answer; every first move is open again."""
        return Solution(
            problem=self.problem,
            region=self.region,
            why=why,
            undecided_moves=self._playable(),
            nodes=self.nodes,
            seconds=self.seconds,
        )

    def without(self, moves: Collection[int]) -> Solution:
        """The answer without these moves, which do not work after all; withdrawn if no other move
        is left.
        """
        if not moves:
            return self
        left = replace(
            self,
            winning_moves=tuple(p for p in self.winning_moves if p not in moves),
            ko_moves=tuple(p for p in self.ko_moves if p not in moves),
            pv=self.pv if self.pv and self.pv[0] not in moves else (),
            resistance=tuple(line for line in self.resistance if line[0] not in moves),
        )
        return left if left.winning_moves or left.ko_moves else self.taken_back("contradicted")

    def leaving_open(self, moves: Collection[int]) -> Solution:
        """The answer without these moves, of which too little is known; others are left."""
        return replace(
            self,
            winning_moves=tuple(p for p in self.winning_moves if p not in moves),
            ko_moves=tuple(p for p in self.ko_moves if p not in moves),
            pv=() if self.pv[:1] and self.pv[0] in moves else self.pv,
            undecided_moves=(*self.undecided_moves, *(p for p in sorted(moves) if p >= 0)),
        )

    def falls_by(self, capture: Capture) -> Solution:
        """The answer instead: the target, a single block, is captured, as tactics proves. If its
        owner moves first, that says of each of his moves that it fails.
        """
        kills = self.problem.goal == "kill"
        result: Result = "win" if kills else "loss"
        moves = capture.proved_moves if kills else ()
        line = capture.line if kills else ()
        failing = tuple(r for r in self.refutations if r.move not in moves)
        if not kills:
            failing = tuple(replace(r, grade="proved") for r in failing)
        return Solution(
            problem=self.problem,
            region=self.region,
            result=result,
            winning_moves=moves + tuple(p for p in self.winning_moves if kills and p not in moves),
            undecided_moves=tuple(p for p in self.undecided_moves if kills and p not in moves),
            refutations=failing,
            seki=False,
            ignores=0,
            pv=self.pv if self.result == result and self.pv else line,
            proved=True,
            shown=dict.fromkeys(moves if kills else (r.move for r in failing)),
            tactics=capture,
            nodes=self.nodes,
            seconds=self.seconds,
        )

    def lives_by(self, move: int, line: tuple[int, ...], judged: tuple[str, ...]) -> Solution:
        """The group is judged to live by this move, as the line shows: one more winning move if
        there are others, otherwise the only one.
        """
        if self.result == "win":
            return replace(
                self,
                winning_moves=(*self.winning_moves, move),
                undecided_moves=tuple(p for p in self.undecided_moves if p != move),
                judged=(*self.judged, *judged),
            )
        return Solution(
            problem=self.problem,
            region=self.region,
            result="win",
            winning_moves=(move,),
            undecided_moves=tuple(p for p in self._playable() if p != move),
            pv=line,
            judged=judged,
            nodes=self.nodes,
            seconds=self.seconds,
        )

    def _playable(self) -> tuple[int, ...]:
        position = self.problem.position
        return tuple(p for p in sorted(self.region.points) if playable(position, p))


def playable(position: Position, point: int) -> bool:
    """Whether a first move is legal, or would be after a ko threat. A region may allow a suicide,
    since it takes what touches its edge for safe.
    """
    return point == position.ko or position.is_legal(point)
