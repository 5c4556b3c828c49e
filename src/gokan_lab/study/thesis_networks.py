"""Wong's experiments with networks for living and dead corners, rerun with ours beside his."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from gokan.errors import InvalidInput
from gokan_lab.corners.clusters import siblings
from gokan_lab.corners.experiments import (
    ALTERNATIVES,
    PROTOCOLS,
    Halves,
    Regime,
    Run,
    pool_for,
    run,
    shared_maps,
)
from gokan_lab.corners.nets import CHAN, DESIGNS, FULLY, MAP_ALONE, TWO_D
from gokan_lab.corners.samples import Kind, Sample, Split, made_samples, read_tables

__all__ = ["PARTS", "ThesisNetworks", "thesis_networks"]

PARTS = ("tables", "alternatives", "map")
_CHAN_PRINTED = "Chan 96.9 and 98.45 % with 969 and 1,495 chosen samples, tested on 387"


@dataclass(frozen=True, slots=True)
class ThesisNetworks:
    """Every run of the study, and what its samples were."""

    source: str
    counts: dict[str, int]
    runs: tuple[Run, ...]
    alternatives: tuple[Run, ...]
    maps: tuple[Run, ...]
    shared: dict[int, tuple[int, int]]
    """By experiment: maps that several patterns share, and of these the contradictory ones."""
    leaning: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)
    """By how the test was set aside and experiment: test cases, and those with a sibling in
    training."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "samples": {"source": self.source, **self.counts},
            "runs": [one.to_dict() for one in self.runs],
            "siblings": {
                halves: {str(number): list(pair) for number, pair in by_number.items()}
                for halves, by_number in self.leaning.items()
            },
            "alternatives": [one.to_dict() for one in self.alternatives],
            "location_map": {
                "runs": [one.to_dict() for one in self.maps],
                "shared": {str(k): list(v) for k, v in self.shared.items()},
            },
        }

    def explain(self) -> str:
        """Tables 7.1 and 7.2 with ours beside them, and what else was run."""
        lines = [f"Samples: {self.source} ({_listed(self.counts)})."]
        if self.runs:
            lines += ["", *self._table_71(), "", *self._table_72()]
            for halves in dict.fromkeys(one.halves for one in self.runs):
                lines += ["", *self._apart(halves)]
        if self.alternatives:
            lines += ["", *self._tried_in_vain()]
        if self.maps:
            lines += ["", *self._location_map()]
        return "\n".join(lines)

    def _table_71(self) -> list[str]:
        lines = [
            "Table 7.1: right answers of the best network, in percent",
            f"{'network':22} {'regime':8} {'exp. 1':>7} {'thesis':>7} {'exp. 2':>7} {'thesis':>7}",
        ]
        for design, regime in dict.fromkeys((one.design, one.regime) for one in self.runs):
            cells = []
            for number, protocol in PROTOCOLS.items():
                found = self._find(number, design, regime)
                printed = protocol.printed.get(design)
                cells.append(f"{found.best:7.1f}" if found else f"{'':7}")
                cells.append(f"{printed:7.1f}" if printed is not None else f"{'–':>7}")
            lines.append(f"{design:22} {regime:8} " + " ".join(cells))
        lines.append(f"The thesis prints 97 % beside 196 of 200, which is 98 %. {_CHAN_PRINTED}.")
        return lines

    def _table_72(self) -> list[str]:
        lines = [
            "Table 7.2: means over all networks, in percent; experiment 2 as in the thesis",
            f"{'network':22} {'regime':8} {'exp. 1':>7} {'exp. 2':>7} {'thesis':>7} {'nets':>5}",
        ]
        for design, regime in dict.fromkeys((one.design, one.regime) for one in self.runs):
            one, two = (self._find(number, design, regime) for number in (1, 2))
            printed = PROTOCOLS[2].printed_mean.get(design)
            lines.append(
                f"{design:22} {regime:8} {one.mean if one else 0:7.2f}"
                f" {two.mean if two else 0:7.2f}"
                + (f" {printed:7.2f}" if printed is not None else f" {'–':>7}")
                + f" {len(two.right) if two else 0:5}"
            )
        for one in self.runs:
            if one.experiment == 2 and one.halves == "thesis":
                kinds = ", ".join(f"{kind} {value:.1f}" for kind, value in one.by_kind.items())
                lines.append(f"{one.design}, {one.regime}, experiment 2 by kind: {kinds}")
        return lines

    def _apart(self, halves: Halves) -> list[str]:
        """The means with intervals, for one way of setting the test aside."""
        way = {
            "thesis": "drawn by chance, as in the thesis",
            "strict": "whole games, problems and near patterns set aside",
        }[halves]
        lines = [
            f"Test {way}: means in percent, with 95 % intervals over clusters",
            f"{'network':22} {'regime':8} {'exp. 1':>22} {'exp. 2':>22}",
        ]
        for design, regime in dict.fromkeys((o.design, o.regime) for o in self.runs):
            cells = []
            for number in (1, 2):
                one = self._find(number, design, regime, halves)
                cells.append(
                    f"{one.mean:6.2f} ({one.low:5.2f} to {one.high:6.2f})" if one else f"{'':22}"
                )
            lines.append(f"{design:22} {regime:8} " + " ".join(f"{cell:>22}" for cell in cells))
        for number, (cases, known) in self.leaning.get(halves, {}).items():
            lines.append(
                f"Experiment {number}: {known} of {cases} test cases have a sibling in training."
            )
        return lines

    def _tried_in_vain(self) -> list[str]:
        lines = ["Tried in vain by the thesis (experiment 1, mean and best in percent):"]
        base = self._find(1, FULLY.name, "thesis")
        rows = [*([base] if base else []), *self.alternatives]
        lines += [
            f"{one.layers:18} rate {one.rate:.1f} {one.mean:7.2f} {one.best:7.1f}" for one in rows
        ]
        return lines

    def _location_map(self) -> list[str]:
        lines = ["Why a location map fails (means in percent):"]
        lines += [
            f"{one.design:22} experiment {one.experiment} {one.mean:7.2f}" for one in self.maps
        ]
        for number, (several, both) in self.shared.items():
            lines.append(
                f"Experiment {number}: {several} maps belong to several patterns,"
                f" {both} of them to living and dead groups alike."
            )
        return lines

    def _find(
        self, experiment: int, design: str, regime: str, halves: Halves = "thesis"
    ) -> Run | None:
        wanted = (experiment, design, regime, halves)
        for one in self.runs:
            if (one.experiment, one.design, one.regime, one.halves) == wanted:
                return one
        return None


def thesis_networks(
    *tables: Path,
    samples: Sequence[Sample] = (),
    parts: Sequence[str] = PARTS,
    networks: int = 10,
    epochs: int = 0,
    regimes: Sequence[Regime] = ("thesis", "modern"),
    halves: Sequence[Halves] = ("thesis", "strict"),
    small: int = 1,
    seed: int = 1,
    progress: Callable[[str], None] | None = None,
) -> ThesisNetworks:
    """Run the experiments on tables of samples (`gokan train corners`), given ones, or made ones.

    `small` divides the numbers of samples; `networks` is ten in the thesis.
    """
    if wrong := [part for part in parts if part not in PARTS]:
        raise InvalidInput(f"There is no part {wrong[0]!r}; the parts are {', '.join(PARTS)}.")
    if small < 1 or networks < 1 or epochs < 0:
        raise InvalidInput("--networks and --small must be 1 or more, --epochs 0 or more.")
    if tables:
        samples = read_tables(tables)
    names = ", ".join(table.name for table in tables) or "given"
    source = f"{names}; other games and other books than the thesis's"
    if not samples:
        samples = _made(small, seed)
        source = "made by Gokan's solver; neither games nor books, so not the thesis's mix"
    every_case = _halves(samples, halves, seed=seed, small=small)
    cases = every_case["thesis"]

    def each(
        number: int,
        design: Any,
        regime: Regime = "thesis",
        rate: float | None = None,
        way: Halves = "thesis",
    ) -> Run:
        return run(
            PROTOCOLS[number],
            every_case[way][number],
            design,
            halves=way,
            networks=networks,
            regime=regime,
            rate=rate,
            epochs=epochs,
            seed=seed,
            progress=progress,
        )

    runs = [
        each(number, design, regime, way=way)
        for way in halves
        for regime in regimes
        for design in DESIGNS
        for number in PROTOCOLS
        if "tables" in parts
    ]
    alternatives = [each(1, d, rate=rate) for d, rate in ALTERNATIVES if "alternatives" in parts]
    plain = [one for one in runs if (one.regime, one.halves) == ("thesis", "thesis")]
    known = {(one.experiment, one.design): one for one in plain}
    maps = [
        known.get((number, design.name)) or each(number, design)
        for design in (TWO_D, CHAN, MAP_ALONE)
        for number in PROTOCOLS
        if "map" in parts
    ]
    every = {n: (*half.train, *half.test) for n, half in cases.items()}
    return ThesisNetworks(
        source,
        dict(Counter(sample.kind for sample in every[2])),
        tuple(runs),
        tuple(alternatives),
        tuple(maps),
        {n: shared_maps(both) for n, both in every.items()},
        {way: _leaning(every_case[way]) for way in halves},
    )


def _halves(
    samples: Sequence[Sample], ways: Sequence[Halves], *, seed: int, small: int
) -> dict[Halves, dict[int, Split]]:
    """The samples of both experiments, for every way of setting a test aside, and the thesis's."""
    return {
        way: {
            number: pool_for(protocol, samples, seed=seed, small=small, halves=way)
            for number, protocol in PROTOCOLS.items()
        }
        for way in dict.fromkeys(("thesis", *ways))
    }


def _leaning(cases: dict[int, Split]) -> dict[int, tuple[int, int]]:
    """Test cases, and those with a sibling in training, by experiment."""
    return {number: (len(half.test), siblings(half)) for number, half in cases.items()}


def _made(small: int, seed: int) -> list[Sample]:
    wanted: dict[Kind, int] = {
        kind: max(4, PROTOCOLS[2].wanted.get(kind, 0) // small)
        for kind in get_args(Kind)
        if kind in PROTOCOLS[2].wanted
    }
    return made_samples(wanted, seed=seed, jobs=1)


def _listed(counts: dict[str, int]) -> str:
    return "; ".join(f"{number} {kind}" for kind, number in counts.items())
