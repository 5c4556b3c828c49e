"""Questions, reviews, and what the interface says about itself."""

from __future__ import annotations

import json
import runpy
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gokan.go import Position
from gokan.play.session import Session
from gokan.serve import messages, questions
from tests.play.fake_analyst import FakeAnalyst
from tests.serve.running import Client, running

ROOT = Path(__file__).resolve().parents[2]


def test_a_tried_move_is_valued_refuted_and_explained(client: Client) -> None:
    game = client.act(client.game(size=9), "play", "C3")
    path = f"/games/{game['id']}/try"
    found = client.post(path, {"at": 1, "vertex": "G7", "visits": 8})
    assert (found["vertex"], found["to_play"], found["visits"]) == ("G7", "white", 8)
    assert found["best"]["visits"] == found["value"]["visits"]  # at equal effort
    assert found["value"]["line"][0] == "G7"
    assert found["reply"]
    assert found["does"]
    assert all(one["certainty"] in CERTAINTIES for one in found["does"] + found["answer"])
    assert "--move 2 --instead G7" in found["command"]
    shown = client.post(path, {"at": 1, "vertex": "G7", "best": "C7", "visits": 8})
    assert shown["best"]["vertex"] == "C7"  # what the page shows as the best
    taken = client.post(path, {"at": 1, "vertex": "G7", "best": "C3", "visits": 8})
    assert taken["best"]["vertex"] == found["best"]["vertex"]
    deep = client.post(path, {"at": 0, "line": ["E5", "pass"], "vertex": "pass", "visits": 8})
    assert (deep["to_play"], deep["does"]) == ("black", [])
    for ask, says in (
        ({"at": 1, "vertex": "C3"}, "occupied"),
        ({"at": 9, "vertex": "C4"}, "has 1 moves"),
        ({"at": 1, "line": ["C3"], "vertex": "C4"}, "occupied"),
        ({"at": 1, "line": ["pass", "pass"], "vertex": "C4"}, "over"),
    ):
        status, said = client.ask("POST", path, ask)
        assert (status, says in said["error"]) == (400, True)


def test_what_a_move_is_worth_comes_before_the_reasons_and_is_searched_once() -> None:
    analyst, session = FakeAnalyst(), Session.new(9)
    ask = messages.TryAsk(at=0, vertex="G7", visits=8, reasons=False)
    first = questions.try_move(analyst, session, ask, stop=lambda: False)
    assert (first.does, first.answer) == ([], [])
    worked = analyst.worked
    ask = ask.model_copy(update={"reasons": True})
    again = questions.try_move(analyst, session, ask, stop=lambda: False)
    assert (again.value, again.best, again.loss) == (first.value, first.best, first.loss)
    assert again.does
    assert analyst.worked - worked <= 8  # what follows the answer is looked at for its reasons


CERTAINTIES = {"exact", "proved", "read", "measured", "learned"}


def test_the_loss_of_a_tried_move_is_the_difference_of_two_equal_searches() -> None:
    class Scripted(FakeAnalyst):
        """After Black A5 White is ahead; everything else is even."""

        def _told(self, position: Position, effort: Any, visits: int, *, complete: bool) -> Any:
            from dataclasses import replace

            told = super()._told(position, effort, visits, complete=complete)
            lost = position.move_number == 1 and bool(position.board[0])
            return replace(told, lead=-9.0 if lost else 2.0)

    ask = messages.TryAsk(at=0, vertex="A5", visits=8)
    session = Session.new(5)
    found = questions.try_move(Scripted(), session, ask, stop=lambda: False)
    assert found.best.vertex == found.vertex == "A5" or found.loss == 11.0
    better = questions.try_move(
        Scripted(), session, ask.model_copy(update={"vertex": "B5"}), stop=lambda: False
    )
    assert better.loss == -11.0  # better than the first choice: it is said as it is


def test_a_game_is_reviewed_in_the_background_and_told_how_it_gets_on() -> None:
    sgf = "(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[cg];B[cc];W[ge])"
    with running() as client:
        game = client.post("/records", {"request": client.request(), "sgf": sgf})
        ask = {"request": client.request(), "level": "quick"}
        first = client.post(f"/games/{game['id']}/reviews", ask)
        again = client.post(f"/games/{game['id']}/reviews", {**ask, "request": "another-one"})
        assert first["id"] == again["id"]  # it is not made twice
        info = _done(client, game["id"])
        assert (info["state"], info["share"], info["readable"]) == ("done", 1.0, True)
        review = client.get(f"/reviews/{first['id']}")
        assert review["complete"]
        assert [move["vertex"] for move in review["moves"]] == ["E5", "G7", "G3", "C3", "C7", "G5"]
        assert client.ask("GET", "/reviews/0000000000000000")[0] == 404
        empty = client.game()
        status, said = client.ask("POST", f"/games/{empty['id']}/reviews", ask)
        assert (status, said["error"]) == (400, "The game has no moves to review.")


def test_a_review_is_stopped_and_gone_on_with_after_a_restart(tmp_path: Path) -> None:
    sgf = "(;SZ[19]KM[7]" + "".join(
        f";{'BW'[n % 2]}[{chr(97 + 2 + n % 15)}{chr(97 + 2 + 3 * (n // 15))}]" for n in range(60)
    )
    with running(tmp_path / "library") as client:
        game = client.post("/records", {"request": client.request(), "sgf": sgf + ")"})
        ask = {"request": client.request(), "level": "quick"}
        info = client.post(f"/games/{game['id']}/reviews", ask)
        stopped = client.post(f"/reviews/{info['id']}/stop", {})
        assert stopped["state"] == "stopped"
        running_one = client.post(f"/games/{game['id']}/reviews", ask)
        assert running_one["id"] != info["id"]
    with running(tmp_path / "library") as client:
        listed = {one["id"]: one for one in client.get(f"/games/{game['id']}/reviews")["reviews"]}
        assert listed[info["id"]]["state"] == "stopped"
        assert listed[running_one["id"]]["state"] in ("waiting", "running", "done")


def test_a_new_library_begins_with_the_example(tmp_path: Path) -> None:
    for _ in range(2):
        with running(tmp_path / "library", example=True) as client:
            games = client.get("/games")["games"]
            assert len(games) == 1
            assert games[0]["black"]["name"] == "George Cowan"
            assert client.get(f"/games/{games[0]['id']}/reviews")["reviews"][0]["level"] == "quick"


def test_the_example_is_the_one_of_the_documentation() -> None:
    ours = (ROOT / "src/gokan/serve/example.sgf").read_bytes()
    assert ours == (ROOT / "examples/zobrist-cowan.sgf").read_bytes()


def test_answers_keep_to_what_the_interface_says(client: Client) -> None:
    api = client.get("/openapi.json")
    assert all(path.startswith("/api/v1/") for path in api["paths"])
    schemas = {"components": api["components"]}
    game = client.act(client.game(), "play", "C3")

    def fits(name: str, data: Any) -> None:
        jsonschema.validate(data, {"$ref": f"#/components/schemas/{name}", **schemas})

    fits("GameState", game)
    fits("GameList", client.get("/games"))
    fits("Players", client.get("/players"))
    fits("Failure", client.ask("GET", "/games/0000000000000000")[1])
    with pytest.raises(jsonschema.ValidationError):
        fits("GameState", {**game, "phase": "lost"})


def test_the_types_of_the_page_are_those_of_the_messages() -> None:
    script = ROOT / "tools" / "api_types.py"
    wanted = runpy.run_path(str(script))["wanted"]()
    assert (ROOT / "web/src/app/api.ts").read_text("utf-8") == wanted, (
        "run: python tools/api_types.py"
    )


def test_starting_gokan_loads_no_server() -> None:
    import subprocess

    code = "import gokan, gokan.cli, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"import json; {code}"], capture_output=True, text=True, check=True
    )
    loaded = json.loads(done.stdout)
    assert not {"fastapi", "uvicorn", "pydantic", "starlette"} & set(loaded)


def _done(client: Client, game: str) -> Any:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        info = client.get(f"/games/{game}/reviews")["reviews"][0]
        if info["state"] not in ("waiting", "running"):
            return info
        time.sleep(0.05)
    raise AssertionError(info)
