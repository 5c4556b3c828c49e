"""`gokan analysis` with a real client: the engine class of the published package KaTrain.

    pip download katrain pysgf --no-deps    # unpack both wheels into one folder
    GOKAN_KATRAIN=FOLDER pytest tests/gtp/test_katrain.py

Its graphics (kivy) are not needed and are left out.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

FOLDER = os.environ.get("GOKAN_KATRAIN", "")
pytestmark = pytest.mark.skipif(not FOLDER, reason="needs GOKAN_KATRAIN, a folder with KaTrain")
_ERROR = -1  # of KaTrain's levels of messages
LIMIT = 120.0  # seconds until an answer is given up


class App:
    """What the engine wants of the program around it."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def log(self, message: str, level: int = 0) -> None:
        if level == _ERROR:
            self.errors.append(message)

    def __call__(self, *message: object) -> None:
        self.errors.append(str(message))


@pytest.fixture(scope="module")
def katrain() -> Iterator[SimpleNamespace]:
    """The parts of the package, imported with a stand-in for kivy."""

    def module(name: str, **parts: Any) -> None:
        sys.modules[name] = made = ModuleType(name)
        vars(made).update(parts)

    module("kivy")
    module("kivy.utils", platform="linux")
    module("kivy._event", Observable=object)
    sys.path.insert(0, FOLDER)
    try:
        yield SimpleNamespace(
            engine=importlib.import_module("katrain.core.engine"),
            node=importlib.import_module("katrain.core.game_node"),
            sgf=importlib.import_module("pysgf"),
        )
    finally:
        sys.path.remove(FOLDER)


@pytest.fixture
def engine(katrain: SimpleNamespace) -> Iterator[Any]:
    """Started as KaTrain starts KataGo: with its model, its configuration and its settings."""
    config = json.loads((Path(FOLDER) / "katrain" / "config.json").read_text())["engine"]
    config |= {"katago": str(Path(sys.executable).parent / "gokan"), "max_visits": 20}
    config |= {"fast_visits": 5, "max_time": LIMIT}
    made = katrain.engine.KataGoEngine(App(), config)
    process = made.katago_process
    yield made
    made.shutdown()
    process.communicate()
    assert not made.katrain.errors


def wait_until(done: Callable[[], object]) -> None:
    end = time.monotonic() + LIMIT
    while not done():
        assert time.monotonic() < end, "no answer"
        time.sleep(0.02)


def game(katrain: SimpleNamespace, *moves: str) -> Any:
    node = katrain.node.GameNode(properties={"SZ": ["9"], "KM": ["6.5"], "RU": ["japanese"]})
    for i, move in enumerate(moves):
        node = node.play(katrain.sgf.Move.from_gtp(move, player="BW"[i % 2]))
    return node


def test_its_nodes_take_in_every_answer(katrain: SimpleNamespace, engine: Any) -> None:
    """Three positions at once, one of them as a sweep of a single move."""
    nodes = [game(katrain), game(katrain, "E5"), game(katrain, "E5", "C5", "G5")]
    for node in nodes:
        node.analyze(engine)
    wait_until(lambda: all(node.analysis_complete for node in nodes))
    for node in nodes:
        assert node.analysis["root"]["visits"] >= 20
        assert len(node.ownership) == 81
        assert len(node.policy) == 82
        best = node.candidate_moves[0]
        assert best["order"] == 0
        assert best["pv"][0] == best["move"]
        assert node.analysis_exists
        assert abs(node.score) < 81
        assert 0 <= node.winrate <= 1
    wait_until(engine.is_idle)


def test_alternatives_regions_and_sweeps(katrain: SimpleNamespace, engine: Any) -> None:
    node = game(katrain, "E5", "C5")
    node.analyze(engine)
    wait_until(lambda: node.analysis_complete)
    known = {move["move"] for move in node.candidate_moves}
    heard: list[dict[str, Any]] = []

    def hear(answer: dict[str, Any], partial: bool) -> None:
        if not partial:
            heard.append(answer)

    engine.request_analysis(node, hear, find_alternatives=True)
    wait_until(lambda: heard)
    assert known.isdisjoint(move["move"] for move in heard.pop()["moveInfos"])
    engine.request_analysis(node, hear, region_of_interest=[0, 3, 0, 3])
    wait_until(lambda: heard)
    assert all(move["move"][0] in "ABCD" for move in heard.pop()["moveInfos"])
    sweep = katrain.sgf.Move.from_gtp("G3", player="B")
    engine.request_analysis(node, hear, next_move=sweep, analyze_fast=True)
    wait_until(lambda: heard)
    assert heard.pop()["turnNumber"] == 3


def test_pondering_reports_and_ends(katrain: SimpleNamespace, engine: Any) -> None:
    node = game(katrain, "E5")
    partial: list[bool] = []
    engine.request_analysis(node, lambda answer, part: partial.append(part), ponder=True)
    wait_until(lambda: len(partial) >= 2)
    assert all(partial[:2])
    engine.stop_pondering()
    wait_until(lambda: not partial[-1])
    wait_until(engine.is_idle)


def test_a_new_game_drops_what_is_asked(katrain: SimpleNamespace, engine: Any) -> None:
    node = game(katrain, "E5")
    node.analyze(engine, visits=100_000)
    wait_until(lambda: engine.queries)
    engine.on_new_game()
    assert engine.is_idle() or engine.queries_remaining() <= 1
    fresh = game(katrain, "C3")
    fresh.analyze(engine)
    wait_until(lambda: fresh.analysis_complete)
    assert not node.analysis_complete
