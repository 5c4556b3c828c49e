"""Generated rules: windows and rooms decided by all play, against the slow twin and by theory."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice, product

import pytest

from gokan import _core
from gokan.go import Position
from gokan.goals.knowledge import Assertion, load
from gokan.reading import Problem, connect, make_problems, solve
from gokan_lab.rules.windows import Window, _neighbours, decided, decided_room, filling

from .window_twin import Twin

SQUARE = [(0, 0), (1, 0), (0, 1), (1, 1)]
LINE = [(0, 0), (1, 0), (2, 0)]


def _grid(width: int, height: int) -> list[tuple[int, int]]:
    return [(x, y) for y in range(height) for x in range(width)]


@pytest.mark.parametrize(
    ("width", "height", "edges", "a", "b", "eye", "outside"),
    [
        (2, 2, "lt", 1, -1, True, (0, 0)),
        (2, 2, "lt", 3, -1, False, (0, 0)),
        (3, 2, "b", 1, -1, True, (0, 0)),
        (3, 2, "lt", 2, -1, True, (0, 0)),
        (2, 2, "", 0, 3, True, (1, 1)),
        (3, 1, "b", 0, 2, True, (1, 0)),
        (3, 2, "", 0, 2, True, (1, 1)),
    ],
)
def test_windows_agree_with_the_slow_twin(width, height, edges, a, b, eye, outside):
    near, touching = _neighbours(_grid(width, height), Window(width, height, edges))
    found = _core.solve_window(near, touching, False, a, b, eye, *outside)
    twin = Twin(near, touching, a=a, b=b, eye=eye, outside=outside)
    assert list(found.values) == twin.values()


@pytest.mark.parametrize("cells", [LINE, SQUARE, [*LINE, (1, 1)], [*SQUARE, (2, 0)]])
@pytest.mark.parametrize("eye", [True, False])
@pytest.mark.parametrize("edges", ["", "lt"])
def test_rooms_agree_with_the_slow_twin(cells, eye, edges):
    window = Window(1 + max(x for x, _ in cells), 1 + max(y for _, y in cells), edges)
    near, touching = _neighbours(cells, window)
    found = _core.solve_window(near, touching, True, 0, -1, eye)
    assert list(found.values) == Twin(near, touching, room=True, eye=eye).values()


@pytest.mark.parametrize(
    ("cells", "edges", "value"),
    [
        (LINE, "", 6),  # hangs on the middle
        ([(x, 0) for x in range(4)], "", 7),  # four in a row live
        (SQUARE, "", 4),  # four in a square are dead
        ([*LINE, (1, 1)], "", 6),  # the pyramid
        ([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)], "", 6),  # bulky five
        ([(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)], "", 6),  # crossed five
        (_grid(3, 2), "", 7),  # rectangular six
        (_grid(3, 2), "lt", 6),  # in the corner, without liberties outside
    ],
)
def test_empty_rooms_are_what_every_player_knows(cells, edges, value):
    values, _ = decided_room(cells, edges=edges, eye=False)
    assert int(values[0]) == value


def test_a_false_eye_is_none():
    values, _ = decided(Window(3, 3), 1)
    assert int(values[filling("XXXX.XXXO")]) == 7
    assert int(values[filling("XXXX.XOXO")]) == 4
    assert int(values[filling("XXXX.X.XO")]) == 6


def _facts(positions: Iterable[Position], purpose: str, most: int) -> Iterator[Assertion]:
    facts = (
        said
        for position in positions
        for said in load().match(position, purposes=[purpose])
        if said.rule.source == "generated" and (said.eyes[0] == 2 or said.strength == 2)
    )
    return islice(facts, most)


@pytest.mark.parametrize("name", ["eye-fight-edge", "eye-fight-corner", "cut-centre", "cut-edge"])
def test_a_generated_move_makes_sure_in_every_filling_of_its_map(name):
    """It had been said that all depends on it, though in some fillings there is nothing to fear."""
    rules = [r for r in load().rules if r.name.startswith(name)]
    for rule in random.Random(name).sample(rules, 4):
        (one,) = rule.maps
        edges = "".join(
            side
            for side, row in zip("tb", (one.rows[0], one.rows[-1]), strict=True)
            if set(row) == {"#"}
        )
        edges += "l" * all(row[0] == "#" for row in one.rows)
        rows = [row.strip("#") for row in one.rows if set(row) != {"#"}]
        flat = "".join(rows)
        kinds = {cell.symbol: cell.kinds for cell in one.cells}
        may = [
            [i for i, k in enumerate((1, 2, 64)) if kinds.get(symbol, 67) & k] for symbol in flat
        ]
        window, move = Window(len(rows[0]), len(rows), edges), flat.index("*")
        stones = [flat.index(symbol) for symbol in rule.objects]
        alone, free = rule.purpose == "reinforce eyes", (2, 2) if len(stones) == 2 else (0, 0)
        values, moves = decided(window, *stones, eye=alone, outside=free)
        hangs = 0
        for filled in product(*may):
            number = sum(v * 3**i for i, v in enumerate(filled))
            if values[number]:
                assert values[number] & 2, rule.name
                assert moves[number] >> move & 1, rule.name
            hangs += values[number] & 1 == 0 and bool(moves[number] >> move + 12 & 1)
        assert hangs, rule.name


def test_a_generated_move_is_proved_for_its_owner_only():
    """Two points join the stones; that all depends on one of them was said to be proved."""
    position = Position.from_diagram(". . . . .\n. X . . .\n. . X . .\n. . . . .\n. . . . .")
    said = {a.purpose: a for a in load().match(position) if a.rule.name == "cut-centre-2"}
    assert said["connect"].certainty == "proved"
    assert said["sever"].certainty == "judged"
    for one in said.values():
        point = position.vertex(one.moves[0])
        assert f"The owner joins the two for good with a stone at {point}." in one.explain()


def test_generated_connections_are_confirmed_by_reading():
    tried = 0
    for said in _facts((_random(seed) for seed in range(60)), "connection", 25):
        tried += 1
        read = connect(said.position, *said.objects, first="cut", nodes=5_000)
        assert read.connected, said.explain()
    assert tried >= 10


def test_generated_eyes_are_confirmed_by_reading():
    """In positions of play inside generated problems: what has two eyes lives."""
    tried = 0
    for said in _facts(_played(60), "eye", 8):
        tried += 1
        attack = said.position.with_to_play(said.color.opponent)
        problem = Problem.make(attack, target=[said.objects[0]])
        answer = solve(problem, nodes=20_000, details=False, trials=False)
        assert answer.result == "loss", said.explain()
    assert tried >= 3


def _random(seed: int) -> Position:
    chance, position = random.Random(seed), Position.empty(9)
    for _ in range(30):
        position = position.play(chance.choice(position.legal_moves()))
    return position


def _played(problems: int) -> Iterator[Position]:
    chance = random.Random(4)
    for number, record in enumerate(make_problems(11, jobs=1)):
        if number >= problems:
            return
        first = Problem.from_record(record).position
        for _ in range(5):
            position = first
            for _ in range(chance.randrange(8)):
                near = [
                    p
                    for p in position.legal_moves()
                    if any(position.color_at(n) for n in position.neighbors(p))
                ]
                position = position.play(chance.choice(near))
            yield position
