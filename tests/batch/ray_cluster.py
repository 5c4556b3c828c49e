"""A Ray cluster of three nodes in this machine, and what may happen to it; prints JSON."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

os.environ |= {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": "0123456789abcdef" * 4,
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
}


def main(folder: Path) -> dict[str, Any]:
    ray: Any = import_module("ray")
    Cluster: Any = import_module("ray.cluster_utils").Cluster

    from gokan.batch import on_ray, outcomes, run
    from gokan.errors import GokanError
    from tests.batch import jobs

    node = {"num_cpus": 1, "node_ip_address": "127.0.0.1"}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    nodes = [cluster.add_node(**node) for _ in range(2)]
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    found: dict[str, Any] = {"listening": _listening(), "nodes": len(cluster.list_all_nodes())}

    def told(kinds: list[str], disturb: Any = None) -> list[Any]:
        got = []
        come = outcomes(jobs.items(kinds), jobs.make, cluster=cluster.address, in_order=True)
        for one in come:
            got.append([one.index, one.id, one.error, one.crashed])
            if disturb is not None and len(got) == 5:
                disturb(one)
        return got

    found["mixed"] = told(["plain", "crash", "sentence", "mistake", "plain", "crash", "plain"])
    found["killed"] = told(["slow"] * 30, lambda one: os.kill(one.worker, signal.SIGKILL))
    kinds = ["plain", "sentence", "slow"] * 6
    run(jobs.JOB, jobs.items(kinds), folder / "ray", cluster=cluster.address, shard=4)
    other = on_ray.OnRay(b"", jobs.make, cluster.address, None, lambda: False)
    other.sent = (pickle.dumps(jobs.make), "another")
    try:
        list(other.run(iter(jobs.items(["plain"])), lambda: True))
    except GokanError as error:
        found["other"] = str(error)
    try:
        list(outcomes(jobs.items(["plain"]), jobs.make_that_fails, cluster=cluster.address))
    except GokanError as error:
        found["fails"] = str(error)
    found["node gone"] = told(["slow"] * 60, lambda one: cluster.remove_node(nodes[0]))
    ray.shutdown()
    cluster.shutdown()
    return found


def _listening() -> list[str]:
    """Open TCP ports that other machines reach, of processes of this cluster."""
    done = subprocess.run(["ss", "-ltnp"], capture_output=True, text=True, check=False)
    lines = [line.split() for line in done.stdout.splitlines() if "ray" in line]
    ours = ("127.", "[::1]", "[::ffff:127.")
    return [line[3] for line in lines if not line[3].startswith(ours)]


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
