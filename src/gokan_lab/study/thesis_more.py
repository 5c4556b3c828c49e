"""What Wong's thesis proposed and had no data for: many made corners, minimax, evolution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from gokan.errors import InvalidInput
from gokan_lab.corners.evolve import Evolution, evolve
from gokan_lab.corners.first_move import FirstMoves, first_moves, judged_by
from gokan_lab.corners.learn import by_adam, correct, twins
from gokan_lab.corners.made import FATES, Made, make_corners, near_pairs, outlines
from gokan_lab.corners.nets import FULLY, TWO_D, Design, Networks
from gokan_lab.corners.rooms import Room, problems

__all__ = [
    "FEWEST",
    "Held",
    "MadeStudy",
    "SearchStudy",
    "families_apart",
    "study_made",
    "study_search",
]

FEWEST = 100
"""Made corners that a study of them needs."""
_HELD = 10  # one family in so many is for the test
_OTHER = 1_000_000  # added to the seed: problems that no training has seen

Say = Callable[[str], None]
Held = Literal["walks", "outlines"]


@dataclass(frozen=True, slots=True)
class MadeStudy:
    """Networks on made corners, tested on families that none of them has seen."""

    number: int
    held: Held
    families: int
    tested: int
    alive_or_dead: dict[str, float]
    """By network: dead told from alive at 0.5, in percent, over the three kinds of the thesis."""
    strict: dict[str, float]
    """The same by the thesis's criterion."""
    near: dict[str, float]
    """The same at 0.5, over test cases of near pairs alone."""
    five: dict[str, dict[str, float]]
    """By network: all five fates, right in percent: together and by fate."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, rounded."""

        def rounded(table: dict[str, float]) -> dict[str, float]:
            return {name: round(value, 2) for name, value in table.items()}

        return {
            "number": self.number,
            "held_out": self.held,
            "families": self.families,
            "tested": self.tested,
            "alive_or_dead": rounded(self.alive_or_dead),
            "criterion": rounded(self.strict),
            "near_pairs": rounded(self.near),
            "five_fates": {name: rounded(table) for name, table in self.five.items()},
        }

    def explain(self) -> str:
        """A table, and a line per network that knows ko and seki."""
        lines = [
            f"{self.number:,} made corners of {self.families:,} {self.held}.",
            f"Tested on {self.tested:,} cases of unseen {self.held}, percent right:",
            f"{'network':20} {'alive or dead':>13} {'criterion':>9} {'near pairs':>10} {'five':>6}",
        ]
        for name in self.alive_or_dead:
            five = self.five.get(name, {}).get("all")
            lines.append(
                f"{name:20} {self.alive_or_dead[name]:13.2f} {self.strict[name]:9.2f}"
                f" {self.near[name]:10.2f} " + (f"{five:6.2f}" if five is not None else f"{'–':>6}")
            )
        for name, table in self.five.items():
            kinds = ", ".join(f"{fate} {table[fate]:.1f}" for fate in FATES if fate in table)
            lines.append(f"{name} by fate: {kinds}")
        return "\n".join(lines)


def study_made(
    made: Made,
    *,
    held: Held = "walks",
    seed: int = 1,
    epochs: int = 12,
    seconds: float = 60.0,
    device: str = "cpu",
    designs: tuple[Design, ...] = (FULLY, TWO_D),
    say: Say | None = None,
) -> MadeStudy:
    """Teach made corners to the thesis's networks and, with torch, to a residual one.

    Whole families are held back for the test: walks, or all rooms of one outline, which is harder.
    The thesis's networks learn the three kinds it knew, with one output. A further 2D Go board
    network with five outputs learns all five fates, and so does the residual network, for
    `seconds`, if there are any.
    """
    if len(made) < FEWEST:
        raise InvalidInput(f"The study of made corners needs {FEWEST} of them or more.")
    test = families_apart(made, held)
    boards, near = made.inputs(), near_pairs(made)
    known = made.fate <= 3
    alive = (made.fate > 1).astype(np.float32)
    train_x, train_y = twins(boards[known & ~test], alive[known & ~test, None])
    held_back = known & test
    accuracy: dict[str, float] = {}
    strict: dict[str, float] = {}
    pairs: dict[str, float] = {}

    def score(name: str, chance: NDArray[np.float32]) -> None:
        right = (chance > 0.5) == (alive[held_back] > 0.5)
        accuracy[name] = 100 * float(right.mean())
        strict[name] = 100 * float(correct(chance[:, None], alive[held_back, None]).mean())
        pairs[name] = 100 * float(right[near[held_back]].mean()) if near[held_back].any() else 0.0
        if say:
            say(f"{name}: {accuracy[name]:.2f} %")

    for design in designs:
        nets = Networks.random(design, outputs=1, seed=seed)
        nets.widen(seed)
        by_adam(nets, train_x, train_y, rate=0.01, batch=512, epochs=epochs, seed=seed)
        score(design.name, nets.forward(boards[held_back])[0, :, 0])
    five: dict[str, dict[str, float]] = {}

    def five_fates(name: str, chances: NDArray[np.float32]) -> None:
        said, truth = chances.argmax(axis=1) + 1, made.fate[test]
        five[name] = {"all": 100 * float((said == truth).mean())} | {
            fate: 100 * float((said[truth == number] == number).mean())
            for number, fate in enumerate(FATES, 1)
            if (truth == number).any()
        }

    if TWO_D in designs:  # beyond the thesis: ko and seki have outputs of their own
        nets = Networks.random(TWO_D, outputs=len(FATES), seed=seed)
        nets.widen(seed)
        codes = np.eye(len(FATES), dtype=np.float32)[made.fate - 1]
        lesson = twins(boards[~test], codes[~test])
        by_adam(nets, *lesson, rate=0.01, batch=512, epochs=epochs, seed=seed)
        five_fates(TWO_D.name, nets.forward(boards[test])[0])
    if seconds > 0 and find_spec("torch"):
        from gokan_lab.corners.residual import ResidualPlan, train_residual

        plan = ResidualPlan(seconds=seconds, device=device, seed=seed)
        chances = train_residual(boards[~test], made.fate[~test], plan)(boards[test])
        known_here = made.fate[test] <= 3
        lives = chances[:, 1] + chances[:, 2]
        score("residual", (lives / (lives + chances[:, 0]))[known_here])
        five_fates("residual", chances)
    families = len(np.unique(_families(made, held)))
    return MadeStudy(len(made), held, families, int(held_back.sum()), accuracy, strict, pairs, five)


def families_apart(made: Made, held: Held = "walks") -> NDArray[np.bool_]:
    """Which rows are for the test: every tenth family, drawn by chance."""
    numbers = _families(made, held)
    drawn = np.random.default_rng(made.seed).permutation(np.unique(numbers))
    return np.isin(numbers, drawn[: max(1, len(drawn) // _HELD)])


def _families(made: Made, held: Held) -> NDArray[np.int64]:
    if held not in get_args(Held):
        raise InvalidInput(f"Families are walks or outlines, not {held!r}.")
    return made.family if held == "walks" else outlines(made)


@dataclass(frozen=True, slots=True)
class SearchStudy:
    """The network in minimax search, and evolved networks beside the taught one."""

    taught_on: int
    first: dict[str, FirstMoves]
    alive_or_dead: dict[str, float]
    evolution: Evolution
    further: Evolution

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "taught_on": self.taught_on,
            "first_moves": {name: found.to_dict() for name, found in self.first.items()},
            "alive_or_dead": {n: round(value, 1) for n, value in self.alive_or_dead.items()},
            "evolution": self.evolution.to_dict(),
            "evolution_of_taught": self.further.to_dict(),
        }

    def explain(self) -> str:
        """The first moves of the taught network, then the four kinds of networks side by side."""
        lines = [
            f"A 2D Go board network, taught on {self.taught_on:,} made corners.",
            self.first["taught"].explain(),
            "",
            f"Evolved in {self.evolution.games:,} games against each other, never told what lives:",
            f"{'network':22} {'alive or dead':>13} " + " ".join(f"depth {d}" for d in (1, 2, 3)),
        ]
        for name, found in self.first.items():
            cells = " ".join(f"{found.network[d]:7.1f}" for d in sorted(found.network))
            lines.append(f"{name:22} {self.alive_or_dead[name]:13.1f} {cells}")
        return "\n".join(lines)


def study_search(
    *,
    taught_on: int = 6000,
    cases: int = 100,
    generations: int = 20,
    population: int = 16,
    epochs: int = 20,
    seed: int = 1,
    jobs: int = 1,
    say: Say | None = None,
) -> SearchStudy:
    """Teach a network, look for first moves with it, and evolve networks with and without it."""
    if taught_on < 30 or cases < 1:
        raise InvalidInput("The study of first moves needs 30 corners to teach, and a problem.")
    made = make_corners(taught_on, seed=seed, shares=(2, 1, 1, 0, 0), jobs=jobs)
    test = families_apart(made)
    boards, alive = made.inputs(), (made.fate > 1).astype(np.float32)
    taught = Networks.random(TWO_D, outputs=1, seed=seed)
    taught.widen(seed)
    lesson = twins(boards[~test], alive[~test, None])
    by_adam(taught, *lesson, rate=0.004, batch=128, epochs=epochs, seed=seed)
    rooms: list[Room] = [room for room, _ in problems(max(10, cases), seed=seed + 2 * _OTHER)]
    asked = list(problems(cases, seed=seed + _OTHER))

    def told(what: str) -> Callable[[int, float], None]:
        return lambda generation, won: say(f"{what} {generation}: {won:.0f} % won") if say else None

    evolved = evolve(
        rooms,
        generations=generations,
        population=population,
        seed=seed,
        progress=told("generation"),
    )
    further = evolve(
        rooms,
        generations=generations,
        population=population,
        parents=taught,
        seed=seed,
        progress=told("of the taught, generation"),
    )
    chance = Networks.random(TWO_D, outputs=1, seed=seed + 1)
    chance.widen(seed + 1)
    kinds = {
        "taught": taught,
        "evolved": evolved.networks,
        "taught, then evolved": further.networks,
        "weights by chance": chance,
    }
    first = {name: first_moves(asked, judged_by(nets)) for name, nets in kinds.items()}
    right = {
        name: 100 * float(((judged_by(nets)(boards[test]) > 0.5) == (alive[test] > 0.5)).mean())
        for name, nets in kinds.items()
    }
    return SearchStudy(taught_on, first, right, evolved, further)
