"""Wolf's further experiments: worst positions, parameters, the number of solutions, by move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import WHITE, Position
from gokan_lab.study import parameters, predict, ranker, solutions, worst
from gokan_lab.study.rankers import SedsSettings
from gokan_lab.study.worst import kind

GAMES = [
    "(;SZ[9];B[ee];W[eg];B[gf];W[cf];B[cc];W[gc])",
    "(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee];W[aa])",
]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for number, text in enumerate(GAMES):
        (folder / f"{number}.sgf").write_text(text)
    return folder


def test_rows_know_their_game_and_move(games: Path) -> None:
    found = predict(games, ranker="seds", workers=1)
    assert found.names == ("0.sgf", "1.sgf")
    last = found.rows[-1]
    assert (last.game, last.number, last.move) == (1, 6, 0)
    assert last.rank > 70
    assert found.worst(1) == (last,)
    (item,) = worst(games, found, count=1)
    assert (item.game, item.number, item.move, item.kind) == ("1.sgf", 6, "A9", "first line")
    assert item.position.to_play == 2
    assert "A9 (first line)" in str(item)


def test_kinds_of_moves() -> None:
    position = Position.from_diagram("""
        . . . . . .
        . . X X . .
        . X O . X .
        . . X X . .
        . . . . . .
        . . . . . .
    """)
    assert kind(position, position.point("D4")) == "capture"
    corner = Position.from_diagram("""
        . X . .
        . . . .
        . . . .
    """).setup(to_play=WHITE)
    assert kind(corner, 0) == "into atari"
    assert kind(corner, corner.point("D1")) == "first line"


def test_seds_is_the_papers_protocol_and_says_so() -> None:
    assert SedsSettings().max_iter == 5
    told = ranker("seds").fingerprint()
    assert "stop=0.001" in told
    assert "max_iter=5" in told
    assert ranker("seds-settled").fingerprint() == told.replace("max_iter=5", "max_iter=1000")


@pytest.mark.parametrize(
    "name", ["seds-stability", "seds-bundling", "saddle", "saddle-diagonal", "seds-queue"]
)
def test_the_new_rankers_rank_every_move(games: Path, name: str) -> None:
    found = predict(games, ranker=name, workers=1)
    assert found.positions == 12
    assert [row.legal for row in found.rows[:3]] == [81, 80, 79]


def test_bundling_likes_what_weakens_one_enemy_block() -> None:
    position = Position.from_diagram("""
        . . . . . . .
        . . . O . . .
        . . O X . . .
        . . . X . . .
        . . . . . . .
    """).setup(to_play=WHITE)
    worth = dict(ranker("seds-bundling").make()(position, []))
    assert max(worth, key=worth.__getitem__) == position.point("E3")
    assert worth[position.point("E3")] > 100 * worth[position.point("A1")]


def test_parameters(games: Path, tmp_path: Path) -> None:
    found = parameters(games, move=4, stops=(1e-2, 1e-5), iterations=(2, 5, 100))
    assert found.positions == 2
    assert [(c.stop, c.max_iter) for c in found.cells][:2] == [(1e-2, 2), (1e-2, 5)]
    assert len(found.table().splitlines()) == 4
    assert found.to_dict()["cells"][0]["stop"] == 1e-2
    with pytest.raises(InvalidInput):
        found.cell(1e-9, 2)
    with pytest.raises(InvalidInput):
        parameters(games, move=0)
    pytest.importorskip("matplotlib")
    assert "stop 1e-05" in found.draw(tmp_path / "plot.svg").read_text()


def test_solutions(games: Path) -> None:
    found = solutions(games, move=5, starts=4)
    assert (found.positions, found.one) == (2, 2)
    assert found.to_dict()["one"] == 2


def test_a_mutual_atari_has_a_line_of_solutions_only_with_the_raise(tmp_path: Path) -> None:
    # Two walls that live for certain, and between them a block of each side in atari.
    fight = Position.from_diagram("""
        . X . X O . O .
        X X X X O O O O
        . . . X O . . .
        X X X X O O O O
        X X X O X O O O
        X X X O . O O O
    """)
    stones = {1: "", 2: ""}
    for point, color in enumerate(fight.board):
        if color:
            column, row = point % 8, point // 8
            stones[color] += f"[{chr(97 + column)}{chr(97 + row)}]"
    record = f"(;SZ[8:6]AB{stones[1]}AW{stones[2]};B[ef])"
    (tmp_path / "fight.sgf").write_text(record)
    for raised in (True, False):
        found = solutions(tmp_path, move=1, starts=6, raise_last_liberty=raised, static_life=True)
        assert (found.neutral, found.one) == ((1, 0) if raised else (0, 1))


def test_commands(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["study", "worst", str(games), "--count", "2", "--workers", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["worst"][0]["move"] == "A9"
    out = tmp_path / "pictures"
    assert run(["study", "worst", str(games), "--workers", "1", "--out", str(out)]) == 0
    assert "of 12" in capsys.readouterr().out
    assert (out / "worst001.svg").read_text().startswith("<svg")
    assert run(["study", "worst", str(games), "--count", "0"]) == 2
    assert run(["study", "solutions", str(games), "--move", "4", "--starts", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["4", "off", "2"]
    predict_all = ["study", "predict", str(games), "--workers", "1", "--by-move"]
    assert run(predict_all) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2 + 6


def test_bad_numbers_and_missing_moves_are_said(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("parameters", "solutions"):
        for wrong in (["--limit", "0"], ["--limit", "-1"], ["--move", "0"], ["--move", "7"]):
            assert run(["study", command, str(games), *wrong]) == 2
            told = capsys.readouterr().err
            assert told.startswith("gokan: ")
            assert told.count("\n") == 1
    (games / "2.sgf").write_text("(;SZ[9];B[ee];W[ee])")
    for rest in (["worst"], ["predict", "--by-move"]):
        assert run(["study", *rest, str(games), "--workers", "1", "--moves", "7"]) == 0
        both = capsys.readouterr()
        assert "such moves" in both.out
        assert "skipped 2.sgf: White E5: the point is occupied" in both.err


def test_two_rankers_by_move_are_one_answer(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["study", "predict", str(games), "--workers", "1", "--moves", "2-3", "--by-move"]
    assert run([*command, "--ranker", "seds", "--ranker", "saddle", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)["rankers"]
    assert [(each["ranker"], len(each["moves"])) for each in answer] == [("seds", 2), ("saddle", 2)]


def test_figures_of_every_move_number_in_one_run(games: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("polars")
    out = tmp_path / "out"
    command = ["study", "predict", str(games), "--moves", "2-3", "--workers", "1"]
    assert run([*command, "--out", str(out), "--each"]) == 0
    assert (out / "seds.course.svg").exists()
    below = out / "seds.moves"
    assert sorted(p.name for p in below.iterdir()) == ["move002", "move003"]
    assert len(list((below / "move002").iterdir())) == 3
