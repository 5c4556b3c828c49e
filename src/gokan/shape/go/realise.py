"""Boards that a class describes: its generating system run on an otherwise empty board.

`ets.generate` generates structs of any domain from nothing, which is hopeless for a ring of stones
around an eye. This generator knows that Go's elements lie on a grid: it puts the elements that a
constraint names where their overlaps say, one step after the other, and takes another way where
two of them want different things of one point. What comes out is a board, or several in turn where
the class says in which order it forms. Recognising is not used; tests compare the two.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from gokan.errors import IllegalPosition, InvalidInput
from gokan.go import Position
from gokan.shape.ets.constraint import Constraint
from gokan.shape.ets.setting import ClassDef, Setting
from gokan.shape.go.place import EDGE, POINT, Atom, Part, Place, arrangements, occurrences, origin
from gokan.shape.go.place import point as point_atom
from gokan.shape.go.record import classes

TRIES = 300
VARIANTS = 80  # of an element one level below, tried before an attempt is given up
AROUND = 0.3  # how readily an optional constraint is applied
MARGIN = 3


@dataclass(frozen=True)
class Realised:
    """Boards in turn that hold an element of a class, and the element, placed on them."""

    definition: ClassDef
    positions: tuple[Position, ...]
    element: Part
    born: dict[int, int]
    """For each stone, the board on which it is first there."""


def realise(
    wanted: str | ClassDef,
    *,
    setting: Setting | None = None,
    seed: int = 0,
    around: float = AROUND,
) -> Realised:
    """Boards that show an element of a class of level 1 or higher, the same for the same seed.

    `around` says how readily what may lie around the element is added; with 0 it stands alone.

    >>> made = realise("black-diamond", seed=1)
    >>> sum(c == 1 for c in made.positions[-1].board), len(made.positions)
    (4, 1)
    """
    known = setting or classes()
    definition = known.class_(wanted) if isinstance(wanted, str) else wanted
    if definition.level < 1:
        raise InvalidInput(f"{definition.name} is of level 0; boards show classes of level 1 up.")
    maker = _Maker(known, random.Random(seed), around)
    for _ in range(TRIES):
        state = maker.grow(definition)
        made = state and maker.board(definition, state)
        if made:
            return made
    raise InvalidInput(f"the class {definition.name} gave no board in {TRIES} tries.")


@dataclass(frozen=True)
class _State:
    """What has formed so far, and what is seen where from which stage on."""

    parts: tuple[Atom | Part, ...]
    stage: int = 0
    seen: Mapping[Place, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    stages: Mapping[Atom | Part, int] = field(default_factory=dict)
    ends: Mapping[Atom | Part, int] = field(default_factory=dict)
    """Elements that end into another, and the stage at which that one begins."""

    def adding(self, units: Iterable[Atom | Part], stage: int) -> _State | None:
        """With more elements at a stage; None if a point would have to be two things at once."""
        new = [u for u in units if u not in self.parts]
        if not new:
            return None
        seen = dict(self.seen)
        changed = False
        for unit in new:
            for place, color in sorted(unit.colors().items()):
                past = seen.get(place, ())
                if (stage, color) in past:
                    continue
                changed = changed or (color not in ("empty", EDGE) and color not in _colors(past))
                seen[place] = (*past, (stage, color))
                if not _is_possible(seen[place]):
                    return None
        if stage > self.stage and not changed:  # a later stage begins with a stone
            return None
        stages = {**self.stages, **dict.fromkeys(new, stage)}
        return _State((*self.parts, *new), stage, seen, stages, self.ends)


def _colors(past: Iterable[tuple[int, str]]) -> set[str]:
    return {color for _, color in past}


def _is_possible(past: tuple[tuple[int, str], ...]) -> bool:
    """Stones stay; a point is empty before and never after; the edge is the edge."""
    colors = _colors(past)
    if len(colors - {"empty"}) > 1 or (EDGE in colors and len(colors) > 1):
        return False
    stones = [stage for stage, color in past if color in ("black", "white")]
    return not stones or all(stage < min(stones) for stage, color in past if color == "empty")


@dataclass
class _Maker:
    setting: Setting
    chance: random.Random
    around: float
    pools: dict[tuple[str, ...], list[Part]] = field(default_factory=dict)

    def grow(self, definition: ClassDef, needed: frozenset[str] = frozenset()) -> _State | None:
        """One run of a generating system; None if it got stuck."""
        state: _State | None = _State(())
        for step in definition.steps:
            names = list(step.constraints)
            self.chance.shuffle(names)
            constraints = [self.setting.constraint(definition.level, n) for n in names]
            if step.kind in ("one", "then"):
                state = self._one(constraints, state, later=step.kind == "then")
            elif step.kind == "each":
                for constraint in constraints:
                    state = state and self._one([constraint], state)
            elif step.kind == "repeat":
                for _ in range(self.chance.randrange(3)):
                    state = self._one(constraints, state) or state
            elif step.kind == "around":
                for constraint in constraints:
                    after: _State | None = state
                    while after is not None and constraint.name in needed:  # wherever it applies
                        state, after = after, self._one([constraint], after)
                    if self.chance.random() < self.around:
                        state = self._one([constraint], state) or state
            if state is None:
                return None
        return state

    def _one(
        self, constraints: list[Constraint], state: _State | None, *, later: bool = False
    ) -> _State | None:
        if state is None:
            return None
        for constraint in constraints:
            if any("-play" in u.kind or "-removal" in u.kind for u in constraint.units):
                continue  # boards show what is there; who put it there is not said
            for found in self._applied(constraint, state, state.stage + later):
                new = [p for p in found.parts[len(state.parts) :] if found.stages[p] == found.stage]
                if not later or all(_begins(part, state) for part in new):
                    return found
        return None

    def _applied(self, constraint: Constraint, state: _State, stage: int) -> Iterator[_State]:
        """The ways to apply a constraint: what it shares is there, something is new."""
        for fixed in self._shared(constraint, state):
            if constraint.level == 1:
                atoms = {n: p for n, p in fixed.items() if isinstance(p, Atom)}
                for placed in arrangements(constraint, atoms):
                    after = state.adding(placed.values(), stage)
                    if after is not None:
                        yield after
            else:
                parts = {n: p for n, p in fixed.items() if isinstance(p, Part)}
                yield from self._joined(constraint, parts, state, stage)

    def _shared(self, constraint: Constraint, state: _State) -> list[dict[int, Atom | Part]]:
        if not state.parts:
            return [{}]
        units = constraint.units
        fitting = [[p for p in state.parts if p.kind == unit.kind] for unit in units]
        if constraint.contexts:
            choices = [
                dict(zip(constraint.contexts, found, strict=True))
                for found in product(*(fitting[c] for c in constraint.contexts))
                if len(set(found)) == len(found)
            ]
        else:
            choices = [{n: p} for n, found in enumerate(fitting) for p in found]
        self.chance.shuffle(choices)
        return choices

    # --- levels above 1: elements are put where they overlap as the constraint says ---------------

    def _joined(
        self, constraint: Constraint, placed: dict[int, Part], state: _State, stage: int
    ) -> Iterator[_State]:
        left = [n for n in range(len(constraint.units)) if n not in placed]
        if not left:
            after = self._settled(constraint, placed, state, stage)
            if after is not None:
                yield after
            return
        # What other elements fix comes first, what can grow to fit last.
        unit = min(
            left,
            key=lambda n: (
                self._grows(constraint.units[n].kind),
                -sum(
                    n in o.units and any(u in placed for u in o.units) for o in constraint.overlaps
                ),
            ),
        )
        for part in self._candidates(constraint, unit, placed, state, stage):
            if part in placed.values():
                continue
            trial = {**placed, unit: part}
            if state.adding(trial.values(), stage) is None and not all(
                p in state.parts for p in trial.values()
            ):
                continue
            found = next(self._joined(constraint, trial, state, stage), None)
            if found is not None:
                yield found

    def _settled(
        self, constraint: Constraint, placed: dict[int, Part], state: _State, stage: int
    ) -> _State | None:
        """With all units of a constraint placed, if overlaps and order in time are as it says."""
        below = constraint.level - 1
        for overlap in constraint.overlaps:
            if not self._shown(below, overlap.on, [placed[u] for u in overlap.units]):
                return None
        earlier = [placed[o.first] for o in constraint.orders]
        before: _State | None = state
        if stage and any(part not in state.parts for part in earlier):
            before = state.adding(earlier, stage - 1)
        after = before and before.adding(placed.values(), stage)
        if before is None or after is None:
            return None
        for order in constraint.orders:
            first, second = placed[order.first], placed[order.second]
            if second in before.parts:
                if before.stages[second] <= before.stages[first]:
                    return None
            elif not _begins(second, before):
                return None
        into = [placed[o.first] for o in constraint.orders if o.relation == "into"]
        return replace(after, ends={**after.ends, **dict.fromkeys(into, stage)})

    def _grows(self, kind: str) -> bool:
        definition = self.setting.class_(kind)
        return definition.level == 1 and any(s.kind == "repeat" for s in definition.steps)

    def _candidates(
        self,
        constraint: Constraint,
        unit: int,
        placed: dict[int, Part],
        state: _State,
        stage: int,
    ) -> Iterator[Part]:
        """Elements that overlap with those placed, each on what the constraint says."""
        level = constraint.level - 1
        mine = [o for o in constraint.overlaps if unit in o.units]
        needed = frozenset(o.on for o in mine)
        choices = [
            self._shown(level, overlap.on, [placed[u] for u in overlap.units if u in placed])
            for overlap in mine
            if any(u in placed for u in overlap.units)
        ]
        choices += [
            [(member,) for member in placed[order.first].order]
            for order in constraint.orders
            if order.relation == "into" and order.second == unit and order.first in placed
        ]
        kind = constraint.units[unit].kind
        for required in self._mixed(choices):
            parts = frozenset(p for units in required for p in units)
            if self._grows(kind) and parts:
                yield from self._grown(kind, parts, [*placed.values()], state, stage)
                continue
            pool = list(self._pool(kind, needed))
            self.chance.shuffle(pool)
            for part in pool:
                yield from _fitted(part, parts)

    def _shown(self, level: int, name: str, parts: list[Part]) -> list[tuple[Atom | Part, ...]]:
        """Where all of some elements show a constraint, in the same place."""
        constraint = self.setting.constraint(level, name)
        first, *others = (occurrences(constraint, part) for part in parts)
        return [units for units in first if all(units in other for other in others)]

    def _mixed(
        self, choices: list[list[tuple[Atom | Part, ...]]]
    ) -> Iterator[tuple[tuple[Atom | Part, ...], ...]]:
        every = list(product(*choices))
        self.chance.shuffle(every)
        yield from every

    def _pool(self, kind: str, needed: frozenset[str]) -> list[Part]:
        """Different elements of a class that show some constraints."""
        key = (kind, *sorted(needed))
        if key not in self.pools:
            definition = self.setting.class_(kind)
            found: dict[Part, None] = {}
            for _ in range(VARIANTS):
                state = self.grow(definition, needed)
                if state is None:
                    continue
                part = Part(kind, definition.level, frozenset(state.parts))
                x, y = origin(part.members)
                part = part.moved(-x, -y)
                names = (self.setting.constraint(definition.level, n) for n in sorted(needed))
                if all(occurrences(c, part) for c in names):
                    found[part] = None
            self.pools[key] = list(found)
        return self.pools[key]

    def _grown(
        self,
        kind: str,
        required: frozenset[Atom | Part],
        others: list[Part],
        state: _State,
        stage: int,
    ) -> Iterator[Part]:
        """A block that has the stones it must have: joined by stones on points that are free."""
        stones = {(a.x, a.y): a for a in required if isinstance(a, Atom) and a.axis == POINT}
        kinds = {a.kind for a in stones.values()}
        if len(kinds) != 1:
            return
        (name,) = kinds
        color = next(iter(stones.values())).ends[0]
        taken = {p: c for part in others for p, c in part.colors().items()}
        for place, past in state.seen.items():
            taken.setdefault(place, max(past)[1])
        for atom in required:
            if isinstance(atom, Atom):
                taken.update(atom.colors())
        block = _connected(set(stones), {p for p, c in taken.items() if c != color}, self.chance)
        if block is None:
            return
        members: set[Atom | Part] = {*required, *(point_atom(name, place) for place in block)}
        for x, y in block:
            for axis, near in ((0, (x + 1, y)), (1, (x, y + 1))):
                if near in block:
                    members.add(Atom(f"{color}-{color}", x, y, axis, (color, color)))
        yield Part(kind, 1, frozenset(members))

    # --- from elements to boards ------------------------------------------------------------------

    def board(self, definition: ClassDef, state: _State) -> Realised | None:
        """The boards of all stages, if the element lives there as its `unless` steps want."""
        frame = _frame(state)
        if frame is None:
            return None
        left, top, width, height = frame
        positions = []
        for stage in range(state.stage + 1):
            stones: dict[str, list[int]] = {"black": [], "white": []}
            for (x, y), past in state.seen.items():
                for color in _colors(past) & {"black", "white"}:
                    if min(s for s, c in past if c == color) <= stage:
                        stones[color].append((y - top) * width + x - left)
            try:
                empty = Position.empty(width, height)
                positions.append(empty.setup(black=stones["black"], white=stones["white"]))
            except IllegalPosition:  # a block without liberties
                return None
        element = Part(definition.name, definition.level, frozenset(state.parts)).moved(-left, -top)
        stages = {part.moved(-left, -top): stage for part, stage in state.stages.items()}
        for part, stage in ({element: state.stage} if definition.level == 1 else stages).items():
            for inner in _level1(part):
                if not self._lives(inner, positions[stage]):
                    return None
        for part, end in state.ends.items():
            moved = part.moved(-left, -top)
            if not isinstance(moved, Part) or not self._lives(moved, positions[end - 1]):
                return None
            if self._lives(moved, positions[end]):
                return None
        last = positions[-1].board
        born = {
            p: next(n for n, position in enumerate(positions) if position.board[p])
            for p in range(width * height)
            if last[p]
        }
        return Realised(definition, tuple(positions), element, born)

    def _lives(self, part: Part, position: Position) -> bool:
        """Whether none of the constraints of its `unless` steps applies on the board."""
        for step in self.setting.class_(part.kind).steps:
            if step.kind != "unless":
                continue
            for name in step.constraints:
                constraint = self.setting.constraint(1, name)
                for number, unit in enumerate(constraint.units):
                    for atom in part.members:
                        if isinstance(atom, Atom) and atom.kind == unit.kind:
                            for placed in arrangements(constraint, {number: atom}):
                                new = set(placed.values()) - part.members
                                if new and all(_is_seen(a, position) for a in new):
                                    return False
        return True


def _begins(part: Atom | Part, state: _State) -> bool:
    """Whether an element begins only now: one of its stones was not there before."""
    return any(
        color in ("black", "white") and color not in _colors(state.seen.get(place, ()))
        for place, color in part.colors().items()
    )


def _fitted(part: Part, required: frozenset[Atom | Part]) -> Iterator[Part]:
    """An element moved so that it holds what it must share; as it is if that is nothing."""
    if not required:
        yield part
        return
    anchor = min(required, key=lambda u: u.key)
    x, y = origin([anchor])
    seen = set()
    for member in part.order:
        if member.kind == anchor.kind:
            dx, dy = (a - b for a, b in zip((x, y), origin([member]), strict=True))
            if (dx, dy) not in seen:
                seen.add((dx, dy))
                moved = part.moved(dx, dy)
                if required <= moved.members:
                    yield moved


def _connected(stones: set[Place], closed: set[Place], chance: random.Random) -> set[Place] | None:
    """The stones with such others that all hang together; at least two."""
    block, waiting = {min(stones)}, sorted(stones)
    chance.shuffle(waiting)
    if len(stones) == 1:
        ((x, y),) = stones
        free = [p for p in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if p not in closed]
        return {*stones, chance.choice(free)} if free else None
    while waiting:
        goal = waiting.pop()
        if goal in block:
            continue
        came: dict[Place, Place | None] = dict.fromkeys(sorted(block), None)
        queue = list(came)
        chance.shuffle(queue)
        for x, y in queue:
            if (x, y) == goal or len(queue) > 600:
                break
            for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if near not in came and near not in closed:
                    came[near] = (x, y)
                    queue.append(near)
        if goal not in came:
            return None
        step: Place | None = goal
        while step is not None:
            block.add(step)
            step = came[step]
    return block


def _frame(state: _State) -> tuple[int, int, int, int] | None:
    """Left, top, width and height of a board with its edges where they are seen."""
    on = [p for p, past in state.seen.items() if EDGE not in _colors(past)]
    low, high = [], []
    for axis in (0, 1):
        least, most = min(p[axis] for p in on), max(p[axis] for p in on)
        edges = {
            p[axis]
            for p, past in state.seen.items()
            if EDGE in _colors(past) and _beside(p, set(on), axis)
        }
        below, above = {e for e in edges if e < least}, {e for e in edges if e > most}
        if len(below) > 1 or len(above) > 1 or edges - below - above:
            return None
        low.append(min(below) + 1 if below else least - MARGIN)
        high.append(max(above) - 1 if above else most + MARGIN)
    width, height = high[0] - low[0] + 1, high[1] - low[1] + 1
    return (low[0], low[1], width, height) if max(width, height) <= 19 else None


def _beside(edge: Place, on: set[Place], axis: int) -> bool:
    """Whether an edge is met along this axis."""
    x, y = edge
    near = ((x - 1, y), (x + 1, y)) if axis == 0 else ((x, y - 1), (x, y + 1))
    return any(p in on for p in near)


def _level1(part: Atom | Part) -> Iterator[Part]:
    if isinstance(part, Part):
        if part.level == 1:
            yield part
        else:
            for member in part.members:
                yield from _level1(member)


def _is_seen(atom: Atom, position: Position) -> bool:
    names = ("empty", "black", "white")
    for (x, y), color in atom.colors().items():
        inside = 0 <= x < position.width and 0 <= y < position.height
        there = names[position.board[y * position.width + x]] if inside else EDGE
        if there != color:
            return False
    return True
