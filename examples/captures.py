"""Every capture of a game, and the board after the largest one.

    python examples/captures.py examples/zobrist-cowan.sgf

This is the tool that the guide builds step by step; see "Write a Go tool this evening".
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from gokan.errors import GokanError
from gokan.go import Game, Node, Position


@dataclass(frozen=True, slots=True)
class Capture:
    """A move that took stones off the board."""

    node: Node
    move: int
    stones: tuple[int, ...]
    """The points the captured stones stood on."""

    @property
    def sentence(self) -> str:
        """What happened, for a person to read."""
        after = self.node.position
        many = "1 stone" if len(self.stones) == 1 else f"{len(self.stones)} stones"
        move, first = after.vertex(self.move), after.vertex(self.stones[0])
        return f"move {self.node.number}: {move} takes {many} at {first}"


def captures(game: Game) -> list[Capture]:
    """The captures of the main line, in order."""
    found = []
    before = game.start
    for node in game.main_line():
        after = node.position
        gone = _taken(before, after)
        if node.move is not None and gone:
            found.append(Capture(node, node.move, gone))
        before = after
    return found


def _taken(before: Position, after: Position) -> tuple[int, ...]:
    """The points that had a stone and have none."""
    pairs = zip(before.board, after.board, strict=True)
    return tuple(point for point, (old, new) in enumerate(pairs) if old and not new)


def main(arguments: list[str]) -> int:
    """Report on the file named on the command line."""
    if len(arguments) != 1:
        print("usage: python examples/captures.py GAME.sgf", file=sys.stderr)
        return 2
    try:
        found = captures(Game.load(arguments[0]))
    except (GokanError, OSError) as error:
        print(f"captures: {error}", file=sys.stderr)
        return 2
    for capture in found:
        print(capture.sentence)
    if found:
        largest = max(found, key=lambda capture: len(capture.stones))
        print(f"\nThe largest; 'c' marks where captured stones stood:\n\n{_picture(largest)}")
    return 0


def _picture(capture: Capture) -> str:
    return capture.node.position.diagram(marks=dict.fromkeys(capture.stones, "c"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
