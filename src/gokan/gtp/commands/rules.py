"""Choosing the rules, in KGS's words and in KataGo's."""

from __future__ import annotations

import json
from typing import Any

from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.kata_rules import changed, named
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command


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
            rules = changed(rules, field, value)
    else:
        rules = named(text).with_(komi=engine.game.rules.komi)
    engine.game.set_rules(rules)


@command("kata-set-rule", "FIELD VALUE", help="change one of the rules")
def kata_set_rule(engine: Engine, args: Arguments) -> None:
    """For example `kata-set-rule ko POSITIONAL`."""
    field, value = args.word("a field of the rules"), args.rest()
    engine.game.set_rules(changed(engine.game.rules, field, value))


@command("kgs-rules", "NAME", help="chinese, japanese, aga or new_zealand")
def kgs_rules(engine: Engine, args: Arguments) -> None:
    """KGS forbids whole-board repetition under Chinese rules."""
    name = args.word("a rule set").lower()
    args.end()
    rules = named("chinese-kgs" if name == "chinese" else name)
    engine.game.set_rules(rules.with_(komi=engine.game.rules.komi))
