"""What claims are worth: together what the search finds, and found on several boards at once."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gokan import explain
from gokan.explain.account import gather
from gokan.explain.claim import Certainty
from gokan.explain.outlook import EvaluatorOutlook, View, steadier
from gokan.explain.price import outcome_gains
from gokan.explain.scene import Scene, Table
from gokan.explain.verifying.second import verify
from gokan.go import BLACK, Position
from gokan.play.tree.evaluation import Evaluation, Opinion
from gokan.play.tree.evaluators import PlayoutEvaluator

BOARD = """
    . . . . . . .
    . X X . O . .
    . . O X O . .
    . O . X . O .
    . . O X . . .
    . . . . O X .
    . . . . . . .
"""


@pytest.fixture(scope="module")
def table() -> Table:
    position = Position.from_diagram(BOARD)
    return Table(position, outlook=EvaluatorOutlook(PlayoutEvaluator(games=20)))


@pytest.mark.parametrize("move", ["C4", "E4", "B1", "F6"])
def test_the_outcomes_add_up_to_what_the_search_finds(table: Table, move: str) -> None:
    scene = Scene(table.position, move, table)
    claims = gather(scene)
    total = sum(claim.outcome or 0.0 for claim in claims)
    assert total == pytest.approx(sum(outcome_gains(scene)))
    assert [claim.kind for claim in claims].count("elsewhere") == 1


def test_nothing_is_said_of_the_rest_of_the_board_without_a_search(table: Table) -> None:
    quick = Table(table.position, outlook=table.outlook, level="quick")
    assert "elsewhere" not in {claim.kind for claim in gather(Scene(table.position, "C4", quick))}


def test_the_rest_of_the_board_is_derived_again(table: Table) -> None:
    claims = gather(Scene(table.position, "C4", table))
    rest = [claim for claim in claims if claim.kind == "elsewhere"]
    found = verify(table.position, rest, outlook=table.outlook)
    assert [one.verdict for one in found] == ["holds"]


class Judged:
    """Two stones are safe once Black has moved at C3 or C16; everything else is nobody's."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def view(self, position: Position) -> View:
        safe = float(position.board[position.point("C16")] or position.board[position.point("C3")])
        owner = [0.0] * len(position.board)
        owner[position.point("C4")] = owner[position.point("C5")] = safe
        return View(tuple(owner), 0.0)

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


@pytest.mark.parametrize(("move", "says"), [("C3", True), ("C16", False)])
def test_a_move_does_nothing_by_itself_for_a_group_far_away(move: str, says: bool) -> None:
    position = Position.empty(19).setup(black=["C4", "C5"])
    claims = gather(Scene(position, move, Table(position, outlook=Judged(), level="quick")))
    assert ("strengthens" in {claim.kind for claim in claims}) == says


class Company:
    """Judges only when two ask at the same time."""

    def __init__(self) -> None:
        self.meeting = threading.Barrier(2, timeout=20)
        self.inner = PlayoutEvaluator(games=2)

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        self.meeting.wait()
        return self.inner.evaluate(positions)


def test_two_boards_can_be_looked_at_at_once() -> None:
    company, position = Company(), Position.empty(7)
    seen: list[object] = []

    def look(move: str) -> None:
        table = Table(position, outlook=EvaluatorOutlook(company), level="quick")
        seen.append(Scene(position, move, table).view)

    threads = [threading.Thread(target=look, args=(move,)) for move in ("D4", "C3")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 2


class TwoLooks:
    """From one side a move at C3 makes the stone beside it safe; from the other it does as much, or
    nothing.
    """

    def __init__(self, other: float) -> None:
        self.other = other

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        return [self.from_side(position, 0) for position in positions]

    def from_side(self, position: Position, way: int) -> Evaluation:
        sign = 1 if position.to_play == BLACK else -1
        owner = [0.0] * len(position.board)
        if position.board[position.point("C3")]:
            owner[position.point("C4")] = sign * (0.9 if way == 0 else self.other)
        return Opinion(None, 0.5, 0.0, 1.0, owner)


@pytest.mark.parametrize(("other", "says"), [(0.8, True), (0.1, False), (-0.3, False)])
def test_what_one_look_does_not_see_is_not_told(other: float, says: bool) -> None:
    position = Position.empty(19).setup(black=["C4"])
    outlook = steadier(EvaluatorOutlook(TwoLooks(other)))
    claims = gather(Scene(position, "C3", Table(position, outlook=outlook, level="quick")))
    assert ("strengthens" in {claim.kind for claim in claims}) == says


class Corners:
    """Who has just moved leaves the other a tenth of each point of the corners, three by three."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def view(self, position: Position) -> View:
        owner = [0.0] * len(position.board)
        if any(position.board):
            for p in range(len(owner)):
                row, column = divmod(p, 19)
                if min(row, 18 - row) < 3 and min(column, 18 - column) < 3:
                    owner[p] = 0.1 if position.to_play == BLACK else -0.1
        return View(tuple(owner), sum(owner))

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


def test_what_changes_besides_is_counted_by_area_but_not_told() -> None:
    position = Position.empty(19)
    account = explain.move(position, "K10", outlook=Corners(), level="quick", candidates=[])
    found = [claim for claim in account.claims if claim.kind == "besides"]
    corners = {"upper left", "upper right", "lower left", "lower right"}
    assert {claim["areas"] for claim in found} == corners
    assert all(claim.against and claim["how"] == "leaves" for claim in found)
    assert [claim["points"] for claim in found] == pytest.approx([0.9] * 4)
    assert not set(found) & set(account.told)
    forged = replace(found[0], names={"how": "leaves", "areas": "centre"})
    checked = verify(position, [*found, forged], outlook=Corners(), level="quick")
    assert [one.verdict for one in checked] == 4 * ["holds"] + ["fails"]
