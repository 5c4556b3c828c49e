"""A solution that reading has proved, told in goals: each sentence hangs on a node of the proof.

Reading knows that a move works and has a proof, which `gokan.reading.check` accepts; it does not
know what the move is for. The goals know what moves are for and prove nothing. So the proof is
walked, and the goal graph of each position on the way says which ways to live are out of reach and
which goals the winner's moves serve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gokan.errors import GokanError
from gokan.go import PASS, Position
from gokan.goals.sentence import Sentence, listed, text_of
from gokan.goals.teller import ENDS, GOT_OUT, Teller
from gokan.goals.walk import Walk, walks
from gokan.goals.ways import NO_WAY_OUT
from gokan.reading import Budget, Problem, Solution, capture, prove
from gokan.reading import solve as read
from gokan.reading.life.ko import Ko
from gokan.reading.proof.write import NoProof

__all__ = ["Sentence", "Why", "why"]

_MOST_FAILURES = 3
_CAPTURE = 2_000
"""Positions for the reading of one capture."""


@dataclass(frozen=True)
class Why:
    """A solution in goals, with the proofs that its sentences hang on."""

    solution: Solution
    proofs: tuple[tuple[str, ...], ...]
    sentences: tuple[Sentence, ...]

    def explain(self) -> str:
        """The sentences, each with its certainty and its node; replies that are answered alike are
        told together.
        """
        return text_of(self.sentences)

    def to_dict(self) -> dict[str, Any]:
        """The sentences in plain types."""
        vertex = self.solution.problem.position.vertex
        return {
            "sentences": [
                {
                    "text": s.text,
                    "certainty": s.certainty,
                    "proof": s.proof,
                    "node": s.node,
                    "line": ["pass" if p == PASS else vertex(p) for p in s.line],
                    "move": s.mover or None,
                    "purpose": [{"text": p.text, "certainty": p.certainty} for p in s.purpose],
                }
                for s in self.sentences
            ]
        }


def why(solution: Solution, *, budget: Budget | None = None) -> Why:
    r"""Tell a solution in goals. Without a proof that the checker accepts there is nothing to tell.

    >>> rows = [". . . O X .", "O O O O X .", "X X X X X .", ". . . . . .", ". . . . . ."]
    >>> position = Position.from_diagram("\n".join(rows))
    >>> told = why(read(Problem.make(position, target=[position.point("A4")])))
    >>> print(told.explain())  # doctest: +ELLIPSIS
    Black must capture the white stones at A4...
    """
    return _Telling(solution, budget or Budget(seconds=30.0)).told()


class _Telling:
    """Gathers the proofs and what each of them tells."""

    def __init__(self, solution: Solution, limit: Budget) -> None:
        self.solution, self.limit = solution, limit
        self.proofs: list[tuple[str, ...]] = []

    def told(self) -> Why:
        """All sentences."""
        sentences = list(self._sentences())
        if any(ENDS[GOT_OUT] in said.text for said in sentences):  # so what was judged is wrong
            sentences = [said for said in sentences if not said.text.startswith(NO_WAY_OUT)]
        return Why(self.solution, tuple(self.proofs), tuple(sentences))

    def _sentences(self) -> Iterator[Sentence]:
        solution = self.solution
        if solution.needs_no_move:
            after = self._after(PASS, self.limit.part(0.5))
            if after is not None:
                yield from after.nothing_needed()
                return
        parts = walks(prove(solution, budget=self.limit.part(0.5)))
        if solution.ko is not None:
            yield from self._ko(solution.ko, parts)
        else:
            yield from self._settled(parts)
        if solution.result != "loss":
            yield from self._failures()

    def _settled(self, parts: dict[str, Walk]) -> Iterator[Sentence]:
        """What is won or lost whatever threats there are elsewhere."""
        solution = self.solution
        teller = self._teller(parts["verdict"])
        teller.eyes = not solution.seki
        first = teller.walk.answer(0)
        move_needed = teller.walk.mover_wins and first is not None and first[0] != PASS
        must = move_needed and not solution.needs_no_move
        passing = self._after(PASS, self.limit.part(0.1)) if must else None
        yield teller.goal() if passing is None else self._must(teller.goal(), passing)
        yield from self._threats(teller)
        if solution.needs_no_move and move_needed:  # that has no proof of its own
            side = str(solution.problem.position.to_play).capitalize()
            yield teller.plain(f"{side} need not even play", solution.grade_of(PASS))
        rest = list(teller.rest())
        yield from teller.remarks()
        yield from teller.first()
        yield from self._captures(teller)
        yield from self._stands(parts, several=bool(teller.blocks[1:]))
        yield from rest

    def _threats(self, teller: Teller) -> Iterator[Sentence]:
        """How many ko threats it has been shown for, where that is not any number of them."""
        solution, walk = self.solution, teller.walk
        mover = solution.problem.position.to_play
        loser = str(mover.opponent if walk.mover_wins else mover).capitalize()
        if solution.endless:
            yield teller.plain(f"Only endless ko threats would help {loser}", walk.certainty)
        elif solution.up_to is not None:
            text = f"That was shown for up to {solution.up_to} ko threats of {loser}"
            yield teller.plain(text, walk.certainty)

    def _stands(self, parts: dict[str, Walk], *, several: bool) -> Iterator[Sentence]:
        """That a target stands without two eyes."""
        they = "At least some of them" if several else "They"
        if self.solution.seki:
            text = f"{they} live in seki: two eyes cannot be forced"
        elif self.solution.repetition:
            text = f"{they} stand only because play goes round in a circle"
        else:
            return
        eyes = parts.get("no eyes")
        if eyes is not None and self.solution.seki:
            yield Sentence(text, eyes.certainty, self._number(eyes.lines), 0, ())
        else:
            yield Sentence(text, "proved" if self.solution.how_proved else "read", 0, 0, ())

    def _ko(self, ko: Ko, parts: dict[str, Walk]) -> Iterator[Sentence]:
        """A ko: what each side's threats decide, each by a proof of its own."""
        won, lost = self._teller(parts["won"]), self._teller(parts["lost"])
        position = self.solution.problem.position
        mover, other = (str(c).capitalize() for c in (position.to_play, position.to_play.opponent))
        needs, than = (other, mover) if ko.first else (mover, other)
        threats = "ko threat" if ko.threats == 1 else "ko threats"
        enough = f"if {needs} has {ko.threats} more {threats} than {than}"
        fewer = f"as long as {needs} has no more ko threats than {than}"
        if ko.threats > 1:
            fewer = f"unless {needs} has {ko.threats} more {threats} than {than}"
        if_won, if_lost = (fewer, enough) if ko.first else (enough, fewer)
        name = ko.explain(mover, other).split(";")[0] if ko.kind else "a ko"
        at = f", fought at {position.vertex(ko.line[-1])}" if ko.line else ""
        what = won.goal().text.removeprefix(f"{mover} can ")
        said = f"Whether {mover} can {what} depends on {name}{at}; each side of it has a proof"
        yield won.plain(said, "read")
        rest = list(won.rest())
        yield from won.remarks()
        yield won.plain(f"{won.goal().text} {if_won}", won.walk.certainty)
        yield from won.first(begin="Then ")
        yield from rest
        yield lost.plain(f"{lost.goal().text} {if_lost}", lost.walk.certainty)
        first = won.walk.answer(0)
        yield from lost.rest(only=None if first is None else first[0])

    def _captures(self, teller: Teller) -> Iterator[Sentence]:
        """That the stones which the target hangs on can be captured, by a proof of its own."""
        edge = teller.walk.answer(0)
        if teller.walk.killed or edge is None or edge[0] == PASS or teller.ways is None:
            return
        after = self.solution.problem.position.play_forced(edge[0])
        for block in teller.ways.prey if teller.ways.only_by_capture else ():
            if not after.board[block]:
                continue
            answer = capture(after, block, first="defend", nodes=_CAPTURE)
            if not answer.captured or answer.grade != "proved":
                continue
            try:
                lines = tuple(prove(answer, budget=self.limit.part(0.1)))
            except NoProof:
                continue
            word = "stones" if after.block(block).stones[1:] else "stone"
            stones = f"The {after.color_at(block)} {word} at {after.vertex(block)}"
            because = _until_taken(after, block, answer.line)
            text = f"{stones} can be captured{because}"
            yield Sentence(text, "proved", self._number(lines), 0, (edge[0],))

    def _must(self, goal: Sentence, passing: Teller) -> Sentence:
        """That a move is needed, by the proof of what happens without one."""
        side = str(self.solution.problem.position.to_play).capitalize()
        begin = goal.text.replace(f"{side} can ", f"{side} must ")
        return passing.refuted(f"{begin}: if {side} plays elsewhere,")

    def _failures(self) -> Iterator[Sentence]:
        """Why other first moves fail, those first that a player would ask about."""
        asked = self.solution.questions or self.solution.refutations
        moves = [r.move for r in asked if r.move != PASS]
        for move in moves[:_MOST_FAILURES]:
            teller = self._after(move, self.limit.part(0.1))
            if teller is not None:
                name = self.solution.problem.position.vertex(move)
                yield teller.refuted(f"{name} fails:")

    def _after(self, move: int, part: Budget) -> Teller | None:
        """The proof of what the opponent can do after a first move that does not help, or of what
        he cannot after a pass that does no harm; None if there is none in time.
        """
        problem = self.solution.problem
        goal = "live" if problem.goal == "kill" else "kill"
        try:
            after = problem.position.play(move)
            left = tuple(p for p in problem.target if after.board[p])
            if not left:
                return None
            asked = Problem(after, left, goal)  # type: ignore[arg-type]
            answer = read(asked, budget=part)
            wanted = "loss" if move == PASS and self.solution.needs_no_move else "win"
            if answer.result != wanted:
                return None
            walk = walks(prove(answer, budget=part))["verdict"]
        except GokanError:  # an illegal move, or no proof in time
            return None
        return self._teller(walk, asked, (move,))

    def _teller(
        self, walk: Walk, problem: Problem | None = None, before: tuple[int, ...] = ()
    ) -> Teller:
        return Teller(problem or self.solution.problem, walk, self._number(walk.lines), before)

    def _number(self, lines: tuple[str, ...]) -> int:
        self.proofs.append(lines)
        return len(self.proofs) - 1


def _until_taken(position: Position, block: int, line: tuple[int, ...]) -> str:
    """Why a block can be captured: the line on which it is taken, its owner to move first."""
    owner = position.to_play
    they, them = ("they are", "them") if position.block(block).stones[1:] else ("it is", "it")
    both: list[str] = []
    alone: list[str] = []
    given_up = False
    for move in line:
        if move != PASS and not position.is_legal(move):
            return ""
        given_up = given_up or move == PASS
        if move != PASS and not (given_up and position.to_play == owner):
            (alone if given_up else both).append(position.vertex(move))
        position = position.play(move)
        if not position.board[block]:
            after = f"after {' '.join(both)} " if both else ""
            if not alone:
                return f", because {after}{they} off the board"
            take = "takes" if len(alone) == 1 else "take"
            return f", because {after}nothing saves {them}: {listed(alone)} {take} {them}"
    return ""
