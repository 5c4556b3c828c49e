"""The two switches beside the paper's system: a ko just taken, and the liberties of a seki."""

from __future__ import annotations

import pytest

from gokan.errors import InvalidInput
from gokan.go import WHITE, Position
from gokan.strength import rank, shared_liberties, weigh
from gokan.strength.special import KO_STRENGTH, ko_stone, takes_ko

KO = Position.from_diagram("""
    . . . . . .
    . . X O . .
    . X O . O .
    . . X O . .
    . . . . . .
    . . . . . .""")
SEKI = Position.from_diagram("""
    O X . O X .
    O X . O X .
    O X X O X .
    O O O O X .
    X X X X X .
    . . . . . .""")


def test_a_stone_that_took_a_ko_is_not_lost_with_the_switch() -> None:
    taken = KO.play("D4")
    assert ko_stone(taken) == taken.point("D4")
    assert weigh(taken).strength("D4") < 0.03  # the paper's own: in atari, so lost
    switched = weigh(taken, ko=True)
    assert switched.strength("D4") == KO_STRENGTH
    assert switched.score > weigh(taken).score


def test_only_a_ko_that_was_just_taken() -> None:
    assert ko_stone(KO) is None
    later = KO.play("D4").play("A1").play("F1")
    assert ko_stone(later) is None
    assert weigh(later, ko=True).black == weigh(later).black
    assert takes_ko(KO, KO.point("D4"))
    assert not takes_ko(KO, KO.point("A1"))


def test_the_ranking_with_the_switch_differs_at_the_ko_alone() -> None:
    plain = {one.move: one.gain for one in rank(KO).moves}
    switched = {one.move: one.gain for one in rank(KO, ko=True).moves}
    assert switched.keys() == plain.keys()
    ko = KO.point("D4")
    assert switched[ko] > plain[ko] + 0.5
    assert all(switched[move] == plain[move] for move in plain if move != ko)
    assert rank(KO, ko=True).place("D4") < rank(KO).place("D4")


def test_the_switch_turns_with_the_board_and_the_colours() -> None:
    board = bytes({0: 0, 1: 2, 2: 1}[c] for c in KO.board)
    swapped = Position.from_board(board, 6, to_play=WHITE).play("D4")
    ours = weigh(KO.play("D4"), ko=True)
    assert weigh(swapped, ko=True).score == pytest.approx(-ours.score, abs=1e-9)


def test_shared_liberties_are_nobodys_and_their_blocks_safe() -> None:
    shared = shared_liberties(SEKI)
    assert [SEKI.vertex(p) for p in shared] == ["C6", "C5"]
    weighing = weigh(SEKI, shared=shared)
    for point in shared:
        assert weighing.black[point] == weighing.white[point] == 0.0
    assert weighing.strength("B6") == weighing.strength("A6") == 1.0
    plain = weigh(SEKI)
    assert all(plain.black[p] + plain.white[p] == pytest.approx(1) for p in shared)
    assert min(plain.strength("B6"), plain.strength("A6")) < 0.99  # what IV-C complains of


def test_the_score_is_the_sum_of_what_is_shown() -> None:
    weighing = weigh(SEKI, shared=("C6", "C5"))
    shown = sum(b - w for b, w in zip(weighing.black, weighing.white, strict=True))
    stones = sum(
        (1 if block.color == 1 else -1) * block.strength * len(block.stones)
        for block in weighing.blocks
    )
    points = sum(weighing.black[p] - weighing.white[p] for p, c in enumerate(SEKI.board) if not c)
    plain = weigh(SEKI)
    kept = sum(plain.black[p] - plain.white[p] for p, c in enumerate(SEKI.board) if not c)
    own = sum(
        (1 if block.color == 1 else -1) * block.strength * len(block.stones)
        for block in plain.blocks
    )
    # Whatever the score counts of blocks, it counts the same with the switch.
    whole = sum(b - w for b, w in zip(plain.black, plain.white, strict=True))
    assert (plain.score == pytest.approx(kept + own)) == (
        weighing.score == pytest.approx(points + stones)
    )
    assert (plain.score == pytest.approx(whole)) == (weighing.score == pytest.approx(shown))


def test_no_seki_where_a_block_has_another_liberty_or_only_one_colour_is_there() -> None:
    open_one = SEKI.setup(empty=["B4"])
    assert shared_liberties(open_one) == ()
    eye = Position.from_diagram("""
        . . X . .
        X X X . .
        . . . . .
        . . . . .
        . . . . .""")
    assert shared_liberties(eye) == ()
    assert shared_liberties(Position.empty(9)) == ()


def test_a_stone_is_no_liberty() -> None:
    with pytest.raises(InvalidInput, match="an empty point"):
        weigh(SEKI, shared=["A6"])
    with pytest.raises(InvalidInput, match="no point"):
        weigh(SEKI, shared=[999])
