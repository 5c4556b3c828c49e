"""Rules as text: a map, what it is for, the moves, and why (Klinger 3.9).

    rule tiger-mouth
    purpose: connect, sever
    goal: Connect(a, b)
    reason: A stone at * makes a tiger's mouth: whoever cuts inside is taken.
    map:
        .a.
        b.*
    where:
        a X
        b X
    when: libs(a) >= 2 and libs(b) >= 2
    good: *
    match:
        . . . . .
        ...

A map is drawn for the side the rule speaks for: `X` its stone, `O` an enemy stone, `.` an empty
point, `x` an own stone or empty, `o` an enemy stone or empty, `,` any point, `#` off the board, `?`
anything at all. `*` is an empty point, and other letters mean what `where` says: one of these
symbols, `stone`, and a range of liberties (`a X, liberties 1..2`). The goal names the objects. With
two purposes the second is the opponent's: the same map and points, seen from the other side. All
eight orientations are tried. A letter, or `*`, that stands for one cell in each of two maps links
them: it is one block, or one point. `border` and `centre` name the cells of an eye, `eyes: 1..2`
how many it makes if the opponent, or the owner, moves first there; `connection: unassailable` or
`possible` goes with the purpose `connection`. `only: yes` says that no other move is worth looking
at for this goal, `solid: yes` that the stones of the border must be one block. In examples X is to
move, `*` are points that must be spoken about, `@` are stones of X that must be objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log2

from gokan.errors import GokanError
from gokan.go import BLACK, Position
from gokan.goals.knowledge.assertion import Recommendation
from gokan.goals.knowledge.conditions import Condition, InvalidRule, parse_condition
from gokan.goals.knowledge.entries import Entry, Value, entries
from gokan.goals.knowledge.purposes import PURPOSES

__all__ = ["Cell", "Example", "InvalidRule", "Map", "Rule", "parse"]

REACH = 6
"""A cell is at most this far from the anchor of its map."""
MOST_MAPS = 4
EMPTY_KIND, OWN_KINDS, ENEMY_KINDS = 1, 0b11111 << 1, 0b11111 << 6
ANY_KIND = EMPTY_KIND | OWN_KINDS | ENEMY_KINDS
OFF_BOARD = -1
_BASIC = {
    "X": OWN_KINDS,
    "O": ENEMY_KINDS,
    ".": EMPTY_KIND,
    "*": EMPTY_KIND,
    "x": OWN_KINDS | EMPTY_KIND,
    "o": ENEMY_KINDS | EMPTY_KIND,
    ",": ANY_KIND,
    "stone": OWN_KINDS | ENEMY_KINDS,
    "#": OFF_BOARD,
}
_SWAP = str.maketrans("XOxo", "OXox")
_GOAL = re.compile(r"(Save|Capture|Connect|Sever)\(\s*([^()]*?)\s*\)")
_RANGE = re.compile(r"liberties (?:([0-9])|([0-9])?\.\.([0-9])?)")
_SIDE = 19
_LIBERTY_SHARES = (0.1, 0.2, 0.2, 0.2, 0.3)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a map, from its top left: the symbol, and the kinds of point it may be."""

    x: int
    y: int
    symbol: str
    kinds: int


@dataclass(frozen=True, slots=True)
class Map:
    """One map: its cells (don't-cares left out), and which of them is the anchor."""

    rows: tuple[str, ...]
    cells: tuple[Cell, ...]
    anchor: tuple[int, int]

    def on_board(self, *, around: int = 0, margin: int = 1, enemy: bool = False) -> Position | None:
        """A small board that shows it, own stones black; None where stones would be captured.

        Cells that may be several things are empty if they may, else own stones (with `enemy` the
        other way round, if they may be an enemy's stone); `around` is what stands on the
        don't-cares and beside the map, as far as the `margin` goes.
        """
        columns, rows = self.lines(margin)
        stones = {
            (c.x, c.y): 2
            if enemy and c.kinds & ENEMY_KINDS
            else 0
            if c.kinds & EMPTY_KIND
            else 1
            if c.kinds & OWN_KINDS
            else 2
            for c in self.cells
            if c.kinds != OFF_BOARD
        }
        board = bytes(stones.get((x, y), around) for y in rows for x in columns)
        try:
            return Position.from_board(board, len(columns), to_play=BLACK)
        except GokanError:
            return None

    def lines(self, margin: int) -> tuple[list[int], list[int]]:
        """The columns and rows of a board that goes on beside the map as far as the margin."""
        return (
            self._lines([(c.x, c.kinds == OFF_BOARD) for c in self.cells], margin),
            self._lines([(c.y, c.kinds == OFF_BOARD) for c in self.cells], margin),
        )

    @staticmethod
    def _lines(cells: list[tuple[int, bool]], margin: int) -> list[int]:
        """The columns, or rows, of the board: some more on each side, unless the map ends there."""
        last = max(line for line, _ in cells)
        off = [all(beyond for n, beyond in cells if n == line) for line in range(last + 1)]
        inside = [line for line in range(last + 1) if not (off[line] and line in (0, last))]
        before = range(-margin, 0) if not off[0] else ()
        after = range(last + 1, last + 1 + margin) if not off[last] else ()
        return [*before, *inside, *after]


@dataclass(frozen=True, slots=True)
class Example:
    """A small board with X to move, and what the rule must, or must not, speak about."""

    board: bytes
    width: int
    points: frozenset[int]
    stones: frozenset[int]
    text: str

    @property
    def position(self) -> Position:
        """The example as a position, X (Black) to move."""
        return Position.from_board(self.board, self.width, to_play=BLACK)


@dataclass(frozen=True)
class Rule:
    """One rule, as read."""

    name: str
    purpose: str
    counterpart: str
    """The opponent's purpose on the same points; empty if it serves one side only."""
    reason: str
    maps: tuple[Map, ...]
    where: tuple[tuple[str, str], ...]
    objects: tuple[str, ...]
    recommendation: Recommendation | None
    moves: tuple[str, ...]
    border: tuple[str, ...]
    centre: tuple[str, ...]
    eyes: tuple[int, int]
    unassailable: bool
    only: bool
    solid: bool
    """The stones of the border are one block, that of the first object."""
    when: Condition | None
    when_text: str
    source: str
    """`hand`, `generated` or `learned`."""
    matches: tuple[Example, ...]
    misses: tuple[Example, ...]
    file: str
    line: int

    @cached_property
    def specificity(self) -> int:
        """Tenths of a bit of information in the maps and the condition."""
        cells = sum(_bits(cell.kinds) for one in self.maps for cell in one.cells)
        return cells + (self.when.bits() if self.when else 0) + 10 * self.solid

    @property
    def kind(self) -> int:
        """0 a move, 1 an eye, 2 a connection."""
        return {"eye": 1, "connection": 2}.get(self.purpose, 0)

    @cached_property
    def links(self) -> frozenset[str]:
        """What joins the maps: letters, and `*`, that name one cell in each of several maps."""
        names = {*(symbol for symbol, _ in self.where), *self.objects, "*"}
        names |= self.when.names() if self.when else set()
        maps = [[cell.symbol for cell in one.cells] for one in self.maps]
        return frozenset(
            name
            for name in names
            if sum(name in symbols for symbols in maps) > 1
            and max(symbols.count(name) for symbols in maps) == 1
        )

    def turned(self) -> Rule:
        """The same for the opponent, with the second purpose. Examples stay as they are drawn."""
        where = tuple((symbol, _turn(text)) for symbol, text in self.where)
        meaning = dict(where)
        maps = tuple(
            replace(
                one,
                rows=tuple(
                    "".join(c if c in meaning else c.translate(_SWAP) for c in row)
                    for row in one.rows
                ),
                cells=tuple(
                    replace(c, kinds=_turn_kinds(c.kinds))  # symbols are names: they stay
                    for c in one.cells
                ),
            )
            for one in self.maps
        )
        condition = _turn_condition(self.when) if self.when else None
        return replace(
            self,
            purpose=self.counterpart,
            counterpart=self.purpose,
            maps=maps,
            where=where,
            when=condition,
        )

    def cells_at(self, position: Position, anchors: Sequence[tuple[int, int]]) -> Iterator[int]:
        """The points on which the map's cells lie, those off the board left out."""
        for one, (anchor, symmetry) in zip(self.maps, anchors, strict=True):
            for cell in one.cells:
                yield from _place(position, one, cell, anchor, symmetry)

    def breathing_at(self, position: Position, anchors: Sequence[tuple[int, int]]) -> Iterator[int]:
        """The stones on whose liberties the match hangs."""
        named = self.when.names() if self.when else set()
        for one, (anchor, symmetry) in zip(self.maps, anchors, strict=True):
            for cell in one.cells:
                stones = cell.kinds & ~EMPTY_KIND
                some = cell.kinds != OFF_BOARD and stones not in (
                    OWN_KINDS,
                    ENEMY_KINDS,
                    OWN_KINDS | ENEMY_KINDS,
                    0,
                )
                if some or cell.symbol in named:
                    yield from _place(position, one, cell, anchor, symmetry)


def parse(text: str, *, file: str = "rules") -> list[Rule]:
    """Read a file of rules.

    >>> [one] = parse('''
    ... rule capture-in-atari
    ... purpose: capture, save
    ... goal: Capture(a)
    ... reason: The stones have one liberty left.
    ... map:
    ...     a*
    ... where:
    ...     a O, liberties 1
    ... good: *
    ... ''')
    >>> one.name, one.objects, one.specificity > 0
    ('capture-in-atari', ('a',), True)
    """
    return [_build(entry) for entry in entries(text, file)]


# --- an entry into a rule -------------------------------------------------------------------------


def _build(entry: Entry) -> Rule:
    purpose, counterpart = _purposes(entry)
    where = _where(entry)
    condition_text = entry.text("when")
    try:
        condition = parse_condition(condition_text) if condition_text else None
    except InvalidRule as error:
        raise entry.wrong(str(error), "when") from None
    objects = _objects(entry, purpose)
    recommendation, moves = _moves(entry, purpose)
    reason = entry.text("reason")
    if not reason:
        raise entry.wrong("give a reason")
    maps = tuple(_map(entry, value, where) for value in entry.all("map"))
    if not 1 <= len(maps) <= MOST_MAPS:
        what = f"a rule has at most {MOST_MAPS} maps" if maps else "give a map"
        raise entry.wrong(what, "map")
    rule = Rule(
        name=entry.name,
        purpose=purpose,
        counterpart=counterpart,
        reason=reason,
        maps=maps,
        where=tuple((s, t) for s, (t, _) in where.items()),
        objects=objects,
        recommendation=recommendation,
        moves=moves,
        border=tuple(entry.text("border").split()),
        centre=tuple(entry.text("centre").split()),
        eyes=_eyes(entry, purpose),
        unassailable=_connection(entry, purpose),
        only=_choice(entry, "only", ("no", "yes")) == "yes",
        solid=_choice(entry, "solid", ("no", "yes")) == "yes",
        when=condition,
        when_text=condition_text,
        source=_choice(entry, "source", ("hand", "generated", "learned")),
        matches=tuple(_example(entry, value) for value in entry.all("match")),
        misses=tuple(_example(entry, value) for value in entry.all("no match")),
        file=entry.file,
        line=entry.number,
    )
    _check_symbols(entry, rule)
    return rule


def _purposes(entry: Entry) -> tuple[str, str]:
    names = [name.strip() for name in entry.text("purpose").split(",")]
    for name in names:
        if name not in PURPOSES:
            words = f"{name!r} is no purpose; they are: {', '.join(PURPOSES)}"
            raise entry.wrong(words if entry.all("purpose") else "give a purpose", "purpose")
    if len(names) > 2 or (len(names) == 2 and PURPOSES[names[0]].counterpart != names[1]):
        counterpart = PURPOSES[names[0]].counterpart or "none"
        raise entry.wrong(
            f"the opponent's counterpart of {names[0]!r} is {counterpart!r}", "purpose"
        )
    return names[0], names[1] if len(names) == 2 else ""


def _where(entry: Entry) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    value = entry.one("where")
    for line in value.lines if value else ():
        symbol, _, text = line.strip().partition(" ")
        if len(symbol) != 1 or symbol in "?#," or not text:
            what = f"write a letter and what it means, not {line.strip()!r}"
            raise entry.wrong(what, "where")
        if symbol in found:
            raise entry.wrong(f"`where` says twice what {symbol!r} means", "where")
        found[symbol] = (text.strip(), _kinds(entry, text))
    return found


def _kinds(entry: Entry, text: str) -> int:
    first, *rest = (part.strip() for part in text.split(","))
    if first == "" and rest[:1] == [""]:  # the comma itself: any point
        first, rest = ",", rest[1:]
    kinds = _BASIC.get(first)
    if kinds is None or kinds == OFF_BOARD:
        what = f"{first!r} is not one of X, O, ., x, o, stone or the comma"
        raise entry.wrong(what, "where")
    for part in rest:
        found = _RANGE.fullmatch(part)
        if not found:
            what = f"cannot read {part!r}; write for instance `liberties 1..2`"
            raise entry.wrong(what, "where")
        low = int(found[1] or found[2] or 1)
        high = int(found[1] or found[3] or 9)
        if low > 5 or (high > 4 and (found[1] or found[3])):
            what = "liberties from five on are one class; write `liberties 5..`"
            raise entry.wrong(what, "where")
        if not 1 <= low <= high:
            raise entry.wrong(f"no stone on a board has {part!r}", "where")
        kinds &= EMPTY_KIND | _liberty_kinds(low, high)
    return kinds


def _liberty_kinds(low: int, high: int) -> int:
    buckets = sum(1 << n - 1 for n in range(1, 6) if low <= n <= (9 if n == 5 else high))
    if high < 5:
        buckets &= ~(1 << 4)
    return buckets << 1 | buckets << 6


def _objects(entry: Entry, purpose: str) -> tuple[str, ...]:
    text = entry.text("goal")
    found = _GOAL.fullmatch(text)
    goal = PURPOSES[purpose].goal
    if not found or found[1].lower() != goal:
        what = f"the goal of {purpose!r} is written like {goal.capitalize()}(a)"
        raise entry.wrong(what, "goal")
    objects = tuple(part.strip() for part in found[2].split(","))
    if not 1 <= len(objects) <= 3 or any(len(o) != 1 for o in objects):
        raise entry.wrong("a goal has one to three objects, each a letter of the map", "goal")
    if len(set(objects)) < len(objects):
        raise entry.wrong("the goal names an object twice", "goal")
    return objects


def _moves(entry: Entry, purpose: str) -> tuple[Recommendation | None, tuple[str, ...]]:
    kinds: tuple[Recommendation, ...] = ("good", "bad", "threat")
    given = [(kind, entry.text(kind).split()) for kind in kinds if entry.one(kind)]
    if PURPOSES[purpose].side == "recognition":
        if given:
            what = f"a rule that recognises ({purpose}) has no moves"
            raise entry.wrong(what, given[0][0])
        return None, ()
    if len(given) != 1 or not given[0][1]:
        raise entry.wrong("give the moves as one of `good`, `bad` or `threat`")
    return given[0][0], tuple(given[0][1])


def _map(entry: Entry, value: Value, where: dict[str, tuple[str, int]]) -> Map:
    lines = [line for line in value.lines if line.strip()]
    if not lines:
        raise entry.wrong("the map is empty", value.number)
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    rows = tuple(line[margin:] for line in lines)
    cells = []
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol == " ":
                raise entry.wrong("a map has no spaces between its cells; write `?`", value.number)
            if symbol == "?":
                continue
            kinds = where[symbol][1] if symbol in where else _BASIC.get(symbol)
            if kinds is None:
                raise entry.wrong(f"`where` does not say what {symbol!r} means", value.number)
            cells.append(Cell(x, y, symbol, kinds))
    return Map(rows, tuple(cells), _anchor(entry, value, cells))


def _anchor(entry: Entry, value: Value, cells: list[Cell]) -> tuple[int, int]:
    """A cell from which all others can be reached, best one that rules out most."""
    best: tuple[int, int, tuple[int, int]] | None = None
    for cell in cells:
        reach = max(max(abs(c.x - cell.x), abs(c.y - cell.y)) for c in cells)
        if cell.kinds == OFF_BOARD or reach > REACH:
            continue
        rank = (-_bits(cell.kinds), reach, (cell.x, cell.y))
        if best is None or rank < best:
            best = rank
    if best is None:
        raise entry.wrong(f"the map reaches more than {REACH} points from any cell", value.number)
    return best[2]


def _eyes(entry: Entry, purpose: str) -> tuple[int, int]:
    text = entry.text("eyes")
    if purpose != "eye":
        if text:
            raise entry.wrong("`eyes` goes with the purpose `eye`", "eyes")
        return (0, 0)
    found = re.fullmatch(r"([0-2])(?:\.\.([0-2]))?", text)
    if not found or int(found[1]) > int(found[2] or found[1]):
        raise entry.wrong("say how many eyes: 0..1, 1, 1..2 or 2", "eyes")
    return int(found[1]), int(found[2] or found[1])


def _connection(entry: Entry, purpose: str) -> bool:
    if purpose != "connection":
        if entry.one("connection"):
            raise entry.wrong("`connection` goes with the purpose `connection`", "connection")
        return False
    return _choice(entry, "connection", ("possible", "unassailable")) == "unassailable"


def _choice(entry: Entry, key: str, words: Sequence[str]) -> str:
    text = entry.text(key) or words[0]
    if text not in words:
        raise entry.wrong(f"{key!r} is one of: {', '.join(words)}", key)
    return text


def _check_symbols(entry: Entry, rule: Rule) -> None:
    """Every name must be in the maps; objects and names in conditions must be single cells."""
    asked = rule.when.names() if rule.when else set[str]()
    named = {"goal": rule.objects, "when": sorted(asked), rule.recommendation or "": rule.moves}
    for key, names in {**named, "border": rule.border, "centre": rule.centre}.items():
        for name in names:
            kinds = {c.kinds for one in rule.maps for c in one.cells if c.symbol == name}
            if not kinds:
                raise entry.wrong(f"there is no {name!r} in the map", key)
            if OFF_BOARD in kinds:
                raise entry.wrong(f"{name!r} lies off the board and cannot be named", key)
            if key in ("goal", "when") and any(
                sum(c.symbol == name for c in one.cells) > 1 for one in rule.maps
            ):
                raise entry.wrong(f"{name!r} stands for several cells; name one cell", key)
            if key == "goal" and any(k & EMPTY_KIND for k in kinds):
                raise entry.wrong(f"a goal is about stones, and {name!r} need not be one", key)
            if key == rule.recommendation and kinds != {EMPTY_KIND}:
                what = f"a move goes to an empty point, and {name!r} need not be one"
                raise entry.wrong(what, key)
    drawn = {c.symbol for one in rule.maps for c in one.cells}
    _check_lines(entry, rule)
    for symbol, _ in rule.where:
        if symbol not in drawn:
            raise entry.wrong(f"`where` explains {symbol!r}, which is not in the map", "where")
    if rule.purpose == "eye" and not (rule.border and rule.centre):
        raise entry.wrong("an eye has a border and a centre")


def _check_lines(entry: Entry, rule: Rule) -> None:
    """Where maps are joined a stone stands for its block, and a block stands on no one line."""
    asked = rule.when.asked("line") if rule.when and len(rule.maps) > 1 else set[str]()
    for cell in (c for one in rule.maps for c in one.cells if c.symbol in asked):
        if cell.kinds != EMPTY_KIND:
            what = f"where there are several maps, line({cell.symbol}) is of an empty point only"
            raise entry.wrong(what, "when")


def _example(entry: Entry, value: Value) -> Example:
    rows = [
        line.split() if " " in line.strip() else list(line.strip())
        for line in value.lines
        if line.strip()
    ]
    if not rows or len({len(row) for row in rows}) != 1:
        raise entry.wrong("the rows of an example have different lengths", value.number)
    flat = [symbol for row in rows for symbol in row]
    if max(len(rows), len(rows[0])) > _SIDE or not set(flat) <= set(".XO*@"):
        raise entry.wrong("an example is made of `.`, `X`, `O`, `*` and `@`", value.number)
    return Example(
        board=bytes({"X": 1, "@": 1, "O": 2}.get(symbol, 0) for symbol in flat),
        width=len(rows[0]),
        points=frozenset(i for i, symbol in enumerate(flat) if symbol == "*"),
        stones=frozenset(i for i, symbol in enumerate(flat) if symbol == "@"),
        text="\n".join(" ".join(row) for row in rows),
    )


# --- seen from the other side ---------------------------------------------------------------------


def _turn(text: str) -> str:
    head, comma, rest = text.partition(",")
    if not head:
        return text  # the comma itself
    return (head.translate(_SWAP) if len(head) == 1 else head) + comma + rest


def _turn_kinds(kinds: int) -> int:
    if kinds == OFF_BOARD:
        return kinds
    return kinds & EMPTY_KIND | (kinds & OWN_KINDS) << 5 | (kinds & ENEMY_KINDS) >> 5


def _turn_condition(condition: Condition) -> Condition:
    op = {"after": "enemy_after", "enemy_after": "after"}.get(condition.op, condition.op)
    if op == "=":
        stone, number = condition.parts
        if isinstance(stone, Condition) and isinstance(number, Condition) and stone.op == "stone":
            color = int(str(number.parts[0]))
            return Condition("=", (stone, Condition("number", (3 - color if color else 0,))))
    return Condition(
        op, tuple(_turn_condition(p) if isinstance(p, Condition) else p for p in condition.parts)
    )


# --- helpers --------------------------------------------------------------------------------------


def _bits(kinds: int) -> int:
    """Tenths of a bit: how rarely a point is one of these kinds."""
    if kinds == OFF_BOARD:
        return 43
    share = 0.5 * (kinds & 1)
    for n, part in enumerate(_LIBERTY_SHARES, 1):
        share += 0.25 * part * ((kinds >> n & 1) + (kinds >> n + 5 & 1))
    return round(-10 * log2(min(share, 0.97))) if share else 100


def _place(position: Position, one: Map, cell: Cell, anchor: int, symmetry: int) -> Iterable[int]:
    dx, dy = cell.x - one.anchor[0], cell.y - one.anchor[1]
    dx, dy = (-dx if symmetry & 1 else dx), (-dy if symmetry & 2 else dy)
    if symmetry & 4:
        dx, dy = dy, dx
    row, column = divmod(anchor, position.width)
    x, y = column + dx, row + dy
    if 0 <= x < position.width and 0 <= y < position.height:
        yield y * position.width + x
