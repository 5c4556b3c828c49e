"""The review of a game: all moves at a glance, then most of the time on the moves that matter.

First every position is looked at once, which gives the score over the game and the moves that may
have cost something. Those are searched a little, and the most expensive of them at length, against
the best other moves at an equal budget; what is told about them comes from `gokan.explain.move`.
Budgets are visits and games, not seconds, so the same record has the same review.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any, Literal

from gokan.checks import whole
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
from gokan.explain.reviews.numbers import Glance, Numbers, Option, Thought, usual
from gokan.explain.reviews.reasons import sentences, told
from gokan.explain.reviews.record import Frame, facts, frames
from gokan.explain.reviews.summary import summary
from gokan.explain.reviews.times import Times
from gokan.explain.scene import Level as Words
from gokan.go import BLACK, Color, Game, Position
from gokan.go.color import side
from gokan.play.player import Stop, never

__all__ = ["LEVELS", "Level", "Progress", "continues", "review"]

LevelName = Literal["quick", "usual", "deep"]


@dataclass(frozen=True, slots=True)
class Level:
    """How much is looked at."""

    most: int
    """Moves that are searched at length, and told."""
    suspects: int
    """Moves that are searched a little."""
    little: int
    """Visits for each position of that."""
    visits: int
    """Visits for each position of a search at length."""
    looks: Looks
    words: Words
    """The level of `gokan.explain.move` for what is told."""
    all_told: bool = True
    """Reasons also for the moves that did not matter."""


LEVELS: dict[str, Level] = {
    "quick": Level(10, 20, 8, 24, Looks(every=40, games=100, nodes=200), "quick", all_told=False),
    "usual": Level(20, 50, 12, 120, Looks(every=12, games=300, nodes=300), "tactics"),
    "deep": Level(40, 120, 32, 400, Looks(every=5, games=800, nodes=1000), "deep"),
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

    >>> game = Game.parse("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[cg])")
    >>> answer = review(game, level="quick", numbers="strength")
    >>> answer.complete, [move.vertex for move in answer.moves]
    (True, ['E5', 'G7', 'G3', 'C3'])
    """
    work = _work(game, level, player, most, numbers)
    work.progress, work.checkpoint, work.stop = progress, checkpoint, stop
    work.threads = threads or os.cpu_count() or 1
    work.times = times or work.times
    try:
        work.glance()
        if resume is not None:
            work.remember(resume)
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


def _work(
    game: Game,
    level: str,
    player: Color | str | None,
    most: int | None,
    numbers: Numbers | str,
) -> _Work:
    if level not in LEVELS:
        raise InvalidInput(f"The level is {level!r} but must be one of {', '.join(LEVELS)}.")
    plan = LEVELS[level]
    if most is not None:
        whole("number of moves to tell", most, 0, 1000)
        plan = replace(plan, most=most, suspects=max(plan.suspects, 2 * most))
    source = usual(game.start, plan.visits, source=numbers) if isinstance(numbers, str) else numbers
    return _Work(game, level, plan, None if player is None else side(player), source)


class _Stopped(Exception):
    """Somebody asked to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """What a search found, as it is told."""

    loss: float
    suspected: float
    """The loss by the short search."""
    lead: float
    win: float
    choices: tuple[Choice, ...]
    cost: tuple[Reason, ...]
    visits: int


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
        self.glances: list[Glance] = []
        self.findings: dict[int, _Finding] = {}
        self.told: dict[int, tuple[tuple[Reason, ...], tuple[Reason, ...]]] = {}
        self.groups: tuple[GroupStory, ...] | None = None
        self.lenses: dict[str, Lens] = {}
        # What each part usually costs, in evaluations of a position.
        count = len(self.frames)
        self.costs = {
            "glance": float(count + 1),
            "search": 3.0 * plan.suspects * plan.little,
            "think": 3.0 * plan.most * plan.visits,
            "tell": 20.0 * plan.most + (15.0 * count if plan.all_told else 0.0),
            "groups": 40.0 * (count / plan.looks.every + 1),
        }

    # --- the parts, in order ---------------------------------------------------------------------

    def glance(self) -> None:
        """Every position once, and what the cheap senses see in it."""
        positions = [self.start, *(frame.after for frame in self.frames)]
        for first in range(0, len(positions), _BATCH):
            self._check()
            with self.times.part("glance"):
                self.glances += self.numbers.glance(positions[first : first + _BATCH])
            self._report("glance", len(self.glances), len(positions))
        with self.times.part("glance"):
            self.lenses = {
                "territory": review_lenses.territory(
                    [one.owner for one in self.glances], self.numbers.certainty
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
        for move in old.moves:
            if move.searched:
                self.findings[move.number] = _Finding(
                    loss=move.loss,
                    suspected=move.suspected,
                    lead=move.lead,
                    win=move.win,
                    choices=move.candidates,
                    cost=move.cost,
                    visits=move.searched,
                )
            if move.reasons or move.instead:
                self.told[move.number] = move.reasons, move.instead
        if old.complete:
            self.groups = old.groups

    def same(self, old: Review) -> bool:
        """Is it a review of this record, made with these options?"""
        return (
            old.game == self.game
            and old.level == self.level
            and old.asked == self.asked
            and old.numbers["source"] == self.numbers.source
            and [move.vertex for move in old.moves]
            == [frame.before.vertex(frame.move) for frame in self.frames][: len(old.moves)]
        )

    def save(self) -> None:
        """Hand over what is known so far."""
        if self.checkpoint is not None:
            self.checkpoint(self.answer(complete=False))

    def search(self) -> None:
        """A little for the suspects, at length for the most expensive of them."""
        suspects = self._suspects()
        self._think("search", suspects, self.plan.little)
        suspects.sort(key=lambda one: (-self.findings[one.number].suspected, one.number))
        closely = suspects[: self.plan.most]
        self.times.close_up = frozenset(frame.number for frame in closely)
        self._think("think", closely, self.plan.visits)

    def tell(self) -> None:
        """Reasons: for the moves searched at length against the best others, for the rest in
        passing.
        """
        closely = {n for n, one in self.findings.items() if one.visits >= self.plan.visits}
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
        bad = found is not None and self._is_bad(found)
        if found is not None and found.visits >= self.plan.visits:
            return told(frame, found.choices, self.plan.words, steadier(outlook), bad=bad)
        likely = self._likely(frame)
        return sentences(frame, frame.move, likely, "quick", outlook, most=_FEW, bad=bad), ()

    def _likely(self, frame: Frame) -> list[int]:
        """A few other moves that come to mind, to compare an ordinary move with."""
        chances = self.glances[frame.number - 1].chances
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
        """The moves that may have cost most, by the glances: lost points, and surprise."""
        scored: list[tuple[float, int, Frame]] = []
        for frame in self.frames:
            if self.player is not None and frame.color != self.player:
                continue
            before, after = self.glances[frame.number - 1], self.glances[frame.number]
            scored.append((-self._suspicion(frame, before, after), frame.number, frame))
        scored.sort(key=lambda one: one[:2])
        chosen = [frame for _, _, frame in scored[: self.plan.suspects]]
        # Where the lead seems to change hands, and at the end, a glance is not enough.
        rest = [frame for _, _, frame in scored[self.plan.suspects :]]
        crossing = [frame for frame in rest if self._crosses(frame)]
        return chosen + crossing[: self.plan.suspects // 4]

    def _crosses(self, frame: Frame) -> bool:
        before, after = self.glances[frame.number - 1], self.glances[frame.number]
        return (before.win > 0.5) != (after.win > 0.5) or frame is self.frames[-1]

    def _suspicion(self, frame: Frame, before: Glance, after: Glance) -> float:
        loss = self._drop(frame, before, after)
        if not before.chances:
            return loss
        chance = before.chances[frame.move]
        likeliest = max(before.chances)
        surprise = 1 - math.sqrt(min(1.0, chance / max(likeliest, 1e-9)))
        return loss + _SURPRISE * surprise

    def _drop(self, frame: Frame, before: Glance, after: Glance) -> float:
        sign = 1 if frame.color == BLACK else -1
        return sign * (before.lead - after.lead)

    def _mattering(self) -> set[int]:
        """The moves that mattered: searched at length, and worse than the noise."""
        lost = [
            (-one.loss, number)
            for number, one in self.findings.items()
            if one.visits >= self.plan.visits and self._is_bad(one)
        ]
        return {number for _, number in sorted(lost)[: self.plan.most]}

    def _is_bad(self, found: _Finding) -> bool:
        """Whether a move lost more than the noise of its search."""
        noise = self.numbers.noise_of(found.visits)
        return review_words.word(found.loss, noise) in review_words.BAD

    # --- working ---------------------------------------------------------------------------------

    def _think(self, stage: str, chosen: Sequence[Frame], visits: int) -> None:
        def one(frame: Frame) -> _Finding:
            thought = self.numbers.think(frame.before, frame.move, visits, self.stop)
            return _finding(frame, thought, self.numbers.certainty, visits)

        todo = [
            frame
            for frame in chosen
            if frame.number not in self.findings or self.findings[frame.number].visits < visits
        ]
        for done, (frame, found) in enumerate(self._parallel(stage, one, todo), start=1):
            known = self.findings.get(frame.number, found)
            self.findings[frame.number] = replace(found, suspected=known.suspected)
            self._report(stage, done, len(todo))
            if done % _SAVE_EVERY == 0:
                self.save()

    def _parallel(
        self, stage: str, work: Callable[[Frame], Any], todo: Sequence[Frame]
    ) -> Iterable[tuple[Frame, Any]]:
        """The answers in the order of the work; several are worked out at once."""

        def timed(frame: Frame) -> Any:
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
            waiting: dict[Future[Any], Frame] = {pool.submit(timed, one): one for one in todo}
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
        known = len(self.glances) - 1
        mattering = self._mattering()
        moves = tuple(
            self._move(frame, frame.number in mattering) for frame in self.frames[: max(0, known)]
        )
        points = self.game["width"] * self.game["height"]
        size = self.game["width"], self.game["height"]
        sides = {
            color: review_words.side_report(
                color, moves, points, review_words.habits(color, moves, size)
            )
            for color in ("black", "white")
        }
        begin = self.glances[0] if self.glances else Glance(win=0.5, lead=0.0, owner=(), chances=())
        turns = review_words.turning_points(moves, begin.win)
        numbers = {
            "source": self.numbers.source,
            "certainty": self.numbers.certainty,
            "noise": round(self.numbers.noise, 2),
            "glance_noise": round(self.numbers.glance_noise, 2),
            "visits": self.plan.visits,
        }
        return Review(
            game=self.game,
            level=self.level,
            complete=complete,
            numbers=numbers,
            start={"lead": round(begin.lead, 2), "win": round(begin.win, 4)},
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

    def _move(self, frame: Frame, matters: bool) -> ReviewedMove:
        before, after = self.glances[frame.number - 1], self.glances[frame.number]
        found = self.findings.get(frame.number)
        if found is None:
            choices: tuple[Choice, ...] = ()
            loss = self._drop(frame, before, after)
            noise = self.numbers.glance_noise
            loss = round(loss, 2) if loss >= noise else 0.0
            lead, win = round(after.lead, 2), round(after.win, 4)
        else:
            loss, lead, win, choices = found.loss, found.lead, found.win, found.choices
            noise = self.numbers.noise_of(found.visits)
        reasons, instead = self.told.get(frame.number, ((), ()))
        return ReviewedMove(
            number=frame.number,
            color=str(frame.color),
            vertex=frame.before.vertex(frame.move),
            lead=lead,
            win=win,
            loss=loss,
            word=review_words.word(loss, noise) if found or loss < noise else "",
            searched=found.visits if found else 0,
            suspected=found.suspected if found else 0.0,
            matters=matters,
            candidates=choices,
            cost=found.cost if found and self._is_bad(found) else (),
            reasons=reasons,
            instead=instead,
            comment=frame.comment,
            setup=frame.setup,
        )


_BATCH = 16
_SAVE_EVERY = 5
_WAIT = 0.1  # seconds between two looks at whether to stop
_FEW = 2  # other moves, and sentences, for a move that did not matter
_SURPRISE = 3.0
"""Points that an utterly unexpected move counts for when suspects are chosen."""
_STAGES = {
    "glance": "looking at every move",
    "search": "searching the moves that may have cost something",
    "think": "thinking about the moves that mattered",
    "tell": "finding reasons",
    "groups": "following the groups",
}


def _finding(frame: Frame, thought: Thought, certainty: str, visits: int) -> _Finding:
    options = list(thought.options)
    if all(one.move != frame.move for one in options):
        options.append(thought.played)
    return _Finding(
        loss=round(thought.loss, 2),
        suspected=round(thought.loss, 2),
        lead=round(thought.played.lead, 2),
        win=round(thought.played.win, 4),
        choices=tuple(_choice(frame.before, one) for one in options),
        cost=cost(frame.before, thought, certainty),
        visits=visits,
    )


def _choice(position: Position, option: Option) -> Choice:
    return Choice(
        vertex=position.vertex(option.move),
        lead=round(option.lead, 2),
        win=round(option.win, 4),
        visits=option.visits,
        line=tuple(position.vertex(p) for p in option.line[:_LINE]),
    )


_LINE = 12  # moves of a line that are told
