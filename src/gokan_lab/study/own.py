"""Rankers and studies from elsewhere: files at hand, and packages that are installed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from gokan.batch import Job
from gokan.errors import InvalidInput

__all__ = ["RANKERS", "STUDIES", "job", "known", "made_by"]

RANKERS, STUDIES = "gokan.rankers", "gokan.studies"
"""Groups of entry points: each names a function without arguments that gives a ranker, or a job."""


def made_by(group: str, name: str) -> Callable[[], Any]:
    """The function that `module:attribute` or an entry point names.

    >>> made_by(RANKERS, "collections:OrderedDict")()
    OrderedDict()
    """
    if ":" in name:
        here = str(Path.cwd())
        if here not in sys.path:  # the program's own script stands there otherwise
            sys.path.insert(0, here)
        point = EntryPoint(name, name, group)
        module = name.partition(":")[0]
        try:
            import_module(module)
        except ImportError as error:
            raise InvalidInput(f"{name} cannot be used: {error}.") from None
        except SyntaxError as error:
            told = f"line {error.lineno} of {module} is no Python"
            raise InvalidInput(f"{name} cannot be used: {told}.") from None
    else:
        found = entry_points(group=group, name=name)
        if not found:
            raise InvalidInput(_unknown(group, name))
        point = next(iter(found))
    try:
        make = point.load()
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidInput(f"{name} cannot be used: {error}.") from None
    if not callable(make):
        raise InvalidInput(f"{name} is not a function.")
    made: Callable[[], Any] = make
    return made


def known(group: str) -> tuple[str, ...]:
    """The names that installed packages give."""
    return tuple(sorted(point.name for point in entry_points(group=group)))


def job(name: str) -> Job:
    """A study of one's own: what is done with every game."""
    made = made_by(STUDIES, name)()
    if not isinstance(made, Job):
        raise InvalidInput(f"{name} must give a gokan.batch.Job, not {type(made).__name__}.")
    return made


def _unknown(group: str, name: str) -> str:
    what = "ranker" if group == RANKERS else "study"
    names = ", ".join(known(group)) or "none are installed"
    return f"There is no {what} called {name!r} ({names}); one of your own is module:attribute."
