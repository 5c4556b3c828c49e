"""Games on all kinds of boards, under all rules and clocks: is anything illegal, late or broken?

Two engines speak GTP with a referee that keeps the board by our rules and the time by a watch of
its own. A game's number draws the size of the board (5 to 19, rectangles included), the rules,
komi, handicap, the clock and the players: few visits, weaker levels, proofs, no network. What a
program did wrong is told with the number, which plays the same game again. With `--output` each
game is a line in a file, and a run with the same file goes on where the last one stopped.

    python benchmarks/bench_robust.py --games 20
    python benchmarks/bench_robust.py --games 1000 --processes 4 --output robust.jsonl
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from rows import append_row, read_rows  # type: ignore[import-not-found]  # beside this file

from gokan.errors import GokanError
from gokan.go import BLACK, RULE_SETS, WHITE, Color, Position, Rules, fixed_handicap
from gokan.go.handicap import max_fixed_handicap
from gokan.gtp.engine import Engine

_PLAYERS = (
    "gokan:visits={visits}",
    "gokan:visits={visits},resign=0",
    "gokan:visits={visits},ways=2,resign=0",
    "gokan:visits={visits},ways=2,resign=0",
    "gokan:visits={visits},values=playouts,resign=0",
    "gokan:level={level},resign=0",
    "intuition",
)
_CLOCKED = (
    "gokan:visits=20",
    "gokan:resign=0,visits=40",
    "gokan:resign=0,visits=40",
    "gokan:level={level}",
    "intuition",
)


def main() -> None:
    """Play the games, and close with a table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--clocks", choices=("with", "without"), help="only such games")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after these")
    parser.add_argument("--output", default="")
    options = parser.parse_args()
    done = read_rows(options.output)
    known = {row["game"] for row in done}
    numbers = [
        number
        for number in range(options.first, options.first + options.games)
        if number not in known and options.clocks in (None, timed(number))
    ]
    end = time.monotonic() + options.seconds
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        tasks = [(number, end) for number in numbers]
        for row in pool.imap_unordered(_task, tasks):
            if row is None:
                continue
            done.append(row)
            append_row(options.output, row)
    for line in table(done):
        print(line)


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """What was played, what went wrong, and a line for programs."""
    ends = Counter(row["end"] for row in rows)
    bad = [row for row in rows if row["end"] in ("illegal", "time", "failure")]
    for row in bad:
        yield f"game {row['game']}: {row['end']}: {row['note']}"
    counts = {
        "rectangles": sum(row["width"] != row["height"] for row in rows),
        "handicaps": sum(row["handicap"] > 0 for row in rows),
        "clocks": sum(row["clock"] != "none" for row in rows),
        "moves": sum(row["moves"] for row in rows),
    }
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    yield f"{len(rows)} games ({told}); ends: {dict(sorted(ends.items()))}; {len(bad)} went wrong"
    yield json.dumps({"benchmark": "robust", "games": len(rows), "wrong": len(bad), **counts})


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is played."""

    width: int
    height: int
    rules: str
    komi: float
    handicap: int
    clock: str
    main: float
    period: float
    stones: int  # in a period; or the number of periods where the clock is byo-yomi
    black: str
    white: str


def terms(number: int) -> Terms:
    """What the number of a game draws.

    >>> terms(3) == terms(3)
    True
    """
    dice = random.Random(f"robust {number}")
    largest = 19 if number % 4 == 0 else 13
    width = dice.randint(5, largest)
    height = width if dice.random() < 0.5 else dice.randint(5, largest)
    rules = dice.choice(sorted(RULE_SETS))
    komi = Rules.named(rules).komi
    if dice.random() < 0.3:
        komi = dice.randint(-40, 60) / 2
    most = max_fixed_handicap(width, height)
    handicap = dice.randint(2, most) if most and dice.random() < 0.4 else 0
    clock = dice.choice(("none", "none", "none", "absolute", "byo-yomi", "canadian"))
    main, period, stones = 0.0, 0.0, 0
    if clock == "absolute":
        main = float(round(width * height * dice.uniform(0.05, 0.1)))
    elif clock == "byo-yomi":
        main, period, stones = float(dice.choice((0, 1, 3))), 1.0, dice.randint(1, 5)
    elif clock == "canadian":
        stones = dice.randint(1, 10)
        main, period = float(dice.choice((0, 1, 3))), float(max(1, round(0.4 * stones)))
    drawn = [
        dice.choice(_PLAYERS if clock == "none" else _CLOCKED).format(
            visits=dice.randint(2, 8), level=dice.randint(1, 9)
        )
        for _ in range(2)
    ]
    return Terms(
        width, height, rules, komi, handicap, clock, main, period, stones, drawn[0], drawn[1]
    )


def timed(number: int) -> str:
    """Is a game played with a clock? On a busy machine only those without one say something.

    >>> {timed(number) for number in range(20)} == {"with", "without"}
    True
    """
    return "without" if terms(number).clock == "none" else "with"


class Watch:
    """A side's time as a strict referee keeps it."""

    def __init__(self, game: Terms) -> None:
        self.game = game
        self.left = game.main
        self.stones = 0  # 0: still in main time

    def shows(self) -> tuple[float, int]:
        """Seconds left and the stones to play in them, as `time_left` tells."""
        if not self.stones and self.left <= 0 and self.game.period:
            return self.game.period, self.game.stones
        return self.left, self.stones

    def spend(self, seconds: float) -> bool:
        """Take a move's time off. False where the time is over."""
        game = self.game
        if game.clock == "none":
            return True
        if not self.stones:
            self.left -= seconds
            if self.left >= 0:
                return True
            if not game.period:
                return False
            seconds, self.left, self.stones = -self.left, game.period, game.stones
        if game.clock == "byo-yomi":
            while seconds > game.period and self.stones > 0:
                seconds, self.stones = seconds - game.period, self.stones - 1
            return self.stones > 0
        self.left -= seconds
        self.stones -= 1
        late = self.left < 0
        if not self.stones:
            self.left, self.stones = game.period, game.stones
        return not late


class Wrong(Exception):
    """An engine did something it may not do: the kind of end, and what it was."""


def play(number: int) -> dict[str, Any]:
    """One game; `end` is passes, resign, length, or what went wrong."""
    game = terms(number)
    row = {"game": number, **asdict(game)}
    moves: list[str] = []
    try:
        end, note = _play(number, game, moves), ""
    except Wrong as wrong:
        end, note = wrong.args
    return {**row, "end": end, "moves": len(moves), "note": note}


def _play(number: int, game: Terms, moves: list[str]) -> str:
    engines = {
        BLACK: Engine(game.black, seed=number, log=_silent),
        WHITE: Engine(game.white, seed=number + 1, log=_silent),
    }
    position = Position.empty(
        game.width, game.height, rules=Rules.named(game.rules).with_(komi=game.komi)
    )
    stones = fixed_handicap(game.handicap, game.width, game.height) if game.handicap else []
    if stones:
        position = position.setup(black=stones, to_play=WHITE)
    for engine in engines.values():
        _prepare(engine, game, [position.vertex(stone) for stone in stones])
    watches = {BLACK: Watch(game), WHITE: Watch(game)}
    while not position.is_over and len(moves) < 3 * len(position.board):
        color = position.to_play
        answer = _timed_move(engines[color], color, watches[color])
        if answer == "resign":
            return "resign"
        moves.append(answer)
        try:
            position = position.play(answer, color)
        except GokanError as error:
            raise Wrong("illegal", f"{color} {answer}: {error}") from None
        _ask(engines[color.opponent], f"play {color} {answer}")
    for engine in engines.values():
        score = _ask(engine, "final_score")
        if score != "0" and score[:2] not in ("B+", "W+"):
            raise Wrong("failure", f"final_score: {score}")
    return "passes" if position.is_over else "length"


def _prepare(engine: Engine, game: Terms, stones: list[str]) -> None:
    _ask(engine, f"rectangular_boardsize {game.width} {game.height}")
    _ask(engine, "clear_board")
    _ask(engine, f"kata-set-rules {game.rules}")
    _ask(engine, f"komi {game.komi:g}")
    if stones:
        _ask(engine, f"set_free_handicap {' '.join(stones)}")
    if game.clock == "byo-yomi":
        _ask(engine, f"kgs-time_settings byoyomi {game.main:g} {game.period:g} {game.stones}")
    elif game.clock != "none":
        _ask(engine, f"time_settings {game.main:g} {game.period:g} {game.stones}")


def _timed_move(engine: Engine, color: Color, watch: Watch) -> str:
    if watch.game.clock != "none":
        seconds, stones = watch.shows()
        _ask(engine, f"time_left {color} {int(seconds)} {stones}")
    begin = time.monotonic()
    answer = _ask(engine, f"genmove {color}").lower()
    took = time.monotonic() - begin
    if not watch.spend(took):
        raise Wrong("time", f"{color} took {took:.2f} s for a move ({watch.game.clock})")
    return answer


def _ask(engine: Engine, command: str) -> str:
    response = engine.respond(command)
    if not response.startswith("="):
        raise Wrong("failure", f"{command}: {response.strip()}")
    return response[1:].strip()


def _task(task: tuple[int, float]) -> dict[str, Any] | None:
    number, end = task
    return play(number) if time.monotonic() < end else None


def _silent(text: str) -> None:
    """What an engine says beside its answers."""


if __name__ == "__main__":
    main()
