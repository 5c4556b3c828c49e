"""Sight over GTP: pictures for GoGui and reasons for people."""

from __future__ import annotations

import pytest

from gokan import sight
from gokan.go import Position
from gokan.gtp.engine import Engine


@pytest.fixture
def engine() -> Engine:
    made = Engine("zobrist", size=9, seed=1, log=lambda said: None)
    for line in ("play b e5", "play w c3", "play b g3"):
        assert made.respond(line).startswith("=")
    return made


POSITION = Position.empty(9).play("E5").play("C3").play("G3")


def numbers(answer: str) -> list[int]:
    return [int(n) for n in answer.removeprefix("=").split()]


def test_pictures(engine: Engine) -> None:
    seen = sight.see(POSITION)
    assert numbers(engine.respond("gokan-influence")) == list(seen.influence)
    assert numbers(engine.respond("gokan-segments")) == list(seen.grouping)
    assert numbers(engine.respond("gokan-influence 0")).count(0) == 78
    sums = numbers(engine.respond("gokan-sums white"))
    weights = sight.judge(POSITION).weights
    assert [s for s, c in zip(sums, POSITION.board, strict=True) if not c] == [
        w for w, c in zip(weights, POSITION.board, strict=True) if not c
    ]


def test_reasons(engine: Engine) -> None:
    account = sight.reasons(POSITION)
    best = POSITION.vertex(account.moves[0].move)
    total = account.moves[0].total
    assert engine.respond("top_moves").startswith(f"= {best} {total} ")
    assert engine.respond("all_move_values").startswith(f"= {best} {total}\n")
    assert engine.respond(f"move_reasons {best}").startswith(f"= {best} has {total} points.")
    assert engine.respond("gokan-influence -1").startswith("?")


def test_genmove_says_why(engine: Engine) -> None:
    assert engine.respond("genmove w").startswith("= ")
    assert "points." in engine.last_reason
