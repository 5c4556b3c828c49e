"""Wolf's numbers: the printed examples, the shape of the system, its symmetries."""

from __future__ import annotations

import random

import pytest

from gokan.go import BLACK, Position
from gokan.strength import Weighing, equations, fixed_points, weigh
from gokan_lab.facts.wolf import DIAGRAM_7, full_board, row


def exact(position: Position, verdicts: dict[str, float] | None = None) -> Weighing:
    return weigh(position, stop=1e-13, static_life=False, verdicts=verdicts)


def test_diagram_1() -> None:
    position, alive = row(3)
    white = exact(position, alive).white
    assert white[1] == pytest.approx(1 / 2, abs=1e-12)
    assert white[2] == pytest.approx(4 / 7, abs=1e-12)
    assert white[3] == pytest.approx(1 / 2, abs=1e-12)


def test_diagram_6() -> None:
    position, alive = row(5)
    white = exact(position, alive).white
    w2 = white[2]
    assert 0 < w2 < 1
    assert 4 * w2**3 - 2 * w2**2 - 7 * w2 + 4 == pytest.approx(0, abs=1e-11)
    assert w2 == pytest.approx(0.589, abs=5e-4)
    assert white[4] == pytest.approx(w2, abs=1e-12)
    assert white[1] == white[5] == pytest.approx(1 / 2, abs=1e-12)


def test_diagram_7_has_its_three_fixed_points() -> None:
    position = Position.from_diagram(DIAGRAM_7)
    alive = {"C3": 1.0, "D3": 1.0}
    d1, c1, d2 = (position.point(v) for v in ("D1", "C1", "D2"))
    found = fixed_points(position, verdicts=alive, raise_last_liberty=False, stop=1e-13, starts=6)
    (between,) = found.between
    assert between.stable
    assert between.found == 6
    assert between.white[d1] == pytest.approx(1 / 2, abs=1e-9)
    assert between.white[c1] == pytest.approx(2 / 3, abs=1e-9)
    assert 1 - between.white[d2] == pytest.approx(2 / 3, abs=1e-9)
    white, black = found.all_white, found.all_black
    assert white is not None
    assert black is not None
    # b_d1, w_d1, s_c1, s_d2 = 0, 1, 1, 0 and 1, 0, 0, 1
    assert (white.white[d1], white.white[c1], 1 - white.white[d2]) == (1, 1, 0)
    assert (black.white[d1], black.white[c1], 1 - black.white[d2]) == (0, 0, 1)
    assert not white.stable
    assert not black.stable


def test_diagram_7_relations_as_printed() -> None:
    position = Position.from_diagram(DIAGRAM_7)
    texts = str(equations(position, units=["D1", "C1", "D2"], raise_last_liberty=False))
    # The paper names blocks by c1 (printed once as c2) and d2; here by their first stone.
    assert "w_d1 = (s_c2 s_d2 - s_d2 + 1)/(2 s_c2 s_d2 - s_c2 - s_d2 + 2)" in texts
    assert "b_d1 = -w_d1 + 1" in texts
    assert "s_d2 = -s_c2 s_d4 w_d1 + 1" in texts
    assert "s_c2 = -s_b3 s_d2 b_d1 + 1" in texts


def test_a_block_that_touches_a_point_twice_counts_once() -> None:
    # B1 and A2 belong to one block; A1 touches it twice, A1's other colour nowhere.
    bent = Position.from_diagram(
        """
        . . . .
        . . . O
        X X . .
        . X . .
        """
    )
    relation = str(equations(bent, units=["A1"])).splitlines()[0]
    assert relation == "w_a1 = (-s_a2 + 1)/(1)"
    solved = exact(bent)
    strength = solved.strength("A2")
    assert solved.black[bent.point("A1")] == pytest.approx(strength, abs=1e-9)


def test_full_board_has_489_relations() -> None:
    position = full_board()
    system = equations(position)
    assert (system.blocks, system.points) == (55, 217)
    assert len(system) == 489 == 2 * 217 + 55


def test_the_three_relations_of_equation_6_as_printed() -> None:
    # This corner of Diagram 2 gives all three, with the raise off as they are printed. The paper
    # names a block by any of its stones (r7, s7, r4), Gokan by the first one (q7, s8, r5).
    position = Position.empty(19).setup(
        black=["R7", "Q7", "R6"], white=["S6", "S7", "S8", "R4", "R5"]
    )
    texts = str(equations(position, units=["R8", "R7"], raise_last_liberty=False))
    # Our terms are sorted by our names; the paper's by its own. Compare what is multiplied.
    for ours, theirs in (("s_q7", "s_r7"), ("s_s8", "s_s7"), ("s_r5", "s_r4")):
        texts = texts.replace(ours, theirs)
    printed = {
        "w_r8": (
            "(b_q8 b_r9 s_r7 s_s7 - b_q8 b_r9 s_r7 + 1)/"
            "(b_q8 b_r9 s_r7 s_s7 - b_q8 b_r9 s_r7 + s_r7 s_s7 w_q8 w_r9 - s_s7 w_q8 w_r9 + 2)"
        ),
        "b_r8": "-w_r8 + 1",
        "s_r7": "-s_r4 s_s7 w_p7 w_q6 w_q8 w_r8 + 1",
    }
    found = dict(line.split(" = ") for line in texts.splitlines())
    assert {name: _terms(text) for name, text in found.items()} == {
        name: _terms(text) for name, text in printed.items()
    }


def _terms(text: str) -> list[tuple[str, ...]]:
    """The terms of numerator and denominator, each as its sorted factors and sign."""
    sides = text.replace("(", "").replace(")", "").replace("- ", "-").split("/")
    return [
        tuple(sorted(" ".join(sorted(term.split())) for term in _signed(side))) for side in sides
    ]


def _signed(side: str) -> list[str]:
    return side.replace("-", "+minus ").removeprefix("+").split("+")


def test_start_values() -> None:
    position = Position.empty(9).play("E5")
    start = weigh(position, max_iter=0)
    assert not start.converged
    assert start.strength("E5") == 1
    assert {w for p, w in enumerate(start.white) if not position.board[p]} == {0.5}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("side", [5, 6, 9])
def test_symmetry_and_colour_swap(seed: int, side: int) -> None:
    chance = random.Random(1000 * side + seed)
    position = Position.empty(side)
    for _ in range(chance.randrange(side * side // 2)):
        position = position.play(chance.choice(position.legal_moves() or [-1]))
    base = weigh(position)
    swapped = weigh(position.swap_colors())
    assert swapped.score == pytest.approx(-base.score, abs=1e-9)
    assert swapped.converged == base.converged
    assert swapped.white == pytest.approx(base.black, abs=1e-9)
    for symmetry in range(8):
        turned = weigh(position.transform(symmetry))
        assert turned.score == pytest.approx(base.score, abs=1e-9)
        # Where did each point go? Ask the same transformation of a board with that point alone.
        for point, white in enumerate(base.white):
            mark = Position.empty(side).setup(black=[point]).transform(symmetry)
            assert turned.white[mark.board.index(1)] == pytest.approx(white, abs=1e-9)
        assert turned.converged == base.converged


def test_mutual_atari_settles_in_the_middle_and_says_so() -> None:
    # Diagram 7 with the last liberty raised: s_c1 + s_d2 = 1 and nothing more.
    position = Position.from_diagram(DIAGRAM_7)
    alive = {"C3": 1.0, "D3": 1.0}
    for subject in (position, position.swap_colors()):
        solved = weigh(subject, static_life=False, verdicts=alive)
        assert solved.strength("C1") == pytest.approx(0.5, abs=1e-12)
        assert solved.strength("D2") == pytest.approx(0.5, abs=1e-12)
        assert not solved.converged
        assert set(solved.oscillating) == {position.point("C2"), position.point("D2")}
        assert "D2" in solved.explain()


def test_wolf_measured_with_five_updates() -> None:
    assert weigh(Position.empty(9).play("E5"), max_iter=5).sweeps <= 5


def test_score_counts_strength_times_size() -> None:
    position = Position.empty(9).play("E5", BLACK).play("C3")
    solved = weigh(position)
    total = sum(
        (1 if b.color == BLACK else -1) * b.strength * len(b.stones) for b in solved.blocks
    ) + sum(
        solved.black[p] - solved.white[p] for p, color in enumerate(position.board) if not color
    )
    assert solved.score == pytest.approx(total, abs=1e-12)
