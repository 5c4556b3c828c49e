"""Groups that only a large budget proves: what does the network say of them at a glance?

    python benchmarks/bench_hard_groups.py GAMES.jsonl [--first 0] [--step 20] [--usual 60000]
                                           [--factor 50] [--known FILE.jsonl]

In positions of professional games after 50, 100, 150 and 200 moves, every group of three stones or
more in a region of at most 34 points is read with the usual nodes, for either side first; what that
does not prove is read again with `factor` times as many. Of what is proved then the network is
asked: by the life of the group (`intuition.life`) and by the ownership of its points. `--known`
names files of groups found before: lines with game, move, stones, color, mover, goal and result.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gokan import intuition
from gokan.go import BLACK, Game
from gokan.reading import Budget, Problem, solve
from gokan.reading.groups.gathering import gather
from gokan.reading.regions.region import find_region

MOVES = (50, 100, 150, 200)
LARGEST = 34
WORDS = ("alive", "dead", "ko")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=20)
    parser.add_argument("--usual", type=int, default=60_000)
    parser.add_argument("--factor", type=int, default=50)
    parser.add_argument("--known", type=Path, nargs="*")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.games.read_text("utf-8").splitlines()]
    games = {row["id"]: Game.parse(row["sgf"]) for row in rows[options.first :: options.step]}
    if options.known:
        lines = [line for path in options.known for line in path.read_text("utf-8").splitlines()]
        found: Any = [row for row in map(json.loads, lines) if "game" in row]
        games = {row["id"]: Game.parse(row["sgf"]) for row in rows}
    else:
        found = _find(games, options.usual, options.factor)
    counts: Counter[tuple[str, str]] = Counter()
    brier: Counter[str] = Counter()
    for row in found:
        _judge(row, games[row["game"]], counts, brier)
    total = sum(counts["truth", word] for word in WORDS)
    print(f"{total} questions proved with {options.factor} times the usual nodes only")
    for name in ("life", "ownership", "always alive"):
        recall = ", ".join(
            f"{word} {counts[name, word]} of {counts['truth', word]}" for word in WORDS
        )
        print(f"{name:14} {recall}; Brier score {brier[name] / max(1, total):.4f}")
    print(json.dumps({"benchmark": "hard_groups", "questions": total}))


def _find(games: dict[str, Game], usual: int, factor: int) -> Iterator[dict[str, Any]]:
    for name, game in games.items():
        for number in (n for n in MOVES if n < len(game.moves())):
            position = game.position(number)
            for group in gather(position, budget=Budget(nodes=400_000)):
                color = position.color_at(min(group.stones))
                for mover in (color, color.opponent):
                    turned = position.setup(to_play=mover)
                    problem = Problem.make(turned, target=group.blocks(position))
                    small = len(find_region(turned, problem.target).points) <= LARGEST
                    if len(group.stones) < 3 or not small or _proved(problem, usual):
                        continue
                    result = _proved(problem, usual * factor)
                    if result:
                        yield {
                            "game": name,
                            "move": number,
                            "stones": sorted(group.stones),
                            "color": int(color),
                            "mover": int(mover),
                            "goal": problem.goal,
                            "result": result,
                        }


def _proved(problem: Problem, nodes: int) -> str:
    answer = solve(problem, nodes=nodes, all_moves=False, details=False, trials=False)
    return answer.result if answer.proved else ""


def _judge(
    row: dict[str, Any], game: Game, counts: Counter[tuple[str, str]], brier: Counter[str]
) -> None:
    position = game.position(row["move"])
    truth = "alive" if (row["result"] == "win") == (row["goal"] == "live") else "dead"
    truth = "ko" if row["result"] == "ko" else truth
    guess = intuition.life(position, row["stones"])
    fate = guess.own_first if row["mover"] == row["color"] else guess.enemy_first
    owner = intuition.judge(position, ways=range(8)).ownership
    sign = 1 if row["color"] == BLACK else -1
    own = (1 + sign * sum(owner[p] for p in row["stones"]) / len(row["stones"])) / 2
    counts["truth", truth] += 1
    for name, chances in (
        ("life", (fate.alive + fate.seki, fate.dead, fate.ko)),
        ("ownership", (own, 1 - own, 0.0)),
        ("always alive", (1.0, 0.0, 0.0)),
    ):
        counts[name, truth] += WORDS[chances.index(max(chances))] == truth
        brier[name] += sum(
            (chance - (word == truth)) ** 2 for chance, word in zip(chances, WORDS, strict=True)
        )


if __name__ == "__main__":
    main()
