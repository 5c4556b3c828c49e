"""Games of players of every strength, and weakened records, written to a folder as they end."""

from __future__ import annotations

import itertools
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan_lab.teacher import lines
from gokan_lab.teacher.labelling import duration
from gokan_lab.teacher.lines import GameLine, write_games
from gokan_lab.teacher.rows import is_held_out, is_to_be_held_out
from gokan_lab.teacher.shards import SUFFIX
from gokan_lab.training.records import read_games

__all__ = ["SMALL", "Making", "make"]

SMALL = (9, 13, 7, 11, 15, 17)
_A_FILE = 4000  # turns
_REPORT = 15.0
_WAIT = 0.2
_SLACK = 4  # files by which one may be ahead of its share
_KINDS = ("players", "weakened", "as-played")


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
        labels: the folder where labels appear; of this one's files no more than its share of
            `ahead` may wait for theirs.
        share: of the files in the folder, which others write to as well, this one makes so many.
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
    share: float = 1
    gap: int = 0
    seed: int = 1
    since: int = 1950
    device: str = "cpu"
    threads: int = 1


def make(plan: Making, stopped: Callable[[], bool] = lambda: False) -> int:
    """Write files until there is enough; the number of turns in them. A folder that has files of
    this kind is gone on with: the next file gets the next number, and with it other dice.
    """
    _check(plan)
    plan.folder.mkdir(parents=True, exist_ok=True)
    return _Maker(plan, stopped).run()


def _check(plan: Making) -> None:
    if not (0 < plan.seconds < math.inf or plan.turns > 0) or min(plan.seconds, plan.turns) < 0:
        raise InvalidInput("Say how much to make: a number of seconds or of turns.")
    if plan.kind not in _KINDS:
        raise InvalidInput(f"There is no kind {plan.kind!r}: {', '.join(_KINDS)}.")
    if plan.kind == "players":
        if not plan.start:
            raise InvalidInput("Name the network that the players are made from.")
        if not plan.sides or not set(plan.sides) <= set(lines.SIDES):
            raise InvalidInput("Boards have sides from 5 to 19.")
    elif not plan.recorded:
        raise InvalidInput("Name a table of recorded games.")
    for what, value, low in (
        ("number of games at once", plan.tables, 1),
        ("number of files ahead", plan.ahead, 1),
        ("gap between turns", plan.gap, 0),
        ("number of threads", plan.threads, 1),
    ):
        whole(what, value, low, 10**6)
    whole("seed", plan.seed, 0, 2**32 - 1)
    if not 0 < plan.share <= 1:
        raise InvalidInput("The share of the files must be more than 0 and at most 1.")
    if plan.folder.exists() and not plan.folder.is_dir():
        raise InvalidInput(f"{plan.folder} is no folder for games.")


class _Maker:
    def __init__(self, plan: Making, stopped: Callable[[], bool]) -> None:
        self.plan, self.stopped = plan, stopped
        self.sides = plan.sides if plan.kind == "players" else (19,)
        self._numbers = dict.fromkeys((False, True), 0)  # of the files, the last ones
        for path in self._own():
            number = path.name.removesuffix(lines.SUFFIX).rsplit("-", 1)[1]
            if number.isdecimal():
                held = is_held_out(path)
                self._numbers[held] = max(self._numbers[held], int(number))
        self.seed = plan.seed * 100_000 + sum(self._numbers.values())
        self.made = self._taken = 0  # turns written, and those of games that are over
        self._begun = self._reported = time.monotonic()
        self._open: dict[tuple[int, bool], list[GameLine]] = {}

    def run(self) -> int:
        for game in self._games():
            if game is not None:
                self._take(game)
            late = self.plan.seconds and time.monotonic() - self._begun >= self.plan.seconds
            if self.stopped() or late or (self.plan.turns and self._taken >= self.plan.turns):
                break
        for side, held in sorted(self._open):
            self._write(side, held=held)
        self._report(last=True)
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
        from gokan_lab.teacher.weakened import as_played, weakened

        source = weakened if plan.kind == "weakened" else as_played
        for again in itertools.count():
            none = True
            for game in source(recorded, self.seed + 7919 * again, gap=plan.gap or 20):
                none = False
                yield from self._waiting()
                yield game
            if none:
                raise InvalidInput(
                    f"The games in {plan.recorded} are too short, or none can be read."
                )

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
        """Do too many of its files wait for their labels, or has it more than its share? What
        others have made too much of does not hold it up.
        """
        plan = self.plan
        games = sum(1 for _ in plan.folder.glob(f"*{lines.SUFFIX}"))
        own = {path.name.removesuffix(lines.SUFFIX) for path in self._own()}
        labels = {path.name.removesuffix(SUFFIX) for path in Path(plan.labels).glob(f"*{SUFFIX}")}
        waiting = len(own - labels)
        return waiting > max(1, plan.share * plan.ahead) or len(own) > plan.share * games + _SLACK

    def _own(self) -> Iterator[Path]:
        for side in self.sides:
            yield from self.plan.folder.glob(f"{self.plan.kind}-{side:02d}-*{lines.SUFFIX}")

    def _take(self, game: GameLine) -> None:
        held = is_to_be_held_out(game.id)
        games = self._open.setdefault((game.side, held), [])
        games.append(game)
        self._taken += len(game.turns)
        if sum(len(one.turns) for one in games) >= _A_FILE:
            self._write(game.side, held=held)

    def _write(self, side: int, *, held: bool) -> None:
        games = self._open.pop((side, held))
        about: dict[str, Any] = {"kind": self.plan.kind, "side": side, "seed": self.seed}
        write_games(self._new_file(side, held=held), games, **about)
        self.made += sum(len(game.turns) for game in games)
        self._report()

    def _new_file(self, side: int, *, held: bool) -> Path:
        """The next one that is not there, for another run may write to the same folder."""
        while True:
            self._numbers[held] += 1
            name = f"{self.plan.kind}-{side:02d}-{self._numbers[held]:06d}{lines.SUFFIX}"
            path = self.plan.folder / name
            if is_held_out(path) == held and not path.exists():
                return path

    def _report(self, *, last: bool = False) -> None:
        """Progress on stderr."""
        now = time.monotonic()
        if not last and now - self._reported < _REPORT:
            return
        self._reported = now
        spent = max(now - self._begun, 1e-9)
        told = f"{self.plan.kind}: {self.made} turns, {self.made / spent:,.0f} a second"
        by_turns = spent * (self.plan.turns / max(self.made, 1) - 1)
        left = self.plan.seconds - spent if self.plan.seconds else by_turns
        if not last and left > 0:
            told += f"; about {duration(left)} left"
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
