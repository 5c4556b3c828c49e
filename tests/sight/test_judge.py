"""The choice of a move: sums, lookahead, passing, reasons; and whole games."""

from __future__ import annotations

import json

import pytest

from gokan import sight
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules
from gokan.play.clock import Clock
from gokan.play.players import make_player
from gokan.play.random_player import RandomPlayer

from .test_see import random_position

CUT_OFF = """
    . . . . . .
    . O X . . .
    O X . . X .
    . O . . . .
    . . O . . .
    . . . . . .
"""


def needed(text: str, color: Color) -> dict[str, list[str]]:
    position = Position.from_diagram(text).with_to_play(color)
    found = sight.judge(position).needed
    return {position.vertex(n.target): [position.vertex(m) for m in n.moves] for n in found}


def test_a_needed_move_gets_4000() -> None:
    position = Position.from_diagram(CUT_OFF)
    judged = sight.judge(position)
    plain = sight.judge(position, moves_each=0)
    point = position.point("C4")
    assert judged.weights[point] - plain.weights[point] == 4000
    assert sight.choose(position) == point
    assert needed(CUT_OFF, BLACK) == needed(CUT_OFF, WHITE) == {"B4": ["C4"]}


def test_capturing_the_attacker_saves() -> None:
    # C4 is in atari and cannot run, but the white stone at C5 beside it can be taken.
    diagram = """
        . . X . . .
        . X O . . .
        O O X . O .
        . . O O . .
        . . . . . .
        . . . . . .
    """
    assert needed(diagram, BLACK)["C4"] == ["D5"]


def test_nothing_is_needed_where_nobody_is_short_of_liberties() -> None:
    position = Position.empty(19).play("D4").play("Q16").play("C16")
    assert sight.judge(position).needed == ()
    assert sight.judge(position).marks == ()


@pytest.mark.parametrize("seed", range(6))
def test_what_is_needed_is_true(seed: int) -> None:
    """A capture that is claimed happens: the ladder reader agrees where it can judge alone."""
    from gokan.go.ladder import ladder

    position = random_position(seed, 13, 13, 70)
    for chain in sight.judge(position).needed:
        assert position.color_at(chain.target) == chain.owner
        assert all(position.is_legal(m) for m in chain.moves)
        block = position.block(chain.target)
        assert len(block.liberties) <= 3
        if chain.owner == position.to_play and len(block.liberties) == 2:
            for move in chain.moves:
                after = position.play(move)
                if after.color_at(chain.target) == chain.owner:
                    assert not ladder(after, chain.target, first="attack").captured


def test_passing_under_100() -> None:
    settled = Position.from_diagram("""
        . X O . .
        X X O O .
        . X O . O
        X X O O .
        . X O . O
    """)
    account = sight.reasons(settled)
    assert account.choice == PASS == sight.choose(settled)
    assert "a move needs 100" in account.explain()
    full = Position.from_board(bytes([1] * 24 + [0]), 5)
    assert sight.choose(full) == PASS


def test_illegal_and_bad_moves_are_negative() -> None:
    position = Position.from_diagram("""
        . O . . .
        O . . . .
        . . . . .
        . . . X .
        . . . . X
    """)
    weights = sight.judge(position).weights
    assert weights[position.point("A5")] < 0  # illegal
    library = sight.load()
    names = {
        library.templates[i].name: p
        for i, p, _ in library.counts(position)
        if p == position.point("A5")
    }
    assert "suicide" in names


def test_reasons_add_up() -> None:
    for seed in range(5):
        position = random_position(seed, 19, 19, 50 * seed)
        account = sight.reasons(position)
        assert len(account.moves) == len(position.legal_moves())
        totals = [m.total for m in account.moves]
        assert totals == sorted(totals, reverse=True)
        for move in account.moves:
            assert move.total == sum(v.total for v in move.voices) + 4000 * len(move.needed)
        assert account.choice == sight.choose(position)
        assert len(sight.reasons(position, limit=3).moves) == min(3, len(account.moves))


def test_reasons_show_themselves() -> None:
    position = Position.from_diagram(CUT_OFF)
    account = sight.reasons(position)
    text = account.explain()
    assert text.startswith("C4 has ")
    assert "saves the stone at B4" in text
    assert "captures the stone at B4" in sight.reasons(position.with_to_play(WHITE)).explain("C4")
    assert "not among" in account.explain("B4")
    data = json.loads(json.dumps(account.to_dict()))
    assert data["choice"] == "C4"
    assert data["needed"][0]["moves"] == ["C4"]
    assert "<svg" in str(account.draw())


@pytest.mark.parametrize("symmetry", range(8))
def test_sums_turn_with_the_board(symmetry: int) -> None:
    position = random_position(3, 9, 9, 30)
    turned = position.transform(symmetry).with_to_play(position.to_play)
    here, there = sight.judge(position), sight.judge(turned)
    assert sorted(here.weights) == sorted(there.weights)
    swapped = position.swap_colors().with_to_play(position.to_play.opponent)
    assert sight.judge(swapped).weights == here.weights


@pytest.mark.parametrize("size", [1, 2, 5, 9, 13, 19])
@pytest.mark.parametrize("name", ["zobrist", "zobrist-last"])
def test_it_beats_the_random_player(size: int, name: str) -> None:
    player, other = make_player(name), RandomPlayer(seed=size)
    # Without suicide, which would let the random player go on for very long; and with superko,
    # without which a 2x2 board has no end.
    rules = Rules.named("chinese").with_(ko="positional", komi=0.5)
    position = Position.empty(size, rules=rules)
    while not position.is_over and position.move_number < 3 * size * size + 20:
        mover = player if position.to_play == BLACK else other
        position = position.play(mover.choose(position, clock=Clock()).move)
    assert position.is_over
    if size >= 5:
        assert position.score().margin > 0


def test_handicap_stones_and_odd_boards() -> None:
    position = Position.empty(9).setup(black=["C3", "G7", "C7", "G3"], to_play=WHITE)
    assert position.is_legal(sight.choose(position))
    assert Position.empty(25, 2).is_legal(sight.choose(Position.empty(25, 2)))


def test_the_seed_only_chooses_between_equals() -> None:
    position = Position.empty(19)
    best = sight.reasons(position).moves[0].total
    chosen = {
        make_player(f"zobrist:seed={s}").choose(position, clock=Clock()).move for s in range(20)
    }
    assert len(chosen) > 1
    assert {sight.judge(position).weights[p] for p in chosen} == {best}
