"""Sekis are found, left alone and counted, whatever the evaluator thinks of them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from gokan import intuition
from gokan.go import BLACK, PASS, WHITE, Color, Position
from gokan.play.clock import Clock
from gokan.play.ending import judge, likely_dead
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.players.intuition_player import IntuitionPlayer
from gokan.play.seki import find_sekis
from gokan.play.tree.evaluation import Opinion

SHARED = """
    X O . X X X X . O
    X O O O O O O O O
    X X X X X X X X X
    . X . X . X . X X
    X X X X X X X X X
    O O O O O O O O O
    O . O . O . O . O
    O O O O O O O O O
    . O . O . O . O .
"""
EYE_AGAINST_EYE = """
    . X . O . O X . X
    X X X O O O X X X
    O O O X X X X . X
    . O O X X X . X X
    O O . O X . X X .
    O O O O X X X X X
"""
NEUTRAL = """
    . X . X . O . O .
    X X X X . O O O O
    . X . X . O . O .
"""
BLOCK_IN_ATARI = """
    . O . O O
    O O X O X
    O O X X X
    O O . X .
    X . X X X
"""
WALL_IN_ATARI = """
    X O . X X X X . O
    X O O O O O O O O
    X X X X X X X X X
    O O O O O O O O X
    . . . . . . . O .
    . . . . . . . . .
"""


class Greedy:
    """Sure that a move into the seki wins everything, and that the stones in it are lost."""

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        found = []
        for position in positions:
            policy = array("f", [0.001] * (len(position.board) + 1))
            for vertex in ("C9", "H9"):
                policy[position.point(vertex)] = 0.4
            mine = position.to_play
            owner = array("f", [1.0 if side == mine else -1.0 for side in position.board])
            filled = any(position.board[position.point(v)] for v in ("C9", "H9"))
            win = 0.1 if filled else 0.5  # bad for the side to move once the other is in
            found.append(Opinion(policy, win, 40 * (win - 0.5), 5.0, owner))
        return found


@pytest.mark.parametrize("rules", ["chinese", "japanese", "new-zealand"])
def test_both_sides_of_a_seki_are_found(rules: str) -> None:
    position = Position.from_diagram(SHARED, rules=rules)
    for color in (BLACK, WHITE):
        (seki,) = find_sekis(position.with_to_play(color))
        assert {position.vertex(point) for point in seki.shared} == {"C9", "H9"}
        assert position.point("D9") in seki.stones
        assert position.point("B9") in seki.stones


def test_one_eye_against_one_eye_is_a_seki() -> None:
    position = Position.from_diagram(EYE_AGAINST_EYE)
    (seki,) = find_sekis(position)
    assert [position.vertex(point) for point in seki.shared] == ["C6"]
    assert not likely_dead(position)


def test_neutral_points_between_living_groups_are_no_seki() -> None:
    assert not find_sekis(Position.from_diagram(NEUTRAL))


def test_a_point_where_stones_are_taken_is_not_left_alone() -> None:
    """Black takes three stones at C5."""
    assert not find_sekis(Position.from_diagram(BLOCK_IN_ATARI))


def test_a_wall_that_can_be_taken_holds_no_seki() -> None:
    """White takes it at J2."""
    assert not find_sekis(Position.from_diagram(WALL_IN_ATARI))


def test_nothing_is_read_once_it_is_stopped() -> None:
    assert not find_sekis(Position.from_diagram(SHARED), stop=lambda: True)


@pytest.mark.parametrize("rules", ["chinese", "japanese", "new-zealand"])
@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("visits", [1, 40])
def test_it_is_left_alone(rules: str, color: Color, visits: int) -> None:
    position = Position.from_diagram(SHARED, rules=rules).with_to_play(color)
    player = GokanPlayer(visits=visits, values="playouts", priors="even", resign=0)
    player.searcher.evaluator = Greedy()
    move = player.choose(position, clock=Clock()).move
    assert position.vertex(move) not in ("C9", "H9")


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_the_first_choice_of_the_network_leaves_it_alone(
    monkeypatch: pytest.MonkeyPatch, color: Color
) -> None:
    """Whatever it likes, here the points of the seki, and thinks of the stones there."""
    position = Position.from_diagram(SHARED, rules="chinese").with_to_play(color)
    liked = [position.point("C9"), position.point("H9"), PASS]
    moves = [SimpleNamespace(move=move, chance=0.3) for move in liked]
    lost = [SimpleNamespace(alive=0.1, stones=block.stones) for block in position.blocks()]
    judgement = SimpleNamespace(best=moves, ownership=[0.0] * 81, lead=0.0, groups=lambda: lost[:4])
    monkeypatch.setattr(intuition, "judge", lambda *_, **__: judgement)
    assert IntuitionPlayer().choose(position, clock=Clock()).move == PASS
    (seki,) = find_sekis(position)
    held = {stone for one in lost[:4] for stone in one.stones} & seki.stones
    assert held
    assert not held & IntuitionPlayer().dead_stones(position)


def test_nothing_in_it_is_dead() -> None:
    position = Position.from_diagram(SHARED, rules="chinese")
    player = GokanPlayer(visits=8, values="playouts", priors="even")
    player.searcher.evaluator = Greedy()
    assert not player.dead_stones(position)
    assert not likely_dead(position)
    ending = judge(position)
    assert {position.point(v) for v in ("B9", "D9", "J8")} <= ending.seki
    assert not ending.seki & ending.alive
    assert position.score(dead=sorted(ending.dead)).text == "W+20.5"
