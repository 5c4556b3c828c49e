"""The ledger of a game: values that were searched, and losses that add up to what the lead did."""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gokan import explain
from gokan.explain.reviews.answer import Review
from gokan.explain.reviews.ledger import Ledger
from gokan.explain.reviews.numbers import (
    Numbers,
    SearchNumbers,
    StrengthNumbers,
    Thought,
    Value,
    weighed,
)
from gokan.explain.reviews.record import frames
from gokan.explain.reviews.words import BAD
from gokan.go import Game, Position
from gokan.play.player import Stop, never
from gokan.play.tree.answer import Search, SearchCandidate
from gokan.play.tree.evaluation import Evaluation, Opinion
from gokan.play.tree.store import MemoryStore
from tests.explain.fake_numbers import FakeNumbers

MOVES = ";B[ee];W[gc];B[gg];W[cg];B[cc];W[ce];B[df];W[dg];B[ef];W[eg];B[];W[hh]"
GAME = f"(;SZ[9]KM[7]{MOVES})"
CHANGED = "(;SZ[9]KM[7];B[ee];W[gc];AW[cc][gg]AE[ee];B[cg];B[dg];W[ff])"


class Counter:
    """An evaluator that counts stones and liberties, and how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        self.asked += len(positions)
        return [self._one(position) for position in positions]

    def _one(self, position: Position) -> Opinion:
        own, enemy = position.to_play, position.to_play.opponent
        owner = [float((c == own) - (c == enemy)) for c in position.board]
        free = sum(
            owner[p] * sum(not position.board[q] for q in position.neighbors(p))
            for p in range(len(owner))
        )
        lead = sum(owner) + 0.3 * free
        policy = [0.0] * len(owner) + [0.1]
        for p in position.legal_moves():
            policy[p] = 3.0 if any(owner[q] for q in position.neighbors(p)) else 1.0
        chances = array("f", [p / sum(policy) for p in policy])
        return Opinion(chances, 1 / (1 + 2.0 ** (-lead / 4)), lead, 0.4, array("f", owner))


def searched(evaluator: Counter, **options: Any) -> SearchNumbers:
    return SearchNumbers(evaluator, visits=24, source="stones", **options)


def made(record: str, numbers: Numbers, **options: Any) -> Review:
    return explain.review(Game.parse(record), level="quick", numbers=numbers, **options)


def lead_changes(answer: Review) -> dict[str, float]:
    """What each side lost by its moves, worked out from the leads alone."""
    lost = {"black": 0.0, "white": 0.0}
    for move in answer.moves:
        sign = 1 if move.color == "black" else -1
        assert move.loss == pytest.approx(sign * (move.lead_before - move.lead), abs=0.001)
        lost[move.color] += sign * (move.lead_before - move.lead)
    return lost


@pytest.mark.parametrize("numbers", [searched(Counter()), StrengthNumbers()])
def test_losses_and_gains_add_up_to_what_the_lead_did(numbers: Numbers) -> None:
    answer = made(GAME, numbers)
    leads = [answer.start["lead"], *(move.lead for move in answer.moves)]
    assert [move.lead_before for move in answer.moves] == leads[:-1]
    lost = lead_changes(answer)
    assert lost["black"] - lost["white"] == pytest.approx(leads[0] - leads[-1], abs=0.001)
    for side, report in answer.sides.items():
        assert report.lost == pytest.approx(lost[side], abs=0.006)
        assert report.mean_loss == pytest.approx(lost[side] / report.moves, abs=0.006)
    assert any(move.loss < 0 for move in answer.moves), "gains stay in the ledger"


def test_what_the_record_changes_between_moves_is_nobodys_loss() -> None:
    answer = made(CHANGED, searched(Counter()))
    leads = [answer.start["lead"], *(move.lead for move in answer.moves)]
    broken = [n for n, move in enumerate(answer.moves) if move.lead_before != leads[n]]
    assert broken == [2, 3], "stones were set up, and Black moved twice"
    lead_changes(answer)


def test_every_position_is_searched_and_those_in_question_at_length() -> None:
    answer = made(GAME, searched(Counter()))
    least, most = answer.numbers["least_visits"], answer.numbers["visits"]
    assert 1 < least < most
    assert all(move.visits >= least for move in answer.moves)
    assert answer.start["visits"] == answer.moves[-1].visits == most, "both ends at length"
    questioned = [move for move in answer.moves if move.searched]
    assert questioned
    for move in questioned:
        assert move.visits == most
        first = move.candidates[0]
        own = next(one for one in move.candidates if one.vertex == move.vertex)
        assert first.visits == own.visits == most, "held against each other at equal depth"
        sign = 1 if move.color == "black" else -1
        assert all(sign * (first.lead - one.lead) >= 0 for one in move.candidates)


def test_the_first_page_is_marked_as_glances_and_has_no_words() -> None:
    parts: list[Review] = []
    made(GAME, searched(Counter()), checkpoint=parts.append)
    first = parts[0]
    assert first.numbers["least_visits"] == 1
    assert {(move.word, move.visits, move.matters) for move in first.moves} == {("", 1, False)}
    assert first.turning_points == ()
    assert "No move has been searched yet" in " ".join(first.summary)
    assert len(first.moves) == 12
    assert Review.from_dict(json.loads(json.dumps(first.to_dict()))) == first


def test_the_answer_is_the_same_with_an_empty_and_a_full_store() -> None:
    evaluator, store = Counter(), MemoryStore()
    first = made(GAME, searched(evaluator, store=store))
    cost = evaluator.asked
    second = made(GAME, searched(evaluator, store=store))
    assert second == first
    assert evaluator.asked - cost < cost / 5, "only glances and reasons look again"
    assert made(GAME, searched(Counter()), threads=1) == first


def test_nothing_is_called_bad_that_a_long_search_finds_no_better_move_for() -> None:
    class Content(FakeNumbers):
        """The lead falls, but no other move was better."""

        def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
            found = super().think(position, move, visits, stop)
            return Thought(found.played, (found.played,), 0.0, found.before)

    leads, better = {0: 0.0, 5: -12.0}, {5: "G5"}
    told, untold = made(GAME, FakeNumbers(leads, better)), made(GAME, Content(leads, better))
    assert (told.moves[4].word, untold.moves[4].word) == ("blunder", "good")
    assert told.moves[4].loss == untold.moves[4].loss == 12.0, "the ledger stays as it is"


def test_words_need_a_loss_above_the_noise_of_this_very_move() -> None:
    class Unsure(FakeNumbers):
        def noise_of(self, visits: int, spread: float) -> float:
            return 20.0 / math.sqrt(visits) + 0 * spread

    answer = made(GAME, Unsure({0: 0.0, 3: -2.0, 5: -12.0}, {3: "G5", 5: "G5"}))
    for move in answer.moves:
        assert move.noise > 0
        assert move.word not in BAD or move.loss > move.noise
    assert answer.moves[4].noise < answer.moves[5].noise < answer.moves[10].noise * 1.01


def found(position: Position, lead: float, visits: int, *moves: tuple[str, float]) -> Search:
    listed = tuple(
        SearchCandidate(move=position.point(name), visits=5, win=0.5, lead=at, prior=0.1, line=(1,))
        for name, at in moves
    )
    return Search(position, listed, 0.5, lead, (), visits, 0.0)


def test_a_move_that_was_not_searched_as_long_is_never_shown_above_the_better_one() -> None:
    position = Position.empty(9)
    before = found(position, 1.0, 40, ("E5", 3.0), ("C3", 9.0), ("G7", 2.0), ("A1", -4.0))
    thought = weighed(
        before, position.point("A1"), found(position, -4.0, 40), [found(position, 3.0, 40)]
    )
    assert [position.vertex(one.move) for one in thought.options] == ["E5", "G7"]
    assert thought.loss == 7.0
    assert thought.before is not None
    assert thought.before.lead == 1.0


def test_the_better_move_is_found_even_where_the_search_before_liked_the_move_played() -> None:
    position = Position.empty(9)
    before = found(position, 1.0, 40, ("A1", 3.0), ("E5", 2.0))
    thought = weighed(
        before, position.point("A1"), found(position, -9.0, 40), [found(position, 2.0, 40)]
    )
    assert thought.loss == 11.0
    assert position.vertex(thought.options[0].move) == "E5"


def test_losses_are_trusted_less_where_leads_rise_under_the_hands_of_those_who_move() -> None:
    """No move makes a position better than it was, so rises show how far values are off."""
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 19)}{chr(97 + n // 19)}]" for n in range(200))
    game = Game.parse(f"(;SZ[19]{moves})")
    played, _ = frames(game)
    ledger = Ledger(game.start, played, lambda visits, spread: 1.0)
    lead = 0.0
    for place in range(len(ledger.positions)):
        ledger.put(place, Value.of(0.5, lead, 10.0, 48))
        swing = 4.0 if place < 100 else 0.1
        lead += swing if place % 4 < 2 else -swing  # half of all moves seem to gain
    assert ledger.loss(1) == -4.0
    assert ledger.noise(40) == pytest.approx(8.0, rel=0.2), "twice the rises there"
    assert ledger.noise(190) == pytest.approx(math.sqrt(2), rel=0.05), "that of the search"
    assert ledger.noise(190) < ledger.noise(110) < ledger.noise(40)
    ledger.put(3, Value.of(0.5, 90.0, 10.0, 160))
    assert ledger.noise(3) > ledger.noise(40), "a new value counts at once"


def test_what_is_called_bad_is_bad_by_both_counts() -> None:
    """The fall of the lead, and how much better the best other move is."""

    class Little(FakeNumbers):
        def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
            found = super().think(position, move, visits, stop)
            best = replace(found.options[0], lead=found.played.lead + self.more)
            return Thought(found.played, (best,), self.more, found.before)

        more = 0.5

    numbers = Little({0: 0.0, 5: -12.0}, {5: "G5"})
    assert made(GAME, numbers).moves[4].word == "good"
    numbers.more = 5.0
    assert made(GAME, numbers).moves[4].word == "mistake", "the smaller of the two counts"


@pytest.mark.parametrize(("loss", "word"), [(4.0, "good"), (7.0, "mistake")])
def test_a_move_that_nobody_searched_at_length_needs_twice_the_noise(
    loss: float, word: str
) -> None:
    numbers = FakeNumbers({0: 0.0, 5: -loss}, {5: "G5"})
    numbers.noise = 3.0
    answer = made(GAME, numbers, player="white")
    assert (answer.moves[4].searched, answer.moves[4].word) == (0, word)
    assert made(GAME, numbers).moves[4].word == "mistake"
