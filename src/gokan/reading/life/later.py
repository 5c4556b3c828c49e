"""An answer of which the rest is worked out when somebody asks for it.

The result, the first moves that work and how sure that is come first. Lines of play, refutations,
the kind of ko, what the attack may ignore: all this takes several times as long, and whoever only
wants to know whether a group lives never looks at it. So `solve` gives a `Later`: the first time
one of these is looked at, the problem is read once more with all details, within a budget like the
first one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from gokan.reading.life.solution import Solution

__all__ = ["Later"]


class Later(Solution):
    """A solution whose details are read when they are first looked at."""

    __slots__ = ("_full", "_more")

    @staticmethod
    def of(answer: Solution, more: Callable[[], Solution]) -> Later:
        """The answer, and how to get it with all details."""
        made: Later = object.__new__(Later)
        for one in fields(Solution):
            object.__setattr__(made, one.name, getattr(answer, one.name))
        object.__setattr__(made, "_more", more)
        return made

    def detailed(self) -> Solution:
        """The answer with all details. Where these were read otherwise it is left as it is."""
        found: Solution | None = getattr(self, "_full", None)
        if found is None:
            own = {one.name: _own(self, one.name) for one in fields(Solution)}
            found = Solution(**own)
            more = getattr(self, "_more", None)
            full = found if more is None else more()
            found = full if full.result == self.result else found
            object.__setattr__(self, "_full", found)
        return found

    def __repr__(self) -> str:
        return f"<{self.headline}: {self.result}, {self.grade}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.detailed(),)


def _itself(answer: Solution) -> Solution:
    return answer


def _own(answer: Solution, name: str) -> Any:
    return Solution.__dict__[name].__get__(answer)


def _asked_for(name: str) -> property:
    """A detail: what the slot of the same name holds until it is read."""
    slot = Solution.__dict__[name]

    def get(self: Later) -> Any:
        return getattr(self.detailed(), name)

    return property(get, lambda self, value: slot.__set__(self, value))


for _name in (
    "undecided_moves",
    "refutations",
    "ko",
    "seki",
    "repetition",
    "how_proved",
    "endless",
    "ignores",
    "pv",
    "resistance",
    "shown",
    "also",
):
    setattr(Later, _name, _asked_for(_name))
