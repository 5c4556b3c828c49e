"""Jobs for the tests: other processes import them."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from gokan.batch import Answer, Items, Job
from gokan.errors import InvalidInput


def answer(data: Any) -> Answer:
    """What is asked for by the data themselves; rows depend on them alone."""
    number, what = data
    if what == "sentence":
        raise InvalidInput(f"There is no game number {number}.")
    if what == "mistake":
        raise ValueError(f"at {number}")
    if what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "slow":
        time.sleep(0.05)
    rows = [{"square": number * k, "name": f"é{k}", "seen": None} for k in range(number % 4)]
    return Answer(rows, {"number": number})


def make() -> Callable[[Any], Answer]:
    return answer


def make_that_fails() -> Callable[[Any], Answer]:
    raise InvalidInput("There is no network here.")


JOB = Job("squares", make, {"square": "int", "name": "text", "seen": "json"}, {"setting": 1})


def items(kinds: list[str]) -> Items:
    return Items([(f"game {k}", (k, what)) for k, what in enumerate(kinds)])


if __name__ == "__main__":  # FOLDER WORKERS SHARD COUNT KIND
    from gokan.batch import run
    from gokan.stopping import stopping
    from tests.batch import jobs

    folder, workers, shard, count, kind = sys.argv[1:]
    with stopping("stopping") as stopped:
        run(
            jobs.JOB,
            items([kind] * int(count)),
            folder,
            workers=int(workers),
            shard=int(shard),
            stopped=stopped,
        )
