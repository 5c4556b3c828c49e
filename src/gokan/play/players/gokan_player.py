"""The player `gokan`: the senses joined by a tree search."""

from __future__ import annotations

import atexit
import contextlib
import math
import random
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Color, Position, life
from gokan.play.ending import likely_dead, sure_win, whole_board_settled
from gokan.play.eyes import is_own_eye, is_suicide, shut_in
from gokan.play.player import RESIGN, Choice, Player, Stop, never
from gokan.play.players.again import Again
from gokan.play.players.levels import LEVELS, TOP, last_moves, pick
from gokan.play.seki import Seki, find_sekis
from gokan.play.tree.answer import Search
from gokan.play.tree.evaluators import make_evaluator
from gokan.play.tree.searching import MOST_VISITS, Ban, Searcher, SearchOptions
from gokan.play.tree.thinking import Patience

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["KATA_NAMES", "GokanPlayer"]

DEFAULT_VISITS = 200
_AT_THE_END = 24  # visits for the question what is dead
_PASS_TRIES = 6  # visits a pass gets before it is compared with the best move
_POINTS_FOR_PASSING = 0.4
_WIN_FOR_PASSING = 0.02
KATA_NAMES = {
    "cpuctExploration": "width",
    "cpuctExplorationLog": "width_growth",
    "cpuctExplorationBase": "width_base",
    "cpuctUtilityStdevScale": "surprise",
    "fpuReductionMax": "caution",
    "rootFpuReductionMax": "root_caution",
    "staticScoreUtilityFactor": "points",
    "dynamicScoreUtilityFactor": "near_points",
    "numVirtualLossesPerThread": "virtual_loss",
}
"""KataGo's names for the options of the tree."""
_SHOW = 0.05  # seconds between two answers while thinking


class GokanPlayer(Player):
    """Searches with the network, or with random games where its weights are missing.

    Options: `visits` for each move (where neither it nor a clock nor `seconds` is given, 200),
    `values` and `priors` (recipes of `gokan.play.tree.evaluators`), `resign` (the chance to win
    below which it gives up; 0 never), `ponder=1` (thinks in the opponent's time), `batch`, and
    `level` from 1 to 10: weaker ones see less and choose among plausible moves (`levels`);
    `threads` (so many positions are judged at once), `memory` of the tree in megabytes, `ways`
    (from so many sides, up to 8, the moves at the root are guessed).

    >>> from gokan.play.clock import Clock
    >>> player = GokanPlayer(visits=40, values="playouts", priors="even")
    >>> position = Position.from_diagram('''
    ...     . X O .
    ...     X O . O
    ...     . X O .
    ...     . . . .''', rules="tromp-taylor")
    >>> position.is_legal(player.choose(position, clock=Clock()).move)
    True
    """

    name: ClassVar[str] = "gokan"

    def __init__(
        self,
        *,
        seed: int | None = None,
        visits: int = 0,
        seconds: float = 0.0,
        values: str = "",
        priors: str = "",
        resign: float = 0.03,
        ponder: int = 0,
        batch: int = 1,
        width: float = SearchOptions().width,
        memory: int = 512,
        level: int = TOP,
        ways: int = 1,
        threads: int = 1,
    ) -> None:
        whole("number of visits", visits, 0, MOST_VISITS)
        _between("resign", resign, 0.5)
        _between("seconds", seconds, 1e9)
        _between("width", width, 1e6)
        whole("memory in megabytes", memory, 1, 1 << 20)
        whole("batch", batch, 1, 4096)
        whole("option ponder", ponder, 0, 1)
        whole("level", level, 1, TOP)
        self.level = level
        self.visits = visits or LEVELS[level].visits
        self.seconds = float(seconds)
        self.resign = resign
        self.ponder = bool(ponder)
        options = SearchOptions(width=float(width), max_bytes=memory << 20)
        guesses = str(priors) or LEVELS[level].priors
        evaluator = make_evaluator(str(values), guesses, seed=seed or 0, threads=threads)
        self.searcher = Searcher(evaluator, batch=max(batch, threads), options=options, ways=ways)
        self._dice = random.Random(seed)
        self._hopeless: dict[Color, tuple[int, ...]] = {}  # numbers of the last turns that were
        self._again = Again()
        self._pondering: _Pondering | None = None
        self._restricted = False

    def new_game(self) -> None:
        """Forget the old one; what takes long to load is loaded now, not in the first move."""
        self.rest()
        warm = getattr(self.searcher.evaluator, "warm", None)
        if warm is not None:
            warm()
        self.searcher.forget()
        self._again.forget()
        self._hopeless.clear()

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """The best move of a search within the clock's budget."""
        thinking = self.deliberate(position, clock=clock, stop=stop, show=math.inf)
        while True:
            try:
                next(thinking)
            except StopIteration as end:
                choice: Choice = end.value
                return choice

    def deliberate(
        self,
        position: Position,
        *,
        clock: Clock,
        stop: Stop = never,
        bans: Sequence[Ban] = (),
        show: float = _SHOW,
    ) -> Generator[Search, None, Choice]:
        """The same, showing what is known after every so many seconds."""
        self.rest()
        self._keep_to(bans)
        visits = self.visits or None
        if visits is None and not clock.settings.limited and not self.seconds:
            visits = DEFAULT_VISITS
        patience = Patience(position, clock, visits=visits, seconds=self.seconds or None, stop=stop)
        sekis = find_sekis(position, stop=patience.late)
        ban = self._barred(position, sekis)
        if position.last_move == PASS and not position.is_over and not bans:
            for _ in self.searcher.steps(position, visits=2, stop=patience.late):
                if patience.over(self.searcher.tree):
                    break
            if sure_win(position, self.searcher.answer().ownership, position.to_play):
                return Choice(PASS, "the opponent passed, and the count is won")
        found = yield from self._search(position, patience, [ban, *bans], show)
        choice = self._chosen(position, found, _at_root(position, [ban, *bans]))
        self._again.note(position, choice.move)
        if self.ponder and choice.move != RESIGN:
            self._pondering = _Pondering(self.searcher, position.play(choice.move))
        return choice

    def analyze(
        self, position: Position, *, stop: Stop, bans: Sequence[Ban] = ()
    ) -> Iterator[Search]:
        """What is known, some twenty times a second and at the end."""
        self.rest()
        self._keep_to(bans)
        due = 0.0
        for _ in self.searcher.steps(position, bans=bans, stop=stop):
            over = stop()
            if over or time.monotonic() >= due:
                yield self.searcher.answer()
                due = time.monotonic() + _SHOW
            if over:
                return

    def parameters(self) -> dict[str, float]:
        """Limits, and how the tree chooses."""
        own = {
            "maxVisits": self.visits,
            "maxTime": self.seconds,
            "resignThreshold": self.resign,
            "ponderingEnabled": self.ponder,
        }
        options = self.searcher.options
        return own | {name: getattr(options, ours) for name, ours in KATA_NAMES.items()}

    def set_parameter(self, name: str, value: float) -> None:
        """From the next move on; 0 visits or seconds mean no such limit."""
        self.rest()
        if name in KATA_NAMES:
            change: dict[str, Any] = {KATA_NAMES[name]: value}
            options = replace(self.searcher.options, **change)
            options.core()  # refuses what cannot be
            self.searcher.options = options
        elif name == "maxVisits":
            whole("number of visits", round(value), 0, MOST_VISITS)
            self.visits = round(value)
        elif name == "maxTime" and 0 <= value < 1e9:
            self.seconds = value
        elif name == "resignThreshold" and 0 <= value < 0.5:
            self.resign = value
        elif name == "ponderingEnabled" and value in (0, 1):
            self.ponder = bool(value)
        else:
            raise InvalidInput(f"The parameter {name} cannot be {value!r}.")

    def dead_stones(self, position: Position) -> frozenset[int]:
        """The stones of groups that fall, with the forecast of a short search."""
        self.rest()
        fresh = Position(position.core.with_passes(0), position.rules)
        found = Searcher(self.searcher.evaluator, agreed=True).think(fresh, visits=_AT_THE_END)
        return likely_dead(position, ownership=found.ownership or None)

    def _keep_to(self, bans: Sequence[Ban]) -> None:
        """A tree in which some moves were not to be chosen says nothing of others, and the other
        way round.
        """
        if bans or self._restricted:
            self.searcher.forget()
        self._restricted = bool(bans)

    def _barred(self, position: Position, sekis: Sequence[Seki]) -> Ban:
        """Moves that gain nothing, in sekis too, and those that led back here."""
        ban = _pointless(position)
        again = self._again.moves(position)
        if again:
            self.searcher.forget()  # what it knows is why they were chosen
        shared = frozenset(point for seki in sekis for point in seki.shared)
        return replace(ban, moves=ban.moves | again | shared)

    def _search(
        self, position: Position, patience: Patience, bans: Sequence[Ban], show: float
    ) -> Generator[Search, None, Search]:
        searcher = self.searcher
        due = time.monotonic() + show
        for _ in searcher.steps(position, bans=bans, stop=patience.late):
            if patience.over(searcher.tree):
                break
            if time.monotonic() >= due:
                yield searcher.answer()
                due = time.monotonic() + show
        found = searcher.answer()
        looks = self.visits != 1
        if looks and found.move != PASS and whole_board_settled(position, found.ownership):
            searcher.try_move(PASS, _PASS_TRIES, patience.late)
            found = searcher.answer()
        # The part of the tree that was kept may know moves that are barred at its root.
        barred = _at_root(position, bans)
        kept = tuple(one for one in found.candidates if one.move not in barred)
        found = replace(found, candidates=kept)
        yield found
        return found

    def _chosen(self, position: Position, found: Search, barred: frozenset[int]) -> Choice:
        sign = 1 if position.to_play == BLACK else -1
        win = found.win if sign > 0 else 1 - found.win
        if self._gives_up(position, win, sign * found.lead):
            return Choice(RESIGN, f"it wins only {100 * win:.1f} % from here")
        if self.level < TOP and whole_board_settled(position, found.ownership):
            return last_moves(position, found)
        if not found.candidates and self.level == TOP:
            likely = [m for m, _ in found.priors if m not in barred]
            return Choice(likely[0] if likely else PASS, "the first idea that is left")
        if not found.candidates:
            return pick(found, LEVELS[self.level], self._dice, barred=barred)
        best = found.candidates[0]
        passing = found.candidate(PASS)
        if (
            passing is not None
            and passing is not best
            and whole_board_settled(position, found.ownership)
            and sign * (best.lead - passing.lead) < _POINTS_FOR_PASSING
            and sign * (best.win - passing.win) < _WIN_FOR_PASSING
        ):
            return Choice(PASS, "everything is settled, and no move gains a point")
        if self.level < TOP:
            return pick(found, LEVELS[self.level], self._dice, barred=barred)
        return Choice(best.move, found.explain(most=1))

    def _gives_up(self, position: Position, win: float, lead: float) -> bool:
        """Three hopeless turns in a row, well into the game and far behind."""
        hopeless = win < self.resign and lead < -max(2.0, 0.04 * len(position.board))
        now, side = position.move_number, position.to_play
        before = tuple(t for t in self._hopeless.get(side, ()) if t < now)  # none taken back
        self._hopeless[side] = turns = (*before, now) if hopeless else ()
        return len(turns) >= 3 and now > 0.4 * len(position.board)

    def rest(self) -> None:
        """No more thinking in the background."""
        if self._pondering is not None:
            self._pondering.end()
            self._pondering = None


class _Pondering:
    """Thinks about a position in a thread until it is ended."""

    def __init__(self, searcher: Searcher, position: Position) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(searcher, position), name="ponder", daemon=True
        )
        self._thread.start()
        atexit.register(self.end)  # a thread inside the core must not outlive the interpreter

    def _run(self, searcher: Searcher, position: Position) -> None:
        with contextlib.suppress(Exception):  # the next search meets it again, and says so
            bans = [_pointless(position)]
            for _ in searcher.steps(position, bans=bans, stop=self._over.is_set):
                if self._over.is_set():
                    return

    def end(self) -> None:
        """Waits for the evaluation under way, at most."""
        atexit.unregister(self.end)
        self._over.set()
        self._thread.join()


def _between(name: str, value: float, limit: float) -> None:
    """Refuse what is not a number from 0 up to a limit."""
    if not isinstance(value, int | float) or not 0 <= value < limit:
        raise InvalidInput(f"The option {name} is {value!r} but must be from 0 to under {limit:g}.")


def _at_root(position: Position, bans: Sequence[Ban]) -> frozenset[int]:
    """The moves that the side to play may not choose now."""
    return frozenset(move for ban in bans if ban.side == position.to_play for move in ban.moves)


def _pointless(position: Position) -> Ban:
    """Moves that gain nothing: settled territory, eyes that are safe, and suicide.

    Suicide could be a threat in a ko, and hardly ever is; without this a lost game need not end.
    """
    settled = life.unconditional(position)
    alive = {*settled.alive_black, *settled.alive_white}
    moves = {*settled.territory_black, *settled.territory_white} - alive
    if position.rules.name == "tromp-taylor":  # dead stones have to be taken there
        moves.clear()
    mine = position.to_play
    for point in shut_in(position):
        if is_suicide(position, point):
            moves.add(point)
        elif is_own_eye(position, point, mine):
            near = position.neighbors(point)
            if all(len(position.block(stone).liberties) > 1 for stone in near):
                moves.add(point)
    return Ban(mine, frozenset(point for point in moves if not position.board[point]))
