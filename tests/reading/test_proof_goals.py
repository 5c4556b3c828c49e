"""Goals of tactics (joined, reached, taken) against the whole state graph, and spoilt proofs."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import pytest

from gokan import _core
from gokan.errors import GokanError
from gokan.go import Color, Position
from gokan.reading import capture, connect, prove
from gokan.reading.budget import Budget
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.goals import Task, prove_goal
from gokan.reading.proof.write import NoProof
from tests.reading import brute
from tests.reading.test_proof_truth import arenas
from tests.reading.test_spoilt_proofs import arena_of, spoil_node

GOALS = {
    "joined": _core.LifeGoal.JOINED,
    "reached": _core.LifeGoal.REACHED,
    "taken": _core.LifeGoal.TAKEN,
}
THREATS = [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1)]
Proof = list[Any]


def marks_for(goal: str, board: tuple[int, ...], rng: random.Random) -> list[int] | None:
    """Points that the goal may be about; None where there are none."""
    if goal == "joined":
        return []
    kind = brute.FREE if goal == "reached" else brute.ATTACKER
    points = [i for i, c in enumerate(board) if c == kind]
    if not points:
        return None
    return rng.sample(points, min(len(points), 1 if goal == "reached" else rng.choice([1, 2])))


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", range(3))
def test_goals_agree_with_the_whole_state_graph(goal, seed):
    rng = random.Random(f"{goal}{seed}")
    seen = []
    for width, height, cells in arenas(300 + seed, 25, 7):
        arena = brute.Arena(width, height, cells)
        threats = rng.choice(THREATS)
        roots = [arena.start(turn, threats) for turn in (0, 1)]
        marks = marks_for(goal, roots[0].board, rng)
        if marks is None:
            continue
        won = brute.achieves(arena, roots, goal, frozenset(marks))
        for memory in (1 << 12, 1 << 22):
            solver = _core.LifeSolver(width, height, cells, memory, marks)
            for turn, root in enumerate(roots):
                verdict = solver.solve(GOALS[goal], turn, -1, _core.KoThreats(*threats)).verdict
                seen.append(verdict)
                assert verdict == (1 if root in won else 2), (width, height, list(cells), marks)
    assert min(map(seen.count, (_core.Forced.FORCED, _core.Forced.REFUSED))) > 5


def small_boards(seed: int, number: int) -> list[Position]:
    """Random positions on boards so small that the region is the whole board."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        width, height = rng.choice([(3, 3), (4, 2), (3, 2)])
        cells = rng.choices([0, 1, 2], [4, 3, 3], k=width * height)
        try:
            position = Position.empty(width, height).setup(
                black=[p for p, c in enumerate(cells) if c == 1],
                white=[p for p, c in enumerate(cells) if c == 2],
                to_play=Color(rng.choice([1, 2])),
            )
        except GokanError:
            continue
        if 1 in cells and 2 in cells:
            found.append(position)
    return found


def is_true(head: dict[str, Any]) -> bool:
    """Whether the goal of a header is reached or refused as it claims, by brute force."""
    arena = arena_of(head)
    turn = 0 if head["turn"] != head["defender"] else 1
    root = arena.start(turn, tuple(head["threats"]), head.get("ko", -1))
    won = brute.achieves(arena, [root], head["goal"], frozenset(head.get("marks", ())))
    return (root in won) is bool(head["verdict"] == "stands")


@pytest.mark.parametrize("goal", GOALS)
def test_proofs_about_whole_small_boards_are_accepted_and_true(goal):
    """Without an edge nothing is judged, and what one side proves the other cannot."""
    rng = random.Random(goal)
    written = {True: 0, False: 0}
    for position in small_boards(7, 24):
        stones = [p for p, c in enumerate(position.board) if c == 1]
        target = set(position.block(stones[0]).stones)
        if goal == "joined":
            target |= set(position.block(stones[-1]).stones)
        kind = {"joined": 9, "reached": 0, "taken": 2}[goal]
        points = [p for p, c in enumerate(position.board) if c == kind]
        if goal != "joined" and not points:
            continue
        marks = (rng.choice(points),) if points else ()
        everywhere = tuple(range(len(position.board)))
        task = Task(position, goal, Color(1), tuple(sorted(target)), marks, everywhere)
        forced = None
        for claim in (True, False):
            try:
                lines = prove_goal(task, claim, Budget(nodes=4_000_000).start(), judge=not claim)
            except NoProof:
                continue
            head = json.loads(lines[0])
            whole = head["region"] == list(everywhere)
            assert check_file(lines).verdict == ("accepted" if claim or whole else "judged")
            if whole and (goal != "taken" or head["threats"][0] != 127):
                head["model"] = "stand"
                assert is_true(head)
            assert forced is None, "both were proved"
            forced = claim
            written[claim] += 1
    assert min(written.values()) > 2, written


# --- proofs that are spoilt -----------------------------------------------------------------------

BAMBOO = """
    . . . . .
    . X . X .
    . X . X .
    . . . . .
    . . . . .
"""
KO = """
    . . . . . . .
    . . X O . . .
    . X . X O . .
    . . X O . . .
    . . . . . . .
"""
TWO = """
    . . . . .
    . X X X .
    X O . O X
    . X . X .
    . . . . .
"""


def board(text: str) -> Position:
    return Position.from_diagram(text)


def proofs() -> dict[str, list[str]]:
    """A proof of each goal, from questions of tactics."""
    bamboo = board(BAMBOO)
    point = bamboo.point("C3")
    two = board(TWO)
    stones = tuple(two.point(v) for v in ("B3", "D3"))
    task = Task(two, "taken", Color(1), (two.point("B4"),), stones, tuple(range(25)))
    return {
        "joined": prove(connect(bamboo, "B3", "D3", first="cut")),
        "reached": prove(connect(bamboo, "B3", point)),
        "taken": prove_goal(task, True, Budget(nodes=4_000_000).start()),
    }


def test_answers_about_goals_are_accepted():
    for name, lines in proofs().items():
        answer = check_file(lines)
        assert answer.verdict == "accepted", (name, answer.text)


def test_a_point_out_of_reach_is_refused_with_a_judgement():
    rows = [". . O . .", ". X . X .", ". . O . ."] + [". . . . ."] * 6
    answer = connect(board("\n".join(rows)), "B8", "C8", first="cut")
    assert answer.connected is False
    lines = prove(answer)
    assert json.loads(lines[0])["goal"] == "reached"
    assert check_file(lines).verdict == "judged"


def spoil(rng: random.Random, lines: Proof) -> None:
    head = lines[0]
    empty = [p for p in head["region"] if head["board"][p] == "0"]
    choice = rng.randrange(9)
    if choice == 0:
        head["ko"] = rng.choice([-1, *empty])
    elif choice == 1:
        head["threats"] = [rng.choice([0, 1, 2]), rng.choice([0, 1, 2])]
    elif choice == 2:
        head["target"] = [p for p in head["target"] if rng.random() < 0.5]
    elif choice == 3:
        head["marks"] = [rng.choice(head["region"])]
    elif choice == 4:
        head["goal"] = rng.choice(["joined", "reached", "taken", "two-eyes", "end"])
    elif choice == 5:
        head["verdict"] = rng.choice(["killed", "stands"])
    else:
        spoil_node(rng, lines, 9, [-1, *empty])


@pytest.mark.parametrize("goal", GOALS)
def test_whatever_is_accepted_about_a_goal_is_true(goal):
    """Small boards, so that brute force can tell; the proof is changed in one to five places."""
    rng = random.Random(goal)
    rejected = kept = 0
    for position in small_boards(11, 12):
        black = [p for p, c in enumerate(position.board) if c == 1]
        target = set(position.block(black[0]).stones)
        if goal == "joined":
            target |= set(position.block(black[-1]).stones)
        points = [p for p, c in enumerate(position.board) if c == (2 if goal == "taken" else 0)]
        marks = () if goal == "joined" else (points[0],) if points else ()
        if goal != "joined" and not marks:
            continue
        region = tuple(range(len(position.board)))
        task = Task(position, goal, Color(1), tuple(sorted(target)), marks, region)
        try:
            lines = prove_goal(task, True, Budget(nodes=4_000_000).start(), judge=False)
        except NoProof:
            continue
        plain = [json.loads(line) for line in lines]
        plain[0]["threats"] = [0, 0]  # so that brute force knows all about it
        known: dict[str, bool] = {}
        for _ in range(50):
            changed = copy.deepcopy(plain)
            for _ in range(rng.choice([1, 1, 2, 5])):
                spoil(rng, changed)
            answer = check_file([json.dumps(line) for line in changed])
            assert "\n" not in answer.text
            head = changed[0]
            if answer.verdict != "accepted":
                rejected += 1
                continue
            if head["goal"] not in GOALS:
                continue
            key = json.dumps(head)
            if key not in known:
                known[key] = is_true(head)
            assert known[key], head
            kept += 1
    assert rejected > 50
    assert kept > 0


def with_head(lines: list[str], **fields: Any) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), **fields}), *lines[1:]]


def test_marks_must_fit_the_goal():
    found = proofs()
    for name, wrong in (
        ("joined", [12]),  # none belong there
        ("reached", []),
        ("reached", [6]),  # a stone
        ("reached", [999]),
        ("taken", []),
        ("taken", [7]),  # a stone of the side that captures
        ("taken", [-1]),
        ("taken", "B3"),
    ):
        assert not check_file(with_head(found[name], marks=wrong)).accepted, (name, wrong)


def test_an_open_region_refuses_nothing():
    """Two stones with nothing but open space around are not cut because the region is small."""
    position = board(BAMBOO)
    lines = prove(connect(position, "B3", "D3", first="cut"))
    head = json.loads(lines[0])
    stones = sorted(head["target"])
    for goal, extra in (("joined", {}), ("reached", {"marks": [12]})):
        wrong = {
            **head,
            **extra,
            "goal": goal,
            "verdict": "killed",
            "model": "kill",
            "region": sorted({*stones, *extra.get("marks", [])}),
            "threats": [0, 127],
            "strong": [],
        }
        answer = check_file([json.dumps(wrong), "[0]"])
        assert answer.verdict == "rejected"
        assert "go round" in answer.text


# --- kos -----------------------------------------------------------------------------------------


def test_a_stone_that_is_the_ko_is_taken_in_a_ko():
    answer = capture(board(KO), "D3")
    assert answer.code == 2
    lines = prove(answer)
    assert json.loads(lines[0])["claim"]["goal"] == "taken"
    assert check_file(lines).verdict == "judged"
    assert "2 proofs" in check_file(lines).text


KO_CLAIMS: list[dict[str, Any]] = [
    {"threats": 2},
    {"threats": 0},
    {"first": False},
    {"mover": 1},
    {"result": "win"},
    {"result": "loss"},
    {"goal": "joined"},
    {"goal": "reached"},
    {"goal": None},
    {"goal": "two-eyes"},
]


@cache
def ko_proof() -> tuple[str, ...]:
    """Found once: what is spoilt are copies of it."""
    return tuple(prove(capture(board(KO), "D3")))


@pytest.mark.parametrize("change", KO_CLAIMS)
def test_another_claim_about_a_ko_does_not_follow(change):
    lines = ko_proof()
    head = json.loads(lines[0])
    head["claim"] |= change
    assert check_file([json.dumps(head), *lines[1:]]).verdict == "rejected"


def test_the_parts_of_a_ko_must_be_about_the_same_stone():
    lines = ko_proof()
    rows = [json.loads(line) for line in lines]
    heads = [row for row in rows if isinstance(row, dict) and "region" in row]
    assert len(heads) == 2
    heads[0]["marks"] = [p for p in heads[0]["region"] if heads[0]["board"][p] == "1"][:1]
    assert check_file([json.dumps(row) for row in rows]).verdict == "rejected"


def test_a_goal_is_no_status():
    """A ko about a connection or a single stone says nothing about the life of a group."""
    lines = ko_proof()
    claim = json.loads(lines[0])["claim"]
    for field in ("attack", "defence"):
        head = {
            "format": "gokan-proofs 1",
            "claim": {"status": "ko", "attack": claim, "defence": claim, field: claim},
        }
        assert check_file([json.dumps(head), *lines[1:]]).verdict == "rejected"


@pytest.mark.parametrize(
    ("rows", "blocks", "first", "code"),
    [
        (". . X O ./O O . . O/. . O X O/X O . X O/X O X . .", ("C5", "D3"), "connect", 2),
        (". . . X ./O . . X O/. X . . ./O O . . X/. . O X X", ("D5", "B3"), "cut", 3),
    ],
)
def test_a_connection_in_a_ko_is_proved(rows, blocks, first, code):
    answer = connect(board(rows.replace("/", "\n")), *blocks, first=first)
    assert answer.code == code
    lines = prove(answer)
    claim = json.loads(lines[0])["claim"]
    assert (claim["goal"], claim["first"]) == ("joined", code == 2)
    assert check_file(lines).accepted


def test_that_neither_of_two_blocks_is_lost_is_one_question():
    position = board(TWO)
    for first in ("attack", "defend"):
        answer = capture(position, "B3", either="D3", first=first)
        assert answer.grade != "unknown"
        assert check_file(prove(answer)).accepted
    with pytest.raises(NoProof, match="nobody on the board"):
        prove(capture(board(BAMBOO), "B3", either="D3", first="defend"))
