"""The state under play and undo: always what it would be if worked out anew (3.11, 3.13)."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from gokan.go import BLACK, PASS, WHITE, Position
from gokan.goals.facts import Facts
from gokan.goals.knowledge import Assertion, load
from gokan.goals.knowledge.kept import Kept
from gokan.goals.state import State


def everything(state: State) -> tuple[object, ...]:
    """All that the state says, as plain values."""
    return (
        state.blocks,
        state.cores,
        state.groups,
        [state.near(b) for b in sorted(state.blocks)],
        [state._links(b) for b in sorted(state.blocks)],
        [core.eye_count for core in state.cores],
        [state.core_of(b).blocks for b in sorted(state.blocks)],
        [said(state.ruled(b)) for b in sorted(state.blocks)],
        [sorted(said(state.kept.said(color))) for color in (BLACK, WHITE)],
    )


def said(assertions: Iterable[Assertion]) -> list[tuple[object, ...]]:
    """What rules say, without the position in which they first said it."""
    return [
        (a.rule.name, a.purpose, a.anchors, a.objects, a.moves, sorted(a.border), sorted(a.centre))
        for a in assertions
    ]


def wander(size: int, steps: int, seed: int, undo: float = 0.4):
    """A state that plays and takes back at random, after every step."""
    dice = random.Random(seed)
    state = State(Position.empty(size), nodes=0)
    depth = 0
    for _ in range(steps):
        if depth and dice.random() < undo:
            state.undo()
            depth -= 1
        else:
            legal = state.position.legal_moves()
            passing = not legal or dice.random() < 0.02
            state.play(PASS if passing else dice.choice(legal))
            depth += 1
        yield state


@pytest.mark.parametrize(("size", "steps"), [(4, 500), (5, 400), (7, 250), (9, 120)])
def test_kept_facts_equal_derived_ones_at_every_step(size, steps):
    for state in wander(size, steps, seed=size):
        assert everything(state) == everything(State(state.position, nodes=0))


@pytest.mark.slow
def test_kept_facts_equal_derived_ones_on_19x19():
    for k, state in enumerate(wander(19, 3000, seed=1, undo=0.3)):
        if k > 150:
            assert everything(state) == everything(State(state.position, nodes=0))


@pytest.mark.parametrize(("size", "steps"), [(5, 120), (9, 80), (19, 40)])
def test_kept_rules_say_what_the_base_says_anew(size, steps):
    kept = Kept(load())
    for k, state in enumerate(wander(size, 3 * steps, seed=7 * size)):
        if k % 3 and k < 2 * steps:
            continue  # several moves and undos at once
        assert kept.match(state.position) == load().match(state.position)
        for color in (BLACK, WHITE):
            anew = load().match(state.position, color=color)
            assert sorted(said(kept.said(color))) == sorted(said(anew))
            assert len(kept.facts(color)) == sum(a.recommendation is None for a in anew)


def test_rules_asked_after_a_move_are_right_when_it_is_taken_back():
    for seed in range(6):
        dice = random.Random(seed)
        state = State(Position.empty(7), nodes=0)
        for _ in range(20):
            state.play(dice.choice(state.position.legal_moves()))
        everything(state)
        for _ in range(20):
            state.undo()
            assert everything(state) == everything(State(state.position, nodes=0))


def test_a_connection_that_a_rule_proves_is_sure():
    """Stones at the edge with a gap between: whichever side is taken, the other joins them."""
    position = Position.from_diagram("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . . X . X X .
    """)
    state = State(position, nodes=0)
    link = state.connection(position.point("C2"), position.point("E1"))
    assert link is not None
    assert (link.unassailable, link.grade) == (True, "sure")
    weak = State(position.with_to_play(WHITE).play("D1"), nodes=0)
    link = weak.connection(position.point("C2"), position.point("E1"))
    assert link is None or (link.unassailable, link.grade) == (False, "judged")


def test_undoing_everything_gives_the_first_state_back():
    state = State(Position.empty(6), nodes=0)
    first = everything(state)
    dice = random.Random(3)
    played = 0
    while played < 60:
        state.play(dice.choice(state.position.legal_moves() or [PASS]))
        everything(state)
        played += 1
    for _ in range(played):
        state.undo()
    assert everything(state) == first
    assert state.position.move_number == 0


def test_most_facts_of_a_full_board_survive_a_move():
    dice = random.Random(5)
    state = State(Position.empty(19), nodes=0)
    for _ in range(160):
        state.play(dice.choice(state.position.legal_moves()))
    everything(state)
    before = state.facts.derived
    for _ in range(10):
        state.play(dice.choice(state.position.legal_moves()))
        everything(state)
    kept = (state.facts.derived - before) / 10
    fresh = State(state.position, nodes=0)
    everything(fresh)
    assert kept * 5 < fresh.facts.derived


def test_a_ward_falls_with_its_support_and_only_then():
    facts = Facts()
    world = {"a": 1, "b": 2}

    def leaf(name: str) -> int:
        def derive() -> int:
            facts.rests_on([name])
            return world[name]

        return int(facts.ask(("leaf", name), derive))

    def total() -> int:
        return int(facts.ask("sum", lambda: leaf("a") + leaf("b")))

    assert total() == 3
    assert facts.derived == 3
    world["a"] = 10
    facts.change(["a"])
    assert total() == 12
    assert facts.derived == 5  # the sum and one leaf; the other stayed
    world["a"] = 1
    facts.back()
    assert total() == 3
    assert facts.derived == 5  # what was put aside came back
