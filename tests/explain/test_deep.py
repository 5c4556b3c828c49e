"""Life and races at the level deep, and that they are derived again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gokan import explain
from gokan.explain.outlook import StrengthOutlook
from gokan.explain.problems import told
from gokan.explain.scene import Scene, Table
from gokan.explain.sources import goals, life
from gokan.go import BLACK, WHITE, Color, Game, Position
from gokan.reading import Problem, solve
from tests.explain.boards import RACE


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


def test_a_group_is_told_with_what_could_have_become_of_it() -> None:
    position = Position.from_diagram(
        ". . . O X .\nO O O O X .\nX X X X X .\n. . . . . .\n. . . . . ."
    )
    account = explain.move(position, "B5", level="deep", outlook=StrengthOutlook())
    text = account.sentences[0].text
    assert text == "Black B5 kills the white group at C4, which could have lived."


def test_a_race_thrown_away_is_held_against_a_move() -> None:
    position = Position.from_diagram(RACE)
    account = explain.move(position, "B6", level="deep", outlook=StrengthOutlook())
    lost = [claim for claim in account.claims if claim.kind == "loses race"]
    assert len(lost) == 1
    assert lost[0].against
    checked = explain.verify(position, lost, level="deep", outlook=StrengthOutlook())
    assert [one.verdict for one in checked] == ["holds"]


CORNER = """
. . . O X . . .
. O O O X . . .
O O X X X . . .
X X X . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""


@pytest.mark.parametrize(
    ("color", "move", "told"),
    [(BLACK, "B8", ("makes ko", {})), (WHITE, "B8", ("lives", {"before": "ko"}))],
)
def test_a_ko_for_life_is_told_of_both_sides(
    color: Color, move: str, told: tuple[str, dict[str, str]]
) -> None:
    position = Position.from_diagram(CORNER).with_to_play(color)
    scene = Scene(position, move, Table(position, level="deep"))
    assert [(claim.kind, claim.names) for claim in life.claims(scene)] == [told]


def test_a_group_of_which_a_part_is_captured_can_be_explained() -> None:
    position = Position.from_diagram(
        ". . . O X .\n. O O O X .\nO X X X X .\nX X . . . .\n. . . . . ."
    )
    scene = Scene(position, "A4", Table(position, level="deep"))
    assert scene.captured
    assert [claim for source in (life, goals) for claim in source.claims(scene)] == []


def test_no_far_move_is_refuted_in_a_problem() -> None:
    game = Game.parse(Path("examples/race.sgf").read_bytes())
    account = explain.problem(game.position(0))
    refuted = [claim for claim in account.claims if claim.kind == "refuted"]
    assert refuted
    assert "L5" not in {account.position.vertex(claim["at"][0]) for claim in refuted}


def test_a_move_is_not_called_proved_because_the_verdict_is() -> None:
    position = Position.from_diagram(
        ". . . O X .\nO O O O X .\nX X X X X .\n" + 2 * ". . . . . .\n"
    )
    answer = solve(Problem.make(position, target=[position.point("A4")]))
    assert told(answer).claims[0].certainty == "proved"
    other = position.point("A5")
    (best,) = answer.winning_moves
    both = replace(answer, winning_moves=(other, best), pv=(), shown={best: None})
    assert told(both).move == best  # rather than one that was only read
    assert told(both, instead=other).claims[0].certainty == "read"
