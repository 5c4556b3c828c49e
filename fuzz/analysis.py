"""Fuzz the analysis queries: a line is refused in a sentence, or it can be served."""

from __future__ import annotations

import json
from typing import Any

from gokan.gtp.analysis.query import QueryError, Settings, read_query
from gokan.gtp.analysis.server import AnalysisServer

_SMALL = 60  # moves and points that are worth the time


class _Nobody:
    """Judges nothing: the queries are read, not served."""

    def evaluate(self, positions: object, /) -> Any:
        raise AssertionError


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for line in text.split("\n")[:10]:
        try:
            query = json.loads(line)
        except (ValueError, RecursionError):
            query = None
        if isinstance(query, dict) and "action" not in query:
            if not isinstance(query.get("id"), str) or len(line) > 50 * _SMALL:
                continue
            try:
                read = read_query(query, Settings())
            except QueryError:
                continue
            assert all(turn.position is not None for turn in read.turns)
            continue
        said: list[dict[str, Any]] = []
        AnalysisServer(said.append, evaluator=_Nobody(), settings=Settings()).serve([line])
        for answer in said:
            json.dumps(answer)
