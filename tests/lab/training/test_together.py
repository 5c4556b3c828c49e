"""Many games at once get the same answers as one, and nobody waits for a game that has left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.intuition import fate_of, glance, network
from gokan_lab.training import together
from gokan_lab.training.in_turn import InTurn
from gokan_lab.training.together import each


class Plain:
    """The runner of the core, asked for whole batches."""

    def __init__(self) -> None:
        self.runner = network.load().runner
        self.sizes: list[int] = []

    def __call__(self, planes: Any) -> tuple[Any, Any, Any, Any, Any]:
        self.sizes.append(len(planes))
        rows, columns = planes.shape[2:]
        told = self.runner.run(planes.tobytes(), len(planes), rows, columns, 1)
        parts = (told.moves, told.professional, told.numbers, told.owner, told.groups)
        found = [np.frombuffer(part, np.float32).reshape(len(planes), -1) for part in parts]
        return found[0], found[1], found[2], found[3], found[4]


def test_answers_are_those_of_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    forward = Plain()
    monkeypatch.setattr(together, "torch_forward", lambda device: forward)
    positions = [Position.empty(5).play(point) for point in range(6)]
    alone = [network.load().evaluate([p], way=n)[0] for n, p in enumerate(positions)]
    found: dict[int, Any] = {}

    def ask(number: int) -> None:
        for _ in range(number + 1):  # the games end at different times
            found[number] = network.load().evaluate([positions[number]], way=number)[0]

    each(ask, iter(range(6)), games=6, device="some")
    assert sum(forward.sizes) == 21
    assert len(forward.sizes) < 21  # several at once
    assert network.load().runner is forward.runner  # as before
    for number, one in enumerate(alone):
        assert found[number].win == pytest.approx(one.win, abs=1e-5)
        assert found[number].policy == pytest.approx(one.policy, abs=1e-5)
        assert found[number].ownership == pytest.approx(one.ownership, abs=1e-5)
        assert found[number].fate == pytest.approx(one.fate, abs=1e-5)


def test_a_group_can_be_asked_about_in_company(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in did not know all that the network may be asked."""
    monkeypatch.setattr(together, "torch_forward", lambda device: Plain())
    position = Position.empty(5).play("C3")
    stones = [position.point("C3")]
    found: list[Any] = []
    each(lambda _: found.append(fate_of(position, stones)), iter(range(2)), games=2, device="some")
    assert [one.alive for one in found] == pytest.approx([fate_of(position, stones).alive] * 2)

    def unread(_: int) -> None:
        glance(position, stones)

    with pytest.raises(InvalidInput, match="told of ladders"):
        each(unread, iter(range(2)), games=2, device="some")


def test_a_failure_is_told() -> None:
    def work(number: int) -> None:
        if number == 3:
            raise KeyError(number)

    with pytest.raises(KeyError):
        each(work, iter(range(10)), games=2)


def test_a_failure_of_the_network_ends_every_game() -> None:
    def judge(positions: list[Position], ways: list[int]) -> list[int]:
        raise ZeroDivisionError

    turns = InTurn(judge)
    ended: list[int] = []

    def game() -> None:
        try:
            turns.evaluate([Position.empty(3)])
        finally:
            ended.append(1)

    with pytest.raises(ZeroDivisionError):
        turns.run([game] * 3)
    assert len(ended) == 3
