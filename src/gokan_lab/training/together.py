"""Many games at once: the network looks at what all of them ask together, so a GPU is well used.

Nothing in the players knows of it: what is replaced is the runner of the loaded network, and its
`evaluate`, which waits until every other game has asked too (`in_turn`).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from gokan_lab.training.in_turn import InTurn

__all__ = ["OnDevice", "each", "torch_forward"]

Forward = Callable[[Any], tuple[Any, Any, Any, Any, Any]]
"""From planes to the core's five answers: moves, professional, numbers, owners, groups."""
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
    if device:
        _on_device(work, tasks, games, torch_forward(device))
    else:
        _on_processor(work, tasks, games)


def _on_device(
    work: Callable[[_T], None], tasks: Iterator[_T], games: int, forward: Forward
) -> None:
    from gokan.intuition import network

    loaded = network.load()
    before, alone = loaded.runner, loaded.evaluate
    turns = InTurn(lambda positions, ways: alone(positions, way=ways))
    failed: list[BaseException] = []

    def player() -> None:
        try:
            while not failed and (task := next(tasks, None)) is not None:
                work(task)
        except BaseException as error:
            failed.append(error)
            raise

    loaded.runner = OnDevice(forward)  # type: ignore[assignment]
    loaded.evaluate = turns.evaluate  # type: ignore[method-assign, assignment]
    try:
        turns.run([player] * games)
    finally:
        loaded.runner = before
        del loaded.evaluate


def _on_processor(work: Callable[[_T], None], tasks: Iterator[_T], games: int) -> None:
    lock = threading.Lock()
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

    threads = [threading.Thread(target=player, daemon=True) for _ in range(games)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


class Answer(NamedTuple):
    """What the network says of some positions, as the core's `NetworkAnswer` has it."""

    moves: Any
    professional: Any
    numbers: Any
    owner: Any
    groups: Any


class OnDevice:
    """Stands in for the network's runner."""

    def __init__(self, forward: Forward) -> None:
        self._forward = forward

    def run(self, data: bytes, count: int, rows: int, columns: int, threads: int) -> Answer:
        """What the core's runner does, elsewhere; the number of threads is of no use there."""
        import numpy as np

        planes = np.frombuffer(data, np.float32).reshape(count, -1, rows, columns)
        return Answer(*self._forward(planes.copy()))  # torch wants memory it may write to


def torch_forward(device: str) -> Forward:
    """The network in torch on a device."""
    import numpy as np
    import torch

    from gokan.intuition.network import WEIGHTS
    from gokan_lab.training.checkpoint import read_state
    from gokan_lab.training.export import fold
    from gokan_lab.training.model import BEST, PROFESSIONAL, Network, widened

    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    state = read_state(Path(os.environ.get("GOKAN_NETWORK") or WEIGHTS))
    network = Network(*state["shape"][:2])
    network.load_state_dict(widened(state, network))
    fold(network.eval())
    network = network.to(device)

    def forward(planes: Any) -> tuple[Any, Any, Any, Any, Any]:
        with torch.inference_mode():
            moves, numbers, owner, groups = network(torch.from_numpy(planes).to(device))
        rows = [moves[:, BEST], moves[:, PROFESSIONAL], numbers, owner, groups.flatten(1)]
        told = torch.cat(rows, 1).float()
        values = told.cpu().numpy()
        points = owner.shape[1]
        sizes = [points + 1, points + 1, numbers.shape[1], points, groups.shape[1] * points]
        ends = np.cumsum([0, *sizes])
        parts = [np.ascontiguousarray(values[:, a:b]) for a, b in pairwise(ends)]
        return parts[0], parts[1], parts[2], parts[3], parts[4]

    return forward
