"""Wolf's numbers (2010), recomputed from his equations and from games."""

from __future__ import annotations

import time
from functools import cache

from gokan.go import Position
from gokan.strength import FixedPoints, equations, fixed_points, rank, weigh
from gokan_lab.facts.found import Found, data, share
from gokan_lab.study.parameters import positions
from gokan_lab.study.predict import predict
from gokan_lab.study.solutions import solutions

MOVE = 50
"""The move number of the paper's examples."""


def row(points: int) -> tuple[Position, dict[str, float]]:
    """Diagrams 1 and 6: empty points on the edge between two black stones, above a white wall."""
    text = "X" + "." * points + "X\n" + "O" * (points + 2) + "\n" + "." * (points + 2)
    position = Position.from_diagram(text)
    return position, {position.vertex(p): 1.0 for p, color in enumerate(position.board) if color}


def _white(points: int, at: int) -> Found:
    position, alive = row(points)
    found = weigh(position, stop=1e-13, static_life=False, verdicts=alive)
    return Found(round(found.white[at], 12))


def diagram_1_outer() -> Found:
    """w1 = w3 of Diagram 1."""
    return _white(3, 1)


def diagram_1_middle() -> Found:
    """w2 of Diagram 1."""
    return _white(3, 2)


def diagram_6() -> Found:
    """w2 of Diagram 6, a root of 4w³ − 2w² − 7w + 4."""
    return _white(5, 2)


DIAGRAM_7 = """
    . . . .
    . . . O
    . X X O
    . X O X
    . X O .
"""


@cache
def _diagram_7() -> tuple[Position, FixedPoints]:
    position = Position.from_diagram(DIAGRAM_7)
    alive = {"C3": 1.0, "D3": 1.0}
    found = fixed_points(position, verdicts=alive, raise_last_liberty=False, stop=1e-13, starts=6)
    return position, found


def diagram_7_point() -> Found:
    """W at d1 in the solution between the extremes."""
    position, found = _diagram_7()
    return Found(round(found.between[0].white[position.point("D1")], 9))


def diagram_7_block() -> Found:
    """S of both blocks there."""
    position, found = _diagram_7()
    (one,) = found.between
    c1, d2 = one.white[position.point("C1")], 1 - one.white[position.point("D2")]
    return Found(round(c1, 9) if abs(c1 - d2) < 1e-9 else f"{c1} and {d2}")


def diagram_7_solutions() -> Found:
    """Solutions in all, the two extreme ones among them."""
    _, found = _diagram_7()
    extremes = (found.all_white, found.all_black)
    return Found(len(found.between) + sum(one is not None for one in extremes))


def full_board() -> Position:
    """A board with 55 blocks and 217 points, like Diagram 2: one of 90 stones and 54 single."""
    stones = [1] * 90 + [0] * 271
    singles = [(r, column) for r in range(6, 18, 2) for column in range(0, 19, 2)][:54]
    for number, (r, c) in enumerate(singles):
        stones[r * 19 + c] = 1 + number % 2
    return Position.from_board(bytes(stones), 19)


def relations() -> Found:
    """Relations for 55 blocks and 217 points."""
    return Found(len(equations(full_board())))


def units() -> Found:
    """Units of the same board: the paper prints 217 + 55 = 271."""
    system = equations(full_board())
    return Found(system.points + system.blocks)


def survival() -> Found:
    """Played moves that are kept if the worst 85 % are dropped, at move 50."""
    found = predict(data("pro_games.jsonl"), ranker="seds", moves=(MOVE, MOVE), workers=1)
    kept = sum(r.percentile >= 85 for r in found.rows)
    return share(kept, found.positions, f"positions at move {MOVE}")


def one_solution() -> Found:
    """Positions with one solution besides the extremes, at move 50."""
    found = solutions(data("pro_games.jsonl"), move=MOVE, limit=100)
    return share(found.one, found.positions, f"positions at move {MOVE}")


def _kept(updates: int, stop: float = 1e-3) -> tuple[int, int]:
    kept = 0
    some = positions(data("pro_games.jsonl"), move=MOVE, limit=300)
    for position, played in some:
        ranked = rank(position, max_iter=updates, stop=stop)
        scores = {m.move: m.gain for m in ranked.moves}
        others = [score for move, score in scores.items() if move != played]
        mine = scores[played]
        worse = sum((s < mine) + (s == mine) / 2 for s in others)
        kept += 100 * worse / len(others) >= 85
    return kept, len(some)


def iterations() -> Found:
    """Kept with four updates of a unit, less what is kept with two, in points."""
    few, many = _kept(2), _kept(4)
    gain = 100 * (many[0] - few[0]) / few[1]
    return Found(gain, of=f"{few[0]} and {many[0]} of {few[1]} positions with 2 and 4 updates")


@cache
def _ranked() -> tuple[float, int, int]:
    """Processor seconds for rankings, how many they were, and the evaluations in them."""
    some = positions(data("pro_games.jsonl"), move=100, limit=30)
    begun = time.process_time()
    evaluations = sum(1 + len(rank(position, max_iter=5).moves) for position, _ in some)
    return time.process_time() - begun, len(some), evaluations


def ranking_time() -> Found:
    """Milliseconds of one core for a ranking at move 100."""
    seconds, rankings, _ = _ranked()
    return Found(1000 * seconds / rankings, of="this machine")


def evaluation_time() -> Found:
    """Microseconds of one core for each evaluation in these rankings."""
    seconds, _, evaluations = _ranked()
    return Found(1e6 * seconds / evaluations, of="this machine; only what a move changes is solved")
