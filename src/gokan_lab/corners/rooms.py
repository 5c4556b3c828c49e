"""Corner problems to play out: made drafts whose fate hangs on the move, with proved answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.go import BLACK, PASS, WHITE, Position
from gokan_lab.corners.made import ON_THE_MOVE, Made, patterns_of, read_made
from gokan_lab.corners.pattern import SIDE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Room", "Scene", "problems"]

BOARD = 16
"""The board on which a corner is played: its walls have liberties outside."""
_ROOM = 7
_BATCH = 20
_LEAST_MOVES = 6  # of a problem: what could be played
_MANY, _ENDLESS = 6, 127  # ko threats, as in the core
_ATTACKER, _DEFENDER = 0, 1
_KILLED, _STANDS = _core.Verdict.KILLED, _core.Verdict.STANDS
_FREE, _TARGET, _ANCHOR = 1, 16, 4


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of a corner problem, and which stones of the group were never taken."""

    position: Position
    left: frozenset[int]

    @property
    def taken(self) -> bool:
        """Is the whole group gone?"""
        return not self.left

    def play(self, move: int) -> Scene:
        """After a move or a pass."""
        after = self.position.play(move)
        return Scene(after, frozenset(p for p in self.left if after.board[p] == BLACK))

    def inputs(self) -> NDArray[np.int8]:
        """What a network sees of it."""
        import numpy as np

        board = np.frombuffer(self.position.board, np.uint8).reshape(BOARD, BOARD)
        kinds = np.array([0, 1, -1], np.int8)
        seen: NDArray[np.int8] = kinds[board[:SIDE, :SIDE]].ravel()
        return seen


class Room:
    """A draft (see `made.Made`) as a game: White attacks, Black defends, moves inside only."""

    def __init__(self, draft: NDArray[np.uint8]) -> None:
        self.draft = bytes(draft.tolist())
        pattern = patterns_of(draft[None])[0]
        stones: dict[int, list[int]] = {1: [], -1: []}
        for index, kind in enumerate(pattern.tolist()):
            if kind:
                stones[kind].append(index // SIDE * BOARD + index % SIDE)
        self.points = [_point(cell) for cell, kind in enumerate(self.draft) if kind]
        position = Position.empty(BOARD).setup(black=stones[1], white=stones[-1])
        self.scene = Scene(position, frozenset(stones[1]))
        self.forget()

    def forget(self) -> None:
        """Begin with an empty memory: what was proved before helps no longer."""
        self._solver = _core.ProofSolver(_ROOM, _ROOM, self._cells(), 1 << 20, True)

    def start(self, *, attack: bool) -> Scene:
        """The position with one side to move."""
        mover = WHITE if attack else BLACK
        return Scene(self.scene.position.setup(to_play=mover), self.scene.left)

    def moves(self, scene: Scene) -> list[int]:
        """The legal moves inside."""
        return [p for p in self.points if scene.position.is_legal(p)]

    def killed(self, moves: list[int], *, attack: bool, nodes: int = 20_000) -> bool | None:
        """Is the group taken after these moves, `attack` saying who began? None: too hard.

        Whoever must prove something has no ko threats, and the other has many.
        """
        cells = [-1 if move == PASS else _cell(move) for move in moves]
        threats = _core.KoThreats(0, _MANY) if attack else _core.KoThreats(_ENDLESS, 0)
        turn = _ATTACKER if attack else _DEFENDER
        found = self._solver.solve(turn, -1, threats, cells, _limits(nodes))
        return found.verdict == _KILLED if found.verdict else None

    def search(self, *, attack: bool, nodes: int) -> tuple[int | None, int]:
        """Plain search with so many positions: its first move if it comes to a proof, and how many
        positions it took.
        """
        self.forget()
        threats = _core.KoThreats(0, _MANY) if attack else _core.KoThreats(_ENDLESS, 0)
        turn = _ATTACKER if attack else _DEFENDER
        found = self._solver.solve(turn, -1, threats, [], _limits(nodes))
        won = found.verdict == (_KILLED if attack else _STANDS)
        return (_point(found.best) if won and found.best >= 0 else None), found.nodes

    def answers(self, *, attack: bool) -> list[int] | None:
        """Every first move that works, proved; None if something was too hard."""
        found = []
        for move in self.moves(self.start(attack=attack)):
            killed = self.killed([move], attack=attack)
            if killed is None:
                return None
            if killed is attack:
                found.append(move)
        return found

    def _cells(self) -> bytes:
        out = bytearray()
        for cell, kind in enumerate(self.draft):
            value = kind
            if kind:
                value |= _TARGET if kind == 3 else 0
                value |= _ANCHOR if self._by_wall(cell) else 0
            out.append(value)
        return bytes(out)

    def _by_wall(self, cell: int) -> bool:
        row, column = divmod(cell, _ROOM)
        around = ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1))
        return any(
            (r >= _ROOM or c >= _ROOM or not self.draft[r * _ROOM + c])
            for r, c in around
            if r >= 0 and c >= 0
        )


def problems(
    number: int, *, seed: int = 1, attack: bool = True, most_answers: int = 2, first: int = 0
) -> Iterator[tuple[Room, list[int]]]:
    """So many problems with six moves or more of which one or two are right, one of each family."""
    found = 0
    while found < number:
        made: Made = read_made(_core.make_corners(seed, first, _BATCH, 1500), seed)
        first += _BATCH
        families: set[int] = set()
        for row in range(len(made)):
            family = int(made.family[row])
            if made.fate[row] != ON_THE_MOVE or family in families or found == number:
                continue
            room = Room(made.drafts[row])
            if len(room.moves(room.start(attack=attack))) < _LEAST_MOVES:
                continue
            right = room.answers(attack=attack)
            if not right or len(right) > most_answers:
                continue
            if room.killed([PASS], attack=attack) is not (not attack):
                continue
            families.add(family)
            found += 1
            yield room, right


def _point(cell: int) -> int:
    row, column = divmod(cell, _ROOM)
    return row * BOARD + column


def _cell(point: int) -> int:
    row, column = divmod(point, BOARD)
    return row * _ROOM + column


def _limits(nodes: int) -> Any:
    return _core.SearchLimits(nodes=nodes)
