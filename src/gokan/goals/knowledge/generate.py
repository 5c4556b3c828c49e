"""The generated rules: rooms, eyes, fights for eyes, and connections, each decided by all play.

`python -m gokan.goals.knowledge.generate FOLDER` writes the files again. `windows` decides and
draws the maps; this module says which questions are asked, and puts the answers into words.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan.goals.knowledge.windows import Cube, Window, cover, decided, decided_room, joined

if TYPE_CHECKING:
    from gokan.goals.knowledge.base import KnowledgeBase
    from gokan.goals.knowledge.windows import Table

__all__ = ["eye_rules", "link_rules", "room_rules"]

LARGEST_ROOM = 6
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
_SIZES = ("", "One point", "Two points", "Three points", "Four points", "Five points", "Six points")

Cell = tuple[int, int]


# --- rooms ----------------------------------------------------------------------------------------


def room_rules(largest: int = LARGEST_ROOM) -> Iterator[str]:
    """What the inside of one solid block is worth: eyes, and the points they hang on."""
    for size in range(1, largest + 1):
        for number, shape in enumerate(_shapes(size), 1):
            seen: set[tuple[frozenset[Cell], str]] = set()
            for cells, edges in _placements(shape):
                if (frozenset(cells), edges) in seen:
                    continue
                seen.add((frozenset(cells), edges))
                place = {"": "open", "b": "edge", "bl": "corner"}[edges]
                name = f"{_room_name(shape, number)}-{place}-{len(seen)}"
                yield from _room(name, size, cells, edges)


_NAMES = {
    ((0, 0),): "one-point-room",
    ((0, 0), (0, 1)): "two-point-room",
    ((0, 0), (0, 1), (0, 2)): "straight-three",
    ((0, 0), (0, 1), (1, 0)): "bent-three",
    ((0, 0), (0, 1), (0, 2), (0, 3)): "straight-four",
    ((0, 0), (0, 1), (0, 2), (1, 0)): "bent-four",
    ((0, 0), (0, 1), (0, 2), (1, 1)): "pyramid-four",
    ((0, 0), (0, 1), (1, 0), (1, 1)): "square-four",
    ((0, 0), (0, 1), (1, 1), (1, 2)): "twisted-four",
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)): "bulky-five",
    ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)): "crossed-five",
    ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)): "straight-five",
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)): "rectangular-six",
}


def _room_name(shape: frozenset[Cell], number: int) -> str:
    words = ("", "one", "two", "three", "four", "five", "six")
    return _NAMES.get(tuple(sorted(shape)), f"room-of-{words[len(shape)]}-{number}")


def _room(name: str, size: int, cells: list[Cell], edges: str) -> Iterator[str]:
    import numpy as np

    one, moves_one = decided_room(cells, edges=edges, eye=True)
    two, moves_two = decided_room(cells, edges=edges, eye=False)
    valid = one > 0
    least = (one & 1) + (two & 1)
    most = (one >> 1 & 1) + (two >> 1 & 1)
    window = Window(size, 1)  # the cells in a row: only their contents matter here
    invalid = (~valid).astype(np.uint8)
    kinds = sorted({(int(a), int(b)) for a, b in zip(least[valid], most[valid], strict=True)})
    serial = 0
    for low, high in kinds:
        wanted = (valid & (least == low) & (most == high)).astype(np.uint8)
        for cube in cover(window, wanted, invalid, (), most=3, least=max(1, 3 ** (size - 4))):
            serial += 1
            yield _room_text(f"{name}-eyes-{serial}", size, cells, edges, cube, (low, high), ())
    for moves, least_of in ((moves_two, two), (moves_one, one)):
        hangs = valid & (least_of & 1 == 0) & (least_of >> 1 & 1 == 1)
        for cell in range(size):
            both = hangs & (moves >> cell & 1 == 1) & (moves >> cell + 12 & 1 == 1)
            empty = np.arange(3**size) // 3**cell % 3 == 0
            free = ((~valid | ~hangs & (least_of & 1 == 1)) & empty).astype(np.uint8)
            wanted = both.astype(np.uint8)
            for cube in cover(
                window, wanted, free, (), (cell,), most=2, least=max(1, 3 ** (size - 4))
            ):
                serial += 1
                yield _room_text(f"{name}-vital-{serial}", size, cells, edges, cube, None, (cell,))


def _room_text(
    name: str,
    size: int,
    cells: list[Cell],
    edges: str,
    cube: Cube,
    eyes: tuple[int, int] | None,
    moves: tuple[int, ...],
) -> str:
    symbols = ".XOxo"
    contents = {1: ".", 2: "X", 4: "O", 3: "x", 5: "o", 6: "s", 7: "c"}
    inside = {cell: "*" if i in moves else contents[cube.sets[i]] for i, cell in enumerate(cells)}
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    around = {
        (x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
    } - set(cells)
    wall = {
        (x, y)
        for x, y in around
        if not (x < 0 and "l" in edges)
        and not (y < 0 and "t" in edges)
        and not (x >= width and "r" in edges)
        and not (y >= height and "b" in edges)
    }
    first = min(wall, key=lambda c: (c[1], c[0]))
    rows = []
    for y in range(-1, height + 1):
        row = ""
        for x in range(-1, width + 1):
            cell = (x, y)
            if cell in inside:
                row += inside[cell]
            elif cell in wall:
                row += "a" if cell == first else "B"
            else:
                row += "#" if cell in around else "?"
        rows.append(row)
    used = {symbol for row in rows for symbol in row}
    where = ["a X"] + ["B X"] * ("B" in used)
    where += ["s stone"] * ("s" in used) + ["c ,"] * ("c" in used)
    centre = [s for s in (*symbols, "s", "c", "*") if s in used]
    what = _SIZES[size]
    if eyes is not None:
        low, high = eyes
        kind = "eye"
        count = {0: "no eye", 1: "one eye", 2: "two eyes"}
        reason = (
            f"{what} inside a solid block make {count[low]}, whoever moves first."
            if low == high
            else f"{what} inside a solid block make {count[high]} if the owner moves first there,"
            f" {count[low]} if the opponent does."
        )
        extra = [f"eyes: {low}..{high}"]
    else:
        kind = "increase eyes, decrease eyes"
        reason = f"The eyes in these {what.lower()} hang on the point *."
        extra = ["good: *", "only: yes"]
    lines = [f"rule {name}", f"purpose: {kind}", "goal: Save(a)", f"reason: {reason}", "map:"]
    lines += [f"    {row}" for row in _trim(rows)]
    lines += ["where:", *(f"    {line}" for line in where)]
    lines += [f"border: a{' B' * ('B' in used)}", f"centre: {' '.join(centre)}"]
    lines += [*extra, "solid: yes", "source: generated", ""]
    return "\n".join(lines)


def _shapes(size: int) -> list[frozenset[Cell]]:
    """The polyominoes of a size, each once."""
    found: set[frozenset[Cell]] = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        found = {
            _standard({*shape, (x + dx, y + dy)})
            for shape in found
            for x, y in shape
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + dx, y + dy) not in shape
        }
    return sorted(found, key=sorted)


def _standard(cells: Iterable[Cell]) -> frozenset[Cell]:
    return min(_turns(cells), key=sorted)


def _turns(cells: Iterable[Cell]) -> list[frozenset[Cell]]:
    found = []
    for swap in (False, True):
        for fx in (1, -1):
            for fy in (1, -1):
                turned = {(fx * (y if swap else x), fy * (x if swap else y)) for x, y in cells}
                left, top = min(x for x, _ in turned), min(y for _, y in turned)
                found.append(frozenset((x - left, y - top) for x, y in turned))
    return found


def _placements(shape: frozenset[Cell]) -> Iterator[tuple[list[Cell], str]]:
    """In the centre, with its lowest row at the edge, with its left column there as well."""

    def order(cells: frozenset[Cell]) -> list[Cell]:
        return sorted(cells, key=lambda c: (c[1], c[0]))

    yield order(shape), ""
    seen: set[frozenset[Cell]] = set()
    for turned in _turns(shape):
        width = 1 + max(x for x, _ in turned)
        mirrored = frozenset((width - 1 - x, y) for x, y in turned)
        if turned in seen or mirrored in seen:
            continue
        seen.add(turned)
        yield order(turned), "b"
    corners: set[frozenset[Cell]] = set()
    for turned in _turns(shape):
        height = 1 + max(y for _, y in turned)
        width = 1 + max(x for x, _ in turned)
        # The corner is at the bottom left; the diagonal through it swaps the two sides.
        swapped = frozenset((height - 1 - y, width - 1 - x) for x, y in turned)
        if turned in corners or swapped in corners:
            continue
        corners.add(turned)
        yield order(turned), "bl"


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
    count = "The eye" if eyes == 1 else "The second eye"
    purpose = "reinforce eyes, destroy eye" if eyes == 1 else "increase eyes, decrease eyes"
    return "\n".join(
        [
            f"rule eye-fight-{cube.window.place}-{serial}",
            f"purpose: {purpose}",
            "goal: Save(a)",
            f"reason: {count} hangs on *: a stone of either side there decides.",
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
            values, moves = decided(window, a, b, outside=(1, 1))
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
    """One liberty outside the map is needed: more than the map itself can show."""
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
        need.append(f"libs({letter}) >= {most + 1}")
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
            "reason: The connection hangs on *.",
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


def _trim(rows: list[str]) -> list[str]:
    while rows and set(rows[0]) <= {"?"}:
        rows = rows[1:]
    while rows and set(rows[-1]) <= {"?"}:
        rows = rows[:-1]
    while all(row[0] == "?" for row in rows):
        rows = [row[1:] for row in rows]
    while all(row[-1] == "?" for row in rows):
        rows = [row[:-1] for row in rows]
    return rows


FILES: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
    "rooms": ("What the inside of one solid block is worth", room_rules),
    "made-eyes": ("Eyes that stand under the worst surroundings, and fights for eyes", eye_rules),
    "made-links": ("Connections under the worst surroundings, and where they are cut", link_rules),
}


def write(folder: Path) -> None:
    """Write the generated files into a folder: what is used somewhere, the rest left out."""
    from gokan.goals.knowledge.base import KnowledgeBase
    from gokan.goals.knowledge.rule import parse

    texts = {name: [rule for rule in make() if rule] for name, (_, make) in FILES.items()}
    base = KnowledgeBase(
        rule for name, rules in texts.items() for rule in parse("\n".join(rules), file=name)
    )
    used = usage(base)
    for name, (title, _) in FILES.items():
        head = f"# {title}.\n# Generated by gokan.goals.knowledge.generate; do not edit.\n\n"
        kept = [rule for rule in texts[name] if used[_name_of(rule)] >= LEAST_USED]
        (folder / f"{name}.txt").write_text(head + "\n".join(kept), encoding="utf-8")


LEAST_USED = 4
PROBLEMS = 600
PLAYED = 10


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
                for index, _, _ in base.core.match(position.core, side, [], True):
                    found[base.sides[index].name] += 1
    return found


def _name_of(text: str) -> str:
    return text.split("\n", 1)[0].removeprefix("rule ")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
