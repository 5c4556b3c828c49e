"""The review of a game: every position searched, then most of the time on the moves that matter.

First every position is looked at once, for a first page. Then each is searched: what the lead falls
by is what a move lost (`ledger`). The moves that lost most are searched at length, before and after
them and after the best other move; what is told about them comes from `gokan.explain.move`. Budgets
are visits and games, not seconds, so the same record has the same review.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeVar

from gokan.checks import whole
from gokan.effort import QUICK, USUAL
from gokan.errors import InvalidInput
from gokan.explain.outlook import steadier
from gokan.explain.reviews import lenses as review_lenses
from gokan.explain.reviews import words as review_words
from gokan.explain.reviews.answer import (
    Choice,
    GroupStory,
    Lens,
    Reason,
    Review,
    ReviewedMove,
)
from gokan.explain.reviews.cost import cost
from gokan.explain.reviews.groups import Looks, stories
from gokan.explain.reviews.ledger import Ledger
from gokan.explain.reviews.numbers import Glance, Numbers, Option, Thought, Value, usual
from gokan.explain.reviews.reasons import sentences, told
from gokan.explain.reviews.record import Frame, facts, frames
from gokan.explain.reviews.summary import summary
from gokan.explain.reviews.times import Times
from gokan.explain.scene import Level as Words
from gokan.go import BLACK, Color, Game, Position
from gokan.go.color import side
from gokan.play.player import Stop, never
from gokan.play.tree import kept
from gokan.play.tree.analysis import Store

__all__ = ["LEVELS", "Level", "Progress", "continues", "kept_as", "review"]

LevelName = Literal["quick", "usual", "deep"]


@dataclass(frozen=True, slots=True)
class Level:
    """How much is looked at."""

    most: int
    """Moves that are told at length."""
    suspects: int
    """Moves that are searched at length, at most."""
    little: int
    """Visits for every position."""
    visits: int
    """Visits for each position of a search at length."""
    looks: Looks
    words: Words
    """The level of `gokan.explain.move` for what is told."""
    all_told: bool = True
    """Reasons also for the moves that did not matter."""


LEVELS: dict[str, Level] = {
    "quick": Level(10, 24, 12, 48, Looks(every=40, effort=QUICK), "quick", all_told=False),
    "usual": Level(20, 100, 48, 160, Looks(every=12, effort=QUICK), "tactics"),
    "deep": Level(40, 200, 160, 480, Looks(every=5, effort=USUAL), "deep"),
}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review is."""

    stage: str
    """What is being done, in words."""
    done: int
    of: int
    share: float
    """Of the whole work, by its usual cost; 0 to 1."""


def review(
    game: Game,
    *,
    level: LevelName = "usual",
    player: Color | str | None = None,
    most: int | None = None,
    numbers: Numbers | str = "auto",
    progress: Callable[[Progress], None] | None = None,
    checkpoint: Callable[[Review], None] | None = None,
    stop: Stop = never,
    resume: Review | None = None,
    threads: int | None = None,
    times: Times | None = None,
    store: Store | None = None,
) -> Review:
    """Review a game.

    Args:
        game: the record; its main line is reviewed as far as it can be followed.
        level: quick, usual or deep.
        player: review only this side's moves at length.
        most: how many moves are told at length; by the level if left out.
        numbers: where win and lead come from: "search" (the network), "strength", "auto" (the
            better of them that is there), or a source of your own.
        progress: told how far it is.
        checkpoint: handed what is known so far, now and then; first after all moves were
            glanced at.
        stop: asked now and then; what is known so far is returned once it says True.
        resume: an earlier review of the same game that was stopped; what it knows is kept.
        threads: searches at once; as many as there are processors if left out.
        times: told where the time goes.
        store: where the network's searches are kept, and found again; in memory if left out.

    >>> game = Game.parse("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[cg])")
    >>> answer = review(game, level="quick", numbers="strength")
    >>> answer.complete, [move.vertex for move in answer.moves]
    (True, ['E5', 'G7', 'G3', 'C3'])
    """
    work = _work(game, level, player, most, numbers, store)
    work.progress, work.checkpoint, work.stop = progress, checkpoint, stop
    work.threads = threads or os.cpu_count() or 1
    work.times = times or work.times
    try:
        work.glance()
        if resume is not None:
            work.remember(resume)
        work.save()
        work.weigh()
        work.save()
        work.search()
        work.tell()
        work.follow_groups()
    except _Stopped:
        return work.answer(complete=False)
    return work.answer(complete=True)


def continues(
    old: Review,
    game: Game,
    *,
    level: LevelName = "usual",
    player: Color | str | None = None,
    most: int | None = None,
    numbers: Numbers | str = "auto",
) -> bool:
    """Whether an earlier review is of this very record, and was made with these options.

    >>> game = Game.parse("(;SZ[9]KM[7];B[ee];W[gc])")
    >>> old = review(game, level="quick", numbers="strength")
    >>> continues(old, game, level="quick", numbers="strength")
    True
    >>> continues(old, game, level="quick", numbers="strength", player="black")
    False
    """
    return _work(game, level, player, most, numbers).same(old)


def kept_as(
    game: Game,
    *,
    level: LevelName = "usual",
    player: Color | str | None = None,
    most: int | None = None,
    numbers: Numbers | str = "auto",
) -> str | None:
    """The name under which this review is kept (`gokan.play.tree.kept`); None where its
    numbers come from outside, so that nobody knows whether they would be the same again.
    """
    if not isinstance(numbers, str):
        return None
    work = _work(game, level, player, most, numbers)
    source = getattr(work.numbers, "analyst", work.numbers).source
    asked = sorted(work.asked.items())
    return kept.name_of(game.to_sgf(), level, work.plan, asked, source, _network())


def _network() -> str:
    """The network that groups and reasons ask, whatever the numbers come from."""
    from gokan import intuition

    return str(intuition.load().card.get("sha256", "")) if intuition.available() else ""


def _work(
    game: Game,
    level: str,
    player: Color | str | None,
    most: int | None,
    numbers: Numbers | str,
    store: Store | None = None,
) -> _Work:
    if level not in LEVELS:
        raise InvalidInput(f"The level is {level!r} but must be one of {', '.join(LEVELS)}.")
    plan = LEVELS[level]
    if most is not None:
        whole("number of moves to tell", most, 0, 1000)
        plan = replace(plan, most=most, suspects=max(plan.suspects, 2 * most))
    source = numbers
    if isinstance(source, str):
        source = usual(game.start, plan.visits, source=source, store=store)
    return _Work(game, level, plan, None if player is None else side(player), source)


class _Stopped(Exception):
    """Somebody asked to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """What a search at length found, as it is told."""

    choices: tuple[Choice, ...]
    cost: tuple[Reason, ...]
    visits: int
    gain: float
    """Points by which the best other move is better than the one that was played."""


class _Work:
    """A review being made."""

    def __init__(
        self,
        game: Game,
        level: str,
        plan: Level,
        player: Color | None,
        numbers: Numbers,
    ) -> None:
        self.level, self.plan, self.player = level, plan, player
        self.numbers = numbers
        self.progress: Callable[[Progress], None] | None = None
        self.checkpoint: Callable[[Review], None] | None = None
        self.stop: Stop = never
        self.threads = 1
        self.times = Times()
        self.asked = {"player": None if player is None else str(player), "most": plan.most}
        self.start = game.start
        self.frames, trouble = frames(game)
        self.game = facts(game, self.frames, trouble)
        self.ledger = Ledger(self.start, self.frames, numbers.noise_of)
        self.glances: list[Glance] = []
        self.suspected: dict[int, float] = {}
        self.weighed = False
        self.findings: dict[int, _Finding] = {}
        self.told: dict[int, tuple[tuple[Reason, ...], tuple[Reason, ...]]] = {}
        self.groups: tuple[GroupStory, ...] | None = None
        self.lenses: dict[str, Lens] = {}
        # What each part usually costs, in evaluations of a position.
        count = len(self.frames)
        self.costs = {
            "glance": float(count + 1),
            "ledger": float((count + 1) * plan.little),
            "think": 2.5 * min(count, plan.suspects) * plan.visits,
            "tell": 20.0 * plan.most + (15.0 * count if plan.all_told else 0.0),
            "groups": 40.0 * (count / plan.looks.every + 1),
        }

    # --- the parts, in order ---------------------------------------------------------------------

    def glance(self) -> None:
        """Every position once, and what the cheap senses see in it."""
        positions = self.ledger.positions
        for first in range(0, len(positions), _BATCH):
            self._check()
            with self.times.part("glance"):
                self.glances += self.numbers.glance(positions[first : first + _BATCH])
            self._report("glance", len(self.glances), len(positions))
        places = [self.ledger.after(number) for number in range(len(self.frames) + 1)]
        positions = [positions[place] for place in places]
        with self.times.part("glance"):
            self.lenses = {
                "territory": review_lenses.territory(
                    [self.glances[place].owner for place in places], self.numbers.certainty
                ),
                "influence": review_lenses.influence(positions),
                "strength": review_lenses.strength(positions),
            }

    def remember(self, old: Review) -> None:
        """Keep what an earlier review of the same game found at the same level."""
        if not self.same(old):
            raise InvalidInput(
                "The review to continue is of another game, or was made with other options; "
                "run it without --resume."
            )
        if old.start.get("visits", 0) > 1:
            self.ledger.put(0, Value(**old.start))  # type: ignore[arg-type]
        for move in old.moves:
            if move.visits > 1:
                known = Value(win=move.win, lead=move.lead, spread=move.spread, visits=move.visits)
                self.ledger.put(self.ledger.after(move.number), known)
            if move.searched:
                self.findings[move.number] = _Finding(
                    choices=move.candidates,
                    cost=move.cost,
                    visits=move.searched,
                    gain=_gain(move.candidates, move.vertex, move.color),
                )
            if move.reasons or move.instead:
                self.told[move.number] = move.reasons, move.instead
        if self.findings:  # the short searches were done, and longer ones have changed the ledger
            self.suspected = {move.number: move.suspected for move in old.moves}
        if old.complete:
            self.groups = old.groups

    def same(self, old: Review) -> bool:
        """Is it a review of this record, made with these options?"""
        return (
            old.game == self.game
            and old.level == self.level
            and old.asked == self.asked
            and old.numbers["source"] == self.numbers.source
            and old.numbers["visits"] == self.plan.visits
            and "least_visits" in old.numbers  # a review without a ledger has other numbers
            and [move.vertex for move in old.moves]
            == [frame.before.vertex(frame.move) for frame in self.frames][: len(old.moves)]
        )

    def save(self) -> None:
        """Hand over what is known so far."""
        if self.checkpoint is not None:
            self.checkpoint(self.answer(complete=False))

    def weigh(self) -> None:
        """A search of every position: the ledger. Its ends are searched at length."""
        last = len(self.ledger.positions) - 1

        def one(entry: _Place) -> Value:
            visits = self.plan.visits if entry.number in (0, last) else self.plan.little
            return self.numbers.value(entry.position, visits, self.stop)

        values = self.ledger.values
        positions = enumerate(self.ledger.positions)
        todo = [_Place(number, position) for number, position in positions if not values[number]]
        for done, (entry, value) in enumerate(self._parallel("ledger", one, todo), 1):
            self.ledger.put(entry.number, value)
            self._report("ledger", done, len(todo))
            if done % _SAVE_OFTEN == 0:
                self.save()
        for frame in self.frames:
            self.suspected.setdefault(frame.number, self.ledger.loss(frame.number))
        self.weighed = True

    def search(self) -> None:
        """At length: the moves that seem to have lost most, and what could be played instead."""

        def one(frame: Frame) -> Thought:
            return self.numbers.think(frame.before, frame.move, self.plan.visits, self.stop)

        suspects = self._suspects()
        todo = [frame for frame in suspects if frame.number not in self.findings]
        for done, (frame, thought) in enumerate(self._parallel("think", one, todo), start=1):
            if thought.before is not None:
                self.ledger.put(self.ledger.before(frame.number), thought.before)
            self.ledger.put(self.ledger.after(frame.number), thought.played.value)
            self.findings[frame.number] = _finding(
                frame, thought, self.numbers.certainty, self.plan.visits
            )
            self._report("think", done, len(todo))
            if done % _SAVE_EVERY == 0:
                self.save()
        self.times.close_up = frozenset(self._mattering())

    def tell(self) -> None:
        """Reasons: for the moves searched at length against the best others, for the rest in
        passing.
        """
        closely = self.times.close_up
        chosen = [frame for frame in self.frames if frame.number in closely]
        if self.plan.all_told:
            chosen += [frame for frame in self.frames if frame.number not in closely]
        todo = [frame for frame in chosen if frame.number not in self.told]
        for done, (frame, answer) in enumerate(self._parallel("tell", self._reasons, todo), 1):
            self.told[frame.number] = answer
            self._report("tell", done, len(todo))

    def _reasons(self, frame: Frame) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
        """What is told of a move, and for the better one."""
        outlook = self.numbers.outlook()
        found = self.findings.get(frame.number)
        bad = self._word(frame.number) in review_words.BAD
        if found is not None and frame.number in self.times.close_up:
            return told(frame, found.choices, self.plan.words, steadier(outlook), bad=bad)
        likely = self._likely(frame)
        return sentences(frame, frame.move, likely, "quick", outlook, most=_FEW, bad=bad), ()

    def _likely(self, frame: Frame) -> list[int]:
        """A few other moves that come to mind, to compare an ordinary move with."""
        chances = self.glances[self.ledger.before(frame.number)].chances
        if not chances:
            from gokan.strength import expect

            return [one.move for one in expect(frame.before).moves[:_FEW]]
        order = sorted(range(len(chances) - 1), key=lambda p: -chances[p])
        return order[:_FEW]

    def follow_groups(self) -> None:
        """The status of groups over the game."""
        if self.groups is not None:
            return

        def look(done: int, of: int) -> None:
            self._report("groups", done, of)
            self._check()

        with self.times.part("groups"):
            self.groups = stories(self.frames, self.start, self.plan.looks, progress=look)

    # --- choosing --------------------------------------------------------------------------------

    def _suspects(self) -> list[Frame]:
        """The moves that may be bad by the short searches, those that lost most first."""
        asked = [f for f in self.frames if self.player is None or f.color == self.player]
        asked = [frame for frame in asked if self.suspected[frame.number] >= review_words.HARMLESS]
        asked.sort(key=lambda frame: (-self.suspected[frame.number], frame.number))
        return asked[: self.plan.suspects]

    def _mattering(self) -> set[int]:
        """The moves that mattered: searched at length, and worse than the noise."""
        lost = [
            (-self.ledger.loss(number), number)
            for number in self.findings
            if self._word(number) in review_words.BAD
        ]
        return {number for _, number in sorted(lost)[: self.plan.most]}

    def _word(self, number: int) -> str:
        """By what the move lost, if that is more than the noise by both counts: by what the lead
        fell, and by how much better the best other move is. Where nobody searched for that one, it
        takes twice the noise.
        """
        if not self.weighed:
            return ""
        loss = self.ledger.loss(number)
        found = self.findings.get(number)
        noise = self.ledger.noise(number)
        if found is not None:
            loss = min(loss, found.gain)
        elif loss < 2 * noise:
            loss = min(loss, noise / 2)
        return review_words.word(loss, noise)

    # --- working ---------------------------------------------------------------------------------

    def _parallel(
        self, stage: str, work: Callable[[_Item], Any], todo: Sequence[_Item]
    ) -> Iterable[tuple[_Item, Any]]:
        """The answers in the order of the work; several are worked out at once."""

        def timed(frame: _Item) -> Any:
            with self.times.part(stage, frame.number):
                return work(frame)

        if self.threads == 1 or len(todo) < 2:
            for frame in todo:
                self._check()
                answer = timed(frame)
                self._check()
                yield frame, answer
            return
        with ThreadPoolExecutor(self.threads) as pool:
            waiting: dict[Future[Any], _Item] = {pool.submit(timed, one): one for one in todo}
            try:
                for future, frame in list(waiting.items()):
                    while not future.done():
                        wait([future], timeout=_WAIT, return_when=FIRST_COMPLETED)
                        self._check()
                    answer = future.result()
                    self._check()
                    yield frame, answer
            finally:
                for future in waiting:
                    future.cancel()

    def _check(self) -> None:
        if self.stop():
            raise _Stopped

    def _report(self, stage: str, done: int, of: int) -> None:
        if self.progress is None:
            return
        order = list(self.costs)
        before = sum(self.costs[name] for name in order[: order.index(stage)])
        share = (before + self.costs[stage] * done / max(1, of)) / sum(self.costs.values())
        self.progress(Progress(_STAGES[stage], done, of, min(1.0, share)))

    # --- the answer ------------------------------------------------------------------------------

    def answer(self, *, complete: bool) -> Review:
        """What is known now."""
        mattering = self._mattering()
        seen = len(self.glances)
        moves = tuple(
            self._move(frame, frame.number in mattering)
            for frame in self.frames
            if self.ledger.after(frame.number) < seen
        )
        points = self.game["width"] * self.game["height"]
        size = self.game["width"], self.game["height"]
        sides = {
            color: review_words.side_report(
                color, moves, points, review_words.habits(color, moves, size)
            )
            for color in ("black", "white")
        }
        begin = self._value(0) or Value(win=0.5, lead=0.0, spread=0.0, visits=0)
        turns = review_words.turning_points(moves, begin.win) if self.weighed else ()
        numbers = {
            "source": self.numbers.source,
            "certainty": self.numbers.certainty,
            "noise": round(self.numbers.noise, 2),
            "glance_noise": round(self.numbers.glance_noise, 2),
            "visits": self.plan.visits,
            "least_visits": self.plan.little if self.weighed else 1,
        }
        return Review(
            game=self.game,
            level=self.level,
            complete=complete,
            numbers=numbers,
            start=asdict(begin),
            moves=moves,
            groups=self.groups or (),
            turning_points=turns,
            sides=sides,
            summary=summary(
                moves,
                turns,
                sides,
                game=self.game,
                numbers=numbers,
                player=None if self.player is None else str(self.player),
            ),
            lenses=self.lenses,
            asked=self.asked,
        )

    def _value(self, place: int) -> Value | None:
        """What a search says of a position, or until then a glance."""
        searched = self.ledger.values[place]
        if searched is not None or place >= len(self.glances):
            return searched
        seen = self.glances[place]
        return Value.of(seen.win, seen.lead, 0.0, 1)

    def _move(self, frame: Frame, matters: bool) -> ReviewedMove:
        number = frame.number
        before, after = (
            self._value(self.ledger.before(number)),
            self._value(self.ledger.after(number)),
        )
        assert before is not None
        assert after is not None
        found = self.findings.get(number)
        name = self._word(number)
        reasons, instead = self.told.get(number, ((), ()))
        return ReviewedMove(
            number=number,
            color=str(frame.color),
            vertex=frame.before.vertex(frame.move),
            lead=after.lead,
            win=after.win,
            spread=after.spread,
            visits=after.visits,
            lead_before=before.lead,
            loss=round((1 if frame.color == BLACK else -1) * (before.lead - after.lead), 2),
            noise=round(self.ledger.noise(number), 2) if self.weighed else 0.0,
            word=name,
            searched=found.visits if found else 0,
            suspected=self.suspected.get(number, 0.0),
            matters=matters,
            candidates=found.choices if found else (),
            cost=found.cost if found and name in review_words.BAD else (),
            reasons=reasons,
            instead=instead,
            comment=frame.comment,
            setup=frame.setup,
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """A position of the ledger that is to be searched."""

    number: int
    position: Position


_Item = TypeVar("_Item", Frame, _Place)
_BATCH = 16
_SAVE_EVERY = 5
_SAVE_OFTEN = 50
_WAIT = 0.1  # seconds between two looks at whether to stop
_FEW = 2  # other moves, and sentences, for a move that did not matter
_STAGES = {
    "glance": "looking at every move",
    "ledger": "searching every position",
    "think": "thinking about the moves that lost most",
    "tell": "finding reasons",
    "groups": "following the groups",
}


def _finding(frame: Frame, thought: Thought, certainty: str, visits: int) -> _Finding:
    options = list(thought.options)
    if all(one.move != frame.move for one in options):
        options.append(thought.played)
    choices = tuple(_choice(frame.before, one) for one in options)
    return _Finding(
        choices=choices,
        cost=cost(frame.before, thought, certainty),
        visits=visits,
        gain=_gain(choices, frame.before.vertex(frame.move), str(frame.color)),
    )


def _gain(choices: Sequence[Choice], vertex: str, color: str) -> float:
    """Points by which the best of the choices is better than the move that was played."""
    own = next((one.lead for one in choices if one.vertex == vertex), None)
    if not choices or own is None:
        return 0.0
    return max(0.0, (1 if color == str(BLACK) else -1) * (choices[0].lead - own))


def _choice(position: Position, option: Option) -> Choice:
    return Choice(
        vertex=position.vertex(option.move),
        lead=round(option.lead, 2),
        win=round(option.win, 4),
        visits=option.visits,
        line=tuple(position.vertex(p) for p in option.line[:_LINE]),
    )


_LINE = 12  # moves of a line that are told
