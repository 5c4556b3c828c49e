"""Who will own what: the common measure of everything that has a value in points.

An outlook gives every point a number from +1 (surely Black's) to -1 (surely White's), so that their
sum is the count by area, and the difference between two positions is what a move is worth and
where. Two senses offer one: `strength` (measured: Wolf's fixed point) and `intuition` (learned: the
network's ownership).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from gokan.explain.claim import Certainty
from gokan.go import BLACK, PASS, SYMMETRIES, Position
from gokan.go.symmetry import mapping

if TYPE_CHECKING:
    from gokan.play.tree.evaluation import Evaluation, Evaluator


@dataclass(frozen=True, slots=True)
class View:
    """One position seen by an outlook, from Black's side."""

    owner: tuple[float, ...]
    lead: float
    """Black's lead in points, komi left out where the outlook does not know it."""
    moves: tuple[tuple[int, float], ...] = ()
    """Likely next moves with their chances, best first; empty where the outlook has no opinion."""
    looks: tuple[View, ...] = ()
    """The single looks of which this is the mean; empty for a single look."""


class Outlook(Protocol):
    """What can be asked who owns what."""

    sense: str
    certainty: Certainty

    def view(self, position: Position) -> View:
        """One position."""

    def views(self, positions: Sequence[Position]) -> list[View]:
        """Several at once, which may be faster."""


class StrengthOutlook:
    """By `gokan.strength.weigh`: fast, deterministic, blind to whose turn it is.

    >>> seen = StrengthOutlook().view(Position.empty(9).play("E5"))
    >>> seen.lead > 0 and -1 <= min(seen.owner) <= max(seen.owner) <= 1
    True
    """

    sense = "strength"
    certainty: Certainty = "measured"

    def view(self, position: Position) -> View:
        """One position."""
        from gokan.strength import weigh

        owner = tuple(2 * black - 1 for black in weigh(position).black)
        return View(owner, sum(owner))

    def views(self, positions: Sequence[Position]) -> list[View]:
        """Several, one after the other."""
        return [self.view(position) for position in positions]


class EvaluatorOutlook:
    """By an evaluator of `gokan.play`, such as the network of `gokan.intuition`; what was seen once
    is remembered.

    >>> from gokan.play.tree.evaluators import PlayoutEvaluator
    >>> outlook = EvaluatorOutlook(PlayoutEvaluator(games=20))
    >>> len(outlook.view(Position.empty(5)).owner)
    25
    """

    sense = "intuition"
    certainty: Certainty = "learned"

    def __init__(self, evaluator: Evaluator, *, sense: str = "intuition") -> None:
        self.evaluator = evaluator
        self.sense = sense
        self._seen: dict[Position, View] = {}
        self._sides: dict[tuple[Position, int], View] = {}
        self._searched: dict[tuple[Position, int], View] = {}

    def view(self, position: Position) -> View:
        """One position."""
        return self.views([position])[0]

    def views(self, positions: Sequence[Position]) -> list[View]:
        """Several in one batch."""
        new = [p for p in dict.fromkeys(positions) if p not in self._seen]
        if len(self._seen) + len(new) > _REMEMBERED:
            self._seen.clear()
            new = list(dict.fromkeys(positions))
        if new:
            for position, found in zip(new, self.evaluator.evaluate(new), strict=True):
                self._seen[position] = _viewed(position, found)
        return [self._seen[p] for p in positions]

    @property
    def has_sides(self) -> bool:
        """Whether the evaluator can be told from which side to look."""
        return hasattr(self.evaluator, "from_side")

    def from_side(self, position: Position, way: int) -> View:
        """One position looked at from one of the eight sides; see `has_sides`."""
        if (position, way) not in self._sides:
            if len(self._sides) >= _REMEMBERED:
                self._sides.clear()
            look: Any = self.evaluator
            self._sides[position, way] = _viewed(position, look.from_side(bare(position), way))
        return self._sides[position, way]

    def searched(self, position: Position, visits: int) -> View:
        """What a search sees: the mean over the lines that may follow, each as often as it was
        looked at.
        """
        from gokan.play.tree.searching import Searcher

        known = self._searched.get((position, visits))
        if known is None:
            found = Searcher(self.evaluator).think(bare(position), visits=visits)
            owner = found.ownership or (0.0,) * len(position.board)
            moves = tuple((c.move, c.visits / found.visits) for c in found.candidates[:_LIKELY])
            known = View(owner, found.lead, moves)
            if len(self._searched) >= _REMEMBERED:
                self._searched.clear()
            self._searched[position, visits] = known
        return known


class Searched:
    """An outlook that looks ahead: a search of so many visits instead of a look. What a move is
    worth is then what is left of it after the answers to it.

    >>> from gokan.play.tree.evaluators import PlayoutEvaluator
    >>> ahead = Searched(EvaluatorOutlook(PlayoutEvaluator(games=10)), visits=4)
    >>> len(ahead.view(Position.empty(5)).owner)
    25
    """

    def __init__(self, outlook: EvaluatorOutlook, visits: int) -> None:
        self.outlook, self.visits = outlook, visits
        self.sense, self.certainty = outlook.sense, outlook.certainty

    def view(self, position: Position) -> View:
        """One position."""
        return self.outlook.searched(position, self.visits)

    def views(self, positions: Sequence[Position]) -> list[View]:
        """Several, one after the other."""
        return [self.view(position) for position in positions]


class Averaged:
    """An outlook that looks at a position in several orientations and takes the mean: steadier
    where a network has favourite corners, and no change for a sense that has none.
    """

    def __init__(self, outlook: Outlook, looks: Sequence[int]) -> None:
        self.outlook, self.looks = outlook, tuple(looks)
        self.sense, self.certainty = outlook.sense, outlook.certainty

    def view(self, position: Position) -> View:
        """The mean of the looks."""
        return self.views([position])[0]

    def views(self, positions: Sequence[Position]) -> list[View]:
        """Several; all looks of all of them in one batch, unless each has a side of its own."""
        pairs = [(position, way) for position in positions for way in self.looks]
        inner = self.outlook
        if isinstance(inner, EvaluatorOutlook) and inner.has_sides:
            seen = [inner.from_side(position, way) for position, way in pairs]
        else:
            turned = inner.views([position.transform(way) for position, way in pairs])
            seen = [_turned_back(*pair, view) for pair, view in zip(pairs, turned, strict=True)]
        count = len(self.looks)
        return [_mean(seen[first : first + count]) for first in range(0, len(seen), count)]


def _turned_back(position: Position, way: int, seen: View) -> View:
    """What was seen of the position when it was turned, as it lies."""
    to = mapping(way, position.width, position.height)
    back = {new: old for old, new in enumerate(to)} | {PASS: PASS}
    moves = tuple((back[move], chance) for move, chance in seen.moves)
    return View(tuple(seen.owner[new] for new in to), seen.lead, moves)


def _mean(seen: Sequence[View]) -> View:
    owner = [sum(point) / len(seen) for point in zip(*(one.owner for one in seen), strict=True)]
    chances: dict[int, float] = {}
    for one in seen:
        for move, chance in one.moves:
            chances[move] = chances.get(move, 0.0) + chance / len(seen)
    lead = sum(one.lead for one in seen) / len(seen)
    moves = tuple(sorted(chances.items(), key=lambda x: -x[1]))
    return View(tuple(owner), lead, moves, tuple(seen))


def bare(position: Position) -> Position:
    """The position without the moves that led to it. Boards are compared of which one has the move
    and the other a pass as its last: a network takes a pass for a sign, and looks where the last
    stone was put.
    """
    return position.transform(0)


FIRM = 0.5
"""The share of a number that each single look must find for it to be told."""
LOOKS = (0, 3)
"""The orientations of a first account: as it is and turned by half."""
EVERY = tuple(SYMMETRIES)
_REMEMBERED = 4_000
_LIKELY = 12
_SMALLEST = 9


def _viewed(position: Position, found: Evaluation) -> View:
    """What an evaluator says, from Black's side."""
    sign = 1.0 if position.to_play == BLACK else -1.0
    points = len(position.board)
    owner = found.ownership
    owned = [0.0] * points if owner is None else [sign * float(x) for x in owner]
    return View(tuple(owned), sign * float(found.lead), _likely(found.policy, points))


def _likely(policy: object, points: int) -> tuple[tuple[int, float], ...]:
    if policy is None:
        return ()
    chances = [float(x) for x in policy]  # type: ignore[attr-defined]
    order = sorted(range(len(chances)), key=lambda p: -chances[p])[:_LIKELY]
    return tuple((PASS if p == points else p, chances[p]) for p in order)


@cache
def _network() -> Outlook:
    from gokan.play.tree.evaluators import default_evaluator

    return steadier(EvaluatorOutlook(default_evaluator()))


def steadier(outlook: Outlook) -> Outlook:
    """A learned outlook as the mean of two looks; any other as it is."""
    return Averaged(outlook, LOOKS) if outlook.certainty == "learned" else outlook


def searching(outlook: Outlook, visits: int) -> Outlook:
    """The outlook that searches with so many visits over this one, where that can be done."""
    inner = outlook.outlook if isinstance(outlook, Averaged) else outlook
    if visits and isinstance(inner, EvaluatorOutlook):
        return Searched(inner, visits)
    return outlook


def evaluator_of(outlook: Outlook) -> Evaluator | None:
    """The evaluator behind a learned outlook, to search with; None if there is none."""
    inner = outlook.outlook if isinstance(outlook, Averaged) else outlook
    return inner.evaluator if isinstance(inner, EvaluatorOutlook) else None


def usual(position: Position) -> Outlook:
    """The network's outlook where its weights are there and the board is large enough for what it
    learned from, else that of strength.

    >>> usual(Position.empty(5)).sense
    'strength'
    """
    from gokan.play.tree.evaluators import has_network

    large = min(position.width, position.height) >= _SMALLEST
    return _network() if large and has_network() else StrengthOutlook()
