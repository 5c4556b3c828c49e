"""The program itself: killed at any moment, told to end, and started twice."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from gokan.serve.folder import DataFolder
from tests.serve.running import Client

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are different there")
KILLS = 20


@contextmanager
def program(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """`gokan serve` in a process of its own, once it answers."""
    command = [sys.executable, "-m", "gokan", "serve", "--data", str(folder), "--port", "0"]
    command += ["--no-browser", "--no-example"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        address = ""
        for line in process.stdout:
            if line.startswith("Open "):
                address = line
                break
        found = re.search(r":(\d+)/#key=(\S+)", address)
        assert found, process.communicate()
        client = Client(int(found[1]), secret=found[2])
        for _ in range(200):
            try:
                client.get("/session")
                break
            except OSError:
                time.sleep(0.02)
        yield process, client
    finally:
        process.kill()
        process.communicate()


def test_no_confirmed_move_is_lost_by_kills_at_random_moments(tmp_path: Path) -> None:
    """Killed between a request and its answer, a move may be there or not; confirmed ones are."""
    dice = random.Random(31)
    confirmed: dict[str, list[str]] = {}
    for _ in range(KILLS):
        with program(tmp_path) as (process, client):
            for id, moves in confirmed.items():
                game = client.get(f"/games/{id}")
                kept = [move["vertex"] for move in game["moves"]]
                assert kept[: len(moves)] == moves
                assert len(kept) <= len(moves) + 1  # one whose answer did not come
            game = client.game(size=9)
            mine: list[str] = confirmed.setdefault(game["id"], [])
            timer = threading.Timer(dice.uniform(0.0, 0.25), process.kill)
            timer.start()
            try:
                for point in range(72):  # the last ones would be suicide
                    vertex = f"{'ABCDEFGHJ'[point % 9]}{point // 9 + 1}"
                    game = client.act(game, "play", vertex)
                    mine.append(vertex)
            except (OSError, HTTPException):  # the line went dead
                pass
            timer.cancel()
    assert sum(map(len, confirmed.values())) > KILLS


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_within_a_second_with_open_streams_and_searches(
    tmp_path: Path, number: signal.Signals
) -> None:
    with program(tmp_path) as (process, client):
        game = client.game(size=19, white={"player": "gokan", "level": 10})
        client.act(game, "play", "D4")  # it thinks now
        record = "(;SZ[19]" + "".join(
            f";{'BW'[n % 2]}[{chr(97 + n % 19)}{chr(97 + n // 19)}]" for n in range(60)
        )
        other = client.post("/records", {"request": client.request(), "sgf": record + ")"})
        client.post(
            f"/games/{other['id']}/reviews", {"request": client.request(), "level": "quick"}
        )
        streams = []
        for _ in range(3):
            one = socket.create_connection(("127.0.0.1", client.port))
            one.sendall(
                f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\n"
                f"Authorization: Bearer {client.secret}\r\n\r\n".encode()
            )
            assert b"200" in one.recv(4000)
            streams.append(one)
        begin = time.monotonic()
        process.send_signal(number)
        status = process.wait(10)
        took = time.monotonic() - begin
        for one in streams:
            one.close()
        assert took < 4  # 0.9 s, and what a busy machine adds
        assert status == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    with program(tmp_path) as (_, client):
        assert client.get(f"/games/{game['id']}")["moves"][0]["vertex"] == "D4"
        listed = client.get(f"/games/{other['id']}/reviews")["reviews"]
        assert listed[0]["state"] in ("waiting", "running", "done")  # it goes on


def test_what_stands_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    def run(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "gokan", "serve", "--no-browser", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        return done.returncode, done.stderr

    folder = DataFolder(tmp_path / "data")
    folder.take(port=4000)
    status, said = run("--data", str(tmp_path / "data"), "--port", "0")
    folder.leave()
    assert status == 2
    assert re.fullmatch(r"gokan: Gokan is serving \S+ already, .*--data\.\n", said)
    status, said = run("--data", str(tmp_path / "data"), "nothing.sgf", "--port", "0")
    assert (status, said) == (2, "gokan: There is no file or folder nothing.sgf.\n")
    (tmp_path / "file").write_text("")
    status, said = run("--data", str(tmp_path / "file"), "--port", "0")
    assert status == 2
    assert "Cannot make the folder" in said


def test_records_named_on_the_command_line_are_opened_once(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]PB[Ann];B[ee])")
    for _ in range(2):
        command = [sys.executable, "-m", "gokan", "serve", "--data", str(tmp_path / "data")]
        process = subprocess.Popen(
            [*command, "--port", "0", "--no-browser", "--no-example", str(path)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        address: Any = next(line for line in process.stdout if line.startswith("Open "))
        found = re.search(r":(\d+)/#key=([^/]+)/game/([0-9a-f]{16})", address)
        assert found
        client = Client(int(found[1]), secret=found[2])
        for _ in range(200):
            try:
                assert [one["id"] for one in client.get("/games")["games"]] == [found[3]]
                break
            except OSError:
                time.sleep(0.02)
        process.terminate()
        assert process.wait(10) == 0
        process.stdout.close()
