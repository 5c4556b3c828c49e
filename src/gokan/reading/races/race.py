"""Races (semeai): two groups that cannot both live, and which of them falls first.

`race` asks two questions of the side that moves first: can it save its own group, and can it take
the other? Both are read by `core/reading/arena/race.h` in one region that holds the two groups (see
`gokan.reading.regions.race_arena`). Where the answer to both is yes, a third question decides
whether one plan does both, and only then the race is won. Where neither group falls, it is asked
whether they have two eyes: only without them it is a seki (`gokan.reading.races.joint`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import EMPTY, PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.races.count import Count, count
from gokan.reading.races.joint import gets_two_eyes, meet, wins_both
from gokan.reading.regions.race_arena import Arena, core_of, race_arena
from gokan.reading.regions.reader import KILLED
from gokan.reading.regions.region import Region

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = ["Race", "Verdict", "race"]

Outcome = Literal["wins", "loses", "seki", "both live", "ko", "no race", "unknown"]
"""For the side that moves first. *both live*: neither falls, and at least one gets two eyes or gets
out, or that was not settled. *no race*: the groups neither touch nor share a liberty.
"""

ENDLESS, MANY = 127, 6
MEMORY = 64 << 20
_FOR_BOTH, _FOR_EYES = 0.7, 0.3  # of what is left, for each of these questions


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of the two questions.

    `code`: 0 no; 1 yes; 2 in a ko that the mover takes first; 3 in a ko for which the mover needs
    the first threat; None if the budget ended before that was read. `favours` is the side of the
    answer that the search leaned to when it ended, and agrees with the code where there is one.
    """

    code: int | None
    favours: bool
    move: int | None
    """A first move that does it; PASS where none is needed."""
    nodes: int


@dataclass(frozen=True, slots=True)
class Race:
    """The answer to a race, from the point of view of the side that moves first."""

    position: Position
    first: frozenset[int]
    """The group of the side that moves first."""
    second: frozenset[int]
    save: Verdict
    """Can the first group be saved?"""
    take: Verdict
    """Can the second group be taken?"""
    stands: bool | None
    """Is the first group safe although its enemy moves first? None if that was not read."""
    margin: int | None
    """How often the winner may play elsewhere: 0, 1, 2 (two or more); None without a winner."""
    count: Count
    """The liberties, as a player counts them: eyes in moves."""
    judged: bool
    """Something at the edge of the region was judged."""
    seconds: float
    saves: tuple[int, ...] = ()
    """All first moves that were read to save the first group as `save` says,"""
    takes: tuple[int, ...] = ()
    """and those that were read to take the second one."""
    both: Verdict | None = None
    """Does one plan save the first and take the second? Asked if each can be done."""
    eyes: tuple[bool | None, bool | None] = (None, None)
    """Does the first group get two eyes, and the second? Asked if neither falls."""
    meet: bool = True
    """The groups touch, or share a liberty."""

    @property
    def outcome(self) -> Outcome:
        """From the point of view of the side that moves first."""
        save, take = self.save.code, self.take.code
        if not self.meet:
            return "no race"
        if save is None or take is None:
            return "unknown"
        if save == 0:
            return "loses"
        if take == 1 and save == 1:
            return "wins" if self.both is not None and self.both.code else "unknown"
        if save in (2, 3) or take in (2, 3):
            return "ko"
        return "seki" if self.eyes == (False, False) else "both live"

    @property
    def winning_move(self) -> int | None:
        """The first move of the plan that wins, else one that saves the first group."""
        wins = self.both if self.outcome == "wins" else None
        return (wins or self.save).move

    def to_dict(self) -> dict[str, Any]:
        """The same in plain types, points as vertices."""
        vertex = self.position.vertex

        def plain(verdict: Verdict) -> dict[str, Any]:
            move = None if verdict.move is None else vertex(verdict.move)
            return {"code": verdict.code, "move": move, "nodes": verdict.nodes}

        return {
            "first": vertex(min(self.first)),
            "second": vertex(min(self.second)),
            "outcome": self.outcome,
            "save": plain(self.save),
            "take": plain(self.take),
            "both": None if self.both is None else plain(self.both),
            "eyes": list(self.eyes),
            "stands": self.stands,
            "margin": self.margin,
            "liberties": [self.count.first, self.count.second, self.count.shared],
            "grade": self.grade,
            "seconds": round(self.seconds, 4),
        }

    @property
    def grade(self) -> Literal["proved", "read", "unknown"]:
        """Races are read: the stones around the region were taken as safe."""
        return "unknown" if self.outcome == "unknown" else "read"

    def explain(self) -> str:
        """A sentence that names the points and says how certain it is."""
        name = self.position.vertex
        mover = str(self.position.color_at(min(self.first))).capitalize()
        ours, theirs = name(min(self.first)), name(min(self.second))
        own = self.count
        if self.outcome == "no race":
            return f"{ours} and {theirs} neither touch nor share a liberty: there is no race."
        text = f"{mover} moves first in the race of {ours} against {theirs}"
        text += f" ({own.first} against {own.second} liberties, {own.shared} shared)"
        move = self.winning_move
        point = "" if move is None or move == PASS else name(move)
        by, after = (f" with {point}", f"after {point} ") if point else ("", "")
        eyes = "" if True not in self.eyes else f": {self._with_eyes()}"
        if self.outcome == "wins":
            moves = {0: "with no move to spare", 1: "one move ahead", 2: "two or more moves ahead"}
            how = "" if self.margin is None else f", {moves[self.margin]}"
            return f"{text} and wins it{by}{how} ({self.grade})."
        return (
            text
            + {
                "loses": f" and loses it ({self.grade}).",
                "seki": f"; {after}neither side can capture the other: seki ({self.grade}).",
                "both live": f"; {after}neither side can capture the other{eyes} ({self.grade}).",
                "ko": f" and it becomes a ko{by} ({self.grade}).",
                "unknown": self._open(),
            }[self.outcome]
        )

    def _with_eyes(self) -> str:
        if self.eyes == (True, True):
            return "both get two eyes, or get out"
        group = self.first if self.eyes[0] else self.second
        return f"{self.position.vertex(min(group))} gets two eyes, or gets out"

    def _open(self) -> str:
        if (self.save.code, self.take.code) == (1, 1):
            return (
                "; it can save its group, and it can take the other, but no plan was found that "
                "does both for good."
            )
        return "; it was not settled within the budget."

    def draw(self, **options: Any) -> Svg:
        """The board as SVG: the first group with triangles, the second with squares, the move."""
        from gokan.draw import around, board

        marks: dict[int | str, str] = dict.fromkeys(self.first, "triangle")
        marks.update(dict.fromkeys(self.second, "square"))
        move = self.winning_move
        labels: dict[int | str, str | float] = {}
        if move is not None and move != PASS:
            labels[move] = "1"
        given: dict[str, Any] = {
            "marks": marks,
            "labels": labels,
            "view": around(self.position, [*self.first, *self.second], room=3),
            "caption": "△ moves first; □ its enemy" + ("; 1 the move" if labels else ""),
        }
        return board(self.position, **{**given, **options})


def race(
    position: Position,
    first: int | str,
    second: int | str,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    joint: bool = True,
) -> Race:
    """The race between the groups of two stones; the owner of the first moves first. The budget is
    ten seconds by default. Without `joint` the two questions are asked apart, and nothing is said
    about who wins.

    >>> position = Position.from_diagram('''
    ... . . . . .
    ... O O O O O
    ... . . O O O
    ... X X X X X
    ... O O O O O
    ... . . X X X
    ... X X X X X
    ... . . . . .
    ... ''')
    >>> answer = race(position, "A5", "A4", seconds=5)
    >>> answer.outcome, answer.margin, position.vertex(answer.both.move)
    ('wins', 0, 'A3')
    >>> answer.explain()  # doctest: +ELLIPSIS
    'Black moves first in the race of A5 against A4 (2 against 2 ...'
    """
    meter = started(budget, seconds=seconds, nodes=nodes, usual=Budget(seconds=10.0))
    a, b = _stone(position, first), _stone(position, second)
    if position.color_at(a) == position.color_at(b):
        raise InvalidInput("A race is between groups of different colours.")
    arena = race_arena(position, core_of(position, a), core_of(position, b))
    reading = Reading(arena, meter)
    save, take = reading.both()
    touch = meet(position, arena.first, arena.second)
    both: Verdict | None = None
    eyes: tuple[bool | None, bool | None] = (None, None)
    if joint and touch:
        both, eyes = reading.joint(save, take)
    margin = reading.margin() if take.code == 1 else None
    stands = reading.stands() if save.code == 1 else None
    saves = reading.moves(arena.first, save.code, meter.part(0.5))
    takes = reading.moves(arena.second, take.code, meter)
    return Race(
        position,
        arena.first,
        arena.second,
        save,
        take,
        stands,
        margin,
        count(position, arena.first, arena.second),
        arena.judged,
        meter.seconds,
        saves,
        takes,
        both,
        eyes,
        touch,
    )


class Reading:
    """Questions about one arena, within one budget."""

    def __init__(self, arena: Arena, meter: Meter) -> None:
        self.arena = arena
        self.meter = meter
        self.mover = arena.position.color_at(min(arena.first))
        self.questions: dict[frozenset[int], Question] = {}

    def verdict(
        self, target: frozenset[int], *, share: float = 1.0, mover: Color | None = None
    ) -> Verdict:
        """Does the side to move reach its goal about the target: take it, or save its own?"""
        question = self.question(target)
        mover = mover or self.mover
        meter = self.meter.part(share)
        attacks = self.arena.position.color_at(min(target)) != mover
        ours, theirs = (ENDLESS, MANY) if attacks else (MANY, ENDLESS)
        plain = question.ask(mover, 0, 0, meter)
        if plain.won is None:
            return Verdict(None, plain.favours, plain.move, meter.nodes)
        if not plain.ko:
            return Verdict(int(plain.won), plain.won, plain.move, meter.nodes)
        if plain.won:
            hard = question.ask(mover, 0, theirs, meter)
            code = None if hard.won is None else 1 if hard.won else 2
            move = hard.move if hard.won else plain.move
            return Verdict(code, True, move, meter.nodes)
        kind = question.ask(mover, ours, 0, meter)
        code = None if kind.won is None else 3 if kind.won else 0
        return Verdict(code, bool(kind.won), kind.move, meter.nodes)

    def question(self, target: frozenset[int]) -> Question:
        """The question about one of the groups; asked again it remembers."""
        if target not in self.questions:
            self.questions[target] = Question(self, self.arena.region(target))
        return self.questions[target]

    def both(self) -> tuple[Verdict, Verdict]:
        """Saving the first group and taking the second, the quicker question helping the other.

        A group that cannot be saved does not take its enemy. One that takes him is saved as a rule,
        and that is what is said if it was not read; but what stood in a corner eye may be put
        there again after it was taken.
        """
        save = take = Verdict(None, False, None, 0)
        for share in (0.1, 0.4, 0.7):
            if take.code is None:
                take = self.verdict(self.arena.second, share=share)
            if save.code is None:
                save = self.verdict(self.arena.first, share=share)
            if save.code == 0:
                return save, (Verdict(0, False, None, 0) if take.code is None else take)
            if save.code is not None and take.code is not None:
                break
        if take.code == 1 and save.code is None:
            save = Verdict(1, True, take.move, 0)
        return save, take

    def joint(
        self, save: Verdict, take: Verdict
    ) -> tuple[Verdict | None, tuple[bool | None, bool | None]]:
        """Whether one plan does both, if each can be done; who has two eyes, if neither falls."""
        if (save.code, take.code) == (1, 1):
            won, move, nodes = wins_both(self.arena, self.mover, self.meter.part(_FOR_BOTH))
            code = None if won is None else int(won)
            return Verdict(code, bool(won), move, nodes), (None, None)
        if (save.code, take.code) == (1, 0):
            first = gets_two_eyes(
                self.arena, self.arena.first, self.mover, self.meter.part(_FOR_EYES)
            )
            second = gets_two_eyes(
                self.arena, self.arena.second, self.mover, self.meter.part(_FOR_EYES)
            )
            return None, (first, second)
        return None, (None, None)

    def stands(self) -> bool | None:
        """Does the first group live although the enemy moves first, whatever threats he has?"""
        attack = self.verdict(self.arena.first, mover=self.mover.opponent)
        return None if attack.code is None else attack.code == 0

    def moves(self, target: frozenset[int], code: int | None, meter: Meter) -> tuple[int, ...]:
        """The first moves that do what the code says, as far as the budget goes."""
        if not code:
            return ()
        question = self.question(target)
        attacks = self.arena.position.color_at(min(target)) != self.mover
        ours, theirs = (ENDLESS, MANY) if attacks else (MANY, ENDLESS)
        found: list[int] = []
        mine = ours if code == 3 else 0
        for move in question.replies([], mine):
            won = question.ask(self.mover, mine, 0, meter, [move])
            if won.won and won.ko and code == 1:
                won = question.ask(self.mover, 0, theirs, meter, [move])
            if won.won:
                found.append(move)
        return tuple(found)

    def margin(self) -> int:
        """How often the first side may play elsewhere and still take the second group."""
        question = self.question(self.arena.second)
        theirs = 0
        once = question.ask(self.mover, 0, 0, self.meter, [PASS])
        if once.won and once.ko:  # it must hold whatever threats he has
            theirs = MANY
            once = question.ask(self.mover, 0, theirs, self.meter, [PASS])
        if not once.won:
            return 0
        for reply in question.replies([PASS]):
            twice = question.ask(self.mover, 0, theirs, self.meter, [PASS, reply, PASS])
            if not twice.won:
                return 1
        return 2


@dataclass(frozen=True, slots=True)
class Read:
    """What one search said."""

    won: bool | None
    """For the side that moves first in the question; None if not settled."""
    favours: bool
    move: int | None
    ko: bool


class Question:
    """The life of one group in the arena, with its own table."""

    def __init__(self, reading: Reading, region: Region) -> None:
        self.reading = reading
        self.region = region
        self.solver = _core.RaceSolver(region.width, region.height, region.cells, MEMORY)

    def ask(
        self, mover: Color, ours: int, theirs: int, meter: Meter, moves: list[int] | None = None
    ) -> Read:
        """Does the mover reach the goal, with so many threats for each side?"""
        region = self.region
        attacks = region.color != mover
        limits = meter.limits()
        if limits is None:
            return Read(None, not attacks, None, True)
        cells = [region.cell(m) if m >= 0 else -1 for m in moves or ()]
        found = self.solver.solve(
            0 if attacks else 1,
            self._ban(mover),
            _core.KoThreats(*((ours, theirs) if attacks else (theirs, ours))),
            cells,
            limits,
        )
        meter.spend(nodes=found.nodes)
        won = (found.verdict == KILLED) == attacks if found.verdict else None
        favours = (found.pn <= found.dn) == attacks if won is None else won
        return Read(won, favours, region.point(found.best) if found.best != -2 else None, found.ko)

    def replies(self, moves: list[int], ours: int = 0) -> list[int]:
        """The legal moves after these, if the first mover has so many threats to retake a ko."""
        region, mover = self.region, self.reading.mover
        attacks = region.color != mover
        cells = [region.cell(m) if m >= 0 else -1 for m in moves]
        threats = _core.KoThreats(ours, 0) if attacks else _core.KoThreats(0, ours)
        legal = self.solver.legal_moves(0 if attacks else 1, self._ban(mover), threats, cells)
        return [region.point(c) for c in legal]

    def _ban(self, mover: Color) -> int:
        """The cell that the mover may not take back at once; -1 for none."""
        position = self.reading.arena.position
        ko = position.ko if position.to_play == mover else None
        return self.region.cell(ko) if ko is not None and ko in self.region.points else -1


def _stone(position: Position, point: int | str) -> int:
    place = position.point(point) if isinstance(point, str) else point
    if not 0 <= place < len(position.board) or position.color_at(place) == EMPTY:
        raise InvalidInput("A race is between the groups of two stones; name a stone of each.")
    return place
