"""Wolf's smaller claims, measured: bad moves (criterion 2), risk (7), the stable sum (appendix).

    python benchmarks/bench_wolf.py [GAMES]

Positions are taken from professional games ($GOKAN_DATA or ../shared/data), spread over the files.

- Criterion 2 ("ranks bad moves low"; the paper: "no tests are currently available"). Moves that are
  bad by the rules alone: filling a one-point eye of one's own, and putting three or more own stones
  into atari without capturing. The figure is the chance that a ranker puts another legal move above
  such a move, ties counted half; 50 % is no knowledge at all.
- Criterion 7. Does the spread say how far the score is from the end? On games counted by their
  players: the correlation of the spread with the distance, in ranks; and how often `steer`
  chooses otherwise when the same side is far ahead or far behind.
- The appendix: a field that means something "should not change erratically from one move to the
  next"; a clever move shifts influence rather than adds to it. Per played move: how much the score
  changes, how much changes elsewhere, and the net over the gross change; and for a random move. A
  monotone system cannot shift: a stone raises every unit's value for its side or leaves it.
- Bundling (appendix): "explains all sacrifice moves". Where do played moves stand that put their
  own stone into atari and capture nothing: by the score, and by how much strength (times stones)
  the move takes from one enemy block, wherever that block is?
"""

from __future__ import annotations

import json
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.go import BLACK, Color, Game, Position
from gokan.strength import Weighing, spread, steer, weigh
from gokan_lab.study import Collection
from gokan_lab.study.predict import row_of
from gokan_lab.study.rankers import ranker
from gokan_lab.study.worst import kind

RANKERS = ("seds", "seds-settled", "seds-eyes", "seds-stability", "saddle", "zobrist", "strength")


def main() -> None:
    """Print the three tables and the JSON line."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    games = DATA / "pro_games.jsonl"
    if not games.exists():
        print(f"no games at {games}: set GOKAN_DATA to a folder with pro_games.jsonl")
        return
    figures: dict[str, Any] = {
        "benchmark": "wolf",
        "bad_moves": bad_moves(games, count),
        "stable_sum": stable_sum(games, count),
        "sacrifices": sacrifices(games, count),
        "risk": risk(DATA / "kgs_scored.jsonl"),
    }
    print(json.dumps(figures))


def sample(games: Path, count: int) -> Iterator[tuple[Position, int]]:
    """One position of each of `count` games, at a random stage, with the move played there."""
    chance = random.Random(2010)
    records = list(Collection(games))
    for record in records[:: max(1, len(records) // count)][:count]:
        replay = record.replay()
        at = chance.randrange(20, max(21, min(240, len(replay.moves) - 1)))
        if at >= len(replay.moves) or replay.moves[at][1] < 0:
            continue
        position = replay.start
        for color, move in replay.moves[:at]:
            position = position.play_forced(move, Color(color))
        yield position, replay.moves[at][1]


def bad_moves(games: Path, count: int) -> dict[str, Any]:
    """The chance that another move is ranked above a bad one."""
    found = {name: [0.0, 0] for name in RANKERS}
    made = {name: ranker(name).make() for name in RANKERS}
    positions = moves = 0
    for position, _ in sample(games, count):
        legal = position.legal_moves()
        bad = {move for move in legal if is_bad(position, move)}
        others = [move for move in legal if move not in bad]
        if not bad or not others:
            continue
        positions += 1
        moves += len(bad)
        for name, rank in made.items():
            worth = dict(rank(position, []))
            for move in bad:
                wins = sum(
                    1.0 if worth[o] > worth[move] else 0.5 if worth[o] == worth[move] else 0.0
                    for o in others
                )
                found[name][0] += wins / len(others)
                found[name][1] += 1
    print(f"criterion 2: {moves} bad moves in {positions} positions; chance that another is above")
    shares = {name: total / n if n else 0.0 for name, (total, n) in found.items()}
    for name, share in shares.items():
        print(f"  {name:16} {100 * share:5.1f} %")
    return {"positions": positions, "moves": moves, "above": shares}


def is_bad(position: Position, move: int) -> bool:
    """An own one-point eye filled, or three or more own stones put into atari for nothing."""
    side = position.to_play
    around = position.neighbors(move)
    if all(position.color_at(p) == side for p in around):
        return len({position.block(p).stones for p in around}) == 1
    after = position.play(move)
    block = after.block(move)
    taken = after.prisoners(side.opponent) > position.prisoners(side.opponent)
    return not taken and len(block.liberties) == 1 and len(block.stones) >= 3


def stable_sum(games: Path, count: int) -> dict[str, Any]:
    """How much a move changes the score, and how much it shifts."""
    chance = random.Random(1)
    rows: dict[str, list[tuple[float, float, float]]] = {"played": [], "random": []}
    for position, played in sample(games, count):
        before = weigh(position)
        legal = position.legal_moves()
        for name, move in (("played", played), ("random", chance.choice(legal))):
            if position.is_legal(move):
                rows[name].append(change(before, weigh(position.play(move)), move))
    print(
        "appendix: change of the score, changes elsewhere, and net over gross, per move (medians)"
    )
    figures = {}
    for name, values in rows.items():
        gain, shift, net = (statistics.median(column) for column in zip(*values, strict=True))
        shifting = sum(ratio < 0.5 for *_, ratio in values) / len(values)
        figures[name] = {
            "moves": len(values),
            "gain": gain,
            "elsewhere": shift,
            "net_over_gross": net,
            "mostly_shift": shifting,
        }
        print(
            f"  {name:8} {len(values):5} moves  score {gain:5.2f}   elsewhere {shift:6.2f}   net "
            f"over gross {net:.2f}; {100 * shifting:.1f} % of the moves mostly shift"
        )
    return figures


def sacrifices(games: Path, count: int) -> dict[str, Any]:
    """The percentile of sacrifices by the score, by bundling and by the two stages with eyes."""
    names = ("seds", "seds-eyes", "seds-bundling", "strength")
    made = {name: ranker(name).make() for name in names}
    found: dict[str, list[float]] = {name: [] for name in names}
    for record in list(Collection(games))[: max(1, count // 5)]:
        replay = record.replay()
        position = replay.start
        before: list[int] = []
        for color, move in replay.moves:
            if move >= 0 and kind(position, move) == "into atari":
                for name in names:
                    row = row_of(position, made[name](position, before), 1, move, 0)
                    if row is not None:
                        found[name].append(row.percentile)
            position = position.play_forced(move, Color(color))
            before.append(move)
    print(f"sacrifices: {len(found['seds'])} played moves into atari; mean percentile, and over 85")
    figures = {}
    for name, places in found.items():
        kept = sum(p >= 85 for p in places) / len(places) if places else 0.0
        mean = statistics.fmean(places) if places else 0.0
        figures[name] = {"moves": len(places), "mean": mean, "over_85": kept}
        print(f"  {name:14} {mean:5.1f} %   {100 * kept:5.1f} %")
    return figures


def change(before: Weighing, after: Weighing, move: int) -> tuple[float, float, float]:
    """The size of the change of the score, the changes of all other points, and net over gross.

    Net is the size of the sum of all changes, gross the sum of their sizes: 1 where everything
    moves to one side, 0 where as much is lost as is gained.
    """
    moved = [b - a for a, b in zip(before.black, after.black, strict=True)]
    elsewhere = sum(abs(d) for point, d in enumerate(moved) if point != move)
    gross = sum(map(abs, moved))
    net = abs(sum(moved)) / gross if gross else 1.0
    return abs(after.score - before.score), 2 * elsewhere, net


def risk(path: Path) -> dict[str, Any]:
    """Spread against the distance from the final count, and what steering changes."""
    if not path.exists():
        print("criterion 7: no counted games")
        return {}
    pairs: dict[int, list[tuple[float, float]]] = {60: [], 120: [], 180: []}
    differs = asked = 0
    for line in path.read_text("utf-8").splitlines()[:120]:
        record = json.loads(line)
        game = Game.parse(record["sgf"])
        margin = final_margin(record)
        if margin is None:
            continue
        for at, found in pairs.items():
            if len(game.moves()) <= at:
                continue
            position = game.position(at)
            weighing = weigh(position)
            found.append((spread(weighing), abs(weighing.score - margin)))
            if at == 120 and asked < 60:
                asked += 1
                sign = 1 if position.to_play == BLACK else -1
                ahead = steer(position, komi=weighing.score - 40 * sign)
                behind = steer(position, komi=weighing.score + 40 * sign)
                differs += ahead.moves[0].move != behind.moves[0].move
    figures: dict[str, Any] = {"asked": asked, "differs": differs}
    print("criterion 7: rank correlation of the spread with the distance to the final count")
    for at, found in pairs.items():
        figures[str(at)] = {"games": len(found), "correlation": correlation(found)}
        print(f"  after move {at:3}: {correlation(found):+.2f} over {len(found)} games")
    print(f"  far ahead and far behind choose differently in {differs} of {asked} positions")
    return figures


def final_margin(record: dict[str, Any]) -> float | None:
    """Black's points minus White's, from the recorded result, without komi."""
    result = str(record.get("result", ""))
    side, _, points = result.partition("+")
    try:
        margin = float(points) * (1 if side.upper().startswith("B") else -1)
    except ValueError:
        return None
    return margin + float(record.get("komi") or 0)


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Spearman's."""
    if len(pairs) < 3:
        return 0.0
    ranks = []
    for column in zip(*pairs, strict=True):
        order = sorted(range(len(column)), key=column.__getitem__)
        places = [0.0] * len(column)
        for place, index in enumerate(order):
            places[index] = float(place)
        ranks.append(places)
    return statistics.correlation(*ranks)


if __name__ == "__main__":
    main()
