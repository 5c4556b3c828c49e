"""Strategies read off the fixed points: the move that establishes, the reply that refutes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Literal

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.logic.bits import flags, members
from gokan.logic.checking.evaluate import Checker
from gokan.logic.checking.graph import Attractor, Graph
from gokan.logic.language.formula import Formula, Strategic, Value

__all__ = ["Strategy", "find_strategy"]

_LONGEST = 40


@dataclass(frozen=True)
class Strategy:
    """Whether a player can establish, keep or achieve something, and by which moves.

    `holder` has the strategy: the player herself if `holds`, otherwise her opponent, who refutes.
    """

    graph: Graph
    operator: Literal["est", "irr", "ach"]
    player: Value
    holds: bool
    holder: Value
    state: int
    _reach: Attractor
    """The holder's way into the set she wants to be in."""
    _stay: int
    """The set in which she can stay."""
    _goal: int

    def move(self, state: int) -> Value | None:
        """The holder's move in a state.

        None where the game is over, where it is not her turn, and where nothing is left to do.
        Moves that come nearer to what is to be established go first; where it must be kept, any
        move that stays inside is right, and the first of them is given.
        """
        graph = self.graph
        if graph.turn[state] != self.holder or not graph.legal[state]:
            return None
        nearer = self._reach.move[state]
        if nearer is not None:
            return nearer
        for move, there in graph.moves[state].items():
            if move in graph.legal[state] and self._stay >> there & 1:
                return move
        return None

    @property
    def line(self) -> tuple[Value, ...]:
        """How it may go: the holder follows the strategy, the other resists as long as possible.

        It ends where what is wanted is established, where the game is over, or comes round.
        """
        return self._course[0]

    @cached_property
    def _course(self) -> tuple[tuple[Value, ...], bool]:
        """The line, and whether the game goes on after it."""
        graph, state = self.graph, self.state
        played: list[Value] = []
        seen: set[int] = set()
        while graph.legal[state] and not self._settled(state):
            if len(played) == _LONGEST or state in seen:
                return tuple(played), True
            seen.add(state)
            move = self.move(state)
            if move is None:
                ways = sorted(graph.legal[state], key=str)
                distance = [self._distance(graph.moves[state][m]) for m in ways]
                move = ways[distance.index(max(distance))]
            played.append(move)
            state = graph.moves[state][move]
        return tuple(played), False

    def _distance(self, state: int) -> float:
        """How far the holder is from what she aims at; she may never get there, and still hold."""
        rank = self._reach.rank[state]
        return inf if rank < 0 else rank

    def _settled(self, state: int) -> bool:
        established = self.operator == "est" and self.holds
        broken = self.operator == "irr" and not self.holds
        return (established or broken) and bool(self._goal >> state & 1)

    def explain(self) -> str:
        """One sentence."""
        verb = {"est": "establish", "irr": "keep", "ach": "achieve"}[self.operator]
        moves, goes_on = self._course
        line = " ".join(map(str, moves)) + " and so on" * goes_on
        if self.holds:
            over = " already" if self.operator == "est" else ": the game is over"
            how = f", for instance by {line}" if line else over
            return f"{self.player} can {verb} it{how} (proved)."
        how = f"; {self.holder} prevents it, for instance by {line}" if line else ""
        return f"{self.player} cannot {verb} it{how} (proved)."

    def to_dict(self) -> dict[str, Any]:
        """The answer in plain types."""
        return {
            "operator": self.operator,
            "player": self.player,
            "holds": self.holds,
            "holder": self.holder,
            "state": self.graph.show(self.state),
            "move": self.move(self.state),
            "line": list(self.line),
        }


def find_strategy(
    checker: Checker, formula: str | Formula, state: int, **values: Value
) -> Strategy:
    """The strategy behind `est[i] φ`, `irr[i] φ` or `ach[i] φ` in one state, or its refutation.

    >>> from gokan.logic import explore
    >>> from gokan.logic.games.nim import Nim
    >>> checker = Checker(explore(Nim((1, 2))))
    >>> find_strategy(checker, "est[First] Win(First)", 0).explain()
    'First can establish it, for instance by h2t1 h1t1 h2t1 (proved).'
    >>> find_strategy(checker, "irr[Second] ~Win(First)", 0).move(0)
    'h2t1'
    """
    graph = checker.model
    if not isinstance(graph, Graph):
        raise InvalidInput("A strategy needs a game that was explored state by state.")
    resolved = checker.resolve(formula)
    asked = resolved.formula
    if not isinstance(asked, Strategic) or asked.operator == "causes":
        raise InvalidInput("A strategy answers a formula that begins with est, irr or ach.")
    whole("number of the state", state, 0, graph.size - 1)
    env = checker.given(resolved, values)
    for name, sort in resolved.free:
        if name not in env:
            raise InvalidInput(f"A strategy is for one {sort} {name}: say which, as in {name}=….")
    surely, maybe = checker.both(asked, env)
    if (surely ^ maybe) >> state & 1:
        raise InvalidInput("Where the tree was cut, nobody knows whether there is a strategy.")
    player = next(who for where, who in checker.term(asked.player, env) if where >> state & 1)
    holds = bool(surely >> state & 1)
    # What is not known because of a cut counts against whoever holds the strategy.
    goal = checker.both(asked.body, env)[not holds]
    other = graph.opponent(player)
    everything, cut = graph.everything, graph.cut
    broken = everything & ~goal
    if asked.operator == "est":
        reach = graph.attract(player, goal if holds else goal | cut)
        stay = reach.states
        if not holds:
            reach, stay = graph.attract(player, 0), everything & ~stay
    elif asked.operator == "irr":
        reach = graph.attract(other, broken | cut if holds else broken)
        stay = reach.states
        if holds:
            reach, stay = graph.attract(player, 0), everything & ~stay
        else:
            goal = broken
    else:
        stay = everything & ~graph.attract(other, broken | cut if holds else broken).states
        reach = graph.attract(player, stay if holds else stay | cut)
        if not holds:
            # The opponent stays outside for ever, where φ is never safe, and breaks it if she can.
            stay = everything & ~reach.states
            reach = _break_again(graph, other, broken, stay)
    return Strategy(
        graph=graph,
        operator=asked.operator,
        player=player,
        holds=holds,
        holder=player if holds else other,
        state=state,
        _reach=reach,
        _stay=stay,
        _goal=goal,
    )


def _break_again(graph: Graph, other: Value, broken: int, outside: int) -> Attractor:
    """The opponent's way to where φ fails, on which she never leaves `outside`.

    Outside est irr φ she can always stay outside, where the player never has φ for good. To break
    φ she might have to leave; where that is so the rank is -1, and she only stays.
    """
    rank = [-1] * graph.size
    move: list[Value | None] = [None] * graph.size
    inside = flags(outside, graph.size)
    for state in members(outside & broken):
        rank[state] = 0
    left = list(members(outside & ~broken))
    distance = 0
    while left:
        distance += 1
        found = []
        for state in graph.deadline.over(left):
            into = {m: graph.moves[state][m] for m in graph.legal[state]}
            near = [m for m, t in into.items() if 0 <= rank[t] < distance and inside[t]]
            if graph.turn[state] == other:
                if near:
                    move[state] = near[0]
                    found.append(state)
            elif into and len(near) == len(into):
                found.append(state)
        if not found:
            break
        for state in found:
            rank[state] = distance
        left = [s for s in left if rank[s] < 0]
    return Attractor(outside, tuple(rank), tuple(move))
