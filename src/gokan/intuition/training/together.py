"""Many games at once: the network looks at what all of them ask together, so a GPU is well used.

Each game runs in a thread of its own. A thread that asks the network waits until every other game
has asked too; then one batch answers all. Nothing in the players knows of it: what is replaced is
the runner of the loaded network.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["Together", "each", "torch_forward"]

Forward = Callable[[Any], tuple[Any, Any, Any, Any]]
"""From planes to the four answers of the core's runner: moves, numbers, owners, groups."""
_T = TypeVar("_T")


def each(
    work: Callable[[_T], None], tasks: Iterator[_T], *, games: int = 1, device: str = ""
) -> None:
    """Do the work of every task, so many at once, with the network on a device.

    Without a device the network of the core judges one position after the other.

    >>> done: list[int] = []
    >>> each(done.append, iter(range(5)), games=2)
    >>> sorted(done)
    [0, 1, 2, 3, 4]
    """
    from gokan.intuition import network

    lock = threading.Lock()
    many = Together(torch_forward(device), games) if device else None
    loaded = network.load()
    before = loaded._runner
    failed: list[BaseException] = []

    def player() -> None:
        try:
            while not failed:
                with lock:
                    task = next(tasks)
                work(task)
        except StopIteration:
            pass
        except BaseException as error:
            failed.append(error)
        finally:
            if many is not None:
                many.leave()

    threads = [threading.Thread(target=player, daemon=True) for _ in range(games)]
    if many is not None:
        loaded._runner = many  # type: ignore[assignment]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        loaded._runner = before
    if failed:
        raise failed[0]


class Together:
    """Stands in for the network's runner: waits until every game has asked, then asks once."""

    def __init__(self, forward: Forward, games: int) -> None:
        self.playing = games
        self._forward = forward
        self._lock = threading.Lock()
        self._asked: list[_Asked] = []

    def run(
        self, data: bytes, count: int, rows: int, columns: int, threads: int
    ) -> tuple[Any, Any, Any, Any]:
        """What the core's runner does, in company."""
        mine = _Asked(data, (count, rows, columns))
        with self._lock:
            self._asked.append(mine)
            last = len(self._asked) >= self.playing
            if last:
                self._answer()
        if not last:
            mine.ready.wait()
        if mine.told is None:
            raise RuntimeError("the network could not be run")
        return mine.told

    def leave(self) -> None:
        """One game less is being played."""
        with self._lock:
            self.playing -= 1
            if self._asked and len(self._asked) >= self.playing:
                self._answer()

    def _answer(self) -> None:
        import numpy as np

        asked, self._asked = self._asked, []
        try:
            for shape in {one.shape[1:] for one in asked}:
                some = [one for one in asked if one.shape[1:] == shape]
                planes = np.concatenate([one.planes() for one in some])
                told = self._forward(planes)
                at = 0
                for one in some:
                    until = at + one.shape[0]
                    one.told = (
                        told[0][at:until],
                        told[1][at:until],
                        told[2][at:until],
                        told[3][at:until],
                    )
                    at = until
        finally:
            for one in asked:
                one.ready.set()


class _Asked:
    """Positions that a game wants to know about."""

    def __init__(self, data: bytes, shape: tuple[int, int, int]) -> None:
        self.data = data
        self.shape = shape
        self.ready = threading.Event()
        self.told: tuple[Any, Any, Any, Any] | None = None

    def planes(self) -> Any:
        import numpy as np

        count, rows, columns = self.shape
        return np.frombuffer(self.data, np.float32).reshape(count, -1, rows, columns)


def torch_forward(device: str) -> Forward:
    """The network in torch on a device."""
    import numpy as np
    import torch

    from gokan.intuition.network import WEIGHTS
    from gokan.intuition.training.export import fold
    from gokan.intuition.training.model import Network
    from gokan.intuition.weights_file import unpack

    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    path = Path(os.environ.get("GOKAN_NETWORK") or WEIGHTS)
    card = json.loads(path.with_suffix(".json").read_text("utf-8"))
    network = Network(card["blocks"], card["channels"]).eval()
    fold(network)
    halves = unpack(path.read_bytes())
    network.load_state_dict(
        network.state_dict()  # a file may lack a head, which then adds nothing
        | {
            name: torch.from_numpy(
                np.frombuffer(data, np.float16).astype(np.float32).reshape(shape)
            )
            for name, (shape, data) in halves.items()
        }
    )
    network = network.to(device)

    def forward(planes: Any) -> tuple[Any, Any, Any, Any]:
        with torch.inference_mode():
            moves, numbers, owner, groups = network(torch.from_numpy(planes).to(device))
        told = torch.cat([moves[:, 0], numbers, owner, groups.flatten(1)], 1).float()
        values = told.cpu().numpy()
        points = owner.shape[1]
        ends = np.cumsum([0, points + 1, 3, points, groups.shape[1] * points])
        parts = [np.ascontiguousarray(values[:, a:b]) for a, b in pairwise(ends)]
        return parts[0], parts[1], parts[2], parts[3]

    return forward
