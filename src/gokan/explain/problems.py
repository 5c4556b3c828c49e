"""A problem told in reasons: the move that solves it, what it does, and why others fail.

The first claim is the solver's verdict, tied to its proof; the others are what the move is besides
(a throw-in, a vital point …) and how the moves that come to mind are refuted.
"""

from __future__ import annotations

from dataclasses import replace

from gokan.errors import IllegalMove, InvalidInput
from gokan.explain import select
from gokan.explain.account import Explanation, gather
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene, Table
from gokan.explain.sources import life
from gokan.explain.words import pattern
from gokan.go import PASS, Position
from gokan.reading.budget import Budget
from gokan.reading.life.solve import Solution, solve
from gokan.reading.posing import pose
from gokan.reading.problem import Problem

__all__ = ["problem"]

REFUTED = 2
"""Failing moves that are told."""
_CLOSE = 3
"""Steps to the stones in question, or to a move that works, within which a failing move comes to
mind."""


def problem(
    question: Problem | Position,
    *,
    seconds: float = 10.0,
    most: int = select.MOST,
    instead: int | str | None = None,
) -> Explanation:
    """Solve a life-and-death problem and tell its solution in reasons; of a first move that is
    asked about `instead`, why it works or not.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> print(problem(position).explain())  # doctest: +ELLIPSIS
    Black B5 kills the white group at C4 (B5 ...). (proved)
    It is the vital point of White's eye space of three points: one stone there would make two \
eyes. (exact)
    A5 does not work: White answers B5. (read)
    C5 does not work: White answers B5. (read)
    >>> print(problem(position, instead="C5", most=2).explain())  # doctest: +ELLIPSIS
    C5 does not work: White answers B5. (read)
    Black B5 kills the white group at C4 (B5 ...). (proved)
    """
    budget = Budget(seconds=seconds)
    asked = question if isinstance(question, Problem) else pose(question, budget=budget)
    point = asked.position.point(instead) if isinstance(instead, str) else instead
    return told(
        solve(asked, seconds=seconds, details=True), most=most, instead=point, seconds=seconds
    )


def told(
    answer: Solution,
    *,
    most: int = select.MOST,
    instead: int | None = None,
    seconds: float = 10.0,
) -> Explanation:
    """The account of a solution that is at hand, and of a first move that is asked about."""
    position = answer.problem.position
    moves = [p for p in (*answer.winning_moves, *answer.ko_moves) if p != PASS]
    if answer.result == "unknown":
        raise InvalidInput("The problem was not settled within its time; give it more.")
    if not moves or PASS in answer.winning_moves:  # it is settled without a move
        raise InvalidInput(f"There is no move to explain: {answer.explain()}")
    moves.sort(key=lambda p: (answer.grade_of(p) != "proved", (p,) != answer.pv[:1]))
    best = moves[0]
    best = best if instead not in moves else instead
    table = Table(position)
    scene = Scene(position, best, table)
    verdict = _verdict(scene, answer)
    asked = []
    if instead is not None and instead not in moves:
        asked = [_refutation(scene, answer, instead, _why_not(answer, instead, seconds))]
    refuted = [one for one in _refuted(scene, answer) if one["at"] != (instead,)]
    others = [gather(Scene(position, claim["at"][0], table)) for claim in refuted]
    found = [c for c in gather(scene) if not c.against]
    ranked = select.rank(found, others, lambda claim: pattern(claim, position))
    chosen, _ = select.choose(ranked, most=max(1, most - 1 - len(refuted)))
    account = [*asked, verdict, *(c for c in chosen if not _same(verdict, c)), *refuted][:most]
    return Explanation(
        position=position,
        move=best,
        claims=(verdict, *(claim for _, _, claim in ranked), *asked, *refuted),
        told=tuple(account),
        candidates=tuple(claim["at"][0] for claim in refuted),
        shares=(0.0, *(share for _, share, _ in ranked), *(0.0 for _ in (*asked, *refuted))),
        loss=None,
        best=best,
        level="deep",
    )


def _verdict(scene: Scene, answer: Solution) -> Claim:
    stones = {p for head in answer.problem.target for p in scene.blocks_before[head].stones}
    kind = "kills" if answer.problem.goal == "kill" else "lives"
    if answer.result == "ko":
        kind = "makes ko"
    line = tuple(p for p in answer.pv if p != PASS)
    if line and line[0] != scene.move:  # another move that works
        line = ()
    told = life.claim(scene, kind, answer, frozenset(stones), line if len(line) > 1 else ())
    # That there is a move may be proved where it is only read which of them work.
    return told if answer.grade_of(scene.move) == "proved" else replace(told, certainty="read")


def _refuted(scene: Scene, answer: Solution) -> list[Claim]:
    """The failing moves that a player would think of first, with their refutations."""
    from gokan.strength import expect

    position = scene.before
    chance = {one.move: one.chance for one in expect(position).moves}
    near = {*answer.winning_moves, *answer.ko_moves, scene.move} - {PASS}
    near |= {p for head in answer.problem.target for p in scene.blocks_before[head].stones}
    failing = [
        r
        for r in answer.refutations
        if r.line and r.move in chance and _apart(position, r.move, near) <= _CLOSE
    ]
    failing.sort(key=lambda r: -chance[r.move])
    return [
        _refutation(scene, answer, r.move, r.line)
        for r in failing[:REFUTED]
        if any(p != PASS for p in r.line)
    ]


def _why_not(answer: Solution, point: int, seconds: float) -> tuple[int, ...]:
    """How a move that was asked about is answered, wherever it is; empty if it need not be."""
    position = answer.problem.position
    why = position.why_illegal(point)
    if why is not None:
        raise IllegalMove(why)
    for one in answer.refutations:
        if one.move == point:
            return one.line
    after = position.play(point)  # outside the region that was read, or not settled
    stones = tuple(p for p in answer.problem.target if after.board[p])
    theirs = solve(Problem.make(after, target=stones), seconds=seconds, details=False)
    if theirs.result not in ("win", "ko"):
        raise InvalidInput(
            f"Whether {position.vertex(point)} works was not settled within the time; give it more."
        )
    return theirs.pv


def _refutation(scene: Scene, answer: Solution, point: int, line: tuple[int, ...]) -> Claim:
    moves = tuple(p for p in line if p != PASS)
    points = {"at": (point,), "stones": tuple(answer.problem.target)}
    return Claim(
        "refuted",
        scene.move,
        scene.mover,
        "read",
        "reading",
        points={**points, **({"line": moves} if moves else {})},
        against=False,
    )


def _apart(position: Position, point: int, others: set[int]) -> int:
    """The steps from a point to the nearest of others."""
    row, column = divmod(point, position.width)
    width = position.width
    return min(abs(row - p // width) + abs(column - p % width) for p in others)


def _same(verdict: Claim, claim: Claim) -> bool:
    """Whether a claim only repeats the verdict about the same stones."""
    if claim.kind in ("catches", "rescues", "saves", "caught", "weakens", "strengthens"):
        return bool(set(claim.points.get("stones", ())) & set(verdict["stones"]))
    return claim.kind in ("gains", "reduces", "swings", "shape")
