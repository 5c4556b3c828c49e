"""Numbers by a rule that a test can work out: the lead is a count of stones and a script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gokan.explain.outlook import Outlook, StrengthOutlook
from gokan.explain.reviews.numbers import Glance, Option, Thought, Value
from gokan.go import BLACK, Position
from gokan.play.player import Stop, never


class FakeNumbers:
    """After move n the lead is `leads[n]`, or that of the move before where nothing is scripted.

    Thinking knows `better`: by the number of a move, the vertex that was better. What the move
    cost is what the script says that the lead fell by.
    """

    source = "fake"
    certainty = "measured"
    glance_noise = 1.0
    noise = 1.0

    def __init__(
        self, leads: Mapping[int, float] | None = None, better: Mapping[int, str] | None = None
    ) -> None:
        self.leads = dict(leads or {})
        self.better = dict(better or {})
        self.thoughts = 0
        self.values = 0

    def noise_of(self, visits: int, spread: float) -> float:
        del visits, spread
        return self.noise / math.sqrt(2)

    def value(self, position: Position, visits: int, stop: Stop = never) -> Value:
        self.values += 1
        lead = self._lead(position.move_number)
        return Value.of(_win(lead), lead, 10.0, visits)

    def outlook(self) -> Outlook:
        return StrengthOutlook()

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        made = []
        for position in positions:
            lead = self._lead(position.move_number)
            owner = tuple(1.0 if c == 1 else -1.0 if c == 2 else 0.0 for c in position.board)
            made.append(Glance(win=_win(lead), lead=lead, owner=owner, chances=()))
        return made

    def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
        self.thoughts += 1
        number = position.move_number + 1
        sign = 1 if position.to_play == BLACK else -1
        before, after = self._lead(number - 1), self._lead(number)
        played = Option(move=move, win=_win(after), lead=after, visits=visits, line=(move,))
        name = self.better.get(number)
        value = Value.of(_win(before), before, 10.0, visits)
        if name is None:
            return Thought(played, (played,), 0.0, value)
        point = position.point(name)
        best = Option(move=point, win=_win(before), lead=before, visits=visits, line=(point,))
        return Thought(played, (best,), max(0.0, sign * (before - after)), value)

    def _lead(self, number: int) -> float:
        known = [n for n in self.leads if n <= number]
        return self.leads[max(known)] if known else 0.0


def _win(lead: float) -> float:
    return float(1 / (1 + 2.0 ** (-lead / 4)))
