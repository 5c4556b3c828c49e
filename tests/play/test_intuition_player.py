"""The first choice of the network: when it plays, and when it passes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gokan import intuition
from gokan.go import PASS, Position
from gokan.play.clock import Clock
from gokan.play.players.intuition_player import IntuitionPlayer


@pytest.mark.parametrize(("cost", "passes"), [(0.1, True), (8.0, False)])
def test_it_answers_a_threat_to_ground_that_looks_settled(
    monkeypatch: pytest.MonkeyPatch, cost: float, passes: bool
) -> None:
    """Ground that somebody is expected to defend belongs to him, and must be defended all the same.

    It used to be left alone, and the sharper the network's view the more games that lost.
    """
    position = Position.empty(9).play("C3")
    there = position.point("D4")

    def judge(looked_at: Position, **_: Any) -> Any:
        white_first = looked_at.to_play == position.to_play
        return SimpleNamespace(
            best=[SimpleNamespace(move=m, chance=c) for m, c in ((there, 0.9), (PASS, 0.1))],
            ownership=[-1.0] * 81,  # all White's
            lead=-20.0 if white_first else -20.0 + cost,
        )

    monkeypatch.setattr(intuition, "judge", judge)
    chosen = IntuitionPlayer().choose(position, clock=Clock()).move
    assert chosen == (PASS if passes else there)


def test_it_does_not_pass_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.empty(9)
    there = position.point("D4")
    chances = ((there, 0.6), (PASS, 0.4))

    def judge(_: Position, **__: Any) -> Any:
        moves = [SimpleNamespace(move=m, chance=c) for m, c in chances]
        return SimpleNamespace(best=moves, ownership=[0.0] * 81, lead=0.0)

    monkeypatch.setattr(intuition, "judge", judge)
    player = IntuitionPlayer(temperature=2.0, seed=1)
    assert {player.choose(position, clock=Clock()).move for _ in range(20)} == {there}
