"""One side moving first: `solve`, the owl commands and `status` say of one group one thing."""

from __future__ import annotations

from functools import cache

import pytest

from gokan.assess.assessor import Survey, forecast, survey
from gokan.assess.groups import Assessed
from gokan.assess.problems import headline
from gokan.assess.turns import assess_turn, possible, word_of
from gokan.assessment import GroupAssessment, GroupWord
from gokan.certainty import Certainty
from gokan.cli.games.status import report, shown
from gokan.effort import QUICK
from gokan.go import BLACK, WHITE, Color, Position
from gokan.gtp.engine import Engine
from gokan.intuition import available
from gokan.reading import Budget, Problem, solve
from tests.mind.boards import positions

needs_network = pytest.mark.skipif(not available(), reason="needs the network's weights")


@cache
def _seen(name: str) -> tuple[Position, Survey]:
    position = next(p for n, p, _ in positions() if n == name)
    return position, survey(position, QUICK, forecast(position))


def _group(name: str, stone: str) -> tuple[Position, Assessed]:
    position, seen = _seen(name)
    point = position.point(stone)
    return position, next(one for one in seen.groups if point in one.group.stones)


def _said(word: GroupWord, sure: Certainty, *, kills: int | None = None) -> GroupAssessment:
    return GroupAssessment(BLACK, (0,), word, sure, 0.9, kills=kills)


@pytest.mark.parametrize(
    ("word", "sure", "enemy", "owner"),
    [
        ("alive", Certainty.READ, {"stands"}, {"stands"}),
        ("seki", Certainty.PROVED, {"stands"}, {"stands"}),
        ("dead", Certainty.MEASURED, {"falls"}, {"falls"}),
        ("unsettled", Certainty.READ, {"falls"}, {"stands"}),
        ("ko", Certainty.READ, {"ko", "falls"}, {"ko", "stands"}),
        ("open", Certainty.LEARNED, {"stands", "ko", "falls"}, {"stands", "ko", "falls"}),
        # What is only likely leaves more.
        ("alive", Certainty.LEARNED, {"stands", "ko", "falls"}, {"stands", "ko"}),
        ("dead", Certainty.LEARNED, {"falls", "ko"}, {"stands", "ko", "falls"}),
    ],
)
def test_what_a_word_leaves(
    word: GroupWord, sure: Certainty, enemy: set[str], owner: set[str]
) -> None:
    group = _said(word, sure)
    assert set(possible(group, WHITE)) == enemy
    assert set(possible(group, BLACK)) == owner


def test_stones_that_kill_stand() -> None:
    group = _said("alive", Certainty.LEARNED, kills=5)
    assert possible(group, WHITE) == possible(group, BLACK) == ("stands",)


@needs_network
def test_stones_that_a_likely_dead_group_can_take_kill_it() -> None:
    """White B6 is captured by proof, by Black stones that are as good as dead themselves."""
    position, one = _group("game 5 after 110", "B6")
    assert one.reading.defence.proved
    assert one.reading.defence.killed
    assert one.group.word == "alive"
    assert position.color_at(one.group.kills or 0) == BLACK
    assert "part of the killing, learned; it kills" in report(shown(one), one.group)[0]


@needs_network
def test_a_ko_that_tactics_reads_is_not_called_dead() -> None:
    position, one = _group("game 4 after 60", "B9")
    assert (one.group.word, one.group.certainty) == ("ko", Certainty.READ)
    assert one.group.evidence[0].source == "tactics"
    engine = Engine(player="gokan", seed=1)
    engine.game.begin(position)
    engine.respond(f"gokan-effort {QUICK.nodes}")
    code = engine.respond("defend B9")[1:].split()[0]
    assert code in ("2", "3")
    assert engine.respond("dragon_status B9")[1:].split()[0] != "alive"


@needs_network
@pytest.mark.parametrize("name", ["game 1 after 15", "game 6 after 90"])
def test_solve_and_the_owl_commands_agree(name: str) -> None:
    position, seen = _seen(name)
    engine = Engine(player="gokan", seed=1)
    engine.game.begin(position)
    engine.respond(f"gokan-effort {QUICK.nodes}")
    asked = 0
    for one in seen.groups:
        target = tuple(sorted({min(position.block(p).stones) for p in one.group.stones}))
        for mover in (BLACK, WHITE):
            told = _headline(position, target, mover)
            attack = mover != one.group.color
            command = "owl_attack" if attack else "owl_defend"
            code = engine.respond(f"{command} {position.vertex(target[0])}")[1:].split()[0]
            word = "ko" if code in "23" else "falls" if (code == "1") == attack else "stands"
            if told != "open":
                asked += 1
                assert word == told, f"{command} {position.vertex(target[0])}"
            assert word in possible(one.group, mover)
    assert asked >= 4


def _headline(position: Position, target: tuple[int, ...], mover: Color) -> str:
    problem = Problem.make(position.setup(to_play=mover), target=target)
    told = headline(solve(problem, nodes=QUICK.nodes, details=False), QUICK)
    return word_of(told.answer) if told.agrees or told.turn is None else told.turn.word


def test_a_proof_for_one_side_overrules_what_was_only_tried() -> None:
    position = Position.from_diagram("""
        . . . O X .
        O O O O X .
        X X X X X .
        . . . . . .
        . . . . . .
        """)
    one = survey(position, QUICK, None).groups[0]
    wrong = Assessed(_said_of(one.group, "alive", Certainty.MEASURED), one.reading)
    turn = assess_turn(position, wrong, BLACK, budget=Budget(nodes=20_000), network=False)
    assert (turn.word, turn.certainty) == ("falls", Certainty.PROVED)
    assert turn.move == position.point("B5")


def _said_of(group: GroupAssessment, word: GroupWord, sure: Certainty) -> GroupAssessment:
    return GroupAssessment(group.color, group.stones, word, sure, group.chance)
