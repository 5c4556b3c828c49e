"""People's segmentation: the index, the divisions of the programs, boards, saved drawings."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.pages import names
from gokan_lab.study.segments import (
    PROGRAMS,
    adjusted_rand,
    agreement,
    by_sight,
    by_strength,
    choose_boards,
)

GAME = "(;SZ[9];B[ee];W[eg];B[gf];W[cf];B[cc];W[gc];B[ec];W[ge])"


def test_known_values(repo: Path) -> None:
    """The same table that the page's own computation is tested with."""
    table = json.loads((repo / "web" / "tests" / "fixtures" / "rand.json").read_text())
    for row in table:
        assert adjusted_rand(row["one"], row["other"]) == pytest.approx(row["index"], abs=1e-12)


def test_against_the_definition_by_pairs() -> None:
    """The index counts pairs of points; here they really are counted."""
    chance = random.Random(1)
    for _ in range(50):
        n = chance.randrange(4, 14)
        one = [chance.randrange(3) for _ in range(n)]
        other = [chance.randrange(4) for _ in range(n)]
        pairs = list(combinations(range(n), 2))
        same_one = [one[i] == one[j] for i, j in pairs]
        same_other = [other[i] == other[j] for i, j in pairs]
        both = sum(a and b for a, b in zip(same_one, same_other, strict=True))
        expected = sum(same_one) * sum(same_other) / len(pairs)
        most = (sum(same_one) + sum(same_other)) / 2
        index = 1.0 if most == expected else (both - expected) / (most - expected)
        assert adjusted_rand(one, other) == pytest.approx(index, abs=1e-12)


def test_chance_gives_about_nothing_and_names_do_not_matter() -> None:
    chance = random.Random(2)
    one = [chance.randrange(5) for _ in range(3000)]
    other = [chance.randrange(5) for _ in range(3000)]
    assert abs(adjusted_rand(one, other)) < 0.01
    assert adjusted_rand(one, [f"area {4 - a}" for a in one]) == 1
    with pytest.raises(InvalidInput):
        adjusted_rand([1], [1, 2])


def test_the_programs_divide_a_plain_board_alike() -> None:
    position = Position.from_diagram("""
        . X . . . O .
        . X . . . O .
        . X . . . O .
        . X . . . O .
        . X . . . O .
    """)
    drawn = [0 if p % 7 < 3 else 1 if p % 7 > 3 else None for p in range(35)]
    for divide in (by_sight, by_strength):
        areas = divide(position)
        assert len({a for a in areas if a is not None}) == 2
        assert adjusted_rand(areas, drawn) == 1


def test_a_page_to_draw_on_and_what_it_saves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.sgf"
    game.write_text(GAME)
    boards = choose_boards(game, count=4)
    assert len({board.name for board in boards}) == 4
    saved = tmp_path / "segments.json"
    saved.write_text(
        json.dumps(
            {
                "kind": "gokan segments",
                "boards": [
                    {
                        "name": board.name,
                        "width": 9,
                        "stones": list(board.position.board),
                        "areas": [-1 if a is None else a for a in by_sight(board.position)],
                    }
                    for board in boards
                ],
            }
        )
    )
    found = agreement(saved)
    assert [item.index["sight"] for item in found] == [1] * 4
    assert set(found[0].index) == set(PROGRAMS)
    assert run(["study", "segments", str(saved)]) == 0
    assert capsys.readouterr().out.splitlines()[-2].split()[:2] == ["mean", "1.000"]
    assert run(["study", "segments", str(saved), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["adjusted_rand"]["sight"] == 1
    if "segments" not in names():
        pytest.skip("the pages are not built")
    page = tmp_path / "page.html"
    assert run(["study", "segments", str(game), "--output", str(page), "--count", "3"]) == 0
    text = page.read_text()
    assert "<title>Dividing a board</title>" in text
    assert text.count('"programs":{"sight":') == 3


def test_games_that_cannot_be_played_are_passed_over(tmp_path: Path) -> None:
    for name, text in (("a", GAME), ("b", "(;SZ[9];B[zz"), ("c", "(;SZ[9];B[ee];W[ee])")):
        (tmp_path / f"{name}.sgf").write_text(text)
    assert [b.name for b in choose_boards(tmp_path, count=2)] == ["a.sgf, move 2", "a.sgf, move 6"]
    for name in ("a", "c"):
        (tmp_path / f"{name}.sgf").unlink()
    with pytest.raises(InvalidInput, match="no games"):
        choose_boards(tmp_path)


def test_boards_without_lines_do_not_count_in_the_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = {"name": "x", "width": 3, "stones": [1, 0, 2] * 3}
    boards = [{**board, "areas": [0, 0, 1] * 3}, {**board, "areas": [0] * 9}]
    path = tmp_path / "segments.json"
    path.write_text(json.dumps({"kind": "gokan segments", "boards": boards}))
    assert run(["study", "segments", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].split()[1:3] == lines[1].split()[1:3]
    assert lines[3].endswith("of the 1 with lines")
    path.write_text(json.dumps({"kind": "gokan segments", "boards": boards[1:]}))
    assert run(["study", "segments", str(path)]) == 0
    assert "mean" not in capsys.readouterr().out


def _board(**fields: object) -> str:
    board = {"name": "x", "width": 2, "stones": [0, 1, 0, 0], "areas": [0, 0, 1, 1], **fields}
    return json.dumps({"kind": "gokan segments", "boards": [board]})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"kind": "other"}',
        '{"kind": "gokan segments", "boards": [{}]}',
        _board(width=float("inf")),
        _board(stones=99_999_999_999_999),
        _board(stones=[0, 1, 0, 256]),
        _board(areas=[0, 0, 1]),
        _board(areas=[0, 0, 1, "1"]),
    ],
    ids=range(10),
)
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InvalidInput, match="does not hold"):
        agreement(path)
    assert run(["study", "segments", str(path)]) == 2
    with pytest.raises(InvalidInput, match="Cannot read"):
        agreement(tmp_path / "none.json")
