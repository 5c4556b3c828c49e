"""The weights of the judgements: the numbers of `judgement.txt`, which says what each one is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

__all__ = [
    "KO_FEATURES",
    "LIFE_FEATURES",
    "MOVE_FEATURES",
    "RACE_FEATURES",
    "RACE_MOVE_FEATURES",
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
    """Four models of two columns each, and one that tells a ko."""

    life: tuple[Mapping[str, float], Mapping[str, float]]
    """For a mover who attacks, and for one who defends."""
    moves: tuple[Mapping[str, float], Mapping[str, float]]
    """Without a network, and with one."""
    race: tuple[Mapping[str, float], Mapping[str, float]]
    """For saving the first group, and for taking the second."""
    race_moves: tuple[Mapping[str, float], Mapping[str, float]]
    """Without a network, and with one."""
    ko: Mapping[str, float]


@cache
def read_weights() -> Weights:
    """The numbers of the file.

    >>> sorted(read_weights().ko)[:2]
    ['ko-clear', 'ko-helped']
    """
    found: dict[str, list[float]] = {}
    text = (resources.files(__package__) / FILE).read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, *numbers = line.split()
            found[name] = [float(number) for number in numbers]

    def table(names: tuple[str, ...]) -> tuple[Mapping[str, float], Mapping[str, float]]:
        return {n: found[n][0] for n in names}, {n: found[n][1] for n in names}

    return Weights(
        **{key: table(names) for key, names in _TABLES.items()},
        ko={name: found[name][0] for name in KO_FEATURES},
    )


def write_weights(weights: Weights) -> None:
    """Put the weights of the models into the file; everything else there stays."""
    path = Path(str(resources.files(__package__) / FILE))
    home = {name: key for key, names in _TABLES.items() for name in names}
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name = line.partition(" ")[0]
        if name in home:
            one, two = getattr(weights, home[name])
            line = f"{name} {one[name]:g} {two[name]:g}"
        elif name in KO_FEATURES:
            line = f"{name} {weights.ko[name]:g}"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    read_weights.cache_clear()
