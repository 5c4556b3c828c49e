"""Moves of the real board, as something the rules of chapter 6 can be tried on.

Each move of a sample gives three states: before the last move, now, and after the move. A rule is
evaluated for all moves of the sample at once. Where it speaks of a move p, only the samples in
which p was made count, since nothing else is known of the others.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product

from gokan.go import BLACK, PASS, WHITE, Position, Rules
from gokan.goals.tiny import COLORS, PLAYERS, positions, vertices
from gokan.logic import Checker
from gokan.logic.bits import members, pack
from gokan.logic.checking.model import Model
from gokan.logic.language.formula import Value
from gokan.logic.language.resolve import Signature
from gokan.logic.language.text import LogicFile, parse_file

__all__ = [
    "Breach",
    "Transition",
    "Transitions",
    "all_moves",
    "random_moves",
    "rules_of_go",
    "try_rules",
]

NONE = "None"
SMALL, FIXED = 36, "6.3.7"
"""That neighbours stay neighbours (6.3.7) is tried on small boards only: on 19×19 there are 47
million cases."""
MEMORY = 200 << 20


@dataclass(frozen=True, slots=True)
class Transition:
    """A move p in a position, with what was there before and what came of it."""

    before: Position | None
    """The position before the last move; None at the start or after a set-up."""
    now: Position
    move: int
    after: Position
    start: bool = False
    """Whether the game begins here, on the empty board."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that the board broke: which one, where, and for which values of its variables."""

    rule: str
    values: tuple[tuple[str, Value], ...]
    transition: Transition

    def explain(self) -> str:
        """One sentence."""
        now = self.transition.now
        values = ", ".join(f"{name} = {value}" for name, value in self.values)
        return f"{self.rule} fails for {values} at {now.vertex(self.transition.move)} in\n{now}"


@cache
def rules_of_go() -> LogicFile:
    """The data file: Table 2.1's definitions and the rules of chapter 6, corrected."""
    text = resources.files("gokan.goals").joinpath("rules-of-go.txt").read_text("utf-8")
    return parse_file(text)


def try_rules(sample: Sequence[Transition], *, native: bool = True) -> Iterator[Breach]:
    """Every rule of chapter 6 that the sample breaks; nothing if the board keeps them all.

    With `native` the board's own blocks, ataris, suicides and points at the end stand in for their
    definitions, as large boards need; tests show that they are the same.

    >>> sample = list(random_moves(2, 3, 100, seed=1))
    >>> list(try_rules(sample, native=False))
    []
    """
    model = Transitions(sample, native=native)
    known = set(model.signature.predicates)
    file = rules_of_go()
    definitions = [d for d in file.definitions if d.name not in known]
    checker = Checker(model, definitions)
    for check in file.checks:
        if model.points > SMALL and check.title.startswith(FIXED):
            continue
        resolved = checker.resolve(check.body)
        move = next((name for name, sort in resolved.free if sort == "move"), None)
        rest = [(name, sort) for name, sort in resolved.free if name != move]
        sorts = model.signature.sorts
        for made in sorts["move"] if move else ("",):
            where = model.played.get(made, 0) if move else model.inner
            if not where:
                continue
            env: dict[str, Value] = {move: made} if move else {}
            for chosen in product(*(sorts[sort] for _, sort in rest)):
                env |= {name: value for (name, _), value in zip(rest, chosen, strict=True)}
                broken = where & ~checker.evaluate(resolved.formula, env)
                for state in members(broken):
                    index = state - model.size
                    yield Breach(check.title, tuple(env.items()), sample[index])
            checker.forget(above=MEMORY)


class Transitions(Model):
    """A sample as a model: states k, size + k and 2 size + k are before, now and after."""

    def __init__(self, sample: Sequence[Transition], *, native: bool) -> None:
        first = sample[0].now
        self.sample = sample
        self.width, self.height = first.width, first.height
        self.points = self.width * self.height
        self.size = len(sample)
        self.everything = (1 << 3 * self.size) - 1
        self.inner = ((1 << self.size) - 1) << self.size
        names = vertices(self.width, self.height)
        self.names = names
        moves = (*names, "pass")
        predicates: dict[str, tuple[str, ...]] = {
            "Occ": ("point", "color"),
            "Adj": ("point", "point"),
            "Next": ("line", "line"),
            "SuicideAllowed": (),
        }
        if native:
            predicates |= {
                "BlockAdj": ("point", "point", "player"),
                "Atari": ("point", "player"),
                "Suicide": ("point", "player"),
                "Point": ("point", "player"),
            }
        lines = tuple(range(1, max(self.width, self.height) + 1))
        self.signature = Signature(
            sorts={
                "point": names,
                "move": moves,
                "last": (*moves, NONE),
                "player": PLAYERS,
                "color": COLORS,
                "line": lines,
            },
            predicates=predicates,
            functions={
                "LastMove": ((), "last"),
                "PrevLastMove": ((), "last"),
                "Row": (("point",), "line"),
                "Column": (("point",), "line"),
            },
        )
        self._atoms: dict[tuple[str, tuple[Value, ...]], int] = {}
        self._names = {name: k for k, name in enumerate(names)}
        self._colors: dict[Value, int] = {"Black": 1, "White": 2, "Empty": 0}
        self._fill(native)

    def _fill(self, native: bool) -> None:
        """One long row of bytes for each kind of fact, with a column for each point."""
        n, sample = self.points, self.sample
        nothing = bytes([3]) * n
        self._boards = b"".join(
            [nothing if t.before is None else t.before.board for t in sample]
            + [t.now.board for t in sample]
            + [t.after.board for t in sample]
        )
        self._turns = bytes(
            [0 if t.before is None else int(t.before.to_play) for t in sample]
            + [int(t.now.to_play) for t in sample]
            + [int(t.after.to_play) for t in sample]
        )
        self._legal = b"".join(_legal_row(t.now, n) for t in sample)
        rows = [(_last(t.now), t.before is not None and _last(t.before), t.move) for t in sample]
        marks: dict[Value, bytearray] = {}
        for k, (_, _, move) in enumerate(rows):
            name = self.signature.sorts["move"][move if move != PASS else n]
            marks.setdefault(name, bytearray(self.size))[k] = 1
        self.played = {name: pack(row) << self.size for name, row in marks.items()}
        self._last: dict[tuple[str, Value], int] = {}
        last: dict[Value, bytearray] = {}
        previous: dict[Value, bytearray] = {}
        for k, (one, two, _) in enumerate(rows):
            here, there = self._move(one), self._move(two)
            last.setdefault(here, bytearray(3 * self.size))[self.size + k] = 1
            previous.setdefault(there, bytearray(3 * self.size))[self.size + k] = 1
            told = self._move(_last(sample[k].after))  # by the board, not what was asked of it
            last.setdefault(told, bytearray(3 * self.size))[2 * self.size + k] = 1
            previous.setdefault(here, bytearray(3 * self.size))[2 * self.size + k] = 1
        self._last |= {("LastMove", name): pack(row) for name, row in last.items()}
        self._last |= {("PrevLastMove", name): pack(row) for name, row in previous.items()}
        if native:
            native_rows = [_native(t.now, t.move) for t in sample]
            self._near = b"".join(row for row, _, _ in native_rows)
            self._atari = b"".join(row for _, row, _ in native_rows)
            self._suicide = bytes(value for _, _, value in native_rows)
            open_ = bytes(n)
            self._owners = b"".join(t.now.score().owner if t.now.is_over else open_ for t in sample)

    def _move(self, move: int | bool | None) -> Value:
        if move is None or move is False:
            return NONE
        return "pass" if move == PASS else self.names[move]

    # --- what holds ---------------------------------------------------------------------------

    def atom(self, name: str, arguments: tuple[Value, ...]) -> int:
        """Where a predicate holds."""
        if name == "BlockAdj":  # of all pairs of points there are too many to keep
            point, move, player = arguments
            if point not in self._names:
                return 0
            return self.atom("near", (point, player)) & self.played.get(move, 0)
        key = (name, arguments)
        if key not in self._atoms:
            self._atoms[key] = self._atom(name, arguments)
        return self._atoms[key]

    def _atom(self, name: str, arguments: tuple[Value, ...]) -> int:
        n, size = self.points, self.size
        if name in ("Occ", "Adj", "Atari", "Suicide", "Point") and any(
            a not in self._names for a in arguments[: 1 + (name == "Adj")]
        ):
            return 0
        match name, arguments:
            case "Occ", (point, color):
                column = self._boards[self._names[str(point)] :: n]
                return pack(column.translate(_equal(self._colors[color])))
            case "ToPlay", (player,):
                return pack(self._turns.translate(_equal(self._colors[player])))
            case "Legal", (move, player):
                place = n if move == "pass" else self._names.get(str(move), -1)
                if place < 0:
                    return 0
                column = self._legal[place :: n + 1]
                return pack(column.translate(_equal(self._colors[player]))) << size
            case "Adj", (one, other):
                near = self.sample[0].now.neighbors(str(one))
                return self.everything if self._names[str(other)] in near else 0
            case "Next", (one, other):
                return self.everything if abs(int(one) - int(other)) == 1 else 0
            case "SuicideAllowed", ():
                return self.everything if self.sample[0].now.rules.suicide else 0
            case "start", ():
                return pack([t.start for t in self.sample]) << size
            case "Win", (player,):
                wanted = self._colors[player]
                return pack([_winner(t.now) == wanted for t in self.sample]) << size
            case "Atari", (point, player):
                column = self._atari[self._names[str(point)] :: n]
                return pack(column.translate(_equal(self._colors[player]))) << size
            case "near", (point, player):  # blocks next to the move that was made
                column = self._near[self._names[str(point)] :: n]
                return pack(column.translate(_equal(self._colors[player]))) << size
            case "Point", (point, player):  # known where the game is over
                column = self._owners[self._names[str(point)] :: n]
                return pack(column.translate(_equal(self._colors[player]))) << size
            case "Suicide", (move, player):
                bit = _has(self._colors[player])
                return pack(self._suicide.translate(bit)) << size & self.played.get(move, 0)
        raise AssertionError(name)  # pragma: no cover

    def function(self, name: str, arguments: tuple[Value, ...], value: Value) -> int:
        """Where LastMove, PrevLastMove, Row or Column has a value."""
        if name in ("LastMove", "PrevLastMove"):
            return self._last.get((name, value), 0)
        row, column = divmod(self._names[str(arguments[0])], self.width)
        here = row + 1 if name == "Row" else column + 1
        return self.everything if here == value else 0

    def after(self, move: Value, bits: int) -> int:
        """◇_m, where m is the move that was made."""
        return (bits >> self.size) & self.played.get(move, 0)

    def before(self, move: Value, bits: int) -> int:
        """⟨u⟩_m, from now to before."""
        return (bits << self.size) & self._last.get(("LastMove", move), 0) & self.inner


@cache
def _equal(value: int) -> bytes:
    return bytes(b == value for b in range(256))


@cache
def _has(color: int) -> bytes:
    return bytes(bool(b & color) for b in range(256))


def _last(position: Position) -> int | None:
    return position.last_move


def _winner(position: Position) -> int:
    if not position.is_over:
        return 0
    return int(position.score().winner or 0)


def _legal_row(position: Position, n: int) -> bytes:
    """For each point and the pass, the colour of the player for whom it is legal, or 0."""
    row = bytearray(n + 1)
    if not position.is_over:
        color = int(position.to_play)
        for move in position.legal_moves():
            row[move] = color
        row[n] = color
    return bytes(row)


def _native(position: Position, move: int) -> tuple[bytes, bytes, int]:
    """By the board: colours of the blocks next to the move, of blocks in atari, and suicides."""
    board = position.board
    near, atari = bytearray(len(board)), bytearray(len(board))
    beside = () if move == PASS else position.neighbors(move)
    breaths: dict[int, int] = {}
    for block in position.blocks():
        if len(block.liberties) == 1:
            for stone in block.stones:
                atari[stone] = block.color
        touching = [p for p in beside if p in block.stones]
        for point in touching:
            breaths[point] = len(block.liberties)
        if touching:
            for stone in block.stones:
                near[stone] = block.color
    suicide = 0
    if move != PASS and not board[move] and all(board[p] for p in beside):
        for color in (BLACK, WHITE):
            if all((breaths[p] == 1) == (board[p] == color) for p in beside):
                suicide |= int(color)
    return bytes(near), bytes(atari), suicide


# --- samples ----------------------------------------------------------------------------------


def transition(
    before: Position | None, now: Position, move: int, *, start: bool = False
) -> Transition:
    """A possible move: any empty point or a pass, legal or not."""
    legal = not now.is_over and now.is_legal(move)
    after = now.play(move) if legal else now.play_forced(move)
    return Transition(before, now, move, after, start)


def all_moves(width: int, height: int, rules: str = "klinger") -> Iterator[Transition]:
    """Every possible move after every legal move in every position of a small board."""
    for color in (BLACK, WHITE):
        for position in positions(width, height, color, Rules.of(rules)):
            yield from (transition(None, position, move) for move in _possible(position))
            for move in (*position.legal_moves(), PASS):
                now = position.play(move)
                for reply in _possible(now):
                    yield transition(position, now, reply)


def random_moves(
    width: int, height: int, count: int, *, seed: int = 0, rules: str = "klinger"
) -> Iterator[Transition]:
    """Possible moves met in random games, two passes and ko bans among them."""
    chance = random.Random(seed)
    made = 0
    while True:
        before: Position | None = None
        now = Position.empty(width, height, rules=rules)
        for _ in range(3 * width * height):
            yield transition(before, now, chance.choice(_possible(now)), start=before is None)
            made += 1
            if made >= count:
                return
            if now.is_over:
                break
            moves = now.legal_moves()
            move = chance.choice(moves) if moves and chance.random() > 0.03 else PASS
            if chance.random() < 0.3:
                move = _return(now, moves) or move
            before, now = now, now.play(move)


def _possible(position: Position) -> list[int]:
    return [PASS, *(p for p, stone in enumerate(position.board) if not stone)]


def _return(now: Position, moves: Iterable[int]) -> int | None:
    """A move that takes a single stone: kos are rare by chance."""
    for block in now.blocks():
        if len(block.liberties) == 1 and len(block.stones) == 1 and block.color != now.to_play:
            [point] = block.liberties
            if point in moves:
                return point
    return None
