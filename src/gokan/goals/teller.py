"""Walks one proof and tells it: what must be done, by which move, why that works, why others fail.

Each sentence hangs on a node. What the goals add (the ways that are out of reach, what a move is
for) stands in sentences, or parts of sentences, with a certainty of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gokan.go import PASS, Position
from gokan.go.life import unconditional
from gokan.goals.graph import FEW, GoalGraph
from gokan.goals.purpose import graph_of, purpose
from gokan.goals.sentence import Sentence, listed
from gokan.goals.state import NODES
from gokan.goals.walk import NEAR, Edge, Walk
from gokan.goals.ways import Remark, Ways, ways
from gokan.reading import Problem, capture

__all__ = ["ENDS", "GOT_OUT", "Teller"]

ENDS = {
    1: "the stones are captured",
    2: "the stones are in atari and are taken",
    3: "there is no room left for a second eye",
    4: "the stones have got out",
    5: "the stones live unconditionally",
    6: "the two are joined",
    7: "the stones are taken for good",
    8: "it is judged to be over",
}
GOT_OUT = 4
_ATARI, _ALIVE = 2, 5
_IF_CLOSED = {
    1: "the stones are captured if they cannot get beyond what was read",
    2: "the stones can be taken if they cannot get beyond what was read",
    5: "the stones live if the stones that they lean on are safe",
}
"""The same of a judged proof, where it cannot be seen on the board: liberties outside the region
are not counted there, and walls are taken as safe."""
_SOME = "at least some of "
"""Of a target of several blocks, what survives: it is saved if one of them is."""
_MOST_REPLIES = 5
_LONGEST = 7
"""Moves of a line that is told."""


@dataclass
class _Line:
    """A line of a proof, from a reply of the loser on."""

    loser: str
    played: list[str] = field(default_factory=list)
    """Moves of both sides in turn."""
    alone: list[str] = field(default_factory=list)
    """Moves of the winner that follow while the loser plays elsewhere."""
    end: str = ""
    fallen: int | None = None
    """Stones of the loser that are taken in the end."""

    @property
    def moves(self) -> str:
        """The moves in words."""
        told = " ".join(self.played)
        elsewhere = f"{listed(self.alone)} while {self.loser} plays elsewhere" if self.alone else ""
        return f"{told}, then {elsewhere}" if told and elsewhere else told or elsewhere


class Teller:
    """Tells one proof. `before` are the moves that lead from the problem to where it begins."""

    def __init__(
        self, problem: Problem, walk: Walk, number: int, before: tuple[int, ...] = ()
    ) -> None:
        self.problem, self.walk, self.number, self.before = problem, walk, number, before
        self.owner = problem.position.color_at(problem.target[0])
        self.eyes = True
        """Two eyes may be had; not where it is known that the stones stand in seki."""
        self.taken: set[int] = set()
        """Stones of the problem that were off the board on a line, as far as it was told."""
        self._graphs: dict[int, GoalGraph | None] = {}

    @cached_property
    def blocks(self) -> list[int]:
        """The blocks that the problem is about, each by the stone that was named."""
        named: dict[int, int] = {}
        for stone in self.problem.target:
            named.setdefault(self.problem.position.block(stone).stones[0], stone)
        return list(named.values())

    @property
    def stones(self) -> str:
        """What the problem is about."""
        return f"the {self.owner} stones at {self._names(self.blocks)}"

    @property
    def some(self) -> str:
        """Before the stones, or before "them", where only some of the blocks may survive."""
        return _SOME if self.blocks[1:] and not self.walk.killed else ""

    @cached_property
    def ways(self) -> Ways | None:
        """The ways that the target has to live in the problem."""
        graph = self._goals(self.problem.position)
        return None if graph is None else ways(graph)

    @cached_property
    def away(self) -> dict[int, int]:
        """How far each point is from the stones that the proof is about."""
        position = self.problem.position
        stones = set(self._left(position))
        if self.ways is not None:
            blocks = self.ways.graph.state.blocks
            stones |= {s for b in (*self.ways.group, *self.ways.prey) for s in blocks[b].stones}
        spots = [divmod(p, position.width) for p in stones]
        return {
            p: min((abs(row - r) + abs(column - c) for r, c in spots), default=0)
            for p in range(position.width * position.height)
            for row, column in [divmod(p, position.width)]
        }

    # --- the solution ---------------------------------------------------------------------------

    def nothing_needed(self) -> Iterator[Sentence]:
        """That the side to move may play elsewhere. The proof begins after that."""
        side = str(self.problem.position.to_play.opponent).capitalize()
        what = "are dead" if self.walk.killed else "live"
        stands = f"{side} need not play: {self.some}{self.stones} {what}"
        end = self._ended(0, self.problem.position)
        if end == ENDS[_ALIVE]:
            yield self._say(f"{stands} unconditionally", 0, ())
            return
        stands += " as they are"
        yield self._say(f"{stands}; {end}" if end else stands, 0, ())
        if not end:
            yield from self._replies(0, self.problem.position, (), told=None)

    def goal(self) -> Sentence:
        """What the side to move can do; why it must is told by the proof of the pass."""
        what = "save" if self.problem.goal == "live" else "capture"
        can = "can" if self.walk.mover_wins else "cannot"
        which = self.some if self.walk.mover_wins else self._all_or_any
        text = f"{_side(self.problem.position)} {can} {what} {which}{self.stones}"
        end = self._taken_at_once or self._ended(0, self.problem.position)
        return self._say(f"{text}: {end}" if end else text, 0, ())

    @property
    def _taken_at_once(self) -> str:
        """That the stones are in atari and which move takes them, where that is all there is."""
        position = self.problem.position
        libs = {p for stone in self._left(position) for p in position.block(stone).liberties}
        if not self.walk.mover_wins or self.walk.kind(0) != _ATARI or len(libs) != 1:
            return ""
        [last] = libs
        takes = f"the stones are in atari, and {position.vertex(last)} takes them"
        return takes if position.is_legal(last) else ""

    def first(self, *, begin: str = "") -> Iterator[Sentence]:
        """The first move of the side that reaches its goal, and what it is for."""
        edge = self.walk.answer(0)
        if not self.walk.mover_wins or edge is None:
            return
        position = self.problem.position
        if edge[0] == PASS:
            yield self._say(f"{_side(position)} need not play", 0, ())
            return
        does = "saves" if self.problem.goal == "live" else "captures"
        aim = self._aim(position, edge[0], rule=True)
        name = position.vertex(edge[0])
        yield self._say(f"{begin}{name} {does} {self.some}them", 0, (), aim=aim, mover=name)

    def plain(self, text: str, certainty: str) -> Sentence:
        """A sentence about the problem as a whole."""
        return Sentence(text, certainty, self.number, 0, self.before)

    def rest(self, *, only: int | None = None) -> Iterator[Sentence]:
        """Why that works, and the replies; where nothing works, why the moves fail, or `only` one
        of them.
        """
        position = self.problem.position
        if not self.walk.mover_wins:
            for said in self._replies(0, position, (), told=None):
                if only is None or said.line[len(self.before) :] == (only,):
                    yield said
            return
        edge = self.walk.answer(0)
        if edge is None:
            return
        move, child = edge
        after, line = position.play_forced(move), (move,)
        end = self._ended(child, after)
        if end:
            yield self._say(f"Then {end}", child, line)
            return
        because, told = self._because(child, after, line)
        if because is not None:
            yield because
        yield from self._replies(child, after, line, told=told)

    def remarks(self) -> Iterator[Sentence]:
        """What is out of reach in the problem, and what is left, as far as no line that was told
        before shows that it was misjudged.
        """
        if self.ways is None or self.walk.kind(0) or not self._together(self.ways):
            return
        gets_out = any(kind == GOT_OUT for kind, _ in self.walk.nodes)
        safe = self.ways.safe
        taken = self.taken | {b for b in safe if safe[b].grade == "judged" and self._in_danger(b)}
        lives = not self.walk.killed
        said = self.ways.remarks(gets_out=gets_out, eyes=self.eyes, lives=lives, taken=taken)
        for remark in said:
            yield Sentence(remark.text, remark.certainty, self.number, 0, self.before)

    def _in_danger(self, block: int) -> bool:
        """Whether stones are captured if the enemy moves first, as far as a short reading sees."""
        position = self.problem.position
        few = len(position.block(block).liberties) <= FEW
        return few and bool(capture(position, block, first="attack", nodes=NODES).captured)

    def refuted(self, begin: str) -> Sentence:
        """Why what has been played before, which is named, fails."""
        position = self.problem.position
        edge = self.walk.answer(0)
        if edge is None:
            return self._say(f"{begin} {self._ended(0, position)}", 0, ())
        move, child = edge
        if move == PASS:
            return self._say(f"{begin} {_side(position)} need not answer", 0, ())
        line = (move,)
        end = self._end(child, position.play_forced(move), line)
        text = f"{begin} {_side(position)} plays {_named(position, move)}{end}"
        return self._say(text, 0, (), aim=self._aim(position, move), mover=position.vertex(move))

    # --- replies --------------------------------------------------------------------------------

    def _because(
        self, node: int, position: Position, line: tuple[int, ...]
    ) -> tuple[Sentence | None, int | None]:
        """Why the move works, by the main line, and the reply that this line begins with; nothing
        in a seki, where the line would only show what a mistake of the other side leads to.
        """
        if not self.eyes:
            return None, None
        replies = self.walk.replies(node, position, self.away)
        if not replies:
            return None, None
        reply, child = replies[0]
        loser = _side(position)
        ends = {self._ended(below, position.play_forced(move)) for move, below in replies}
        if len(ends) == 1 and "" not in ends:
            text = f"Whatever {loser} plays, {ends.pop()}"
            return self._say(text, node, line), PASS
        if not self._matters(reply, child):
            return None, None
        told = self._line(node, position)
        if not told.end:
            return None, None
        which = f"{self.some}{self.stones}"
        what = f"{which[:1].upper()}{which[1:]} {'fall' if self.walk.killed else 'live'}"
        text = f"{what}, because after the main line, {told.moves}, {told.end}"
        edge = self.walk.answer(child)
        assert edge is not None
        aim = self._aim(position.play_forced(reply), edge[0])
        name = position.vertex(edge[0])
        return self._say(text, child, (*line, reply), aim=aim, mover=name), reply

    def _replies(
        self, node: int, position: Position, line: tuple[int, ...], *, told: int | None
    ) -> Iterator[Sentence]:
        """The replies that a player would try, with the answers; not the one that is told."""
        if told == PASS:
            return
        side = _side(position)
        winner = str(position.to_play.opponent).capitalize()
        count = 0
        for point, child in self.walk.replies(node, position, self.away):
            if point == told:
                continue
            if count >= _MOST_REPLIES:
                return
            count += 1
            who = "elsewhere" if point == PASS else position.vertex(point)
            reply, path = f"If {side} plays {who}", (*line, point)
            after = position.play_forced(point)
            edge = self.walk.answer(child)
            if edge is None:
                yield self._say(f"{reply}, {self._ended(child, after)}", child, path, reply)
                continue
            move, below = edge
            if move == PASS:
                yield self._say(f"{reply}, {winner} need not answer", child, path, reply)
            elif not _occupied(after, move):
                end = self._end(below, after.play_forced(move), (*path, move))
                text = f"{reply}, {winner} answers {_named(after, move)}"
                aim = self._aim(after, move)
                yield self._say(f"{text}{end}", child, path, reply, aim, after.vertex(move))

    # --- lines ----------------------------------------------------------------------------------

    def _end(self, node: int, position: Position, line: tuple[int, ...]) -> str:
        """How it goes on after an answer, as the rest of a sentence."""
        told = self._line(node, position)
        if not told.end:
            return ""
        if told.played:
            return f"; after {told.moves}{',' if told.alone else ''} {told.end}"
        if told.alone:
            follow = "follows" if len(told.alone) == 1 else "follow"
            elsewhere = f"if {told.loser} plays elsewhere again"
            return f"; {elsewhere}, {listed(told.alone)} {follow}, and {told.end}"
        return f", and {told.end}"

    def _line(self, node: int, position: Position) -> _Line:
        """The main line from a node where the loser is to move; without an end if it is too long
        to be told.
        """
        start = position
        self._look_for_captures(start)
        told = _Line(_side(position))
        seen: set[int] = set()
        while not self.walk.kind(node):
            if node in seen or len(told.played) + len(told.alone) >= _LONGEST:
                return told
            seen.add(node)
            edge = self._next(node, position, passing=bool(told.alone))
            if edge is None:
                if told.alone:
                    told.end = f"{told.loser} has no threat left"
                elif not self._goes_on(node):
                    told.end = f"nothing that {told.loser} plays needs an answer"
                return told
            reply, child = edge
            after = position.play_forced(reply)
            if reply != PASS:
                told.played.append(_named(position, reply))
            if self.walk.kind(child):
                node, position = child, after
                break
            answer = self.walk.answer(child)
            if answer is None or answer[0] == PASS or _occupied(after, answer[0]):
                return told
            move, node = answer
            (told.alone if reply == PASS else told.played).append(_named(after, move))
            position = after.play_forced(move)
            self._look_for_captures(position)
            told.fallen = self._fallen(start, position)
            if told.fallen is not None and not self._goes_on(node):
                told.end = self._off(told.fallen)
                return told
        told.end = self._ended(node, position)
        return told

    def _ended(self, node: int, position: Position) -> str:
        """Why the play ends at a node, in words that are true on the board; empty where it goes on.
        A judged proof may count on more than can be seen there.
        """
        kind = self.walk.kind(node)
        if not kind:
            return ""
        left, end = self._left(position), ENDS[kind]
        if kind == 1:
            seen = not left
        elif kind == 2:
            libs = {p for stone in left for p in position.block(stone).liberties}
            seen = len(libs) == 1
        else:
            life = unconditional(position)
            alive = [p for p in left if life.owner(p) == self.owner]
            seen = kind != _ALIVE or bool(alive)
            named = [p for p in self.blocks if p in alive]
            if kind == _ALIVE and named and len(named) < len(self.blocks):
                end = f"the stones at {self._names(named)} live unconditionally"
            elif kind == GOT_OUT:
                end = f"{self.some}{end}"
        if seen or self.walk.certainty == "proved":
            return end
        return f"{self.some if kind == _ALIVE else ''}{_IF_CLOSED[kind]}"

    def _look_for_captures(self, position: Position) -> None:
        """Notes which stones of the problem are no longer there."""
        before = self.problem.position.board
        gone = (p for p, color in enumerate(before) if color and position.board[p] != color)
        self.taken.update(gone)

    def _goes_on(self, node: int) -> bool:
        """Whether there is a reply that the winner still has to answer."""
        return any(self.walk.needs_answer(child) for _, child in self.walk.nodes[node][1])

    def _next(self, node: int, position: Position, *, passing: bool) -> Edge | None:
        """The loser's move of the main line: one that has to be answered, else he passes."""
        replies = self.walk.replies(node, position, self.away)
        if not passing and replies:
            move, child = replies[0]
            if self._matters(move, child):
                return replies[0]
        return next((edge for edge in replies if edge[0] == PASS), None)

    def _matters(self, move: int, child: int) -> bool:
        """Whether a reply is near and has to be answered."""
        near = move != PASS and self.away[move] <= NEAR
        return near and self.walk.needs_answer(child)

    def _fallen(self, before: Position, after: Position) -> int | None:
        """A block of those that the target hangs on that has been taken between two positions."""
        prey = () if self.ways is None or self.walk.killed else self.ways.prey
        gone = [b for b in prey if before.board[b] and not after.board[b]]
        return gone[0] if gone else None

    def _off(self, block: int) -> str:
        """That stones of the enemy have been taken."""
        position = self.problem.position
        lone = len(position.block(block).stones) == 1
        which = f"the {self.owner.opponent} {'stone' if lone else 'stones'}"
        return f"{which} at {position.vertex(block)} {'is' if lone else 'are'} off the board"

    # --- goals ----------------------------------------------------------------------------------

    def _aim(self, position: Position, move: int, *, rule: bool = False) -> tuple[Remark, ...]:
        """What a move is for."""
        graph = self._goals(position)
        if graph is None:
            return ()
        race = self.ways is not None and bool(self.ways.race)
        aim = purpose(graph, move, rule=rule, race=race)
        if not self.eyes and position.to_play == self.owner:
            return tuple(part for part in aim if "eye" not in part.text)
        return aim

    def _goals(self, position: Position) -> GoalGraph | None:
        key = hash((position.hash, position.to_play))
        if key not in self._graphs:
            self._graphs[key] = graph_of(position, self._left(position))
        return self._graphs[key]

    def _names(self, points: Iterable[int]) -> str:
        return listed([self.problem.position.vertex(p) for p in points])

    @property
    def _all_or_any(self) -> str:
        """What the side to move cannot do: save any of several blocks, or capture them all."""
        if not self.blocks[1:]:
            return ""
        return "any of " if self.problem.goal == "live" else "all of "

    def _together(self, seen: Ways) -> bool:
        """Whether what was seen of the stones is about all of them."""
        at = seen.graph.state.block_at
        return all(at[p] in seen.group for p in self.blocks)

    def _left(self, position: Position) -> list[int]:
        return [p for p in self.problem.target if position.board[p] == self.owner]

    def _say(
        self,
        text: str,
        node: int,
        line: tuple[int, ...],
        reply: str = "",
        aim: tuple[Remark, ...] = (),
        mover: str = "",
    ) -> Sentence:
        path = (*self.before, *line)
        sure = self.walk.certainty
        return Sentence(text, sure, self.number, node, path, reply, aim, mover)


def _named(position: Position, move: int) -> str:
    """A move by its name; one that retakes a ko at once costs a threat."""
    name = position.vertex(move)
    return f"{name} (after a threat)" if move == position.ko else name


def _occupied(position: Position, move: int) -> bool:
    """Whether a move of a proof cannot be made on the board: a judged one counts liberties only
    inside its region, so stones may fall there that stand on the board.
    """
    return move != PASS and bool(position.board[move])


def _side(position: Position) -> str:
    return str(position.to_play).capitalize()
