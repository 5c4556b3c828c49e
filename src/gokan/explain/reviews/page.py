"""A review as a page: one HTML file with a board to step through; and the page over many games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gokan import pages
from gokan.explain.reviews.answer import Habit, Review
from gokan.explain.reviews.words import BAD, phrase, side_name

__all__ = ["index", "page", "title"]


def page(review: Review) -> str:
    """The text of an HTML file that needs nothing else."""
    return pages.fill("review", review.to_dict(), title=title(review))


def title(review: Review) -> str:
    """Who played, as a page or a list names a game.

    >>> from gokan.explain.reviews.reviewing import review
    >>> from gokan.go import Game
    >>> title(review(Game.parse("(;SZ[9]PB[Ann]DT[2026])"), numbers="strength"))
    'Ann – White, 2026'
    """
    game = review.game
    players = f"{game['black']['name'] or 'Black'} – {game['white']['name'] or 'White'}"
    return ", ".join(part for part in (players, game["date"]) if part)


def index(reviews: Sequence[tuple[str, Review]]) -> dict[str, Any]:
    """What the page over many games shows: each game in a line, and what is lost where.

    `reviews` are pairs of the page's file name and its review. A person is who has the same name in
    several games; what they lose points on is summed over all of their games. Who has no name comes
    last.
    """
    games = [
        {
            "page": name,
            "black": review.game["black"]["name"],
            "white": review.game["white"]["name"],
            "date": review.game["date"],
            "result": review.game["result"],
            "moves": len(review.moves),
            "complete": review.complete,
            "mean_loss": {side: one.mean_loss for side, one in review.sides.items()},
            "worst": [
                {
                    "number": move.number,
                    "color": move.color,
                    "vertex": move.vertex,
                    "loss": move.loss,
                    "word": move.word,
                }
                for move in sorted(review.mattered, key=lambda one: -one.loss)[:3]
            ],
        }
        for name, review in reviews
    ]
    return {"games": games, "people": _people(reviews)}


def _people(reviews: Sequence[tuple[str, Review]]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    unnamed: set[str] = set()
    for name, review in reviews:
        for side, report in review.sides.items():
            who = review.game[side]["name"] or phrase("side", "unnamed", side=side_name(side))
            person = found.setdefault(
                who, {"name": who, "games": 0, "moves": 0, "lost": 0.0, "bad": 0, "habits": {}}
            )
            if not review.game[side]["name"]:
                unnamed.add(who)
            person["games"] += 1
            person["moves"] += report.moves
            person["lost"] += report.lost
            person["bad"] += sum(report.words.get(word, 0) for word in BAD)
            for habit in report.recurring:
                entry = person["habits"].setdefault(
                    habit.kind,
                    {"text": _text(habit), "lost": 0.0, "places": [], "advice": habit.advice},
                )
                entry["lost"] += habit.lost
                entry["places"] += [{"page": name, "move": move} for move in habit.moves]
    people = sorted(
        found.values(), key=lambda one: (one["name"] in unnamed, -one["games"], one["name"])
    )
    for person in people:
        habits = sorted(person["habits"].values(), key=lambda one: -one["lost"])
        person["habits"] = [{**one, "lost": round(one["lost"], 1)} for one in habits]
        person["lost"] = round(person["lost"], 1)
        person["mean_loss"] = round(person["lost"] / person["moves"], 2) if person["moves"] else 0.0
    return people


def _text(habit: Habit) -> str:
    """What somebody does who has had both colours."""
    return phrase("habit", habit.kind, enemy=phrase("side", "opponent"))
