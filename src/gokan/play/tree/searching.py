"""Searching: leaves out of the tree, evaluations into it, until it is time to answer.

The tree is the core's (`core/play/tree.h`); this is the loop around it. On a processor leaves are
judged one at a time, for a batch gains little there and costs strength; on a GPU `batch` says how
many at once. With one seed and counted visits the same position gets the same answer.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from gokan import _core
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Color, Position
from gokan.play.player import Stop, never
from gokan.play.tree.answer import Search, answer
from gokan.play.tree.evaluation import Evaluator, counted

__all__ = ["DEFAULT_VISITS", "Ban", "SearchOptions", "Searcher", "search"]

DEFAULT_VISITS = 160
"""What a search looks at when neither visits nor seconds are given."""
MOST_VISITS = 10_000_000

_LEAF, _OVER = _core.TreeStep.LEAF, _core.TreeStep.OVER
_KNOWN, _FULL = _core.TreeStep.KNOWN, _core.TreeStep.FULL
_REPORT = 0.1  # seconds between two reports of progress


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How the tree chooses; `core/play/tree.h` says what each number means.

    >>> SearchOptions(width=1.5).core().width
    1.5
    """

    width: float = 1.0
    width_growth: float = 0.45
    width_base: float = 500.0
    surprise: float = 0.85
    caution: float = 0.2
    root_caution: float = 0.1
    points: float = 0.1
    near_points: float = 0.3
    virtual_loss: float = 1.0
    max_bytes: int = 512 << 20

    def core(self) -> _core.TreeOptions:
        """As the core wants them."""
        made = _core.TreeOptions()
        for field in fields(self):
            value = getattr(self, field.name)
            least = 1 if field.name == "width_base" else 0  # visits are counted in it
            if not least <= value < 1e15:
                raise InvalidInput(f"The option {field.name} cannot be {value!r}.")
            setattr(made, field.name, value)
        return made


@dataclass(frozen=True, slots=True)
class Ban:
    """Moves that `side` may not choose in the first `depth` moves of a line (1: at the root)."""

    side: Color
    moves: frozenset[int]
    depth: int = 1


def search(
    position: Position,
    *,
    visits: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
    seed: int = 0,
    progress: Callable[[Search], None] | None = None,
    stop: Stop | None = None,
    options: SearchOptions | None = None,
) -> Search:
    """See `gokan.play.search`, which this is."""
    searcher = Searcher(evaluator, seed=seed, options=options)
    return searcher.think(
        position, visits=visits, seconds=seconds, progress=progress, stop=stop or never
    )


class Searcher:
    """A tree with its evaluator, kept from move to move.

    >>> from gokan.play.tree.evaluators import make_evaluator
    >>> searcher = Searcher(make_evaluator("playouts", "even"))
    >>> position = Position.empty(5)
    >>> first = searcher.think(position, visits=80)
    >>> later = searcher.think(position.play(first.move), visits=1)
    >>> later.visits > 1                      # the tree below the move was kept
    True
    """

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        seed: int = 0,
        batch: int = 1,
        options: SearchOptions | None = None,
        agreed: bool | None = None,
        ways: int = 1,
        temperature: float = 1.0,
    ) -> None:
        whole("batch", batch, 1, 4096)
        whole("number of ways", ways, 1, 8)
        if not 0.01 <= temperature <= 100:
            raise InvalidInput("A temperature lies between 0.01 and 100.")
        if evaluator is None:
            from gokan.play.tree.evaluators import make_evaluator

            evaluator = make_evaluator(seed=seed)
        self.evaluator = evaluator
        self.batch = batch
        self.options = options or SearchOptions()
        self.agreed = agreed
        """Are dead stones taken off at the end? None: as the rules have it."""
        self.ways = ways
        """From so many sides the evaluator guesses the moves at the root."""
        self.temperature = temperature
        """Above 1 the moves at the root are searched more evenly than they are guessed."""
        self._looked: tuple[int, int] | None = None  # the root that was looked at from all sides
        self._tree: _core.Tree | None = None
        self._position: Position | None = None

    @property
    def tree(self) -> _core.Tree:
        """The tree of the position last searched."""
        if self._tree is None:
            raise InvalidInput("Nothing has been searched yet.")
        return self._tree

    def forget(self) -> None:
        """Start anew with the next position."""
        self._tree = None
        self._position = None
        self._looked = None

    def think(
        self,
        position: Position,
        *,
        visits: int | None = None,
        seconds: float | None = None,
        stop: Stop = never,
        progress: Callable[[Search], None] | None = None,
        bans: Sequence[Ban] = (),
    ) -> Search:
        """Search until so many visits, so many seconds, or until told to stop.

        At least one evaluation is made. `progress` hears of the search about ten times a second.
        """
        begin = time.monotonic()
        if seconds is not None and (not isinstance(seconds, int | float) or not 0 <= seconds < 1e9):
            raise InvalidInput(f"A search cannot take {seconds!r} seconds.")
        if visits is None and seconds is None:
            visits = DEFAULT_VISITS
        due = begin + _REPORT

        def late() -> bool:
            return stop() or (seconds is not None and time.monotonic() - begin >= seconds)

        for _ in self.steps(position, bans=bans, visits=visits, stop=late):
            now = time.monotonic()
            if late():
                break
            if progress is not None and now >= due:
                progress(self.answer(time.monotonic() - begin))
                due = now + _REPORT
        found = self.answer(time.monotonic() - begin)
        if progress is not None:
            progress(found)
        return found

    def steps(
        self,
        position: Position,
        *,
        bans: Sequence[Ban] = (),
        visits: int | None = None,
        stop: Stop = never,
    ) -> Iterator[int]:
        """Search evaluation by evaluation; yields the visits so far after each.

        Whoever iterates may end it at any time; `stop` is asked in between where a step takes long.
        """
        if visits is not None:
            whole("number of visits", visits, 1, MOST_VISITS)
        tree = self._at(position)
        tree.set_bans(_core_bans(bans, position))
        tree.set_options(self.options.core())
        self._look_around(tree, position, stop)
        if tree.visits and (stop() or (visits is not None and tree.visits >= visits)):
            yield tree.visits
            return
        while True:
            room = self.batch if visits is None else min(self.batch, visits - tree.visits)
            if not self._step(tree, position, max(1, room)):
                return
            self._look_around(tree, position, stop)
            yield tree.visits
            if visits is not None and tree.visits >= visits:
                return

    def answer(self, seconds: float = 0.0) -> Search:
        """What is known now of the position last searched."""
        tree, position = self.tree, self._position
        assert position is not None
        return answer(tree, position, seconds=seconds)

    def try_move(self, move: int, visits: int, stop: Stop = never) -> None:
        """See to it that a move at the root has been visited so often, bans or not."""
        tree, position = self.tree, self._position
        assert position is not None
        done = next((b.visits for b in tree.branches() if b.move == move), 0)
        for _ in range(visits - done):
            if stop() or not self._step(tree, position, 1, first=move):
                return

    def _at(self, position: Position) -> _core.Tree:
        """The tree with its root at the position; what is known of it is kept."""
        known = self._position
        if known is not None and known.rules != position.rules:
            self.forget()
        if self._tree is None:
            self._tree = _core.Tree(position.core, self.options.core())
        elif not self._tree.follow(position.core):
            self._looked = None
        self._position = position
        return self._tree

    def _look_around(self, tree: _core.Tree, position: Position, stop: Stop) -> None:
        """Better chances for the moves at the root: from several sides, and with slow guesses;
        once, as soon as it has been judged. What was stopped half-way does not count.
        """
        if not tree.visits or self._looked == _name(position):
            return
        chances = self._slow_chances(tree, position, stop)
        if chances is not None and stop():
            chances = None
            if self.temperature == 1:
                return  # the next search looks again
        if self.temperature != 1:
            guessed = _chances(tree, position) if chances is None else chances
            chances = [chance ** (1 / self.temperature) for chance in guessed]
        self._looked = _name(position)
        if chances is not None:
            tree.reweigh(array("f", chances))

    def _slow_chances(
        self, tree: _core.Tree, position: Position, stop: Stop
    ) -> Sequence[float] | None:
        """From several sides and with slow guesses; None where there are neither."""
        chances = self._from_sides(position, stop) if self.ways > 1 else None
        if not getattr(self.evaluator, "guesses_at_root", False):
            return chances
        evaluator: Any = self.evaluator
        chances = _chances(tree, position) if chances is None else chances
        heard: Sequence[float] = evaluator.root_chances(position, chances, stop)
        return heard

    def _from_sides(self, position: Position, stop: Stop) -> Sequence[float] | None:
        """The mean of what is guessed from several sides, if the evaluator can do that."""
        from_side = getattr(self.evaluator, "from_side", None)
        if from_side is None:
            return None
        guesses = []
        for way in range(self.ways):
            if stop():
                break
            guesses.append(from_side(position, way).policy)
            if guesses[-1] is None:
                return None
        return [sum(map(float, chances)) for chances in zip(*guesses, strict=True)]

    def _step(self, tree: _core.Tree, position: Position, room: int, first: int = -2) -> bool:
        """Judge up to `room` leaves. False where there is nothing left to do."""
        leaves: list[_core.TreeLeaf] = []
        known = 0
        while len(leaves) + known < room:
            leaf = tree.descend(first)
            if leaf.step == _KNOWN:
                known += 1
            elif leaf.step in (_LEAF, _OVER):
                leaves.append(leaf)
            else:
                break
        if not leaves:
            return known > 0
        boards = [Position(tree.position(leaf.ticket), position.rules) for leaf in leaves]
        try:
            judged = self.evaluator.evaluate(boards)
        except BaseException:
            for leaf in leaves:
                tree.withdraw(leaf.ticket)
            raise
        for leaf, board, one in zip(leaves, boards, judged, strict=True):
            if leaf.step == _OVER:
                one = counted(board, one, agreed=self._taken_off(position))
            tree.back_up(leaf.ticket, one.policy, one.win, one.lead, one.spread, one.ownership)
        return True

    def _taken_off(self, position: Position) -> bool:
        if self.agreed is not None:
            return self.agreed
        return position.rules.name != "tromp-taylor"  # there the board counts as it stands


def only(moves: Collection[int], position: Position, *, depth: int = 1) -> Ban:
    """The ban of everything but `moves` for the side to play.

    >>> position = Position.empty(2)
    >>> sorted(only([0, 3], position).moves)
    [-1, 1, 2]
    """
    every = {-1, *range(len(position.board))}
    return Ban(position.to_play, frozenset(every - set(moves)), depth)


def _name(position: Position) -> tuple[int, int]:
    return position.situation_hash, position.move_number


def _chances(tree: _core.Tree, position: Position) -> list[float]:
    """Of the moves at the root, as the tree has them: one per point and the last for a pass."""
    chances = [0.0] * (len(position.board) + 1)
    for branch in tree.priors():
        chances[branch.move] = branch.prior
    return chances


def _core_bans(bans: Sequence[Ban], position: Position) -> list[_core.BannedMoves]:
    for ban in bans:
        if ban.side not in (BLACK, WHITE) or ban.depth < 1:
            raise InvalidInput("A ban holds for Black or White, down to a depth of 1 or more.")
        if any(not -1 <= move < len(position.board) for move in ban.moves):
            raise InvalidInput("A banned move is not on the board.")
    return [_core.BannedMoves(int(ban.side), ban.depth, sorted(ban.moves)) for ban in bans]
