"""Games of players of every strength, and weakened records, written to a folder as they end."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput
from gokan_lab.teacher import lines
from gokan_lab.teacher.labelling import DONE
from gokan_lab.teacher.lines import GameLine, write_games
from gokan_lab.teacher.shards import SUFFIX
from gokan_lab.training.records import read_games

__all__ = ["SMALL", "Making", "make"]

SMALL = (9, 13, 7, 11, 15, 17)
_A_FILE = 4000  # turns
_REPORT = 15.0
_WAIT = 0.2


@dataclass(frozen=True, slots=True)
class Making:
    """What is made.

    Attributes:
        folder: where the files go.
        kind: `players` (with sides), `weakened` or `as-played` (with recorded games).
        start: the network that the players are made from: a checkpoint or a network in use.
        recorded: a table of games (`pro_train`) to begin in the middle of, or to weaken.
        sides: of the boards of players.
        tables: games at once on the largest side; smaller boards have fewer.
        seconds, turns: when it is enough; one must be given.
        labels: the folder where labels appear; no more than `ahead` files may wait for theirs.
        gap: a turn out of so many is labelled.
    """

    folder: Path
    kind: str = "players"
    start: str = ""
    recorded: str = ""
    sides: tuple[int, ...] = (19,)
    tables: int = 1024
    seconds: float = 0
    turns: int = 0
    labels: str = ""
    ahead: int = 40
    gap: int = 0
    seed: int = 1
    since: int = 1950
    device: str = "cpu"
    threads: int = 1


def make(plan: Making, stopped: Callable[[], bool] = lambda: False) -> int:
    """Write files until there is enough; the number of turns in them. A folder that has files of
    this kind is gone on with: the next file gets the next number, and with it other dice.
    """
    if not (plan.seconds > 0 or plan.turns > 0):
        raise InvalidInput("Say how much to make: a number of seconds or of turns.")
    plan.folder.mkdir(parents=True, exist_ok=True)
    return _Maker(plan, stopped).run()


class _Maker:
    def __init__(self, plan: Making, stopped: Callable[[], bool]) -> None:
        self.plan, self.stopped = plan, stopped
        before = [path.name for path in plan.folder.glob(f"{plan.kind}-*{lines.SUFFIX}")]
        numbers = [int(name.removesuffix(lines.SUFFIX).rsplit("-", 1)[1]) for name in before]
        self.number = max(numbers, default=0)
        self.seed = plan.seed * 100_000 + self.number
        self.made = 0
        self._begun = self._reported = time.monotonic()
        self._open: dict[int, list[GameLine]] = {}

    def run(self) -> int:
        for game in self._games():
            if game is not None:
                self._take(game)
            late = self.plan.seconds and time.monotonic() - self._begun >= self.plan.seconds
            if self.stopped() or late or (self.plan.turns and self.made >= self.plan.turns):
                break
        for side in sorted(self._open):
            self._write(side)
        return self.made

    def _games(self) -> Iterator[GameLine | None]:
        plan = self.plan
        recorded = (
            read_games(Path(plan.recorded), seed=self.seed, since=plan.since)
            if plan.recorded
            else []
        )
        if plan.kind == "players":
            yield from self._players(recorded)
            return
        if not recorded:
            raise InvalidInput("Name a table of recorded games.")
        from gokan_lab.teacher.weakened import as_played, weakened

        source = {"weakened": weakened, "as-played": as_played}.get(plan.kind)
        if source is None:
            raise InvalidInput(f"There is no kind {plan.kind!r}: players, weakened, as-played.")
        for again in itertools.count():
            for game in source(recorded, self.seed + 7919 * again, gap=plan.gap or 20):
                yield from self._waiting()
                yield game

    def _players(self, recorded: list[bytes]) -> Iterator[GameLine | None]:
        from gokan_lab.teacher.players import Table

        plan = self.plan
        network = _network(plan)
        largest = max(plan.sides)
        tables = [
            Table(
                network,
                side=side,
                games=max(8, plan.tables * side * side // (largest * largest)),
                seed=self.seed,
                device=plan.device,
                threads=plan.threads,
                recorded=recorded if side == 19 else (),
                gap=plan.gap or (9 if side > 13 else 5),
            )
            for side in plan.sides
        ]
        while True:
            for table in tables:
                yield from self._waiting()
                table.step()
                yield from table.finished()
            yield None

    def _waiting(self) -> Iterator[None]:
        """While too many files wait for their labels."""
        while self.plan.labels and self._far_ahead():
            time.sleep(_WAIT)
            yield None

    def _far_ahead(self) -> bool:
        games = sum(1 for _ in self.plan.folder.glob(f"*{lines.SUFFIX}"))
        labelled = sum(1 for _ in Path(self.plan.labels).glob(f"*{SUFFIX}"))
        return games - labelled > self.plan.ahead

    def _take(self, game: GameLine) -> None:
        games = self._open.setdefault(game.side, [])
        games.append(game)
        if sum(len(one.turns) for one in games) >= _A_FILE:
            self._write(game.side)

    def _write(self, side: int) -> None:
        games = self._open.pop(side)
        self.number += 1
        about: dict[str, Any] = {"kind": self.plan.kind, "side": side, "seed": self.seed}
        name = f"{self.plan.kind}-{side:02d}-{self.number:06d}{lines.SUFFIX}"
        write_games(self.plan.folder / name, games, **about)
        self.made += sum(len(game.turns) for game in games)
        now = time.monotonic()
        if now - self._reported > _REPORT:
            self._reported = now
            rate = self.made / (now - self._begun)
            told = (
                f"{self.plan.kind}: {self.made} turns in {self.number} files, {rate:,.0f} a second"
            )
            print(told, file=sys.stderr, flush=True)


def _network(plan: Making) -> Any:
    import torch

    from gokan_lab.training.checkpoint import read_state
    from gokan_lab.training.model import Network, widened

    if plan.device != "cpu":
        torch.backends.cudnn.benchmark = True
    state = read_state(Path(plan.start), plan.device)
    network = Network(*state["shape"][:2]).to(plan.device)
    network.load_state_dict(widened(state, network))
    return network.to(memory_format=torch.channels_last).eval()


def mark_done(folder: Path) -> None:
    """Say that no more games, or labels, will come."""
    (folder / DONE).touch()
