"""What the room calls exact or proved holds by brute force over whole small boards."""

from __future__ import annotations

from collections import Counter

import pytest

from gokan.assess.assessor import SenseAssessor
from gokan.assessment import GroupAssessment
from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.go import Position
from tests.reading.every_question import Truth

EFFORT = Effort(1, 200_000)


def _true_word(truth: Truth, position: Position, group: GroupAssessment) -> str:
    """By the oracle: the stones of a group die if all of them can be taken."""
    question = truth.killing(position, group.stones)
    attack, defence = (
        question.result(position if position.to_play == side else position.setup(to_play=side))[0]
        for side in (group.color.opponent, group.color)
    )
    if attack == "loss":
        return "alive"
    if defence == "loss":
        return "dead"
    return "ko" if "ko" in (attack, defence) else "unsettled"


@pytest.mark.parametrize(("width", "height", "count"), [(2, 4, 40), (3, 3, 30)], ids=["2x4", "3x3"])
def test_exact_and_proved_words_are_true(width: int, height: int, count: int) -> None:
    truth, assessor = Truth(width, height), SenseAssessor(network=False)
    checked: Counter[tuple[str, str]] = Counter()
    for position in truth.positions(count, seed=4):
        for group in assessor.board(position, EFFORT).groups:
            if not group.certainty.absolute or group.kills is not None:
                continue
            checked[group.word, str(group.certainty)] += 1
            right = _true_word(truth, position, group)
            word = "alive" if group.word == "seki" else group.word
            assert word == right, f"{group.to_dict(position)}\n{position}"
    assert {word for word, _ in checked} >= {"alive", "dead", "unsettled"}
    assert sum(checked.values()) > count


@pytest.mark.parametrize(("width", "height", "count"), [(2, 4, 40), (3, 3, 30)], ids=["2x4", "3x3"])
def test_proved_links_are_true(width: int, height: int, count: int) -> None:
    truth, assessor = Truth(width, height), SenseAssessor(network=False)
    checked: Counter[str] = Counter()
    for position in truth.positions(count, seed=5):
        blocks = position.blocks()
        for i, one in enumerate(blocks):
            for two in blocks[i + 1 :]:
                if one.color != two.color:
                    continue
                a, b = one.stones[0], two.stones[0]
                found = assessor.link(position, a, b, EFFORT)
                if found.certainty is not Certainty.PROVED:
                    continue
                checked[found.word] += 1
                question = truth.joining(a, b, one.color, empty=False)
                first, second = (
                    question.code(position if position.to_play == s else position.setup(to_play=s))
                    for s in (one.color, one.color.opponent)
                )
                says = {"connected": (1, 0), "cuttable": (1, 1), "cut": (0, 1)}[found.word]
                assert (first, second) == says, f"{found.to_dict(position)}\n{position}"
    assert checked["connected"] > 3


def test_nakade_stones_belong_to_the_killing() -> None:
    """Black's stone inside the dead white group cannot live, and needs not."""
    position = Position.from_diagram("""
        . . . . . O . X .
        . . . X X O O O O
        . . . . . X X X .
        . . . . . . . . X
        . . . . . . . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""")
    assessor = SenseAssessor(network=False)
    board = assessor.board(position, EFFORT)
    inside, white = (board.of(position.point(vertex)) for vertex in ("H9", "F9"))
    assert white.word == "dead"
    assert white.stones[0] in board.dead
    assert inside.kills == min(white.stones)
    assert inside.word == "alive"
    assert inside.certainty == white.certainty
    assert inside.stones[0] not in board.dead
    assert assessor.group(position, position.point("H9"), EFFORT) == inside
