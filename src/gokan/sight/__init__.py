"""Sight: what the eye sees at a glance, after Zobrist (1969).

`see` organises a board into influence, segments and armies; templates recognise configurations in
it; `reasons` says what speaks for each move, and `choose` picks one as the paper's program did.
"""

from __future__ import annotations

from gokan.sight.judge import Judgement, Ladders, Needed, Outlook, choose, judge, look_ahead
from gokan.sight.library import (
    BOOK,
    PRINTED,
    SEVEN,
    WITH_LAST_MOVE,
    Arrays,
    Library,
    book,
    load,
    read,
)
from gokan.sight.reasons import MoveReasons, Reasons, Voice, reasons
from gokan.sight.rivals import Rival, electrons, oil_and_water
from gokan.sight.see import ROUNDS, SEED, Army, Segment, Sight, influence, see
from gokan.sight.template import InvalidTemplate, Template

__all__ = [
    "BOOK",
    "PRINTED",
    "ROUNDS",
    "SEED",
    "SEVEN",
    "WITH_LAST_MOVE",
    "Army",
    "Arrays",
    "InvalidTemplate",
    "Judgement",
    "Ladders",
    "Library",
    "MoveReasons",
    "Needed",
    "Outlook",
    "Reasons",
    "Rival",
    "Segment",
    "Sight",
    "Template",
    "Voice",
    "book",
    "choose",
    "electrons",
    "influence",
    "judge",
    "load",
    "look_ahead",
    "oil_and_water",
    "read",
    "reasons",
    "see",
]
