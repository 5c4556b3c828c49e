"""Games of the network against itself, many at once: what it learns small boards from.

The search is the core's (`core/play/self_play.h`), a tree for each game; here the leaves of all
games are judged together, which a GPU likes. Each call adds a file of lessons to a folder;
`gokan train network --own FOLDER` learns from them, and a match says whether it was worth it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gokan import _core
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.stopping import stopping
from gokan_lab.training.checkpoint import read_state
from gokan_lab.training.model import BEST, Network, widened
from gokan_lab.training.own_games import Lessons
from gokan_lab.training.planes import Symmetries, unpack

__all__ = ["SelfPlay", "play_games", "self_play"]

_REPORT = 15.0  # seconds
_LISTEN = 0.2  # seconds


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How the games are played."""

    games: int = 256  # at once; those that end first are short, so let many follow each other
    visits: int = 96
    brief_visits: int = 16
    full_percent: int = 33  # of the moves, that are searched with all visits
    seconds: float = 0
    positions: int = 0  # enough; one of the two must be given
    seed: int = 1
    threads: int = 1
    device: str = "cpu"


def self_play(checkpoint: Path, folder: Path, sides: tuple[int, ...], plan: SelfPlay) -> list[Path]:
    """Let a trained network play on boards of these sides at the same time; the files written."""
    for side in sides:
        whole("side of a board", side, 5, 19)
    if not (plan.seconds > 0 or plan.positions > 0) or min(plan.seconds, plan.positions) < 0:
        raise InvalidInput("Say how long to play: a number of seconds or of positions.")
    network = _load(checkpoint, plan.device)
    folder.mkdir(parents=True, exist_ok=True)
    last = max((int(path.stem[:5]) for path in folder.glob("[0-9]" * 5 + "-*.npz")), default=0)

    def one(side: int, number: int) -> Path:
        seed = 1000 * plan.seed + number
        lessons = play_games(network, side=side, plan=plan, seed=seed, stopped=stopped)
        path = folder / f"{number:05d}-{side}.npz"
        lessons.save(path)
        return path

    with stopping() as stopped, ThreadPoolExecutor(len(sides)) as pool:
        jobs = [pool.submit(one, side, number) for number, side in enumerate(sides, last + 1)]
        while wait(jobs, timeout=_LISTEN).not_done:
            pass  # between two waits Ctrl-C is heard
    if stopped():
        ended = [job for job in jobs if not isinstance(job.exception(), InvalidInput)]
        kept = ", ".join(str(job.result()) for job in ended)
        _say(f"Stopped; {f'the games that had ended are in {kept}' if kept else 'no game ended'}.")
        raise KeyboardInterrupt
    return [job.result() for job in jobs]


@torch.no_grad()
def play_games(
    network: Any,
    *,
    side: int,
    plan: SelfPlay,
    seed: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Lessons:
    """Games on one size until there are enough positions, the time is up, or they are stopped.

    Games that are still going on then are lost.
    """
    options = _core.SelfPlayOptions()
    options.side, options.visits = side, plan.visits
    options.brief_visits, options.full_percent = plan.brief_visits, plan.full_percent
    core = _core.SelfPlay(plan.games, options, seed, plan.threads)
    judge = _Judge(network, side, plan, seed)
    parts: list[Lessons] = []
    finished = positions = 0
    begun = reported = time.monotonic()
    while True:
        core.answer(*judge(core.look()))
        now = time.monotonic()
        late = stopped() or (plan.seconds and now - begun >= plan.seconds)
        if late or now - reported > _REPORT or core.evaluations % (64 * plan.games) == 0:
            taken = core.take()
            if taken.games:
                parts.append(Lessons.of(side, taken.records, taken.visits, taken.owners))
                finished += taken.games
                positions += len(parts[-1].records)
        if now - reported > _REPORT:
            reported = now
            rate = core.evaluations / (now - begun)
            _say(f"{side}×{side}: {finished} games, {positions} positions, {rate:,.0f} looks/s")
        if late or (plan.positions and positions >= plan.positions):
            break
    if not parts:
        raise InvalidInput(f"No game on {side}×{side} ended in that time.")
    return Lessons.joined(parts)


class _Judge:
    """The network on leaves, each turned by chance."""

    def __init__(self, network: Any, side: int, plan: SelfPlay, seed: int) -> None:
        self.network, self.device = network, plan.device
        self.symmetries = Symmetries(plan.device, side)
        self.generator = torch.Generator(device=plan.device).manual_seed(seed)
        self.none = torch.zeros((plan.games, side * side), dtype=torch.int8, device=plan.device)

    def __call__(self, records: bytes) -> tuple[Any, Any, Any, Any, Any]:
        rows = len(self.none)
        taken = np.frombuffer(records, np.uint8).reshape(rows, -1)
        seen = torch.from_numpy(taken.copy()).to(self.device)
        way = torch.randint(8, (rows,), device=self.device, generator=self.generator)
        batch = unpack(seen, seen, self.none, way, self.symmetries)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device != "cpu"):
            planes = batch.planes.contiguous(memory_format=torch.channels_last)
            moves, numbers, owner, _ = self.network(planes)
        back = self.symmetries.target[way]
        policy = moves[:, BEST].float().gather(1, back).softmax(1)
        owned = torch.tanh(owner.float().gather(1, back[:, :-1]) / 2)
        numbers = numbers.float()
        judged = [policy, owned, torch.sigmoid(numbers[:, :1]), numbers[:, 1:3]]
        told = torch.cat(judged, 1).cpu().numpy()
        moves, points = policy.shape[1], owned.shape[1]
        chances, owners = told[:, :moves], told[:, moves : moves + points]
        win, lead, spread = (np.ascontiguousarray(told[:, moves + points + k]) for k in range(3))
        flat = [np.ascontiguousarray(part).reshape(-1) for part in (chances, owners)]
        return flat[0], win, lead, spread, flat[1]


def _load(checkpoint: Path, device: str) -> Any:
    state = read_state(checkpoint, device)
    network = Network(*state["shape"][:2]).to(device)
    network.load_state_dict(widened(state, network))
    return network.to(memory_format=torch.channels_last).eval()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
