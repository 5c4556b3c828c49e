"""The answer comes first: what is said besides is read when it is looked at, and is the same."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields
from itertools import islice

import pytest

from gokan.go import Position
from gokan.reading import Problem, Solution, make_problems, solve
from gokan.reading.life.later import Later

THREE = ". . . O X .\nO O O O X .\nX X X X X .\n. . . . . .\n. . . . . ."
AT_ONCE = ("result", "winning_moves", "ko_moves", "proved", "up_to", "judged", "why", "region")


def made(count: int) -> list[Problem]:
    """Small problems of all kinds."""
    records = islice(make_problems(5, jobs=1, nodes=500), count)
    return [Problem.from_record(record) for record in records]


@pytest.mark.parametrize("problem", made(12))
def test_it_is_the_same_answer_for_less(problem: Problem) -> None:
    first, whole = solve(problem, nodes=400_000), solve(problem, nodes=400_000, details=True)
    for name in AT_ONCE:
        assert getattr(first, name) == getattr(whole, name), name
    assert first.nodes <= whole.nodes
    for one in fields(Solution):
        if one.name not in ("found_after", "nodes", "seconds"):
            assert getattr(first, one.name) == getattr(whole, one.name), one.name
    assert first.explain() == whole.explain()


def three() -> Problem:
    position = Position.from_diagram(THREE)
    return Problem.make(position, target=[position.point("A4")])


def test_details_are_read_once_and_only_if_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    read = Later.detailed

    def watched(self: Later) -> Solution:
        asked.append(getattr(self, "_full", None) is None)
        return read(self)

    monkeypatch.setattr(Later, "detailed", watched)
    answer = solve(three(), nodes=50_000)
    name = answer.problem.position.vertex
    assert (answer.result, answer.grade) == ("win", "proved")
    assert [name(p) for p in answer.winning_moves] == ["B5"]
    assert repr(answer) == "<Black to kill: win, proved>"
    assert asked == []
    assert [name(p) for p in answer.pv][:1] == ["B5"]
    assert {name(one.move) for one in answer.refutations} == {"A5", "C5"}
    assert asked[0]
    assert not any(asked[1:])


def test_an_answer_that_is_sent_away_has_its_details() -> None:
    answer = solve(three(), nodes=50_000)
    for sent in (pickle.loads(pickle.dumps(answer)), copy.copy(answer)):
        assert type(sent) is Solution
        assert sent.refutations == answer.refutations != ()


def test_no_details_are_given_for_another_result() -> None:
    answer = solve(three(), nodes=50_000)
    unknown = Solution(problem=answer.problem, region=answer.region, resistance=((1, 2),))
    other = Later.of(answer, lambda: unknown)
    assert other.result == "win"
    assert other.resistance == ()


def test_an_answer_says_which_first_moves_it_leaves_out() -> None:
    """Moves of the region stand in one of the lists; those elsewhere in none."""
    answer = solve(three(), nodes=50_000)
    position = answer.problem.position
    listed = {*answer.winning_moves, *answer.undecided_moves}
    listed |= {one.move for one in answer.refutations}
    assert {p for p in answer.region.points if position.is_legal(p)} <= listed
    assert answer.left_out == "moves outside the region that was read"
    assert answer.to_dict()["left_out"] == answer.left_out
    whole = Position.from_diagram(". O .\nO O X\n. X X")
    small = solve(Problem.make(whole, target=[1]), nodes=50_000)
    assert small.left_out == ""
    dead = Position.from_diagram(THREE.replace(". . . O X", ". X . O X", 1))
    none_needed = solve(Problem.make(dead, target=[dead.point("A4")]), nodes=50_000)
    assert none_needed.left_out == "moves elsewhere, since none is needed"
