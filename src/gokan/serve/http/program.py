"""Running the workbench: one process on this machine, which ends at once when it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import html
import os
import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from gokan.errors import InvalidInput
from gokan.serve.folder import DataFolder
from gokan.serve.http.app import Workbench
from gokan.serve.messages import Folder
from gokan.serve.records import add_records
from gokan.serve.store import Store

__all__ = ["DEFAULT_PORT", "Running", "listening", "opener", "serve"]

DEFAULT_PORT = 8361
_HOST = "127.0.0.1"
REQUEST_SECONDS = 15.0
"""A request must have come in full by then, however slowly it trickles."""
_HALF_OPEN = 256  # connections that have sent no whole request; the oldest give way to new ones
_ENDING = 0.9  # seconds after which the process ends, whatever still goes on
_HEADER_BYTES = 16 << 10


def serve(
    folder: DataFolder,
    *,
    port: int = DEFAULT_PORT,
    records: Sequence[str] = (),
    renew_secret: bool = False,
    example: bool = True,
    ready: Callable[[str], None] = lambda address: None,
    read: Callable[[Folder], None] = lambda folder: None,
) -> None:
    """Serve a data folder until Ctrl-C or SIGTERM; `ready` hears the address that opens it.

    `records` are files, which are read at once, and folders, which are read in the background;
    `read` hears of each that has been.
    """
    listener = listening(port)
    port = listener.getsockname()[1]
    try:
        folder.take(port=port)
        secret = folder.secret(renew=renew_secret)
        store = Store(folder.library)
        folders = [Path(path) for path in records if Path(path).is_dir()]
        opened = add_records(store, [path for path in records if not Path(path).is_dir()])
        place = f"/game/{opened[0]}" if opened else "/library" if folders else ""
        bench = Workbench(
            store, secret=secret, port=port, example=example, folders=folders, read=read
        )
        ready(f"http://{_HOST}:{port}/#key={secret}{place}")
        home = Running(bench, listener).run()
    finally:
        folder.leave()
        listener.close()
    if not home:  # a worker is deep inside the core; everything that was confirmed is on the disk
        os._exit(0)


def listening(port: int) -> socket.socket:
    """A socket that only this machine reaches."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((_HOST, port))
    except (OSError, OverflowError):
        listener.close()
        raise InvalidInput(
            f"Port {port} is taken by another program; choose another with --port."
        ) from None
    listener.listen(256)
    return listener


def opener(folder: DataFolder, address: str) -> Path:
    """A page, for its owner alone, that leads to the workbench: an address that is given to a
    program stands in the list of processes, which others can read.
    """
    path = folder.path / "open.html"
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        where = html.escape(address)
        out.write("<!doctype html><title>Gokan</title>")
        out.write(f'<meta http-equiv="refresh" content="0;url={where}"><a href="{where}">Gokan</a>')
    return path


class Running:
    """A server that is running, or is about to."""

    def __init__(self, bench: Workbench, listener: socket.socket) -> None:
        self.bench = bench
        self._listener = listener
        config = uvicorn.Config(
            bench.asgi,
            http=_Patient,
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=_HEADER_BYTES,
        )
        self._server = _Server(config, bench)

    def run(self) -> bool:
        """Serve until told to end; whether all threads have come home."""
        try:
            self._server.run([self._listener])
        finally:
            home = self.bench.close(patience=0.3)
        return home

    def end(self) -> None:
        """Tell it to end, from any thread."""
        self._server.end()


class _Server(uvicorn.Server):
    """Ends streams and searches before it waits for connections."""

    def __init__(self, config: uvicorn.Config, bench: Workbench) -> None:
        super().__init__(config)
        self._bench = bench
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Remember the loop, so that a signal can reach it."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C or SIGTERM: end, within a second whatever happens."""
        watchdog = threading.Timer(_ENDING, os._exit, (0,))
        watchdog.daemon = True
        watchdog.start()
        self.end()

    def end(self) -> None:
        """End soon."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._bench.hush)
        self.should_exit = True


class _Patient(H11Protocol):
    """HTTP with a deadline for whole requests."""

    _half_open: ClassVar[dict[_Patient, None]] = {}  # of all connections, in order

    def connection_made(self, transport: Any) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A piece of a request has come."""
        if self._deadline is None:
            self._wait()
        super().data_received(data)
        if self._is_whole():
            self._waited()

    def on_response_complete(self) -> None:
        """The next request may have begun already."""
        super().on_response_complete()
        if self._is_whole():
            self._waited()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._waited()
        super().connection_lost(exc)

    def _is_whole(self) -> bool:
        return self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR)

    def _wait(self) -> None:
        self._half_open[self] = None
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)
        if len(self._half_open) > _HALF_OPEN:
            next(iter(self._half_open))._give_up()

    def _waited(self) -> None:
        self._half_open.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._waited()
        self.transport.abort()
