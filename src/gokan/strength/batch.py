"""Wolf's system for very many moves at once: every legal move of every position, on a GPU.

The system is the paper's own, without static life, one warp of the GPU per candidate. The position
is solved from the paper's start values, and each candidate from that solution: a move disturbs
little, so this takes a fraction of the sweeps. Where a fight has several solutions the candidate
may end in another one than `weigh` would; `afresh=True` goes the same way. `device="cpu"` runs the
same source on the processor, for machines without a GPU and for the tests, and gives the same
numbers to the last bit.

Needs numpy, and for the GPU the extra `gpu` (CuPy, which compiles the kernel on first use).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from gokan import _core
from gokan.checks import whole
from gokan.errors import GokanError, InvalidInput
from gokan.go import Position
from gokan.strength.options import MOST_ITER, check_stop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WARPS_PER_BLOCK = 2
BLOCKS_PER_MULTIPROCESSOR = 128
REGISTERS = 80  # more would leave multiprocessors emptier still, fewer spill more
BASE_STOP = 0.01  # as kBaseStop in core/strength/seds_batch.cpp
NO_MOVE = 0xFFFF


@dataclass(frozen=True, slots=True)
class BatchRanking:
    """One row per position and legal move, in the order of the positions.

    `score` is Black minus White after the move; `sweeps` how often all units were updated.
    """

    position: NDArray[np.uint32]
    move: NDArray[np.uint16]
    score: NDArray[np.float32]
    sweeps: NDArray[np.int32]


def rank_batch(
    positions: Sequence[Position],
    *,
    stop: float = 1e-3,
    max_iter: int = 1000,
    raise_last_liberty: bool = True,
    afresh: bool = False,
    device: Literal["gpu", "cpu"] = "gpu",
) -> BatchRanking:
    """Evaluate every legal move of every position.

    `afresh` solves each candidate from the start values instead of the solved position, which ends
    in the solution of `weigh` also where there are several. The positions need boards of one size.
    Suicides are left out where the rules allow them.

    >>> ranking = rank_batch([Position.empty(5)], device="cpu")
    >>> len(ranking.move)
    25
    """
    if not positions:
        raise InvalidInput("A batch needs at least one position.")
    if len({(p.width, p.height) for p in positions}) > 1:
        raise InvalidInput("All positions of a batch need the same board size.")
    check_stop(stop)
    whole("number of iterations", max_iter, 1, MOST_ITER)
    if device not in ("gpu", "cpu"):
        raise InvalidInput(f"The device must be 'gpu' or 'cpu', not {device!r}.")
    batch = _core.prepare_seds_batch([position.core for position in positions])
    run = _on_gpu if device == "gpu" else _on_cpu
    return run(batch, stop, max_iter, raise_last_liberty, afresh)


def _on_cpu(
    batch: _core.SedsBatch, stop: float, max_iter: int, raised: bool, afresh: bool
) -> BatchRanking:
    import numpy as np

    found = batch.evaluate(stop, max_iter, raised, afresh)
    return BatchRanking(
        np.frombuffer(batch.position, np.uint32),
        np.frombuffer(batch.move, np.uint16),
        np.frombuffer(found.score, np.float32),
        np.frombuffer(found.sweeps, np.int32),
    )


def _on_gpu(
    batch: _core.SedsBatch, stop: float, max_iter: int, raised: bool, afresh: bool
) -> BatchRanking:
    on_device = Uploaded(batch)
    score, sweeps = on_device.evaluate(stop, max_iter, raised, afresh)
    return BatchRanking(on_device.position.get(), on_device.move.get(), score.get(), sweeps.get())


class Uploaded:
    """A batch in the GPU's memory, to be evaluated once or more often."""

    def __init__(self, batch: _core.SedsBatch) -> None:
        cupy = _cupy()
        import numpy as np

        def upload(raw: bytes, kind: Any) -> Any:
            return cupy.asarray(np.frombuffer(raw, kind))

        self.width, self.height, self.max_blocks = batch.width, batch.height, batch.max_blocks
        self.workspace_bytes = batch.workspace_bytes
        self.color = upload(batch.color, np.uint8)
        self.label = upload(batch.label, np.uint16)
        self.single = upload(batch.single, np.uint8)
        self.blocks = upload(batch.blocks, np.uint16)
        self.bits = upload(batch.bits, np.uint8)
        self.position = upload(batch.position, np.uint32)
        self.move = upload(batch.move, np.uint16)
        self.mover = upload(batch.mover, np.uint8)

    def evaluate(
        self, stop: float, max_iter: int, raised: bool, afresh: bool = False
    ) -> tuple[Any, Any]:
        """Scores and sweeps of every candidate, as arrays on the GPU."""
        cupy = _cupy()
        import numpy as np

        solved = None
        if not afresh:
            count = len(self.blocks)
            solved = cupy.empty(count * (self.width * self.height + self.max_blocks), np.float32)
            no_move = cupy.full(count, NO_MOVE, np.uint16)
            nobody = cupy.ones(count, np.uint8)
            every = cupy.arange(count, dtype=np.uint32)
            finer = stop * BASE_STOP
            self._launch(finer, max_iter, raised, (every, no_move, nobody), None, solved)
        candidates = (self.position, self.move, self.mover)
        return self._launch(stop, max_iter, raised, candidates, solved, None)

    def _launch(
        self,
        stop: float,
        max_iter: int,
        raised: bool,
        candidates: tuple[Any, Any, Any],
        start: Any,
        solution: Any,
    ) -> tuple[Any, Any]:
        cupy = _cupy()
        import numpy as np

        points = self.width * self.height
        kernel = _kernel(-(-points // 32) * 32)
        shared = WARPS_PER_BLOCK * self.workspace_bytes
        device = cupy.cuda.Device().attributes
        if shared > device["MaxSharedMemoryPerBlockOptin"]:
            raise GokanError(
                f"Positions with {self.max_blocks} blocks do not fit this GPU: use device='cpu'."
            )
        kernel.max_dynamic_shared_size_bytes = shared
        count = len(candidates[0])
        score, sweeps = cupy.empty(count, np.float32), cupy.empty(count, np.int32)
        wanted = -(-count // WARPS_PER_BLOCK)
        grid = min(wanted, device["MultiProcessorCount"] * BLOCKS_PER_MULTIPROCESSOR)
        null = np.uintp(0)
        arguments = (
            *map(np.int32, (self.width, self.height, self.max_blocks, 2 * points, max_iter)),
            np.float32(stop),
            np.int32(raised),
            *(self.color, self.label, self.single, self.blocks, self.bits, *candidates),
            null if start is None else start,
            null if solution is None else solution,
            np.int32(count),
            score,
            sweeps,
        )
        kernel((grid,), (32 * WARPS_PER_BLOCK,), arguments, shared_mem=shared)
        return score, sweeps


@lru_cache(maxsize=4)
def _kernel(cells: int) -> Any:
    options = (
        "-std=c++17",
        f"-DGOKAN_CELLS={cells}",
        f"--maxrregcount={REGISTERS}",
        "--fmad=false",  # the same bits as on the processor
    )
    module = _cupy().RawModule(code=_core.seds_batch_source(), options=options)
    return module.get_function("gokan_evaluate")


def _cupy() -> Any:
    try:
        import cupy
    except ImportError:
        raise GokanError("The GPU needs CuPy: install gokan[gpu], or use device='cpu'.") from None
    return cupy
