"""The move against the other candidates: which they are, and what it loses to the best of them.

Points come from a search where one is given, else from the outlook's look at each candidate, which
is noisier. A difference smaller than the noise is not held against a move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gokan.explain import select, words
from gokan.explain.claim import Claim
from gokan.explain.price import CONCRETE
from gokan.explain.scene import AHEAD, Scene, Table
from gokan.go import PASS

if TYPE_CHECKING:
    from gokan.play.tree.answer import Search

NOISE = 3.0
"""Points that one look of the network may be wrong by."""
NOISE_SEARCHED = 2.0
"""And a search."""
CONFIRM = 40
"""Visits of each search that confirms what single looks hold against a move."""
LONG = 120
"""And of a longer one, where these find a difference: what it does not find is not told."""
_TURNED = 3
"""How the board of the second short search is turned: half round."""
_LIKELY = 10
_LONGEST = 5
"""Moves of a continuation that are told."""
NATURAL = 0.1
"""The chance from which on a move is one that comes to mind."""
_NEAR = 5
"""Steps within which a better move says something about the shape."""
_NO_REASON = frozenset(
    {"shape", "answers", "besides", "expected", "elsewhere", "wanted point", "otherwise"}
)
"""Kinds that do not say why a move is better."""
RIGHT = 1.5
"""A move that loses no more than so many points is right, as far as can be told."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move loses, in points, and to which."""

    loss: float
    best: int
    noise: float
    line: tuple[int, ...] = ()
    """How the opponent is likely to go on after the move, where a search found a bad one out."""

    @property
    def bad(self) -> bool:
        """It loses more than could be noise."""
        return self.loss > self.noise


def others(
    table: Table, move: int, candidates: Sequence[int] | None, search: Search | None
) -> list[int]:
    """Legal points besides the move, the likeliest first; none that takes off its own stones."""
    if candidates is None:
        candidates = expected(table) if search is None else [c.move for c in search.candidates]
        if len(candidates) <= _LIKELY:
            candidates = [*candidates, *expected(table)]
    position = table.position
    return [
        p
        for p in dict.fromkeys(candidates)
        if p not in (move, PASS) and position.is_legal(p) and position.play(p).board[p]
    ]


def expected(table: Table) -> list[int]:
    """The moves that are most likely here, by the outlook or by `gokan.strength.expect`."""
    if table.outlook is not None and table.outlook.certainty == "learned":
        moves = table.outlook.view(table.position).moves
        if moves:
            return [move for move, _ in moves]
    from gokan.strength import expect

    return [one.move for one in expect(table.position).moves[: _LIKELY + 1]]


def verdict(scene: Scene, others: Sequence[Scene], search: Search | None) -> Verdict | None:
    """What the move loses to the best candidate; None where nobody can say."""
    sign = 1 if scene.mover == 1 else -1
    if search is not None:
        leads = {c.move: sign * c.lead for c in search.candidates if c.visits > 1}
        if scene.move in leads:
            best = max(leads, key=lambda p: leads[p])
            line = next(c.line[1:] for c in search.candidates if c.move == scene.move)
            loss = leads[best] - leads[scene.move]
            return Verdict(loss, best, NOISE_SEARCHED, told_line(line))
    outlook = scene.table.outlook
    if outlook is None or outlook.certainty != "learned":
        return None
    seen = {
        one.move: sign * one.outcome.lead for one in (scene, *others) if one.outcome is not None
    }
    best = max(seen, key=lambda p: seen[p])
    found = Verdict(seen[best] - seen[scene.move], best, NOISE)
    return _confirmed(scene, found) if found.bad else found


def _confirmed(scene: Scene, found: Verdict) -> Verdict:
    """Before a move is called bad on single looks: short searches after it and after the better
    one, as long for both. At the levels `quick` and `tactics`, and where the outlook cannot be
    searched with, the looks have to do.
    """
    searched = _searched(scene, found.best, scene.move)
    if searched is None:
        return found
    best = found.best if searched.more > 0 else scene.move
    return Verdict(max(0.0, searched.more), best, NOISE, searched.line)


@dataclass(frozen=True, slots=True)
class _Searched:
    """What searches find of two moves."""

    more: float
    """Points by which the first is worth more: what all searches find at least, so 0 where they do
    not agree which is better."""
    lines: tuple[tuple[int, ...], tuple[int, ...]]
    """How the opponent is likely to go on after each."""

    @property
    def line(self) -> tuple[int, ...]:
        """After the second."""
        return self.lines[1]


def _searched(scene: Scene, one: int, other: int) -> _Searched | None:
    """Two moves by searches of equal length, short ones from two sides of the board, and where
    these find more than noise a longer one; None where the outlook cannot be searched with, or
    nothing is to be searched.
    """
    differences: list[float] = []
    lines: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    for visits, way in ((CONFIRM, _TURNED), (CONFIRM, 0), (LONG, 0)):
        first, second = _thought(scene, one, visits, way), _thought(scene, other, visits, way)
        if first is None or second is None:
            return None
        differences.append(first[0] - second[0])
        if not way:
            lines = first[1], second[1]
        if visits == CONFIRM and way == 0 and abs(_common(differences)) <= NOISE:
            break
    return _Searched(_common(differences), lines)


def _common(differences: Sequence[float]) -> float:
    """What all of them have in common: the smallest, or 0 if they do not have the same sign."""
    agree = min(differences) > 0 or max(differences) < 0
    return min(differences, key=abs) if agree else 0.0


def _thought(
    scene: Scene, move: int, visits: int, way: int
) -> tuple[float, tuple[int, ...]] | None:
    """The mover's lead after a move by a search on the board turned some way, and the likely
    continuation there.
    """
    from gokan.explain.outlook import evaluator_of
    from gokan.play.tree.searching import Searcher

    outlook = scene.table.outlook
    evaluator = None if outlook is None else evaluator_of(outlook)
    if evaluator is None or not AHEAD[scene.table.level]:
        return None
    after = scene.before.play(move)
    answer = Searcher(evaluator).think(after.transform(way) if way else after, visits=visits)
    line = answer.candidates[0].line if answer.candidates else ()
    return (1 if scene.mover == 1 else -1) * answer.lead, told_line(line)


def told_line(line: Sequence[int]) -> tuple[int, ...]:
    """The part of a line that is worth telling: its first moves, up to a pass."""
    moves = list(line[:_LONGEST])
    return tuple(moves[: moves.index(PASS)] if PASS in moves else moves)


def alternative(scene: Scene, verdict: Verdict | None, others: Sequence[Scene]) -> list[Claim]:
    """What the natural move beside a good one would have lost, and how it is answered.

    Natural is the likeliest other move nearby; what it loses is confirmed by searches.
    """
    outlook, mine = scene.table.outlook, scene.outcome
    if verdict is None or verdict.bad or outlook is None or mine is None:
        return []
    sign = 1 if scene.mover == 1 else -1
    likely = dict(outlook.view(scene.before).moves)
    close = [one for one in others if scene.distance(one.move) <= _NEAR]
    natural = max(close, key=lambda one: likely.get(one.move, 0.0), default=None)
    if natural is None or likely.get(natural.move, 0.0) < NATURAL or natural.outcome is None:
        return []
    if sign * (mine.lead - natural.outcome.lead) <= NOISE:
        return []
    searched = _searched(scene, scene.move, natural.move)
    if searched is None or not searched.line or searched.more <= NOISE:
        return []
    return [
        Claim(
            "alternative",
            scene.move,
            scene.mover,
            "learned",
            outlook.sense,
            points={"at": (natural.move,), "line": searched.line},
            numbers={"points": round(searched.more, 1)},
        )
    ]


def compared(scene: Scene, verdict: Verdict | None, played: int | None) -> list[Claim]:
    """What the move is worth beside the one that was played, by searches of equal length; nothing
    where that one is the best and the move is bad, which says the same.
    """
    if played is None or played == scene.move or not scene.before.is_legal(played):
        return []
    if verdict is not None and verdict.bad and verdict.best == played:
        return []
    searched = _searched(scene, scene.move, played)
    outlook = scene.table.outlook
    if searched is None or outlook is None:
        return []
    more, line = searched.more, searched.lines[0]
    how = "even" if abs(more) <= NOISE or not line else "more" if more > 0 else "less"
    return [
        Claim(
            "compared",
            scene.move,
            scene.mover,
            "learned",
            outlook.sense,
            points={"best": (played,), **({"line": line} if how == "less" else {})},
            numbers={"points": round(abs(more), 1)},
            names={"how": how},
            against=how == "less",
        )
    ]


def claims(
    scene: Scene,
    verdict: Verdict | None,
    found: Sequence[Claim],
    theirs: Mapping[int, Sequence[Claim]],
) -> list[Claim]:
    """What is held against a bad move: what it loses, and what the best move would have done."""
    if verdict is None or not verdict.bad or verdict.best not in theirs:
        return []
    outlook = scene.table.outlook
    sense = "play" if verdict.noise == NOISE_SEARCHED or outlook is None else outlook.sense
    loses = Claim(
        "loses",
        scene.move,
        scene.mover,
        "learned",
        sense,
        points={"best": (verdict.best,), **({"line": verdict.line} if verdict.line else {})},
        numbers={"points": round(verdict.loss, 1)},
        value=-verdict.loss,
        against=True,
    )
    said = [loses]
    better = _reason(scene, theirs[verdict.best], found)
    if better is not None:
        text = words.sentence(better, scene.before, first=False, relative=True).text
        said.append(
            Claim(
                "loses the chance",
                scene.move,
                scene.mover,
                better.certainty,
                better.sense,
                points={"best": (verdict.best,)},
                names={"reason": text},
                value=-abs(better.value),
                against=True,
                rests_on=(better,),
            )
        )
    return said


def _reason(scene: Scene, best: Sequence[Claim], found: Sequence[Claim]) -> Claim | None:
    """The weightiest claim of the best move that the played one cannot make."""
    ranked = select.rank(best, [found], lambda claim: words.pattern(claim, scene.before))
    for _, share, claim in ranked:
        if share == 0 and not select.speaks_against(claim) and claim.kind not in _NO_REASON:
            return claim
    return None


def _looks_right(scene: Scene, others: Sequence[Scene]) -> bool:
    """Whether the looks find no other candidate much better, either."""
    sign = 1 if scene.mover == 1 else -1
    leads = [sign * one.view.lead for one in (scene, *others) if one.view is not None]
    return not leads or max(leads) - leads[0] <= RIGHT


def shape_here(
    scene: Scene, verdict: Verdict | None, others: Sequence[Scene], found: Sequence[Claim]
) -> list[Claim]:
    """Whether the shape of a move is good here: a bad one that does a deed, a good one that loses.

    What a shape is usually worth is what players think; what it does here is another claim.
    """
    if verdict is None:
        return []
    shapes = [claim for claim in found if claim.kind == "shape"]
    shape = max(shapes, key=lambda claim: claim.numbers["weight"], default=None)
    if shape is None or {"good", "bad"} <= {claim.names["repute"] for claim in shapes}:
        return []
    repute = shape.names["repute"]
    names = {"shape": shape.names["shape"], "repute": repute}
    numbers: dict[str, float] = {}
    rests_on: tuple[Claim, ...] = (shape,)
    if repute == "bad" and verdict.loss <= RIGHT and _looks_right(scene, others):
        deeds = [c for c in found if c.kind in CONCRETE and not c.against]
        deed = max(deeds, key=lambda c: (c.value, -CONCRETE.index(c.kind)), default=None)
        if deed is None or deed.value < 1.0:
            return []
        text = words.sentence(deed, scene.before, first=False).text
        names["reason"] = text[0].lower() + text[1:]
        points = dict(shape.points)
        rests_on = (shape, deed)
    elif repute == "good" and verdict.bad and scene.distance(verdict.best) <= _NEAR:
        points = {**shape.points, "best": (verdict.best,)}
        numbers = {"points": round(verdict.loss, 1)}
    else:
        return []
    return [
        Claim(
            "shape here",
            scene.move,
            scene.mover,
            "learned",
            "shape",
            points,
            numbers=numbers,
            names=names,
            against=repute == "good",
            rests_on=rests_on,
        )
    ]
