"""Proofs of captures, escapes, connections and cuts, and spoilt ones."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from gokan.go import Position
from gokan.reading import capture, connect, escape, prove
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import NoProof

LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . X O O . . . . .
    . . X X . . . . .
    . . . . . . . . .
"""
NET = """
    . . . . . . .
    . . . . . . .
    . . . X X . .
    . . X O . . .
    . . X . . . .
    . . . . . . .
    . . . . . . .
"""
BAMBOO = """
    . . . . .
    . X . X .
    . X . X .
    . . . . .
    . . . . .
"""


def board(text: str) -> Position:
    return Position.from_diagram(text)


@pytest.mark.parametrize(("text", "target"), [(LADDER, "C3"), (NET, "D4")])
def test_captures_are_proved(text, target):
    answer = capture(board(text), target)
    assert answer.captured
    assert check_file(prove(answer)).verdict == "accepted"


def test_failed_defences_are_proved():
    answer = capture(board(NET).play("E3"), "D4", first="defend")
    assert answer.captured
    assert check_file(prove(answer)).verdict == "accepted"


def test_an_escape_is_accepted_with_a_judgement():
    answer = capture(board(LADDER), "C3", first="defend")
    assert answer.captured is False
    assert check_file(prove(answer)).verdict == "judged"


def test_connections_are_proved():
    position = board(BAMBOO)
    for first in ("connect", "cut"):
        answer = connect(position, "B3", "D3", first=first)
        assert answer.connected
        assert check_file(prove(answer)).accepted


@pytest.mark.parametrize(("wide", "verdict"), [(1, "accepted"), (9, "judged")])
def test_a_cut_is_accepted_with_a_judgement_about_the_edge(wide, verdict):
    """On a tiny board the region is all there is, and nothing is judged."""
    rows = [". . O . .", ". X . X .", ". . O . ."]
    more = [". . . . ."] * wide
    answer = connect(board("\n".join([*rows, *more])), f"B{wide + 2}", f"D{wide + 2}", first="cut")
    assert answer.connected is False
    assert check_file(prove(answer)).verdict == verdict


def test_what_was_not_settled_cannot_be_proved():
    with pytest.raises(NoProof, match="not settled"):
        prove(replace(capture(board(LADDER), "C3"), grade="unknown"))


def test_a_connection_to_an_empty_point_is_proved():
    position = board(BAMBOO)
    for first in ("connect", "cut"):
        answer = connect(position, "B3", position.point("C3"), first=first)
        assert answer.connected
        assert check_file(prove(answer)).verdict == "accepted"


def spoilt(lines: list[str], rng: random.Random) -> list[str]:
    """The proof of a connection with one node changed."""
    rows = [json.loads(line) for line in lines]
    inner = [i for i in range(1, len(rows)) if len(rows[i]) > 1]
    row = rows[rng.choice(inner)]
    edge = rng.randrange(1, len(row))
    change = rng.choice(["drop", "child", "kind"])
    if change == "drop":
        del row[edge]
    elif change == "child":
        row[edge][1] = rng.randrange(len(rows) - 1)
    else:
        row[0] = rng.randrange(1, 7)
    return [json.dumps(row) for row in rows]


def test_spoilt_proofs_of_a_connection_are_rejected():
    answer = connect(board(BAMBOO), "B3", "D3", first="cut")
    lines = prove(answer)
    rng = random.Random(3)
    for _ in range(200):
        changed = spoilt(lines, rng)
        if changed != lines:
            assert not check_file(changed).accepted
    head = json.loads(lines[0])
    for field, value in (
        ("verdict", "killed"),
        ("goal", "two-eyes"),
        ("goal", "join"),
        ("target", [0]),
        ("region", head["region"][1:]),
    ):
        assert not check_file([json.dumps({**head, field: value}), *lines[1:]]).accepted, field


def test_strong_blocks_need_their_liberties():
    """A block that is taken for safe must bear every move elsewhere."""
    answer = connect(board(BAMBOO), "B3", "D3", first="cut")
    head, *rows = prove(answer)
    fields = json.loads(head)
    wrong = json.dumps({**fields, "strong": [0]})
    assert "no strong block" in check_file([wrong, *rows]).text
    # On a small board nothing is left to breathe outside.
    head, *rows = prove(connect(board(". X . X .\n. X . X ."), "B1", "D1", first="cut"))
    fields = json.loads(head)
    taken = json.dumps({**fields, "strong": [fields["target"][0]]})
    assert check_file([taken, *rows]).verdict in ("judged", "rejected")


def test_a_single_stone_that_may_come_back_is_not_proved_taken() -> None:
    """White takes A1, but in a ko. Were the answer "cannot be saved", a kill would seem to prove
    it: so such a file must rest on a judgement, and say so.
    """
    position = Position.from_diagram("O O\nO .\n. .\nO .\nX .")
    answer = escape(position, "A1", nodes=200_000)
    assert answer.code == 3
    false = replace(answer, code=0, grade="proved", moves=(), line=())
    assert check_file(prove(false)).verdict == "judged"
