"""Ctrl-C during long work: what is finished is kept before anything ends."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["deaf", "stopping"]


@contextmanager
def stopping(saying: str = "") -> Iterator[Callable[[], bool]]:
    """Was Ctrl-C pressed? Ask between two steps. A second one does what it did before, which is
    usually to end everything at once.

    The first is answered on stderr by `saying`. Where Ctrl-C is ignored it stays so, and in another
    thread than the main one it is never heard.

    >>> with stopping() as stopped:
    ...     before = stopped()
    ...     signal.raise_signal(signal.SIGINT)
    >>> before, stopped()
    (False, True)
    """
    asked = threading.Event()
    usual = signal.getsignal(signal.SIGINT)
    if usual in (None, signal.SIG_IGN) or threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def note(number: int, frame: Any) -> None:
        asked.set()
        signal.signal(signal.SIGINT, usual)
        if saying:
            print(f"\n{saying}", file=sys.stderr)

    signal.signal(signal.SIGINT, note)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, usual)


@contextmanager
def deaf() -> Iterator[None]:
    """Whoever presses Ctrl-C twice means the same: what is being taken down is taken down once."""
    ours = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if ours else None
    try:
        yield
    finally:
        if before is not None:  # it is None, too, where no handler of Python's was set
            signal.signal(signal.SIGINT, before)
