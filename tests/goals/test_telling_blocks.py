"""Solutions about several blocks: no more is said than was proved of them together."""

from __future__ import annotations

from gokan.go import BLACK, WHITE, Color, Position
from gokan.goals import solve, why
from gokan.reading import Problem
from gokan.reading import solve as read

TWO = """
    X . O X . . . X O
    O O O X X X X X O
    . . O O O O O O O
    . . . . . . . . .
    . . . . . . . . .
"""


def told_of_two(first: Color) -> list[str]:
    position = Position.from_diagram(TWO, to_play=first)
    stones = [position.point("A5"), position.point("D5")]
    return why(read(Problem.make(position, target=stones))).explain().splitlines()


def test_of_several_blocks_no_more_is_said_than_was_proved():
    """It said "Black can save the black stones at A5 (proved)", which are dead: of a target of
    several blocks one is enough. And "They have no room for an eye", though others had.
    """
    lines = told_of_two(BLACK)
    assert lines[0].startswith(
        "Black must save at least some of the black stones at A5 and D5: if Black plays elsewhere,"
    )
    assert lines[1].startswith("F5 saves at least some of them (proved, node 0)")
    assert lines[2] == "Then the stones at D5 live unconditionally (proved, node 1)."
    lines = told_of_two(WHITE)
    assert lines[0].startswith("White must capture the black stones at A5 and D5: if White plays")
    assert ", and the stones at D5 live unconditionally (proved" in lines[0]
    assert "room for" not in " ".join(lines)


def test_what_cannot_be_done_with_several_blocks():
    alive = Position.from_diagram(TWO, to_play=BLACK).play("F5")
    stones = [alive.point("A5"), alive.point("D5")]
    told = why(read(Problem.make(alive, target=stones))).explain()
    assert told.startswith("White cannot capture all of the black stones at A5 and D5: ")
    dead = Position.from_diagram(TWO, to_play=WHITE).play("F5").play("pass").play("E5")
    told = why(read(Problem.make(dead, target=stones))).explain()
    assert told.startswith("Black cannot save any of the black stones at A5 and D5 (proved")


def test_a_move_that_takes_part_of_the_target_may_fail_as_well():
    """It was left out, because one of the stones that had been named was gone."""
    assert next(line.split()[0] for line in told_of_two(WHITE) if " fails: " in line) == "B5"


def test_a_solution_says_of_several_blocks_what_it_is_about():
    """It said that the stones at A5 can be saved, which are dead."""
    position = Position.from_diagram(TWO, to_play=BLACK)
    stones = [position.point("A5"), position.point("D5")]
    told = solve(position, stones, nodes=60).explain()
    assert told.startswith("Black can save at least some of the black stones at A5 and D5 by F5")
    told = solve(position.setup(to_play=WHITE), stones, nodes=60).explain()
    assert told.startswith("White can capture the black stones at A5 and D5 by F5")
    told = solve(position.play("F5"), stones).explain()
    assert told.startswith("White cannot capture all of the black stones at A5 and D5: those at D5")
