"""How sure a verdict is, and how sure it is what each first move does.

A verdict is proved if it holds where the edge of the region speaks against it and if the walls bear
what the defender plays elsewhere.

That the verdict is proved says nothing about a list of moves: each of them leads to another
position, and what was read about it may have other ends. So each is asked about again in the
strict view, in which the edge of the region speaks for the loser, and for every finite number of
threats; the walls must bear what the defender plays elsewhere after this very move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.go import PASS
from gokan.reading.regions.played_by import left_out
from gokan.reading.regions.reader import ENDLESS, FINITE, KILLED, MANY, STANDS, Reader
from gokan.reading.regions.walls import UNLIMITED, thinnest_wall

if TYPE_CHECKING:
    from gokan.reading.life.ko import Verdict
    from gokan.reading.life.verdict import Reading

__all__ = ["grade_moves", "grade_verdict"]

_EACH = 60_000  # nodes for one move
_PLAIN = 60_000  # nodes to see what the walls must bear
_MORE = 24
"""Threats that are tried where it is not shown that every number does."""


def grade_verdict(reader: Reader, verdict: Verdict) -> tuple[bool, tuple[str, ...], int | None]:
    """Whether the verdict holds rigorously, what was judged if it does not, and up to how many
    threats of the loser that was shown.
    """
    result, threats = verdict.result, verdict.threats
    up_to = _up_to(reader, verdict)
    open_edge = ("what is safe beyond the open edge of the region was judged",)
    if result == "unknown":
        return False, (), up_to
    if reason := left_out(reader.region.position.rules):
        return False, (reason,), up_to
    if result == "ko":
        if not reader.region.sealed:
            return False, open_edge, up_to
        return *_walls_hold(reader, threats if reader.mover_attacks else verdict.turned), up_to
    mover_wins = result == "win"
    killed = mover_wins == reader.mover_attacks
    region = reader.region
    if not region.sealed:
        if killed and not reader.might_bear(threats, thinnest_wall(region)):
            return False, open_edge, up_to
        strict = reader.strict(KILLED if killed else STANDS)
        if strict is None or strict.wins(*threats) is not mover_wins:
            return False, open_edge, up_to
        reader = strict
    if not killed:
        return True, (), up_to
    holds, reasons = _walls_hold(reader, threats)
    if holds and up_to is None:
        enough = reader.holds_up_to.get(threats, 0)
        if reader.passes == 0 and enough < FINITE:
            up_to = None if reader.every_number(MANY)[0] else MANY
        # The walls bear only so many threats.
        passes = UNLIMITED - 1 if FINITE <= enough < ENDLESS else reader.passes
        if passes >= thinnest_wall(reader.region):
            up_to = MANY
    return holds, reasons, up_to


def grade_moves(reading: Reading, *found: int, failing: bool = True) -> dict[int, int | None]:
    """The first moves of a reading of which it is proved what they do, each with the number of the
    loser's threats up to which that was shown (None: any number). `found` are moves that work and
    stand in no list. With `failing` the moves that fail are among them.

    A move that more threats refute than were given at first is taken off the list it stood in.
    """
    reader = reading.reader
    region = reader.region
    threats = reading.verdict.threats
    walls = thinnest_wall(region)
    shown: dict[int, int | None] = {}
    for point in [*reading.good, *found, *(reading.refuted if failing else ())]:
        if point != PASS and point not in region.points:
            continue
        works = point not in reading.refuted
        verdict = KILLED if works == reader.mover_attacks else STANDS
        view = reader.strict(verdict)
        cell = PASS if point == PASS else region.cell(point)
        if view is None or not _says(view, threats, cell, verdict):
            continue
        if verdict == STANDS:
            shown[point] = None
            continue
        up_to = _kill(view, threats, cell, walls)
        if up_to == 0:
            _take_off(reading, view, point, cell)
        elif up_to != -1:
            shown[point] = None if up_to == UNLIMITED else up_to
    return shown


def _up_to(reader: Reader, verdict: Verdict) -> int | None:
    """How many threats of the loser the proof allows; None for any number."""
    if verdict.result not in ("win", "loss") or verdict.every:
        return None
    return max(MANY, reader.holds_up_to.get(verdict.threats, 0))


def _walls_hold(reader: Reader, threats: tuple[int, int]) -> tuple[bool, tuple[str, ...]]:
    """Whether every wall has more liberties outside than the defender can play elsewhere."""
    least = thinnest_wall(reader.region)
    if least == UNLIMITED or 0 < reader.passes < least:
        return True, ()
    # Learned guesses may lead to a longer kill than the writer of proofs will find.
    if reader.guesses is not None or reader.might_bear(threats, least):
        for plain in (False, True):
            again = reader.again(plain=plain)
            again.wins(*threats, most=_PLAIN + 2 * reader.nodes_used)
            if again.might_bear(threats, least) and again.bears(threats, least):
                reader.passes = reader.passes or again.passes
                return True, ()
    return False, (f"a wall with {least} liberties outside was taken as safe",)


def _says(reader: Reader, threats: tuple[int, int], cell: int, verdict: int) -> bool:
    """Whether this is what a move leads to. The one that the search found needs no more reading."""
    if reader.found.get(threats, (None, 0))[0] == cell and reader.wins(*threats):
        return (verdict == KILLED) == reader.mover_attacks
    return reader.ask(*threats, [cell], most=_EACH).verdict == verdict


def _kill(reader: Reader, threats: tuple[int, int], cell: int, walls: int) -> int:
    """The number of the defender's threats up to which a kill after this move was shown: UNLIMITED
    for any, -1 if it was not shown at all, 0 if more of them save the target.
    """
    pair = reader.threats(*threats)
    bound = reader.ask(*threats, [cell], most=_EACH).tenuki
    if pair != (0, MANY):  # a ko, or a target that must stand against endless threats
        if walls == UNLIMITED:
            return UNLIMITED
        return UNLIMITED if _bears(reader, pair, cell, MANY, walls) else -1
    if walls == UNLIMITED and reader.last_holds_up_to >= FINITE:
        return UNLIMITED
    if walls != UNLIMITED and not reader.could_bear(bound, walls):
        return -1
    for level in (MANY, _MORE):
        if _bears(reader, (0, FINITE), cell, level, walls):
            return UNLIMITED
    more = reader.threats(0, _MORE)
    verdict = reader.ask(*more, [cell], most=_EACH).verdict
    if verdict == STANDS:
        return 0
    if walls == UNLIMITED:
        return _MORE if verdict == KILLED else MANY
    return MANY if _bears(reader, pair, cell, MANY, walls) else -1


def _bears(reader: Reader, pair: tuple[int, int], cell: int, level: int, walls: int) -> bool:
    """Whether such a kill can be written down, and the walls bear the passes in it."""
    kill = reader.write_kill(pair, level, [cell], most=_EACH)
    return kill is not None and kill.written and kill.passes < walls


def _take_off(reading: Reading, view: Reader, point: int, cell: int) -> None:
    """With more threats than were given the target stands after this move."""
    if point in reading.good:
        reading.good.remove(point)
        answer = view.ask(*view.threats(0, _MORE), [cell], most=_EACH)
        reading.refuted[point] = view, cell, answer.best
    elif point in reading.refuted:
        del reading.refuted[point]
        reading.undecided.append(point)
