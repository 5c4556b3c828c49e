"""Two rankers together, what the second adds, and the phases of a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.go.collection import Collection
from gokan_lab.study import predict
from gokan_lab.study.joined import by_phase, fit, gain, join, shipped_weights
from gokan_lab.study.rankers import Scores


def low(position: Position, before: Sequence[int]) -> Scores:
    return [(p, -p / 10) for p in position.legal_moves()]


def useless(position: Position, before: Sequence[int]) -> Scores:
    return [(p, float(p * 7919 % 13)) for p in position.legal_moves()]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Games in which the first free points are played, now and then another."""
    lines = []
    for game in range(6):
        now, text = Position.empty(19), ""
        for number in range(30):
            legal = now.legal_moves()
            move = legal[(number * 5 + game) % 3]
            text += chr(97 + move % 19) + chr(97 + move // 19)
            now = now.play(move)
        lines.append(f"g{game}\t2000\t6.5\tB+R\t{text}\n")
    path = tmp_path / "games.tsv"
    path.write_text("".join(lines))
    return path


def test_the_fit_finds_out_who_knows_something(games: Path) -> None:
    a, b = fit(Collection(games), low, useless, every=2)
    assert a > 1
    assert abs(b) < 0.5
    both = join(low, useless, (a, b))
    position = Position.empty(19)
    scores = dict(both(position, []))
    assert scores[0] - scores[1] == pytest.approx(a * 0.1 + b * (0 - 7919 % 13))
    with pytest.raises(InvalidInput):
        fit([], low, useless)


def test_a_gain_has_an_interval_over_games(games: Path) -> None:
    one = predict(games, ranker="random", workers=1)
    two = predict(games, ranker="ets", workers=1)
    same = gain(one, one)
    assert (same.mean, same.low, same.high) == (0, 0, 0)
    found = gain(one, two, top=10)
    assert found.low <= found.mean <= found.high
    assert found.games == 6
    assert "ets against random" in found.explain()


def test_phases_hold_every_position(games: Path) -> None:
    study = predict(games, ranker="random", workers=1)
    assert [(name, n) for name, n, _, _ in by_phase(study)] == [("opening", study.positions)]


def test_the_shipped_weights_use_both() -> None:
    strength, ets = shipped_weights()
    assert strength > 0
    assert ets > 0
