"""How a verdict is borne out move by move: the loser's best tries, and the winner's answers.

The winner plays what the search found. The loser plays what a player would try: a move that
threatens to turn the verdict, beside the target or the last move rather than far away. A line goes
on until the stones are off the board, or until the group stands and nothing threatens it any more.
Cells are those of the reader's region.
"""

from __future__ import annotations

from gokan.errors import IllegalMove
from gokan.reading.regions.reader import KILLED, Reader

__all__ = ["line_of_play", "tries"]

_PASS, _NOTHING = -1, -2
_NEAR = 2  # steps: a move that close is a resistance, one farther away hardly
_FOR_A_THREAT = 10_000  # nodes, to see what a move threatens
_MOST_LOOKED_AT = 12  # tries of which that is asked


def line_of_play(
    reader: Reader, threats: tuple[int, int], begin: list[int], longest: int
) -> list[int]:
    """A line in which the winner plays what was found and the loser resists best; stones that are
    dead as they stand are taken off the board.
    """
    moves = list(begin)
    while len(moves) < longest:
        answer = reader.ask(*threats, moves)
        verdict, best = answer.verdict, answer.best
        if not verdict:
            break
        if best == _NOTHING:
            best = next(iter(tries(reader, threats, moves, most=1)), _NOTHING)
        if best < 0 and verdict == KILLED:
            best = _taking(reader, threats, moves)
        if best == _NOTHING or (best == _PASS and verdict != KILLED):
            break
        moves.append(best)
    while moves and moves[-1] == _PASS:
        moves.pop()
    return moves


def tries(reader: Reader, threats: tuple[int, int], moves: list[int], *, most: int) -> list[int]:
    """The loser's best tries after these moves, the most dangerous first: those after which he
    would win if they were not answered; near the target or the last move; the longest to refute.
    Moves that need no answer are none.
    """
    found: list[tuple[int, int, int]] = []
    for reply in reader.legal(threats, moves):
        before = reader.nodes_used
        answer = reader.ask(*threats, [*moves, reply])
        if answer.verdict and answer.best not in (_NOTHING, _PASS):
            steps = max(_away(reader, moves, reply), _NEAR)
            found.append((-steps, reader.nodes_used - before, reply))
    ranked: list[tuple[bool, int, int, int]] = []
    for steps, effort, reply in sorted(found, reverse=True)[:_MOST_LOOKED_AT]:
        now = reader.ask(*threats, [*moves, reply]).verdict
        ignored = reader.ask(*threats, [*moves, reply, _PASS], most=_FOR_A_THREAT).verdict
        if ignored != now:  # it threatens something, or that is not clear
            ranked.append((bool(ignored), steps, effort, reply))
    return [reply for *_, reply in sorted(ranked, reverse=True)[:most]]


def _away(reader: Reader, moves: list[int], cell: int) -> int:
    """Steps to the target, or to the last move."""
    region = reader.region
    places = [region.cell(p) for p in region.target] + [m for m in moves[-1:] if m >= 0]
    row, column = divmod(cell, region.width)
    return min(abs(row - p // region.width) + abs(column - p % region.width) for p in places)


def _taking(reader: Reader, threats: tuple[int, int], moves: list[int]) -> int:
    """How a dead target is taken: the attacker's move that leaves it the fewest liberties and still
    kills; its owner plays elsewhere. Nothing if it is off the board.
    """
    region, position = reader.region, reader.region.position
    color = reader.first
    try:
        for cell in moves:
            if cell >= 0:
                position = position.play_forced(region.point(cell), color)
            color = color.opponent
    except IllegalMove:  # a region may have fewer liberties than the board
        return _NOTHING
    left = [p for p in region.target if position.color_at(p) == region.color]
    if not left:
        return _NOTHING
    if not reader.attacker_to_move(moves):
        return _PASS
    liberties = {q for p in left for q in position.block(p).liberties}
    cells = {region.cell(q) for q in liberties if q in region.points}
    found: list[tuple[int, int]] = []
    for cell in reader.legal(threats, moves):
        if cell in cells and reader.ask(*threats, [*moves, cell]).verdict == KILLED:
            after = position.play_forced(region.point(cell), color)
            stones = [p for p in left if after.color_at(p) == region.color]
            found.append((len({q for p in stones for q in after.block(p).liberties}), cell))
    return min(found)[1] if found else _NOTHING
