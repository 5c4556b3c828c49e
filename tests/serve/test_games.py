"""Games over the interface: to the end, counted, taken back, once and in order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gokan.go.game import Game
from gokan.play.players import PLAYERS
from gokan.serve.store import StoreFailed
from tests.serve.running import Client, running

OPEN = {"player": "random"}


def test_two_people_play_to_the_count(client: Client) -> None:
    game = client.game(komi=0, rules="tromp-taylor")
    assert (game["to_play"], game["revision"], game["phase"]) == ("black", 1, "playing")
    game = client.act(game, "play", "C3")
    game = client.act(game, "play", "A5")
    game = client.act(game, "play", "pass")
    game = client.act(game, "play", "pass")
    assert game["phase"] == "counting"
    game = client.until(game, lambda now: not now["thinking"])
    if "A5" not in game["dead"]:
        game = client.act(game, "toggle-dead", "A5")
    assert game["score"]["result"] == "B+25"
    assert set(game["score"]["owner"]) == {1}
    game = client.act(game, "toggle-dead", "A5")
    assert game["dead"] == []
    game = client.act(game, "toggle-dead", "A5")
    game = client.act(game, "agree")
    assert (game["phase"], game["result"]) == ("over", "B+25")
    assert client.get(f"/games/{game['id']}") == game
    game = client.act(game, "go-on")
    assert [move["vertex"] for move in game["moves"]] == ["C3", "A5"]


def test_a_program_answers_and_its_move_is_taken_back_with_ones_own(client: Client) -> None:
    game = client.game(white=OPEN)
    game = client.act(game, "play", "C3")
    assert game["thinking"] or len(game["moves"]) == 2
    game = client.until(game, lambda now: len(now["moves"]) == 2)
    assert game["moves"][1]["color"] == "white"
    game = client.act(game, "undo")
    assert game["moves"] == []
    status, said = client.ask(
        "POST",
        f"/games/{game['id']}/actions",
        {"request": client.request(), "revision": game["revision"], "do": "undo"},
    )
    assert (status, said["error"]) == (400, "There is nothing to take back.")


def test_a_program_that_begins_does_so_unasked(client: Client) -> None:
    game = client.game(black=OPEN, white={"player": "person"})
    game = client.until(game, lambda now: len(now["moves"]) == 1)
    assert game["to_play"] == "white"
    over = client.act(game, "resign")
    assert (over["phase"], over["result"]) == ("over", "B+R")
    assert client.act(over, "undo")["phase"] == "playing"


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_answers(client: Client, name: str) -> None:
    level = 1 if name == "gokan" else 0
    game = client.game(size=7, white={"player": name, "level": level})
    game = client.act(game, "play", "D4")
    game = client.until(
        game, lambda now: len(now["moves"]) == 2 or now["phase"] != "playing", seconds=60
    )
    assert not game["trouble"]


def test_a_retry_is_not_done_twice_and_another_tab_is_told(client: Client) -> None:
    game = client.game()
    asked = {"request": "the-same-one", "revision": game["revision"], "do": "play", "vertex": "C3"}
    path = f"/games/{game['id']}/actions"
    first = client.post(path, asked)
    assert client.post(path, asked) == first
    assert len(first["moves"]) == 1
    status, said = client.ask("POST", path, {**asked, "request": "from-another-tab"})
    assert (status, said["code"]) == (409, "revision")
    made = {"request": "the-same-game", "size": 5}
    assert client.post("/games", made)["id"] == client.post("/games", made)["id"]


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"do": "play"}, 400, "Name a point"),
        ({"do": "play", "vertex": "Z9"}, 400, "Z9"),
        ({"do": "toggle-dead", "vertex": "C3"}, 400, "not being counted"),
        ({"do": "dance"}, 422, "field do: "),
        ({"do": "play", "vertex": "C3", "more": 1}, 422, "field more: "),
        ({"request": "short", "do": "undo"}, 422, "field request: "),
        ({"revision": -1, "do": "undo"}, 422, "field revision: "),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    client: Client, change: dict[str, Any], status: int, says: str
) -> None:
    game = client.game()
    asked = {"request": client.request(), "revision": game["revision"], **change}
    found, said = client.ask("POST", f"/games/{game['id']}/actions", asked)
    assert found == status
    assert says in said["error"]
    assert said["error"].endswith(".")
    assert client.get(f"/games/{game['id']}") == game


def test_illegal_moves_say_why(client: Client) -> None:
    game = client.act(client.game(), "play", "C3")
    asked = {"request": client.request(), "revision": game["revision"], "do": "play"}
    _, said = client.ask("POST", f"/games/{game['id']}/actions", {**asked, "vertex": "C3"})
    assert said["error"] == "White C3: the point is occupied."


def test_two_programs_are_for_match(client: Client) -> None:
    asked = {"request": client.request(), "black": OPEN, "white": OPEN}
    status, said = client.ask("POST", "/games", asked)
    assert (status, "gokan match" in said["error"]) == (400, True)


def test_a_record_is_opened_shown_and_given_back_byte_for_byte(client: Client) -> None:
    sgf = "(;SZ[9]PB[Ann <b>]PW[Ben]RE[W+R]XY[kept];B[ee];W[eg](;B[gg])(;B[cc]))"
    game = client.post("/records", {"request": client.request(), "sgf": sgf, "name": "a.sgf"})
    assert (game["kind"], game["black"]["name"], game["result"]) == ("record", "Ann <b>", "W+R")
    assert [move["vertex"] for move in game["moves"]] == ["E5", "E3", "G3"]
    path = f"/api/v1/games/{game['id']}/sgf"
    status, headers, body = client.raw("GET", path, authorization=f"Bearer {client.secret}")
    assert status == 200
    assert headers["content-type"] == "application/x-go-sgf"
    assert b"XY[kept]" in body
    assert len(Game.parse(body).root.children[0].children[0].children) == 2
    asked = {"request": client.request(), "revision": 1, "do": "play", "vertex": "A1"}
    status, said = client.ask("POST", f"/games/{game['id']}/actions", asked)
    assert (status, "not played on" in said["error"]) == (400, True)
    for broken in ("", "no record", "(;SZ[99])", "(;B[ee]" * 9000):
        asked = {"request": client.request(), "sgf": broken}
        assert client.ask("POST", "/records", asked)[0] in (200, 400, 422)


def test_games_are_listed_the_last_changed_first(client: Client) -> None:
    first, second = client.game(), client.game()
    listed = [one["id"] for one in client.get("/games")["games"]]
    assert listed.index(second["id"]) < listed.index(first["id"])
    client.act(first, "play", "C3")
    assert client.get("/games")["games"][0]["id"] == first["id"]
    assert client.ask("DELETE", f"/games/{first['id']}")[0] == 204
    assert client.ask("GET", f"/games/{first['id']}")[0] == 404
    assert client.raw("GET", "/games/../secret")[0] == 404


def test_a_game_survives_the_server(tmp_path: Path) -> None:
    with running(tmp_path / "library") as one:
        game = one.act(one.game(white=OPEN), "play", "C3")
        game = one.until(game, lambda now: len(now["moves"]) == 2)
        waiting = one.act(one.game(size=9, white={"player": "person"}), "play", "E5")
    with running(tmp_path / "library") as one:
        assert one.get(f"/games/{game['id']}") == game
        assert one.act(waiting, "play", "E3")["revision"] == 3


def test_a_full_disk_is_told_and_loses_nothing(client: Client) -> None:
    game = client.act(client.game(), "play", "C3")
    store = client.bench.store
    real = store.change

    def full(*args: Any, **options: Any) -> Any:
        raise StoreFailed("The disk is full: nothing was changed. Make room and try again.")

    asked = {"request": client.request(), "revision": game["revision"], "do": "play"}
    path = f"/games/{game['id']}/actions"
    store.change = full  # type: ignore[method-assign]
    try:
        status, said = client.ask("POST", path, {**asked, "vertex": "C4"})
    finally:
        store.change = real  # type: ignore[method-assign]
    assert (status, said["code"]) == (507, "failed")
    assert client.get(f"/games/{game['id']}") == game
    assert len(client.post(path, {**asked, "vertex": "C4"})["moves"]) == 2


def test_marks_made_while_the_program_still_counts_do_not_leave_it_thinking(
    client: Client,
) -> None:
    """The estimate came to nothing then, and nobody was told: a page waited for it for good."""
    for _ in range(3):
        game = client.game(size=9)
        for vertex in ("E5", "A1", "pass", "pass"):
            game = client.act(game, "play", vertex)
        assert game["phase"] == "counting"
        if game["thinking"]:
            game = client.act(game, "toggle-dead", "A1")
            assert game["dead"] == ["A1"]
        assert not client.until(game, lambda now: not now["thinking"])["thinking"]
