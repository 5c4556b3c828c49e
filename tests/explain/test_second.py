"""Claims derived again: on a played game all of them hold, and forged ones do not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gokan import explain
from gokan.explain.account import gather
from gokan.explain.claim import Claim
from gokan.explain.outlook import StrengthOutlook
from gokan.explain.scene import Scene, Table
from gokan.explain.verify_exact import check
from gokan.go import Game, Position


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
        forged = Claim(kind, honest.move, honest.color, "exact", "rules", parts, {"count": 1})
        assert check(position, forged) is False
    wrong = replace(honest, kind="shape", names={"shape": "bamboo joint"})
    assert check(position, wrong) is False
