"""Many searches side by side, of benchmarks/many_searches.py: the same answers as one by one."""

from __future__ import annotations

from typing import Any

import pytest

from gokan.explain.reviews.numbers import SearchNumbers
from gokan.go import Position
from gokan.intuition import network
from gokan.play.tree.evaluators import default_evaluator
from tests.benches import load


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module, with the network of the core in place of that in torch."""
    module = load("many_searches")
    runner = network.load().runner

    def forward(planes: Any) -> Any:
        import numpy as np

        count, _, rows, columns = planes.shape
        told = runner.run(planes.tobytes(), count, rows, columns, 1)
        parts = (told.moves, told.professional, told.numbers, told.owner, told.groups)
        return tuple(np.frombuffer(part, np.float32).reshape(count, -1) for part in parts)

    monkeypatch.setattr(module, "torch_forward", lambda _: forward)
    return module


def test_a_device_judges_as_the_usual_evaluator_does(many: Any) -> None:
    boards = [Position.empty(9).play("C3"), Position.empty(7).play("D4"), Position.empty(9)]
    there, here = many.OnDevice("any").evaluate(boards), default_evaluator().evaluate(boards)
    assert [one.lead for one in there] == pytest.approx([one.lead for one in here])
    assert [one.policy.argmax() for one in there] == [one.policy.argmax() for one in here]


def test_what_moves_cost_is_found_out_as_in_a_review(many: Any) -> None:
    position, numbers = Position.empty(7).play("D4"), SearchNumbers(default_evaluator(), visits=6)
    moves = [position.point(name) for name in ("A1", "C4", "D5", "A7")]
    asked = [(position, move, 6) for move in moves]
    found = dict(many.thoughts(many.OnDevice("any"), asked, abreast=2))
    alone = [numbers.think(position, move, visits=6).loss for move in moves]
    assert [found[n].loss for n in range(4)] == pytest.approx(alone, abs=0.01)
    assert found[0].loss > 0


def test_what_is_known_first_is_handed_out_first(many: Any) -> None:
    position = Position.empty(7)
    asked = [(position, position.point("A1"), visits) for visits in (8, 2, 2)]
    assert [place for place, _ in many.thoughts(default_evaluator(), asked, abreast=2)] == [1, 2, 0]


def test_searches_answer_in_the_order_asked(many: Any) -> None:
    boards = [Position.empty(7), Position.empty(9)]
    found = many.searches(default_evaluator(), [(boards[0], 5), (boards[1], 2)])
    assert [(one.position, one.visits) for one in found] == [(boards[0], 5), (boards[1], 2)]
