"""Everything that is fitted to the network, fitted again: steps with a name each.

A step measures what the shipped data give with the network at hand (old) and what a new fit gives
in games that it was not fitted to (new), and says which files of the package it would write.
`write` does that, for those steps whose gain is clear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import gokan
from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan_lab.fits.folds import Interval

if TYPE_CHECKING:
    from gokan.intuition.calibration import Calibration
    from gokan.intuition.network import Network
    from gokan_lab.fits.finished import FinishedGame
    from gokan_lab.fits.looks import Labelled

__all__ = [
    "PACKAGE",
    "STEPS",
    "Figure",
    "Outcome",
    "Plan",
    "Step",
    "about",
    "chosen",
    "run",
    "today",
    "write",
]

PACKAGE = Path(gokan.__file__).parent


@dataclass(frozen=True, slots=True)
class Figure:
    """What the old data give, and what the new ones give in games left out."""

    name: str
    old: Interval | None
    new: Interval | None
    digits: int = 3

    def explain(self) -> str:
        """A line: `name: old → new`."""
        told = [one.explain(self.digits) if one else "not measured" for one in (self.old, self.new)]
        return f"{self.name}: {told[0]} → {told[1]}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step found. `gain` is how much better the new data are in games left out, with its
    interval; None where nothing can be written.
    """

    step: str
    about: str
    figures: tuple[Figure, ...]
    files: dict[str, str] = field(default_factory=dict)
    gain: Interval | None = None
    remarks: tuple[str, ...] = ()

    @property
    def earns(self) -> bool:
        """Whether the new data are better than the old ones beyond chance."""
        return self.gain is not None and self.gain.low > 0

    def explain(self) -> str:
        """Several lines."""
        lines = [f"{self.step}: {self.about}"]
        lines += [f"  {figure.explain()}" for figure in self.figures]
        lines += [f"  {remark}" for remark in self.remarks]
        if self.gain is not None:
            verdict = "better" if self.earns else "not clearly better"
            lines.append(f"  gain {self.gain.explain(4)}: {verdict}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Plan:
    """What steps work with."""

    network: Network
    data: Path
    """The folder of finished games, problems and tests; none of it is part of the project."""
    labels: tuple[Path, ...] = ()
    """Files of labels, and folders of shards."""
    without: Path | None = None
    """A file of games (JSON lines with `id`) that nothing is fitted to."""
    work: Path = Path("build/refit")
    """What was gathered is kept here: it is gone on with, and not gathered again."""
    most: int = 0
    """Games, positions or problems that a step looks at, at most; 0 for all."""
    say: Callable[[str], None] | None = None
    """Told how far it is."""

    @property
    def shipped(self) -> Calibration:
        """What corrects this network today; `network` itself is not corrected."""
        from gokan.intuition.calibration import calibration_of

        return calibration_of(self.network.path, str(self.network.card.get("sha256", "")))

    def held(self) -> frozenset[str]:
        """The games that nothing is fitted to."""
        from gokan_lab.fits.finished import games_named

        return games_named(self.without) if self.without else frozenset()

    def finished(self) -> list[FinishedGame]:
        """The finished games that may be fitted to."""
        from gokan_lab.fits.finished import read_finished

        found = read_finished(self.data / "kgs_scored.jsonl", self.held())
        return found[: self.most or None]

    def labelled(self) -> list[Labelled]:
        """The labels that may be fitted to."""
        from gokan_lab.fits.looks import read_labels

        found = read_labels(self.labels, self.held())
        return found[: self.most or None]


@dataclass(frozen=True, slots=True)
class Step:
    """A module of this folder with a function `refit`, which is loaded when it is run; or, without
    one, a script that takes hours (`outside`).
    """

    module: str
    about: str
    long: bool = False
    """It takes hours."""

    def __call__(self, plan: Plan) -> Outcome:
        """Run it."""
        if self.long:
            from gokan_lab.fits.outside import measured

            return measured(self.module, plan)
        found: Outcome = import_module(f"gokan_lab.fits.{self.module}").refit(plan)
        return found


STEPS: dict[str, Step] = {
    "lead": Step("lead", "the error that is told of a lead, by a teacher's leads"),
    "noise": Step("noise", "the noise of losses in reviews, by a teacher's losses"),
    "words": Step("words", "chances and words of blocks at a glance, by how games ended"),
    "fates": Step("fates", "the chances of life that goals are cross-checked with, by problems"),
    "assess": Step("assess", "the weights of the assessment of groups, by how games ended"),
    "resign": Step("resign", "thresholds of resignation, by a teacher's leads; measured only"),
    "levels": Step("levels", "points that the moves of each level lose", long=True),
    "ranks": Step("ranks", "ranks of the levels, by handicap games with GNU Go", long=True),
    "search": Step("search", "exploration and score in the search, by duels", long=True),
    "solver": Step("solver", "evidence of the solver, by GNU Go's tests", long=True),
    "worth": Step("worth", "what claims of explanations are worth, by searches", long=True),
}
"""By name, in the order in which they are run."""


def chosen(names: Sequence[str], *, long: bool = False) -> list[str]:
    """The steps named, in their order; if none is named all, and long ones only if asked for.

    >>> chosen(["assess", "lead"])
    ['lead', 'assess']
    """
    if wrong := [name for name in names if name not in STEPS]:
        raise InvalidInput(f"There is no step {wrong[0]!r}; the steps are {', '.join(STEPS)}.")
    return [
        name for name, step in STEPS.items() if name in names or (not names and step.long <= long)
    ]


def about(name: str) -> str:
    """What a step fits, and to what."""
    return STEPS[name].about


def today() -> str:
    """The date that is written into data."""
    return datetime.now(tz=UTC).date().isoformat()


def run(names: Iterable[str], plan: Plan) -> Iterable[Outcome]:
    """One step after the other."""
    for name in names:
        yield STEPS[name](plan)


def write(outcome: Outcome, package: Path = PACKAGE) -> list[Path]:
    """Write the files of a step that earns it; their paths."""
    if not outcome.earns:
        return []
    paths = [package / name for name in outcome.files]
    for path, text in zip(paths, outcome.files.values(), strict=True):
        write_whole(path, text.encode())
    return paths
