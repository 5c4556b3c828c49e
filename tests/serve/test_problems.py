"""Problems: every proved move is right, wrong ones are refuted, the undecided is neither."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

from gokan import reading
from gokan.go import Color, Position
from gokan.serve import problems
from gokan.serve.practice import Played, Task, judge, make_task, solving_moves
from tests.serve.running import Client, running

DAY = 24 * 3600.0


def tasks(count: int) -> list[Task]:
    made = reading.make_problems(11, size=13, jobs=1)
    return [
        Task.of(record)
        for record in islice((r for r in made if r["result"]["verdict"] == "win"), count)
    ]


def near(task: Task) -> list[int]:
    """Empty points within two steps of the target."""
    close = {p for stone in task.target for p in task.position.neighbors(stone)}
    close |= {q for p in close for q in task.position.neighbors(p)}
    return sorted(point for point in close if not task.position.board[point])


@pytest.mark.parametrize("task", tasks(6), ids=lambda task: f"level-{task.level}-{task.goal}")
def test_every_first_move_is_judged_as_the_proofs_of_the_maker_say(task: Task) -> None:
    """The maker has proved of every first move whether it reaches the goal."""
    for move in sorted({*near(task), *task.first_moves}):
        if not task.position.is_legal(move):
            continue
        outcome = judge(task, [move]).outcome
        if move in task.first_moves:
            assert outcome in ("right", "solved")
        else:
            assert outcome in ("wrong", "undecided"), task.position.vertex(move)


@pytest.mark.parametrize("task", tasks(6), ids=lambda task: f"level-{task.level}-{task.goal}")
def test_the_best_resistance_is_overcome_by_right_moves(task: Task) -> None:
    line: list[int] = []
    for _ in range(25):
        move = solving_moves(task, line)[0]
        played = judge(task, [*line, move])
        assert played.outcome in ("right", "solved")
        line.append(move)
        if played.outcome == "solved":
            return
        assert played.reply is not None
        line.append(played.reply)
    raise AssertionError("it does not end")


def test_a_wrong_move_is_refuted_by_a_move_that_is_proved() -> None:
    task = next(task for task in tasks(6) if task.level >= 6)
    wrong = next(
        (move, played)
        for move in near(task)
        if task.position.is_legal(move) and move not in task.first_moves
        for played in [judge(task, [move])]
        if played.outcome == "wrong" and played.reply is not None
    )
    move, played = wrong
    assert played.certainty == "proved"
    assert played.line[0] == played.reply
    task.position.play_all([move, *played.line])  # it can be shown on the board


def test_too_little_effort_is_undecided_and_never_wrong() -> None:
    for task in tasks(6):
        if task.level < 7:
            continue
        for move in near(task)[:8]:
            if task.position.is_legal(move) and move not in task.first_moves:
                played = judge(task, [move], nodes=1)
                assert played.outcome == "undecided" or played.certainty == "proved"


def test_new_problems_are_as_hard_as_asked_and_never_the_same() -> None:
    known: set[int] = set()
    first = 0
    for level in (3, 8, 8, 8):
        record, first = make_task(level, seed=5, first=first, known=known)
        assert abs(record["level"] - level) <= 3
    assert len(known) >= 4


class Clock:
    now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


def task_of(problem: Any) -> Task:
    """What a page can know of a problem."""
    empty = Position.empty(problem["width"], problem["height"])
    position = empty.setup(
        black=problem["black"], white=problem["white"], to_play=Color.parse(problem["to_play"])
    )
    target = tuple(position.point(vertex) for vertex in problem["target"])
    return Task(problem["id"], position, target, problem["goal"], problem["level"])


def solve(client: Client, problem: Any, attempt: str, **more: Any) -> Any:
    """Play right moves to the end."""
    task, line = task_of(problem), list[str]()
    for _ in range(25):
        before = [task.position.point(vertex) for vertex in line]
        line.append(task.position.vertex(solving_moves(task, before)[0]))
        ask = {"attempt": attempt, "line": line, **more}
        answer = client.post(f"/problems/{problem['id']}/moves", ask)
        if answer["outcome"] == "solved":
            return answer
        assert answer["outcome"] == "right"
        line.append(answer["reply"])
    raise AssertionError("it does not end")


def failing(client: Client, problem: Any, attempt: str) -> Any:
    """Play moves until one is wrong."""
    for row in range(1, 14):
        for column in "ABCDEFGHJKLMN":
            ask = {"attempt": attempt, "line": [f"{column}{row}"]}
            status, answer = client.ask("POST", f"/problems/{problem['id']}/moves", ask)
            if status == 200 and answer["outcome"] == "wrong":
                return answer
    raise AssertionError("nothing is wrong")


def due(client: Client, deck: str = "made") -> int:
    decks = client.get("/problems")["decks"]
    return next(int(one["due"]) for one in decks if one["deck"] == deck)


def test_problems_are_asked_again_on_another_day() -> None:
    clock = Clock()
    with running(clock=clock) as client:
        first = client.post("/problems/next", {})
        assert not first["again"]
        assert client.post("/problems/next", {})["id"] == first["id"]  # it was not answered
        other = client.post("/problems/next", {"skip": first["id"]})
        assert other["id"] != first["id"]
        failing(client, first, "attempt-1")
        summary = client.get("/problems")
        assert (summary["failed"], summary["solved"], summary["level"]) == (1, 0, 3.5)
        failing(client, first, "attempt-1")  # the same attempt counts once
        assert client.get("/problems")["failed"] == 1
        second = client.post("/problems/next", {})
        assert second["id"] != first["id"]
        clock.now += 600
        assert due(client) == 1
        again = client.post("/problems/next", {})
        assert (again["id"], again["again"]) == (first["id"], True)
        client.post(
            f"/problems/{first['id']}/show",
            {"attempt": "attempt-2", "line": [], "give_up": True},
        )
        assert client.get("/problems")["failed"] == 2
        clock.now += 30 * DAY
        assert client.post("/problems/next", {})["id"] == first["id"]


def test_a_solved_problem_comes_back_later_than_a_failed_one() -> None:
    clock = Clock()
    with running(clock=clock) as client:
        problem = client.post("/problems/next", {})
        assert solve(client, problem, "attempt-1")["certainty"] in ("proved", "read")
        solve(client, problem, "attempt-1")  # the same attempt counts once
        summary = client.get("/problems")
        assert (summary["solved"], summary["failed"], summary["level"]) == (1, 0, 4.5)
        clock.now += 90
        assert due(client) == 0
        clock.now += 30 * DAY
        assert due(client) == 1


def test_a_hint_names_the_area_and_the_problem_comes_back_sooner() -> None:
    waited = []
    for hinted in (False, True):
        clock = Clock()
        with running(clock=clock) as client:
            problem = client.post("/problems/next", {})
            ask = {"attempt": "attempt-1", "line": [], "give_up": False}
            area = client.post(f"/problems/{problem['id']}/show", ask)["moves"]
            task = task_of(problem)
            assert {task.position.vertex(move) for move in solving_moves(task)} & set(area)
            assert len(area) > 1
            solve(client, problem, "attempt-1", hinted=hinted)
            minutes = 0
            while not due(client):
                clock.now += 60
                minutes += 1
            waited.append(minutes)
    assert waited[1] < waited[0]


def test_what_is_undecided_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "judge", lambda task, line: Played("undecided", "read"))
    with running() as client:
        problem = client.post("/problems/next", {})
        free = next(v for v in ("A1", "G7", "N13") if v not in problem["black"] + problem["white"])
        ask = {"attempt": "attempt-1", "line": [free]}
        answer = client.post(f"/problems/{problem['id']}/moves", ask)
        assert answer["outcome"] == "undecided"
        summary = client.get("/problems")
        assert (summary["solved"], summary["failed"], summary["level"]) == (0, 0, 4.0)


@pytest.mark.parametrize("line", [["Z1"], ["A1", "A1"], ["A1", "A2"], []])
def test_lines_that_cannot_be_are_refused(client: Client, line: list[str]) -> None:
    problem = client.post("/problems/next", {})
    ask = {"attempt": "attempt-x", "line": line}
    status, said = client.ask("POST", f"/problems/{problem['id']}/moves", ask)
    assert status in (400, 422)
    assert said["error"].endswith(".")


def test_the_scheduler_is_the_same_every_time() -> None:
    first = problems._scheduled("", "solved", Clock.now)
    assert first[0] == problems._scheduled("", "solved", Clock.now)[0]
    card = json.loads(first[1])
    assert card["due"].endswith("+00:00")
