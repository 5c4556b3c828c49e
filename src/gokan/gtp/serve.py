"""The loop: read lines from one pipe, write responses to another, until quit or the pipe closes.

A thread reads, so that the engine notices input while it thinks: any line ends a live command,
and GoGui's `# interrupt` asks a thinking player to hurry. The thread reads the file descriptor
itself (Python's buffered stdin cannot be left in the middle of a read at exit), and keeps no line
longer than the protocol's limit.
"""

from __future__ import annotations

import os
import queue
import threading
from typing import BinaryIO, Final

from gokan.gtp.engine import Engine
from gokan.gtp.protocol import MAX_LINE

__all__ = ["LineReader", "serve"]

_CHUNK: Final = 1 << 16
_WAITING: Final = 10_000  # lines read ahead of the engine before the reader pauses


def serve(engine: Engine, source: int, output: BinaryIO) -> None:
    """Answer everything that comes from the file descriptor `source`.

    Ends at `quit`, at the end of the input, and quietly when nobody reads the output any more.
    """
    reader = LineReader(source)
    engine.input_pending = reader.pending
    engine.interrupted = reader.interrupted
    reader.start()
    try:
        while not engine.quitting:
            line = reader.next()
            if line is None:
                return
            reader.forget_interrupt()
            if len(line) > MAX_LINE:
                _send(output, engine.refuse(_text(line[:80]), "line too long"))
                continue
            for piece in engine.answer(_text(line)):
                _send(output, piece)
    except BrokenPipeError:
        return


class LineReader:
    """Lines from a file descriptor, read by a thread.

    >>> read, write = os.pipe()
    >>> reader = LineReader(read)
    >>> reader.start()
    >>> os.write(write, b"name" + bytes([10])); os.close(write)
    5
    >>> reader.next(), reader.next()
    (b'name', None)
    """

    def __init__(self, source: int) -> None:
        self._source = source
        self._lines: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._interrupt = threading.Event()

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="gtp-reader", daemon=True).start()

    def next(self) -> bytes | None:
        """The next line without its end; waits for it. `None` at the end of the input.

        A line that is too long comes cut, one byte over the limit.
        """
        return self._lines.get()

    def pending(self) -> bool:
        """Is there a line, or the end of the input, that has not been taken yet?"""
        return not self._lines.empty()

    def interrupted(self) -> bool:
        """Has `# interrupt` arrived since the current command began?"""
        return self._interrupt.is_set()

    def forget_interrupt(self) -> None:
        """A new command begins."""
        self._interrupt.clear()

    def _read(self) -> None:
        part = bytearray()
        while True:
            try:
                data = os.read(self._source, _CHUNK)
            except OSError:
                data = b""
            if not data:
                break
            *lines, rest = data.split(b"\n")
            for line in lines:
                part += line[: max(0, MAX_LINE + 1 - len(part))]
                self._take(bytes(part))
                part.clear()
            part += rest[: max(0, MAX_LINE + 1 - len(part))]
        if part:
            self._take(bytes(part))
        self._lines.put(None)

    def _take(self, line: bytes) -> None:
        if line.strip() == b"# interrupt":
            self._interrupt.set()
        else:
            self._lines.put(line)


def _text(line: bytes) -> str:
    """Names of files may be anything; bytes that are not UTF-8 survive as they are."""
    return line.decode("utf-8", "surrogateescape")


def _send(output: BinaryIO, text: str) -> None:
    output.write(text.encode("utf-8", "backslashreplace"))
    output.flush()
