"""Every claim derived again by an independent path.

| certainty | derived again by |
|---|---|
| exact | the slow twin (`gokan.explain.verify_exact`) |
| proved | a proof written down and given to the checker of `gokan check` |
| read | the same question on the mirrored, colour-swapped board with four times the budget |
| measured, learned | the same number on the mirrored, colour-swapped board |
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from gokan.errors import GokanError
from gokan.explain import verify_exact
from gokan.explain.account import gather
from gokan.explain.claim import Claim
from gokan.explain.outlook import Outlook, usual
from gokan.explain.scene import Level, Scene, Table
from gokan.go import PASS, Position
from gokan.go.symmetry import mapping
from gokan.reading.life import Solution, solve
from gokan.reading.problem import Problem
from gokan.reading.tactics import Capture, Connection, capture, connect

Verdict = Literal["holds", "fails", "not checked"]
TIMES = 4
"""How much more a reading gets the second time."""
MIRROR = 5
"""The symmetry of the second look."""
_CLOSE = {"measured": 0.11, "learned": 0.5}
"""How far, as a share of it or in tenths of a point, a number may differ the second time."""
_OF_CANDIDATES = ("loses", "loses the chance")
_QUICK_NODES, _QUICK_ORDER = 4_000, 3
_PROOF_NODES = 200_000
_PROOF_SECONDS = 6.0
_LIFE_SECONDS = 20.0
_LIFE = {
    "kills": ("loss",),
    "lives": ("loss",),
    "makes ko": ("ko",),
    "refuted": ("win", "ko"),
}
"""What the solver must say after the move, for the opponent."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim and what came of it."""

    claim: Claim
    verdict: Verdict
    how: str


def verify(
    position: Position,
    claims: Iterable[Claim],
    *,
    level: Level = "usual",
    outlook: Outlook | None = None,
) -> tuple[Checked, ...]:
    """Derive claims about one move of a position again.

    >>> from gokan import explain
    >>> position = Position.from_diagram('''
    ...     . X . .
    ...     X O . .
    ...     . X . .
    ...     . . . .
    ... ''')
    >>> account = explain.move(position, "C3")
    >>> {checked.verdict for checked in verify(position, account.claims)}
    {'holds'}
    """
    second = _Second(position, level, outlook or usual(position))
    return tuple(_check(position, claim, second) for claim in claims)


def _check(position: Position, claim: Claim, second: _Second) -> Checked:
    if claim.kind in _OF_CANDIDATES:
        return Checked(claim, "not checked", "it compares with other candidates")
    if claim.certainty == "exact":
        agrees = verify_exact.check(position, claim)
        verdict: Verdict = "not checked" if agrees is None else "holds" if agrees else "fails"
        return Checked(claim, verdict, "derived again by a slow twin")
    if claim.certainty == "proved":
        return Checked(claim, _proof(position, claim), "a proof was written and checked")
    how = "asked again on the mirrored board with colours swapped"
    return Checked(claim, "holds" if second.agrees(claim) else "fails", how)


def _proof(position: Position, claim: Claim) -> Verdict:
    """Read the question once more, write its proof and let the checker decide."""
    from gokan.reading.check_bundle import check_file
    from gokan.reading.proof import NoProof, prove

    try:
        answer = _proved_answer(position, claim)
        if answer is None:
            return "not checked"
        lines = prove(answer, seconds=_PROOF_SECONDS)
    except NoProof:  # not written down in time
        return "not checked"
    except GokanError:
        return "fails"
    verdict = check_file(lines).verdict
    if verdict == "judged":  # written with judged ends: neither for nor against the claim
        return "not checked"
    return "holds" if verdict == "accepted" else "fails"


def _proved_answer(position: Position, claim: Claim) -> Capture | Connection | Solution | None:
    after = position.play(claim.move)
    if claim.kind in _LIFE:
        blocks = {after.block(p).stones[0] for p in claim["stones"] if after.board[p]}
        problem = Problem.make(after, target=tuple(sorted(blocks)))
        answer = solve(problem, seconds=_LIFE_SECONDS, details=False, trials=False)
        return answer if answer.result in _LIFE[claim.kind] else None
    elsewhere = after.play(PASS)
    if claim.kind in ("catches", "endangers", "neglects", "threatens"):
        stone = claim["stones"][0]
        board = elsewhere if claim.kind == "threatens" else after
        first: Any = "defend" if claim.kind == "catches" else "attack"
        quick = capture(board, stone, first=first, nodes=_QUICK_NODES, order=_QUICK_ORDER)
        if quick.grade == "proved":
            return quick
        return capture(board, stone, first=first, nodes=_PROOF_NODES)
    if claim.kind == "connects":
        a, b = claim["blocks"]
        joined = connect(after, a, b, first="cut", nodes=_QUICK_NODES, order=_QUICK_ORDER)
        if joined.grade == "proved":
            return joined
        return connect(after, a, b, first="cut", nodes=_PROOF_NODES)
    return None


class _Second:
    """The second look: the position turned, mirrored, with colours swapped."""

    def __init__(self, position: Position, level: Level, outlook: Outlook) -> None:
        self.to = mapping(MIRROR, position.width, position.height)
        self.board = position.transform(MIRROR).swap_colors()
        self.table = Table(self.board, outlook=outlook, level=level, times=TIMES)
        self.found: dict[int, list[Claim]] = {}

    def agrees(self, claim: Claim) -> bool:
        """Whether the same is said there."""
        if claim.kind in _LIFE:
            return self._life(claim)
        move = self.to[claim.move]
        if move not in self.found:
            scene = Scene(self.board, move, self.table)
            self.found[move] = gather(scene)
        return any(self._same(claim, other) for other in self.found[move])

    def _life(self, claim: Claim) -> bool:
        """Whether the solver says the same of the group there."""
        first = claim["at"][0] if claim.kind == "refuted" else claim.move
        after = self.board.play(self.to[first])
        stones = [self.to[p] for p in claim["stones"]]
        blocks = {after.block(p).stones[0] for p in stones if after.board[p]}
        if not blocks:
            return claim.kind == "kills"
        problem = Problem.make(after, target=tuple(sorted(blocks)))
        answer = solve(problem, seconds=_LIFE_SECONDS, details=False, trials=False)
        return answer.result in _LIFE[claim.kind]

    def _same(self, claim: Claim, other: Claim) -> bool:
        if claim.kind != other.kind:
            return False
        if claim.sense == "reading":
            part = next(p for p in ("blocks", "stones", "ours") if p in claim.points)
            return {self.to[p] for p in claim.points[part]} == set(other.points[part])
        if "stones" in claim.points:
            same = {self.to[p] for p in claim.points["stones"]} == set(other.points["stones"])
        elif "area" in claim.points:
            place = {self.to[p] for p in claim.points["area"]} & set(other.points["area"])
            same = bool(place)
        else:
            same = True
        limit = _CLOSE[claim.certainty] * max(1.0, abs(claim.value))
        return same and abs(claim.value - other.value) <= limit
