"""What makes a player of a network weaker in the ways that people are weak.

A network's likeliest moves at a temperature are a strong player's whims. People fail otherwise:
they do not see an atari, they answer where the opponent just played, they capture because they
can, and they stop too late or too early. Each player of a game gets a level between 0 (about 20
kyu) and 1 (the network itself), and from it its failings.
"""

from __future__ import annotations

import random
from dataclasses import astuple, dataclass

__all__ = ["FAILINGS", "Failings", "at_level", "two_players"]


@dataclass(frozen=True, slots=True)
class Failings:
    """How one player chooses among the network's moves.

    Attributes:
        temperature: by which the logits are divided.
        blind: how often liberties, ladders and captures go unseen.
        nearby: what a move beside the last one gains, in logits.
        greedy: what a move that captures gains.
        astray: how often a legal move near the last one is made for no reason.
    """

    temperature: float
    blind: float
    nearby: float
    greedy: float
    astray: float


FAILINGS = len(astuple(Failings(1, 0, 0, 0, 0)))


def at_level(level: float, rng: random.Random) -> Failings:
    """The failings of a player, no two alike.

    >>> strong, weak = at_level(1, random.Random(1)), at_level(0, random.Random(1))
    >>> strong.blind, strong.greedy, weak.blind > 0.1
    (0.0, 0.0, True)
    """
    lacks = 1 - level
    return Failings(
        temperature=0.7 + 0.25 * rng.random() + lacks * rng.uniform(0.1, 0.9),
        blind=lacks * rng.uniform(0.1, 0.5),
        nearby=lacks * rng.uniform(0.0, 2.0),
        greedy=lacks * rng.uniform(0.0, 1.5),
        astray=lacks**2 * rng.uniform(0.0, 0.08),
    )


def two_players(rng: random.Random, handicap: int) -> tuple[Failings, Failings]:
    """Black and White: about even, or as much apart as the handicap."""
    level = rng.random() ** 0.7  # more strong players than weak ones
    other = level + rng.gauss(0, 0.08)
    if rng.random() < 0.2:  # one side is out of its depth
        other = rng.random()
    if handicap:
        other, level = level, level + 0.1 * handicap
    black, white = (other, level) if handicap or rng.random() < 0.5 else (level, other)
    return at_level(min(1.0, max(0.0, black)), rng), at_level(min(1.0, max(0.0, white)), rng)
