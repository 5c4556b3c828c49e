"""Ties, formations and the model of moves: the core against the recogniser, and its symmetries."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from gokan import _core
from gokan.go import Color, Position
from gokan.shape.go.index import Index
from gokan.shape.go.observe import observe
from gokan.shape.learn.learned import shipped
from gokan.shape.learn.reasons import FORMS

KINDS = ("side", "diagonal", "one-point-jump", "knight-jump", "two-point-jump", "large-knight-jump")
EDGES = ("one", "two", "three", "four", "five")
COLORS = ("", "black", "white")


def random_position(seed: int, *, size: int = 9, moves: int = 30) -> Position:
    chance = random.Random(seed)
    now = Position.empty(size)
    for _ in range(moves):
        now = now.play(chance.choice(list(now.legal_moves())))
    return now


@pytest.mark.parametrize("seed", range(12))
def test_ties_are_the_elements_of_level_one(seed: int) -> None:
    position = random_position(seed, moves=4 + 5 * seed)
    index = Index(observe(position), levels=1)
    level0, places = index.elements(0), index.places()
    recognised: Counter[Any] = Counter()
    for element in index.elements(1):
        name = index.name(element.kind)
        stones = frozenset(
            places[m].where
            for m in element.members
            if index.name(level0[m].kind).endswith("-stone")
        )
        if name.endswith(("jump", "diagonal", "edge", "interface")):
            recognised[name, stones] += 1
    ties = _core.shape_ties(position.core)
    seen: Counter[Any] = Counter()
    for tie in ties.stones:
        both = frozenset((tie.one, tie.other))
        colors = {COLORS[position.board[p]] for p in both}
        color = colors.pop() if len(colors) == 1 else "mixed"
        if tie.kind:
            seen[f"{color}-{KINDS[tie.kind]}", both] += tie.elements
        elif color == "mixed":
            seen["interface", both] += 1
    for edge in ties.edges:
        if edge.distance:
            color = COLORS[position.board[edge.point]]
            name = f"{color}-{EDGES[edge.distance - 1]}-from-edge"
            seen[name, frozenset((edge.point,))] += 1
    assert seen == recognised


def turned(point: int, symmetry: int, size: int) -> int:
    row, column = divmod(point, size)
    if symmetry & 4:
        row, column = column, row
    if symmetry & 1:
        column = size - 1 - column
    if symmetry & 2:
        row = size - 1 - row
    return row * size + column


def image(position: Position, symmetry: int, *, swap: bool) -> Position:
    size = position.width
    stones: dict[int, list[int]] = {1: [], 2: []}
    for point, color in enumerate(position.board):
        if color:
            stones[3 - color if swap else color].append(turned(point, symmetry, size))
    side = 3 - int(position.to_play) if swap else int(position.to_play)
    start = Position.empty(size)
    return start.setup(black=stones[1], white=stones[2], to_play=Color(side))


def letters(moves: list[int]) -> str:
    return "".join(chr(97 + m % 19) + chr(97 + m // 19) for m in moves)


@pytest.fixture(scope="module")
def games() -> list[str]:
    chance = random.Random(5)
    made = []
    for _ in range(6):
        now, moves = Position.empty(19), []
        for _ in range(80):
            near = [p for p in now.legal_moves() if 3 <= p % 19 <= 9 and 3 <= p // 19 <= 9]
            moves.append(chance.choice(near or list(now.legal_moves())))
            now = now.play(moves[-1])
        made.append(letters(moves))
    return made


@pytest.fixture(scope="module")
def model(games: list[str]) -> _core.FormationModel:
    made = _core.FormationModel()
    made.harvest(games, 2)
    made.train(games, 1, 0, 0.1)
    return made


@pytest.mark.parametrize("symmetry", range(8))
def test_orientation_and_color_change_nothing(model: _core.FormationModel, symmetry: int) -> None:
    position = random_position(3, size=19, moves=60)
    ages = list(range(361))
    there = image(position, symmetry, swap=bool(symmetry & 1))
    turned_ages = [0] * 361
    for point, age in enumerate(ages):
        turned_ages[turned(point, symmetry, 19)] = age
    here = dict(model.scores(position.core, ages))
    other = dict(model.scores(there.core, turned_ages))
    for point, score in here.items():
        assert other[turned(point, symmetry, 19)] == pytest.approx(score, abs=1e-4)


def test_learning_lowers_the_loss_and_is_repeatable(games: list[str]) -> None:
    first, second = _core.FormationModel(), _core.FormationModel()
    for model in (first, second):
        model.harvest(games, 2)
    before = first.train(games, 1, 0, 0.0)
    first.train(games, 1, 0, 0.1)
    second.train(games, 1, 0, 0.1)
    after = first.train(games, 1, 0, 0.0)
    assert after.loss < before.loss
    assert first.save() == second.save()


def test_a_model_is_kept_and_read_again(model: _core.FormationModel, games: list[str]) -> None:
    kept = _core.FormationModel()
    kept.load(model.save())
    assert kept.save() == model.save()
    assert kept.formations == model.formations > 100
    with pytest.raises(ValueError, match="cut off"):
        kept.load(model.save()[:-1])
    with pytest.raises(ValueError, match="not a model"):
        kept.load(b"something else")


def test_the_reasons_add_up_to_the_score(model: _core.FormationModel) -> None:
    position = random_position(8, size=19, moves=50)
    ages = [7] * 361
    for point, score in model.scores(position.core, ages)[:40]:
        reasons = model.weigh(position.core, ages, point)
        assert sum(one.weight for one in reasons) == pytest.approx(score, abs=1e-3)


def test_without_level_two_there_are_only_elements_of_level_one(games: list[str]) -> None:
    plain = _core.FormationModel(level2=False)
    plain.harvest(games, 2)
    position = random_position(8, size=19, moves=50)
    levels = {
        r.level for p in position.legal_moves() for r in plain.weigh(position.core, [7] * 361, p)
    }
    assert levels == {1}


def test_what_is_not_there_has_no_say(games: list[str]) -> None:
    """No key is a window: a stone more takes nothing away from what a move forms, unless it ends
    an element or takes a liberty; it only adds."""
    model = _core.FormationModel()
    model.harvest(games, 1)
    ages, grown = [7] * 361, 0
    for seed in range(40):
        chance = random.Random(seed)
        position = random_position(seed, size=19, moves=70)
        move, added = chance.sample([p for p in position.legal_moves() if p >= 0], 2)
        more = position.setup(black=[added])
        if not more.is_legal(move) or _elements(position, move) - _elements(more, move):
            continue
        before, after = (
            Counter(
                (r.form, r.what, r.where) for r in model.weigh(p.core, ages, move) if r.level == 2
            )
            for p in (position, more)
        )
        assert not before - after
        grown += after != before
    assert grown >= 3


def _elements(position: Position, move: int) -> Counter[Any]:
    """Ties and blocks with their liberties, before a move and after it."""
    found: Counter[Any] = Counter()
    for when, now in enumerate((position, position.play(move))):
        ties = _core.shape_ties(now.core)
        found.update((when, t.kind, t.one, t.other, t.elements) for t in ties.stones)
        found.update((when, e.distance, e.point) for e in ties.edges)
        found.update(
            (when, stone, len(block.liberties)) for block in now.blocks() for stone in block.stones
        )
    return found


def test_without_time_ages_do_not_matter(games: list[str]) -> None:
    timeless = _core.FormationModel(time=False)
    timeless.harvest(games, 2)
    timeless.train(games, 1, 0, 0.1)
    position = random_position(8, size=19, moves=50)
    assert timeless.scores(position.core, [0] * 361) == timeless.scores(position.core, [9] * 361)


def test_the_mean_of_models(model: _core.FormationModel, games: list[str]) -> None:
    other = model.copy()
    other.train(games, 2, 1, 0.1)
    mean = model.copy()
    mean.average([other])
    position = random_position(1, size=19, moves=40)
    ages = [3] * 361
    for (_, a), (_, b), (_, c) in zip(
        model.scores(position.core, ages),
        other.scores(position.core, ages),
        mean.scores(position.core, ages),
        strict=True,
    ):
        assert c == pytest.approx((a + b) / 2, abs=1e-3)


def test_recurring_formations_are_the_same_in_turned_games(games: list[str]) -> None:
    def mined(symmetry: int) -> dict[int, int]:
        miner = _core.FormationMiner()
        for stones in (1, 2, 3, 4):
            for game in games:
                points = [
                    (ord(game[i]) - 97) + 19 * (ord(game[i + 1]) - 97)
                    for i in range(0, len(game), 2)
                ]
                miner.count([letters([turned(p, symmetry, 19) for p in points])], 0, stones)
            miner.keep(stones, 3)
        return {count.code: count.played for count in miner.found()}

    assert mined(0) == mined(5) == mined(6)
    assert {(code & 3) + 1 for code in mined(0)} == {1, 2, 3, 4}


@pytest.mark.parametrize("seed", range(4))
def test_next_steps_are_the_formations_of_all_moves(seed: int) -> None:
    codes = shipped().codes
    position = random_position(seed, size=9, moves=8 + 9 * seed)
    for side in (Color.BLACK, Color.WHITE):
        turn = position.with_to_play(side)
        slow = {
            (point, one.formation, frozenset(one.points))
            for point in range(81)
            if not position.board[point]
            for one in _core.formations_of(turn.core, [7] * 81, point, codes)
        }
        fast = _core.next_steps(position.core, int(side), codes)
        assert {(one.move, one.formation, frozenset(one.points)) for one in fast} == slow
        assert slow


def test_next_steps_of_learned_classes_are_weighed_for_both_sides(games: list[str]) -> None:
    codes = shipped().codes[:60]
    model = _core.FormationModel()
    model.harvest(games, 2)
    model.train(games, 3, 0, 0.1)
    position, ages = random_position(2, size=19, moves=60), [5] * 361
    before = model.scores(position.core, ages)
    model.know(codes)
    assert model.scores(position.core, ages) == before
    model.train(games, 3, 0, 0.1)
    assert model.known == codes
    kept = _core.FormationModel()
    kept.load(model.save())
    assert kept.known == codes
    forms = {r.form for p, _ in before for r in kept.weigh(position.core, ages, p) if r.weight}
    assert {FORMS.index("furthers"), FORMS.index("disrupts")} <= forms


def test_a_knight_enclosure_is_found_where_it_is_made() -> None:
    # Black C4 (with White far away), then E3: a knight's jump from the three-four point.
    moves = [2 + 19 * 15, 15 + 19 * 3, 4 + 19 * 16]
    miner = _core.FormationMiner()
    for stones in (1, 2):
        miner.count([letters(moves)], 0, stones)
    pairs = [c for c in miner.found() if c.code & 3 == 1]
    assert len(pairs) == 1
    (found,) = _core.find_formations(letters(moves), [pairs[0].code])
    assert (found.move, found.formation, found.points) == (3, 0, (moves[0], moves[2]))
    assert pairs[0].examples == [[0, 3]]
