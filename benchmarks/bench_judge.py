r"""What does a review say, held against a stronger program's verdicts on the same games?

JUDGE is a file of KataGo's verdicts (JSON lines, gzip; the README beside it has the format): whole
games, every position with its lead. The review's numbers are made (not its reasons, which nothing
here looks at), and for each source of games (dan, kyu, professional) are printed, with 90 %
intervals over games:

- error and correlation of the lead; rank correlation of losses;
- of the judge's losses of five and of ten points or more, the share called inaccuracy or worse;
- of our mistakes and blunders, the share that the judge denies (it sees less than 1.5 points);
- of its quiet moves (less than one point) the share called bad;
- what its stored candidates say of the better move that is told;
- the net loss of each colour and game against its own.

Beside ours stands the judge's own one look at each position, with words from the same limits
(`raw`), and only from three points on (`raw3`). The loss of a move is the fall of the lead for the
side that moved. This measures: nothing is fitted to it, and no limit is chosen by it.

    python benchmarks/bench_judge.py ../shared/data/kata_judge.jsonl.gz --games 20 --rows J.jsonl

Half of the games are of kyu players. Every game is written to `--rows` when it is done, so a run
that was cut short goes on; `--report` prints the table of what is there.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rows import append_row, read_rows  # type: ignore[import-not-found]  # beside this file

from gokan.explain.reviews.answer import Review
from gokan.explain.reviews.reviewing import LEVELS, Progress, review
from gokan.explain.reviews.times import Times
from gokan.explain.reviews.words import BAD, word
from gokan.go import Game

ORDER = ("kyu", "kgs", "kyu", "pro")
"""The sources of the games, one after the other: half of them kyu."""
NAMES = {"kgs": "dan", "kyu": "kyu", "pro": "professional"}
BIG, HUGE, QUIET, DENIED, NEAR = 5.0, 10.0, 1.0, 1.5, 1.5
HARD = ("mistake", "blunder")
SAMPLES = 400


def main() -> None:
    """Review what is not in the rows yet, and print the table."""
    options = read_options()
    games = chosen(options.judge, options.games)
    rows = {(row["id"], row["level"]): row for row in read_rows(options.rows)}
    for game in games[options.part :: options.parts]:
        key = game["id"], options.level
        if options.report or key in rows:
            continue
        rows[key] = row = reviewed(game, options.level, options.threads)
        append_row(options.rows, row)
        print(
            f"{row['id']}: {len(row['moves'])} moves, {row['seconds']:.0f} core-seconds",
            file=sys.stderr,
        )
    known = [rows[g["id"], options.level] for g in games if (g["id"], options.level) in rows]
    report(known, {game["id"]: game for game in games}, options.level)


def chosen(file: Path, count: int) -> list[dict[str, Any]]:
    """So many games, always the same ones first."""
    sources: dict[str, list[dict[str, Any]]] = {}
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            sources.setdefault(game["source"], []).append(game)
    for some in sources.values():
        random.Random(1).shuffle(some)
    found: list[dict[str, Any]] = []
    place = 0
    while len(found) < count and any(sources.values()):
        some = sources.get(ORDER[place % len(ORDER)]) or next(s for s in sources.values() if s)
        found.append(some.pop(0))
        place += 1
    return found


# --- our side ------------------------------------------------------------------------------------


def reviewed(game: dict[str, Any], level: str, threads: int) -> dict[str, Any]:
    """The numbers of a review, as a row: the reasons are left out."""
    stage = ""

    def heard(progress: Progress) -> None:
        nonlocal stage
        stage = progress.stage

    begin, times = time.process_time(), Times()
    answer = review(
        Game.parse(game["sgf"]),
        level=level,  # type: ignore[arg-type]
        progress=heard,
        stop=lambda: stage in ("finding reasons", "following the groups"),
        threads=threads,
        times=times,
    )
    seconds = time.process_time() - begin
    return {
        "id": game["id"],
        "source": game["source"],
        "level": level,
        "seconds": round(seconds, 1),
        "stages": {
            name: round(times.of(name), 1) for name in ("glance", "ledger", "search", "think")
        },
        "moves": [list(one) for one in said(answer)],
    }


def said(answer: Review) -> Iterator[tuple[int, str, float, float, str, str]]:
    """Of each move: number, colour, the lead after it, its loss, its word, the better move told."""
    for move in answer.moves:
        others = [one.vertex for one in move.candidates if one.vertex != move.vertex]
        told = others[0] if move.word in BAD and others else ""
        yield move.number, move.color, move.lead, move.loss, move.word, told


# --- held against the judge ----------------------------------------------------------------------


@dataclass
class Held:
    """A game's moves as one voice sees them, beside the judge's numbers."""

    leads: list[tuple[float, float]] = field(default_factory=list)
    losses: list[tuple[float, float]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    sums: dict[str, list[float]] = field(default_factory=lambda: {"black": [0, 0], "white": [0, 0]})
    advice: list[str] = field(default_factory=list)

    def add(
        self, color: str, lead: tuple[float, float], loss: tuple[float, float], name: str
    ) -> None:
        """A move: each pair is ours and the judge's."""
        self.leads.append(lead)
        self.losses.append(loss)
        self.words.append(name)
        for place, value in enumerate(loss):
            self.sums[color][place] += value


def held(row: dict[str, Any], game: dict[str, Any]) -> dict[str, Held]:
    """Ours, and the judge's one look with two ways to words."""
    known = {one["t"]: one for one in game["positions"]}
    voices = {"ours": Held(), "raw": Held(), "raw3": Held()}
    for number, color, lead, loss, name, told in row["moves"]:
        before, after = known.get(number - 1), known.get(number)
        if before is None or after is None:
            continue
        sign = 1 if color == "black" else -1
        true = sign * (before["lead"] - after["lead"])
        look = sign * (before["raw"] - after["raw"])
        voices["ours"].add(color, (lead, after["lead"]), (loss, true), name)
        for voice, noise in (("raw", 0.0), ("raw3", 3.0)):
            pair = (after["raw"], after["lead"])
            voices[voice].add(color, pair, (look, true), word(max(0.0, look), noise))
        if told:
            voices["ours"].advice.append(advised(before, sign, told))
    return voices


def advised(before: dict[str, Any], sign: int, vertex: str) -> str:
    """What the judge's candidates say of a move: best, near, thought of, not."""
    listed = {one[0]: one for one in before["c"]}
    looked = [one for one in before["c"] if one[1] >= 3] or before["c"][:1]
    best = max(sign * one[2] for one in looked)
    if before["c"][0][0] == vertex:
        return "best"
    if vertex not in listed:
        return "not"
    return "near" if sign * listed[vertex][2] >= best - NEAR else "thought of"


Measure = Callable[[Sequence[Held]], float]


def _all(games: Sequence[Held], part: str) -> list[Any]:
    return [one for game in games for one in getattr(game, part)]


def _share(
    games: Sequence[Held], among: Callable[[float, str], bool], hit: Callable[[float, str], bool]
) -> float:
    pairs = list(
        zip((true for _, true in _all(games, "losses")), _all(games, "words"), strict=True)
    )
    some = [hit(*one) for one in pairs if among(*one)]
    return 100 * sum(some) / len(some) if some else math.nan


def _net(games: Sequence[Held]) -> float:
    """How far a colour's net loss is off, in percent of the judge's (or of ten points)."""
    off = [abs(a - b) / max(abs(b), 10.0) for game in games for a, b in game.sums.values()]
    return 100 * statistics.median(off)


def _net_points(games: Sequence[Held]) -> float:
    return statistics.median(abs(a - b) for game in games for a, b in game.sums.values())


def _advice(kind: tuple[str, ...]) -> Measure:
    def share(games: Sequence[Held]) -> float:
        told = _all(games, "advice")
        return 100 * sum(one in kind for one in told) / len(told) if told else math.nan

    return share


MEASURES: dict[str, Measure] = {
    "error of the lead": lambda g: statistics.mean(abs(a - b) for a, b in _all(g, "leads")),
    "correlation of the lead": lambda g: correlation(*zip(*_all(g, "leads"), strict=True)),
    "Spearman of losses": lambda g: spearman(*zip(*_all(g, "losses"), strict=True)),
    "losses >= 5 called bad %": lambda g: _share(g, lambda x, _: x >= BIG, lambda _, w: w in BAD),
    "losses >= 10 called bad %": lambda g: _share(g, lambda x, _: x >= HUGE, lambda _, w: w in BAD),
    "our mistakes denied %": lambda g: _share(g, lambda _, w: w in HARD, lambda x, _: x < DENIED),
    "quiet moves called bad %": lambda g: _share(g, lambda x, _: x < QUIET, lambda _, w: w in BAD),
    "net loss off by % (median)": _net,
    "net loss off by points (median)": _net_points,
    "better move: best or near %": _advice(("best", "near")),
    "better move: not thought of %": _advice(("not",)),
}


def correlation(one: Sequence[float], two: Sequence[float]) -> float:
    """Pearson's; 0 where one of them does not vary."""
    if len(set(one)) < 2 or len(set(two)) < 2:
        return 0.0
    return statistics.correlation(one, two)


def spearman(one: Sequence[float], two: Sequence[float]) -> float:
    """Of ranks; ties share their mean rank."""
    return correlation(ranks(one), ranks(two))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 0; equal ones get the mean of theirs.

    >>> ranks([5.0, 1.0, 5.0])
    [1.5, 0.0, 1.5]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    made = [0.0] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for place in order[first : last + 1]:
            made[place] = (first + last) / 2
        first = last + 1
    return made


# --- the table -----------------------------------------------------------------------------------


def report(rows: Sequence[dict[str, Any]], games: dict[str, dict[str, Any]], level: str) -> None:
    """A table for each source, then one line of JSON."""
    result: dict[str, Any] = {
        "benchmark": "judge",
        "level": level,
        "games": len(rows),
        "by_source": {},
    }
    for source, name in NAMES.items():
        some = [held(row, games[row["id"]]) for row in rows if row["source"] == source]
        if not some:
            continue
        moves = sum(len(one["ours"].words) for one in some)
        big = sum(true >= BIG for one in some for _, true in one["ours"].losses)
        print(f"\n{name}: {len(some)} games, {moves} moves, {big} lose {BIG:.0f} points or more")
        print(f"{'':34} {'ours':>22} {'raw':>22} {'raw3':>22}")
        entry: dict[str, Any] = {"games": len(some), "moves": moves, "big": big}
        for label, measure in MEASURES.items():
            cells = {
                v: interval([one[v] for one in some], measure) for v in ("ours", "raw", "raw3")
            }
            print(f"{label:34} " + " ".join(f"{_cell(*cell):>22}" for cell in cells.values()))
            entry[label] = {
                v: [None if math.isnan(x) else round(x, 3) for x in c] for v, c in cells.items()
            }
        sums = [[sum(s[i] for one in some for s in one["ours"].sums.values()) for i in (0, 1)]]
        print(f"net loss of all: ours {sums[0][0]:.0f}, the judge's {sums[0][1]:.0f}")
        entry["net"] = [round(x) for x in sums[0]]
        result["by_source"][name] = entry
    if rows:
        mean = statistics.mean(row["seconds"] for row in rows)
        print(f"\n{mean:.0f} core-seconds a game without reasons, in the mean")
        result["core_seconds"] = round(mean, 1)
    print(json.dumps(result))


def _cell(middle: float, low: float, high: float) -> str:
    if math.isnan(middle):
        return "-"
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def interval(games: Sequence[Held], measure: Measure) -> tuple[float, float, float]:
    """The measure, and its 90 % interval when games are drawn with replacement."""
    chance = random.Random(0)
    drawn = [measure(chance.choices(games, k=len(games))) for _ in range(_samples(games))]
    kept = sorted(x for x in drawn if not math.isnan(x))
    middle = measure(games)
    if not kept:
        return middle, math.nan, math.nan
    return middle, kept[len(kept) // 20], kept[-1 - len(kept) // 20]


def _samples(games: Sequence[Held]) -> int:
    """Fewer where there is much to sort."""
    return SAMPLES if len(games) <= 10 else SAMPLES // 2


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("judge", type=Path, help="the verdicts, JSON lines in gzip")
    parser.add_argument("--level", default="usual", choices=sorted(LEVELS))
    parser.add_argument("--games", type=int, default=20, help="half of them of kyu players")
    parser.add_argument("--rows", default="", help="a file to write games to and to go on from")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--part", type=int, default=0, help="of --parts, for several processes")
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="only print what is in --rows")
    return parser.parse_args()


if __name__ == "__main__":
    main()
