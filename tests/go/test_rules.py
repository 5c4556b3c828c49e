"""Rule sets, handicap points, symmetries, playouts."""

from __future__ import annotations

import math

import pytest

from gokan.errors import InvalidInput, InvalidRules
from gokan.go import RULE_SETS, SYMMETRIES, Position, Rules, fixed_handicap, playouts
from gokan.go.symmetry import inverse, mapping


@pytest.mark.parametrize(
    "name",
    ["tromp-taylor", "chinese", "japanese", "korean", "aga", "bga", "new-zealand", "stone-scoring"],
)
def test_promised_names(name):
    rules = Rules.named(name)
    assert rules.komi == (7.5 if rules.scoring == "area" else 6.5)
    assert Rules.named(name.upper().replace("-", "_")) is rules
    assert Rules(**rules.to_dict()) == rules


@pytest.mark.parametrize(
    "changes", [{"ko": "none"}, {"scoring": "x"}, {"tax": ""}, {"komi": math.nan}, {"komi": 1e9}]
)
def test_bad_rules_are_refused(changes):
    with pytest.raises(InvalidRules):
        Rules.named("chinese").with_(**changes)


def test_unknown_names_list_the_known():
    with pytest.raises(InvalidRules, match="tromp-taylor"):
        Rules.named("martian")


def test_handicap_points():
    assert [Rules.named(n).handicap_points(4) for n in ("chinese", "aga", "japanese")] == [4, 3, 0]
    assert Rules.named("chinese").handicap_points(1) == 0


@pytest.mark.parametrize("size", [7, 8, 9, 13, 18, 19, 25])
def test_fixed_handicap_is_symmetric_and_distinct(size):
    most = 9 if size % 2 and size > 7 else 4
    for stones in range(2, most + 1):
        points = fixed_handicap(stones, size)
        assert len(set(points)) == stones
        half_turn = mapping(3, size, size)
        if stones != 3:
            assert {half_turn[p] for p in points} == set(points)
    for stones in (-1, 0, 1, most + 1):
        with pytest.raises(InvalidInput):
            fixed_handicap(stones, size)


def test_symmetries_form_a_group():
    for symmetry in SYMMETRIES:
        there = mapping(symmetry, 5, 3)
        width, height = (3, 5) if symmetry & 4 else (5, 3)
        back = mapping(inverse(symmetry), width, height)
        assert [back[point] for point in there] == list(range(15))
    assert len({mapping(s, 3, 3) for s in SYMMETRIES}) == 8


def test_playouts_repeat_by_seed_and_vary_without():
    start = Position.empty(9)
    assert playouts.run(start, 50, seed=3) == playouts.run(start, 50, seed=3)
    assert playouts.run(start, 50, seed=3) != playouts.run(start, 50, seed=4)


def test_playouts_find_the_owner():
    position = Position.from_diagram(
        """
        . X O . .
        X X O O O
        . X O . .
        X X O . .
        . X O . .
        """
    )
    owner = playouts.run(position, 200).owner
    assert owner[0] > 0.9
    assert owner[4] < -0.5


def test_playouts_draw_evenly_among_legal_moves():
    # One move deep: the point that Black played first is the only one it owns.
    position = Position.empty(3)
    result = playouts.run(position, 9000, max_moves=1, seed=5)
    assert result.moves == 9000
    assert all(abs(share - 1.0) < 1e-9 for share in result.owner)  # one stone owns all by area
    both = playouts.run(position.play("B2"), 8000, max_moves=1, seed=5)
    shares = [-share for point, share in enumerate(both.owner) if point != 4]
    assert max(shares) - min(shares) < 0.03
    assert abs(sum(shares) - 1.0) < 1e-9


@pytest.mark.parametrize("rules", RULE_SETS)
def test_playouts_end_under_every_rule_set(rules):
    assert playouts.run(Position.empty(3, rules=rules), 20, policy="all").games == 20


def test_playouts_refuse_nonsense():
    with pytest.raises(InvalidInput):
        playouts.run(Position.empty(9), 0)
    with pytest.raises(InvalidInput):
        playouts.run(Position.empty(9), 1, policy="best")  # type: ignore[arg-type]
