"""Every claim derived again by an independent path.

| certainty | derived again by |
|---|---|
| exact | the slow twin (`gokan.explain.verifying.exact`) |
| proved | a proof written down and given to the checker of `gokan check` |
| read | the same question on the mirrored, colour-swapped board with four times the budget |
| measured | the same number on the mirrored, colour-swapped board |
| learned | at least half of the number there, as the mean of all eight looks |

A proof that cannot be written down in time, or not without something judged, decides nothing; then
the search must prove the same once more on the mirrored, colour-swapped board, and the answer says
that only this was done. A claim that compares with other moves holds if everything it rests on does
and the difference is found again there, by searches four times as long.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gokan.errors import GokanError
from gokan.explain import compare
from gokan.explain.account import gather
from gokan.explain.claim import Claim
from gokan.explain.outlook import EVERY, Averaged, Outlook, evaluator_of, usual
from gokan.explain.price import AREAS, GROUPS, outcome_gains, points_of, unclaimed
from gokan.explain.scene import AHEAD, Level, Scene, Table
from gokan.explain.sources import besides, expected, kos, manner, tempo
from gokan.explain.sources.prospects import chance, changes
from gokan.explain.verifying import exact as verify_exact
from gokan.go import BLACK, PASS, Color, Position
from gokan.go.symmetry import mapping
from gokan.play.tree.searching import Searcher
from gokan.reading.budget import Budget
from gokan.reading.life.solve import Solution, solve
from gokan.reading.problem import Problem
from gokan.reading.tactics.questions import Capture, Connection, capture, connect

Verdict = Literal["holds", "fails", "not checked"]
TIMES = 4
"""How much more a reading gets the second time."""
MIRROR = 5
"""The symmetry of the second look."""
_CLOSE = 0.01
"""How many points a measured number may differ the second time."""
_HALF = 0.5
"""What share of a learned number must be found again."""
_NEARLY = 0.1
"""By how much a chance may miss the limit that a word stands for."""
PROOF_CHECKED = "a proof was written and checked"
PROVED_AGAIN = "proved again on the mirrored board with colours swapped; no proof could be checked"
_OF_CANDIDATES = ("loses", "loses the chance", "shape here", "alternative", "compared")
"""Claims that compare with other candidates: each part of them is derived again."""
_NUMBERS_TOO = ("joseki", "wins race", "loses race")
_LIKELY = 5
"""Other moves that a move which is called right is held against."""
_QUICK_NODES, _QUICK_ORDER = 4_000, 3
_PROOF_NODES = 200_000
_PROOF_SECONDS = 6.0
_SHORTEST = 2
"""Lines of a proof: the question, and its first node."""
_LIFE_SECONDS = 20.0
_TEMPO = {
    "must be answered": tempo.MUST_ANSWER,
    "keeps sente": tempo.SENTE,
    "gote": tempo.GOTE,
}
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
    nodes: int | None = None,
) -> tuple[Checked, ...]:
    """Derive claims about one move of a position again. Where the life of a group was read within a
    number of `nodes`, it is read again within four times as many, else within some seconds.

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
    life = Budget(seconds=_LIFE_SECONDS) if nodes is None else Budget(nodes=TIMES * nodes)
    second = _Second(position, level, outlook or usual(position), life)
    return tuple(_check(position, claim, second) for claim in claims)


def _check(position: Position, claim: Claim, second: _Second) -> Checked:
    if claim.kind in _OF_CANDIDATES:
        how = "what it rests on was derived again, and the loss on the mirrored board"
        return Checked(claim, _compared(position, claim, second), how)
    if claim.certainty == "exact":
        agrees = verify_exact.check(position, claim)
        verdict: Verdict = "not checked" if agrees is None else "holds" if agrees else "fails"
        return Checked(claim, verdict, "derived again by a slow twin")
    if claim.certainty == "proved":
        return _proved(position, claim, second)
    how = "asked again on the mirrored board with colours swapped"
    return Checked(claim, "holds" if second.agrees(claim) else "fails", how)


def _compared(position: Position, claim: Claim, second: _Second) -> Verdict:
    """What a comparison rests on, each by its own path; then the difference itself."""
    found = {_check(position, one, second).verdict for one in claim.rests_on}
    if claim.kind == "shape here" and claim["repute"] == "bad":
        found.add(second.right(claim))
    elif claim.kind != "loses the chance":
        found.add(second.loses(claim))
    return next((one for one in _WORST_FIRST if one in found), "not checked")


_WORST_FIRST: tuple[Verdict, ...] = ("fails", "not checked", "holds")


def _proved(position: Position, claim: Claim, second: _Second) -> Checked:
    """By the checker; where it cannot decide, by a second search."""
    verdict, judged = _proof(position, claim, second.life)
    if judged and claim.kind in _LIFE and _proof_of_problem(position, claim, second.life):
        return Checked(claim, "holds", PROOF_CHECKED)
    if verdict == "not checked" and second.proves(claim):
        return Checked(claim, "holds", PROVED_AGAIN)
    return Checked(claim, verdict, PROOF_CHECKED)


def _proof(position: Position, claim: Claim, life: Budget) -> tuple[Verdict, bool]:
    """Read the question once more, write its proof and let the checker decide. Also whether the
    second reading only judged: then it may be wrong.
    """
    answer = _proved_answer(position, claim, life)
    says = None if answer is None else _says(answer, claim)
    if answer is None or says is None:
        return "not checked", True
    if not says:
        return "fails", not _is_proved(answer)
    _, verdict = _written(answer)
    return verdict, verdict == "not checked"


def _proof_of_problem(position: Position, claim: Claim, life: Budget) -> bool:
    """Whether a proof of the position before the move, which must begin with it, says the same: the
    region of a problem is clearer there.
    """
    heads = {position.block(p).stones[0] for p in claim["stones"]}
    problem = Problem.make(position, target=tuple(sorted(heads)))
    answer = solve(
        problem, budget=life, order=(claim.move,), all_moves=False, details=False, trials=False
    )
    if answer.result != "win" or not answer.proved or claim.kind == "makes ko":
        return False
    lines, verdict = _written(answer)
    return verdict == "holds" and _first_moves(lines) == [claim.move]


def _written(answer: Capture | Connection | Solution) -> tuple[list[str], Verdict]:
    """The proof of an answer, and what the checker says of it."""
    from gokan.reading.check.bundle import check_file
    from gokan.reading.proof.write import NoProof, prove

    try:
        lines = prove(answer, seconds=_PROOF_SECONDS)
    except NoProof:  # not written down in time
        return [], "not checked"
    except GokanError:
        return [], "fails"
    verdict = check_file(lines).verdict
    if verdict == "judged":  # written with judged ends: neither for nor against the claim
        return lines, "not checked"
    return lines, "holds" if verdict == "accepted" else "fails"


def _first_moves(lines: Sequence[str]) -> list[int]:
    """The moves with which a proof begins; none if it is not a single one."""
    if len(lines) < _SHORTEST:
        return []
    _, *moves = json.loads(lines[1])
    return [one[0] for one in moves if isinstance(one, list)]


def _proved_answer(
    position: Position,
    claim: Claim,
    life: Budget,
    times: int = 1,
    to: Sequence[int] | None = None,
) -> Capture | Connection | Solution | None:
    """The reading that a claim rests on; with `to` on a board that was turned that way."""

    def at(part: str) -> list[int]:
        return [p if to is None else to[p] for p in claim[part]]

    after = position.play(claim.move if to is None else to[claim.move])
    if claim.kind in _LIFE:
        blocks = {after.block(p).stones[0] for p in at("stones") if after.board[p]}
        problem = Problem.make(after, target=tuple(sorted(blocks)))
        return solve(problem, budget=life, details=False, trials=False)
    elsewhere = after.play(PASS)
    if claim.kind in ("catches", "endangers", "neglects", "threatens"):
        stone = at("stones")[0]
        board = elsewhere if claim.kind == "threatens" else after
        first: Any = "defend" if claim.kind == "catches" else "attack"
        quick = capture(board, stone, first=first, nodes=_QUICK_NODES, order=_QUICK_ORDER)
        if quick.grade == "proved":
            return quick
        return capture(board, stone, first=first, nodes=times * _PROOF_NODES)
    if claim.kind == "connects":
        a, b = at("blocks")
        joined = connect(after, a, b, first="cut", nodes=_QUICK_NODES, order=_QUICK_ORDER)
        if joined.grade == "proved":
            return joined
        return connect(after, a, b, first="cut", nodes=times * _PROOF_NODES)
    return None


def _says(answer: Capture | Connection | Solution, claim: Claim) -> bool | None:
    """Whether a reading says what the claim does; None where it does not know."""
    if isinstance(answer, Solution):
        return None if answer.result == "unknown" else answer.result in _LIFE[claim.kind]
    return answer.captured if isinstance(answer, Capture) else answer.connected


def _is_proved(answer: Capture | Connection | Solution) -> bool:
    return answer.proved if isinstance(answer, Solution) else answer.grade == "proved"


class _Second:
    """The second look: the position turned, mirrored, with colours swapped."""

    def __init__(self, position: Position, level: Level, outlook: Outlook, life: Budget) -> None:
        self.life = life
        self.to = mapping(MIRROR, position.width, position.height)
        rules = position.rules
        swapped = position.transform(MIRROR).swap_colors()
        self.board = swapped.with_rules(rules.with_(komi=-rules.komi))
        self.table = Table(self.board, outlook=_every(outlook), level=level, times=TIMES)
        self.read = Table(self.board, level=level, times=TIMES)
        """Without an outlook, which what is read does not need."""
        self.first = Table(position, outlook=outlook, level=level)
        self.found: dict[int, list[Claim]] = {}

    def proves(self, claim: Claim) -> bool:
        """Whether the search proves the same there, with more positions."""
        answer = _proved_answer(self.board, claim, self.life, TIMES, self.to)
        return answer is not None and bool(_says(answer, claim)) and _is_proved(answer)

    def agrees(self, claim: Claim) -> bool:
        """Whether the same is said there."""
        if claim.kind in _LIFE:
            return self._life(claim)
        if claim.kind in (*GROUPS, *AREAS):
            return self._number(claim) and self._leans(claim)
        if claim.kind == "elsewhere":
            return self._rest(claim)
        if claim.kind == "besides":
            return self._besides(claim)
        if claim.kind in _TEMPO or claim.kind in ("ko size", "ko threat"):
            return self._tempo(claim)
        if claim.kind == "expected":
            likely = expected.chance(Scene(self.board, self.to[claim.move], self.table))
            few = claim.names["how"] == "few"
            return (
                likely <= expected.MANY / _HALF if few else likely >= _HALF * claim["chance"] / 100
            )
        if claim.kind == "wanted point":
            return self._wants(claim.move) >= _HALF * claim.numbers["chance"] / 100
        if claim.kind == "otherwise":
            return self._wants(claim["at"][0]) >= _HALF * claim.numbers["chance"] / 100
        move = self.to[claim.move]
        if move not in self.found:
            self.found[move] = gather(Scene(self.board, move, self.read))
        return any(self._same(claim, other) for other in self.found[move])

    def _wants(self, point: int) -> float:
        """The chance that the opponent plays at a point if the mover plays elsewhere."""
        seen = self.table.ignored_view
        return dict(seen.moves).get(self.to[point], 0.0) if seen else 0.0

    def loses(self, claim: Claim) -> Verdict:
        """Whether the better move is worth at least half as much more, by longer searches where
        the outlook can be searched with, else by all looks.
        """
        if claim.kind == "alternative":  # here the move of the claim is the better one
            moves = claim["at"][0], claim.move
        elif claim.kind == "compared" and claim["how"] == "more":
            moves = claim["best"][0], claim.move
        else:
            moves = claim.move, claim["best"][0]
        move, best = (self.to[point] for point in moves)
        leads = [self._lead(self.board.play(point), searched=True) for point in (move, best)]
        if leads[0] is None or leads[1] is None:
            return "not checked"
        if claim.kind == "compared" and claim["how"] == "even":
            close = abs(leads[1] - leads[0]) <= compare.NOISE / _HALF
            return "holds" if close else "fails"
        return "holds" if leads[1] - leads[0] >= _HALF * claim["points"] else "fails"

    def right(self, claim: Claim) -> Verdict:
        """Whether no likely move is worth much more than this one, by all looks."""
        outlook, move = self.table.outlook, self.to[claim.move]
        if outlook is None or outlook.certainty != "learned":
            return "not checked"
        likely = [p for p, _ in outlook.view(self.board).moves if p not in (PASS, move)][:_LIKELY]
        leads = [self._lead(self.board.play(p)) or 0.0 for p in (move, *likely)]
        return "holds" if max(leads) - leads[0] <= compare.RIGHT / _HALF else "fails"

    def _lead(self, position: Position, *, searched: bool = False) -> float | None:
        """The lead of the mover of the claim, after a move of his."""
        outlook = self.table.outlook
        if outlook is None or outlook.certainty != "learned":
            return None
        sign = 1 if self.board.to_play == BLACK else -1
        evaluator = evaluator_of(outlook) if searched and AHEAD[self.table.level] else None
        if evaluator is None:
            return sign * outlook.view(position).lead
        visits = TIMES * compare.LONG
        return sign * Searcher(evaluator).think(position, visits=visits).lead

    def _number(self, claim: Claim) -> bool:
        """Whether the gain on the points of the claim is the same; of a learned one, at least
        half of it in the same direction.
        """
        scene = Scene(self.first.position, claim.move, self.first)
        again = Scene(self.board, self.to[claim.move], self.table)
        points = points_of(scene, claim)
        one, two = (self._gain(x) for x in (scene, again))
        if one is None or two is None:
            return False
        first, second = sum(one[p] for p in points), sum(two[self.to[p]] for p in points)
        if claim.certainty == "measured":
            return abs(first - second) <= _CLOSE
        return first * second > 0 and abs(second) >= _HALF * abs(first)

    def _leans(self, claim: Claim) -> bool:
        """Whether the group that a move leans on is the safer one there as well; True of a claim
        that says nothing of the kind.
        """
        after = Scene(self.board, self.to[claim.move], self.table).view
        if claim.names.get("how") != "leans" or after is None:
            return claim.names.get("how") != "leans"
        [on] = claim["on"]
        weak, safe = (
            chance(after, frozenset(stones), Color(self.board.board[min(stones)]))
            for stones in ({self.to[p] for p in claim["stones"]}, self.table.group(self.to[on]))
        )
        return safe >= manner.WEAK - _NEARLY and weak < min(safe, manner.WEAK + _NEARLY)

    def _rest(self, claim: Claim) -> bool:
        """Whether a longer search finds about as much on the rest of the board."""
        scene = Scene(self.first.position, claim.move, self.first)
        again = Scene(self.board, self.to[claim.move], self.table)
        points = unclaimed(scene, self._claims(scene), outcome_gains(scene))
        found = sum(outcome_gains(again)[self.to[p]] for p in points)
        if claim["how"] == "even":
            return abs(found) <= compare.NOISE / _HALF
        return abs(found - claim.value) <= max(compare.NOISE, _HALF * abs(claim.value))

    def _claims(self, scene: Scene) -> list[Claim]:
        """All claims of a first account."""
        return self.first.once(("claims", scene.move), lambda: gather(scene))

    def _besides(self, claim: Claim) -> bool:
        """Whether at least half of what changes in an area besides is found there as well."""
        scene = Scene(self.first.position, claim.move, self.first)
        again = Scene(self.board, self.to[claim.move], self.table)
        one, two = self._gain(scene), self._gain(again)
        if one is None or two is None:
            return False
        left = besides.by_area(scene, unclaimed(scene, self._claims(scene), one))[claim["areas"]]
        first, second = sum(one[p] for p in left), sum(two[self.to[p]] for p in left)
        return first * second > 0 and abs(second) >= _HALF * abs(first)

    def _tempo(self, claim: Claim) -> bool:
        """Whether the next move there is worth as much more, or less; half of it will do."""
        scene = Scene(self.board, self.to[claim.move], self.table)
        if claim.kind in ("ko size", "ko threat"):
            return self._ko(scene, claim)
        size = claim.numbers.get("size", 0.0)
        if size and tempo.endgame_size(scene) < _HALF * size:
            return False
        more, usual = tempo.follow_up(scene)
        margin = more - usual
        if claim.kind == "gote":
            return margin <= (1 - _HALF) * tempo.GOTE
        return margin >= _HALF * _TEMPO[claim.kind]

    def _ko(self, scene: Scene, claim: Claim) -> bool:
        """Whether the ko, and the threat, are worth at least half as much."""
        [taken] = claim["at"]
        size = claim.kind == "ko size"
        board = scene.after if size else scene.ignored
        ko = kos.ko_worth(scene, board, taken=self.to[taken])
        if ko is None or ko < _HALF * claim["points" if size else "ko"]:
            return False
        return size or tempo.follow_up(scene)[0] >= _HALF * claim["points"]

    def _gain(self, scene: Scene) -> list[float] | None:
        before, after = scene.table.ignored_view, scene.view
        return None if before is None or after is None else changes(before, after, scene.mover)

    def _life(self, claim: Claim) -> bool:
        """Whether the solver says the same of the group there."""
        first = claim["at"][0] if claim.kind == "refuted" else claim.move
        after = self.board.play(self.to[first])
        stones = [self.to[p] for p in claim["stones"]]
        blocks = {after.block(p).stones[0] for p in stones if after.board[p]}
        if not blocks:
            return claim.kind == "kills"
        problem = Problem.make(after, target=tuple(sorted(blocks)))
        answer = solve(problem, budget=self.life, details=False, trials=False)
        if answer.result != "unknown":
            return answer.result in _LIFE[claim.kind]
        return self._solves(claim, self.to[first])

    def _solves(self, claim: Claim, first: int) -> bool:
        """Whether the move is among those that solve the problem, or not if it is refuted: the
        region of a problem is clearer before the move than after it.
        """
        stones = [self.to[p] for p in claim["stones"]]
        heads = {self.board.block(p).stones[0] for p in stones if self.board.board[p]}
        problem = Problem.make(self.board, target=tuple(sorted(heads)))
        answer = solve(problem, budget=self.life)
        if claim.kind == "refuted":
            open_ = (*answer.winning_moves, *answer.undecided_moves)
            return answer.result != "unknown" and first not in open_
        return first in (answer.ko_moves if claim.kind == "makes ko" else answer.winning_moves)

    def _same(self, claim: Claim, other: Claim) -> bool:
        """Whether two claims of a kind speak of the same stones; of a race, and of how often
        professionals went on so, the numbers must be the same as well.
        """
        if claim.kind != other.kind:
            return False
        if claim.kind in _NUMBERS_TOO and dict(claim.numbers) != dict(other.numbers):
            return False
        if claim.kind == "joseki":
            return claim.names["rank"] == other.names["rank"]
        if "blocks" in claim.points:  # each is named by one of its stones, which may be another
            block = self.board.block
            named = {block(self.to[p]) for p in claim["blocks"]}
            return named == {block(p) for p in other["blocks"]}
        return all(
            {self.to[p] for p in claim.points[part]} == set(other.points[part])
            for part in ("stones", "ours", "theirs")
            if part in claim.points
        )


def _every(outlook: Outlook) -> Outlook:
    """The same outlook in all orientations: four times the looks of a first account."""
    single = outlook.outlook if isinstance(outlook, Averaged) else outlook
    return Averaged(single, EVERY)
