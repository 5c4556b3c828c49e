"""Lines of games: what is written is read again, everything else is refused in a sentence."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan import _core
from gokan.errors import InvalidInput
from gokan_lab.teacher.lines import SIDES, GameLine, read_games, write_games
from tests.lab.teacher.helping import some_games


@st.composite
def lines(draw: st.DrawFn) -> GameLine:
    side = draw(st.sampled_from(SIDES))
    letters = [chr(97 + i) for i in range(side)]
    points = st.sampled_from([a + b for a in letters for b in letters])
    stones = draw(st.lists(points, unique=True, max_size=8))
    cut = draw(st.integers(0, len(stones)))
    moves = draw(st.lists(points | st.just(".."), max_size=30))
    return GameLine(
        id=draw(st.text(st.characters(exclude_characters="\t\n", exclude_categories=["Cs"]))),
        side=side,
        komi=draw(st.floats(-4000, 4000)),
        black="".join(stones[:cut]),
        white="".join(stones[cut:]),
        first=draw(st.sampled_from("BW")),
        moves="".join(moves),
        turns=tuple(draw(st.lists(st.integers(0, len(moves)), max_size=6))),
    )


@given(lines())
def test_a_line_is_read_as_it_was_written(line: GameLine) -> None:
    assert GameLine.parse(line.text()) == line


@given(lines())
def test_the_core_replays_a_line_or_finds_a_move_that_is_not_legal(line: GameLine) -> None:
    told = _core.intuition_turn_records(line.text())
    assert told is None or len(told) == len(line.turns) * (4 * line.side**2 + 24)
    if not (line.moves or line.black or line.white):
        assert told is not None


@given(st.lists(lines(), max_size=5), st.integers(9, 9))
def test_a_file_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, games: list[GameLine], side: int
) -> None:
    games = [game for game in games if game.side == games[0].side]
    path = tmp_path_factory.mktemp("games") / "some.games.gz"
    assert write_games(path, games, kind="players") == len(games)
    assert read_games(path) == games


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a line",
        "a\t9\t7.0\t-\tB\tcc",  # a field too few
        "a\t9\t7.0\t-\tB\tcc\t0\t",  # one too many
        "a\t4\t7.0\t-\tB\tcc\t0",
        "a\t20\t7.0\t-\tB\tcc\t0",
        "a\t9.0\t7.0\t-\tB\tcc\t0",
        "a\t9\tnan\t-\tB\tcc\t0",
        "a\t9\tinf\t-\tB\tcc\t0",
        "a\t9\t1_0\t-\tB\tcc\t0",
        "a\t9\t4000.5\t-\tB\tcc\t0",
        "a\t9\t7.0\t\tB\tcc\t0",
        "a\t9\t7.0\taaaa\tB\tcc\t0",
        "a\t9\t7.0\taa/\tB\tcc\t0",
        "a\t9\t7.0\tjj\tB\tcc\t0",
        "a\t9\t7.0\t-\tX\tcc\t0",
        "a\t9\t7.0\t-\tB\tc\t0",
        "a\t9\t7.0\t-\tB\tkk\t0",
        "a\t9\t7.0\t-\tB\t.c\t0",
        "a\t9\t7.0\t-\tB\tcc\t2",
        "a\t9\t7.0\t-\tB\tcc\t-1",
        "a\t9\t7.0\t-\tB\tcc\t0,,1",
        "a\t9\t7.0\t-\tB\tcc\t١",
        f"a\t9\t7.0\t-\tB\t{'..' * 65_536}\t65536",  # a label has no room for it
    ],
)
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"^This is no line of a game: .*\.$"):
        GameLine.parse(text)


def test_names_are_one_line() -> None:
    with pytest.raises(InvalidInput, match="The name of a game"):
        replace(some_games(1)[0], id="two\nlines")


def test_odd_names_do_not_break_a_file(tmp_path: Path) -> None:
    """Characters at which Python's `splitlines` breaks lines, and others do not."""
    games = [replace(game, id="a\x0b\x85\u2028b\r") for game in some_games(2)]
    write_games(tmp_path / "x.games.gz", games)
    assert read_games(tmp_path / "x.games.gz") == games


def test_damaged_foreign_and_newer_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.games.gz"
    write_games(path, some_games(3))
    good = path.read_bytes()
    text = gzip.decompress(good)
    head = {"format": "gokan-games", "version": 1, "games": 1}
    cases = [
        (good[:-9], "damaged"),
        (good[:60] + bytes([good[60] ^ 16]) + good[61:], "damaged"),
        (good + b"x", "damaged"),
        (b"", "damaged"),
        (gzip.compress(b"[1]\n"), "no file of games"),
        (gzip.compress(text.replace(b'"version": 1', b'"version": 2')), "another version"),
        (gzip.compress(text.rsplit(b"\n", 2)[0] + b"\n"), "damaged"),  # a game is missing
        (gzip.compress(json.dumps(head).encode() + b"\nnonsense\n"), "no line of a game"),
    ]
    for data, told in cases:
        path.write_bytes(data)
        with pytest.raises(InvalidInput, match=told) as error:
            read_games(path)
        assert str(error.value).count("\n") == 0
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        read_games(tmp_path / "none")
