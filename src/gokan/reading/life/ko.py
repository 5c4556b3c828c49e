"""Ko: how a verdict depends on threats elsewhere.

The numbers come from asking the same question again with other numbers of threats. What kind of
fight it is is found out by `gokan.reading.life.ko_kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from gokan.go import EMPTY, Position
from gokan.reading.regions.reader import ENDLESS, FINITE, MANY, Reader

__all__ = [
    "Kind",
    "Ko",
    "Result",
    "Verdict",
    "certain_loss",
    "find_verdict",
    "kos_on_board",
    "more_threats",
]

Kind = Literal["direct", "approach", "two-stage", "thousand-year"]
Result = Literal["win", "loss", "ko", "unknown"]

_LONGEST_FIGHT = 40
_MOST_THREATS = 24


@dataclass(frozen=True, slots=True)
class Ko:
    """How a ko depends on threats elsewhere.

    `first`: the mover wins the ko if neither side has a threat; `threats` is then the number the
    opponent needs to reverse that. Otherwise it is the number the mover needs.
    """

    first: bool
    threats: int
    kind: Kind | None = None
    """None: the budget ended before the kind was known."""
    taken_by: Literal["mover", "opponent"] | None = None
    """Who takes the ko first."""
    approach: tuple[int, int] = (0, 0)
    """Approach moves that the mover and the opponent have to make."""
    stages: int = 1
    one_sided: bool = False
    """The attacker stakes nothing that is on the board now."""
    line: tuple[int, ...] = ()
    """Best play up to the ko: cells while it is read, points in a solution."""

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON.

        >>> Ko(True, 1, "direct", "mover").to_dict()["table"]
        [{'mover': 0, 'opponent': 0, 'result': 'win'},
         {'mover': 0, 'opponent': 1, 'result': 'loss'}]
        """
        return {
            "without_threats": "win" if self.first else "loss",
            "turned_by": "opponent" if self.first else "mover",
            "threats": self.threats,
            "kind": self.kind,
            "takes_first": self.taken_by,
            "approach_moves": {"mover": self.approach[0], "opponent": self.approach[1]},
            "stages": self.stages,
            "one_sided": self.one_sided,
            "table": [
                {
                    "mover": 0 if self.first else n,
                    "opponent": n if self.first else 0,
                    "result": "win" if (n < self.threats) == self.first else "loss",
                }
                for n in range(self.threats + 1)
            ],
        }

    def explain(self, mover: str, opponent: str) -> str:
        """One sentence.

        >>> Ko(False, 2, "two-stage", "opponent", stages=2).explain("Black", "White")
        'a two-stage ko that White takes first; Black needs 2 threats more than White'
        """
        name = f"a {self.kind} ko" if self.kind else "a ko"
        if self.kind == "approach":
            who, count = (mover, self.approach[0]) if self.approach[0] else (opponent, 0)
            count = count or self.approach[1]
            name = f"an approach-move ko ({who} must play {count} more)"
        if self.taken_by:
            name += f" that {mover if self.taken_by == 'mover' else opponent} takes first"
        needs, than = (opponent, mover) if self.first else (mover, opponent)
        plural = "threat" if self.threats == 1 else "threats"
        text = f"{needs} needs {self.threats} {plural} more than {than}"
        if self.kind or self.taken_by:
            text = f"{name}; {text}"
        return text + ("; the attacker stakes nothing" if self.one_sided else "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict, and the threats (mover's, opponent's) of the question that decided it."""

    result: Result
    threats: tuple[int, int] = (0, 0)
    """The most difficult world in which the mover wins; of a loss, the easiest one."""
    turned: tuple[int, int] = (0, 0)
    """Of a ko: the nearest world in which the mover loses."""
    number: int = 0
    """Of a ko: how many threats tip the balance."""
    endless: bool = False
    """Only endless threats would change it: a double ko."""
    every: bool = False
    """It was shown for every finite number of threats."""


def find_verdict(
    reader: Reader,
    moves: list[int] | None = None,
    *,
    paid: tuple[int, int] = (0, 0),
    endless: bool = True,
) -> Verdict:
    """What happens after these moves, over all numbers of threats; for the first mover.

    `paid` are threats that the moves themselves use up; they are added to all numbers.
    """
    theirs = MANY if reader.mover_attacks else ENDLESS
    ours = ENDLESS if reader.mover_attacks else MANY
    unknown = Verdict("unknown")

    def world(mover: int, opponent: int) -> tuple[int, int]:
        return more_threats(mover, paid[0]), more_threats(opponent, paid[1])

    value = reader.wins(*world(0, theirs), moves)
    if value is None:
        return unknown
    if value:
        return _for_good(reader, "win", world(0, theirs), endless and not moves)
    value = reader.wins(*world(0, 0), moves)
    if value is None:
        return unknown
    if value:
        return _tipped(reader, lambda n: world(0, n), moves, theirs, wins=False)
    value = reader.wins(*world(ours, 0), moves)
    if value is None:
        return unknown
    if not value:
        return _for_good(reader, "loss", world(ours, 0), endless and not moves)
    return _tipped(reader, lambda n: world(n, 0), moves, ours, wins=True)


def certain_loss(reader: Reader) -> Verdict:
    """Does the first mover fail, whatever the threats? Anything else is unknown here."""
    ours = ENDLESS if reader.mover_attacks else MANY
    if reader.wins(ours, 0) is not False:
        return Verdict("unknown")
    return _for_good(reader, "loss", (ours, 0), True)


def _tipped(
    reader: Reader,
    world: Callable[[int], tuple[int, int]],
    moves: list[int] | None,
    enough: int,
    *,
    wins: bool,
) -> Verdict:
    """A ko: the least number of threats that turns the verdict; `enough` of them do.

    A kill with endless threats is a finite tree, so some finite number is enough.
    """
    for n in range(1, min(enough, _MOST_THREATS) + 1):
        value = reader.wins(*world(n), moves)
        if value is None:
            break
        if value is wins:
            before, after = world(n - 1), world(n)
            return Verdict("ko", after if wins else before, before if wins else after, n)
    return Verdict("unknown")


def _for_good(
    reader: Reader, result: Literal["win", "loss"], threats: tuple[int, int], more: bool
) -> Verdict:
    """A verdict that no finite number of threats changes, as far as that can be shown.

    Life was asked about with endless threats of the attacker. A kill was asked about with a number
    that the defender has: can he come back to a position without paying one?
    (`core/reading/arena/proof.h`.)
    """
    killed = (result == "win") == reader.mover_attacks
    enough = reader.holds_up_to.get(threats, 0)
    if not killed or enough >= ENDLESS:
        return Verdict(result, threats, every=True)
    if enough >= FINITE:
        helped = more and _endless_helps(reader, result == "win")
        return Verdict(result, threats, endless=helped, every=True)
    if not more:
        return Verdict(result, threats)
    for level in (MANY, _MOST_THREATS):
        if level > MANY:
            threats = reader.threats(0, level)
            value = reader.wins(*threats)
            if value is not None and value != (result == "win"):  # a ko after all
                world = (lambda n: (0, n)) if reader.mover_attacks else (lambda n: (n, 0))
                return _tipped(reader, world, None, level, wins=not reader.mover_attacks)
            if value is None:
                break
        shown, even_endless = reader.every_number(level)
        if shown:
            helped = not even_endless and _endless_helps(reader, result == "win")
            return Verdict(result, threats, endless=helped, every=True)
    helped = _endless_helps(reader, result == "win")
    return Verdict(result, reader.threats(0, MANY), endless=helped)


def more_threats(threats: int, paid: int) -> int:
    """A number of threats with those added that are paid already.

    >>> more_threats(2, 1), more_threats(ENDLESS, 1) == ENDLESS
    (3, True)
    """
    return threats if threats == ENDLESS else threats + paid


def _endless_helps(reader: Reader, now: bool) -> bool:
    """Whether endless threats of the defender, and two kos or more, would change a verdict.

    A side question: it may cost what the main one did, and if it is open then nothing is claimed.
    (With one ko, too, endless threats can keep a dead group for ever; nobody calls that alive.)
    """
    if not reader.region.sealed:
        return False  # beyond the edge the board may see a liberty where the region sees none
    world = reader.threats(0, ENDLESS)
    value = reader.wins(*world, most=2 * reader.nodes_used + 1000)
    return value is (not now) and _several_kos(reader, world)


def _several_kos(reader: Reader, endless: tuple[int, int]) -> bool:
    """Whether two kos are on the board at once when one side has endless threats.

    That side plays what they are good for, the other what would win against any finite number.
    """
    position = reader.region.position
    moves: list[int] = []
    used = 0
    while len(moves) < _LONGEST_FIGHT:
        if sum(1 for _ in kos_on_board(position, reader.region.points)) > 1:
            return True
        plenty = tuple(MANY + used if n == ENDLESS else n for n in endless)
        world = endless if (endless[0] == ENDLESS) == (len(moves) % 2 == 0) else plenty
        answer = reader.ask(world[0], world[1], moves, most=20_000)
        best = answer.best
        if not answer.verdict or best == -2:
            return False
        moves.append(best)
        position = position.play_forced(reader.region.point(best))
        used += position.ko is not None
    return False


def kos_on_board(position: Position, points: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Each stone that could be taken as a ko, and the point to take it from."""
    for stone in points:
        owner = position.color_at(stone)
        if owner == EMPTY or any(position.color_at(q) == owner for q in position.neighbors(stone)):
            continue
        free = [q for q in position.neighbors(stone) if position.color_at(q) == EMPTY]
        if len(free) == 1 and position.play_forced(free[0], owner.opponent).ko == stone:
            yield stone, free[0]
