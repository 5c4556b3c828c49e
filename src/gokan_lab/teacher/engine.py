"""A program that speaks KataGo's analysis JSON, asked about turns of games."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from gokan.errors import GokanError
from gokan_lab.teacher.lines import GameLine

__all__ = ["PATIENCE", "RULES", "Engine", "EngineFailed", "loads", "session_members"]

loads: Callable[[str | bytes], Any] = json.loads
with suppress(ImportError):  # reads the long rows of numbers five times as fast
    import orjson

    loads = orjson.loads

RULES = {
    "ko": "SIMPLE",
    "scoring": "AREA",
    "tax": "NONE",
    "suicide": False,
    "hasButton": False,
    "whiteHandicapBonus": "0",
    "friendlyPassOk": True,
}
"""Area counting and nothing else, since what the network learns is a count by area."""

PATIENCE = 120.0
"""Seconds without an answer after which a teacher that was asked is given up."""
_STARTING = 5  # times as long for the first answer: networks are loaded and tuned
_AHEAD = 1500  # turns asked about and not yet answered
_IN_A_QUERY = 500  # turns at the most
_LONGEST = 1 << 24  # bytes of an answer


class EngineFailed(GokanError):
    """The program stopped, is silent, or says what it should not."""


class Engine:
    """One process. What it is asked and what it answers pass through bounded queues."""

    def __init__(
        self,
        command: str,
        *,
        visits: int = 1,
        patience: float = PATIENCE,
    ) -> None:
        self.command, self.visits = command, visits
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("it has no name")
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=1 << 20,
                process_group=0,  # Ctrl-C is for us; the program is ended in order
            )
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or error
            raise EngineFailed(f"The teacher {command!r} cannot be started: {told}.") from None
        self._room = threading.Semaphore(_AHEAD)
        self._closed = threading.Event()
        self._complaints: deque[bytes] = deque(maxlen=3)
        self._patience, self._answered = patience, False
        self._lock = threading.Lock()
        self._asked = 0  # turns and questions that have no answer yet
        self._heard = time.monotonic()
        self._silent = self._checked = False
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._listen, self._watch)
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        """Keep the last lines of what the program complains about."""
        assert self._process.stderr is not None
        with suppress(ValueError, OSError):
            for line in iter(lambda: self._process.stderr.readline(4096), b""):  # type: ignore[union-attr]
                if line.strip():
                    self._complaints.append(line.strip()[:200])

    def _watch(self) -> None:
        """End a program that has been asked and is silent."""
        while not self._closed.wait(min(1.0, self._patience / 4)):
            limit = self._patience * (1 if self._answered else _STARTING)
            if self._asked <= 0:
                self._heard = time.monotonic()
            elif time.monotonic() - self._heard > limit:
                self._silent = True
                self.kill()
                return

    @cached_property
    def about(self) -> dict[str, str]:
        """What the program calls itself and its network, as far as it says so."""
        about = {"command": self.command.split()[0].rsplit("/", 1)[-1]}
        for action, field in (("query_version", "version"), ("query_models", "models")):
            answer = self._ask({"id": action, "action": action})
            if field == "version" and "version" in answer:
                about["version"] = str(answer["version"])
            models = answer.get("models") if field == "models" else None
            if isinstance(models, list):
                names = [str(one.get("internalName", "")) for one in models if type(one) is dict]
                about["network"] = ", ".join(filter(None, names))
        return about

    def _ask(self, query: dict[str, Any]) -> dict[str, Any]:
        self._asked = 1
        self._write(query)
        self._flush()
        for answer in self._answers():
            if _only_warns(answer):
                continue
            if answer.get("id") == query["id"] or "error" in answer:
                self._asked = 0
                return answer
        raise EngineFailed(self._ended())

    def check_view(self, side: int) -> None:
        """Refuse a teacher that does not tell what it says as Black sees it, though it was asked
        to: all it says of White's turns would be learned the wrong way round.
        """
        if self._checked:
            return
        among = [chr(97 + k) for k in range(1, side, 2)]
        stones = "".join(column + row for column in among for row in among)
        line = GameLine("view", side, 0.0, stones, "", "W", "", (0,))
        answer = self._ask({**self._query(0, line, [0]), "id": "view"})
        try:
            root, owners = answer["rootInfo"], answer["ownership"]
            seen = (root["winrate"] - 0.5, root["scoreLead"], sum(owners))
            wrong = any(value < 0 for value in seen)
        except (KeyError, TypeError):
            wrong = False  # what it refuses is told of later, with its reason
        if wrong:
            raise EngineFailed(
                f"The teacher {self.command!r} does not tell winrates as Black's, as it was asked: "
                "it sees Black behind where White has no stone."
            )
        self._checked = True

    def answers(self, games: Iterable[GameLine]) -> Iterator[tuple[int, dict[str, Any]]]:
        """For each turn of each game the number of the game and the answer, as they come."""
        queries = list(_queries(games))
        open_ = [set(turns) for _, _, turns in queries]
        left = sum(map(len, open_))
        failed: list[BaseException] = []

        def feed() -> None:
            try:
                for name, (_, game, turns) in enumerate(queries):
                    self._wait_for_room(len(turns))
                    self._write(self._query(name, game, turns))
                self._flush()
            except BaseException as error:
                failed.append(error)
                self.kill()  # or its answers would be awaited for ever

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        for answer in self._answers() if left else ():
            if _only_warns(answer):
                continue
            name = self._name(answer, len(queries))
            turn = answer.get("turnNumber")
            turns = open_[name] if turn is None else {one for one in open_[name] if one == turn}
            if not turns or (turn is None and "error" not in answer):
                raise EngineFailed(f"The teacher {self.command!r} answers unasked: {answer!s:.80}")
            open_[name] = open_[name] - turns
            self._count(-len(turns))
            for _ in turns:
                self._room.release()
                yield queries[name][0], answer
            left -= len(turns)
            if left <= 0:
                break
        if left <= 0:
            feeder.join()
        elif failed and not isinstance(failed[0], EngineFailed):
            raise failed[0]
        else:
            raise EngineFailed(self._ended())

    def _count(self, turns: int) -> None:
        with self._lock:
            self._asked += turns

    def _name(self, answer: dict[str, Any], queries: int) -> int:
        text = str(answer.get("id", ""))
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) < queries:
            return int(text)
        told = f"Its words: {str(answer.get('error', answer))[:160]}"
        raise EngineFailed(f"The teacher {self.command!r} answers what it was not asked. {told}")

    def _query(self, name: int, game: GameLine, turns: list[int]) -> dict[str, Any]:
        colors = "BW" if game.first == "B" else "WB"
        moves = game.vertices()[: max(turns)]
        stones = [["B", v] for v in game.vertices(game.black)]
        stones += [["W", v] for v in game.vertices(game.white)]
        return {
            "id": str(name),
            "moves": [[colors[i % 2], move] for i, move in enumerate(moves)],
            "initialStones": stones,
            "initialPlayer": game.first,
            "rules": RULES,
            "komi": game.komi,
            "boardXSize": game.side,
            "boardYSize": game.side,
            "analyzeTurns": turns,
            "maxVisits": self.visits,
            "includeOwnership": True,
            "includePolicy": True,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        }

    def _wait_for_room(self, turns: int) -> None:
        """Until so many more may be asked about; what is written is sent on before."""
        for _ in range(turns):
            if self._room.acquire(blocking=False):
                continue
            self._flush()
            while not self._room.acquire(timeout=0.2):
                if self._closed.is_set():
                    raise EngineFailed(self._ended())
        self._count(turns)

    def _write(self, query: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(query).encode() + b"\n")
        except (OSError, ValueError):
            raise EngineFailed(self._ended()) from None

    def _flush(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.flush()

    def _answers(self) -> Iterator[dict[str, Any]]:
        """Each line that the program says, until it ends."""
        assert self._process.stdout is not None
        for line in iter(lambda: self._process.stdout.readline(_LONGEST), b""):  # type: ignore[union-attr]
            try:
                answer = loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                raise EngineFailed(f"The teacher {self.command!r} said {line[:80]!r}.")
            self._heard, self._answered = time.monotonic(), True
            yield answer

    def _ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
            self._kill()
        if self._silent:
            limit = f"{self._patience:g} seconds"
            return f"The teacher {self.command!r} has not answered for {limit} and was ended."
        time.sleep(0.05)  # its last words may still be on their way
        last = b" / ".join(self._complaints).decode("utf-8", "replace")
        told = f"; it said: {last}" if last else ""
        return f"The teacher {self.command!r} ended (exit {self._process.poll()}){told}."

    def kill(self) -> None:
        """End the program at once; who waits for an answer is told that it has ended."""
        if self._process.returncode is None:
            self._kill()

    def _kill(self) -> None:
        """Also what it started: it may be a script around the teacher, which would live on and hold
        the pipe open.
        """
        with suppress(OSError, AttributeError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """End the process."""
        self._closed.set()
        self.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(2)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()


def _only_warns(answer: dict[str, Any]) -> bool:
    """Does the answer itself come besides?"""
    return "warning" in answer and "rootInfo" not in answer


def _queries(games: Iterable[GameLine]) -> Iterator[tuple[int, GameLine, list[int]]]:
    """The number of a game, the game, and some of its turns: all of them if they are not many."""
    for number, game in enumerate(games):
        turns = sorted(set(game.turns))
        for start in range(0, len(turns), _IN_A_QUERY):
            yield number, game, turns[start : start + _IN_A_QUERY]


def session_members(session: int) -> list[int]:
    """The processes of a session other than this one, where the system lists them (/proc)."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            pid = int(path.name)
            if os.getsid(pid) == session and pid != os.getpid():
                found.append(pid)
    return found
