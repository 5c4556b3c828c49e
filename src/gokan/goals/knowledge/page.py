"""The rule editor as a page: rules and positions for the browser, which needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gokan.go import Position
from gokan.goals.knowledge.draft import draft, written
from gokan.goals.knowledge.purposes import PURPOSES
from gokan.goals.knowledge.rule import Rule

__all__ = ["editor_data", "editor_page"]


def editor_page(rules: Iterable[Rule], boards: Iterable[tuple[str, Position]]) -> str:
    """The page as one HTML file."""
    from gokan.pages import fill

    return fill("rules", editor_data(rules, boards), title="Rule editor")


def editor_data(rules: Iterable[Rule], boards: Iterable[tuple[str, Position]]) -> dict[str, Any]:
    """What the page is filled with.

    >>> data = editor_data([], [("empty", Position.empty(9))])
    >>> data["rules"][0]["name"], data["boards"][0]["width"]
    ('my-rule', 9)
    """
    given = [{"name": r.name, "purpose": r.purpose, "text": written(r)} for r in rules]
    new = {"name": "my-rule", "purpose": "save", "text": draft("my-rule", "save")}
    return {
        "rules": [new, *given],
        "boards": [
            {
                "name": name,
                "width": position.width,
                "height": position.height,
                "stones": list(position.board),
            }
            for name, position in boards
        ],
        "purposes": {
            name: {
                "goal": purpose.goal,
                "counterpart": purpose.counterpart,
                "moves": purpose.side != "recognition",
            }
            for name, purpose in PURPOSES.items()
        },
    }
