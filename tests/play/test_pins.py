"""Pinned verdicts: they hold while their zone is untouched, and are silent afterwards."""

from __future__ import annotations

import random
from array import array

import pytest

from gokan import reading
from gokan.go import BLACK, PASS, WHITE, Position
from gokan.play.clock import Clock
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.tree.evaluation import Opinion
from gokan.play.tree.pinning import find_pins, reading_share
from gokan.play.tree.pins import Pin, Purse, asked_again, still_holding, with_pins
from tests.play.positions import close_position, played_outside


def tactical(position: Position) -> list[Pin]:
    """Without those of life and death."""
    return [pin for pin in find_pins(position, [0.0] * 81) if pin.question == "capture"]


def test_pinned_blocks_fall_whatever_is_played_outside_the_zone() -> None:
    dice = random.Random(5)
    checked = 0
    for _ in range(40):
        position = close_position(dice)
        for pin in tactical(position):
            later = played_outside(position, pin, dice, dice.randint(1, 8))
            later = later.with_to_play(pin.owner)
            answer = reading.escape(later, pin.stones[0])
            assert answer.captured, f"{later}\n{later.vertex(pin.stones[0])}"
            checked += 1
    assert checked >= 15


def test_a_pinned_block_is_really_taken() -> None:
    """The proof is played out: the owner tries every way, the attacker follows reading."""
    dice = random.Random(9)
    done = 0
    for _ in range(200):
        position = close_position(dice)
        pins = tactical(position)
        if not pins:
            continue
        pin = pins[0]
        now = position.with_to_play(pin.owner)
        for _ in range(60):
            if not any(now.board[stone] for stone in pin.stones[:1]):
                break
            if now.to_play == pin.owner:
                tries = [m for m in now.legal_moves() if m in pin.zone]
                now = now.play(dice.choice([*tries, PASS]))
                continue
            answer = reading.capture(now, pin.stones[0])
            assert answer.code == 1, str(now)
            now = now.play(answer.moves[0])
        assert now.board[pin.stones[0]] != pin.owner or not now.board[pin.stones[0]]
        done += 1
        if done == 6:
            break
    assert done == 6


def test_where_suicide_is_allowed_nothing_is_pinned() -> None:
    position = close_position(random.Random(5)).with_rules("tromp-taylor")
    assert not find_pins(position, [0.0] * 81)


def test_the_evaluation_is_fixed_and_released() -> None:
    crawl = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . . . . . .
        """
    )
    pins = find_pins(crawl, [0.0] * 49)
    assert len(pins) == 1
    even = Opinion(None, 0.5, 0.0, 5.0, array("f", [0.0] * 49))
    fixed = with_pins(crawl, even, pins)
    assert fixed.win > 0.5
    assert fixed.lead == pytest.approx(1.0)
    stone = crawl.point("D2")
    assert fixed.ownership[stone] == 1.0
    white = with_pins(crawl.with_to_play(crawl.to_play.opponent), even, pins)
    assert white.win == pytest.approx(1 - fixed.win)
    away = crawl.play("A7")
    assert with_pins(away, even, pins).ownership[stone] == -1.0  # White to move: lost for White
    inside = crawl.play("E1")  # the zone is touched, but the stone still falls
    assert crawl.point("E1") in pins[0].zone
    assert with_pins(inside, even, pins).ownership[stone] == -1.0
    running = crawl.play_all(crawl.point(v) for v in ("A7", "D1"))
    assert with_pins(running, even, pins).ownership[stone] == 1.0  # Black to move takes it
    away = running.play_all(running.point(v) for v in ("A6", "C1", "A5", "B2"))
    assert with_pins(away, even, pins) is even  # nobody followed it, and it got out
    taken = running.play_all(running.point(v) for v in ("C1", "A6", "E1"))
    assert with_pins(taken, even, pins) is even  # off the board, so there is nothing to add


def test_reading_keeps_to_its_share() -> None:
    position = close_position(random.Random(8))
    few, many = (reading_share(position, visits, None) for visits in (1, 10_000))
    assert few < 500
    assert many > 1_000_000
    assert reading_share(position, 10_000, 0.01) == reading_share(position, None, 0.01)
    assert not find_pins(position, [0.0] * 81, nodes=0)


CORNER = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . X .
    . . . . X O X
    . . . . X O .
"""


def pinning() -> GokanPlayer:
    return GokanPlayer(visits=20, values="playouts", priors="even", pins=1, seed=1)


def test_pins_of_one_game_say_nothing_in_the_next() -> None:
    player = pinning()
    player.choose(Position.from_diagram(CORNER, rules="chinese"), clock=Clock())
    assert player.searcher.pins
    player.new_game()
    small = Position.empty(5, rules="chinese")
    assert next(iter(player.analyze(small, stop=lambda: True))).visits
    assert not player.searcher.pins


def test_pins_go_with_the_tree() -> None:
    player = pinning()
    position = Position.from_diagram(CORNER, rules="chinese")
    player.choose(position, clock=Clock())
    passed = Position.empty(5, rules="chinese").play(PASS)
    assert passed.is_legal(player.choose(passed, clock=Clock()).move)


def test_nothing_is_read_after_a_stop() -> None:
    player = pinning()
    position = Position.from_diagram(CORNER, rules="chinese")
    choice = player.choose(position, clock=Clock(), stop=lambda: True)
    assert position.is_legal(choice.move)
    assert not player.searcher.pins


def test_the_winner_has_one_move_not_two() -> None:
    """Each of two blocks that were touched falls if Black moves there first, but not both."""
    before = Position.from_diagram(
        """
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . X . . . . . . . X . .
        . X O X . . . . . X O X .
        . . . . . . . . . . . . .
        """,
        rules="chinese",
    )
    pins = find_pins(before, [0.0] * 91)
    assert {before.vertex(pin.stones[0]) for pin in pins} == {"C2", "L2"}
    touched = before.with_to_play(WHITE)
    for move in ("C1", "A7", "D1", "B7", "L1", "C7", "K1"):
        touched = touched.play(move)
    assert touched.to_play == BLACK
    for pin in pins:
        assert reading.capture(touched, pin.stones[0], nodes=500).code == 1
        assert reading.escape(touched.with_to_play(WHITE), pin.stones[0], nodes=500).code == 1
    judged = Opinion(None, 0.5, 0.0, 5.0, array("f", [0.0] * 91))
    owner = with_pins(touched, judged, pins).ownership
    assert owner is not None
    assert [owner[pin.stones[0]] for pin in pins] == [1.0, 0.0]


def test_proofs_made_anew_stay_apart_too() -> None:
    """Both were touched, and of each it is proved again that it falls; but one move of Black's lies
    in both zones.
    """
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O . . O O . . .
        X O . X X O X . .
        X X O X X X . . .
        X O . X X O X X .
        . . . . O O O X .
        . . O . . X O O .
        """,
        rules="chinese",
    )
    touched = bytes([9])  # as nothing stands on a board
    pins = [
        Pin(BLACK, block.stones, block.stones[:1], touched, worth=1.0, purse=Purse(10_000))
        for block in (position.block("A5"), position.block("F1"))
    ]
    zones = [asked_again(position, pin)[0] for pin in pins]
    assert zones[0] & zones[1]
    assert list(still_holding(position, pins)) == pins[:1]
