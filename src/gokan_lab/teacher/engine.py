"""A program that speaks KataGo's analysis JSON, asked about turns of games."""

from __future__ import annotations

import json
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from gokan.errors import GokanError
from gokan_lab.teacher.lines import GameLine

__all__ = ["Engine", "EngineFailed", "loads"]

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

_AHEAD = 1500  # turns asked about and not yet answered


class EngineFailed(GokanError):
    """The program stopped, or says what it should not."""


class Engine:
    """One process. What it is asked and what it answers pass through bounded queues."""

    def __init__(self, command: str, *, visits: int = 1, extra: dict[str, Any] | None = None):
        self.command, self.visits, self.extra = command, visits, extra or {}
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=1 << 20,
            )
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or error
            raise EngineFailed(f"The teacher {command!r} cannot be started: {told}.") from None
        self._room = threading.Semaphore(_AHEAD)

    def describe(self) -> dict[str, str]:
        """What the program calls itself and its network, as far as it says so."""
        about = {"command": self.command.split()[0].rsplit("/", 1)[-1]}
        for action, field in (("query_version", "version"), ("query_models", "models")):
            answer = self._ask({"id": action, "action": action})
            if field == "version" and "version" in answer:
                about["version"] = str(answer["version"])
            if field == "models":
                names = [str(one.get("internalName", "")) for one in answer.get("models", [])]
                about["network"] = ", ".join(filter(None, names))
        return about

    def _ask(self, query: dict[str, Any]) -> dict[str, Any]:
        self._write(query)
        self._flush()
        for line in self._lines():
            with suppress(ValueError):
                answer = loads(line)
                if isinstance(answer, dict) and answer.get("id") == query["id"]:
                    return answer
        raise EngineFailed(self._ended())

    def answers(self, games: Iterable[GameLine]) -> Iterator[tuple[int, dict[str, Any]]]:
        """For each turn of each game the number of the game and the answer, as they come."""
        asked = list(games)
        left = sum(len(game.turns) for game in asked)
        failed: list[BaseException] = []

        def feed() -> None:
            try:
                for number, game in enumerate(asked):
                    for _ in game.turns:
                        self._room.acquire()
                    self._write(self._query(number, game))
                    if number % 8 == 7:
                        self._flush()
                self._flush()
            except BaseException as error:
                failed.append(error)

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        for line in self._lines():
            try:
                answer = loads(line)
                number = int(answer["id"])
            except (ValueError, KeyError, TypeError):
                raise EngineFailed(f"The teacher said {line[:80]!r}.") from None
            turns = 1
            if "error" in answer:  # of the whole query
                turns = len(asked[number].turns) if "turnNumber" not in answer else 1
            for _ in range(turns):
                self._room.release()
            left -= turns
            yield number, answer
            if left <= 0:
                feeder.join()
                return
        raise EngineFailed(str(failed[0]) if failed else self._ended())

    def _query(self, number: int, game: GameLine) -> dict[str, Any]:
        colors = "BW" if game.first == "B" else "WB"
        moves = game.vertices()[: max(game.turns)]
        stones = [["B", v] for v in game.vertices(game.black)]
        stones += [["W", v] for v in game.vertices(game.white)]
        return {
            "id": str(number),
            "moves": [[colors[i % 2], move] for i, move in enumerate(moves)],
            "initialStones": stones,
            "initialPlayer": game.first,
            "rules": RULES,
            "komi": game.komi,
            "boardXSize": game.side,
            "boardYSize": game.side,
            "analyzeTurns": list(game.turns),
            "maxVisits": self.visits,
            "includeOwnership": True,
            "includePolicy": True,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK", **self.extra},
        }

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

    def _lines(self) -> Iterator[bytes]:
        assert self._process.stdout is not None
        yield from iter(self._process.stdout.readline, b"")

    def _ended(self) -> str:
        return f"The teacher ended (exit {self._process.poll()}): {self.command}"

    def close(self) -> None:
        """End the process."""
        with suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._process.kill()
        self._process.wait()
