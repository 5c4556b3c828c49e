"""The thesis's two experiments (chapters 4 and 7), and what it tried in vain.

Experiment 1 tells living groups of final positions from dead ones: 748 samples, 200 of them for
the test, two outputs with a hard limit. Experiment 2 adds living groups that are not final: 1,000
samples, 250 for the test, one output that must come within 0.25. Every network of a run sees the
same split and starts from other weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gokan.errors import InvalidInput
from gokan_lab.corners.clusters import clusters, interval, strict_split
from gokan_lab.corners.learn import Limit, by_adam, by_case, correct, twins
from gokan_lab.corners.nets import CHAN, FULLY, TWO_D, Design, Networks
from gokan_lab.corners.samples import ALIVE, Kind, Sample, Split, boards_of, split
from gokan_lab.corners.sources.gather import mix

__all__ = [
    "ALTERNATIVES",
    "PROTOCOLS",
    "Halves",
    "Protocol",
    "Regime",
    "Run",
    "answers",
    "pool_for",
    "run",
    "shared_maps",
    "targets_of",
]

Regime = Literal["thesis", "modern"]
Halves = Literal["thesis", "strict"]
"""How the test is set aside: drawn by chance as in the thesis, or whole clusters at a time."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """One experiment: its samples, its test, its outputs, and what the thesis printed."""

    number: int
    wanted: dict[Kind, int]
    test: int
    outputs: int
    printed: dict[str, float]
    """By design: the share in percent that the thesis printed in table 7.1."""
    printed_mean: dict[str, float]
    """The same for the means of ten, table 7.2."""


PROTOCOLS = {
    1: Protocol(
        1,
        {"alive, final": 450, "dead": 298},
        200,
        2,
        {FULLY.name: 94.0, TWO_D.name: 97.0, CHAN.name: 96.9},
        {},
    ),
    2: Protocol(
        2,
        {"alive, final": 450, "dead": 298, "alive, not final": 252},
        250,
        1,
        {FULLY.name: 89.6, TWO_D.name: 94.8},
        {FULLY.name: 86.96, TWO_D.name: 90.96},
    ),
}

ALTERNATIVES: tuple[tuple[Design, float], ...] = (
    (Design("64-128-30", (128, 30)), 0.5),
    (Design("64-128-50", (128, 50)), 0.5),
    (Design("64-128-50-30", (128, 50, 30)), 0.5),
    (FULLY, 0.3),
    (FULLY, 0.7),
)
"""What the thesis tried and found no better: larger layers, other learning rates (chapter 6)."""


@dataclass(frozen=True, slots=True)
class Run:
    """How many test cases each of several networks had right."""

    experiment: int
    design: str
    layers: str
    regime: Regime
    rate: float
    tested: int
    right: tuple[int, ...]
    by_kind: dict[str, float]
    """Percent right by kind, over all networks."""
    epochs: tuple[int, ...]
    halves: Halves = "thesis"
    low: float = 0.0
    high: float = 100.0
    """Where 95 % of the mean lie if whole clusters of test cases are drawn again."""
    limit: Limit = "sigmoid"

    @property
    def mean(self) -> float:
        """The mean over the networks, in percent."""
        return 100 * sum(self.right) / (self.tested * len(self.right))

    @property
    def best(self) -> float:
        """The best network, in percent."""
        return 100 * max(self.right) / self.tested

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "experiment": self.experiment,
            "design": self.design,
            "layers": self.layers,
            "regime": self.regime,
            "rate": self.rate,
            "tested": self.tested,
            "right": list(self.right),
            "mean": round(self.mean, 2),
            "best": round(self.best, 2),
            "halves": self.halves,
            "limit": self.limit,
            "interval": [round(self.low, 2), round(self.high, 2)],
            "by_kind": {kind: round(value, 1) for kind, value in self.by_kind.items()},
            "epochs": list(self.epochs),
        }


def pool_for(
    protocol: Protocol,
    samples: Sequence[Sample],
    *,
    seed: int,
    small: int = 1,
    halves: Halves = "thesis",
) -> Split:
    """The experiment's samples, split; `small` divides all of its numbers."""
    wanted: dict[Kind, int] = {k: max(4, n // small) for k, n in protocol.wanted.items()}
    drawn = mix(samples, wanted, seed=seed)
    apart = strict_split if halves == "strict" else split
    return apart(drawn, max(4, protocol.test // small), seed=seed)


def run(
    protocol: Protocol,
    cases: Split,
    design: Design,
    *,
    networks: int = 10,
    regime: Regime = "thesis",
    rate: float | None = None,
    epochs: int = 0,
    seed: int = 1,
    halves: Halves = "thesis",
    limit: Limit = "sigmoid",
    progress: Callable[[str], None] | None = None,
) -> Run:
    """Train networks of one design on the training half and its twins, and test them.

    `limit` is for the thesis's regime: whether the outputs learn behind their hard limit.
    """
    if networks < 1:
        raise InvalidInput("An experiment needs at least one network.")
    nets = Networks.random(design, outputs=protocol.outputs, count=networks, seed=seed)
    boards, targets = twins(boards_of(cases.train), targets_of(cases.train, protocol.outputs))
    if progress:
        progress(f"experiment {protocol.number}: {design.name}, {regime}")
    if regime == "thesis":
        rate = 0.5 if rate is None else rate
        most = epochs or 100
        took = by_case(nets, boards, targets, rate=rate, epochs=most, seed=seed, limit=limit)
    else:
        rate = 0.003 if rate is None else rate
        nets.widen(seed)
        by_adam(nets, boards, targets, rate=rate, epochs=epochs or 150, decay=0.1, seed=seed)
        took = [epochs or 150] * networks
    right = answers(nets, cases.test, protocol.outputs)
    kinds = np.array([sample.kind for sample in cases.test])
    low, high = interval(right, clusters(cases.test))
    return Run(
        protocol.number,
        design.name,
        design.text(protocol.outputs),
        regime,
        rate,
        len(cases.test),
        tuple(right.sum(axis=1).tolist()),
        {
            kind: 100 * float(right[:, kinds == kind].mean())
            for kind in dict.fromkeys(kinds.tolist())
        },
        tuple(took),
        halves,
        low,
        high,
        limit,
    )


def shared_maps(samples: Sequence[Sample]) -> tuple[int, int]:
    """How many location maps belong to several patterns, and how many of these to living and dead
    ones alike (figures 6.5 to 6.8).
    """
    fates: dict[tuple[int, ...], list[bool]] = {}
    for sample in samples:
        fates.setdefault(sample.pattern.location_map(), []).append(sample.kind in ALIVE)
    several = [kinds for kinds in fates.values() if len(kinds) > 1]
    return len(several), sum(len(set(kinds)) == 2 for kinds in several)


def targets_of(samples: Sequence[Sample], outputs: int) -> NDArray[np.float32]:
    """The codes: 1 alive and 0 dead; with two outputs 10 alive and 01 dead."""
    alive = np.array([[sample.kind in ALIVE] for sample in samples], np.float32)
    return alive if outputs == 1 else np.concatenate([alive, 1 - alive], axis=1)


def answers(nets: Networks, samples: Sequence[Sample], outputs: int) -> NDArray[np.bool_]:
    """Which cases each network has right: within the criterion, or by the hard limit if two."""
    said = nets.forward(boards_of(samples))
    wanted = targets_of(samples, outputs)
    if outputs == 1:
        return correct(said, wanted)
    return np.asarray(((said >= 0.5) == (wanted >= 0.5)).all(axis=-1))
