"""Groups and lenses: what `gokan status` says, with lines that can be shown and played out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gokan.cli import run
from gokan.go.game import Game
from tests.serve.running import Client

# White's corner lives by B9 alone; both sides' walls are wide.
SGF = (
    "(;SZ[9]PB[Ann]PW[Ben]"
    "AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea][gc][cg][ge];W[gg];B[gf])"
)
CERTAINTIES = {"exact", "proved", "read", "measured", "learned"}


@pytest.fixture(scope="module")
def game(client: Client) -> Any:
    return client.post("/records", {"request": client.request(), "sgf": SGF})


def test_every_group_is_told_with_its_certainty(client: Client, game: Any) -> None:
    found = client.post(f"/games/{game['id']}/groups", {"at": 2})
    corner = found["groups"][0]  # what hangs on the next move comes first
    assert (corner["word"], corner["certainty"], corner["color"]) == (
        "unsettled",
        "proved",
        "white",
    )
    assert sorted(corner["stones"]) == ["A8", "B8", "C8", "D8", "D9"]
    assert all(one["certainty"] in CERTAINTIES for one in found["groups"])
    everything = [stone for one in found["groups"] for stone in one["stones"]]
    assert len(everything) == len(set(everything)) == 17
    taken = client.post(f"/games/{game['id']}/groups", {"at": 2, "line": ["pass", "B9"]})
    words = {stone: one["word"] for one in taken["groups"] for stone in one["stones"]}
    assert words["A8"] == "dead"


def test_it_says_what_the_command_line_says(
    client: Client, game: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = client.post(f"/games/{game['id']}/groups", {"at": 1})
    _, command = found["command"].split("gokan status GAME.sgf ")
    (tmp_path / "a.sgf").write_text(SGF)
    assert run(["status", str(tmp_path / "a.sgf"), *command.split("#")[0].split(), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["groups"]

    def words(groups: list[dict[str, Any]]) -> set[tuple[str, ...]]:
        key = "stones" if "stones" in groups[0] else "target"
        return {(*sorted(one[key]), one["word"], one["certainty"]) for one in groups}

    assert words(said) == words(found["groups"])


def test_a_group_is_told_with_what_it_rests_on_and_lines_that_can_be_played(
    client: Client, game: Any
) -> None:
    found = client.post(f"/games/{game['id']}/group", {"at": 2, "stone": "B8"})
    assert found["group"]["word"] == "unsettled"
    assert any(one["source"] == "reading" for one in found["evidence"])
    owner, other = found["readings"]
    assert (owner["first"], owner["goal"], owner["result"]) == ("white", "live", "win")
    assert (other["first"], other["goal"], other["result"]) == ("black", "kill", "win")
    works = [one["line"][0] for one in owner["lines"] if one["works"]]
    fails = [one["line"][0] for one in owner["lines"] if not one["works"]]
    assert works == ["B9"]
    assert "A9" in fails
    position = Game.parse(SGF).position(2)
    for reading in found["readings"]:
        passes = ["pass"] if reading["first"] != "white" else []
        for one in reading["lines"]:
            position.play_all([*passes, *one["line"]])  # each can be shown on the board
            assert one["certainty"] in ("proved", "read")


def test_a_group_is_played_out_as_a_problem(client: Client, game: Any) -> None:
    path = f"/games/{game['id']}/practise"
    problem = client.post(path, {"at": 2, "stone": "A8", "first": "black"})
    assert (problem["goal"], problem["to_play"], problem["deck"]) == ("kill", "black", "book")
    assert problem["title"] == "Ann – Ben, move 2"
    assert client.post(path, {"at": 2, "stone": "B8", "first": "black"})["id"] == problem["id"]
    asked = {"attempt": "attempt-1", "line": ["B9"]}
    answer = client.post(f"/problems/{problem['id']}/moves", asked)
    assert (answer["outcome"], answer["certainty"]) in {("right", "proved"), ("solved", "proved")}
    status, said = client.ask("POST", path, {"at": 2, "stone": "G3", "first": "white"})
    assert status in (200, 400)
    assert status == 200 or said["error"].startswith("Reading")
    status, said = client.ask("POST", path, {"at": 2, "stone": "E5", "first": "white"})
    assert (status, said["error"]) == (400, "There is no stone at E5; name one of a group.")


def test_lenses_paint_every_point(client: Client, game: Any) -> None:
    for name in ("influence", "strength"):
        found = client.post(f"/games/{game['id']}/lens", {"at": 2, "lens": name})
        assert len(found["map"]) == 81
        assert len(set(found["map"])) > 3
        assert found["certainty"] in CERTAINTIES
    assert client.ask("POST", f"/games/{game['id']}/lens", {"at": 2, "lens": "x"})[0] == 422
