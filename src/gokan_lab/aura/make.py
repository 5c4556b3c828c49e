"""Makes samples from files of problems and from made ones:

python -m gokan_lab.aura.make --out part.npz --part 0 --parts 5 --seconds 120 PROBLEMS.jsonl...
"""

from __future__ import annotations

import argparse
import json
import random
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from gokan.errors import GokanError
from gokan.reading import Problem, make_problems, pose_record
from gokan_lab.aura.samples import Sample, pack, samples

__all__ = ["main"]

_CHANGED = 0.7
"""Of the problems have other stones around them."""


def main(arguments: list[str] | None = None) -> None:
    """Goes round and round over the problems until the time is over."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--part", type=int, default=0)
    options.add_argument("--parts", type=int, default=1)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--lines", type=int, default=1)
    options.add_argument("--nodes", type=int, default=12_000, help="reading's, for a question")
    options.add_argument("--tree", type=int, default=20, help="positions of the solver's search")
    options.add_argument("--made", type=int, default=3, help="a made problem after so many")
    options.add_argument("--seed", type=int, default=0)
    chosen = options.parse_args(arguments)
    end = time.time() + chosen.seconds
    found: list[Sample] = []
    names: list[int] = []
    for problem, seed in _problems(chosen):
        if time.time() > end:
            break
        before = len(found)
        found.extend(
            samples(problem, lines=chosen.lines, seed=seed, nodes=chosen.nodes, tree=chosen.tree)
        )
        names += [zlib.crc32(problem.id.encode())] * (len(found) - before)
    np.savez_compressed(chosen.out, **pack(found), problem=np.array(names, dtype=np.int64))  # type: ignore[arg-type]
    print(f"{len(found)} samples of {len(set(names))} problems", flush=True)


def _problems(chosen: argparse.Namespace) -> Iterator[tuple[Problem, int]]:
    """Those of the files again and again, often changed a little, and made ones among them."""
    records: list[dict[str, Any]] = []
    for file in chosen.files:
        records += [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    records = records[chosen.part :: chosen.parts]
    made = make_problems(1000 + chosen.part + chosen.seed, jobs=1, least_effort=30)
    seed = chosen.seed
    dice = random.Random(chosen.part + chosen.seed)
    dice.shuffle(records)
    while True:
        for k, record in enumerate(records):
            if dice.random() < _CHANGED:
                record = _changed(record, dice)
            try:
                yield pose_record({**record, "goal_source": "given"}), seed
            except GokanError:
                continue
            if chosen.made and k % chosen.made == 0:
                yield Problem.from_record(next(made)), seed
            seed += 1
        if not records:
            yield Problem.from_record(next(made)), seed


def _changed(record: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """The same problem with a stone or two more or less around it: other gaps in other walls."""
    sides = {color: [tuple(p) for p in record[color]] for color in ("black", "white")}
    kept = {tuple(p) for p in (*record["targets"], record["target"])}
    for _ in range(dice.choice((1, 1, 2))):
        taken = [*sides["black"], *sides["white"]]
        column, row = dice.choice(taken)
        place = column + dice.randint(-2, 2), row + dice.randint(-2, 2)
        color = dice.choice(("black", "white"))
        if dice.random() < 0.5 and (column, row) not in kept:
            sides = {c: [p for p in s if p != (column, row)] for c, s in sides.items()}
        elif place not in taken and all(0 <= x < record["size"] for x in place):
            sides[color].append(place)
    return {**record, **{c: [list(p) for p in s] for c, s in sides.items()}}


if __name__ == "__main__":
    main()
