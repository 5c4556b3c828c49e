"""Do groups live as often as explanations say? Against proofs at fifty times the budget.

"Its chance of living rises to 83 %" is a learned claim. Where the group has little room, the solver
is asked what becomes of it with the opponent to move, with fifty times the nodes that a deep
explanation reads with; what it proves is held against the chance. Positions are problems, drawn
evenly from every set in the folder `tsumego` of $GOKAN_DATA, with their likeliest moves, and
positions of professional games (`pro_games.jsonl` there) with theirs, one every `--step` moves.

    python benchmarks/bench_fates.py --problems 300 --games 300 [--part 0 --parts 4] [--rows FILE]
    python benchmarks/bench_fates.py --report rows-*.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bench_explain_problems import drawn  # type: ignore[import-not-found]  # beside this file
from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.errors import GokanError
from gokan.explain.claim import Claim
from gokan.explain.outlook import EvaluatorOutlook, steadier
from gokan.explain.price import GROUPS
from gokan.explain.scene import Scene, Table
from gokan.explain.sources import prospects
from gokan.explain.sources.life import NODES
from gokan.go import PASS, Game, Position
from gokan.play.tree.evaluators import default_evaluator
from gokan.reading import Problem, solve
from gokan.reading.regions.region import find_region

TIMES, SECONDS = 50, 20.0
"""The budget of a proof: so many times that of a deep explanation, and no longer than this."""
MOVES = {"problem": 3, "game": 6}
"""Likely moves of each position that are looked at."""
FIRST_MOVE = 60
"""Of a game: few groups are closed in before."""
LARGEST = 34
"""Points of a region in which a proof is tried."""
KO = 0.5
"""A ko counts as so much of a life."""
WIDTH = 20
"""Percent: chances are counted in steps of this."""
Row = dict[str, Any]
Asked = tuple[str, str, Position, list[int]]
"""Problem or game, its name, the position, and the points at which a move is looked at."""


def main() -> None:
    """Ask about all positions and print the tables."""
    options = read_options()
    if options.report:
        report([json.loads(line) for file in options.report for line in file.open("r")])
        return
    begun, rows = time.monotonic(), []
    sources = (problems(DATA, options), games(DATA, options))
    both = (one for pair in zip_longest(*sources) for one in pair if one is not None)
    for number, one in enumerate(both):
        if time.monotonic() - begun > options.seconds:
            break
        if number % options.parts == options.part:
            for row in fates(*one):
                rows.append(row)
                if options.rows:
                    with options.rows.open("a", encoding="utf-8") as out:
                        print(json.dumps(row), file=out)
    report(rows)


def problems(folder: Path, options: argparse.Namespace) -> Iterator[Asked]:
    """Problems of all sets, with the points of their regions."""
    for record in drawn(folder / "tsumego", -(-options.problems // 13), options.seed):
        try:
            problem = Problem.from_record(record)
            region = find_region(problem.position, problem.target)
        except GokanError:
            continue
        yield "problem", str(record["id"]), problem.position, sorted(region.points)


def games(folder: Path, options: argparse.Namespace) -> Iterator[Asked]:
    """Positions of professional games."""
    chance = random.Random(options.seed)
    lines = (folder / "pro_games.jsonl").read_text("utf-8").splitlines()
    for line in chance.sample(lines, min(options.games, len(lines))):
        record = json.loads(line)
        game = Game.parse(record["sgf"])
        first = FIRST_MOVE + chance.randrange(options.step)
        for number in range(first, len(game.moves()), options.step):
            position = game.position(number)
            name = f"{record['id']} {number + 1}"
            yield "game", name, position, list(range(len(position.board)))


def fates(source: str, name: str, position: Position, points: list[int]) -> Iterator[Row]:
    """The chances told of groups after the likeliest moves, and what was proved."""
    outlook = steadier(EvaluatorOutlook(default_evaluator()))
    table = Table(position, outlook=outlook, level="quick")
    chances = dict(outlook.view(position).moves)
    among = [p for p in points if p != PASS and position.is_legal(p)]
    likely = sorted(among, key=lambda p: -chances.get(p, 0.0))[: MOVES[source]]
    for move in likely:
        scene = Scene(position, move, table)
        for claim in prospects.claims(scene):
            if claim.kind in GROUPS:
                found = asked(scene, claim)
                if found is not None:
                    yield {
                        "source": source,
                        "name": name,
                        "move": position.vertex(move),
                        "kind": claim.kind,
                        "before": claim["before"],
                        "chance": claim["after"],
                        "stones": claim["count"],
                        "ours": scene.before.board[claim["stones"][0]] == scene.mover,
                        **found,
                    }


def asked(scene: Scene, claim: Claim) -> Row | None:
    """What the solver says of the group after the move, with its room; None if it has too much
    room for that.
    """
    after = scene.after
    heads = {after.block(p).stones[0] for p in claim.points["stones"] if after.board[p]}
    region = find_region(after, heads) if heads else None
    if region is None or not 0 < len(region.points) <= LARGEST:
        return None
    problem = Problem.make(after, target=tuple(sorted(heads)))
    answer = solve(
        problem, nodes=TIMES * NODES, seconds=SECONDS, all_moves=False, details=False, trials=False
    )
    lives = "win" if problem.goal == "live" else "loss"
    fate = None if answer.result == "unknown" else KO
    if answer.result in ("win", "loss"):
        fate = float(answer.result == lives)
    return {
        "room": len(region.points),
        "sealed": region.sealed,
        "alive": fate if answer.proved else None,
        "read": fate,
    }


def report(rows: list[Row]) -> None:
    """Chances told of groups, and what became of them by proof, and by proof or reading."""
    for source in ("game", "problem"):
        some = [row for row in rows if row["source"] == source]
        print(f"{source}s: {len(some)} groups with little room")
        for how, title in (("alive", "proved"), ("read", "proved or read")):
            known = [row for row in some if row.get(how) is not None]
            if known:
                table(known, how, title)
    print(json.dumps({"benchmark": "fates", "rows": len(rows)}))


def table(rows: list[Row], how: str, title: str) -> None:
    """One table of chances told and what became of the groups."""
    print(f" {title}: {len(rows)}")
    steps: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        steps[min(100 - WIDTH, int(row["chance"]) // WIDTH * WIDTH)].append(row)
    for first, some in sorted(steps.items()):
        told = statistics.fmean(row["chance"] for row in some)
        lived = 100 * statistics.fmean(row[how] for row in some)
        ko = sum(row[how] == KO for row in some)
        print(
            f"  {first:3d} to {first + WIDTH:3d} % {len(some):5d} groups, told {told:3.0f} %, "
            f"lived {lived:3.0f} %, of these ko {ko}"
        )
    off = [(row["chance"] / 100 - row[how]) ** 2 for row in rows]
    print(f"  Brier score {statistics.fmean(off):.3f}")


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--problems", type=int, default=100)
    parser.add_argument("--games", type=int, default=100, help="how many games")
    parser.add_argument("--step", type=int, default=25, help="of a game a position every so often")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin nothing after so long")
    parser.add_argument("--rows", type=Path, help="where every group is written as it is known")
    parser.add_argument("--report", type=Path, nargs="+", help="such files: print their table")
    return parser.parse_args()


if __name__ == "__main__":
    main()
