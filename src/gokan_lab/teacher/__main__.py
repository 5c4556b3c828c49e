"""`python -m gokan_lab.teacher positions|labels|learn …`: without the command line of Gokan, for
machines that have only torch and a C++ compiler.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from gokan.stopping import stopping
from gokan_lab.teacher.labelling import Labelling, label
from gokan_lab.teacher.learn import Learning, learn
from gokan_lab.teacher.positions import Making, make

_JOBS: dict[str, tuple[Any, Callable[..., Any]]] = {
    "positions": (Making, make),
    "labels": (Labelling, label),
    "learn": (Learning, learn),
}

_KINDS: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": lambda text: bool(int(text)),
    "Path": Path,
    "tuple[int, ...]": lambda text: tuple(int(one) for one in text.split(",")),
    "tuple[str, ...]": lambda text: tuple(filter(None, text.split(","))),
}


def main() -> None:
    """Every field of a job's plan is an option."""
    parser = argparse.ArgumentParser(description="Learn from a stronger program.")
    jobs = parser.add_subparsers(dest="job", required=True)
    for name, (kind, _) in _JOBS.items():
        job = jobs.add_parser(name)
        for field in fields(kind):
            needed = field.default is MISSING
            default = None if needed else field.default
            read = _KINDS[str(field.type)]
            job.add_argument(f"--{field.name}", type=read, required=needed, default=default)
    options = vars(parser.parse_args())
    kind, run = _JOBS[options.pop("job")]
    with stopping() as stopped:
        run(kind(**options), stopped)
    sys.stdout.flush()
    os._exit(0)  # threads of the teacher's queues need not be waited for


if __name__ == "__main__":
    main()
