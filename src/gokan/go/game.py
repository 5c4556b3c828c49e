"""A game: the tree of variations of a record, with the rules and the positions that belong to it.

Positions never change; the tree may be edited. Positions are worked out when asked for and a
few of them are kept, so a game with half a million nodes is no burden.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from typing import Any, overload

from gokan.errors import GokanError, InvalidInput, InvalidSgf
from gokan.files import write_whole
from gokan.go import sgf
from gokan.go.color import BLACK, WHITE, Color
from gokan.go.handicap import fixed_handicap, max_fixed_handicap
from gokan.go.node import Node
from gokan.go.position import Position
from gokan.go.replay import (
    SETUP,
    count_moves,
    has_move,
    move_only,
    read_node_move,
    replay,
    set_up,
)
from gokan.go.rules import Rules
from gokan.go.sgf.info import RootInfo, read_root, write_rules
from gokan.go.sgf.text import decode_line, encode_text, find_codec, fits, recode
from gokan.go.vertex import MAX_SIDE, from_vertex, to_vertex

__all__ = ["Game", "Node"]

_KEPT_POSITIONS = 16  # few, because each is 17 kB and fresh memory costs more than replaying
_FACTS = ("GM", "SZ", "RU", "KM", "HA", "AP")


class _Text:
    """A text of the root, such as a player's name: read, set, or set to "" to remove it."""

    def __init__(self, name: str, doc: str) -> None:
        self.name = name
        self.__doc__ = doc

    @overload
    def __get__(self, game: None, owner: type[Game]) -> _Text: ...
    @overload
    def __get__(self, game: Game, owner: type[Game]) -> str: ...
    def __get__(self, game: Game | None, owner: type[Game]) -> str | _Text:
        if game is None:
            return self
        values = game._root_properties.get(self.name)
        return decode_line(values[0], game.encoding) if values else ""

    def __set__(self, game: Game, text: str) -> None:
        game.root.set_text(self.name, text)


class Game:
    """A game record.

    >>> game = Game.parse("(;SZ[9]KM[5.5]PB[Ann]PW[Ben];B[ee];W[eg];B[tt])")
    >>> game.black, game.rules.komi, len(game)
    ('Ann', 5.5, 3)
    >>> game.position(2)["E3"]
    <Color.WHITE: 2>
    >>> game.position(4)
    Traceback (most recent call last):
        ...
    gokan.errors.InvalidInput: The game has 3 moves, so there is no position after move 4.
    """

    black = _Text("PB", "Black's name.")
    white = _Text("PW", "White's name.")
    black_rank = _Text("BR", "Black's rank.")
    white_rank = _Text("WR", "White's rank.")
    result = _Text("RE", "The result, such as B+3.5 or W+R.")
    date = _Text("DT", "When it was played.")
    event = _Text("EV", "The event.")
    round = _Text("RO", "The round of the event.")
    place = _Text("PC", "Where it was played.")
    name = _Text("GN", "The name of the game.")
    source = _Text("SO", "Where the record comes from.")
    annotator = _Text("AN", "Who wrote the comments.")

    def __init__(self, record: sgf.Record | None = None) -> None:
        record = record or sgf.Record([{"GM": [b"1"], "FF": [b"4"]}], [-1])
        self.encoding = record.encoding
        """The charset of the texts."""
        self._record: sgf.Record | None = record  # until somebody asks for the nodes
        self._root: Node | None = None
        self._root_properties = record.nodes[0]
        self._repairs = record.warnings
        self._stamp = 0
        self._info: RootInfo | None = None
        self._notes: list[str] = []
        self._start: Position | None = None
        self._reached: tuple[int, Position] | None = None  # nodes of the main line played so far
        self._positions: OrderedDict[Node, Position] = OrderedDict()

    @property
    def root(self) -> Node:
        """The first node: the set-up and the facts about the game."""
        return self._root or self._grow()

    def _grow(self) -> Node:
        """Make the nodes. Most programs that read many games never need them."""
        assert self._record is not None
        nodes: list[Node] = []
        for parent, properties in zip(self._record.parents, self._record.nodes, strict=True):
            above = nodes[parent] if nodes else None
            node = Node(self, above, properties)
            if above is not None:
                above.children.append(node)
            nodes.append(node)
        self._root, self._record = nodes[0], None
        return nodes[0]

    # --- making games -------------------------------------------------------------------------

    @staticmethod
    def parse(data: bytes | str, *, limits: sgf.Limits | None = None) -> Game:
        """The first game in a file's content."""
        return Game(sgf.parse(data, limits=limits)[0])

    @staticmethod
    def parse_all(data: bytes | str, *, limits: sgf.Limits | None = None) -> list[Game]:
        """Every game in a file's content, at least one.

        >>> [game.size for game in Game.parse_all("(;SZ[9])(;SZ[5:7])")]
        [(9, 9), (5, 7)]
        """
        return [Game(record) for record in sgf.parse(data, limits=limits)]

    @staticmethod
    def load(path: str | os.PathLike[str], *, limits: sgf.Limits | None = None) -> Game:
        """The first game of a file."""
        return Game.load_all(path, limits=limits)[0]

    @staticmethod
    def load_all(path: str | os.PathLike[str], *, limits: sgf.Limits | None = None) -> list[Game]:
        """Every game of a file, at least one."""
        data = sgf.read_file(path, limits=limits)
        try:
            return Game.parse_all(data, limits=limits)
        except InvalidSgf as error:
            raise InvalidSgf(f"{os.fspath(path)}: {error}") from None

    @staticmethod
    def new(
        start: Position | int | tuple[int, int] = 19,
        *,
        rules: str | Rules = "chinese",
        komi: float | None = None,
    ) -> Game:
        """A game without moves, from a size or from a position (which brings its own rules).

        >>> game = Game.new(9, rules="japanese")
        >>> game.root.play("E5").play("E3").number
        2
        """
        if not isinstance(start, Position):
            width, height = (start, start) if isinstance(start, int) else start
            start = Position.empty(width, height, rules=rules)
        law = start.rules if komi is None else start.rules.with_(komi=komi)
        game = Game(sgf.Record([{"GM": [b"1"], "FF": [b"4"]}], [-1]))
        root = game.root
        root.set_raw("CA", [b"UTF-8"])
        root.set_raw("AP", [b"Gokan"])
        size = str(start.width) + (f":{start.height}" if start.height != start.width else "")
        root.set_raw("SZ", [size.encode()])
        game.rules = law
        if start.stones(BLACK) or start.stones(WHITE):
            root.set_up(black=start.stones(BLACK), white=start.stones(WHITE), to_play=start.to_play)
        elif start.to_play == WHITE:
            root.set_up(to_play=WHITE)
        return game

    # --- what the record says -----------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows; raises InvalidSgf if the record asks for an impossible board."""
        info = self._info or self._read_info()
        if not (1 <= info.width <= MAX_SIDE and 1 <= info.height <= MAX_SIDE):
            raise self._problem(info)
        return info.width, info.height

    @property
    def rules(self) -> Rules:
        """The rules and komi, as far as the record tells; otherwise Chinese rules."""
        return (self._info or self._read_info()).rules

    @rules.setter
    def rules(self, rules: str | Rules) -> None:
        law = Rules.of(rules)
        self.komi = law.komi
        self.root.set_raw("RU", [write_rules(law).encode()])

    @property
    def komi(self) -> float:
        """Komi in points; to change it alone set it here, with the rules set `rules`."""
        return self.rules.komi

    @komi.setter
    def komi(self, komi: float) -> None:
        komi = self.rules.with_(komi=komi).komi  # refuses what is no komi
        self.root.set_raw("KM", [f"{komi:.12g}".encode()])
        if self.komi != komi:  # as 65 is read as 6.5, unless we are the program that wrote it
            self.root.set_raw("AP", [b"Gokan"])

    @property
    def handicap(self) -> int:
        """Handicap stones."""
        return (self._info or self._read_info()).handicap

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was repaired or guessed while reading the record."""
        info = self._info or self._read_info()
        problem: tuple[str, ...] = ()
        try:
            _ = self.start
        except GokanError as error:
            problem = (str(error),)
        return (*self._repairs, *info.notes, *self._notes, *problem)

    def _problem(self, info: RootInfo) -> InvalidSgf:
        problem = info.problem or ""
        return InvalidSgf(f"{problem[:1].upper()}{problem[1:]}.")

    def _read_info(self) -> RootInfo:
        root = self._root_properties
        texts = {name: decode_line(root[name][0], self.encoding) for name in _FACTS if name in root}
        self._info = read_root(texts)
        return self._info

    # --- positions ----------------------------------------------------------------------------

    @property
    def start(self) -> Position:
        """The position before the first move, with the set-up of the root."""
        if self._start is None:
            info = self._info or self._read_info()
            if info.problem:
                raise self._problem(info)
            start = Position.empty(info.width, info.height, rules=info.rules)
            first = self._first_player()
            if first != start.to_play:
                start = start.with_to_play(first)
            self._start = set_up(start, self._root_properties)
            if info.handicap >= 2:
                self._start = self._place_handicap(self._start, info.handicap)
        return self._start

    def position(self, moves: int | None = None) -> Position:
        """The position after that many moves of the main line; the last one by default.

        Passes count and set-up nodes do not. A set-up that stands between two moves belongs to
        the position before the second: `position(n)` is what the player of move n + 1 saw.
        """
        line = self._main_properties()
        end = len(line)
        if moves is not None:
            total = 0
            for end, props in enumerate(line):  # noqa: B007
                if has_move(props):
                    if total == moves:
                        break
                    total += 1
            else:
                end = len(line)
            if total != moves:
                raise InvalidInput(
                    f"The game has {_moves(total)}, so there is no position after move {moves}."
                )
        position = self._along(line, end)
        if end < len(line) and end > 0 and not SETUP.isdisjoint(line[end]):
            position = set_up(position, line[end], moves_before=moves or 0)
        return position

    def _along(self, line: list[sgf.Properties], end: int) -> Position:
        """The position after the first `end` nodes of the main line."""
        first, position = 0, self.start
        if self._reached and self._reached[0] <= end:
            first, position = self._reached
        if first == 0 and end > 0:
            position = replay(position, [move_only(line[0])])  # `start` has its set-up
            first = 1
        position = replay(position, line[first:end], moves_before=count_moves(line[:first]))
        self._reached = end, position
        return position

    def _main_properties(self) -> list[sgf.Properties]:
        """The main line without its nodes; in a record it is the beginning of the list."""
        if self._record is None:
            return [node._props for node in self.main_line()]
        parents, length = self._record.parents, 1
        while length < len(parents) and parents[length] == length - 1:
            length += 1
        return self._record.nodes[:length]

    def main_line(self) -> list[Node]:
        """The root and the first child of each node after it."""
        nodes = [self.root]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def moves(self) -> list[tuple[Color, int]]:
        """The moves of the main line: colour and point or PASS."""
        found: list[tuple[Color, int]] = []
        for props in self._main_properties():
            if has_move(props):
                color = BLACK if "B" in props else WHITE
                found.append((color, read_node_move(props, self.size, len(found) + 1)))
        return found

    def node(self, address: str) -> Node:
        """The node at an address such as "12" or "12/2/3"; see `Node.address`.

        >>> game = Game.parse("(;(;B[aa])(;B[bb];W[cc]))")
        >>> game.node("0/2/2").color
        <Color.WHITE: 2>
        """
        parts = address.strip().split("/")
        if len(parts) % 2 == 0 or not all(
            p.isascii() and p.isdigit() and len(p) < 9 for p in parts
        ):
            raise InvalidInput(
                f"{address!r} is not an address; write steps/variation/steps, such as 12/2/3."
            )
        node = self.root
        try:
            for _ in range(int(parts[0])):
                node = node.children[0]
            for variation, steps in zip(parts[1::2], parts[2::2], strict=True):
                if int(variation) < 1 or int(steps) < 1:
                    raise IndexError
                node = node.children[int(variation) - 1]
                for _ in range(int(steps) - 1):
                    node = node.children[0]
        except IndexError:
            raise InvalidInput(f"The game has no node at {address}.") from None
        return node

    def __len__(self) -> int:
        """Moves of the main line, passes included."""
        return count_moves(self._main_properties())

    def __bool__(self) -> bool:
        return True

    def _first_player(self) -> Color:
        """Who starts if the record does not say: by the handicap, else by the first move."""
        if (self._info or self._read_info()).handicap >= 2:
            return WHITE
        first = next(filter(has_move, self._main_properties()), {})
        return WHITE if "W" in first else BLACK

    def _place_handicap(self, start: Position, stones: int) -> Position:
        """Some servers write HA without the stones: put them on the usual points."""
        line = self._main_properties()
        for props in line:
            if "AB" in props or "AW" in props or "B" in props:
                return start  # the record has its own stones
            if "W" in props:
                break
        if stones > max_fixed_handicap(start.width, start.height):
            return start
        points = fixed_handicap(stones, start.width, start.height)
        placed = start.setup(black=points, to_play=WHITE)
        try:
            replay(placed, [move_only(line[0]), *line[1:]])
        except GokanError:
            return start  # the moves do not go with these stones
        self._notes = [f"{stones} handicap stones were put on the usual points"]
        return placed

    def _position_at(self, node: Node) -> Position:
        """Play from the nearest ancestor whose position is known."""
        known = self._positions
        path: list[Node] = []
        above: Node | None = node
        while above is not None and above not in known:
            path.append(above)
            above = above.parent
        if above is None:
            if path[-1] is not self.root:
                raise InvalidInput("The node was deleted from its game.")
            position = self.start
        else:
            position = known[above]
            known.move_to_end(above)
            if not path:
                return position
        line = [below._props for below in reversed(path)]
        if above is None:
            line[0] = move_only(line[0])
        before = 0 if above is None else above.number
        position = replay(position, line, moves_before=before)
        self._remember(node, position)
        return position

    def _remember(self, node: Node, position: Position) -> None:
        self._positions[node] = position
        if len(self._positions) > _KEPT_POSITIONS:
            self._positions.popitem(last=False)

    def _board_changed(self) -> None:
        """Forget what was worked out from the moves and the set-up."""
        self._stamp += 1
        self._positions.clear()
        self._reached = None
        self._start = None
        self._info = None
        self._notes = []

    # --- writing ------------------------------------------------------------------------------

    def to_record(self) -> sgf.Record:
        """The game as flat lists, sharing the raw values."""
        if self._record is not None:
            return self._record
        nodes = list(self.root.walk())
        index = {node: number for number, node in enumerate(nodes)}
        parents = [-1 if node.parent is None else index[node.parent] for node in nodes]
        return sgf.Record([node._props for node in nodes], parents, self.encoding)

    def to_sgf(self) -> bytes:
        """The game as an SGF file; values that were not changed are byte for byte as read."""
        return sgf.write([self.to_record()])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file, completely or not at all."""
        write_whole(path, self.to_sgf())

    def convert_to_utf8(self) -> None:
        """Change the charset of the record; texts stay the same, their bytes do not."""
        old = self.encoding
        for node in self.root.walk():
            for values in node._props.values():
                for number, raw in enumerate(values):
                    if not raw.isascii():
                        values[number] = recode(raw, old)
        self.encoding = "utf-8"
        self.root.set_raw("CA", [b"UTF-8"])

    def _encode(self, text: str, *, composed: bool = False) -> bytes:
        """Raw bytes of a text; what is beyond ASCII needs a charset that is declared and fits."""
        if not text.isascii() and not (self._is_declared() and fits(text, self.encoding)):
            if self.encoding != "utf-8":
                self._repairs.append("the record was converted to UTF-8 to hold a new text")
            self.convert_to_utf8()
        return encode_text(text, self.encoding, composed=composed)

    def _is_declared(self) -> bool:
        declared = self._root_properties.get("CA", [b""])[0]
        return find_codec(declared.decode("latin-1")) == self.encoding

    def to_dict(self) -> dict[str, Any]:
        """The game in plain types; nodes in file order, each with the number of its parent.

        >>> Game.parse("(;SZ[9];B[ee])").to_dict()["nodes"][1]["move"]
        ['black', 'E5']
        """
        width, height = self.size
        order = list(self.root.walk())
        index = {node: number for number, node in enumerate(order)}
        nodes: list[dict[str, Any]] = []
        for node in order:
            color, move = node.color, node.move
            entry: dict[str, Any] = {
                "parent": None if node.parent is None else index[node.parent],
                "number": node.number,
                "move": None if move is None else [str(color), to_vertex(move, width, height)],
            }
            for key, name in (("add_black", "AB"), ("add_white", "AW"), ("add_empty", "AE")):
                if name in node._props:
                    entry[key] = [to_vertex(p, width, height) for p in node.points(name)]
            if node.comment:
                entry["comment"] = node.comment
            nodes.append(entry)
        return {
            "width": width,
            "height": height,
            "rules": self.rules.to_dict(),
            "handicap": self.handicap,
            "black": {"name": self.black, "rank": self.black_rank},
            "white": {"name": self.white, "rank": self.white_rank},
            "result": self.result,
            "date": self.date,
            "event": self.event,
            "moves": len(self),
            "warnings": list(self.warnings),
            "nodes": nodes,
        }

    def point(self, vertex: int | str) -> int:
        """A point from a vertex such as "D4", or a point as it is, if it is on the board."""
        width, height = self.size
        if isinstance(vertex, str):
            return from_vertex(vertex, width, height)
        if not 0 <= vertex < width * height:
            raise InvalidInput(f"Point {vertex} is not on a board of {width}x{height}.")
        return vertex

    def vertex(self, move: int | None) -> str:
        """The name of a point, "pass" for PASS, "" for None."""
        return "" if move is None else to_vertex(move, *self.size)

    def __repr__(self) -> str:
        info = self._info or self._read_info()
        players = f"{self.black or '?'} - {self.white or '?'}"
        return f"<Game {info.width}x{info.height}: {players}, {_moves(len(self))}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.parse, (self.to_sgf(),)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"
