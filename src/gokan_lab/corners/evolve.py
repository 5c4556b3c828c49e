"""Networks evolved by playing problems against each other, with nobody to teach them.

Every generation each network meets others on problems whose outcome hangs on the move, once as the
attacker and once as the defender; it plays the move after which it likes the corner best. A game is
over when the group is taken or after `moves` moves; then the solver says who has what he wanted.
Half of the networks stay, and each has a child whose weights are a little different (Fogel's way
with checkers, which the thesis proposes in chapter 10). They are never told what lives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gokan.errors import InvalidInput
from gokan.go import PASS
from gokan_lab.corners.nets import TWO_D, Design, Networks
from gokan_lab.corners.rooms import Room, Scene

__all__ = ["Evolution", "evolve"]

_SPREAD = 0.05  # of a child's weights about its parent's


@dataclass(frozen=True, slots=True)
class Evolution:
    """The networks of the last generation, the best first, and how it went."""

    networks: Networks
    games: int
    won: tuple[float, ...]
    """By generation: the share of the best network's games that it won, in percent."""

    def to_dict(self) -> dict[str, Any]:
        """The course in numbers."""
        return {"games": self.games, "won": [round(value, 1) for value in self.won]}


def evolve(
    rooms: Sequence[Room],
    *,
    generations: int = 10,
    population: int = 16,
    opponents: int = 3,
    problems: int = 6,
    moves: int = 8,
    design: Design = TWO_D,
    parents: Networks | None = None,
    seed: int = 1,
    progress: Callable[[int, float], None] | None = None,
) -> Evolution:
    """Evolve networks on problems; with `parents` they begin with those instead of by chance."""
    if generations < 1 or population < 4 or population % 2 or opponents < 1 or not rooms:
        raise InvalidInput("Evolution needs problems, a generation and an even number of networks.")
    rng = np.random.default_rng(seed)
    if parents is None:
        nets = Networks.random(design, outputs=1, count=population, seed=seed)
        nets.widen(seed)
    else:
        nets = _spread(parents, population, rng)
    won, games = [], 0
    for generation in range(generations):
        points, played = np.zeros(nets.count), np.zeros(nets.count)
        chosen = [rooms[i] for i in rng.choice(len(rooms), min(problems, len(rooms)), False)]
        pairs = [
            (a, int(b))
            for a in range(nets.count)
            for b in rng.choice([n for n in range(nets.count) if n != a], opponents, False)
        ]
        tables = [_Table(room, a, b) for room in chosen for a, b in pairs]
        _play(tables, nets, moves)
        for table in tables:
            killed = table.killed()
            points[table.attacker] += killed
            points[table.defender] += not killed
            played[[table.attacker, table.defender]] += 1
        games += len(tables)
        order = np.argsort(-points / played, kind="stable")
        won.append(100 * float(points[order[0]] / played[order[0]]))
        nets = _next(nets, order, rng)
        if progress:
            progress(generation + 1, won[-1])
    return Evolution(nets, games, tuple(won))


class _Table:
    """One game: a room, who attacks, who defends, and what was played."""

    def __init__(self, room: Room, attacker: int, defender: int) -> None:
        self.room, self.attacker, self.defender = room, attacker, defender
        self.scene: Scene = room.start(attack=True)
        self.played: list[int] = []
        self.over = False

    @property
    def attacks(self) -> bool:
        return len(self.played) % 2 == 0

    @property
    def mover(self) -> int:
        return self.attacker if self.attacks else self.defender

    def killed(self) -> bool:
        """Who has what he wanted, by proof; a doubt is the defender's."""
        if self.scene.taken:
            return True
        return bool(self.room.killed(self.played, attack=True, nodes=3000))


def _play(tables: list[_Table], nets: Networks, moves: int) -> None:
    """Play all games side by side, one network at a time judging its moves in all of them."""
    for _ in range(moves):
        todo: dict[int, list[tuple[_Table, list[int], list[Scene]]]] = {}
        for table in tables:
            if table.over:
                continue
            options = [*table.room.moves(table.scene), PASS]
            scenes = [table.scene.play(move) for move in options]
            todo.setdefault(table.mover, []).append((table, options, scenes))
        for mover, group in todo.items():
            boards = np.array([scene.inputs() for _, _, scenes in group for scene in scenes])
            chance = nets.one(mover).forward(boards)[0, :, 0]
            at = 0
            for table, options, scenes in group:
                values = chance[at : at + len(options)].astype(np.float64)
                at += len(options)
                values[[scene.taken for scene in scenes]] = -1
                pick = int(np.argmin(values) if table.attacks else np.argmax(values))
                passed = options[pick] == PASS and table.played[-1:] == [PASS]
                table.played.append(options[pick])
                table.scene = scenes[pick]
                table.over = table.scene.taken or passed


def _next(nets: Networks, order: NDArray[np.int64], rng: np.random.Generator) -> Networks:
    """The better half, and a child of each."""
    kept = order[: len(order) // 2]
    both = np.concatenate([kept, kept])
    weights = [w[both].copy() for w in nets.weights]
    biases = [b[both].copy() for b in nets.biases]
    for value in (*weights, *biases):
        value[len(kept) :] += _SPREAD * rng.standard_normal(value[len(kept) :].shape)
    weights[0] *= nets.mask
    return Networks(nets.design, weights, biases)


def _spread(parents: Networks, count: int, rng: np.random.Generator) -> Networks:
    """A population about the parents: each of them, and mutants of them in turn."""
    rows = np.arange(count) % parents.count
    weights = [w[rows].copy() for w in parents.weights]
    biases = [b[rows].copy() for b in parents.biases]
    for value in (*weights, *biases):
        value[parents.count :] += _SPREAD * rng.standard_normal(value[parents.count :].shape)
    weights[0] *= parents.mask
    return Networks(parents.design, weights, biases)
