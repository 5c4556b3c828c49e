"""`gokan solve`, `check` and `status` as a user calls them."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import typer

from gokan.assess.problems import Headline
from gokan.cli import run
from gokan.cli.games.status import report
from gokan.cli.problems.asking import Limit
from gokan.cli.problems.collections import read_records
from gokan.cli.problems.interrupt import ended_at_once
from gokan.cli.problems.solve_batch import Solved, Task, solve_all, solve_record
from gokan.cli.problems.solve_table import cells
from gokan.go import Game, Position
from gokan.reading import Budget, Problem, pose, solve, status
from gokan.reading.proof.write import NoProof
from tests.reading.test_answers import BENT_FOUR, DIRECT, SEKI, corner

THREE = ". . . O X/O O O O X/X X X X X"


@pytest.fixture
def problem(tmp_path):
    def write(rows: str, name: str = "p.sgf") -> str:
        path = tmp_path / name
        if name.endswith(".txt"):
            path.write_text(str(corner(rows)))
        else:
            Game.new(corner(rows)).save(path)
        return str(path)

    return write


def said(capsys) -> str:
    return str(capsys.readouterr().out)


def test_one_problem_as_text_json_record_and_proof(problem, tmp_path, capsys):
    source = problem(DIRECT)
    record, proof = tmp_path / "out.sgf", tmp_path / "out.proof"
    assert run(["solve", source, "--sgf", str(record), "--proof", str(proof)]) == 0
    text = said(capsys)
    assert "ko by B19" in text
    assert (
        "the target is the group whose life depends on the move; the goal follows from who moves"
        in text
    )
    assert re.search(r"A19.* fails? \(proved\): B19", text)
    assert run(["check", str(proof)]) == 0
    assert said(capsys).startswith("accepted: 2 proofs")
    assert Game.load(record).root.children
    assert run(["solve", source, "--json", "--target", "D19", "--goal", "kill"]) == 0
    answer = json.loads(said(capsys))
    promised = """id to_play goal target result seki winning_moves ko_moves undecided_moves ko pv
        proved nodes seconds"""
    assert set(promised.split()) <= set(answer)
    assert (answer["result"], answer["ko_moves"], answer["seki"]) == ("ko", ["B19"], False)


def test_without_the_network_it_is_not_asked(problem, capsys, monkeypatch):
    from gokan import intuition

    asked = []

    def available() -> bool:
        asked.append("whether it is there")
        return False

    monkeypatch.setattr(intuition, "available", available)
    source = problem(SEKI)
    assert run(["solve", source, "--json", "--no-network"]) == 0
    assert not asked
    assert run(["solve", source, "--json"]) == 0
    assert asked
    plain, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert plain["result"] == other["result"]


def test_a_spoilt_proof_is_rejected_with_exit_status_1(problem, tmp_path, capsys):
    proof = tmp_path / "out.proof"
    assert run(["solve", problem(SEKI), "--proof", str(proof)]) == 0
    assert run(["check", str(proof)]) == 0
    proof.write_text("\n".join(proof.read_text().splitlines()[:-2]))
    assert run(["check", str(proof)]) == 1
    assert "rejected" in said(capsys)
    proof.write_text("hello")
    assert run(["check", str(proof)]) == 2


def test_a_diagram_on_stdin_with_several_targets(monkeypatch, capsys):
    rows = ". O . O X/O O X O X/X X X O X/. . X X X"
    text = str(corner(rows, size=9))
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert run(["solve", "-", "--first", "W", "--target", "B9,D9", "--json"]) == 0
    answer = json.loads(said(capsys))
    assert answer["targets"] == ["B9", "D9"]
    assert answer["goal"] == "live"


def test_a_collection_is_resumed(problem, tmp_path, capsys):
    for name, rows in (("a.sgf", THREE), ("b.sgf", DIRECT), ("c.sgf", SEKI)):
        problem(rows, name)
    out = tmp_path / "answers.jsonl"
    arguments = ["solve", str(tmp_path), "--output", str(out), "--jobs", "1", "--time", "5"]
    assert run(arguments) == 0
    whole = out.read_text()
    lines = [json.loads(line) for line in whole.splitlines()]
    assert [line["result"] for line in lines] == ["win", "ko", "loss"]
    assert [line["seki"] for line in lines] == [False, False, True]
    out.write_text(whole[: len(whole) // 2])
    assert run(arguments) == 0
    again = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(line["id"] for line in again) == sorted(line["id"] for line in lines)
    assert run(arguments) == 0
    assert "already solved" in capsys.readouterr().err


def test_records_in_a_jsonl_file(tmp_path, capsys):
    record = {"size": 9, "black": [[0, 2], [1, 2], [2, 2], [3, 0], [3, 1], [3, 2]], "to_play": "B"}
    good = {**record, "id": "g", "white": [[0, 1], [1, 1], [2, 0], [2, 1]], "target": [0, 1]}
    bad = {**record, "id": "b", "white": [[40, 1]]}
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(good) + "\n" + json.dumps(bad) + "\n")
    assert run(["solve", str(path), "--jobs", "1", "--json"]) == 1
    first, second = (json.loads(line) for line in said(capsys).splitlines())
    assert (first["id"], first["result"]) == ("g", "win")
    assert second["result"] == "unknown"
    assert "not on the board" in second["error"]
    sgf = {"id": "s", "sgf": Game.new(corner(THREE)).to_sgf().decode()}
    path.write_text(json.dumps(sgf) + "\n")
    assert run(["solve", str(path), "--jobs", "1", "--json"]) == 0
    assert json.loads(said(capsys))["winning_moves"] == ["B19"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "nowhere.sgf"], "no problem nowhere.sgf"),
        (["solve", "{p}", "--goal", "win"], "must be live or kill"),
        (["solve", "{p}", "--time", "0"], "--time"),
        (["solve", "{p}", "--first", "Q"], "Q"),
        (["solve", "{p}", "--target", "Z99"], "Z99"),
        (["solve", "{p}", "--target", "T1"], "T1"),
        (["solve", "{p}", "--target", "D19,E19"], "colour"),
        (["solve", "{p}", "--goal", "live", "--target", "D19"], "can only be 'kill'"),
    ],
)
def test_mistakes_get_a_sentence(problem, capsys, arguments, words):
    source = problem(THREE)
    assert run([word.replace("{p}", source) for word in arguments]) == 2
    said_so = capsys.readouterr().err
    assert words in said_so
    assert said_so.count("\n") == 1


def test_stones_without_liberties_are_refused(tmp_path, capsys):
    path = tmp_path / "dead.txt"
    path.write_text("O X .\nX . .\n. . .\n")
    assert run(["solve", str(path)]) == 2
    assert "libert" in capsys.readouterr().err


def test_status_of_every_group(problem, tmp_path, capsys):
    source = problem(BENT_FOUR)
    assert run(["status", source, "--move", "0"]) == 0
    text = said(capsys)
    assert "White E19 (" in text
    assert "must be played out (bent four in the corner)" in text
    folder = tmp_path / "proofs"
    assert run(["status", problem(SEKI), "--move", "0", "--json", "--proof", str(folder)]) == 0
    groups = json.loads(said(capsys))["groups"]
    white = next(group for group in groups if group["color"] == "white")
    assert white["status"] == "alive in seki"
    proofs = list(folder.glob("white-*.proof"))
    assert len(proofs) == 1
    assert run(["check", str(proofs[0])]) == 0


def test_a_move_that_was_read_says_so_beside_a_proved_word() -> None:
    found = status(corner(THREE), "A18")
    assert report(found)[0].endswith("unsettled, proved; defence B19; attack B19")
    read = replace(found, attack=replace(found.attack, shown={}))
    assert report(read)[0].endswith("unsettled, proved; defence B19; attack B19 (read)")


def test_a_group_without_a_word_is_not_settled_and_a_ko_is_depended_on() -> None:
    found = status(corner(THREE), "A18")
    assert replace(found, word="unknown").explain().startswith("White A18 is not settled. ")
    assert replace(found, word="ko").explain().startswith("White A18 depends on a ko. ")


def test_an_empty_board_has_no_groups(tmp_path, capsys):
    path = tmp_path / "empty.sgf"
    Game.new(Position.empty(9)).save(path)
    assert run(["status", str(path)]) == 0
    assert said(capsys) == "There is no stone on this board.\n"
    assert run(["solve", str(path)]) == 2
    assert "no stone" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--sgf", "--proof", "--output"])
def test_a_file_needs_a_name(option, problem, capsys):
    assert run(["solve", problem(THREE), option, ""]) == 2
    assert f"{option} needs the name of a file" in capsys.readouterr().err


TACTICS = """
. . . . . . .
. . X . . X .
. X O . . . .
. . X . . X .
. . . . . . .
"""


@pytest.mark.parametrize(
    ("goal", "target", "begins"),
    [
        ("capture", "C3", "Black to move can capture C3"),
        ("connect", "F4,F2", "Black to move can connect F4 and F2"),
        ("cut", "F4,F2", "White to move cannot cut F4 and F2"),
        ("connect", "F4,F3", "Black to move can connect F4 and F3"),
    ],
)
def test_questions_of_tactics_with_a_proof(tmp_path, capsys, goal, target, begins):
    source, proof = tmp_path / "board.txt", tmp_path / "out.proof"
    source.write_text(TACTICS)
    question = ["solve", str(source), "--goal", goal, "--target", target]
    assert run([*question, "--proof", str(proof)]) == 0
    assert said(capsys).startswith(begins)
    assert run(["check", str(proof)]) == 0
    assert said(capsys).startswith("accepted")
    assert run([*question, "--json"]) == 0
    assert json.loads(said(capsys))["grade"] == "proved"


def test_an_escape_is_asked_for_as_well(tmp_path, capsys):
    source = tmp_path / "board.txt"
    source.write_text(TACTICS)
    assert run(["solve", str(source), "--goal", "escape", "--target", "C3"]) == 0
    assert said(capsys).startswith("White to move cannot save C3")
    assert run(["solve", str(source), "--goal", "escape", "--target", "C4,F4"]) == 0
    assert said(capsys).startswith("Black to move can save C4 and F4")


@pytest.mark.parametrize("options", [["--goal", "cut"], ["--json", "--goal", "connect"], []])
def test_the_answer_is_printed_though_there_is_no_proof(tmp_path, monkeypatch, capsys, options):
    def no_proof(answer):
        raise NoProof("There is no proof.")

    monkeypatch.setattr("gokan.reading.proof.write.prove", no_proof)
    source, proof = tmp_path / "board.txt", tmp_path / "out.proof"
    source.write_text(TACTICS)
    question = ["solve", str(source), *options, "--target", "F4,F2", "--proof", str(proof)]
    assert run([*question, "--time", "1"]) == 2
    printed = capsys.readouterr()
    assert "F4" in printed.out
    assert printed.err == "gokan: There is no proof.\n"
    assert not proof.exists()


def test_a_race_with_a_proof(tmp_path, capsys):
    rows = ["....", "OOOO", "..OO", "XXXX", "OOOO", "..XX", "XXXX", "...."]
    source, proof = tmp_path / "board.txt", tmp_path / "out.proof"
    source.write_text("\n".join(" ".join(row) for row in rows))
    assert (
        run(["solve", str(source), "--goal", "race", "--target", "A5,A4", "--proof", str(proof)])
        == 0
    )
    assert "wins it" in said(capsys)
    assert run(["check", str(proof)]) == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--goal", "capture"], "needs --target with 1 or 2 points"),
        (["--goal", "connect", "--target", "F4"], "needs --target with 2 points"),
        (["--goal", "race", "--target", "C3,C4", "--first", "B"], "--to-play does not go with"),
        (["--goal", "cut", "--target", "F4,F2", "--sgf", "x.sgf"], "--sgf does not go with"),
        (["--goal", "capture", "--target", "A1"], "no stone"),
        (["--goal", "capture", "--target", "pass,C3"], "not a pass"),
        (["--goal", "connect", "--target", "C3,C3"], "needs two blocks"),
        (["--goal", "cut", "--target", "C3,C3"], "needs two blocks"),
        (["--goal", "win"], "must be live or kill, or one of capture"),
    ],
)
def test_bad_questions_of_tactics_get_a_sentence(tmp_path, capsys, options, sentence):
    source = tmp_path / "board.txt"
    source.write_text(TACTICS)
    assert run(["solve", str(source), *options]) == 2
    assert sentence in capsys.readouterr().err


def test_guessing_the_target_is_part_of_the_time(tmp_path, monkeypatch, capsys):
    asked = []

    def slow(problem, *, budget, details=None, expected=None, guesses=None):
        asked.append(budget.seconds)
        return solve(problem, nodes=50_000)

    def guess(position, goal, hint, *, budget):
        asked.append(budget.worth)
        return [position.point("C3")], "it was guessed"

    monkeypatch.setattr("gokan.reading.life.solve.solve", slow)
    monkeypatch.setattr("gokan.reading.posing.likely_target", guess)
    monkeypatch.setattr("gokan.reading.budget.Meter.seconds", property(lambda _: 3.0))
    source = tmp_path / "board.txt"
    source.write_text(TACTICS)
    assert run(["solve", str(source), "--time", "8", "--json"]) == 0
    assert json.loads(said(capsys))["seconds"] >= 3
    answer = solve_record({"id": "p", "file": str(source), "game": 1}, Task(Limit(2.0))).answer
    assert answer["result"] == "win"
    assert asked == pytest.approx([4.0, 5.0, 1.0, 0.02])


def test_a_search_is_ended_at_once_by_an_interrupt_that_nobody_else_handles():
    signals = []

    def look() -> None:
        with ended_at_once():
            signals.append(signal.getsignal(signal.SIGINT))

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        look()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        other = threading.Thread(target=look)
        other.start()
        other.join()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        look()
    finally:
        signal.signal(signal.SIGINT, before)
    assert signals == [signal.SIG_DFL, signal.default_int_handler, signal.SIG_IGN]


def test_what_a_proof_takes_on_judgement_is_said(tmp_path, capsys):
    """Tactics proves this capture on the whole board; the file shows it in a part of the board,
    where one step can only be judged. Before, nobody was told until `gokan check`.
    """
    source, proof = tmp_path / "a.txt", str(tmp_path / "a.proof")
    rows = ["X.OX.O.", "...X...", "OOOX...", "XX.X.X.", ".......", ".......", ".....OX"]
    source.write_text("\n".join(" ".join(row) for row in rows) + "\n")
    assert run(["solve", str(source), "--target", "A5", "--no-network", "--proof", proof]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Black can kill A5: C4. Proved.")
    assert told.err.startswith(f"gokan: the proof in {proof} is accepted except 1 judgement (a ")


@pytest.fixture
def long_batch(problem, tmp_path):
    """A folder with one problem that is solved at once, and open boards that are not."""
    problem(THREE, "1.sgf")
    rows = [". . . . . . . . ."] * 4 + [". . . O X . . . ."] + [". . . . . . . . ."] * 4
    for number in "23456":
        (tmp_path / f"{number}.txt").write_text("\n".join(rows))
    return tmp_path


def test_a_batch_that_is_interrupted_says_where_it_stopped_and_nothing_else(long_batch):
    """Ctrl-C reaches the workers as well, and some press it twice."""
    command = [sys.executable, "-m", "gokan", "solve", str(long_batch), "--jobs", "1"]
    process = subprocess.Popen(
        [*command, "--time", "20", "--no-network"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()  # the first is solved
    os.killpg(process.pid, signal.SIGINT)
    assert process.stderr.readline() == "\n"
    assert process.stderr.readline().startswith("gokan: stopped after 1 of 6 problems;")
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 130


def test_an_interrupted_batch_leaves_the_process_as_it_was(long_batch, capsys):
    def tell(one: Solved) -> None:
        assert one.name == "1.sgf"
        raise KeyboardInterrupt

    records = list(read_records(str(long_batch)))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    hook = threading.excepthook
    try:
        with pytest.raises(typer.Exit):
            solve_all(records, Task(Limit(20.0), network=False), 1, tell=tell)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert threading.excepthook is hook
    finally:
        signal.signal(signal.SIGINT, before)
    assert not multiprocessing.active_children()
    assert capsys.readouterr().err.startswith("\ngokan: stopped after 1 of 6 problems;")


def test_a_ko_is_told_in_colours(problem, capsys):
    assert run(["status", problem(DIRECT), "--time", "2", "--no-network"]) == 0
    told = said(capsys)
    assert "Black first: a direct ko that Black takes first; White needs 1 threat more" in told
    assert "the second" not in told


def test_a_target_is_stones_of_one_colour(tmp_path, capsys):
    source = tmp_path / "board.txt"
    source.write_text(TACTICS)
    for target, sentence in (("A1", "There is no stone on A1"), ("C3,C4", "different colours")):
        assert run(["solve", str(source), "--target", target]) == 2
        assert sentence in capsys.readouterr().err


def test_the_table_marks_moves_that_were_read() -> None:
    position = Position.from_diagram(". . . O X\nO O O O X\nX X X X X\n. . . . .")
    answer = solve(Problem.make(position, target=[position.point("A3")]))
    assert cells(Headline(answer)) == ("Black to kill A3", "B4", "proved")
    (proved,) = answer.winning_moves
    doubted = replace(answer, winning_moves=(proved, 19), shown={proved: None})
    assert cells(Headline(doubted)) == ("Black to kill A3", "B4, E1 (read)", "proved")


def test_a_goal_that_a_record_does_not_have_is_refused(tmp_path, capsys):
    source = tmp_path / "p.jsonl"
    black, white = [[0, 1], [1, 1], [2, 0], [2, 1]], [[0, 2], [1, 2], [2, 2], [3, 0], [3, 1]]
    record = {"id": "p", "size": 5, "black": black, "white": white, "to_play": "W"}
    source.write_text(json.dumps({**record, "target": [2, 0]}))
    for goal, wanted in (("kill", None), ("live", "The goal of this problem is kill, not live.")):
        status = run(["solve", str(source), "--goal", goal, "--jobs", "1", "--json"])
        assert status == (1 if wanted else 0)
        assert json.loads(said(capsys)).get("error") == wanted


def test_seki_is_true_or_false_in_json() -> None:
    """Also where the budget ended before it was known; `seki_settled` tells the difference."""
    position = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
    answer = solve(pose(position))
    assert (answer.to_dict()["seki"], answer.to_dict()["seki_settled"]) == (False, True)
    open_ = replace(answer, seki=None).to_dict()
    assert (open_["seki"], open_["seki_settled"]) == (False, False)


def test_the_guide_names_every_field_of_the_json(repo) -> None:
    text = (repo / "docs/guide/life-and-death.md").read_text("utf-8")
    position = corner(THREE)
    group = status(position, "D19", budget=Budget(nodes=20_000))
    for heading, answer in (("### The JSON", group.attack), ("## Status", group)):
        part = text.split(heading)[1].split("\n## ")[0]
        rows = [line.split(" | ")[0] for line in part.splitlines() if line.startswith("| `")]
        named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
        assert set(answer.to_dict()) <= named, heading


def test_the_network_says_what_to_expect_of_an_open_problem(monkeypatch):
    from gokan import intuition

    asked = []

    def reach(position, stones):
        asked.append(stones)
        return 0.0

    monkeypatch.setattr(intuition, "reach", reach)
    black = [[x, 10] for x in (0, 1, 2, 3, 4, 5, 6, 8)] + [[0, 11], [0, 12]]
    white = [[x, 11] for x in range(1, 7)]
    record = {"id": "row", "size": 13, "black": black, "white": white, "to_play": "W"}
    record |= {"goal": "live", "target": [1, 11], "targets": [[1, 11]], "goal_source": "given"}
    solved = solve_record(record, Task(Limit(2.0)))
    assert solved.answer["id"] == "row"
    assert asked
    small = {**record, "size": 2, "black": [[0, 0]], "white": [[1, 1]], "target": [1, 1]}
    solved = solve_record({**small, "targets": [[1, 1]]}, Task(Limit(1.0)))
    assert "boards from" not in str(solved.answer)


def test_an_effort_is_counted_in_nodes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same answer on every machine, for one problem, a collection and a tactical question."""
    source = tmp_path / "problem.txt"
    source.write_text(". . . O X\nO O O O X\nX X X X X\n. . . . .\n")
    asked = ["solve", str(source), "--target", "A3", "--json"]
    answers = []
    for effort in ("quick", "20000"):
        assert run([*asked, "--effort", effort]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    one, other = ({**answer, "seconds": 0.0} for answer in answers)
    assert one == other
    assert one["nodes"] <= 40_000
    assert run(["solve", str(tmp_path), "--effort", "quick", "--json", "--jobs", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == one["result"]
    assert run([*asked, "--goal", "capture", "--effort", "quick"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] <= 40_000
    assert run([*asked, "--effort", "hasty"]) == 2
    assert "quick, usual, deep" in capsys.readouterr().err


def test_seconds_cut_an_effort_short() -> None:
    limit = Limit.chosen(3.0, "quick")
    assert (limit.budget.seconds, limit.budget.nodes) == (3.0, 20_000)
    assert Limit.chosen(None, "deep").budget.seconds is None
    assert Limit.chosen(None, None).budget.seconds == 10.0
