"""Corner groups from problem books: snapshots along right and wrong answers (section 5.2).

The problem itself is left out, since its group's fate hangs on the move. After each odd move of a
right answer the mover has what he wanted, and after each even move of a wrong one the other side
has: so a group is dead after odd moves of a kill that works and alive after even moves of one that
fails, and the other way round where the mover wants to live.

A record marks right answers with words such as "Correct" or "RIGHT", or a plus sign; a record
that marks nothing is taken as one line that is right. Books print kos, too, and now and then a
mistake: what reading proves otherwise is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, Color, Game, Position
from gokan.go.node import Node
from gokan_lab.corners.pattern import SIDE, Corner

__all__ = ["BookCorner", "ReadFate", "asked", "book_corners", "read_fate", "snapshot"]

_RIGHT = re.compile(r"correct|right|^\s*\+|richtig", re.IGNORECASE)
_WRONG = re.compile(r"incorrect|wrong|not right|fail", re.IGNORECASE)
_NODES = 20_000


@dataclass(frozen=True, slots=True)
class BookCorner:
    """A group after `moves` moves of an answer, and whether it lives."""

    pattern: Corner
    alive: bool
    moves: int
    right: bool
    """Was it an answer that works?"""


def book_corners(game: Game) -> Iterator[BookCorner]:
    """The snapshots of one problem whose stones all lie in an 8×8 corner.

    >>> record = (
    ...     "(;SZ[19]AB[ad][bd][cd][dd][eb][ec][ed][ea]AW[ac][bc][cc][dc][db][da]"
    ...     "(;B[bb]C[Correct])(;B[ab];W[bb]))"
    ... )
    >>> [(one.moves, one.alive) for one in book_corners(Game.parse(record))]
    [(1, False), (2, True)]
    """
    root, mover, corner, color = _posed(game)
    marked = any(_RIGHT.search(node.comment) for node in root.walk() if node is not root)
    for line in _lines(root):
        right = _is_right(line, marked)
        for number, node in enumerate(line, 1):
            if number % 2 == int(not right) or node.color is None:
                continue
            alive = right == (mover == color)
            pattern = _pattern(node.position, corner, color)
            if pattern is not None:
                yield BookCorner(pattern, alive, number, right)


def asked(game: Game) -> tuple[Corner, Color]:
    """The pattern of a problem and who is to move; both with the enclosed group black.

    >>> corner, to_move = asked(Game.parse("(;SZ[19]AB[ba][bb][ab]AW[ca][cb][cc][bc][ac];W[aa])"))
    >>> str(corner).splitlines()[0], to_move == BLACK.opponent
    ('.XO.....', True)
    """
    root, mover, corner, color = _posed(game)
    plain = Corner.of(root.position, corner)
    return (plain, mover) if color == BLACK else (plain.swapped(), mover.opponent)


def snapshot(position: Position, alive: bool, moves: int, *, right: bool) -> Iterator[BookCorner]:
    """The pattern at the top left of a board as a case, if the group is still there and shut in."""
    pattern = _pattern(position, 0, BLACK)
    if pattern is not None:
        yield BookCorner(pattern, alive, moves, right)


@dataclass(frozen=True, slots=True)
class ReadFate:
    """What reading says of a pattern, and how well it is known."""

    fate: str
    """"alive", "dead", "ko", "seki" or "unknown"."""
    proved: bool
    """Also against every liberty and threat outside? A wall may not be safe by itself."""
    first: Color
    nodes: int

    @property
    def reference(self) -> str:
        """How to find it again: what it is, who plays first, and what reading took.

        >>> ReadFate("alive", True, BLACK, 312).reference
        'proved, Black first, 312 nodes'
        """
        certainty = "proved" if self.proved else "read"
        return f"{certainty}, {self.first.name.title()} first, {self.nodes} nodes"


def read_fate(pattern: Corner, *, to_move: Color, nodes: int = _NODES) -> ReadFate:
    """What reading says about a pattern on a board if one side plays first."""
    from gokan.reading import Budget, Problem, solve

    position = pattern.position().setup(to_play=to_move)
    target = tuple(position.stones(BLACK))
    problem = Problem(position, target, "live" if to_move == BLACK else "kill")
    found = solve(problem, budget=Budget(nodes=nodes))
    fate: str = found.result
    if fate in {"win", "loss"}:
        lives = (fate == "win") == (to_move == BLACK)
        fate = "seki" if lives and found.seki else "alive" if lives else "dead"
    return ReadFate(fate, found.proved, to_move, found.nodes)


def _posed(game: Game) -> tuple[Node, Color, int, Color]:
    """Where answers begin, who moves, in which corner it is, and whose group is shut in."""
    root = _start(game)
    mover = next((child.color for child in root.children if child.color), None)
    if mover is None:
        raise InvalidInput("The problem has no moves, so it has no answer to take patterns from.")
    corner = _which_corner(root.position)
    return root, mover, corner, _enclosed(root.position, corner)


def _start(game: Game) -> Node:
    """The node from which answers branch: the first with moves below it."""
    node = game.root
    while len(node.children) == 1 and node.children[0].color is None:
        node = node.children[0]
    return node


def _which_corner(position: Position) -> int:
    """The corner that holds every stone, or a sentence."""
    width, height = position.width, position.height
    stones = [divmod(p, width) for p, stone in enumerate(position.board) if stone]
    for corner in range(4):
        if all(
            (width - 1 - x if corner & 1 else x) < SIDE
            and (height - 1 - y if corner & 2 else y) < SIDE
            for y, x in stones
        ):
            return corner
    raise InvalidInput("The problem does not lie in one corner of 8×8 points.")


def _enclosed(position: Position, corner: int) -> Color:
    """Whose group is shut in, by the thesis's scan."""
    plain = Corner.of(position, corner)
    return BLACK if plain.normalised() == plain else BLACK.opponent


def _pattern(position: Position, corner: int, color: Color) -> Corner | None:
    plain = Corner.of(position, corner)
    pattern = plain if color == BLACK else plain.swapped()
    try:
        return pattern if pattern.normalised() == pattern else None
    except GokanError:
        return None  # the group was taken, or the answer went beyond the corner


def _lines(root: Node) -> Iterator[list[Node]]:
    todo = [[child] for child in reversed(root.children)]
    while todo:
        line = todo.pop()
        if not line[-1].children:
            yield line
        todo.extend([*line, child] for child in reversed(line[-1].children))


def _is_right(line: list[Node], marked: bool) -> bool:
    if not marked:
        return True
    return any(_RIGHT.search(node.comment) and not _WRONG.search(node.comment) for node in line)
