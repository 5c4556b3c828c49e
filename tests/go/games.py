"""Random games for hypothesis: a size, some rules, and numbers that pick the moves."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from gokan.go.position import Position
from gokan.go.rules import KO_RULES, RULE_SETS, Rules
from gokan.go.vertex import PASS
from tests.reference import board as slow

EVERY_RULE = [
    *RULE_SETS.values(),
    *(
        Rules(f"{ko}-{suicide}", ko=ko, suicide=suicide)
        for ko in KO_RULES
        for suicide in (False, True)
    ),
]


@dataclass(frozen=True)
class Script:
    """How to play one game: `picks` choose among the legal moves, in turn."""

    width: int
    height: int
    rules: Rules
    picks: tuple[int, ...]

    def start(self) -> Position:
        return Position.empty(self.width, self.height, rules=self.rules)

    def slow_start(self) -> slow.Game:
        return slow.Game(self.width, self.height, ko_rule=self.rules.ko, suicide=self.rules.suicide)

    def choose(self, legal: list[int], pick: int) -> int:
        """A legal point; a pass now and then, and where there is none."""
        if not legal or pick % 23 == 0:
            return PASS
        return legal[pick % len(legal)]

    def positions(self) -> list[Position]:
        """The whole game, played by the package alone."""
        played = [self.start()]
        for pick in self.picks:
            now = played[-1]
            played.append(now.play(self.choose(now.legal_moves(), pick)))
        return played


def scripts(largest: int = 6, longest: int = 90) -> st.SearchStrategy[Script]:
    """Games on small boards, where stones are captured all the time."""
    return st.builds(
        Script,
        width=st.integers(1, largest),
        height=st.integers(1, largest),
        rules=st.sampled_from(EVERY_RULE),
        picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=longest).map(tuple),
    )
