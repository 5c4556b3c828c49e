"""The second judge: an answer of the goals is believed only as far as somebody else agrees."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan import intuition
from gokan.cli import run
from gokan.go import BLACK, WHITE, Position
from gokan.goals import GoalSolution, solve
from gokan.goals.aura.worth import Aura, aura
from gokan.goals.second import SURE, agreed, chance_of
from gokan.goals.static import Look

from .diagrams import OPEN, THREE

# Far from any enclosed problem: the aura is sure of life here.
SCATTERED = """
    O . X . X . O
    . . X . X X .
    X . . O O O O
    . . . O . X X
    . . . . O . .
    O . X . O X O
    . X . X . . .
"""


@dataclass
class Stub:
    """A judge who always says the same, and remembers how often he was asked."""

    lives: float
    ko: float = 0.0
    vital: Sequence[tuple[int, float]] = ()
    asked: list[Position] = field(default_factory=list)

    def __call__(self, position: Position, stones: Sequence[int]) -> Stub:
        self.asked.append(position)
        return self

    @property
    def alive(self) -> float:
        return self.lives / 2

    @property
    def seki(self) -> float:
        return self.lives / 2

    @property
    def dead(self) -> float:
        return 1 - self.lives - self.ko


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_agreement_takes_away_and_never_adds(belief, chance, more):
    both = agreed(belief, chance)
    assert 0 <= both <= belief + 1e-9
    assert both <= agreed(belief, max(chance, more)) + 1e-9
    assert chance < SURE or both == belief


def test_the_chance_is_that_of_the_goal():
    position = Position.from_diagram(THREE, to_play=WHITE)
    target = (position.point("A4"),)
    judge = Stub(lives=0.6, ko=0.3)
    save = Look(target, WHITE, WHITE)
    capture = Look(target, WHITE, BLACK)
    assert chance_of(judge, position, save) == pytest.approx(0.6)
    assert chance_of(judge, position, capture) == pytest.approx(0.1)
    assert chance_of(judge, position, Look(target, WHITE, BLACK, ko=True)) == pytest.approx(0.4)
    taken = Position.from_diagram(THREE.replace("O", "."))
    assert chance_of(judge, taken, capture) == 1.0
    assert chance_of(judge, taken, save) == 0.0


def test_a_judge_who_is_satisfied_changes_nothing():
    position = Position.from_diagram(OPEN, to_play=WHITE)

    def weigh(where: Position, stones: Collection[int]) -> Aura:
        seen = aura(where, stones)
        return replace(seen, stands=min(seen.stands, 0.999), falls=max(seen.falls, 0.001))

    alone = solve(position, "E5", weigh=weigh)
    judge = Stub(lives=1.0)
    found = solve(position, "E5", weigh=weigh, second=judge)
    assert (found.result, found.move, found.nodes) == (alone.result, alone.move, alone.nodes)
    assert alone.certainty == "learned"
    assert alone.second is None
    assert found.second == 1.0
    assert len(judge.asked) == 1, "one look at the position after the first move"
    assert json.loads(json.dumps(found.to_dict()))["second_judge"] == 1.0


def test_a_judge_who_objects_is_not_outvoted():
    position = Position.from_diagram(OPEN, to_play=WHITE)
    for lives in (0.0, 0.3, 0.49):
        assert solve(position, "E5", nodes=40, second=Stub(lives=lives)).result == "unknown"


def test_what_is_sure_needs_nobody_else():
    position = Position.from_diagram("""
        . O O O O O O O .
        . O X X X X X O .
        . O X . . . X O .
    """)
    judge = Stub(lives=0.0)
    found = solve(position, "C1", second=judge)
    assert (found.result, found.certainty) == ("reached", "exact")


def test_a_capture_meets_the_reply_that_the_second_judge_thinks_most_of():
    position = Position.from_diagram(THREE, to_play=BLACK)
    wall = position.point("C1")
    judge = Stub(lives=0.0, vital=((wall, 0.9), (position.point("G1"), 0.01)))
    found = solve(position, "A4", second=judge)
    assert (found.result, found.move) == ("reached", position.point("B5"))

    def replies(answer: GoalSolution) -> dict[int, str]:
        assert answer.root.by is not None
        return {branch.move: branch.asked.why for branch in answer.root.by.to.branches}

    assert replies(found)[wall] == "is vital, says the second judge"
    assert position.point("G1") not in replies(found)
    assert wall not in replies(solve(position, "A4"))


def test_a_ko_is_called_only_if_the_second_judge_sees_no_other_way_either():
    position = Position.from_diagram(OPEN, to_play=BLACK)

    def weigh(where: Position, stones: object) -> Aura:
        return Aura(0.001, 0.01, {}, {p: 0.9 for p in range(54) if not where.board[p]})

    def result(judge: Stub) -> str:
        return solve(position, "B4", nodes=40, weigh=weigh, second=judge).result

    assert result(Stub(lives=0.2, ko=0.7)) == "ko"
    assert result(Stub(lives=0.2, ko=0.2)) == "unknown", "it may be captured without a ko"


@pytest.mark.skipif(not intuition.available(), reason="needs the network")
def test_stones_in_the_open_are_not_called_saved(tmp_path, capsys):
    """White cannot save A7, as reading proves, though the aura is sure of it."""
    position = Position.from_diagram(SCATTERED, to_play=WHITE)
    wrong = solve(position, "A7", nodes=60)
    assert wrong.result == "reached", "the aura alone is deceived"
    assert solve(position, "A7", nodes=60, second=intuition.glance).result == "unknown"
    path = tmp_path / "scattered.txt"
    path.write_text(SCATTERED)
    options = ["goals", "solve", str(path), "--target", "A7", "--first", "W", "--nodes", "60"]
    assert run([*options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == "unknown"
    assert run([*options, "--no-network", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == "reached"
