"""A node of a game: one move or set-up, its comment and marks, and the variations after it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from gokan.errors import InvalidInput
from gokan.go.color import BLACK, WHITE, Color, side
from gokan.go.position import Position
from gokan.go.replay import SETUP, read_node_move
from gokan.go.sgf.parser import is_raw_value
from gokan.go.sgf.points import letters, read_move, read_points, write_points
from gokan.go.sgf.text import compose, decode_line, decode_text, split_composed
from gokan.go.vertex import PASS

if TYPE_CHECKING:
    from gokan.go.game import Game

MARKS: Mapping[str, str] = MappingProxyType(
    {"triangle": "TR", "square": "SQ", "circle": "CR", "cross": "MA", "selected": "SL"}
)
"""The marks a point can carry, with their SGF names."""

_BOARD = {"B", "W", "SZ", "KM", "RU", "HA", "GM", "AP", *SETUP}  # what positions depend on
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,63}")


class Node:
    """One node of a game's tree. Nodes are made by `Game` and `Node.play`, not by hand.

    >>> from gokan.go.game import Game
    >>> game = Game.parse("(;SZ[9];B[ee]C[centre](;W[cc])(;W[gg]TR[ee]))")
    >>> move = game.root.children[0]
    >>> move.color, game.vertex(move.move), move.comment, len(move.children)
    (<Color.BLACK: 1>, 'E5', 'centre', 2)
    >>> move.children[1].marks
    {40: 'triangle'}
    """

    __slots__ = ("_number", "_props", "_stamp", "children", "game", "parent")

    def __init__(self, game: Game, parent: Node | None, properties: dict[str, list[bytes]]) -> None:
        self.game = game
        self.parent = parent
        self.children: list[Node] = []
        """The continuations, the main one first. Change it through the methods of the node."""
        self._props = properties
        self._stamp = -1
        self._number = 0

    # --- the move -----------------------------------------------------------------------------

    @property
    def color(self) -> Color | None:
        """Who moves in this node; None if nobody does."""
        props = self._props
        return BLACK if "B" in props else WHITE if "W" in props else None

    @property
    def move(self) -> int | None:
        """The point played, PASS, or None if the node has no move."""
        if "B" not in self._props and "W" not in self._props:
            return None
        return read_node_move(self._props, self.game.size, self.number)

    @property
    def number(self) -> int:
        """How many moves lead here, this one included; passes count, set-up does not.

        The first time this walks up to the root or to a node that knows its number.
        """
        stamp = self.game._stamp
        path: list[Node] = []
        node: Node | None = self
        while node is not None and node._stamp != stamp:
            path.append(node)
            node = node.parent
        count = node._number if node is not None else 0
        for below in reversed(path):
            count += "B" in below._props or "W" in below._props
            below._number = count
            below._stamp = stamp
        return count

    @property
    def position(self) -> Position:
        """The position after this node's set-up and move."""
        return self.game._position_at(self)

    def play(self, move: int | str, color: Color | None = None, *, forced: bool = False) -> Node:
        """The node after `move`, an existing one if the move is already here.

        The rules are kept unless `forced`, which allows what records allow: any empty point.

        >>> from gokan.go.game import Game
        >>> game = Game.new(9)
        >>> first = game.root.play("E5")
        >>> game.root.play("E5") is first
        True
        """
        here = self.position
        point = here.point(move) if isinstance(move, str) else move
        color = here.to_play if color is None else side(color)
        for child in self.children:
            values = child._props.get(color.letter)
            if values and read_move(values[0], here.width, here.height) == point:
                return child
        after = here.play_forced(point, color) if forced else here.play(point, color)
        child = self.add_node({color.letter: [letters(point, here.width)]})
        self.game._remember(child, after)
        return child

    # --- the tree -----------------------------------------------------------------------------

    def add_node(self, properties: Mapping[str, Sequence[bytes]] | None = None) -> Node:
        """A new last child with these raw properties."""
        child = Node(self.game, self, {})
        for name, values in (properties or {}).items():
            child._props[_checked_name(name)] = [
                _checked_raw(value, self.game.encoding) for value in values
            ]
        self.children.append(child)
        if self.number == 0:
            self.game._board_changed()  # the first move tells who starts
        return child

    def delete(self) -> None:
        """Take this node and everything after it out of the game."""
        if self.parent is None:
            raise InvalidInput("The root of a game cannot be deleted.")
        self.parent.children.remove(self)
        self.parent = None
        self.game._board_changed()

    def promote(self) -> None:
        """Move this variation one place forward among its siblings."""
        if self.parent is not None:
            siblings = self.parent.children
            at = siblings.index(self)
            if at > 0:
                siblings[at - 1 : at + 1] = [self, siblings[at - 1]]
                self.game._board_changed()

    def promote_to_main(self) -> None:
        """Make the line from the root to this node the main line of the game."""
        node = self
        while node.parent is not None:
            siblings = node.parent.children
            siblings.remove(node)
            siblings.insert(0, node)
            node = node.parent
        self.game._board_changed()

    def line(self) -> list[Node]:
        """The nodes from the root to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def walk(self) -> Iterator[Node]:
        """Go through this node and all below it, in the order of a file."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    @property
    def address(self) -> str:
        """Where the node is: steps along the first children, then variation, steps, and so on.

        `12` is twelve nodes below the root; `12/2/3` is the third node of the second variation
        there. `Game.node` finds it again.

        >>> from gokan.go.game import Game
        >>> game = Game.parse("(;B[aa](;W[bb];B[cc])(;W[dd];B[ee]))")
        >>> [node.address for node in game.root.walk()]
        ['0', '1', '2', '0/2/1', '0/2/2']
        """
        parts: list[int] = []
        steps = 0
        node = self
        while node.parent is not None:
            steps += 1
            which = _index(node.parent.children, node)
            if which:
                parts += [steps, which + 1]
                steps = 0
            node = node.parent
        return "/".join(str(part) for part in reversed([*parts, steps]))

    # --- raw properties -----------------------------------------------------------------------

    @property
    def properties(self) -> Mapping[str, Sequence[bytes]]:
        """Every property with its raw values, read only; `set_raw` changes them."""
        return MappingProxyType(self._props)

    def set_raw(self, name: str, values: Iterable[bytes] | None) -> None:
        """Set a property to raw values as they stand in a file; None removes it.

        >>> from gokan.go.game import Game
        >>> game = Game.new(9)
        >>> game.root.set_raw("XY", [b"private"])
        >>> game.root.properties["XY"]
        [b'private']
        """
        name = _checked_name(name)
        checked = (
            [_checked_raw(value, self.game.encoding) for value in values]
            if values is not None
            else []
        )
        if checked:
            self._props[name] = checked
        else:
            self._props.pop(name, None)
        if name in _BOARD:
            self.game._board_changed()

    # --- text ---------------------------------------------------------------------------------

    def text(self, name: str) -> str:
        """A property as text, or "" if it is absent; several values become several lines."""
        values = self._props.get(name)
        if not values:
            return ""
        encoding = self.game.encoding
        return "\n".join(decode_text(value, encoding) for value in values)

    def set_text(self, name: str, text: str) -> None:
        """Set a text property; an empty text removes it."""
        self.set_raw(name, [self.game._encode(text)] if text else None)

    @property
    def comment(self) -> str:
        """The comment, or ""."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    def add_comment(self, text: str) -> None:
        """Add a paragraph to the comment."""
        self.comment = f"{self.comment}\n\n{text}" if self.comment else text

    @property
    def name(self) -> str:
        """The node's name (N), or ""."""
        return self.text("N")

    @name.setter
    def name(self, text: str) -> None:
        self.set_text("N", text)

    @property
    def value(self) -> float | None:
        """The recorded estimate of the score (V): positive is good for Black."""
        try:
            return float(self.text("V"))
        except ValueError:
            return None

    @value.setter
    def value(self, value: float | None) -> None:
        self.set_raw("V", None if value is None else [f"{value:g}".encode()])

    # --- stones and marks ---------------------------------------------------------------------

    def points(self, name: str) -> list[int]:
        """The points of a list property such as TB or DD; what is not on the board is left out."""
        return read_points(self._props.get(name, ()), *self.game.size)[0]

    def set_points(self, name: str, points: Iterable[int | str]) -> None:
        """Set a list property; no points remove it."""
        self.set_raw(name, write_points(map(self.game.point, points), self.game.size[0]))

    @property
    def is_setup(self) -> bool:
        """Whether the node edits the board or names the side to play."""
        return not SETUP.isdisjoint(self._props)

    def set_up(
        self,
        *,
        black: Iterable[int | str] = (),
        white: Iterable[int | str] = (),
        empty: Iterable[int | str] = (),
        to_play: Color | None = None,
    ) -> None:
        """Make this a set-up node: the given points are set, all others stay."""
        for name, points in (("AB", black), ("AW", white), ("AE", empty)):
            self.set_points(name, points)
        self.set_raw("PL", [to_play.letter.encode()] if to_play else None)

    @property
    def marks(self) -> dict[int, str]:
        """The mark on each marked point: triangle, square, circle, cross or selected."""
        found: dict[int, str] = {}
        for mark, name in MARKS.items():
            if name in self._props:
                found.update(dict.fromkeys(self.points(name), mark))
        if "M" in self._props:  # FF[3]
            found.update(dict.fromkeys(self.points("M"), "cross"))
        return found

    def mark(self, mark: str, points: Iterable[int | str]) -> None:
        """Add marks to points; an earlier mark there is replaced."""
        if mark not in MARKS:
            raise InvalidInput(f"{mark!r} is not a mark: choose from {', '.join(MARKS)}.")
        chosen = [self.game.point(point) for point in points]
        for other, name in MARKS.items():
            old = self.points(name)
            if other == mark:
                self.set_points(name, [*old, *chosen])
            elif set(old) & set(chosen):
                self.set_points(name, [point for point in old if point not in chosen])

    @property
    def labels(self) -> dict[int, str]:
        """The text on each labelled point."""
        found: dict[int, str] = {}
        for raw in self._props.get("LB", ()):
            pair = split_composed(raw)
            point = read_move(pair[0], *self.game.size) if pair else None
            if pair and point is not None and point != PASS:
                found[point] = decode_line(pair[1], self.game.encoding)
        for count, point in enumerate(self.points("L")):  # FF[3]: a, b, c...
            found.setdefault(point, chr(ord("a") + count % 26))
        return found

    def label(self, point: int | str, text: str) -> None:
        """Write a label on a point; an empty text removes it."""
        labels = self.labels
        labels[self.game.point(point)] = text
        width = self.game.size[0]
        self.set_raw(
            "LB",
            [
                compose(letters(p, width), self.game._encode(t, composed=True))
                for p, t in sorted(labels.items())
                if t
            ],
        )

    @property
    def arrows(self) -> list[tuple[int, int]]:
        """Arrows as pairs of points."""
        return self._pairs("AR")

    @property
    def lines(self) -> list[tuple[int, int]]:
        """Lines as pairs of points."""
        return self._pairs("LN")

    def arrow(self, start: int | str, end: int | str) -> None:
        """Add an arrow."""
        self._add_pair("AR", start, end)

    def connect(self, start: int | str, end: int | str) -> None:
        """Add a line between two points."""
        self._add_pair("LN", start, end)

    def _pairs(self, name: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for raw in self._props.get(name, ()):
            pair = split_composed(raw)
            ends = [read_move(part, *self.game.size) for part in pair] if pair else []
            if ends and ends[0] not in (None, PASS) and ends[1] not in (None, PASS):
                found.append((ends[0] or 0, ends[1] or 0))
        return found

    def _add_pair(self, name: str, start: int | str, end: int | str) -> None:
        width = self.game.size[0]
        ends = [letters(self.game.point(point), width) for point in (start, end)]
        if ends[0] == ends[1] or b"" in ends:
            raise InvalidInput("An arrow or a line needs two different points.")
        old = list(self._props.get(name, ()))
        self.set_raw(name, [*old, compose(*ends)])

    def __repr__(self) -> str:
        raw = self._props.get("B") or self._props.get("W")
        what = "set-up" if self.is_setup else "no move"
        if raw:
            what = f"{self.color} [{raw[0][:12].decode('ascii', 'replace')}]"
        return f"<Node {self.address}: {what}>"


def _index(nodes: list[Node], node: Node) -> int:
    return next(number for number, other in enumerate(nodes) if other is node)


def _checked_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise InvalidInput(f"{name!r} is not a property name: write capital letters.")
    return name


def _checked_raw(value: bytes, encoding: str) -> bytes:
    if not is_raw_value(value, encoding):
        raise InvalidInput("A raw value needs a backslash before each closing bracket.")
    return bytes(value)
