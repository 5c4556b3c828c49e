"""What a gain counts by its kind, and the claim that a move is to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gokan.explain import price, select, words
from gokan.explain.account import gather
from gokan.explain.claim import Certainty, Claim
from gokan.explain.outlook import View
from gokan.explain.scene import Scene, Table
from gokan.explain.verifying.second import verify
from gokan.go import Position


class Guesses:
    """Owns what has a stone beside it, and expects the moves it is told."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def __init__(self, chances: dict[str, float]) -> None:
        self.chances = chances

    def view(self, position: Position) -> View:
        owner = [0.0] * len(position.board)
        for p, stone in enumerate(position.board):
            for q in (p, *position.neighbors(p)) if stone else ():
                owner[q] = 0.8 if stone == 1 else -0.8
        moves = tuple((position.point(name), chance) for name, chance in self.chances.items())
        return View(tuple(owner), sum(owner), moves)

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


def claims(chances: dict[str, float], move: str) -> list[Claim]:
    position = Position.empty(9)
    return gather(Scene(position, move, Table(position, outlook=Guesses(chances), level="quick")))


def test_every_factor_is_of_a_kind_that_can_be_told() -> None:
    assert set(price.worth()) <= set(words.kinds())
    assert all(factor > 0 for factor in price.worth().values())


def test_a_gain_counts_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(price, "worth", dict)
    once = {claim.kind: claim.value for claim in claims({}, "E5")}
    monkeypatch.setattr(price, "worth", lambda: {"gains": 2.0})
    twice = {claim.kind: claim.value for claim in claims({}, "E5")}
    assert once["gains"] > 0
    assert twice == {**once, "gains": pytest.approx(2 * once["gains"])}


@pytest.mark.parametrize(
    ("chance", "how", "against"), [(0.6, "most", False), (0.2, "many", False), (0.01, "few", True)]
)
def test_how_natural_a_move_is(chance: float, how: str, against: bool) -> None:
    [found] = [claim for claim in claims({"E5": chance}, "E5") if claim.kind == "expected"]
    assert (found["how"], found["chance"], found.against) == (how, 100 * chance, against)
    assert (found.value < 0) == against


def test_nothing_is_expected_without_an_opinion_on_moves() -> None:
    assert "expected" not in {claim.kind for claim in claims({}, "E5")}


@pytest.mark.parametrize(("chance", "told"), [(0.9, True), (0.3, False), (0.01, False)])
def test_it_is_told_of_the_likeliest_move_only_and_never_first(chance: float, told: bool) -> None:
    found = claims({"E5": chance}, "E5")
    [natural] = [claim for claim in found if claim.kind == "expected"]
    [gains] = [claim for claim in found if claim.kind == "gains"]
    said, _ = select.choose([(2.0, 0.0, natural), (1.0, 0.0, gains)])
    assert said == ([gains, natural] if told else [gains])


@pytest.mark.parametrize(("said", "verdict"), [(60.0, "holds"), (95.0, "holds"), (15.0, "holds")])
def test_it_is_derived_again(said: float, verdict: str) -> None:
    position, outlook = Position.empty(9), Guesses({"E5": 0.5})
    [found] = [claim for claim in claims({"E5": 0.5}, "E5") if claim.kind == "expected"]
    forged = replace(found, numbers={"chance": said})
    [checked] = verify(position, [forged], outlook=outlook, level="quick")
    assert checked.verdict == verdict


def test_a_move_that_is_not_to_be_expected_fails_the_second_look() -> None:
    [found] = [claim for claim in claims({"E5": 0.6}, "E5") if claim.kind == "expected"]
    outlook = Guesses({"E5": 0.2})
    [checked] = verify(Position.empty(9), [found], outlook=outlook, level="quick")
    assert checked.verdict == "fails"
