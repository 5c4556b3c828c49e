"""The assessor that asks the senses: reading for every group, the network for a forecast."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gokan.assess.groups import Assessed, assess_group, in_its_place
from gokan.assess.links import assess_link
from gokan.assessment import BoardAssessment, GroupAssessment, LinkAssessment
from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import EMPTY, Position
from gokan.go.life import unconditional
from gokan.reading.budget import Cancel

__all__ = ["SenseAssessor", "Survey", "forecast", "survey"]


@dataclass(frozen=True, slots=True)
class Survey:
    """The assessment of a board with the readings behind it, in the order of the groups."""

    board: BoardAssessment
    groups: tuple[Assessed, ...]
    complete: bool
    """False where a limit in seconds cut the work short."""


class SenseAssessor:
    """See `gokan.assess`, which this is, and `gokan.assessment.Assessor`.

    >>> from gokan.effort import QUICK
    >>> SenseAssessor().board(Position.empty(9), QUICK).groups
    ()
    """

    def __init__(
        self, *, network: bool = True, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Args:
        network: whether the network is asked for a forecast where none is handed in.
        progress: told how many stones are done, and of how many.
        """
        self._network = network
        self._progress = progress

    def group(self, position: Position, stone: int, effort: Effort) -> GroupAssessment:
        """What is true of the group of a stone."""
        if not 0 <= stone < len(position.board) or position.board[stone] == EMPTY:
            where = position.vertex(stone) if 0 <= stone < len(position.board) else stone
            raise InvalidInput(f"There is no stone at {where}; name one of a group.")
        ownership = forecast(position) if self._network else None

        def ask(other: int) -> Assessed:
            return assess_group(position, other, effort, ownership)

        return in_its_place(position, ask(stone), ask).group

    def link(self, position: Position, first: int, second: int, effort: Effort) -> LinkAssessment:
        """Whether the blocks of two stones of one side hang together."""
        return assess_link(position, first, second, effort)

    def board(
        self,
        position: Position,
        effort: Effort,
        *,
        ownership: Sequence[float] | None = None,
    ) -> BoardAssessment:
        """Every group, in the order of their first stones."""
        if ownership is None and self._network:
            ownership = forecast(position)
        return survey(position, effort, ownership, progress=self._progress).board


def survey(
    position: Position,
    effort: Effort,
    ownership: Sequence[float] | None,
    *,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    details: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Survey:
    r"""Every group with the reading behind it. `seconds` is for all of them and cuts the work
    short; the answer then hangs on the clock.

    >>> from gokan.effort import QUICK
    >>> position = Position.from_diagram(". X . X O\nX X X X O\nO O O O O\n. . . . .")
    >>> [one.reading.word for one in survey(position, QUICK, None).groups]
    ['alive', 'alive']
    """
    settled = unconditional(position)
    stones = [p for p, stone in enumerate(position.board) if stone != EMPTY]
    found: dict[int, Assessed] = {}
    begun = time.monotonic()
    for stone in stones:
        if stone in found:
            continue
        left = None
        if seconds is not None:
            # What is left is shared by what is left to do, as far as stones tell.
            rest = max(0.0, seconds - (time.monotonic() - begun))
            undone = len(stones) - len(found)
            left = max(rest * math.sqrt(1 / max(1, undone)), 0.001)
        one = assess_group(
            position,
            stone,
            effort,
            ownership,
            settled=settled,
            seconds=left,
            cancel=cancel,
            details=details,
        )
        found.update(dict.fromkeys(one.group.stones, one))
        if progress is not None:
            progress(len(found), len(stones))
    groups = [found[p] for p in stones if p == found[p].group.stones[0]]
    placed = tuple(in_its_place(position, one, found.__getitem__) for one in groups)
    board = BoardAssessment(position, effort, tuple(one.group for one in placed))
    complete = seconds is None or time.monotonic() - begun < seconds
    return Survey(board, placed, complete)


def forecast(position: Position) -> Sequence[float] | None:
    """The owner of each point by the network, as the mean of all sides; None where there is none.

    >>> forecast(Position.empty(1)) is None
    True
    """
    from gokan import intuition

    if not intuition.available():
        return None
    try:
        return intuition.judge(position, ways=range(8)).ownership
    except InvalidInput:  # a board it does not look at; a damaged network is told
        return None
