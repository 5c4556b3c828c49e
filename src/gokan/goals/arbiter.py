"""Reading as the arbiter of leaves, who says what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from gokan.go import Position
from gokan.goals.static import Look, Weigh
from gokan.reading import Budget, Problem, Solution
from gokan.reading import solve as read

__all__ = ["ReadingArbiter"]

_LEAST = 10
"""Nodes with which a question is worth asking."""


class ReadingArbiter:
    """Asks reading, within so many nodes for each question and so many in all, and remembers what
    it said. With the aura (`weigh`) reading is told what to expect: where the side to move looks
    likely to reach its goal, what would show that is read first. That changes what it costs.

    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> from gokan.goals import solve
    >>> arbiter = ReadingArbiter(nodes=10_000)
    >>> solve(position, "C1", arbiter=arbiter).result, arbiter.questions
    ('reached', 0)
    """

    def __init__(self, *, nodes: int, total: int | None = None, weigh: Weigh | None = None) -> None:
        self.most, self.total, self.weigh = nodes, total, weigh
        self.nodes = 0
        """Reading's own nodes, spent so far."""
        self.questions = 0
        self._known: dict[tuple[int, int, int, tuple[int, ...]], tuple[str, bool, int]] = {}
        self._words: dict[tuple[int, tuple[int, ...]], str] = {}

    def __call__(
        self, position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        """Whether the player reaches the goal from here; None if reading cannot tell with this
        share of the nodes for a question. With `sure` only what is proved counts against him.
        """
        left = look.left(position)
        if not left:
            return not look.saving
        nodes = int(share * self.most)
        result, proved = self.result(position, left, look, nodes=nodes)
        if result == "ko":
            return look.ko
        reached = (result == "win") == (position.to_play == look.player)
        doubted = sure and not reached and not proved
        return None if result == "unknown" or doubted else reached

    def word(self, position: Position, look: Look) -> str:
        """Reading's own word for how it stands here, if it has said one: a seki or a ko."""
        return self._words.get((position.hash, look.left(position)), "")

    def result(
        self, position: Position, left: tuple[int, ...], look: Look, *, nodes: int
    ) -> tuple[str, bool]:
        """What reading says for the side to move (win, loss, ko or unknown), and if proved."""
        ko = position.ko
        key = position.hash, int(position.to_play), -1 if ko is None else ko, left
        result, proved, spent = self._known.get(key, ("unknown", False, 0))
        if self.total is not None:
            nodes = min(nodes, self.total - self.nodes)
        if result == "unknown" and nodes > max(spent, _LEAST):
            said = self.ask(position, left, look, nodes=nodes)
            result, proved = said.result, said.proved
            live = position.to_play == look.owner
            against = (result == "win") != (position.to_play == look.player)
            if against and result in ("win", "loss") and not said.proved and nodes < self.most:
                result = "unknown"  # with more nodes reading may see that it was mistaken
            if live and said.why == "open edge" and 2 * nodes >= self.most:
                result = "loss"  # it found no way to live; reading says as much of a kill
            self._known[key] = result, proved, nodes
            self._words[position.hash, left] = _word(said)
        return result, proved

    def ask(
        self,
        position: Position,
        left: tuple[int, ...],
        look: Look,
        *,
        nodes: int,
        all_moves: bool = False,
    ) -> Solution:
        """All that reading says for the side to move; with `all_moves` of each of its moves."""
        problem = Problem(position, left, "live" if position.to_play == look.owner else "kill")
        said = read(
            problem,
            budget=Budget(nodes=nodes),
            all_moves=all_moves,
            details=False,
            trials=False,
            expected=None if self.weigh is None else self.expected,
        )
        self.nodes += said.nodes
        self.questions += 1
        return said

    def expected(self, position: Position, stones: Sequence[int]) -> float:
        """The chance, by the aura, that the side to move saves some stones, or takes them, if need
        be by a ko; 0 where there is no aura.
        """
        if self.weigh is None:
            return 0.0
        stands = self.weigh(position, stones).stands
        return stands if position.to_play == position.color_at(stones[0]) else 1 - stands


def _word(said: Solution) -> str:
    """A seki or a ko in reading's words; empty where there is neither."""
    mover = said.problem.position.to_play
    if said.ko is not None:
        told = said.ko.explain(str(mover).capitalize(), str(mover.opponent).capitalize())
        return f"it is {told}" if said.ko.kind else f"it is a ko; {told}"
    return "they live in seki" if said.seki else ""
