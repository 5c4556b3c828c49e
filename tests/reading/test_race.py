"""Races: counting against reading, reading against the proof search, techniques, budgets."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import WHITE, Position
from gokan.gtp.engine import Engine
from gokan.reading import race
from gokan.reading.races.count import Count, count
from gokan.reading.races.race import Verdict
from gokan.reading.regions.race_arena import core_of


def strip(black: int, white: int, shared: int) -> Position:
    """A black block over a white one, each with so many liberties of its own and some shared."""
    width = 6
    space = ["." * width] * 2
    rows = [
        *space,
        "O" * width,
        "." * black + "O" * (width - black),
        "X" * width,
        "." * shared + "X" * (width - shared),
        "O" * width,
        "." * white + "X" * (width - white),
        "X" * width,
        *space,
    ]
    return Position.from_diagram("\n".join(" ".join(row) for row in rows))


@pytest.mark.parametrize("shared", range(4))
@pytest.mark.parametrize("white", range(1, 4))
@pytest.mark.parametrize("black", range(1, 4))
def test_without_eyes_reading_agrees_with_the_theory(black: int, white: int, shared: int) -> None:
    position = strip(black, white, shared)
    answer = race(position, "A7", "A5", seconds=20)
    assert (answer.count.first, answer.count.second, answer.count.shared) == (black, white, shared)
    lead = black - white - max(shared - 1, 0)
    assert (answer.take.code == 1) == (lead >= 0) == answer.count.takes
    saved = white - black - max(shared - 1, 0) < 1
    assert (answer.save.code == 1) == saved == answer.count.saves
    assert answer.outcome == ("wins" if lead >= 0 else "seki" if saved else "loses")
    if lead >= 0:
        assert answer.margin == min(lead, 2)


def test_who_takes_a_dead_shape_out_of_his_only_eye_has_not_won() -> None:
    position = Position.from_diagram("""
        . . . . . . .
        . . . . . . .
        O O O . . . .
        X X O O O . .
        O X X X O . .
        O O . X O . .
    """)
    answer = race(position, "A3", "A2", nodes=200_000)
    assert (answer.take.code, answer.save.code, answer.outcome) == (1, 0, "loses")


def test_the_race_search_agrees_with_the_proof_search_on_small_regions() -> None:
    compared = 0
    for seed in range(150):
        cells, width, height = _random_region(seed)
        try:
            exact = _core.ProofSolver(width, height, cells, 8 << 20)
            race_solver = _core.RaceSolver(width, height, cells, 8 << 20)
        except ValueError:
            continue
        for turn in (0, 1):
            for threats in ((0, 0), (127, 0), (0, 6)):
                limits = _core.SearchLimits(nodes=200_000)
                truth = exact.solve(turn, -1, _core.KoThreats(*threats), [], limits).verdict
                told = race_solver.solve(turn, -1, _core.KoThreats(*threats), [], limits).verdict
                if truth and told:
                    compared += 1
                    assert told == truth, (seed, turn, threats)
    assert compared > 200


def test_seki_with_two_shared_liberties() -> None:
    position = strip(1, 1, 2)
    for one, other in (("A7", "A5"), ("A5", "A7")):
        answer = race(position, one, other, seconds=5)
        assert answer.outcome == "seki", answer.explain()
        assert answer.stands


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetry_and_colours_do_not_matter(symmetry: int) -> None:
    position = strip(2, 1, 1).swap_colors()
    marked = position.setup(empty=["A7", "A5"]).transform(symmetry)
    turned = position.transform(symmetry)
    upper, lower = sorted(
        (p for p in range(len(turned.board)) if turned.board[p] and not marked.board[p]),
        key=lambda p: -turned.board[p],
    )
    answer = race(turned, upper, lower, seconds=10)
    assert (answer.outcome, answer.margin) == ("wins", 1)


def test_a_group_is_more_than_a_block() -> None:
    bamboo = Position.from_diagram(
        """
        . . . . .
        . X . X .
        . X . X .
        . . . . ."""
    )
    assert len(core_of(bamboo, bamboo.point("B3"))) == 4
    jump = bamboo.setup(empty=["B2", "D2"])
    assert len(core_of(jump, jump.point("B3"))) == 1


@pytest.mark.parametrize(
    ("first_eye", "second_eye", "takes"),
    [
        pytest.param(0, 0, False, id="no eyes: the shared liberties protect"),
        pytest.param(1, 0, True, id="an eye against none takes them"),
        pytest.param(1, 2, False, id="small eyes are one class"),
        pytest.param(4, 2, True, id="a large eye beats a small one"),
        pytest.param(0, 1, False, id="no eye against an eye"),
    ],
)
def test_eyes_decide_who_fills_the_shared_liberties(
    first_eye: int, second_eye: int, takes: bool
) -> None:
    assert Count(3, 4, 2, first_eye, second_eye, None).takes is takes


def test_a_large_eye_is_worth_more_moves_than_points() -> None:
    position = Position.from_diagram(
        """
        . . O X . .
        . . O X . .
        O O O X . .
        X X X X . .
        . . . . . ."""
    )
    corner, outer = (core_of(position, position.point(v)) for v in ("C5", "D5"))
    assert count(position, corner, outer).first == 5


def test_arguments_are_checked() -> None:
    position = strip(1, 1, 1)
    with pytest.raises(InvalidInput):
        race(position, "A7", "A3")
    with pytest.raises(InvalidInput):
        race(position, "A7", "A8")


@pytest.mark.parametrize("move", [3, 99_999])
def test_points_off_the_arena_are_no_moves(move: int) -> None:
    arena = 3, 1, bytes([1, 3 | 16, 1])
    assert _core.ProofSolver(*arena).solve(0, -1, _core.KoThreats(), [move]).illegal
    life = _core.LifeSolver(*arena)
    assert life.solve(_core.LifeGoal.END, 0, -1, _core.KoThreats(), [move]).illegal
    with pytest.raises(ValueError, match="not legal"):
        _core.RaceSolver(*arena).solve(0, -1, _core.KoThreats(), [move])


def test_blocks_without_liberties_are_refused_by_every_solver() -> None:
    for solver in (_core.ProofSolver, _core.LifeSolver, _core.RaceSolver):
        with pytest.raises(ValueError, match="no liberties"):
            solver(2, 1, bytes([3 | 16, 2]))


def test_the_budget_ends_a_race() -> None:
    answer = race(strip(3, 3, 3), "A7", "A5", nodes=2)
    assert answer.outcome == "unknown"
    assert answer.grade == "unknown"
    assert "not settled" in answer.explain()


def test_answers_show_themselves() -> None:
    answer = race(strip(2, 1, 1), "A7", "A5", seconds=5)
    assert str(answer.draw()).startswith("<svg")
    assert answer.to_dict()["outcome"] == "wins"
    assert "wins it" in answer.explain()
    assert answer.explain().endswith("(read).")
    assert race(strip(1, 3, 0), "A7", "A5", seconds=5).explain().endswith("and loses it (read).")


def test_over_gtp_both_codes_and_a_move() -> None:
    engine = Engine(player="random", seed=1)
    engine.game.begin(strip(1, 1, 0))
    assert engine.respond("analyze_semeai A7 A5").strip() == "= 1 1 A4"
    engine.game.begin(strip(1, 3, 0))
    assert engine.respond("analyze_semeai A7 A5").strip() == "= 0 0 PASS"
    engine.game.begin(strip(2, 2, 3))
    assert engine.respond("analyze_semeai A7 A5").strip() == "= 1 0 PASS"
    assert engine.respond("analyze_semeai A7 A3").startswith("?")


def _random_region(seed: int) -> tuple[bytes, int, int]:
    dice = random.Random(seed)
    width, height = dice.choice([(4, 3), (5, 3), (4, 4)])
    cells = []
    for i in range(width * height):
        row, column = divmod(i, width)
        kind = dice.choices([1, 2, 3], [4, 3, 4])[0]
        if (row in (0, height - 1) or column in (0, width - 1)) and dice.random() < 0.35:
            kind |= 4 if dice.random() < 0.6 else 8 if dice.random() < 0.3 else 0
        cells.append(kind)
    stone = next((i for i, kind in enumerate(cells) if kind & 3 == 3), 0)
    cells[stone] = cells[stone] & 12 | 3
    todo = [stone]
    cells[stone] |= 16
    while todo:
        row, column = divmod(todo.pop(), width)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            i = r * width + c
            if 0 <= r < height and 0 <= c < width and cells[i] & 19 == 3:
                cells[i] |= 16
                todo.append(i)
    return bytes(cells), width, height


def test_a_move_that_a_ko_bans_is_not_tried() -> None:
    position = Position.from_diagram("O .\n. .\nO X\nX .").setup(to_play=WHITE)
    banned = position.with_ko(position.point("B1"))
    found = race(banned, "A4", "B2", nodes=20_000)
    assert [position.vertex(p) for p in (*found.saves, *found.takes)] == ["A3", "A3"]


def test_two_groups_that_live_with_two_eyes_are_not_told_as_a_seki() -> None:
    """It said that their race ends in seki; all that was asked is whether either can be taken."""
    position = Position.from_diagram("""
        . X . X O . O .
        X X X X O O O O
        . . . . . . . .
        . . . . . . . .
        """)
    found = race(position, "A3", "H3", nodes=50_000)
    assert (found.outcome, found.eyes) == ("both live", (True, True))
    said = "neither side can capture the other: both get two eyes, or get out (read)."
    assert found.explain().endswith(f"shared); {said}")
    saved = replace(found, save=Verdict(1, True, position.point("C2"), 0), eyes=(None, False))
    assert saved.explain().endswith("; after C2 neither side can capture the other (read).")


# Black's upper left is shut in by White, White's upper right by Black: two fights, and no race.
APART = """
    . . . X O X O . . .
    X X X X O X O O O O
    O O O O O X X X X X
    . . O . O X . X . .
    """


def test_groups_that_do_not_meet_have_no_race() -> None:
    """It said that Black wins with J4, although no move both saves the one and takes the other."""
    found = race(Position.from_diagram(APART), "D4", "G4", nodes=50_000)
    assert (found.save.code, found.take.code, found.outcome) == (1, 1, "no race")
    assert found.explain().endswith("neither touch nor share a liberty: there is no race.")


def test_who_can_save_and_can_take_but_not_both_does_not_win() -> None:
    """Two fights that touch in one point, each about the first move."""
    found = race(strip(2, 2, 0), "A7", "A5", seconds=5)
    assert found.outcome == "wins"
    none = replace(found, both=Verdict(0, False, None, 0))
    assert none.outcome == "unknown"
    assert "no plan was found that does both" in none.explain()
    assert replace(found, both=None).outcome == "unknown"
