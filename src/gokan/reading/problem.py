"""A life-and-death problem: a position, whose stones are meant, who moves, and what for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from gokan.errors import InvalidInput
from gokan.go import BLACK, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.groups.infer import likely_target

if TYPE_CHECKING:
    from gokan.draw import Svg

Goal = Literal["live", "kill"]


@dataclass(frozen=True, slots=True)
class Problem:
    r"""The side to move wants to reach the goal for the target.

    >>> position = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
    >>> Problem(position, (position.point("A3"),), "kill").goal
    'kill'
    """

    position: Position
    target: tuple[int, ...]
    goal: Goal
    id: str = ""
    how: str = "given"
    """Where target and goal come from: given, or inferred and by what."""
    guessed: bool = False
    """Nobody named the target for sure; a part of it may be meant."""
    spent: float = field(default=0.0, compare=False)
    """Seconds it took to guess the target."""

    @classmethod
    def make(
        cls,
        position: Position,
        *,
        target: Sequence[int] = (),
        goal: Goal | None = None,
        id: str = "",
        hint: Sequence[int] = (),
        budget: Budget | Meter | None = None,
    ) -> Problem:
        r"""A problem with what is missing inferred: the goal from target and mover, the target
        by reading which group hangs on the move, within a budget. A hint is a target
        that somebody guessed.

        >>> position = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
        >>> problem = Problem.make(position)
        >>> problem.goal, position.vertex(problem.target[0])
        ('kill', 'C4')
        >>> problem.how
        'the target is the group with the least room; the goal follows from who moves'
        """
        how = "given"
        guessed = not target
        meter = started(budget, usual=Budget())
        if not target:
            target, how = likely_target(position, goal, hint, budget=meter)
        spent = meter.seconds
        color = position.color_at(target[0])
        natural: Goal = "live" if color == position.to_play else "kill"
        if goal is None:
            goal = natural
            how = (
                "the goal follows from who moves"
                if how == "given"
                else (how + "; the goal follows from who moves")
            )
        if goal != natural:
            raise InvalidInput(
                f"{position.to_play} moves and the target {position.vertex(target[0])} is {color},"
                f" so the goal can only be {natural!r}, not {goal!r}."
            )
        return cls(position, tuple(target), goal, id, how, guessed, spent)

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any], *, budget: Budget | Meter | None = None
    ) -> Problem:
        """A problem from one line of a `.jsonl` file: stones in `black` and `white`, or an `sgf`.

        A target whose `goal_source` begins with "sealed" was guessed from the shape of the walls,
        so it is taken as a hint. A target is guessed within a budget.

        >>> record = {"id": "p", "size": 5, "black": [[0, 1], [1, 1], [2, 0], [2, 1]],
        ...           "white": [[0, 2], [1, 2], [2, 2], [3, 0], [3, 1]], "to_play": "W"}
        >>> Problem.from_record(record).goal
        'kill'
        """
        start: Position | None = None
        if "sgf" in record and "black" not in record:
            start = _start(record)
            record = {**record, "size": [start.width, start.height], "black": [], "white": []}
        try:
            size = record.get("size", 19)
            width, height = (size, size) if isinstance(size, int) else (size[0], size[1])

            def point(pair: Sequence[int]) -> int:
                column, row = pair
                if type(column) is not int or type(row) is not int:
                    raise InvalidInput(f"The point {list(pair)} is not a pair of whole numbers.")
                if not (0 <= column < width and 0 <= row < height):
                    raise InvalidInput(f"The point {list(pair)} is not on the board.")
                return row * width + column

            black = [point(p) for p in record["black"]]
            white = [point(p) for p in record["white"]]
            mover = start.to_play if start else BLACK
            if record.get("to_play"):
                mover = Color.parse(record["to_play"])
            if both := set(black) & set(white):
                row, column = divmod(min(both), width)
                raise InvalidInput(f"The point {[column, row]} holds a stone of each colour.")
            named = record.get("targets") or ([record["target"]] if record.get("target") else [])
            target = [point(p) for p in named]
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise InvalidInput(
                f"The problem {record.get('id', '?')!r} lacks or garbles a field: {error}."
            ) from None
        position = start or Position.empty(width, height).setup(black=black, white=white)
        position = position.setup(to_play=mover)
        goal = record.get("goal")
        hinted = str(record.get("goal_source") or "").startswith("sealed")
        problem = cls.make(
            position,
            target=() if hinted else target,
            id=str(record.get("id", "")),
            hint=target if hinted else (),
            budget=budget,
        )
        if hinted:
            return problem
        if goal in ("live", "kill") and goal != problem.goal and target:
            raise InvalidInput(
                f"The problem {record.get('id', '?')!r} says {goal!r}, but with {mover} to move"
                f" and this target the goal can only be {problem.goal!r}."
            )
        return problem

    def draw(self, **options: Any) -> Svg:
        """The problem as a book prints it: the part of the board that matters, and who moves."""
        from gokan.draw import board
        from gokan.draw.frame import around

        side = str(self.position.to_play).capitalize()
        given = {"title": f"{side} to {self.goal}", "view": around(self.position)}
        return board(self.position, **{"last_move": False, **given, **options})

    def _repr_svg_(self) -> str:
        return str(self.draw())


def _start(record: Mapping[str, Any]) -> Position:
    """The start of the game record in a problem's record."""
    from gokan.go.game import Game

    if not isinstance(record["sgf"], str):
        raise InvalidInput(f"The sgf of the problem {record.get('id', '?')!r} is not text.")
    return Game.parse(record["sgf"]).position(0)
