"""Turn the board, swap the colours, shift komi: the answers must turn, swap and shift with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan.go.color import BLACK, WHITE
from gokan.go.ladder import ladder
from gokan.go.life import unconditional
from gokan.go.position import Position
from gokan.go.symmetry import SYMMETRIES, inverse, mapping
from gokan.go.vertex import PASS
from tests.go.games import Script, scripts


@given(scripts(), st.sampled_from(SYMMETRIES))
def test_a_turned_game_is_the_turned_game(script: Script, symmetry: int):
    """Not only the position is turned here but every move, so superko turns with it."""
    to = (*mapping(symmetry, script.width, script.height), PASS)  # to[-1] is the pass
    position = script.start()
    turned = position.transform(symmetry)
    for pick in script.picks:
        move = script.choose(position.legal_moves(), pick)
        position, turned = position.play(move), turned.play(to[move])
        assert same(turned, position.transform(symmetry))
        assert turned.ko == (None if position.ko is None else to[position.ko])
        assert turned.legal_moves() == sorted(to[p] for p in position.legal_moves())
        assert turned.prisoners(BLACK) == position.prisoners(BLACK)
        assert same(turned.transform(inverse(symmetry)), position)
    score, turned_score = position.score(), turned.score()
    assert (score.black, score.white) == (turned_score.black, turned_score.white)
    assert all(turned_score.owner[to[p]] == owner for p, owner in enumerate(score.owner))


def same(a: Position, b: Position) -> bool:
    """Equal but for the history, and with it the passes, which a turned position begins anew."""
    keys = [(p.board, p.width, p.to_play, p.ko, p.hash, p.situation_hash) for p in (a, b)]
    return keys[0] == keys[1]


@given(scripts())
def test_a_game_with_colours_swapped(script: Script):
    position = script.start()
    swapped = position.swap_colors()
    for pick in script.picks:
        move = script.choose(position.legal_moves(), pick)
        position, swapped = position.play(move), swapped.play(move)
        assert same(swapped, position.swap_colors())
        assert same(swapped.swap_colors(), position)
        assert swapped.legal_moves() == position.legal_moves()
        assert swapped.prisoners(BLACK) == position.prisoners(WHITE)
    score, other = position.score(), swapped.score()
    komi = script.rules.komi
    assert (other.black, other.white) == (score.white - komi, score.black + komi)


@given(scripts(), st.integers(-40, 40))
def test_komi_shifts_the_score_and_nothing_else(script: Script, half_points: int):
    position = script.positions()[-1]
    shifted = position.with_rules(script.rules.with_(komi=script.rules.komi + half_points / 2))
    assert shifted.score().margin == position.score().margin - half_points / 2
    assert shifted.score().owner == position.score().owner
    assert shifted.legal_moves() == position.legal_moves()


@given(scripts())
def test_positions_never_change(script: Script):
    """Undo is simply the old position: after the whole game each one still answers the same."""
    played = [script.start()]
    notes = []
    for pick in script.picks:
        notes.append(facts(played[-1]))
        played.append(played[-1].play(script.choose(played[-1].legal_moves(), pick)))
    for position, note, after in zip(played, notes, played[1:], strict=False):
        assert facts(position) == note
        assert after.last_move is not None
        assert position.play(after.last_move) == after


def facts(position: Position) -> tuple[object, ...]:
    prisoners = position.prisoners(BLACK), position.prisoners(WHITE)
    return position.board, position.hash, position.legal_moves(), position.ko, prisoners


@given(scripts(largest=7), st.sampled_from(SYMMETRIES))
def test_life_and_ladders_turn_and_swap(script: Script, symmetry: int):
    position = script.positions()[-1]
    to = mapping(symmetry, script.width, script.height)
    turned = position.transform(symmetry)
    swapped = position.swap_colors()
    life, turned_life, swapped_life = map(unconditional, (position, turned, swapped))
    assert turned_life.alive_black == tuple(sorted(to[p] for p in life.alive_black))
    assert turned_life.territory_white == tuple(sorted(to[p] for p in life.territory_white))
    assert swapped_life.alive_white == life.alive_black
    assert swapped_life.territory_black == life.territory_white
    for block in position.blocks():
        stone = block.stones[0]
        for first in ("attack", "defend"):
            verdict = ladder(position, stone, first=first).captured
            assert ladder(turned, to[stone], first=first).captured == verdict
            assert ladder(swapped, stone, first=first).captured == verdict


@pytest.mark.parametrize("size", [(19, 19), (25, 25), (25, 1), (13, 9)])
def test_eight_symmetries_of_one_stone(size):
    width, height = size
    position = Position.empty(width, height).play(0)
    corners = {position.transform(s).stones(BLACK)[0] for s in SYMMETRIES}
    assert corners <= {0, width - 1, height - 1, width * height - 1} | {
        (height - 1) * width,
        (width - 1) * height,
    }
