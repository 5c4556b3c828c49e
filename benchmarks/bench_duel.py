"""Two of our own players against each other in one process: quick, for levels and ablations.

Every pair of games begins with the same four moves, drawn from the network's policy (or from the
legal moves where there is no network), with colours changed. Dead stones are the judge's: `gokan`
with eight visits. KataGo's parameters may follow a player after semicolons.

    python benchmarks/bench_duel.py gokan:level=4 gokan:level=3 --games 40 --size 9 --komi 7
    python benchmarks/bench_duel.py "gokan:visits=16;cpuctExploration=2" gokan:visits=16
"""

from __future__ import annotations

import argparse
import json
import random
import time

from gokan.go import BLACK, WHITE, Color, Position, Rules
from gokan.play.clock import Clock
from gokan.play.evaluators import has_network
from gokan.play.gokan_player import GokanPlayer
from gokan.play.player import RESIGN, Player
from gokan.play.players import make_player
from gokan.play.statistics import elo, wilson

OPENING = 4


def main() -> None:
    """Play, say how it stands after every tenth game, close with the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("a", nargs="?", default="gokan:level=5")
    parser.add_argument("b", nargs="?", default="gokan:level=4")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.0)
    options = parser.parse_args()
    rules = Rules.named("chinese").with_(komi=options.komi)
    points, seconds = 0.0, [0.0, 0.0]
    for game in range(options.games):
        sides = (options.a, options.b) if game % 2 == 0 else (options.b, options.a)
        start = opening(Position.empty(options.size, rules=rules), game // 2)
        winner, took = play(start, made(sides[0], game), made(sides[1], game))
        a_color = BLACK if game % 2 == 0 else WHITE
        points += 0.5 if winner is None else float(winner == a_color)
        seconds[0] += took[a_color]
        seconds[1] += took[a_color.opponent]
        if game % 10 == 9 or game + 1 == options.games:
            low, high = wilson(points, game + 1)
            print(
                f"{points:g} of {game + 1}: {100 * points / (game + 1):.0f} % "
                f"({100 * low:.0f} to {100 * high:.0f}), Elo {elo(points / (game + 1)):+.0f}; "
                f"seconds a game A {seconds[0] / (game + 1):.1f}, B {seconds[1] / (game + 1):.1f}",
                flush=True,
            )
    ratio = seconds[0] / seconds[1] if seconds[1] else 0.0
    print(
        json.dumps(
            {
                "benchmark": "duel",
                "a": options.a,
                "b": options.b,
                "points": points,
                "games": options.games,
                "time_ratio": ratio,
            }
        )
    )


def made(spec: str, seed: int) -> Player:
    """The player of a name, with the parameters that follow it."""
    name, *parameters = spec.split(";")
    player = make_player(name, seed=seed)
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        player.set_parameter(key, float(value))
    return player


def opening(position: Position, number: int) -> Position:
    """A few moves that are the same for both games of a pair."""
    dice = random.Random(number + 100)
    for _ in range(OPENING):
        if has_network():
            from gokan.intuition import judge

            moves = judge(position).moves[:20]
            drawn = dice.choices([m.move for m in moves], [m.chance for m in moves])[0]
        else:
            drawn = dice.choice(position.legal_moves())
        position = position.play(drawn)
    return position


def play(
    position: Position, black: Player, white: Player
) -> tuple[Color | None, dict[Color, float]]:
    """One game to its end: who won, and the seconds of each side."""
    players = {BLACK: black, WHITE: white}
    took = {BLACK: 0.0, WHITE: 0.0}
    while not position.is_over and position.move_number < 3 * len(position.board):
        color = position.to_play
        began = time.perf_counter()
        move = players[color].choose(position, clock=Clock()).move
        took[color] += time.perf_counter() - began
        if move == RESIGN:
            return color.opponent, took
        position = position.play(move)
    dead = GokanPlayer(visits=8).dead_stones(position)
    return position.score(dead=sorted(dead)).winner, took


if __name__ == "__main__":
    main()
