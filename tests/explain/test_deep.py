"""Life and races at the level deep, and that they are derived again."""

from __future__ import annotations

from gokan import explain
from gokan.explain.outlook import StrengthOutlook
from gokan.go import Position

RACE = """
. . . . .
O O O O O
. . O O O
X X X X X
O O O O O
. . X X X
X X X X X
. . . . .
"""


def test_a_race_is_told_and_holds() -> None:
    position = Position.from_diagram(RACE)
    account = explain.move(position, "A3", level="deep", outlook=StrengthOutlook())
    assert account.told[0].kind == "wins race"
    checked = explain.verify(position, account.told[:1], level="deep", outlook=StrengthOutlook())
    assert [one.verdict for one in checked] == ["holds"]


def test_a_group_lives() -> None:
    position = Position.from_diagram(
        ". . . X O .\nX X X X O .\nO O O O O .\n. . . . . .\n. . . . . ."
    )
    account = explain.move(position, "B5", level="deep", outlook=StrengthOutlook())
    first = account.told[0]
    assert (first.kind, first.certainty) == ("lives", "proved")
    assert [one.verdict for one in explain.verify(position, [first], level="deep")] == ["holds"]
