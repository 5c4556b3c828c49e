"""What the root of a record says about the game: size, rules, komi, handicap.

Files spell these in many ways, and some servers count komi in their own units. Each reader gives
a usable answer and, where it had to guess, adds a note for `Game.warnings`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gokan.errors import InvalidRules
from gokan.go.rules import MAX_KOMI, Rules
from gokan.go.vertex import MAX_SIDE

__all__ = [
    "RootInfo",
    "read_handicap",
    "read_komi",
    "read_root",
    "read_rules",
    "read_size",
    "write_rules",
]


@dataclass(frozen=True, slots=True)
class RootInfo:
    """The board and the rules of a record, with notes on what was guessed."""

    width: int
    height: int
    rules: Rules
    handicap: int
    notes: tuple[str, ...]
    problem: str | None
    """Why the game cannot be put on a board, if so."""


def read_root(texts: Mapping[str, str]) -> RootInfo:
    """Read GM, SZ, RU, KM and HA, given as text, and AP for who wrote them.

    >>> info = read_root({"SZ": "9:13", "RU": "Japanese", "KM": "5.5"})
    >>> info.width, info.height, info.rules.name, info.rules.komi
    (9, 13, 'japanese', 5.5)
    >>> read_root({"KM": "lots"}).notes
    ("komi 'lots' is not a number: 7.5 is used",)
    """
    notes: list[str] = []
    problem = None
    if texts.get("GM", "1").strip() not in ("1", "", "01"):
        problem = f"GM[{texts['GM'][:8]}] says that this is not a game of Go"
    size = read_size(texts.get("SZ", "19"))
    if size is None:
        notes.append(f"size {texts['SZ'][:20]!r} is not a size: 19 is used")
        size = 19, 19
    width, height = size
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        problem = f"a board of {width}x{height} is not possible: sides go from 1 to {MAX_SIDE}"
    handicap = read_handicap(texts.get("HA", "0"))
    if handicap is None:
        notes.append(f"handicap {texts['HA'][:20]!r} is not a number of stones: 0 is used")
        handicap = 0
    rules, komi = _rules_and_komi(texts, handicap, notes)
    return RootInfo(width, height, rules.with_(komi=komi), handicap, tuple(notes), problem)


def _rules_and_komi(
    texts: Mapping[str, str], handicap: int, notes: list[str]
) -> tuple[Rules, float]:
    komi_text = texts.get("KM", "").strip()
    own = texts.get("AP", "").startswith("Gokan")  # we write komi in points and nothing else
    komi = _own_komi(komi_text) if own else read_komi(komi_text)
    named = texts.get("RU", "").strip()
    rules = read_rules(named) if named else None
    if rules is None:
        # Without a name, komi tells: 4.5 to 6.5 points were only ever given under territory rules.
        territory = komi is not None and 4 <= komi <= 6.5
        rules = Rules.named("japanese" if territory else "chinese")
        if named:
            notes.append(f"rules {named[:30]!r} are unknown: {rules.name} rules are used")
    if komi is None:
        komi = 0.5 if handicap >= 2 else rules.komi
        if komi_text:
            notes.append(f"komi {komi_text[:20]!r} is not a number: {komi} is used")
    elif _plain_number(komi_text) not in (None, komi):
        notes.append(f"komi {komi_text[:20]!r} was read as {komi} points")
    return rules, komi


def read_size(text: str) -> tuple[int, int] | None:
    """Columns and rows.

    >>> read_size("19"), read_size("9:13"), read_size("9x13"), read_size("big")
    ((19, 19), (9, 13), (9, 13), None)
    """
    match = _SIZE.fullmatch(text.strip())
    if not match:
        return None
    width = int(match[1])
    return width, int(match[2] or width)


def read_handicap(text: str) -> int | None:
    """The number of handicap stones; none and one stone are both no handicap.

    >>> read_handicap("4"), read_handicap("3 stones"), read_handicap("even"), read_handicap("x")
    (4, 3, 0, None)
    """
    text = text.strip().lower()
    if text in ("", "none", "no", "even", "互先", "分先", "定先"):
        return 0
    match = _LEADING_INT.match(text)
    return int(match[0]) if match and int(match[0]) <= MAX_SIDE * MAX_SIDE else None


def read_komi(text: str) -> float | None:
    """Komi in points, or None if the text holds no sensible number.

    Fractions, decimal commas and units are understood. Three conventions are converted because
    their numbers cannot be meant otherwise: hundredths (650 is 6.5), tenths (65 is 6.5), and
    Chinese stones, which end in a quarter (3.75 stones are 7.5 points; so is 375).

    >>> [read_komi(t) for t in ("6.5", "6,5", "5½", "6.5目", "-3", "0")]
    [6.5, 6.5, 5.5, 6.5, -3.0, 0.0]
    >>> [read_komi(t) for t in ("375", "3.75", "650", "65", "3 3/4", "", "huge", "1e9")]
    [7.5, 7.5, 6.5, 6.5, 7.5, None, None, None]
    """
    text = text.strip().translate(_WIDE)
    match = _NUMBER.search(text)
    if not match or _UNIT.match(text, match.end()):
        return None
    value = float(match["whole"].replace(",", ".") or 0)
    if match["half"]:
        value += 0.5
    elif match["over"] and int(match["under"]):
        value += int(match["over"]) / int(match["under"])
    if value >= 100:
        value /= 100
    elif value in (45, 55, 65, 75, 85):
        value /= 10
    if value < 5 and value * 4 % 2 == 1:
        value *= 2
    if match["sign"]:
        value = -value
    return value if value * 2 == int(value * 2) and abs(value) < 100 else None


def read_rules(text: str) -> Rules | None:
    """The rule set of a name as files spell it, or None.

    KataGo's long names, such as koPOSITIONALscoreAREAtaxNONEsui0, are understood too.

    >>> [read_rules(t).name for t in ("Japanese", "JPN", "中国规则", "NZ", "Tromp/Taylor")]
    ['japanese', 'japanese', 'chinese', 'new-zealand', 'tromp-taylor']
    >>> read_rules("koSIMPLEscoreTERRITORYtaxSEKIsui0").tax
    'seki'
    """
    long = _KATAGO.search(text)
    if long:
        return Rules(
            "custom",
            ko=_choice(long["ko"]),
            scoring=_choice(long["score"]),
            tax=_choice(long["tax"]),
            suicide=long["sui"] == "1",
            handicap_bonus=(long["bonus"] or "0").upper(),  # type: ignore[arg-type]
        )
    key = "".join(char for char in text.lower() if char.isalnum())
    if not key:
        return None
    if key in ("ing", "goe", "ingsst", "ingrules", "应氏", "應氏"):
        return Rules.named("chinese").with_(name="ing", suicide=True, komi=8.0, handicap_bonus="0")
    for name, spellings in _SPELLINGS.items():
        if key in spellings or any(len(s) > 2 and key.startswith(s) for s in spellings):
            return Rules.named(name)
        if any(not s.isascii() and s in key for s in spellings):
            return Rules.named(name)
    try:
        return Rules.named(text)
    except InvalidRules:
        return None


def write_rules(rules: Rules) -> str:
    """The name to write as RU, which `read_rules` understands (komi has its own property).

    >>> write_rules(Rules.named("japanese"))
    'Japanese'
    >>> write_rules(Rules.named("japanese").with_(suicide=True))
    'koSIMPLEscoreTERRITORYtaxSEKIsui1whb0'
    """
    written = _WRITTEN.get(rules.name, rules.name)
    known = read_rules(written)
    if known and known.with_(komi=rules.komi) == rules:
        return written
    return (
        f"ko{rules.ko.upper()}score{rules.scoring.upper()}tax{rules.tax.upper()}"
        f"sui{int(rules.suicide)}whb{rules.handicap_bonus}"
    )


_WRITTEN = {
    "japanese": "Japanese",
    "chinese": "Chinese",
    "korean": "Korean",
    "aga": "AGA",
    "bga": "BGA",
    "new-zealand": "NZ",
    "ing": "GOE",
    "tromp-taylor": "Tromp-Taylor",
}
_SPELLINGS = {
    "japanese": ("japanese", "japan", "jpn", "jap", "jp", "nihon", "territory", "日本", "일본"),
    "chinese": ("chinese", "china", "chn", "cn", "area", "中国", "中國", "중국", "simple"),
    "korean": ("korean", "korea", "kor", "kr", "韩国", "韓国", "韓國", "한국"),
    "aga": ("aga", "american", "usgo", "french", "ffg"),
    "bga": ("bga", "british"),
    "new-zealand": ("nz", "newzealand"),
    "tromp-taylor": ("tromptaylor", "tt", "logical", "trompt"),
    "stone-scoring": ("stonescoring", "stone"),
}
_WIDE = str.maketrans("０１２３４５６７８９．－−，", "0123456789.--,")
_SIZE = re.compile(r"0*([0-9]{1,9})(?:\s*[:xX*]\s*0*([0-9]{1,9}))?")
_LEADING_INT = re.compile(r"[0-9]{1,3}(?![0-9.])")
_NUMBER = re.compile(
    r"(?P<sign>-?)\s*(?P<whole>[0-9]{1,6}(?:[.,][0-9]{0,6})?|(?=½)|[.,][0-9]{1,6})"
    r"(?:(?P<half>\s*½)|\s*(?:又|\s)\s*(?P<over>[0-9]{1,2})/(?P<under>[0-9]{1,2}))?"
)
_UNIT = re.compile(r"[A-Za-z0-9]")  # as in 1e9 or 20k: not a komi
_KATAGO = re.compile(
    r"ko(?P<ko>SIMPLE|POSITIONAL|SITUATIONAL|PREVIOUS)score(?P<score>AREA|TERRITORY|EYES)"
    r"tax(?P<tax>NONE|SEKI|ALL)sui(?P<sui>[01])(?:whb(?P<bonus>0|N-1|N))?",
    re.IGNORECASE,
)


def _choice(text: str) -> Any:
    return text.lower()


def _own_komi(text: str) -> float | None:
    komi = _plain_number(text)
    return komi if komi is not None and abs(komi) <= MAX_KOMI else None


def _plain_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
