"""The tree of the core against its slow twin, and what a tree must keep."""

from __future__ import annotations

import random
import statistics
from array import array
from collections.abc import Sequence

import pytest

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Position
from gokan.play import search
from gokan.play.player import Stop
from gokan.play.tree.evaluation import Mixture, Opinion
from gokan.play.tree.searching import Ban, Searcher, SearchOptions
from tests.reference.tree import Node, SlowTree


class Oracle:
    """Judges from the stones alone, at random but always the same."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.asked = 0

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        self.asked += len(positions)
        return [self.one(position) for position in positions]

    def one(self, position: Position) -> Opinion:
        dice = random.Random(position.situation_hash * 31 + position.passes + self.seed)
        policy = array("f", [dice.random() ** 3 for _ in range(len(position.board) + 1)])
        owner = array("f", [dice.uniform(-1, 1) for _ in position.board])
        return Opinion(policy, dice.random(), dice.gauss(0, 5), 5.0, owner)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("batch", [1, 3])
def test_the_core_chooses_like_its_twin(seed: int, batch: int) -> None:
    dice = random.Random(seed)
    rules = dice.choice(["tromp-taylor", "chinese", "aga"])
    position = Position.empty(dice.randint(2, 4), dice.randint(2, 4), rules=rules)
    for _ in range(dice.randint(0, 4)):
        position = position.play(dice.choice([*position.legal_moves(), PASS]))
    if position.is_over:
        position = position.play(position.legal_moves()[0])
    options = SearchOptions(caution=dice.random(), width=0.5 + dice.random())
    oracle = Oracle(seed)
    fast = _core.Tree(position.core, options.core())
    slow = SlowTree(position, options)
    for turn in range(120 // batch):
        if turn == 20:  # the moves at the root are guessed again
            policy = array("f", [dice.random() ** 3 for _ in range(len(position.board) + 1)])
            fast.reweigh(policy)
            slow.weigh(slow.root, policy)
        leaves: list[tuple[int, list[Node]]] = []
        for _ in range(batch):
            leaf = fast.descend()
            path, step = slow.descend()
            assert leaf.step.name.lower() == step
            if step in ("leaf", "over"):
                here = Position(fast.position(leaf.ticket), position.rules)
                assert here == path[-1].position
                leaves.append((leaf.ticket, path))
        for ticket, path in leaves:
            judged = oracle.one(path[-1].position)
            fast.back_up(
                ticket, judged.policy, judged.win, judged.lead, judged.spread, judged.ownership
            )
            slow.back_up(path, judged.policy, judged.win, judged.lead)
    assert fast.visits == slow.root.visits
    for branch in fast.branches():
        twin = slow.root.children[branch.move]
        assert branch.visits == twin.visits
        assert branch.utility == pytest.approx(slow.mean(twin), abs=1e-6)
        assert branch.win == pytest.approx(sum(w for w, _ in twin.values) / twin.visits, abs=1e-6)


def test_the_same_search_gives_the_same_answer() -> None:
    position = Position.empty(7)
    first = Searcher(Oracle()).think(position, visits=200)
    second = Searcher(Oracle()).think(position, visits=200)
    assert first.to_dict() == second.to_dict()
    assert first.visits == 200
    assert sum(c.visits for c in first.candidates) == 199


def test_the_root_is_looked_at_from_all_sides() -> None:
    class Sides(Oracle):
        def from_side(self, position: Position, way: int) -> Opinion:
            policy = array("f", [0.1] * 50)
            policy[way] = 1.0
            return Opinion(policy, 0.5, 0.0, 1.0, None)

    position = Position.empty(7)
    searcher = Searcher(Sides(), ways=8)
    found = searcher.think(position, visits=20)
    chances = dict(found.priors)
    for way in range(8):
        assert chances[way] == pytest.approx(1.7 / (8 * 1.7 + 42 * 0.8))
    assert chances[20] == pytest.approx(0.8 / (8 * 1.7 + 42 * 0.8))
    assert found.visits == 20
    later = searcher.think(position.play(found.move), visits=20)
    assert later.priors[-1][1] == pytest.approx(later.priors[-20][1])


def test_a_search_stops_between_two_sides_and_between_slow_guesses() -> None:
    asked: list[str] = []

    class Sides(Oracle):
        def from_side(self, position: Position, way: int) -> Opinion:
            asked.append("side")
            return self.one(position)

    def slow(position: Position, stop: Stop) -> list[float]:
        asked.append("guess")
        return [1.0] * (len(position.board) + 1)

    position = Position.empty(5)
    evaluator = Mixture([(Sides(), 1.0)], at_root=[(slow, 1.0), (slow, 1.0)])
    searcher = Searcher(evaluator, ways=8)
    plain = Searcher(Oracle()).think(position, visits=1).priors
    stopped = searcher.think(position, visits=40, stop=lambda: len(asked) >= 3)
    assert asked == ["side"] * 3
    assert stopped.priors == plain  # nothing half-done counts
    asked.clear()
    assert searcher.think(position, visits=40, stop=lambda: True).priors == plain
    assert asked == []  # one evaluation, and no side more
    searcher.think(position, visits=40, stop=lambda: len(asked) >= 9)
    assert asked == ["side"] * 8 + ["guess"]
    asked.clear()
    assert searcher.think(position, visits=40).visits == 40
    assert asked == ["side"] * 8 + ["guess"] * 2


def test_batches_reach_the_same_number_of_visits() -> None:
    found = Searcher(Oracle(), batch=16).think(Position.empty(7), visits=203)
    assert found.visits == 203


def test_a_search_goes_on_where_the_game_went() -> None:
    position = Position.empty(6)
    searcher = Searcher(oracle := Oracle())
    best = searcher.think(position, visits=300).candidates[0]
    assert len(best.line) > 1
    for line in (best.line[:1], best.line[:2]):
        searcher = Searcher(oracle := Oracle())
        searcher.think(position, visits=300)
        oracle.asked = 0
        kept = best.line_visits[len(line) - 1]
        later = searcher.think(position.play_all(line), visits=kept + 10)
        assert later.visits == kept + 10
        assert oracle.asked <= 10
    elsewhere = searcher.think(Position.empty(5), visits=20)
    assert elsewhere.visits == 20


def test_no_line_breaks_superko() -> None:
    position = Position.from_diagram("X . X O .", rules="tromp-taylor")
    tree = _core.Tree(position.core, SearchOptions().core())
    oracle = Oracle(3)
    for _ in range(600):
        leaf = tree.descend()
        if leaf.step not in (_core.TreeStep.LEAF, _core.TreeStep.OVER):
            continue
        position.play_all(tree.line(leaf.ticket))  # raises where a line is illegal
        judged = oracle.one(Position(tree.position(leaf.ticket), position.rules))
        tree.back_up(leaf.ticket, judged.policy, judged.win, judged.lead, 1.0, None)
    assert tree.visits > 500


def test_the_same_stones_after_other_moves_are_another_position() -> None:
    """They look alike to the last move, and superko forbids C1 after one way there alone."""
    start = Position.empty(3, 2, rules="tromp-taylor")
    one = start.play_all(["pass", "C1", "A2", "B2", "A1", "B1", "A2", "A1", "pass", "C2", "A2"])
    other = start.play_all(["A1", "B2", "B1", "C2", "A2", "C1", "pass", "A1", "pass", "B1", "A2"])
    assert one.board == other.board
    assert one.move_number == other.move_number
    assert set(other.legal_moves()) - set(one.legal_moves()) == {other.point("C1")}
    searcher = Searcher(Oracle())
    searcher.think(one, visits=30)
    found = searcher.think(other, visits=60)
    assert {move for move, _ in found.priors} == {*other.legal_moves(), PASS}


def test_a_ko_is_not_among_the_moves() -> None:
    start = Position.from_diagram(
        """
        . X O .
        X . X O
        . X O .
        . . . .
        """,
        to_play=BLACK.opponent,
        rules="tromp-taylor",
    )
    taken = start.play("B3")  # White takes a ko: Black may not retake at once
    tree = _core.Tree(taken.core, SearchOptions().core())
    root = tree.descend()
    tree.back_up(root.ticket, None, 0.5, 0.0, 1.0, None)
    assert taken.point("C3") not in [branch.move for branch in tree.priors()]


def test_bans_and_stops() -> None:
    position = Position.empty(5)
    bans = [Ban(BLACK, frozenset({12, PASS}))]
    found = Searcher(Oracle()).think(position, visits=200, bans=bans)
    assert found.candidate(12) is None
    assert found.candidate("pass") is None
    assert Searcher(Oracle()).think(position, seconds=0.0).visits == 1
    calls = iter([False, False, True])
    assert Searcher(Oracle()).think(position, seconds=100, stop=lambda: next(calls)).visits == 3
    seen: list[int] = []
    oracle = Oracle()
    found = search(
        position,
        seconds=100,
        evaluator=oracle,
        progress=lambda so_far: seen.append(so_far.visits),
        stop=lambda: oracle.asked >= 5,
    )
    assert found.visits == 5 == seen[-1]
    with pytest.raises(InvalidInput):
        search(position, seconds="x", evaluator=oracle)  # type: ignore[arg-type]


def test_memory_is_bounded() -> None:
    small = SearchOptions(max_bytes=60_000)
    searcher = Searcher(Oracle(), options=small)
    found = searcher.think(Position.empty(9), visits=100_000)
    assert 10 < found.visits < 1000


def test_a_failing_evaluator_leaves_the_tree_whole() -> None:
    class Moody(Oracle):
        def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
            if self.asked == 20:
                self.asked += 1
                raise RuntimeError("no")
            return super().evaluate(positions)

    searcher = Searcher(Moody())
    with pytest.raises(RuntimeError):
        searcher.think(Position.empty(5), visits=50)
    assert searcher.think(Position.empty(5), visits=50).visits == 50


def test_views_are_blacks() -> None:
    """Whoever is to move, a judge that favours Black is heard as one."""

    class Black:
        def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
            return [
                Opinion(None, 0.999, 7.0, 5.0, array("f", [1.0] * len(p.board)))
                if p.to_play == BLACK
                else Opinion(None, 0.001, -7.0, 5.0, array("f", [-1.0] * len(p.board)))
                for p in positions
            ]

    for position in (Position.empty(5), Position.empty(5).play("C3")):
        found = Searcher(Black()).think(position, visits=30)
        assert found.win == pytest.approx(0.999)
        assert found.lead == pytest.approx(7.0)
        assert min(found.ownership) == 1.0
        told = found.explain()
        assert "Black is ahead by about 7.0 points, with a chance of over 99 % to win" in told
        assert found.to_dict()["candidates"][0]["line"]
        assert "<svg" in str(found.draw())


def test_how_far_the_positions_differ_about_an_owner() -> None:
    said: list[float] = []

    class Unsure:
        def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
            said.append((len(said) % 5) / 5)
            sign = 1 if positions[0].to_play == BLACK else -1
            return [Opinion(None, 0.5, 0.0, 5.0, array("f", [sign * said[-1]] * 25))]

    searcher = Searcher(Unsure())
    searcher.think(Position.empty(5), visits=40)
    assert searcher.tree.ownership() == pytest.approx([statistics.fmean(said)] * 25)
    assert searcher.tree.ownership_scatter() == pytest.approx([statistics.pstdev(said)] * 25)
    first = searcher.tree.summary()
    assert (first.own_win, first.own_lead, first.own_spread) == (0.5, 0.0, 5.0)


def test_slow_guesses_are_asked_once_and_about_the_root_alone() -> None:
    asked: list[int] = []

    def corner(position: Position, stop: Stop) -> list[float]:
        asked.append(position.move_number)
        return [1.0] + [0.0] * len(position.board)

    start = Position.empty(5)
    searcher = Searcher(Mixture([(Oracle(7), 1.0)], at_root=[(corner, 1.0)]))
    alone = dict(Searcher(Oracle(7)).think(start, visits=1).priors)
    for visits in (1, 10, 20):  # a single look hears them too
        found = searcher.think(Position.empty(5), visits=visits)
        assert dict(found.priors)[0] == pytest.approx((1 + alone[0]) / 2, abs=1e-5)
    assert asked == [0]
    searcher.think(start.play(found.move), visits=20)
    assert asked == [0, 1]


def test_the_signature_of_a_search() -> None:
    """Visits of a fixed search: whoever changes how the tree chooses changes this on purpose."""
    position = Position.empty(7, rules="tromp-taylor")
    found = Searcher(Oracle(7)).think(position, visits=600)
    signature = " ".join(f"{position.vertex(c.move)}:{c.visits}" for c in found.candidates[:6])
    assert signature == "E6:68 F3:73 F1:62 G3:47 A3:44 C1:39"
    line = " ".join(position.vertex(move) for move in found.candidates[0].line)
    assert line == "E6 F3 A3 B6 C3 B3 G6"
