r"""How good explanations are, over sampled moves of professional games.

Specific: the first sentence, its coordinates blanked, is false of at least seven of the nine other
candidates. Covered: the claims told carry at least half of the move's value over the best candidate
in another area. Faithful: the sum of a candidate's claims ranks the candidates as a judgement of
each does. Checked: claims derived again: `--verify exact`, `sure` (exact and proved), `all`, or
`told` (what is told, and of all candidates what is told seldom: leaning, and sizes of endgame
moves). Games: `pro_games.jsonl` in $GOKAN_DATA, else ../shared/data.

The judgement is the explanation's own (a short search after each candidate), one look of the
network, and with `--search V` a reference that shares neither board nor budget with it: the mean
of searches with V visits after each candidate on boards turned in `--ways` other ways. `--each K`
takes K moves of every game instead of moves of games drawn by lot; `--part P --parts N` takes every
Nth of them, so that several processors can share the work. `--half 0` draws from one half of the
games and `--half 1` from the other, so that what is fitted to one can be held against the other.
A run goes on from what is in the file of its `--rows`.

    python benchmarks/bench_explain.py --moves 200 [--verify all|told|sure|exact|none] [--seed 1]
    python benchmarks/bench_explain.py --each 4 --only-verify --verify sure

On a machine with a GPU many moves are looked at together:

    python benchmarks/bench_explain.py --moves 1000 --search 100 --ways 4 --device cuda --games 24 \
        --part 0 --parts 12 --keep --rows rows-0.jsonl.gz
    python benchmarks/bench_explain.py --report rows-*.jsonl.gz

Searches are what takes time. Where lines of earlier runs have them, the claims alone are made anew,
and held against those searches; `--except` leaves out games, those that something was fitted to:

    python benchmarks/bench_explain.py --known rows-*.jsonl.gz --except train.jsonl --rows F
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import statistics
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import many_searches  # type: ignore[import-not-found]  # beside this file
from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan import explain
from gokan.explain import compare
from gokan.explain.account import CANDIDATES, Explanation, gather
from gokan.explain.outlook import EvaluatorOutlook, Outlook, View, steadier
from gokan.explain.price import worth
from gokan.explain.scene import Scene, Table
from gokan.explain.select import at_least
from gokan.explain.verifying.second import PROVED_AGAIN, verify
from gokan.explain.words import pattern
from gokan.go import BLACK, PASS, Game, Position
from gokan.play.tree.evaluation import Evaluator
from gokan.play.tree.evaluators import default_evaluator
from gokan_lab.training import together

MATERIAL = {"shape", "corner", "enclosure", "approach", "pincer", "extension", "expected"}
"""Names, places and guesses: they carry no value."""
WAYS = (5, 6, 1, 4, 2, 7)
"""How the boards of the reference are turned: not as those of an explanation."""
CHECKED = {"exact": ("exact",), "sure": ("exact", "proved")}
"""Certainties of the claims that are derived again."""
_SAME = 0.05
"""Points by which the lead at a look may differ from one machine to another."""
CLEAR = 1.0
"""Points by which two candidates differ clearly."""
Row = dict[str, Any]
"""What was found of one move."""
Drawn = tuple[str, Position, int]
"""The name of a move, the position before it, and the move."""


def main() -> None:
    """Go through the sampled moves and print the table."""
    options = _read_options()
    if options.report:
        _report([row for file in options.report for row in read_rows(file)])
        return
    rows: list[Row] = []
    if options.known:
        for row in _known(options):
            rows.append(row)
            if options.rows:
                with options.rows.open("a", encoding="utf-8") as out:
                    print(json.dumps(row), file=out)
        _report(rows)
        return
    begun = time.perf_counter()
    judge = many_searches.OnDevice(options.device) if options.device else default_evaluator()
    done = {row["move"] for row in (read_rows(options.rows) if options.rows else [])}
    drawn = enumerate(_sample(options))
    mine = (one for n, one in drawn if n % options.parts == options.part and _name(one) not in done)
    while some := list(islice(mine, options.games)):
        if options.seconds and time.perf_counter() - begun > options.seconds:
            break
        found: list[Row] = []

        def work(drawn: Drawn, found: list[Row] = found) -> None:
            found.append(_row(*drawn, options))

        together.each(work, iter(some), games=options.games, device=options.device)
        if options.search and not options.only_verify:
            _refer(found, judge, options.search, options.ways)
        for row in found:
            row.pop("after", None)
        rows += found
        if options.rows:
            opened = gzip.open if options.rows.suffix == ".gz" else open
            with opened(options.rows, "at", encoding="utf-8") as out:
                for row in found:
                    print(json.dumps(row, ensure_ascii=False), file=out)
    _report(rows)


def read_rows(file: Path) -> list[Row]:
    """The rows that a run has written; what a run that was stopped left unfinished is left out."""
    rows: list[Row] = []
    opened = gzip.open if file.suffix == ".gz" else open
    with (
        suppress(EOFError, FileNotFoundError, json.JSONDecodeError),
        opened(file, "rt", encoding="utf-8") as lines,
    ):
        rows.extend(map(json.loads, lines))
    return rows


def _known(options: argparse.Namespace) -> Iterator[Row]:
    """Moves whose candidates were searched by an earlier run, with the claims made anew."""
    fitted = {game_of(row) for file in options.leave_out for row in read_rows(file)}
    done = {row["move"] for row in (read_rows(options.rows) if options.rows else [])}
    games = {record["id"]: record["sgf"] for record in map(json.loads, _lines())}
    rows = [row for file in options.known for row in read_rows(file)]
    rows = list({row["move"]: row for row in rows if game_of(row) not in fitted}.values())
    for row in rows[options.part :: options.parts]:
        if row["move"] in done or len(row["reference"]) <= 3:
            continue
        name, number, vertex = str(row["move"]).rsplit(" ", 2)
        position = Game.parse(games[name]).position(int(number) - 1)
        outlook = steadier(EvaluatorOutlook(default_evaluator()))
        table = Table(position, outlook=outlook, level="tactics")  # values need no search
        move = position.point(vertex)
        points = [move, *compare.others(table, move, None, None)[:CANDIDATES]]
        if "kept" in row:
            points = [one["move"] for one in row["kept"]]
        scenes = [Scene(position, point, table) for point in points]
        sign = 1 if position.to_play == BLACK else -1
        look = [round(sign * outlook.view(one.after).lead, 3) for one in scenes]
        off = [abs(a - b) for a, b in zip(look, row["look"], strict=False)]
        if len(look) != len(row["reference"]) or ("kept" not in row and max(off) > _SAME):
            continue  # other candidates than those that were searched
        each = [gather(one) for one in scenes]
        yield {"move": row["move"], **_sums(each), "look": look, "reference": row["reference"]}


def game_of(row: Row) -> str:
    """The game of a move."""
    return str(row["move"]).rsplit(" ", 2)[0]


def _sums(each: Sequence[Sequence[explain.Claim]]) -> Row:
    """What the claims of each candidate add up to: all, reasons alone, and those nearby."""
    rest = {"elsewhere"}
    return {
        "sums": [_sum(some, rest) for some in each],
        "reasons": [_sum(some, rest | {"expected"}) for some in each],
        "nearby": [_sum(some, rest | {"expected", "besides"}) for some in each],
    }


def _row(name: str, position: Position, move: int, options: argparse.Namespace) -> Row:
    """One move: what is claimed, how it compares, and what became of the claims."""
    begun = time.process_time()
    row: Row = {"move": _name((name, position, move))}
    outlook = None
    if options.only_verify:
        table = Table(position, level="quick" if options.verify == "exact" else "usual")
        claims = tuple(gather(Scene(position, move, table)))
    else:
        outlook = steadier(EvaluatorOutlook(default_evaluator()))
        account = explain.move(position, move, outlook=outlook)
        claims = account.claims
        if options.verify == "told":
            others = [c for some in account.others.values() for c in some]
            claims = (*account.told, *(c for c in (*claims, *others) if _called(c) != c.kind))
        row |= _measured(account, outlook, keep=options.keep)
        if options.show:
            print(f"== {row['move']}\n{account.explain()}")
    row["seconds"] = round(time.process_time() - begun, 2)
    wanted = [c for c in claims if c.certainty in CHECKED.get(options.verify, (c.certainty,))]
    if options.verify == "none":
        wanted = []
    row["checked"] = []
    for one in verify(position, wanted, outlook=outlook):
        again = " again" if one.how == PROVED_AGAIN else ""
        row["checked"].append([_called(one.claim), one.claim.certainty, one.verdict + again])
        if one.verdict == "fails":
            what = f"{one.claim.kind} {dict(one.claim.points)}"
            print(f"fails: {row['move']} {one.claim.certainty} {what}", flush=True)
    return row


def _name(drawn: Drawn) -> str:
    name, position, move = drawn
    return f"{name} {position.vertex(move)}"


def _called(claim: explain.Claim) -> str:
    """The kind of a claim, or the part of it that is derived again by itself."""
    if claim.names.get("how") == "leans":
        return "leaning"
    return "endgame size" if "size" in claim.numbers else claim.kind


def _report(rows: list[Row]) -> None:
    """The table, and the same as JSON."""
    told = [row for row in rows if "specific" in row]
    checks = [check for row in rows for check in row.get("checked", ())]
    result: dict[str, Any] = {"moves": len(rows)}
    result["checked"] = dict(sorted(Counter(f"{sure} {said}" for _, sure, said in checks).items()))
    result["by_kind"] = dict(sorted(Counter(f"{kind}: {said}" for kind, _, said in checks).items()))
    if told:
        losses = sorted(row["loss"] for row in told if row["loss"] is not None)
        result |= {
            name: round(statistics.fmean(row[name] for row in told), 4)
            for name in ("specific", "covered", "sentences", "called_bad")
        }
        result["seconds"] = round(statistics.fmean(row["seconds"] for row in told), 2)
        result["loss_median"] = losses[len(losses) // 2] if losses else None
        result["loss_95"] = losses[int(0.95 * len(losses))] if losses else None
        searched = [row["covered_by_reference"] for row in told if row["reference"]]
        if searched:
            result["covered_by_reference"] = round(statistics.fmean(searched), 4)
            # Where the move is worth no more than that candidate there is nothing to cover.
            more = [row for row in told if row["reference"] and _over(row, row["reference"]) > 0]
            covered = sum(row["covered_by_reference"] for row in more)
            result["of_those_worth_more"] = f"{covered} of {len(more)}"
    for how in ("look", "ahead", "reference"):
        if found := [row for row in rows if len(row.get(how, ())) > 3]:
            result[how] = _faithful(found, how)
    for key, value in result.items():
        print(f"{key:20} {value}")
    print(json.dumps(result))


def _faithful(rows: list[Row], how: str) -> dict[str, Any]:
    """How the sums of claims agree with a judgement of the candidates: the rank correlation, mean
    over moves with its standard error, and the share of pairs that differ clearly by the judgement
    and are in the same order. Beside it the correlation without the claim that a move is to be
    expected, and also without what changes besides; that of the outcomes, which a claim about the
    rest of the board makes up to what the explanation's own search finds; and that of the lead by
    this search.
    """
    each = [spearman(row["sums"], row[how]) for row in rows]

    def mean(what: str) -> float | None:
        some = [spearman(row[what], row[how]) for row in rows if what in row]
        return round(statistics.fmean(some), 3) if some else None

    pairs = [
        (a[0] - b[0]) * (a[1] - b[1]) > 0
        for row in rows
        for a, b in combinations(zip(row["sums"], row[how], strict=True), 2)
        if abs(a[1] - b[1]) >= CLEAR
    ]
    return {
        "moves": len(rows),
        "spearman": round(statistics.fmean(each), 3),
        "error": round(statistics.pstdev(each) / len(each) ** 0.5, 3),
        "spearman_of_reasons_alone": mean("reasons"),
        "spearman_of_reasons_nearby": mean("nearby"),
        "spearman_of_outcomes": mean("outcomes"),
        "spearman_of_the_search": mean("ahead"),
        "spread": round(statistics.fmean(statistics.pstdev(row[how]) for row in rows), 2),
        "clear_pairs": len(pairs),
        "clear_pairs_agree": round(statistics.fmean(pairs), 3) if pairs else None,
    }


def _sample(options: argparse.Namespace) -> Iterator[Drawn]:
    dice = random.Random(options.seed)
    lines = _lines()
    if options.half is not None:
        lines = [line for line in lines if half(json.loads(line)["id"]) == options.half]
    if options.each:
        for line in lines:
            found = 0
            while found < options.each:
                one = _drawn(line, dice)
                if one is not None:
                    found += 1
                    yield one
        return
    found = 0
    while found < options.moves:
        one = _drawn(dice.choice(lines), dice)
        if one is not None:
            found += 1
            yield one


def _lines() -> list[str]:
    path: Path = DATA / "pro_games.jsonl"
    return path.read_text("utf-8").splitlines()


def half(game: str) -> int:
    """The half of the games to which one belongs, 0 or 1, by its name alone."""
    return zlib.crc32(game.encode()) & 1


def _drawn(line: str, dice: random.Random) -> tuple[str, Position, int] | None:
    """A move of a game by lot; None if it is a pass or the record plays out of turn there."""
    record = json.loads(line)
    game = Game.parse(record["sgf"])
    moves = game.moves()
    index = dice.randrange(len(moves))
    color, move = moves[index]
    position = game.position(index)
    if move == PASS or position.to_play != color or not position.is_legal(move):
        return None
    return f"{record['id']} {index + 1}", position, move


def _refer(rows: list[Row], judge: Evaluator, visits: int, ways: int) -> None:
    """Add each candidate's lead by searches from sides that an explanation does not look from. The
    last board of a row is that without the move.
    """
    boards = [(board, way) for row in rows for board in row["after"] for way in WAYS[:ways]]
    asked = [(board.transform(way), visits) for board, way in boards]
    found = iter(many_searches.searches(judge, asked))
    for row in rows:
        seen = [[next(found) for _ in range(ways)] for _ in row["after"]]
        each = [row["sign"] * statistics.fmean(one.lead for one in some) for some in seen]
        row["reference"] = [round(lead, 3) for lead in each[:-1]]
        row["reference_without"] = round(each[-1], 3)
        row["covered_by_reference"] = _covers(row, row["reference"])


def _kept(move: int, claims: Sequence[explain.Claim]) -> Row:
    """All that is claimed of a candidate, with what it gains."""
    return {
        "move": move,
        "claims": [
            {
                "kind": c.kind,
                "certainty": c.certainty,
                "gain": round(c.value / worth().get(c.kind, 1.0), 3),
                "outcome": None if c.outcome is None else round(c.outcome, 3),
                "against": c.against,
                "numbers": dict(c.numbers),
                "names": {k: v for k, v in c.names.items() if len(v) < 40},
            }
            for c in claims
        ],
    }


def _covers(row: Row, leads: list[float]) -> bool:
    """Whether the claims told carry half of the move's value over the best in another area."""
    return bool(row["carried"] >= 0.5 * max(_over(row, leads), 0.0))


def _over(row: Row, leads: list[float]) -> float:
    """What the move is worth over the best candidate in another area."""
    best = [lead for lead, away in zip(leads, row["far"], strict=True) if away]
    return leads[0] - (max(best) if best else float(row["elsewhere"]))


def _sum(claims: Sequence[explain.Claim], without: set[str]) -> float:
    return round(sum(claim.value for claim in claims if claim.kind not in without), 3)


def _lead(view: View | None) -> float:
    assert view is not None
    return view.lead


def _measured(account: Explanation, outlook: Outlook, *, keep: bool) -> Row:
    position = account.position
    table = Table(position, outlook=outlook)
    every = [Scene(position, p, table) for p in (account.move, *account.candidates)]
    sign = 1 if every[0].mover == 1 else -1
    mine = [c for c in account.claims if not c.rests_on and c.kind != "loses"]
    each = [mine, *(list(account.others[p]) for p in account.candidates)]
    row: Row = {
        "specific": _specific(account),
        "sentences": len(account.sentences),
        "called_bad": any(claim.kind == "loses" for claim in account.told),
        "loss": None if account.loss is None else round(account.loss, 2),
        **_sums(each),
        "outcomes": [round(sum(c.outcome or 0.0 for c in some), 3) for some in each],
        "look": [round(sign * outlook.view(one.after).lead, 3) for one in every],
        "ahead": [round(sign * _lead(one.outcome), 3) for one in every],
        "reference": [],
        "sign": sign,
        "far": [every[0].distance(one.move) > 5 for one in every],  # in another area
        "elsewhere": round(sign * _lead(table.ignored_outcome), 3),
        "carried": sum(c.value for c in account.told if c.kind not in MATERIAL and not c.against),
        "after": [*(one.after for one in every), table.ignored],
    }
    if keep:
        row["number"] = account.position.move_number
        row["kept"] = [_kept(one.move, some) for one, some in zip(every, each, strict=True)]
        row["told"] = [claim.kind for claim in account.told]
    return {**row, "covered": _covers(row, row["ahead"])}


def _specific(account: Explanation) -> bool:
    """Whether the first sentence is false of all but two of nine other candidates."""
    if not account.told:
        return False
    first, position = account.told[0], account.position
    said = pattern(first, position)
    name = account.shape.names["shape"] if account.shape else None
    same = 0
    groups = list(account.others.values())
    for claims in groups:
        shapes = {c.names["shape"] for c in claims if c.kind == "shape"}
        if (name is None or name in shapes) and any(
            pattern(c, position) == said and at_least(c, first) for c in claims
        ):
            same += 1
    return same <= 2 * len(groups) / 9


def spearman(one: list[float], two: list[float]) -> float:
    """The correlation of ranks; equal values share theirs."""

    def places(values: list[float]) -> list[float]:
        order = sorted(values)
        return [order.index(v) + (order.count(v) - 1) / 2 for v in values]

    a, b = places(one), places(two)
    if len(set(a)) == 1 or len(set(b)) == 1:
        return 0.0
    return statistics.correlation(a, b)


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--verify", choices=("all", "told", "sure", "exact", "none"), default="none"
    )
    parser.add_argument("--show", action="store_true", help="print the sentences")
    parser.add_argument("--only-verify", action="store_true", help="leave the other measures out")
    parser.add_argument("--half", type=int, choices=(0, 1), help="draw from half of the games")
    parser.add_argument("--each", type=int, default=0, help="so many moves of every game")
    parser.add_argument("--search", type=int, default=0, help="visits of the reference")
    parser.add_argument("--ways", type=int, default=2, help="searches of the reference")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin nothing after so long")
    parser.add_argument("--games", type=int, default=1, help="moves looked at together")
    parser.add_argument("--device", default="", help="run the network in torch there")
    parser.add_argument("--rows", type=Path, help="where every move is written as it is known")
    parser.add_argument("--keep", action="store_true", help="write all claims as well")
    parser.add_argument("--known", type=Path, nargs="+", help="such files: claims alone, anew")
    leave_out = "such files: leave out their games"
    parser.add_argument(
        "--except", dest="leave_out", type=Path, nargs="+", default=[], help=leave_out
    )
    parser.add_argument("--report", type=Path, nargs="+", help="such files: print their table")
    return parser.parse_args()


if __name__ == "__main__":
    main()
