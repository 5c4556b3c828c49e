"""Duels of our own players, many games at once: what a part, an option or a level is worth.

Each game runs in a thread of its own, and the network looks at what all of them ask together, so
that a GPU is well used (`--device cuda`; the package torch runs the network then). Without a device
the network of the core is used, one position after the other. Every pair of games begins with the
same moves, drawn from the policy, with colours changed. With `--output` each game is a line in a
file, and a run with the same file goes on where the last one stopped. Without a device and with one
game at a time the seconds of processor time of both sides are told too. KataGo's parameters may
follow a player after semicolons. `with 3` after the second player gives it three stones in every
game, and komi is half a point then.

    python benchmarks/bench_duels.py "gokan:visits=16,ways=8 vs gokan:visits=16" --games 200
    python benchmarks/bench_duels.py "gokan:level=4 vs gokan:level=3" --device cuda --processes 4
    python benchmarks/bench_duels.py "gokan:visits=16;cpuctExploration=2 vs gokan:visits=16"
    python benchmarks/bench_duels.py "gokan:level=5 vs gokan:level=4 with 2" --size 19
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Iterator
from typing import Any

from rows import append_row, read_rows  # type: ignore[import-not-found]  # beside this file

from gokan.go import BLACK, WHITE, Position, Rules, fixed_handicap
from gokan.play.clock import Clock
from gokan.play.matches.statistics import elo, wilson
from gokan.play.player import RESIGN, Player
from gokan.play.players import make_player
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.tree.evaluators import has_network

OPENING = {9: 4, 13: 6, 19: 8}
"""Moves that are drawn, by the size of the board."""


def main() -> None:
    """Play all duels side by side; close with a table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("duels", nargs="*", default=["gokan:visits=8 vs gokan:visits=4"])
    parser.add_argument("--games", type=int, default=20, help="of each duel")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.0)
    parser.add_argument("--device", default="", help="cuda or cpu: run the network with torch")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--together", type=int, default=1, help="games at once in a process")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after these")
    parser.add_argument("--output", default="")
    options = parser.parse_args()
    done = read_rows(options.output)
    known = {(row["duel"], row["game"]) for row in done}
    todo = [
        (duel, game)
        for game in range(options.first, options.first + options.games)
        for duel in options.duels
        if (duel, game) not in known
    ]
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    work = context.Queue()
    for task in todo:
        work.put(task)
    for _ in range(options.processes):
        work.put(None)
    crew = [
        context.Process(target=_process, args=(options, work, results), daemon=True)
        for _ in range(options.processes)
    ]
    for process in crew:
        process.start()
    running = options.processes
    while running:
        row = results.get()
        if row is None:
            running -= 1
            continue
        done.append(row)
        append_row(options.output, row)
    for line in table(done):
        print(line)


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each duel, and one with all of them for programs."""
    told = []
    for row in (row for row in rows if "error" in row):
        yield f"{row['duel']}, game {row['game']}, failed: {row['error']}"
    rows = [row for row in rows if "error" not in row]
    for duel in dict.fromkeys(row["duel"] for row in rows):
        points = [row["points"] for row in rows if row["duel"] == duel]
        share = sum(points) / len(points)
        low, high = wilson(sum(points), len(points))
        yield (
            f"{duel}: {sum(points):g} of {len(points)}, {100 * share:.1f} % "
            f"({100 * low:.1f} to {100 * high:.1f}), Elo {elo(share):+.0f} "
            f"({elo(low):+.0f} to {elo(high):+.0f})"
        )
        told.append({"duel": duel, "points": sum(points), "games": len(points)})
        spent = [row["seconds"] for row in rows if row["duel"] == duel and "seconds" in row]
        if spent and all(spent):
            a, b = (sum(pair[side] for pair in spent) for side in (0, 1))
            yield f"  processor seconds a game: A {a / len(spent):.2f}, B {b / len(spent):.2f}"
    yield json.dumps({"benchmark": "duels", "duels": told})


def _process(options: argparse.Namespace, work: Any, results: Any) -> None:
    """The games of one process, so many at once."""
    from gokan_lab.training.together import each

    end = time.monotonic() + options.seconds

    def one(task: tuple[str, int]) -> None:
        try:
            row = play_one(task[0], task[1], options.size, options.komi)
        except Exception as error:
            row = {"duel": task[0], "game": task[1], "error": repr(error)}
        if options.device or options.together > 1:
            row.pop("seconds", None)  # the network's part of it is elsewhere
        results.put(row)

    def tasks() -> Iterator[tuple[str, int]]:
        while time.monotonic() < end:
            task = work.get()
            if task is None:
                return
            yield task

    each(one, tasks(), games=options.together, device=options.device)
    results.put(None)


def play_one(duel: str, game: int, size: int, komi: float) -> dict[str, Any]:
    """One game of a duel; A is black in the even ones."""
    a, b = duel.split(" vs ")
    b, _, stones = b.partition(" with ")
    rules = Rules.named("chinese")
    if stones:
        given = int(stones)
        start = Position.empty(size, rules=rules.with_(komi=0.5 + rules.handicap_points(given)))
        start = start.setup(black=fixed_handicap(given, size), to_play=WHITE)
        position, a_color = opening(start, game, moves=2), WHITE
    else:
        start = Position.empty(size, rules=rules.with_(komi=komi))
        position, a_color = opening(start, game // 2), BLACK if game % 2 == 0 else WHITE
    players = {a_color: made(a, 2 * game), a_color.opponent: made(b, 2 * game + 1)}
    took = {BLACK: 0.0, WHITE: 0.0}
    winner, margin = None, None
    while not position.is_over and position.move_number < 3 * len(position.board):
        color = position.to_play
        began = time.thread_time()
        move = players[color].choose(position, clock=Clock()).move
        took[color] += time.thread_time() - began
        if move == RESIGN:
            winner = color.opponent
            break
        position = position.play(move)
    else:
        dead = GokanPlayer(visits=8).dead_stones(position)
        score = position.score(dead=sorted(dead))
        winner, margin = score.winner, score.margin
    return {
        "duel": duel,
        "game": game,
        "size": size,
        "points": 0.5 if winner is None else float(winner == a_color),
        "moves": position.move_number,
        "margin": margin,
        "seconds": [round(took[a_color], 3), round(took[a_color.opponent], 3)],
    }


def made(spec: str, seed: int) -> Player:
    """The player of a name, with the parameters that follow it."""
    name, *parameters = spec.split(";")
    player = make_player(name, seed=seed)
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        player.set_parameter(key, float(value))
    return player


def opening(position: Position, number: int, *, moves: int = 0) -> Position:
    """A few moves that are the same for both games of a pair."""
    dice = random.Random(number + 100)
    for _ in range(moves or OPENING.get(position.width, 4)):
        if has_network():
            from gokan.intuition import judge

            likely = judge(position).moves[:20]
            drawn = dice.choices([m.move for m in likely], [m.chance for m in likely])[0]
        else:
            drawn = dice.choice(position.legal_moves())
        position = position.play(drawn)
    return position


if __name__ == "__main__":
    main()
