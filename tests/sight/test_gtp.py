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
    sums = numbers(engine.respond("gokan-template_weights white"))
    assert numbers(engine.respond("gokan-sums white")) == sums  # its former name
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
    assert engine.respond(f"gokan-reasons {best}").startswith(f"= {best} gets {total} votes.")
    assert engine.respond("gokan-influence -1").startswith("?")


def test_genmove_says_why(engine: Engine) -> None:
    assert engine.respond("genmove w").startswith("= ")
    assert "votes." in engine.last_reason


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 13, 19, 25])
def test_whole_games_at_every_size(size: int) -> None:
    engine = Engine("zobrist", size=size, seed=1, log=lambda said: None)
    moves: list[str] = []
    while moves[-2:] != ["pass", "pass"]:
        answer = engine.respond(f"genmove {'bw'[len(moves) % 2]}")
        assert answer.startswith("= ")
        moves.append(answer.removeprefix("=").strip().lower())
        assert "resign" not in moves
        assert len(moves) < 3 * size * size + 20
    assert size == 1 or len(moves) > size * size // 2
    assert engine.respond("final_score").startswith("= ")


@pytest.mark.parametrize(("size", "stones"), [(9, 4), (13, 9), (19, 2), (19, 9)])
def test_handicap(size: int, stones: int) -> None:
    engine = Engine("zobrist", size=size, seed=1, log=lambda said: None)
    placed = engine.respond(f"fixed_handicap {stones}").removeprefix("=").split()
    assert len(placed) == stones
    for number in range(size):
        answer = engine.respond(f"genmove {'wb'[number % 2]}").removeprefix("=").strip()
        assert answer.lower() not in ("pass", "resign")
        assert answer not in placed


FIGHT = Position.from_diagram("""
    . . . . . .
    . O X . . .
    O X . . X .
    . O . . . .
    . . O . . .
    . . . . . .
""")


@pytest.mark.parametrize("player", ["zobrist", "zobrist-templates", "zobrist-last"])
def test_the_sums_shown_are_those_the_player_goes_by(player: str) -> None:
    """And `zobrist-templates` looks not ahead: no sum has the 4000 points of a needed move."""
    made = Engine(player, size=6, log=lambda said: None)
    for point, color in enumerate(FIGHT.board):
        if color:
            made.respond(f"play {'.bw'[color]} {FIGHT.vertex(point)}")
    made.respond("play w pass")
    best, total = made.respond("top_moves").split()[1:3]
    assert (int(total) >= 4000) == (player != "zobrist-templates")
    assert made.respond("all_move_values").split()[1:3] == [best, total]
    told = made.respond(f"gokan-reasons {best}")
    assert told.startswith(f"= {best} gets {total} votes.")
    assert ("Looking ahead" in told) == (player != "zobrist-templates")
    assert made.respond("reg_genmove b").split() == ["=", best]
