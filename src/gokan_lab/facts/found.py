"""Our figure for a fact, and the files that it is computed from."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from gokan.errors import GokanError
from gokan.play.matches.statistics import wilson

__all__ = ["Absent", "Found", "data", "example", "share"]

_ROOT = Path(__file__).resolve().parents[3]


class Absent(GokanError):
    """A file that a fact needs is not here."""


@dataclass(frozen=True, slots=True)
class Found:
    """Our figure, with a 95 % interval where it comes from a sample, and what it was counted on."""

    value: int | float | str
    low: float | None = None
    high: float | None = None
    of: str = ""

    @property
    def text(self) -> str:
        """As the table shows it."""
        if isinstance(self.value, str):
            return self.value
        shown = f"{self.value:,}" if isinstance(self.value, int) else f"{self.value:.4g}"
        return shown if self.low is None else f"{shown} [{self.low:.4g}, {self.high:.4g}]"


def share(good: int, all_: int, of: str) -> Found:
    """A share in percent with its interval.

    >>> share(8, 10, "games").text
    '80 [49.02, 94.33]'
    """
    low, high = wilson(good, all_)
    return Found(100 * good / all_, 100 * low, 100 * high, f"{good:,} of {all_:,} {of}")


def data(name: str) -> Path:
    """A file of the data folder: $GOKAN_DATA, else ../shared/data beside the repository."""
    folder = Path(os.environ.get("GOKAN_DATA") or _ROOT.parent / "shared" / "data")
    return _there(folder / name)


def example(name: str) -> Path:
    """A file of the repository's folder of examples."""
    return _there(_ROOT / "examples" / name)


def _there(path: Path) -> Path:
    if not path.is_file():
        raise Absent(f"{path.name} is not here")
    return path
