"""How many points the moves of each level lose, by a search before and after every move.

Each level plays some games with itself; then a reference, a search of many visits from the start,
judges every position, and a move has lost what the mover's lead fell by. That has noise of its own:
the level `reference` plays the reference's own first choices and shows how much.

    python benchmarks/bench_levels.py --games 2 --levels 1,5
    python benchmarks/bench_levels.py --games 8 --visits 200 --device cuda --together 40
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from gokan.go import BLACK, Position, Rules
from gokan.play import search
from gokan.play.clock import Clock
from gokan.play.player import RESIGN
from gokan.play.players.gokan_player import GokanPlayer


def main() -> None:
    """Print a table, and close with the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default="1,2,3,4,5,6,7,8,9,reference")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.0)
    parser.add_argument("--visits", type=int, default=16, help="of the reference")
    parser.add_argument("--device", default="", help="cuda or cpu: run the network with torch")
    parser.add_argument("--together", type=int, default=1, help="games at once")
    parser.add_argument("--output", default="")
    options = parser.parse_args()
    from gokan_lab.training.together import each

    found: dict[str, list[float]] = {level: [] for level in options.levels.split(",")}

    def one(task: tuple[str, int]) -> None:
        found[task[0]].extend(losses(task[0], task[1], options))
        if options.output:
            Path(options.output).write_text(json.dumps(found), "utf-8")

    tasks = [(level, game) for game in range(options.games) for level in found]
    each(one, iter(tasks), games=options.together, device=options.device)
    told = {level: _figures(lost) for level, lost in found.items()}
    for level, figures in told.items():
        print(level, *(f"{name} {value}" for name, value in figures.items()), sep="  ")
    print(json.dumps({"benchmark": "levels", "visits": options.visits, "levels": told}))


def losses(level: str, game: int, options: argparse.Namespace) -> list[float]:
    """What every move of a game lost, in points of the one who made it."""
    rules = Rules.named("chinese").with_(komi=options.komi)
    position = Position.empty(options.size, rules=rules)
    dice = random.Random(game)
    own = {"visits": options.visits} if level == "reference" else {"level": int(level)}
    player = GokanPlayer(**own, seed=dice.randrange(10**6), resign=0)
    lead = _lead(position, options.visits)
    lost = []
    while not position.is_over and position.move_number < 2 * len(position.board):
        move = player.choose(position, clock=Clock()).move
        if move == RESIGN:
            break
        sign = 1 if position.to_play == BLACK else -1
        position = position.play(move)
        after = _lead(position, options.visits)
        lost.append(round(sign * (lead - after), 3))
        lead = after
    return lost


def _lead(position: Position, visits: int) -> float:
    """Black's lead by the reference; a finished game as it counts."""
    if position.is_over:
        dead = GokanPlayer(visits=8).dead_stones(position)
        return float(position.score(dead=sorted(dead)).margin)
    return search(position, visits=visits).lead


def _figures(lost: list[float]) -> dict[str, float]:
    ordered = sorted(lost)

    def below(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)

    return {
        "moves": len(lost),
        "mean": round(sum(lost) / len(lost), 2),
        "median": below(0.5),
        "tenth": below(0.9),
        "hundredth": below(0.99),
    }


if __name__ == "__main__":
    main()
