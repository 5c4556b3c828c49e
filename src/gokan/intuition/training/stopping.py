"""Ctrl-C during training or games of one's own: what is finished is kept before anything ends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["stopping"]


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Was Ctrl-C pressed? Ask between two steps. A second one ends everything at once.

    >>> with stopping() as stopped:
    ...     before = stopped()
    ...     signal.raise_signal(signal.SIGINT)
    >>> before, stopped()
    (False, True)
    """
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    usual = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: Any) -> None:
        asked.set()
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, note)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, usual)
