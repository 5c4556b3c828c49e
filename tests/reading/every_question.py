"""Every question of `gokan.reading` about one small position, held against the oracle.

What is called proved must be true: the verdict or code, the number that turns a ko, each move that
is listed. What is only read is counted, since a reading may err.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from random import Random

from gokan.go import BLACK, EMPTY, PASS, WHITE, Color, Position
from gokan.reading import Budget, Failure, capture, connect, fails, race, safety, solve, status
from gokan.reading.life.solve import Solution
from gokan.reading.problem import Problem
from gokan.reading.tactics.questions import Capture, Connection

from .oracle import NO_BAN, Joining, Living, Question, Taking, World, killing, world

NODES = 200_000
SOLVE_NODES = 2_000_000
_OTHERS = 60  # positions in which what rests on a part of the board is asked again


class Asked:
    """A question of the oracle, seen from one of the ways in which a board can be turned: so each
    question is worked out once for all of them, and for both colours.
    """

    def __init__(self, question: Question, turned: tuple[int, ...], swapped: bool) -> None:
        self.question, self.turned, self.swapped = question, turned, swapped

    def state(self, position: Position) -> int:
        """The oracle's state for a position."""
        cells = [0] * len(self.turned)
        for p, stone in enumerate(position.board):
            cells[self.turned[p]] = (0, 2, 1)[stone] if self.swapped else stone
        side = int(position.to_play != BLACK) ^ self.swapped
        ban = NO_BAN if position.ko is None else self.turned[position.ko]
        return self.question.world.state(cells, side, ban)

    def result(self, position: Position) -> tuple[str, int, bool]:
        return self.question.result(self.state(position))

    def code(self, position: Position) -> int:
        return self.question.code(self.state(position))

    def move(self, position: Position, move: int) -> tuple[str, int]:
        """What a move, or PASS, comes to for the side to move; and the number that turns a ko."""
        point = self.question.world.points if move == PASS else self.turned[move]
        return self.question.move(self.state(position), point)

    def forced(self, position: Position, mine: int, theirs: int) -> bool:
        return bool(self.question.forced(mine, theirs)[self.state(position)])


class Truth:
    """The oracle's answers on one board, each question worked out once."""

    def __init__(self, width: int, height: int) -> None:
        self.world: World = world(width, height)
        self._questions: dict[tuple[object, ...], Question] = {}
        self.asked: Counter[str] = Counter()
        self.wrong_readings: Counter[str] = Counter()
        self._turns = list(_turns(width, height))
        self.others = tuple(self.positions(_OTHERS, seed=3))

    def forget(self, most: int) -> None:
        """Drops the oldest questions, so that no more than this many are kept."""
        for key in list(self._questions)[:-most]:
            del self._questions[key]

    def positions(self, count: int, seed: int) -> Iterator[Position]:
        """Random positions, some of them with a ban on a ko; or all of them."""
        w = self.world
        states = range(w.states)
        for state in Random(seed).sample(states, min(count, w.states)) if count else states:
            black, white = (int(s[w.board[state]]) for s in w.stones)
            cells = bytes((black >> p & 1) + 2 * (white >> p & 1) for p in range(w.points))
            color = (BLACK, WHITE)[int(w.side[state])]
            position = Position.from_board(cells, w.width, to_play=color)
            ban = int(w.ban[state])
            yield position if ban == NO_BAN else position.with_ko(ban)

    def killing(self, position: Position, target: Iterable[int]) -> Asked:
        """All stones of the blocks of these are captured."""
        stones = {min(position.block(p).stones) for p in target}
        owner = position.color_at(min(stones))

        def make(points: tuple[int, ...]) -> Question:
            return killing(self.world, frozenset(points), 1)

        return self._ask("kill", stones, (), owner, make)

    def taking(self, point: int, owner: Color) -> Asked:
        return self._ask("take", (point,), (), owner, lambda p: Taking(self.world, p[0], 1))

    def joining(self, first: int, second: int, owner: Color, *, empty: bool) -> Asked:
        def make(points: tuple[int, ...]) -> Question:
            return Joining(self.world, points[0], points[1], 0, empty=empty)

        if empty:
            return self._ask("reach", (first,), (second,), owner, make)
        return self._ask("join", (first, second), (), owner, make)

    def living(self, point: int, owner: Color, *, end: bool) -> Asked:
        def make(points: tuple[int, ...]) -> Question:
            return Living(self.world, points[0], 0, end=end)

        return self._ask(f"live {end}", (point,), (), owner, make)

    def _ask(
        self,
        kind: str,
        points: Iterable[int],
        more: Iterable[int],
        owner: Color,
        make: Callable[[tuple[int, ...]], Question],
    ) -> Asked:
        """The question about a black target, turned so that its points come first."""
        least, turn = min(
            ((*sorted(turn[p] for p in points), *(turn[p] for p in more)), turn)
            for turn in self._turns
        )
        key = (kind, least)
        if key not in self._questions:
            self._questions[key] = make(least)
        return Asked(self._questions[key], turn, owner == WHITE)


def _turns(width: int, height: int) -> Iterator[tuple[int, ...]]:
    """The ways to turn a board onto itself: where each point goes."""
    for across, up, flip in product((False, True), repeat=3):
        if flip and width != height:
            continue
        found = []
        for p in range(width * height):
            y, x = divmod(p, width)
            x, y = (width - 1 - x if across else x), (height - 1 - y if up else y)
            found.append(x * width + y if flip else y * width + x)
        yield tuple(found)


def complaints(truth: Truth, position: Position, *, pairs: bool = True) -> Iterator[str]:
    """What is called proved about this position and is not true. Without `pairs`, questions about
    two blocks are left out.
    """
    for block in position.blocks():
        yield from _tactics(truth, position, block.stones[0])
        yield from _life(truth, position, tuple(block.stones))
    if pairs:
        yield from _about_pairs(truth, position)
    yield from _statuses(truth, position)
    yield from _safety(truth, position)


def _about_pairs(truth: Truth, position: Position) -> Iterator[str]:
    for color in (BLACK, WHITE):
        blocks = [b.stones for b in position.blocks() if b.color == color]
        for one, other in combinations(blocks, 2):
            yield from _joins(truth, position, one[0], other[0])
            yield from _life(truth, position, (one[0], other[0]))
        for p in range(len(position.board)):
            if position.board[p] == EMPTY and blocks:
                yield from _joins(truth, position, blocks[p % len(blocks)][0], p)
    yield from _races(truth, position)


# --- tactics -------------------------------------------------------------------------------------


def _tactics(truth: Truth, position: Position, stone: int) -> Iterator[str]:
    owner = position.color_at(stone)
    question = truth.taking(stone, owner)
    for first, mover in (("attack", owner.opponent), ("defend", owner)):
        turned = _turned(position, mover)
        answer = capture(turned, stone, first=first, nodes=NODES)  # type: ignore[arg-type]
        yield from _coded(truth, answer, question, f"capture {first}")


def _joins(truth: Truth, position: Position, stone: int, other: int) -> Iterator[str]:
    owner = position.color_at(stone)
    empty = position.color_at(other) == EMPTY
    question = truth.joining(stone, other, owner, empty=empty)
    for first, mover in (("connect", owner), ("cut", owner.opponent)):
        turned = _turned(position, mover)
        answer = connect(turned, stone, other, first=first, nodes=NODES)  # type: ignore[arg-type]
        name = first + (" a point" if empty else "")
        yield from _coded(truth, answer, question, name)


def _coded(truth: Truth, answer: Capture | Connection, question: Asked, name: str) -> Iterator[str]:
    right = question.code(answer.position)
    truth.asked[f"{name} {answer.code} {answer.grade}"] += 1
    if answer.code != right and answer.grade != "unknown":
        if answer.grade == "proved":
            yield f"{answer.explain()} The code is {right}.\n{answer.position}"
        truth.wrong_readings[name] += 1
    for move in answer.proved_moves:
        after, _ = question.move(answer.position, move)
        truth.asked[f"{name} move"] += 1
        if after != "win":
            said = f"{answer.explain()} {_name(answer.position, move)} leads to a {after}."
            yield f"{said}\n{answer.position}"


# --- life and death ------------------------------------------------------------------------------


def _life(truth: Truth, position: Position, target: tuple[int, ...]) -> Iterator[str]:
    owner = position.color_at(target[0])
    question = truth.killing(position, target)
    for mover in (owner.opponent, owner):
        turned = _turned(position, mover)
        problem = Problem.make(turned, target=target)
        answer = solve(problem, nodes=SOLVE_NODES, trials=False)
        for wrong in _wrong(truth, answer, question):
            yield f"{answer.explain()} {wrong}\n{turned}"
        failure = fails(problem, nodes=NODES)
        truth.asked[f"fails {problem.goal} {'proved' if failure.proved else 'unknown'}"] += 1
        if failure.proved:
            yield from _unfounded(truth, failure, question)


def _unfounded(truth: Truth, failure: Failure, question: Asked) -> Iterator[str]:
    """Where the side to move does not fail, here or where all that this rests on is the same; and
    whether the group has two eyes.
    """
    problem = failure.problem
    mover = problem.position.to_play
    for other in (problem.position, *truth.others):
        turned = _turned(other, mover)
        if failure.holds(turned) and question.result(turned)[0] != "loss":
            yield f"{problem.task} does not fail\n{problem.position}\nin\n{turned}"
    position, stone = problem.position, problem.target[0]
    one = all(p in position.block(stone).stones for p in problem.target)
    if one and problem.goal == "kill":
        owner = position.color_at(stone)
        eyes = truth.living(stone, owner, end=False).forced(position, 0, 6)
        if failure.eyes != eyes:
            yield f"{problem.task} fails, but two eyes: {eyes}\n{position}"


def _wrong(truth: Truth, answer: Solution, question: Asked) -> Iterator[str]:
    """What a solution says and is not so."""
    position, stone = answer.problem.position, answer.problem.target[0]
    name = f"solve {answer.problem.goal}"
    truth.asked[f"{name} {answer.result} {'proved' if answer.proved else 'read'}"] += 1
    if answer.result == "unknown":
        return
    right, number, first = question.result(position)
    if not answer.proved:
        truth.wrong_readings[name] += answer.result != right
        return
    if right == "ko" and answer.up_to is not None and number > answer.up_to:
        right = answer.result  # it says itself that it holds up to so many threats only
    if answer.result != right:
        yield f"The result is {right}."
        return
    if answer.ko is not None and (answer.ko.threats, answer.ko.first) != (number, first):
        yield f"The ko is turned by {number}, won without threats: {first}."
    one = all(p in position.block(stone).stones for p in answer.problem.target)
    if one and answer.seki is not None and answer.killed is False:
        owner = position.color_at(stone)
        eyes = truth.living(stone, owner, end=False).forced(position, 0, 6)
        ends = truth.living(stone, owner, end=True).forced(position, 0, 6)
        if (answer.seki, answer.repetition) != (not eyes and ends, not eyes and not ends):
            yield f"Two eyes: {eyes}; an end: {ends}."
    for move in answer.winning_moves if answer.result == "win" else ():
        after, threats = question.move(position, move)
        truth.asked[f"{name} move {answer.grade_of(move)}"] += 1
        limit = answer.shown.get(move)
        if after == "ko" and limit is not None and threats > limit:
            continue  # it says itself that it holds up to so many threats only
        if after != "win" and answer.grade_of(move) == "proved":
            yield f"{_name(position, move)} leads to {after} ({threats})."
        truth.wrong_readings[f"{name} move"] += after != "win"
    for refutation in answer.refutations if answer.result != "ko" else ():
        after, _ = question.move(position, refutation.move)
        truth.asked[f"{name} refutation {refutation.grade}"] += 1
        if after == "win" and refutation.grade == "proved":
            yield f"{_name(position, refutation.move)} does not fail."
        truth.wrong_readings[f"{name} refutation"] += after == "win"


def _statuses(truth: Truth, position: Position) -> Iterator[str]:
    for block in position.blocks():
        found = status(position, block.stones[0], budget=Budget(nodes=NODES), details=False)
        truth.asked[f"status {found.word} {found.grade}"] += 1
        if not found.proved:
            continue
        question = truth.killing(position, found.target)
        attack = question.result(found.attack.problem.position)
        defence = question.result(found.defence.problem.position)
        right = "ko" if "ko" in (attack[0], defence[0]) else "unsettled"
        if attack[0] == "loss":
            right = "alive"
        elif defence[0] == "loss":
            right = "dead"
        if found.word.removesuffix(" in seki") != right:
            yield f"{found.explain()} It is {right}.\n{position}"


# --- races and safety ----------------------------------------------------------------------------


def _races(truth: Truth, position: Position) -> Iterator[str]:
    for one, other in combinations(position.blocks(), 2):
        if one.color == other.color:
            continue
        for first, second in ((one, other), (other, one)):
            mover = first.color
            turned = _turned(position, mover)
            found = race(turned, first.stones[0], second.stones[0], nodes=NODES)
            truth.asked[f"race {found.outcome} {found.grade}"] += 1
            if found.grade == "unknown":
                continue
            save = truth.killing(position, found.first).code(turned)
            take = truth.killing(position, found.second).code(turned)
            right = "ko" if {save, take} & {2, 3} else "seki"
            right = "wins" if take == 1 else "loses" if save == 0 else right
            if found.outcome != right:
                truth.wrong_readings["race"] += 1
                if found.grade == "proved":
                    yield f"{found.explain()} It is {right}.\n{turned}"


def _safety(truth: Truth, position: Position) -> Iterator[str]:
    """Whose stones stand there stands though the other side moves first; other stones fall."""
    found = safety(position, budget=Budget(nodes=NODES))
    for block in position.blocks():
        owner = found.owner[block.stones[0]]
        if owner == EMPTY:
            continue
        turned = _turned(position, block.color.opponent if owner == block.color else block.color)
        question = truth.killing(position, block.stones)
        truth.asked[f"safety {found.how[block.stones[0]]}"] += 1
        if question.result(turned)[0] != "loss":
            name = _name(position, block.stones[0])
            yield f"{found.explain()} {name} is not safely {owner}.\n{position}"


def _turned(position: Position, mover: Color) -> Position:
    return position if position.to_play == mover else position.setup(to_play=mover)


def _name(position: Position, move: int) -> str:
    return "a pass" if move == PASS else position.vertex(move)
