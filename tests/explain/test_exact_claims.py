"""Each exact claim on a small board: the kinds that a move must and must not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gokan import explain
from gokan.errors import IllegalMove, InvalidInput
from gokan.explain.account import gather
from gokan.explain.claim import Claim
from gokan.explain.outlook import StrengthOutlook
from gokan.explain.scene import Scene
from gokan.explain.verifying import exact as verify_exact
from gokan.explain.words import kinds, sentence
from gokan.go import Position, Rules

BOARDS: dict[str, tuple[str, str, set[str], set[str]]] = {
    "capture": (". X . .\nX O . .\n. X . .\n. . . .", "C3", {"captures"}, {"atari"}),
    "ko": (". X O .\nX O . O\n. X O .\n. . . .", "C3", {"takes ko"}, {"captures"}),
    "double atari": (
        ". . . . .\n. X O . .\n. O . O X\n. X . X .\n. . . . .",
        "C3",
        {"separates"},
        {"takes ko"},
    ),
    "caught but for a ko": (  # White takes A3 back, if he has a threat
        ". O X O O .\nO X X O O O\nO . X O O .",
        "A3",
        {"atari"},
        {"caught"},
    ),
    "connect": (". . . . .\n. X . X .\n. O . O .\n. . . . .\n. . . . .", "C4", {"joins"}, set()),
    "throw-in": (
        "O O O O .\nO . . O .\nO O O O .\n. . . . .\n. . . . .",
        "B4",
        {"throw-in"},
        {"self-atari"},
    ),
    "no throw-in": (  # White takes in the open
        ". . . . . .\n. X O . . .\n. O . . . .\n. X O . . .\n. . X . . .\n. . . . . .",
        "C4",
        {"double atari", "self-atari"},
        {"throw-in"},
    ),
    "snapback": (
        ". . X O . .\nO O X O . .\nX O . O . .\nX O O X . .\nX X X . . .\n. . . . . .",
        "C4",
        set(),
        {"throw-in"},
    ),
    "falsify": (
        ". . . . .\n. . O . .\n. O . O .\n. . O X .\n. . . . .",
        "D4",
        {"falsifies an eye"},
        {"makes an eye"},
    ),
    "vital": (
        "O . . . O\nO O O O O\n. . . . .\n. . . . .\n. . . . .",
        "C5",
        {"vital point of eyes"},
        set(),
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_kinds(name: str) -> None:
    text, move, wanted, unwanted = BOARDS[name]
    found = {claim.kind for claim in gather(Scene(Position.from_diagram(text), move))}
    assert wanted <= found
    assert not unwanted & found


def test_snapback_counts_what_comes_back() -> None:
    position = Position.from_diagram(
        """
        . X X X . .
        X O O X . .
        X O . X . .
        X X O . . .
        . . X . . .
        . . . . . .
        """
    )
    found = {claim.kind: claim for claim in gather(Scene(position, "D3"))}
    assert "snapback" not in found


def test_a_ladder_and_its_breaker() -> None:
    works = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . X . .
        . . X O O . .
        . . . X X . .
        . . . . . . .
        """
    )
    one = _one(works, "F3", "ladder works")
    assert one.value == 4
    fails = works.setup(white=["B6"])
    assert _one(fails, "F3", "ladder fails")["breaker"] == (fails.point("B6"),)


def test_words_for_every_kind_are_whole_sentences() -> None:
    assert len(kinds()) >= 25
    for text, move, _, _ in BOARDS.values():
        position = Position.from_diagram(text)
        for claim in gather(Scene(position, move)):
            for first in (True, False):
                said = sentence(claim, position, first=first).text
                assert said.endswith(".")
                assert "{" not in said
                assert said[0].isupper()


def test_the_answer_is_plain_data_and_a_picture() -> None:
    position = Position.from_diagram(BOARDS["capture"][0])
    account = explain.move(position, "C3")
    data = account.to_dict()
    assert data["move"] == "C3"
    assert data["sentences"][0]["certainty"] == "exact"
    assert all(claim["recipe"] for claim in data["claims"])
    assert "<svg" in str(account.draw())


def test_moves_that_cannot_be_explained() -> None:
    position = Position.empty(9).play("E5")
    with pytest.raises(IllegalMove):
        explain.move(position, "E5")
    with pytest.raises(InvalidInput):
        explain.move(position, "pass")


def _one(position: Position, move: str, kind: str) -> Claim:
    (found,) = [claim for claim in gather(Scene(position, move)) if claim.kind == kind]
    return found


def test_stones_are_saved_from_a_ladder_only_if_it_is_one() -> None:
    short = Position.from_diagram(". X . . .\nX O . . .\n. X . . .\n. . . . .\n. . . . .").play(
        "E1"
    )
    claim = _one(short, "C4", "saves")
    text = sentence(claim, short).text
    assert text == "White C4 saves the white stone at B4, which Black could have captured (C4)."
    assert verify_exact.check(short, claim)


@pytest.mark.parametrize(
    ("rows", "move", "said"),
    [
        (". X O .|O O O .|. . . .", "A3", "suicide: it takes the black stone at B3 off"),
        (". . . .|. O . .|O . O .|. O . .", "B2", "suicide: the stone comes off the board at once"),
    ],
)
def test_suicide_is_told_where_the_rules_allow_it(rows: str, move: str, said: str) -> None:
    board = Position.from_diagram(rows.replace("|", "\n"))
    position = board.with_rules(Rules("free", ko="simple", suicide=True))
    account = explain.move(position, move, outlook=StrengthOutlook())
    assert said in account.explain()
    assert {one.verdict for one in explain.verify(position, account.claims)} == {"holds"}
    (claim,) = [one for one in account.claims if one.kind == "suicide"]
    forged = replace(claim, points={"stones": (position.point("D1"),)})
    assert verify_exact.check(position, forged) is False
    instead = explain.move(position, "D1", candidates=[position.point(move)])
    assert instead.candidates == ()
