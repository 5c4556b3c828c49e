"""Proofs spoilt in every way: each is rejected with a sentence, or what it says is still true."""

from __future__ import annotations

import copy
import json
import random
import sys
from typing import Any

import pytest

from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import prove, write_proof
from tests.reading import brute
from tests.reading.test_answers import DIRECT, SEKI, read

THREE = ". . . O X/O O O O X/X X X X X"
BENT = ". . O X/. O O X/O O X X/X X X"
Proof = list[Any]  # the header, then the nodes, parsed


def proof(rows: str, mover: str = "B") -> Proof:
    return [json.loads(line) for line in write_proof(read(rows, mover))]


def said(spoilt: Proof) -> str:
    answer = check_file([json.dumps(line) for line in spoilt])
    assert "\n" not in answer.text
    assert answer.accepted == answer.text.startswith("accepted")
    return answer.text


def inner(lines: Proof, least: int = 2) -> list[int]:
    """The nodes with several answers."""
    return [i for i, node in enumerate(lines) if i and node[0] == 0 and len(node) > least]


# --- one way at a time --------------------------------------------------------------------------


def swapped_children(lines: Proof) -> None:
    node = lines[inner(lines)[0]]
    node[1][1], node[2][1] = node[2][1], node[1][1]


def dropped_reply(lines: Proof) -> None:
    del lines[inner(lines)[0]][1]


def dropped_pass(lines: Proof) -> None:
    lines[inner(lines)[0]][1:] = [e for e in lines[inner(lines)[0]][1:] if e[0] != -1]


def two_moves_of_the_winner(lines: Proof) -> None:
    lines[1].append(lines[1][1])


def cut_off(lines: Proof) -> None:
    del lines[-1]


def no_nodes(lines: Proof) -> None:
    del lines[1:]


def header_twice(lines: Proof) -> None:
    lines.insert(0, lines[0])


def another_leaf(lines: Proof) -> None:
    for i, node in enumerate(lines):
        if i and node[0]:
            lines[i] = [5 if node[0] < 4 else 1]
            return


def leaf_of_the_root(lines: Proof) -> None:
    lines[1] = [3]


def a_leaf_that_goes_on(lines: Proof) -> None:
    next(node for node in lines[1:] if node[0]).append([-1, 0])


def play_after_the_end(lines: Proof) -> None:
    next(node for node in lines[1:] if node[0])[0] = 0


def a_circle(lines: Proof) -> None:
    for node in lines[1:]:
        node[1:] = [[move, 0] for move, _ in node[1:]]


def a_kind_below_zero(lines: Proof) -> None:
    next(node for node in lines[1:] if node[0])[0] -= 6


def a_node_that_is_not_there(lines: Proof) -> None:
    lines[1][1][1] = 10**30


def a_node_counted_from_the_end(lines: Proof) -> None:
    lines[1][1][1] -= len(lines) - 1


def an_occupied_point(lines: Proof) -> None:
    lines[1][1][0] = lines[0]["target"][0]


def a_point_off_the_board(lines: Proof) -> None:
    lines[1][1][0] = 10**9


def a_point_in_half(lines: Proof) -> None:
    lines[1][1][0] += 0.5


def a_node_in_words(lines: Proof) -> None:
    lines[1] = ["inner"]


def an_edge_of_three(lines: Proof) -> None:
    lines[1][1].append(1)


def a_node_that_is_no_list(lines: Proof) -> None:
    lines[1] = {"kind": 0}


WAYS = [
    swapped_children,
    dropped_reply,
    dropped_pass,
    two_moves_of_the_winner,
    cut_off,
    no_nodes,
    header_twice,
    another_leaf,
    leaf_of_the_root,
    a_leaf_that_goes_on,
    play_after_the_end,
    a_circle,
    a_kind_below_zero,
    a_node_that_is_not_there,
    a_node_counted_from_the_end,
    an_occupied_point,
    a_point_off_the_board,
    a_point_in_half,
    a_node_in_words,
    an_edge_of_three,
    a_node_that_is_no_list,
]


@pytest.mark.parametrize("way", WAYS)
def test_a_spoilt_kill_is_rejected(way):
    lines = proof(THREE)
    assert said(lines).startswith("accepted,")
    way(lines)
    assert said(lines).startswith("rejected at")


HEADERS: list[tuple[str, Any]] = [
    ("format", "gokan-proof 2"),
    ("verdict", "stands"),
    ("verdict", "dead"),
    ("model", "stand"),
    ("model", "judged"),  # it would have to name its anchors
    ("model", 7),
    ("width", 18),
    ("width", -19),
    ("width", 10**40),
    ("width", "19"),
    ("width", 1e999),
    ("height", None),
    ("board", "0" * 361),
    ("board", "3" * 361),
    ("board", "9" * 10),
    ("board", 0),
    ("board", "".join("٠١٢"[int(c)] for c in proof(THREE)[0]["board"])),
    ("turn", 2),
    ("turn", 0),
    ("turn", 2**63),
    ("turn", True),
    ("hash", ""),
    ("defender", 1),
    ("defender", 0),
    ("defender", 3),
    ("target", []),
    ("target", [0]),
    ("target", [-1]),
    ("target", 19),
    ("region", []),
    ("region", [-1, *range(361)]),
    ("region", list(range(361))),
    ("region", [0, 1, 2, 3, 19, 20, 21]),  # half of the target
    ("region", [0, 1, 2, 3, 19, 20, 21, 22, 4]),  # a stone of the wall
    ("region", [10**30]),
    ("region", "all"),
    ("ko", 3),
    ("ko", 361),
    ("ko", -2),
    ("ko", "A1"),
    ("threats", [-1, 0]),  # a number that never comes down to nothing
    ("threats", [126, 0]),  # the winner's threats must be counted
    ("threats", [0, 128]),
    ("threats", [0]),
    ("threats", [0, 1, 2]),
    ("threats", "00"),
    ("threats", [False, 126]),
    ("threats", None),
    ("goal", "world peace"),
]


@pytest.mark.parametrize(("field", "value"), HEADERS)
def test_a_spoilt_header_is_rejected(field, value):
    lines = proof(THREE)
    lines[0][field] = value
    assert said(lines).startswith("rejected")
    del lines[0][field]
    if field not in ("goal", "ko"):
        assert said(lines).startswith("rejected")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "1",
        "null",
        '"gokan-proof 1"',
        "{" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"format": "gokan-proof 1"}',
        '{"format": "gokan-proofs 1"}',
        '{"format": "gokan-proofs 1", "claim": 3}',
        '{"format": "gokan-proofs 1", "claim": {}}\n{"part": "verdict", "lines": 1}\n[]',
        '{"format": "gokan-proofs 1", "claim": {}}\n{"part": "verdict", "lines": -5}',
        '{"format": "gokan-proofs 1", "claim": {}}\n{"part": "verdict", "lines": 1e9}',
        '{"format": "gokan-proofs 1", "claim": {}}\n[3]',
        "\x00\x01\ufffd",
        "9" * 10_000,
    ],
)
def test_what_is_no_proof_is_rejected(text):
    answer = check_file(text.splitlines())
    assert answer.verdict == "rejected"
    assert answer.text.startswith("rejected")
    assert len(answer.text) < 120


def test_a_bundle_in_a_bundle_is_rejected():
    lines = [json.dumps(line) for line in proof(THREE)]
    for _ in range(3000):
        part = json.dumps({"part": "verdict", "lines": len(lines)})
        lines = ['{"format": "gokan-proofs 1", "claim": {}}', part, *lines]
    assert check_file(lines).verdict == "rejected"


@pytest.mark.parametrize("said", ["false", "white", 1, 0, None, [0]])
def test_who_takes_a_ko_first_is_yes_or_no(said):
    """Any word was once taken for yes: "first": "false" was accepted as its opposite."""
    lines = prove(read(DIRECT))
    head = json.loads(lines[0])
    assert check_file(lines).verdict == "accepted"
    assert head["claim"]["first"] in (True, False)
    head["claim"]["first"] = said
    assert check_file([json.dumps(head), *lines[1:]]).text == (
        "rejected at the claim: it is not written as a claim"
    )


@pytest.mark.parametrize(("name", "said"), [("threats", "1"), ("threats", True), ("mover", "1")])
def test_a_number_of_a_claim_is_a_whole_number(name, said):
    lines = prove(read(DIRECT))
    head = json.loads(lines[0])
    head["claim"][name] = said
    assert check_file([json.dumps(head), *lines[1:]]).verdict == "rejected"


def test_parts_must_agree_about_the_ban():
    lines = [json.loads(line) for line in prove(read(DIRECT))]
    first = next(line for line in lines if isinstance(line, dict) and "region" in line)
    empty = [p for p in first["region"] if first["board"][p] == "0"]
    for point in empty:
        first["ko"] = point
        answer = check_file([json.dumps(line) for line in lines])
        assert answer.verdict == "rejected", answer.text


# --- whatever is accepted is true ---------------------------------------------------------------


def arena_of(head: dict[str, Any]) -> brute.Arena:
    """The arena a header speaks of; only for the rigorous models."""
    board, width, height = head["board"], head["width"], head["height"]
    region, attacker = set(head["region"]), str(3 - head["defender"])
    cells = bytearray(width * height)
    for p in region:
        kind = {"0": brute.FREE, attacker: brute.ATTACKER}.get(board[p], brute.DEFENDER)
        kind |= brute.TARGET if p in head["target"] else 0
        column = p % width
        for q, there in (
            (p - width, p >= width),
            (p + width, p + width < width * height),
            (p - 1, column > 0),
            (p + 1, column < width - 1),
        ):
            if there and q not in region:
                mine = head["model"] == "stand" or board[q] == attacker
                kind |= brute.ATTACKER_ANCHOR if mine else brute.DEFENDER_ANCHOR
        cells[p] = kind
    return brute.Arena(width, height, bytes(cells))


def is_true(head: dict[str, Any]) -> bool:
    """Whether the question of a header has the answer that it claims, by brute force."""
    arena = arena_of(head)
    turn = 0 if head["turn"] != head["defender"] else 1
    root = arena.start(turn, tuple(head["threats"]), head.get("ko", -1))
    return (root in brute.kills(arena, [root])) is bool(head["verdict"] == "killed")


def spoil_node(rng: random.Random, lines: Proof, kinds: int, moves: list[int]) -> None:
    """One small change to a node: its kind (there are so many), an edge, a child or a move."""
    node = lines[rng.randrange(1, len(lines))]
    if len(node) == 1 or rng.random() < 0.2:
        node[0] = rng.randrange(kinds)
    elif rng.random() < 0.3:
        del node[rng.randrange(1, len(node))]
    elif rng.random() < 0.5:
        node[rng.randrange(1, len(node))][1] = rng.randrange(len(lines) - 1)
    else:
        node[rng.randrange(1, len(node))][0] = rng.choice(moves)


def spoil(rng: random.Random, lines: Proof) -> None:
    """One small change somewhere."""
    head = lines[0]
    choice = rng.randrange(8)
    empty = [p for p in head["region"] if head["board"][p] == "0"]
    if choice == 0:
        head["ko"] = rng.choice([-1, *empty])
    elif choice == 1:
        head["threats"] = [rng.choice([0, 1, 2, 127]), rng.choice([0, 1, 2, 127])]
    elif choice == 2:
        head["region"] = [p for p in head["region"] if rng.random() < 0.9]
    elif choice == 3:
        head["target"] = [p for p in head["target"] if rng.random() < 0.5]
    else:
        spoil_node(rng, lines, 6, [-1, *empty])


@pytest.mark.parametrize(("rows", "mover"), [(THREE, "B"), (THREE, "W"), (BENT, "B"), (BENT, "W")])
def test_whatever_is_accepted_is_true(rows, mover):
    rng = random.Random(f"{rows}{mover}")
    plain = proof(rows, mover)
    known: dict[str, bool] = {}
    rejected = 0
    for _ in range(300):
        lines = copy.deepcopy(plain)
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            spoil(rng, lines)
        if said(lines).startswith("rejected"):
            rejected += 1
            continue
        head = json.dumps(lines[0])
        if head not in known:
            known[head] = is_true(lines[0])
        assert known[head], head
    assert rejected > 100


@pytest.mark.parametrize(("rows", "mover"), [(SEKI, "B"), (DIRECT, "B"), (DIRECT, "W")])
def test_a_bundle_with_any_line_changed_is_judged_without_a_crash(rows, mover):
    lines = prove(read(rows, mover))
    rng = random.Random(1)
    for _ in range(150):
        spoilt = list(lines)
        at = rng.randrange(len(spoilt))
        text = spoilt[at]
        begin = rng.randrange(len(text))
        spoilt[at] = rng.choice(
            [
                text[:begin],
                text[:begin] + rng.choice('0123456789[]{},:-."') + text[begin + 1 :],
                "",
                spoilt[rng.randrange(len(spoilt))],
            ]
        )
        answer = check_file(spoilt)
        assert answer.text.startswith(("accepted", "rejected"))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deep_nesting_is_rejected_whatever_the_recursion_limit(text: str) -> None:
    """Found where another test had raised the limit: the reader of JSON ran out of its stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        assert check_file([text]).verdict == "rejected"
    finally:
        sys.setrecursionlimit(before)
