"""Problems told in reasons: is every claim found again?

Problems are drawn evenly from every set in the folder `tsumego` of $GOKAN_DATA, else
../shared/data. Each is solved within a number of nodes and told by `gokan.explain`; of one that
names no target, or is not solved so, the first move of the book is explained as a move. Then the
claims are derived again: what is proved by a proof that the checker accepts, what is exact by the
slow twins, what was read on the mirrored board with colours swapped and four times the nodes.

    python benchmarks/bench_explain_problems.py --each 10 [--nodes 500000] [--verify sure|all]
    python benchmarks/bench_explain_problems.py --each 99999 --part 0 --parts 5 --rows rows-0.jsonl
    python benchmarks/bench_explain_problems.py --report rows-*.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.errors import GokanError
from gokan.explain import Claim
from gokan.explain.account import gather
from gokan.explain.problems import told
from gokan.explain.scene import LEVELS, Level, Scene, Table
from gokan.explain.verifying.second import PROVED_AGAIN, verify
from gokan.go import Position
from gokan.reading import Problem, solve
from gokan.reading.problem import read_fields

SURE = ("exact", "proved")
Row = dict[str, Any]


def main() -> None:
    """Go through the problems and print what became of the claims."""
    options = read_options()
    if options.report:
        report([json.loads(line) for file in options.report for line in file.open("r")])
        return
    folder = DATA / "tsumego"
    begun, rows = time.monotonic(), []
    done = {row["id"] for file in options.skip for row in map(json.loads, file.open("r"))}
    for number, record in enumerate(drawn(folder, options.each, options.seed)):
        if number % options.parts != options.part or record["id"] in done:
            continue
        if options.seconds and time.monotonic() - begun > options.seconds:
            break
        row = checked(record, options)
        rows.append(row)
        for kind, certainty, verdict in row["checked"]:
            if verdict == "fails":
                print(f"fails: {row['id']} {certainty} {kind}", flush=True)
        if options.rows:
            with options.rows.open("a", encoding="utf-8") as out:
                print(json.dumps(row), file=out)
    report(rows)


def checked(record: Row, options: argparse.Namespace) -> Row:
    """One problem: how it was told, and what became of the claims."""
    how, position = "refused", None
    claims: list[Claim] = []
    with suppress(GokanError):
        how, position, claims = claimed(record, options.nodes, options.level)
    if options.verify == "sure":
        claims = [claim for claim in claims if claim.certainty in SURE]
    found = []
    level = options.level if how == "first move" else "usual"  # as the claims were made
    asked = {"level": level, "nodes": options.nodes}
    for one in verify(position, claims, **asked) if position is not None and claims else ():
        again = " again" if one.how == PROVED_AGAIN else ""
        found.append([one.claim.kind, one.claim.certainty, one.verdict + again])
    return {"id": record["id"], "set": record["set"], "told": how, "checked": found}


def claimed(record: Row, nodes: int, level: Level) -> tuple[str, Position, list[Claim]]:
    """How a problem is told, and all that is claimed."""
    fields = read_fields(record)
    position = fields.position
    if fields.target:
        problem = Problem.from_record(record)
        try:
            return "solution", position, list(told(solve(problem, nodes=nodes)).claims)
        except GokanError:  # not settled within its nodes, or there is no move that works
            pass
    column, row = record["first_moves"][0]
    table = Table(position, level=level)
    scene = Scene(position, row * position.width + column, table)
    return "first move", position, gather(scene)


def drawn(folder: Path, each: int, seed: int) -> list[Row]:
    """So many problems of every set, by lot."""
    chance = random.Random(seed)
    found: list[Row] = []
    for file in sorted(folder.glob("*.jsonl")):
        records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        some = chance.sample(records, min(each, len(records)))
        found += [{**record, "set": file.stem} for record in some]
    chance.shuffle(found)
    return found


def report(rows: Sequence[Row]) -> None:
    """How the problems were told, set by set, and what became of the claims, kind by kind."""
    print(f"{'set':32} problems  refused  solution  first move  claims  fail  not checked")
    for name in (*sorted({row["set"] for row in rows}), None):
        some = [row for row in rows if name in (row["set"], None)]
        how = Counter(row["told"] for row in some)
        said = Counter(verdict for row in some for _, _, verdict in row["checked"])
        print(
            f"{name or 'all':32} {len(some):8d} {how['refused']:8d} {how['solution']:9d} "
            f"{how['first move']:11d} {said.total():7d} {said['fails']:5d} "
            f"{said['not checked']:12d}"
        )
    checks = Counter(tuple(one) for row in rows for one in row["checked"])
    for line in table(checks):
        print(line)
    sums: Counter[str] = Counter()
    for (_, certainty, verdict), count in checks.items():
        sums[f"{certainty} {verdict}"] += count
    result = {"benchmark": "explain problems", "problems": len(rows), "checked": dict(sums)}
    print(json.dumps(result))


def table(checks: Counter[tuple[str, ...]]) -> Iterator[str]:
    """What became of the claims of each certainty and kind."""
    yield f"{'certainty':9} {'kind':24} claims  hold  again  fail  not checked"
    for kind, certainty in sorted({key[:2] for key in checks}, key=lambda key: (key[1], key[0])):
        said = [
            checks[kind, certainty, verdict]
            for verdict in ("holds", "holds again", "fails", "not checked")
        ]
        counts = f"{said[0]:5d} {said[1]:6d} {said[2]:5d} {said[3]:12d}"
        yield f"{certainty:9} {kind:24} {sum(said):6d} {counts}"


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--each", type=int, default=5, help="problems of every set")
    parser.add_argument("--nodes", type=int, default=500_000, help="for each problem")
    parser.add_argument("--verify", choices=("sure", "all"), default="all")
    parser.add_argument("--level", choices=LEVELS, default="usual", help="of first moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin nothing after so long")
    parser.add_argument("--rows", type=Path, help="where every problem is written as it is known")
    parser.add_argument("--skip", type=Path, nargs="+", default=[], help="such files: go on there")
    parser.add_argument("--report", type=Path, nargs="+", help="such files: print their tables")
    return parser.parse_args()


if __name__ == "__main__":
    main()
