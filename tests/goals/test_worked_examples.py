"""Klinger's worked examples of chapters 2 and 4, rebuilt around the points he names.

His boards are lost. The stones he names stand where he says; the others were looked for until
reading found that his moves do what he says they do. The difference: his "P16" (Q16 in the next
figure) is empty here, and P16 joins P17 to O16, so that it works as well as P13.
"""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.goals import consider, solve
from gokan.goals.graph import Goal, GoalGraph
from gokan.reading import Budget, Problem, capture
from gokan.reading import solve as read
from gokan_lab.facts.klinger import P17, P24

BUDGET = Budget(nodes=300_000)


def first_moves(position: Position, goal: str) -> set[str]:
    problem = Problem(position, (position.point("P17"),), goal)  # type: ignore[arg-type]
    found = read(problem, budget=BUDGET, details=False, trials=False)
    return {position.vertex(move) for move in found.winning_moves}


def known(position: Position, kind: str, stone: str):
    """What the goal graph of P17 knows of another goal."""
    answer = consider(position, "P17")
    block = position.block(stone)
    color = block.color if kind == "save" else block.color.opponent
    goal = Goal(kind, color, block.stones[0])  # type: ignore[arg-type]
    return answer.graph.known[goal]


def test_figure_2_5_what_is_hopeless_what_is_safe_and_what_is_open():
    for hopeless in ("O17", "O18"):
        assert (known(P17, "capture", hopeless).value, known(P17, "capture", hopeless).grade) == (
            "false",
            "sure",
        )
    for stone in ("P15", "Q16"):
        assert known(P17, "capture", stone).value == "unknown"
    graph = consider(P17, "P17").graph
    for safe in ("O15", "P12", "Q13"):
        assert graph.state.life.owner(P17.point(safe)) == BLACK
    assert graph.root.kind == "save"


def test_figure_2_5_the_goals_ask_for_p13_and_it_works():
    answer = consider(P17, "P17")
    asked = {P17.vertex(s.move): s for s in answer.moves}
    assert "P13" in asked
    assert first_moves(P17, "live") == {"P13", "P16"}


def test_figures_2_6_to_2_8_the_line_ends_with_the_white_stones_captured():
    position = P17.play("P13")
    white = consider(position, "P17")
    assert white.root.kind == "capture"
    # Here more is known than in his figure: after P13 nothing cuts P17 from O16 any more.
    assert (white.known.value, white.known.grade) == ("false", "sure")
    position = position.play("Q15")
    assert "S15" in first_moves(position, "live")
    position = position.play("S15").play("T18")
    assert "T16" in first_moves(position, "live")
    position = position.play("T16")
    for stone in ("P15", "Q16"):
        target = (position.point(stone),)
        found = read(Problem(position, target, "live"), budget=BUDGET, details=False, trials=False)
        assert found.result == "loss"
    assert not first_moves(position, "kill")


# Section 4.2, problem 1-24 in words: to capture P, the black stone Q beside it must be saved, and
# Q is saved by its liberties or by capturing R or S, which press on it. Two moves are suggested for
# Capture(P) itself: one fails, since White answers and P is safe; the other works.
def test_problem_1_24_subgoals_of_subgoals_suggest_moves():
    position = Position.from_diagram(P24, to_play=BLACK)
    p, q, r, s = (position.block(vertex).stones[0] for vertex in ("D3", "D4", "E4", "C4"))
    root, save = Goal("capture", BLACK, p), Goal("save", BLACK, q)
    graph = GoalGraph(position, root, asked=True)
    assert (save,) in graph.nodes[root].children
    asked: dict[tuple[Goal, ...], set[str]] = {}
    for one in graph.every():
        asked.setdefault(one.chain, set()).add(position.vertex(one.move))
    assert asked[root,] == {"C3", "E3"}
    for chain in ((root, save), *((root, save, Goal("capture", BLACK, x)) for x in (r, s))):
        assert asked[chain]
    assert len({move for moves in asked.values() for move in moves}) >= 6


def test_problem_1_24_one_move_fails_and_the_other_solves_it():
    position = Position.from_diagram(P24, to_play=BLACK)
    target = (position.point("D3"),)
    after = {}
    for move in ("C3", "E3"):
        problem = Problem(position.play(move), target, "live")
        after[move] = read(problem, budget=BUDGET, trials=False)
    assert after["C3"].result == "win"  # White gets away
    assert (after["E3"].result, after["E3"].proved) == ("loss", True)
    alone = solve(position, "D3", alone=True, nodes=300)
    assert (alone.result, position.vertex(alone.move or 0)) == ("reached", "E3")


# Problem 2-42 in words: one move alone was generated and failed; the right one takes the point that
# would make two eyes that do not overlap.
TWO_EYES = """
    . . . . . . . . .
    . X X X X X X X .
    . X O O O O O X .
    . X O . . . O X .
    . X O O . O O X .
    . X X O O O X X .
    . . . X X X . . .
"""


def test_problem_2_42_the_missing_eye_rule_is_there():
    position = Position.from_diagram(TWO_EYES, to_play=BLACK)
    target = position.point("C5")
    truth = read(Problem(position, (target,), "kill"), budget=BUDGET)
    assert [position.vertex(move) for move in truth.winning_moves] == ["E4"]
    assert position.point("E4") in {s.move for s in consider(position, target).moves}
    assert solve(position, target).move == position.point("E4")


# Problem 2-108 in words: no point of it is named, only what went wrong. "Overly general patterns in
# problems with many objects involved (problems with lots of cutting points, for example)", and that
# "the program was not able to finish"; the table of results gives it one node all the same. So it
# cannot be rebuilt. Here are stones with many cutting points instead.
CUTS = """
    . . . . . . . . . . .
    . . X . O . X . O . .
    . O . X . O . X . O .
    . . O . X . O . X . .
    . X . O . X . O . X .
    . . X . O . X . O . .
    . O . X . O . X . O .
    . . . . . . . . . . .
"""


def test_problem_2_108_many_cutting_points_are_many_objects_and_a_lost_search_says_so():
    """Not the problem itself: the thesis names no point of it. What is tested is what it says of
    it: every block is an object of one goal graph, and a search that gets lost there answers that
    it does not know, with no more nodes than it was given.
    """
    position = Position.from_diagram(CUTS, to_play=BLACK)
    graph = consider(position, "G5").graph
    assert len({goal.block for goal in graph.nodes}) > 20
    assert sum(goal.kind in ("connect", "sever") for goal in graph.nodes) > 10
    answer = solve(position, "G5", nodes=12)
    assert answer.result == "unknown"
    assert answer.nodes <= 12
    assert answer.explain().startswith("Whether Black can capture the white stones at G5 was not")


@pytest.mark.parametrize("stone", ["P15", "Q16"])
def test_what_the_figures_call_open_hangs_on_the_move(stone):
    assert P17.color_at(stone) == WHITE
    assert not capture(P17.play("P13"), stone, first="defend", nodes=2000).captured


def test_his_examples_are_solved_by_goals_alone():
    """Nobody is asked: no network, no reading. P13 is his answer, P16 works here as well."""
    saved = solve(P17, "P17", alone=True, nodes=300)
    assert saved.result == "reached"
    assert P17.vertex(saved.move or 0) in ("P13", "P16")
    position = Position.from_diagram(TWO_EYES, to_play=BLACK)
    taken = solve(position, "C5", alone=True, nodes=300)
    assert (taken.result, taken.move) == ("reached", position.point("E4"))
    assert taken.root.by is not None
    assert taken.root.by.asked.chain[0].kind == "capture"


def test_after_p13_white_finds_no_capture_alone():
    """After P13 the goal stands: White, alone, reaches nothing against P17."""
    found = solve(P17.play("P13"), "P17", alone=True, nodes=100)
    assert found.result != "reached"
