"""Playing the nodes of a record on a board.

Records are followed as they are written: any move to an empty point is played, whatever the
rules say, and captures happen. What cannot be followed is told in one sentence with the number
of the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gokan.errors import IllegalMove, IllegalPosition, InvalidSgf
from gokan.go.color import BLACK, COLORS, WHITE, Color
from gokan.go.position import Position
from gokan.go.sgf.points import move_table, read_move, read_points
from gokan.go.vertex import to_vertex

__all__ = ["SETUP", "count_moves", "has_move", "move_only", "read_node_move", "replay", "set_up"]

Node = Mapping[str, Sequence[bytes]]
SETUP = frozenset(("AB", "AW", "AE", "PL"))
"""The properties that edit the board."""


def replay(start: Position, line: Sequence[Node], *, moves_before: int = 0) -> Position:
    """The position after the nodes of `line`; the first of their moves has number one more than
    `moves_before`.

    >>> line = [{"B": [b"ee"]}, {"W": [b"ee"]}]
    >>> replay(Position.empty(9), line[:1])["E5"]
    <Color.BLACK: 1>
    >>> replay(Position.empty(9), line)
    Traceback (most recent call last):
        ...
    gokan.errors.IllegalMove: Move 2: white E5 is on an occupied point.
    """
    position = start
    table = move_table(position.width, position.height)
    no_setup = SETUP.isdisjoint
    number = moves_before
    moves: list[int] = []
    colors = bytearray()
    for props in line:
        if not no_setup(props):
            position = _play(position, colors, moves, number)
            number += len(moves)
            moves, colors = [], bytearray()
            position = set_up(position, props, moves_before=number)
        raw = props.get("B")
        color = 1
        if raw is None:
            raw = props.get("W")
            if raw is None:
                continue
            color = 2
        move = table.get(raw[0])
        if move is None:
            size = position.width, position.height
            move = read_node_move(props, size, number + len(moves) + 1)
        moves.append(move)
        colors.append(color)
    return _play(position, colors, moves, number)


def set_up(position: Position, props: Node, *, moves_before: int = 0) -> Position:
    """The position after the set-up properties of a node, without its move.

    >>> set_up(Position.empty(9), {"AB": [b"aa:ca"], "PL": [b"W"]}).stones(BLACK)
    [0, 1, 2]
    """
    where = f"after move {moves_before}" if moves_before else "at the start"
    size = position.width, position.height
    points: dict[str, list[int]] = {}
    for name in ("AB", "AW", "AE"):
        points[name], bad = read_points(props.get(name, ()), *size)
        if bad:
            raise InvalidSgf(
                f"The set-up {where}: {name}{_shown(bad[0])} is not a point of a board of "
                f"{size[0]}x{size[1]}."
            )
    to_play: Color = position.to_play
    if "PL" in props:
        to_play = _PLAYERS.get(props["PL"][0].strip()[:1].upper(), to_play)
    if not any(points.values()):
        return position.with_to_play(to_play) if to_play != position.to_play else position
    try:
        return position.setup(
            black=points["AB"], white=points["AW"], empty=points["AE"], to_play=to_play
        )
    except IllegalPosition as error:
        raise IllegalPosition(f"The set-up {where}: {str(error).rstrip('.')}.") from None


def read_node_move(props: Node, size: tuple[int, int], number: int) -> int:
    """The move of a node that has one; `number` is for the error."""
    raw = (props.get("B") or props["W"])[0]
    move = read_move(raw, *size)
    if move is None:
        color = BLACK if "B" in props else WHITE
        raise InvalidSgf(
            f"Move {number}: {color} {_shown(raw)} is not a point of a board of "
            f"{size[0]}x{size[1]}."
        )
    return move


def has_move(props: Node) -> bool:
    """Whether a node has a move."""
    return "B" in props or "W" in props


def move_only(props: dict[str, list[bytes]]) -> dict[str, list[bytes]]:
    """A node without its set-up."""
    return {name: values for name, values in props.items() if name in ("B", "W")}


def count_moves(line: Sequence[Node]) -> int:
    """How many nodes have a move."""
    return sum("B" in props or "W" in props for props in line)


_PLAYERS = {b"B": BLACK, b"W": WHITE, b"1": BLACK, b"2": WHITE}


def _play(position: Position, colors: bytearray, moves: list[int], before: int) -> Position:
    if not moves:
        return position
    core = position.core.copy()
    played = core.replay(bytes(colors), moves)
    if played < len(moves):
        where = to_vertex(moves[played], position.width, position.height)
        color = COLORS[colors[played]]
        raise IllegalMove(f"Move {before + played + 1}: {color} {where} is on an occupied point.")
    return Position(core, position.rules)


def _shown(raw: bytes) -> str:
    text = raw[:12].decode("ascii", "replace")
    return f"[{text}{'...' if len(raw) > 12 else ''}]"
