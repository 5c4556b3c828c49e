"""The best learned classes as a page: pictures made from the class, numbers, names, examples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gokan.files import write_whole
from gokan.shape.learn.learned import Learned, Library
from gokan_lab.classes.realise import SIZE, realise

if TYPE_CHECKING:
    from gokan.draw import Svg

BEST = 50
_AROUND = 2  # points of board around the stones
_FATES = (
    ("alive", "lived"),
    ("captured", "were captured"),
    ("dead", "were dead"),
    ("unsettled", "undecided"),
)


def picture(learned: Learned) -> Svg:
    """A position that the class generates, its stones numbered in their typical order."""
    from gokan.draw import board

    positions = realise(learned.formation, order=learned.order, together=learned.together)
    numbers: dict[int, str] = {}
    for number in range(1, len(positions)):
        before, after = positions[number - 1].board, positions[number].board
        (point,) = [p for p in range(len(after)) if after[p] != before[p]]
        if learned.order is not None or number == len(positions) - 1:
            numbers[point] = str(number)
    stones = [p for p, color in enumerate(positions[-1].board) if color]
    rows, columns = [p // SIZE for p in stones], [p % SIZE for p in stones]
    edges = any(s.edges for s in learned.formation.stones)
    around = 5 if edges else _AROUND
    top, left = max(0, min(rows) - around), max(0, min(columns) - around)
    bottom, right = min(SIZE - 1, max(rows) + around), min(SIZE - 1, max(columns) + around)
    return board(
        positions[-1],
        labels=numbers,
        last_move=False,
        view=(top * SIZE + left, bottom * SIZE + right),
        coordinates=False,
        size=150,
        description=learned.title,
    )


def describe(learned: Learned, library: Library) -> str:
    """A class in a few sentences."""
    titles = {c.name: c.title for c in library.classes}
    share = 100 * learned.chosen / max(1, learned.possible)
    often = f"Made {learned.played:,} times in {learned.games:,} games;"
    said = [f"{often} of the moves that would make it, {share:.1f} % were played."]
    if learned.order is not None:
        said.append("The stones come in the order shown.")
    if learned.at_once >= 0.25:
        said.append(f"An answer to the last move in {100 * learned.at_once:.0f} %.")
    if learned.next:
        steps = ", ".join(f"{titles[n]} ({share:.0f} %)" for n, share in learned.next)
        said.append(f"What builds on it next: {steps}.")
    of = sum(learned.outcomes.values())
    if of:
        fates = [
            f"{100 * learned.outcomes[fate] / of:.0f} % {words}"
            for fate, words in _FATES
            if learned.outcomes.get(fate)
        ]
        said.append(f"Of {of:,} followed to the end of a game: {', '.join(fates)}.")
    known = sum(learned.ground.values())
    if known >= 10:
        own = 100 * learned.ground["own"] / known
        said.append(
            f"The points between became own territory in {own:.0f} % of the {known:,} of these in"
            " which that was proved."
        )
    if learned.again:
        said.append(f"Made by hand before: {', '.join(learned.again)}.")
    seen = ", ".join(f"{game} move {move}" for game, move in learned.examples)
    said.append(f"Examples: {seen}.")
    return " ".join(said)


def page(library: Library, folder: Path, *, best: int = BEST) -> None:
    """Write `best.md` and its pictures."""
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    lines = [f"# The {min(best, len(library.classes))} most telling learned classes", ""]
    for number, learned in enumerate(library.classes[:best], 1):
        write_whole(pictures / f"{learned.name}.svg", str(picture(learned)).encode())
        lines += [
            f"## {number}. {learned.title}",
            "",
            f"![{learned.title}](pictures/{learned.name}.svg)",
            "",
            describe(learned, library),
            "",
        ]
    write_whole(folder / "best.md", "\n".join(lines).encode())
