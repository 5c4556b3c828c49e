"""Players of every strength, made from a network: thousands of games at once.

A game is played to its very end, dame and all, and then a file of games is written with the turns
that a teacher should be asked about. The same seed makes the same games on the same kind of
machine; on another the network's last digits differ and games drift apart, which does no harm,
since a file holds the games themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np
import torch

from gokan.errors import InvalidInput
from gokan_lab.teacher.failings import FAILINGS, two_players
from gokan_lab.teacher.kernel import Crowd
from gokan_lab.teacher.lines import PASS, GameLine
from gokan_lab.teacher.openings import Opening, begin, choose_turns
from gokan_lab.training.planes import SENSES, Symmetries, unpack

__all__ = ["Table"]

_UNSEEN = [plane for sense in ("liberties", "ladders", "plays") for plane in SENSES[sense]]
_PASSES = 0.3  # a player passes if the network would at least so often
_LONGEST = 1.15  # moves in a game, by points
_BIG = 1e9


@dataclass(slots=True)
class _Game:
    line: GameLine
    begun: int  # moves when the players took over
    moves: list[int]
    longest: int


class Table:
    """Games on boards of one side, played side by side."""

    def __init__(
        self,
        network: Any,
        *,
        side: int,
        games: int,
        seed: int,
        device: str,
        threads: int,
        recorded: Sequence[bytes] = (),
        gap: int = 9,
    ) -> None:
        self.network, self.side, self.device, self.threads = network, side, device, threads
        self.crowd = Crowd(side, games)
        self.symmetries = Symmetries(device, side)
        self._recorded, self._gap = recorded, gap
        self._rng = random.Random(f"{seed} {side}")
        self._generator = torch.Generator(device=device).manual_seed(seed * 1000 + side)
        self._number = 0
        self._failings = np.zeros((games, 2, FAILINGS), np.float32)
        self._games = [self._begin(k) for k in range(games)]
        points = side * side
        row, column = torch.arange(points) // side, torch.arange(points) % side
        far = (row[:, None] - row).abs() + (column[:, None] - column).abs()
        near = torch.exp(-far.float() / 2)
        self._near = torch.cat([near, torch.zeros(1, points)]).to(device)  # none after a pass
        self._none = torch.zeros((games, points), dtype=torch.int8, device=device)
        self._finished: list[GameLine] = []

    def _begin(self, seat: int) -> _Game:
        line, handicap = self._opening(seat)
        for color, failings in enumerate(two_players(self._rng, handicap)):
            self._failings[seat, color] = astuple(failings)
        points = self.side * self.side
        longest = int(points * self._rng.uniform(0.9, _LONGEST))
        return _Game(line, len(line.moves) // 2, [], longest)

    def _opening(self, seat: int) -> Opening:
        recorded = self._recorded
        while True:
            opening = begin(self.side, self._number, self._rng, recorded)
            self._number += 1
            try:
                self.crowd.start(seat, opening[0].text())
                return opening
            except InvalidInput:  # a record with a move that is not legal
                recorded = ()

    def finished(self) -> Iterator[GameLine]:
        """The games that have ended since the last call."""
        yield from self._finished
        self._finished = []

    @torch.inference_mode()
    def step(self) -> None:
        """One move in each game."""
        moves = self._choose()
        outcomes = self.crowd.play(moves)
        for seat, (move, outcome) in enumerate(zip(moves.tolist(), outcomes.tolist(), strict=True)):
            game = self._games[seat]
            if outcome != 2:  # an illegal move is not made, and ends the game
                game.moves.append(move)
            if outcome or len(game.moves) + game.begun >= game.longest:
                self._end(seat)

    def _end(self, seat: int) -> None:
        game = self._games[seat]
        points = self.side * self.side
        text = "".join(
            PASS if m == points else chr(97 + m % self.side) + chr(97 + m // self.side)
            for m in game.moves
        )
        line = replace(game.line, moves=game.line.moves + text)
        turns = choose_turns(game.begun, len(line.moves) // 2, self._gap, self._rng)
        if turns:
            self._finished.append(line.at(turns))
        self._games[seat] = self._begin(seat)

    def _choose(self) -> Any:
        device, points = self.device, self.side * self.side
        records = torch.from_numpy(self.crowd.look(self.threads)).to(device)
        games = len(records)
        way = torch.randint(8, (games,), device=device, generator=self._generator)
        batch = unpack(records, records, self._none, way, self.symmetries)
        black = records[:, -4] == 1
        failings = torch.from_numpy(self._failings).to(device)
        temperature, blind, nearby, greedy, astray = torch.where(
            black[:, None], failings[:, 0], failings[:, 1]
        ).unbind(1)
        chance = torch.rand((2, games), device=device, generator=self._generator)
        planes = batch.planes
        planes[:, _UNSEEN] *= (chance[0] >= blind)[:, None, None, None]
        with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
            logits = self.network(planes.contiguous(memory_format=torch.channels_last))[0]
        logits = logits[:, 0].float().gather(1, self.symmetries.target[way])
        cells = records[:, : 4 * points].view(games, 4, points)
        stones, plays = cells[:, 0], cells[:, 1].int()
        last = records[:, 4 * points : 4 * points + 2].int()
        near = self._near[(last[:, 0] + 256 * last[:, 1]).long()]
        passing = logits.softmax(1)[:, points] > _PASSES
        values = logits[:, :points] / temperature[:, None]
        values += nearby[:, None] * near + greedy[:, None] * ((plays >> 2) & 3).clamp(max=2)
        values = torch.where((chance[1] < astray)[:, None], 6 * near, values)
        forbidden = ((stones & 3) > 0) | ((plays & 64) > 0) | self._own_eyes(stones)
        values = values.masked_fill(forbidden, -_BIG)
        noise = torch.rand(values.shape, device=device, generator=self._generator)
        values = values - torch.log(-torch.log(noise.clamp(1e-9, 1 - 1e-7)))
        best = values.max(1)
        passing |= best.values < -_BIG / 2
        return torch.where(passing, points, best.indices).to(torch.int16).cpu().numpy()

    def _own_eyes(self, stones: Any) -> Any:
        """Empty points with nothing but own stones beside them."""
        own = ((stones & 3) == 1).view(-1, self.side, self.side)
        beside = torch.nn.functional.pad(own, (1, 1, 1, 1), value=True)
        around = beside[:, :-2, 1:-1] & beside[:, 2:, 1:-1]
        around &= beside[:, 1:-1, :-2] & beside[:, 1:-1, 2:]
        return around.flatten(1)
