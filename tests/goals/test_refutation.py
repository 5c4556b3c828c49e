"""Reading as the opponent: where it looks for a refutation."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gokan.go import BLACK, WHITE, Position
from gokan.goals import solve
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.refutation import flaws, holds
from gokan.goals.static import Look

from .diagrams import THREE


class Doubter(ReadingArbiter):
    """Judges every position to be refuted, and can prove it of all but the first."""

    def __init__(self, first: Position) -> None:
        super().__init__(nodes=1_000)
        self.first = first

    def __call__(
        self, position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return False

    def ask(self, position: Position, *asked: object, **options: Any) -> Any:
        if position == self.first:
            return SimpleNamespace(result="unknown", proved=False, pv=())
        return SimpleNamespace(result="win", proved=True, pv=())


def test_what_lies_behind_a_judgement_that_fails_is_looked_at():
    found = solve(Position.from_diagram(THREE, to_play=BLACK), "A4", nodes=50)
    assert found.root.by is not None
    doubter = Doubter(found.root.by.to.position)
    said = list(flaws(found, doubter, replies=False, play=True))
    assert said
    assert all(len(flaw.line) > 1 for flaw in said)


class Nameless(ReadingArbiter):
    """Judges that its side gets there and names a move, or none, only when asked for all."""

    def __init__(self, move: int | None) -> None:
        super().__init__(nodes=1_000)
        self.move = move

    def ask(self, position: Position, *asked: object, **options: Any) -> Any:
        moves = (self.move,) if options.get("all_moves") and self.move is not None else ()
        return SimpleNamespace(result="win", proved=False, pv=(), winning_moves=moves, ko_moves=())


def test_a_refutation_without_a_move_is_not_carried_out():
    """Dead stones do not live because reading judges so and cannot say how."""
    position = Position.from_diagram(THREE, to_play=BLACK).play("B5")
    look = Look((position.point("A4"),), WHITE, BLACK)
    assert not holds(position, look, Nameless(None))
    assert not holds(position, look, Nameless(position.point("A5")))  # that puts it in atari
