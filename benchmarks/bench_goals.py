"""How often the goals of a problem suggest its book answer, and how many moves they suggest.

For each confirmed problem of the collection (a second source agrees with its answer) the target is
given, as Klinger gave it, the goal graph is built, and its moves are compared with the
book's first moves. Odd and even items are told apart, as in Klinger's section 4.1.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from cho import confirmed, half  # type: ignore[import-not-found]  # beside this file

from gokan.go import BLACK, WHITE, Position
from gokan.goals import consider


def main() -> None:
    """Print a table, and one JSON line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--set", default="Elementary", help="items whose id contains this")
    options.add_argument("--half", choices=["odd", "even", "both"], default="both")
    options.add_argument("--most", type=int, default=200)
    chosen = options.parse_args()
    found: dict[str, list[tuple[bool, int, float, bool]]] = {"odd": [], "even": []}
    items = [item for item in confirmed(chosen.set) if item.get("target")]
    for item in items[: chosen.most]:
        if chosen.half not in (half(item), "both"):
            continue
        position, target, answers = _problem(item)
        begun = time.perf_counter()
        answer = consider(position, target)
        moves = [s.move for s in answer.moves]
        hit = bool(set(moves) & answers)
        given_up = answer.known.value == "false"  # though the book says that it can be done
        found[half(item)].append((hit, len(moves), time.perf_counter() - begun, given_up))
    print(f"{'':6} {'items':>6} {'among':>7} {'moves':>6} {'ms':>6} {'given up':>9}")
    result = {}
    for name, rows in found.items():
        if rows:
            share = sum(row[0] for row in rows) / len(rows)
            number = sum(row[1] for row in rows) / len(rows)
            ms = 1000 * sum(row[2] for row in rows) / len(rows)
            lost = sum(row[3] for row in rows) / len(rows)
            print(f"{name:6} {len(rows):6} {share:7.1%} {number:6.1f} {ms:6.1f} {lost:9.1%}")
            result[name] = {"items": len(rows), "among": share, "moves": number, "given_up": lost}
    print(json.dumps({"bench": "goals", "set": chosen.set, **result}))


def _problem(item: dict[str, Any]) -> tuple[Position, int, set[int]]:
    size = item["size"]
    board = bytearray(size * size)
    for color, key in ((BLACK, "black"), (WHITE, "white")):
        for column, row in item[key]:
            board[row * size + column] = color
    to_play = BLACK if item["to_play"] == "B" else WHITE
    position = Position.from_board(bytes(board), size, to_play=to_play)
    column, row = item["target"]
    answers = {r * size + c for c, r in item["first_moves"]}
    return position, row * size + column, answers


if __name__ == "__main__":
    main()
