"""The weights of the judgements: the numbers of `judgement.txt`, which says what each one is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

__all__ = ["LIFE_FEATURES", "RACE_FEATURES", "Weights", "read_weights", "write_weights"]

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
    "network",
)
"""What the model of a group's life weighs, in this order."""
RACE_FEATURES = (
    "open-one",
    "open-save",
    "open-take",
    "open-saving",
    "open-taking",
    "open-lead",
    "open-yes",
    "open-no",
)
"""And that of a race that was not read to its end."""


@dataclass(frozen=True, slots=True)
class Weights:
    """For a mover who attacks, and one who defends; for saving in a race, and taking; for moves."""

    attack: Mapping[str, float]
    defend: Mapping[str, float]
    save: Mapping[str, float]
    take: Mapping[str, float]
    moves: Mapping[str, float]


@cache
def read_weights() -> Weights:
    """The numbers of the file.

    >>> sorted(read_weights().moves)[:3]
    ['expected', 'lost', 'moved']
    """
    found: dict[str, list[float]] = {}
    text = (resources.files("gokan.reading.judging") / FILE).read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, *numbers = line.split()
            found[name] = [float(number) for number in numbers]
    return Weights(
        {name: found[name][0] for name in LIFE_FEATURES},
        {name: found[name][1] for name in LIFE_FEATURES},
        {name: found[name][0] for name in RACE_FEATURES},
        {name: found[name][1] for name in RACE_FEATURES},
        {name: numbers[0] for name, numbers in found.items() if len(numbers) == 1},
    )


def write_weights(weights: Weights) -> None:
    """Put the weights of the models into the file; everything else there stays."""
    path = Path(str(resources.files("gokan.reading.judging") / FILE))
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name = line.partition(" ")[0]
        if name in LIFE_FEATURES:
            line = f"{name} {weights.attack[name]:g} {weights.defend[name]:g}"
        elif name in RACE_FEATURES:
            line = f"{name} {weights.save[name]:g} {weights.take[name]:g}"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    read_weights.cache_clear()
