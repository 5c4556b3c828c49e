"""The generated rules: rooms, eyes, fights for eyes, and connections, each decided by all play.

`python -m gokan_lab.rules.generate FOLDER [NAME...]` writes the files again. `windows`
decides and draws the maps; this module says which questions are asked, and words the answers.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan_lab.rules.generate_rooms import room_rules
from gokan_lab.rules.windows import Cube, Window, cover, decided, joined

if TYPE_CHECKING:
    from gokan.goals.knowledge.base import KnowledgeBase
    from gokan_lab.rules.windows import Table

__all__ = ["eye_rules", "link_rules", "usage", "write"]

EYE_WINDOWS = (
    Window(2, 2, "lt"),
    Window(3, 2, "b"),
    Window(3, 2, "lt"),
    Window(4, 2, "b"),
    Window(4, 2, "lt"),
    Window(3, 3, "lt"),
    Window(3, 3, "b"),
    Window(3, 3),
    Window(5, 2, "b"),
    Window(4, 3, "lt"),
    Window(4, 3, "b"),
    Window(4, 3),
)
OUTSIDE = 2
"""Liberties that connected stones must have outside the map: with one they join into atari."""
LINK_WINDOWS = (
    Window(2, 2),
    Window(3, 1),
    Window(3, 1, "b"),
    Window(3, 2),
    Window(3, 2, "b"),
    Window(4, 2),
    Window(4, 2, "b"),
    Window(3, 3),
    Window(3, 3, "b"),
)


# --- eyes in a window -----------------------------------------------------------------------------


def eye_rules(windows: Iterable[Window] = EYE_WINDOWS, *, fights: bool = True) -> Iterator[str]:
    """Eyes that stand under the worst surroundings, and the points on which others hang."""
    known: dict[bool, list[Cube]] = {True: [], False: []}
    drawn: set[tuple[str, ...]] = set()
    serial = 0
    for window in windows:
        for alone in (True, False):  # one eye; then two at once
            for a in _targets(window):
                values, moves = decided(window, a, eye=alone)
                holds = values & 1 == 1
                cubes = _new(window, a, holds, values, known[alone])
                for cube in cubes:
                    if _drawn(cube, drawn):
                        continue
                    known[alone].append(cube)
                    serial += 1
                    yield _eye_text(serial, cube, 1 if alone else 2)
                if fights and window.cells <= 9:
                    for cube in _fights(window, a, values, moves):
                        if not _drawn(cube, drawn):
                            serial += 1
                            yield _fight_text(serial, cube, 1 if alone else 2)


def _targets(window: Window) -> list[int]:
    orientations = window.orientations()
    return [c for c in range(window.cells) if c == min(o[c] for o in orientations)]


def _new(
    window: Window, a: int, holds: Any, values: Table, known: list[Cube], *, most: int = 24
) -> list[Cube]:
    """Cubes for what holds and no smaller rule knows already."""
    import numpy as np

    wanted = holds.copy()
    block = joined(window, a)
    for cube in known:
        for placed in cube.placed_in(window):
            wanted &= ~((placed.mask() == 1) & (block >> placed.objects[0] & 1 == 1))
    stone = np.arange(3**window.cells) // 3**a % 3 == 1
    free = (holds | (values == 0) & stone) & ~wanted
    least = {4: 1, 6: 1, 8: 2, 9: 2, 10: 6}.get(window.cells, 60)
    return cover(
        window,
        wanted.astype(np.uint8),
        free.astype(np.uint8),
        (a,),
        most=most,
        least=least,
        tries=12 if window.cells < 12 else 5,
    )


def _fights(window: Window, a: int, values: Table, moves: Any) -> Iterator[Cube]:
    """Points that X and O both need: X's move there makes the eye, O's takes it."""
    import numpy as np

    hangs = values & 3 == 2
    stone = np.arange(3**window.cells) // 3**a % 3 == 1
    for cell in range(window.cells):
        if cell == a:
            continue
        both = hangs & (moves >> cell & 1 == 1) & (moves >> cell + 12 & 1 == 1)
        empty = np.arange(3**window.cells) // 3**cell % 3 == 0
        free = ((values == 0) | (values & 1 == 1)) & stone & empty & ~both
        yield from cover(
            window,
            both.astype(np.uint8),
            free.astype(np.uint8),
            (a,),
            (cell,),
            most=3,
            least={4: 1, 6: 2, 8: 6}.get(window.cells, 12),
        )


def _drawn(cube: Cube, drawn: set[tuple[str, ...]]) -> bool:
    """Whether the same map, whichever of its stones is the object, was drawn before."""
    rows = [row.replace("a", "X") for row in cube.rows()]
    forms = _drawings(rows)
    if forms & drawn:
        return True
    drawn.add(tuple(rows))
    return False


def _drawings(rows: list[str]) -> set[tuple[str, ...]]:
    found = set()
    for _ in range(2):
        for _ in range(2):
            for _ in range(2):
                found.add(tuple(rows))
                rows = [row[::-1] for row in rows]
            rows = rows[::-1]
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    return found


def _eye_text(serial: int, cube: Cube, eyes: int) -> str:
    rows = cube.rows()
    used = {symbol for row in rows for symbol in row}
    count = "an eye" if eyes == 1 else "two eyes"
    place = {"centre": "", "edge": " at the edge", "corner": " in the corner"}[cube.window.place]
    lines = [
        f"rule eye-{cube.window.place}-{serial}",
        "purpose: eye",
        "goal: Save(a)",
        f"reason: Whatever stands around, the opponent cannot take {count}{place} from this shape.",
        "map:",
        *(f"    {row}" for row in rows),
        "where:",
        *(f"    {line}" for line in cube.where()),
        f"border: {' '.join(s for s in 'aXx' if s in used)}",
        f"centre: {' '.join(s for s in '.oO' if s in used)}",
        f"eyes: {eyes}",
        "source: generated",
        "",
    ]
    return "\n".join(lines) if used & set(".oO") else ""


def _fight_text(serial: int, cube: Cube, eyes: int) -> str:
    count = "the eye sure" if eyes == 1 else "sure of two eyes"
    purpose = "reinforce eyes, destroy eye" if eyes == 1 else "increase eyes, decrease eyes"
    return "\n".join(
        [
            f"rule eye-fight-{cube.window.place}-{serial}",
            f"purpose: {purpose}",
            "goal: Save(a)",
            f"reason: The owner makes {count} with a stone at *.",
            "map:",
            *(f"    {row}" for row in cube.rows()),
            "where:",
            *(f"    {line}" for line in cube.where()),
            "good: *",
            "source: generated",
            "",
        ]
    )


# --- connections ----------------------------------------------------------------------------------


def link_rules(windows: Iterable[Window] = LINK_WINDOWS) -> Iterator[str]:
    """Stones that cannot be cut apart, and the points on which a connection hangs."""
    known: list[Cube] = []
    drawn: set[tuple[str, ...]] = set()
    serial = 0
    for window in windows:
        for a, b in _pairs(window):
            values, moves = decided(window, a, b, outside=(OUTSIDE, OUTSIDE))
            for cube in _links(window, a, b, values, known):
                if _drawn_pair(cube, drawn):
                    continue
                known.append(cube)
                serial += 1
                yield _link_text(serial, cube)
            for cube in _cuts(window, a, b, values, moves):
                if not _drawn_pair(cube, drawn):
                    serial += 1
                    yield _cut_text(serial, cube)


def _pairs(window: Window) -> Iterator[tuple[int, int]]:
    """Two cells that do not touch, once for each way they can lie."""
    seen: set[frozenset[int]] = set()
    for a in range(window.cells):
        for b in range(a + 1, window.cells):
            (ay, ax), (by, bx) = divmod(a, window.width), divmod(b, window.width)
            if abs(ay - by) + abs(ax - bx) < 2:
                continue
            forms = {frozenset((o[a], o[b])) for o in window.orientations()}
            if not forms & seen:
                seen.add(frozenset((a, b)))
                yield a, b


def _links(window: Window, a: int, b: int, values: Table, known: list[Cube]) -> list[Cube]:
    import numpy as np

    one_block = joined(window, a) >> b & 1 == 1
    holds = values & 1 == 1
    wanted = holds & ~one_block
    for cube in known:
        for placed in cube.placed_in(window):
            if {a, b} == set(placed.objects):
                wanted &= placed.mask() == 0
    boards = np.arange(3**window.cells)
    stones = (boards // 3**a % 3 == 1) & (boards // 3**b % 3 == 1)
    free = (holds | (values == 0) & stones) & ~wanted
    least = {2: 1, 3: 1, 4: 1, 6: 2}.get(window.cells, 8)
    return cover(
        window, wanted.astype(np.uint8), free.astype(np.uint8), (a, b), most=6, least=least
    )


def _cuts(window: Window, a: int, b: int, values: Table, moves: Any) -> Iterator[Cube]:
    import numpy as np

    hangs = values & 3 == 2
    boards = np.arange(3**window.cells)
    stones = (boards // 3**a % 3 == 1) & (boards // 3**b % 3 == 1)
    for cell in range(window.cells):
        if cell in (a, b):
            continue
        both = hangs & (moves >> cell & 1 == 1) & (moves >> cell + 12 & 1 == 1)
        empty = boards // 3**cell % 3 == 0
        free = ((values == 0) | (values & 1 == 1)) & stones & empty & ~both
        yield from cover(
            window,
            both.astype(np.uint8),
            free.astype(np.uint8),
            (a, b),
            (cell,),
            most=2,
            least={3: 1, 4: 1, 6: 4}.get(window.cells, 20),
        )


def _drawn_pair(cube: Cube, drawn: set[tuple[str, ...]]) -> bool:
    rows = [row.replace("b", "a") for row in cube.rows()]
    if _drawings(rows) & drawn:
        return True
    drawn.add(tuple(rows))
    return False


def _breath(cube: Cube) -> str:
    """Liberties outside the map are needed: more than the map itself can show."""
    import numpy as np

    need = []
    boards = np.flatnonzero(cube.mask())
    for letter, cell in zip("ab", cube.objects, strict=True):
        block = joined(cube.window, cell)[boards]
        beside = np.zeros_like(block)
        window = cube.window
        for c in range(window.cells):
            y, x = divmod(c, window.width)
            near = 0
            for nx, ny in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= nx < window.width and 0 <= ny < window.height:
                    near |= 1 << ny * window.width + nx
            empty = boards // 3**c % 3 == 0
            beside |= np.where(empty & (block & near != 0), 1 << c, 0).astype(beside.dtype)
        most = max(int(n).bit_count() for n in np.unique(beside))
        need.append(f"libs({letter}) >= {most + OUTSIDE}")
    return " and ".join(need)


def _link_text(serial: int, cube: Cube) -> str:
    return "\n".join(
        [
            f"rule link-{cube.window.place}-{serial}",
            "purpose: connection",
            "goal: Connect(a, b)",
            "reason: If the opponent cuts on one side the other side joins them.",
            "map:",
            *(f"    {row}" for row in cube.rows()),
            "where:",
            *(f"    {line}" for line in cube.where()),
            f"when: not same(a, b) and {_breath(cube)}",
            "connection: unassailable",
            "source: generated",
            "",
        ]
    )


def _cut_text(serial: int, cube: Cube) -> str:
    return "\n".join(
        [
            f"rule cut-{cube.window.place}-{serial}",
            "purpose: connect, sever",
            "goal: Connect(a, b)",
            "reason: The owner joins the two for good with a stone at *.",
            "map:",
            *(f"    {row}" for row in cube.rows()),
            "where:",
            *(f"    {line}" for line in cube.where()),
            f"when: not same(a, b) and {_breath(cube)}",
            "good: *",
            "source: generated",
            "",
        ]
    )


# --- files ----------------------------------------------------------------------------------------


FILES: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
    "rooms": ("What the inside of one solid block is worth", room_rules),
    "made-eyes": ("Eyes that stand under the worst surroundings, and fights for eyes", eye_rules),
    "made-links": ("Connections under the worst surroundings, and where they are cut", link_rules),
}


def write(folder: Path, names: Iterable[str] = ()) -> None:
    """Write generated files (all, or those named) into a folder: what is used somewhere."""
    from gokan.goals.knowledge.base import KnowledgeBase
    from gokan.goals.knowledge.draft import written
    from gokan.goals.knowledge.rule import parse
    from gokan.goals.knowledge.twins import unlike
    from gokan_lab.rules.exemplify import exemplified

    files = {name: FILES[name] for name in names or FILES}
    texts = {name: [rule for rule in make() if rule] for name, (_, make) in files.items()}
    base = KnowledgeBase(
        unlike(r for name, rules in texts.items() for r in parse("\n".join(rules), file=name))
    )
    used = usage(base)
    known = {rule.name for rule in base.rules}
    for name, (title, _) in files.items():
        head = f"# {title}.\n# Generated by gokan_lab.rules.generate; do not edit.\n\n"
        kept = [t for t in texts[name] if _name_of(t) in known and _stays(_name_of(t), used)]
        shown = [exemplified(rule) for rule in parse("\n".join(kept), file=name)]
        # Some maps cannot stand on any board: a border all around with a corner of its own.
        text = "\n".join(written(rule) for rule in shown if rule.matches)
        (folder / f"{name}.txt").write_text(head + text, encoding="utf-8")


LEAST_USED = 4
PROBLEMS = 400
PLAYED = 6


SILENT = frozenset(
    (
        "eye-edge-4",
        "link-centre-20",
        "bent-three-edge-2-empty",
        "bent-four-corner-8-empty",
        "bent-four-corner-9-empty",
        "pyramid-four-edge-3-empty",
        "twisted-four-edge-3-empty",
        "room-of-five-3-corner-9-empty",
        "room-of-five-5-corner-6-empty",
        "room-of-five-9-corner-7-empty",
        "room-of-five-11-corner-4-empty",
        "crossed-five-corner-3-empty",
        "straight-five-open-1-empty",
        "crossed-five-edge-2-empty",
    )
)
"""Rules that never have the last word: `bench_knowledge.py used`, 64,055 positions of games, book
problems and generated ones. Two matched nowhere; elsewhere a more specific rule speaks better."""


def _stays(name: str, used: Counter[str]) -> bool:
    """What is used stays, and empty rooms of up to five points, which everybody must know."""
    if name in SILENT:
        return False
    return used[name] >= LEAST_USED or (name.endswith("-empty") and "six" not in name)


def usage(base: KnowledgeBase, *, problems: int = PROBLEMS, seed: int = 5) -> Counter[str]:
    """How often each rule has the last word in random play inside generated problems."""
    from gokan.reading import Problem, make_problems

    chance = random.Random(seed)
    found: Counter[str] = Counter()
    for number, record in enumerate(make_problems(seed, jobs=1)):
        if number >= problems:
            break
        problem = Problem.from_record(record)
        first = problem.position
        stones = [p for p, color in enumerate(first.board) if color]
        rows = {p // first.width for p in stones}
        columns = {p % first.width for p in stones}
        space = [
            p
            for p in range(len(first.board))
            if p // first.width in rows and p % first.width in columns and not first.board[p]
        ]
        for _ in range(PLAYED):
            position = first
            for _ in range(chance.randrange(14)):
                moves = [p for p in space if position.is_legal(p)]
                if not moves:
                    break
                position = position.play(chance.choice(moves))
            for side in (1, 2):
                for match in base.core.match(position.core, side, [], True):
                    found[base.sides[match.rule].name] += 1
    return found


def _name_of(text: str) -> str:
    return text.split("\n", 1)[0].removeprefix("rule ")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2:])
