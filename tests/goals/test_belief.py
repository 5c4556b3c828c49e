"""How the solver's beliefs are put together along its tree."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, PASS, WHITE, Color, Position
from gokan.goals.belief import believe, promise, untried
from gokan.goals.graph import Suggestion
from gokan.goals.static import Look, Static
from gokan.goals.tried import Branch, Tried

LOOK = Look((0,), WHITE, BLACK)
EMPTY = Position.empty(3, 3)


def node(chance: float, to_play: Color, urgent: dict[int, float] | None = None) -> Tried:
    """A position with a judged chance, and moves in the order of their urgency."""
    moves = urgent or {}
    seen = Static(None, None, chance, "", moves)
    suggested = tuple(Suggestion(m, (), "") for m in sorted(moves, key=lambda m: -moves[m]))
    return Tried(EMPTY.with_to_play(to_play), seen, suggested=suggested)


def tried(at: Tried, move: int, to: Tried) -> Tried:
    """Where a move leads that is tried."""
    at.branches.append(Branch(Suggestion(move, (), ""), to))
    return to


def test_the_best_move_of_the_player_counts():
    root = node(0.5, BLACK, {1: 0.9, 2: 0.2, 3: 0.1})
    assert [s.move for s in untried(root)] == [1, 2, 3]
    tried(root, 1, node(0.3, WHITE))
    tried(root, 2, node(0.8, WHITE))
    believe(root, LOOK)
    assert root.belief == pytest.approx(0.8)
    assert root.by is root.branches[1]


def test_a_move_that_promises_more_is_still_to_be_tried():
    root = node(0.9, BLACK, {1: 0.9, 2: 0.8})
    tried(root, 1, node(0.1, WHITE))
    believe(root, LOOK)
    assert root.by is None
    assert root.belief == pytest.approx(promise(root, untried(root)[0])) == pytest.approx(0.72)


def test_no_reply_may_be_left_without_an_answer():
    root = node(0.5, WHITE, {1: 0.6, 2: 0.6})
    tried(root, 1, node(0.99, BLACK))
    believe(root, LOOK)
    half = root.belief
    tried(root, 2, node(0.98, BLACK))
    believe(root, LOOK)
    assert half < root.belief < 0.98  # less is left untried, and every doubt counts
    tried(root, 3, node(0.1, BLACK))
    believe(root, LOOK)
    assert root.belief < 0.1
    assert root.by is root.branches[2]


def test_what_is_sure_is_not_judged_again():
    root = node(0.5, WHITE, {1: 0.9})
    sure = Tried(EMPTY, Static(True, "sure", 1.0, "they are captured", {}))
    tried(root, 1, sure)
    believe(root, LOOK)
    assert sure.belief == 1.0


@pytest.mark.parametrize("ko", [True, False])
def test_going_round_in_circles_is_a_ko(ko):
    root = node(0.5, BLACK, {1: 0.5})
    below = tried(root, 1, node(0.5, WHITE, {2: 0.99}))
    tried(below, 2, root)
    believe(root, Look((0,), WHITE, BLACK, ko=ko))
    assert (root.belief > 0.6) == ko


@pytest.mark.parametrize("saving", [True, False])
def test_going_round_is_no_ko_for_one_who_played_elsewhere(saving):
    """Whoever is to live and may play elsewhere on the way round loses nothing by it."""
    root = node(0.5, BLACK, {1: 0.5})
    below = tried(root, 1, node(0.5, WHITE, {2: 0.99}))
    again = tried(below, 2, node(0.5, BLACK, {}))
    tried(again, PASS, below)
    believe(root, Look((0,), BLACK if saving else WHITE, BLACK))
    assert (root.belief > 0.6) == saving


def test_points_that_nobody_would_try_leave_no_doubt():
    """A position that was judged badly is believed once all replies that come into question were
    answered; before, the faint urgency of all other points kept a doubt that nothing could settle.
    """
    root = node(0.6, WHITE, {1: 0.1, 2: 0.1})
    root.static.urgent.update(dict.fromkeys(range(3, 60), 0.05))
    tried(root, 1, node(1.0, BLACK))
    believe(root, LOOK)
    assert root.belief < 0.9
    tried(root, 2, node(1.0, BLACK))
    believe(root, LOOK)
    assert root.belief > 0.99
