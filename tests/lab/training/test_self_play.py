"""Games of an evaluator with itself in the core: what is drawn for them, how they are counted."""

from __future__ import annotations

from collections import Counter

import numpy as np

from gokan import _core

SIDE = 5
POINTS = SIDE * SIDE
META = 24


def games_of(seed: int, *, moves: int = 0, games: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Records and owners of some games of an evaluator that knows nothing but stones; or that
    thinks everything Black's, and they end after so many moves.
    """
    options = _core.SelfPlayOptions()
    options.side, options.visits, options.brief_visits = SIDE, 2, 2
    options.max_moves = moves
    core = _core.SelfPlay(games, options, seed, 1)
    even = np.full(games, 0.5, np.float32)
    policy = np.full((games, POINTS + 1), 1 / (POINTS + 1), np.float32)
    records, owners, finished = [], [], 0
    while finished < games:
        seen = np.frombuffer(core.look(), np.uint8).reshape(games, -1)
        stones = seen[:, :POINTS] & 3
        owner = (stones == 1).astype(np.float32) - (stones == 2)
        if moves:
            owner[:] = np.where(seen[:, -META + 20] > 0, 1, -1)[:, None]
        core.answer(policy.reshape(-1), even, even, 4 * even, owner.reshape(-1))
        taken = core.take()
        records.append(np.frombuffer(taken.records, np.uint8).reshape(-1, 4 * POINTS + META).copy())
        records[-1][:, -META + 12] += np.uint8(finished)  # numbers of games start anew
        owners.append(np.frombuffer(taken.owners, np.int8).reshape(-1, POINTS))
        finished += taken.games
    return np.concatenate(records), np.concatenate(owners)


def test_some_count_territory_and_the_komi_told_makes_area_fit() -> None:
    """Before the last pass the komi told is within half a point of the one that counts."""
    records, owners = games_of(3)
    meta = records[:, -META:]
    kinds: Counter[float] = Counter()
    for number, owner in enumerate(owners):
        own = meta[meta[:, 12] == number]
        last, before = own[-1], own[-2]
        passes = [int(one[10]) == POINTS for one in (before, last)]
        if not all(passes):
            continue  # ended by its length
        sign = 1 if last[20] else -1
        margin = sign * int(last[16:18].copy().view(np.int16)[0]) / 2
        komi = -sign * int(last[22:24].view("<i2")[0]) / 2
        kinds[int(owner.sum()) - komi - margin] += 1
    assert set(kinds) <= {0.0, 0.5, -0.5}
    assert kinds[0.0] > 5
    assert kinds[0.5] + kinds[-0.5] > 5


def by_territory(records: np.ndarray, number: int) -> bool:
    """Komi is drawn with a half; the one that is told where territory counts is whole."""
    first = records[records[:, -META + 12] == number][0]
    return int(first[-META + 22]) % 2 == 0


def test_by_territory_stones_are_dead_that_the_evaluator_gives_away() -> None:
    records, owners = games_of(4, moves=12)
    whites: dict[bool, list[int]] = {True: [], False: []}
    for number, owner in enumerate(owners):
        whites[by_territory(records, number)].append(int((owner < 0).sum()))
    assert min(map(len, whites.values())) > 5
    assert max(whites[True]) == 0
    assert min(whites[False]) > 0
