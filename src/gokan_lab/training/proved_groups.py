"""Groups whose fate is known, as lines to learn life and death from (`gokan train groups`).

Three sources. *Games*: groups as they stand in positions of games, in the open as well as shut in,
each with either side to move first; where the fate hangs on who moves, every first move is read.
*Problems* of books: what Gokan proves of them, or reads and the book says too, or else, if that is
wanted, the moves that the book lists. *Made corners*: drawn and solved in the core, the only source
with many sekis.

A line holds the stones, the side to move, the `group`, its `fate` if that side plays first (none
where only a book's moves are known), how sure that is (`grade`: proved, read, or listed), and the
first moves that were read: those that work (`first_moves`) and those that fail (`failing`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gokan.errors import GokanError
from gokan.go import BLACK, Color, Position
from gokan.reading import Budget, Problem, pose_record, solve
from gokan.reading.groups.gathering import gather
from gokan.reading.regions.region import find_region

__all__ = ["Effort", "from_corners", "from_game", "from_problem"]

_SIDE = 19
_LEAST_STONES = 3
_LARGEST = 34  # points of a region; larger ones are hardly ever proved
_GATHERING = Budget(nodes=400_000)
_MEMORY = 32 << 20  # of a search; many run at once


@dataclass(frozen=True, slots=True)
class Effort:
    """Nodes for a question about a group, and for one about all first moves."""

    nodes: int = 200_000
    moves_nodes: int = 1_000_000


def from_game(line: bytes, dice: random.Random, effort: Effort) -> Iterator[dict[str, Any]]:
    """The proved groups of one position of a game, chosen by chance after move 30.

    `line` is one of a table of games: id, year, komi, result, moves.
    """
    name, *_, moves = line.decode("utf-8", "replace").split("\t")
    pairs = [moves[k : k + 2] for k in range(0, len(moves.strip()), 2)]
    if len(pairs) < 40:
        return
    number = dice.randrange(30, len(pairs))
    position = Position.empty(_SIDE, rules="chinese")
    for pair in pairs[:number]:
        point = -1 if pair == ".." else (ord(pair[1]) - 97) * _SIDE + ord(pair[0]) - 97
        try:
            position = position.play(point)
        except GokanError:
            return
    for group in gather(position, budget=_GATHERING):
        if len(group.stones) >= _LEAST_STONES:
            stones = tuple(sorted(group.stones))
            yield from _both_sides(position, stones, f"{name}-{number}", effort)


def from_problem(
    record: Mapping[str, Any], effort: Effort, *, as_listed: bool = False
) -> Iterator[dict[str, Any]]:
    """What is known of a problem, first moves and all: what is proved, or else what is read if a
    move that works is among those that the record lists; or else, `as_listed`, those moves alone.
    """
    try:
        problem = pose_record(record, budget=Budget(nodes=effort.nodes))
    except GokanError:
        return
    if problem.position.width == problem.position.height == _SIDE:
        listed = [_SIDE * int(y) + int(x) for x, y in record.get("first_moves", ())]
        name = str(record.get("id", ""))
        row = _asked(problem, name, effort.moves_nodes, all_moves=True, listed=listed)
        if row is None and as_listed and record.get("goal") in {"kill", "live"}:
            row = _listed(problem.position, record, listed)
        if row is not None:
            yield row


def _listed(
    position: Position, record: Mapping[str, Any], listed: Sequence[int]
) -> dict[str, Any] | None:
    """The moves that a record lists about the group it names; the fate stays open."""
    targets = record.get("targets") or [record.get("target")]
    named = [_SIDE * int(pair[1]) + int(pair[0]) for pair in targets if pair]
    stones = {p for p in named if position.board[p]}
    if not stones or any(position.board[p] or not position.is_legal(p) for p in listed):
        return None
    color = position.color_at(next(p for p in named if p in stones))
    group = {q for p in stones if position.color_at(p) == color for q in position.block(p).stones}
    row = _line(position, str(record.get("id", "")), sorted(group))
    return {**row, "fate": None, "grade": "listed", "first_moves": [_pair(p) for p in listed]}


def from_corners(number: int, *, seed: int, jobs: int = 1) -> Iterator[dict[str, Any]]:
    """Made corners, sekis above all; the fate is the same whoever plays first."""
    from gokan_lab.corners.made import FATES as MADE
    from gokan_lab.corners.made import make_corners

    made = make_corners(number, seed=seed, shares=(1, 0.5, 1.5, 1, 2), jobs=jobs)
    dice = random.Random(seed)
    for row, inputs in enumerate(made.inputs().tolist()):
        points = [(k % 8, k // 8, side) for k, side in enumerate(inputs) if side]
        colors = ("black", "white") if dice.random() < 0.5 else ("white", "black")
        stones = {
            colors[side < 0]: [[x, y] for x, y, one in points if one == side] for side in (1, -1)
        }
        yield {
            "id": made.reference(row),
            "size": _SIDE,
            **stones,
            "to_play": dice.choice("BW"),
            "group": stones[colors[0]],
            "fate": MADE[made.fate[row] - 1].split(",")[0],
            "grade": "proved",
            "first_moves": [],
            "failing": [],
        }


def _both_sides(
    position: Position, stones: Sequence[int], name: str, effort: Effort
) -> Iterator[dict[str, Any]]:
    color = position.color_at(stones[0])
    found = []
    for mover in (color, color.opponent):
        turned = position if position.to_play == mover else position.setup(to_play=mover)
        problem = Problem.make(turned, target=_blocks(position, stones))
        if len(find_region(turned, problem.target).points) > _LARGEST:
            return
        row = _asked(problem, name, effort.nodes, stones=stones)
        if row is not None:
            found.append((problem, row))
    if len({row["fate"] for _, row in found}) == 2:  # it hangs on who moves
        asked = [
            _asked(problem, name, effort.moves_nodes, stones=stones, all_moves=True) or row
            for problem, row in found
        ]
        yield from asked
    else:
        yield from (row for _, row in found)


def _blocks(position: Position, stones: Sequence[int]) -> tuple[int, ...]:
    """One stone of each block."""
    chosen = set(stones)
    return tuple(min(b.stones) for b in position.blocks() if chosen.intersection(b.stones))


def _asked(
    problem: Problem,
    name: str,
    nodes: int,
    *,
    stones: Sequence[int] = (),
    all_moves: bool = False,
    listed: Sequence[int] = (),
) -> dict[str, Any] | None:
    """A line, if the answer is proved or agrees with the moves that are listed."""
    answer = solve(
        problem, nodes=nodes, memory=_MEMORY, all_moves=all_moves, details=True, trials=False
    )
    agrees = answer.result == "win" and not set(listed).isdisjoint(answer.winning_moves)
    if answer.result == "unknown" or not (answer.proved or agrees):
        return None
    position = problem.position
    stands = (answer.result == "win") == (problem.goal == "live")
    fate = "seki" if answer.seki and answer.how_proved else "alive"
    fate = "ko" if answer.result == "ko" else fate if stands else "dead"
    works = answer.ko_moves if answer.result == "ko" else answer.winning_moves
    works = tuple(p for p in (*works, *(listed if agrees else ())) if p >= 0)
    failing = [r.move for r in answer.refutations if r.move >= 0 and r.move not in works]
    if not all_moves:
        works, failing = (), []
    return {
        **_line(position, name, stones or answer.region.target),
        "fate": fate,
        "grade": answer.grade,
        "first_moves": [_pair(p) for p in sorted(set(works))],
        "failing": [_pair(p) for p in failing],
        "nodes": answer.nodes,
    }


def _line(position: Position, name: str, group: Sequence[int]) -> dict[str, Any]:
    """What every line holds."""
    return {
        "id": name,
        "size": position.width,
        "black": _pairs(position, Color.BLACK),
        "white": _pairs(position, Color.WHITE),
        "to_play": "B" if position.to_play == BLACK else "W",
        "group": [_pair(p) for p in group],
        "failing": [],
    }


def _pairs(position: Position, color: Color) -> list[list[int]]:
    return [_pair(p) for p, stone in enumerate(position.board) if stone == color]


def _pair(point: int) -> list[int]:
    row, column = divmod(point, _SIDE)
    return [column, row]
