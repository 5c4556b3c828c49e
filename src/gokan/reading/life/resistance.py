"""How a verdict is borne out move by move: the loser's best tries, and the winner's answers.

The winner plays what the search found. The loser plays what a player would try: a move that
threatens to turn the verdict, beside the target or the last move rather than far away. A line goes
on until the stones are off the board, until the group stands and nothing threatens it any more, or
until the ko begins: nobody retakes at the price of a threat. A circle is shown once. Cells are
those of the reader's region.
"""

from __future__ import annotations

from gokan.errors import IllegalMove
from gokan.go import Position
from gokan.reading.regions.reader import KILLED, Reader

__all__ = ["line_of_play", "tries"]

_PASS, _NOTHING = -1, -2
_NEAR = 2  # steps: a move that close is a resistance, one farther away hardly
_FOR_A_THREAT = 10_000  # nodes, to see what a move threatens
_MOST_LOOKED_AT = 12  # tries of which that is asked
_LONGEST = 120  # moves: no line is cut short by it, but none goes on for ever


def line_of_play(reader: Reader, threats: tuple[int, int], begin: list[int]) -> list[int]:
    """A line in which the winner plays what was found and the loser resists best; stones that are
    dead as they stand are taken off the board.
    """
    moves = list(begin)
    while len(moves) < _LONGEST:
        answer = reader.ask(*threats, moves)
        verdict, best = answer.verdict, answer.best
        if not verdict:
            break
        if best == _NOTHING:
            best = next(iter(tries(reader, threats, moves, most=1)), _NOTHING)
        if verdict == KILLED and (best < 0 or moves[-1:] == [_PASS]):
            taking = _taking(reader, threats, moves)
            best = taking if best < 0 or taking >= 0 else best
        if best == _NOTHING or (best == _PASS and verdict != KILLED):
            break
        played = _boards(reader, moves)
        if _retakes(reader, played, best):
            break
        moves.append(best)
        if _goes_round(reader, played, best):
            break
    while moves and moves[-1] == _PASS:
        moves.pop()
    return moves


def tries(reader: Reader, threats: tuple[int, int], moves: list[int], *, most: int) -> list[int]:
    """The loser's best tries after these moves, the most dangerous first: those after which he
    would win if they were not answered; near the target or the last move; the longest to refute.
    Moves that need no answer are none, nor is it one to retake a ko or to restore a board.
    """
    found: list[tuple[int, int, int]] = []
    played = _boards(reader, moves)
    for reply in reader.legal(threats, moves):
        if _retakes(reader, played, reply) or _goes_round(reader, played, reply):
            continue
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


def _boards(reader: Reader, moves: list[int]) -> list[Position]:
    """The positions of a line on the whole board; none where one of its moves is not legal there:
    a region may have fewer liberties than the board.
    """
    found = [reader.region.position.with_to_play(reader.first)]
    if reader.ko >= 0:
        found = [found[0].with_ko(reader.region.point(reader.ko))]
    try:
        for cell in moves:
            found.append(found[-1].play_forced(reader.region.point(cell)))
    except IllegalMove:
        return []
    return found


def _retakes(reader: Reader, played: list[Position], cell: int) -> bool:
    """Whether a move retakes a ko at once, which costs a threat."""
    return bool(played) and cell >= 0 and played[-1].ko == reader.region.point(cell)


def _goes_round(reader: Reader, played: list[Position], cell: int) -> bool:
    """Whether a move restores a position of the line."""
    if not played or cell < 0 or played[-1].color_at(reader.region.point(cell)):
        return False
    after = played[-1].play_forced(reader.region.point(cell))
    return any(p.board == after.board and p.to_play == after.to_play for p in played)


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
    played, region = _boards(reader, moves), reader.region
    if not played:
        return _NOTHING
    position = played[-1]
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
            after = position.play_forced(region.point(cell))
            stones = [p for p in left if after.color_at(p) == region.color]
            found.append((len({q for p in stones for q in after.block(p).liberties}), cell))
    return min(found)[1] if found else _NOTHING
