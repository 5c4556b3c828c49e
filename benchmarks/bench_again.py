"""Read and learned claims derived again, kind by kind, on the mirrored board with colours swapped.

Moves of professional games (`pro_games.jsonl` in $GOKAN_DATA, else ../shared/data) are explained,
and what is read or learned is derived again with four times the budget, until each kind has been
checked so many times. Some kinds are seldom claimed of professional moves, so others can be asked
about instead: `--find bad` takes a likely move that looks worse than another, and `--find good` one
that looks better than the natural move beside it. What is claimed of it, and whether, is left to
the account. Kinds that rest on looks and readings alone are found sooner with `--quick`.

    python benchmarks/bench_again.py --moves 50 --most 60 [--find played|bad|good] [--rows FILE]
    python benchmarks/bench_again.py --report rows-*.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import bench_explain  # type: ignore[import-not-found]  # beside this file

from gokan import explain
from gokan.explain import compare
from gokan.explain.account import gather
from gokan.explain.outlook import EvaluatorOutlook, Outlook, steadier
from gokan.explain.scene import Scene, Table
from gokan.explain.verifying.second import verify
from gokan.go import PASS, Position
from gokan.play.tree.evaluators import default_evaluator
from gokan_lab.training import together

AMONG = 8
"""Likely moves, one of which is taken instead of the one played."""
WORSE = 3.0
"""Points by which a move has to look worse than another."""
NEAR = 5
Row = dict[str, Any]


def main() -> None:
    """Go through the moves and print what became of the claims."""
    options = read_options()
    if options.report:
        report([json.loads(line) for file in options.report for line in file.open("r")])
        return
    begun = time.monotonic()
    rows: list[Row] = []
    checked: Counter[str] = Counter()
    lock = threading.Lock()

    def work(drawn: tuple[str, Position, int]) -> None:
        if time.monotonic() - begun > options.seconds:
            return
        for row in derived(*drawn, options, checked):
            with lock:
                rows.append(row)
                if options.rows:
                    with options.rows.open("a", encoding="utf-8") as out:
                        print(json.dumps(row), file=out)

    together.each(work, moves(options), games=options.games, device=options.device)
    report(rows)


def moves(options: argparse.Namespace) -> Iterator[tuple[str, Position, int]]:
    """Moves of games, drawn by lot."""
    dice = random.Random(options.seed)
    lines = bench_explain._lines()
    for number in range(options.moves):
        one = bench_explain._drawn(dice.choice(lines), dice)
        late = one is not None and one[1].move_number >= options.after
        if late and number % options.parts == options.part:
            yield one


def derived(
    name: str,
    position: Position,
    played: int,
    options: argparse.Namespace,
    checked: Counter[str],
) -> Iterator[Row]:
    """Claims about one move, of kinds that have not been checked often enough."""
    outlook = steadier(EvaluatorOutlook(default_evaluator()))
    move = played if options.find == "played" else found(position, outlook, options.find)
    if move is None:
        return
    claims, told = made(position, move, played, outlook, quick=options.quick)
    wanted = []
    for claim in claims:
        if claim.certainty not in ("read", "learned") or checked[claim.kind] >= options.most:
            continue
        if claim.kind in (options.kinds or (claim.kind,)):
            checked[claim.kind] += 1
            wanted.append(claim)
    for one in verify(position, wanted, outlook=outlook):
        yield {
            "move": f"{name} {position.vertex(move)}",
            "kind": one.claim.kind,
            "certainty": one.claim.certainty,
            "verdict": one.verdict,
            "told": one.claim in told,
            "value": round(one.claim.value, 2),
            "numbers": dict(one.claim.numbers),
            "names": {k: v for k, v in one.claim.names.items() if len(v) < 40},
        }


def made(
    position: Position, move: int, played: int, outlook: Outlook, *, quick: bool
) -> tuple[Sequence[explain.Claim], Sequence[explain.Claim]]:
    """All claims about a move and those told; what is quick makes no comparisons, tells nothing."""
    if quick:
        return gather(Scene(position, move, Table(position, outlook=outlook, level="tactics"))), ()
    account = explain.move(position, move, outlook=outlook, instead_of=played)
    return account.claims, account.told


def found(position: Position, outlook: Outlook, find: str) -> int | None:
    """A likely move that looks worse than another, or one that looks better than the natural one
    nearby; None if there is none.
    """
    likely = [(p, c) for p, c in outlook.view(position).moves if p != PASS][:AMONG]
    sign = 1 if position.to_play == 1 else -1
    leads = {p: sign * outlook.view(position.play(p)).lead for p, _ in likely}
    if not leads:
        return None
    if find == "bad":
        worst = min(leads, key=lambda p: leads[p])
        return worst if max(leads.values()) - leads[worst] > WORSE else None
    best = max(leads, key=lambda p: leads[p])
    width = position.width
    near = [
        p
        for p, chance in likely
        if p != best
        and chance >= compare.NATURAL
        and abs(p // width - best // width) + abs(p % width - best % width) <= NEAR
    ]
    return best if near and leads[best] - leads[near[0]] > WORSE else None


def report(rows: Sequence[Row]) -> None:
    """What became of the claims of each kind; beside it, of those that are told."""
    print(f"{'certainty':9} {'kind':18} claims  hold  fail  not checked  agree    told  hold")
    kinds = sorted({(row["certainty"], row["kind"]) for row in rows})
    for certainty, kind in (*kinds, ("read", None), ("learned", None)):
        some = [r for r in rows if r["certainty"] == certainty and kind in (r["kind"], None)]
        said = Counter(row["verdict"] for row in some)
        told = [row for row in some if row["told"]]
        sure = said["holds"] + said["fails"]
        share = f"{100 * said['holds'] / sure:5.1f} %" if sure else "      –"
        print(
            f"{certainty:9} {kind or 'all':18} {len(some):6d} {said['holds']:5d} "
            f"{said['fails']:5d} {said['not checked']:12d} {share} {len(told):6d} "
            f"{sum(row['verdict'] == 'holds' for row in told):5d}"
        )
    print(json.dumps({"benchmark": "again", "claims": len(rows)}))


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--moves", type=int, default=50)
    parser.add_argument("--most", type=int, default=60, help="claims of each kind")
    parser.add_argument("--find", choices=("played", "bad", "good"), default="played")
    parser.add_argument("--quick", action="store_true", help="kinds that need no searches, alone")
    parser.add_argument("--after", type=int, default=0, help="moves that come later than that")
    parser.add_argument("--kinds", nargs="+", help="check these alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin nothing after so long")
    parser.add_argument("--games", type=int, default=1, help="moves looked at together")
    parser.add_argument("--device", default="", help="run the network in torch there")
    parser.add_argument("--rows", type=Path, help="where every claim is written as it is known")
    parser.add_argument("--report", type=Path, nargs="+", help="such files: print their table")
    return parser.parse_args()


if __name__ == "__main__":
    main()
