"""Samples that belong together, and tests that do not lean on them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from gokan.errors import InvalidInput
from gokan_lab.corners.clusters import clusters, interval, siblings, strict_split
from gokan_lab.corners.experiments import PROTOCOLS, run
from gokan_lab.corners.nets import FULLY
from gokan_lab.corners.pattern import Corner
from gokan_lab.corners.samples import Kind, Sample, Split, split


def patterns(count: int, *, seed: int = 1) -> list[Sample]:
    """Patterns that a rule tells apart: alive with more black stones than white ones."""
    rng = np.random.default_rng(seed)
    found: list[Sample] = []
    while len(found) < count:
        alive = len(found) % 2 == 0
        shares = (0.5, 0.35, 0.15) if alive else (0.5, 0.15, 0.35)
        cells = bytes(rng.choice(3, 64, p=shares).astype(np.uint8).tolist())
        kind: Kind = "alive, final" if alive else "dead"
        found.append(Sample(Corner(cells), kind, "test", "", f"record {len(found) // 3}"))
    return found


def changed(sample: Sample, points: int, *, mirrored: bool = False, family: str = "") -> Sample:
    cells = bytearray(sample.pattern.cells)
    for point in range(points):
        cells[7 * point + 3] = (cells[7 * point + 3] + 1) % 3
    pattern = Corner(bytes(cells))
    return Sample(
        pattern.transposed() if mirrored else pattern, sample.kind, "test", "", family or "other"
    )


def test_one_record_is_one_cluster() -> None:
    assert clusters(patterns(7)) == [0, 0, 0, 1, 1, 1, 2]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("points", "together"), [(0, True), (1, True), (3, True), (4, False)])
def test_patterns_within_three_points_belong_together(
    points: int, together: bool, mirrored: bool
) -> None:
    [one] = patterns(1)
    number = clusters([one, changed(one, points, mirrored=mirrored)])
    assert (number[0] == number[1]) == together


def test_what_hangs_together_over_a_third_does_too() -> None:
    [one] = patterns(1)
    near, further = changed(one, 3, family="b"), changed(one, 6, family="c")
    assert len(set(clusters([one, further]))) == 2
    assert len(set(clusters([one, near, further]))) == 1


def test_a_strict_split_has_no_siblings_and_a_drawn_one_has() -> None:
    pool = patterns(90)
    drawn, strict = split(pool, 30, seed=3), strict_split(pool, 30, seed=3)
    assert siblings(drawn) > 15
    assert siblings(strict) == 0
    assert len(strict.test) == 30
    assert {*strict.train, *strict.test} == set(pool)
    assert strict_split(pool, 30, seed=3) == strict
    assert strict_split(pool, 30, seed=4) != strict


def test_a_split_that_cannot_be_is_refused() -> None:
    pool = patterns(6)
    one_record = [Sample(s.pattern, s.kind, s.source, "", "one") for s in pool]
    with pytest.raises(InvalidInput, match="hang together"):
        strict_split(one_record, 3)
    with pytest.raises(InvalidInput, match="cannot be set aside"):
        strict_split(pool, 6)


def test_an_interval_is_wider_where_cases_come_in_clusters() -> None:
    rng = np.random.default_rng(2)
    by_cluster = np.repeat(rng.random(20) < 0.8, 5)[None, :]
    alone = interval(by_cluster, list(range(100)))
    together = interval(by_cluster, [case // 5 for case in range(100)])
    assert together[1] - together[0] > 1.5 * (alone[1] - alone[0])
    mean = 100 * by_cluster.mean()
    assert together[0] <= mean <= together[1]


def test_networks_learn_the_rule_and_wrong_answers_are_seen() -> None:
    """With the labels of the test turned round, what was right is wrong."""
    pool = patterns(200)
    halves = strict_split(pool, 40)
    found = run(PROTOCOLS[1], halves, FULLY, networks=2, epochs=20)
    assert found.mean > 85
    assert found.low <= found.mean <= found.high
    swap = {"dead": "alive, final", "alive, final": "dead"}
    wrong = tuple(
        Sample(s.pattern, swap[s.kind], s.source, "", s.family)  # type: ignore[arg-type]
        for s in halves.test
    )
    turned = run(PROTOCOLS[1], Split(halves.train, wrong), FULLY, networks=2, epochs=20)
    assert turned.mean == pytest.approx(100 - found.mean)


PRINT = """
import json, sys
sys.path.insert(0, "tests/lab/corners")
from test_clusters import patterns
from gokan_lab.corners.clusters import strict_split
from gokan_lab.corners.experiments import PROTOCOLS, run
from gokan_lab.corners.nets import FULLY
found = run(PROTOCOLS[1], strict_split(patterns(200), 40), FULLY, networks=3, epochs=20)
print(json.dumps(found.to_dict()))
"""


def test_the_thesis_regime_is_the_same_to_the_digit_on_any_number_of_threads() -> None:
    told = []
    for threads in ("1", "2"):
        limits = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), threads)
        done = subprocess.run(
            [sys.executable, "-c", PRINT],
            env={**os.environ, **limits},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
    assert told[0]["right"] == [38, 39, 39]
    assert told[0]["epochs"] == [7, 7, 6]
