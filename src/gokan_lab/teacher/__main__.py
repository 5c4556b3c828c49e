"""`python -m gokan_lab.teacher positions|labels|learn|teach …`: without the command line of Gokan,
for machines that have only torch and a C++ compiler.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from gokan.errors import GokanError
from gokan.stopping import stopping
from gokan_lab.teacher.engine import session_members

_JOBS = {
    "positions": ("positions", "Making", "make"),
    "labels": ("labelling", "Labelling", "label"),
    "learn": ("learn", "Learning", "learn"),
    "teach": ("teach", "Teaching", "teach"),
}
"""Modules are imported when they are needed: only one of them needs torch at once."""

_KINDS: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": lambda text: bool(int(text)),
    "Path": Path,
    "tuple[int, ...]": lambda text: tuple(int(one) for one in text.split(",")),
    "tuple[str, ...]": lambda text: tuple(filter(None, text.split(","))),
}


def main(words: list[str]) -> int:
    """Every field of a job's plan is an option. What the program returns to the shell."""
    name = words[0] if words else ""
    if name not in _JOBS:
        print(f"Name a job: {', '.join(_JOBS)}.", file=sys.stderr)
        return 2
    try:
        _end_with_conductor()
        module_name, plan_name, run_name = _JOBS[name]
        module = import_module(f"gokan_lab.teacher.{module_name}")
        kind = getattr(module, plan_name)
        parser = argparse.ArgumentParser(f"gokan_lab.teacher {name}", allow_abbrev=False)
        for field in fields(kind):
            needed = field.default is MISSING
            default = None if needed else field.default
            read = _KINDS[str(field.type)]
            option = field.name.replace("_", "-")
            names = {f"--{option}", f"--{field.name}"}
            parser.add_argument(
                *sorted(names), dest=field.name, type=read, required=needed, default=default
            )
        plan = kind(**vars(parser.parse_args(words[1:])))
        with stopping() as asked:
            ended = _until_ended()
            getattr(module, run_name)(plan, lambda: asked() or ended())
    except GokanError as error:
        print(f"gokan: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _end_with_conductor() -> None:
    """A process of `teach` ends with it, and with it all of its session, whatever happened."""
    conductor = os.environ.pop("GOKAN_CONDUCTOR", "")
    if not conductor.isdigit():
        return

    def wait() -> None:
        while os.getppid() == int(conductor):
            time.sleep(0.5)
        for pid in session_members(os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _until_ended() -> Callable[[], bool]:
    """Was this process asked to end (SIGTERM)? It does so between two steps, as for Ctrl-C."""
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    signal.signal(signal.SIGTERM, note)
    return lambda: bool(asked)


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # threads of the teacher's queues need not be waited for
