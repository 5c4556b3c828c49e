"""The text format of definitions: domains, constraints and classes as people write them.

    domain tea
    process water
    primitive boil timed: cold -> hot

    constraint heat
        add b boil

    class kettle
        title: A kettle
        one heat

`level 1` begins the constraints and classes of level 1; there `overlap a b on heat` joins units.
`for side other = left right | up down` before a constraint or class makes one for each choice, with
`{side}` and `{other}` filled in; `x-{left,up}` in a step stands for `x-left x-up`. `joint x` says
that elements may overlap on x though no level above asks for it. `#` begins a comment. Every
mistake is refused in one sentence that names the file and the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from gokan.errors import InvalidInput
from gokan.shape.ets.constraint import (
    Constraint,
    Link,
    Order,
    Overlap,
    Unit,
    check_constraint,
)
from gokan.shape.ets.primitive import Domain, Primitive, Site
from gokan.shape.ets.setting import STEPS, ClassDef, Setting, Step

MOST_COPIES = 2000  # of one definition, by its loops
MOST_DEFINITIONS = 20_000
MOST_LEVELS = 9
_NAME = re.compile(r"[\w+*/'-]+\Z")


class InvalidDefinition(InvalidInput):
    """A file of definitions that cannot be read."""


def parse(text: str, *, file: str = "text") -> Setting:
    r"""Read a setting.

    >>> setting = parse('''
    ... domain tea
    ... process water
    ... primitive boil timed: cold -> hot
    ... constraint heat
    ...     add b boil
    ... class kettle
    ...     one heat
    ... ''')
    >>> setting.classes["kettle"].steps
    (Step(kind='one', constraints=('heat',)),)
    >>> parse("domain tea\nprimitive boil: cold -> hot")
    Traceback (most recent call last):
        ...
    gokan.shape.ets.text.InvalidDefinition: text, line 2: name a process before primitives.
    """
    return _Reader(file).read(text)


def write(setting: Setting) -> str:
    """A setting as text that reads back the same."""
    domain = setting.domain
    lines = [f"domain {domain.name}"]
    lines += [f"process {primal}" for primal in domain.primals]
    for p in domain.primitives:
        sides = [
            " ".join(f"{s.name}:{s.primal}" for s in sites) for sites in (p.initials, p.terminals)
        ]
        lines.append(f"primitive {p.name}{' timed' if p.timed else ''}: {sides[0]} -> {sides[1]}")
    for level in range(max([setting.top, *(at for at, _ in setting.constraints)]) + 1):
        if level:
            lines += ["", f"level {level}"]
        for (at, _), constraint in setting.constraints.items():
            if at == level:
                lines += ["", *_write_constraint(constraint, domain)]
        for definition in setting.at(level):
            lines += ["", *_write_class(definition)]
        joints = [name for at, name in setting.joints if at == level]
        if joints:
            lines += ["", f"joint {' '.join(joints)}"]
    return "\n".join(lines) + "\n"


def _write_constraint(constraint: Constraint, domain: Domain) -> Iterator[str]:
    names = [unit.name for unit in constraint.units]
    yield f"constraint {constraint.name}"
    if constraint.note:
        yield f"    note: {constraint.note}"
    if constraint.noise:
        yield f"    noise {' '.join(constraint.noise)}"
    for unit in constraint.units:
        yield f"    {'have' if unit.context else 'add'} {unit.name} {unit.kind}"
    for k in constraint.links:
        source, target = (
            domain[constraint.units[k.source].kind],
            domain[constraint.units[k.target].kind],
        )
        yield (
            f"    link {names[k.source]}.{source.terminals[k.terminal].name}"
            f" -> {names[k.target]}.{target.initials[k.initial].name}"
        )
    for overlap in constraint.overlaps:
        yield f"    overlap {' '.join(names[u] for u in overlap.units)} on {overlap.on}"
    for order in constraint.orders:
        yield f"    {order.relation} {names[order.first]} {names[order.second]}"


def _write_class(definition: ClassDef) -> Iterator[str]:
    yield f"class {definition.name}"
    for word, value in (
        ("title", definition.title),
        ("number", definition.number),
        ("note", definition.note),
    ):
        if value:
            yield f"    {word}: {value}"
    for step in definition.steps:
        yield f"    {step.kind} {' '.join(step.constraints)}"


@dataclass
class _Item:
    """A constraint or class as it stands in the file, before its loops are run."""

    kind: str
    name: str
    line: int
    loops: list[list[dict[str, str]]]
    body: list[tuple[int, str]] = field(default_factory=list)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 1
        self.level = 0
        self.name = ""
        self.primals: list[str] = []
        self.primitives: dict[str, Primitive] = {}
        self.setting: Setting | None = None

    def read(self, text: str) -> Setting:
        item: _Item | None = None
        loops: list[list[dict[str, str]]] = []
        for number, raw in enumerate(text.split("\n"), 1):
            line = raw.split("#", 1)[0].rstrip() if not _is_prose(raw) else raw.rstrip()
            if not line.strip():
                continue
            indented = line[0].isspace()
            if indented and item is not None:
                item.body.append((number, line.strip()))
                continue
            self._finish(item)
            item, self.line = None, number
            if indented:
                raise self._problem("nothing here has an indented part")
            word, _, rest = line.partition(" ")
            if loops and word not in ("for", "constraint", "class"):
                raise self._problem("a loop must be followed by a constraint or a class")
            if word == "for":
                loops.append(self._loop(rest))
            elif word in ("constraint", "class"):
                item = _Item(word, rest.strip(), number, loops)
                loops = []
            else:
                self._head(word, rest.strip())
        self._finish(item)
        if loops:
            raise self._problem("a loop must be followed by a constraint or a class")
        return self._check()

    def _head(self, word: str, rest: str) -> None:
        if word == "domain":
            if self.name:
                raise self._problem("there is a domain already")
            self.name = self._named(rest)
        elif word == "process":
            for name in rest.split():
                if self._named(name) in self.primals:
                    raise self._problem(f"process {name} is there already")
                self.primals.append(name)
        elif word == "primitive":
            self._primitive(rest)
        elif word == "level":
            if not (rest.isascii() and rest.isdigit() and 0 <= int(rest[:9]) <= MOST_LEVELS):
                raise self._problem(f"a level is a number from 0 to {MOST_LEVELS}")
            self.level = int(rest)
        elif word == "joint":
            for name in (n for w in rest.split() for n in _braces(w)):
                if self.setting is None or (self.level, name) not in self.setting.constraints:
                    raise self._problem(f"there is no constraint {name!r} at level {self.level}")
                self.setting.joints[self.level, name] = None
        else:
            raise self._problem(f"{word!r} is not a word that can stand here")

    def _primitive(self, rest: str) -> None:
        head, colon, sites = rest.partition(": ") if ": " in rest else (rest.rstrip(":"), "", "")
        words = head.split()
        before, arrow, after = f" {sites} ".partition(" -> ")
        if not colon or not arrow or len(words) not in (1, 2) or words[1:] not in ([], ["timed"]):
            raise self._problem("write a primitive as: primitive NAME: sites -> sites")
        if not self.primals:
            raise self._problem("name a process before primitives")
        if self.setting is not None:
            raise self._problem("primitives come before constraints and classes")
        name = self._named(words[0])
        if name in self.primitives:
            raise self._problem(f"primitive {name} is there already")
        self.primitives[name] = Primitive(
            name, self._sites(before), self._sites(after), len(words) == 2
        )

    def _sites(self, text: str) -> tuple[Site, ...]:
        sites = []
        for word in text.split():
            name, _, primal = word.partition(":")
            primal = primal or self.primals[0]
            if primal not in self.primals:
                raise self._problem(f"there is no process {primal!r}")
            sites.append(Site(self._named(name), primal))
        if len({s.name for s in sites}) < len(sites):
            raise self._problem("two sites have one name")
        return tuple(sites)

    def _loop(self, rest: str) -> list[dict[str, str]]:
        names, equals, values = rest.partition("=")
        keys = names.split()
        rows = [row.split() for row in values.split("|")]
        if not equals or not keys or any(len(row) != len(keys) for row in rows):
            raise self._problem("write a loop as: for a b = one two | three four")
        return [dict(zip(keys, row, strict=True)) for row in rows]

    def _finish(self, item: _Item | None) -> None:
        if item is None:
            return
        if self.setting is None:
            if not self.name:
                self.line = item.line
                raise self._problem("name the domain first")
            domain = Domain(self.name, tuple(self.primals), tuple(self.primitives.values()))
            self.setting = Setting(domain)
        copies = 1
        for loop in item.loops:
            copies *= len(loop)
        self.line = item.line
        if copies > MOST_COPIES:
            raise self._problem(f"the loops make more than {MOST_COPIES} definitions")
        if copies + len(self.setting.constraints) + len(self.setting.classes) > MOST_DEFINITIONS:
            raise self._problem(f"there are more than {MOST_DEFINITIONS} definitions")
        for choice in product(*item.loops):
            values = {key: value for row in choice for key, value in row.items()}
            self.line = item.line
            name = self._named(_fill(item.name, values))
            if item.kind == "constraint":
                self._constraint(name, item.body, values)
            else:
                self._class(name, item.body, values)

    def _constraint(self, name: str, body: list[tuple[int, str]], values: dict[str, str]) -> None:
        assert self.setting is not None
        units: dict[str, Unit] = {}
        links: list[Link] = []
        overlaps: list[Overlap] = []
        orders: list[Order] = []
        noise: list[str] = []
        note = ""
        for self.line, raw in body:
            line = _fill(raw, values)
            word, _, rest = line.partition(" ")
            words = rest.split()
            if word == "note:":
                note = rest.strip()
            elif word in ("have", "add"):
                if len(words) != 2 or words[0] in units:
                    raise self._problem(f"write a unit of its own name as: {word} NAME KIND")
                units[words[0]] = Unit(self._named(words[0]), words[1], word == "have")
            elif word == "noise" and self.level == 0:
                noise += words
            elif word == "link" and self.level == 0:
                links.append(self._link(rest, units))
            elif word == "overlap" and self.level > 0:
                if len(words) < 4 or words[-2] != "on":
                    raise self._problem("write an overlap as: overlap A B on CONSTRAINT")
                numbers = tuple(self._unit(w, units) for w in words[:-2])
                overlaps.append(Overlap(numbers, words[-1]))
            elif word in ("into", "before", "along") and self.level > 0:
                if len(words) != 2:
                    raise self._problem(f"write an order as: {word} A B")
                orders.append(Order(word, self._unit(words[0], units), self._unit(words[1], units)))
            else:
                raise self._problem(f"{word!r} cannot stand in a constraint of level {self.level}")
        if not units:
            raise self._problem(f"constraint {name} has no units")
        if (self.level, name) in self.setting.constraints:
            raise self._problem(f"constraint {name} is there already")
        made = Constraint(
            name,
            self.level,
            tuple(units.values()),
            tuple(links),
            tuple(overlaps),
            tuple(orders),
            note,
            tuple(noise),
        )
        if self.level == 0:
            try:
                check_constraint(made, self.setting.domain)
            except InvalidInput as error:
                raise self._problem(str(error).rstrip(".")) from None
        self.setting.constraints[self.level, name] = made

    def _link(self, rest: str, units: dict[str, Unit]) -> Link:
        found = re.fullmatch(r"([^ .]+)\.([^ .]+) -> ([^ .]+)\.([^ .]+)", rest.strip())
        if not found:
            raise self._problem("write a link as: link A.site -> B.site")
        a, b = self._unit(found[1], units), self._unit(found[3], units)
        kinds = [u.kind for u in units.values()]
        for kind in (kinds[a], kinds[b]):
            if kind not in self.primitives:
                raise self._problem(f"there is no primitive {kind!r}")
        try:
            return Link(
                a,
                self.primitives[kinds[a]].terminal(found[2]),
                b,
                self.primitives[kinds[b]].initial(found[4]),
            )
        except InvalidInput as error:
            raise self._problem(str(error).rstrip(".")) from None

    def _unit(self, name: str, units: dict[str, Unit]) -> int:
        if name not in units:
            raise self._problem(f"there is no unit {name!r} before this line")
        return list(units).index(name)

    def _class(self, name: str, body: list[tuple[int, str]], values: dict[str, str]) -> None:
        assert self.setting is not None
        steps: list[Step] = []
        about = {"title": "", "number": "", "note": ""}
        for self.line, raw in body:
            line = _fill(raw, values)
            word, _, rest = line.partition(" ")
            if word[:-1] in about and word.endswith(":"):
                about[word[:-1]] = rest.strip()
            elif word in STEPS:
                names = tuple(n for w in rest.split() for n in _braces(w))
                if not names:
                    raise self._problem(f"the step {word!r} names no constraint")
                for constraint in names:
                    if (self.level, constraint) not in self.setting.constraints:
                        raise self._problem(
                            f"there is no constraint {constraint!r} at level {self.level}"
                        )
                steps.append(Step(word, names))
            else:
                raise self._problem(f"{word!r} cannot stand in a class")
        if not steps or steps[0].kind != "one":
            raise self._problem(f"class {name} must begin with a step 'one'")
        if self.level == 0 and {s.kind for s in steps} - {"one", "each", "repeat"}:
            raise self._problem("classes of level 0 have only the steps one, each and repeat")
        if name in self.setting.classes:
            raise self._problem(f"class {name} is there already")
        self.setting.classes[name] = ClassDef(name, self.level, tuple(steps), **about)

    def _check(self) -> Setting:
        if self.setting is None:
            if not self.name:
                raise self._problem("name the domain first")
            self.setting = Setting(
                Domain(self.name, tuple(self.primals), tuple(self.primitives.values()))
            )
        for (level, name), constraint in self.setting.constraints.items():
            for overlap in constraint.overlaps:
                if (level - 1, overlap.on) not in self.setting.constraints:
                    raise self._problem(
                        f"constraint {name} overlaps on {overlap.on!r}, which is not there"
                    )
            for unit in constraint.units:
                known = self.setting.classes.get(unit.kind)
                if level and (known is None or known.level != level - 1):
                    raise self._problem(
                        f"constraint {name} needs a class {unit.kind!r} of level {level - 1}"
                    )
        return self.setting

    def _named(self, name: str) -> str:
        if not _NAME.match(name):
            raise self._problem(f"{name!r} is not a name")
        return name

    def _problem(self, what: str) -> InvalidDefinition:
        return InvalidDefinition(f"{self.file}, line {self.line}: {what}.")


def _is_prose(line: str) -> bool:
    """Notes and titles may hold any sign."""
    return line.lstrip().startswith(("note:", "title:", "number:"))


def _fill(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), text) if values else text


def _braces(word: str) -> list[str]:
    """The words that one with braces stands for.

    >>> _braces("a-{x,y}")
    ['a-x', 'a-y']
    """
    found = re.match(r"([^{}]*)\{([^{}]*,[^{}]*)\}(.*)\Z", word)
    if not found:
        return [word]
    return [
        word for choice in found[2].split(",") for word in _braces(f"{found[1]}{choice}{found[3]}")
    ][:1000]
