"""Fuzz the reader of formulas and of files of checks: what it accepts can be written and run.

What it refuses must be refused in one line; most name the line and column.
"""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.logic import Checker, explore, parse, run
from gokan.logic.games.nim import Nim

CHECKER_STATES = 60


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        formula = parse(text)
    except GokanError as error:
        check_refusal(error)
    else:
        assert parse(str(formula)) == formula
        try:
            Checker(explore(Nim((1, 1))), seconds=1).valid(formula)
        except GokanError as error:
            check_refusal(error)
    try:
        report = run(text, states=CHECKER_STATES, seconds=1, depth=3)
    except GokanError as error:
        check_refusal(error)
    else:
        assert report.to_dict()["states"] <= CHECKER_STATES + 1000


def check_refusal(error: GokanError) -> None:
    assert str(error)
    assert "\n" not in str(error), error
