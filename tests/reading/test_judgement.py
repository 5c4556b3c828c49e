"""Answers that must be given: judged lives, links between stones, and what GTP says."""

from __future__ import annotations

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.gtp.engine import Engine
from gokan.reading.budget import Budget
from gokan.reading.groups.links import link, shapes
from gokan.reading.judging.judgement import judge
from gokan.reading.regions.life_arena import life_arena

CORNER = """
    . . . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""


def test_a_small_life_is_settled() -> None:
    position = Position.from_diagram(CORNER)
    target = [position.point("A6")]
    kill = judge(position, target, BLACK)
    live = judge(position, target, WHITE)
    assert (kill.code, kill.settled) == (1, True)
    assert (live.code, live.settled) == (1, True)
    assert kill.move == live.move == position.point("B7")


def test_an_answer_comes_even_without_time() -> None:
    position = Position.from_diagram(CORNER)
    answer = judge(position, [position.point("A6")], BLACK, budget=Budget(nodes=0))
    assert answer.code == 1
    with pytest.raises(InvalidInput):
        judge(position, [position.point("A6")], BLACK, seconds=-1)


def test_a_corner_is_no_open_space() -> None:
    position = Position.from_diagram(CORNER)
    arena = life_arena(position, [position.point("A6")])
    assert not any(WHITE in safe for safe in arena.refuge.values())
    lonely = Position.empty(13).setup(black=["G7"], white=["G8"])
    open_space = life_arena(lonely, [lonely.point("G7")])
    assert any(BLACK in safe for safe in open_space.refuge.values())


@pytest.mark.parametrize(
    ("rows", "cost", "names"),
    [
        pytest.param(". . . .\n. X . .\n. . X .\n. . . .", 0, ("diagonal",), id="diagonal"),
        pytest.param(
            ". . . . .\n. X . X .\n. . . . .", 0.3, ("one-space jump",), id="one-space jump"
        ),
        pytest.param(
            ". . . . .\n. X . X .\n. . O . .\n. . . . .",
            0.8,
            ("one-space jump with an enemy beside it",),
            id="enemy beside",
        ),
        pytest.param(
            ". . . . .\n. X . . .\n. . . X .\n. . . . .", 0.5, ("knight's move",), id="knight"
        ),
        pytest.param(
            ". . . . . .\n. X . . X .\n. . . . . .", 0.7, ("two-space jump",), id="two spaces"
        ),
    ],
)
def test_links_by_their_shape(rows: str, cost: float, names: tuple[str, ...]) -> None:
    position = Position.from_diagram(rows)
    one, other = (p for p in range(len(position.board)) if position.board[p] == BLACK)
    way = link(position, one, other)
    assert way is not None
    assert (way.cost, way.shapes) == (cost, names)
    back = link(position, other, one)
    assert back is not None
    assert back.cost == cost


def test_shapes_do_not_depend_on_the_side_of_the_board() -> None:
    position = Position.empty(9).setup(black=["C3", "E4", "G4"], white=["D5"])
    costs = set()
    for symmetry in range(8):
        turned = position.transform(symmetry)
        black = [b.stones[0] for b in turned.blocks() if b.color == BLACK]
        ways = [link(turned, a, b) for a in black for b in black if a < b]
        costs.add(tuple(sorted(way.cost for way in ways if way)))
    assert len(costs) == 1
    assert len({shape.name for shape in shapes()}) == 6


def test_over_gtp_an_open_jump_holds_and_a_small_group_has_its_vital_point() -> None:
    engine = Engine(player="random", seed=1, size=9)
    engine.respond("gokan-reading_time 0.5")
    for line in ("play b C5", "play b E5"):
        engine.respond(line)
    assert engine.respond("disconnect C5 E5").strip() == "= 0"
    engine.game.begin(Position.from_diagram(CORNER))
    assert engine.respond("owl_attack A6").strip() == "= 1 B7"
    assert engine.respond("owl_defend A6").strip() == "= 1 B7"
    assert engine.respond("owl_does_attack B7 A6").strip() == "= 1"
    assert engine.respond("owl_does_attack C7 A6").strip() == "= 0"
    assert engine.respond("owl_does_defend B7 A6").strip() == "= 1"
    assert engine.respond("dragon_status A6").strip() == "= critical B7 B7"
    assert engine.respond("owl_does_attack A6 A6").startswith("?")
