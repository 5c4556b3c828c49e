"""Answers to corner problems that the solver plays itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan.go import BLACK, WHITE, Color, Game
from gokan_lab.corners.pattern import Corner
from gokan_lab.corners.sources.books import asked, read_fate
from gokan_lab.corners.sources.gather import from_solver
from gokan_lab.corners.sources.played import played_corners

REST = "\n........" * 5
THREE = Corner.from_text("...XO...\nXXXXO...\nOOOOO..." + REST)
FOUR = Corner.from_text("....XO..\nXXXXXO..\nOOOOOO.." + REST)
TWO = Corner.from_text("..XO....\nXXXO....\nOOOO...." + REST)


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_every_snapshot_is_what_reading_says_of_it(to_move: Color) -> None:
    found = list(played_corners(THREE, to_move))
    assert found
    for one in found:
        lives = (to_move == BLACK) == one.right
        assert one.alive is lives
        first = WHITE if one.alive else BLACK  # the loser moves, and it does not help
        assert read_fate(one.pattern, to_move=first).fate == ("alive" if lives else "dead")
    assert {one.moves for one in found if one.right} <= {1, 3}
    assert {one.moves for one in found if not one.right} <= {2}


def test_right_and_wrong_first_moves_are_both_there() -> None:
    found = list(played_corners(THREE, WHITE))
    assert {one.right for one in found} == {True, False}
    assert len([one for one in played_corners(THREE, WHITE, wrong=0) if not one.right]) == 0


@pytest.mark.parametrize("pattern", [FOUR, TWO])
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_groups_whose_fate_hangs_on_no_move_are_no_problems(
    pattern: Corner, to_move: Color
) -> None:
    assert list(played_corners(pattern, to_move)) == []


def test_the_same_seed_plays_the_same() -> None:
    first = list(played_corners(THREE, BLACK, seed=3))
    assert first == list(played_corners(THREE, BLACK, seed=3))


BLACK_KILLS = (
    "(;SZ[19]AW[sa][sb][rb][qb][pb][pa]AB[oa][ob][oc][pc][qc][rc][sc];B[qa])"  # colours exchanged
)


def test_a_record_in_any_corner_and_colour() -> None:
    game = Game.parse(BLACK_KILLS)
    corner, to_move = asked(game)
    assert str(corner).splitlines()[:2] == ["X..XO...", "XXXXO..."]
    assert to_move == WHITE
    gathered = from_solver([("one", game)])
    assert gathered.records == 1
    assert {sample.family for sample in gathered.samples} <= {"one"}


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from gokan.cli import run
    from gokan_lab.corners.samples import read_samples, read_tables

    record = tmp_path / "three.sgf"
    stones = "AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]"
    record.write_text(f"(;SZ[19]{stones};B[ba])")
    table = tmp_path / "own.parquet"
    assert run(["train", "corners", str(table), "--played", str(record)]) == 0
    assert "alive, not final" in capsys.readouterr().out
    samples = read_samples(table)
    assert len({sample.pattern.key for sample in samples}) == len(samples) > 2
    assert {sample.kind for sample in samples} == {"alive, not final", "dead"}
    assert read_tables([table, table]) == samples
