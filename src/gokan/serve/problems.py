"""Problems to solve, in three decks: made ones as hard as one can bear, those of one's files, and
one's own mistakes; in each, what is due goes before what is new.

When to ask again is decided by FSRS, the scheduler that Anki uses: failed is "again", solved with a
hint "hard", solved "good". What was not decided counts for nothing.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, WHITE, Position
from gokan.play.session import Session
from gokan.play.tree.analysis import Analyst
from gokan.serve import messages
from gokan.serve.books import Examined, examine, name_of, read_problems
from gokan.serve.desk import Desk, Rank, Ticket
from gokan.serve.groups import posed
from gokan.serve.mistakes import judge_move, mistakes_of
from gokan.serve.practice import BOOK_NODES, Played, Task, judge, make_task, solving_moves
from gokan.serve.store import KeptGame, KeptProblem, KeptReview, NotKept, Store

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
        analyst: Analyst,
    ) -> None:
        self._store = store
        self._reach = reach
        self._desk = desk
        self._clock = clock
        self._analyst = analyst

    async def next(self, deck: messages.Deck, *, skip: str = "") -> messages.ProblemState:
        """One that is due; else one that was left open; else, where they are made, a new one. Not
        the one to skip.
        """
        now = self._clock()
        kept = await self._reach(self._store.due_problem, now, deck=deck, skip=skip)
        kept = kept or await self._open(deck, skip)
        if kept is None and deck == "made":
            kept = await self._new()
        if kept is None and skip:
            return await self.next(deck)
        if kept is None:
            raise NotKept("Nothing is to be asked from here now.")
        return await self._state(kept)

    async def state(self, id: str) -> messages.ProblemState:
        """A problem."""
        return await self._state(await self._reach(self._store.problem, id))

    async def summary(self) -> messages.ProblemSummary:
        """How one gets on."""
        counts = await self._reach(self._store.attempts)
        found = await self._reach(self._store.decks, self._clock())
        level = await self._reach(self._store.setting, _LEVEL)
        nothing = {"every": 0, "new": 0, "due": 0, "unfit": 0}
        decks: tuple[messages.Deck, ...] = ("made", "book", "mistake")
        return messages.ProblemSummary(
            decks=[messages.DeckInfo(deck=one, **(found.get(one) or nothing)) for one in decks],
            solved=counts.get("solved", 0) + counts.get("hinted", 0),
            failed=counts.get("failed", 0),
            level=float(level or _FIRST_LEVEL),
        )

    async def take(self, files: Sequence[tuple[str, bytes]]) -> list[messages.ProblemFile]:
        """Put the problems of files into the library; they are read when their turn comes."""
        told: list[messages.ProblemFile] = []
        for name, data in files:
            found, trouble = await asyncio.to_thread(read_problems, data, name)
            kept = [
                KeptProblem(name_of(one), 0, json.dumps(one), deck="book", state="raw")
                for one in found
            ]
            new = await self._reach(self._store.add_problems, kept)
            told.append(
                messages.ProblemFile(name=name, new=new, known=len(kept) - new, trouble=trouble)
            )
        return told

    async def add_mistakes(self, review: str, color: messages.Side) -> messages.MistakesAdded:
        """Make problems of the mistakes of one side that a review tells."""
        kept: KeptReview = await self._reach(self._store.review, review)
        game: KeptGame = await self._reach(self._store.game, kept.game)
        names = [one.name or ("" if one.is_person else one.player) for one in game.seats]
        title = " – ".join(names) if all(names) else game.title
        answer = json.loads(kept.answer or "{}")
        found = mistakes_of(game.id, title, answer, color)
        problems = [
            KeptProblem(name, 0, json.dumps(record), deck="mistake", game=game.id)
            for name, record in found
        ]
        new = await self._reach(self._store.add_problems, problems)
        return messages.MistakesAdded(mistakes=len(found), new=new)

    async def add_group(
        self, game: KeptGame, session: Session, ask: messages.PractiseAsk
    ) -> messages.ProblemState:
        """Make a problem of a group on the board, if reading can tell what solves it."""
        found: Examined = await self._asked(lambda ticket: posed(session, ask))
        if found.unfit:
            raise InvalidInput(found.unfit)
        names = [one.name or ("" if one.is_person else one.player) for one in game.seats]
        title = " – ".join(name for name in names if name) or game.title
        record = {**found.record, "title": f"{title}, move {ask.at + len(ask.line)}".strip(", ")}
        kept = KeptProblem(name_of(record), found.level, json.dumps(record), deck="book")
        await self._reach(self._store.add_problems, [kept])
        return await self.state(kept.id)

    async def unfit(self) -> messages.UnfitList:
        """What is not asked, and why."""
        found = [json.loads(one.record) for one in await self._reach(self._store.unfit_problems)]
        return messages.UnfitList(
            problems=[messages.Unfit(title=one["title"], reason=one["unfit"]) for one in found]
        )

    async def play(self, id: str, ask: messages.ProblemMove) -> messages.ProblemAnswer:
        """Judge a move; where the attempt ends with it, it counts."""
        kept: KeptProblem = await self._reach(self._store.problem, id)
        if kept.deck == "mistake":
            return await self._play_mistake(kept, ask)
        task = Task.of(json.loads(kept.record))
        line = [task.position.point(vertex) for vertex in ask.line]
        task.position.play_all(line)  # refused before it waits
        played = await self._asked(lambda ticket: judge(task, line))
        await self._note(kept, ask, played.outcome)
        return _answer(task.position, ask, played)

    async def show(self, id: str, ask: messages.ProblemShow) -> messages.ProblemShown:
        """The moves that solve it from there. With `give_up` the attempt has failed."""
        kept: KeptProblem = await self._reach(self._store.problem, id)
        if kept.deck == "mistake":
            position = (await self._session(kept)).at(json.loads(kept.record)["at"])
            moves = (position.point(json.loads(kept.record)["best"]),)
        else:
            task = Task.of(json.loads(kept.record))
            line = [task.position.point(vertex) for vertex in ask.line]
            position = task.position.play_all(line)
            moves = await self._asked(lambda ticket: solving_moves(task, line))
        if ask.give_up:
            await self._count(kept, ask.attempt, "failed")
            return messages.ProblemShown(moves=[_vertex(position, move) for move in moves])
        return messages.ProblemShown(moves=_area(position, moves))

    async def _play_mistake(
        self, kept: KeptProblem, ask: messages.ProblemMove
    ) -> messages.ProblemAnswer:
        record = json.loads(kept.record)
        session = await self._session(kept)
        if len(ask.line) != 1:
            raise InvalidInput("Here one move is asked for.")
        position = session.at(record["at"])
        position.play(ask.line[0])  # refused before it waits
        outcome, tried = await self._asked(
            lambda ticket: judge_move(
                self._analyst, session, record, ask.line[0], stop=ticket.stopped
            )
        )
        await self._note(kept, ask, outcome)
        return messages.ProblemAnswer(
            outcome=outcome,
            certainty=tried.certainty,
            vertex=ask.line[0],
            reply=tried.reply[0] if tried.reply else None,
            line=tried.reply[:6],
            ko=False,
            loss=tried.loss,
            best=tried.best.vertex,
            said=[*tried.does, *tried.answer],
        )

    async def _note(self, kept: KeptProblem, ask: messages.ProblemMove, outcome: str) -> None:
        if outcome == "wrong":
            await self._count(kept, ask.attempt, "failed")
        elif outcome == "solved":
            await self._count(kept, ask.attempt, "hinted" if ask.hinted else "solved")

    async def _session(self, kept: KeptProblem) -> Session:
        game: KeptGame = await self._reach(self._store.game, kept.game or "")
        assert game.session is not None
        return game.session

    async def _state(self, kept: KeptProblem) -> messages.ProblemState:
        if kept.deck == "mistake":
            return _mistake_state(kept, await self._session(kept))
        return _state(kept)

    async def _asked(self, work: Callable[[Ticket[Any]], Any]) -> Any:
        return await asyncio.wrap_future(self._desk.submit(Rank.QUESTION, work).future)

    async def _open(self, deck: messages.Deck, skip: str) -> KeptProblem | None:
        """One that was never answered; one from a file is examined before it is asked."""
        while True:
            kept: KeptProblem | None = await self._reach(
                self._store.open_problem, deck=deck, skip=skip
            )
            if kept is None or kept.state == "ready":
                return kept
            record = json.loads(kept.record)
            found: Examined = await self._asked(partial(_examined, record))
            kept = replace(
                kept,
                level=found.level,
                record=json.dumps({**found.record, "unfit": found.unfit}),
                state="unfit" if found.unfit else "ready",
            )
            await self._reach(self._store.put_problem, kept)

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
        if kept.deck != "made":
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


def _examined(record: dict[str, Any], ticket: Ticket[Any]) -> Examined:
    return examine(record, nodes=BOOK_NODES)


def _state(kept: KeptProblem) -> messages.ProblemState:
    record = json.loads(kept.record)
    task = Task.of(record)
    position = task.position
    largest = sorted(task.target, key=lambda point: -len(position.block(point).stones))
    return messages.ProblemState(
        **_board(kept, position),
        title=record.get("title", ""),
        comment=record.get("comment", ""),
        goal=task.goal,
        target=[position.vertex(point) for point in largest],
        at=0,
        played=None,
        loss=None,
        last=None,
    )


def _mistake_state(kept: KeptProblem, session: Session) -> messages.ProblemState:
    record = json.loads(kept.record)
    position = session.at(record["at"])
    last = session.turns[record["at"] - 1].move if record["at"] else PASS
    return messages.ProblemState(
        **_board(kept, position),
        title=record["title"],
        comment="",
        goal="better",
        target=[],
        at=record["at"],
        played=record["played"],
        loss=record["loss"],
        last=None if last == PASS else position.vertex(last),
    )


def _board(kept: KeptProblem, position: Position) -> dict[str, Any]:
    return {
        "id": kept.id,
        "deck": kept.deck,
        "width": position.width,
        "height": position.height,
        "black": [position.vertex(point) for point in position.stones(BLACK)],
        "white": [position.vertex(point) for point in position.stones(WHITE)],
        "to_play": "black" if position.to_play == BLACK else "white",
        "level": kept.level,
        "again": bool(kept.card),
        "game": kept.game,
    }


def _answer(
    position: Position, ask: messages.ProblemMove, played: Played
) -> messages.ProblemAnswer:
    return messages.ProblemAnswer(
        outcome=played.outcome,
        certainty=played.certainty,
        vertex=ask.line[-1],
        reply=None if played.reply is None else _vertex(position, played.reply),
        line=[_vertex(position, move) for move in played.line],
        ko=played.ko,
        loss=None,
        best=None,
        said=[],
    )


def _vertex(position: Position, move: int) -> str:
    return "pass" if move == PASS else position.vertex(move)


def _area(position: Position, moves: tuple[int, ...]) -> list[str]:
    """A few empty points around the first of the moves: a hint, not the answer."""
    if not moves:
        return []
    near = {moves[0], *position.neighbors(moves[0])}
    for point in tuple(near):
        near.update(position.neighbors(point))
    return [position.vertex(point) for point in sorted(near) if not position.board[point]]
