"""Problems as people have them: games, diagrams, folders, streams; tables, pictures and sheets."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from gokan.cli import run
from gokan.go import Game, Position
from gokan.reading import Budget, Problem, Solution, solve, status

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CORNER = str(EXAMPLES / "corner-ko.txt")
GAME = str(EXAMPLES / "zobrist-cowan.sgf")
THREE = ". . . O X . .\nO O O O X . .\nX X X X X . .\n" + ". . . . . . .\n" * 4
"""Black to kill at B7, White to live there."""

WIDE = ". . . O X . . . .\nO O O O X . . . .\nX X X X X . . . .\n" + ". . . . . . . . .\n" * 6

Said = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two problems, a game that starts on an empty board, and a file that is nothing."""
    path = tmp_path / "problems"
    path.mkdir()
    (path / "three.txt").write_text(THREE)
    two = [Game.new(Position.from_diagram(THREE)).to_sgf() for _ in range(2)]
    (path / "two.sgf").write_bytes(b"\n".join(two))
    (path / "void.sgf").write_bytes(b"(;SZ[9];B[ee])")
    (path / "broken.sgf").write_bytes(b"not a record")
    return path


def test_any_position_of_a_game_can_be_asked_about(tmp_path: Path, capsys: Said) -> None:
    game = Game.new(Position.from_diagram(THREE))
    node = game.root.play("G1").play("B7")
    game.root.play("B7")
    node.play("pass")
    path = tmp_path / "game.sgf"
    game.save(path)
    asked = ["solve", str(path), "--target", "A6", "--json"]
    found = {}
    for name, more in {
        "start": [],
        "after one": ["--move", "1"],
        "after two": ["--move", "2", "--first", "B"],
        "variation": ["--variation", "0/2/1", "--first", "B"],
    }.items():
        assert run([*asked, *more]) == 0
        answer = json.loads(capsys.readouterr().out)
        found[name] = (answer["to_play"], answer["result"], answer["winning_moves"])
    assert found["start"] == ("B", "win", ["B7"])
    assert found["after one"] == ("W", "win", ["B7"])
    assert found["after two"] == ("B", "loss", [])
    assert found["variation"][:2] == ("B", "win")
    assert run(["solve", GAME]) == 2
    assert "--move N" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ["show"],
        ["look"],
        ["look", "--sense", "strength"],
        ["look", "--sense", "goals", "--at", "D9"],
        ["status", "--time", "1", "--no-network"],
        ["explain"],
    ],
)
def test_diagrams_wherever_a_record_is_read(command: list[str], capsys: Said) -> None:
    assert run([command[0], CORNER, *command[1:]]) == 0
    assert capsys.readouterr().out
    assert run([command[0], str(EXAMPLES / "nothing.txt"), *command[1:]]) == 2


def test_a_diagram_from_a_pipe_keeps_its_marks(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(". X a\n. O .\nmarks: B1=triangle\n"))
    assert run(["show", "-", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["labels"], shown["marks"]) == ({"C2": "a"}, {"B1": "triangle"})


def test_json_lines_on_stdin_and_a_bad_one_is_skipped(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    sgf = Game.new(Position.from_diagram(THREE)).to_sgf().decode()
    lines = [json.dumps({"id": "a", "sgf": sgf}), "{no", json.dumps({"id": "b", "sgf": sgf})]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert run(["solve", "-", "--json", "--jobs", "1"]) == 1
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [answer["id"] for answer in answers] == ["a", "stdin:2", "b"]
    assert [answer["result"] for answer in answers] == ["win", "unknown", "win"]
    assert "stdin:2 skipped: Line 2 is not a JSON object." in told.err
    assert list(answers[1]) == [*answers[0], "error"]


def test_one_problem_is_read_as_in_a_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    """With what the network expects, where there is a network."""
    from gokan import intuition
    from gokan.cli.problems.asking import Limit
    from gokan.cli.problems.collections import find_collection
    from gokan.cli.problems.solve_batch import Task, solve_record
    from gokan.reading.life import solve as solving

    asked: list[object] = []
    read = solving.solve

    def listen(problem: Problem, **options: Any) -> Solution:
        if "expected" in options:  # not a question within the question
            asked.append(options.get("expected"))
        return read(problem, **{**options, "expected": None})

    monkeypatch.setattr(intuition, "available", lambda: True)
    monkeypatch.setattr(solving, "solve", listen)
    (folder / "three.txt").write_text(WIDE)
    assert run(["solve", str(folder / "three.txt"), "--json"]) == 0
    records, _ = find_collection(str(folder))
    assert records is not None
    solve_record(next(one for one in records if one["name"] == "three.txt"), Task(Limit(10.0)))
    assert asked == [intuition.reach] * 2
    assert json.loads(capsys.readouterr().out)["result"] == "win"


def test_a_folder_gives_a_table_and_says_what_was_skipped(folder: Path, capsys: Said) -> None:
    assert run(["solve", str(folder), "--jobs", "1", "--sgf", str(folder / "answers")]) == 1
    told = capsys.readouterr()
    rows = told.out.splitlines()
    assert len(rows) == 5
    assert re.match(r"three\.txt +Black to kill \w\d +B7 +proved +\d\.\d s$", rows[1])
    assert re.match(r"two\.sgf#2 +Black to kill", rows[3])
    assert "skipped" in rows[0]
    assert told.err.count("skipped:") == 2
    names = sorted(path.name for path in (folder / "answers").iterdir())
    assert names == ["three.sgf", "two.sgf", "two.sgf-2.sgf"]
    assert Game.load(folder / "answers" / "three.sgf").root.children[0].move == 1


def test_what_was_skipped_is_tried_again(folder: Path, tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "answers.jsonl"
    asked = ["solve", str(folder), "--jobs", "1", "--output", str(out)]
    assert run(asked) == 1
    first = {json.loads(line)["id"]: line for line in out.read_text().splitlines()}
    assert len(first) == 5
    (folder / "broken.sgf").write_bytes(Game.new(Position.from_diagram(THREE)).to_sgf())
    (folder / "void.sgf").unlink()
    assert run(asked) == 0
    again = {json.loads(line)["id"]: line for line in out.read_text().splitlines()}
    assert [id for id in again if first.get(id) != again[id]] == [str(folder / "broken.sgf")]
    assert json.loads(again[str(folder / "broken.sgf")])["result"] == "win"


@pytest.mark.parametrize("ending", ["svg", "html", "txt", "json"])
def test_the_board_beside_the_words(ending: str, tmp_path: Path, capsys: Said) -> None:
    for command, words in (("solve", "ko by B9"), ("status", "ko, proved")):
        out = tmp_path / f"{command}.{ending}"
        assert run([command, CORNER, "--output", str(out)]) == 0
        assert words in capsys.readouterr().out
        text = out.read_text("utf-8")
        if ending == "json":
            json.loads(text)
        else:
            assert words.split(",")[0] in text
        assert ("<svg" in text) == (ending in ("svg", "html"))
    assert run(["solve", CORNER, "--output", str(tmp_path / "a.gif")]) == 2
    assert ".svg, .png, .html" in capsys.readouterr().err


@pytest.mark.parametrize("goal", ["capture", "escape", "cut", "connect", "race"])
def test_tactics_beside_the_words(goal: str, tmp_path: Path, capsys: Said) -> None:
    target = {"cut": "F4,F2", "connect": "F4,F2", "race": "C3,C4"}.get(goal, "C3")
    out = tmp_path / "x.svg"
    asked = ["solve", str(EXAMPLES / "tactics.txt"), "--goal", goal, "--target", target]
    assert run([*asked, "--output", str(out)]) == 0
    words = capsys.readouterr().out.split()[:3]
    text = out.read_text("utf-8")
    assert " ".join(words) in text
    assert "△" in text


def test_answers_draw_themselves() -> None:
    corner = Position.from_diagram(Path(CORNER).read_text())
    answer = solve(Problem.make(corner, target=[corner.point("D9")]))
    picture = str(answer.draw()).replace("\N{NO-BREAK SPACE}", " ")
    assert "<title>Black to kill</title>" in picture
    assert "× fails" in picture
    assert "▲ the group in question" in picture
    assert "<desc>" in str(answer.problem.draw())
    position = Position.from_diagram(THREE)
    group = status(position, "A6", budget=Budget(nodes=20_000))
    assert group.word == "unsettled"
    drawn = str(group.draw()).replace("\N{NO-BREAK SPACE}", " ")
    assert "White A6: unsettled" in drawn or "White C6: unsettled" in drawn
    assert "◆ the vital point for both sides" in drawn


def test_sheets_have_their_answers_at_the_end(folder: Path, tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "sheet.html"
    assert run(["sheet", str(folder), "--each", "2", "--jobs", "1", "--output", str(out)]) == 1
    assert "3 problems; written" in capsys.readouterr().out
    text = out.read_text("utf-8")
    assert text.count('<article class="problem">') == text.count('<article class="answer">') == 3
    assert text.count('<section class="page">') == 4
    assert text.rindex('class="problem"') < text.index('class="answer"')
    assert "B7" not in text[: text.index('class="answer"')]
    target = tmp_path / "sheet.svg"
    assert run(["sheet", str(folder), "--each", "2", "--jobs", "1", "--output", str(target)]) == 1
    names = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert names == [f"sheet-{n}.svg" for n in ("1", "2", "answers-1", "answers-2")]


def test_made_problems_as_records(tmp_path: Path) -> None:
    made, one = tmp_path / "made.jsonl", tmp_path / "made.sgf"
    assert run(["train", "problems", str(made), "--number", "3", "--sgf", str(one)]) == 0
    records = [json.loads(line) for line in made.read_text().splitlines()]
    games = Game.load_all(one)
    assert [game.root.name for game in games] == [record["id"] for record in records]
    for game, record in zip(games, records, strict=True):
        moves = [[child.move % 19, child.move // 19] for child in game.root.children if child.move]
        assert moves == record["first_moves"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", CORNER, "--target", ""], "--target"),
        (["solve", CORNER, "--jobs", "-3"], "--jobs"),
        (["solve", "{folder}", "--move", "3"], "collection"),
        (["sheet", "{folder}", "--each", "0"], "between 1 and 30"),
        (["sheet", "{folder}", "--output", "x.pdf"], ".html, .svg"),
        (["show", CORNER, "--output", "x.gif"], ".gif"),
        (["look", CORNER, "--sense", "smell"], "sight, strength, intuition, goals, shape"),
        (["look", CORNER, "--sense", "sight", "--picture", "x"], "influence, grouping"),
        (["match", "randm", "random", "--games", "1"], "did you mean random"),
        (["match", "honinbo", "random", "--games", "1"], "choose one of: gokan, "),
    ],
)
def test_mistakes_name_what_would_be_right(
    arguments: list[str], words: str, folder: Path, capsys: Said
) -> None:
    assert run([word.replace("{folder}", str(folder)) for word in arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    ["solve", "status", "show", "review", "check", "logic check", "train problems", "train groups"],
)
def test_an_empty_name_is_not_the_folder_one_is_in(command: str, capsys: Said) -> None:
    more = ["--made", "1"] if command == "train groups" else []
    assert run([*command.split(), "", *more]) == 2
    assert "The name of the file is empty." in capsys.readouterr().err


def test_two_runs_do_not_write_into_one_file(folder: Path, capsys: Said) -> None:
    from gokan.batch import appending

    target = folder / "answers.jsonl"
    with appending(target, lambda text: None):
        assert run(["solve", str(folder), "--output", str(target), "--jobs", "1"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"gokan: {target} is in use by another run: wait until it ends, or")
    assert target.read_bytes() == b""


def test_a_mistake_in_the_program_costs_one_problem(folder: Path) -> None:
    from gokan.cli.problems.asking import Limit
    from gokan.cli.problems.solve_batch import Task, solve_all

    sgf = Game.new(Position.from_diagram(THREE)).to_sgf().decode()
    odd = {"id": "odd", "name": "odd", "file": str(folder / "two.sgf"), "game": "1"}
    good = {"id": "good", "name": "good", "sgf": sgf}
    first, second = solve_all([odd, good], Task(Limit(10.0), network=False), 2)
    assert first.error.startswith("TypeError: ")
    assert first.answer["id"] == "odd"
    assert second.answer["result"] == "win"


def test_strength_says_of_groups_what_status_says(capsys: Said, tmp_path: Path) -> None:
    """Both at the same effort, which is the same where none is named."""
    file = tmp_path / "corner.txt"
    file.write_text(". . . O X .\nO O O O X .\nX X X X X .\n. . . . . .\n. . . . . .\n")
    for more in ([], ["--effort", "quick"]):
        assert run(["look", str(file), "--sense", "strength", *more]) == 0
        looked = capsys.readouterr().out
        assert run(["status", str(file), *more]) == 0
        assert "White D5 (5 stones): unsettled, proved" in capsys.readouterr().out
        assert "White's group at D5 (5 stones)" in looked
        assert "is unsettled (proved)" in looked
    assert run(["look", str(file), "--sense", "strength", "--effort", "hasty"]) == 2
    assert "quick, usual, deep" in capsys.readouterr().err
