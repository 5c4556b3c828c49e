"""Proofs made to deceive: whoever writes them by hand gets a sentence, never an acceptance."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gokan.go import Position
from gokan.reading import prove_status, status
from gokan.reading.check.bundle import check_file
from gokan.reading.check.graph import position_hash
from gokan.reading.proof.write import prove, write_proof
from tests.reading.test_answers import DIRECT, SEKI, corner, read

THREE = ". . . O X/O O O O X/X X X X X"
JUDGED: dict[str, Any] = {"model": "judged", "anchors": {"attacker": [], "defender": []}}


def said(*lines: Any) -> str:
    return check_file([line if isinstance(line, str) else json.dumps(line) for line in lines]).text


def question(width: int, board: str, turn: int, **more: Any) -> dict[str, Any]:
    return {
        "format": "gokan-proof 1",
        "width": width,
        "height": len(board) // width,
        "board": board,
        "turn": turn,
        "hash": position_hash(width, map(int, board), turn),
        "defender": 1,
        "goal": "joined",
        "verdict": "stands",
        **more,
    }


def won_ko() -> list[str]:
    """The part of a bundle that shows the attacker taking a group if nobody has threats."""
    answer = read(DIRECT, "B")
    assert answer.ko is not None
    assert answer.ko.first
    return write_proof(answer, threats=(0, 0))


def test_a_ban_needs_a_stone_that_may_just_have_taken_another():
    board = "01010" + "00200"  # White cuts in the middle, unless that is called a ko
    asked = question(5, board, 2, region=list(range(10)), target=[1, 3], threats=[0, 0], **JUDGED)
    others = [-1, 0, 4, 5, 6, 8, 9]
    root = [0, *([move, 1 + k] for k, move in enumerate(others))]
    joins = [[0, [2, 1 + len(others) + k]] for k in range(len(others))]
    rest = [root, *joins, *([6] for _ in others)]
    assert said({**asked, "ko": 2}, *rest) == (
        "rejected at the header: no ko can be banned at that point of the region"
    )
    assert said(asked, *rest) == "rejected at node 0: no answer to the move 2"


def test_a_circle_of_paid_threats_is_counted_to_its_end():
    """White retakes a ko for a threat as often as he likes; Black always takes it back."""
    rows = ["......", "..XO..", ".X.XO.", "..XO..", "......"]
    board = "".join(rows).translate(str.maketrans(".XO", "012"))
    asked = question(
        6,
        board,
        2,
        model="stand",
        region=[8, 13, 14, 15, 20],
        target=[8, 13, 20],
        strong=[8, 13, 20],
        threats=[126, 127],
        ko=14,
    )
    nodes = [[0, [-1, 1], [14, 2]], [0, [14, 3]], [0, [15, 0]], [6]]
    # White may pass once; the joined block has no liberty inside then, and counts on two outside.
    why = "a block with 2 liberties outside is taken as safe"
    why += ", a block at the edge of the region is taken"
    assert said(asked, *nodes) == (
        f"accepted except 1 judgement ({why}), 4 nodes, if the winner has endless ko threats"
    )


@pytest.mark.parametrize("reach", [False, True], ids=["joined", "reached"])
def test_a_block_with_one_liberty_outside_is_not_strong(reach):
    """Black connects at C3 and stands in atari: that is not joined."""
    board = ("01022" if reach else "01012") + "22222" + "02020"
    asked = question(5, board, 1, model="stand", region=[1, 2] if reach else [1, 2, 3])
    asked |= {"target": [1] if reach else [1, 3], "threats": [127, 0]}
    asked |= {"goal": "reached", "marks": [2]} if reach else {}
    nodes = [[0, [2, 1]], [6]]
    assert said(asked, *nodes).startswith("rejected at node 0")
    assert said({**asked, "strong": [1]}, *nodes) == (
        "rejected at the header: the block of point 1 is not strong"
    )


def test_a_seki_is_not_alive():
    """What shows that a group in seki cannot be taken does not show that it has two eyes."""
    position = corner(SEKI)
    found = status(position, "C19", details=False)
    assert found.word == "alive in seki"
    head, *rows = prove_status(found)
    claim = json.loads(head)["claim"]
    assert said(head, *rows).startswith("accepted")
    plain = {**claim["attack"]}
    del plain["seki"]
    fewer = _without(rows, "attack: no eyes", "attack: end")
    for word, text in (("alive", "safe from capture"), ("alive in seki", "safe from capture")):
        forged = {"status": word, "attack": plain, "defence": claim["defence"]}
        assert said({"format": "gokan-proofs 1", "claim": forged}, *fewer) == (
            f"rejected at the claim: by these proofs the group is {text}"
        )
    # Nor does the proof that he forces an end of play.
    eyes = [
        line.replace("attack: end", "attack: eyes") for line in _without(rows, "attack: no eyes")
    ]
    forged = {"status": "alive", "attack": {**plain, "eyes": True}, "defence": claim["defence"]}
    assert said({"format": "gokan-proofs 1", "claim": forged}, *eyes) == (
        "rejected at the claim: the part 'attack: eyes' proves something else"
    )


def test_a_group_with_two_eyes_is_proved_to_have_them():
    position = Position.from_diagram(". X . . X O .\nX X X X X O .\nO O O O O O .\n. . . . . . .")
    lines = prove_status(status(position, "A3", details=False))
    assert json.loads(lines[0])["claim"]["attack"]["eyes"] is True
    assert said(*lines).startswith("accepted")


def _without(rows: list[str], *names: str) -> list[str]:
    """The rows of a bundle without some parts."""
    kept, at = [], 0
    while at < len(rows):
        part = json.loads(rows[at])
        size = part["lines"] + 1
        if part["part"] not in names:
            kept += rows[at : at + size]
        at += size
    return kept


@pytest.mark.parametrize(
    "more",
    [{"seki": True}, {"kind": "direct"}, {"winning_moves": ["A1"]}, {"first": True}, {"eyes": 1}],
    ids=lambda more: next(iter(more)),
)
def test_nothing_is_claimed_that_is_not_checked(more):
    part = write_proof(read(THREE, "B"))
    lines = {"part": "verdict", "lines": len(part)}
    claim = {"result": "win", "mover": 1}
    assert said({"format": "gokan-proofs 1", "claim": claim}, lines, *part).startswith("accepted")
    text = said({"format": "gokan-proofs 1", "claim": {**claim, **more}}, lines, *part)
    assert text.startswith("rejected at the claim")
    assert said({**json.loads(part[0]), **more}, *part[1:]) == (
        f"rejected at the header: nothing is known of {next(iter(more))!r}"
    )


def test_no_part_is_there_that_is_not_needed():
    part = write_proof(read(THREE, "B"))
    head = {"format": "gokan-proofs 1", "claim": {"result": "win", "mover": 1}}
    parts = [{"part": name, "lines": len(part)} for name in ("verdict", "more")]
    assert said(head, parts[0], *part, parts[1], *part) == (
        "rejected at the claim: it does not need the part 'more'"
    )
    assert said(head, {**parts[0], "by": "me"}, *part) == (
        "rejected at the parts: nothing is known of 'by'"
    )


def test_a_kill_without_threats_is_no_win():
    part = won_ko()
    assert said(*part).endswith(" nodes, against up to 0 ko threats")
    claim = {"result": "win", "mover": 1, "up_to": 0}
    wanted = "rejected at the claim: a result must hold against 6 threats or more"
    lines = {"part": "verdict", "lines": len(part)}
    assert said({"format": "gokan-proofs 1", "claim": claim}, lines, *part) == wanted
    groups = [[4], json.loads(part[0])["target"]]
    race = {"race": "ko", "mover": 1, "groups": groups, "take": claim}
    lines = {"part": "take: verdict", "lines": len(part)}
    assert said({"format": "gokan-proofs 1", "claim": race}, lines, *part) == wanted


def test_a_limit_of_threats_is_named():
    part = write_proof(read(THREE, "B"))
    lines = {"part": "verdict", "lines": len(part)}
    claim = {"result": "win", "mover": 1, "up_to": 6}
    text = said({"format": "gokan-proofs 1", "claim": claim}, lines, *part)
    assert text.endswith("nodes, against up to 6 ko threats")
    claim = {**claim, "other": {"up_to": []}}
    assert said({"format": "gokan-proofs 1", "claim": claim}, lines, *part).startswith("rejected")


@pytest.mark.parametrize("groups", [[[999], None], [[-1], None], [[], None], [[0], None]])
def test_a_race_is_between_stones_of_both_sides(groups):
    part = write_proof(read(THREE, "B"))
    groups[1] = json.loads(part[0])["target"]
    race = {
        "race": "ko",
        "mover": 1,
        "groups": groups,
        "take": {"result": "win", "mover": 1},
    }
    lines = {"part": "take: verdict", "lines": len(part)}
    assert said({"format": "gokan-proofs 1", "claim": race}, lines, *part) == (
        "rejected at the claim: a group is not stones of its side"
    )
    board = json.loads(part[0])["board"]
    race["groups"] = [[board.index("1")], groups[1]]
    assert said({"format": "gokan-proofs 1", "claim": race}, lines, *part) == (
        "rejected at the claim: it needs a result for both groups"  # to take is not to win
    )


@pytest.mark.parametrize("number", [0, -1, 126, 127, 10**30])
def test_a_ko_is_turned_by_a_number_of_threats(number):
    head, *rest = prove(read(DIRECT, "B"))
    head = json.loads(head)
    head["claim"]["threats"] = number
    assert said(head, *rest) == "rejected at the claim: a ko is turned by some number of threats"


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999", "1.0"])
def test_numbers_are_whole(number):
    bundle = prove(read(DIRECT, "B"))
    claim = bundle[0].replace('"mover": 1', f'"mover": {number}')
    assert said(claim, *bundle[1:]) == "rejected at the claim: it is not written as a claim"
    proof = write_proof(read(THREE, "B"))
    head = json.loads(proof[0])
    head["board"] = "BOARD"
    spoilt = json.dumps(head).replace('"BOARD"', f"[{number}]")
    field = "a field is missing or not what it should be"
    assert said(spoilt, *proof[1:]) == f"rejected at the header: {field}"


def test_no_name_stands_twice():
    proof = write_proof(read(THREE, "B"))
    twice = proof[0].replace('"verdict": ', '"verdict": "stands", "verdict": ')
    assert said(twice, *proof[1:]) == "rejected: a name stands twice in a line"


def test_the_name_of_a_part_can_be_printed():
    head = {"format": "gokan-proofs 1", "claim": {}}
    text = said(head, {"part": "\ud800\n" + 1000 * "x", "lines": 9})
    assert text.encode().startswith(b"rejected at the part '\\ud800\\nxxx")
    assert len(text) < 120
