"""One limit of time bounds everything, from the first state to the last strategy."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

from gokan.logic import Checker, explore, run, unfold
from gokan.logic.checking import deadline
from gokan.logic.checking.deadline import Deadline, OutOfTime
from gokan.logic.games.nim import Nim
from gokan.logic.games.tictactoe import TicTacToe

BACK = "game nim 3 3 3\nfind: exists m. <up m> true\ncheck: irr[Second] ~Win(Second)"
AHEAD = "game tic-tac-toe\ncheck: ach[X] ~Win(O)\ncheck: est[X] Win(X)\ncheck: mu X. [] X"


@pytest.mark.parametrize("text", [BACK, AHEAD])
def test_every_part_of_a_check_looks_at_the_same_clock(text, monkeypatch):
    """Each look at the clock takes a second; all of them together have to fit in."""
    looks = count()
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: next(looks)))
    whole = run(text, states=10**6, seconds=10**6)
    needed = next(looks) - 1
    assert needed > whole.states / 256 * 3
    for seconds in [*range(0, needed - 1, max(1, needed // 8)), needed - 2]:
        with pytest.raises(OutOfTime, match=rf"The time \({seconds} s\) is over before"):
            run(text, states=10**6, seconds=seconds)
    assert run(text, states=10**6, seconds=needed).to_dict() == whole.to_dict()


def test_unfolding_has_a_limit_of_time():
    with pytest.raises(OutOfTime, match="before the whole game was explored"):
        unfold(TicTacToe(), states=10**6, seconds=0.01)


def test_the_limit_for_exploring_is_not_one_for_what_is_asked_later():
    for graph in (explore(Nim((1, 2)), seconds=60), unfold(Nim((1, 2)), seconds=60)):
        limits = [graph.deadline.seconds]
        for seconds in (60, None):
            assert Checker(graph, seconds=seconds).valid("true")
            limits.append(graph.deadline.seconds)
        assert limits == [None, 60, None]


def test_a_list_may_grow_while_it_is_watched():
    items = [0]
    for item in Deadline(60).over(items):
        items += [item + 1] * (item < 600)
    assert len(items) == 601
