"""A teacher that knows nothing, speaking KataGo's analysis JSON: what it says of a position hangs
on the position alone. Its options make it fail in the ways in which teachers fail.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import threading
import time
import zlib
from pathlib import Path
from queue import Empty, Queue
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dies", type=int, default=0, help="after so many answers")
    parser.add_argument("--garbage", type=int, default=0, help="the answer of this number")
    parser.add_argument("--refuse", type=int, default=0, help="every so-manieth turn")
    parser.add_argument(
        "--refuse-games", action="store_true", help="queries with more than 6 moves"
    )
    parser.add_argument("--silent", type=int, default=0, help="from this answer on")
    parser.add_argument("--odd-turn", action="store_true", help="a list for the number of a turn")
    parser.add_argument("--own-view", action="store_true", help="of the side to move, not Black's")
    parser.add_argument("--warn", action="store_true")
    parser.add_argument("--no-lead", type=int, default=0, help="every so-manieth answer")
    parser.add_argument("--twice", action="store_true", help="one answer comes again")
    parser.add_argument("--shuffle", type=int, default=0, help="answers that may overtake others")
    parser.add_argument("--slow", type=float, default=0, help="seconds for an answer")
    parser.add_argument("--noise", type=int, default=0, help="lines on stderr for each answer")
    parser.add_argument("--log", default="", help="a file for what was asked, a line a turn")
    fake = _Fake(parser.parse_args())
    lines: Queue[str] = Queue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=0.05)
        except Empty:  # nothing more will overtake these
            fake.empty()
            continue
        if not line:
            break
        fake.take(json.loads(line))
    fake.empty()


def _read(lines: Queue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put("")


class _Fake:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.count = options, 0
        self.waiting: list[dict[str, Any]] = []
        self.rng = random.Random(os.getpid())

    def take(self, query: dict[str, Any]) -> None:
        if query.get("action") == "query_version":
            self.say({**query, "version": "0.1-fake"})
        elif query.get("action") == "query_models":
            self.say({**query, "models": [{"internalName": "fakenet"}]})
        elif query["id"] == "view":
            self.say(self.view(query))
        elif self.options.refuse_games and len(query["moves"]) > 6:
            self.say({"id": query["id"], "error": "too long for me", "field": "moves"})
        else:
            if self.options.warn:
                self.say({"id": query["id"], "warning": "Unused field", "field": "x"})
            for turn in query["analyzeTurns"]:
                self.waiting.append(self.answer(query, turn))
            if len(self.waiting) >= self.options.shuffle:
                self.empty()

    def empty(self) -> None:
        if self.options.shuffle:
            self.rng.shuffle(self.waiting)
        for answer in self.waiting:
            self.tell(answer)
        self.waiting = []

    def tell(self, answer: dict[str, Any]) -> None:
        options = self.options
        self.count += 1
        if options.slow:
            time.sleep(options.slow)
        if options.dies and self.count > options.dies:
            print("the GPU has gone", file=sys.stderr, flush=True)
            os._exit(3)
        if options.silent and self.count >= options.silent:
            time.sleep(600)
        if options.garbage == self.count:
            print("Segmentation fault, or so", flush=True)
        for _ in range(options.noise):
            print("x" * 200, file=sys.stderr)
        if options.refuse and self.count % options.refuse == 0:
            answer = {"id": answer["id"], "turnNumber": answer["turnNumber"], "noResults": True}
        if options.no_lead and self.count % options.no_lead == 0:
            answer["rootInfo"]["scoreLead"] = None  # what JSON has for no number
        if options.odd_turn:
            answer["turnNumber"] = [answer["turnNumber"]]
        if options.log:
            with Path(options.log).open("a") as log:
                log.write(f"{answer['id']} {answer['turnNumber']}\n")
        self.say(answer)
        if options.twice and self.count == 3:
            self.say(answer)

    def say(self, answer: dict[str, Any]) -> None:
        print(json.dumps(answer), flush=True)

    def view(self, query: dict[str, Any]) -> dict[str, Any]:
        """Where White, to move, has no stone: Black is ahead; or as White sees it."""
        assert query["initialPlayer"] == "W"
        assert {color for color, _ in query["initialStones"]} == {"B"}
        sign = -1 if self.options.own_view else 1
        answer = self.answer(query, 0)
        answer["rootInfo"] |= {"scoreLead": sign * 70.0, "winrate": 0.5 + sign * 0.49}
        return answer | {"ownership": [sign * 0.9 for _ in answer["ownership"]]}

    def answer(self, query: dict[str, Any], turn: int) -> dict[str, Any]:
        """What it thinks of a position: dice, thrown for the position."""
        assert query["overrideSettings"]["reportAnalysisWinratesAs"] == "BLACK"
        assert query["rules"]["scoring"] == "AREA"
        side = query["boardXSize"]
        position = [query["initialStones"], query["moves"][:turn], query["komi"]]
        rng = random.Random(zlib.crc32(json.dumps(position).encode()))
        lead = rng.uniform(-30, 30)
        return {
            "id": query["id"],
            "turnNumber": turn,
            "isDuringSearch": False,
            "moveInfos": [{"move": "pass", "visits": query["maxVisits"], "order": 0}],
            "rootInfo": {
                "scoreLead": lead,
                "winrate": 1 / (1 + 2.718 ** (-lead / 5)),
                "scoreStdev": rng.uniform(1, 20),
                "visits": query["maxVisits"],
            },
            "policy": [rng.random() if rng.random() < 0.7 else -1 for _ in range(side * side)]
            + [0.01],
            "ownership": [rng.uniform(-1, 1) for _ in range(side * side)],
        }


if __name__ == "__main__":
    main()
