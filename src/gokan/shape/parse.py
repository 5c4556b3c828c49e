"""What the stones are becoming: every shape on the board, with the moves that formed it.

`parse` is the room's one question. It observes a game, with the whole board in attention or in
another way, recognises the class elements of all levels, and answers with those that live in the
last position and those that the moves before it began and ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gokan._core import ShapePlaceKind
from gokan.errors import InvalidInput
from gokan.go import Game, Position
from gokan.shape.ets import Setting
from gokan.shape.go.index import Index
from gokan.shape.go.observe import ATTENTION, PROCESSES, ROUNDS, WHOLE, View, observe

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.shape.cost import Cost
    from gokan.shape.learn.proposing import Proposals

LEARNED = "learned"
"""A way of attending beside those of `observe`: the last move, then where moves are likely."""
PICTURES = ("groups", "blocks", "learned", "moves", "overlap", "time", "struct")
"""Shapes of level 2; of level 1; of learned classes; moves that those propose; the overlap graph;
when each lived; the last moves' struct."""


_LEARNED = 2  # learned classes of the last move that are told


def parse(
    seen: Game | Position | Iterable[Position],
    *,
    move: int | None = None,
    learned: bool = False,
    attention: str = WHOLE,
    processes: int = PROCESSES,
    rounds: int = ROUNDS,
) -> Shapes:
    """The shapes of a game (after `move` moves), of one position, or of positions in turn.

    With `learned` those of the learned classes, too (`gokan.shape.learn`). `attention` is a way of
    attending (`shape.go.observe.ATTENTION` or `LEARNED`); `processes` and `rounds` are its budget,
    and `Shapes.cost` says what it costs.

    >>> from gokan.go import Position
    >>> start = Position.empty(9)
    >>> shapes = parse([start, start.play("D4"), start.play("D4").play("pass").play("D6")])
    >>> [shape.title for shape in shapes.now(level=1) if "jump" in shape.title]
    ['black one-point jump']
    >>> print(shapes.explain().splitlines()[0])
    Move 2 makes a black one-point jump (D6 D5 D4).
    """
    if isinstance(seen, Game):
        last = len(seen) if move is None else move
        positions = [seen.position(n) for n in range(last + 1)]
    elif isinstance(seen, Position):
        positions = [seen]
    else:
        positions = list(seen)
    view = _view(positions, attention, processes, rounds)
    index = Index(view, setting=_with_learned() if learned else None)
    return Shapes(
        position=positions[-1],
        moves=len(positions) - 1,
        shapes=_shapes(index),
        index=index,
        positions=tuple(positions),
        attention=attention,
    )


def _view(positions: list[Position], attention: str, processes: int, rounds: int) -> View:
    if attention not in (*ATTENTION, LEARNED):
        ways = ", ".join((*ATTENTION, LEARNED))
        raise InvalidInput(f"attention is {attention!r} but must be one of {ways}.")
    if attention != LEARNED:
        return observe(positions, attention=attention, processes=processes, rounds=rounds)
    from gokan.shape.learn.attending import attend

    return attend(positions, processes=processes, rounds=rounds)


def _with_learned() -> Setting:
    from gokan.shape.learn.learned import shipped

    return shipped().setting


@dataclass(frozen=True, slots=True)
class Shape:
    """One class element of level 1 or higher."""

    level: int
    number: int
    """Its place among the elements of its level; `members` are such numbers one level below."""
    name: str
    title: str
    start: int
    """The first move after which it was there; 0 is the start."""
    end: int
    """The last move after which it was there."""
    stones: tuple[int, ...]
    empty: tuple[int, ...]
    members: tuple[int, ...]
    learned: bool = False
    """Whether its class was learned from games."""
    around: tuple[int, ...] = ()
    """Points of blocks of any form in it, as far as nothing else in it holds them."""

    @property
    def points(self) -> tuple[int, ...]:
        """Stones and empty points, ascending."""
        return tuple(sorted({*self.stones, *self.empty}))

    @property
    def core(self) -> tuple[int, ...]:
        """The points that make it what it is: without the rest of the blocks that it joins."""
        return tuple(p for p in self.points if p not in self.around)


@dataclass(frozen=True, slots=True)
class Shapes:
    """All shapes of a game up to a position. Certainty: exact, by the classes' definitions."""

    position: Position
    moves: int
    shapes: tuple[Shape, ...]
    index: Index = field(repr=False, compare=False)
    """The recogniser's own form, with level 0 and all overlaps."""
    positions: tuple[Position, ...] = field(default=(), repr=False, compare=False)
    """The boards in turn; the last is `position`."""
    attention: str = WHOLE
    """How the player attended."""

    def now(self, *, level: int | None = None) -> tuple[Shape, ...]:
        """What lives in the last position, the newest first."""
        found = [s for s in self.shapes if s.end == self.moves and level in (None, s.level)]
        return tuple(sorted(found, key=lambda s: (-s.start, -s.level, s.number)))

    def made(self, move: int | None = None) -> tuple[Shape, ...]:
        """What a move began (the last by default)."""
        wanted = self.moves if move is None else move
        return tuple(s for s in self.shapes if s.start == wanted)

    def ended(self, move: int | None = None) -> tuple[Shape, ...]:
        """What a move ended: shapes that were there before it and not after."""
        wanted = self.moves if move is None else move
        return tuple(s for s in self.shapes if s.end == wanted - 1)

    def overlap(self, *, level: int = 2) -> list[tuple[Shape, Shape, tuple[str, ...]]]:
        """Pairs of living shapes of a level, and the constraints on which they overlap."""
        alive = {s.number: s for s in self.now(level=level)}
        on: dict[tuple[int, int], set[str]] = {}
        for name, holders in self.index.overlaps(level):
            here = [h for h in holders if h in alive]
            for i, a in enumerate(here):
                for b in here[i + 1 :]:
                    on.setdefault((a, b), set()).add(name)
        return [(alive[a], alive[b], tuple(sorted(n))) for (a, b), n in sorted(on.items())]

    def cover(self, share: float = 0.9) -> tuple[Shape, ...]:
        """Few shapes of level 2 that hold this share of the stones on the board (chunks, 5.2).

        The largest gain first; fewer stones may be held if no shape holds the others.
        """
        stones = {p for p, c in enumerate(self.position.board) if c}
        wanted, held = share * len(stones), set[int]()
        chosen: list[Shape] = []
        shapes = list(self.now(level=2))
        while len(held) < wanted:
            best = max(shapes, key=lambda s: len({*s.stones} - held), default=None)
            if best is None or not {*best.stones} - held:
                break
            chosen.append(best)
            held |= {*best.stones}
        return tuple(chosen)

    def explain(self) -> str:
        """What the last move made and ended, then the shapes on the board, in sentences."""
        where = self._where
        made, ended = self._turned()
        lines = [
            f"Move {self.moves} makes a {s.title} ({where(s)})."
            for s in self.told(made)
            if self.moves
        ]
        lines += [
            f"Move {self.moves} ends a {s.title} ({where(s)})."
            for s in self.told(ended)
            if self.moves
        ]
        lines += [
            f"Move {self.moves} makes a {s.title} ({where(s)}), a class learned from games."
            for s in self.learned(self._of_mover(self.made()))[:_LEARNED]
            if self.moves
        ]
        for s in self.told(self.now(level=2)):
            if (begun := self._since(s)) < self.moves or not self.moves:
                since = f", there since move {begun}" if self.moves else ""
                lines.append(f"{s.title[0].upper()}{s.title[1:]}: {where(s)}{since}.")
        groups = Counter(s.title for s in self.now(level=2) if s.name.endswith("-group"))
        if groups:
            lines.append("Groups: " + ", ".join(f"{n} × {t}" for t, n in groups.items()) + ".")
        counts = Counter(s.title for s in self.now(level=1))
        if counts:
            lines.append(
                "Smaller shapes: " + ", ".join(f"{n} × {t}" for t, n in counts.most_common()) + "."
            )
        if self.attention != WHOLE:
            lines.append(self.cost().explain())
        return "\n".join(lines) if lines else "No shapes: the board is empty."

    def to_dict(self) -> dict[str, Any]:
        """Shapes with vertices and moves, for JSON; `alive` says whether one is still there."""
        vertex = self.position.vertex
        return {
            "moves": self.moves,
            "certainty": "exact",
            **({"cost": self.cost().to_dict()} if self.attention != WHOLE else {}),
            "shapes": [
                {
                    "level": s.level,
                    "class": s.name,
                    "title": s.title,
                    "from": s.start,
                    "to": s.end,
                    "alive": s.end == self.moves,
                    "stones": [vertex(p) for p in s.stones],
                    "empty": [vertex(p) for p in s.empty],
                    **({"learned": True} if s.learned else {}),
                }
                for s in self.shapes
            ],
        }

    def cost(self) -> Cost:
        """What this way of attending costs, beside the whole board."""
        from gokan.shape.cost import cost

        return cost(self, parse(self.positions))

    def draw(self, what: str = "groups", **options: Any) -> Svg:
        """One of `PICTURES`; options are those of `gokan.draw.board` where it draws a board."""
        from gokan.shape import pictures

        if what not in PICTURES:
            raise InvalidInput(f"there is no picture {what!r}, only {', '.join(PICTURES)}.")
        return pictures.draw(self, what, **options)

    def page(self, *, title: str = "Shapes in space") -> str:
        """Board and time in space, as the text of an HTML file that needs only a browser."""
        from gokan.shape.page import page

        return page(self, title=title)

    def told(self, shapes: Iterable[Shape]) -> list[Shape]:
        """Those worth a sentence: no distances from the edge, nothing within another shape."""
        told = [s for s in shapes if s.level <= 2 and _is_news(s) and not s.learned]
        told = [s for s in told if not self._is_joined(s)]
        larger = [(s.level, {*s.points}) for s in told]
        return [s for s in told if not any(s.level == n and {*s.points} < p for n, p in larger)]

    def _turned(self) -> tuple[list[Shape], list[Shape]]:
        """What the last move made and ended; what went on with a larger block is neither."""
        made, ended = self.made(), self.ended()
        before, after = ({(s.name, s.core) for s in shapes} for shapes in (ended, made))
        return (
            [s for s in made if (s.name, s.core) not in before],
            [s for s in ended if (s.name, s.core) not in after],
        )

    def learned(self, shapes: Iterable[Shape] | None = None) -> list[Shape]:
        """Of learned classes the few worth showing: the newest, then the largest, each with a
        stone of its own beside those before it. Those that live now, unless shapes are given.
        """
        found = [s for s in (self.now(level=2) if shapes is None else shapes) if s.learned]
        found.sort(key=lambda s: (-s.start, -len(s.stones), s.name, s.number))
        told: list[Shape] = []
        for shape in found:
            if all(
                len({*shape.stones} - {*other.stones}) > len(shape.stones) // 2 for other in told
            ):
                told.append(shape)
        return told

    def _since(self, shape: Shape) -> int:
        """The move that made it, though a block that it holds may have grown later."""
        same = {s.end: s for s in self.shapes if (s.name, s.core) == (shape.name, shape.core)}
        while shape.start - 1 in same:
            shape = same[shape.start - 1]
        return shape.start

    def _is_joined(self, shape: Shape) -> bool:
        """Whether a bamboo joint has one block on both sides, so that it joins nothing."""
        if not shape.name.endswith("bamboo-joint"):
            return False
        known = self.index.elements(1)
        names = [self.index.name(known[m].kind) for m in shape.members]
        return sum(name.endswith("-block") for name in names) == 1

    def _of_mover(self, shapes: Iterable[Shape]) -> list[Shape]:
        """Those of the colour that the last move has."""
        last = self.position.last_move
        if last is None or last < 0:
            return []
        color = ("", "black", "white")[self.position.board[last]]
        return [s for s in shapes if color and s.name.startswith(color)]

    def proposals(self) -> Proposals:
        """Moves that classes in formation propose next, with their reasons (learned)."""
        from gokan.shape.learn.proposing import propose

        played = [p.last_move for p in self.positions[1:]]
        return propose(self.position, before=[-1 if m is None else m for m in played])

    def _where(self, shape: Shape) -> str:
        names = [self.position.vertex(p) for p in shape.core]
        return " ".join(names[:8]) + (" …" if len(names) > 8 else "")


def _is_news(shape: Shape) -> bool:
    return not shape.name.endswith(("edge", "one-stone-block", "interface", "-group"))


def _shapes(index: Index) -> tuple[Shape, ...]:
    """The elements of level 1 and up with their points; a space holds its empty points."""
    below: list[tuple[frozenset[int], frozenset[int]]] = []
    level0 = index.elements(0)
    for element, place in zip(level0, index.places(), strict=True):
        name = index.name(element.kind)
        here = frozenset({place.where}) if place.kind == ShapePlaceKind.POINT else frozenset[int]()
        below.append((here, frozenset()) if name.endswith("stone") else (frozenset(), here))
    made = []
    blocks = {c.name for c in index.setting.at(1) if any(s.kind == "repeat" for s in c.steps)}
    for level in range(1, index.levels + 1):
        here_: list[tuple[frozenset[int], frozenset[int]]] = []
        known = index.elements(level - 1)
        for number, element in enumerate(index.elements(level)):
            members = tuple(element.members)
            stones = frozenset[int]().union(*(below[m][0] for m in members))
            empty = frozenset[int]().union(*(below[m][1] for m in members))
            here_.append((stones, empty))
            core = frozenset[int]().union(
                *(
                    below[m][0] | below[m][1]
                    for m in members
                    if index.name(known[m].kind) not in blocks
                )
            )
            definition = index.setting.classes[index.name(element.kind)]
            made.append(
                Shape(
                    level=level,
                    number=number,
                    name=definition.name,
                    title=definition.title or definition.name.replace("-", " "),
                    start=element.start,
                    end=element.end,
                    stones=tuple(sorted(stones)),
                    empty=tuple(sorted(empty)),
                    members=members,
                    learned=definition.note.startswith("Learned"),
                    around=tuple(sorted((stones | empty) - core)) if core else (),
                )
            )
        below = here_
    return tuple(made)
