"""What moves serve the goals of stones by: of all unsettled groups, weighed by size.

For each core of stones, its own or the opponent's, the aura says how likely it is to live if one
side moves first, and if the other does. The difference, times the stones and the points that hang
on it, is what the goal is worth; its urgent points share that, and so do the moves that rules of
the knowledge base advise for it. What a short reading can take or save at once comes on top.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gokan.go import EMPTY, PASS, Position
from gokan.goals.aura.worth import Aura, aura
from gokan.goals.knowledge import load
from gokan.goals.state import AMPLE, Core, State
from gokan.play.stop import Stop, never
from gokan.reading import capture

__all__ = ["FEW", "LEAST", "TACTICS", "Wish", "pursued", "worths"]

_HOLDS = 1.3  # points that a stone stands for: itself, and a share of the room that goes with it
LEAST = 0.15
"""Below this a move is worth nothing."""
_FALLS = 0.5  # a core is in danger from this chance on
_RULE = 0.25  # of what a goal is worth, for a move that a rule advises
FEW = 3
"""Liberties of a block that may be taken at once, and the nodes to find out."""
TACTICS = 400


@dataclass(slots=True)
class Wish:
    """What speaks for a move."""

    worth: float = 0.0
    reasons: list[tuple[float, str]] = field(default_factory=list)

    def add(self, worth: float, reason: str) -> None:
        """One reason more."""
        self.worth += worth
        self.reasons.append((worth, reason))


def worths(position: Position, stop: Stop = never) -> dict[int, float]:
    """What each move serves the goals of stones by, in points; nothing of quiet moves, nor of
    goals that were not looked at when it was stopped.

    >>> position = Position.from_diagram('''
    ...     . . . . O X . .
    ...     . O O O O X . .
    ...     . X X X X X . .
    ...     . . . . . . . .''')
    >>> found = worths(position)
    >>> position.vertex(max(found, key=lambda move: found[move]))[0] in "ABC"
    True
    >>> worths(Position.empty(9))
    {}
    """
    _, wishes = pursued(position, stop)
    return {move: wish.worth for move, wish in wishes.items() if wish.worth >= LEAST}


def pursued(position: Position, stop: Stop = never) -> tuple[State, dict[int, Wish]]:
    """Every move that serves a goal of stones, or that a short reading asks for."""
    state = State(position, nodes=0)
    wishes: dict[int, Wish] = {}
    _pursue(position, state, wishes, stop)
    _fight(position, state, wishes, stop)
    return state, wishes


def _pursue(position: Position, state: State, wishes: dict[int, Wish], stop: Stop) -> None:
    """The goals to save own cores and to capture the opponent's."""
    mover = position.to_play
    cores = [
        c for c in state.cores if c.aura < AMPLE and state.life.owner(next(iter(c.stones))) == EMPTY
    ]
    advised: dict[int, list[tuple[int, str]]] | None = None
    for core in cores:
        if stop():
            return
        found = _gain(position, core)
        if found is None:
            continue
        gain, first = found
        # In the open much can happen yet, so that less hangs on the next move.
        worth = 2 * _HOLDS * len(core.stones) * gain * (1 - core.aura / AMPLE)
        if worth < LEAST:
            continue
        verb = "save" if core.color == mover else "capture"
        said = f"to {verb} the {core.color} stones at {position.vertex(core.blocks[0])}"
        advised = _advised(position, state) if advised is None else advised
        for move, chance in first.urgent.items():
            if chance > 0.05:
                wishes.setdefault(move, Wish()).add(worth * chance, said)
        for move, rule in {
            m: r for block in core.blocks for m, r in advised.get(block, ())
        }.items():
            wish = wishes.setdefault(move, Wish())
            wish.add(_RULE * worth, f"{said}, as the rule {rule} advises")


def _advised(position: Position, state: State) -> dict[int, list[tuple[int, str]]]:
    """Moves that rules of the knowledge base call good, by the block they are about."""
    found: dict[int, list[tuple[int, str]]] = {}
    for said in load().match(position, color=position.to_play):
        if said.recommendation == "good":
            for stone in said.objects:
                block = state.block_at.get(stone)
                if block is not None:
                    moves = found.setdefault(block, [])
                    moves += [(move, said.rule.name) for move in said.moves]
    return found


def _fight(position: Position, state: State, wishes: dict[int, Wish], stop: Stop) -> None:
    """Blocks with few liberties: what a short reading says can be taken, or must be saved."""
    mover = position.to_play
    for first, block in state.blocks.items():
        if stop():
            return
        if len(block.liberties) > FEW or state.life.owner(first) == block.color:
            continue
        own = block.color == mover
        falls = capture(position, first, first="attack", nodes=TACTICS)
        if not falls.captured:
            continue
        saved = capture(position, first, first="defend", nodes=TACTICS)
        if saved.captured:
            continue  # it falls whoever moves
        worth = 2 * len(block.stones) + 1.0
        verb = "save" if own else "capture"
        said = f"to {verb} the {block.color} stones at {position.vertex(first)}"
        for move in saved.moves if own else falls.moves:
            if move != PASS:
                wishes.setdefault(move, Wish()).add(worth, said)


def _gain(position: Position, core: Core) -> tuple[float, Aura] | None:
    """How much the life of a core hangs on who moves first, and the aura if the mover does; None if
    it hardly falls even when its enemy begins, which is asked first because it is usual.
    """
    mover = position.to_play
    own = core.color == mover
    attacked = aura(position.with_to_play(core.color.opponent), core.stones, quick=True)
    if attacked.falls < _FALLS:
        return None
    saved = aura(position.with_to_play(core.color), core.stones, quick=True)
    return max(0.0, _lives(saved) - _lives(attacked)), saved if own else attacked


def _lives(judged: Aura) -> float:
    return (judged.stands + 1 - judged.falls) / 2
