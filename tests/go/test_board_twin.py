"""The C++ position against the slow twin: the same random games, every answer compared."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan.errors import IllegalMove
from gokan.go.color import BLACK, WHITE, Color
from gokan.go.position import Position
from gokan.go.rules import KO_RULES, Rules
from gokan.go.vertex import PASS
from tests.go.games import EVERY_RULE, Script, scripts
from tests.reference import board as slow


@given(scripts())
def test_random_games(script: Script):
    compare_game(script)


@pytest.mark.parametrize("rules", EVERY_RULE, ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", [(1, 2), (3, 1), (2, 2), (3, 2), (3, 3), (4, 4), (9, 5)])
def test_long_games_under_every_rule(rules: Rules, size):
    """Long enough for kos, suicides and superko bans to happen under each rule on each board."""
    dice = random.Random(f"{rules.name} {size}")
    width, height = size
    picks = tuple(dice.randrange(10**6) for _ in range(60))
    compare_game(Script(width, height, rules, picks))


def compare_game(script: Script) -> None:
    position, game = script.start(), script.slow_start()
    compare(position, game)
    for pick in script.picks:
        move = script.choose(list(game.legal_points()), pick)
        position, game = position.play(move), game.play(move)
        assert position.last_move == move
        compare(position, game)


def compare(position: Position, game: slow.Game) -> None:
    width, height, board = game.width, game.height, game.board
    assert position.board == bytes(board.get(p, 0) for p in range(width * height))
    assert (position.to_play, position.passes) == (game.to_play, game.passes)
    assert (position.prisoners(BLACK), position.prisoners(WHITE)) == game.lost
    assert position.ko == game.ko
    assert position.is_over == (game.passes >= 2)
    assert position.move_number == len(game.past)

    for color in (BLACK, WHITE):
        legal = list(game.legal_points(color))
        assert position.legal_moves(color) == legal
        for point in range(width * height):
            reason = game.why_illegal(point, color)
            assert position.is_legal(point, color) == (reason is None)
            said = position.why_illegal(point, color)
            assert (said is None) == (reason is None)
            if reason in ("occupied", "suicide"):
                assert said is not None
                assert reason in said
        assert position.is_legal(PASS, color)

    found = position.blocks()
    expected = slow.blocks(width, height, board)
    assert [set(b.stones) for b in found] == expected
    for block in found:
        stones = set(block.stones)
        assert set(block.liberties) == slow.liberties(width, height, board, stones)
        assert block.color == board[block.stones[0]]
        assert position.block(block.stones[-1]) == block
        assert position.core.liberty_count(block.stones[0]) == len(block.liberties)

    regions = [(set(r.points), set(r.colors)) for r in position.regions()]
    assert regions == slow.regions(width, height, board)

    fresh = Position.from_board(position.board, width, to_play=position.to_play)
    assert fresh.hash == position.hash
    assert fresh.situation_hash == position.situation_hash

    score = position.score()
    black, white, owner = slow.count(game, set(), scoring=position.rules.scoring)
    assert list(score.owner) == owner
    if position.rules.tax != "all":
        assert (score.black, score.white) == (black, white + position.rules.komi)


@given(scripts(largest=5, longest=60), st.data())
def test_scores_with_dead_stones(script: Script, data):
    position, game = script.start(), script.slow_start()
    for pick in script.picks:
        move = script.choose(list(game.legal_points()), pick)
        position, game = position.play(move), game.play(move)
    blocks = position.blocks()
    chosen = data.draw(st.sets(st.sampled_from(blocks))) if blocks else set()
    dead = {point for block in chosen for point in block.stones}
    for scoring in ("area", "territory"):
        score = position.with_rules(position.rules.with_(scoring=scoring, tax="none")).score(dead)
        black, white, owner = slow.count(game, dead, scoring=scoring)
        assert list(score.owner) == owner
        assert (score.black, score.white) == (black, white + position.rules.komi)


@given(scripts(largest=5, longest=60), st.lists(st.booleans(), min_size=60, max_size=60))
def test_games_out_of_turn(script: Script, swaps: list[bool]):
    """Either side may move at any time; the ko ban binds the opponent of who captured."""
    if script.rules.ko == "situational":
        return  # whose situation it was is not defined there
    position, game = script.start(), script.slow_start()
    for pick, swap in zip(script.picks, swaps, strict=False):
        color = Color(3 - game.to_play) if swap else Color(game.to_play)
        move = script.choose(list(game.legal_points(color)), pick)
        position, game = position.play(move, color), game.play(move, color)
        compare(position, game)


@given(scripts(largest=4, longest=40))
def test_refused_moves_raise(script: Script):
    for position in script.positions():
        for point in range(position.width * position.height):
            if position.is_legal(point):
                after = position.play(point)
                assert after.move_number == position.move_number + 1
            else:
                with pytest.raises(IllegalMove):
                    position.play(point)


@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("suicide", [False, True])
def test_every_position_of_a_tiny_board(ko, suicide):
    """All 57 positions of 2x2 and all 489 of 3x2 as starting points, every move from each."""
    rules = Rules("test", ko=ko, suicide=suicide)
    for width, height in ((2, 2), (3, 2)):
        for board in slow.all_sound_boards(width, height):
            cells = bytes(board.get(p, 0) for p in range(width * height))
            position = Position.from_board(cells, width, rules=rules)
            game = slow.Game(width, height, ko, suicide, stones=frozenset(board.items()))
            compare(position, game)
            for move in game.legal_points():
                compare(position.play(move), game.play(move))


@pytest.mark.parametrize("rules", EVERY_RULE, ids=lambda rules: rules.name)
def test_the_games_do_meet_the_ko_rule(rules: Rules):
    """The comparison is not empty: its random games run into the ban of each rule."""
    bans = {"simple": "ko", "previous": "previous"}
    dice = random.Random(rules.name)
    met = set()
    for _ in range(40):
        game = slow.Game(3, 2, rules.ko, rules.suicide)
        for _ in range(30):
            reasons = {game.why_illegal(point) for point in range(6)}
            met |= reasons
            game = game.play(dice.choice([*game.legal_points(), PASS]))
    assert bans.get(rules.ko, "superko") in met
    assert ("suicide" in met) == (not rules.suicide)
