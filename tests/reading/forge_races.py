"""Forged files about races that are said to be won."""

from __future__ import annotations

import random
from typing import Any

from gokan.reading.check.graph import position_hash

from .forge_build import REAL, Lines, Modules, build, worth
from .forge_claims import block_of
from .forge_spoil import bundled

__all__ = ["about_races", "forged_race", "race_claim"]

_OF_BUNDLES = ("one plan", "groups meet", "plan of the race", "threats in a race")
_OF_PLANS = (
    "race is won",
    "marks of a race",
    "what lasts",
    "won",
    "race refuge",
    "walls of a race",
    "smothered in a race",
)
_TRIES = 60_000


def about_races(rule: str) -> bool:
    """Whether files about races are needed to deceive a checker without the rule."""
    return rule in (*_OF_BUNDLES, *_OF_PLANS)


def race_claim(rng: random.Random, *, whole: bool) -> dict[str, Any] | None:
    """A header that says that a race on a small board is won."""
    width, height = rng.choice([(3, 2), (4, 2), (5, 2), (3, 3), (5, 1), (6, 1), (4, 3)])
    board = rng.choices([0, 1, 2], [4, 3, 3], k=width * height)
    turn = rng.choice([1, 2])
    own = [p for p, c in enumerate(board) if c == turn]
    others = [p for p, c in enumerate(board) if c == 3 - turn]
    if not own or not others:
        return None
    target, marks = (block_of(width, board, rng.choice(some)) for some in (own, others))
    region = set(range(len(board)))
    if not whole and rng.random() < 0.8:
        region = {p for p in region if rng.random() < 0.7} | target | marks
        for p in sorted(region):
            region |= block_of(width, board, p) if board[p] else {p}
    return {
        "format": "gokan-proof 1",
        "verdict": "stands",
        "model": "race",
        "width": width,
        "height": height,
        "board": "".join(map(str, board)),
        "turn": turn,
        "hash": position_hash(width, board, turn),
        "defender": turn,
        "target": sorted(target),
        "region": sorted(region),
        "ko": -1,
        "threats": [6, 0],
        "goal": "won",
        "marks": sorted(marks),
    }


def forged_race(modules: Modules, rule: str) -> Lines | None:
    """A file that only a checker without the rule accepts, or takes for more."""
    rng = random.Random(rule)
    best: Lines | None = None
    for _ in range(_TRIES):
        lines = (_bundle if rule in _OF_BUNDLES else _plan)(modules, rule, rng)
        if lines is None or len(lines) > 80 or (best is not None and len(lines) >= len(best)):
            continue
        there = worth(modules, lines)
        if there > 0 and there > worth(REAL, lines) >= 0:
            best = lines
            if len(best) < 30:
                break
    return best


def _plan(modules: Modules, rule: str, rng: random.Random) -> Lines | None:
    head = race_claim(rng, whole=rule in ("won", "marks of a race"))
    if head is None:
        return None
    if rule == "race is won":
        head["model"] = rng.choice(["stand", "kill", "race"])
        head["verdict"] = rng.choice(["stands", "killed"])
    if rule == "marks of a race":
        head["marks"] = rng.choice([[], [rng.randrange(len(head["board"]))]])
    if rule == "race refuge":
        head |= {"model": "judged", "anchors": {"attacker": [], "defender": []}}
    return build(modules, head, rule)


def _bundle(_: Modules, rule: str, rng: random.Random) -> Lines | None:
    head = race_claim(rng, whole=True)
    if head is None:
        return None
    if rule == "threats in a race":
        head["threats"] = [0, 0]
    part = build(REAL, head)
    if part is None:
        return None
    groups = [head["target"], head["marks"]]
    said: dict[str, Any] = {"race": "wins", "mover": head["turn"], "groups": groups}
    if rule == "one plan":
        said["save"] = {"result": "win", "mover": head["turn"]}
    if rule == "plan of the race":
        said["groups"] = [groups[0], [p for p in groups[1][:1] if len(groups[1]) > 1]]
        if not said["groups"][1]:
            return None
    return bundled(said, [("plan", part)])
