"""Games from files into the library: read, found again, and what is wrong told in a sentence."""

from __future__ import annotations

import base64
import io
import json
import re
import sqlite3
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from gokan.go import Position
from gokan.go.game import Game
from gokan.go.symmetry import SYMMETRIES, mapping
from gokan.play.session import Session
from gokan.serve.records import bring, bytes_of, read_record
from gokan.serve.store import KeptGame, KeptReview, Seat, Store
from gokan.serve.store.places import following, place_keys
from tests.serve.running import Client, running

ANN = b"(;SZ[9]PB[Ann]PW[Ben]DT[2024-03-01]EV[Spring Cup]RE[B+2.5];B[ee];W[gc];B[cg])"
EVA = "(;SZ[9]CA[UTF-8]PB[Éva]PW[Ann]RE[W+R];B[ee];W[gg];B[cc])".encode()


def sent(client: Client, *files: tuple[str, bytes]) -> list[Any]:
    told = [{"name": name, "data": base64.b64encode(data).decode()} for name, data in files]
    found: list[Any] = client.post("/imports", {"files": told})["files"]
    return found


def names(found: Any) -> set[str]:
    return {f"{one['black']['name']}-{one['white']['name']}" for one in found["games"]}


def test_files_are_read_once_and_found_by_words() -> None:
    with running() as client:
        first = sent(client, ("ann.sgf", ANN), ("two.sgf", EVA + ANN), ("bad.sgf", b"\x00\x01"))
        assert [(one["new"], len(one["games"])) for one in first] == [(1, 1), (1, 2), (0, 0)]
        assert (
            first[2]["trouble"]
            == "bad.sgf: Line 1, byte 0: a NUL byte, so this is not a game record."
        )
        again = sent(client, ("other-name.sgf", ANN))
        assert (again[0]["new"], again[0]["games"]) == (0, first[0]["games"])
        everything = client.get("/games")
        assert (len(everything["games"]), everything["all"], everything["more"]) == (2, 2, False)
        for query, who in (
            ("search=ann", {"Ann-Ben", "Éva-Ann"}),
            ("search=EVA%20ann", {"Éva-Ann"}),
            ("search=spring%202024", {"Ann-Ben"}),
            ("search=two.sgf&winner=white", {"Éva-Ann"}),
            ("winner=black", {"Ann-Ben"}),
            ("kind=play", set()),
            ("search=ann%25", set()),
        ):
            assert names(client.get(f"/games?{query}")) == who, query
        told = client.get("/games?search=ann.sgf")["games"][0]
        assert (told["date"], told["event"], told["source"]) == (
            "2024-03-01",
            "Spring Cup",
            "ann.sgf",
        )
        opened = client.get(f"/games/{first[0]['games'][0]}")
        assert [move["vertex"] for move in opened["moves"]] == ["E5", "G7", "C3"]


def test_lists_of_what_came_at_once_go_on_without_a_gap() -> None:
    with running() as client:
        files = [(f"{n}.sgf", f"(;SZ[9]PB[P{n}];B[ee])".encode()) for n in range(70)]
        assert sum(one["new"] for one in sent(client, *files)) == 70
        first = client.get("/games")
        assert first["more"]
        rest = client.get(f"/games?before={first['games'][-1]['changed']}")
        assert len(names(first) | names(rest)) == 70


def test_what_is_broken_is_kept_as_far_as_it_goes() -> None:
    for data, moves, says in (
        (b"(;SZ[9];B[ee];W[gc];B[g", 2, "never ends"),
        (b"(;SZ[9];B[ee];W[ee];B[gg])", 1, "up to move 1; White E5: the point is occupied."),
        (b"(;SZ[9];B[ee];AW[aa];W[gg])", 1, "up to move 1; then stones are set up."),
        (b"(;SZ[9];B[ee];W[zz])", 1, "not a point"),
        (b"(;SZ[9];AB[aa];B[ee];PL[W];W[gg])", 2, ""),
    ):
        games, trouble = read_record(data, "a.sgf")
        assert [len(session.turns) for _, session in games] == [moves], data
        assert says in trouble
        assert bool(trouble) == bool(says)
        store = Store(":memory:")
        assert bring(store, [("a.sgf", data)])[0].new == 1
        kept = store.game(games[0][0].id)
        assert kept.record == data
        assert kept.session is not None
        assert kept.session.position == games[0][1].position
    for data in (b"", b"hello", b"(;GM[2])", b"(;SZ[99])"):
        games, trouble = read_record(data, "a.sgf")
        assert not games
        assert re.fullmatch(r"a\.sgf: [A-Z].*\.", trouble), trouble


def test_charsets_survive(client: Client) -> None:
    chinese = "(;CA[GB2312]SZ[9]PB[古力];B[ee])"
    [brought] = sent(client, ("guli.sgf", chinese.encode("gb2312")))
    assert client.get(f"/games/{brought['games'][0]}")["black"]["name"] == "古力"
    pasted = client.post("/records", {"request": client.request(), "sgf": chinese})
    assert pasted["black"]["name"] == "古力"
    assert Game.parse(bytes_of(chinese)).black == "古力"


def test_a_request_is_refused_where_it_is_no_base64_or_nothing(client: Client) -> None:
    status, said = client.ask("POST", "/imports", {"files": [{"name": "a", "data": "§"}]})
    assert (status, "Base64" in said["error"]) == (400, True)
    status, _ = client.ask("POST", "/imports", {"files": []})
    assert status == 422


def test_a_position_is_found_however_the_board_was_turned() -> None:
    def turned(symmetry: int, vertices: list[str], result: str) -> bytes:
        game, node = Game.new(9), None
        start = game.start
        turn = mapping(symmetry, 9, 9)
        node = game.root
        for vertex in vertices:
            node = node.play(turn[start.point(vertex)])
        game.result = result
        return game.to_sgf()

    with running() as client:
        files = [
            *((f"{s}.sgf", turned(s, ["C4", "G6", "D7"], "B+R")) for s in range(4)),
            ("x.sgf", turned(5, ["C4", "G6", "E5"], "W+3.5")),
            ("y.sgf", turned(6, ["C4", "G6"], "W+R")),
        ]
        sent(client, *files)
        game = client.post(
            "/records", {"request": client.request(), "sgf": "(;SZ[9];B[cf];W[gd];B[aa])"}
        )
        found = client.post("/library/seen", {"game": game["id"], "at": 2})
        assert (found["games"], found["black"], found["white"]) == (6, 4, 2)
        played = {one["vertex"]: (one["games"], one["black"]) for one in found["moves"]}
        assert played == {"D7": (4, 4), "E5": (1, 0), None: (1, 0)}
        assert {one["at"] for one in found["examples"]} == {2}
        assert game["id"] not in [one["game"]["id"] for one in found["examples"]]
        along = client.post("/library/seen", {"game": game["id"], "at": 0, "line": ["C4"]})
        assert along["games"] == 6
        assert client.post("/library/seen", {"game": game["id"], "at": 3})["games"] == 0
        client.ask("DELETE", f"/games/{found['examples'][0]['game']['id']}")
        assert client.post("/library/seen", {"game": game["id"], "at": 2})["games"] == 5


def test_a_game_that_was_played_here_is_found_by_its_positions() -> None:
    with running() as client:
        game = client.game(size=5)
        for vertex in ("C3", "C4"):
            game = client.act(game, "play", vertex)
        client.act(game, "resign")
        other = client.act(client.game(size=5), "play", "C3")
        found = client.post("/library/seen", {"game": other["id"], "at": 1})
        assert [(one["vertex"], one["white"]) for one in found["moves"]] == [("C4", 1)]


@pytest.mark.parametrize("size", [(9, 9), (7, 5)])
def test_keys_are_those_of_whole_boards(size: tuple[int, int]) -> None:
    """Counted on as a game goes, captures too, they are what each board alone would give."""
    width, height = size
    game = [Position.empty(width, height)]
    for move in [1, 0, width, 30, 8, 31, 12, 3, 22, -1, 5]:
        game.append(game[-1].play(move))
    keys = place_keys(game)
    assert [place_keys([one])[0] for one in game] == keys
    assert len(set(keys)) == len(keys)
    for symmetry in SYMMETRIES:
        turned = [one.transform(symmetry) for one in game]
        if (turned[0].width, turned[0].height) == size:
            assert place_keys(turned) == keys
    for one, following_one in pairwise(game):
        assert place_keys([following_one])[0] in following(one)


def test_a_library_without_words_and_places_is_given_them(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "library")
    old.executescript((Path(__file__).parent / "schemas/2.sql").read_text("utf-8"))
    old.execute("UPDATE games SET record = ?", (ANN,))
    text = old.execute("SELECT session FROM games").fetchone()[0]
    old.execute("UPDATE games SET session = ?", (text.replace('"playing"', '"over"'),))
    old.commit()
    old.close()
    store = Store(tmp_path / "library")
    [kept] = store.games(search="ann spring")
    assert (kept.date, kept.event) == ("2024-03-01", "Spring Cup")
    session = store.game(kept.id).session
    assert session is not None
    assert store.seen(place_keys([session.at(1)])[0]).moves[0].games == 1


def test_searching_ten_thousand_games_is_quick() -> None:
    """The words are in an index, so no record is read to look through them."""
    store = Store(":memory:")
    session = Session.follow(Game.parse(ANN))
    games = [
        (KeptGame(f"{n:016x}", "record", Seat(name=f"P{n}"), Seat(), record=ANN), session)
        for n in range(300)
    ]
    store.add_all(games)
    plan = store._db.execute(
        "EXPLAIN QUERY PLAN SELECT id FROM games WHERE changed < 1 AND instr(search, 'x') > 0 "
        "ORDER BY changed DESC"
    ).fetchall()
    assert "games_listed" in str(plan)
    assert [one.black.name for one in store.games(search="p299")] == ["P299"]


def test_a_folder_is_read_in_the_background_and_its_faults_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    (folder / "deep").mkdir(parents=True)
    for number in range(45):
        (folder / f"{number:02}.sgf").write_bytes(f"(;SZ[9]PB[P{number}];B[ee])".encode())
    (folder / "deep" / "ann.SGF").write_bytes(ANN)
    (folder / "deep" / "bad.sgf").write_bytes(b"nothing")
    (folder / "notes.txt").write_bytes(ANN)
    (folder / "gone.sgf").symlink_to(tmp_path / "nowhere")
    over: list[Any] = []
    with running(folders=[folder], read=over.append) as client:
        end = time.monotonic() + 20
        while not over and time.monotonic() < end:
            client.get("/session")
            time.sleep(0.02)
        [told] = client.get("/imports")
        assert (told["done"], told["of"], told["new"], told["bad"]) == (48, 48, 46, 2)
        assert told["over"]
        assert any(re.match(r"games/deep/bad\.sgf: No game", one) for one in told["troubles"])
        assert client.get("/games")["all"] == 46
        assert client.get("/games?search=deep")["games"][0]["source"] == "games/deep/ann.SGF"


def test_an_archive_gives_everything_back() -> None:
    with running() as client:
        latin = "(;SZ[9]CA[ISO-8859-1]PB[Jörg];B[ee]C[x])".encode("latin-1")
        [brought] = sent(client, ("jörg.sgf", latin))
        played = client.act(client.game(size=5), "play", "C3")
        review = KeptReview("00000000000000aa", played["id"], "quick", "done", answer='{"a": 1}')
        client.bench._shelf.submit(client.bench.store.put_review, review).result()
        problem = client.post("/problems/next", {})
        key = f"Bearer {client.secret}"
        status, headers, data = client.raw("GET", "/api/v1/library.zip", authorization=key)
        assert (status, headers["content-type"]) == (200, "application/zip")
        with ZipFile(io.BytesIO(data)) as found:
            assert found.testzip() is None
            assert found.read(f"games/{brought['games'][0]}.sgf") == latin  # byte for byte
            assert len(Game.parse(found.read(f"games/{played['id']}.sgf"))) == 1
            assert json.loads(found.read(f"reviews/{review.id}.json")) == {"a": 1}
            assert [one["id"] for one in json.loads(found.read("problems.json"))] == [problem["id"]]
            listed = json.loads(found.read("index.json"))
            assert {one["id"] for one in listed} == {brought["games"][0], played["id"]}
        assert client.raw("GET", "/api/v1/library.zip")[0] == 401


def test_the_program_reads_a_folder(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "ann.sgf").write_bytes(ANN)
    (tmp_path / "games" / "bad.sgf").write_bytes(b"x")
    command = [sys.executable, "-m", "gokan", "serve", str(tmp_path / "games"), "--no-browser"]
    command += ["--data", str(tmp_path / "data"), "--port", "0", "--no-example"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        said = [process.stderr.readline() for _ in range(2)]
        assert said[0].startswith("games/bad.sgf: No game was found")
        assert "1 new game, 0 that were there already, in 2 files of" in said[1]
    finally:
        process.terminate()
        out, _ = process.communicate(timeout=10)
    assert "/library" in out
