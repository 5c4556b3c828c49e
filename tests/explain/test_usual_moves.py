"""Corners as professionals go on, sente and gote, kos, and shapes that are good or bad here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from gokan import explain
from gokan.explain import compare
from gokan.explain.account import gather
from gokan.explain.claim import Certainty
from gokan.explain.outlook import (
    EVERY,
    LOOKS,
    Averaged,
    EvaluatorOutlook,
    StrengthOutlook,
    View,
    searching,
)
from gokan.explain.scene import Scene, Table
from gokan.explain.sources import joseki, kos, tempo
from gokan.explain.words import sentence
from gokan.go import BLACK, PASS, SYMMETRIES, WHITE, Position
from gokan.go.symmetry import mapping
from gokan.play.tree.evaluation import Opinion


class Judge:
    """An outlook whose lead is what a function says; it owns nothing."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def __init__(self, lead: Callable[[Position], float], reply: str = "A1") -> None:
        self.lead, self.reply = lead, reply

    def view(self, position: Position) -> View:
        move = position.point(self.reply)
        return View((0.0,) * len(position.board), self.lead(position), ((move, 0.9),))

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


# --- corners -------------------------------------------------------------------------------------

STAR = Position.empty(19).play("Q16").play("D4").play("R14")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_corner_is_the_same_turned_mirrored_and_with_colours_swapped(symmetry: int) -> None:
    (claim,) = joseki.claims(Scene(STAR, "O17"))
    turned = STAR.transform(symmetry)
    move = mapping(symmetry, 19, 19)[STAR.point("O17")]
    (again,) = joseki.claims(Scene(turned, move))
    assert again.numbers == claim.numbers
    swapped = turned.swap_colors()
    (other,) = joseki.claims(Scene(swapped, move))
    assert other.numbers == claim.numbers


def test_the_table_of_corners_fits_itself() -> None:
    table = joseki.table()
    assert len(table) > 500
    for key, (total, moves) in table.items():
        own, enemy = key.split("/")
        stones = [s for side in (own, enemy) for s in side.split(",") if s]
        assert len(set(stones)) == len(stones)
        assert 0 < sum(moves.values()) <= total
        assert not set(moves) & set(stones)
        assert all(set(name) <= set("abcdefgh") and len(name) == 2 for name in (*moves, *stones))


def test_nothing_is_said_of_a_corner_nobody_counted() -> None:
    assert not list(joseki.claims(Scene(Position.empty(13).play("K10"), "L12")))
    assert not list(joseki.claims(Scene(Position.empty(19), "Q16")))  # empty: another claim's word
    assert not list(joseki.claims(Scene(STAR, "S18")))
    assert not list(joseki.claims(Scene(STAR, "K10")))


def test_the_words_name_how_often() -> None:
    account = explain.move(STAR, "O17", outlook=StrengthOutlook(), candidates=[STAR.point("K10")])
    text = account.explain()
    assert "usual professional continuation in this corner: 27 % of 3,488 times. (measured)" in text


# --- sente and gote ------------------------------------------------------------------------------

FULL = Position.from_diagram(
    """
    X X X O O
    X . X O .
    X X X O O
    X X . . O
    . X . O O
    """
)


class Sized(Judge):
    """Three points around C2 are Black's after his move and White's after White's own."""

    def view(self, position: Position) -> View:
        return replace(Judge.view(self, position), owner=owners(position))


def owners(position: Position) -> tuple[float, ...]:
    owner = [0.0] * len(position.board)
    for vertex in ("C1", "C2", "D2"):
        owner[FULL.point(vertex)] = {None: 0.0, BLACK: 1.0}.get(position["C2"], -1.0)
    return tuple(owner)


def kinds(outlook: Judge, move: str = "C2") -> list[str]:
    scene = Scene(FULL, move, Table(FULL, outlook=outlook))
    return [claim.kind for claim in tempo.claims(scene) if claim.kind != "otherwise"]


def test_who_keeps_sente_in_the_endgame() -> None:
    """C2: a second move there gains so much, an ordinary move two points."""

    def lead(follow: float) -> Callable[[Position], float]:
        def of(position: Position) -> float:
            if not position["C2"]:
                return 2.0 if position.to_play == BLACK else 0.0
            return 2.0 + (follow if position.to_play == BLACK else 0.0)

        return of

    assert kinds(Sized(lead(4.0), reply="C1")) == ["keeps sente"]
    assert kinds(Sized(lead(0.5), reply="C1")) == ["gote"]
    assert kinds(Sized(lead(2.0), reply="C1")) == []
    assert kinds(Sized(lead(9.0), reply="C1")) == ["must be answered"]
    assert kinds(Judge(lead(4.0), reply="C1")) == []  # nothing is at stake there
    assert kinds(Sized(lead(4.0), reply="A1")) == []  # nor if White has no move close by


@pytest.mark.parametrize(
    ("looks", "told"),
    [
        ((4.0, 5.0), ["keeps sente"]),
        ((2.0, 7.0), []),
        ((3.2, 5.0), []),
        ((0.5, 0.8), ["gote"]),
        ((-1.5, 2.5), []),
    ],
)
def test_both_looks_must_agree_on_sente(looks: tuple[float, ...], told: list[str]) -> None:
    """C2: what a second move there gains by each look; an ordinary move gains two points."""

    class Two(Judge):
        def view(self, position: Position) -> View:
            mine = position.to_play == BLACK
            leads = [2.0 * mine] * len(looks)
            if position["C2"]:
                leads = [2.0 + follow * mine for follow in looks]
            owner, moves = owners(position), ((position.point("C1"), 0.9),)
            each = tuple(View(owner, lead, moves) for lead in leads)
            return View(owner, sum(leads) / len(leads), moves, each)

    assert kinds(Two(lambda _: 0.0)) == told


def test_an_endgame_move_has_a_size() -> None:
    outlook = Sized(lambda p: 2.0 * bool(p["C2"]) + 2.0 * (p.to_play == BLACK), reply="C2")
    scene = Scene(FULL, "C2", Table(FULL, outlook=outlook))
    assert tempo.endgame_size(scene) == 6.0


def test_where_the_opponent_would_play_close_by_is_told() -> None:
    start = Position.empty(9).play("C3")
    outlook = Judge(lambda p: 0.0, reply="E6")
    table = Table(start, outlook=outlook)
    near = [c for c in tempo.claims(Scene(start, "E5", table)) if c.kind == "otherwise"]
    assert [claim["at"] for claim in near] == [(start.point("E6"),)]
    said = "If White plays elsewhere, Black may well play at E6 (90 %)."
    assert sentence(near[0], start).text == said
    far = [c.kind for c in tempo.claims(Scene(start, "A1", table))]
    same = [c.kind for c in tempo.claims(Scene(start, "E6", table))]
    assert "otherwise" not in (*far, *same)


def test_where_the_opponent_would_play_must_be_the_same_point_when_derived_again() -> None:
    start = Position.empty(9).play("C3")
    outlook = Judge(lambda p: 0.0, reply="E5")  # the centre stays where it is on every board
    scene = Scene(start, "E6", Table(start, outlook=outlook))
    (claim,) = [c for c in tempo.claims(scene) if c.kind == "otherwise"]
    forged = replace(claim, points={"at": (start.point("E4"),)})
    found = explain.verify(start, [claim, forged], outlook=outlook, level="quick")
    assert [one.verdict for one in found] == ["holds", "fails"]


def test_nobody_speaks_of_gote_in_the_opening() -> None:
    start = Position.empty(9)
    scene = Scene(start, "E5", Table(start, outlook=Judge(lambda p: 5.0 * bool(p["E5"]))))
    assert [claim.kind for claim in tempo.claims(scene)] == []


# --- kos -----------------------------------------------------------------------------------------

KO = Position.from_diagram(
    """
    . . . . . .
    . X O . . .
    X . X O . .
    . X O . . .
    . . . . . .
    . . . . . .
    """
).with_to_play(WHITE)


def test_a_ko_that_is_taken_is_weighed() -> None:
    def lead(position: Position) -> float:
        """Black is six points better with a stone at C4 than White with one at B4 and no ko."""
        return 6.0 if position["C4"] == BLACK else 0.0

    scene = Scene(KO, "B4", Table(KO, outlook=Judge(lead)))
    (claim,) = kos.claims(scene)
    assert (claim.kind, claim["points"]) == ("ko size", 6.0)
    assert claim["at"] == (KO.point("C4"),)


def test_a_threat_is_held_against_the_ko() -> None:
    after = KO.play("B4")  # Black may not retake at C4
    assert after.ko == after.point("C4")

    def lead(gain: float) -> Callable[[Position], float]:
        def of(position: Position) -> float:
            ko = 6.0 if position["C4"] == BLACK else 0.0
            threat = gain if position["F1"] and position.to_play == BLACK else 0.0
            return ko + threat

        return of

    for gain, size in ((9.0, "large"), (4.0, "small")):
        scene = Scene(after, "F1", Table(after, outlook=Judge(lead(gain))))
        (claim,) = kos.claims(scene)
        assert (claim.kind, claim["points"], claim["ko"]) == ("ko threat", gain, 6.0)
        assert claim["size"] == size
        assert claim.against == (size == "small")  # a threat that is too small is no reason
    scene = Scene(after, "F1", Table(after, outlook=Judge(lead(0.5))))
    assert not list(kos.claims(scene))
    near = Judge(lambda p: lead(9.0)(p) + (9.0 if p["D6"] and p.to_play == BLACK else 0.0))
    scene = Scene(after, "D6", Table(after, outlook=near))  # a part of the fight for the ko itself
    assert not list(kos.claims(scene))


# --- shapes here ---------------------------------------------------------------------------------


class Count(Judge):
    """Who has a stone somewhere owns it; the lead is handed in."""

    def view(self, position: Position) -> View:
        owner = tuple({0: 0.0, 1: 1.0, 2: -1.0}[int(c)] for c in position.board)
        return View(owner, self.lead(position), super().view(position).moves)


TRIANGLE = Position.from_diagram(
    """
    . . . . .
    . . . . .
    . . . . .
    X X X . .
    O . . . .
    X . . . .
    """
)


def shapes_here(position: Position, move: str, outlook: Judge, *others: str) -> list[str]:
    candidates = [position.point(other) for other in others]
    account = explain.move(position, move, outlook=outlook, candidates=candidates)
    found = [claim for claim in account.claims if claim.kind == "shape here"]
    assert all(claim.certainty == "learned" for claim in found)
    words = [one.text for one in account.sentences if one.claim in found]
    return words or [claim.names["repute"] for claim in found]


def test_a_bad_shape_that_does_a_deed() -> None:
    """An empty triangle that captures a stone, for an outlook that counts stones."""
    assert shapes_here(TRIANGLE, "B2", Count(lambda p: 0.0), "E5") == [
        "An empty triangle is usually bad shape; here what the move does counts for more."
    ]
    worse = Count(lambda p: 0.0 if p["B2"] else 9.0)  # every other move is nine points better
    assert shapes_here(TRIANGLE, "B2", worse, "D4") == []
    quiet = TRIANGLE.setup(empty=["A2"])  # nothing is captured
    assert shapes_here(quiet, "B2", Count(lambda p: 0.0), "E5") == []
    edge = Position.from_diagram(""". . . . .
        . . . . .
        X X X . .
        O . . . .""")
    assert shapes_here(edge, "B1", Count(lambda p: 0.0), "E4") == []  # on the edge it is usual


def test_a_bad_shape_is_right_here_only_if_the_looks_agree_with_the_search() -> None:
    """The search finds nothing better (a verdict without a loss); the looks have a word, too."""

    def leads(other: float) -> Callable[[Position], float]:
        return lambda p: 0.0 if p["B2"] else other

    for other_lead, said in ((0.0, 1), (compare.RIGHT, 1), (compare.RIGHT + 0.1, 0)):
        table = Table(TRIANGLE, outlook=Count(leads(other_lead)))
        scene, other = Scene(TRIANGLE, "B2", table), Scene(TRIANGLE, "D4", table)
        verdict = compare.Verdict(0.0, scene.move, compare.NOISE)
        found = gather(scene)
        assert len(compare.shape_here(scene, verdict, [other], found)) == said
        assert len(compare.shape_here(scene, verdict, [], found)) == 1


def test_a_good_shape_that_loses_to_a_move_beside_it() -> None:
    start = Position.empty(9).setup(black=["D5", "F5"])
    tiger = Count(lambda p: 0.0 if p["E6"] else 9.0)
    assert shapes_here(start, "E6", tiger, "E7") == [
        "A tiger's mouth is usually good shape, but not here: E7 is worth about nine points more."
    ]
    assert shapes_here(start, "E6", tiger, "A1") == []  # far away: that says nothing of the shape


# --- steadier looks ------------------------------------------------------------------------------


def test_an_averaged_outlook_of_a_fair_sense_is_that_sense() -> None:
    position = Position.empty(9).play("C3").play("G6")
    one, two = StrengthOutlook().view(position), Averaged(StrengthOutlook(), LOOKS).view(position)
    assert two.owner == pytest.approx(one.owner, abs=1e-6)
    assert two.lead == pytest.approx(one.lead, abs=1e-6)


class FromSides:
    """Leads by the number of the side from which it looks; turned boards it takes for others."""

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Opinion]:
        raise AssertionError("nobody chose the side")

    def from_side(self, position: Position, way: int) -> Opinion:
        return Opinion(None, 0.5, float(way), 1.0, None)


@pytest.mark.parametrize("looks", [LOOKS, EVERY])
def test_every_look_of_a_network_is_from_another_side(looks: tuple[int, ...]) -> None:
    outlook = Averaged(EvaluatorOutlook(FromSides()), looks)
    seen = outlook.view(Position.empty(9).play("C3"))
    assert seen.lead == pytest.approx(-sum(looks) / len(looks))


class Remembers:
    """Who moved last leads."""

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Opinion]:
        return [self.from_side(position, 0) for position in positions]

    def from_side(self, position: Position, way: int) -> Opinion:
        return Opinion(None, 0.5, float(position.move_number), 1.0, None)


def test_boards_are_compared_without_the_moves_that_led_there() -> None:
    outlook = Averaged(EvaluatorOutlook(Remembers()), LOOKS)
    position = Position.empty(9).play("C3")
    for board in (position, position.play("G6"), position.play(PASS)):
        assert outlook.view(board).lead == 0
        assert searching(outlook, 1).view(board).lead == 0
