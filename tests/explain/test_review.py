"""Reviews: what is found, that it is the same each time, and that any record can be reviewed."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from typing import Any

import jsonschema
import pytest

from gokan import explain
from gokan.errors import InvalidInput
from gokan.explain.reviews.answer import Review
from gokan.explain.reviews.cost import cost
from gokan.explain.reviews.numbers import SearchNumbers, StrengthNumbers, Thought
from gokan.explain.reviews.reviewing import Progress
from gokan.explain.reviews.times import Times
from gokan.go import BLACK, Game, Position
from gokan.play.player import Stop, never
from gokan.play.tree.evaluation import Evaluation, Opinion
from gokan.play.tree.evaluators import StrengthEvaluator
from tests.explain.fake_numbers import FakeNumbers

MOVES = ";B[ee];W[gc];B[gg];W[cg];B[cc];W[ce];B[df];W[dg];B[ef];W[eg]"
GAME = f"(;SZ[9]KM[7]PB[Ann]PW[Ben]RE[W+3]C[A game.]{MOVES})"
# Black loses 12 points with move 5, White 8 with move 8, Black 30 with move 9.
LEADS = {0: 0.0, 5: -12.0, 8: -4.0, 9: -34.0}
BETTER = {5: "G5", 8: "F3", 9: "F4"}


@pytest.fixture(scope="module")
def schema() -> Any:
    file = resources.files("gokan.explain") / "data" / "review.schema.json"
    return json.loads(file.read_text("utf-8"))


def make(text: str = GAME, **options: Any) -> Review:
    options = {"level": "quick", "numbers": FakeNumbers(LEADS, BETTER), **options}
    return explain.review(Game.parse(text), **options)


def test_the_moves_that_cost_most_are_told_with_what_was_better() -> None:
    answer = make()
    assert answer.complete
    assert [(one.number, one.word, one.loss) for one in answer.mattered] == [
        (5, "blunder", 12.0),
        (8, "mistake", 8.0),
        (9, "blunder", 30.0),
    ]
    fifth = answer.moves[4]
    assert fifth.candidates[0].vertex == "G5"
    assert fifth.instead, "what is said for the better one"
    assert all(one.vertex != "pass" and not one.matters for one in answer.moves[:4])
    assert [move.lead for move in answer.moves[3:5]] == [0.0, -12.0]
    text = answer.explain()
    assert "9 Black E4: blunder, 30.0 points lost; better F4." in text


def test_only_one_player_and_only_so_many_moves() -> None:
    assert [one.number for one in make(player="white").mattered] == [8]
    assert [one.number for one in make(most=1).mattered] == [9]
    assert make(most=0).mattered == ()


def test_turning_points_and_summary_say_what_the_numbers_say() -> None:
    leads = {0: 8.0, 9: -34.0}
    answer = make(numbers=FakeNumbers(leads, BETTER))
    assert [turn.move for turn in answer.turning_points] == [9]
    assert answer.turning_points[0].text == (
        "White takes the lead for good: Black's E4 loses about 42 points."
    )
    told = " ".join(answer.summary)
    assert "White won by 3 points." in told
    assert "changed hands once, at move 9" in told
    assert "Black's most expensive move was E4 (move 9), which lost about 42 points; F4" in told


def test_a_lead_that_does_not_last_is_no_turning_point() -> None:
    """Ahead for three moves only: it was noise, or was given back at once."""
    rows = [MOVES, ";B[fg];W[hh];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb]"]
    record = f"(;SZ[9]KM[7]{''.join(rows)})"
    lasting = make(record, numbers=FakeNumbers({0: 8.0, 5: -12.0}, BETTER))
    assert [turn.move for turn in lasting.turning_points] == [5]
    short = make(record, numbers=FakeNumbers({0: 8.0, 5: -12.0, 8: 14.0}, BETTER))
    assert short.turning_points == ()
    twice = make(record, numbers=FakeNumbers({0: 8.0, 5: -12.0, 14: 14.0}, BETTER | {14: "C3"}))
    assert [turn.move for turn in twice.turning_points] == [5, 14]
    assert "for good" in twice.turning_points[-1].text


def test_nothing_below_the_noise_is_called_bad() -> None:
    numbers = FakeNumbers({0: 0.0, 5: -3.0}, {5: "G5"})
    numbers.noise = numbers.glance_noise = 3.5
    answer = make(numbers=numbers)
    assert answer.mattered == ()
    assert {one.word for one in answer.moves} == {"good"}
    assert answer.turning_points == ()


def test_the_result_follows_its_schema_and_comes_back_from_it(schema: Any) -> None:
    answer = make()
    data = json.loads(json.dumps(answer.to_dict()))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(data, schema)
    assert Review.from_dict(data) == answer
    data["moves"][0]["color"] = "green"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema)
    with pytest.raises(ValueError, match="gokan-review/0"):
        Review.from_dict({**data, "schema": "gokan-review/0"})


SETTLED = """
    . . X O .
    . X X O O
    X X O O .
    . X O O O
    X X O . O
    """


def test_a_stone_in_own_territory_costs_a_point_where_territory_counts() -> None:
    leads = []
    for rules in ("japanese", "chinese"):
        position = Position.from_diagram(SETTLED, rules=rules)
        spent = position.play("A5").play("pass")
        before, after = StrengthNumbers().glance([position, spent])
        leads.append(after.lead - before.lead)
    assert leads[0] - leads[1] == pytest.approx(-1)


def test_the_fixed_point_says_the_same_in_a_review_as_in_a_search() -> None:
    position = Position.from_diagram(SETTLED)
    for at in (position, position.play("pass")):
        (glance,) = StrengthNumbers().glance([at])
        (opinion,) = StrengthEvaluator().evaluate([at])
        black = at.to_play == BLACK
        assert glance.win == pytest.approx(opinion.win if black else 1 - opinion.win)
        assert glance.lead == pytest.approx(opinion.lead if black else -opinion.lead)


def test_the_same_record_has_the_same_review() -> None:
    game = Game.parse(GAME)
    one, two = (explain.review(game, level="quick", numbers=StrengthNumbers()) for _ in range(2))
    assert one == two
    alone = explain.review(game, level="quick", numbers=StrengthNumbers(), threads=1)
    assert alone == one


def test_progress_goes_up_and_the_first_checkpoint_comes_early() -> None:
    seen: list[Progress] = []
    saved: list[int] = []
    make(progress=seen.append, checkpoint=lambda part: saved.append(len(seen)))
    shares = [one.share for one in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert saved[0] == sum(one.stage == seen[0].stage for one in seen)


def test_time_is_told_by_part_and_for_the_moves_looked_at_closely() -> None:
    times = Times()
    answer = make(most=2, times=times)
    assert times.close_up == {5, 9}, "the two that cost most"
    assert all(times.of(part) > 0 for part in ("glance", "ledger", "think", "tell", "groups"))
    assert 0 < times.on_close_up <= times.total
    assert "times" not in answer.to_dict(), "the same record has the same review"


def test_a_stopped_review_is_valid_and_can_be_resumed(schema: Any) -> None:
    whole = make(threads=1)
    for calls in range(1, 200, 9):
        left = calls

        def stop() -> bool:
            nonlocal left
            left -= 1
            return left < 0

        part = make(stop=stop, threads=1)
        jsonschema.validate(json.loads(json.dumps(part.to_dict())), schema)
        if part.complete:
            break
        again = Review.from_dict(json.loads(json.dumps(part.to_dict())))
        numbers = FakeNumbers(LEADS, BETTER)
        assert make(resume=again, numbers=numbers, threads=1) == whole
        known = [one.searched for one in part.moves if one.searched]
        assert numbers.thoughts == len(BETTER) - len(known), "those that lost something"
        values = [part.start["visits"], *(one.visits for one in part.moves)]
        assert numbers.values == 11 - sum(visits > 1 for visits in values)
    else:
        pytest.fail("it was never complete")


def test_what_a_long_search_finds_does_not_change_which_moves_are_searched_at_length() -> None:
    """Not even if the review was stopped after some of them: of three moves that seemed to lose two
    turn out to be harmless.
    """

    class Wiser(FakeNumbers):
        def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
            found = super().think(position, move, visits, stop)
            if position.move_number == 8:
                return found
            assert found.before is not None
            harmless = replace(found.played, lead=found.before.lead, win=found.before.win)
            return Thought(harmless, (harmless,), 0.0, found.before)

    def again(**options: Any) -> Review:
        return make(numbers=Wiser(LEADS, BETTER), threads=1, **options)

    parts: list[Review] = []
    whole = again(checkpoint=parts.append)
    assert [one.number for one in whole.moves if one.searched] == [5, 8, 9]
    assert [one.number for one in whole.mattered] == [9]
    assert len(parts) >= 2
    assert all(again(resume=part) == whole for part in [*parts, whole])


def test_a_review_of_another_game_is_not_resumed() -> None:
    with pytest.raises(InvalidInput, match="another game"):
        make("(;SZ[9];B[aa])", resume=make())


def test_a_review_of_another_version_is_not_resumed() -> None:
    """One without a ledger, or with other budgets, has numbers that do not go with ours."""
    whole = make()
    older = {name: value for name, value in whole.numbers.items() if name != "least_visits"}
    for numbers in (older, {**whole.numbers, "visits": 24}):
        with pytest.raises(InvalidInput, match="with other options"):
            make(resume=replace(whole, numbers=numbers))


@pytest.mark.parametrize(
    ("record", "moves", "warns"),
    [
        ("(;SZ[9])", 0, ""),
        ("(;SZ[9];B[ee];W[ee];B[cc])", 1, "Move 2: White E5: the point is occupied"),
        ("(;SZ[9];B[zz];W[ee])", 0, "Move 1"),
        ("(;SZ[7:5];B[dc];W[])", 2, ""),
        ("(;SZ[9]HA[2];W[ee];B[gc])", 2, ""),
        ("(;SZ[9]AB[cc][gg]AW[ee]PL[W];W[ce];B[ec])", 2, ""),
        ("(;SZ[9];B[ee];B[gc];W[cc])", 3, ""),
        ("(;SZ[9];B[ee];AW[cc]AE[ee];W[gg])", 2, ""),
        ("(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc]", 2, ""),
        ("(;SZ[1];B[aa];W[])", 2, "Move 1: Black A1: the rules forbid suicide; the review follows"),
        (
            "(;SZ[5]RU[Japanese]AB[ba][ab][bc]AW[ca][db][cc]PL[B];B[cb];W[bb];B[cb])",
            3,
            "Move 3: Black C4: the ko rule forbids retaking at once; the review follows the record",
        ),
        ("(;SZ[5]RU[NZ];B[ba];W[ee];B[ab];W[aa])", 4, ""),
    ],
)
@pytest.mark.parametrize("numbers", [FakeNumbers({1: -20.0}, {1: "A1"}), StrengthNumbers()])
def test_any_record_is_reviewed_as_far_as_it_goes(
    record: str, moves: int, warns: str, numbers: Any, schema: Any
) -> None:
    if record.startswith("(;SZ[1]") and isinstance(numbers, FakeNumbers):
        numbers = FakeNumbers()
    answer = make(record, numbers=numbers)
    assert answer.complete
    assert len(answer.moves) == moves
    said = " ".join(answer.game["warnings"])
    assert warns in said
    assert bool(warns) == ("Move " in said)
    jsonschema.validate(json.loads(json.dumps(answer.to_dict())), schema)
    for lens in answer.lenses.values():
        assert len(lens.maps) == moves + 1
        assert {len(one) for one in lens.maps} == {answer.game["width"] * answer.game["height"]}


def test_stones_set_up_between_moves_are_told() -> None:
    answer = make("(;SZ[9];B[ee];AW[cc]AE[ee];W[gg])", numbers=FakeNumbers())
    assert answer.moves[1].setup == {"white": ("C7",), "empty": ("E5",)}


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(InvalidInput, match="quick, usual, deep"):
        make(level="long")


class _StoneCounter:
    """Whoever has more stones is ahead; moves next to enemy stones come to mind first."""

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        made = []
        for position in positions:
            own, enemy = position.to_play, position.to_play.opponent
            owner = [(c == own) - (c == enemy) for c in position.board]
            lead = float(sum(owner))
            policy = [0.0] * len(owner) + [0.01]
            for p in position.legal_moves():
                policy[p] = 20.0 if any(owner[q] < 0 for q in position.neighbors(p)) else 1.0
            total = sum(policy)
            chances = array("f", [p / total for p in policy])
            win = 1 / (1 + 2.0 ** (-lead / 2))
            made.append(Opinion(chances, win, lead, 5.0, array("f", owner)))
        return made


def test_search_compares_the_move_with_the_best_at_an_equal_budget() -> None:
    """By counting stones, which sees that a block in atari is worth taking."""
    position = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . X X X . .
        . . X O O X .
        . . X O O . .
        . . . X X . .
        . . . . . . .
        """,
        rules="tromp-taylor",
    )
    numbers = SearchNumbers(_StoneCounter())
    thought = numbers.think(position, position.point("A1"), 60)
    assert thought.played.move == position.point("A1")
    assert thought.options[0].move == position.point("F3")
    assert thought.loss > 3
    good = numbers.think(position, thought.options[0].move, 60)
    assert good.loss < thought.loss
    assert numbers.think(position, position.point("A1"), 60) == thought
    glance = numbers.glance([position])[0]
    assert 0 <= glance.win <= 1
    assert len(glance.owner) == 49
    (said,) = cost(position, thought, "learned")
    assert said.text.startswith(f"Compared with {position.vertex(thought.options[0].move)}, A1")
