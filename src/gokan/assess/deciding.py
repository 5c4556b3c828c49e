"""What the evidence about a group adds up to: the one place where that is decided.

What the rules settle and what reading proved stands. Otherwise a logistic model weighs the
network's forecast and the trial games into the chance that the stones stand at the end; its
weights (`weights.txt`) are fitted by `gokan train refit assess` to finished games, with folds by
game. A word that a search or trial games found is kept unless that chance speaks clearly against
it; where they found none, the chance alone gives the word, and it is learned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib import resources

from gokan.assessment import GroupWord
from gokan.certainty import Certainty
from gokan.chances import LIKELY
from gokan.reading.deciding.lives import Word
from gokan.reading.life.status import Status

__all__ = [
    "FEATURES",
    "Weighed",
    "chance_of",
    "features",
    "forecast_feature",
    "weigh",
    "weights",
]

CLEARLY = 0.9
"""A chance from which on a word that was not proved is not believed against it."""
_SEEN = 0.002  # a forecast is not trusted beyond this
_TRIED = 0.01  # nor are trial games
FEATURES = ("one", "forecast", "taken", "saved")

_WORDS: dict[Word, GroupWord] = {
    "alive": "alive",
    "alive in seki": "seki",
    "part of the killing": "alive",
    "dead": "dead",
    "unsettled": "unsettled",
    "ko": "ko",
    "unknown": "open",
}


@dataclass(frozen=True, slots=True)
class Weighed:
    """The word, how it is known, the chance that the stones stand, and what decided."""

    word: GroupWord
    certainty: Certainty
    chance: float
    source: str


def weigh(read: Status, learned: float | None, rules: str) -> Weighed:
    """What reading, a forecast, and the rules ("alive", "dead" or nothing) amount to."""
    if rules:
        alive = rules == "alive"
        return Weighed("alive" if alive else "dead", Certainty.EXACT, float(alive), "rules")
    chance = chance_of(read, learned)
    word = _WORDS[read.word]
    if read.proved and word != "open":
        return Weighed(word, Certainty.PROVED, _if_true(word, chance), "reading")
    if word != "open" and not _contradicted(word, chance):
        if read.read:
            return Weighed(word, Certainty.READ, chance, "reading")
        return Weighed(word, Certainty.MEASURED, chance, "trials")
    if learned is None:
        return Weighed("open", Certainty.MEASURED, chance, "trials")
    word = "alive" if chance >= LIKELY else "dead" if 1 - chance >= LIKELY else "open"
    return Weighed(word, Certainty.LEARNED, chance, "network")


def chance_of(read: Status, learned: float | None) -> float:
    """The chance that the stones stand at the end, by what was not proved."""
    numbers = features(read, learned)
    if learned is None:
        odds = 0.5 * (numbers["taken"] + numbers["saved"])
    else:
        odds = sum(weights()[name] * numbers[name] for name in FEATURES)
    return 1 / (1 + math.exp(-odds))


def features(read: Status, learned: float | None) -> dict[str, float]:
    """The evidence in numbers, for the model: log-odds that the stones stand."""
    tried = read.outlook
    return {
        "one": 1.0,
        "forecast": 0.0 if learned is None else forecast_feature(learned),
        "taken": 0.0 if tried is None else _logit(1 - tried.taken, _TRIED),
        "saved": 0.0 if tried is None else _logit(tried.saved, _TRIED),
    }


def forecast_feature(learned: float) -> float:
    """A forecast as the model takes it in.

    >>> round(forecast_feature(0.9), 3), forecast_feature(1.0) == forecast_feature(0.999)
    (2.197, True)
    """
    return _logit(learned, _SEEN)


def _if_true(word: GroupWord, chance: float) -> float:
    """The chance where the word is beyond doubt."""
    return {"alive": 1.0, "seki": 1.0, "dead": 0.0}.get(word, chance)


def _contradicted(word: GroupWord, chance: float) -> bool:
    """Whether the chance speaks clearly against a word that is not proved."""
    if word in ("alive", "seki"):
        return chance <= 1 - CLEARLY
    return word == "dead" and chance >= CLEARLY


def _logit(chance: float, least: float) -> float:
    bounded = min(max(chance, least), 1 - least)
    return math.log(bounded / (1 - bounded))


@cache
def weights() -> dict[str, float]:
    """By the names of what they weigh (`FEATURES`); they lie in `weights.txt`."""
    text = resources.files("gokan.assess").joinpath("weights.txt").read_text("utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, value in rows}
