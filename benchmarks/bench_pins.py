"""Positions where a pinned proof decides: the search with pins plays another, better move.

Games of a level with itself are walked through; wherever the fate of a block is proved that the
network is unsure of, a search with pins and one without choose a move. Where they differ, a
reference of many visits without pins judges both moves.

    python benchmarks/bench_pins.py --games 1 --reference 40
    python benchmarks/bench_pins.py --games 100 --device cuda --together 40 --output pins.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from gokan.go import BLACK, Position
from gokan.play import search
from gokan.play.clock import Clock
from gokan.play.gokan_player import GokanPlayer
from gokan.play.pinning import find_pins, reading_share
from gokan.play.player import RESIGN


def main() -> None:
    """Say how often pins change the move, and by how much; close with the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--visits", type=int, default=16)
    parser.add_argument("--reference", type=int, default=100)
    parser.add_argument("--device", default="", help="cuda or cpu: run the network with torch")
    parser.add_argument("--together", type=int, default=1, help="games at once")
    parser.add_argument("--output", default="")
    options = parser.parse_args()
    from gokan.intuition.training.together import each

    rows: list[dict[str, Any]] = []

    def one(game: int) -> None:
        for row in differences(game, options):
            rows.append(row)
            if options.output:
                with Path(options.output).open("a") as file:
                    file.write(json.dumps(row) + "\n")

    each(one, iter(range(options.games)), games=options.together, device=options.device)
    other = [row for row in rows if row["gain"] is not None]
    gains = [row["gain"] for row in other]
    for row in sorted(other, key=lambda row: -row["gain"])[:3]:
        print(row["diagram"], f"with pins {row['with']}, without {row['without']}", sep="\n")
    told = {
        "benchmark": "pins",
        "pinned": len(rows),
        "with_a_group": sum(row["groups"] > 0 for row in rows),
        "other_move": len(other),
        "better": sum(gain > 0.5 for gain in gains),
        "worse": sum(gain < -0.5 for gain in gains),
        "mean_gain": round(sum(gains) / len(gains), 2) if gains else None,
    }
    print(json.dumps(told))


def differences(game: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    """The positions of a game in which something is pinned, and what that changed."""
    dice = random.Random(game)
    position = Position.empty(options.size, rules="chinese")
    player = GokanPlayer(level=options.level, seed=game, resign=0)
    rows = []
    while not position.is_over and position.move_number < 2 * len(position.board):
        if dice.random() < 0.1:  # so that the games differ
            moves = search(position, visits=1).priors[:5]
            (move,) = dice.choices([m for m, _ in moves], [chance for _, chance in moves])
        else:
            move = player.choose(position, clock=Clock()).move
        if move == RESIGN:
            break
        position = position.play(move)
        first = search(position, visits=1)
        nodes = reading_share(position, options.visits, None)  # as the player has
        pins = find_pins(position, first.ownership, nodes=nodes) if first.ownership else ()
        if pins and not position.is_over:
            rows.append(_compared(position, pins, options))
    return rows


def _compared(position: Position, pins: Any, options: argparse.Namespace) -> dict[str, Any]:
    chosen = {}
    for name, pinned in (("with", 1), ("without", 0)):
        player = GokanPlayer(visits=options.visits, pins=pinned, seed=1, resign=0)
        chosen[name] = player.choose(position, clock=Clock()).move
    gain = None
    if chosen["with"] != chosen["without"]:
        sign = 1 if position.to_play == BLACK else -1
        leads = {
            name: search(position.play(move), visits=options.reference).lead
            for name, move in chosen.items()
        }
        gain = round(sign * (leads["with"] - leads["without"]), 2)
    return {
        "diagram": position.diagram(),
        "to_play": str(position.to_play),
        "pinned": [[position.vertex(stone) for stone in pin.stones] for pin in pins],
        "groups": sum(pin.question == "life" for pin in pins),
        **{name: position.vertex(move) for name, move in chosen.items()},
        "gain": gain,
    }


if __name__ == "__main__":
    main()
