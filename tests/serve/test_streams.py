"""Live news: what a tab watches is searched, told, and left when the tab goes."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gokan.effort import DEEP, Effort
from gokan.go import Position
from gokan.play.player import Stop, never
from gokan.play.tree.analysis import Analysis, Progress
from gokan.serve.desk import Desk, Rank, Ticket
from tests.play.fake_analyst import FakeAnalyst
from tests.serve.running import Client, running


class Tab:
    """A stream that is read in a thread, until it ends or is closed."""

    def __init__(self, client: Client) -> None:
        self.socket = socket.create_connection(("127.0.0.1", client.port))
        self.socket.sendall(
            f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\n"
            f"Authorization: Bearer {client.secret}\r\n\r\n".encode()
        )
        self.heard: list[tuple[str, Any]] = []
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        kind = ""
        with self.socket.makefile("rb") as lines, contextlib.suppress(OSError):
            for line in lines:  # the sizes of chunks stand between them
                if line.startswith(b"event: "):
                    kind = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    self.heard.append((kind, json.loads(line[6:])))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(5)
        self.socket.close()

    def wait(self, wanted: Any, seconds: float = 20) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for kind, data in list(self.heard):
                if wanted(kind, data):
                    return data
            time.sleep(0.01)
        raise AssertionError(f"not heard in {seconds} s: {self.heard[-3:]}")

    @property
    def stream(self) -> str:
        return str(self.wait(lambda kind, data: kind == "hello")["stream"])


@contextmanager
def tab(client: Client) -> Iterator[Tab]:
    one = Tab(client)
    try:
        yield one
    finally:
        one.close()


class Patient(FakeAnalyst):
    """Takes its time, notes what it is asked, and when it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Effort] = []
        self.stopped_at = 0.0

    def analyse(
        self,
        position: Position,
        effort: Effort,
        *,
        stop: Stop = never,
        progress: Progress | None = None,
        deeper: bool = False,
    ) -> Analysis:
        self.asked.append(effort)
        if effort >= DEEP:
            while not stop():
                time.sleep(0.01)
            self.stopped_at = time.monotonic()
            return self._told(position, effort, 500, complete=False)
        return super().analyse(position, effort, stop=stop, progress=progress, deeper=deeper)


def test_a_position_is_searched_deeper_and_deeper(client: Client) -> None:
    game = client.act(client.game(), "play", "C3")
    with tab(client) as one:
        client.post(f"/streams/{one.stream}/watch", {"game": game["id"], "at": 1})
        done = one.wait(lambda kind, data: kind == "look" and data["done"])
        assert (done["game"], done["at"], done["visits"]) == (game["id"], 1, DEEP.visits)
        assert done["certainty"] == "learned"
        first = done["candidates"][0]
        assert first["loss"] == 0
        assert done["candidates"][1]["loss"] == 0.1
        client.post(f"/streams/{one.stream}/watch", {"game": game["id"], "at": 0, "line": ["A1"]})
        found = one.wait(lambda kind, data: kind == "look" and data["line"] == ["A1"])
        assert found["candidates"][0]["vertex"] != "A1"


def test_a_game_is_told_to_who_watches_it(client: Client) -> None:
    game, other = client.game(), client.game()
    with tab(client) as one:
        client.post(f"/streams/{one.stream}/watch", {"game": game["id"], "search": False})
        client.act(other, "play", "A1")
        client.act(game, "play", "C3")
        told = one.wait(lambda kind, data: kind == "game")
        assert (told["id"], told["moves"][0]["vertex"]) == (game["id"], "C3")


def test_the_search_stops_when_the_tab_is_closed() -> None:
    analyst = Patient()
    with running(analyst=analyst) as client:
        game = client.game()
        with tab(client) as one:
            client.post(f"/streams/{one.stream}/watch", {"game": game["id"]})
            end = time.monotonic() + 10
            while DEEP not in analyst.asked and time.monotonic() < end:
                time.sleep(0.01)
        closed = time.monotonic()
        while not analyst.stopped_at and time.monotonic() < closed + 5:
            time.sleep(0.01)
        assert 0 < analyst.stopped_at - closed < 2


def test_live_search_makes_room_for_what_is_urgent() -> None:
    analyst = Patient()
    with running(analyst=analyst) as client:
        game = client.game(white={"player": "random"})
        with tab(client) as one:
            client.post(f"/streams/{one.stream}/watch", {"game": game["id"]})
            game = client.act(game, "play", "C3")
            client.until(game, lambda now: len(now["moves"]) == 2, seconds=5)
            other = client.game()
            with tab(client) as two:  # both have their turns
                client.post(f"/streams/{two.stream}/watch", {"game": other["id"]})
                two.wait(lambda kind, data: kind == "look" and data["game"] == other["id"], 5)


def test_a_stream_that_has_ended_is_told(client: Client) -> None:
    status, said = client.ask("POST", f"/streams/{16 * '0'}/watch", {"game": None})
    assert (status, said["code"]) == (400, "invalid")


def test_streams_end_with_the_server() -> None:
    with running() as client:
        one = Tab(client)
        assert one.stream
        begin = time.monotonic()
    assert time.monotonic() - begin < 2
    one.thread.join(2)
    assert not one.thread.is_alive()
    one.close()


def test_a_desk_does_the_urgent_first_and_turns_away_what_is_too_much() -> None:
    desk = Desk(front=1)
    order: list[str] = []
    hold = threading.Event()

    def note(name: str) -> Any:
        def work(ticket: Ticket[None]) -> None:
            order.append(name)

        return work

    begun = threading.Event()

    def long(ticket: Ticket[None]) -> None:
        begun.set()
        hold.wait(5)

    first = desk.submit(Rank.LIVE, long)
    assert begun.wait(5)
    tickets = [desk.submit(Rank.LIVE, note("live")), desk.submit(Rank.MOVE, note("move"))]
    tickets += [desk.submit(Rank.QUESTION, note("question"))]
    behind = desk.submit(Rank.REVIEW, note("review"))
    behind.future.result(5)
    assert order == ["review"]  # it does not wait for the front
    assert desk.is_wanted(Rank.LIVE)
    hold.set()
    for one in (first, *tickets):
        one.future.result(5)
    assert order == ["review", "move", "question", "live"]
    assert desk.close()


def test_a_cancelled_ticket_is_never_begun() -> None:
    desk = Desk(front=1)
    hold = threading.Event()
    begun: list[int] = []
    desk.submit(Rank.MOVE, lambda ticket: hold.wait(5))
    ticket = desk.submit(Rank.MOVE, lambda ticket: begun.append(1))
    ticket.cancel()
    hold.set()
    assert desk.close(patience=5)
    assert not begun


def test_the_network_is_ready_before_somebody_looks() -> None:
    """The first look at a board of a size costs a hundred times the second; it is not theirs."""
    with running(analyst=None) as client:
        end = time.monotonic() + 30
        while client.bench.analyst.known(Position.empty(13)) is None:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert client.bench.analyst.known(Position.empty(19)) is not None
