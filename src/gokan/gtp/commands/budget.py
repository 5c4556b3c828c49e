"""How long a reading command may think."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.budget import Budget

__all__ = ["reading_budget"]

SECONDS = 8.0
"""What one query may take unless the controller says otherwise."""
MOST_SECONDS = 3600.0

_seconds: WeakKeyDictionary[Engine, float] = WeakKeyDictionary()
_depths: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()


def reading_budget(engine: Engine) -> Budget:
    """For one query. Depths below the usual shorten it; greater ones cannot stretch it."""
    return Budget(seconds=_seconds.get(engine, SECONDS) * 2.0 ** min(_depths.get(engine, 0), 0))


@command("gokan-reading_time", "SECONDS", help="the time for one reading command")
def reading_time(engine: Engine, args: Arguments) -> None:
    """Holds for attack, connect, owl_attack, analyze_semeai and their like."""
    seconds = args.number("a time in seconds")
    args.end()
    if not 0 < seconds <= MOST_SECONDS:
        raise GtpError("syntax error", f"the time is more than 0 and at most {MOST_SECONDS:g} s")
    _seconds[engine] = seconds


@command("increase_depths", help="read more before giving up")
def increase_depths(engine: Engine, args: Arguments) -> None:
    """Takes one decrease_depths back; beyond the usual budget there is nothing to add."""
    args.end()
    _depths[engine] = min(_depths.get(engine, 0) + 1, 8)


@command("decrease_depths", help="read less before giving up")
def decrease_depths(engine: Engine, args: Arguments) -> None:
    """Each step below the usual halves the time of a query."""
    args.end()
    _depths[engine] = max(_depths.get(engine, 0) - 1, -8)
