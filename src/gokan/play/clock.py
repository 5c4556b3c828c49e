"""How much time a player has, as GTP tells it.

A clock never stops anybody: it answers "how many seconds may this move take?", and the player
keeps to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from gokan.go import BLACK, WHITE, Color

__all__ = ["Clock", "TimeSettings"]

_LAG = 0.15  # seconds kept back on every move for pipes and start-up
_SHORTEST_REST = 12  # own moves we expect to come even when the board looks full


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """Main time, then `stones` moves in every `period` seconds; or `periods` of one move.

    >>> TimeSettings(main=600, period=30, stones=5).describe()
    '600 s, then 5 stones in 30 s'
    >>> TimeSettings.unlimited().describe()
    'no limit'
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    periods: int = 0
    limited: bool = True

    @classmethod
    def unlimited(cls) -> TimeSettings:
        """No time limit at all."""
        return cls(limited=False)

    def describe(self) -> str:
        """The settings in words."""
        if not self.limited:
            return "no limit"
        if self.periods:
            return f"{self.main:g} s, then {self.periods} periods of {self.period:g} s"
        if self.stones:
            return f"{self.main:g} s, then {self.stones} stones in {self.period:g} s"
        return f"{self.main:g} s"


class Clock:
    """Both sides' time.

    >>> from gokan.go import BLACK
    >>> Clock().budget(BLACK) is None          # no limit
    True
    >>> clock = Clock(TimeSettings(main=60))
    >>> clock.budget(BLACK, moves_left=20)
    2.85
    >>> clock.set_left(BLACK, 10.0, 4)         # 10 s for the next four stones
    >>> clock.budget(BLACK)
    2.35
    """

    def __init__(self, settings: TimeSettings | None = None) -> None:
        self.settings = settings or TimeSettings.unlimited()
        self._left = {BLACK: (self.settings.main, 0), WHITE: (self.settings.main, 0)}

    def left(self, color: Color) -> tuple[float, int]:
        """Seconds left, and the stones to play in them (0 = still in main time)."""
        return self._left[color]

    def set_left(self, color: Color, seconds: float, stones: int) -> None:
        """What the other side of the pipe says the clock shows."""
        self._left[color] = (seconds, stones)
        if not self.settings.limited:
            self.settings = TimeSettings(main=seconds)

    def spend(self, color: Color, seconds: float) -> None:
        """Take the time a move took off the clock, until the controller says otherwise."""
        left, stones = self._left[color]
        left -= seconds
        if left < 0 and not stones and self.settings.period:
            left += self.settings.period
            stones = self.settings.periods or self.settings.stones
        elif stones and not self.settings.periods:
            stones -= 1
            if not stones:
                left, stones = self.settings.period, self.settings.stones
        elif stones:
            period = self.settings.period
            lost = int(-left // period) + 1 if left < 0 < period else 0
            left, stones = period, max(1, stones - lost)
        self._left[color] = (max(0.0, left), stones)

    def budget(self, color: Color, *, moves_left: int = 60) -> float | None:
        """Seconds this move may take; `None` without a limit.

        `moves_left` is how many moves of this colour the caller still expects.
        """
        if not self.settings.limited:
            return None
        seconds, stones = self._left[color]
        if stones and self.settings.periods:
            share = seconds  # each period is one move, and unused time is lost
        elif stones:
            share = seconds / stones
        else:
            share = seconds / max(_SHORTEST_REST, moves_left)
            period_moves = 1 if self.settings.periods else self.settings.stones
            if self.settings.period and period_moves:
                share += self.settings.period / period_moves
                share = min(share, seconds + self.settings.period / period_moves)
        return max(0.0, round(share - _LAG, 3))
