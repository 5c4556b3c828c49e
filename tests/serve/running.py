"""A workbench that runs in a thread, and a client without a library between us and the wire."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gokan.serve.http.app import Workbench
from gokan.serve.http.program import Running, listening
from gokan.serve.http.static import Pages
from gokan.serve.store import Store
from tests.play.fake_analyst import FakeAnalyst

SECRET = "a-secret-that-only-tests-know-0123456789"
PAGES = {"index.html": b"<!doctype html><title>Gokan</title>", "app-1.js": b"void 0;"}


class Client:
    """Asks a server; lets itself in with the secret unless told otherwise."""

    def __init__(self, port: int, bench: Workbench | None = None, secret: str = SECRET) -> None:
        self.port = port
        self._bench = bench
        self.secret = secret
        self._number = 0

    @property
    def bench(self) -> Workbench:
        assert self._bench is not None
        return self._bench

    def raw(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request with exactly these headers (underscores are dashes) and Host."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()

    def ask(self, method: str, path: str, data: Any = None) -> tuple[int, Any]:
        """Status, and what the JSON says."""
        headers = {"authorization": f"Bearer {self.secret}"}
        body = None
        if data is not None:
            body, headers["content-type"] = json.dumps(data).encode(), "application/json"
        status, _, answer = self.raw(method, f"/api/v1{path}", body, **headers)
        return status, json.loads(answer) if answer else None

    def get(self, path: str) -> Any:
        status, found = self.ask("GET", path)
        assert status == 200, found
        return found

    def post(self, path: str, data: Any) -> Any:
        status, found = self.ask("POST", path, data)
        assert status in (200, 204), found
        return found

    def request(self) -> str:
        self._number += 1
        return f"request-{self.port}-{self._number:06d}"

    def game(self, **options: Any) -> Any:
        """A new game; two people at one board if nothing is said."""
        plain = {"size": 5, "white": {"player": "person"}}
        return self.post("/games", {"request": self.request(), **plain, **options})

    def act(self, game: Any, do: str, vertex: str | None = None) -> Any:
        """Do something with a game as it was seen; how it stands then."""
        asked = {"request": self.request(), "revision": game["revision"], "do": do}
        return self.post(f"/games/{game['id']}/actions", {**asked, "vertex": vertex})

    def until(self, game: Any, wanted: Any, seconds: float = 30) -> Any:
        """The game as soon as it is as wanted."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            now = self.get(f"/games/{game['id']}")
            if wanted(now):
                return now
            time.sleep(0.02)
        raise AssertionError(f"not in {seconds} s: {now}")


@contextmanager
def running(path: Path | str = ":memory:", **options: Any) -> Iterator[Client]:
    """A server for as long as the block lasts."""
    options = {"pages": Pages(PAGES), "analyst": FakeAnalyst(), **options}
    listener = listening(0)
    port = listener.getsockname()[1]
    bench = Workbench(Store(path), secret=SECRET, port=port, **options)
    server = Running(bench, listener)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        client = Client(port, bench)
        end = time.monotonic() + 10
        while True:
            try:
                client.raw("GET", "/")
                break
            except OSError:
                assert time.monotonic() < end
                time.sleep(0.02)
        yield client
    finally:
        server.end()
        thread.join(10)
        listener.close()
        assert not thread.is_alive()
