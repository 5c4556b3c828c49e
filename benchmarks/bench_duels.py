"""Duels of our own players, many games at once: what a part, an option or a level is worth.

Each game runs in a thread of its own, and the network looks at what all of them ask together, so
that a GPU is well used (`--device cuda`; the package torch runs the network then). Without a device
the network of the core is used, one position after the other. Every pair of games begins with the
same moves, drawn from the policy, with colours changed. With `--output` each game is a line in a
file, and a run with the same file goes on where the last one stopped. Without a device and with one
game at a time the seconds of both sides are told too. KataGo's parameters may follow a player after
semicolons.

    python benchmarks/bench_duels.py "gokan:visits=16,pins=1 vs gokan:visits=16" --games 200
    python benchmarks/bench_duels.py "gokan:level=4 vs gokan:level=3" --device cuda --processes 4
    python benchmarks/bench_duels.py "gokan:visits=16;cpuctExploration=2 vs gokan:visits=16"
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from gokan.go import BLACK, WHITE, Position, Rules
from gokan.play.clock import Clock
from gokan.play.evaluators import has_network
from gokan.play.gokan_player import GokanPlayer
from gokan.play.player import RESIGN, Player
from gokan.play.players import make_player
from gokan.play.statistics import elo, wilson

OPENING = {9: 4, 13: 6, 19: 8}
"""Moves that are drawn, by the size of the board."""

Forward = Callable[[Any], tuple[Any, Any, Any, Any]]


def main() -> None:
    """Play all duels side by side; close with a table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("duels", nargs="*", default=["gokan:visits=8 vs gokan:visits=4"])
    parser.add_argument("--games", type=int, default=20, help="of each duel")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.0)
    parser.add_argument("--device", default="", help="cuda or cpu: run the network with torch")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--together", type=int, default=1, help="games at once in a process")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after these")
    parser.add_argument("--output", default="")
    options = parser.parse_args()
    done = _read(options.output)
    todo = [
        (duel, game)
        for game in range(options.first, options.first + options.games)
        for duel in options.duels
        if (duel, game) not in {(row["duel"], row["game"]) for row in done}
    ]
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    work = context.Queue()
    for task in todo:
        work.put(task)
    for _ in range(options.processes * options.together):
        work.put(None)
    crew = [
        context.Process(target=_process, args=(options, work, results), daemon=True)
        for _ in range(options.processes)
    ]
    for process in crew:
        process.start()
    running = options.processes
    while running:
        row = results.get()
        if row is None:
            running -= 1
            continue
        done.append(row)
        if options.output:
            with Path(options.output).open("a") as file:
                file.write(json.dumps(row) + "\n")
    for line in table(done):
        print(line)


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each duel, and one with all of them for programs."""
    told = []
    for row in (row for row in rows if "error" in row):
        yield f"{row['duel']}, game {row['game']}, failed: {row['error']}"
    rows = [row for row in rows if "error" not in row]
    for duel in dict.fromkeys(row["duel"] for row in rows):
        points = [row["points"] for row in rows if row["duel"] == duel]
        share = sum(points) / len(points)
        low, high = wilson(sum(points), len(points))
        yield (
            f"{duel}: {sum(points):g} of {len(points)}, {100 * share:.1f} % "
            f"({100 * low:.1f} to {100 * high:.1f}), Elo {elo(share):+.0f} "
            f"({elo(low):+.0f} to {elo(high):+.0f})"
        )
        told.append({"duel": duel, "points": sum(points), "games": len(points)})
        spent = [row["seconds"] for row in rows if row["duel"] == duel and "seconds" in row]
        if spent and all(spent):
            a, b = (sum(pair[side] for pair in spent) for side in (0, 1))
            yield f"  seconds a game: A {a / len(spent):.2f}, B {b / len(spent):.2f}"
    yield json.dumps({"benchmark": "duels", "duels": told})


def _read(path: str) -> list[dict[str, Any]]:
    if not path or not Path(path).exists():
        return []
    rows = []
    for line in Path(path).read_text("utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue  # cut short
    return rows


def _process(options: argparse.Namespace, work: Any, results: Any) -> None:
    """The games of one process, so many at once."""
    end = time.monotonic() + options.seconds
    many = Together(_forward(options.device)) if options.device else None
    if many is not None:
        from gokan.intuition import network

        network.load()._runner = many  # type: ignore[assignment]

    def player() -> None:
        while time.monotonic() < end:
            task = work.get()
            if task is None:
                break
            try:
                row = play_one(task[0], task[1], options.size, options.komi)
                if many is not None or options.together > 1:
                    del row["seconds"]  # much of it was waiting for others
                results.put(row)
            except Exception as error:
                results.put({"duel": task[0], "game": task[1], "error": repr(error)})
        if many is not None:
            many.leave()

    threads = [threading.Thread(target=player) for _ in range(options.together)]
    if many is not None:
        many.playing = len(threads)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(None)


def play_one(duel: str, game: int, size: int, komi: float) -> dict[str, Any]:
    """One game of a duel; A is black in the even ones."""
    a, b = duel.split(" vs ")
    rules = Rules.named("chinese").with_(komi=komi)
    position = opening(Position.empty(size, rules=rules), game // 2)
    a_color = BLACK if game % 2 == 0 else WHITE
    players = {a_color: made(a, 2 * game), a_color.opponent: made(b, 2 * game + 1)}
    took = {BLACK: 0.0, WHITE: 0.0}
    winner, margin = None, None
    while not position.is_over and position.move_number < 3 * len(position.board):
        color = position.to_play
        began = time.perf_counter()
        move = players[color].choose(position, clock=Clock()).move
        took[color] += time.perf_counter() - began
        if move == RESIGN:
            winner = color.opponent
            break
        position = position.play(move)
    else:
        dead = GokanPlayer(visits=8).dead_stones(position)
        score = position.score(dead=sorted(dead))
        winner, margin = score.winner, score.margin
    return {
        "duel": duel,
        "game": game,
        "size": size,
        "points": 0.5 if winner is None else float(winner == a_color),
        "moves": position.move_number,
        "margin": margin,
        "seconds": [round(took[a_color], 3), round(took[a_color.opponent], 3)],
    }


def made(spec: str, seed: int) -> Player:
    """The player of a name, with the parameters that follow it."""
    name, *parameters = spec.split(";")
    player = make_player(name, seed=seed)
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        player.set_parameter(key, float(value))
    return player


def opening(position: Position, number: int) -> Position:
    """A few moves that are the same for both games of a pair."""
    dice = random.Random(number + 100)
    for _ in range(OPENING.get(position.width, 4)):
        if has_network():
            from gokan.intuition import judge

            moves = judge(position).moves[:20]
            drawn = dice.choices([m.move for m in moves], [m.chance for m in moves])[0]
        else:
            drawn = dice.choice(position.legal_moves())
        position = position.play(drawn)
    return position


class Together:
    """Stands in for the network's runner: waits until every game has asked, then asks once."""

    def __init__(self, forward: Forward) -> None:
        self.playing = 1
        self._forward = forward
        self._lock = threading.Lock()
        self._asked: list[_Asked] = []

    def run(
        self, data: bytes, count: int, rows: int, columns: int, threads: int
    ) -> tuple[Any, Any, Any, Any]:
        """What the core's runner does, in company."""
        mine = _Asked(data, (count, rows, columns))
        with self._lock:
            self._asked.append(mine)
            last = len(self._asked) >= self.playing
            if last:
                self._answer()
        if not last:
            mine.ready.wait()
        if mine.told is None:
            raise RuntimeError("the network could not be run")
        return mine.told

    def leave(self) -> None:
        """One game less is being played."""
        with self._lock:
            self.playing -= 1
            if self._asked and len(self._asked) >= self.playing:
                self._answer()

    def _answer(self) -> None:
        import numpy as np

        asked, self._asked = self._asked, []
        try:
            for shape in {one.shape[1:] for one in asked}:
                some = [one for one in asked if one.shape[1:] == shape]
                planes = np.concatenate([one.planes() for one in some])
                told = self._forward(planes)
                at = 0
                for one in some:
                    until = at + one.shape[0]
                    one.told = (
                        told[0][at:until],
                        told[1][at:until],
                        told[2][at:until],
                        told[3][at:until],
                    )
                    at = until
        finally:
            for one in asked:
                one.ready.set()


class _Asked:
    """Positions that a game wants to know about."""

    def __init__(self, data: bytes, shape: tuple[int, int, int]) -> None:
        self.data = data
        self.shape = shape
        self.ready = threading.Event()
        self.told: tuple[Any, Any, Any, Any] | None = None

    def planes(self) -> Any:
        import numpy as np

        count, rows, columns = self.shape
        return np.frombuffer(self.data, np.float32).reshape(count, -1, rows, columns)


def _forward(device: str) -> Forward:
    """The network in torch, from planes to the four answers of the core's runner."""
    if device == "none":  # to see what all but the network costs
        return _nothing
    import numpy as np
    import torch

    from gokan.intuition.network import WEIGHTS
    from gokan.intuition.training.export import fold
    from gokan.intuition.training.model import Network
    from gokan.intuition.weights_file import unpack

    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    path = Path(os.environ.get("GOKAN_NETWORK") or WEIGHTS)
    card = json.loads(path.with_suffix(".json").read_text("utf-8"))
    network = Network(card["blocks"], card["channels"]).eval()
    fold(network)
    halves = unpack(path.read_bytes())
    network.load_state_dict(
        {
            name: torch.from_numpy(
                np.frombuffer(data, np.float16).astype(np.float32).reshape(shape)
            )
            for name, (shape, data) in halves.items()
        }
    )
    network = network.to(device)

    def forward(planes: Any) -> tuple[Any, Any, Any, Any]:
        with torch.inference_mode():
            moves, numbers, owner, groups = network(torch.from_numpy(planes).to(device))
        told = torch.cat([moves[:, 0], numbers, owner, groups.flatten(1)], 1).float()
        values = told.cpu().numpy()
        points = owner.shape[1]
        ends = np.cumsum([0, points + 1, 3, points, 4 * points])
        parts = [np.ascontiguousarray(values[:, a:b]) for a, b in pairwise(ends)]
        return parts[0], parts[1], parts[2], parts[3]

    return forward


def _nothing(planes: Any) -> tuple[Any, Any, Any, Any]:
    import numpy as np

    count, points = len(planes), planes.shape[2] * planes.shape[3]
    rng = np.random.default_rng(1)
    sizes = (points + 1, 3, points, 4 * points)
    parts = [rng.normal(size=(count, size)).astype(np.float32) for size in sizes]
    return parts[0], parts[1], parts[2], parts[3]


if __name__ == "__main__":
    main()
