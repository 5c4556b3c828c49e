"""The way attention goes does not matter to what there is (Section 5.1.4).

At level 0: let every two neighbours be attended together at least once while both stay as they
are, let attention rest on a point and its neighbours in the round before a change there and in the
round of it, and let no position be seen in one round only. Then every element of the whole board is
there, and overlaps on the same constraints.

A stone or point is at an end of some pair, so it is seen. A pair is seen together once, so its
first constraint applies. The colours of a change and the four lines between them are in two
successive rounds. A stone and a pair share the line after a round in which both ends are seen; a
change shares the last round of what was before it, the first of what is after it, and the lines
between, which belong to the pairs that end, too, since the neighbours are attended. Two changes
would share a round only if what is between them were seen in one. Elements that a pause has cut are
joined again by what is between them: nothing else was at their place.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan._core import ShapePlaceKind
from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import PASS, Game, Position
from gokan.shape import parse
from gokan.shape.cost import effort
from gokan.shape.ets import World, recognise
from gokan.shape.ets.recognise import recognise_class
from gokan.shape.go.index import Index
from gokan.shape.go.observe import Round, View, observe
from gokan.shape.go.record import classes, record
from gokan.shape.learn.attending import attend
from gokan.shape.parse import Shapes

SETTING = classes()


def random_game(seed: int, width: int, height: int, moves: int) -> list[Position]:
    chance = random.Random(seed)
    positions = [Position.empty(width, height)]
    for _ in range(moves):
        now = positions[-1]
        legal = [p for p in range(width * height) if now.board[p] == 0 and now.is_legal(p)]
        positions.append(now.play(chance.choice(legal) if legal else PASS))
    return positions


def near(position: Position, point: int) -> set[int]:
    width, height = position.width, position.height
    y, x = divmod(point, width)
    beside = ((x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return {b * width + a for a, b in beside if 0 <= a < width and 0 <= b < height}


def wander(positions: list[Position], seed: int, *, at_once: bool) -> View:
    """A random way of attending that keeps the condition; `at_once` shows new pairs directly."""
    chance = random.Random(seed)
    size = positions[0].width * positions[0].height
    pairs = {(p, q) for p in range(size) for q in near(positions[0], p)}
    rounds: list[Round] = []
    times: list[int] = []
    owed = set(pairs)
    lead: set[int] = set()
    for number, position in enumerate(positions):
        board = position.board
        after = positions[min(number + 1, len(positions) - 1)]
        changed = [p for p in range(size) if board[p] != after.board[p]]
        ending = {pair for pair in owed if set(pair) & set(changed)}
        last = number + 1 == len(positions)
        due = owed if last or at_once else ending | {p for p in owed if chance.random() < 0.3}
        looks = [lead | {p for p in range(size) if chance.random() < 0.3}]
        shown = [*due]
        chance.shuffle(shown)
        while shown:
            part = [shown.pop() for _ in range(min(len(shown), chance.randint(1, 5)))]
            looks.append({p for pair in part for p in pair})
        looks += [
            {p for p in range(size) if chance.random() < 0.2} for _ in range(chance.randrange(2))
        ]
        lead = {q for p in changed for q in near(position, p)}
        looks.append(lead | {p for p in range(size) if chance.random() < 0.3})
        for look in looks:
            rounds.append(Round(board, frozenset(look)))
            times.append(number)
            owed -= {(p, q) for p, q in owed if {p, q} <= look}
        owed |= {pair for pair in pairs if set(pair) & set(changed)}
    return View(positions[0].width, positions[0].height, tuple(rounds), tuple(times))


def graph(index: Index) -> tuple[Counter[Any], Counter[Any]]:
    """Level 0 without times: elements by class, place and which one in turn; and their overlaps."""
    turn: Counter[Any] = Counter()
    keys = []
    elements = list(zip(index.elements(0), index.places(), strict=True))
    order = sorted(range(len(elements)), key=lambda n: (elements[n][0].start, elements[n][0].end))
    named: dict[int, Any] = {}
    for n in order:
        element, place = elements[n]
        key = index.name(element.kind), place.kind, place.where
        named[n] = (*key, turn[key])
        turn[key] += 1
    keys = [named[n] for n in range(len(elements))]
    edges = Counter(
        (name, frozenset((keys[a], keys[b])))
        for name, held in index.overlaps(0)
        for a in held
        for b in held
        if a < b
    )
    return Counter(keys), Counter(dict.fromkeys(edges, 1))


def twice(positions: list[Position]) -> View:
    """The whole board in attention, each position in two rounds."""
    once = observe(positions)
    rounds = tuple(r for r in once.rounds for _ in range(2))
    times = tuple(n for n in range(len(once.rounds)) for _ in range(2))
    return View(once.width, once.height, rounds, times)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 100_000), st.integers(0, 100_000), st.integers(0, 100_000))
def test_two_ways_of_attending_give_one_overlap_graph(game: int, one: int, two: int) -> None:
    chance = random.Random(game)
    positions = random_game(game, chance.randint(1, 5), chance.randint(1, 5), chance.randint(0, 25))
    ways = [wander(positions, seed, at_once=False) for seed in (one, two)]
    graphs = [graph(Index(view, levels=0)) for view in (twice(positions), *ways)]
    assert graphs[0] == graphs[1] == graphs[2]


@pytest.mark.parametrize("seed", range(3))
def test_explicit_structs_say_the_same(seed: int) -> None:
    positions = random_game(seed, 4, 3, 8)
    slow = [
        recognise(SETTING, record(view), levels=1)
        for view in (twice(positions), wander(positions, seed, at_once=True))
    ]
    for level in (0, 1):
        assert kinds(slow[0][level]) == kinds(slow[1][level])
    assert overlaps(slow[0][0]) == overlaps(slow[1][0])


def kinds(world: World) -> Counter[Any]:
    return Counter((e.kind, e.span) for e in world.elements)


def overlaps(world: World) -> Counter[Any]:
    pairs = {
        (name, frozenset((a, b)))
        for (name, _), held in world.holders.items()
        for a in held
        for b in held
        if a is not b
    }
    return Counter((name, tuple(sorted((e.kind, e.span) for e in two))) for name, two in pairs)


def test_without_a_memory_a_stone_is_as_many_elements_as_looks() -> None:
    """What the memory does: the struct itself has no process from one look to the next."""
    board = Position.from_diagram("X . O\n. . .").board
    looks = [frozenset({0, 1}), frozenset({4, 5}), frozenset({0, 1, 2}), frozenset(range(6))]
    struct = record(View(3, 2, tuple(Round(board, look) for look in looks)))
    stone = SETTING.class_("black-stone")
    assert len(recognise_class(SETTING, stone, struct)) == 2
    joined = [e for e in recognise(SETTING, struct, levels=0)[0].elements if e.kind == stone.name]
    assert [e.span for e in joined] == [(0, 3)]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 100_000), st.integers(0, 100_000))
def test_above_level_0_nothing_has_to_be_seen_at_one_moment(game: int, way: int) -> None:
    chance = random.Random(game)
    positions = random_game(game, chance.randint(2, 6), chance.randint(2, 6), chance.randint(0, 30))
    whole = shapes(Index(twice(positions)))
    assert shapes(Index(wander(positions, way, at_once=True))) == whole


def shapes(index: Index) -> list[Counter[Any]]:
    below: list[Any] = []
    found = []
    for element, place in zip(index.elements(0), index.places(), strict=True):
        below.append((index.name(element.kind), element.start, element.end, place.where))
    for level in range(1, index.levels + 1):
        below = [
            (index.name(e.kind), e.start, e.end, frozenset(below[m] for m in e.members))
            for e in index.elements(level)
        ]
        found.append(Counter(below))
    return found


def told(shapes: Shapes) -> Counter[Any]:
    return Counter((s.level, s.name, s.start, s.end, s.stones, s.empty) for s in shapes.shapes)


@pytest.mark.parametrize("seed", range(4))
def test_the_pan_from_left_to_right_passes(seed: int) -> None:
    positions = random_game(seed, 7, 7, 30)
    for seen in (positions[-1], positions):
        assert told(parse(seen, attention="pan")) == told(parse(seen))


def test_the_pan_passes_on_professional_games(pro_games: list[list[Position]]) -> None:
    for positions in pro_games[:5]:
        assert told(parse(positions[120], attention="pan")) == told(parse(positions[120]))
    game = pro_games[0][:80]
    assert told(parse(game, attention="pan")) == told(parse(game))


def test_neighbours_that_are_never_seen_together_are_never_a_pair() -> None:
    position = Position.from_diagram(". . . .\n. X O .\n. . . .")
    columns = [frozenset({c, c + 4, c + 8}) for c in range(4)]
    index = Index(View(4, 3, tuple(Round(position.board, c) for c in columns)))
    assert not [e for e in index.elements(0) if index.name(e.kind) == "black-white"]


def test_a_change_that_nobody_watches_is_no_play() -> None:
    before, after = Position.empty(3), Position.empty(3).play("B2")
    away = frozenset({0, 1})
    rounds = (Round(before.board, frozenset(range(9))), Round(after.board, away))
    view = View(3, 3, (*rounds, Round(after.board, frozenset(range(9)))))
    index = Index(view)
    kinds = [index.name(e.kind) for e in index.elements(0)]
    assert "black-play" not in kinds
    (stone,) = (e for e in index.elements(0) if index.name(e.kind) == "black-stone")
    assert (stone.start, stone.end) == (2, 2)
    empty = [
        e
        for e, place in zip(index.elements(0), index.places(), strict=True)
        if place.kind == ShapePlaceKind.POINT and place.where == 4 and e is not stone
    ]
    assert [(e.start, e.end) for e in empty if index.name(e.kind) == "empty-point"] == [(0, 1)]


@pytest.mark.parametrize("attention", ["whole", "last move", "pan"])
def test_what_a_view_takes_is_what_its_struct_has(attention: str) -> None:
    view = observe(random_game(2, 5, 4, 9), attention=attention, processes=20, rounds=2)
    struct = record(view)
    spent = effort(view)
    assert spent.primitives == len(struct)
    # A round's lines have two processes each, and no line is open beside them.
    lines = Counter(
        int(str(e.label).strip("(").split(",")[0]) for e in struct.events if e.kind == "line"
    )
    assert spent.processes <= 2 * max(lines.values())
    assert spent.processes >= 2 * lines[0]


def test_a_budget_says_what_it_costs() -> None:
    positions = random_game(5, 9, 9, 40)
    small, large = (parse(positions, attention="last move", processes=n) for n in (16, 60))
    costs = [s.cost() for s in (small, large)]
    assert costs[0].spent.processes <= 16 < costs[1].spent.processes <= 60
    assert costs[0].spent.primitives < costs[1].spent.primitives < costs[1].whole.primitives * 3
    missed = [sum(x.missed for x in c.losses) for c in costs]
    assert missed[0] > missed[1]
    for cost in costs:
        for loss in cost.losses:
            assert 0 <= loss.missed + loss.shifted <= loss.whole
    said = small.explain().split("\n")[-1]
    assert said == costs[0].explain()
    assert f"at most {costs[0].spent.processes} processes at once" in said
    assert "Attention" not in parse(positions).explain()
    full = parse(positions, attention="pan").cost()
    assert [(x.missed, x.shifted, x.extra) for x in full.losses] == [(0, 0, 0)] * len(full.losses)


def test_attention_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["look", "examples/zobrist-cowan.sgf", "--move", "40", "--sense", "shape"]
    assert run([*game, "--attention", "last move", "--processes", "60"]) == 0
    assert "Attention last move: at most 60 processes" in capsys.readouterr().out
    assert run([*game, "--attention", "sideways"]) == 2
    assert "attention is 'sideways' but must be one of" in capsys.readouterr().err
    assert run([*game[:-1], "sight", "--attention", "pan"]) == 2
    assert "--attention is for --sense shape" in capsys.readouterr().err


def test_attention_learned_from_moves() -> None:
    """Within one budget it looks at more of the moves that come than the neighbourhood does."""
    game = Game.load("examples/zobrist-cowan.sgf")
    positions = [game.position(n) for n in range(61)]
    view = attend(positions, processes=50, rounds=3)
    assert effort(view).processes <= 50
    assert view.times == tuple(n for n in range(61) for _ in range(3))
    seen = {"near": 0, "likely": 0}
    for n in range(1, 60):
        move = positions[n + 1].last_move
        near, _, ahead = view.rounds[3 * n : 3 * n + 3]
        seen["near"] += move in near.attended
        seen["likely"] += move in ahead.attended
    assert seen["likely"] > 1.3 * seen["near"]
    shapes = parse(positions, attention="learned")
    assert shapes.index.view == view
    assert "Attention learned: at most" in shapes.explain()
    with pytest.raises(InvalidInput, match="one of whole, last move, pan, learned"):
        parse(positions, attention="other")


def test_views_and_budgets_that_make_no_sense_are_refused() -> None:
    board = bytes(4)
    rounds = (Round(board, frozenset({0})), Round(bytes([1, 0, 0, 0]), frozenset({0})))
    with pytest.raises(InvalidInput, match="within one time"):
        View(2, 2, rounds, (3, 3))
    with pytest.raises(InvalidInput, match="one time for each round"):
        View(2, 2, rounds, (3,))
    with pytest.raises(InvalidInput, match="number of processes"):
        parse(Position.empty(3), attention="last move", processes=0)
