"""Problems to solve: new ones as hard as one can bear, and those that are due to be asked again.

When to ask again is decided by FSRS, the scheduler that Anki uses: failed is "again", solved with a
hint "hard", solved "good". What was not decided counts for nothing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from gokan.go import Position
from gokan.serve import messages
from gokan.serve.desk import Desk, Rank, Ticket
from gokan.serve.practice import Played, Task, judge, make_task, solving_moves
from gokan.serve.store import KeptProblem, Store

__all__ = ["Problems"]

_LEVEL, _FIRST_LEVEL = "problem level", 4.0
_SEED, _NUMBER = "problem seed", "problem number"
_UP, _DOWN = 0.5, 0.5
_LEAST, _MOST = 1.0, 13.0
Outcome = messages.Outcome


class Problems:
    """The problems of a library; `clock` says what time it is, in seconds since 1970."""

    def __init__(
        self,
        store: Store,
        reach: Callable[..., Awaitable[Any]],
        desk: Desk,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._reach = reach
        self._desk = desk
        self._clock = clock

    async def next(self, *, skip: str = "") -> messages.ProblemState:
        """One that is due; else one that was left open; else a new one. Not the one to skip."""
        now = self._clock()
        kept = await self._reach(self._store.due_problem, now, skip=skip)
        kept = kept or await self._reach(self._store.open_problem, skip=skip)
        if kept is None:
            kept = await self._new()
        return _state(kept)

    async def state(self, id: str) -> messages.ProblemState:
        """A problem."""
        return _state(await self._reach(self._store.problem, id))

    async def summary(self) -> messages.ProblemSummary:
        """How one gets on."""
        counts = await self._reach(self._store.attempts)
        due = await self._reach(self._store.count_due, self._clock())
        level = await self._reach(self._store.setting, _LEVEL)
        return messages.ProblemSummary(
            due=due,
            solved=counts.get("solved", 0) + counts.get("hinted", 0),
            failed=counts.get("failed", 0),
            level=float(level or _FIRST_LEVEL),
        )

    async def play(self, id: str, ask: messages.ProblemMove) -> messages.ProblemAnswer:
        """Judge a move; where the attempt ends with it, it counts."""
        kept: KeptProblem = await self._reach(self._store.problem, id)
        task = Task.of(json.loads(kept.record))
        line = [task.position.point(vertex) for vertex in ask.line]
        task.position.play_all(line)  # refused before it waits
        played = await self._asked(lambda ticket: judge(task, line))
        outcome: Outcome | None = None
        if played.outcome == "wrong":
            outcome = "failed"
        elif played.outcome == "solved":
            outcome = "hinted" if ask.hinted else "solved"
        if outcome is not None:
            await self._count(kept, ask.attempt, outcome)
        return _answer(task.position, ask, played)

    async def show(self, id: str, ask: messages.ProblemShow) -> messages.ProblemShown:
        """The moves that solve it from there. With `give_up` the attempt has failed."""
        kept: KeptProblem = await self._reach(self._store.problem, id)
        task = Task.of(json.loads(kept.record))
        line = [task.position.point(vertex) for vertex in ask.line]
        moves = await self._asked(lambda ticket: solving_moves(task, line))
        if ask.give_up:
            await self._count(kept, ask.attempt, "failed")
            return messages.ProblemShown(moves=[task.position.vertex(move) for move in moves])
        position = task.position.play_all(line)
        return messages.ProblemShown(moves=_area(position, moves))

    async def _asked(self, work: Callable[[Ticket[Any]], Any]) -> Any:
        import asyncio

        return await asyncio.wrap_future(self._desk.submit(Rank.QUESTION, work).future)

    async def _new(self) -> KeptProblem:
        level = float(await self._reach(self._store.setting, _LEVEL) or _FIRST_LEVEL)
        seed = int(await self._reach(self._store.setting, _SEED) or secrets.randbelow(2**31))
        first = int(await self._reach(self._store.setting, _NUMBER) or 0)
        known = {int(id, 16) for id in await self._reach(self._store.problem_ids)}

        def make(ticket: Ticket[Any]) -> tuple[dict[str, Any], int]:
            return make_task(level, seed=seed, first=first, known=known, stop=ticket.stopped)

        record, following = await self._asked(make)
        kept = KeptProblem(f"{int(record['key']):016x}", record["level"], json.dumps(record))
        await self._reach(self._store.put_problem, kept)
        await self._reach(self._store.set, _SEED, str(seed))
        await self._reach(self._store.set, _NUMBER, str(following))
        return kept

    async def _count(self, kept: KeptProblem, attempt: str, outcome: Outcome) -> None:
        """An attempt counts once, as it first ended."""
        due, card = _scheduled(kept.card, outcome, self._clock())
        again = replace(kept, card=card, due=due)
        if not await self._reach(self._store.attempt, attempt, again, outcome):
            return
        level = float(await self._reach(self._store.setting, _LEVEL) or _FIRST_LEVEL)
        if outcome == "solved" and kept.level >= level - 1:
            level += _UP
        elif outcome == "failed" and kept.level <= level + 1:
            level -= _DOWN
        await self._reach(self._store.set, _LEVEL, str(min(_MOST, max(_LEAST, level))))


def _scheduled(card: str, outcome: Outcome, now: float) -> tuple[float, str]:
    """When it is due again, and the scheduler's card.

    >>> first, card = _scheduled("", "solved", 0.0)
    >>> later, _ = _scheduled(card, "solved", first)
    >>> 0 < first < later - first
    True
    >>> _scheduled(card, "failed", first)[0] < later
    True
    """
    import fsrs

    rating = {
        "failed": fsrs.Rating.Again,
        "hinted": fsrs.Rating.Hard,
        "solved": fsrs.Rating.Good,
    }[outcome]
    known = fsrs.Card.from_json(card) if card else fsrs.Card()
    at = datetime.fromtimestamp(now, UTC)
    again, _ = fsrs.Scheduler(enable_fuzzing=False).review_card(known, rating, at)
    return again.due.timestamp(), again.to_json()


def _state(kept: KeptProblem) -> messages.ProblemState:
    task = Task.of(json.loads(kept.record))
    position = task.position
    largest = sorted(task.target, key=lambda point: -len(position.block(point).stones))
    black = [position.vertex(p) for p, stone in enumerate(position.board) if stone == 1]
    white = [position.vertex(p) for p, stone in enumerate(position.board) if stone == 2]
    return messages.ProblemState(
        id=kept.id,
        width=position.width,
        height=position.height,
        black=black,
        white=white,
        to_play="black" if position.to_play == 1 else "white",
        goal=task.goal,
        target=[position.vertex(point) for point in largest],
        level=kept.level,
        again=bool(kept.card),
    )


def _answer(
    position: Position, ask: messages.ProblemMove, played: Played
) -> messages.ProblemAnswer:
    def name(move: int) -> str:
        return "pass" if move < 0 else position.vertex(move)

    return messages.ProblemAnswer(
        outcome=played.outcome,
        certainty=played.certainty,
        vertex=ask.line[-1],
        reply=None if played.reply is None else name(played.reply),
        line=[name(move) for move in played.line],
        ko=played.ko,
    )


def _area(position: Position, moves: tuple[int, ...]) -> list[str]:
    """A few empty points around the first of the moves: a hint, not the answer."""
    if not moves:
        return []
    near = {moves[0], *position.neighbors(moves[0])}
    for point in tuple(near):
        near.update(position.neighbors(point))
    return [position.vertex(point) for point in sorted(near) if not position.board[point]]
