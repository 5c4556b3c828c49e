"""Rules handed to the core: cells as classes of points, names as slots, conditions as programs."""

from __future__ import annotations

from collections.abc import Sequence

from gokan import _core
from gokan._core import PatternCell, RuleLink, RuleOp, RuleSlot, RuleStep
from gokan.goals.knowledge.conditions import Condition
from gokan.goals.knowledge.purposes import GOALS, PURPOSES
from gokan.goals.knowledge.rule import EMPTY_KIND, OFF_BOARD, Rule

__all__ = ["Outputs", "compile_rules"]

Outputs = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The slots of objects, moves, border and centre."""

# A class is a set of kinds and a role: cells with different roles are different even where the
# same points fit, or the matcher would take a map for its own mirror image.
_Class = tuple[int, str]


def compile_rules(rules: Sequence[Rule]) -> tuple[_core.RuleBook, list[Outputs]]:
    """The rules for the core, and where each finds its points among the slots."""
    classes: dict[_Class, int] = {}
    compiled = [_compile(rule, classes) for rule in rules]
    book = _core.RuleBook([kinds for kinds, _ in classes], [text for text, _ in compiled])
    return book, [outputs for _, outputs in compiled]


def _compile(rule: Rule, classes: dict[_Class, int]) -> tuple[_core.RuleText, Outputs]:
    narrowed, rest = _fold(rule)
    asked = {name for condition in rest for name in condition.names()}
    named = {*asked, *rule.links, *rule.objects, *rule.moves, *rule.border, *rule.centre}
    apart = {*asked, *rule.links}  # told apart from others of the same kinds
    ordered = rule.objects if PURPOSES[rule.purpose].goal in ("save", "capture") else ()
    text = _core.RuleText()
    slots: list[RuleSlot] = []
    first: dict[str, int] = {}
    places: dict[str, list[int]] = {}
    links: list[RuleLink] = []
    same: list[RuleStep] = []
    maps = []
    for number, one in enumerate(rule.maps):
        cells: list[PatternCell] = []
        link: RuleLink | None = None
        for cell in one.cells:
            dx, dy = cell.x - one.anchor[0], cell.y - one.anchor[1]
            if cell.kinds == OFF_BOARD:
                cells.append(PatternCell(dx, dy, OFF_BOARD))
                continue
            symbol = cell.symbol
            role = ""
            if symbol in named or symbol in narrowed:
                role = _role(rule, symbol) + symbol * (symbol in apart or symbol in ordered)
                if symbol in first and symbol in rule.links:
                    slot = len(slots)
                    link = link or RuleLink(slot, first[symbol])
                    same.append(RuleStep(RuleOp.SAME, slot, first[symbol]))
                first.setdefault(symbol, len(slots))
                places.setdefault(symbol, []).append(len(slots))
                slots.append(RuleSlot(number, dx, dy))
            kinds = cell.kinds & narrowed.get(symbol, cell.kinds)
            cells.append(PatternCell(dx, dy, classes.setdefault((kinds, role), len(classes))))
        if number and not link:
            link = _link(rest, first, slots, number)
        links.append(link or RuleLink())
        maps.append(cells)
    text.maps, text.slots, text.links = maps, slots, links
    if rule.solid:
        stones = [c for name in rule.border for c in places[name] if c != first[rule.objects[0]]]
        same += [RuleStep(RuleOp.SAME, slot, first[rule.objects[0]]) for slot in stones]
    programs = [[step] for step in same] + [condition.program(first) for condition in rest]
    program: list[RuleStep] = []
    for part in programs:
        program += part if not program else [*part, RuleStep(RuleOp.AND)]
    text.when = program
    text.specificity, text.kind, text.only = rule.specificity, rule.kind, rule.only
    text.goal = GOALS.index(PURPOSES[rule.purpose].goal)
    text.purpose = list(PURPOSES).index(rule.purpose)
    text.recommendation = ("good", "bad", "threat", None).index(rule.recommendation)
    outputs = (
        tuple(first[name] for name in rule.objects),
        tuple(slot for name in rule.moves for slot in places[name]),
        tuple(slot for name in rule.border for slot in places[name]),
        tuple(slot for name in rule.centre for slot in places[name]),
    )
    text.objects, text.moves, text.border, text.centre = map(list, outputs)
    return text, outputs


def _role(rule: Rule, symbol: str) -> str:
    """What the cell is for, a letter each."""
    uses = zip("omBC", (rule.objects, rule.moves, rule.border, rule.centre), strict=True)
    return "".join(mark for mark, names in uses if symbol in names)


def _fold(rule: Rule) -> tuple[dict[str, int], list[Condition]]:
    """Limits on the liberties of one letter become part of its cell; the rest stays a program."""
    narrowed: dict[str, int] = {}
    rest: list[Condition] = []
    for condition in rule.when.conjuncts() if rule.when else []:
        limit = _limit(condition)
        if limit is None:
            rest.append(condition)
        else:
            name, kinds = limit
            narrowed[name] = narrowed.get(name, kinds) & kinds
    return narrowed, rest


def _limit(condition: Condition) -> tuple[str, int] | None:
    """`libs(a)` against a number, as kinds; None where that does not say the same."""
    negated = condition.op == "not"
    inner = condition.parts[0] if negated else condition
    if not isinstance(inner, Condition) or inner.op not in ("<", "="):
        return None
    left, right = inner.parts
    if not isinstance(left, Condition) or not isinstance(right, Condition):
        return None
    if left.op == "libs" and right.op == "number":
        name, limit = left.parts[0], int(str(right.parts[0]))
        known = limit <= (5 if inner.op == "<" else 4)
        held = [n < limit if inner.op == "<" else n == limit for n in range(6)]
    elif left.op == "number" and right.op == "libs" and inner.op == "<":
        name, limit = right.parts[0], int(str(left.parts[0]))
        known = limit <= 4
        held = [n > limit for n in range(6)]
    else:
        return None
    if not known:
        return None
    kinds = EMPTY_KIND if held[0] != negated else 0
    for n in range(1, 6):
        if held[n] != negated:
            kinds |= 1 << n | 1 << n + 5
    return str(name), kinds


def _link(
    rest: list[Condition], first: dict[str, int], slots: list[RuleSlot], number: int
) -> RuleLink | None:
    """An explicit `same(a, b)` between this map and an earlier one."""
    for condition in rest:
        if condition.op != "same":
            continue
        one, two = (first.get(str(name), -1) for name in condition.parts)
        for slot, earlier in ((one, two), (two, one)):
            if min(slot, earlier) >= 0 and slots[slot].map == number > slots[earlier].map:
                return RuleLink(slot, earlier)
    return None
