"""Unlimited life-and-death problems with a proved answer.

Random enclosed corners and sides are drawn and solved in the core
(`core/reading/arena/problem_maker.h`). A candidate becomes a problem if the side to move reaches
its goal, or a ko, by few first moves and would not by passing, and if every question about it was
proved. `effort` is the number of search nodes that took, a measure of difficulty; `level` is its
logarithm to base two.

Candidate number *n* of a seed is always the same, so a collection does not depend on the number of
cores, can be taken up where it was left, and can be made again from its seed.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.go import Game

__all__ = ["make_problems", "to_game"]

_BATCH = 200
_MOST_SEED = 2**63 - 1


def make_problems(
    seed: int = 1,
    *,
    first: int = 0,
    size: int = 19,
    most_answers: int = 3,
    least_effort: int = 1,
    nodes: int = 10_000,
    known: set[int] | None = None,
    jobs: int = 0,
) -> Generator[dict[str, Any], None, None]:
    """An endless supply of problems, as records for `Problem.from_record` and `gokan solve`.

    `first` is the candidate to start from. `known` holds the keys of earlier problems; none of them
    is repeated, not even mirrored. `nodes` limits each question about a candidate.

    >>> record = next(make_problems(7, jobs=1))
    >>> sorted(record)[:6]
    ['black', 'effort', 'first_moves', 'goal', 'id', 'key']
    >>> from gokan.reading import Problem, solve
    >>> solve(Problem.from_record(record)).result == record["result"]["verdict"]
    True
    """
    if not 0 <= seed <= _MOST_SEED or first < 0:
        raise InvalidInput("The seed and the first number must be 0 or more, and below 2**63.")
    if not 13 <= size <= 25:
        raise InvalidInput(f"The board size is {size} but must be from 13 to 25.")
    if most_answers < 1 or nodes < 100 or least_effort < 0:
        raise InvalidInput("There must be at least 1 answer, 100 nodes and an effort of 0.")
    seen = set() if known is None else known
    workers = jobs or os.cpu_count() or 1

    def batch(number: int) -> list[_core.MadeProblem]:
        return _core.make_problems(
            seed,
            number,
            _BATCH,
            board=size,
            most_answers=most_answers,
            nodes=nodes,
            least_effort=least_effort,
        )

    with ThreadPoolExecutor(max_workers=workers) as pool:
        waiting: deque[Future[list[_core.MadeProblem]]] = deque()
        following = first
        try:
            while True:
                while len(waiting) < 2 * workers:
                    waiting.append(pool.submit(batch, following))
                    following += _BATCH
                for made in waiting.popleft().result():
                    if made.key not in seen:
                        seen.add(made.key)
                        yield _record(made, seed, size)
        finally:
            for future in waiting:
                future.cancel()


def to_game(record: dict[str, Any]) -> Game:
    """A made problem as a game record: the task in words, and each first move that solves it.

    >>> game = to_game(next(make_problems(7, jobs=1)))
    >>> game.root.comment
    'Black to live.'
    >>> [child.comment for child in game.root.children]
    ['Solves it. (Proved.)', 'Solves it. (Proved.)']
    """
    from gokan.go import Game
    from gokan.reading.problem import Problem

    problem = Problem.from_record(record)
    width = problem.position.width
    game = Game.new(problem.position)
    game.root.name = str(record["id"])
    side = str(problem.position.to_play).capitalize()
    game.root.comment = f"{side} to {problem.goal}."
    game.root.mark("triangle", problem.target)
    ko = record["result"]["verdict"] == "ko"
    for column, row in record["first_moves"]:
        node = game.root.play(row * width + column)
        node.comment = f"{'Leads to ko' if ko else 'Solves it'}. (Proved.)"
        node.set_raw("TE", [b"1"])
    return game


def _record(made: _core.MadeProblem, seed: int, size: int) -> dict[str, Any]:
    turn, swapped = made.key % 8, made.key // 8 % 2 == 1

    def at(point: int) -> list[int]:
        row, column = divmod(point, size)
        if turn & 1:
            column = size - 1 - column
        if turn & 2:
            row = size - 1 - row
        return [row, column] if turn & 4 else [column, row]

    attackers = [at(p) for p, kind in enumerate(made.board) if kind == 1]
    defenders = [at(p) for p, kind in enumerate(made.board) if kind == 2]
    white_attacks = swapped
    side = "attacker" if made.attack else "defender"
    return {
        "id": f"made-{seed}-{made.number}-{side}",
        "size": size,
        "black": defenders if white_attacks else attackers,
        "white": attackers if white_attacks else defenders,
        "to_play": "W" if made.attack == white_attacks else "B",
        "goal": "kill" if made.attack else "live",
        "target": at(made.targets[0]),
        "targets": [at(p) for p in made.targets],
        "first_moves": [at(p) for p in made.answers],
        "result": {
            "verdict": "ko" if made.ko else "win",
            "without_threats": ("win" if made.first else "loss") if made.ko else None,
            "threats": made.threats if made.ko else None,
        },
        "effort": made.effort,
        "level": max(made.effort, 1).bit_length() - 1,
        "seed": seed,
        "number": made.number,
        "key": made.key,
    }
