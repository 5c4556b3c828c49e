"""A life-and-death problem: a position, the stones in question, who moves, and what for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Color, Position, from_vertex

if TYPE_CHECKING:
    from gokan.draw import Svg

Goal = Literal["live", "kill"]


@dataclass(frozen=True, slots=True)
class Problem:
    r"""What the side to move wants to do with the target. A plain value: nothing is searched here.
    If the target has to be found first, use `gokan.reading.pose`.

    >>> position = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
    >>> Problem(position, (position.point("A3"),), "kill").goal
    'kill'
    """

    position: Position
    target: tuple[int, ...]
    goal: Goal
    id: str = ""
    how: str = "given"
    """Where target and goal come from: given, or how they were inferred."""
    guessed: bool = False
    """The target was guessed; only part of it may be meant."""
    guessing_seconds: float = field(default=0.0, compare=False)
    """How long it took to guess the target."""

    @classmethod
    def make(
        cls,
        position: Position,
        *,
        target: Sequence[int],
        goal: Goal | None = None,
        id: str = "",
    ) -> Problem:
        r"""A problem about these stones; the goal follows from who moves.

        >>> position = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
        >>> Problem.make(position, target=[position.point("C4")]).goal
        'kill'
        """
        if not target:
            raise InvalidInput("Name a stone of the target; gokan.reading.pose looks for one.")
        color = position.color_at(target[0])
        natural: Goal = "live" if color == position.to_play else "kill"
        if goal is not None and goal != natural:
            raise InvalidInput(
                f"{position.to_play} moves and the target {position.vertex(target[0])} is {color},"
                f" so the goal can only be {natural!r}, not {goal!r}."
            )
        how = "given" if goal else "the goal follows from who moves"
        return cls(position, tuple(target), natural, id, how)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Problem:
        """A problem from one line of a `.jsonl` file that names its target: stones in `black` and
        `white`, or an `sgf`. `gokan.reading.pose_record` also reads those that name none.

        >>> record = {"id": "p", "size": 5, "black": [[0, 1], [1, 1], [2, 0], [2, 1]],
        ...           "white": [[0, 2], [1, 2], [2, 2], [3, 0], [3, 1]], "to_play": "W",
        ...           "target": [0, 1]}
        >>> Problem.from_record(record).goal
        'kill'
        """
        return from_fields(read_fields(record))

    @property
    def task(self) -> str:
        r"""What the mover wants, as a player says it: "kill D9" or "live at D9".

        A target of several blocks lives if any of them does, so the largest gives it its name.

        >>> position = Position.from_diagram("O . O X\n. O O X\nX X X X\n. . . .")
        >>> Problem.make(position, target=[position.point(at) for at in ("A4", "C4")]).task
        'kill C4'
        """
        at = " at" if self.goal == "live" else ""
        largest = max(self.target, key=lambda p: len(self.position.block(p).stones))
        return f"{self.goal}{at} {self.position.vertex(largest)}"

    def draw(self, **options: Any) -> Svg:
        """The problem as a book prints it: the part of the board that matters, and who moves."""
        from gokan.draw import board
        from gokan.draw.frame import around

        side = str(self.position.to_play).capitalize()
        given = {"title": f"{side} to {self.goal}", "view": around(self.position)}
        return board(self.position, **{"last_move": False, **given, **options})

    def _repr_svg_(self) -> str:
        return str(self.draw())


@dataclass(frozen=True, slots=True)
class Fields:
    """What a line of a `.jsonl` file says."""

    position: Position
    target: tuple[int, ...]
    hinted: bool
    """Somebody guessed the target from the shape of the walls (`goal_source` "sealed…")."""
    goal: str | None
    id: str


def from_fields(fields: Fields) -> Problem:
    """The problem that such a line poses, if it names its target."""
    problem = Problem.make(fields.position, target=fields.target, id=fields.id)
    if not fields.hinted and fields.goal in ("live", "kill") and fields.goal != problem.goal:
        raise InvalidInput(
            f"The problem {fields.id or '?'!r} says {fields.goal!r}, but with"
            f" {fields.position.to_play} to move and this target the goal can only be"
            f" {problem.goal!r}."
        )
    return problem


def read_fields(record: Mapping[str, Any]) -> Fields:
    """The fields of one line of a `.jsonl` file, checked."""
    start: Position | None = None
    if "sgf" in record and "black" not in record:
        start = _start(record)
        record = {**record, "size": [start.width, start.height], "black": [], "white": []}
    try:
        size = record.get("size", 19)
        width, height = (size, size) if isinstance(size, int) else (size[0], size[1])

        def point(pair: Sequence[int] | str) -> int:
            if isinstance(pair, str) and (place := from_vertex(pair, width, height)) != PASS:
                return place
            if not isinstance(pair, list | tuple) or [type(n) for n in pair] != [int, int]:
                raise InvalidInput(
                    f"The point {pair!r} is neither a pair of whole numbers nor a vertex."
                )
            column, row = pair
            if not (0 <= column < width and 0 <= row < height):
                raise InvalidInput(f"The point {list(pair)} is not on the board.")
            return int(row * width + column)

        black = [point(p) for p in record["black"]]
        white = [point(p) for p in record["white"]]
        mover = start.to_play if start else BLACK
        if record.get("to_play"):
            mover = Color.parse(record["to_play"])
        if both := set(black) & set(white):
            row, column = divmod(min(both), width)
            raise InvalidInput(f"The point {[column, row]} holds a stone of each colour.")
        named = record.get("targets") or record.get("target") or []
        if isinstance(named, str) or any(isinstance(one, int) for one in named):
            named = [named]
        target = tuple(point(p) for p in named)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InvalidInput(
            f"The problem {record.get('id', '?')!r} has a missing or broken field: {error}."
        ) from None
    position = start or Position.empty(width, height).setup(black=black, white=white)
    hinted = str(record.get("goal_source") or "").startswith("sealed")
    goal = record.get("goal")
    return Fields(
        position.setup(to_play=mover),
        target,
        hinted,
        goal if isinstance(goal, str) else None,
        str(record.get("id", "")),
    )


def _start(record: Mapping[str, Any]) -> Position:
    """The start of the game record in a problem's record."""
    from gokan.go.game import Game

    if not isinstance(record["sgf"], str):
        raise InvalidInput(f"The sgf of the problem {record.get('id', '?')!r} is not text.")
    return Game.parse(record["sgf"]).position(0)
