"""KataGo's way to write rules: names, JSON objects and single fields."""

from __future__ import annotations

from typing import Any

from gokan.errors import GokanError
from gokan.go import RULE_SETS, Rules
from gokan.gtp.protocol import GtpError

__all__ = ["changed", "named", "read"]

# KataGo's names of the fields, and the longer ones its older configurations use.
_FIELDS = {
    "ko": "ko",
    "koRule": "ko",
    "scoring": "scoring",
    "scoringRule": "scoring",
    "tax": "tax",
    "taxRule": "tax",
    "suicide": "suicide",
    "multiStoneSuicideLegal": "suicide",
    "whiteHandicapBonus": "handicap_bonus",
    "komi": "komi",
}
_VARIANTS = {"chinese-ogs": "chinese", "chinese-kgs": "chinese"}  # with positional superko


def read(value: object) -> Rules:
    """Rules from a name or from an object of fields.

    >>> read("chinese-ogs").ko
    'positional'
    >>> read({"scoring": "TERRITORY", "tax": "SEKI"}).scoring
    'territory'
    """
    if isinstance(value, str):
        return named(value)
    if not isinstance(value, dict):
        raise GtpError("could not parse rules", "rules are a name or an object of fields")
    rules = Rules.named("tromp-taylor")
    for field, setting in value.items():
        rules = changed(rules, str(field), setting)
    if rules.scoring == "territory" and "komi" not in value:
        rules = rules.with_(komi=6.5)
    return rules


def named(name: str) -> Rules:
    """The rules of a name, with those of servers among them."""
    base = _VARIANTS.get(name.lower())
    try:
        rules = Rules.named(base or name)
    except GokanError as error:
        raise GtpError("unknown rules", str(error)) from None
    return _renamed(rules.with_(ko="positional")) if base else rules


def changed(rules: Rules, field: str, value: object) -> Rules:
    """The rules with one field in KataGo's words."""
    if field in ("hasButton", "friendlyPassOk"):
        if field == "hasButton" and _flag(value):
            raise GtpError("the button is not supported")
        return rules
    if field not in _FIELDS:
        raise GtpError("unknown rule", f"{field!r} is none of {', '.join(_FIELDS)}")
    ours = _FIELDS[field]
    change: Any
    if ours == "suicide":
        change = _flag(value)
    elif ours == "komi":
        change = _number(value)
    else:
        change = str(value)
        change = change.upper() if ours == "handicap_bonus" else change.lower()
    try:
        return _renamed(rules.with_(**{ours: change}))
    except GokanError as error:
        raise GtpError("unknown value", str(error)) from None


def _renamed(rules: Rules) -> Rules:
    """Under the name of the set they are equal to but for komi, or `custom`."""
    for known in RULE_SETS.values():
        if rules.with_(name=known.name, komi=known.komi) == known:
            return rules.with_(name=known.name)
    return rules.with_(name="custom")


def _flag(value: object) -> bool:
    text = str(value).lower()
    if text not in ("true", "false"):
        raise GtpError("unknown value", f"{value!r} is neither true nor false")
    return text == "true"


def _number(value: object) -> float:
    try:
        return float(str(value))
    except ValueError:
        raise GtpError("unknown value", f"{value!r} is not a number") from None
