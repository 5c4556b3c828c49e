"""What is held against a bad move, tempo, and each point counted once, by a made-up outlook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gokan import explain
from gokan.explain import compare
from gokan.explain.account import gather
from gokan.explain.claim import Certainty, Claim
from gokan.explain.outlook import View
from gokan.explain.price import AREAS, CONCRETE, GROUPS, worth
from gokan.explain.scene import Scene, Table
from gokan.explain.sources import opening
from gokan.go import BLACK, Position

START = Position.empty(9)


class Corners:
    """Black owns what lies within two steps of his stones; the lead is the sum."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def view(self, position: Position) -> View:
        owner = [0.0] * len(position.board)
        for stone in position.stones(BLACK):
            row, column = divmod(stone, position.width)
            for p in range(len(owner)):
                r, c = divmod(p, position.width)
                if abs(r - row) + abs(c - column) <= 2:
                    owner[p] = 0.9
        likely = ((len(owner) // 2, 0.6), (len(owner) - position.width, 0.1))
        return View(tuple(owner), sum(owner), likely)

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


class Both(Corners):
    """The same for both sides, as an outlook has to be that is asked with colours swapped."""

    def view(self, position: Position) -> View:
        black, white = (Corners.view(self, p) for p in (position, position.swap_colors()))
        owner = tuple(a - b for a, b in zip(black.owner, white.owner, strict=True))
        return View(owner, sum(owner), black.moves)


class Quiet(Both):
    """No other move comes to mind."""

    def view(self, position: Position) -> View:
        return replace(Both.view(self, position), moves=())


def test_a_bad_move_is_told_as_such() -> None:
    account = explain.move(START, "A1", outlook=Corners())
    assert account.best == START.point("E5")
    assert account.loss == pytest.approx(0.9 * (13 - 6))
    first, second = account.sentences[:2]
    assert first.text == "Black A1 is worth about 6.5 points less than E5."
    assert second.text.startswith("Black does better with E5, which ")


def test_that_a_move_is_likely_is_no_reason_why_it_is_better() -> None:
    scene = Scene(START, "A1", Table(START, outlook=Corners()))
    likely = Claim("expected", 40, BLACK, "learned", "intuition", names={"how": "most"}, value=3.0)
    likely = replace(likely, numbers={"chance": 60.0})
    points = Claim("gains", 40, BLACK, "learned", "intuition", {"area": (3,)}, value=1.0)
    points = replace(points, numbers={"points": 1.0}, names={"how": "plain", "areas": "centre"})
    verdict = compare.Verdict(5.0, 40, 3.0)
    only = compare.claims(scene, verdict, [], {40: [likely]})
    assert [claim.kind for claim in only] == ["loses"]
    both = compare.claims(scene, verdict, [], {40: [likely, points]})
    assert both[1].rests_on == (points,)


def test_a_good_move_has_nothing_held_against_it() -> None:
    account = explain.move(START, "E5", outlook=Corners())
    assert account.loss == 0
    assert not any(claim.against for claim in account.told)
    assert "wanted point" in [claim.kind for claim in account.claims]


def test_every_point_is_counted_once() -> None:
    table = Table(START, outlook=Corners())
    found = gather(Scene(START, "E5", table))
    priced = [c for c in found if c.kind in (*CONCRETE, *GROUPS, *AREAS)]
    assert sum(c.value / worth().get(c.kind, 1.0) for c in priced) <= 0.9 * 13 + 1e-6
    assert all(c.value == 0 for c in found if c not in priced and c.kind != "expected")


def test_a_search_has_the_word_where_there_is_one() -> None:
    from gokan.play.tree.answer import Search, SearchCandidate

    good, bad = START.point("C3"), START.point("E5")
    candidates = tuple(
        SearchCandidate(move, 20, 0.5, lead, 0.1, (move,)) for move, lead in ((good, 8.0), (bad, 0))
    )
    search = Search(START, candidates, 0.5, 8.0, (), 40, 0.0)
    account = explain.move(START, "E5", outlook=Corners(), search=search)
    assert account.best == good
    assert account.loss == 8
    assert account.told[0].kind == "loses"
    assert account.told[0].sense == "play"


def test_what_compares_with_a_better_move_is_derived_again() -> None:
    account = explain.move(START, "A1", outlook=Both())
    loses, chance = account.told[:2]
    assert chance.rests_on
    assert chance.rests_on[0].move == START.point("E5")
    checked = explain.verify(START, [loses, chance], outlook=Both())
    assert [one.verdict for one in checked] == ["holds", "holds"]
    too_much = replace(loses, numbers={"points": 3 * loses["points"]})
    (again,) = explain.verify(START, [too_much], outlook=Both())
    assert again.verdict == "fails"
    forged = replace(chance.rests_on[0], names={"areas": "upper left"})
    (again,) = explain.verify(START, [replace(chance, rests_on=(forged,))], outlook=Both())
    assert again.verdict == "fails"


def test_a_shape_that_is_good_or_bad_here_is_derived_again() -> None:
    start = Position.from_diagram(
        ". . . . . .\n. X O . . .\n. . X . . .\n. . X . . .\n. . . . . .\n. . . . . ."
    )
    found = gather(Scene(start, "B4"))
    shape = next(c for c in found if c.names.get("shape") == "empty triangle")
    deed = next(c for c in found if c.kind == "closes cut")
    here = Claim(
        "shape here",
        shape.move,
        shape.color,
        "learned",
        "shape",
        shape.points,
        names={"shape": "empty triangle", "repute": "bad"},
        rests_on=(shape, deed),
    )
    assert _verdict(start, here) == "holds"
    assert _verdict(start, here, Both()) == "fails"  # the middle of the board is worth more
    false = replace(deed, points={**deed.points, "ends": (deed["ends"][0], 35)})
    assert _verdict(start, replace(here, rests_on=(shape, false))) == "fails"


def _verdict(position: Position, claim: Claim, outlook: Both | None = None) -> str:
    (checked,) = explain.verify(position, [claim], outlook=outlook or Quiet())
    return checked.verdict


def test_a_natural_move_that_is_worse_is_told_with_its_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """D5 comes to mind beside E5; the searches say that it loses four points to C5."""
    other, answer = START.point("D5"), START.point("C5")
    found = {START.point("E5"): (9.0, ()), other: (5.0, (answer,))}
    monkeypatch.setattr(compare, "_thought", lambda scene, move, visits, way: found[move])

    class Tempting(Both):
        def view(self, position: Position) -> View:
            seen = Both.view(self, position)
            lead = seen.lead - 4.0 if position.board[other] else seen.lead
            return replace(seen, lead=lead, moves=((other, 0.3), (START.point("E5"), 0.2)))

    account = explain.move(START, "E5", outlook=Tempting(), level="usual")
    told = [one.text for one in account.sentences if one.claim.kind == "alternative"]
    assert told == [
        "D5 comes to mind, too, but it is worth about four points less: White answers C5."
    ]
    (claim,) = [one for one in account.claims if one.kind == "alternative"]
    (checked,) = explain.verify(START, [claim], outlook=Tempting())
    assert checked.verdict == "fails"  # on the mirrored board D5 is another point: nothing is lost


@pytest.mark.parametrize(
    "doubtful", [(compare.CONFIRM, 3), (compare.CONFIRM, 0), (compare.LONG, 0)]
)
def test_nothing_is_called_worse_that_one_search_does_not_find(
    monkeypatch: pytest.MonkeyPatch, doubtful: tuple[int, int]
) -> None:
    scene = Scene(START, "E5", Table(START, outlook=Both(), level="usual"))
    other = START.point("D5")
    for finds in (2.5, -4.0):

        def thought(scene: Scene, move: int, visits: int, way: int, finds: float = finds) -> Any:
            lead = 9.0 if move == other else 9.0 - (finds if (visits, way) == doubtful else 8.0)
            return lead, ()

        monkeypatch.setattr(compare, "_thought", thought)
        searched = compare._searched(scene, other, scene.move)
        assert searched is not None
        assert searched.more == max(0.0, finds)


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        (9.0, "Black E5 is worth about nine points more than A1, which was played."),
        (1.0, "Black E5 is worth about as much as A1, which was played"),
        (-5.0, "Black E5 is worth about five points less than A1, which was played: White answers"),
    ],
)
def test_why_not_here_is_answered_with_the_move_that_was_played(
    monkeypatch: pytest.MonkeyPatch, lead: float, said: str
) -> None:
    played, answer = START.point("A1"), START.point("C5")
    found = {START.point("E5"): (lead, (answer,)), played: (0.0, ())}
    monkeypatch.setattr(compare, "_thought", lambda scene, move, visits, way: found[move])
    account = explain.move(START, "E5", outlook=Both(), level="usual", instead_of=played)
    assert account.sentences[0].text.startswith(said)
    assert played in account.candidates
    (checked,) = explain.verify(START, [account.told[0]], outlook=Both(), level="usual")
    assert checked.verdict == ("holds" if lead > 3 else "fails")  # E5 is worth far more


@pytest.mark.parametrize("rows", [4, 5])
def test_corners_of_narrow_boards(rows: int) -> None:
    narrow = Position.from_diagram("\n".join(["O . X . X . . . . . . ."] * rows))
    assert opening.corner(Scene(narrow, "B2")) is None
