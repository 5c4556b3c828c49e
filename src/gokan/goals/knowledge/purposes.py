"""What a rule is for: the 22 purposes of Klinger's 3.12, in pairs, and two kinds of recognition.

Each defensive purpose has an offensive counterpart at the same place of its list, so a map that
serves one side serves the other with the colours seen from there. The goal in brackets in Table
3.1 is the strategic goal a purpose works for; the table's rows are coarser than the purposes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["GOALS", "PURPOSES", "ROWS", "GoalKind", "Purpose"]

GoalKind = Literal["save", "capture", "connect", "sever"]
Side = Literal["defensive", "offensive", "recognition"]

GOALS: tuple[GoalKind, ...] = ("save", "capture", "connect", "sever")

ROWS = {
    "Enclose (Sever)": 8,
    "Escape (Connect)": 1,
    "Eye fight (Save, Capture)": 229,
    "Eye recognition (Save, Capture)": 126,
    "Save and Capture (Save, Capture)": 156,
    "Connection recognition (Connect, Sever)": 22,
    "Sever/Split/Connect/Join (Connect, Sever)": 183,
}
"""Table 3.1: the rows, with the number of rules the thesis has in each."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose, the goal it works for, its row of Table 3.1, and the other side's counterpart."""

    name: str
    side: Side
    goal: GoalKind
    row: str
    counterpart: str
    does: str = ""
    """What a move with this purpose does, in a few words."""


_ENCLOSE, _ESCAPE, _FIGHT, _EYE, _SAVE, _LINK, _JOIN = ROWS

_PAIRS: tuple[tuple[str, str, GoalKind, GoalKind, str, str], ...] = (
    ("increase liberties", "decrease liberties", "save", "capture", _SAVE, _SAVE),
    ("break out", "trap", "connect", "sever", _ESCAPE, _ENCLOSE),
    ("escape", "enclose", "connect", "sever", _ESCAPE, _ENCLOSE),
    ("connect", "sever", "connect", "sever", _JOIN, _JOIN),
    ("join", "split", "connect", "sever", _JOIN, _JOIN),
    ("increase eyes", "decrease eyes", "save", "capture", _FIGHT, _FIGHT),
    ("reinforce eyes", "destroy eye", "save", "capture", _FIGHT, _FIGHT),
    ("save", "capture", "save", "capture", _SAVE, _SAVE),
    ("live", "kill", "save", "capture", _SAVE, _SAVE),
    ("increase aura", "decrease aura", "save", "capture", _SAVE, _SAVE),
    ("semeai increase liberties", "semeai decrease liberties", "save", "capture", _SAVE, _SAVE),
)

_DOES = {
    "increase liberties": "gains liberties",
    "decrease liberties": "takes liberties",
    "break out": "breaks out",
    "trap": "shuts them in",
    "escape": "runs out",
    "enclose": "encloses them",
    "connect": "connects",
    "sever": "cuts",
    "join": "joins the groups",
    "split": "keeps the groups apart",
    "increase eyes": "makes room for eyes",
    "decrease eyes": "takes room for eyes",
    "reinforce eyes": "makes the eye sure",
    "destroy eye": "destroys an eye",
    "save": "saves stones",
    "capture": "catches stones",
    "live": "makes life",
    "kill": "kills",
    "increase aura": "gains room",
    "decrease aura": "takes room",
    "semeai increase liberties": "gains liberties for the race",
    "semeai decrease liberties": "takes liberties in the race",
}

PURPOSES: dict[str, Purpose] = {
    **{p[0]: Purpose(p[0], "defensive", p[2], p[4], p[1], _DOES[p[0]]) for p in _PAIRS},
    **{p[1]: Purpose(p[1], "offensive", p[3], p[5], p[0], _DOES[p[1]]) for p in _PAIRS},
    "eye": Purpose("eye", "recognition", "save", _EYE, ""),
    "connection": Purpose("connection", "recognition", "connect", _LINK, ""),
}
"""By name: eleven defensive, eleven offensive, and the two recognitions of Table 3.1."""
