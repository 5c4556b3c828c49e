"""Claims about random positions of small boards, and those of a kind that a rule is about."""

from __future__ import annotations

import random
from typing import Any

from gokan.reading.check.graph import position_hash

__all__ = ["GOALS_OF", "block_of", "claim", "directed"]


def claim(rng: random.Random) -> dict[str, Any]:
    """A header about a random position of a small board."""
    width, height = rng.choice([(3, 2), (2, 2), (4, 2), (3, 3), (4, 1), (5, 1), (5, 2), (4, 3)])
    board = rng.choices([0, 1, 2], [5, 3, 3], k=width * height)
    defender, kill = rng.choice([1, 2]), rng.random() < 0.5
    goal = rng.choice(["", "", "", "two-eyes", "end", "joined", "reached", "taken"])
    stones = [p for p, c in enumerate(board) if c == defender]
    target = block_of(width, board, rng.choice(stones)) if stones else set()
    if stones and rng.random() < 0.4:
        target |= block_of(width, board, rng.choice(stones))
    everywhere = range(width * height)
    region = set(everywhere)
    if rng.random() < 0.5:
        region = {p for p in everywhere if rng.random() < 0.6} | target
        for p in sorted(region) if rng.random() < 0.8 else ():
            region |= block_of(width, board, p) if board[p] else {p}
    turn = rng.choice([1, 2])
    head: dict[str, Any] = {
        "format": "gokan-proof 1",
        "verdict": "killed" if kill else "stands",
        "model": "kill" if kill else "stand",
        "width": width,
        "height": height,
        "board": "".join(map(str, board)),
        "turn": turn,
        "hash": position_hash(width, board, turn),
        "defender": defender,
        "target": sorted(target),
        "region": sorted(region),
        "ko": rng.choice([-1, -1, -1, rng.randrange(width * height)]),
        "threats": [rng.choice([0, 0, 0, 1, 126, 127]), rng.choice([0, 0, 1, 6, 126, 127])],
    }
    if goal:
        head["goal"] = goal
    if goal in ("reached", "taken"):
        wanted = 0 if goal == "reached" else 3 - defender
        points = [p for p in sorted(region) if board[p] == wanted]
        head["marks"] = [rng.choice(points)] if points else []
    if goal in ("joined", "reached", "taken") and rng.random() < 0.2:
        head["strong"] = [p for p in sorted(region) if p in target or rng.random() < 0.1]
    if goal in ("joined", "reached", "taken") and rng.random() < 0.1:
        head["replies"] = "near"
        if rng.random() < 0.8:
            head |= {"model": "judged", "region": list(everywhere)}
            head["anchors"] = {"attacker": [], "defender": []}
    if rng.random() < 0.15:
        head["model"] = "judged"
        edge = [p for p in sorted(region) if rng.random() < 0.3]
        head["anchors"] = {"attacker": edge[::2], "defender": edge[1::2]}
        if goal in ("joined", "reached", "taken") and rng.random() < 0.5:
            head["replies"] = "near"
    return head


def block_of(width: int, board: list[int], point: int) -> set[int]:
    """The points of the block at a point, or of its empty region."""
    found, todo = {point}, [point]
    for p in todo:
        x = p % width
        for q, there in (
            (p - 1, x > 0),
            (p + 1, x < width - 1),
            (p - width, p >= width),
            (p + width, p + width < len(board)),
        ):
            if there and board[q] == board[point] and q not in found:
                found.add(q)
                todo.append(q)
    return found


GOALS_OF = {
    "edge": ("taken", "joined"),
    "smothered": ("taken", "joined"),
    "strong blocks bear": ("joined", "taken"),
    "strong stones": ("joined", "reached"),
    "what was left out is said": ("joined", "taken", "reached"),
    "none is lost": ("joined",),
    "taken for good": ("taken",),
    "no waiting": ("end",),
}
"""Rules about some goals only: claims are about these."""


def directed(rng: random.Random, rule: str) -> dict[str, Any]:
    """A claim of the kind that a rule is about."""
    for _ in range(500):
        head = claim(rng)
        if head.get("goal") not in GOALS_OF[rule] or not head["target"]:
            continue
        part = len(head["region"]) < len(head["board"])
        stands = head["verdict"] == "stands"
        if rule == "no waiting" and (stands or head["model"] == "judged"):
            continue
        if rule in ("edge", "smothered", "strong blocks bear", "strong stones") and not (
            part and stands and head["model"] == "stand"
        ):
            continue
        if rule == "strong blocks bear":
            head["strong"] = [head["target"][0]]
        if rule == "strong stones":
            head["strong"] = [min(set(range(len(head["board"]))) - set(head["region"]))]
        if rule == "what was left out is said":
            everywhere = list(range(len(head["board"])))
            head |= {"model": "judged", "region": everywhere, "replies": "near"}
            head["anchors"] = {"attacker": [], "defender": []}
            head.pop("strong", None)
        if rule == "taken for good":
            head["threats"][0] = rng.choice([1, 2])
        return head
    return claim(rng)
