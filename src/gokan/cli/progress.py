"""How far a run over many items is: a line on stderr."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gokan.batch import Progress

__all__ = ["ProgressLine"]

_BETWEEN_LINES = 2.0
_BETWEEN_CHANGES = 0.2


class ProgressLine:
    """A line with rate, failures and the time left: rewritten on a terminal, else now and then."""

    def __init__(self, name: str, what: str = "", between: float | None = _BETWEEN_LINES) -> None:
        """With `between` None only a terminal shows it."""
        self.name, self.what, self.between = name, what, between
        self.next = 0.0

    def __call__(self, now: Progress, more: str = "") -> None:
        """Say how far it is, unless it was said a moment ago; `more` ends the line."""
        moment, last = time.monotonic(), now.done == now.of
        if not last and moment < self.next:
            return
        terminal = sys.stderr.isatty()
        if not terminal and self.between is None:
            return
        self.next = moment + (_BETWEEN_CHANGES if terminal else self.between or 0.0)
        line = f"{self.name}: {now.said(self.what)}{more}"
        if terminal:
            sys.stderr.write(f"\r\x1b[K{line}" + ("\n" if last else ""))
        else:
            sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
