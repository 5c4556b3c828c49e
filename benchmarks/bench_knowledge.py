"""The rule base of goals, measured: suggestions, generated facts, forks between facts, and speed.

    python benchmarks/bench_knowledge.py suggestions [--half even] [--set Elementary] [--most 50]
    python benchmarks/bench_knowledge.py facts [--problems 60]
    python benchmarks/bench_knowledge.py forks [--problems 60]
    python benchmarks/bench_knowledge.py used [--games 200] [--every 10] [--problems 200]
    python benchmarks/bench_knowledge.py speed [--moves 60 170] [--games 8]

Suggestions are counted on positions with all proved winning moves (as `gokan knowledge audit`
does). Facts and forks are counted in positions of random play inside generated problems: what a
rule claims of two eyes or of a connection is put to reading, the opponent moving first; and so is
what would follow if two claims that are known did not hang together (2.7). *Used* counts how often
each rule matches in professional games, in random play inside odd book problems, and inside
generated problems; and how often it is left when more specific rules speak better (3.10).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

from cho import confirmed  # type: ignore[import-not-found]  # beside this file
from data_folder import DATA  # type: ignore[import-not-found]

from gokan.go import Color, Game, Position
from gokan.goals.knowledge import Assertion, load
from gokan.goals.knowledge.audit import audit, record_nodes
from gokan.play.matches.statistics import wilson
from gokan.reading import Budget, Problem, connect, make_problems, pose_record, solve
from gokan.reading.regions.region import find_region

NODES = 60_000


def main() -> None:
    """One of the four counts."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=["suggestions", "facts", "forks", "used", "speed"])
    options.add_argument("--half", choices=["odd", "even", "both"], default="even")
    options.add_argument("--set", default="Elementary", help="items whose id contains this")
    options.add_argument("--most", type=int, default=50, help="items, taken evenly from all")
    options.add_argument("--problems", type=int, default=60)
    options.add_argument("--seed", type=int, default=9)
    options.add_argument("--moves", type=int, nargs="+", default=[60, 170])
    options.add_argument("--games", type=int, default=8)
    options.add_argument("--every", type=int, default=10, help="of games: one move in so many")
    chosen = options.parse_args()
    counts = {
        "suggestions": suggestions,
        "facts": facts,
        "forks": forks,
        "used": used,
        "speed": speed,
    }
    counts[chosen.what](chosen)


def suggestions(chosen: argparse.Namespace) -> None:
    """How often a proved winner is among the suggestions."""
    records = confirmed(chosen.set, chosen.half)
    records = records[:: max(1, len(records) // chosen.most)][: chosen.most]
    nodes = list(record_nodes(records, nodes=NODES))
    for name, part in (
        ("the problems themselves", [n for n in nodes if n.depth == 0]),
        ("later positions", [n for n in nodes if n.depth]),
        ("all", nodes),
    ):
        found = audit(load(), part)
        print(f"{name}: {found.explain()}")
        if part:
            low, high = wilson(found.found_first, found.nodes)
            print(f"  among the first eight: 95 % interval {low:.1%} to {high:.1%}")


def facts(chosen: argparse.Namespace) -> None:
    """What generated rules claim, against reading."""
    said: Counter[str] = Counter()
    for position in positions(chosen.problems, chosen.seed):
        for claim in load().match(position):
            if claim.certainty != "proved":
                continue
            if claim.purpose == "eye" and claim.eyes[0] >= 2:
                said[f"two eyes: {lives(position, claim)}"] += 1
            elif claim.purpose == "connection" and claim.strength == 2:
                said[f"connection: {joined(position, *claim.objects[:2])}"] += 1
    show(said)


def forks(chosen: argparse.Namespace) -> None:
    """Pairs of claims that are known, and whether they hold together."""
    said: Counter[str] = Counter()
    for position in positions(chosen.problems, chosen.seed):
        claims = load().match(position)
        eyes = [c for c in claims if c.purpose == "eye" and c.eyes[0] >= 1 and c.objects]
        for one, two in combinations(eyes, 2):
            if not same_block(position, one, two):
                continue
            if one.border & two.centre or two.border & one.centre:
                continue
            result = lives(position, one)
            said[f"two eyes, disjoint as 3.7 says: {result}"] += 1
            if one.disjoint(two):
                said[f"two eyes, not parts of one space: {result}"] += 1
        links = {
            frozenset(position.block(p).stones[0] for p in c.objects[:2])
            for c in claims
            if c.purpose == "connection" and c.strength == 2
        }
        for one_link, two_link in combinations(sorted(links, key=sorted), 2):
            ends = one_link ^ two_link
            if len(one_link & two_link) == 1 and len(ends) == 2:
                said[f"connections in a row: {joined(position, *sorted(ends))}"] += 1
    show(said)


def positions(problems: int, seed: int) -> Iterator[Position]:
    """Random play inside the regions of generated problems."""
    dice = random.Random(seed)
    for number, record in enumerate(make_problems(seed, jobs=1)):
        if number >= problems:
            return
        problem = Problem.from_record(record)
        position = problem.position
        points = sorted(find_region(position, problem.target).points)
        for _ in range(6):
            legal = [p for p in points if position.is_legal(p)]
            if not legal:
                break
            position = position.play(dice.choice(legal))
            yield position


def lives(position: Position, claim: Assertion) -> str:
    """What reading says of the block of an eye if the opponent moves first."""
    stone = next(iter(claim.border & set(owned(position, claim.color))), None)
    if stone is None:
        return "no block"
    turned = position.with_to_play(claim.color.opponent)
    problem = Problem.make(turned, target=[stone])
    answer = solve(problem, budget=Budget(nodes=NODES), all_moves=False, details=False)
    told = {"win": "dies", "loss": "lives"}.get(answer.result, answer.result)
    return f"{told} ({'proved' if answer.proved else 'read'})"


def joined(position: Position, one: int, two: int) -> str:
    """What reading says of a connection if the opponent moves first."""
    side = position.color_at(one)
    if side != position.color_at(two):
        return "not of one side"
    answer = connect(position.with_to_play(side.opponent), one, two, first="cut", nodes=NODES)
    word = "connected" if answer.connected else "ko" if answer.code > 1 else "cut"
    return f"{word} ({answer.grade})"


def owned(position: Position, color: Color) -> list[int]:
    """The stones of a side."""
    return [p for p, c in enumerate(position.board) if c == color]


def same_block(position: Position, one: Assertion, two: Assertion) -> bool:
    """Whether the borders of two eyes belong to one block, and only to it."""
    if one.color != two.color:
        return False
    stones = {p for c in (one, two) for p in c.border if position.board[p] == one.color}
    return len({position.block(p).stones[0] for p in stones}) == 1


def used(chosen: argparse.Namespace) -> None:
    """Where each rule matches, and where it is left after filtering."""
    base = load()
    sources = {"games": game_positions, "book": book_positions, "made": made_positions}
    found: dict[str, dict[str, list[int]]] = {rule.name: {} for rule in base.rules}
    for source, positions in sources.items():
        number = 0
        for position in positions(chosen):
            number += 1
            for side in (1, 2):
                for step, filtered in enumerate((False, True)):
                    rules = {m.rule for m in base.core.match(position.core, side, [], filtered)}
                    for name in {base.sides[rule].name for rule in rules}:
                        found[name].setdefault(source, [0, 0])[step] += 1
        print(f"{source}: {number} positions", flush=True)
    nowhere = [name for name, by in found.items() if not by]
    hidden = [n for n, by in found.items() if by and not any(left for _, left in by.values())]
    for source in sources:
        some = sum(source in by for by in found.values())
        print(f"match in {source}: {some} of {len(found)} rules")
    print(f"nowhere: {len(nowhere)}: {' '.join(nowhere)}")
    print(f"never left after filtering: {len(hidden)}: {' '.join(hidden)}")
    print(json.dumps({"used": found}))


def game_positions(chosen: argparse.Namespace) -> Iterator[Position]:
    """One position in so many of professional games."""
    lines = (DATA / "pro_games.jsonl").read_text("utf-8").splitlines()[: chosen.games]
    for line in lines:
        game = Game.parse(json.loads(line)["sgf"])
        position = game.start
        for number, (mover, move) in enumerate(game.moves(), 1):
            position = position.play_forced(move, mover)
            if number % chosen.every == 0:
                yield position


def book_positions(chosen: argparse.Namespace) -> Iterator[Position]:
    """Random play inside Cho's odd problems."""
    dice = random.Random(chosen.seed)
    for record in confirmed("Elementary,Intermediate", "odd")[: chosen.problems]:
        problem = pose_record(record)
        yield from wander(problem, dice)


def made_positions(chosen: argparse.Namespace) -> Iterator[Position]:
    """The same inside generated problems."""
    dice = random.Random(chosen.seed)
    for record in islice(make_problems(chosen.seed, jobs=1), chosen.problems):
        yield from wander(Problem.from_record(record), dice)


def wander(problem: Problem, dice: random.Random, *, lines: int = 3) -> Iterator[Position]:
    """A problem, and random play in its region, twelve moves long."""
    yield problem.position
    points = sorted(find_region(problem.position, problem.target).points)
    for _ in range(lines):
        position = problem.position
        for _ in range(12):
            moves = [p for p in points if position.is_legal(p)]
            if not moves:
                break
            position = position.play(dice.choice(moves))
            yield position


def speed(chosen: argparse.Namespace) -> None:
    """Processor time for both sides of professional positions."""
    lines = (DATA / "pro_games.jsonl").read_text("utf-8").splitlines()[: chosen.games]
    games = [Game.parse(json.loads(line)["sgf"]) for line in lines]
    for moves in chosen.moves:
        spent = []
        for game in games:
            core = game.position(min(moves, len(game))).core
            spent.append(
                min((load().core.seconds(core, 15) for _ in range(5)), key=lambda took: took.maps)
            )
        maps = [1000 * one.maps for one in spent]
        everything = [1000 * one.everything for one in spent]
        print(
            f"move {moves}: all maps {min(maps):.2f} to {max(maps):.2f} ms, everything"
            f" {min(everything):.2f} to {max(everything):.2f} ms, means"
            f" {sum(maps) / len(maps):.2f} and {sum(everything) / len(everything):.2f}"
        )


def show(said: Counter[str]) -> None:
    """Each line with its number."""
    for name, number in sorted(said.items()):
        print(f"{number:6}  {name}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
