"""The life of a group at a glance: its form, and that it has learned something."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.reading.generate import make_problems

pytest.importorskip("numpy")

from gokan import intuition

CORNER = """
    . X X O . . . . .
    . . X O . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_a_guess_has_both_sides_and_its_words() -> None:
    position = Position.from_diagram(CORNER)
    guess = intuition.life(position, "B9")
    assert guess.color == BLACK
    assert guess.own_first.first == BLACK
    assert guess.enemy_first.first == WHITE
    for fate in (guess.own_first, guess.enemy_first):
        assert fate.alive + fate.dead + fate.ko + fate.seki == pytest.approx(1, abs=1e-3)
        assert sum(chance for _, chance in fate.vital) == pytest.approx(1, abs=1e-3)
        assert all(not position.board[point] for point, _ in fate.vital)
    told = json.loads(json.dumps(guess.to_dict()))
    assert told["certainty"] == "learned"
    assert "not proved" in guess.explain()
    picture = str(guess.draw())
    assert "plays first" in picture  # before, it said neither whose move nor which group
    assert "not proved" in picture
    assert picture != str(guess.draw(highlight=()))
    assert intuition.life(position, guess.stones).stones == guess.stones


def test_what_is_no_group_is_refused() -> None:
    position = Position.from_diagram(CORNER)
    with pytest.raises(InvalidInput, match="none at E5"):
        intuition.life(position, "E5")
    with pytest.raises(InvalidInput, match="one colour"):
        intuition.life(position, [1, 3])
    with pytest.raises(InvalidInput, match="one colour"):
        intuition.life(position, [])
    with pytest.raises(InvalidInput, match="point 81 is not on the board"):
        intuition.vital_points(position, [0, 81])


def test_it_finds_most_first_moves_of_new_problems() -> None:
    """Problems of a seed that it never saw; by chance alone one in ten would be right."""
    right = fate = 0
    made = list(islice(make_problems(987654, jobs=1, nodes=2000), 40))
    for row in made:
        black, white = ([19 * y + x for x, y in row[side]] for side in ("black", "white"))
        to_play = BLACK if row["to_play"] == "B" else WHITE
        position = Position.empty(19).setup(black=black, white=white, to_play=to_play)
        defends = row["goal"] == "live"
        group = black if (to_play == BLACK) == defends else white
        guess = intuition.life(position, group, ways=(0,))
        found = guess.own_first if defends else guess.enemy_first
        wins = {19 * y + x for x, y in row["first_moves"]}
        right += found.vital[0][0] in wins
        chances = {"win": found.alive if defends else found.dead, "ko": found.ko}
        fate += chances[row["result"]["verdict"]] > 0.5
    assert right >= 28
    assert fate >= 28


def test_a_guess_does_not_hang_on_the_last_moves() -> None:
    """The network took every last move beside a group for one that had settled its fate."""
    played = Position.from_diagram(CORNER).with_to_play(WHITE).play("G3").play("G6").play("E5")
    fresh = intuition.life(played.setup(), "A7")
    known = intuition.life(played, "A7")
    assert known.stones == fresh.stones
    for one, other in ((known.own_first, fresh.own_first), (known.enemy_first, fresh.enemy_first)):
        assert (one.alive, one.dead, one.ko) == pytest.approx((other.alive, other.dead, other.ko))
        assert dict(one.vital) == pytest.approx(dict(other.vital))


def test_last_moves_can_be_left_out() -> None:
    network = intuition.load()
    position = Position.from_diagram(CORNER).with_to_play(WHITE)
    quiet = position.play("H2")
    with_it, without = (
        network.evaluate([quiet], history=history)[0].fate for history in (True, False)
    )
    assert abs(with_it - without).max() > 0.01  # the planes of last moves are there to be left out
    again = network.evaluate([quiet.setup()], history=True)[0].fate
    assert without == pytest.approx(again, abs=1e-5)
