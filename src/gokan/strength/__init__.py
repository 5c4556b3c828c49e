"""Strength: what is strong and what is weak, as the fixed point of a dynamical system (Wolf 2010).

Every empty point has a chance to end as Black's or White's, every block a chance to survive, and
each of these numbers is computed from its neighbours until nothing changes any more.

- `weigh(position)` solves the system: influence, strengths, score, instability.
- `rank(position)` plays every legal move, solves again, and sorts.
- `equations(position)` shows the relations in symbols, `fixed_points(position)` the solutions.
- `expect(position)` says which moves a professional would play, with chances.
- `instability(position)` counts how long the plain system goes on changing, and where.
- `multipole(position)` gives value, gradient and saddle of the influence field.
- `steer(position)` weighs the risk of good moves: calm ones when ahead, wild ones when behind.
"""

from __future__ import annotations

from gokan.strength.equations import Equations, Relation, equations
from gokan.strength.expect import Expectation, ExpectedMove, expect
from gokan.strength.fixed import FixedPoint, FixedPoints, fixed_points
from gokan.strength.instability import Instability, UnstableArea, instability
from gokan.strength.multipole import Multipole, multipole
from gokan.strength.options import AS_PRINTED, Additions
from gokan.strength.ranking import RankedMove, Ranking, rank
from gokan.strength.special import shared_liberties
from gokan.strength.steering import SteeredMove, Steering, spread, steer
from gokan.strength.weigh import BlockStrength, Weighing, weigh

__all__ = [
    "AS_PRINTED",
    "Additions",
    "BlockStrength",
    "Equations",
    "Expectation",
    "ExpectedMove",
    "FixedPoint",
    "FixedPoints",
    "Instability",
    "Multipole",
    "RankedMove",
    "Ranking",
    "Relation",
    "SteeredMove",
    "Steering",
    "UnstableArea",
    "Weighing",
    "equations",
    "expect",
    "fixed_points",
    "instability",
    "multipole",
    "rank",
    "shared_liberties",
    "spread",
    "steer",
    "weigh",
]
