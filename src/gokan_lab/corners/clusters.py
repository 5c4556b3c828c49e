"""Samples that belong together: of one game, of one problem, or nearly the same pattern.

The thesis draws its test by chance, so that right and wrong answers of one problem stand in both
halves: three in four test cases of experiment 2 have such a sibling in training. A network can have
them right by remembering. Here samples are put together that come from one record (`family`), and
patterns that differ in at most three points, as they are or mirrored; and what such samples share
with further ones. A strict split sets whole clusters aside, and an interval draws whole clusters.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gokan.errors import InvalidInput
from gokan_lab.corners.samples import Sample, Split, boards_of

__all__ = ["NEAR", "clusters", "interval", "siblings", "strict_split"]

NEAR = 3
"""Patterns that differ in so many points or fewer belong together."""
_DRAWS = 1000


def clusters(samples: Sequence[Sample]) -> list[int]:
    """The number of each sample's cluster, in order of their first samples.

    >>> from gokan_lab.corners.pattern import Corner
    >>> from gokan_lab.corners.samples import made_samples
    >>> pool = made_samples({"dead": 3, "alive, final": 3}, seed=2, jobs=1)
    >>> len(set(clusters(pool))) <= 6
    True
    """
    parent = list(range(len(samples)))

    def root(one: int) -> int:
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = parent[one]
        return one

    first: dict[str, int] = {}
    for number, sample in enumerate(samples):
        if sample.family:
            parent[root(number)] = root(first.setdefault(sample.family, number))
    for one, other in near_pairs(samples):
        parent[root(one)] = root(other)
    names: dict[int, int] = {}
    return [names.setdefault(root(number), len(names)) for number in range(len(samples))]


def near_pairs(samples: Sequence[Sample]) -> list[tuple[int, int]]:
    """Pairs of samples whose patterns differ in at most `NEAR` points, as they are or mirrored."""
    if not samples:
        return []
    boards = boards_of(samples)
    mirrored = boards.reshape(-1, 8, 8).transpose(0, 2, 1).reshape(-1, 64)
    found = []
    for number in range(len(boards) - 1):
        rest = slice(number + 1, len(boards))
        differ = np.minimum(
            (boards[rest] != boards[number]).sum(axis=1),
            (mirrored[rest] != boards[number]).sum(axis=1),
        )
        found += [(number, number + 1 + int(at)) for at in np.flatnonzero(differ <= NEAR)]
    return found


def strict_split(samples: Sequence[Sample], test: int, *, seed: int = 1) -> Split:
    """Set whole clusters aside until the test has so many cases, or as near below as they allow."""
    if not 0 < test < len(samples):
        raise InvalidInput(f"Of {len(samples)} samples {test} cannot be set aside for the test.")
    members: dict[int, list[int]] = defaultdict(list)
    for number, cluster in enumerate(clusters(samples)):
        members[cluster].append(number)
    order = list(members.values())
    random.Random(seed).shuffle(order)
    held: set[int] = set()
    for group in order:
        if len(held) + len(group) <= test:
            held.update(group)
    if not held:
        raise InvalidInput(
            f"The samples hang together so much that no cluster has {test} or fewer of them."
        )
    return Split(
        tuple(s for n, s in enumerate(samples) if n not in held),
        tuple(s for n, s in enumerate(samples) if n in held),
    )


def siblings(cases: Split) -> int:
    """How many test cases have a sample of their own cluster in training."""
    number = clusters((*cases.train, *cases.test))
    known = set(number[: len(cases.train)])
    return sum(one in known for one in number[len(cases.train) :])


def interval(
    right: NDArray[np.bool_], groups: Sequence[int], *, seed: int = 1
) -> tuple[float, float]:
    """Where 95 % of the mean over networks and cases lie, in percent, if clusters are drawn again.

    >>> interval(np.ones((2, 4), bool), [0, 0, 1, 2])
    (100.0, 100.0)
    """
    of_group: dict[int, list[int]] = defaultdict(list)
    for case, group in enumerate(groups):
        of_group[group].append(case)
    share = right.mean(axis=0)
    sums = np.array([share[cases].sum() for cases in of_group.values()])
    sizes = np.array([len(cases) for cases in of_group.values()])
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(sums), (_DRAWS, len(sums)))
    means = np.sort(100 * sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
    return float(means[int(0.025 * _DRAWS)]), float(means[int(0.975 * _DRAWS) - 1])
