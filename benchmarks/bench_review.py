"""How far off are the losses of a review, and does it find the blunders?

Positions come from professional games; in every other one the move played is replaced, by one that
the network finds unlikely or by one that ignores seven or more stones in atari, so that there are
blunders among them. `--file` takes positions from elsewhere: one JSON object a line with the moves
that led there ("moves"), the move ("move") and where it comes from ("source"). The loss at a glance
and with a few visits is compared with the loss of a search with many more. Printed are the
standard deviation of the difference, the rank correlation, and what becomes of moves that lose ten
points or more.

    python benchmarks/bench_review.py --positions 60 --visits 8,24,100 --reference 800
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gokan.explain.review_numbers import Numbers, noise_at, usual
from gokan.explain.review_words import BAD, word
from gokan.go import BLACK, Game, Position

ROOT = Path(__file__).resolve().parent.parent
BLUNDER = 10.0
MANY = 7


def main() -> None:
    """Search the chosen positions at every budget and print the table."""
    options = read_options()
    file = options.data / "pro_games.jsonl"
    if not options.file and not file.is_file():
        sys.exit(f"no games at {file}; name the folder with --data or GOKAN_DATA")
    numbers = usual(Position.empty(19), options.reference)
    chosen = (
        from_file(options.file)
        if options.file
        else positions(file, options.positions, options.seed, numbers)
    )
    budgets = [*options.visits, options.reference]
    with ThreadPoolExecutor(options.threads) as pool:
        rows = list(pool.map(lambda one: losses(numbers, one[0], one[1], budgets), chosen))
    reference = [row[-1] for row in rows]
    print(f"{'visits':>9} {'deviation':>9} {'rank corr.':>10} {'found':>7} {'false alarms':>12}")
    table = {}
    for column, name in enumerate(["glance", *map(str, options.visits)]):
        found = [row[column] for row in rows]
        noise = statistics.pstdev(a - b for a, b in zip(found, reference, strict=True))
        limit = numbers.glance_noise if column == 0 else noise_at(options.visits[column - 1])
        called = [word(loss, limit) in BAD for loss in found]
        worst = [a for a, b in zip(called, reference, strict=True) if b >= BLUNDER]
        harmless = [a for a, b in zip(called, reference, strict=True) if b < 1.2]
        entry = {
            "noise": round(noise, 2),
            "spearman": round(spearman(found, reference), 3),
            "blunders": len(worst),
            "found": round(sum(worst) / len(worst), 3) if worst else None,
            "harmless": len(harmless),
            "false_alarms": round(sum(harmless) / len(harmless), 3) if harmless else None,
        }
        table[name] = entry
        print(
            f"{name:>9} {noise:9.2f} {entry['spearman']:10.3f} "
            f"{sum(worst):3d}/{len(worst):<3d} {sum(harmless):5d}/{len(harmless):<6d}"
        )
    print(json.dumps({"benchmark": "review", "positions": len(rows), "by_visits": table}))


def positions(file: Path, count: int, seed: int, numbers: Numbers) -> list[tuple[Position, int]]:
    """Positions with a move: the one played, or for every other an unlikely one."""
    chance = random.Random(seed)
    lines = file.read_text("utf-8").splitlines()
    found: list[tuple[Position, int]] = []
    while len(found) < count:
        record = json.loads(chance.choice(lines))
        game = Game.parse(record["sgf"])
        moves = game.moves()
        number = chance.randrange(10, min(len(moves), 240) - 1)
        position = game.position(number)
        move = moves[number][1]
        if move < 0 or position.to_play != moves[number][0]:
            continue
        if len(found) % 4 == 3:
            ignoring = ignored(position, move)
            if not ignoring:
                continue
            move = chance.choice(ignoring)
        elif len(found) % 2:
            chances = numbers.glance([position])[0].chances
            legal = sorted(position.legal_moves(), key=lambda p: -chances[p])
            move = chance.choice(legal[10:])
        found.append((position, move))
    return found


def ignored(position: Position, move: int) -> list[int]:
    """Moves far from one that takes seven stones or more, or saves them from atari; none if the
    move does not.
    """
    saved = position.play(move)
    large = [
        block
        for block in position.blocks()
        if len(block.stones) >= MANY and len(block.liberties) == 1
    ]
    does = any(
        move in block.liberties
        if block.color != position.to_play
        else saved.board[block.stones[0]] and len(saved.block(block.stones[0]).liberties) > 1
        for block in large
    )
    return [p for p in position.legal_moves() if _steps(position, p, move) > 4] if does else []


def _steps(position: Position, p: int, q: int) -> int:
    width = position.width
    return abs(p // width - q // width) + abs(p % width - q % width)


def from_file(path: Path) -> list[tuple[Position, int]]:
    """Positions with a move, as they are written in a file."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        position = Position.empty(19)
        for vertex in record["moves"]:
            position = position.play(vertex)
        found.append((position, position.point(record["move"])))
    return found


def losses(numbers: Numbers, position: Position, move: int, budgets: list[int]) -> list[float]:
    """The loss at a glance, then with each number of visits."""
    before, after = numbers.glance([position, position.play_forced(move)])
    sign = 1 if position.to_play == BLACK else -1
    found = [max(0.0, sign * (before.lead - after.lead))]
    found += [numbers.think(position, move, visits).loss for visits in budgets]
    print(position.vertex(move), *(f"{loss:.1f}" for loss in found), file=sys.stderr, flush=True)
    return found


def spearman(one: list[float], two: list[float]) -> float:
    """The correlation of the ranks."""
    return statistics.correlation(ranks(one), ranks(two))


def ranks(values: list[float]) -> list[float]:
    """The rank of each value; equal ones share theirs."""
    order = sorted(values)
    return [order.index(v) + (order.count(v) - 1) / 2 for v in values]


def read_options() -> argparse.Namespace:
    """The command line."""
    data = os.environ.get("GOKAN_DATA")
    default = Path(data) if data else ROOT.parent / "shared" / "data"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--file", type=Path, help="positions to use instead of drawn ones")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--reference", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--visits", type=lambda text: [int(v) for v in text.split(",")], default=[8, 24]
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
