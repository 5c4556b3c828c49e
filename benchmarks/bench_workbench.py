"""How quickly the workbench answers on this machine, alone and while it reviews a game.

`gokan serve` runs in a process of its own; a client plays moves, opens positions of the example
game, asks why, and reads. Each row is the median and the 95th percentile of many, against the
limits the workbench sets itself. `--kills N` also kills a server N times at random moments.

    python benchmarks/bench_workbench.py [--rounds 40] [--kills 200]
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

GAME = Path(__file__).resolve().parent.parent / "examples" / "zobrist-cowan.sgf"
LIMITS = {"action": 0.1, "read": 0.1, "first glance": 0.15, "16 positions": 0.5, "reason": 2.0}


class Server:
    """A workbench, and a client that knows its key."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "gokan", "serve", "--data", folder, "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--no-browser", "--no-example"], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        address = next(line for line in self.process.stdout if line.startswith("Open "))
        found = re.search(r":(\d+)/#key=(\S+)", address)
        assert found
        self.port, self.key = int(found[1]), found[2]
        self.number = random.randrange(1 << 60)
        for _ in range(500):
            try:
                self.ask("GET", "/session")
                return
            except OSError:
                time.sleep(0.01)

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """What is answered."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
        body = None if data is None else json.dumps(data)
        try:
            line.request(method, f"/api/v1{path}", body, headers)
            answer = line.getresponse()
            text = answer.read()
            assert answer.status < 300, text
            return json.loads(text) if text else None
        finally:
            line.close()

    def request(self) -> str:
        """A name that no other request has."""
        self.number += 1
        return f"bench-{self.number:x}"

    def play(self, game: Any, vertex: str) -> Any:
        """A move, and the game after it."""
        asked = {"request": self.request(), "revision": game["revision"], "do": "play"}
        return self.ask("POST", f"/games/{game['id']}/actions", {**asked, "vertex": vertex})

    def end(self) -> None:
        """No more."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


class Stream:
    """The news of a tab."""

    def __init__(self, server: Server) -> None:
        self.line = socket.create_connection(("127.0.0.1", server.port))
        self.line.sendall(
            f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Authorization: Bearer {server.key}\r\n\r\n".encode()
        )
        self.lines = self.line.makefile("rb")
        self.id = self.next()["stream"]

    def next(self) -> Any:
        """What is told next."""
        for line in self.lines:
            if line.startswith(b"data: "):
                return json.loads(line[6:])
        raise EOFError

    def look(self, game: str, at: int, visits: int) -> Any:
        """What is said about a position once it rests on so many evaluations."""
        while True:
            said = self.next()
            if said.get("game") == game and said.get("at") == at and said["visits"] >= visits:
                return said


def main() -> None:
    """Print the table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--kills", type=int, default=0)
    options = parser.parse_args()
    figures: dict[str, Any] = {}
    print(f"{'':34}{'median ms':>10}{'p95 ms':>9}{'limit ms':>10}")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        sgf = GAME.read_text("latin-1")
        record = server.ask("POST", "/records", {"request": server.request(), "sgf": sgf})
        for busy in (False, True):
            if busy:
                ask = {"request": server.request(), "level": "usual"}
                server.ask("POST", f"/games/{record['id']}/reviews", ask)
            for name, took in measure(server, record["id"], options.rounds, 1 + 100 * busy).items():
                took.sort()
                p95 = took[min(len(took) - 1, int(0.95 * len(took)))]
                title = f"{name}{', while it reviews' if busy else ''}"
                limit = LIMITS[name]
                print(
                    f"{title:34}{1000 * statistics.median(took):>10.0f}{1000 * p95:>9.0f}"
                    f"{1000 * limit:>10.0f}{'' if p95 <= limit else '  over'}"
                )
                figures[title] = {"median": statistics.median(took), "p95": p95}
        server.end()
    if options.kills:
        figures["kills"] = kill(options.kills)
        print(f"{options.kills} kills: {figures['kills']} confirmed moves, none lost")
    print(json.dumps({"benchmark": "workbench", "seconds": figures}))


def measure(server: Server, record: str, rounds: int, first: int) -> dict[str, list[float]]:
    """Seconds for each kind of question."""
    times: dict[str, list[float]] = {name: [] for name in LIMITS}

    def timed(name: str, begin: float) -> None:
        times[name].append(time.perf_counter() - begin)

    two = {"size": 9, "white": {"player": "person"}}
    game = server.ask("POST", "/games", {"request": server.request(), **two})
    for number in range(2 * rounds):
        begin = time.perf_counter()
        game = server.play(game, f"{'ABCDEFGHJ'[number % 9]}{number // 9 % 9 + 1}")
        timed("action", begin)
        begin = time.perf_counter()
        server.ask("GET", "/games")
        timed("read", begin)
    stream = Stream(server)
    for number in range(rounds):
        at = first + 2 * number
        begin = time.perf_counter()
        server.ask("POST", f"/streams/{stream.id}/watch", {"game": record, "at": at})
        stream.look(record, at, 1)
        timed("first glance", begin)
        stream.look(record, at, 16)
        timed("16 positions", begin)
    server.ask("POST", f"/streams/{stream.id}/watch", {})
    for number in range(rounds // 4):
        at = first + 2 * rounds + 2 * number
        begin = time.perf_counter()
        server.ask("POST", f"/games/{record}/try", {"at": at, "vertex": "A1", "visits": 32})
        timed("reason", begin)
    return times


def kill(count: int) -> int:
    """Kill servers while moves are played; how many moves were confirmed, all of them kept."""
    dice, confirmed = random.Random(200), 0
    with tempfile.TemporaryDirectory() as folder:
        last: tuple[str, int] | None = None
        for _ in range(count):
            server = Server(folder)
            if last is not None:
                kept = server.ask("GET", f"/games/{last[0]}")
                assert last[1] <= len(kept["moves"]) <= last[1] + 1, "a confirmed move is lost"
            two = {"size": 19, "white": {"player": "person"}}
            game = server.ask("POST", "/games", {"request": server.request(), **two})
            timer = threading.Timer(dice.uniform(0, 0.4), server.process.kill)
            timer.start()
            try:
                for number in range(361):
                    game = server.play(
                        game, f"{'ABCDEFGHJKLMNOPQRST'[number % 19]}{number // 19 + 1}"
                    )
                    confirmed += 1
            except (OSError, http.client.HTTPException):
                pass
            timer.join()
            last = game["id"], len(game["moves"])
            server.end()
    return confirmed


if __name__ == "__main__":
    main()
