"""Puts everything that Gokan says of a position against everything else it says of it.

    python tools/contradictions.py --show     # the twenty positions of the test
    python tools/contradictions.py --write    # the same, and what is counted into counts.json
    python tools/contradictions.py --records games.jsonl --positions 300 --output build/said.jsonl

With `--records` positions are drawn from games (a folder of SGF files, or JSON lines with `sgf`),
after moves 30 to 250; a run that was stopped goes on where it ended. Where a line says which stones
were dead when the game was counted (`dead_black` and `dead_white`, as columns and rows from the
top left), what became of the stones is put against what was said of them near the end.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.errors import GokanError
from gokan.go import Game, Position
from tests.mind.statements import Contradiction, Fact, contradictions, lines, told
from tests.mind.taking import COUNTS, Sums, take
from tests.mind.voices import Seat, collect

FIRST, LAST = 30, 250
NEAR_THE_END = 20
"""Moves before the end from which on what became of stones is held against what was said."""


def main() -> int:
    """Either the twenty positions or some of a collection."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write tests/mind/counts.json")
    parser.add_argument("--show", action="store_true", help="print every contradiction")
    parser.add_argument("--records", type=Path, help="a folder of SGF files, or JSON lines")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=20_000, help="the effort")
    parser.add_argument("--visits", type=int, default=16)
    parser.add_argument("--harder", type=int, default=10, help="for the independent reading")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("build/contradictions.jsonl"))
    args = parser.parse_args()
    if args.records is None:
        sums = take()
        report(sums, show=args.show)
        if args.write:
            COUNTS.write_text(json.dumps(sums.to_dict(), indent=1) + "\n", "utf-8")
        return 0
    return collection(args)


def report(sums: Sums, *, show: bool) -> None:
    """A table by kind, and the statements if wanted."""
    if show:
        for name, one in sums.found:
            print(f"{name}: " + "\n".join(lines([one])) + "\n")
    for kind, count in sums.kinds.most_common():
        print(f"{count:5} {kind}")
    facts = sum(sums.told.values())
    print(f"{sum(sums.kinds.values())} contradictions in {facts} statements; {sums.sure} certain")


def collection(args: argparse.Namespace) -> int:
    """Positions of games; one JSON line for each, and a table at the end."""
    done = {}
    if args.output.exists():
        rows = map(json.loads, args.output.read_text("utf-8").splitlines())
        done = {row["name"]: row for row in rows}
    args.output.parent.mkdir(parents=True, exist_ok=True)
    effort, begun = Effort(args.visits, args.nodes), time.monotonic()
    with args.output.open("a", encoding="utf-8") as out:
        for name, position, ended in drawn(args.records, args.positions, args.seed):
            if name in done:
                continue
            if time.monotonic() - begun > args.seconds:
                break
            seat = Seat(position, effort, moves=2, harder=args.harder)
            row = {"name": name, **said(collect(seat) + list(ended))}
            done[name] = row
            out.write(json.dumps(row) + "\n")
            out.flush()
    summarise(done.values())
    return 0


def said(facts: list[Fact]) -> dict[str, Any]:
    """What was told and what contradicts what, in plain types."""
    found = contradictions(facts)
    return {
        "told": told(facts),
        "by certainty": dict(Counter(str(fact.certainty) for fact in facts if not fact.open)),
        "contradictions": [
            {"kind": one.kind, "weight": str(one.weight), "text": "\n".join(lines([one]))}
            for one in found
        ],
        "contradicted": dict(Counter(str(fact.certainty) for fact in _contradicted(found))),
    }


def _contradicted(found: list[Contradiction]) -> set[Fact]:
    """The statements that contradict one of the same certainty or of a greater."""
    return {
        one
        for pair in found
        for one, other in ((pair.one, pair.other), (pair.other, pair.one))
        if other.certainty >= one.certainty
    }


def drawn(records: Path, count: int, seed: int) -> Iterator[tuple[str, Position, Iterator[Fact]]]:
    """Positions of games, one of each game as long as there are more games than wanted."""
    games = list(read(records))
    dice = random.Random(seed)
    dice.shuffle(games)
    for number in range(count):
        name, sgf, dead = games[number % len(games)]
        try:
            game = Game.parse(sgf)
            last = min(LAST, len(game.moves()))
            move = dice.randint(min(FIRST, last), last)
            position = game.position(move)
        except GokanError:
            continue
        near = len(game.moves()) - move <= NEAR_THE_END
        ended = outcome(position, dead) if dead is not None and near else iter(())
        yield f"{name} after {move}", position, ended


def read(records: Path) -> Iterator[tuple[str, str, frozenset[tuple[int, int]] | None]]:
    """Names, records, and the dead stones where they are known."""
    if records.is_dir():
        for path in sorted(records.rglob("*.sgf")):
            yield path.name, path.read_text("utf-8", "replace"), None
        return
    for number, line in enumerate(records.read_text("utf-8").splitlines()):
        row = json.loads(line)
        gone = None
        if "dead_black" in row:
            gone = frozenset((int(c), int(r)) for c, r in row["dead_black"] + row["dead_white"])
        if isinstance(row.get("sgf"), str):
            yield str(row.get("id", number)), row["sgf"], gone


def outcome(position: Position, dead: frozenset[tuple[int, int]]) -> Iterator[Fact]:
    """What became of the stones on the board by the count of the finished game."""
    for block in position.blocks():
        places = {(p % position.width, p // position.width) for p in block.stones}
        says = "is taken off" if places & dead else "stays"
        text = f"in the end {position.vertex(block.stones[0])} {says}"
        stones = tuple(block.stones)
        yield Fact("life", stones, says, Certainty.MEASURED, "the finished game", text=text)


def summarise(rows: Any) -> None:
    """Statements and contradictions by certainty, then contradictions by kind."""
    made, refuted, kinds = Counter[str](), Counter[str](), Counter[str]()
    count = 0
    for row in rows:
        count += 1
        made.update(row["by certainty"])
        refuted.update(row["contradicted"])
        kinds.update(one["kind"] for one in row["contradictions"])
    print(f"{count} positions")
    for sure in Certainty:
        share = refuted[sure] / made[sure] if made[sure] else 0.0
        print(f"{sure:9} {made[sure]:7} statements {refuted[sure]:6} contradicted {share:8.2%}")
    for kind, number in kinds.most_common():
        print(f"{number:5} {kind}")


if __name__ == "__main__":
    sys.exit(main())
