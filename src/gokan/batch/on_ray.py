"""Items on a Ray cluster: one task for each, so that it is known whose process ended.

A task whose process or node is lost is run again; an item that ends two processes has crashed.
"""

from __future__ import annotations

import logging
import os
import pickle
import platform
import secrets
import sys
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from gokan.batch.signature import code_signature
from gokan.batch.work import CRASHED, Item, Make, Outcome, attempt
from gokan.errors import GokanError, InvalidInput

__all__ = ["OnRay"]

_AHEAD = 3  # tasks handed out at once, for each processor
_LOOK = 0.1  # seconds between two looks at whether to stop
_CRASHES = 2  # so many processes an item may end
_LOSSES = 6  # so many nodes may be lost under it

_OWN = {  # of a cluster that is started here
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # this makes Ray listen on the loopback alone
}


class OnRay:
    """A cluster, and what is under way on it."""

    def __init__(
        self,
        packed: bytes,
        make: Make,
        cluster: str,
        workers: int | None,
        stopped: Callable[[], bool],
    ) -> None:
        self.sent = (packed, code_signature(make))
        self.stopped = stopped
        self.ray, self.ours = _connected(cluster, workers)
        processors = int(self.ray.cluster_resources().get("CPU", 1))
        self.most = _AHEAD * min(workers or processors, processors)

    def run(self, items: Iterator[Item], may_begin: Callable[[], bool]) -> Generator[Outcome]:
        """What comes of the items, as it comes."""
        ray, lost = self.ray, self.ray.exceptions
        # A process that was killed is no reason for Ray to decide anything: we count.
        task = ray.remote(_work).options(max_retries=0, num_cpus=1)
        sent = ray.put(self.sent)
        running: dict[Any, tuple[Item, int, int]] = {}
        try:
            while not self.stopped():
                room = self.most - len(running) if may_begin() or not running else 0
                for item in islice(items, room):
                    running[task.remote(sent, item)] = (item, 0, 0)
                if not running:
                    return
                ready, _ = ray.wait(list(running), num_returns=1, timeout=_LOOK)
                for reference in ready:
                    item, crashes, losses = running.pop(reference)
                    try:
                        yield ray.get(reference)
                        continue
                    except lost.RayTaskError as error:
                        raise _cause(error) from None
                    except (lost.WorkerCrashedError, lost.OutOfMemoryError):
                        crashes += 1
                    except lost.RayError:  # a node with all that was on it
                        losses += 1
                    if crashes >= _CRASHES or losses >= _LOSSES:
                        yield Outcome(item.index, item.id, error=CRASHED, crashed=True)
                    else:
                        running[task.remote(sent, item)] = (item, crashes, losses)
        finally:
            for reference in running:
                ray.cancel(reference, force=True)
            if self.ours:
                ray.shutdown()


def _cause(error: Any) -> BaseException:
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, GokanError) else GokanError(str(error))


def _connected(cluster: str, workers: int | None) -> tuple[Any, bool]:
    """Ray, connected; and whether the connection is ours to end."""
    local = cluster == "local"
    if local and "ray" not in sys.modules:
        os.environ.update(_OWN)
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise GokanError(
            "A cluster needs the extra 'cluster': pip install 'gokan[cluster]'."
        ) from None
    if ray.is_initialized():
        return ray, False
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if local:
            processors = workers or os.cpu_count() or 1
            ray.init(address="local", num_cpus=processors, include_dashboard=False, **quiet)
        else:
            ray.init(address=cluster, **quiet)
    except Exception as error:  # Ray has a kind of its own for each way to fail
        told = str(error).strip().splitlines()
        why = told[0].rstrip(".") if told else type(error).__name__
        raise InvalidInput(f"There is no Ray cluster to work on at {cluster!r}: {why}.") from None
    return ray, True


_made: dict[bytes, Callable[[Any], Any]] = {}


def _work(sent: tuple[bytes, str], item: Item) -> Outcome:
    """In a process of a node: the function is made once, if the program is the same as at home."""
    packed, signature = sent
    if packed not in _made:
        node = platform.node()
        try:
            make = pickle.loads(packed)
        except (ImportError, AttributeError) as error:
            raise InvalidInput(f"The job is not installed on {node}: {error}.") from None
        if code_signature(make) != signature:
            raise InvalidInput(
                f"On {node} the program is another than here: install the same version everywhere."
            )
        _made.clear()
        _made[packed] = make()
    return attempt(_made[packed], item, os.getpid())
