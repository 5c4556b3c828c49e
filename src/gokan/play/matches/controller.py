"""The other side of GTP: start a program, send it commands, read its answers."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from types import TracebackType

from gokan.errors import GokanError, InvalidInput

__all__ = ["GtpFailure", "GtpProgram", "ProgramDied", "gokan_command"]

_ANSWER_LIMIT = 1 << 22  # characters; no honest answer is longer


class GtpFailure(GokanError):
    """The program answered a command with an error."""


class ProgramDied(GokanError):
    """The program stopped, or did not answer in time."""


class GtpProgram:
    """A running program that speaks GTP.

    `command` is a command line such as `"gnugo --mode gtp"`, as one string or in parts.

    >>> import sys
    >>> with GtpProgram([sys.executable, "-m", "gokan", "gtp", "--size", "9"]) as program:
    ...     program.send("name"), program.knows("genmove"), program.send("query_boardsize")
    ('Gokan', True, '9')
    """

    def __init__(self, command: str | Sequence[str], *, timeout: float = 600.0) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.timeout = timeout
        if not self.command:
            raise InvalidInput("The command of a program is empty.")
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
                start_new_session=True,  # Ctrl-C reaches us, and we end the program ourselves
            )
        except OSError as error:
            raise InvalidInput(f"Cannot start {self.command[0]!r}: {error.strerror}.") from None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._errors: deque[str] = deque(maxlen=20)
        self._known: frozenset[str] | None = None
        self._lost = False  # an answer is missing, so later ones could not be told apart
        for work in (self._read_answers, self._read_errors):
            threading.Thread(target=work, daemon=True).start()

    def __enter__(self) -> GtpProgram:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def send(self, command: str, *, timeout: float | None = None) -> str:
        """The answer to a command, without its mark.

        Raises GtpFailure where the program says no, ProgramDied where it says nothing.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(command.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone(command, "has stopped") from None
        text = self._answer(command, self.timeout if timeout is None else timeout)
        body = text[1:].lstrip("0123456789").strip()
        if text.startswith("?"):
            raise GtpFailure(f"{self.command[0]} answers {command!r} with: {body}")
        return body

    def knows(self, command: str) -> bool:
        """Does the program list the command?"""
        if self._known is None:
            try:
                self._known = frozenset(self.send("list_commands").split())
            except GtpFailure:
                self._known = frozenset()
        return command in self._known

    def send_if_known(self, command: str) -> str | None:
        """The answer, or None where the program lacks the command or refuses."""
        if not self.knows(command.split()[0]):
            return None
        with contextlib.suppress(GtpFailure):
            return self.send(command)
        return None

    @property
    def alive(self) -> bool:
        """Is it still running, and was every command answered so far?"""
        return not self._lost and self._process.poll() is None

    def close(self) -> None:
        """Ask it to quit, and end it if it does not."""
        process = self._process
        assert process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            process.stdin.write(b"quit\n")
            process.stdin.close()
        try:
            process.wait(0.1 if self._lost else 2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()

    def _answer(self, command: str, timeout: float) -> str:
        lines: list[str] = []
        size = 0
        while True:
            try:
                line = self._lines.get(timeout=timeout)
            except queue.Empty:
                raise self._gone(command, f"did not answer in {timeout:g} s") from None
            if line is None:
                raise self._gone(command, "has stopped")
            size += len(line)
            if size > _ANSWER_LIMIT:
                raise self._gone(command, "never ends its answer")
            if line:
                if lines or line[0] in "=?":
                    lines.append(line)
            elif lines:
                return "\n".join(lines)

    def _gone(self, command: str, what: str) -> ProgramDied:
        self._lost = True
        last = self._errors[-1] if self._errors else ""
        said = f"; it last said: {last}" if last else ""
        return ProgramDied(f"{self.command[0]} {what} (at {command!r}){said}")

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._lines.put(line.decode("utf-8", "replace").strip("\r\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            for line in self._process.stderr:
                text = line.decode("utf-8", "replace").strip()
                if text:
                    self._errors.append(text)


def gokan_command(player: str, *, seed: int | None = None) -> list[str]:
    """The command line of one of our own players."""
    command = [sys.executable, "-m", "gokan", "gtp", "--player", player]
    return command if seed is None else [*command, "--seed", str(seed)]


def _environment() -> dict[str, str]:
    """Ours; Debian puts games where not every PATH looks."""
    path = os.environ.get("PATH", os.defpath)
    return {**os.environ, "PATH": f"{path}{os.pathsep}/usr/games"}
