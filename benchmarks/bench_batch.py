"""What running over many items costs: overhead alone, and how the real work grows.

    python benchmarks/bench_batch.py [--ray] [--games COLLECTION]

Work that sleeps shows the overhead of handing out, answering and writing down; the study of
prediction with `random` and `seds` is real work. With --ray also on clusters of 1, 2 and 4 nodes
simulated in this machine (extra `cluster`). Each line is fitted: seconds = start + cost x items.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from gokan.batch import Answer, Items, Job, run

SLEEP = 0.02
NODES = (1, 2, 4)


def sleep(data: int) -> Answer:
    time.sleep(SLEEP)
    return Answer([{"number": data}])


def make() -> Callable[[int], Answer]:
    return sleep


JOB = Job("sleep", make, {"number": "int"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--games", type=Path)
    parser.add_argument("--small", type=int, default=200)
    options = parser.parse_args()
    sizes = (options.small, 2 * options.small, 4 * options.small)
    print(f"{'work':8} {'where':14} {'items':>6} {'seconds':>8} {'a second':>9}")
    fits = []
    for where, workers, given in _places(ray=options.ray):
        with given() as cluster:
            _sleeping(8 * workers, workers, cluster)  # a cluster's processes begin once
            points = [(n, _sleeping(n, workers, cluster)) for n in sizes]
            fits.append(_fit("sleep", where, workers, points))
            if options.games:
                points = [(n, _real(options.games, n, workers, cluster)) for n in (20, 40, 80)]
                fits.append(_fit("predict", where, workers, points))
    print(json.dumps({"benchmark": "batch", "sleep": SLEEP, "fits": fits}))


def _places(*, ray: bool) -> Iterator[tuple[str, int, Any]]:
    for workers in (1, 2):
        yield f"{workers} processes", workers, _nothing
    for nodes in NODES if ray else ():
        yield f"Ray, {nodes} nodes", nodes, lambda nodes=nodes: _cluster(nodes)


@contextmanager
def _nothing() -> Iterator[None]:
    yield None


@contextmanager
def _cluster(nodes: int) -> Iterator[str]:
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
    ray: Any = import_module("ray")
    node = {"num_cpus": 1, "node_ip_address": "127.0.0.1"}
    head = {**node, "include_dashboard": False}
    made: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args=head
    )
    for _ in range(nodes - 1):
        made.add_node(**node)
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    try:
        yield made.address
    finally:
        ray.shutdown()
        made.shutdown()


def _sleeping(count: int, workers: int, cluster: str | None) -> float:
    job: Job = import_module("bench_batch").JOB  # by a name that other machines know, too
    items = Items([(str(k), k) for k in range(count)])
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        run(job, items, folder, workers=workers, cluster=cluster)
        return time.monotonic() - begun


def _real(games: Path, count: int, workers: int, cluster: str | None) -> float:
    from gokan_lab.study import predict

    begun = time.monotonic()
    predict(games, ranker="seds", limit=count, workers=workers, cluster=cluster)
    return time.monotonic() - begun


def _fit(work: str, where: str, workers: int, points: list[tuple[int, float]]) -> dict[str, Any]:
    for count, seconds in points:
        print(f"{work:8} {where:14} {count:6} {seconds:8.1f} {count / seconds:9.1f}", flush=True)
    n = len(points)
    x, y = (sum(point[k] for point in points) / n for k in (0, 1))
    slope = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
    start = y - slope * x
    over = f", {1000 * (slope * workers - SLEEP):.1f} ms of it overhead" if work == "sleep" else ""
    print(
        f"{work:8} {where:14} seconds = {start:.1f} + {1000 * slope:.1f} ms x items; an item takes "
        f"{1000 * slope * workers:.1f} ms of one worker{over}",
        flush=True,
    )
    return {"work": work, "where": where, "start": round(start, 2), "ms": round(1000 * slope, 2)}


if __name__ == "__main__":
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors")
    main()
