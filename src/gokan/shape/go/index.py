"""The fast recogniser: elements as intervals of rounds, never the lattice of events itself.

The lattice of Go structs is regular. A stone or point is an interval of rounds at a place, a pair
of neighbours an interval on a line, a play or removal a change between two rounds; where they
overlap follows from that. Levels above run their generating systems on these numbers, in the core.
It is an index of the theory, not another one: tests compare it with the slow recogniser, element
by element.
"""

from __future__ import annotations

from functools import lru_cache

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.shape.ets.setting import ClassDef, Setting
from gokan.shape.go.observe import Round, View
from gokan.shape.go.record import KINDS, classes
from gokan.shape.go.wellformed import SIDES

_RELATIONS = {
    "into": _core.ShapeRelation.INTO,
    "before": _core.ShapeRelation.BEFORE,
    "along": _core.ShapeRelation.ALONG,
}
_STEPS = {
    "one": _core.ShapeStepKind.ONE,
    "each": _core.ShapeStepKind.EACH,
    "repeat": _core.ShapeStepKind.REPEAT,
    "unless": _core.ShapeStepKind.UNLESS,
    "around": _core.ShapeStepKind.AROUND,
    "then": _core.ShapeStepKind.THEN,
}


class Index:
    """Everything recognised in a view, level by level.

    >>> from gokan.go import Position
    >>> from gokan.shape.go.observe import observe
    >>> index = Index(observe(Position.empty(9).play("D6")), levels=1)
    >>> sorted({index.name(e.kind) for e in index.elements(1)})
    ['black-five-from-edge', 'black-one-stone-block', 'black-three-from-edge']
    """

    def __init__(self, view: View, *, levels: int | None = None, setting: Setting | None = None):
        self.view = view
        self.setting = setting or classes()
        self.levels = self.setting.top if levels is None else levels
        everything = frozenset(range(view.width * view.height))
        attended = (
            []
            if all(r.attended == everything for r in view.rounds)
            else [bytes(p in r.attended for p in sorted(everything)) for r in view.rounds]
        )
        system, self._kinds = _system(setting)
        boards = [r.board for r in view.rounds]
        self.worlds = system.recognise(
            view.width, view.height, boards, attended, self.levels, [*view.times]
        )

    def name(self, kind: int) -> str:
        """The class with this number."""
        return self._kinds[kind]

    def elements(self, level: int) -> list[_core.ShapeElement]:
        """Class, first and last round and members of each element, members of the level below.

        Elements of level 0 have no members here; `places` says where they are.
        """
        return self.worlds.elements(level)

    def places(self) -> list[_core.ShapePlace]:
        """Where each element of level 0 is: a point, a line, or a point that changed."""
        return self.worlds.places()

    def overlaps(self, level: int) -> list[tuple[str, tuple[int, ...]]]:
        """Where elements of a level overlap: on which constraint, and which elements."""
        names = [c.name for c in self.setting.links(level)]
        return [(names[o.joint], tuple(o.holders)) for o in self.worlds.occurrences(level)]


class Growing:
    """A game that goes on: each move costs what it changes, not the whole game again.

    The whole board is attended. `index` is what `Index` would give for all positions so far.

    >>> from gokan.go import Position
    >>> start = Position.empty(9)
    >>> growing = Growing(start)
    >>> growing.add(start.play("D4"))
    >>> growing.add(start.play("D4").play("pass").play("D6"))
    >>> index = growing.index()
    >>> [name for e in index.elements(1) if (name := index.name(e.kind)).endswith("jump")]
    ['black-one-point-jump']
    """

    def __init__(
        self, start: Position, *, levels: int | None = None, setting: Setting | None = None
    ) -> None:
        self._setting = setting
        self.levels = (setting or classes()).top if levels is None else levels
        self._size = (start.width, start.height)
        self._rounds: list[Round] = []
        self._everything = frozenset(range(start.width * start.height))
        system, _ = _system(setting)
        self._core = _core.ShapeGrowing(system, start.width, start.height, self.levels)
        self.add(start)

    def add(self, position: Position) -> None:
        """The position after the next move."""
        if (position.width, position.height) != self._size:
            raise InvalidInput("the positions of a game have one size.")
        self._rounds.append(Round(position.board, self._everything))
        self._core.add(position.board)

    def index(self) -> Index:
        """Everything recognised so far."""
        made = Index.__new__(Index)
        made.view = View(*self._size, tuple(self._rounds))
        made.setting = self._setting or classes()
        made.levels = self.levels
        made._kinds = _system(self._setting)[1]
        made.worlds = self._core.worlds()
        return made


def _system(setting: Setting | None) -> tuple[_core.ShapeSystem, tuple[str, ...]]:
    return _compiled_once(setting) if setting else _shipped()


@lru_cache(maxsize=1)
def _shipped() -> tuple[_core.ShapeSystem, tuple[str, ...]]:
    return compiled(classes())


_known: list[tuple[Setting, tuple[_core.ShapeSystem, tuple[str, ...]]]] = []
_MOST_KNOWN = 4


def _compiled_once(setting: Setting) -> tuple[_core.ShapeSystem, tuple[str, ...]]:
    """The same for many games; the few settings that were asked for last are kept."""
    for known, made in _known:
        if known is setting:
            return made
    made = compiled(setting)
    _known[:] = [*_known[-_MOST_KNOWN + 1 :], (setting, made)]
    return made


def compiled(setting: Setting) -> tuple[_core.ShapeSystem, tuple[str, ...]]:
    """Definitions as numbers for the core, and the names of the classes by number."""
    kinds = tuple(setting.classes)
    number = {name: n for n, name in enumerate(kinds)}
    system = _core.ShapeSystem(len(kinds), _names(setting, number))
    for level in range(1, setting.top + 1):
        system.add_level(core_level(setting, level, number, setting.at(level)))
    return system, kinds


def core_level(
    setting: Setting, level: int, number: dict[str, int], wanted: list[ClassDef]
) -> _core.ShapeLevel:
    """The constraints, some classes and the joints of a level as numbers."""
    here = [c for (at, _), c in setting.constraints.items() if at == level]
    place = {c.name: n for n, c in enumerate(here)}
    below = {c.name: n for n, c in enumerate(setting.links(level - 1))}
    constraints = [
        _core.ShapeConstraint(
            [number[u.kind] for u in c.units],
            list(c.contexts),
            [_core.ShapeOverlap(list(o.units), below[o.on]) for o in c.overlaps],
            [_core.ShapeOrder(_RELATIONS[o.relation], o.first, o.second) for o in c.orders],
        )
        for c in here
    ]
    made = [
        _core.ShapeClass(
            number[d.name],
            [_core.ShapeStep(_STEPS[s.kind], [place[c] for c in s.constraints]) for s in d.steps],
        )
        for d in wanted
    ]
    return _core.ShapeLevel(constraints, made, [place[c.name] for c in setting.links(level)])


def _names(setting: Setting, number: dict[str, int]) -> list[int]:
    """What the lattice needs to call things: see `Names` in core/shape/lattice.h."""
    joints = {c.name: n for n, c in enumerate(setting.links(0))}
    stones = ("empty-point", "black-stone", "white-stone")
    changes = {
        (0, 1): "black-play",
        (1, 0): "black-removal",
        (0, 2): "white-play",
        (2, 0): "white-removal",
    }
    names = [number[s] for s in stones]
    for a in KINDS:
        names += [number.get(f"{a}-{b}", number.get(f"{b}-{a}", -1)) for b in KINDS]
    names += [number[f"{a}-edge"] for a in KINDS]
    for before in range(3):
        pairs = [(before, after) for after in range(3)]
        names += [number[changes[p]] if p in changes else -1 for p in pairs]
    names += [joints.get(f"{a}-seen", -1) for a in KINDS]
    for a in KINDS:
        names += [joints.get(f"{a}-{side}", -1) for side in SIDES]
    return names
