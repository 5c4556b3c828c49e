"""Who owns what at the end: the network against the dead stones and territory of real counts.

    python benchmarks/bench_final.py KGS_SCORED.jsonl [--most 0] [--network FILE]

Of every finished game: points owned as the players agreed, groups of three stones or more with a
word ("likely alive", "likely dead") and which of these words are wrong; and from the middle of
the same games, after 50, 100 and 150 moves, whether a word about a block comes true.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from gokan import intuition
from gokan.go import BLACK, Color, Game, Position

MIDDLE = (50, 100, 150)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--network", type=Path)
    options = parser.parse_args()
    network = intuition.load(options.network) if options.network else intuition.load()
    rows = [json.loads(line) for line in options.games.read_text("utf-8").splitlines()]
    if options.most:
        rows = rows[:: max(1, len(rows) // options.most)]
    counts: Counter[str] = Counter()
    for row in rows:
        game = Game.parse(row["sgf"])
        final = game.position()
        owners = _owners(row, final)
        judged = intuition.judge(final, network=network)
        for point, owner in owners.items():
            counts["points"] += 1
            counts["points right"] += (judged.ownership[point] > 0) == (owner > 0)
        for group in judged.groups():
            if len(group.stones) >= 3 and _count(counts, "end", group, owners):
                where = final.vertex(min(group.stones))
                print(f"  wrong: {row['id']} {where} ({len(group.stones)}) {group.word}")
        for number in MIDDLE:
            if number < row["moves"]:
                _middle(counts, game.position(number), owners, network)
    print(f"{network!r}, {len(rows)} games")
    points = counts["points"]
    print(f"points owned rightly: {100 * counts['points right'] / points:.2f} % of {points}")
    for stage in ("end", "middle"):
        named, wrong = counts[f"{stage} word"], counts[f"{stage} wrong"]
        total = named + counts[f"{stage} open"]
        dead, found = counts[f"{stage} dead"], counts[f"{stage} dead found"]
        brier = counts[f"{stage} brier"] / 1e6 / max(1, total)
        always = dead / max(1, total)
        print(
            f"{stage}: {total} blocks of three stones or more, {named} with a word, {wrong} "
            f"of these wrong ({100 * wrong / max(1, named):.2f} %); of {dead} that died {found} "
            f"were called dead; Brier score {brier:.4f}, always alive {always:.4f}"
        )


def _owners(row: dict[str, Any], final: Position) -> dict[int, int]:
    """Black 1, White -1, for every point whose owner was agreed on."""
    width = final.width
    owners = {}
    dead = {width * y + x for x, y in row.get("dead_black", []) + row.get("dead_white", [])}
    for point, stone in enumerate(final.board):
        if stone:
            side = 1 if stone == BLACK else -1
            owners[point] = -side if point in dead else side
    for key, side in (("black_territory", 1), ("white_territory", -1)):
        for x, y in row.get(key, []):
            owners[width * y + x] = side
    return owners


def _middle(
    counts: Counter[str], position: Position, owners: dict[int, int], network: intuition.Network
) -> None:
    for group in intuition.judge(position, network=network).groups():
        if len(group.stones) >= 3:
            _count(counts, "middle", group, owners)


def _count(
    counts: Counter[str], stage: str, group: intuition.GroupChance, owners: dict[int, int]
) -> bool:
    """Alive at the end: most of its points are its own side's. Is the word wrong?"""
    side = 1 if group.color == Color.BLACK else -1
    known = [owners[point] * side for point in group.stones if point in owners]
    if not known:
        return False
    alive = sum(known) > 0
    counts[f"{stage} dead"] += not alive
    counts[f"{stage} brier"] += round(1e6 * (group.alive - alive) ** 2)
    if group.word == "open":
        counts[f"{stage} open"] += 1
        return False
    wrong = (group.word == "likely alive") != alive
    counts[f"{stage} word"] += 1
    counts[f"{stage} wrong"] += wrong
    counts[f"{stage} dead found"] += not alive and group.word == "likely dead"
    return wrong


if __name__ == "__main__":
    main()
