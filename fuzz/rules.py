"""Fuzz the reader of rules: what it accepts compiles, matches, and can be written out.

What it refuses must be refused in one line.
"""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.go import Position
from gokan.goals.knowledge import KnowledgeBase, parse
from gokan.goals.knowledge.draft import written

BOARD = Position.from_diagram(". X O .\nX O . O\n. X O .\n. . X .")


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        rules = parse(text)
        base = KnowledgeBase(rules)
    except GokanError as error:
        check_refusal(error)
        return
    for said in base.match(BOARD):
        assert said.explain()
    for rule in rules:
        [again] = parse(written(rule))
        assert again.maps == rule.maps
        assert again.when == rule.when


def check_refusal(error: GokanError) -> None:
    assert str(error)
    assert "\n" not in str(error), error
