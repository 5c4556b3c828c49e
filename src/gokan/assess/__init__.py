"""What is true of groups, links and the board: asks every sense that knows something, judges once.

- `group`: the group of a stone: alive, dead, unsettled, ko, seki or open; how that is known, its
  chance, the first moves that decide, and the evidence behind it.
- `link`: whether two blocks hang together: connected, cuttable, cut or open.
- `board`: every group of a position.

How an answer is found: the stones that belong together are those that reading cannot cut apart
(`gokan.reading.groups.gathering`); there is no other definition of a group. Rules decide first
(stones that live unconditionally), then what reading proved. Below that reading's searches, trial
games and the network's forecast are weighed in one place (`deciding`). A group stands or falls with
its evidence: every piece is kept and named.

All limits are nodes (`gokan.effort`), each group has its own, and nothing is remembered: the same
question has the same answer, alone or with the whole board, whatever was asked before. Senses never
import this room; where one needs to know whether stones live, it is handed an
`gokan.assessment.Assessor`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gokan.assessment import BoardAssessment, GroupAssessment, LinkAssessment
    from gokan.effort import Effort
    from gokan.go import Position

__all__ = ["board", "group", "link"]


def group(
    position: Position, stone: int | str, *, effort: Effort | str = "quick"
) -> GroupAssessment:
    """What is true of the group of a stone.

    >>> from gokan.go import Position
    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> found = group(position, "A4")
    >>> found.word, found.certainty.value, [position.vertex(one.move) for one in found.defence]
    ('unsettled', 'proved', ['B5'])
    """
    from gokan.assess.assessor import SenseAssessor

    point = position.point(stone) if isinstance(stone, str) else stone
    return SenseAssessor().group(position, point, _effort(effort))


def link(
    position: Position, first: int | str, second: int | str, *, effort: Effort | str = "quick"
) -> LinkAssessment:
    """Whether the blocks of two stones of one side hang together.

    >>> from gokan.go import Position
    >>> bamboo = Position.from_diagram('''
    ...     . . . . .
    ...     . X . X .
    ...     . X . X .
    ...     . . . . .
    ... ''')
    >>> found = link(bamboo, "B3", "D3")
    >>> found.word, found.certainty.value
    ('connected', 'proved')
    """
    from gokan.assess.assessor import SenseAssessor

    one, two = (position.point(p) if isinstance(p, str) else p for p in (first, second))
    return SenseAssessor().link(position, one, two, _effort(effort))


def board(
    position: Position,
    *,
    effort: Effort | str = "quick",
    ownership: Sequence[float] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> BoardAssessment:
    """Every group of a position.

    `ownership` is a forecast for each point, 1 Black's to -1 White's, where the caller has a better
    one than a look at the position gives; `progress` is told how many groups are done, and of how
    many.

    >>> from gokan.go import Position
    >>> position = Position.from_diagram('''
    ... . X . X O .
    ... X X X X O .
    ... O O O O O .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> [(str(one.color), one.word, one.certainty.value) for one in board(position).groups]
    [('black', 'alive', 'exact'), ('white', 'alive', 'measured')]
    """
    from gokan.assess.assessor import SenseAssessor

    return SenseAssessor(progress=progress).board(position, _effort(effort), ownership=ownership)


def _effort(effort: Effort | str) -> Effort:
    from gokan.effort import Effort

    return Effort.named(effort) if isinstance(effort, str) else effort
