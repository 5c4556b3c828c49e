"""Two questions that the thesis leaves open: how its hard limit learns, and what more samples give.

In its first experiment the two outputs are threshold neurons, and FANN's rule for them is not said.
`study_limits` trains the same networks three ways: as sigmoids that are cut at one half afterwards,
with the step's error through the sigmoid's slope, and by the perceptron rule. `study_growth` keeps
the strict test of experiment 2 and trains on its own samples, some 750, and on more.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import mean
from typing import Any, get_args

from gokan_lab.corners.clusters import clusters, siblings
from gokan_lab.corners.experiments import PROTOCOLS, Halves, Run, pool_for, run
from gokan_lab.corners.learn import Limit
from gokan_lab.corners.nets import DESIGNS, FULLY, TWO_D, Design
from gokan_lab.corners.samples import Kind, Sample, Split, without_twins

__all__ = ["GrowthStudy", "LimitStudy", "study_growth", "study_limits"]

_KINDS: tuple[Kind, ...] = ("dead", "alive, final", "alive, not final")

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LimitStudy:
    """Experiment 1 with its hard limit trained three ways; both ways of setting a test aside."""

    runs: tuple[Run, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {"limits": [one.to_dict() for one in self.runs]}

    def explain(self) -> str:
        """A line for each network and rule."""
        head = f"{'test':8} {'network':22} {'outputs learn as':>16} {'mean':>7} {'95 %':>16}"
        lines = [
            "Experiment 1, its hard limit trained three ways, percent right:",
            f"{head} {'best':>6} {'epochs':>7}",
        ]
        lines += [
            f"{_WAYS[one.halves]:8} {one.design:22} {one.limit:>16} {one.mean:7.2f}"
            f" {f'{one.low:.1f} to {one.high:.1f}':>16} {one.best:6.1f} {mean(one.epochs):7.0f}"
            for one in self.runs
        ]
        return "\n".join(lines)


_WAYS: dict[Halves, str] = {"thesis": "chance", "strict": "strict"}


def study_limits(
    samples: Sequence[Sample],
    *,
    networks: int = 10,
    epochs: int = 0,
    small: int = 1,
    seed: int = 1,
    say: Say | None = None,
) -> LimitStudy:
    """Train experiment 1's networks with each rule for the outputs."""
    protocol = PROTOCOLS[1]
    cases = {
        halves: pool_for(protocol, samples, seed=seed, small=small, halves=halves)
        for halves in get_args(Halves)
    }

    def taught(halves: Halves, design: Design, limit: Limit) -> Run:
        return run(
            protocol,
            cases[halves],
            design,
            networks=networks,
            epochs=epochs,
            seed=seed,
            halves=halves,
            limit=limit,
            progress=say,
        )

    each = product(cases, DESIGNS, get_args(Limit))
    return LimitStudy(tuple(taught(*one) for one in each))


@dataclass(frozen=True, slots=True)
class GrowthStudy:
    """One strict test, and networks trained on more and more samples."""

    sources: int
    """Games and problems that gave samples."""
    clusters: int
    """Clusters of the test."""
    tested: dict[str, int]
    leaning: int
    """Test cases with a sibling among all training samples."""
    runs: tuple[tuple[int, Run], ...]
    """Training samples, and the run."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "sources": self.sources,
            "clusters": self.clusters,
            "tested": self.tested,
            "siblings": self.leaning,
            "runs": [{"training": number, **one.to_dict()} for number, one in self.runs],
        }

    def explain(self) -> str:
        """A line for each network and number of samples."""
        kinds = ", ".join(f"{number} {kind}" for kind, number in self.tested.items())
        cases = f"{sum(self.tested.values())} cases ({kinds}) of {self.clusters} clusters"
        lines = [
            f"Samples from {self.sources} games and problems; one test, clusters set aside:",
            f"{cases}, {self.leaning} with a sibling in training.",
            f"{'network':22} {'training':>8} {'mean':>7} {'95 %':>16} {'best':>6}  by kind",
        ]
        for number, one in self.runs:
            parts = ", ".join(f"{kind} {value:.1f}" for kind, value in one.by_kind.items())
            lines.append(
                f"{one.design:22} {number:8} {one.mean:7.2f}"
                f" {f'{one.low:.1f} to {one.high:.1f}':>16} {one.best:6.1f}  {parts}"
            )
        return "\n".join(lines)


def study_growth(
    samples: Sequence[Sample],
    *,
    more: Sequence[Sample] = (),
    networks: int = 10,
    epochs: int = 0,
    small: int = 1,
    seed: int = 1,
    say: Say | None = None,
) -> GrowthStudy:
    """Experiment 2 with its strict test, trained as it stands and with everything else there is.

    The test is drawn from `samples` alone. Whatever shares a cluster with it, of `samples` or of
    `more`, teaches nothing. Trained on are the experiment's own samples, twice as many, and all.
    """
    halves = pool_for(PROTOCOLS[2], samples, seed=seed, small=small, halves="strict")
    own = {sample.pattern.key for sample in (*halves.train, *halves.test)}
    others = [
        sample
        for sample in without_twins([*samples, *more])
        if sample.kind in _KINDS and sample.pattern.key not in own
    ]
    number = clusters([*halves.test, *halves.train, *others])
    held = set(number[: len(halves.test)])
    free = [
        sample
        for sample, cluster in zip(others, number[len(own) :], strict=True)
        if cluster not in held
    ]
    # Samples of the training half may be joined to the test by way of others.
    kept = [
        sample
        for sample, cluster in zip(halves.train, number[len(halves.test) : len(own)], strict=True)
        if cluster not in held
    ]
    order = [*kept, *_by_family(free, seed)]
    sizes = sorted({min(len(kept), len(order)), min(2 * len(kept), len(order)), len(order)})
    runs = []
    for size, design in product(sizes, (FULLY, TWO_D)):
        if say:
            say(f"{size} training samples")
        one = run(
            PROTOCOLS[2],
            Split(tuple(order[:size]), halves.test),
            design,
            networks=networks,
            epochs=epochs,
            seed=seed,
            halves="strict",
            progress=say,
        )
        runs.append((size, one))
    return GrowthStudy(
        len({sample.family for sample in (*halves.test, *order)}),
        len(set(clusters(halves.test))),
        dict(Counter(sample.kind for sample in halves.test)),
        siblings(Split(tuple(order), halves.test)),
        tuple(runs),
    )


def _by_family(samples: Sequence[Sample], seed: int) -> list[Sample]:
    families: dict[str, list[Sample]] = defaultdict(list)
    for number, sample in enumerate(samples):
        families[sample.family or f"#{number}"].append(sample)
    order = list(families.values())
    random.Random(seed).shuffle(order)
    return [sample for family in order for sample in family]
