"""Three forged files that once were accepted: in today's format each falls by the rule that was
missing then, and by no other.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from gokan.reading.check.bundle import check_file
from gokan.reading.check.graph import position_hash

from .mutants import without

TO_JOIN = "0101202" + "2222222" + "0202020"
TO_REACH = "010202" + "222222" + "020202"
IN_SEKI = "10110" + "22012"
NOT_TAKEN = [
    [0, [1, 1], [7, 2]],
    [0, [-1, 3]],
    [0, [1, 4]],
    [0, [0, 5], [7, 6]],
    [5],
    [5],
    [0, [0, 7]],
    [0, [1, 8], [5, 9], [6, 10], [7, 11]],
    [0, [6, 12]],
    *([0, [1, child]] for child in (13, 14, 15)),
    *([5] for _ in range(4)),
]


def stands(width: int, board: str, turn: int, **more: Any) -> dict[str, Any]:
    """The statement that Black's stones are not taken, or get what they want."""
    return {
        "format": "gokan-proof 1",
        "verdict": "stands",
        "model": "stand",
        "width": width,
        "height": len(board) // width,
        "board": board,
        "turn": turn,
        "hash": position_hash(width, map(int, board), turn),
        "defender": 1,
        "ko": -1,
        "threats": [127, 0],
        **more,
    }


def joined() -> list[Any]:
    """Black joins his stones and is in atari."""
    asked = {"goal": "joined", "target": [1, 3], "region": [1, 2, 3], "strong": [1]}
    return [stands(7, TO_JOIN, 1, **asked), [0, [2, 1]], [6]]


def reached() -> list[Any]:
    """Black reaches a point and is in atari."""
    asked = {"goal": "reached", "target": [1], "marks": [2], "region": [1, 2], "strong": [1]}
    return [stands(6, TO_REACH, 1, **asked), [0, [2, 1]], [6]]


def alive() -> list[Any]:
    """Black's stones live in seki, and both proofs are true."""
    whole = {"target": [2, 3, 8], "region": list(range(10))}
    attack = [stands(5, IN_SEKI, 2, **whole), *NOT_TAKEN]
    defence = [stands(5, IN_SEKI, 1, **whole), [0, [1, 1]], [5]]
    said = {"attack": {"result": "loss", "mover": 2}, "defence": {"result": "win", "mover": 1}}
    return [
        {"format": "gokan-proofs 1", "claim": {"status": "alive", **said}},
        {"part": "attack: verdict", "lines": len(attack)},
        *attack,
        {"part": "defence: verdict", "lines": len(defence)},
        *defence,
    ]


@pytest.mark.parametrize(
    ("made", "rule", "text"),
    [
        (joined, "strong liberties", "header: the block of point 1 is not strong"),
        (reached, "strong liberties", "header: the block of point 1 is not strong"),
        (alive, "word", "claim: by these proofs the group is safe from capture"),
    ],
)
def test_a_forged_file_falls_by_its_own_fault(made: Any, rule: str, text: str) -> None:
    lines = [json.dumps(line) for line in made()]
    assert check_file(lines).text == f"rejected at the {text}"
    assert without(rule)(lines).text.startswith("accepted")
