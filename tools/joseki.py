"""Count how professionals go on in a corner, for `src/gokan/explain/data/corners.txt`.

    python tools/joseki.py GAMES.tsv.gz > src/gokan/explain/data/corners.txt

GAMES has a game in each line: id, year, komi, result, moves as pairs of letters (`..` is a pass),
Black first. Only counts are kept, and only of corners that came up in many games.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter, defaultdict

from gokan.errors import GokanError
from gokan.explain.sources.joseki import SIDE, corner_of, entry_text
from gokan.go import Position

MOVES = 70
STONES = 16
LEAST = 120
SHARE = 0.03
HEAD = """\
# How professionals go on in a corner: counts, learned from games by tools/joseki.py.
# A line: own stones / enemy stones in the corner of 8 by 8 lines, seen by the side to move; how
# often that side played on there; its moves with their counts. Two letters are a point: lines from
# the two edges, a is the first line. A corner and its mirror image along the diagonal are one."""


def main() -> None:
    """Read the games and print the table, the commonest corners first."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    games = 0
    step = int(sys.argv[2]) if sys.argv[2:] else 1
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            if number % step == 0:
                games += _count(line.rstrip("\n").split("\t")[4], counts)
    print(HEAD)
    print(
        f"# {games} games, their first {MOVES} moves; corners that came up {LEAST} times or more."
    )
    for key, moves in sorted(counts.items(), key=lambda item: (-item[1].total(), item[0])):
        total = moves.total()
        if total >= LEAST:
            kept = {m: n for m, n in moves.items() if n >= SHARE * total}
            print(entry_text(key, total, kept))


def _count(moves: str, counts: dict[str, Counter[str]]) -> int:
    position = Position.empty(19)
    try:
        for at in range(0, min(len(moves), 2 * MOVES), 2):
            pair = moves[at : at + 2]
            if pair == "..":
                position = position.play("pass")
                continue
            point = (ord(pair[1]) - 97) * 19 + ord(pair[0]) - 97
            found = corner_of(position, point)
            if found is not None and found[0].count(",") + 2 <= STONES:
                counts[found[0]][found[1]] += 1
            position = position.play(point)
    except GokanError:  # the rest of a record that is not legal
        return 1
    return 1


if __name__ == "__main__":
    assert SIDE == 8
    main()
