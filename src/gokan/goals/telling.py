"""A solution that reading has proved, told in goals: each sentence hangs on a node of the proof.

Reading knows that a move works and has a proof, which `gokan.reading.check` accepts; it does not
know what the move is for. The goals know what moves are for and prove nothing. So the proof is
walked, and the goal graph of each position on the way says which goals the winner's moves serve.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.goals.graph import Goal, GoalGraph, Kind, Suggestion
from gokan.goals.solution_words import serves
from gokan.goals.state import State
from gokan.reading import Budget, Problem, Solution, prove
from gokan.reading import solve as read
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import NoProof

__all__ = ["Sentence", "Why", "why"]

_ENDS = {
    1: "the stones are captured",
    2: "the stones are in atari and are taken",
    3: "there is no room left for a second eye",
    4: "the stones have got out",
    5: "the stones live unconditionally",
    6: "the two are joined",
    7: "the stones are taken for good",
    8: "it is judged to be over",
}
_MOST_REPLIES = 4
_MOST_FAILURES = 3
_ELSEWHERE = "elsewhere"
_LONGEST = 9


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and where it can be checked."""

    text: str
    certainty: str
    proof: int
    """Number of the proof in `Why.proofs`."""
    node: int
    line: tuple[int, ...]
    """The moves that lead there from the problem."""
    reply: str = ""
    """Where it tells the answer to a reply: that reply, with which the sentence begins."""


@dataclass(frozen=True)
class Why:
    """A solution in goals, with the proofs that its sentences hang on."""

    solution: Solution
    proofs: tuple[tuple[str, ...], ...]
    sentences: tuple[Sentence, ...]

    def explain(self) -> str:
        """The sentences, each with its certainty and its node; replies that are answered alike are
        told together.
        """
        alike: dict[tuple[str, str, int, str], list[Sentence]] = {}
        for said in self.sentences:
            rest = said.text.removeprefix(said.reply)
            key = ("If" if said.reply else "", rest, said.proof, said.certainty)
            alike.setdefault(key, []).append(said)
        return "\n".join(_told_together(rest, all_) for (_, rest, _, _), all_ in alike.items())

    def to_dict(self) -> dict[str, Any]:
        """The sentences in plain types."""
        vertex = self.solution.problem.position.vertex
        return {
            "sentences": [
                {
                    "text": s.text,
                    "certainty": s.certainty,
                    "proof": s.proof,
                    "node": s.node,
                    "line": ["pass" if p == PASS else vertex(p) for p in s.line],
                }
                for s in self.sentences
            ]
        }


def _told_together(rest: str, sentences: list[Sentence]) -> str:
    first = sentences[0]
    which = f"proof {first.proof + 1}, " if first.proof else ""
    nodes = ", ".join(str(said.node) for said in sentences)
    where = f"{which}node{'s' if sentences[1:] else ''} {nodes}"
    begin = first.reply
    if sentences[1:]:
        side = first.reply.rsplit(" ", 1)[0]
        begin = f"{side} {_and([s.reply.rsplit(' ', 1)[1] for s in sentences], 'or')}"
    return f"{begin}{rest} ({first.certainty}, {where})"


def why(solution: Solution, *, budget: Budget | None = None) -> Why:
    r"""Tell a solution in goals. Without a proof that the checker accepts there is nothing to tell.

    >>> rows = [". . . O X .", "O O O O X .", "X X X X X .", ". . . . . .", ". . . . . ."]
    >>> position = Position.from_diagram("\n".join(rows))
    >>> told = why(read(Problem.make(position, target=[position.point("A4")])))
    >>> print(told.explain())  # doctest: +ELLIPSIS
    Black must capture the white stones at A4. (proved, node 0)
    B5 takes the eyes. (proved, node 0)
    ...
    """
    limit = budget or Budget(seconds=30.0)
    teller = _Teller(solution.problem, tuple(prove(solution, budget=limit.part(0.5))), 0)
    sentences = list(teller.tell())
    proofs = [teller.lines]
    failures = [r for r in solution.refutations if r.move != PASS]
    wanted = teller.order(solution.problem.position)
    failures.sort(key=lambda r: wanted.index(r.move) if r.move in wanted else len(wanted))
    for refutation in failures[:_MOST_FAILURES]:
        after = solution.problem.position.play(refutation.move)
        goal = "live" if solution.problem.goal == "kill" else "kill"
        part = limit.part(0.1)
        try:
            answer = read(Problem(after, solution.problem.target, goal), budget=part)  # type: ignore[arg-type]
            if answer.result != "win":
                continue
            other = _Teller(
                answer.problem, tuple(prove(answer, budget=part)), len(proofs), (refutation.move,)
            )
        except (NoProof, InvalidInput):
            continue
        sentences.extend(other.fails())
        proofs.append(other.lines)
    return Why(solution, tuple(proofs), tuple(sentences))


class _Teller:
    """Walks one proof from its root."""

    def __init__(
        self, problem: Problem, lines: tuple[str, ...], number: int, before: tuple[int, ...] = ()
    ) -> None:
        self.problem, self.lines, self.number, self.before = problem, lines, number, before
        checked = check_file(list(lines))
        if checked.verdict not in ("accepted", "judged"):
            raise NoProof(f"The proof was not accepted: {checked.verdict}.")
        self.certainty = "proved" if checked.verdict == "accepted" else "read"
        self.owner = problem.position.color_at(problem.target[0])
        self.head, self.nodes = _graph(lines)

    def tell(self) -> Iterator[Sentence]:
        """What must be done, by which move, and what it answers."""
        problem, position = self.problem, self.problem.position
        side = _side(position)
        what = "save" if problem.goal == "live" else "capture"
        stones = f"the {self.owner} stones at {position.vertex(problem.target[0])}"
        if not self._mover_wins():
            yield self._say(f"{side} cannot {what} {stones}.", 0, ())
            yield from self._replies(0, position, ())
            return
        if self.nodes[0][0]:  # nothing has to be played
            yield self._say(
                f"{side} need not play to {what} {stones}: {_ENDS[self.nodes[0][0]]}.", 0, ()
            )
            return
        yield self._say(f"{side} must {what} {stones}.", 0, ())
        move, child = self._edge(0)
        yield self._say(f"{self._with_purpose(position, move, rule=True)}.", 0, ())
        yield from self._replies(child, position.play_forced(move), (move,))

    def fails(self) -> Iterator[Sentence]:
        """Why the move before this position fails."""
        (first,) = self.before
        vertex = self.problem.position.vertex
        if self.nodes[0][0]:
            yield self._say(f"{vertex(first)} fails: {_ENDS[self.nodes[0][0]]}.", 0, ())
            return
        move, child = self._edge(0)
        answer = self._with_purpose(self.problem.position, move)
        end = self._end(child, self.problem.position.play_forced(move), (move,))
        yield self._say(f"{vertex(first)} fails: {answer}{end}.", 0, ())

    def _replies(self, node: int, position: Position, line: tuple[int, ...]) -> Iterator[Sentence]:
        """The replies that a player would try, with the answers."""
        kind, edges = self.nodes[node]
        if kind:
            yield self._say(f"Then {_ENDS[kind]}.", node, line)
            return
        order = self.order(position)
        edges = sorted(edges, key=lambda e: order.index(e[0]) if e[0] in order else len(order))
        edges = [edge for edge in edges if not _occupied(position, edge[0])]
        for point, child in edges[:_MOST_REPLIES]:
            after = position.play_forced(point)
            path = (*line, point)
            who = _ELSEWHERE if point == PASS else position.vertex(point)
            reply = f"If {_side(position)} plays {who}"
            if self.nodes[child][0]:
                end = _ENDS[self.nodes[child][0]]
                yield self._say(f", {end}.", child, path, reply)
                continue
            move, below = self._edge(child)
            if _occupied(after, move):
                continue
            text = f", {self._with_purpose(after, move)}"
            end = self._end(below, after.play_forced(move), (*path, move))
            yield self._say(f"{text}{end}.", child, path, reply)

    def _end(self, node: int, position: Position, line: tuple[int, ...]) -> str:
        """How the main line goes on: what is captured on it, and how it ends."""
        vertex, target = position.vertex, self.problem.target
        loser = _side(position)
        moves: list[str] = []
        while not self.nodes[node][0] and len(moves) < _LONGEST and self.nodes[node][1]:
            move, child = self._edge(node)
            if _occupied(position, move):
                break
            before, node = position, child
            position = position.play_forced(move)
            moves.append(_ELSEWHERE if move == PASS else vertex(move))
            taken = [p for p in before.stones(before.to_play.opponent) if not position.board[p]]
            if taken and not set(taken) & set(target):
                color = before.to_play.opponent
                return f" ({', '.join(moves)}, and the {color} stones at {vertex(taken[0])} fall)"
        kind = self.nodes[node][0]
        if not kind and not moves:
            return ""
        end = _ENDS.get(kind, "and so on")
        if set(moves[::2]) == {_ELSEWHERE}:
            goes_on = f"{_and(moves[1::2])} follow{_s(moves)}: " if moves[1:] else ""
            return f" (if {loser} plays {_ELSEWHERE}, {goes_on}{end})"
        return f" ({', '.join(moves)}: {end})" if moves else f", and {end}"

    def _mover_wins(self) -> bool:
        killed: bool = self.head["verdict"] == "killed"
        return killed == (self.problem.goal == "kill")

    def _edge(self, node: int) -> tuple[int, int]:
        move, child = self.nodes[node][1][0]
        return move, child

    def _with_purpose(self, position: Position, move: int, *, rule: bool = False) -> str:
        """The move, what it does and the goals below the root that it serves; on request with the
        rule that asks for it.
        """
        if move == PASS:
            return f"{_side(position)} need not answer"
        said = self._suggestions(position).get(move)
        if said is None:
            return f"{position.vertex(move)} is the move"
        does = said.full if rule else said.why
        return f"{position.vertex(move)} {does}{serves(position, said.chain)}"

    def order(self, position: Position) -> list[int]:
        """The moves that the goals of the side to move suggest, in their order."""
        return list(self._suggestions(position))

    def _suggestions(self, position: Position) -> dict[int, Suggestion]:
        left = [p for p in self.problem.target if position.board[p] == self.owner]
        if not left:
            return {}
        state = State(position, nodes=0)
        kind: Kind = "save" if position.to_play == self.owner else "capture"
        root = Goal(kind, position.to_play, state.block_at[left[0]])
        graph = GoalGraph(position, root, state=state, asked=True)
        return {s.move: s for s in graph.moves()}

    def _say(self, text: str, node: int, line: tuple[int, ...], reply: str = "") -> Sentence:
        path = (*self.before, *line)
        return Sentence(reply + text, self.certainty, self.number, node, path, reply)


def _graph(lines: tuple[str, ...]) -> tuple[dict[str, Any], list[tuple[int, list[Any]]]]:
    """Head and nodes of a proof; of a bundle the part that proves the verdict."""
    head = json.loads(lines[0])
    rest = list(lines[1:])
    if "claim" in head:
        while rest:
            part = json.loads(rest[0])
            proof, rest = rest[1 : part["lines"] + 1], rest[part["lines"] + 1 :]
            if part["part"] == "verdict":
                return _graph(tuple(proof))
        raise NoProof("A ko is proved from several sides; it is not told in goals.")
    nodes = []
    for line in rest:
        row = json.loads(line)
        nodes.append((row[0], [tuple(edge) for edge in row[1:]]))
    return head, nodes


def _occupied(position: Position, move: int) -> bool:
    """Whether a move of a proof cannot be made on the board: a judged one counts liberties only
    inside its region, so stones may fall there that stand on the board.
    """
    return move != PASS and bool(position.board[move])


def _and(moves: list[str], word: str = "and") -> str:
    return f"{', '.join(moves[:-1])} {word} {moves[-1]}" if moves[1:] else moves[0]


def _s(moves: list[str]) -> str:
    return "s" if len(moves) // 2 == 1 else ""


def _side(position: Position) -> str:
    return str(position.to_play).capitalize()
