"""An enclosed group in an 8×8 corner, as the thesis hands it to its networks (section 5.3).

The corner of the board is at the top left, the enclosed group is Black's, the stones around it are
White's. Sixty-four numbers say so: 1 for Black, -1 for White, 0 for an empty point, row by row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gokan.errors import InvalidInput
from gokan.go import BLACK, EMPTY, WHITE, Position

__all__ = ["SIDE", "Corner"]

SIDE = 8
_LETTERS = {".": EMPTY, "X": BLACK, "O": WHITE}
_INPUTS = {EMPTY: 0, BLACK: 1, WHITE: -1}


@dataclass(frozen=True, slots=True)
class Corner:
    r"""Sixty-four points row by row, 0 empty, 1 Black (enclosed), 2 White (enclosing).

    The pattern of figure 5.16, and its twin of figure 5.18:

    >>> corner = Corner.from_text('''
    ... .XXXO...
    ... X.XOO...
    ... XXOO....
    ... OO......
    ... ..O.....
    ... ........
    ... ........
    ... ........''')
    >>> corner.inputs()[:16]
    (0, 1, 1, 1, -1, 0, 0, 0, 1, 0, 1, -1, -1, 0, 0, 0)
    >>> print("\n".join(str(corner.transposed()).splitlines()[:3]))
    .XXO....
    X.XO....
    XXO.O...
    """

    cells: bytes

    def __post_init__(self) -> None:
        if len(self.cells) != SIDE * SIDE or any(cell > WHITE for cell in self.cells):
            raise InvalidInput(
                f"A corner pattern has {SIDE * SIDE} points, each 0, 1 or 2; this has"
                f" {len(self.cells)} bytes."
            )

    @classmethod
    def from_text(cls, text: str) -> Corner:
        """Eight lines of eight signs: X enclosed, O enclosing, a dot for an empty point.

        >>> Corner.from_text("XO")
        Traceback (most recent call last):
        ...
        gokan.errors.InvalidInput: A corner pattern has 8 lines of 8 signs, but this has 1 line.
        """
        lines = [line.strip().replace(" ", "") for line in text.strip().splitlines()]
        if len(lines) != SIDE:
            many = "line" if len(lines) == 1 else "lines"
            raise InvalidInput(
                f"A corner pattern has 8 lines of 8 signs, but this has {len(lines)} {many}."
            )
        for number, line in enumerate(lines, 1):
            if len(line) != SIDE:
                raise InvalidInput(
                    f"Line {number} of the corner pattern has {len(line)} signs, not 8."
                )
            if wrong := [sign for sign in line if sign not in _LETTERS]:
                raise InvalidInput(
                    f"Line {number} of the corner pattern holds {wrong[0]!r}; use X, O and dots."
                )
        return cls(bytes(_LETTERS[sign] for line in lines for sign in line))

    @classmethod
    def from_inputs(cls, inputs: Iterable[float]) -> Corner:
        """The pattern of sixty-four numbers 1, -1 and 0."""
        kinds = {1: BLACK, -1: WHITE, 0: EMPTY}
        try:
            return cls(bytes(kinds[int(number)] for number in inputs))
        except KeyError as error:
            raise InvalidInput(f"An input of a corner is 1, -1 or 0, not {error}.") from None

    @classmethod
    def of(cls, position: Position, corner: int = 0) -> Corner:
        """One corner of a board, turned to the top left; colours as they are.

        `corner` counts top left, top right, bottom left, bottom right (figure 5.15).
        """
        if position.width < 2 * SIDE or position.height < 2 * SIDE:
            raise InvalidInput(
                f"Corners of {SIDE}×{SIDE} need a board of 16×16 or more, not"
                f" {position.width}×{position.height}."
            )
        if corner not in range(4):
            raise InvalidInput(f"The corners are numbered 0 to 3, not {corner!r}.")
        board, width, height = position.board, position.width, position.height
        cells = bytearray()
        for row in range(SIDE):
            for column in range(SIDE):
                x = width - 1 - column if corner & 1 else column
                y = height - 1 - row if corner & 2 else row
                cells.append(board[y * width + x])
        return cls(bytes(cells))

    def normalised(self) -> Corner:
        """The enclosed stones black, or a sentence if this is no enclosed group.

        The first stone met from row 8 upwards, each row from right to left, belongs to the side
        that encloses (section 5.3).
        """
        for row in reversed(range(SIDE)):
            for column in reversed(range(SIDE)):
                if stone := self.cells[row * SIDE + column]:
                    found = self.swapped() if stone == BLACK else self
                    if BLACK not in found.cells:
                        raise InvalidInput(
                            "The pattern is not a corner group: all of its stones have one colour."
                        )
                    return found
        raise InvalidInput("The pattern is not a corner group: it holds no stones.")

    def swapped(self) -> Corner:
        """The same with the colours exchanged."""
        return Corner(bytes((EMPTY, WHITE, BLACK)[cell] for cell in self.cells))

    def transposed(self) -> Corner:
        """The twin that is mirrored at the diagonal."""
        return Corner(
            bytes(self.cells[column * SIDE + row] for row in range(SIDE) for column in range(SIDE))
        )

    @property
    def key(self) -> bytes:
        """The same for a pattern and its twin."""
        return min(self.cells, self.transposed().cells)

    def inputs(self) -> tuple[int, ...]:
        """What a network takes in."""
        return tuple(_INPUTS[cell] for cell in self.cells)  # type: ignore[index]

    def location_map(self) -> tuple[int, ...]:
        """Chan's further sixty-four inputs: the enclosed stones alone (section 6)."""
        return tuple(int(cell == BLACK) for cell in self.cells)

    def position(self, size: int = 19) -> Position:
        """The pattern on a board, Black to move."""
        stones: dict[int, list[int]] = {BLACK: [], WHITE: []}
        for index, cell in enumerate(self.cells):
            if cell:
                stones[cell].append(index // SIDE * size + index % SIDE)
        return Position.empty(size).setup(black=stones[BLACK], white=stones[WHITE])

    def to_dict(self) -> dict[str, Any]:
        """The pattern as its eight lines."""
        return {"rows": str(self).splitlines()}

    def draw(self, **options: Any) -> Any:
        """A picture of the corner on its board."""
        return self.position().draw(**options)

    def __str__(self) -> str:
        signs = "".join(".XO"[cell] for cell in self.cells)
        return "\n".join(signs[row * SIDE : (row + 1) * SIDE] for row in range(SIDE))
