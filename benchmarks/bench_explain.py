"""How good explanations are, over sampled moves of professional games.

Specific: the first sentence, its coordinates blanked, is false of at least seven of the nine other
candidates. Covered: the claims told carry at least half of the move's value over the best candidate
in another area. Faithful: the sum of a candidate's claims ranks candidates as the judgement of each
does. Checked: every claim derived again. Games: `pro_games.jsonl` in $GOKAN_DATA, else
../shared/data.

With `--search V` candidates are ranked by searches of V visits after each of them, otherwise by one
look of the network. `--each K` takes K moves of every game instead of moves of games drawn by lot;
`--part P --parts N` takes every Nth of them, so that several processors can share the work.

    python benchmarks/bench_explain.py --moves 200 [--verify all|exact|none] [--seed 1]
    python benchmarks/bench_explain.py --each 4 --only-verify --verify exact
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from gokan import explain
from gokan.explain.account import Explanation, gather
from gokan.explain.outlook import usual
from gokan.explain.scene import Scene, Table
from gokan.explain.second import verify
from gokan.explain.select import at_least
from gokan.explain.words import pattern
from gokan.go import PASS, Game, Position

MATERIAL = {"shape", "corner", "enclosure", "approach", "pincer", "extension"}
"""Names and places: they carry no value."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verify", choices=("all", "exact", "none"), default="none")
    parser.add_argument("--show", action="store_true", help="print the sentences")
    parser.add_argument("--only-verify", action="store_true", help="leave the other measures out")
    parser.add_argument("--each", type=int, default=0, help="so many moves of every game")
    parser.add_argument("--search", type=int, default=0, help="visits to rank candidates by")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin nothing after so long")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    checks: Counter[tuple[str, str]] = Counter()
    ranks: dict[str, list[float]] = {"look": [], "search": []}
    losses: list[float] = []
    begun = time.perf_counter()
    for number, (name, position, move) in enumerate(_sample(options)):
        if number % options.parts != options.part:
            continue
        if options.seconds and time.perf_counter() - begun > options.seconds:
            break
        if options.only_verify:
            table = Table(position, level="quick" if options.verify == "exact" else "usual")
            claims = tuple(gather(Scene(position, move, table)))
        else:
            account = explain.move(position, move)
            claims = account.claims
            _measure(account, tally, ranks, options.search)
            if account.loss is not None:
                losses.append(account.loss)
            if options.show:
                print(f"== {name} {position.vertex(move)}\n{account.explain()}")
        for checked in _verify(position, claims, options.verify):
            checks[checked[0], checked[1]] += 1
            if checked[1] == "fails":
                print(
                    f"fails: {name} {position.vertex(move)} {checked[0]} {checked[2]}", flush=True
                )
        tally["moves"] += 1
    moves = tally["moves"] or 1
    losses.sort()
    result = {
        "moves": tally["moves"],
        "specific": round(tally["specific"] / moves, 4),
        "covered": round(tally["covered"] / moves, 4),
        "covered_by_search": round(tally["covered by search"] / moves, 4),
        "told": round(tally["told"] / moves, 2),
        "rank_correlation": {
            how: round(sum(found) / len(found), 3) for how, found in ranks.items() if found
        },
        "loss_median": round(losses[len(losses) // 2], 2) if losses else None,
        "loss_95": round(losses[int(0.95 * len(losses))], 2) if losses else None,
        "called_bad": round(tally["bad"] / moves, 4),
        "checked": {f"{a} {b}": n for (a, b), n in sorted(checks.items())},
        "seconds_per_move": round((time.perf_counter() - begun) / moves, 3),
    }
    for key, value in result.items():
        print(f"{key:18} {value}")
    print(json.dumps(result))


def _sample(options: argparse.Namespace) -> Iterator[tuple[str, Position, int]]:
    folder = Path(os.environ.get("GOKAN_DATA", "../shared/data"))
    dice = random.Random(options.seed)
    with (folder / "pro_games.jsonl").open(encoding="utf-8") as file:
        lines = file.readlines()
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


def _searched(position: Position, visits: int) -> float:
    """Black's lead by a search."""
    from gokan.play import search

    return search(position, visits=visits).lead


def _measure(
    account: Explanation, tally: Counter[str], ranks: dict[str, list[float]], visits: int
) -> None:
    position = account.position
    tally["told"] += len(account.sentences)
    if any(claim.kind == "loses" for claim in account.told):
        tally["bad"] += 1
    outlook = usual(position)
    table = Table(position, outlook=outlook)
    scenes = [Scene(position, p, table) for p in account.candidates]
    scene = Scene(position, account.move, table)
    claims = {one.move: gather(one) for one in scenes}
    tally["specific"] += _specific(account, claims.values())
    sign = 1 if scene.mover == 1 else -1
    elsewhere = sign * outlook.view(table.ignored).lead
    value = sign * outlook.view(scene.after).lead - elsewhere
    # The best alternative in another area: far from the move.
    far = [sign * outlook.view(one.after).lead for one in scenes if scene.distance(one.move) > 5]
    over = value - (max(far) - elsewhere if far else 0.0)
    carried = sum(c.value for c in account.told if c.kind not in MATERIAL and not c.against)
    tally["covered"] += carried >= 0.5 * max(over, 0.0)
    leads = {one.move: sign * outlook.view(one.after).lead for one in (scene, *scenes)}
    told = {"look": leads}
    if visits:
        told["search"] = {one.move: sign * _searched(one.after, visits) for one in (scene, *scenes)}
        best = [told["search"][one.move] for one in scenes if scene.distance(one.move) > 5]
        found = told["search"][scene.move]
        over = found - max(best) if best else found - elsewhere
        tally["covered by search"] += carried >= 0.5 * max(over, 0.0)
    sums = {move: sum(c.value for c in found) for move, found in claims.items()}
    sums[account.move] = sum(c.value for c in account.claims if c.kind != "loses")
    for how, values in told.items():
        if len(values) > 3:
            ranks[how].append(_spearman([values[m] for m in values], [sums[m] for m in values]))


def _specific(account: Explanation, theirs: object) -> bool:
    """Whether the first sentence is false of all but two of nine other candidates."""
    if not account.told:
        return False
    first, position = account.told[0], account.position
    said = pattern(first, position)
    name = account.shape.names["shape"] if account.shape else None
    same = 0
    groups = list(theirs)  # type: ignore[call-overload]
    for claims in groups:
        shapes = {c.names["shape"] for c in claims if c.kind == "shape"}
        if (name is None or name in shapes) and any(
            pattern(c, position) == said and at_least(c, first) for c in claims
        ):
            same += 1
    return same <= 2 * len(groups) / 9


def _verify(
    position: Position, claims: tuple[explain.Claim, ...], what: str
) -> Iterator[tuple[str, str, str]]:
    if what == "none":
        return
    wanted = [c for c in claims if what == "all" or c.certainty == "exact"]
    for one in verify(position, wanted):
        yield one.claim.certainty, one.verdict, f"{one.claim.kind} {dict(one.claim.points)}"


def _spearman(one: list[float], two: list[float]) -> float:
    """The correlation of ranks; equal values share theirs."""

    def places(values: list[float]) -> list[float]:
        order = sorted(values)
        return [order.index(v) + (order.count(v) - 1) / 2 for v in values]

    a, b = places(one), places(two)
    if len(set(a)) == 1 or len(set(b)) == 1:
        return 0.0
    return statistics.correlation(a, b)


if __name__ == "__main__":
    main()
