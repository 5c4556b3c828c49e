"""Every kind of claim in the catalogue can be provoked: a board, a move, and a whole sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest

from gokan import explain
from gokan.explain.account import gather
from gokan.explain.claim import Certainty, Claim
from gokan.explain.outlook import Outlook, View, usual
from gokan.explain.scene import Level, Scene, Table
from gokan.explain.words import kinds, sentence
from gokan.go import BLACK, WHITE, Game, Position
from tests.explain.boards import RACE

# After so many moves of the example game this move makes claims of these kinds.
IN_THE_GAME: dict[tuple[int, str], str] = {
    (0, "D4"): "corner, besides",
    (2, "D17"): "otherwise",
    (2, "E9"): "gains",
    (4, "C15"): "approach, joseki",
    (5, "C15"): "wanted point",
    (5, "R5"): "enclosure, completes, shape",
    (6, "F15"): "reduces",
    (7, "D14"): "extension",
    (8, "D16"): "must be answered",
    (8, "R16"): "answers, weakens",
    (9, "R16"): "swings",
    (12, "Q15"): "threatens",
    (14, "Q15"): "guards cut",
    (15, "D4"): "keeps apart, separates",
    (17, "J17"): "pincer",
    (41, "S5"): "connects underneath",
    (44, "S8"): "ladder fails, atari",
    (45, "R7"): "closes cut, connects, joins, out of atari, saves, takes an eye, strengthens",
    (46, "R6"): "neglects",
    (46, "S9"): "rescues",
    (49, "T9"): "caught, ladder breaker",
    (51, "T7"): "captures",
    (55, "R11"): "catches",
    (64, "S10"): "throw-in",
    (67, "S10"): "makes an eye",
    (72, "P11"): "expected",
    (109, "K12"): "ladder works",
    (130, "N7"): "peeps",
    (139, "N8"): "cuts",
    (143, "K7"): "ladder maker",
    (161, "D18"): "leaves weaker",
    (182, "C9"): "gote",
    (194, "C7"): "keeps sente",
    (210, "B4"): "self-atari",
    (219, "N3"): "helps",
}
KO = """
    . . . . . . . . .
    . . X . . . . . .
    . X O X . O . . .
    . O . O X O . . .
    . . O . X O . . .
    . . O X X O . . .
    . . O O O O . . .
    . . . . . . . . .
    . . . . . . . . ."""
CORNER = """
    . . . O X . . .
    . O O O X . . .
    O O X X X . . .
    X X X . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""
# On these boards Black's move makes claims of these kinds.
ON_A_BOARD: list[tuple[str, str, Level, str]] = [
    (KO, "C6", "tactics", "takes ko, ko size"),
    (
        ". . . . .\n. X O . .\n. O . O X\n. X . X .\n. . . . .",
        "C3",
        "quick",
        "double atari",
    ),
    ("X O . . O X\nX O O O O X\nX X X X X X\n. . . . . .", "C4", "quick", "snapback"),
    (
        ". . . . .\n. . O . .\n. O . O .\n. . O X .\n. . . . .",
        "D4",
        "quick",
        "falsifies an eye",
    ),
    ("O . . . O\nO O O O O\n. . . . .\n. . . . .", "C4", "quick", "vital point of eyes"),
    ("X . . . X\nX X X X X\n. . . . .\n. . . . .", "C4", "quick", "vital point of own eyes"),
    (". . . . . .\nO O O O O .\nX X X X O .\n. X . X O .", "A1", "tactics", "endangers"),
    (RACE, "A3", "deep", "wins race"),
    (RACE, "B6", "deep", "loses race"),
    (CORNER, "B8", "deep", "makes ko"),
    (". . . O X .\nO O O O X .\nX X X X X .\n. . . . . .", "B4", "deep", "kills"),
    (". . . X O .\nX X X X O .\nO O O O O .\n. . . . . .", "B4", "deep", "lives"),
]

OPEN = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O O O O . . .
    . . O X X X O . .
    . O X X . X O . .
    . O X . . X O . .
    . O X . . . . . .
    . . . . . . . . ."""
# In the opening of an empty board with these stones of either side Black's move is of this kind.
IN_THE_OPENING = [
    ("Q16", "D4", "C3", "invasion"),
    ("Q16 F3", "D4", "C6", "double approach"),
    ("Q16", "D4 D16", "D10", "splits a side"),
]

# Provoked in other tests, with what it takes: `test_deep`, `test_usual_moves`.
ELSEWHERE = ["refuted", "ko threat, shape here"]


@cache
def game() -> Game:
    return Game.load("examples/zobrist-cowan.sgf")


def found(position: Position, move: str, level: Level, outlook: Outlook | None) -> list[Claim]:
    return gather(Scene(position, move, Table(position, outlook=outlook, level=level)))


def seen(claims: Sequence[Claim], position: Position, wanted: str) -> set[str]:
    """The kinds among them that are asked for; each must make a whole sentence."""
    asked = set(wanted.split(", "))
    for claim in claims:
        text = sentence(claim, position).text
        assert re.fullmatch(r"[A-Z][^{}]*[.…]", text), text
    return asked & {claim.kind for claim in claims}


@pytest.mark.parametrize(("number", "move"), IN_THE_GAME)
def test_in_the_game(number: int, move: str) -> None:
    position, wanted = game().position(number), IN_THE_GAME[number, move]
    before = tuple(point for _, point in game().moves()[:number])
    table = Table(position, outlook=usual(position), level="tactics", moves=before)
    claims = gather(Scene(position, move, table))
    assert seen(claims, position, wanted) == set(wanted.split(", "))


@pytest.mark.parametrize(("board", "move", "level", "wanted"), ON_A_BOARD)
def test_on_a_board(board: str, move: str, level: Level, wanted: str) -> None:
    position = Position.from_diagram(board)
    outlook = usual(position) if "ko size" in wanted else None
    claims = found(position, move, level, outlook)
    assert seen(claims, position, wanted) == set(wanted.split(", "))


@pytest.mark.parametrize(("black", "white", "move", "wanted"), IN_THE_OPENING)
def test_in_the_opening(black: str, white: str, move: str, wanted: str) -> None:
    position = Position.empty(19).setup(black=black.split(), white=white.split())
    position = position.with_to_play(BLACK)
    assert seen(found(position, move, "quick", None), position, wanted) == {wanted}


def test_a_move_beside_a_stone_extends_nothing() -> None:
    side = Position.empty(19).setup(black=["K4"]).with_to_play(BLACK)
    beside = side.setup(white=["F5"]).with_to_play(BLACK)
    assert seen(found(side, "G4", "quick", None), side, "extension") == {"extension"}
    assert seen(found(beside, "G4", "quick", None), beside, "extension") == set()


def test_of_a_group_with_a_way_out() -> None:
    for color, move, kind in ((BLACK, "E3", "serves saving"), (WHITE, "C1", "serves capturing")):
        position = Position.from_diagram(OPEN).with_to_play(color)
        assert seen(found(position, move, "deep", None), position, kind) == {kind}


def test_of_a_move_that_takes_its_own_stones_off() -> None:
    position = Position.from_diagram(". O . .\nO O . .\n. . . .\n. . . X")
    claims = found(position.with_rules("new zealand"), "A4", "quick", None)
    assert seen(claims, position, "suicide") == {"suicide"}


class Scripted:
    """Black owns so much of these points before his move, and so much after it."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def __init__(self, area: str, before: float, after: float) -> None:
        self.area, self.before, self.after = area.split(), before, after

    def view(self, position: Position) -> View:
        owner = [0.0] * len(position.board)
        share = self.after if position["A1"] else self.before
        for vertex in self.area:
            owner[position.point(vertex)] = share
        return View(tuple(owner), sum(owner))

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


@pytest.mark.parametrize(
    ("before", "after", "wanted"), [(0.9, 0.2, "gives up"), (-0.2, -0.9, "lets grow")]
)
def test_what_a_bad_move_gives_away(before: float, after: float, wanted: str) -> None:
    position = Position.empty(9)
    outlook = Scripted("B1 B2 B3 C1 C2 C3", before, after)
    assert seen(found(position, "A1", "quick", outlook), position, wanted) == {wanted}


def test_of_moves_that_are_compared() -> None:
    position = game().position(163)
    bad = explain.move(position, "C17")
    wanted = "loses, loses the chance, elsewhere"
    assert seen(bad.claims, position, wanted) == set(wanted.split(", "))
    better = explain.move(position, "B16", instead_of=position.point("C17"))
    assert seen(better.claims, position, "compared") == {"compared"}
    position = game().position(175)
    good = explain.move(position, "B11")
    assert seen(good.claims, position, "alternative") == {"alternative"}


def test_of_a_problem() -> None:
    position = Position.from_diagram(CORNER)
    assert seen(explain.problem(position).claims, position, "refuted") == {"refuted"}


class Sees(Scripted):
    """Black owns so much of every point once he has played E3, and nothing before."""

    def __init__(self, share: float) -> None:
        self.share = share

    def view(self, position: Position) -> View:
        owner = self.share if position["E3"] else 0.0
        return View((owner,) * len(position.board), owner * len(position.board))


@pytest.mark.parametrize(("share", "told"), [(0.8, {"serves saving"}), (0.2, set())])
def test_goals_speak_of_the_open_only_where_the_outlook_agrees(share: float, told: set[str]):
    position = Position.from_diagram(OPEN).with_to_play(BLACK)
    assert seen(found(position, "E3", "deep", Sees(share)), position, "serves saving") == told


def test_every_kind_has_its_board() -> None:
    named = [*IN_THE_GAME.values(), *(one[-1] for one in (*ON_A_BOARD, *IN_THE_OPENING))]
    named += ["serves saving, serves capturing, suicide"]
    named += ["gives up, lets grow, loses, loses the chance, elsewhere, compared, alternative"]
    known = {kind for text in (*named, *ELSEWHERE) for kind in text.split(", ")}
    assert known == set(kinds())
