"""Names proposed for learned formations, from a file of go vocabulary that a person can change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations

from gokan.errors import InvalidInput
from gokan.shape.learn.formation import TIES, Formation

FILE = "names.txt"
_LINES = ("first", "second", "third", "fourth", "fifth")
_APART = (
    "beside it",
    "diagonal to it",
    "one point away",
    "a knight's move away",
    "two points away",
    "a large knight's move away",
)
_POINTS: dict[tuple[int, ...], str] = {
    (2, 2): "three-three",
    (2, 3): "three-four",
    (3, 3): "four-four",
    (2, 4): "three-five",
    (3, 4): "four-five",
    (4, 4): "five-five",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A name and the ties it asks for."""

    name: str
    ties: tuple[tuple[str, str, int], ...]
    edges: tuple[tuple[str, tuple[int, ...]], ...]
    alone: bool

    @property
    def weight(self) -> tuple[int, int]:
        """The more is asked for, the better the name fits."""
        return len(self.ties) + len(self.edges), int(self.alone)


@cache
def rules() -> tuple[Rule, ...]:
    """The shipped vocabulary."""
    text = (files(__package__) / FILE).read_text("utf-8")
    return read_rules(text, file=FILE)


def read_rules(text: str, *, file: str) -> tuple[Rule, ...]:
    r"""Rules from their text; a mistake is refused with the line it is in.

    >>> read_rules("name cut\n    new-enemy1 side", file="mine")[0].ties
    (('new', 'enemy1', 0),)
    """
    made: list[Rule] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        words = line.split()
        if not words:
            continue
        if words[0] == "name" and len(words) > 1:
            made.append(Rule(" ".join(words[1:]), (), (), False))
            continue
        try:
            last = made.pop()
            if words[1:2] == ["edges"]:
                edges = (words[0], tuple(sorted(int(w) for w in words[2:])))
                last = Rule(last.name, last.ties, (*last.edges, edges), last.alone)
            elif words == ["new", "alone"]:
                last = Rule(last.name, last.ties, last.edges, True)
            else:
                one, two = words[0].split("-")
                tie = (one, two, TIES.index(words[1]))
                last = Rule(last.name, (*last.ties, tie), last.edges, last.alone)
            made.append(last)
        except (IndexError, ValueError):
            raise InvalidInput(f"{file}, line {number}: {line!r} is no rule for a name.") from None
    return tuple(made)


def propose(formation: Formation) -> str:
    """What players would call a formation, without its colour.

    >>> from gokan.shape.learn.formation import Member, code_of
    >>> stones = [Member(False, (2, 3)), Member(False, (2,))]
    >>> propose(Formation.decode(code_of(stones, {(0, 1): 3})))
    "knight's enclosure on the third line"
    """
    if formation.new == 0:
        edges = formation.stones[0].edges
        return f"stone on the {_POINTS.get(edges, _line_words(edges))} point"
    fitting = [(rule, used) for rule in rules() if (used := _fits(rule, formation)) is not None]
    best = max(fitting, key=lambda found: found[0].weight, default=None)
    name, used = (best[0].name, best[1]) if best else ("formation", frozenset[int]())
    return name + _place(formation) + _rest(formation, used)


def distinct(names: Iterable[str]) -> list[str]:
    """The same names; where several are alike, all but the first get a number.

    >>> distinct(["hane", "cut", "hane"])
    ['hane', 'cut', 'hane (2)']
    """
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made


def _place(formation: Formation) -> str:
    edges = formation.stones[formation.new].edges
    if len(edges) == 2:
        return f" on the {_POINTS.get(edges, _line_words(edges))} point"
    return f" on the {_LINES[edges[0]]} line" if edges else ""


def _rest(formation: Formation, used: frozenset[int]) -> str:
    """The stones that the name says nothing about, nearest first."""
    others = sorted(
        (formation.tie(i, formation.new) or 0, formation.stones[i].enemy)
        for i in range(formation.new)
        if i not in used
    )
    words = [f"{'enemy' if enemy else 'own'} stone {_APART[kind]}" for kind, enemy in others]
    return f", {' and '.join(words)}" if words else ""


def _line_words(edges: tuple[int, ...]) -> str:
    return "-".join(("one", "two", "three", "four", "five")[d] for d in edges)


def _fits(rule: Rule, formation: Formation) -> frozenset[int] | None:
    """The stones a rule is about, if it fits."""
    names = sorted(
        {n for one, two, _ in rule.ties for n in (one, two)} | {n for n, _ in rule.edges} - {"new"}
    )
    names = [n for n in names if n != "new"]
    if rule.alone and any(
        formation.tie(i, formation.new) is not None and not formation.stones[i].enemy
        for i in range(formation.new)
    ):
        return None
    for chosen in permutations(range(formation.new), len(names)):
        place = {**dict(zip(names, chosen, strict=True)), "new": formation.new}
        if (
            all(formation.stones[place[n]].enemy == n.startswith("enemy") for n in names)
            and all(formation.tie(place[a], place[b]) == kind for a, b, kind in rule.ties)
            and all(formation.stones[place[n]].edges == edges for n, edges in rule.edges)
        ):
            return frozenset(chosen)
    return None
