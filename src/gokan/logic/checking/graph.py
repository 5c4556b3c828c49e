"""A game explored: all its states, the moves between them, and Klinger's conditions on them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from gokan.errors import GokanError, InvalidInput
from gokan.logic.bits import flags, members, pack
from gokan.logic.checking.deadline import Deadline
from gokan.logic.checking.model import Model
from gokan.logic.game import Game
from gokan.logic.language.formula import Value
from gokan.logic.language.resolve import RESERVED, Signature

__all__ = ["Attractor", "Condition", "Graph", "InvalidGame", "conditions", "explore", "unfold"]

STATES = 200_000
State = TypeVar("State", bound=Hashable)
Item = TypeVar("Item")
_SHORT = 1000
_EXPLORED = "the whole game was explored"


class InvalidGame(InvalidInput):
    """A game that breaks a condition of chapter 5, or has more states than allowed."""


@dataclass(frozen=True, slots=True)
class Attractor:
    """est_i φ with the way there: the distance from φ, and a move on the way, for each state."""

    states: int
    rank: tuple[int, ...]
    """0 where φ holds, otherwise the number of moves to it against the best defence; -1: never."""
    move: tuple[Value | None, ...]
    """A move of the player that comes nearer; None where none is needed, or it is not her turn."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One of the conditions 5.3.1 to 5.3.6, and what breaks it."""

    name: str
    says: str
    holds: bool
    witness: str = ""


class Graph(Model):
    """States 0, 1, …; make one with `explore` or `unfold`."""

    def __init__(
        self,
        game: Game[Any],
        states: list[Any],
        roots: int,
        moves: list[dict[Value, int]],
        legal: list[frozenset[Value]],
        *,
        below: Sequence[Any] | None = None,
        cut: int = 0,
        depth: int | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        self.game = game
        self.deadline = deadline or Deadline()
        self.states_list = states if below is None else list(below)
        self.size = len(states)
        self.everything = (1 << self.size) - 1
        self.inner = self.everything
        self.cut = cut
        self.depth = depth
        self.roots = roots
        self.moves = moves
        self.legal = legal
        self.turn = [game.to_play(state) for state in self._each(self.states_list)]
        self.names = tuple(dict.fromkeys(move for edges in self._each(moves) for move in edges))
        vocabulary = game.vocabulary
        self.signature = Signature(
            sorts={"move": self.names, "player": tuple(game.players), **vocabulary.sorts},
            predicates={name: sorts for name, (sorts, _) in vocabulary.predicates.items()},
            functions={n: (sorts, to) for n, (sorts, to, _) in vocabulary.functions.items()},
            open_sorts=frozenset({"move"} - vocabulary.sorts.keys() if cut else ()),
        )
        self._atoms: dict[tuple[str, tuple[Value, ...]], int] = {}
        self._sorts = {name: frozenset(values) for name, values in self.signature.sorts.items()}

    def _each(self, items: Iterable[Item]) -> Iterable[Item]:
        return self.deadline.over(items)

    def show(self, index: int) -> str:
        """A state for a person."""
        return str(self.game.show(self.states_list[index]))

    def index(self, state: Any) -> int:
        """The number of a state."""
        try:
            return self._numbers[state]
        except KeyError:
            raise InvalidInput("The game never gets to that state.") from None

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {state: i for i, state in reversed(list(enumerate(self.states_list)))}

    # --- atoms --------------------------------------------------------------------------------

    def atom(self, name: str, arguments: tuple[Value, ...]) -> int:
        """Where a predicate holds."""
        key = (name, arguments)
        found = self._atoms.get(key)
        if found is None:
            found = self._atoms[key] = pack(self._marks(name, arguments))
        return found

    def _marks(self, name: str, arguments: tuple[Value, ...]) -> list[bool]:
        each, states = self._each, self.states_list
        match name, arguments:
            case "start", ():
                return [bool(mark) for mark in flags(self.roots, self.size)]
            case "term", ():
                going = flags(self.cut, self.size)
                return [not (edges or more) for edges, more in zip(self.moves, going, strict=True)]
            case "termLegal", ():
                return [not allowed for allowed in self.legal]
            case "ToPlay", (player,):
                return [turn == player for turn in self.turn]
            case "Legal", (move, player):
                return [
                    turn == player and move in allowed
                    for turn, allowed in each(zip(self.turn, self.legal, strict=True))
                ]
            case "Win", (player,):
                return [player in self.game.wins(state) for state in each(states)]
        sorts, holds = self.game.vocabulary.predicates[name]
        if not all(a in self._sorts[s] for a, s in zip(arguments, sorts, strict=True)):
            return []
        return [bool(holds(state, *arguments)) for state in each(states)]

    def function(self, name: str, arguments: tuple[Value, ...], value: Value) -> int:
        """Where a function has this value."""
        key = (f"{name} =", (*arguments, value))
        if key not in self._atoms:
            _, to, function = self.game.vocabulary.functions[name]
            marks: dict[Value, bytearray] = {
                v: bytearray(self.size) for v in self.signature.sorts[to]
            }
            for i, state in enumerate(self._each(self.states_list)):
                given = function(state, *arguments)
                if given in marks:
                    marks[given][i] = 1
                elif to not in self.signature.open_sorts:
                    raise InvalidGame(f"{name} is {given} in {self.show(i)}, which is no {to}.")
            for v, row in marks.items():
                self._atoms[(f"{name} =", (*arguments, v))] = pack(row)
        return self._atoms[key]

    # --- moves --------------------------------------------------------------------------------

    @cached_property
    def _edges(self) -> dict[Value, list[tuple[int, int]]]:
        edges: dict[Value, list[tuple[int, int]]] = {name: [] for name in self.names}
        for here, row in enumerate(self._each(self.moves)):
            for move, there in row.items():
                edges[move].append((here, there))
        return edges

    @cached_property
    def parents(self) -> list[list[tuple[Value, int]]]:
        """For each state the possible moves that lead to it, and from where."""
        found: list[list[tuple[Value, int]]] = [[] for _ in range(self.size)]
        for here, row in enumerate(self._each(self.moves)):
            for move, there in row.items():
                found[there].append((move, here))
        return found

    @cached_property
    def invertible(self) -> bool:
        """Whether each move can be taken back in one way only (5.3.1)."""
        return not self.clash

    @cached_property
    def clash(self) -> str:
        """What breaks condition 5.3.1: a move that does not say where it came from; else ""."""
        for state, row in enumerate(self._each(self.parents)):
            names = [move for move, _ in row]
            for name in names if len(set(names)) < len(names) else ():
                if names.count(name) > 1:
                    at = _at(self.game, self.states_list[state])
                    return f"{name} leads from {names.count(name)} states to {at}"
        return ""

    def after(self, move: Value, bits: int) -> int:
        """◇_m."""
        marked = flags(bits, self.size)
        out = bytearray(self.size)
        for here, there in self._edges.get(move, ()):
            out[here] = marked[there]
        return pack(out)

    def before(self, move: Value, bits: int) -> int:
        """⟨u⟩_m; refused where a move does not say where it came from."""
        if not self.invertible:
            raise GokanError(
                "<up m> needs a game in which every move can be taken back in one way only, but "
                f"{self.clash}; unfold the game into its tree first."
            )
        marked = flags(bits, self.size)
        out = bytearray(self.size)
        for here, there in self._edges.get(move, ()):
            out[there] = marked[here]
        return pack(out)

    def some_after(self, bits: int) -> int:
        """◇."""
        marked = flags(bits, self.size)
        return pack(
            [any(marked[there] for there in row.values()) for row in self._each(self.moves)]
        )

    def causes(self, player: Value, bits: int) -> int:
        """Causes(i, ψ); not where the tree was cut."""
        marked = flags(bits, self.size)
        cut = flags(self.cut, self.size)
        out = bytearray(self.size)
        for here, (turn, allowed, row) in enumerate(
            self._each(zip(self.turn, self.legal, self.moves, strict=True))
        ):
            if cut[here]:
                continue
            into = (marked[row[move]] for move in allowed)
            out[here] = any(into) if turn == player else all(into)
        return pack(out)

    def establish(self, player: Value, bits: int) -> int:
        """est_i, in time linear in the number of moves."""
        return self.attract(player, bits).states

    def attract(self, player: Value, bits: int) -> Attractor:
        """est_i with the way there: backwards from φ, counting the opponent's ways out."""
        rank = [-1] * self.size
        move: list[Value | None] = [None] * self.size
        out = [len(allowed) for allowed in self.legal]
        queue = list(members(bits))
        for state in queue:
            rank[state] = 0
        came = self._legal_parents
        turn = self.turn
        for there in self._each(queue):
            for name, here in came[there]:
                if rank[here] >= 0:
                    continue
                out[here] -= 1
                if turn[here] == player:
                    move[here] = name
                elif out[here]:
                    continue
                rank[here] = rank[there] + 1
                queue.append(here)
        return Attractor(pack([r >= 0 for r in rank]), tuple(rank), tuple(move))

    @cached_property
    def _legal_parents(self) -> list[list[tuple[Value, int]]]:
        legal = self.legal
        return [[(m, s) for m, s in row if m in legal[s]] for row in self._each(self.parents)]


def explore(
    game: Game[Any],
    *,
    states: int = STATES,
    seconds: float | None = None,
    deadline: Deadline | None = None,
) -> Graph:
    """All states of a game that can be reached by possible moves.

    A game that breaks condition 5.3.3 or 5.3.4 is refused. One that breaks 5.3.1 is not, since only
    the operators <up m> need it: `Graph.clash` says what breaks it, and they are refused.

    >>> from gokan.logic.games.nim import Nim
    >>> explore(Nim((1, 2))).size
    8
    """
    until = deadline or Deadline(seconds)
    found = _starts(game, until)
    roots = (1 << len(found)) - 1
    numbers = {state: i for i, state in enumerate(found)}
    moves: list[dict[Value, int]] = []
    legal: list[frozenset[Value]] = []
    for state in until.over(found, _EXPLORED):
        if len(found) > states:
            raise InvalidGame(f"The game has more than {states} states.")
        row: dict[Value, int] = {}
        for move, child in _possible(game, state).items():
            number = numbers.setdefault(child, len(found))
            if number == len(found):
                found.append(child)
            row[move] = number
        moves.append(row)
        legal.append(_legal(game, state, row))
    return _lasting(Graph(game, found, roots, moves, legal, deadline=until))


def unfold(
    game: Game[Any],
    *,
    states: int = STATES,
    depth: int | None = None,
    seconds: float | None = None,
    deadline: Deadline | None = None,
) -> Graph:
    """The game as a tree: each sequence of moves is a state of its own (Klinger 5.3).

    With a `depth` longer games are cut off. What lies below is not known then, and a `Checker`
    leaves open what depends on it.

    >>> from gokan.logic.games.nim import Nim
    >>> unfold(Nim((1, 2))).size
    12
    """
    until = deadline or Deadline(seconds)
    below = _starts(game, until)
    roots = (1 << len(below)) - 1
    level = [0] * len(below)
    moves: list[dict[Value, int]] = []
    legal: list[frozenset[Value]] = []
    cut = bytearray()
    for i, state in enumerate(until.over(below, _EXPLORED)):
        if len(below) > states:
            where = "or no end; give a depth"
            if depth is not None:
                where = f"down to depth {depth}; give a smaller depth, or allow more states"
            raise InvalidGame(f"The tree of the game has more than {states} states, {where}.")
        possible = _possible(game, state)
        legal.append(_legal(game, state, possible))
        last = depth is not None and level[i] >= depth and bool(possible)
        row: dict[Value, int] = {}
        for move, child in () if last else possible.items():
            row[move] = len(below)
            below.append(child)
            level.append(level[i] + 1)
        cut.append(last)
        moves.append(row)
    return _lasting(
        Graph(game, below, roots, moves, legal, cut=pack(cut), depth=depth, deadline=until)
    )


def _lasting(graph: Graph) -> Graph:
    """The limit was for exploring only; a checker sets its own."""
    graph.deadline = Deadline()
    return graph


def _starts(game: Game[Any], until: Deadline) -> list[Any]:
    if len(game.players) != 2 or len(set(game.players)) != 2:
        raise InvalidGame(f"A game has two players, not {', '.join(map(str, game.players))}.")
    words = game.vocabulary
    for name in RESERVED.intersection((*words.predicates, *words.functions)):
        raise InvalidGame(f"{name} has its own meaning in every game; choose another name.")
    found = list(dict.fromkeys(until.over(game.starts(), _EXPLORED)))
    if not found:
        raise InvalidGame("The game does not say where it starts.")
    return found


def _possible(game: Game[Any], state: Any) -> dict[Value, Any]:
    found: dict[Value, Any] = {}
    for move, child in game.possible(state):
        if move in found:
            raise InvalidGame(f"There are two moves {move} in {_at(game, state)}.")
        found[move] = child
    return found


def _legal(game: Game[Any], state: Any, row: Mapping[Value, Any]) -> frozenset[Value]:
    """Refuses what 5.3.3 and 5.3.4 refuse, and legal moves that nobody can make."""
    if game.to_play(state) not in game.players:
        raise InvalidGame(f"Neither player is to move in {_at(game, state)}.")
    allowed = frozenset(game.legal(state))
    stray = sorted(map(str, allowed - row.keys()))
    if stray:
        raise InvalidGame(f"Move {stray[0]} is legal but not possible in {_at(game, state)}.")
    return allowed


def _at(game: Game[Any], state: Any) -> str:
    text = " ".join(str(game.show(state)).split())
    return text if len(text) < _SHORT else text[:_SHORT] + "…"


def conditions(graph: Graph) -> tuple[Condition, ...]:
    """Conditions 5.3.1 to 5.3.6 of chapter 5, each with what breaks it.

    `explore` refuses games that break 5.3.3 or 5.3.4 (in the corrected form: somebody is to move,
    and legal moves are possible). Where 5.3.1 fails a move does not say where it came from, so the
    operators <up m> are refused. 5.3.5 and 5.3.6 hold for trees only.

    >>> from gokan.logic.games.nim import Nim
    >>> [c.name for c in conditions(explore(Nim((1, 2)))) if not c.holds]
    ['5.3.5', '5.3.6']
    >>> all(c.holds for c in conditions(unfold(Nim((1, 2)))))
    True
    """
    parents = list(enumerate(graph.parents))
    several = next((i for i, row in graph.deadline.over(parents) if len(row) > 1), None)
    rootless = [i for i, row in graph.deadline.over(parents) if not row]
    return (
        Condition(
            "5.3.1", "taking a move back leads to where it was made", graph.invertible, graph.clash
        ),
        Condition("5.3.2", "a move taken back can be made again", True),
        Condition("5.3.3", "exactly one player is to move", True),
        Condition("5.3.4", "only the player to move has legal moves, and they are possible", True),
        Condition(
            "5.3.5",
            "each state came about by one move",
            several is None,
            "" if several is None else graph.show(several),
        ),
        Condition(
            "5.3.6",
            "there is one root, from which everything comes",
            len(rootless) == 1 and several is None,
            "" if len(rootless) == 1 else f"{len(rootless)} states have no state before them",
        ),
    )
