"""Strength: time per static evaluation and per ranking, beside Wolf's Table 1, and how exact.

    python benchmarks/bench_strength.py [POSITIONS] [EXACT_POSITIONS] [ROUNDS]

Times are the best of several measurements in processor time of one core, averaged over positions
of professional games (from $GOKAN_DATA or ../shared/data). The second table judges the incremental
ranking, and the one from scratch at the same `stop`, against the system solved to 1e-9.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan import _core
from gokan.go import Position
from gokan.strength.options import AS_PRINTED, core_options
from gokan_lab.study import Collection

WOLF = {10: (46.2, 16.2), 30: (51.8, 17.1), 100: (73.8, 19.2), 130: (83.9, 19.3)}
WOLF |= {200: (104.4, 16.7), 300: (180.0, 10.8)}
STUDY_POSITIONS = 5_400_000
SHARE = {10: 0.1, 30: 0.15, 100: 0.3, 130: 0.2, 200: 0.2, 300: 0.05}  # of a game, roughly
MOVES_COMPARED = 40
UPDATES = 5  # Wolf's k_max
TIE = 1e-6  # mirrored moves are equally good: choosing the other one is no change
ROUNDS = 40


def main() -> None:
    """Print both tables and the JSON line."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400  # as many as the paper
    exact = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    games = DATA / "pro_games.jsonl"
    if not games.exists():
        print(f"no games at {games}: set GOKAN_DATA to a folder with pro_games.jsonl")
        return
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else ROUNDS
    figures: dict[str, Any] = {"benchmark": "strength", "times": times(games, count, rounds)}
    if exact:
        figures["accuracy"] = accuracy(games, exact, life=False)
        figures["accuracy_with_life"] = accuracy(games, exact, life=True)
    print(json.dumps(figures))


def positions(games: Path, number: int, count: int) -> list[tuple[Position, int]]:
    """So many positions before move `number`, each of another game, with the move played."""

    def found() -> Iterator[tuple[Position, int]]:
        for record in Collection(games):
            replay = record.replay()
            if len(replay.moves) < number or replay.moves[number - 1][1] < 0:
                continue
            position = replay.start
            for _, move in replay.moves[: number - 1]:
                position = position.play_forced(move)
            if position.is_legal(replay.moves[number - 1][1]):
                yield position, replay.moves[number - 1][1]

    return list(islice(found(), count))


def switches(
    *, stop: float = 1e-3, life: bool = False, max_iter: int | None = None
) -> _core.SedsOptions:
    """Wolf's system as printed."""
    return core_options(
        stop=stop,
        max_iter=max_iter or (20_000 if stop < 1e-6 else 1000),
        raise_last_liberty=True,
        static_life=life,
        additions=AS_PRINTED,
    )


def times(games: Path, count: int, rounds: int) -> dict[str, Any]:
    """Table 1."""
    figures: dict[str, Any] = {}
    print("       static evaluation (us)                        ranking of all moves (ms)")
    print("        Wolf  5 updates per unit,  until nothing       Wolf  5 updates      settled")
    print(
        "move    2010  as Wolf: +life ratio changes: +life      2010    +life  ratio    +life  of"
    )
    projected = 0.0
    for number, (wolf_us, wolf_ms) in WOLF.items():
        found = positions(games, number, count)
        rows = []
        for life in (False, True):
            for updates in (UPDATES, None):
                options = switches(life=life, max_iter=updates)
                timed = [_core.seds_time(position.core, options, rounds) for position, _ in found]
                us = sum(one.evaluation_us for one in timed) / len(timed)
                rows.append((us, sum(one.ranking_ms for one in timed) / len(timed)))
        (few, _), (us, ms), (few_life, few_ms), (us_life, ms_life) = rows
        projected += SHARE[number] * ms_life
        figures[str(number)] = {
            "evaluation_us": {"five_updates": few, "settled": us, "wolf": wolf_us},
            "evaluation_with_life_us": {"five_updates": few_life, "settled": us_life},
            "ranking_ms": {
                "plain": ms,
                "with_life": ms_life,
                "five_updates_with_life": few_ms,
                "wolf": wolf_ms,
            },
            "positions": len(found),
        }
        print(
            f"{number:4} {wolf_us:7.1f} {few:7.1f} {few_life:7.1f} {wolf_us / few:6.1f}"
            f" {us:7.1f} {us_life:7.1f} {wolf_ms:9.1f} {few_ms:8.3f} {wolf_ms / few_ms:6.1f}"
            f" {ms_life:8.3f} {len(found):4}"
        )
    hours = projected * STUDY_POSITIONS / 1000 / 3600
    print(
        f"Wolf's whole study (5.4 million positions), with static life: {hours:.2f} h on one core"
    )
    figures["study_hours"] = hours
    return figures


def accuracy(games: Path, count: int, *, life: bool) -> dict[str, Any]:
    """How far the two rankings at stop 1e-3 are from the one at 1e-9."""
    figures: dict[str, Any] = {}
    print()
    what = "with" if life else "without"
    print(f"distance to the system solved to 1e-9, {what} static life: incremental | from scratch")
    print(
        "move     largest per unit        mean per unit     top move changed  rank of played move"
    )
    for number in WOLF:
        largest, total, units = [0.0, 0.0], [0.0, 0.0], 0
        tops, shifts = [0, 0], [0.0, 0.0]
        found = positions(games, number, count)
        if not found:
            continue
        for position, played in found:
            side = int(position.to_play)
            sign = 1 if side == 1 else -1
            fine, coarse = switches(stop=1e-9, life=life), switches(life=life)
            rankings = [
                {
                    one.move: sign * one.score
                    for one in _core.seds_rank(position.core, side, options, [], incremental).moves
                }
                for options, incremental in ((coarse, True), (coarse, False), (fine, False))
            ]
            best = [max(r, key=r.__getitem__) for r in rankings]
            place = [sum(s > r[played] for s in r.values()) for r in rankings]
            for k in (0, 1):
                tops[k] += rankings[2][best[k]] < rankings[2][best[2]] - TIE
                shifts[k] += abs(place[k] - place[2])
            legal = list(rankings[0])
            for move in legal[:: max(1, len(legal) // MOVES_COMPARED)]:
                exact = _core.seds_values_after(position.core, side, move, fine, [], False)
                for k in (0, 1):
                    got = _core.seds_values_after(position.core, side, move, coarse, [], k == 0)
                    apart = [abs(a - b) for a, b in zip(got, exact, strict=True)]
                    largest[k] = max(largest[k], *apart)
                    total[k] += sum(apart)
                units += len(exact)
        print(
            f"{number:4}   {largest[0]:8.4f} | {largest[1]:8.4f}   {total[0] / units:.2e} | "
            f"{total[1] / units:.2e}   {tops[0]:3} | {tops[1]:3} of {len(found)}   "
            f"{shifts[0] / len(found):6.2f} | {shifts[1] / len(found):.2f}"
        )
        figures[str(number)] = {
            name: {
                "largest": largest[k],
                "mean": total[k] / units,
                "top_changed": tops[k],
                "rank_shift": shifts[k] / len(found),
            }
            for k, name in enumerate(("incremental", "from_scratch"))
        }
    return figures


if __name__ == "__main__":
    main()
