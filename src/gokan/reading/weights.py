"""What is believed where reading proves nothing: fitted weights, and limits chosen by hand.

The numbers stand in `judgement.txt`, which says what each one is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

__all__ = [
    "KO_FEATURES",
    "LIFE_FEATURES",
    "LIMITS",
    "MOVE_FEATURES",
    "RACE_FEATURES",
    "RACE_MOVE_FEATURES",
    "Limits",
    "Weights",
    "read_weights",
    "write_weights",
]

FILE = "judgement.txt"
LIFE_FEATURES = (
    "one",
    "trials",
    "pressed",
    "helped",
    "read-win",
    "read-loss",
    "read-ko",
    "sealed-win",
    "sealed-loss",
    "race-win",
    "race-loss",
    "race-ko",
    "outside",
)
"""What the model of a life weighs, in this order: for a mover who attacks, and who defends."""
MOVE_FEATURES = (
    "games",
    "opponent-games",
    "all-games",
    "expected",
    "second",
    "second-tried",
    "won",
    "lost",
    "works",
    "works-proved",
    "raced",
    "not-read",
    "not-proved",
    "steps",
    "touching",
    "policy",
    "denied",
)
"""What speaks for a first move, without a network and with one."""
RACE_FEATURES = (
    "open-one",
    "save-yes",
    "save-no",
    "save-ko",
    "sealed-save-yes",
    "sealed-save-no",
    "sealed-save-ko",
    "take-yes",
    "take-no",
    "take-ko",
    "sealed-take-yes",
    "sealed-take-no",
    "sealed-take-ko",
    "open-save",
    "open-take",
    "open-saving",
    "open-taking",
    "open-falls",
    "open-lives",
    "open-lead",
    "open-ahead",
)
"""What the model of a race weighs: for saving the first group, and for taking the second."""
RACE_MOVE_FEATURES = (
    "no-move",
    "no-move-stands",
    "no-move-unread",
    "no-move-ahead",
    "no-move-far-ahead",
    "no-move-seki",
    "no-move-falls",
    "no-move-lives",
    "saves-games",
    "takes-games",
    "takes-games-seki",
    "fells-games",
    "helps-games",
    "helps-games-seki",
    "saves",
    "takes",
    "not-saves",
    "not-takes",
    "saving-line",
    "taking-line",
    "taking-line-seki",
    "own-liberty",
    "enemy-liberty",
    "shared-liberty",
    "no-liberty",
    "race-policy",
    "race-denied",
)
"""What speaks for a first move of a race, without a network and with one."""
KO_FEATURES = (
    "ko-one",
    "ko-read",
    "ko-raced",
    "ko-read-win",
    "ko-raced-win",
    "ko-pressed",
    "ko-helped",
    "ko-clear",
)
"""What tells a success by ko from one without, where neither was proved."""
_TABLES = {
    "life": LIFE_FEATURES,
    "moves": MOVE_FEATURES,
    "race": RACE_FEATURES,
    "race_moves": RACE_MOVE_FEATURES,
}


@dataclass(frozen=True, slots=True)
class Weights:
    """Four models of several columns each, and one that tells a ko."""

    life: tuple[Mapping[str, float], ...]
    """For a mover who attacks, and for one who defends."""
    moves: tuple[Mapping[str, float], ...]
    """For an attacker without a network and with one, then for a defender."""
    race: tuple[Mapping[str, float], ...]
    """For saving the first group, and for taking the second."""
    race_moves: tuple[Mapping[str, float], ...]
    """Without a network, and with one."""
    ko: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Limits:
    """What trial games and shapes must say before they are believed, named as in the file."""

    games: int
    fewest: int
    alive: float
    dead: float
    clear: float
    turned: float
    open: float
    contradicted: float
    not_dead: float
    well: float
    stands_out: float
    clear_choice: float
    worse: float
    before_rival: float
    to_stand: int
    enough: int
    holds: float
    answered: float
    left_out: tuple[int, float]
    left_out_again: tuple[int, float]
    patient: float


@cache
def read_weights() -> Weights:
    """The numbers of the file.

    >>> sorted(read_weights().ko)[:2]
    ['ko-clear', 'ko-helped']
    """
    found = {name: [float(n) for n in numbers] for name, numbers in _numbers().items()}

    def table(names: tuple[str, ...]) -> tuple[Mapping[str, float], ...]:
        columns = range(len(found[names[0]]))
        return tuple({name: found[name][column] for name in names} for column in columns)

    return Weights(
        **{key: table(names) for key, names in _TABLES.items()},
        ko={name: found[name][0] for name in KO_FEATURES},
    )


def _numbers() -> dict[str, list[str]]:
    """The lines of the file by their first word."""
    text = (resources.files("gokan.reading") / FILE).read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {name: numbers for name, *numbers in lines}


def _read_limits() -> Limits:
    found = _numbers()
    made: dict[str, Any] = {}
    for field in fields(Limits):
        numbers = found["limit-" + field.name.replace("_", "-")]
        values: list[Any] = [int(n) if n.isdigit() else float(n) for n in numbers]
        made[field.name] = values[0] if len(values) == 1 else tuple(values)
    return Limits(**made)


LIMITS = _read_limits()
"""Of the file."""


def write_weights(weights: Weights) -> None:
    """Put the weights of the models into the file; everything else there stays."""
    path = Path(str(resources.files("gokan.reading") / FILE))
    home = {name: key for key, names in _TABLES.items() for name in names}
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name = line.partition(" ")[0]
        if name in home:
            columns = getattr(weights, home[name])
            line = " ".join([name, *(f"{column[name]:g}" for column in columns)])
        elif name in KO_FEATURES:
            line = f"{name} {weights.ko[name]:g}"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    read_weights.cache_clear()
