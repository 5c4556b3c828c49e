"""The network as evaluator of a minimax search for the first move (the thesis's chapter 10).

White wants the group dead. All moves inside the room are tried to a depth of one, two or three; the
network judges what comes out, and the best way back up is played. Beside it stands plain search
(the proof search of the core) that may look at as many positions. The hybrid asks the network in
which order to try first moves, and proves them one after another with what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gokan.errors import InvalidInput
from gokan.go import PASS
from gokan_lab.corners.nets import Networks
from gokan_lab.corners.rooms import Room, Scene

__all__ = ["Evaluator", "FirstMoves", "first_moves", "judged_by", "minimax"]

Evaluator = Callable[[NDArray[np.int8]], NDArray[np.float32]]
"""The chance to live of each of many patterns."""
DEPTHS = (1, 2, 3)
_MOST_LEAVES = 40_000


@dataclass(frozen=True, slots=True)
class FirstMoves:
    """How often each way finds a first move that is proved to work, over many problems."""

    problems: int
    chance: float
    """What a move drawn by lot would reach, in percent."""
    network: dict[int, float]
    """By depth: the minimax with the network, in percent."""
    positions: dict[int, float]
    """By depth: how many positions it looks at, on the mean."""
    search: dict[int, float]
    """By depth: plain search of as many positions; where it ends without proof, by lot."""
    proved: dict[int, float]
    """By depth: where plain search comes to a proof, in percent."""
    hybrid: dict[int, float]
    """By depth: search of as many positions, first moves in the order of the network."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "problems": self.problems,
            "chance": round(self.chance, 1),
            "depths": {
                str(depth): {
                    "positions": round(self.positions[depth], 1),
                    "network": round(self.network[depth], 1),
                    "search": round(self.search[depth], 1),
                    "search_proves": round(self.proved[depth], 1),
                    "hybrid": round(self.hybrid[depth], 1),
                }
                for depth in self.network
            },
        }

    def explain(self) -> str:
        """A table: right first moves in percent by depth."""
        lines = [
            f"First moves in {self.problems} problems, percent right (random: {self.chance:.1f}):",
            "depth positions  network  search  proved  hybrid",
        ]
        lines += [
            f"{depth:5} {self.positions[depth]:9.1f} {self.network[depth]:8.1f}"
            f" {self.search[depth]:7.1f} {self.proved[depth]:7.1f} {self.hybrid[depth]:7.1f}"
            for depth in self.network
        ]
        return "\n".join(lines)


def judged_by(networks: Networks, number: int = 0) -> Evaluator:
    """One network of a stack as an evaluator; its first output is the chance to live."""
    one = networks.one(number)
    return lambda boards: one.forward(boards)[0, :, 0]


def first_moves(
    cases: Sequence[tuple[Room, list[int]]],
    judge: Evaluator,
    *,
    depths: Sequence[int] = DEPTHS,
    attack: bool = True,
) -> FirstMoves:
    """Try every way on problems with their proved answers (`rooms.problems`)."""
    if not cases or not depths or not set(depths) <= set(DEPTHS):
        raise InvalidInput("Give problems, and depths from 1 to 3.")
    right: dict[str, dict[int, list[float]]] = {
        way: {depth: [] for depth in depths}
        for way in ("network", "positions", "search", "proved", "hybrid")
    }
    lots = []
    for room, answers in cases:
        start = room.start(attack=attack)
        lot = len(answers) / len(room.moves(start))
        lots.append(lot)
        order = sorted(
            minimax(room, start, 1, judge, attack=attack)[0].items(), key=lambda item: item[1]
        )
        for depth in depths:
            values, looked = minimax(room, start, depth, judge, attack=attack)
            best = min(values, key=lambda move: (values[move], move))
            found, _ = room.search(attack=attack, nodes=looked)
            right["network"][depth].append(best in answers)
            right["positions"][depth].append(looked)
            right["proved"][depth].append(found is not None)
            right["search"][depth].append(lot if found is None else found in answers)
            chosen = _hybrid(room, [move for move, _ in order], looked, attack)
            right["hybrid"][depth].append(chosen in answers)

    def percent(way: str, scale: float = 100) -> dict[int, float]:
        return {depth: scale * float(np.mean(right[way][depth])) for depth in depths}

    return FirstMoves(
        len(cases),
        100 * float(np.mean(lots)),
        percent("network"),
        percent("positions", 1),
        percent("search"),
        percent("proved"),
        percent("hybrid"),
    )


def minimax(
    room: Room, start: Scene, depth: int, judge: Evaluator, *, attack: bool = True
) -> tuple[dict[int, float], int]:
    """The value of each first move for the mover, the least the best, and the positions judged.

    The value is the group's chance to live if the attacker begins, else its chance to die.
    """
    leaves: list[NDArray[np.int8]] = []
    tree = _grow(room, start, depth, leaves, first=True)
    chances = judge(np.array(leaves)) if leaves else np.zeros(0, np.float32)
    sign = 1 if attack else -1
    attacker = attack
    values = {
        move: sign * _value(branch, chances, attacker=not attacker) for move, branch in tree.items()
    }
    return values, len(leaves)


Tree = dict[int, Any]


def _grow(
    room: Room, scene: Scene, depth: int, leaves: list[NDArray[np.int8]], *, first: bool = False
) -> Any:
    """A tree of moves whose leaves are numbers of patterns to judge; -1 is a group taken."""
    if scene.taken:
        return -1
    if depth == 0 or len(leaves) > _MOST_LEAVES:
        leaves.append(scene.inputs())
        return len(leaves) - 1
    tree = {m: _grow(room, scene.play(m), depth - 1, leaves) for m in room.moves(scene)}
    if not first or not tree:
        tree[PASS] = _grow(room, scene.play(PASS), depth - 1, leaves)
    return tree


def _value(tree: Any, chances: NDArray[np.float32], *, attacker: bool) -> float:
    if not isinstance(tree, dict):
        return 0.0 if tree < 0 else float(chances[tree])
    values = [_value(branch, chances, attacker=not attacker) for branch in tree.values()]
    return min(values) if attacker else max(values)


def _hybrid(room: Room, order: list[int], nodes: int, attack: bool) -> int:
    """The first move that search proves, tried in the given order, each with half of what is left
    to spend; if none is proved, the first of them.
    """
    room.forget()
    left = nodes
    for move in order:
        left -= left // 2
        if room.killed([move], attack=attack, nodes=max(1, left)) is attack:
            return move
    return order[0]
