"""How much a reading command may spend: seconds, or nodes, which do not hang on the clock."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from gokan.effort import EFFORTS
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.budget import Budget

__all__ = ["reading_budget"]

SECONDS = 8.0
"""What one query may take unless the controller says otherwise."""
MOST_SECONDS = 3600.0
MOST_NODES = 1_000_000_000

_seconds: WeakKeyDictionary[Engine, float] = WeakKeyDictionary()
_nodes: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()
_depths: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()


def reading_budget(engine: Engine) -> Budget:
    """For one query. Depths below the usual shorten it; greater ones cannot stretch it."""
    share = 2.0 ** min(_depths.get(engine, 0), 0)
    nodes = _nodes.get(engine)
    if nodes is not None:
        return Budget(nodes=int(nodes * share))
    return Budget(seconds=_seconds.get(engine, SECONDS) * share)


@command("gokan-reading_time", "SECONDS", help="the time for one reading command")
def reading_time(engine: Engine, args: Arguments) -> None:
    """Holds for attack, connect, owl_attack, analyze_semeai and their like."""
    seconds = args.number("a time in seconds")
    args.end()
    if not 0 < seconds <= MOST_SECONDS:
        raise GtpError("syntax error", f"the time is more than 0 and at most {MOST_SECONDS:g} s")
    _seconds[engine] = seconds
    _nodes.pop(engine, None)


@command("gokan-effort", "EFFORT", help="count one reading command in nodes: quick, deep, 5000 ...")
def effort(engine: Engine, args: Arguments) -> None:
    """A name (quick, usual, deep) or a number of nodes; then answers do not hang on the clock,
    until `gokan-reading_time` is given.
    """
    word = args.word("an effort")
    args.end()
    if word in EFFORTS:
        _nodes[engine] = EFFORTS[word].nodes
    elif word.isascii() and word.isdigit() and len(word) <= 10 and 1 <= int(word) <= MOST_NODES:
        _nodes[engine] = int(word)
    else:
        raise GtpError("syntax error", f"say {', '.join(EFFORTS)}, or a number of nodes")


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
