"""Proofs that leave something out: replies far from the stones, and lines with judged ends."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from gokan import _core
from gokan.go import Color, Position
from gokan.reading import Capture, Connection, capture, connect
from gokan.reading.budget import Budget
from gokan.reading.check.bundle import check_file
from gokan.reading.check.graph import position_hash
from gokan.reading.proof.goals import Task, _regions, _write
from gokan.reading.proof.lines import prove_lines
from gokan.reading.proof.write import NoProof
from tests.reading import brute
from tests.reading.test_proof_goals import BAMBOO, GOALS, board, marks_for, small_boards
from tests.reading.test_proof_truth import arenas

JUMP = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . X . . .
    . . . . . . . . .
    . . . . . . . . .
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


@pytest.mark.parametrize("goal", GOALS)
def test_what_is_forced_by_moves_nearby_is_forced(goal):
    """Only the side that wants something looks at fewer moves, so what it finds is true."""
    rng = random.Random(goal)
    forced = 0
    for width, height, cells in arenas(400, 30, 8):
        arena = brute.Arena(width, height, cells)
        threats = rng.choice([(0, 0), (1, 0), (0, 1)])
        roots = [arena.start(turn, threats) for turn in (0, 1)]
        marks = marks_for(goal, roots[0].board, rng)
        if marks is None:
            continue
        won = brute.achieves(arena, roots, goal, frozenset(marks))
        solver = _core.LifeSolver(width, height, cells, 1 << 20, marks)
        solver.set_focus(_core.LifeFocus.DEFENDER_NEAR)
        for turn, root in enumerate(roots):
            if (
                solver.solve(GOALS[goal], turn, -1, _core.KoThreats(*threats)).verdict
                == _core.Forced.FORCED
            ):
                assert root in won
                forced += 1
    assert forced > 5


@pytest.mark.parametrize("goal", GOALS)
def test_checker_and_search_agree_about_what_is_near(goal):
    """A reply that the checker calls near and the search does not would be missing."""
    written = {True: 0, False: 0}
    for position in small_boards(21, 40):
        stones = [p for p, c in enumerate(position.board) if c == 1]
        target = {*position.block(stones[0]).stones, *position.block(stones[-1]).stones}
        points = [p for p, c in enumerate(position.board) if c == (2 if goal == "taken" else 0)]
        marks = () if goal == "joined" else tuple(points[:1])
        if goal != "joined":
            target = set(position.block(stones[0]).stones)
        if goal != "joined" and not marks:
            continue
        task = Task(position, goal, Color(1), tuple(sorted(target)), marks)
        for region in _regions(task, wide=True):
            for forced in (True, False):
                pair, meter = (0, 0), Budget(nodes=4_000_000).start()
                lines = _write(task, region, pair, meter, forced=forced, focus=_core.LifeFocus.NEAR)
                if lines:
                    assert json.loads(lines[0])["replies"] == "near"
                    assert check_file(lines).accepted, check_file(lines).text
                    written[forced] += 1
    assert min(written.values()) > 3, written


def tree(answer: Capture | Connection, nodes: int = 2_000_000) -> list[str]:
    """The lines of an answer, whatever else could be proved."""
    position = answer.position
    first = answer.targets[0]
    if isinstance(answer, Connection):
        owner = position.color_at(first)
        blocks = {q for p in answer.targets for q in position.block(p).stones}
        position = position.setup(to_play=owner if answer.first == "connect" else owner.opponent)
        task = Task(position, "joined", owner, tuple(sorted(blocks)))
        forced = answer.connected
    else:
        attacker = position.color_at(first).opponent
        mover = attacker if answer.first == "attack" else attacker.opponent
        position = position.setup(to_play=mover)
        task = Task(position, "taken", attacker, (position.stones(attacker)[0],), answer.targets)
        forced = answer.captured
    assert forced is not None
    return prove_lines(task, answer, forced, Budget(nodes=nodes).start())


@pytest.mark.parametrize(
    "answer",
    [
        connect(board(BAMBOO), "B3", "D3", first="cut"),
        connect(board(JUMP), "C4", "F4"),
        capture(board(NET), "D4"),
        capture(board(NET), "D4", first="defend"),
    ],
)
def test_lines_are_accepted_with_what_was_judged(answer):
    said = check_file(tree(answer, nodes=400_000))
    assert said.verdict == "judged", said.text
    assert "left out" in said.text


def test_lines_that_contradict_the_answer_are_not_written():
    """The bamboo joint is not cut, whatever the answer says."""
    answer = connect(board(BAMBOO), "B3", "D3", first="cut")
    wrong = replace(answer, code=1, moves=(board(BAMBOO).point("C3"),))
    with pytest.raises(NoProof, match=r"says something else|ends otherwise"):
        tree(wrong)


def test_without_a_budget_everything_after_the_first_move_is_judged():
    answer = connect(board(JUMP), "C4", "F4")
    said = check_file(tree(answer, nodes=1))
    assert "judged" in said.text
    assert said.verdict == "judged"


# --- spoilt ones ----------------------------------------------------------------------------------


def spoilt(lines: list[str], head: dict[str, Any] | None = None) -> list[Any]:
    rows = [json.loads(line) for line in lines]
    rows[0] |= head or {}
    return rows


def said(rows: list[Any]) -> str:
    return check_file([json.dumps(row) for row in rows]).text


def net() -> list[str]:
    return tree(capture(board(NET), "D4"))


def test_the_root_is_not_a_judged_leaf():
    rows = spoilt(net())
    rows[1] = [8]
    assert said(rows).startswith("rejected at node 0: it is not judged")


def test_a_near_reply_must_be_answered():
    rows = spoilt(net())
    for i, row in enumerate(rows[1:], 1):
        if len(row) > 2:
            for edge in range(1, len(row)):
                changed = [*rows]
                changed[i] = row[:edge] + row[edge + 1 :]
                assert "no answer to the move" in said(changed)
            break


@pytest.mark.parametrize(
    "head",
    [
        {"replies": "some"},
        {"replies": None},
        {"model": "stand"},
        {"model": "kill"},
        {"goal": "joined"},
        {"verdict": "killed"},
        {"marks": [0]},
        {"threats": [-1, 0]},
    ],
)
def test_a_spoilt_header_of_lines_is_rejected(head):
    assert said(spoilt(net(), head)).startswith("rejected")


def test_without_the_word_about_replies_nothing_may_be_left_out():
    rows = spoilt(net())
    del rows[0]["replies"]
    assert "no answer" in said(rows) or "not judged" in said(rows)


def test_no_line_is_judged_that_ends_for_the_other_side():
    """White captures the stone to be joined: that is no leaf to be judged a success."""
    position = Position.from_diagram(
        """
        . O . . . .
        O X . . X .
        . O . . . .
        """
    )
    black, white = Color(1), Color(2)
    answer = connect(position, "B2", "E2")
    task = Task(position.setup(to_play=white), "joined", black, answer.targets)
    head = json.loads(
        prove_lines(
            replace(task, position=position.setup(to_play=black)),
            answer,
            True,
            Budget(nodes=400_000).start(),
        )[0]
    )
    take = position.point("C2")
    near = [position.point(v) for v in ("C2", "A1", "A3", "C1", "C3", "D2", "D1", "D3")]
    near += [position.point(v) for v in ("E1", "E3", "F2", "F1", "F3")]
    turn = {**head, "turn": 2, "hash": position_hash(6, position.board, 2)}
    rows = [[-1, 1], *([p, 2 + k] for k, p in enumerate(near))]
    told = said([turn, [0, *rows], *([8] for _ in rows)])
    assert told == f"rejected at node {2 + near.index(take)}: it is not judged"
