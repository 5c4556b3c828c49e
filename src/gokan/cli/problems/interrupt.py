"""Ctrl-C while the core is searching.

The core does not look at signals, so Python's own answer would wait until a search is over. A
command that has nothing to put in order meanwhile is better ended at once.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["ended_at_once"]


@contextmanager
def ended_at_once() -> Iterator[None]:
    """Ctrl-C ends the program inside this block, unless somebody else has a say about it."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not ours or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
