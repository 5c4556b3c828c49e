"""Zobrist's numbers (1969), recomputed from his game, his arrays and the text."""

from __future__ import annotations

import time
from functools import cache
from itertools import pairwise
from pathlib import Path

from gokan import sight
from gokan.go import BLACK, PASS, WHITE, Game, Position
from gokan.go.life import unconditional
from gokan_lab.facts.found import Found, example, share
from gokan_lab.study.sources import own_game, positions_of, sources

FIGURE = Path(__file__).with_name("zobrist-figure-2.txt")
"""Figure 2 as printed, and its signs."""

_SIGNS = {"+": 1, "-": -1, "0": 0}
_LAST_BOARD_DEAD = (
    *("B19", "C18", "D18", "C17", "D17", "F19", "G19", "F18", "H18", "F17", "G17", "H17", "J17"),
    *("C15", "D15", "B14", "L14", "L13", "M13", "N13", "O13", "P13"),
    *("D5", "D4", "D3", "J10", "L4", "M4", "L3", "J2", "K2", "L2", "M2", "J1", "M1"),
)


@cache
def _game() -> Game:
    return Game.load(example("zobrist-cowan.sgf"))


@cache
def _printed() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Figure 2 as the scan shows it, without signs, and the signs."""
    numbers, signs = FIGURE.read_text("utf-8").split("\n\n")
    return (
        tuple(int(n) for n in numbers.split()),
        tuple(_SIGNS[s] for s in "".join(signs.split())),
    )


def figure_2() -> Found:
    """Cells that agree with the scan in size and sign."""
    numbers, signs = _printed()
    seen = sight.see(_game().position(106)).influence
    same = sum(v == n * s for v, n, s in zip(seen, numbers, signs, strict=True))
    return Found(same, of="the scan shows 2 for an underlined digit in the other six")


def rounds() -> Found:
    """The number of rounds, of one to eight, that agrees with most cells of Figure 2."""
    numbers, _ = _printed()
    position = _game().position(106)
    agreeing = {
        n: sum(
            abs(v) == k
            for v, k in zip(sight.see(position, rounds=n).influence, numbers, strict=True)
        )
        for n in range(1, 9)
    }
    best = max(agreeing, key=agreeing.__getitem__)
    rest = max(v for n, v in agreeing.items() if n != best)
    return Found(best, of=f"{agreeing[best]} of 361 cells; another number at most {rest}")


def moves() -> Found:
    """Legal moves of the printed record."""
    position = _game().start
    for _, move in _game().moves():
        position = position.play(move)
    return Found(len(_game().moves()))


def captures() -> Found:
    """Moves of the record that capture."""
    taken = [n.position.prisoners(BLACK) + n.position.prisoners(WHITE) for n in _game().main_line()]
    return Found(sum(b > a for a, b in pairwise(taken)))


def count() -> Found:
    """Black's and White's points as people count at a board."""
    last = _game().position()
    closed = last.play("N8").setup(black=["A6"], white=["M7", "O6", "A5"])
    owner = closed.score(_LAST_BOARD_DEAD).owner
    dead = [last.color_at(v) for v in _LAST_BOARD_DEAD]
    points = {}
    for color, single in ((BLACK, "A6"), (WHITE, "A5")):
        stones = {p for p in closed.stones(color) if closed.vertex(p) not in _LAST_BOARD_DEAD}
        area = sum(o == color and p not in stones for p, o in enumerate(owner))
        area += closed.color_at(single) == color
        points[color] = area - last.prisoners(color) - dead.count(color)
    return Found(f"{points[BLACK]} to {points[WHITE]}")


FIGURE_1 = Position.empty(19).setup(
    black=[
        *("R19", "R18", "R17", "S17", "T17", "T16", "S1", "S2", "S3", "S4", "S5", "T5"),
        *("R11", "Q10", "S10", "R9"),
    ],
    white=[
        *("Q19", "Q18", "Q17", "R16", "S16", "S15", "T15"),
        *("R1", "R2", "R3", "R4", "R5", "S6", "T6", "Q11", "S11", "R12"),
    ],
)
"""The right side of Figure 1, rebuilt from the text; the board is not in the scan."""


def figure_1_white() -> Found:
    """White's points above, by territory, captured stones and the places that they leave."""
    board = Position.from_board(FIGURE_1.board, 19, rules="japanese")
    top = board.block("R19").stones
    owner = board.score(top).owner
    return Found(sum(owner[board.point(v)] == WHITE for v in SQUARE) + 2 * len(top))


SQUARE = ("S19", "T19", "S18", "T18")


def figure_1_black() -> Found:
    """Black's points below."""
    board = Position.from_board(FIGURE_1.board, 19, rules="japanese")
    owner = board.score(board.block("R19").stones).owner
    return Found(sum(owner[board.point(f"T{row}")] == BLACK for row in range(1, 5)))


def figure_1_moves() -> Found:
    """The moves that make the group below live unconditionally."""
    alive = []
    for move in ("T1", "T2", "T3", "T4"):
        after = FIGURE_1.setup(to_play=BLACK).play(move)
        if after.point("S1") in unconditional(after).alive_black:
            alive.append(move)
    return Found(" or ".join(alive))


def weighting_templates() -> Found:
    """Templates of the seven-array book that place a weight."""
    return Found(sum(t.weight is not None for t in sight.book("seven").templates))


def marking_templates() -> Found:
    """Templates of the seven-array book that mark a point."""
    return Found(sum(t.weight is None for t in sight.book("seven").templates))


@cache
def _own_games() -> tuple[Position, ...]:
    return tuple(p for n in range(5) for p in own_game(2 * n, arrays="seven"))


def from_templates() -> Found:
    """Moves from templates alone, in five games of the program with itself."""
    found = sources(list(_own_games()), arrays="seven")
    return share(found.templates, found.moves, "moves of five games with itself")


def from_templates_in_his_game() -> Found:
    """The same in the positions of his game."""
    found = sources(positions_of(_game(), color=int(WHITE)), arrays="seven")
    return share(found.templates, found.moves, "moves in the positions of his game")


def his_moves() -> Found:
    """His program's moves that ours has first."""
    book = sight.book("seven")
    first = 0
    played = [move for color, move in _game().moves() if color == WHITE]
    for position, move in zip(positions_of(_game(), color=int(WHITE)), played, strict=True):
        first += sight.reasons(position, library=book, limit=1).choice == move
    return Found(first, of="moves first")


def played_below_100() -> Found:
    """Moves that were played though their sum is below 100."""
    book = sight.book("seven")
    below = 0
    for position in _own_games()[::7]:
        account = sight.reasons(position, library=book, limit=1)
        below += account.choice != PASS and account.moves[0].total < 100
    return Found(below, of=f"{len(_own_games()[::7])} positions of games with itself")


def printed_weights() -> Found:
    """The weights of the two templates that are printed."""
    return Found(" and ".join(str(t.weight) for t in sight.load(sight.PRINTED).templates))


def capture_points() -> Found:
    """Points for a move that is needed to make or stop a capture: what a needed move gains."""
    board = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . X X . . . .
        . . X O O . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    best = sight.reasons(board).of("F6")
    alone = sight.reasons(board, moves_each=0).of("F6")
    if best is None or alone is None:
        return Found(0)
    return Found(round(best.total - sum(v.total for v in best.voices)))


def seconds_a_move() -> Found:
    """Processor seconds for a move in the positions of his game."""
    positions = positions_of(_game(), color=int(WHITE))
    book = sight.book("seven")
    begun = time.process_time()
    for position in positions:
        sight.reasons(position, library=book, limit=1)
    return Found((time.process_time() - begun) / len(positions), of="seconds, this machine")


def ladder_limit() -> Found:
    """The longest chase around a board of 25×25 that is decided: of those that need 99 and 101."""
    decided = [needs for length, needs in ((52, 99), (53, 101)) if _decided(spiral(length))]
    return Found(100 if decided == [99] else 0, of="99 is decided and 101 is not")


def _decided(position: Position) -> bool:
    marks = list(position.block("C3").liberties)
    return bool(sight.look_ahead(position, marks, moves_each=0).needed)


def spiral(length: int) -> Position:
    """A way of `length` points around 25×25: walls of Black's inside, stones of White's outside."""
    size, low, high = 25, 3, 23
    way = [(x, low) for x in range(low, high)] + [(high, y) for y in range(low, high)]
    way += [(x, high) for x in range(high, low, -1)] + [(low, y) for y in range(high, low + 1, -1)]
    edge = {(i, j) for i in range(1, size + 1) for j in (1, size)}
    wall = {(i, j) for i in range(low + 1, high) for j in (low + 1, high - 1)}
    white = edge | {(j, i) for i, j in edge} | {way[0]}
    black = wall | {(j, i) for i, j in wall}
    black |= {(2, 2), (2, 3), (2, 4), (3, 4)}  # where the way begins
    black |= {(24, 2), (24, 3), (24, 24), (23, 24), (2, 24), (2, 23)}  # where it turns
    black |= set(way[length : length + 1])
    point = Position.empty(size).vertex
    return Position.empty(size).setup(
        black=[point((size - y) * size + x - 1) for x, y in sorted(black)],
        white=[point((size - y) * size + x - 1) for x, y in sorted(white)],
    )
