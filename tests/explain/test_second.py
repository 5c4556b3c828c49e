"""Claims derived again: on a played game all of them hold, and forged ones do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gokan import explain
from gokan.explain.account import gather
from gokan.explain.claim import Certainty, Claim
from gokan.explain.outlook import StrengthOutlook, View
from gokan.explain.scene import Scene, Table
from gokan.explain.verifying import second
from gokan.explain.verifying.exact import check
from gokan.go import BLACK, Game, Position
from gokan.reading import Solution
from gokan.reading.budget import Budget
from tests.explain.boards import RACE


@pytest.fixture(scope="module")
def game(repo: Path) -> Game:
    return Game.load(repo / "examples" / "zobrist-cowan.sgf")


def test_exact_claims_of_a_game_hold(game: Game) -> None:
    kinds: set[str] = set()
    for number, (_, move) in list(enumerate(game.moves()))[::3]:
        position = game.position(number)
        for claim in gather(Scene(position, move, Table(position, level="quick"))):
            kinds.add(claim.kind)
            assert check(position, claim) is True, (number + 1, claim)
    assert len(kinds) >= 12


def test_read_and_proved_claims_hold_here(game: Game) -> None:
    certainties = set()
    for number in (26, 110):
        position = game.position(number)
        move = game.moves()[number][1]
        account = explain.move(position, move, outlook=StrengthOutlook())
        for checked in explain.verify(position, account.claims, outlook=StrengthOutlook()):
            certainties.add(checked.claim.certainty)
            assert checked.verdict == "holds", checked
    assert {"exact", "proved", "measured"} <= certainties


def test_forged_claims_fail() -> None:
    position = Position.from_diagram(
        """
        . . . . . .
        . . . . . .
        . . . X . .
        . X O O . .
        . . X X . .
        . . . . . .
        """
    )
    (honest,) = [c for c in gather(Scene(position, "E3")) if c.kind == "ladder works"]
    assert check(position, honest) is True
    broken = position.setup(white=["B5"])
    assert check(broken, honest) is False
    for kind in ("captures", "takes ko", "snapback", "throw-in", "makes an eye"):
        parts = {"stones": (0,), "at": (0,), "eyes": (0,)}
        forged = Claim(
            kind, honest.move, honest.color, "exact", "rules", parts, numbers={"count": 1}
        )
        assert check(position, forged) is False
    wrong = replace(honest, kind="shape", names={"shape": "bamboo joint"})
    assert check(position, wrong) is False


NET = """
    . . . . . . . .
    . . . . . . . .
    . . . X X . . .
    . . X O . . . .
    . . X . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""


def proved(kind: str, position: Position, move: str, **points: tuple[str, ...]) -> Claim:
    parts = {part: tuple(map(position.point, names)) for part, names in points.items()}
    return Claim(kind, position.point(move), position.to_play, "proved", "reading", parts)


def test_what_is_called_proved_must_be_what_was_proved() -> None:
    position = Position.from_diagram(NET)
    caught = proved("catches", position, "E4", stones=("D5",))
    away = proved("catches", position, "H1", stones=("D5",))
    assert [one.verdict for one in explain.verify(position, [caught, away])] == ["holds", "fails"]


def test_where_no_proof_can_be_checked_the_search_must_prove_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = Position.from_diagram(NET)
    caught = proved("catches", position, "E4", stones=("D5",))
    away = proved("catches", position, "H1", stones=("D5",))
    monkeypatch.setattr(second, "_proof", lambda *_: ("not checked", True))
    found = explain.verify(position, [caught, away])
    assert [one.verdict for one in found] == ["holds", "not checked"]
    assert found[0].how == second.PROVED_AGAIN


CORNER = """
    . . . O X .
    O O O O X .
    X X X X X .
    . . . . . .
    . . . . . .
"""


def test_what_is_only_judged_says_nothing_against_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_diagram(CORNER)
    kills = proved("kills", position, "B5", stones=("A4", "B4", "C4", "D4", "D5"))
    answer = second._proved_answer(position, kills, Budget(seconds=20.0))
    assert isinstance(answer, Solution)
    judged = replace(answer, result="win", proved=False)
    monkeypatch.setattr(second, "_proved_answer", lambda *_: judged)
    (found,) = explain.verify(position, [kills])
    assert (found.verdict, found.how) == ("holds", second.PROOF_CHECKED)
    monkeypatch.setattr(second, "_proved_answer", lambda *_: replace(judged, proved=True))
    (found,) = explain.verify(position, [kills])
    assert found.verdict == "fails"


def test_a_proof_of_the_problem_must_begin_with_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_diagram(CORNER)
    stones = ("A4", "B4", "C4", "D4", "D5")
    monkeypatch.setattr(second, "_proved_answer", lambda *_: None)
    told = [proved("kills", position, move, stones=stones) for move in ("B5", "A5")]
    found = explain.verify(position, told)
    assert [one.verdict for one in found] == ["holds", "not checked"]


def test_a_race_is_the_same_with_both_sides_and_their_liberties() -> None:
    position = Position.from_diagram(RACE)
    table = Table(position, level="deep")
    (race,) = [c for c in gather(Scene(position, "A3", table)) if c.kind == "wins race"]
    other = replace(race, points={**race.points, "theirs": (35,)})
    longer = replace(race, numbers={**race.numbers, "own": race["own"] + 1})
    found = explain.verify(position, [race, other, longer], level="deep")
    assert [one.verdict for one in found] == ["holds", "fails", "fails"]


def test_a_usual_continuation_is_the_same_with_its_share() -> None:
    position = Position.empty(19).play("Q16").play("D4").play("R14")
    (usual,) = [c for c in gather(Scene(position, "O17")) if c.kind == "joseki"]
    forged = replace(usual, numbers={**usual.numbers, "share": 99})
    found = explain.verify(position, [usual, forged], outlook=StrengthOutlook())
    assert [one.verdict for one in found] == ["holds", "fails"]


def test_blocks_are_the_same_whichever_stone_names_them() -> None:
    position = Position.from_diagram(NET).setup(black=["G4"], white=["D4"]).with_to_play(BLACK)
    look = second._Second(position, "quick", StrengthOutlook(), Budget(seconds=1.0))
    ends = tuple(map(position.point, ("D5", "D4", "D6", "C5")))
    claim = Claim("cuts", ends[0], BLACK, "read", "reading", {"blocks": ends[1:3]})
    head = {p: look.board.block(look.to[p]).stones[0] for p in ends}
    there = replace(claim, points={"blocks": (head[ends[0]], head[ends[2]])})
    assert look._same(claim, there)
    assert not look._same(claim, replace(claim, points={"blocks": (head[ends[0]], head[ends[3]])}))


class Shy:
    """Single stones are safe; three together are in danger once an enemy is within eight steps."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def view(self, position: Position) -> View:
        owner = [0.0] * len(position.board)
        for block in position.blocks():
            enemies = position.stones(block.color.opponent)
            for p in block.stones:
                r, c = divmod(p, position.width)
                gap = min((abs(r - q // 19) + abs(c - q % 19) for q in enemies), default=99)
                chance = 0.8 if len(block.stones) < 3 or gap > 8 else 0.0
                owner[p] = chance if block.color == BLACK else -chance
        return View(tuple(owner), sum(owner))

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


def test_who_leans_on_stones_leans_on_safer_ones() -> None:
    start = Position.empty(19).setup(white=["D10", "K10", "L10", "K11"], black=["S1"])
    start = start.with_to_play(BLACK)
    scene = Scene(start, "E11", Table(start, outlook=Shy(), level="quick"))
    (claim,) = [c for c in gather(scene) if c.kind == "weakens"]
    assert claim["how"] == "leans"
    forged = replace(claim, points={**claim.points, "on": (start.point("L10"),)})
    found = explain.verify(start, [claim, forged], outlook=Shy(), level="quick")
    assert [one.verdict for one in found] == ["holds", "fails"]
