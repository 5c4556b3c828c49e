"""Nothing that is called proved is false: every question of the API against brute force.

`make truth` runs the slow part, which takes whole boards and large samples.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from gokan.go import WHITE, Position
from gokan.reading import Budget, Problem, capture, cut, escape, solve
from gokan.reading.regions.reader import STANDS, Reader
from gokan.reading.regions.region import find_region

from .every_question import Truth, complaints


@pytest.mark.parametrize(
    ("width", "height", "count"), [(2, 3, 50), (2, 4, 15), (3, 3, 12)], ids=["2x3", "2x4", "3x3"]
)
def test_what_is_proved_is_true(width: int, height: int, count: int) -> None:
    _run(width, height, count, seed=1, pairs=width == 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "count"),
    [(1, 6, 0), (2, 3, 0), (2, 4, 1500), (3, 3, 1500), (2, 5, 300), (3, 4, 60)],
    ids=["1x6", "2x3", "2x4", "3x3", "2x5", "3x4"],
)
def test_what_is_proved_is_true_at_large(width: int, height: int, count: int) -> None:
    _run(width, height, count, seed=2, pairs=True)


def _run(width: int, height: int, count: int, *, seed: int, pairs: bool) -> None:
    truth = Truth(width, height)
    found: list[str] = []
    for position in truth.positions(count, seed):
        found += islice(complaints(truth, position, pairs=pairs), 3)
    proved = sum(n for name, n in truth.asked.items() if name.endswith(("proved", "move")))
    print(f"{width}x{height}: {proved} proved statements; readings that err: ", end="")
    print(dict(truth.wrong_readings))
    assert not found, "\n".join(found[:5])
    assert proved > 3 * len(truth.asked), truth.asked


# --- the causes, each with a position of its own -------------------------------------------------


def test_a_cut_that_was_judged_to_fail_is_not_proved_to_fail() -> None:
    """White C3 cuts: the block that counted as a bridge because it can be taken is not taken."""
    position = Position.from_diagram("X X . X\n. . O .\n. X O O")
    answer = cut(position, "D3", "A3")
    assert (answer.code, answer.grade) == (1, "read")
    after = position.setup(white=["C3"])
    assert escape(after, "D3").code == 0


def test_a_jump_with_nobody_near_is_proved_to_hold() -> None:
    position = Position.from_diagram(". . . . .\n. . . X .\n. . . . .\n. . . X .\n. . . . .")
    assert cut(position, "D4", "D2").explain() == "White to move cannot cut D4 and D2 (proved)."


@pytest.mark.parametrize(
    ("diagram", "stone"),
    [(". X X\n. . .\n. . .", "B3"), ("X . .\nX . O\nX . O\nO O .", "A1")],
    ids=["three", "four"],
)
def test_half_a_ko_that_was_read_is_not_proved(diagram: str, stone: str) -> None:
    """That the capture works with threats was shown, that it fails without them was not."""
    answer = capture(Position.from_diagram(diagram), stone)
    assert answer.code in (2, 3)
    assert answer.grade == "read"


def test_a_ko_met_by_a_reply_that_came_up_late_is_a_ko() -> None:
    """Black B2 makes the capture of A1 a ko; it comes to mind only when all else has failed."""
    position = Position.from_diagram("O O\nO .\n. .\nO .\nX .")
    answer = escape(position, "A1", nodes=200_000)
    assert answer.code == 3
    assert answer.grade == "read"


def test_three_threats_are_not_every_number_of_them() -> None:
    """Two kos: three threats do not save the block, more of them do."""
    diagram = "X X\n. .\nO O\nX O\n. X\nX X\nX ."
    assert escape(Position.from_diagram(diagram), "B3").grade != "proved"


def test_a_first_move_must_do_against_any_number_of_threats() -> None:
    """White has two kos on the edge; after Black A2 he needs seven threats, and six were tried."""
    position = Position.from_diagram(".\nX\nO\n.\nO\nO\n.\n.\nX\nX\n.\n.")
    answer = solve(Problem.make(position, target=[position.point("A7")]))
    assert answer.proved
    moves = [position.vertex(p) for p in answer.winning_moves]
    assert "A2" not in moves, moves
    assert len(moves) == 2
    assert all(answer.grade_of(p) == "proved" for p in answer.winning_moves)
    assert "A2" in [position.vertex(r.move) for r in answer.refutations]


def test_a_ban_on_a_ko_holds_in_the_strict_view_too() -> None:
    """What is proved in an open region is read again with another edge; the ban stays."""
    position = Position.from_diagram(". X O .\nX . X O\n. X O .\n. . . .")
    region = replace(find_region(position, [position.point("C3")]), sealed=False)
    meter = Budget(nodes=1000).start()
    reader = Reader(region, first=WHITE, ko=position.point("B3"), meter=meter, memory=1 << 20)
    strict = reader.strict(STANDS)
    assert strict is not None
    assert strict.ko == reader.ko == region.cell(position.point("B3"))
