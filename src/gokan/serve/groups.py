"""Groups on the board: what is true of each, what it rests on, and the reading behind it.

Everything is said by `gokan.assess`, at an effort counted in nodes, so that the same question has
the answer that `gokan status` gives. A reading tells, for either side moving first, which moves
work, what refutes the others, and a line to step through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.effort import QUICK, USUAL
from gokan.errors import InvalidInput
from gokan.go import EMPTY, PASS, Position
from gokan.serve import messages
from gokan.serve.books import Examined, examine
from gokan.serve.practice import BOOK_NODES
from gokan.serve.questions import along
from gokan.serve.views import side

if TYPE_CHECKING:
    from gokan.assess.groups import Assessed
    from gokan.assessment import Evidence, GroupAssessment
    from gokan.play.session import Session
    from gokan.reading.budget import Cancel
    from gokan.reading.life.solution import Solution

__all__ = ["every_group", "lens", "one_group", "posed"]

_MOVES = 8  # of each kind
_LINE = 30


def every_group(session: Session, ask: messages.PlaceAsk, cancel: Cancel) -> messages.Groups:
    """Every group of a position, what hangs on the next move first.

    >>> from gokan.play.session import Session
    >>> from gokan.reading.budget import Cancel
    >>> session = Session.new(5)
    >>> session.play(12)
    >>> [one.name for one in every_group(session, messages.PlaceAsk(at=1), Cancel()).groups]
    ['C3']
    """
    from gokan.assess.assessor import forecast, survey

    position = along(session, ask.at, ask.line)
    found = survey(position, QUICK, forecast(position), cancel=cancel)
    if cancel.is_set():
        raise InvalidInput("The question was stopped before there was an answer.")
    groups = [_group(position, one.group) for one in found.groups]
    urgency = ("unsettled", "ko", "open", "dead", "seki", "alive")
    groups.sort(key=lambda one: (urgency.index(one.word), -len(one.stones)))
    return messages.Groups(groups=groups, effort=QUICK.name, command=_command(ask, QUICK.name))


def one_group(session: Session, ask: messages.StoneAsk, cancel: Cancel) -> messages.GroupTold:
    """One group with its evidence and its readings."""
    from gokan.assess.assessor import forecast
    from gokan.assess.groups import assess_group, in_its_place

    position = along(session, ask.at, ask.line)
    stone = _stone(position, ask.stone)
    ownership = forecast(position)

    def asked(point: int) -> Assessed:
        return assess_group(position, point, USUAL, ownership, cancel=cancel, details=True)

    found = in_its_place(position, asked(stone), asked)
    if cancel.is_set():
        raise InvalidInput("The question was stopped before there was an answer.")
    reading = found.reading
    return messages.GroupTold(
        group=_group(position, found.group),
        evidence=[_evidence(one) for one in found.group.evidence],
        readings=[_reading(one) for one in (reading.defence, reading.attack)],
        effort=USUAL.name,
        command=_command(ask, USUAL.name),
    )


def posed(session: Session, ask: messages.PractiseAsk) -> Examined:
    """A problem about a group: the side that is asked about moves first."""
    position = along(session, ask.at, ask.line)
    stone = _stone(position, ask.stone)
    width = position.width

    def pairs(points: list[int]) -> list[list[int]]:
        return [[point % width, point // width] for point in points]

    from gokan.go import BLACK, WHITE
    from gokan.reading.groups.gathering import group_of

    record = {
        "size": [width, position.height],
        "black": pairs(position.stones(BLACK)),
        "white": pairs(position.stones(WHITE)),
        "to_play": ask.first[0].upper(),
        "targets": pairs(sorted(group_of(position, stone).stones)),
        "goal_source": "",
        "given": [],
        "title": "",
        "comment": "",
    }
    return examine(record, nodes=BOOK_NODES)


def lens(position: Position, name: messages.LensName) -> messages.LensTold:
    """What a sense sees of the whole board."""
    from gokan.explain.reviews import lenses

    found = {"influence": lenses.influence, "strength": lenses.strength}[name]([position])
    return messages.LensTold(
        title=found.title, certainty=found.certainty, note=found.note, map=found.maps[0]
    )


def _stone(position: Position, vertex: str) -> int:
    point = position.point(vertex)
    if point == PASS or position.board[point] == EMPTY:
        raise InvalidInput(f"There is no stone at {vertex}; name one of a group.")
    return point


def _group(position: Position, one: GroupAssessment) -> messages.GroupInfo:
    largest = max(one.stones, key=lambda point: len(position.block(point).stones))
    return messages.GroupInfo(
        color=side(one.color),
        stones=[position.vertex(point) for point in one.stones],
        name=position.vertex(largest),
        word=one.word,
        certainty=str(one.certainty),
        chance=round(one.chance, 3),
        kills=None if one.kills is None else position.vertex(one.kills),
    )


def _evidence(one: Evidence) -> messages.EvidenceTold:
    chance = None if one.chance is None else round(one.chance, 3)
    return messages.EvidenceTold(
        source=one.source,
        says=one.says,
        detail=one.detail,
        chance=chance,
        certainty=str(one.certainty),
    )


def _reading(answer: Solution) -> messages.ReadingTold:
    position = answer.problem.position
    right = answer.ko_moves if answer.result == "ko" else answer.winning_moves
    sure = "proved" if answer.proved else "read"
    lines: list[messages.ReadLine] = []
    for move in right[:_MOVES]:
        if move != PASS:
            follows = answer.pv[1:] if answer.pv and answer.pv[0] == move else ()
            lines.append(_line(position, (move, *follows), works=True, certainty=sure))
    lines += [
        _line(position, (one.move, *one.line), works=False, certainty=one.grade)
        for one in answer.refutations[:_MOVES]
        if one.move != PASS and one.grade != "unknown"
    ]
    return messages.ReadingTold(
        first=side(position.to_play),
        goal=answer.problem.goal,
        result=answer.result,
        needless=PASS in right,
        certainty=sure if answer.result != "unknown" else "",
        text=answer.explain(),
        lines=lines,
    )


def _line(
    position: Position, moves: tuple[int, ...], *, works: bool, certainty: str
) -> messages.ReadLine:
    """A line as far as it can be shown: two passes would end the game."""
    shown: list[str] = []
    for move in moves[:_LINE]:
        if move == PASS and shown[-1:] == ["pass"]:
            break
        shown.append("pass" if move == PASS else position.vertex(move))
    while shown and shown[-1] == "pass":
        shown.pop()
    return messages.ReadLine(line=shown, works=works, certainty=certainty)


def _command(ask: messages.PlaceAsk, effort: str) -> str:
    from gokan import __version__

    number = ask.at + len(ask.line)
    return f"gokan status GAME.sgf --move {number} --effort {effort}  # {__version__}"
