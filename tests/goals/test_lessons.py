"""Learning within one problem: what worked in one line is expected to work in others."""

from __future__ import annotations

from gokan.go import BLACK, Position
from gokan.goals.belief import believe, untried, urgency
from gokan.goals.graph import Suggestion
from gokan.goals.lessons import Lessons
from gokan.goals.search import Doubt
from gokan.goals.solution import solve
from gokan.goals.static import Look, Static
from gokan.goals.tried import Branch, Tried

# Black is to live in the corner. White's E1 answers moves that do not touch it.
CORNER = Position.from_diagram(
    """
    . . . . . . . . .
    . . . . . . . . .
    . O O O O O O O .
    . O X X X X X O .
    . O X . . . X O .
    """,
    to_play=BLACK,
)
LOOK = Look(CORNER.block("C1").stones, BLACK, BLACK)


def node(position: Position, belief: float, *moves: str) -> Tried:
    """A position with moves that come into question, none of them urgent."""
    found = Tried(position, Static(None, None, belief, "", {}), belief=belief)
    found.suggested = tuple(Suggestion(position.point(m), (), "") for m in moves)
    return found


def play(tree: Tried, move: str, belief: float, *moves: str) -> Tried:
    """Makes a move in a tree."""
    point = tree.position.point(move)
    to = node(tree.position.play(point), belief, *moves)
    tree.branches.append(Branch(Suggestion(point, (), ""), to))
    return to


def grown() -> tuple[Tried, Tried, Tried]:
    """The root, a move that is refuted by E1 and the answer to it, and another move."""
    root = node(CORNER, 0.5, "A1", "J1", "D1")
    first = play(root, "A1", 0.5, "E1", "D1")
    refuted = play(first, "E1", 0.05, "D1")
    play(refuted, "D1", 0.02)
    return root, first, play(root, "J1", 0.5, "D1", "E1")


def everything(root: Tried) -> list[Tried]:
    """All positions of a tree."""
    return [root, *(x for b in root.branches for x in everything(b.to))]


def test_a_refutation_is_tried_first_against_the_next_move():
    root, _, other = grown()
    believe(root, LOOK)
    lessons = Lessons(LOOK)
    lessons.learn(everything(root))
    point = CORNER.point("E1")
    assert untried(other)[0].move == CORNER.point("D1")
    other.taught = lessons.taught(other.position)
    assert other.taught[point] > 0.9
    assert untried(other)[0].move == point
    assert urgency(other, untried(other)[0]) > 0.8


def test_it_is_not_expected_where_the_points_it_rests_on_have_changed():
    root, _, _ = grown()
    third = play(root, "D1", 0.5, "E1")
    believe(root, LOOK)
    lessons = Lessons(LOOK)
    lessons.learn(everything(root))
    assert CORNER.point("E1") not in lessons.taught(third.position)


def test_a_map_shrinks_where_the_move_works_all_the_same():
    root, _, _ = grown()
    third = play(root, "D1", 0.5, "E1")
    again = play(third, "E1", 0.1, "F1")
    play(again, "F1", 0.05)
    believe(root, LOOK)
    lessons = Lessons(LOOK)
    lessons.learn(everything(root))
    found = lessons.taught(CORNER.play("D1"))
    assert found[CORNER.point("E1")] > 0.8
    assert CORNER.point("E1") not in lessons.taught(CORNER.play("F1"))


def test_a_lesson_that_fails_counts_for_less():
    root, _, other = grown()
    believe(root, LOOK)
    lessons = Lessons(LOOK)
    lessons.learn(everything(root))
    before = lessons.taught(other.position)[CORNER.point("E1")]
    play(other, "E1", 0.95)
    lessons.learn(everything(root))
    after = lessons.taught(CORNER.play("H5"))[CORNER.point("E1")]
    assert after < 0.6 < before


def test_the_solver_may_do_without_learning():
    for learn in (True, False):
        answer = solve(CORNER, "C1", doubt=Doubt(learn=learn))
        assert answer.result == "reached"
        assert CORNER.vertex(answer.move or 0) == "E1"
