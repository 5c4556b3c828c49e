"""The queue: queries are read as they come and answered by urgency, several at once if wished."""

from __future__ import annotations

import heapq
import itertools
import json
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from gokan.checks import nested_too_deeply
from gokan.errors import GokanError
from gokan.gtp.analysis.query import Query, QueryError, Settings, Turn, read_query
from gokan.gtp.analysis.reply import reply
from gokan.play.tree.evaluation import Evaluator
from gokan.play.tree.searching import Searcher

__all__ = ["AnalysisServer"]

KATAGO_VERSION = "1.14.1"
"""The version of KataGo's protocol that is spoken; clients compare it with what they need."""


@dataclass(order=True)
class _Task:
    """A turn in the queue: the most urgent first, then the earliest."""

    rank: tuple[int, int]
    query: Query = field(compare=False)
    turn: Turn = field(compare=False)
    ended: threading.Event = field(compare=False, default_factory=threading.Event)


class AnalysisServer:
    """Answers queries with `write`, which gets one JSON object at a time.

    >>> said = []
    >>> from gokan.play.tree.evaluators import make_evaluator
    >>> server = AnalysisServer(said.append, evaluator=make_evaluator("playouts", "even"))
    >>> server.serve(['{"id": "v", "action": "query_version"}',
    ...     '{"id": "a", "moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5,'
    ...     ' "maxVisits": 10}'])
    >>> [line["id"] for line in said], said[1]["rootInfo"]["visits"]
    (['v', 'a'], 10)
    """

    def __init__(
        self,
        write: Callable[[dict[str, Any]], None],
        *,
        settings: Settings | None = None,
        evaluator: Evaluator | None = None,
        wait: bool = True,
    ) -> None:
        self.settings = settings or Settings()
        self._evaluator = evaluator
        self._wait = wait
        self._write = write
        self._lock = threading.Condition()
        self._queue: list[_Task] = []
        self._running: list[_Task] = []
        self._order = itertools.count()
        self._closed = False
        self._deaf = False

    def serve(self, lines: Iterable[str]) -> None:
        """Read queries until the input ends, then finish what is queued."""
        workers = [
            threading.Thread(target=self._work, name=f"analysis-{n}", daemon=True)
            for n in range(self.settings.threads)
        ]
        for worker in workers:
            worker.start()
        wait = False  # whatever ends the reading before its time ends the work too
        try:
            for line in lines:
                if line.strip():
                    self._take(line)
                if self._deaf:
                    return
            wait = self._wait
        finally:
            with self._lock:
                self._wait = wait
                self._closed = True
                if not wait:
                    self._queue.clear()
                    for task in self._running:
                        task.ended.set()
                self._lock.notify_all()
            for worker in workers:
                worker.join()

    def _take(self, line: str) -> None:
        """One line of input: a query to queue, or an action to do now."""
        name: Any = None
        try:
            if nested_too_deeply(line):
                raise ValueError
            data = json.loads(line)
            if not isinstance(data, dict):
                raise QueryError("A query is a JSON object on one line.")
            name = data.get("id")
            if not isinstance(name, str):
                raise QueryError("The id must be a string.", "id")
            if "action" in data:
                self._act(data)
                return
            query = read_query(data, self.settings)
        except (ValueError, RecursionError):
            self._say({"error": "This line is not JSON."})
        except QueryError as error:
            said: dict[str, Any] = {"error": str(error)}
            if error.field is not None:
                said["field"] = error.field
            if isinstance(name, str):
                said["id"] = name
            self._say(said)
        except GokanError as error:  # the network cannot be read
            self._say({"error": str(error), "id": name})
        else:
            for unknown in query.warnings:
                warning = "Unexpected or unused field"
                self._say({"warning": warning, "field": unknown, "id": query.id})
            with self._lock:
                for turn in query.turns:
                    rank = (-turn.priority, next(self._order))
                    heapq.heappush(self._queue, _Task(rank, query, turn))
                self._lock.notify_all()

    def _act(self, data: dict[str, Any]) -> None:
        action = data["action"]
        if action == "query_version":
            from gokan import __version__

            self._say(
                {**data, "version": KATAGO_VERSION, "git_hash": "<omitted>", "gokan": __version__}
            )
        elif action == "query_models":
            self._say({**data, "models": self._models()})
        elif action == "clear_cache":
            self._say(data)
        elif action in ("terminate", "terminate_all"):
            wanted = data.get("terminateId")
            if action == "terminate" and not isinstance(wanted, str):
                raise QueryError("Say which id to terminate.", "terminateId")
            turns = data.get("turnNumbers")
            if turns is not None and not isinstance(turns, list):
                raise QueryError("This must be a list.", "turnNumbers")
            self._terminate(None if action == "terminate_all" else wanted, turns)
            self._say(data)
        else:
            raise QueryError(f"There is no action called {str(action)[:40]!r}.", "action")

    def _models(self) -> list[dict[str, Any]]:
        """The networks in use, as KataGo tells of its own."""
        evaluator = self._evaluator
        if evaluator is None:
            from gokan.play.tree.evaluators import default_evaluator

            evaluator = default_evaluator()
        return [
            {
                "name": network.path.name,
                "internalName": network.card.get("name", ""),
                "maxBatchSize": 1,  # a search judges one leaf at a time
                "usesHumanSLProfile": False,
                "usingFP16": "false",
            }
            for network in getattr(evaluator, "networks", ())
        ]

    def _terminate(self, wanted: str | None, turns: list[Any] | None) -> None:
        def meant(task: _Task) -> bool:
            return (wanted is None or task.query.id == wanted) and (
                turns is None or task.turn.number in turns
            )

        with self._lock:
            gone = sorted(task for task in self._queue if meant(task))
            self._queue = [task for task in self._queue if not meant(task)]
            heapq.heapify(self._queue)
            for task in self._running:
                if meant(task):
                    task.ended.set()
        for task in gone:
            self._nothing(task)

    def _work(self) -> None:
        while True:
            with self._lock:
                while not self._queue and not self._closed:
                    self._lock.wait()
                if not self._queue:
                    return
                task = heapq.heappop(self._queue)
                self._running.append(task)
            try:
                self._answer(task)
            except OSError:  # nobody reads the answers any more
                self._deaf = True
                return
            except GokanError as error:
                self._say({"error": str(error), "id": task.query.id})
            except Exception as error:  # one query must not end the others
                traceback.print_exc(file=sys.stderr)
                self._say({"error": f"internal error: {error!r}", "id": task.query.id})
            finally:
                with self._lock:
                    self._running.remove(task)

    def _answer(self, task: _Task) -> None:
        query, turn, settings = task.query, task.turn, task.query.settings
        searcher = Searcher(
            self._evaluator,
            options=settings.options,
            ways=settings.ways,
            temperature=settings.temperature,
        )
        begin = time.monotonic()
        due = begin + (query.every or 0.0)

        def late() -> bool:
            limit = settings.seconds
            return task.ended.is_set() or (limit is not None and time.monotonic() - begin >= limit)

        wanted = settings.visits
        for _ in searcher.steps(turn.position, visits=wanted, bans=query.bans, stop=late):
            now = time.monotonic()
            if late():
                break
            looked = searcher.tree.visits > 1  # at a move, not only at the position
            if query.every is not None and now >= due and looked:
                self._say(reply(query, turn, searcher, during=True))
                due = now + query.every
        if not self._wait and self._closed:
            return
        self._say(reply(query, turn, searcher, during=False))

    def _nothing(self, task: _Task) -> None:
        self._say(
            {
                "id": task.query.id,
                "isDuringSearch": False,
                "noResults": True,
                "turnNumber": task.turn.number,
            }
        )

    def _say(self, said: dict[str, Any]) -> None:
        with self._lock:
            self._write(said)
