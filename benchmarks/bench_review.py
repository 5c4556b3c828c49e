r"""How far off are the losses of a review, and does it find the blunders?

Positions come from professional games; in every other one the move played is replaced, by one that
the network finds unlikely or by one that ignores seven or more stones in atari, so that there are
blunders among them. `--file` takes positions from elsewhere: one JSON object a line with the size
of the board ("size"), the moves that led there ("moves"), the move ("move") and where it comes from
("source"); `review_positions.py` writes such a file. The loss at a glance and with a few visits is
compared with the loss of a search with many more. Printed are the standard deviation of the
difference, the rank correlation, and what becomes of moves that lose ten points or more.

    python benchmarks/bench_review.py --positions 60 --visits 8,24,100 --reference 800

On a machine with a GPU several processes share the work, and each searches many positions at once;
every position is written down as soon as it is known, and the table is made of the lines of all:

    python benchmarks/bench_review.py --file F --visits 24,80 --reference 4000 --device cuda \
        --together 64 --part 0 --parts 12 --rows rows-0.jsonl
    python benchmarks/bench_review.py --report rows-*.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import many_searches  # type: ignore[import-not-found]  # beside this file
from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.explain.reviews.numbers import GLANCE_NOISE, Numbers, SearchNumbers, noise_at
from gokan.explain.reviews.words import BAD, word
from gokan.go import BLACK, Game, Position
from gokan.play.tree.evaluation import Evaluator
from gokan.play.tree.evaluators import default_evaluator

_SPREAD = 10.0  # of how a game may end, as in the middle of most games
BLUNDER, HARMLESS = 10.0, 1.2
"""Points from which on a move is a blunder, and below which it is not bad, by the long search."""
MANY = 7
Chosen = tuple[Position, int, str]
"""A position, the move and where it comes from."""
Row = dict[str, Any]
"""A position's source, the visits, and the losses: at a glance, then with each number of them."""


def main() -> None:
    """Search the chosen positions at every budget and print the table."""
    options = read_options()
    if options.report:
        report([row for file in options.report for row in _rows(file)])
        return
    file = options.data / "pro_games.jsonl"
    if not options.file and not file.is_file():
        sys.exit(f"no games at {file}; name the folder with --data or GOKAN_DATA")
    numbers = SearchNumbers(default_evaluator())
    chosen = (
        from_file(options.file)
        if options.file
        else positions(file, options.positions, options.seed, numbers)
    )
    done = {row["number"] for file in options.skip for row in _rows(file)}
    left = [(n, one) for n, one in enumerate(chosen) if n not in done]
    left = left[options.part :: options.parts]
    left.sort(key=lambda one: one[1][0].width)  # boards of one size make larger batches
    budgets = [*options.visits, options.reference]
    rows: list[Row] = []
    judge = many_searches.OnDevice(options.device) if options.device else default_evaluator()
    for place, row in losses(judge, [one for _, one in left], budgets, options.together):
        rows.append({**row, "number": left[place][0]})
        print(*row.values(), file=sys.stderr, flush=True)
        if options.rows:
            with options.rows.open("a", encoding="utf-8") as out:
                print(json.dumps(rows[-1]), file=out)
    report(rows)


def _rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def report(rows: list[Row]) -> None:
    """The table, then what became of each source."""
    if not rows:
        return
    reference = [row["losses"][-1] for row in rows]
    print(f"{'visits':>9} {'deviation':>9} {'rank corr.':>10} {'found':>7} {'false alarms':>12}")
    table = {}
    for column, name in enumerate(["glance", *map(str, rows[0]["visits"][:-1])]):
        found = [row["losses"][column] for row in rows]
        entry = measured(found, reference, 0 if column == 0 else int(name))
        table[name] = entry
        print(
            f"{name:>9} {entry['noise']:9.2f} {entry['spearman']:10.3f} "
            f"{entry['found']:3d}/{entry['blunders']:<3d} "
            f"{entry['false_alarms']:5d}/{entry['harmless']:<6d}"
        )
    sources = {}
    for source in sorted({row["source"] for row in rows}):
        some = [row["losses"] for row in rows if row["source"] == source]
        sources[source] = entry = measured([x[-2] for x in some], [x[-1] for x in some], 80)
        sources[source]["positions"] = len(some)
        print(
            f"{source:>40} {len(some):4d} positions, rank correlation {entry['spearman']}, "
            f"{entry['found']} of {entry['blunders']} blunders found, "
            f"{entry['false_alarms']} false alarms"
        )
    result = {"benchmark": "review", "positions": len(rows), "by_visits": table}
    print(json.dumps({**result, "by_source": sources}))


def measured(found: list[float], reference: list[float], visits: int) -> dict[str, Any]:
    """How losses compare with those of the long search; 0 visits stand for a glance."""
    limit = noise_at(visits, _SPREAD) if visits else GLANCE_NOISE
    pairs = list(zip(found, reference, strict=True))
    called = [word(loss, limit) in BAD for loss in found]
    worst = [a for a, b in zip(called, reference, strict=True) if b >= BLUNDER]
    harmless = [a for a, b in zip(called, reference, strict=True) if b < HARMLESS]
    return {
        "noise": round(statistics.pstdev(a - b for a, b in pairs), 2),
        "spearman": round(spearman(found, reference), 3),
        "blunders": len(worst),
        "found": sum(worst),
        "harmless": len(harmless),
        "false_alarms": sum(harmless),
    }


def positions(file: Path, count: int, seed: int, numbers: Numbers) -> list[Chosen]:
    """Positions with a move: the one played, or for every other an unlikely one."""
    chance = random.Random(seed)
    lines = file.read_text("utf-8").splitlines()
    found: list[Chosen] = []
    while len(found) < count:
        record = json.loads(chance.choice(lines))
        game = Game.parse(record["sgf"])
        moves = game.moves()
        number = chance.randrange(10, min(len(moves), 240) - 1)
        position = game.position(number)
        move = moves[number][1]
        if move < 0 or position.to_play != moves[number][0]:
            continue
        source = "professional"
        if len(found) % 4 == 3:
            source = "large group left in atari"
            ignoring = ignored(position, move)
            if not ignoring:
                continue
            move = chance.choice(ignoring)
        elif len(found) % 2:
            source = "unlikely"
            chances = numbers.glance([position])[0].chances
            legal = sorted(position.legal_moves(), key=lambda p: -chances[p])
            move = chance.choice(legal[10:])
        found.append((position, move, source))
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


def from_file(path: Path) -> list[Chosen]:
    """Positions with a move, as they are written in a file."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        position = Position.empty(record.get("size", 19))
        for vertex in record["moves"]:
            position = position.play_forced(position.point(vertex))
        found.append((position, position.point(record["move"]), record["source"]))
    return found


def losses(
    judge: Evaluator, chosen: list[Chosen], budgets: list[int], abreast: int
) -> Iterator[tuple[int, Row]]:
    """For each position the loss at a glance, then with each number of visits; each with its place
    as soon as it is known.
    """
    asked = ((position, move, visits) for position, move, _ in chosen for visits in budgets)
    found: dict[int, dict[int, float]] = {}
    for number, thought in many_searches.thoughts(judge, asked, abreast=abreast):
        place, budget = divmod(number, len(budgets))
        known = found.setdefault(place, {})
        known[budget] = thought.loss
        if len(known) < len(budgets):
            continue
        position, move, source = chosen[place]
        two = SearchNumbers(judge).glance([position, position.play_forced(move)])
        sign = 1 if position.to_play == BLACK else -1
        every = [max(0.0, sign * (two[0].lead - two[1].lead)), *(known[n] for n in sorted(known))]
        yield (
            place,
            {
                "source": source,
                "visits": budgets,
                "losses": [round(loss, 3) for loss in every],
            },
        )


def spearman(one: list[float], two: list[float]) -> float:
    """The correlation of the ranks."""
    if len(set(one)) < 2 or len(set(two)) < 2:
        return 0.0
    return statistics.correlation(ranks(one), ranks(two))


def ranks(values: list[float]) -> list[float]:
    """The rank of each value; equal ones share theirs."""
    order = sorted(values)
    return [order.index(v) + (order.count(v) - 1) / 2 for v in values]


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--file", type=Path, help="positions to use instead of drawn ones")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--reference", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--together", type=int, default=8, help="positions searched side by side")
    parser.add_argument("--device", default="", help="run the network in torch there")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="where every position is written as it is known")
    parser.add_argument("--skip", type=Path, nargs="+", default=[], help="such files: leave out")
    parser.add_argument("--report", type=Path, nargs="+", help="such files: print their table")
    parser.add_argument(
        "--visits", type=lambda text: [int(v) for v in text.split(",")], default=[8, 24]
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
