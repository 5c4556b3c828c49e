"""Where the points of a bad move went: who owns what after it, and after the better move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gokan.explain.area import partition
from gokan.explain.reviews.answer import Reason
from gokan.explain.reviews.numbers import Option, Thought
from gokan.explain.reviews.words import move_name, phrase, points
from gokan.go import BLACK, PASS, Position

__all__ = ["cost"]

_SHARE = 0.4
"""Of the loss an area must hold to be named, or several together."""
_MOST = 3
"""Areas that are named together: on a small board each has only a few points."""
_LEAST = 1.0  # points that are worth a place in a sentence
_MUCH = 3.0  # points by which what is told may differ from the loss


def cost(position: Position, thought: Thought, certainty: str) -> tuple[Reason, ...]:
    """One sentence that names the areas where the move lost most, if there was a better one.

    The areas are those of `gokan.explain.area`; the points of each are summed over who owns what
    at the end of both searches. Where a few areas do not hold much of the loss, that is said; also
    where they and what is gained elsewhere together would tell of no loss.
    """
    best, played = thought.options[0], thought.played
    if best.move == played.move or thought.loss < _LEAST:
        return ()
    if not best.owner or not played.owner:
        return ()
    lost = _by_area(position, best, played)
    order = sorted(lost, key=lambda name: -lost[name])
    parts = {
        "best": move_name(position.vertex(best.move)),
        "vertex": move_name(position.vertex(played.move)),
        "side": phrase("side", str(position.to_play)),
    }
    # A pass gains nothing.
    gains = [area for area in order[::-1] if lost[area] <= -_LEAST and played.move != PASS]
    worst = _places(lost, order, -sum(lost[area] for area in gains[:1]), thought.loss)
    if not worst:
        parts |= {"points": points(thought.loss), "answer": _answer(position, played, ())}
        text = phrase("cost", "spread", **parts)
        return (Reason(text=text, certainty=certainty, kind="cost", points=()),)
    parts |= {
        "points": points(sum(lost[area] for area in worst)),
        "where": _listed([phrase("place", area) for area in worst]),
        "answer": _answer(position, played, worst),
    }
    if not gains:
        text = phrase("cost", "one", **parts)
    else:
        text = phrase("cost", "two", gains=_gained(lost, worst, gains, thought.loss), **parts)
    return (Reason(text=text, certainty=certainty, kind="cost", points=()),)


def _gained(
    lost: Mapping[str, float], worst: Sequence[str], gains: Sequence[str], loss: float
) -> str:
    """Where the move wins points back: as many areas as it takes that what is told adds up."""
    left = sum(lost[area] for area in worst)
    named: list[str] = []
    for area in gains[:_MOST]:
        if named and left - loss < _MUCH:
            break
        left += lost[area]
        named.append(
            phrase("cost", "gain", number=_number(-lost[area]), there=phrase("place", area))
        )
    if left - loss >= max(_MUCH, loss / 2):
        named.append(phrase("cost", "rest"))
    return _listed(named)


def _places(
    lost: Mapping[str, float], order: Sequence[str], won: float, loss: float
) -> tuple[str, ...]:
    """The fewest areas that hold enough of the loss, less what is won elsewhere; none if even
    several do not.
    """
    for count in range(1, _MOST + 1):
        areas = order[:count]
        if len(areas) < count or lost[areas[-1]] < _LEAST:
            break
        if sum(lost[area] for area in areas) - won >= max(_LEAST, _SHARE * loss):
            return tuple(areas)
    return ()


def _listed(places: Sequence[str]) -> str:
    """Places in a sentence."""
    if len(places) == 1:
        return places[0]
    return phrase("cost", "places", first=", ".join(places[:-1]), last=places[-1])


def _answer(position: Position, played: Option, worst: Sequence[str]) -> str:
    """How the opponent is likely to answer, and whether that is where the points are lost."""
    reply = played.line[1] if len(played.line) > 1 else PASS
    if reply == PASS:
        return ""
    there = partition(position.width, position.height)[reply] in worst
    enemy = phrase("side", str(position.to_play.opponent))
    key = "answered_there" if there else "answered"
    return phrase("cost", key, enemy=enemy, reply=position.vertex(reply))


def _by_area(position: Position, best: Option, played: Option) -> dict[str, float]:
    """Points that the mover has less after the move than after the better one, by area."""
    sign = 1 if position.to_play == BLACK else -1
    lost: dict[str, float] = {}
    areas = partition(position.width, position.height)
    for area, good, bad in zip(areas, best.owner, played.owner, strict=True):
        lost[area] = lost.get(area, 0.0) + sign * (good - bad)
    return lost


def _number(number: float) -> str:
    return f"{number:.0f}"
