"""KataGo's analysis protocol: queries, actions, errors, order."""

from __future__ import annotations

import json
import math
import queue
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gokan.go import BLACK, Position
from gokan.gtp.analysis.query import Settings
from gokan.gtp.analysis.server import AnalysisServer
from gokan.intuition.network import MissingNetwork, load
from gokan.play.tree.evaluation import Opinion
from gokan.play.tree.evaluators import make_evaluator

BASE: dict[str, Any] = {
    "id": "foo",
    "moves": [],
    "rules": "tromp-taylor",
    "boardXSize": 5,
    "boardYSize": 5,
    "maxVisits": 20,
}


class Stones:
    """Black is always ahead by seven points; takes its time if told to."""

    def __init__(self, delay: float = 0.0) -> None:
        self.delay = delay
        self.seen: list[Position] = []

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        time.sleep(self.delay)
        self.seen += positions
        found = []
        for position in positions:
            sign = 1 if position.to_play == BLACK else -1
            owner = array("f", [sign * 0.5] * len(position.board))
            found.append(Opinion(None, 0.8 if sign > 0 else 0.2, sign * 7.0, 4.0, owner))
        return found


def ask(*queries: object, **settings: Any) -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = []
    server = AnalysisServer(said.append, evaluator=Stones(), settings=Settings(**settings))
    server.serve([q if isinstance(q, str) else json.dumps(q) for q in queries])
    return said


def test_a_full_answer() -> None:
    query = {
        **BASE,
        "moves": [["B", "C3"], ["W", "(1,1)"]],
        "analyzeTurns": [0, 2],
        "komi": 6.5,
        "includeOwnership": True,
        "includePolicy": True,
        "includePVVisits": True,
        "includeMovesOwnership": True,
        "includeOwnershipStdev": True,
        "includeMovesOwnershipStdev": True,
    }
    first, second = ask(query)
    assert (first["turnNumber"], second["turnNumber"]) == (0, 2)
    root = second["rootInfo"]
    assert root["visits"] == 20
    assert root["winrate"] == pytest.approx(0.8)
    assert root["scoreLead"] == pytest.approx(7.0)
    assert root["currentPlayer"] == "B"
    assert {"thisHash", "symHash", "scoreSelfplay", "utility", "scoreStdev"} <= root.keys()
    stdev = 4.0 * math.pi / math.sqrt(3)  # of a logistic distribution with that scale
    raw = {"rawWinrate": 0.8, "rawLead": 7.0, "rawScoreSelfplayStdev": stdev, "weight": 20}
    assert {name: root[name] for name in raw} == pytest.approx(raw)
    assert root["scoreStdev"] == second["moveInfos"][0]["scoreStdev"] == pytest.approx(stdev)
    assert len(second["ownership"]) == 25
    assert second["ownershipStdev"] == [0.0] * 25  # it is always said the same
    assert len(second["policy"]) == 26
    assert second["policy"][12] == -1  # Black stands there
    assert second["policy"][6] == -1  # (1,1) is B4, where White stands
    assert sum(p for p in second["policy"] if p >= 0) == pytest.approx(1.0)
    best = second["moveInfos"][0]
    assert best["order"] == 0
    assert best["pv"][0] == best["move"]
    assert len(best["pvVisits"]) == len(best["pv"])
    assert len(best["ownership"]) == len(best["ownershipStdev"]) == 25
    selection = [info["playSelectionValue"] for info in second["moveInfos"]]
    assert selection[0] == max(selection)
    needed = (
        "visits winrate scoreMean scoreStdev scoreLead scoreSelfplay prior utility lcb utilityLcb "
        "edgeVisits edgeWeight weight"
    )
    assert set(needed.split()) <= best.keys()
    assert not second["isDuringSearch"]


def test_reasons_under_a_key_of_their_own() -> None:
    stones = [["B", "C4"], ["B", "B3"], ["W", "C3"], ["B", "D3"], ["W", "E5"]]
    query = {**BASE, "initialStones": stones, "initialPlayer": "B", "maxVisits": 60}
    assert "reasons" not in ask(query)[0]
    (said,) = ask({**query, "includeReasons": 30})
    told = {one["move"]: one["sentences"] for one in said["reasons"]}
    assert list(told) == [one["move"] for one in said["moveInfos"] if one["move"] != "pass"][:30]
    captures = [one for one in told["C2"] if one["kind"] == "captures"]
    assert captures[0]["certainty"] == "exact"
    assert "C3" in captures[0]["text"]
    assert len(ask({**query, "includeReasons": True})[0]["reasons"]) == 3
    assert ask({**query, "includeReasons": "yes"})[0]["field"] == "includeReasons"


def test_points_of_view() -> None:
    query = {**BASE, "moves": [["B", "C3"]], "includeOwnership": True}
    for view, win in (("BLACK", 0.8), ("WHITE", 0.2), ("SIDETOMOVE", 0.2)):
        (said,) = ask({**query, "overrideSettings": {"reportAnalysisWinratesAs": view}})
        assert said["rootInfo"]["winrate"] == pytest.approx(win)
        assert (said["ownership"][0] > 0) == (win > 0.5)
    (said,) = ask(query, view="WHITE")
    assert said["rootInfo"]["scoreLead"] == pytest.approx(-7.0)


def test_symmetric_positions_share_a_hash() -> None:
    hashes = []
    for move in ("B2", "D4", "B3"):
        (said,) = ask({**BASE, "moves": [["B", move]], "maxVisits": 1})
        hashes.append((said["rootInfo"]["thisHash"], said["rootInfo"]["symHash"]))
    assert hashes[0][0] != hashes[1][0]
    assert hashes[0][1] == hashes[1][1] != hashes[2][1]


def test_boards_of_different_sizes_have_different_hashes() -> None:
    sizes = [(5, 5), (5, 7), (7, 5), (9, 9)]
    roots = [
        ask({**BASE, "boardXSize": x, "boardYSize": y, "maxVisits": 1})[0]["rootInfo"]
        for x, y in sizes
    ]
    assert len({root["thisHash"] for root in roots}) == len(sizes)
    assert roots[1]["symHash"] == roots[2]["symHash"]  # the same board, turned


def test_moves_can_be_ruled_out() -> None:
    avoid = [{"player": "B", "moves": ["C3", "pass"], "untilDepth": 1}]
    (said,) = ask({**BASE, "avoidMoves": avoid, "maxVisits": 60})
    moves = {info["move"] for info in said["moveInfos"]}
    assert moves
    assert not moves & {"C3", "pass"}
    allow = [{"player": "B", "moves": ["A1", "B2"], "untilDepth": 3}]
    (said,) = ask({**BASE, "allowMoves": allow, "maxVisits": 60})
    assert {info["move"] for info in said["moveInfos"]} == {"A1", "B2"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"rules": "honinbo"}, "rules"),
        ({"rules": 5}, "rules"),
        ({"moves": [["B", "Z9"]]}, "moves"),
        ({"moves": [["B", "C3"], ["W", "C3"]]}, "moves"),
        ({"moves": "C3"}, "moves"),
        ({"moves": [[]]}, "moves"),
        ({"moves": [["G", "C3"]]}, "moves"),
        ({"boardXSize": 99}, "boardXSize"),
        ({"boardYSize": "x"}, "boardYSize"),
        ({"komi": 6.25}, "komi"),
        ({"komi": float("inf")}, "komi"),
        ({"analyzeTurns": [3]}, "analyzeTurns"),
        ({"maxVisits": 0}, "maxVisits"),
        ({"initialStones": [["B", "pass"]]}, "initialStones"),
        ({"initialPlayer": "green"}, "initialPlayer"),
        ({"avoidMoves": [{"player": "B"}]}, "avoidMoves"),
        ({"allowMoves": [{}, {}]}, "allowMoves"),
        ({"overrideSettings": []}, "overrideSettings"),
        ({"includePolicy": "yes"}, "includePolicy"),
        ({"priorities": [1, 2]}, "priorities"),
        ({"whiteHandicapBonus": "7"}, "whiteHandicapBonus"),
    ],
)
def test_errors_name_the_field(change: dict[str, Any], field: str) -> None:
    (said,) = ask({**BASE, **change})
    assert said["field"] == field
    assert said["id"] == "foo"
    assert said["error"]


def test_missing_fields_and_broken_lines() -> None:
    for name in ("moves", "rules", "boardXSize", "boardYSize"):
        (said,) = ask({key: value for key, value in BASE.items() if key != name})
        assert said["field"] == name
    assert ask("{nonsense")[0].keys() == {"error"}
    assert ask("[1]")[0].keys() == {"error"}
    assert ask({**BASE, "id": 7})[0]["field"] == "id"
    assert ask("[" * 100_000)[0].keys() == {"error"}
    warning, answer = ask({**BASE, "colour": "blue"})
    assert (warning["field"], answer["rootInfo"]["visits"]) == ("colour", 20)


def test_handicap_stones_and_rules() -> None:
    query = {**BASE, "initialStones": [["B", "B2"], ["B", "D4"]], "rules": "chinese", "komi": 0.5}
    stones = Stones()
    AnalysisServer(lambda said: None, evaluator=stones).serve([json.dumps(query)])
    first = stones.seen[0]
    assert str(first.to_play) == "white"
    assert first.rules.komi == 2.5  # two points for two stones
    rules = {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False}
    AnalysisServer(lambda said: None, evaluator=stones).serve(
        [json.dumps({**BASE, "rules": rules})]
    )
    assert stones.seen[-1].rules.scoring == "territory"


def test_actions() -> None:
    said = ask(
        {"id": "v", "action": "query_version"},
        {"id": "c", "action": "clear_cache"},
        {"id": "x", "action": "dance"},
    )
    assert said[0]["version"].count(".") == 2
    assert said[1] == {"id": "c", "action": "clear_cache"}
    assert said[2]["field"] == "action"


@pytest.mark.parametrize(("values", "networks"), [("network+strength*0.5", 1), ("playouts", 0)])
def test_the_network_in_use_is_named(values: str, networks: int) -> None:
    said: list[dict[str, Any]] = []
    query = {"id": "m", "action": "query_models"}
    AnalysisServer(said.append, evaluator=make_evaluator(values)).serve([json.dumps(query)])
    model = {
        "name": "gokan.safetensors",
        "internalName": load().card["name"],
        "maxBatchSize": 1,
        "usesHumanSLProfile": False,
        "usingFP16": "false",
    }
    assert said == [{**query, "models": [model] * networks}]


def test_a_network_that_cannot_be_read_is_told_and_the_rest_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def damaged() -> None:
        raise MissingNetwork("The network is damaged.")

    monkeypatch.setattr("gokan.intuition.network.load", damaged)
    said: list[dict[str, Any]] = []
    queries = [{"id": "m", "action": "query_models"}, {"id": "c", "action": "clear_cache"}]
    server = AnalysisServer(said.append, evaluator=make_evaluator("network"))
    server.serve(map(json.dumps, queries))
    assert said == [{"id": "m", "error": "The network is damaged."}, queries[1]]


class Conversation:
    """A server in a thread, so that lines can be sent while it works."""

    def __init__(self, **settings: Any) -> None:
        self.said: queue.Queue[dict[str, Any]] = queue.Queue()
        self._lines: queue.Queue[str | None] = queue.Queue()
        server = AnalysisServer(
            self.said.put, evaluator=Stones(0.002), settings=Settings(**settings)
        )
        self._thread = threading.Thread(target=lambda: server.serve(self._read()))
        self._thread.start()

    def _read(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def send(self, query: dict[str, Any]) -> None:
        self._lines.put(json.dumps(query))

    def hear(self) -> dict[str, Any]:
        return self.said.get(timeout=30)

    def end(self) -> None:
        self._lines.put(None)
        self._thread.join(30)
        assert not self._thread.is_alive()


def test_reports_priorities_and_termination() -> None:
    talk = Conversation()
    talk.send({**BASE, "id": "long", "maxVisits": 1_000_000, "reportDuringSearchEvery": 0.02})
    first = talk.hear()
    assert first["isDuringSearch"]
    assert first["moveInfos"]
    talk.send({**BASE, "id": "low"})
    talk.send({**BASE, "id": "high", "priority": 5})
    talk.send({**BASE, "id": "never", "analyzeTurns": [0], "priority": -1})
    talk.send({"id": "t1", "action": "terminate", "terminateId": "never", "turnNumbers": [0]})
    talk.send({"id": "t2", "action": "terminate", "terminateId": "long"})
    order: list[str] = []
    while len(order) < 6:
        said = talk.hear()
        if not said.get("isDuringSearch"):
            order.append(said["id"])
            if said["id"] == "never":
                assert said["noResults"]
                assert "moveInfos" not in said
            if said["id"] == "long":
                assert 0 < said["rootInfo"]["visits"] < 1_000_000
    talk.end()
    assert order.index("high") < order.index("low")
    assert order.index("long") < order.index("high")
    assert set(order) == {"long", "high", "low", "never", "t1", "t2"}


def test_several_at_once() -> None:
    talk = Conversation(threads=2)
    talk.send({**BASE, "id": "long", "maxVisits": 1_000_000})
    talk.send({**BASE, "id": "short"})
    assert talk.hear()["id"] == "short"
    talk.send({"id": "t", "action": "terminate_all"})
    assert {talk.hear()["id"], talk.hear()["id"]} == {"t", "long"}
    talk.end()


def test_the_program(tmp_path: Path) -> None:
    config = tmp_path / "analysis.cfg"
    config.write_text("maxVisits = 7 # few\nreportAnalysisWinratesAs = SIDETOMOVE\nlogDir = x\n")
    command = [
        sys.executable,
        "-m",
        "gokan",
        "analysis",
        "-config",
        str(config),
        "-model",
        "x.bin.gz",
    ]
    command += ["-override-config", "maxVisits=9", "--values", "playouts", "--priors", "even"]
    query = {key: value for key, value in BASE.items() if key != "maxVisits"}
    done = subprocess.run(
        command,
        input=json.dumps(query) + "\n",
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rootInfo"]["visits"] == 9
    assert "ready to begin handling requests" in done.stderr


def test_it_leaves_at_once_when_told_to() -> None:
    def lines() -> Iterator[str]:
        yield json.dumps({**BASE, "maxVisits": 1_000_000})
        yield json.dumps({**BASE, "id": "later"})
        raise KeyboardInterrupt

    said: list[dict[str, Any]] = []
    with pytest.raises(KeyboardInterrupt):
        AnalysisServer(said.append, evaluator=Stones(0.001)).serve(lines())
    assert not said
    AnalysisServer(said.append, evaluator=Stones(0.001), wait=False).serve(
        [json.dumps({**BASE, "maxVisits": 1_000_000})]
    )
    assert not said


def test_broken_bytes_and_closed_ears() -> None:
    command = [sys.executable, "-m", "gokan", "analysis", "--values", "playouts"]
    done = subprocess.run(command, input=b"\xff\xfe{\n", capture_output=True)
    assert done.returncode == 0
    assert json.loads(done.stdout)["error"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(json.dumps(BASE).encode() + b"\n")
        process.stdin.close()
        process.wait(30)


class Sure(Stones):
    """Nine times as fond of the first point as of all others together."""

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        found = super().evaluate(positions)
        for i, position in enumerate(positions):
            points = len(position.board)
            policy = array("f", [0.9, *[0.1 / points] * points])
            one = found[i]
            found[i] = Opinion(policy, one.win, one.lead, one.spread, one.ownership)
        return found


def test_a_temperature_widens_the_search_and_leaves_the_policy() -> None:
    tried, policies = [], []
    for temperature in (1.0, 4.0):
        said: list[dict[str, Any]] = []
        query = {**BASE, "rootPolicyTemperature": temperature, "includePolicy": True}
        AnalysisServer(said.append, evaluator=Sure()).serve([json.dumps(query)])
        tried.append(len(said[0]["moveInfos"]))
        policies.append(said[0]["policy"])
    assert tried[1] > tried[0]
    assert policies[1] == pytest.approx(policies[0], abs=1e-4)
    (wrong,) = ask({**BASE, "rootPolicyTemperature": 0})
    assert wrong["field"] == "rootPolicyTemperature"


def test_lines_can_be_cut_and_visits_are_told_twice() -> None:
    query = {**BASE, "maxVisits": 200, "includePVVisits": True}
    assert any(len(one["pv"]) > 2 for one in ask(query)[0]["moveInfos"])
    for one in ask({**query, "analysisPVLen": 1})[0]["moveInfos"]:
        assert len(one["pv"]) <= 2
        assert one["pvVisits"] == one["pvEdgeVisits"]
        assert len(one["pvVisits"]) == len(one["pv"])


def test_each_player_may_have_moves_of_its_own() -> None:
    allowed = [
        {"player": "B", "moves": ["A1", "B1"], "untilDepth": 4},
        {"player": "W", "moves": ["E5"], "untilDepth": 4},
    ]
    (said,) = ask({**BASE, "allowMoves": allowed, "maxVisits": 40})
    assert {one["move"] for one in said["moveInfos"]} <= {"A1", "B1"}
    assert {one["pv"][1] for one in said["moveInfos"] if len(one["pv"]) > 1} == {"E5"}
    (wrong,) = ask({**BASE, "allowMoves": [allowed[0], allowed[0]]})
    assert wrong["field"] == "allowMoves"


def test_what_is_not_said_is_named() -> None:
    warning, said = ask({**BASE, "includeNoResultValue": True, "komi": 400})
    assert warning["field"] == "includeNoResultValue"
    assert said["rootInfo"]["visits"] == 20


def test_the_root_is_looked_at_from_as_many_sides_as_wished() -> None:
    (said,) = ask({**BASE, "overrideSettings": {"rootNumSymmetriesToSample": 8}})
    assert said["rootInfo"]["visits"] == 20
    (wrong,) = ask({**BASE, "overrideSettings": {"rootNumSymmetriesToSample": 9}})
    assert wrong["field"] == "rootNumSymmetriesToSample"
