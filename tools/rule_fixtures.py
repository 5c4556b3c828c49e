"""Write the fixtures of the rule editor's tests: what Python finds and the page must find."""

from __future__ import annotations

import json
import random
from pathlib import Path

from gokan.go import BLACK, WHITE, Position
from gokan.goals.knowledge import load
from gokan.goals.knowledge.draft import written
from gokan.goals.knowledge.page import editor_data

HERE = Path(__file__).resolve().parent.parent / "web" / "tests" / "fixtures"


def main() -> None:
    """Some rules, some random boards."""
    base, chance = load(), random.Random(3)
    hand = [rule for rule in base.rules if rule.source == "hand"]
    made = [rule for rule in base.rules if rule.source != "hand"]
    known = []
    for number in range(60):
        position = _board(chance)
        rule = chance.choice(hand if number % 3 else made)
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
