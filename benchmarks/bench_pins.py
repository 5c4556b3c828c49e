"""Where a pinned proof decides: the search with pins plays another move, and the result differs.

Games of a level with itself are walked through; wherever the fate of a block is proved that tells
the network something, a search with pins and one without choose a move. Where they differ, a
reference of many visits without pins judges both moves, and the game is played on after each of
them, by both sides without pins. A pin decides where the side to move wins after the one move and
loses after the other. With `--even` komi makes the position an even game before that, by the
reference: most games of a level are decided long before a proof is. With `--games-file` the games
that were decided are written as SGF: up to the position, then the two ways on.

    python benchmarks/bench_pins.py --games 1 --reference 40
    python benchmarks/bench_pins.py --games 400 --device cuda --together 64 --output pins.jsonl
    python benchmarks/bench_pins.py --games 0 --output pins.jsonl --games-file decided.sgf
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path
from typing import Any

from rows import append_row, read_rows  # type: ignore[import-not-found]  # beside this file

from gokan.go import BLACK, Position, Rules
from gokan.go.game import Game
from gokan.play import search
from gokan.play.clock import Clock
from gokan.play.player import RESIGN
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.tree.pinning import find_pins, reading_share
from gokan.play.tree.pins import Pin


def main() -> None:
    """Say how often pins change the move and the result; close with the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--visits", type=int, default=16)
    parser.add_argument("--reference", type=int, default=100)
    parser.add_argument("--least", type=float, default=0.0, help="points that a pin must tell")
    parser.add_argument("--even", action="store_true", help="set komi for an even game")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after these")
    parser.add_argument("--device", default="", help="cuda or cpu: run the network with torch")
    parser.add_argument("--together", type=int, default=1, help="games at once")
    parser.add_argument("--output", default="", help="a line for each game; a later run goes on")
    parser.add_argument("--games-file", default="", help="write the games that were decided")
    options = parser.parse_args()
    from gokan_lab.training.together import each

    done: list[dict[str, Any]] = read_rows(options.output)
    known = {row["game"] for row in done}
    end = time.monotonic() + options.seconds

    def one(game: int) -> None:
        if time.monotonic() < end:
            row = {"game": game, "positions": differences(game, options)}
            done.append(row)
            append_row(options.output, row)

    numbers = range(options.first, options.first + options.games)
    tasks = iter([number for number in numbers if number not in known])
    each(one, tasks, games=options.together, device=options.device)
    for line in table(done):
        print(line)
    if options.games_file:
        games = [sgf(row) for game in done for row in game["positions"] if row["decides"] == 1]
        Path(options.games_file).write_text("\n".join(games) + "\n", "utf-8")


def table(games: list[dict[str, Any]]) -> list[str]:
    """The best cases, and a line for programs."""
    rows = [row for game in games for row in game["positions"]]
    other = [row for row in rows if row["gain"] is not None]
    gains = [row["gain"] for row in other]
    best = sorted(other, key=lambda row: (-row["decides"], -row["gain"]))[:3]
    told = [f"{row['diagram']}\nwith pins {row['with']}, without {row['without']}" for row in best]
    counts = {
        "benchmark": "pins",
        "games": len(games),
        "pinned": len(rows),
        "with_a_life": sum(any(pin["question"] == "life" for pin in row["pins"]) for row in rows),
        "other_move": len(other),
        "better": sum(gain > 0.5 for gain in gains),
        "worse": sum(gain < -0.5 for gain in gains),
        "mean_gain": round(sum(gains) / len(gains), 2) if gains else None,
        "decides": sum(row["decides"] == 1 for row in other),
        "decides_against": sum(row["decides"] == -1 for row in other),
    }
    return [*told, json.dumps(counts)]


def differences(game: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    """The positions of a game in which something is pinned, and what that changed."""
    dice = random.Random(game)
    position = Position.empty(options.size, rules="chinese")
    player = GokanPlayer(level=options.level, seed=game, resign=0)
    moves: list[str] = []
    rows = []
    while not position.is_over and position.move_number < 2 * len(position.board):
        if dice.random() < 0.1:  # so that the games differ
            likely = search(position, visits=1).priors[:5]
            (move,) = dice.choices([m for m, _ in likely], [chance for _, chance in likely])
        else:
            move = player.choose(position, clock=Clock()).move
        if move == RESIGN:
            break
        moves.append(position.vertex(move))
        position = position.play(move)
        if position.is_over:
            break
        first = search(position, visits=1)
        nodes = reading_share(position, options.visits, None)  # as the player has
        pins = find_pins(position, first.ownership, nodes=nodes) if first.ownership else ()
        if any(pin.worth > options.least for pin in pins):
            komi = position.rules.komi
            if options.even:
                lead = search(position, visits=options.reference).lead
                komi = math.floor(komi + lead) + 0.5
            same = replayed(position.width, moves, komi)
            rows.append({"moves": list(moves), "komi": komi, **_compared(same, pins, options)})
    return rows


def replayed(size: int, moves: list[str], komi: float) -> Position:
    """The position after these moves, with another komi."""
    start = Position.empty(size, rules=Rules.named("chinese").with_(komi=komi))
    return start.play_all(start.point(move) for move in moves)


def chosen(position: Position, visits: int, *, pins: int) -> int:
    """The move of a fresh player."""
    player = GokanPlayer(visits=visits, pins=pins, seed=1, resign=0)
    return player.choose(position, clock=Clock()).move


def _compared(
    position: Position, pins: tuple[Pin, ...], options: argparse.Namespace
) -> dict[str, Any]:
    moves = {
        name: chosen(position, options.visits, pins=pinned)
        for name, pinned in (("with", 1), ("without", 0))
    }
    row: dict[str, Any] = {
        "diagram": position.diagram(),
        "to_play": str(position.to_play),
        "size": position.width,
        "visits": options.visits,
        "pins": [
            {
                "stones": [position.vertex(stone) for stone in pin.stones],
                "question": pin.question,
                "falls": pin.falls,
                "worth": round(pin.worth, 2),
            }
            for pin in pins
        ],
        **{name: position.vertex(move) for name, move in moves.items()},
        "gain": None,
        "decides": 0,
    }
    if moves["with"] == moves["without"]:
        return row
    sign = 1 if position.to_play == BLACK else -1
    after = {name: position.play(move) for name, move in moves.items()}
    leads = {name: search(now, visits=options.reference).lead for name, now in after.items()}
    ends = {name: played_on(now, options.visits) for name, now in after.items()}
    won = {name: ends[name][1].startswith("BW"[sign < 0]) for name in ends}
    return row | {
        "gain": round(sign * (leads["with"] - leads["without"]), 2),
        "ends": {name: {"moves": line, "result": result} for name, (line, result) in ends.items()},
        "decides": won["with"] - won["without"],
    }


def played_on(position: Position, visits: int) -> tuple[list[str], str]:
    """The moves to the end, both sides without pins, and the result."""
    player = GokanPlayer(visits=visits, seed=1)
    line: list[str] = []
    while not position.is_over and len(line) < 2 * len(position.board):
        move = player.choose(position, clock=Clock()).move
        if move == RESIGN:
            return line, f"{position.to_play.opponent.letter}+R"
        line.append(position.vertex(move))
        position = position.play(move)
    dead = sorted(player.dead_stones(position))
    return line, position.score(dead=dead).text


def sgf(row: dict[str, Any]) -> str:
    """The game up to the position, and the two ways on."""
    record = Game.new(replayed(row["size"], [], row["komi"]))
    node = record.root
    for vertex in row["moves"]:
        node = node.play(vertex)
    told = ", ".join(
        f"{' '.join(pin['stones'])} {'falls' if pin['falls'] else 'stands'}" for pin in row["pins"]
    )
    node.comment = f"Proved: {told}. {row['visits']} visits."
    for name in ("with", "without"):
        end = row["ends"][name]
        way = node.play(row[name])
        way.comment = f"{name} pins: {end['result']}"
        for vertex in end["moves"]:
            way = way.play(vertex)
    return record.to_sgf().decode()


if __name__ == "__main__":
    main()
