"""A solution in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gokan.go import PASS, Color, Position
from gokan.reading.life.ko import kos_on_board

if TYPE_CHECKING:
    from gokan.reading.life.solution import Solution, Why

__all__ = ["explain", "line_in_words"]


_UNKNOWN: dict[Why, str] = {
    "": "not settled",
    "budget": "not settled within the budget",
    "open edge": "not settled; too much beyond the edge of the region would have to be read",
    "target unclear": "open; no target was named, and the one guessed hardly depends on the"
    " move: name it",
    "trials": "open; trial games contradict what was read",
    "contradicted": "open; a proof refutes what was read",
}
_SOME_PROVED = " The verdict is proved."


def explain(solution: Solution) -> str:
    r"""The answer as a player would say it, and briefly what else may have been asked.

    >>> from gokan.go import Position
    >>> from gokan.reading import pose, solve
    >>> position = Position.from_diagram(". . O X .\nO O O X .\nX X X X .\n. . . . .")
    >>> print(explain(solve(pose(position))))
    Black can kill C4: the target is already dead; no move is needed. Proved.
    """
    others = "".join(f" Also: {_briefly(one)}" for one in solution.also)
    return _answer(solution) + others


def line_in_words(position: Position, line: Sequence[int], first: Color) -> str:
    """A line of play; stones that are taken off while their owner plays elsewhere come in short.

    >>> from gokan.go import BLACK, PASS, Position
    >>> line_in_words(Position.empty(5), (0, 1, 2, PASS, 3, PASS, 4), BLACK)
    'A5 B5 C5, then D5 E5 while White plays elsewhere'
    """
    end = len(line)
    while end > 2 and line[end - 2] == PASS and line[end - 1] != PASS:
        end -= 2

    def names(moves: Sequence[int]) -> str:
        return " ".join("elsewhere" if p == PASS else position.vertex(p) for p in moves)

    if end == len(line):
        return names(line)
    owner = first.opponent if end % 2 else first
    side = str(owner).capitalize()
    return f"{names(line[:end])}, then {names(line[end + 1 :: 2])} while {side} plays elsewhere"


def _briefly(solution: Solution) -> str:
    """The answer to a question that may have been meant instead: the moves and their grades."""
    mover = str(solution.problem.position.to_play).capitalize()
    what = solution.problem.task
    if solution.result == "unknown":
        why = "not settled in the time left for it" if solution.why == "budget" else ""
        return f"{mover} to {what}: {why or _UNKNOWN[solution.why]}."
    moves = _named(solution)
    mixed = solution.proved and any(solution.grade_of(p) != "proved" for p in moves)
    said = f"{mover} can {what}" if solution.result == "win" else f"{mover} to {what}: ko"
    told = _moves(solution, moves)
    if told:
        said += f": {told}" if solution.result == "win" else f" by {told}"
    return f"{said}{'' if mixed else f' ({solution.grade})'}."


def _answer(solution: Solution) -> str:
    position = solution.problem.position
    mover = str(position.to_play).capitalize()
    opponent = str(position.to_play.opponent).capitalize()
    what = solution.problem.task
    if solution.result == "unknown":
        return f"{mover} to {what}: {_UNKNOWN[solution.why]}."
    kills = solution.problem.goal == "kill"
    if solution.result == "win":
        if solution.needs_no_move:
            state = "dead" if kills else "alive"
            text = f"{mover} can {what}: the target is already {state}; no move is needed"
            if solution.proved and solution.grade_of(-1) != "proved":
                text += " (read)"
        else:
            moves = _moves(solution, _named(solution))
            text = f"{mover} can {what}" + (f": {moves}" if moves else "")
    elif solution.result == "loss":
        text = f"{mover} cannot {what}"
    else:
        assert solution.ko is not None
        moves = _moves(solution, _named(solution))
        ko = f"ko by {moves}: " if moves else "ko; "
        text = f"{mover} to {what}: {ko}{solution.ko.explain(mover, opponent)}"
    text += "."
    if solution.endless:
        state = "dead" if solution.killed else "alive"
        text += f" It is {state} by double ko; only endless threats elsewhere would help."
    if solution.killed is False:
        if solution.seki:
            text += f" It lives in seki{_unless_proved(solution)}."
        elif solution.repetition:
            kos = sum(1 for _ in kos_on_board(position, solution.region.points))
            if kos > 1:
                text += " It is alive by double ko: whenever one is taken, so is the other."
            else:
                unsure = _unless_proved(solution)
                text += f" It stands only because play goes round in a circle{unsure}."
        elif solution.seki is None:
            text += " Whether it has two eyes or stands in seki was not settled."
        if solution.ignores:
            often = "one attack" if solution.ignores == 1 else "two attacks or more"
            text += f" Its owner may leave {often} unanswered."
    if solution.up_to is not None:
        text += f" Shown for up to {solution.up_to} ko threats of {_loser(solution)}."
    if open_ := len(solution.open_questions):
        text += f" {open_} first move{' was' if open_ == 1 else 's were'} not settled."
    if not solution.proved:
        return text + " Read: " + "; ".join(solution.judged) + "."
    listed = (-1,) if solution.needs_no_move else _named(solution)
    every = all(solution.grade_of(p) == "proved" for p in listed)
    return text + (" Proved." if every else _SOME_PROVED)


def _named(solution: Solution) -> tuple[int, ...]:
    """The first moves that work, or lead to the ko; where one was enough, that of the main line."""
    if solution.result not in ("win", "ko"):
        return ()
    listed = solution.winning_moves if solution.result == "win" else solution.ko_moves
    failing = {one.move for one in solution.refutations}
    return listed or tuple(p for p in solution.pv[:1] if p not in failing)


def _unless_proved(solution: Solution) -> str:
    """A grade for how a target stands, if that it does is proved and this is not."""
    return " (read)" if solution.proved and not solution.how_proved else ""


def _moves(solution: Solution, moves: tuple[int, ...]) -> str:
    """The moves by name. If the verdict is proved and some of them are not, each has its grade."""
    name = solution.problem.position.vertex
    mixed = solution.proved and any(solution.grade_of(p) != "proved" for p in moves)

    def said(move: int) -> str:
        notes: list[str] = [solution.grade_of(move)] if mixed else []
        up_to = solution.shown.get(move)
        if up_to is not None and up_to != solution.up_to:
            notes.append(f"against up to {up_to} ko threats")
        return name(move) + (f" ({', '.join(notes)})" if notes else "")

    return ", ".join(map(said, moves))


def _loser(solution: Solution) -> str:
    mover = solution.problem.position.to_play
    return str(mover.opponent if solution.result == "win" else mover).capitalize()
