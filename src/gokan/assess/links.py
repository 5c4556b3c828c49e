"""Whether two blocks of one side hang together: read with either side moving first.

Reading proves a connection and reads a cut. What it does not read to its end may still be believed
of a good shape with nobody near, as groups are gathered (`gokan.reading.groups.gathering`): that is
measured, not read.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.assessment import Evidence, FirstMove, LinkAssessment, LinkWord
from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import EMPTY, PASS, Position
from gokan.reading.groups.gathering import GOOD
from gokan.reading.groups.links import link as shape_between
from gokan.reading.tactics.questions import Connection, connect, cut

__all__ = ["assess_link"]


def assess_link(position: Position, first: int, second: int, effort: Effort) -> LinkAssessment:
    """What is true of the link between the blocks of two stones.

    >>> from gokan.effort import QUICK
    >>> apart = Position.from_diagram('''
    ...     . . . . .
    ...     . X O X .
    ...     . O . O .
    ...     . . . . .
    ... ''')
    >>> found = assess_link(apart, apart.point("B3"), apart.point("D3"), QUICK)
    >>> found.word, [apart.vertex(one.move) for one in found.connects]
    ('open', ['C4'])
    """
    _check(position, first, second)
    color = position.color_at(first)
    if second in position.block(first).stones:
        rules = Evidence("rules", "connected", Certainty.EXACT, 1.0, "one block")
        return LinkAssessment(color, first, second, "connected", Certainty.EXACT, evidence=(rules,))
    enemy = cut(position, first, second, nodes=effort.nodes)
    told = [_told("cut", enemy)]
    if enemy.connected:
        return LinkAssessment(color, first, second, "connected", _sure(enemy), evidence=tuple(told))
    owner = connect(position, first, second, nodes=effort.nodes)
    told.append(_told("connect", owner))
    word, sure = _word(enemy, owner)
    if word == "open" and not enemy.complete:
        way = shape_between(position, first, second, within=GOOD)
        if way is not None and not way.placed:
            word, sure = "connected", Certainty.MEASURED
            told.append(Evidence("shape", "connected", sure, detail="a good shape, nobody near"))
    return LinkAssessment(
        color,
        first,
        second,
        word,
        sure,
        connects=tuple(_moves(owner)) if word in ("cuttable", "open") else (),
        cuts=tuple(_moves(enemy)) if word in ("cuttable", "open") else (),
        evidence=tuple(told),
    )


def _check(position: Position, first: int, second: int) -> None:
    for stone in (first, second):
        if position.board[stone] == EMPTY:
            raise InvalidInput(f"There is no stone at {position.vertex(stone)}.")
    if position.board[first] != position.board[second]:
        raise InvalidInput("Only stones of one side can be connected.")


def _word(enemy: Connection, owner: Connection) -> tuple[LinkWord, Certainty]:
    """From both readings; the weaker of the two says how it is known."""
    if owner.connected is False and _finished(owner):
        return "cut", _sure(owner)
    if enemy.connected is False and _finished(enemy) and owner.connected:
        return "cuttable", Certainty.weakest((_sure(enemy), _sure(owner)))
    return "open", Certainty.READ


def _finished(found: Connection) -> bool:
    return found.grade == "proved" or found.complete


def _sure(found: Connection) -> Certainty:
    return Certainty.PROVED if found.grade == "proved" else Certainty.READ


def _told(first: str, found: Connection) -> Evidence:
    says = {True: "connected", False: "cut", None: "open"}[found.connected]
    if found.connected is False and not _finished(found):
        says = "open"
    who = "the enemy" if first == "cut" else "the owner"
    return Evidence("reading", says, _sure(found), detail=f"{who} first: {found.explain()}")


def _moves(found: Connection) -> Iterator[FirstMove]:
    for move in found.moves:
        if move != PASS:
            proved = move in found.proved_moves
            sure = Certainty.PROVED if proved else Certainty.READ
            yield FirstMove(move, sure, ko=found.code in (2, 3))
