"""Why Gokan reads records itself: files that sgfmill, the usual library, refuses or misreads.

Each test shows both sides. If a new version of the peer learns one of these, the test fails and
the reasons in docs/guide/records.md want another look.
"""

from __future__ import annotations

import pytest

from gokan.errors import InvalidSgf
from gokan.go import Game
from gokan.go.sgf import parse

mill = pytest.importorskip("sgfmill.sgf")
mill_moves = pytest.importorskip("sgfmill.sgf_moves")


@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[9:13];B[aa])",
        b"(;SZ[9];B[aa];W[bb]",
        b"(SZ[9];B[aa])",
        b"(;C[a [1k] b]B[aa])",
        "(;CA[nonsense]PB[黑];B[aa])".encode(),
    ],
    ids=["rectangle", "truncated", "no semicolon", "unescaped bracket", "unknown charset"],
)
def test_files_that_the_peer_refuses(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"SZ|SGF data|encoding"):
        mill.Sgf_game.from_bytes(data)
    assert len(Game.parse(data)) >= 1


def test_setup_in_mid_game() -> None:
    data = b"(;SZ[9];B[aa];AB[bb];W[cc])"
    with pytest.raises(ValueError, match="setup properties after the root"):
        mill_moves.get_setup_and_moves(mill.Sgf_game.from_bytes(data))
    assert len(Game.parse(data).position().stones(Game.parse(data).moves()[0][0])) == 2


def test_charsets() -> None:
    data = "(;SZ[9]PB[黑中盘胜])".encode("gb18030")
    assert mill.Sgf_game.from_bytes(data).get_player_name("b") != "黑中盘胜"
    assert Game.parse(data).black == "黑中盘胜"


def test_second_bytes() -> None:
    data = "(;CA[Big5]C[功];B[aa])".encode("big5")
    assert len(mill.Sgf_game.from_bytes(data).get_main_sequence()) == 1  # the move is lost
    assert len(Game.parse(data)) == 1


def test_several_games_in_one_file() -> None:
    data = b"(;SZ[9];B[aa])(;SZ[13])"
    assert isinstance(mill.Sgf_game.from_bytes(data), mill.Sgf_game)  # the first alone
    assert len(Game.parse_all(data)) == 2


def test_hostile_depth() -> None:
    data = b"(;SZ[9]" + b"(;B[]" * 20_000 + b")" * 20_001
    assert len(mill.Sgf_game.from_bytes(data).get_main_sequence()) == 20_001
    with pytest.raises(InvalidSgf, match="nested"):
        parse(data)
