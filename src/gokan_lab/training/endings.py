"""Counted games played to the end by the network (`gokan train ownership`).

A record stops when both players agree, with dead stones on the board and neutral points open. So
the network's first choices go on until both sides pass, own eyes excepted: by then dead stones
are taken off and what can live lives.

Many games are played at once, for a GPU likes to look at many positions, and a game that ends
makes room for the next one. A file that was cut short is gone on with.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional as fn

from gokan import _core
from gokan.errors import IllegalMove, InvalidInput
from gokan.go import BLACK, PASS, Position, Rules
from gokan.stopping import stopping
from gokan_lab.training.checkpoint import read_state
from gokan_lab.training.loop import say
from gokan_lab.training.model import Network, widened
from gokan_lab.training.owners import counted, games_in, lost, summary
from gokan_lab.training.planes import Symmetries
from gokan_lab.training.records import POINTS, read_games

__all__ = ["EndingPlan", "play_to_the_end"]

_SIDE = 19
_MOST_MOVES = 400  # after the record; a game that goes on for longer goes round in circles
_REPORT = 10.0  # seconds
_LISTEN = 0.2  # seconds
_OWN, _ENEMY, _FORBIDDEN = 1, 2, 25  # planes


@dataclass(frozen=True, slots=True)
class EndingPlan:
    """Which network finishes which games, and how many at once."""

    games: str
    start: str
    output: str
    batch: int = 512  # games at once, for each thread
    threads: int = 1
    seed: int = 1
    most: int = 0  # games, or all
    seconds: float = 0  # stop then, to go on later; or never
    device: str = "cpu"


def play_to_the_end(plan: EndingPlan) -> dict[str, int]:
    """Finish every counted game of a table and write a line for each; what came of them."""
    if not plan.seconds >= 0:
        raise InvalidInput("The number of seconds must not be negative.")
    path = Path(plan.output)
    known = games_in(path)
    judge = _Judge(plan)
    games = [game for game in _counted_games(plan) if game.name not in known]
    waiting, lock, begun = iter(games), threading.Lock(), time.monotonic()
    done, reported = 0, begun

    def over() -> bool:
        late = bool(plan.seconds) and time.monotonic() - begun >= plan.seconds
        return late or stopped()

    def following() -> _Game | None:
        with lock:
            return next(waiting, None)

    with path.open("a", encoding="utf-8") as sink, stopping() as stopped:

        def keep(game: _Game) -> None:
            nonlocal done, reported
            line = json.dumps(game.told())
            with lock:
                sink.write(line + "\n")
                done += 1
                if time.monotonic() - reported > _REPORT or done == len(games):
                    reported = time.monotonic()
                    sink.flush()
                    say(f"{done} of {len(games)} games, {reported - begun:.0f} s")

        with ThreadPoolExecutor(plan.threads) as pool:
            jobs = [
                pool.submit(_finish, following, keep, over, judge, plan.batch, plan.seed + k)
                for k in range(plan.threads)
            ]
            while wait(jobs, timeout=_LISTEN).not_done:
                pass  # between two waits Ctrl-C is heard
            for job in jobs:
                job.result()
    if stopped():
        say(f"Stopped with {done} of {len(games)} games; the same command goes on from there.")
        raise KeyboardInterrupt
    return summary(path)


@dataclass(slots=True)
class _Game:
    """A game that goes on after its record."""

    name: str
    margin: float  # of Black, as recorded
    record: Position  # its last position
    now: Position
    played: int = 0
    owner: Sequence[float] = ()  # what the network said of each point last, in Black's view

    def told(self) -> dict[str, Any]:
        row = {"id": self.name, "recorded": self.margin, "played": self.played}
        if not self.now.is_over:
            return {**row, "count": None, "agrees": False, "owner": ""}
        area = self.now.with_rules("chinese").score(lost(self.now, self.owner)).owner
        return {**row, **counted(self.record, area, self.margin)}


def _finish(
    following: Callable[[], _Game | None],
    keep: Callable[[_Game], None],
    over: Callable[[], bool],
    judge: _Judge,
    batch: int,
    seed: int,
) -> None:
    """Play games side by side until none is left or there is no more time."""
    generator = torch.Generator().manual_seed(seed)
    going: list[_Game] = []
    while not over():
        while len(going) < batch and (game := following()) is not None:
            going.append(game)
        if not going:
            return
        moves, owners = judge([game.now for game in going], generator)
        left = []
        for game, move, owner in zip(going, moves, owners, strict=True):
            game.owner = owner
            game.now = game.now.play(PASS if move == POINTS else move)
            game.played += 1
            if game.now.is_over or game.played >= _MOST_MOVES:
                keep(game)
            else:
                left.append(game)
        going = left


class _Judge:
    """The network's first choice, never into an own eye, and the owners in Black's view."""

    def __init__(self, plan: EndingPlan) -> None:
        state = read_state(Path(plan.start), plan.device)
        network = Network(*state["shape"][:2]).to(plan.device)
        network.load_state_dict(widened(state, network))
        self._network = network.to(memory_format=torch.channels_last).eval()
        self._symmetries = Symmetries(plan.device)
        self._device = plan.device

    @torch.no_grad()
    def __call__(
        self, positions: Sequence[Position], generator: torch.Generator
    ) -> tuple[list[int], list[Any]]:
        n, device = len(positions), self._device
        komi = [p.rules.komi if p.to_play != BLACK else -p.rules.komi for p in positions]
        data = bytearray(_core.intuition_planes([p.core for p in positions], komi))
        planes = torch.frombuffer(data, dtype=torch.float32).view(n, -1, POINTS).to(device)
        way = torch.randint(8, (n,), generator=generator).to(device)
        source, target = self._symmetries.source[way], self._symmetries.target[way]
        turned = planes.gather(2, source[:, None].expand_as(planes)).view(n, -1, _SIDE, _SIDE)
        with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
            told = self._network(turned.contiguous(memory_format=torch.channels_last))
        logits = told[0][:, 0].float().gather(1, target)
        logits[:, :POINTS].masked_fill_(_left_alone(planes), -torch.inf)
        owner = told[2].float().gather(1, target[:, :POINTS]).tanh()
        black = torch.tensor([p.to_play == BLACK for p in positions], device=device)
        owner = torch.where(black[:, None], owner, -owner)
        return logits.argmax(1).tolist(), list(owner.cpu().numpy())


def _left_alone(planes: Any) -> Any:
    """Points where no move is thought of: stones, what the rules forbid, own eyes."""
    own, enemy = (planes[:, k].view(-1, 1, _SIDE, _SIDE) for k in (_OWN, _ENEMY))
    kernels = torch.tensor(
        [[[0.0, 1, 0], [1, 0, 1], [0, 1, 0]], [[1.0, 0, 1], [0, 0, 0], [1, 0, 1]]]
    )
    sides, corners = kernels.to(planes.device)[:, None, None]
    beyond = fn.pad(torch.zeros_like(own[:1]), (1, 1, 1, 1), value=1.0)  # the margin
    held = fn.conv2d(own, sides, padding=1) + fn.conv2d(beyond, sides)
    against = fn.conv2d(enemy, corners, padding=1) + (fn.conv2d(beyond, corners) > 0.5).float()
    eye = ((held > 3.5) & (against < 1.5)).flatten(1)
    return eye | (planes[:, _OWN] + planes[:, _ENEMY] + planes[:, _FORBIDDEN] > 0)


def _counted_games(plan: EndingPlan) -> Iterator[_Game]:
    """Games of a table that were counted, with a komi and legal moves; in an order by chance."""
    number = 0
    for line in read_games(Path(plan.games), seed=plan.seed):
        name, _, komi, result, moves = line.decode("utf-8", "replace").split("\t")[:5]
        margin = _margin(result)
        if margin is None or not komi:
            continue
        try:
            rules = Rules.named("japanese").with_(komi=float(komi))
            last = Position.empty(_SIDE, rules=rules).play_all(_points(moves.strip()))
        except (ValueError, IllegalMove):
            continue
        yield _Game(name, margin, last, Position(last.core.with_passes(0), last.rules))
        number += 1
        if number == plan.most:
            return


def _margin(result: str) -> float | None:
    """Black's, if the game was counted."""
    if result in {"Jigo", "0", "Draw"}:
        return 0.0
    if result[:2] not in {"B+", "W+"}:
        return None
    try:
        return (1 if result[0] == "B" else -1) * float(result[2:])
    except ValueError:
        return None


def _points(moves: str) -> list[int]:
    letters = [ord(letter) - 97 for letter in moves]
    return [
        PASS if moves[k] == "." else letters[k + 1] * _SIDE + letters[k]
        for k in range(0, len(moves) - 1, 2)
    ]
