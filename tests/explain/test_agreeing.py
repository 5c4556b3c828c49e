"""No explanation says of stones what the assessment of their group rules out."""

from __future__ import annotations

import pytest

from gokan.explain.account import move as explain_move
from gokan.explain.agreeing import allowed
from gokan.explain.claim import Certainty, Claim
from gokan.explain.outlook import StrengthOutlook
from gokan.explain.scene import Scene, Table
from gokan.explain.sources import tactics
from gokan.go import BLACK, Position

CORNER = """
    . . . O X .
    O O O O X .
    X X X X X .
    . . . . . .
    . . . . . .
    """


@pytest.fixture
def scene() -> Scene:
    """Black kills the corner."""
    return Scene(Position.from_diagram(CORNER), "B5")


def _said(scene: Scene, kind: str, certainty: Certainty) -> bool:
    stones = tuple(scene.before.point(v) for v in ("A4", "B4", "C4", "D4", "D5"))
    claim = Claim(kind, scene.move, BLACK, certainty, "reading", {"stones": stones})
    return list(allowed(scene, [claim])) == [claim]


@pytest.mark.parametrize(
    ("kind", "told"),
    [("kills", True), ("neglects", True), ("rescues", False), ("lives", False), ("atari", True)],
)
def test_what_was_read_must_be_possible(scene: Scene, kind: str, told: bool) -> None:
    assert _said(scene, kind, "read") is told


def test_a_proof_needs_nobody(scene: Scene) -> None:
    assert _said(scene, "rescues", "proved")


def test_stones_that_are_gone_are_left_alone() -> None:
    scene = Scene(Position.from_diagram(". X .\nX O .\n. X .\n. . .\n"), "C3")
    claim = Claim(
        "neglects", scene.move, BLACK, "read", "reading", {"stones": (scene.before.point("B3"),)}
    )
    assert list(allowed(scene, [claim])) == [claim]


def test_explanations_leave_out_what_is_ruled_out(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    stones = tuple(scene.before.point(v) for v in ("A4", "B4", "C4", "D4", "D5"))
    points = {"stones": stones, "line": (scene.move,)}
    wrong, right = (
        Claim(kind, scene.move, BLACK, "read", "reading", points, numbers={"count": 5})
        for kind in ("lives", "neglects")
    )
    monkeypatch.setattr(tactics, "_theirs", lambda *_: iter([wrong, right]))
    outlook = StrengthOutlook()
    assert "lives" in {
        c.kind for c in tactics.claims(Scene(scene.before, "B5", Table(scene.before)))
    }
    kinds = {claim.kind for claim in explain_move(scene.before, "B5", outlook=outlook).claims}
    assert "lives" not in kinds
    assert "neglects" in kinds
