"""Questions about a position: what is a move worth, what answers it, and why?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Position
from gokan.play.player import Stop
from gokan.play.session import Session
from gokan.play.tree.analysis import Analyst
from gokan.play.tree.answer import SearchCandidate
from gokan.serve import messages, views

__all__ = ["along", "try_move"]

_LEVEL: Final = "tactics"


def along(session: Session, at: int, line: Sequence[str]) -> Position:
    """The position after so many moves of a game and a line from there, as it will be counted.

    >>> session = Session.new(9)
    >>> along(session, 0, ["E5", "pass"]).move_number
    2
    """
    position = session.seen(session.at(at))
    for vertex in line:
        if position.is_over:
            raise InvalidInput("The line goes on after two passes.")
        position = position.play(vertex)
    return position


def try_move(
    analyst: Analyst, session: Session, ask: messages.TryAsk, *, stop: Stop
) -> messages.Tried:
    """Play a move out: its value beside the best one's at equal effort, the refutation, reasons."""
    position = along(session, ask.at, ask.line)
    if position.is_over:
        raise InvalidInput("The game is over here.")
    move = position.point(ask.vertex)
    refusal = position.why_illegal(move)
    if refusal:
        raise InvalidInput(f"{refusal}.")
    effort = Effort(ask.visits, 0)
    found = analyst.analyse(position, effort, stop=stop, deeper=True)
    first = _asked_best(position, ask, found.move)
    best = _played_out(analyst, position, first, effort, stop)
    own = best if move == first else _played_out(analyst, position, move, effort, stop)
    if stop():
        raise InvalidInput("The question was stopped before there was an answer.")
    rest = [one for one in found.candidates if one.move not in (best.move, own.move)]
    both = sorted({best.move: best, own.move: own}.values(), key=lambda one: -one.utility)
    search = replace(found.search(), candidates=(*both, *rest))
    does: list[messages.Sentence] = []
    if move != PASS and ask.reasons:
        before = [turn.move for turn in session.turns[: ask.at]]
        before += [position.point(vertex) for vertex in ask.line]
        does = _reasons(position, move, search=search, before=before, most=3)
    answer: list[messages.Sentence] = []
    if ask.reasons and len(own.line) > 1 and own.line[1] != PASS and not stop():
        after = position.play(move)
        then = analyst.analyse(after, effort, stop=stop, deeper=True).search()
        answer = _reasons(after, own.line[1], search=then, before=[move], most=2)
    return views.tried(found, own, best, does=does, answer=answer, command=_command(ask))


def _asked_best(position: Position, ask: messages.TryAsk, found: int) -> int:
    """The move to compare with: the one that the asker was shown as the best, if it can be."""
    if ask.best is None:
        return found
    move = position.point(ask.best)
    return move if position.is_legal(move) else found


def _played_out(
    analyst: Analyst, position: Position, move: int, effort: Effort, stop: Stop
) -> SearchCandidate:
    """A move with what a search of the position after it found, whichever move it is."""
    after = position.play(move)
    prior = dict(analyst.analyse(position, effort, stop=stop, deeper=True).priors).get(move, 0.0)
    found = analyst.analyse(after, effort, stop=stop, deeper=True)
    then = found.candidates[0].line if found.candidates else ()
    sign = 1 if position.to_play == BLACK else -1
    return SearchCandidate(
        move=move,
        visits=found.visits,
        win=found.win,
        lead=found.lead,
        prior=prior,
        line=(move, *then),
        stdev=found.stdev,
        utility=sign * found.utility,
    )


def _reasons(position: Position, move: int, **options: Any) -> list[messages.Sentence]:
    from gokan import explain

    return views.sentences(explain.move(position, move, level=_LEVEL, **options))


def _command(ask: messages.TryAsk) -> str:
    """What asks the same of the saved record; a line has to be in the record first."""
    from gokan import __version__

    number = ask.at + len(ask.line)
    asked = f"--move {number + 1} --instead {ask.vertex} --level {_LEVEL} --visits {ask.visits}"
    return f"gokan explain GAME.sgf {asked}  # {__version__}"
