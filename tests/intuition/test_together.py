"""Many games at once get the same answers as one, and nobody waits for a game that has left."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from gokan.go import Position
from gokan.intuition import network
from gokan.intuition.training.together import Together, each


class Plain:
    """The runner of the core, asked for whole batches."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, planes: Any) -> tuple[Any, Any, Any, Any]:
        import numpy as np

        self.sizes.append(len(planes))
        told = network.load()._runner.run(planes.tobytes(), len(planes), 5, 5, 1)
        parts = [np.frombuffer(part, np.float32).reshape(len(planes), -1) for part in told]
        return parts[0], parts[1], parts[2], parts[3]


def test_answers_are_those_of_one_game() -> None:
    forward = Plain()
    positions = [Position.empty(5).play(point) for point in range(6)]
    alone = [network.load().evaluate([position])[0] for position in positions]
    many = Together(forward, len(positions))
    found: dict[int, Any] = {}

    def ask(number: int) -> None:
        other = network.Network.__new__(network.Network)
        other.card, other._runner = {}, many  # type: ignore[assignment]
        for _ in range(number + 1):  # the games end at different times
            found[number] = other.evaluate([positions[number]])[0]
        many.leave()

    threads = [threading.Thread(target=ask, args=(n,), daemon=True) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert forward.sizes == [6, 5, 4, 3, 2, 1]
    for number, one in enumerate(alone):
        assert found[number].win == pytest.approx(one.win, abs=1e-5)
        assert found[number].policy == pytest.approx(one.policy, abs=1e-5)


def test_a_failure_is_told() -> None:
    def work(number: int) -> None:
        if number == 3:
            raise KeyError(number)

    with pytest.raises(KeyError):
        each(work, iter(range(10)), games=2)
