"""Real games per second: parse the record, then play every move on the board with its captures.

The peer is sgfmill, the usual library, with its own parser and board, over the same games in the
same run. The games are those of `pro_games.jsonl` in the data folder ($GOKAN_DATA or
../shared/data); without it, copies of the example game. Processor time counts, so that other
programs disturb little; the best of several rounds is taken.

    python benchmarks/bench_sgf.py
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.go import Game, sgf

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
PEER_GAMES = 300


def main() -> None:
    """Print the table and the JSON line."""
    source, games = load()
    moves = sum(len(Game.parse(data)) for data in games) / len(games)
    rates = {
        "parse": rate(sgf.parse, games),
        "parse and replay to the end": rate(replay, games),
        "parse, a position at every node": rate(every_position, games[:PEER_GAMES]),
        "parse and write": rate(lambda data: sgf.write(sgf.parse(data)), games),
    }
    peer = peer_rates(games[:PEER_GAMES])
    print(f"{len(games)} games from {source}, {moves:.0f} moves on average")
    print(f"{'':34}{'games/s':>10}{'sgfmill':>10}{'ratio':>8}")
    for name, ours in rates.items():
        theirs = peer.get(name)
        ratio = f"{ours / theirs:.1f}" if theirs else "-"
        print(f"{name:34}{ours:>10.0f}{f'{theirs:.0f}' if theirs else '-':>10}{ratio:>8}")
    figures = {
        name.replace(" ", "_").replace(",", ""): {
            "games_per_s": round(ours, 1),
            "peer_games_per_s": round(peer[name], 1) if name in peer else None,
            "ratio": round(ours / peer[name], 2) if name in peer else None,
        }
        for name, ours in rates.items()
    }
    print(
        json.dumps({"benchmark": "sgf", "games": len(games), "moves": round(moves, 1), **figures})
    )


def load() -> tuple[str, list[bytes]]:
    """Where the records come from, and their bytes."""
    path = DATA / "pro_games.jsonl"
    if path.is_file():
        lines = path.read_text(encoding="utf-8").splitlines()
        return path.name, [json.loads(line)["sgf"].encode() for line in lines]
    return "the example", [(ROOT / "examples" / "zobrist-cowan.sgf").read_bytes()] * 1000


def replay(data: bytes) -> None:
    Game.parse(data).position()


def every_position(data: bytes) -> None:
    for node in Game.parse(data).main_line():
        _ = node.position


def peer_rates(games: list[bytes]) -> dict[str, float]:
    """The same with sgfmill, if it is installed."""
    try:
        from sgfmill import sgf as mill
        from sgfmill import sgf_moves
    except ImportError:
        print("(sgfmill is not installed: no ratio; try pip install sgfmill)")
        return {}

    def peer_replay(data: bytes) -> None:
        board, plays = sgf_moves.get_setup_and_moves(mill.Sgf_game.from_bytes(data))
        for color, move in plays:
            if move is not None:
                board.play(*move, color)

    return {
        "parse": rate(mill.Sgf_game.from_bytes, games),
        "parse and replay to the end": rate(peer_replay, games),
        "parse and write": rate(lambda data: mill.Sgf_game.from_bytes(data).serialise(), games),
    }


def rate(job: Callable[[bytes], object], games: list[bytes]) -> float:
    """Games per second of processor time, the best of several rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        began = time.process_time()
        for data in games:
            job(data)
        best = max(best, len(games) / (time.process_time() - began))
    return best


if __name__ == "__main__":
    main()
