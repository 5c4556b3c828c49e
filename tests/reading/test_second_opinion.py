"""Trial games about a group in the open: when they change an answer, and when they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gokan.go import BLACK, PASS, Position
from gokan.reading import Problem, solve
from gokan.reading.budget import Budget
from gokan.reading.life import second_opinion
from gokan.reading.life import solve as solving
from gokan.reading.life.ko import Ko
from gokan.reading.life.solve import unread
from gokan.reading.trials.trial import Trial, TrialMove

OPEN = """
. . . . . . . . .
. X X . . . . . .
. O X . . . . . .
. O X . O . . . .
. . O O . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
# Black's stones around White leave two gaps.
KILL = """
. . . O . . . . .
O O O O X . . . .
. X X X . . . . .
. . . . . . . . .
. . . X . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
D9, E9, A9, RIVAL = 3, 4, 0, 7


@pytest.fixture
def unsettled():
    position = Position.from_diagram(OPEN).setup(to_play=BLACK)
    return unread(Problem.make(position, target=[position.point("C8")]))


def with_trials(
    monkeypatch,
    value: float,
    games: int = 20_000,
    best: float = 0.9,
    after: tuple[float, float] = (0.1, 0.9),
    rival: float = 0.5,
) -> None:
    """Trial games of which a share `best` went to the first move, D9; `after` it the attacker, who
    likes E9 best, wins the first share, and after his answer the defender the second. The share of
    the next move is that of the rival.
    """

    def fake(position, *_, **__):
        played = sum(map(bool, position.board)) - sum(c in "XO" for c in OPEN)
        share = (value, *after)[played]
        if position.board[RIVAL]:
            share = 1 - rival
        move = (D9, E9, A9)[played]
        first = TrialMove(move, int(best * games), share, 0)
        rest = [TrialMove(p, (games - first.games) // 2, share, 0) for p in (RIVAL, 8)]
        return Trial(share, 0, games, 0.5, (first, *rest))

    monkeypatch.setattr(second_opinion, "trial", fake)


def asked(answer, nodes: int = 10**9):
    return second_opinion.second_opinion(answer, Budget(nodes=nodes).start())


def test_a_move_that_stands_up_to_every_answer_is_judged_to_live(monkeypatch, unsettled):
    with_trials(monkeypatch, 0.8)
    for answer in (unsettled, replace(unsettled, result="loss", seki=False)):
        told = asked(answer)
        assert (told.result, told.winning_moves, told.proved) == ("win", (D9,), False)
        assert told.to_dict()["grade"] == "read"
        assert "after D9 E9 A9 it was saved in 90 % of the trial games" in told.judged
        assert D9 not in told.undecided_moves
        assert E9 in told.undecided_moves


def test_a_ko_by_another_move_gives_way_and_by_the_same_move_stays(monkeypatch, unsettled):
    with_trials(monkeypatch, 0.8)
    told = asked(replace(unsettled, result="ko", ko_moves=(E9,), ko=Ko(True, 1), seki=False))
    assert (told.result, told.winning_moves, told.ko_moves, told.ko) == ("win", (D9,), (), None)
    same = replace(unsettled, result="ko", ko_moves=(D9, E9), ko=Ko(True, 1), seki=False)
    assert asked(same) is same


def test_a_win_may_get_one_more_first_move(monkeypatch, unsettled):
    with_trials(monkeypatch, 0.8)
    won = replace(unsettled, result="win", winning_moves=(E9,), undecided_moves=(D9, A9))
    told = asked(won)
    assert (told.winning_moves, told.undecided_moves) == ((E9, D9), (A9,))
    settled = replace(won, undecided_moves=(A9,))
    assert asked(settled) is settled
    assert " 2 first moves were not settled." in won.explain()
    assert " 1 first move was not settled." in settled.explain()


@pytest.mark.parametrize(("rival", "result"), [(0.5, "win"), (0.85, "unknown")])
def test_a_move_that_does_not_stand_out_must_do_better_than_the_next(
    monkeypatch, unsettled, rival, result
):
    with_trials(monkeypatch, 0.8, best=0.5, rival=rival)
    assert asked(unsettled).result == result
    with_trials(monkeypatch, 0.8, best=0.7, rival=rival)
    assert asked(unsettled).result == "win"


def test_every_answer_that_was_read_is_tried(monkeypatch, unsettled):
    """The answers that kill in a region come before the one that trial games like."""
    with_trials(monkeypatch, 0.8)
    monkeypatch.setattr(second_opinion, "_answers", lambda *_: [13, 22])
    told = asked(unsettled)
    assert [line.split()[2] for line in told.judged] == ["E8", "E7", "E9"]


def test_the_answers_come_from_reading(unsettled):
    position = unsettled.problem.position
    dead = Position.from_diagram(
        ". X . . . X O . .\nX X X X X X O . .\nO O O O O O O . .\n" + ". . . . . . . . .\n" * 6
    ).setup(to_play=BLACK)
    problem = Problem.make(dead, target=[dead.point("A8")])
    late = Budget().start()
    answers = second_opinion._answers(problem, dead.point("A9"), late)
    assert [dead.vertex(p) for p in answers] == ["D9"]
    assert second_opinion._answers(unsettled.problem, position.point("J1"), late) == []


@pytest.mark.parametrize(
    ("value", "games", "best", "after"),
    [
        (0.8, 20_000, 0.3, (0.1, 0.9)),  # no move stands out
        (0.5, 20_000, 0.9, (0.1, 0.9)),  # it does not do well
        (0.8, 100, 0.9, (0.1, 0.9)),  # too few games
        (0.8, 20_000, 0.9, (0.5, 0.9)),  # the attacker has something against it
        (0.8, 20_000, 0.9, (0.1, 0.6)),  # it falls to an answer
    ],
)
def test_otherwise_nothing_is_said(monkeypatch, unsettled, value, games, best, after):
    with_trials(monkeypatch, value, games, best, after)
    assert asked(unsettled) is unsettled


def test_a_group_is_not_called_dead_against_the_trials(monkeypatch, unsettled):
    dead = replace(unsettled, result="loss", seki=False)
    with_trials(monkeypatch, 0.65, best=0.3)
    told = asked(dead)
    assert told.result == "unknown"
    assert D9 in told.undecided_moves
    with_trials(monkeypatch, 0.4)
    assert asked(dead).result == "loss"


def test_a_target_that_nobody_named_is_not_given_up_by_judgement(unsettled):
    lost = replace(unsettled, result="loss", seki=False)
    assert not second_opinion.doubted(lost)
    guessed = replace(lost, problem=replace(lost.problem, guessed=True))
    assert second_opinion.doubted(guessed)
    assert guessed.taken_back("trials").result == "unknown"
    for sure in (
        replace(guessed, proved=True),
        replace(guessed, region=replace(guessed.region, sealed=True)),
        replace(guessed, result="win"),
    ):
        assert not second_opinion.doubted(sure)


def test_a_kill_that_trial_games_leave_out_is_doubted(monkeypatch, unsettled):
    with_trials(monkeypatch, 0.6, games=30_000, best=0.9)
    kill = replace(unsettled.problem, goal="kill", position=unsettled.problem.position.setup())
    killed = replace(unsettled, problem=kill, result="win", winning_moves=(20,), seki=False)
    late = Budget().start()

    def doubted(answer) -> bool:
        return second_opinion.left_out(answer, late)

    assert doubted(killed)
    assert doubted(replace(killed, result="ko", winning_moves=(), ko_moves=(20,), ko=Ko(True, 1)))
    taken_back = killed.taken_back("trials")
    assert (taken_back.result, taken_back.winning_moves, taken_back.pv) == ("unknown", (), ())
    for sure in (
        replace(killed, winning_moves=(20, D9)),  # the trials like one of the moves
        replace(killed, proved=True),
        replace(killed, region=replace(killed.region, sealed=True)),
        replace(killed, problem=unsettled.problem),
        replace(killed, winning_moves=(PASS,)),
    ):
        assert not doubted(sure)
    assert not second_opinion.left_out(killed, Budget(nodes=0).start())
    with_trials(monkeypatch, 0.6, games=20_000)  # of 30,000
    assert not doubted(killed)


def test_what_is_proved_or_shut_in_or_late_is_left_alone(monkeypatch, unsettled):
    with_trials(monkeypatch, 0.9)
    proved = replace(unsettled, result="loss", proved=True)
    assert asked(proved) is proved
    sealed = replace(unsettled, region=replace(unsettled.region, sealed=True))
    assert asked(sealed) is sealed
    assert asked(unsettled, 0) is unsettled
    won = replace(unsettled, result="win")
    assert asked(won) is won


def test_a_limit_of_nodes_makes_trial_games_repeatable(unsettled):
    """Their number and their seeds are fixed then, as the nodes of the search are."""
    first, second = (solve(unsettled.problem, nodes=200_000) for _ in range(2))
    assert replace(first, seconds=0.0) == replace(second, seconds=0.0)
    assert solve(unsettled.problem, nodes=200_000, trials=False).nodes < 210_000


def test_without_trials_none_are_played(monkeypatch, unsettled):
    monkeypatch.setattr(second_opinion, "trial", lambda *_, **__: pytest.fail("trial games"))
    assert solve(unsettled.problem, nodes=50, trials=False).result == "unknown"


@pytest.mark.parametrize(("chance", "result"), [(0.2, "unknown"), (0.9, "win")])
def test_trials_do_not_withdraw_a_kill_that_was_expected(monkeypatch, chance, result) -> None:
    """Black to kill in the open by reading; the games, made up, never choose what was read."""
    position = Position.from_diagram(KILL).setup(to_play=BLACK)
    asked = Problem.make(position, target=[position.point("A8")])
    monkeypatch.setattr(solving, "left_out", lambda *_: True)
    answer = solve(asked, nodes=8_000_000, details=False, expected=lambda *_: chance)
    assert (answer.result, answer.why) == (result, "trials" if result == "unknown" else "")
