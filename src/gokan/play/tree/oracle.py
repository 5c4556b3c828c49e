"""Another program as evaluator: anything that speaks KataGo's analysis protocol.

Its numbers, our reasons: positions are sent with one visit each, and what it says of moves, score
and ownership is taken as it is.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import threading
from array import array
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, EMPTY, WHITE, Position
from gokan.play.tree.evaluation import STDEV, Opinion, even_win

__all__ = ["OracleEvaluator", "OracleFailed"]

_MOST_KOMI = 150.0


class OracleFailed(GokanError):
    """The other program stopped, or answered with an error."""


class OracleEvaluator:
    """Asks a running program, started with `command`, such as `katago analysis -config F -model F`.

    >>> import sys
    >>> command = [sys.executable, "-m", "gokan", "analysis", "--values", "playouts"]
    >>> with OracleEvaluator(command) as oracle:
    ...     judged = oracle.evaluate([Position.empty(5)])[0]
    >>> len(judged.policy), 0 <= judged.win <= 1
    (26, True)
    """

    def __init__(self, command: str | Sequence[str], *, visits: int = 1) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise InvalidInput("The command of the oracle is empty.")
        self.visits = visits
        self._name = words[0]
        self._count = 0
        self._lock = threading.Lock()
        self._errors: deque[str] = deque(maxlen=5)
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        except OSError as error:
            raise InvalidInput(f"Cannot start {words[0]!r}: {error.strerror}.") from None
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> OracleEvaluator:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the other program."""
        self._process.terminate()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Opinion]:
        """One query for each position, all sent at once."""
        with self._lock:
            waiting: dict[str, int] = {}
            for number, position in enumerate(positions):
                self._count += 1
                waiting[f"gokan-{self._count}"] = number
                self._send({**_query(position), "id": f"gokan-{self._count}"})
            answers: list[Opinion | None] = [None] * len(positions)
            while waiting:
                said = self._hear()
                if "error" in said:
                    raise OracleFailed(f"{self._name} says: {said['error']}")
                number = waiting.get(str(said.get("id")), -1)
                if number >= 0 and not said.get("isDuringSearch") and "rootInfo" in said:
                    answers[number] = _opinion(positions[number], said)
                    del waiting[str(said["id"])]
            return [answer for answer in answers if answer is not None]

    def _send(self, query: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({**query, "maxVisits": self.visits}) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if isinstance(said, dict):
                return said
        raise self._gone()

    def _gone(self) -> OracleFailed:
        last = f"; it last said: {self._errors[-1]}" if self._errors else ""
        return OracleFailed(f"{self._name} has stopped{last}.")

    def _listen(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if line.strip():
                self._errors.append(line.strip())


def _query(position: Position) -> dict[str, Any]:
    """The position as it stands, and the move that took a ko if one is open. How it came to that is
    not told, so superko is not either; what was captured on the way is told as komi.
    """
    rules = position.rules
    board, moves = _before_a_ko(position)
    stones = [
        [c.letter, position.vertex(p)]
        for c in (BLACK, WHITE)
        for p, stands in enumerate(board)
        if stands == c
    ]
    ko = "SIMPLE" if rules.ko == "previous" else rules.ko.upper()
    return {
        "initialStones": stones,
        "initialPlayer": (position.to_play.opponent if moves else position.to_play).letter,
        "moves": moves,
        "rules": {
            "ko": ko,
            "scoring": rules.scoring.upper(),
            "tax": rules.tax.upper(),
            "suicide": rules.suicide,
            "whiteHandicapBonus": "0",
            "hasButton": False,
        },
        "komi": _told_komi(position),
        "boardXSize": position.width,
        "boardYSize": position.height,
        "includeOwnership": True,
        "includePolicy": True,
        "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE"},
    }


def _before_a_ko(position: Position) -> tuple[bytes, list[list[str]]]:
    """The stones before the move that took an open ko, with that move; or as they stand."""
    board, ko, last = bytearray(position.board), position.ko, position.last_move
    if ko is None or last is None or last not in position.neighbors(ko):
        return bytes(board), []
    taker = position.to_play.opponent
    board[last], board[ko] = EMPTY, position.to_play
    return bytes(board), [[taker.letter, position.vertex(last)]]


def _true_komi(position: Position) -> float:
    """White's points beside the board: komi and, where they count, the stones captured so far; the
    one of an open ko is captured once more by the move that is told.
    """
    komi = position.rules.komi
    if position.rules.scoring != "territory":
        return komi
    komi += position.prisoners(BLACK) - position.prisoners(WHITE)
    again = len(_before_a_ko(position)[1])
    return komi - (again if position.to_play == BLACK else -again)


def _told_komi(position: Position) -> float:
    """The same within what the protocol takes."""
    return max(-_MOST_KOMI, min(_MOST_KOMI, round(2 * _true_komi(position)) / 2))


def _opinion(position: Position, said: dict[str, Any]) -> Opinion:
    root = said["rootInfo"]
    policy = said.get("policy")
    owner = said.get("ownership")
    beyond = _true_komi(position) - _told_komi(position)
    lead = float(root["scoreLead"]) + (beyond if position.to_play == WHITE else -beyond)
    stdev = float(root.get("scoreStdev", len(position.board) ** 0.5))
    return Opinion(
        policy=array("f", [max(0.0, float(p)) for p in policy]) if policy else None,
        win=float(root["winrate"]) if abs(beyond) < 1 else even_win(lead, stdev),
        lead=lead,
        spread=stdev / STDEV,
        ownership=array("f", [float(value) for value in owner]) if owner else None,
    )
