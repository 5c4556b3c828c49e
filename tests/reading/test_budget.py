"""One budget for every question: it is kept, it can be cancelled, and nodes leave the clock out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, Position
from gokan.reading import (
    Budget,
    Cancel,
    Problem,
    capture,
    connect,
    cut,
    escape,
    pose,
    prove,
    prove_status,
    race,
    safety,
    solve,
    status,
    statuses,
)
from gokan.reading import budget as module
from gokan.reading.budget import GAME, LEAST_GAMES, started
from gokan.reading.judging.judgement import judge
from gokan.reading.judging.race_judgement import judge_race
from gokan.reading.proof.write import NoProof

OPEN = Position.from_diagram(
    """
    . . . . . . . . .
    . . O O O . . . .
    . O X X X O . . .
    . O X . X . . . .
    . . . . . . . . .
    . . O . X . O . .
    . . . . X O . . .
    . . . . . . . . .
    . . . . . . . . .
    """
)
STONE = OPEN.point("C6")

QUESTIONS: dict[str, Callable[[Budget], Any]] = {
    "solve": lambda b: solve(Problem.make(OPEN, target=[STONE]), budget=b),
    "status": lambda b: status(OPEN, "C6", budget=b),
    "statuses": lambda b: statuses(OPEN, budget=b),
    "race": lambda b: race(OPEN, "C7", "B7", budget=b),
    "safety": lambda b: safety(OPEN, budget=b),
    "capture": lambda b: capture(OPEN, "C7", budget=b),
    "escape": lambda b: escape(OPEN, "C7", budget=b),
    "connect": lambda b: connect(OPEN, "C7", "E3", budget=b),
    "cut": lambda b: cut(OPEN, "C7", "E3", budget=b),
    "judge": lambda b: judge(OPEN, [STONE], BLACK, budget=b),
    "judge_race": lambda b: judge_race(OPEN, OPEN.point("C7"), OPEN.point("B7"), budget=b),
    "target": lambda b: pose(OPEN, budget=b),
}


def _plain(value: Any) -> Any:
    """An answer without its seconds."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Problem):
        return value.target, value.how
    found = value.to_dict() if hasattr(value, "to_dict") else repr(value)
    return _timeless(found)


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(one) for key, one in value.items() if key != "seconds"}
    return value


@pytest.mark.parametrize("name", QUESTIONS)
def test_with_nodes_no_answer_hangs_on_the_clock(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    budget = Budget(nodes=15_000)
    calm = _plain(QUESTIONS[name](budget))
    leaps = itertools.count(0.0, 1e6)
    monkeypatch.setattr("gokan.reading.budget.time.perf_counter", lambda: next(leaps))
    assert _plain(QUESTIONS[name](budget)) == calm


@pytest.mark.parametrize("nodes", [1, 50, 1000, 5000])
@pytest.mark.parametrize("name", QUESTIONS)
def test_checks_cost_at_most_as_much_again(
    name: str, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or what it takes to check the first move; and what a group is does not hang on the budget
    (some ten thousand for all joints of this board).
    """
    counters = []

    class Seen(module._Counters):
        def __init__(self, given: int | None = None) -> None:
            super().__init__(given)
            counters.append(self)

    monkeypatch.setattr(module, "_Counters", Seen)
    QUESTIONS[name](Budget(nodes=nodes))
    spent = counters[0].nodes
    groups = 10_000 if name == "statuses" else 0
    assert spent <= max(2 * nodes, nodes + 22_000) + groups


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_can_be_cancelled(name: str) -> None:
    """Without any other limit; nothing is claimed that would have to be read first."""
    cancel = Cancel()
    cancel.set()
    found = QUESTIONS[name](Budget(cancel=cancel))
    if name in ("solve", "status", "race", "capture", "escape", "cut"):
        assert found.grade == "unknown"
    elif name == "statuses":
        assert [(one.word, one.why) for one in found] == [("unknown", "budget")] * len(found)
        assert sum(len(one.target) for one in found) == sum(map(bool, OPEN.board))
    elif name == "connect":  # the one move that is looked at joins them
        assert (found.grade, found.nodes) == ("proved", 1)
    elif name == "safety":
        assert not found.complete
    elif name == "target":
        assert found.how.startswith("the target is the group with the least room")
    else:  # a judgement must be given all the same
        assert not found.settled


def test_writing_a_proof_can_be_cancelled() -> None:
    corner = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
    cancel = Cancel()
    answer = solve(pose(corner), budget=Budget(cancel=cancel))
    word = status(corner, "A3", budget=Budget(nodes=100_000))
    assert answer.proved
    assert prove(answer, budget=Budget(cancel=cancel))
    cancel.set()
    with pytest.raises(NoProof, match="budget ended"):
        prove(answer, budget=Budget(cancel=cancel))
    with pytest.raises(NoProof, match="budget ended"):
        prove_status(word, budget=Budget(cancel=cancel))


def test_only_one_module_looks_at_the_clock() -> None:
    here = Path(module.__file__).parent
    clocks = [path.name for path in here.rglob("*.py") if "perf_counter" in path.read_text("utf-8")]
    assert clocks == ["budget.py"]


def test_parts_spend_for_the_whole() -> None:
    meter = Budget(nodes=1000).start()
    part = meter.part(0.5)
    limits = part.limits()
    assert limits is not None
    assert limits.nodes == 500
    part.spend(nodes=400)
    assert meter.used == 0.4
    assert part.used == 0.8
    part.part(0.5).spend(nodes=100)
    assert part.over
    assert not meter.over
    assert meter.until(0.5).over
    last = meter.part(nodes=10).limits(most=100)
    assert last is not None
    assert last.nodes == 10
    meter.spend(nodes=500)
    assert meter.limits() is None
    assert meter.nodes == 1000


def test_trial_games_count_as_nodes_and_there_are_always_a_few() -> None:
    meter = Budget(nodes=100 * GAME).start()
    assert meter.trials().games == 100
    assert meter.trials(50).games == 50
    meter.spend(games=90)
    assert meter.used == pytest.approx(0.9)
    assert meter.trials().games == LEAST_GAMES
    few = Budget(games=30).start()
    assert few.trials(1000).games == 30
    few.spend(games=30)
    assert few.trials(1000).games == LEAST_GAMES
    assert not few.over  # a search may go on
    assert Budget().start().trials().games == 0  # any number


def test_time_is_shared_like_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("gokan.reading.budget.time.perf_counter", lambda: now[0])
    meter = Budget(seconds=10).start()
    half = meter.part(0.5)
    now[0] += 4
    assert meter.used == pytest.approx(0.4)
    assert half.used == pytest.approx(0.8)
    limits = half.limits()
    assert limits is not None
    assert limits.seconds == pytest.approx(1.0)
    assert meter.at_most(2.0).worth == pytest.approx(2.0)
    now[0] += 1
    assert half.over
    assert meter.until(0.5).over
    assert meter.seconds == pytest.approx(5.0)
    assert Budget().start().worth == math.inf


def test_a_budget_is_said_once_and_not_below_zero() -> None:
    with pytest.raises(InvalidInput, match="not both"):
        started(Budget(nodes=1), seconds=1.0, usual=Budget())
    for wrong in ({"seconds": -1.0}, {"nodes": -1}, {"games": -5}, {"seconds": math.nan}):
        with pytest.raises(InvalidInput, match="below zero"):
            Budget(**wrong)
    assert replace(Budget(seconds=4), nodes=8).part(0.25) == Budget(seconds=1.0, nodes=2)
