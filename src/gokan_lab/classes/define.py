"""A learned formation as a class of level 2: a generating system in the text format of ETS.

Units are the blocks and spaces (level 1) that join the stones and keep them from the edge; where
several touch one stone they overlap on it. Each step adds what a stone brought. With a typical
order every stone has a step, and `before` and `into` keep the order; without one all stones but
the new one share a step, and if the new stone ends nothing of it, all parts must live at one time.
A step that would hang in the air is taken together with the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gokan.errors import InvalidInput
from gokan.shape.learn.formation import EDGE_WORDS, TIES, Formation


@dataclass(slots=True)
class _Unit:
    name: str
    kind: str
    stones: frozenset[int]
    born: int
    """The step that adds it."""
    grown_from: list[_Unit] = field(default_factory=list)


def define(
    formation: Formation,
    name: str,
    *,
    title: str = "",
    note: str = "",
    order: Sequence[int] | None = None,
    together: bool = False,
) -> str:
    """Constraints and class, for both colours; `together` asks for all parts at one time.

    >>> from gokan.shape.learn.formation import Formation, Member, code_of
    >>> code = code_of([Member(False, (2, 3)), Member(False, (2,))], {(0, 1): 3})
    >>> print(define(Formation.decode(code), "enclosure", title="{a} enclosure"))
    for a b = black white | white black
    constraint {a}-enclosure-1
        add u1 {a}-two-from-edge
        add u2 {a}-three-from-edge
        overlap u1 u2 on {a}-alone
    <BLANKLINE>
    for a b = black white | white black
    constraint {a}-enclosure-2
        have u1 {a}-two-from-edge
        add u3 {a}-two-from-edge
        add u4 {a}-knight-jump
        overlap u1 u4 on {a}-alone
        overlap u3 u4 on {a}-alone
        before u1 u4
    <BLANKLINE>
    for a b = black white | white black
    class {a}-enclosure
        title: {a} enclosure
        one {a}-enclosure-1
        then {a}-enclosure-2
    <BLANKLINE>
    """
    units = _units(formation, _steps(formation, order))
    loop = "for a b = black white | white black"
    text: list[str] = []
    steps: list[str] = []
    for constraint in _constraints(formation, units, together and order is None):
        steps.append(f"{{a}}-{name}-{len(steps) + 1}")
        text += [loop, f"constraint {steps[-1]}", *(f"    {line}" for line in constraint), ""]
    about = [f"    {word}: {what}" for word, what in (("title", title), ("note", note)) if what]
    text += [loop, f"class {{a}}-{name}", *about, f"    one {steps[0]}"]
    word = "one" if together and order is None else "then"
    text += [*(f"    {word} {step}" for step in steps[1:]), ""]
    return "\n".join(text)


def _steps(formation: Formation, order: Sequence[int] | None) -> list[list[int]]:
    before = list(range(formation.new))
    if order is not None:
        return [[i] for i in (*order, formation.new)]
    return [before, [formation.new]] if before else [[formation.new]]


def _units(formation: Formation, steps: list[list[int]]) -> list[_Unit]:
    made: list[_Unit] = []
    blocks: list[_Unit] = []
    there: list[int] = []

    def add(kind: str, stones: set[int], born: int) -> _Unit:
        made.append(_Unit(f"u{len(made) + 1}", kind, frozenset(stones), born))
        return made[-1]

    for born, stones in enumerate(steps):
        there += stones
        for i in stones:
            for d in formation.stones[i].edges:
                add(f"{_color(formation, i)}-{EDGE_WORDS[d]}-from-edge", {i}, born)
        for (i, j), kind in formation.ties.items():
            if i in there and j in there and (i in stones or j in stones):
                one, two = _color(formation, i), _color(formation, j)
                if kind:
                    add(f"{one if one == two else 'mixed'}-{TIES[kind]}", {i, j}, born)
                elif one != two:
                    add("interface", {i, j}, born)
        for block in _blocks(formation, there):
            if block & {*stones} and not any(b.stones == block for b in blocks):
                unit = add(f"{_color(formation, min(block))}-block", block, born)
                unit.grown_from = [b for b in blocks if b.stones < block]
                blocks = [b for b in blocks if b not in unit.grown_from] + [unit]
    return made


def _blocks(formation: Formation, there: list[int]) -> list[set[int]]:
    """Sets of two or more stones of one colour, side by side."""
    found: list[set[int]] = [{i} for i in there]
    for (i, j), kind in formation.ties.items():
        if kind == 0 and _color(formation, i) == _color(formation, j):
            if i not in there or j not in there:
                continue
            one = next(b for b in found if i in b)
            two = next(b for b in found if j in b)
            if one is not two:
                found = [b for b in found if b is not one and b is not two] + [one | two]
    return [b for b in found if len(b) > 1]


def _color(formation: Formation, stone: int) -> str:
    return "{b}" if formation.stones[stone].enemy else "{a}"


def _constraints(formation: Formation, units: list[_Unit], together: bool) -> list[list[str]]:
    made: list[list[str]] = []
    done: list[_Unit] = []
    waiting: list[_Unit] = []
    for born in sorted({u.born for u in units}):
        waiting += [u for u in units if u.born == born]
        context = _context(waiting, done)
        if _is_joined(waiting, context) and (context or not made):
            made.append(_constraint(formation, waiting, context, together))
            done += waiting
            waiting = []
    if waiting or not made:
        raise InvalidInput(f"the formation {formation.code} falls apart: it is not one class.")
    return made


def _context(new: list[_Unit], done: list[_Unit]) -> list[_Unit]:
    """For each stone that was there already the latest unit that holds it."""
    found: list[_Unit] = []
    for unit in new:
        for old in unit.grown_from:
            if old in done and old not in found:
                found.append(old)
    for stone in sorted({s for u in new for s in u.stones}):
        holding = [u for u in done if stone in u.stones]
        if holding and not any(u in found for u in holding):
            found.append(max(holding, key=lambda u: (not u.kind.endswith("-block"), u.born)))
    return found


def _is_joined(new: list[_Unit], context: list[_Unit]) -> bool:
    every = [*context, *new]
    reached = [every[0]]
    for unit in reached:
        for other in every:
            if other not in reached and (
                unit.stones & other.stones or unit in other.grown_from or other in unit.grown_from
            ):
                reached.append(other)
    return len(reached) == len(every)


def _constraint(
    formation: Formation, new: list[_Unit], context: list[_Unit], together: bool
) -> list[str]:
    every = [*context, *new]
    lines = [f"{'have' if u in context else 'add'} {u.name} {u.kind}" for u in every]
    for stone in sorted({s for u in every for s in u.stones}):
        here = [u.name for u in every if stone in u.stones]
        if len(here) > 1:
            lines.append(f"overlap {' '.join(here)} on {_color(formation, stone)}-alone")
    if together:
        return lines
    for unit in new:
        lines += [f"into {old.name} {unit.name}" for old in unit.grown_from if old in every]
    for early, late in _in_order(every):
        lines.append(f"before {early.name} {late.name}")
    return lines


def _in_order(units: list[_Unit]) -> list[tuple[_Unit, _Unit]]:
    """Of units that share a stone, the pairs whose order is known; enough to say it once each."""
    pairs: list[tuple[_Unit, _Unit]] = []
    for late in units:
        early = [
            u
            for u in units
            if u.born < late.born and u.stones & late.stones and u not in late.grown_from
        ]
        if early and not any(p[1] is late for p in pairs):
            pairs.append((early[-1], late))
    return pairs
