"""Write the fixtures of the rule editor's tests: what Python finds and the page must find."""

from __future__ import annotations

import json
import random
from pathlib import Path

from gokan.errors import GokanError
from gokan.go import BLACK, WHITE, Position
from gokan.goals.knowledge import KnowledgeBase, load
from gokan.goals.knowledge.draft import written
from gokan.goals.knowledge.page import editor_data
from gokan.goals.knowledge.rule import parse

HERE = Path(__file__).resolve().parent.parent / "web" / "tests" / "fixtures"
PLAIN = """rule tiger
purpose: connect
goal: Connect(a, b)
reason: r.
map:
    a.*
    Ob.
where:
    a X
    b X
when: not same(a, b)
good: *
match:
    . . . . .
    . X . * .
    . O X . .
    . . . . .
"""
CHANGES = (
    ("", ""),
    ("rule tiger", "rule Tiger Mouth"),
    ("purpose: connect", "purpose: linking"),
    ("purpose: connect", "purpose: connect, sever"),
    ("purpose: connect", "purpose: connect, capture"),
    ("purpose: connect", "purpose: sever"),
    ("purpose: connect", "purpose: connection"),
    ("reason: r.\n", ""),
    ("reason: r.", "reason: r.\nreason: again."),
    ("Connect(a, b)", "Connect(a, z)"),
    ("Connect(a, b)", "Connect(a, b, O, .)"),
    ("Connect(a, b)", "Connect(a, *)"),
    ("    Ob.", "    a b"),
    ("    Ob.", "    ab."),
    ("    Ob.", "    qb."),
    ("    Ob.", "    Ob.?????????????X"),
    ("    b X", "    b X\n    b O"),
    ("    b X", "    b X\n    c O"),
    ("    b X", "    bb X"),
    ("    b X", "    b X, liberties 1..2"),
    ("    b X", "    b X, liberties 2..7"),
    ("    b X", "    b X, liberties 2.."),
    ("    b X", "    b X\n    * x"),
    ("not same(a, b)", "not same(a, b"),
    ("not same(a, b)", "not same(a)"),
    ("not same(a, b)", "not same(a, ab)"),
    ("not same(a, b)", "libs(a) > 100"),
    ("not same(a, b)", "libs(a) > 1000"),
    ("not same(a, b)", "libs(a)"),
    ("not same(a, b)", "(" * 19 + "same(a, b)" + ")" * 19),
    ("not same(a, b)", "(" * 20 + "same(a, b)" + ")" * 20),
    ("not same(a, b)", "(" * 3000 + "same(a, b)" + ")" * 3000),
    ("good: *", "good: q"),
    ("good: *", "good: a"),
    ("good: *", "good: *\nbad: ."),
    ("good: *\n", ""),
    ("good: *", "good: *\neyes: 1..2"),
    ("good: *", "good: *\nonly: perhaps"),
    ("good: *", "good: *\nsource: me"),
    ("match:", "nomatch:"),
    ("match:", "no match:"),
    ("rule tiger", "rule: tiger"),
    ("Connect(a, b)", "Connect(a, a)"),
    ("Connect(a, b)", "Connect(a, O)"),
    ("Connect(a, b)", "Connect(a, #)"),
    ("    Ob.", "    Ob.\n    ###\nborder: #"),
    ("map:", "map: a.*"),
    ("map:", "map:\n    a.\n" * 3 + "map:"),
    ("map:", "map:\n    a.\n" * 4 + "map:"),
    ("    a.*", "\ta.*"),
    ("    b X", "    b constructor"),
    ("    b X", "    b X, liberties 0"),
    ("    b X", "    b X, liberties 3..1"),
    ("    b X", "    b X, liberties 5"),
    ("    b X", "    b X, liberties 5.."),
    ("not same(a, b)", "constructor(a)"),
    ("not same(a, b)", ""),
    ("not same(a, b)", "libs(a) > 1 or own(a) and (" * 14 + "own(a)" + ")" * 14),
    ("not same(a, b)", "libs(a) > 1 or own(a) and (" * 15 + "own(a)" + ")" * 15),
    ("map:", "map:\n    a.\nmap:"),
    ("not same(a, b)\n", "line(a) > 1\nmap:\n    a.\n"),
    ("not same(a, b)\n", "line(*) > 1\nmap:\n    a.\n"),
    ("purpose: connect", "purpose: constructor"),
    ("good: *", "good:"),
    ("good: *", "good: *\nbad:"),
    ("good: *", "good: *\nconnection:"),
    (". O X . .", ". O ? . ."),
    (". O X . .", ". O X ."),
)


# A map that hangs over the edge by don't-cares.
FAR = """rule far-from-the-edge
purpose: save
goal: Save(a)
reason: r.
map:
    a*
    ??
    ??
    ##
where:
    a X
good: *
"""


def main() -> None:
    """Some rules, some random boards, and changes to a rule that can be read or not."""
    tried = [PLAIN.replace(old, new, 1) for old, new in CHANGES]
    said = [{"text": text, "read": _can_be_read(text)} for text in tried]
    (HERE / "rule-refusals.json").write_text(json.dumps(said) + "\n", encoding="utf-8")
    base, chance = load(), random.Random(3)
    hand = [rule for rule in base.rules if rule.source == "hand"]
    made = [rule for rule in base.rules if rule.source != "hand"]
    known = []
    far, joined = parse(FAR), [rule for rule in hand if len(rule.maps) > 1]
    base = KnowledgeBase([*base.rules, *far])
    for number in range(80):
        position = _board(chance)
        rule = chance.choice((made, hand, hand, (*joined, *far))[number % 4])
        own = chance.choice((BLACK, WHITE))
        hits = [
            {"objects": list(a.objects), "moves": list(a.moves), "centre": sorted(a.centre)}
            for a in base.match(position, color=own, filtered=False)
            if a.rule.name == rule.name and a.purpose == rule.purpose
        ]
        board = {"width": position.width, "height": position.height, "stones": list(position.board)}
        known.append(
            {
                "rule": rule.name,
                "text": written(rule),
                "board": board,
                "own": int(own),
                "hits": hits,
            }
        )
    (HERE / "rule-matches.json").write_text(json.dumps(known) + "\n", encoding="utf-8")
    data = editor_data(hand, [(f"board {n}", _board(chance)) for n in range(3)])
    (HERE / "rules.json").write_text(json.dumps(data) + "\n", encoding="utf-8")


def _can_be_read(text: str) -> bool:
    try:
        parse(text)
    except GokanError:
        return False
    return True


def _board(chance: random.Random) -> Position:
    position = Position.empty(9, rules="tromp-taylor")
    for _ in range(chance.randrange(20, 60)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position


if __name__ == "__main__":
    main()
