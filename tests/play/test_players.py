"""The player registry, and the random player."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, PASS, WHITE, Position
from gokan.play.clock import Clock
from gokan.play.eyes import is_own_eye
from gokan.play.player import Player
from gokan.play.players import PLAYERS, make_player
from gokan.play.players.random_player import RandomPlayer


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_plays_legal_moves(name: str) -> None:
    player = make_player(f"{name}:visits=8" if name == "gokan" else name, seed=1)
    assert isinstance(player, Player)
    assert player.name == name
    position = Position.empty(7, rules="tromp-taylor")
    for _ in range(40):
        choice = player.choose(position, clock=Clock())
        if choice.move < 0:
            break
        assert position.is_legal(choice.move)
        position = position.play(choice.move)


def test_the_same_seed_gives_the_same_game() -> None:
    def game(seed: int) -> Position:
        players = {BLACK: RandomPlayer(seed=seed), WHITE: RandomPlayer(seed=seed + 1)}
        position = Position.empty(9)
        while not position.is_over and position.move_number < 400:
            position = position.play(players[position.to_play].choose(position, clock=Clock()).move)
        assert position.is_over
        return position

    assert game(5) == game(5)
    assert game(5) != game(6)


def test_eyes() -> None:
    position = Position.from_diagram(
        """
        . X . X .
        X X X X O
        . X . X .
        O X X O X
        . . . . .
        """
    )
    eye = {v: is_own_eye(position, position.point(v), BLACK) for v in ("A5", "C5", "C3", "E5")}
    assert eye == {"A5": True, "C5": True, "C3": True, "E5": False}
    assert not is_own_eye(position, position.point("A3"), BLACK)  # White stands below it
    two_gone = position.setup(white=["B2"], empty=["D2"]).setup(white=["D2"])
    assert not is_own_eye(two_gone, two_gone.point("C3"), BLACK)


def test_it_never_fills_its_eyes() -> None:
    position = Position.from_diagram(
        """
        . X . X
        X X X X
        """
    )
    assert RandomPlayer(seed=1).choose(position, clock=Clock()).move == PASS


def test_options() -> None:
    polite = make_player("random:polite=1,seed=2")
    position = Position.empty(5).play("C3").play(PASS)
    assert polite.choose(position, clock=Clock()).move == PASS
    tired = make_player("random:until=2")
    assert tired.choose(position, clock=Clock()).move == PASS
    assert tired.choose(Position.empty(5), clock=Clock()).move != PASS
