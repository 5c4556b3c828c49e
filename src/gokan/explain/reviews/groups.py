"""The status of every group over a game, told only where it changed.

Groups are gathered and assessed at positions some moves apart (`gokan.assess`), as `gokan status`
does at the same effort, and each word has the certainty that it has there. Where the word of a
group differs between two looks, the moves between them that touched its surroundings are halved
until the one is found after which the new word holds for the stones that have it: a group may have
come apart in between. A capture is exact and has its own word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gokan.assess.assessor import forecast
from gokan.assess.groups import Assessed, assess_group, in_its_place
from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.explain.area import area_of
from gokan.explain.reviews.answer import Change, GroupStory
from gokan.explain.reviews.record import Frame
from gokan.go import Color, Position

__all__ = ["Looks", "Word", "stories", "word_of"]

Word = tuple[str, Certainty]
"""What is told of a group, and how it is known."""

FEWEST = 4
"""Stones that a group needs to be worth a story."""
_AROUND = 3
"""Steps around a group within which a new stone makes it worth another look."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How often to look, and how much is read of each group."""

    every: int
    effort: Effort


def stories(
    frames: Sequence[Frame],
    start: Position,
    looks: Looks,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[GroupStory, ...]:
    """What became of every group.

    Args:
        frames: the moves of the game.
        start: the position before the first.
        looks: how often, and how long.
        progress: told how many looks are done, and of how many; may raise to stop.
    """
    boards = [start, *(frame.after for frame in frames)]
    when = sorted({*range(looks.every, len(boards), looks.every), len(boards) - 1} - {0})
    watch = _Watch(boards, looks)
    for done, number in enumerate(when, start=1):
        watch.look(number)
        if progress is not None:
            progress(done, len(when))
    return watch.told()


@dataclass(slots=True)
class _Life:
    """A group being followed."""

    color: Color
    stones: frozenset[int]
    seen: int
    word: str
    changes: list[Change]
    most: frozenset[int]
    gone: bool = False


class _Watch:
    """Follows the groups from look to look."""

    def __init__(self, boards: Sequence[Position], looks: Looks) -> None:
        self.boards = boards
        self.looks = looks
        self.lives: list[_Life] = []
        self._forecast = lru_cache(maxsize=8)(forecast)
        self.known: dict[tuple[int, int], Word] = {}

    def look(self, number: int) -> None:
        """Gather the groups of a position and compare them with the ones before."""
        from gokan.reading.groups.gathering import gather

        position = self.boards[number]
        self._bury(number)
        left = [life for life in self.lives if not life.gone]
        for group in sorted(gather(position), key=lambda one: -len(one.stones)):
            color = position.color_at(min(group.stones))
            match = max(
                (life for life in left if life.color == color and life.stones & group.stones),
                key=lambda life: len(life.stones & group.stones),
                default=None,
            )
            if match is None and len(group.stones) < FEWEST:
                continue
            word = self._word(number, group.stones)
            if match is None:
                self._begin(number, color, group.stones, word)
            else:
                left.remove(match)
                self._continue(match, number, group.stones, word)
        # What was not found again has joined another group: its story ends there.
        for life in left:
            life.gone = True

    def told(self) -> tuple[GroupStory, ...]:
        """The stories with something to tell, in the order of their last change."""
        made: list[GroupStory] = []
        for life in self.lives:
            if len(life.most) < FEWEST or not life.changes:
                continue
            if len(life.changes) < 2 and life.changes[0].word in ("alive", "likely alive"):
                continue
            name = _name(life, self.boards[0])
            made.append(GroupStory(str(life.color), name, tuple(life.changes)))
        return tuple(sorted(made, key=lambda one: one.changes[-1].move))

    def _begin(self, number: int, color: Color, stones: frozenset[int], word: Word) -> None:
        life = _Life(color, stones, number, word[0], [], stones)
        if word[0] != "unknown":
            life.changes.append(self._change(number, word, stones))
        self.lives.append(life)

    def _continue(self, life: _Life, number: int, stones: frozenset[int], word: Word) -> None:
        if word[0] != "unknown" and _fate(word[0]) != _fate(life.word):
            at = self._when(life, number, _fate(word[0]), stones)
            board = self.boards[at].board
            there = frozenset(p for p in stones if board[p] == life.color)
            # As surely as it is known after that move, which may be less than later.
            told = word if at == number else self._word(at, there)
            life.changes.append(self._change(at, told, there))
            life.word = word[0]
        life.stones, life.seen = stones, number
        if len(stones) > len(life.most):
            life.most = stones

    def _bury(self, number: int) -> None:
        """Groups most of whose stones were taken since the last look."""
        for life in self.lives:
            if life.gone:
                continue
            for at in range(life.seen + 1, number + 1):
                board = self.boards[at].board
                taken = [p for p in life.stones if board[p] != life.color]
                if len(taken) * 2 > len(life.stones):
                    points = tuple(self.boards[at].vertex(p) for p in sorted(life.stones))
                    life.changes.append(
                        Change(move=at, word="captured", certainty="exact", stones=points)
                    )
                    life.word, life.gone = "captured", True
                    break

    def _when(self, life: _Life, number: int, word: str, stones: frozenset[int]) -> int:
        """The first move between two looks after which the new word holds for the stones that have
        it, by halving; confirmed after that move and before it, else the look itself.
        """
        zone = _zone(stones, self.boards[0])
        touched = [
            at
            for at in range(life.seen + 1, number + 1)
            if any(self.boards[at].board[p] != self.boards[at - 1].board[p] for p in zone)
        ]

        def holds(at: int) -> bool:
            position = self.boards[at]
            there = frozenset(p for p in stones if position.board[p] == life.color)
            return bool(there) and _fate(self._word(at, there)[0]) == word

        if not touched:
            return number
        low, high = 0, len(touched) - 1
        while low < high:
            middle = (low + high) // 2
            if holds(touched[middle]):
                high = middle
            else:
                low = middle + 1
        found = touched[low]
        before = touched[low - 1] if low else life.seen
        return found if holds(found) and not holds(before) else number

    def _word(self, number: int, stones: frozenset[int]) -> Word:
        """The word of the assessment after so many moves."""
        stone = min(stones)
        if (number, stone) not in self.known:
            self.known[number, stone] = word_of(self._assessed(self.boards[number], stone))
        return self.known[number, stone]

    def _assessed(self, position: Position, stone: int) -> Assessed:
        ownership = self._forecast(position)

        def ask(other: int) -> Assessed:
            return assess_group(position, other, self.looks.effort, ownership)

        return in_its_place(position, ask(stone), ask)

    def _change(self, move: int, word: Word, stones: frozenset[int]) -> Change:
        points = tuple(self.boards[0].vertex(p) for p in sorted(stones))
        return Change(move=move, word=word[0], certainty=str(word[1]), stones=points)


def word_of(one: Assessed) -> Word:
    """What is told of a group: what is only likely as such, and of a group that is open whether
    trial games see it in danger.
    """
    group, tried = one.group, one.reading.outlook
    if group.kills is not None:
        return "part of the killing", group.certainty
    if group.certainty is Certainty.LEARNED and group.word in ("alive", "dead"):
        return f"likely {group.word}", group.certainty
    if group.word != "open":
        return {"seki": "alive in seki"}.get(group.word, group.word), group.certainty
    if tried is not None and tried.taken >= _DANGER:
        return "in danger", Certainty.MEASURED
    return "unknown", Certainty.LEARNED


def _fate(word: str) -> str:
    """A word without how likely it is: that a group is surer of its life is no change."""
    return word.removeprefix("likely ")


_DANGER = 0.6
"""Of the trial games: an open group that is taken in more, its enemy first, is in danger."""


def _zone(stones: Iterable[int], position: Position) -> frozenset[int]:
    """The points within a few steps of the stones."""
    found = set(stones)
    edge = set(found)
    for _ in range(_AROUND):
        edge = {q for p in edge for q in position.neighbors(p)} - found
        found |= edge
    return frozenset(found)


def _name(life: _Life, position: Position) -> str:
    area = area_of(life.most, position.width, position.height)
    side = str(life.color).capitalize()
    return f"{side}'s {len(life.most)} stones, {_PLACES.get(area, area)}"


_PLACES = {
    "upper left": "upper left corner",
    "upper right": "upper right corner",
    "lower left": "lower left corner",
    "lower right": "lower right corner",
    "board": "whole board",
}
