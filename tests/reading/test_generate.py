"""Problems made by the thousand: the same for everyone, right, new each time, and resumable."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.reading import Problem, solve
from gokan.reading.check.graph import check
from gokan.reading.generate import make_problems
from gokan.reading.proof.write import write_proof


def test_made_problems_are_what_the_solver_says():
    records = list(islice(make_problems(5, jobs=1), 60))
    assert {r["goal"] for r in records} == {"live", "kill"}
    assert {r["to_play"] for r in records} == {"B", "W"}
    assert "ko" in {r["result"]["verdict"] for r in records}
    for record in records:
        answer = solve(Problem.from_record(record), details=False)
        size = record["size"]
        assert answer.result == record["result"]["verdict"], record["id"]
        # Another proof of the same kill may let the defender play elsewhere more often.
        assert answer.proved or "a wall with" in answer.judged[0]
        assert not answer.undecided_moves
        listed = {row * size + column for column, row in record["first_moves"]}
        assert listed == set(answer.winning_moves + answer.ko_moves), record["id"]
        if answer.ko:
            assert answer.ko.threats == record["result"]["threats"]
            assert answer.ko.to_dict()["without_threats"] == record["result"]["without_threats"]
        elif record["effort"] < 300 and answer.proved:
            assert check(write_proof(answer)).verdict == "accepted"


def test_the_number_of_threads_does_not_matter():
    one = list(islice(make_problems(3, jobs=1), 60))
    two = list(islice(make_problems(3, jobs=2), 60))
    assert one == two


def test_no_problem_comes_twice_even_turned_or_with_colours_changed():
    seen: set[tuple[bytes, int]] = set()
    for record in islice(make_problems(2), 80):
        position = Problem.from_record(record).position
        turned = [position.transform(i) for i in range(8)]
        turned += [form.swap_colors() for form in turned]
        forms = [(form.board, form.to_play) for form in turned]
        assert seen.isdisjoint(forms), record["id"]
        seen.update(forms)


def test_a_collection_is_taken_up_where_it_was_left(tmp_path, capsys):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    assert run(["train", "problems", str(whole), "--number", "60", "--seed", "9"]) == 0
    assert run(["train", "problems", str(cut), "--number", "25", "--seed", "9"]) == 0
    cut.write_bytes(cut.read_bytes()[:-40])  # as if the power had failed
    assert run(["train", "problems", str(cut), "--number", "60", "--seed", "9"]) == 0
    assert cut.read_text() == whole.read_text()
    assert run(["train", "problems", str(cut), "--number", "60", "--seed", "8"]) == 2
    assert "made with --seed 9" in capsys.readouterr().err
    assert all(json.loads(line)["number"] >= 0 for line in whole.read_text().splitlines())


def test_bad_requests_are_sentences(tmp_path, capsys):
    with pytest.raises(InvalidInput, match="board size"):
        next(make_problems(1, size=5))
    with pytest.raises(InvalidInput, match="seed"):
        next(make_problems(-1))
    other = tmp_path / "other.jsonl"
    other.write_text("hello\n")
    assert run(["train", "problems", str(other)]) == 2
    assert "line 1" in capsys.readouterr().err


def test_the_wall_of_a_made_problem_is_alive_or_far_from_capture():
    for record in islice(make_problems(4), 30):
        position = Problem.from_record(record).position
        assert isinstance(position, Position)
        for block in position.blocks():
            assert block.liberties
