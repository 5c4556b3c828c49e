"""Moves that rules speak of: warnings are no suggestions, and find no winners."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, Position
from gokan.goals.knowledge import KnowledgeBase, parse
from gokan.goals.knowledge.audit import Node, audit
from gokan.goals.knowledge.suggest import spoken, suggest

WARNING = """
rule stay-out
purpose: save
goal: Save(a)
reason: r.
map:
    ,a*
where:
    a X
bad: *
"""
ADVICE = """
rule go-in
purpose: increase liberties
goal: Save(a)
reason: r.
map:
    a*
where:
    a X
good: *
"""
BOARD = Position.from_diagram("O O O O\n. X . .\nO O O O", to_play=BLACK)


def test_a_move_that_is_only_warned_of_is_no_suggestion():
    base = KnowledgeBase(parse(WARNING))
    move = BOARD.point("C2")
    assert move in {s.move for s in spoken(BOARD, BOARD.point("B2"), base=base)}
    assert suggest(BOARD, BOARD.point("B2"), base=base) == ()
    found = audit(base, [Node(BOARD, BOARD.point("B2"), frozenset({move}), "x", 0)])
    assert (found.found, found.suggested) == (0, 0)
    row = found.rules["stay-out", "save"]
    assert (row.right, row.alone) == (1, 0)


@pytest.mark.parametrize("text", [WARNING + ADVICE, ADVICE + WARNING])
def test_a_warning_weighs_the_same_whatever_was_said_first(text):
    base = KnowledgeBase(parse(text))
    weights = {("go-in", "increase liberties"): 0.5}
    said = spoken(BOARD, BOARD.point("B2"), base=base, weights=weights)
    both = [s for s in said if len({a.rule.name for a in s.assertions}) == 2]
    assert {round(s.weight, 3) for s in both} == {0.15}
