"""Corner groups with a proved fate, drawn at random and solved in the core, as many as wanted.

Candidate number *n* of a seed and the walk that sets out from it are always the same, so a
collection does not depend on the number of cores and can be made again from its seed. What is held
by `Made.family` is the candidate's number: everything met on one walk belongs to one family, and a
fair test keeps whole families out of training. Walls are taken as safe.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.errors import InvalidInput
from gokan_lab.corners.pattern import SIDE, Corner

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "FATES",
    "ON_THE_MOVE",
    "Made",
    "make_corners",
    "near_pairs",
    "outlines",
    "patterns_of",
    "read_made",
]

FATES = ("dead", "alive, final", "alive, not final", "ko", "seki")
"""What becomes of a group; in the core they count from 1."""
ON_THE_MOVE = 6
_ROOM = 7  # the walls need the eighth row and column
_CELLS = _ROOM * _ROOM
_RECORD = 13 + _CELLS
_BATCH = 500
_AHEAD = 8  # batches for each thread: some take far longer than others, and come in order
_LONGEST = 1 << 16  # steps of a walk


@dataclass(frozen=True, slots=True)
class Made:
    """Made corners, one row each: drafts of 7×7 cells, fates (1 to 6), where they come from.

    Cells are 0 wall, 1 empty, 2 attacker, 3 defender. `step` and `before` say which draft of the
    family a draft was changed from, in one point.
    """

    seed: int
    drafts: NDArray[np.uint8]
    fate: NDArray[np.uint8]
    family: NDArray[np.int64]
    step: NDArray[np.int64]
    before: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.fate)

    def take(self, rows: Any) -> Made:
        """Some of the rows: indices or a mask."""
        return Made(
            self.seed,
            self.drafts[rows],
            self.fate[rows],
            self.family[rows],
            self.step[rows],
            self.before[rows],
        )

    def inputs(self) -> NDArray[np.int8]:
        """The patterns as networks take them in: 64 numbers a row."""
        return patterns_of(self.drafts)

    def corner(self, row: int) -> Corner:
        """One of them as a pattern."""
        return Corner.from_inputs(self.take([row]).inputs()[0])

    def reference(self, row: int) -> str:
        """Where its proof can be had again: seed, candidate, step."""
        return f"made-{self.seed}-{self.family[row]}-{self.step[row]}"


def make_corners(
    number: int,
    *,
    seed: int = 1,
    first: int = 0,
    nodes: int = 1500,
    shares: tuple[float, ...] = (1, 1, 1, 1, 1),
    jobs: int = 0,
    progress: Callable[[dict[str, int]], None] | None = None,
) -> Made:
    """So many corners, no two the same or mirrored, with the five fates in the given shares.

    They come from the candidates of the seed beginning with `first`, so that a large collection can
    be made in pieces.

    >>> made = make_corners(10, jobs=1)
    >>> sorted(set(made.fate.tolist())), len(made)
    ([1, 2, 3, 4, 5], 10)
    """
    import numpy as np

    if number < 1 or len(shares) != len(FATES) or min(shares) < 0 or sum(shares) <= 0:
        raise InvalidInput("Ask for at least one corner, and give each fate a share of 0 or more.")
    wanted = np.array(shares, float) / sum(shares) * number
    quota = np.floor(wanted).astype(int)
    for extra in np.argsort(quota - wanted, kind="stable")[: number - int(quota.sum())]:
        quota[extra] += 1
    workers = jobs or os.cpu_count() or 1
    pile = _Pile(seed, quota)
    following = first
    waiting: deque[Future[bytes]] = deque()
    with ThreadPoolExecutor(max_workers=workers) as pool:
        while not pile.enough:
            while len(waiting) < _AHEAD * workers:
                waiting.append(pool.submit(_core.make_corners, seed, following, _BATCH, nodes))
                following += _BATCH
            pile.add(read_made(waiting.popleft().result(), seed))
            if progress:
                progress(dict(zip(FATES, pile.have.tolist(), strict=True)))
        for future in waiting:
            future.cancel()
    return pile.chosen()


class _Pile:
    """What was made so far: no draft twice, as it is or mirrored, and none that hangs on the move.

    Of fates that are common there is far too much in the end. Half of what is kept of them are
    drafts of near pairs, as far as there are so many, the rest is spread over all families.
    """

    def __init__(self, seed: int, quota: NDArray[np.int64]) -> None:
        import numpy as np

        self.seed, self.quota = seed, quota
        self.have = np.zeros(len(FATES), int)
        self.parts: list[Made] = []
        self.near: list[NDArray[np.bool_]] = []
        self.seen: set[int] = set()

    @property
    def enough(self) -> bool:
        return bool((self.have >= self.quota).all())

    def add(self, made: Made) -> None:
        import numpy as np

        keys = _keys(made.drafts)
        keep = np.zeros(len(made), bool)
        for row, (key, fate) in enumerate(zip(keys.tolist(), made.fate.tolist(), strict=True)):
            if fate != ON_THE_MOVE and key not in self.seen:
                self.seen.add(key)
                keep[row] = True
        near = near_pairs(made)[keep]
        made = made.take(keep)
        self.have += np.bincount(made.fate, minlength=len(FATES) + 1)[1:]
        self.parts.append(made)
        self.near.append(near)

    def chosen(self) -> Made:
        import numpy as np

        everything = _joined(self.seed, self.parts)
        near = np.concatenate(self.near)
        rank = _keys(everything.drafts)  # as good as random, and always the same
        keep = np.zeros(len(everything), bool)
        for fate, quota in enumerate(self.quota, 1):
            rows = np.flatnonzero(everything.fate == fate)
            rows = rows[np.argsort(rank[rows], kind="stable")]
            pairs = rows[near[rows]][: quota // 2]
            keep[pairs] = True
            others = rows[~keep[rows]][: quota - len(pairs)]
            keep[others] = True
        return everything.take(keep)


def patterns_of(drafts: NDArray[np.uint8]) -> NDArray[np.int8]:
    """The 8×8 patterns of drafts: what is inside, and White around it, diagonals too."""
    import numpy as np

    rows = drafts.reshape(-1, _ROOM, _ROOM)
    room = np.zeros((len(rows), SIDE + 2, SIDE + 2), bool)
    room[:, 1 : _ROOM + 1, 1 : _ROOM + 1] = rows > 0
    near = np.zeros((len(rows), SIDE, SIDE), bool)
    for down in range(3):
        for right in range(3):
            near |= room[:, down : down + SIDE, right : right + SIDE]
    inside = np.zeros((len(rows), SIDE, SIDE), np.int8)
    inside[:, :_ROOM, :_ROOM] = np.array([0, 0, -1, 1], np.int8)[rows]
    wall = near & ~room[:, 1:-1, 1:-1]
    inside[wall] = -1
    return inside.reshape(-1, SIDE * SIDE)


def read_made(records: bytes, seed: int) -> Made:
    """What the core made, as a table."""
    import numpy as np

    table = np.frombuffer(records, np.uint8).reshape(-1, _RECORD)

    def number(begin: int, end: int) -> NDArray[np.int64]:
        powers = 256 ** np.arange(end - begin, dtype=np.int64)
        found: NDArray[np.int64] = table[:, begin:end].astype(np.int64) @ powers
        return found

    return Made(seed, table[:, 13:], table[:, 12], number(0, 8), number(8, 10), number(10, 12))


def outlines(made: Made) -> NDArray[np.int64]:
    """A number for each draft that says which shape its room has, mirrored or not."""
    import numpy as np

    _, number = np.unique(_keys((made.drafts > 0).astype(np.uint8)), return_inverse=True)
    return np.asarray(number, np.int64)


def _joined(seed: int, parts: list[Made]) -> Made:
    import numpy as np

    names = ("drafts", "fate", "family", "step", "before")
    return Made(seed, *(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _keys(drafts: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A number for each draft, the same for its mirror image."""
    import numpy as np

    odd = np.random.default_rng(20041115).integers(0, 2**64, (_CELLS, 4), np.uint64)
    mirror = np.arange(_CELLS).reshape(_ROOM, _ROOM).T.ravel()
    columns = np.arange(_CELLS)
    plain = np.zeros(len(drafts), np.uint64)
    turned = np.zeros(len(drafts), np.uint64)
    for column in columns:
        plain ^= odd[column][drafts[:, column]]
        turned ^= odd[column][drafts[:, mirror[column]]]
    return np.minimum(plain, turned)


def near_pairs(made: Made) -> NDArray[np.bool_]:
    """Which drafts have a partner in the same walk with another fate and one other point.

    Both must be settled and among these rows, and the walls the same.
    """
    import numpy as np

    found = np.zeros(len(made), bool)
    if not len(made):
        return found
    place = made.family * _LONGEST + made.step
    order = np.argsort(place, kind="stable")
    wanted = made.family * _LONGEST + made.before
    at = np.minimum(np.searchsorted(place[order], wanted), len(made) - 1)
    other = order[at]
    pair = (place[other] == wanted) & (made.fate != made.fate[other])
    pair &= (made.fate != ON_THE_MOVE) & (made.fate[other] != ON_THE_MOVE)
    rows = np.flatnonzero(pair)
    same = ((made.drafts[rows] == 0) == (made.drafts[other[rows]] == 0)).all(axis=1)
    found[rows[same]] = True
    found[other[rows[same]]] = True
    return found
