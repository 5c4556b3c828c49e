"""Rules are there to be used: those that never have the last word are left out."""

from __future__ import annotations

import random
from itertools import islice

from gokan.goals.knowledge import load
from gokan.reading import Problem, make_problems
from gokan.reading.regions.region import find_region
from gokan_lab.rules.generate import SILENT


def test_rules_that_never_have_the_last_word_are_gone() -> None:
    assert not SILENT & {rule.name for rule in load().rules}
    assert len(SILENT) == 14


def test_many_rules_have_the_last_word_in_play_inside_a_few_problems() -> None:
    base, dice = load(), random.Random(3)
    heard: set[str] = set()
    for record in islice(make_problems(12, jobs=1), 60):
        problem = Problem.from_record(record)
        points = sorted(find_region(problem.position, problem.target).points)
        for _ in range(2):
            position = problem.position
            for _ in range(12):
                for side in (1, 2):
                    said = base.core.match(position.core, side, [], True)
                    heard |= {base.sides[match.rule].name for match in said}
                moves = [p for p in points if position.is_legal(p)]
                if not moves:
                    break
                position = position.play(dice.choice(moves))
    assert len(heard) > 0.5 * len(base.rules)
