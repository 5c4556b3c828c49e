"""Choosing the rules, in KGS's words and in KataGo's."""

from __future__ import annotations

import json
from typing import Any

from gokan.errors import GokanError
from gokan.go import RULE_SETS, Rules
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command

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


@command("kata-get-rules", help="the rules in force, as KataGo writes them")
def kata_get_rules(engine: Engine, args: Arguments) -> str:
    """A JSON object; komi is asked for with `get_komi`."""
    args.end()
    rules = engine.game.rules
    fields: dict[str, Any] = {
        "hasButton": False,
        "ko": rules.ko.upper(),
        "scoring": rules.scoring.upper(),
        "suicide": rules.suicide,
        "tax": rules.tax.upper(),
        "whiteHandicapBonus": rules.handicap_bonus,
    }
    return json.dumps(fields, separators=(",", ":"))


@command("kata-set-rules", "NAME|JSON", help="play by these rules; the board and komi stay")
def kata_set_rules(engine: Engine, args: Arguments) -> None:
    """A name such as `chinese`, or a JSON object as `kata-get-rules` gives it."""
    text = args.rest().strip()
    if text.startswith("{"):
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            raise GtpError("could not parse rules", f"{text[:80]!r} is not JSON") from None
        rules = engine.game.rules
        for field, value in fields.items():
            rules = _changed(rules, field, value)
    else:
        rules = _named(text).with_(komi=engine.game.rules.komi)
    engine.game.set_rules(rules)


@command("kata-set-rule", "FIELD VALUE", help="change one of the rules")
def kata_set_rule(engine: Engine, args: Arguments) -> None:
    """For example `kata-set-rule ko POSITIONAL`."""
    field, value = args.word("a field of the rules"), args.rest()
    engine.game.set_rules(_changed(engine.game.rules, field, value))


@command("kgs-rules", "NAME", help="chinese, japanese, aga or new_zealand")
def kgs_rules(engine: Engine, args: Arguments) -> None:
    """KGS forbids whole-board repetition under Chinese rules."""
    name = args.word("a rule set").lower()
    args.end()
    rules = _named("chinese-kgs" if name == "chinese" else name)
    engine.game.set_rules(rules.with_(komi=engine.game.rules.komi))


def _named(name: str) -> Rules:
    base = _VARIANTS.get(name.lower())
    try:
        rules = Rules.named(base or name)
    except GokanError as error:
        raise GtpError("unknown rules", str(error)) from None
    return _renamed(rules.with_(ko="positional")) if base else rules


def _changed(rules: Rules, field: str, value: object) -> Rules:
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
