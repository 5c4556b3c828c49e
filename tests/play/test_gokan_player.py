"""The player that searches: it keeps to clocks, ends games, and gives up with sense."""

from __future__ import annotations

import subprocess
import sys
import time
from array import array
from collections.abc import Sequence

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, WHITE, Position
from gokan.play.clock import Clock, TimeSettings
from gokan.play.player import RESIGN
from gokan.play.players import make_player
from gokan.play.players.again import Again
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.tree.evaluation import Opinion, even_win
from gokan.play.tree.searching import Ban, only
from gokan.play.tree.thinking import Patience, moves_to_come

FINISHED = """
    . X . X O . .
    X X X X O O O
    . X . X O . O
    X X X X O O .
    . X X O O O O
    X X X O . O .
    . X X O O O .
    """


class Fixed:
    """Judges every position the same way: these points to Black, this chance to win."""

    def __init__(self, win: float, owner: Sequence[float], lead: float, delay: float = 0.0) -> None:
        self.win, self.owner, self.lead, self.delay = win, owner, lead, delay
        self.asked = 0

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        self.asked += len(positions)
        time.sleep(self.delay)
        found = []
        for position in positions:
            sign = 1 if position.to_play == BLACK else -1
            owner = array("f", [sign * value for value in self.owner])
            win = self.win if sign > 0 else 1 - self.win
            found.append(Opinion(None, win, sign * self.lead, 1.0, owner))
        return found


class Counting(Fixed):
    """The same owners, but the lead is the count as the board stands."""

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        found = super().evaluate(positions)
        for i, position in enumerate(positions):
            lead = position.score().margin * (1 if position.to_play == BLACK else -1)
            one = found[i]
            found[i] = Opinion(one.policy, even_win(lead, 3.0), lead, 3.0, one.ownership)
        return found


def player_with(evaluator: Fixed, **options: int | float | str) -> GokanPlayer:
    player = GokanPlayer(values="playouts", priors="even", **options)  # type: ignore[arg-type]
    player.searcher.evaluator = evaluator
    return player


def owners(text: str) -> list[float]:
    position = Position.from_diagram(text)
    return [1.0 if side == 1 else -1.0 if side == 2 else 0.0 for side in position.score().owner]


@pytest.mark.parametrize("rules", ["chinese", "japanese", "aga"])
def test_it_passes_when_everything_is_settled(rules: str) -> None:
    position = Position.from_diagram(FINISHED, rules=rules)
    owner = owners(FINISHED)
    for color in (BLACK, WHITE):
        player = player_with(Fixed(0.5, owner, 0.0), visits=30)
        assert player.choose(position.with_to_play(color), clock=Clock()).move == PASS
        after = position.with_to_play(color.opponent).play(PASS)
        assert player.choose(after, clock=Clock()).move == PASS


def test_it_fills_neutral_points_where_area_counts() -> None:
    text = """
        . X X . O O .
        X . X . O . O
        . X X . O O .
        X . X X O . O
        X X X O O O O
        . X X O . O .
        X . X O O O .
        """
    position = Position.from_diagram(text)
    player = player_with(Counting(0.5, owners(text), 0.0), visits=60)
    move = player.choose(position, clock=Clock()).move
    assert position.vertex(move) in ("D7", "D6", "D5")


def test_dead_stones_are_left_alone_and_named() -> None:
    text = FINISHED.replace(". X . X O . .", ". X . X O X .", 1)
    position = Position.from_diagram(text)
    player = player_with(Fixed(0.5, owners(FINISHED), 0.0), visits=30)
    assert player.choose(position, clock=Clock()).move == PASS
    assert sorted(map(position.vertex, player.dead_stones(position))) == ["F7"]


def test_it_gives_up_after_three_hopeless_turns_but_not_early() -> None:
    player = player_with(Fixed(0.001, [-1.0] * 25, -20.0), visits=5, resign=0.05)
    early = Position.empty(5)
    for _ in range(5):
        assert player.choose(early, clock=Clock()).move != RESIGN
    player.new_game()
    late = Position.empty(5).play_all(["A1", "A2", "A3", "A4", "A5", "B1", "C1", "D1"] + [PASS] * 4)
    late = late.play("C3").play("C4")
    for _ in range(5):  # a question that is asked again is no other turn
        assert player.choose(late, clock=Clock()).move != RESIGN
    turns = [late, late.play("D3").play(PASS), late.play("D3").play(PASS).play("E3").play(PASS)]
    moves = [player.choose(turn, clock=Clock()).move for turn in turns]
    assert moves[-1] == RESIGN
    assert RESIGN not in moves[:2]
    never = player_with(Fixed(0.001, [-1.0] * 25, -20.0), visits=5, resign=0)
    assert all(never.choose(late, clock=Clock()).move != RESIGN for _ in range(4))


def test_it_gives_up_for_one_side_although_it_plays_the_other_too() -> None:
    """Before, the good turns of the other side were taken for turns of the same one."""
    player = player_with(Fixed(0.001, [-1.0] * 25, -20.0), visits=5, resign=0.05)
    position = Position.empty(5).play_all(["A1", "A2", "A3", "A4", "A5", "B1", "C1", "D1"])
    position = position.play_all([PASS] * 2)
    chosen = []
    for vertex in ("C3", "C4", "D3", "D4", "E3"):
        chosen.append(player.choose(position, clock=Clock()).move)
        position = position.play(vertex)
    assert chosen[-1] == RESIGN
    assert RESIGN not in chosen[:-1]


@pytest.mark.parametrize(
    "settings",
    [
        TimeSettings(main=0.4),
        TimeSettings(main=0, period=0.4, stones=1),
        TimeSettings(main=0, period=0.4, periods=3),
        TimeSettings(main=0.01, period=0.9, stones=3),
        TimeSettings(main=0.0),
    ],
)
def test_it_stops_in_time(settings: TimeSettings) -> None:
    clock = Clock(settings)
    budget = clock.budget(BLACK, moves_left=moves_to_come(Position.empty(9)))
    assert budget is not None
    slow = Fixed(0.5, [0.0] * 81, 0.0, delay=0.01)
    begin = time.monotonic()
    player_with(slow).choose(Position.empty(9), clock=clock)
    assert time.monotonic() - begin < budget + 0.4  # an evaluation, and a busy machine
    assert slow.asked >= 1


def test_an_easy_move_takes_less() -> None:
    class OneMove(Fixed):
        def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
            found = super().evaluate(positions)
            policy = array("f", [0.0001] * 82)
            policy[40] = 1.0
            return [Opinion(policy, o.win, o.lead, o.spread, o.ownership) for o in found]

    easy = OneMove(0.5, [0.0] * 81, 0.0)
    player_with(easy, visits=400).choose(Position.empty(9), clock=Clock())
    assert easy.asked < 300


def test_patience_stops_when_told() -> None:
    evaluator = Fixed(0.5, [0.0] * 81, 0.0)
    player = player_with(evaluator, visits=1000)
    player.choose(Position.empty(9), clock=Clock(), stop=lambda: evaluator.asked >= 7)
    assert evaluator.asked == 7
    assert Patience(Position.empty(9), Clock(TimeSettings(main=60))).seconds is not None


def test_pondering_goes_on_and_ends() -> None:
    evaluator = Fixed(0.5, [0.0] * 81, 0.0)
    player = player_with(evaluator, visits=5, ponder=1)
    position = Position.empty(9)
    move = player.choose(position, clock=Clock()).move
    before = evaluator.asked
    deadline = time.monotonic() + 10
    while evaluator.asked == before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert evaluator.asked > before
    player.new_game()
    assert position.is_legal(move)
    quiet = evaluator.asked
    time.sleep(0.05)
    assert evaluator.asked == quiet


def test_games_end_by_themselves() -> None:
    """With random games as its judge it still comes to two passes, on any board."""
    for width, height, rules in ((4, 4, "chinese"), (3, 5, "japanese"), (4, 4, "tromp-taylor")):
        player = GokanPlayer(visits=12, values="playouts", priors="even", resign=0, seed=1)
        position = Position.empty(width, height, rules=rules)
        while not position.is_over and position.move_number < 150:
            position = position.play(player.choose(position, clock=Clock()).move)
        assert position.is_over


def test_a_parameter_that_cannot_be_is_refused() -> None:
    player = GokanPlayer(values="playouts", priors="even")
    before = player.parameters()
    for name, value in (("cpuctExplorationBase", 0.0), ("cpuctExploration", -1.0)):
        with pytest.raises(InvalidInput):
            player.set_parameter(name, value)
    assert player.parameters() == before


def test_parameters() -> None:
    player = GokanPlayer(values="playouts", priors="even")
    assert player.parameters()["cpuctExploration"] == 1.0
    player.set_parameter("cpuctExploration", 2.0)
    assert player.searcher.options.width == 2.0
    player.set_parameter("maxVisits", 7)
    assert player.visits == 7


@pytest.mark.parametrize("name", ["gokan:visits=5,resign=0", "intuition"])
def test_a_lost_side_does_not_go_on_by_suicide(name: str) -> None:
    """Black is lost whatever happens; taking its own stones off for ever is no move."""
    position = Position.from_diagram(
        """
        . X . . O . . .
        X X . O O X O .
        O O O O . O . .
        . . O O O O O O
        O O O O O X O O
        X O O X O X O X
        X X X X X X X X
        . . . . . . . .""",
        rules="klinger-suicide",
    )
    player = make_player(name, seed=1)
    suicides = 0
    for _ in range(60):
        if position.is_over:
            break
        move = PASS if position.to_play == WHITE else player.choose(position, clock=Clock()).move
        after = position.play(move)
        suicides += move != PASS and not after.board[move]
        position = after
    assert not suicides
    assert position.is_over


class Stubborn:
    """Knows three moves, and likes them in this order wherever it is."""

    moves = ("J8", "H9", "J7")

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        return [self.one(position) for position in positions]

    def one(self, position: Position) -> Opinion:
        points = len(position.board)
        policy = array("f", [1e-6] * points + [1e-3])
        for rank, vertex in enumerate(self.moves):
            policy[position.point(vertex)] = 0.5**rank
        return Opinion(policy, 0.5, 0.0, 5.0, array("f", [0.0] * points))


def test_nobody_goes_in_circles() -> None:
    """White sends two stones and takes one back; Black takes the two and else passes."""
    position = Position.from_diagram(
        """
        . O . O X X X . X
        O . . O O O X X .
        O O O O X X O X .
        O X X X X X . . X
        X X X O X X X X X
        O O O O O O X X .
        . . . . O X . . .
        . O . O O X X X X
        . . . O X X . . .""",
        rules="chinese",
        to_play=WHITE,
    )
    player = GokanPlayer(visits=2, resign=0)
    player.searcher.evaluator = Stubborn()
    circle = position
    for _ in range(3):
        for answer in (PASS, PASS, position.point("J9")):
            position = position.play(player.choose(position, clock=Clock()).move)
            if answer == PASS or not position.is_legal(answer):
                answer = PASS
            position = position.play(answer)
        if position.board != circle.board:
            return
    raise AssertionError("the same three moves for ever")


def test_a_side_that_is_made_to_answer_goes_on_answering() -> None:
    """Black goes in a circle; White, who passes when nothing threatens, is not to give way."""
    start = Position.empty(5, rules="chinese")
    forced, circling, again = Again(), Again(), Again()
    position = start
    for _ in range(2):  # stones that come and go are left out: a pass and its answer stand for them
        circling.note(position, 12)
        assert not forced.moves(position.play(12))
        forced.note(position.play(12), 13)
        after = position.play(PASS).play(PASS)
        forced.note(after, PASS)
        position = Position(after.core.with_passes(0), after.rules)
    again.note(start, 12)
    assert not again.moves(Position(start.core, start.rules))
    assert circling.moves(position) == {12}
    assert not circling.moves(Position.empty(5, rules="tromp-taylor"))


def test_a_tree_kept_from_before_shows_and_plays_no_move_that_is_barred() -> None:
    """What was searched before named the moves to avoid, and what was searched with other moves
    barred was played from.
    """
    position = Position.empty(5)
    player = GokanPlayer(visits=30, values="playouts", priors="even", resign=0, seed=1)

    def looked(*bans: Ban) -> set[int]:
        asked = iter([False] * 60 + [True])
        *_, found = player.analyze(position, stop=lambda: next(asked), bans=bans)
        return {one.move for one in found.candidates}

    assert len(looked()) > 2
    everything_else = only([0, 1], position)
    assert looked(everything_else) == {0, 1}
    assert player.choose(position, clock=Clock()).move not in {0, 1}
    assert len(looked()) > 2
    *_, found = player.deliberate(position, clock=Clock(), bans=[everything_else])
    assert {one.move for one in found.candidates} == {0, 1}


def test_several_threads_judge_at_once() -> None:
    position = Position.empty(9)
    for threads in (2, 3):
        player = GokanPlayer(visits=20, threads=threads, seed=1)
        assert position.is_legal(player.choose(position, clock=Clock()).move)
        assert player.searcher.batch == threads
        assert player.searcher.tree.visits >= 12  # it may end early, where no move can catch up


def test_the_first_move_of_a_game_is_thought_about_no_longer_than_others() -> None:
    """The weights are read, and prepared for the board, when the game begins."""
    program = """
import time
from gokan.go import Position
from gokan.play.players.gokan_player import GokanPlayer
player = GokanPlayer(visits=1)
player.new_game()
for position in (Position.empty(19), Position.empty(9)):
    for _ in range(4):
        begin = time.process_time()
        player.searcher.evaluator.evaluate([position])
        print(time.process_time() - begin)
"""
    said = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True)
    took = [float(line) for line in said.stdout.split()]
    assert len(took) == 8, said.stderr
    for first, *later in (took[:4], took[4:]):
        assert first < 0.03 + 4 * max(later)


WRONG = """visits=-1 visits=1.5 seconds=nan seconds=inf seconds=-1 seconds=x resign=0.5 resign=nan
    width=nan width=-1 memory=0 memory=-5 memory=1e9 batch=-1 threads=0 level=11 pins=1
    ponder=5 ways=9 values=network*0"""


@pytest.mark.parametrize("option", WRONG.split())
def test_an_option_that_cannot_be_is_refused_at_once(option: str) -> None:
    with pytest.raises(InvalidInput):
        make_player(f"gokan:{option}")
