"""Unsupervised learning of level-2 classes from games: count, choose, follow, define, check."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.shape.learn.learned import CLASSES, COUNTS, Learned, Library
from gokan_lab.classes.checking import again, recognised
from gokan_lab.classes.counting import Count, Plan, Record, count
from gokan_lab.classes.define import define
from gokan_lab.classes.following import OUTCOMES, Course, follow
from gokan_lab.classes.naming import distinct, propose
from gokan_lab.classes.selecting import Chosen, select

SAY = Callable[[str], None]
_MOST_NEXT = 3


def learn(
    games: Sequence[Record],
    plan: Plan | None = None,
    *,
    folder: Path | None = None,
    outcomes: int = 500,
    say: SAY = lambda words: None,
) -> Library:
    """Learn classes from games; with a folder the work is kept there and can be taken up again."""
    plan = plan or Plan()
    if len(games) < 2:
        raise InvalidInput("at least two games are needed: to count in, and to measure in.")
    shuffled = list(games)
    random.Random(plan.seed).shuffle(shuffled)

    def told(what: str, done: int, of: int) -> None:
        say(f"{what}: {done} of {of} games")

    counts = count(shuffled, plan, folder=folder, progress=told)
    say(f"{len(counts)} formations recur")
    return build(counts, shuffled, plan, outcomes=outcomes, say=say)


def build(
    counts: Sequence[Count],
    games: Sequence[Record],
    plan: Plan,
    *,
    outcomes: int = 500,
    say: SAY = lambda words: None,
) -> Library:
    """Classes from what was counted; `games` are in the order they were counted in."""
    chosen = select(counts, plan)
    if not chosen:
        raise InvalidInput("no formation recurs often enough in these games to become a class.")
    say(f"{len(chosen)} become classes")
    courses = follow(
        games[: plan.followed],
        [c.count.code for c in chosen],
        outcomes=outcomes,
        progress=lambda done, of: say(f"follow: {done} of {of} games"),
    )
    titles = distinct(propose(c.formation) for c in chosen)
    names = [f"formation-{n:03d}" for n in range(1, len(chosen) + 1)]
    made = [_learned(c, courses[n], names, n, titles[n], games) for n, c in enumerate(chosen)]
    text = "\n".join(definition(c) for c in made)
    about = {"plan": asdict(plan), "games": len(games), "outcome games": outcomes}
    return Library(made, text, about)


def definition(learned: Learned) -> str:
    """A class in the text format of ETS, for both colours."""
    return define(
        learned.formation,
        learned.name,
        title=f"{{a}} {learned.title}",
        note=f"Learned: made {learned.played} times in {learned.games} games,"
        f" {100 * learned.chosen / max(1, learned.possible):.1f} % of the times it could be.",
        order=learned.order,
        together=learned.together,
    )


def save(library: Library, folder: Path) -> None:
    """Write a library: all definitions, the counts, and a file for each class."""
    each = folder / "classes"
    each.mkdir(parents=True, exist_ok=True)
    for learned in library.classes:
        write_whole(each / f"{learned.name}.txt", definition(learned).encode())
    write_whole(folder / CLASSES, library.text.encode())
    write_whole(folder / COUNTS, library.counts().encode())


def check(library: Library, *, best: int = 50, others: int = 200, seed: int = 1) -> list[str]:
    """Generate and recognise the best classes and others drawn at random; names of those missed."""
    chance = random.Random(seed)
    rest = list(library.classes[best:])
    drawn = [*library.classes[:best], *chance.sample(rest, min(others, len(rest)))]
    return [c.name for c in drawn if not recognised(library, c, seed=chance.randrange(1 << 30))]


def _learned(
    chosen: Chosen,
    course: Course,
    names: list[str],
    number: int,
    title: str,
    games: Sequence[Record],
) -> Learned:
    c = chosen.count
    return Learned(
        name=names[number],
        title=title,
        code=c.code,
        order=chosen.order,
        together=chosen.together,
        played=c.played,
        games=c.games,
        possible=c.possible,
        chosen=c.chosen,
        at_once=round(c.ages[0] / max(1, sum(c.ages)), 3),
        next=tuple(
            (names[n], round(100 * times / max(1, course.seen), 1))
            for n, times in sorted(course.steps.items(), key=lambda s: (-s[1], s[0]))[:_MOST_NEXT]
        ),
        outcomes={fate: course.outcomes[fate] for fate in OUTCOMES},
        ground={side: course.ground[side] for side in ("own", "enemy")},
        examples=tuple((games[game].name, move) for game, move in c.examples),
        again=again(c.formation),
    )
