"""The proof checker: small, slow, and independent of the search.

It shares no code with the solver, not even the rules of the game: boards are plain bytes, blocks
are found by walking. A proof is a graph. `check` replays it from the position in the header and
accepts it only if

1. every node of the loser has an edge for **every** legal move of the region and for the pass,
   every node of the winner exactly one (a defender who wins may leave out the attacker's pass
   where no ban stands: passing back returns to the same node);
2. every edge is legal and leads to a node that stands for the position it makes;
3. every leaf is an end by one of the definitions below, verified here;
4. a kill has no cycle (a standing target may: a repetition is the defender's) but for those in
   which the defender pays a threat every time round, if he has *any finite number* of them;
5. moves outside the region are answered by an argument about its edge. In a kill, a defender
   stone that touches anything but a wall there has escaped, and every wall either lives outside
   or has more liberties there than the defender passes on any line. For a standing target, no
   liberty outside counts, and all that lies outside is taken for attacker stones that are never
   captured.

A proof with the model "judged" names points of refuge that were judged; the answer says so.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from operator import index
from typing import Any

from gokan.errors import InvalidInput
from gokan.reading.check.rules import (
    DEAD,
    EMPTY,
    ENDLESS,
    FINITE,
    LEAVES,
    Board,
    State,
    neighbors,
)
from gokan.reading.check.statement import RULES, Statement, statement

__all__ = ["Checked", "check", "position_hash"]

LARGEST = 25
UNLIMITED = 1 << 30
FORMAT = "gokan-proof 1"

_DEEPEST = 64  # brackets inside each other


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checker says: `verdict` is accepted, judged or rejected."""

    verdict: str
    text: str
    nodes: int
    says: Statement | None = None
    """The statement, if it was accepted: with which board, mover and rules."""

    @property
    def accepted(self) -> bool:
        """Accepted, with or without judged leaves."""
        return self.verdict != "rejected"

    def to_dict(self) -> dict[str, Any]:
        """The same in plain types; what was accepted says of what."""
        said = {} if self.says is None else self.says.to_dict()
        return {"verdict": self.verdict, "text": self.text, "nodes": self.nodes, **said}


class Rejected(Exception):
    """Why a proof is no proof."""


class TooMuch(InvalidInput):
    """A file that goes beyond what may be read: nothing is said about the proof in it."""


def check(lines: Iterable[str]) -> Checked:
    """Check a proof given as the lines of its file.

    >>> check(["{}"]).text
    'rejected: this is not a gokan-proof 1 file'
    """
    try:
        checker = Checker(lines)
        return replace(checker.run(), says=statement({"": checker.head}, None))
    except Rejected as error:
        return Checked("rejected", f"rejected{error}", 0)


def position_hash(width: int, board: Iterable[int], turn: int) -> str:
    """A hash of a position that ties a proof to it.

    >>> position_hash(2, [0, 1, 2, 0], 1)
    'dfc42457a57b457b'
    """
    value = 0xCBF29CE484222325
    for byte in (width, *board, turn):
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def parse(line: str) -> Any:
    """What a line of JSON says; anything else is no line of a proof."""
    depth = deepest = 0
    if line.count("[") + line.count("{") > _DEEPEST:
        for mark in line:
            depth += (mark in "[{") - (mark in "]}")
            deepest = max(deepest, depth)
    if deepest > _DEEPEST:  # the reader calls itself for every level
        raise Rejected(f": a line has {deepest} brackets inside each other")
    try:
        return _JSON.decode(line)
    except (ValueError, RecursionError):
        raise Rejected(": a line is not JSON") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names stand in it once: read twice, a proof might say two things."""
    found = dict(pairs)
    # Rule said once: readers of JSON differ in which of two they believe.
    if len(found) < len(pairs):
        raise Rejected(": a name stands twice in a line")
    return found


# A number that is not whole is no number here: it stays a word, and no word is expected as one.
_JSON = json.JSONDecoder(object_pairs_hook=_once, parse_float=str, parse_constant=str)


def whole(value: Any) -> int:
    """A whole number; true and false are none, though Python counts with them."""
    if isinstance(value, bool):
        raise TypeError
    return index(value)


def counted(number: int, one: str, more: str) -> str:
    """So many of them, in words."""
    return f"{number} {one if number == 1 else more}"


def read_header(line: str, form: str) -> dict[str, Any]:
    """The first line of a file of this format."""
    head = parse(line)
    # Rule format: what another format means by these names is not known here.
    if not isinstance(head, dict) or head.get("format") != form:
        raise Rejected(f": this is not a {form} file")
    return head


class Edges:
    """The moves of a node and the nodes they lead to, in little memory."""

    __slots__ = ("_numbers",)

    def __init__(self, pairs: Iterable[tuple[int, int]]) -> None:
        self._numbers = array("i", chain.from_iterable(pairs))

    def __len__(self) -> int:
        return len(self._numbers) // 2

    def __iter__(self) -> Iterator[tuple[int, int]]:
        numbers = iter(self._numbers)
        return zip(numbers, numbers, strict=True)


_NAMES = frozenset(
    [
        "format",
        "verdict",
        "model",
        "width",
        "height",
        "board",
        "turn",
        "hash",
        "defender",
        "target",
        "region",
        "ko",
        "threats",
        "rules",
    ]
)


def only(said: Mapping[str, Any], names: Iterable[str], where: str) -> None:
    """Refuses names that nothing here checks: whoever reads them might believe them."""
    # Rule known names: what nothing here looks at would be said without being checked.
    if unknown := sorted(set(said) - set(names)):
        raise Rejected(f" at the {where}: nothing is known of {unknown[0]!r:.40}")


class Checker(Board):
    goals: tuple[str, ...] = ("",)  # a proof without a goal is about capture
    names = _NAMES
    """What a header may say. Anything else would be said and not checked."""

    def __init__(self, lines: Iterable[str]) -> None:
        first, *rest = [line for line in lines if line.strip()] or [""]
        head = read_header(first, FORMAT)
        only(head, self.names | ({"anchors"} if head.get("model") == "judged" else set()), "header")
        # Rule rules of the game: where more moves are legal, or others, nothing of this follows.
        if json.dumps(head.get("rules", RULES), sort_keys=True) != json.dumps(RULES):
            raise Rejected(" at the header: nothing is known of these rules of the game")
        self.head = head
        try:
            self._read_question(head)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise Rejected(" at the header: a field is missing or not what it should be") from None
        self.passes: dict[int, int] = {}  # of the defender, after a leaf
        self.rows: list[tuple[str, Edges]] = []
        for row in map(parse, rest):
            try:
                kind, *edges = row
                name = dict(enumerate(LEAVES))[whole(kind)]
                self.rows.append((name, Edges((whole(m), whole(child)) for m, child in edges)))
            except (TypeError, ValueError, KeyError, OverflowError):
                raise Rejected(f" at node {len(self.rows)}: it is not written as a node") from None

    def _read_question(self, head: Mapping[str, Any]) -> None:
        self.width, self.height = whole(head["width"]), whole(head["height"])
        self.board = [int(c) for c in head["board"].encode("ascii").decode()]
        sizes = (self.width, self.height)
        # Rule size: the edge of the board would lie elsewhere than in the position.
        if not all(1 <= n <= LARGEST for n in sizes) or len(self.board) != sizes[0] * sizes[1]:
            raise Rejected(" at the header: the board does not fit its size")
        turn, self.defender = whole(head["turn"]), whole(head["defender"])
        # Rule colours: what is neither empty nor a stone of either side would be a wall for ever.
        if {*self.board, turn, self.defender} - {0, 1, 2} or not turn or not self.defender:
            raise Rejected(" at the header: a colour is unknown")
        self.attacker = 3 - self.defender
        self.kill = {"killed": True, "stands": False}[head["verdict"]]
        self.goal = str(head.get("goal", ""))
        # Rule goal: the ends of a line are defined for these goals only.
        if self.goal not in self.goals:
            raise Rejected(f" at the header: the goal {self.goal!r} is unknown here")
        self.model = str(head["model"])
        self.region = sorted({whole(p) for p in head["region"]})
        self.inside = set(self.region)
        target = frozenset(whole(p) for p in head["target"])
        # Rule hash: it ties the file to the position that whoever asked has in mind.
        if position_hash(self.width, self.board, turn) != head["hash"]:
            raise Rejected(" at the header: the hash belongs to another position")
        # Rule region on the board: a point that is none (-1 is the pass) has no neighbours to
        # check.
        if not self.inside <= set(range(len(self.board))):
            raise Rejected(" at the header: the region lies off the board")
        # Rule target: nothing is captured already; and only the defender's stones are at stake.
        if not target or any(
            p not in self.inside or self.board[p] != self.defender for p in target
        ):
            raise Rejected(" at the header: the target is not stones of the defender")
        self.near = neighbors(self.width, self.height)
        self.here = [[q for q in around if q in self.inside] for around in self.near]
        self.refuge = self._anchors(head)
        self.walls = self._walls()
        self._sound_start()
        threats = tuple(whole(n) for n in head["threats"])
        winner = threats[0] if self.kill else threats[1]
        # Rule numbers of threats: "any finite number" is for the loser only, since paying it for
        # ever is no circle then; a winner could go round on it without end.
        if len(threats) != 2 or not all(0 <= n <= ENDLESS for n in threats) or winner == FINITE:
            raise Rejected(" at the header: there are no such numbers of threats")
        ko = whole(head.get("ko", -1))
        # Rule ban: a ban that no capture can have brought about takes a legal reply away.
        if ko != -1 and (ko not in self.inside or not self._is_ko(ko, turn)):
            raise Rejected(" at the header: no ko can be banned at that point of the region")
        if threats[turn == self.defender] == ENDLESS:
            ko = -1  # who never runs out of threats is under no ban
        self.root = State(bytes(self.board), target, turn, ko, (threats[0], threats[1]))

    def _is_ko(self, point: int, turn: int) -> bool:
        """Whether a stone may just have been taken there by one that could be taken back."""
        around = self.near[point]
        if self.board[point] != EMPTY or any(self.board[q] != 3 - turn for q in around):
            return False
        blocks = [self.block(self.board, q, whole=True) for q in around]
        taken = [stones for stones, liberties, _ in blocks if len(liberties) == 1]
        return len(taken) == 1 and len(taken[0]) == 1

    def _anchors(self, head: Mapping[str, Any]) -> dict[int, set[int]]:
        """For each colour the points where its stone is joined to something uncapturable."""
        refuge: dict[int, set[int]] = {self.attacker: set(), self.defender: set()}
        # Rule model: only these three say what the outside is taken for.
        if self.model not in ("kill", "stand", "judged"):
            raise Rejected(f" at the header: the model {self.model!r} is unknown")
        if self.model == "judged":
            named = head["anchors"]
            for color, key in ((self.attacker, "attacker"), (self.defender, "defender")):
                for p in map(whole, named[key]):
                    # Rule anchors: a stone is joined to the outside only where it touches something
                    # that may be or become its colour.
                    if p not in self.inside or all(
                        q in self.inside or self.board[q] == 3 - color for q in self.near[p]
                    ):
                        raise Rejected(f" at the header: nothing outside can anchor point {p}")
                    refuge[color].add(p)
            return refuge
        # Rule model fits: each model takes what is open outside for the loser's.
        if (self.model == "kill") != self.kill:
            raise Rejected(" at the header: the model does not fit the verdict")
        for p in self.region:
            for q in self.near[p]:
                if q in self.inside:
                    continue
                if self.model == "stand" or self.board[q] == self.attacker:
                    refuge[self.attacker].add(p)
                else:
                    refuge[self.defender].add(p)
        return refuge

    def _walls(self) -> int:
        """The fewest liberties outside the region of any attacker block that anchors.

        A wall that lives outside, whatever is played there, has no end of them.
        """
        fewest = UNLIMITED
        outside = set(range(len(self.board))) - self.inside
        leaks = {q for p in self.region for q in self.near[p]} - self.inside
        alive = self.alive(self.board, self.attacker, outside, leaks, whole=True)
        seen: set[int] = set().union(*alive)
        for p in self.region:
            for q in self.near[p]:
                if q in self.inside or self.board[q] != self.attacker or q in seen:
                    continue
                stones, liberties, _ = self.block(self.board, q, whole=True)
                seen |= stones
                fewest = min(fewest, len(liberties - self.inside))
        return fewest

    def _sound_start(self) -> None:
        for p in self.region:
            if self.board[p] == EMPTY:
                continue
            stones, liberties, anchored = self.block(self.board, p)
            # Rule liberties: such a block would be taken by a move that does not touch it.
            if not liberties and not anchored:
                raise Rejected(f" at the header: the block of point {p} has no liberties")
            # Rule whole blocks: what is left outside would keep its stones on the board.
            outside = [q for s in stones for q in self.near[s] if q not in self.inside]
            if any(self.board[q] == self.board[p] for q in outside):
                raise Rejected(" at the header: a block lies half in the region")

    def run(self) -> Checked:
        """Replay the proof; then see whether it ends, and how much it rests on the walls."""
        states = self._walk()
        # Rule refuge is judged: anchors that were named, not derived, are somebody's judgement.
        judged = max(self._kinds(states, "escaped"), 1) if self.model == "judged" else 0
        nodes, text = counted(len(states), "node", "nodes"), ""
        # Rule walls bear: each time the defender plays elsewhere he may take a liberty from a wall.
        # As long as walls have more of them than he passes on any line, all still stand at its end.
        if self.kill and self._tenuki(states) >= self.walls:
            judged += 1
            liberties = counted(self.walls, "liberty", "liberties")
            text = f" (a wall with {liberties} outside is judged safe)"
        if judged:
            leaves = counted(judged, "judged leaf", "judged leaves")
            text = f"accepted except {leaves}, {nodes}{text}"
            return Checked("judged", text + self._given(), len(states))
        text = f"accepted, {nodes}{self._given()}"
        return Checked("accepted", text, len(states))

    def _given(self) -> str:
        """The ko threats that the proof counts on, unless it holds against any number of them."""
        ours, theirs = self.root.threats if self.kill else self.root.threats[::-1]
        text = f", against up to {theirs} ko threats" if theirs < FINITE else ""
        if ours:
            number = "endless" if ours == ENDLESS else ours
            text += f", if the winner has {number} ko threats"
        return text

    def _walk(self) -> dict[int, State]:
        """Replay the graph from the root; every node gets the one state it stands for."""
        states: dict[int, State] = {0: self.root}
        order = [0]
        for i in order:
            # Rule nodes: a number is the place of a node in the file, counted from the first.
            if not 0 <= i < len(self.rows):
                raise Rejected(f" at node {i}: it is missing")
            (kind, edges), s = self.rows[i], states[i]
            if kind != "inner":
                passes = self.end(s, kind)
                # Rule leaves: the position is an end by the definition of its kind.
                if edges or passes is None:
                    raise Rejected(f" at node {i}: it is not {kind}")
                self.passes[i] = passes
                # Rule leaf of the winner: an end for the loser proves the opposite.
                if kind != "judged" and self.kill != (kind in DEAD):
                    raise Rejected(f" at node {i}: the leaf speaks for the other side")
                continue
            # Rule over: after the capture there is nothing that could still stand.
            if self.over(s):
                raise Rejected(f" at node {i}: play goes on after the capture")
            replies = self._check_moves(i, s, [move for move, _ in edges])
            for move, child in edges:
                after = replies.get(move) or self.play(s, move)
                if after is None:
                    raise Rejected(f" at node {i}: the move {move} is illegal")
                # Rule same position: what is shown for one position holds for no other.
                if child not in states:
                    order.append(child)
                if states.setdefault(child, after) != after:
                    raise Rejected(f" at node {i}: node {child} is another position")
        # Rule reached nodes: what no line leads to would stand in the file without being checked.
        if len(states) < len(self.rows):
            unreached = min(set(range(len(self.rows))) - states.keys())
            raise Rejected(f" at node {unreached}: no line leads to it")
        return states

    def over(self, s: State) -> bool:
        """Whether nothing is left to play about."""
        return not s.target

    def _kinds(self, states: Iterable[int], kind: str) -> int:
        return sum(self.rows[i][0] == kind for i in states)

    def _check_moves(self, i: int, s: State, moves: list[int]) -> dict[int, State]:
        """Whether the winner has one move, or the loser all; gives back what the latter lead to."""
        if s.turn == (self.attacker if self.kill else self.defender):
            # Rule one move: with none the winner would win by not moving.
            if len(moves) != 1:
                raise Rejected(f" at node {i}: the winner needs one move")
            return {}
        # Rule passes: the loser may pass, too. Only an attacker who loses and is under no ban gets
        # nothing by it: the defender passes back, and the position is the same.
        return self._all_replies(i, s, moves, passes=self.kill or s.ko >= 0)

    def _all_replies(self, i: int, s: State, moves: list[int], *, passes: bool) -> dict[int, State]:
        replies = self.replies(s)
        # Rule every reply: whoever wins must win against each of them.
        missing = replies.keys() - moves
        if passes and -1 not in moves:
            missing.add(-1)
        if missing:
            raise Rejected(f" at node {i}: no answer to the move {min(missing)}")
        return replies

    def _children_first(self, states: Mapping[int, State]) -> list[int]:
        """The nodes in an order that shows there is no cycle but by paying threats."""
        order: list[int] = []
        done: set[int] = set()
        on_path: set[int] = set()
        stack = list(states)
        while stack:
            i = stack[-1]
            if i in done or i in on_path:
                stack.pop()
                if i in on_path:
                    on_path.discard(i)
                    done.add(i)
                    order.append(i)
                continue
            on_path.add(i)
            s = states[i]
            counted = s.threats[s.turn == self.defender] != FINITE
            paid = None if counted or s.ko < 0 else s.ko
            for move, child in self.rows[i][1]:
                # Rule no circle: a line that never ends never gets to the capture. Only a loser who
                # pays one of finitely many threats each time must end it himself.
                if move != paid and child in on_path:
                    raise Rejected(f" at node {child}: the winner must not go round in a circle")
                if move != paid and child not in done:
                    stack.append(child)
        return order

    def _tenuki(self, states: dict[int, State]) -> int:
        """The most defender's passes on any line, as far as the walls could bear them."""
        order = self._children_first(states)
        return 0 if self.walls == UNLIMITED else self._passes(states, order, self.walls)

    def _passes(self, states: Mapping[int, State], order: list[int], enough: int) -> int:
        """The most passes of the loser on any line, as far as they count.

        Where he pays threats there may be circles, and on them he may pass again.
        """
        loser = self.defender if self.kill else self.attacker
        most = dict.fromkeys(order, 0) | self.passes
        grows = True
        while grows:
            grows = False
            for i in order:
                passes = states[i].turn == loser
                for move, child in self.rows[i][1]:
                    value = min(most[child] + (move == -1 and passes), enough)
                    if value > most[i]:
                        most[i], grows = value, True
        return most[0]
