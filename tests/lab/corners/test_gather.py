"""Corner patterns from records: what the thesis did by hand, and that nothing leaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Game, Position
from gokan.reading import Problem, solve
from gokan_lab.corners.pattern import Corner
from gokan_lab.corners.samples import (
    Sample,
    made_samples,
    read_samples,
    split,
    without_twins,
    write_samples,
)
from gokan_lab.corners.sources.books import book_corners, read_fate
from gokan_lab.corners.sources.finished import corners_of, dead_stones, final_corners
from gokan_lab.corners.sources.gather import from_games, from_problems, mix

PRINTED = """
.XXXO...
X.XOO...
XXOO....
OO......
..O.....
........
........
........"""


def board(corner: str, *, at: int = 0, swap: bool = False) -> Position:
    """A pattern in one corner of an empty board."""
    stones = Corner.from_text(corner)
    position = (stones.swapped() if swap else stones).position()
    return position.transform(at)


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("swap", [False, True])
def test_turned_to_the_top_left_and_black_inside(corner: int, swap: bool) -> None:
    """Figures 5.15 and 5.16: any corner, any colours, one pattern."""
    position = board(PRINTED, at=corner, swap=swap)
    assert Corner.of(position, corner).normalised() == Corner.from_text(PRINTED)


@pytest.mark.parametrize("corner", range(4))
def test_a_living_group_of_a_final_position(corner: int) -> None:
    position = board(PRINTED, at=corner)
    (found,) = [one for one in corners_of(position, ()) if one.corner == corner]
    assert found.alive
    assert not found.collapsed
    # The stone at C15 touches nothing of the group and is left out.
    assert str(found.pattern) == PRINTED.strip().replace("..O.....", "........")


def test_a_dead_group_is_found_by_the_count() -> None:
    """White's corner with three dead black stones in it; the rest of the board is divided."""
    rows = ["." * 19 for _ in range(19)]
    rows[0] = "XX.O" + "." * 15
    rows[1] = ".XOO" + "." * 15
    rows[2] = "OOO." + "." * 15
    for row in range(19):
        rows[row] = rows[row][:9] + "OX" + rows[row][11:]
    position = Position.from_diagram("\n".join(rows), rules="chinese")
    margin = position.score([0, 1, 20]).margin
    result = f"B+{margin:g}" if margin > 0 else f"W+{-margin:g}"
    assert dead_stones(position, result) == {0, 1, 20}
    (dead,) = [one for one in corners_of(position, {0, 1, 20}) if not one.alive]
    assert str(dead.pattern).splitlines()[:3] == ["XX.O....", ".XOO....", "OOO....."]
    with pytest.raises(InvalidInput, match="No choice of dead stones"):
        dead_stones(position, "B+200")
    with pytest.raises(InvalidInput, match="only counted games"):
        dead_stones(position, "W+R")


LONG = """
.X.XO..
XXXXO..
OOOXO..
..OXO..
..OXO..
..OXO..
..OXO..
..OXO..
..OXO..
..OXO..
..OOO.."""


def test_a_tail_is_collapsed() -> None:
    """Stones beyond the corner with no empty point of the group around them are left out."""
    lines = [line + "." * 12 for line in LONG.strip().splitlines()] + ["." * 19] * 8
    position = Position.from_diagram("\n".join(lines))
    (found,) = [one for one in corners_of(position, ()) if one.alive and one.corner == 0]
    assert found.collapsed
    assert str(found.pattern).splitlines()[6:] == ["..OXO...", "..OOO..."]
    # With an eye in the tail it would not be the same group: it stays out.
    lines[6] = "..OXOOO" + "." * 12
    lines[10] = "..OOOOO" + "." * 12
    lines[8] = "..OX.XO" + "." * 12
    lines[7] = "..OXXXO" + "." * 12
    lines[9] = "..OXXXO" + "." * 12
    position = Position.from_diagram("\n".join(lines))
    assert not [one for one in corners_of(position, ()) if one.alive and one.corner == 0]


KILL = (
    "(;SZ[19]AB[ad][bd][cd][dd][eb][ec][ed][ea]AW[ac][bc][cc][dc][db][da]"
    "(;B[bb]C[Correct](;W[ab];B[ba]C[Correct]))(;B[cb];W[bb]C[Wrong]))"
)


def test_snapshots_of_answers() -> None:
    """Odd moves of a kill that works are dead, even moves of one that fails alive."""
    found = list(book_corners(Game.parse(KILL)))
    assert [(one.moves, one.right, one.alive) for one in found] == [
        (1, True, False),
        (3, True, False),
        (2, False, True),
    ]
    assert str(found[0].pattern).splitlines()[:4] == [
        "...XO...",
        ".O.XO...",
        "XXXXO...",
        "OOOOO...",
    ]
    for one in found:
        mover = WHITE if one.alive else BLACK
        assert read_fate(one.pattern, to_move=mover).fate == ("alive" if one.alive else "dead")


def test_what_reading_disproves_is_left_out() -> None:
    wrong = KILL.replace("C[Correct]", "").replace("C[Wrong]", "C[Correct]")
    gathered = from_problems([("right", Game.parse(KILL)), ("wrong", Game.parse(wrong))])
    assert {sample.source for sample in gathered.samples} == {
        f"right, {n} moves of a {answer} answer"
        for n, answer in ((1, "right"), (3, "right"), (2, "wrong"))
    }
    assert sum(gathered.refused.values()) > 0


def test_proved_is_said_only_of_what_is_proved() -> None:
    """Before, what reading found within the region alone was called proved as well."""
    rows = ["..XO....", "XXX.O...", "OOO.....", "...O...."] + 4 * ["........"]
    found = read_fate(Corner.from_text("\n".join(rows)), to_move=BLACK)
    assert (found.fate, found.proved) == ("dead", False)
    assert found.reference.startswith("read, Black first, ")
    for sample in from_problems([("right", Game.parse(KILL))]).samples:
        position = sample.pattern.position()
        position = position.setup(to_play=BLACK if sample.kind == "dead" else WHITE)
        answer = solve(Problem.make(position, target=position.stones(BLACK)), nodes=20_000)
        assert sample.proof.partition(",")[0] == ("proved" if answer.proved else "read")


def test_bad_records_are_counted_with_a_reason() -> None:
    far = Game.parse("(;SZ[19]AB[jj]AW[aa];B[ab])")
    assert from_problems([("far", far)]).refused == {
        "The problem does not lie in one corner of 8×8 points.": 1
    }
    resigned = Game.parse("(;SZ[19]RE[B+R];B[aa])")
    assert from_games([("resigned", resigned)]).refused == {"The result …": 1}
    with pytest.raises(InvalidInput, match="16×16"):
        list(corners_of(Position.empty(9), ()))
    with pytest.raises(InvalidInput, match="no stones"):
        Corner(bytes(64)).normalised()
    with pytest.raises(InvalidInput, match="one colour"):
        Corner(bytes([1] + [0] * 63)).normalised()
    with pytest.raises(InvalidInput, match="signs, not 8"):
        Corner.from_text("\n".join(["X" * 9] * 8))
    with pytest.raises(InvalidInput, match="holds 'Q'"):
        Corner.from_text("\n".join(["XO.Q...."] * 8))
    with pytest.raises(InvalidInput, match="16×16"):
        Corner.of(Position.empty(13))


def test_no_pattern_and_no_twin_on_both_sides() -> None:
    pool = made_samples({"dead": 30, "alive, final": 30, "alive, not final": 30}, seed=4, jobs=1)
    halves = split(pool, 30, seed=2)
    train = {s.pattern.cells for s in halves.train} | {
        s.pattern.transposed().cells for s in halves.train
    }
    for sample in halves.test:
        assert sample.pattern.cells not in train
        assert sample.pattern.transposed().cells not in train
    twin = Sample(pool[0].pattern.transposed(), pool[0].kind, "twin")
    with pytest.raises(InvalidInput, match="would leak"):
        split([*pool, twin], 10)
    assert without_twins([*pool, twin]) == pool
    denied = Sample(pool[0].pattern, "ko" if pool[0].kind == "dead" else "dead", "denied")
    assert len(without_twins([*pool, denied])) == len(pool) - 1
    with pytest.raises(InvalidInput, match="needs 31 samples that are dead, but there are 30"):
        mix(pool, {"dead": 31})


def test_tables_come_back(tmp_path: Path) -> None:
    pool = made_samples({"dead": 3, "alive, not final": 2}, seed=4, jobs=1)
    write_samples(pool, tmp_path / "a.parquet")
    assert read_samples(tmp_path / "a.parquet") == pool
    (tmp_path / "b.parquet").write_bytes(b"PAR1 no table")
    with pytest.raises(InvalidInput, match="no table of corner patterns"):
        read_samples(tmp_path / "b.parquet")
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_samples(tmp_path / "missing.parquet")
    import polars

    polars.DataFrame({"pattern": ["x"]}).write_parquet(tmp_path / "c.parquet")
    with pytest.raises(InvalidInput, match="it lacks"):
        read_samples(tmp_path / "c.parquet")
    row = {**pool[0].to_dict(), "label": "sleepy"}
    polars.DataFrame([row]).write_parquet(tmp_path / "d.parquet")
    with pytest.raises(InvalidInput, match="row 1: 'sleepy' is no fate"):
        read_samples(tmp_path / "d.parquet")
    row = {**pool[0].to_dict(), "pattern": "XO"}
    polars.DataFrame([row]).write_parquet(tmp_path / "e.parquet")
    with pytest.raises(InvalidInput, match="row 1: A corner pattern has 8 lines"):
        read_samples(tmp_path / "e.parquet")
    for sign, why in ((".", "it holds no stones"), ("X", "all of its stones have one colour")):
        pattern = "/".join([sign + "." * 7, *["." * 8] * 7])
        row = {**pool[0].to_dict(), "pattern": pattern}
        polars.DataFrame([row]).write_parquet(tmp_path / "f.parquet")
        with pytest.raises(InvalidInput, match=f"row 1: The pattern is not a corner group: {why}"):
            read_samples(tmp_path / "f.parquet")


def test_dead_stones_of_real_games(data_dir: Path) -> None:
    import json

    agreed = found = 0
    with (data_dir / "kgs_scored.jsonl").open() as lines:
        for _, line in zip(range(24), lines, strict=False):
            record = json.loads(line)
            game = Game.parse(record["sgf"])
            try:
                dead = dead_stones(game.position(), game.result)
            except InvalidInput:
                continue
            found += 1
            named = record["dead_black"] + record["dead_white"]
            agreed += dead == {column + 19 * row for column, row in named}
            final_corners(game)
    assert found >= 20
    assert agreed >= found - 2
