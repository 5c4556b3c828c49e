"""Cuts and links at a glance, and that the twin agrees with them and notices a false one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gokan.explain import links
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.sources import cutting
from gokan.explain.verifying import exact as verify_exact
from gokan.explain.words import sentence
from gokan.go import BLACK, WHITE, Position
from gokan.reading import connect

CUT = """
. . . . . . . .
. . . . . . . .
. . . X O . . .
. . . O . . . .
. . . . X . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""
UNDER = """
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. O O O O . . .
. X X O X . . .
. . . . . . . .
"""
JUMP = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . O . O . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
ANGLE = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . X . . . . .
. . X O . . . . .
. . X . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
WAY_ROUND = """
. . . . . . . . .
. . . O X . . . .
. . X . X . . . .
. . X O X . . . .
. . X O X . . . .
. . X . X . . . .
. . . O . . . . .
. . . . . . . . .
. . . . . . . . .
"""
WORDS = [
    (
        CUT,
        "E5",
        "Black E5 comes between E6 and D5: no single answer close by joins them at once.",
    ),
    (UNDER, "D1", "Black D1 connects C2 and E2 underneath, along the edge."),
    (JUMP, "E6", "Black E6 peeps at the cut between D5 and F5: Black threatens to play at E5."),
]


def found(text: str, move: str) -> tuple[Position, list[Claim]]:
    position = Position.from_diagram(text)
    return position, list(cutting.claims(Scene(position, move)))


@pytest.mark.parametrize(("text", "move", "told"), WORDS)
def test_words_and_twin(text: str, move: str, told: str) -> None:
    position, claims = found(text, move)
    assert [sentence(claim, position).text for claim in claims] == [told]
    assert all(verify_exact.check(position, claim) for claim in claims)


def test_a_cut_is_guarded_from_a_distance() -> None:
    position = Position.from_diagram(ANGLE)
    scenes = [Scene(position, move) for move in position.legal_moves() if move >= 0]
    claims = [one for scene in scenes for one in cutting.claims(scene) if one.kind == "guards cut"]
    assert {position.vertex(claim["at"][0]) for claim in claims} == {"C6"}
    assert all(claim.move != claim["at"][0] for claim in claims)
    assert all(verify_exact.check(position, claim) for claim in claims)


@pytest.mark.parametrize(("text", "move", "told"), WORDS)
def test_the_twin_notices_a_false_claim(text: str, move: str, told: str) -> None:
    position, claims = found(text, move)
    away = position.point("H1")
    assert not any(verify_exact.check(position, replace(one, move=away)) for one in claims)


def test_a_bamboo_joint_cannot_be_peeped_at() -> None:
    joint = Position.from_diagram(JUMP).setup(white=["D4", "F4"])
    assert not list(cutting.claims(Scene(joint, "E6")))


def test_suicide_is_no_cut() -> None:
    shut_in = Position.from_diagram(CUT, rules="new-zealand").setup(
        white=["F6", "G5", "F4", "E3", "D4"], black=["F5"], to_play=BLACK
    )
    after = shut_in.play("E5")
    assert after.color_at(after.point("E5")) == after.color_at(after.point("F5")) == 0
    assert not list(cutting.claims(Scene(shut_in, "E5")))


def test_a_ko_is_no_link() -> None:
    position = Position.from_diagram(
        """
        . . O X O . . .
        . . X . X . . .
        . . O X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        to_play=WHITE,
    )
    assert position.play("D7").ko == position.point("D8")
    assert "connects underneath" not in {c.kind for c in cutting.claims(Scene(position, "D7"))}


@pytest.mark.parametrize(
    ("stones", "stands"),
    [([], False), (["D7"], True)],  # at D7 Black joins
)
def test_no_cut_stands_if_the_blocks_join_farther_away(stones: list[str], stands: bool) -> None:
    position = Position.from_diagram(WAY_ROUND).setup(white=stones).with_to_play(WHITE)
    claims = [one for one in cutting.claims(Scene(position, "D4")) if one.kind == "keeps apart"]
    assert bool(claims) == stands
    assert all(verify_exact.check(position, claim) for claim in claims)


def test_no_cut_is_told_that_reading_joins_again() -> None:
    """It said "no answer close by joins them again" (exact) of blocks that E7 is proved to join."""
    record = (Path(__file__).parents[1] / "mind" / "games.txt").read_text("utf-8").splitlines()
    size, *moves = next(line for line in record if not line.startswith("#")).split()
    position = Position.empty(int(size), rules="chinese").play_all(moves[:15])
    scene = Scene(position, "E6")
    ends = position.point("D6"), position.point("F6")
    assert links.cut_stands(position, scene.move, *ends)
    assert connect(scene.after, *ends, nodes=4_000).connected
    assert "keeps apart" not in {claim.kind for claim in cutting.claims(scene)}
