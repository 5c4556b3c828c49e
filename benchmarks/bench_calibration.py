"""Do learned claims come true? Against how finished games ended, and against what was answered.

Groups: "its chance of living rises to 83 %" is held against the end of the game, in finished games
whose final territory and dead stones are known (`kgs_scored.jsonl`); `bench_fates.py` holds it
against proofs. Tempo: a move said to be sente, or to have to be answered, is held against the next
move of professionals: was it near?
Whether learned claims are found again on the mirrored board is measured by `bench_again.py`.

    python benchmarks/bench_calibration.py --moves 200 --seed 1 [--part 0 --parts 5] [--json]
    python benchmarks/bench_calibration.py --report rows-*.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.explain.account import gather
from gokan.explain.outlook import EvaluatorOutlook, steadier
from gokan.explain.price import GROUPS
from gokan.explain.scene import Scene, Table
from gokan.go import PASS, Game, Position
from gokan.play.tree.evaluators import default_evaluator
from gokan_lab.training import together

TEMPO = ("must be answered", "keeps sente", "gote", "ko threat")
NEAR = 5
BINS = 5
Row = dict[str, object]
Drawn = tuple[Position, int, int | None, dict[str, object] | None]
"""A position, the move, the next one, and the record of a game that was scored."""


def main() -> None:
    """Go through the sampled moves and print the tables."""
    options = read_options()
    if options.report:
        lines = [line for file in options.report for line in file.read_text("utf-8").splitlines()]
        report([json.loads(line) for line in lines])
        return
    begun = time.monotonic()
    rows: list[Row] = []
    lock = threading.Lock()

    def work(found: Drawn) -> None:
        if time.monotonic() - begun > options.seconds:
            return
        for row in judged(*found):
            with lock:
                rows.append(row)
                if options.json:
                    print(json.dumps(row), flush=True)

    sources = [
        moves(options.data / "kgs_scored.jsonl", options, scored=True),
        moves(options.data / "pro_games.jsonl", options, scored=False),
    ]
    tasks = (one for pair in zip_longest(*sources) for one in pair if one is not None)
    together.each(work, tasks, games=options.games, device=options.device)
    if not options.json:
        report(rows)


def moves(file: Path, options: argparse.Namespace, *, scored: bool) -> Iterator[Drawn]:
    """Positions with the move played, the next one, and how the game ended where that is known."""
    if not file.is_file():
        sys.exit(f"no games at {file}; name the folder with --data or GOKAN_DATA")
    chance = random.Random(options.seed)
    lines = file.read_text("utf-8").splitlines()
    for number in range(options.moves):
        record = json.loads(chance.choice(lines))
        place = chance.random()
        if number % options.parts != options.part:
            continue
        game = Game.parse(record["sgf"])
        played = game.moves()
        index = int(place * (len(played) - 1))
        color, move = played[index]
        position = game.position(index)
        if move == PASS or position.to_play != color or not position.is_legal(move):
            continue
        yield position, move, played[index + 1][1], record if scored else None


def judged(
    position: Position,
    move: int,
    reply: int | None,
    record: dict[str, object] | None,
) -> Iterator[dict[str, object]]:
    """What is claimed of a move, and what came of it."""
    outlook = steadier(EvaluatorOutlook(default_evaluator()))
    table = Table(position, outlook=outlook, level="tactics")
    scene = Scene(position, move, table)
    claims = [claim for claim in gather(scene) if claim.certainty == "learned"]
    end = None if record is None else final(record)
    for claim in claims:
        if claim.kind in GROUPS and end is not None:
            stones = claim.points["stones"]
            color = int(position.board[stones[0]])
            alive = sum(end.get(p) == color for p in stones) / len(stones)
            yield {"what": "group", "chance": claim["after"], "alive": alive, "kind": claim.kind}
    if record is None and reply is not None:
        near = reply != PASS and scene.distance(reply) <= NEAR
        told = [claim.kind for claim in claims if claim.kind in TEMPO] or ["nothing said"]
        for kind in told:
            yield {"what": "tempo", "kind": kind, "near": near}


def final(record: dict[str, object]) -> dict[int, int]:
    """Who has each stone's point at the end: stones that live there, and territory."""
    end: dict[int, int] = {}
    for color, name in ((1, "black"), (2, "white")):
        for key in (f"final_{name}", f"{name}_territory"):
            places = record.get(key) or []
            assert isinstance(places, list)
            for column, row in places:
                end[19 * row + column] = color
    for color, name in ((2, "dead_black"), (1, "dead_white")):  # dead stones are the other side's
        places = record.get(name) or []
        assert isinstance(places, list)
        for column, row in places:
            end[19 * row + column] = color
    return end


def report(rows: list[dict[str, object]]) -> None:
    """The two tables."""
    groups_table(rows, "group", "stood at the end")
    near = Counter((row["kind"], row["near"]) for row in rows if row["what"] == "tempo")
    print("said               moves  next move near")
    for kind in sorted({str(kind) for kind, _ in near}):
        count = near[kind, True] + near[kind, False]
        print(f"{kind:18} {count:5d} {100 * near[kind, True] / count:10.0f} %")


def groups_table(rows: list[dict[str, object]], what: str, title: str) -> None:
    """Chances told of groups, and what became of them."""
    groups: dict[int, list[float]] = defaultdict(list)
    told: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        if row["what"] == what:
            chance = float(str(row["chance"]))
            bin_ = min(BINS - 1, int(chance / (100 / BINS)))
            groups[bin_].append(float(str(row["alive"])))
            told[bin_].append(chance)
    print(f"chance told   groups  mean told  {title}")
    for bin_, alive in sorted(groups.items()):
        width = 100 // BINS
        mean = sum(told[bin_]) / len(alive)
        lived = 100 * sum(alive) / len(alive)
        span = f"{bin_ * width:3d} to {(bin_ + 1) * width:3d} %"
        print(f"{span} {len(alive):7d} {mean:9.0f} % {lived:5.0f} %")
    print()


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--moves", type=int, default=100, help="of each of the two collections")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--report", type=Path, nargs="+", help="files with such lines: the tables")
    parser.add_argument("--games", type=int, default=1, help="moves looked at together")
    parser.add_argument("--device", default="", help="run the network in torch there")
    parser.add_argument("--json", action="store_true", help="a line for each finding, no tables")
    return parser.parse_args()


if __name__ == "__main__":
    main()
