"""The words and chances of blocks at a glance, held against how finished games ended.

A block of three stones or more is told as "likely alive" or "likely dead" from 80 % on, by the
owner of its points. The step asks whether those chances come true in the middle of finished games,
and whether another scale for their log-odds would be truer in games left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gokan.chances import LIKELY
from gokan.files import write_whole
from gokan.go import BLACK
from gokan_lab.fits.finished import FinishedGame
from gokan_lab.fits.folds import chances, interval, left_out, log_loss, logistic, logit
from gokan_lab.fits.looks import network_name, packed
from gokan_lab.fits.refit import Figure, Outcome, Plan

if TYPE_CHECKING:
    from gokan.intuition.network import Network

__all__ = ["BLOCK", "blocks", "refit"]

MIDDLE = (50, 100, 150)
SMALLEST = 3
_SEEN = 0.002
BLOCK = np.dtype(
    [("game", "<i4"), ("left", "<i4"), ("stones", "<i4"), ("alive", "<f8"), ("stood", "?")]
)


def refit(plan: Plan) -> Outcome:
    """Measure, and say what another scale would give."""
    rows = blocks(plan.network, plan.finished(), plan.work)
    rows = rows[rows["stones"] >= SMALLEST]
    stood, games = rows["stood"].astype(float), rows["game"]
    numbers = np.c_[np.ones(len(rows)), logit(rows["alive"], _SEEN)]
    plain = np.array([0.0, 1.0])
    old = np.asarray(rows["alive"])
    new = left_out(
        games,
        lambda some: logistic(numbers[some], stood[some], towards=plain),
        lambda weights, some: chances(numbers[some], weights),
    )
    weights = logistic(numbers, stood, towards=plain)

    def figure(name: str, measure: Any, digits: int = 4) -> Figure:
        return Figure(
            name,
            interval(games, lambda some: measure(old[some], stood[some])),
            interval(games, lambda some: measure(new[some], stood[some])),
            digits,
        )

    loss = [log_loss(np.clip(one, _SEEN, 1 - _SEEN), stood) for one in (old, new)]
    return Outcome(
        "words",
        f"{len(rows):,} blocks of {len(set(games.tolist()))} games, after {MIDDLE} moves",
        (
            figure("log loss of the chance that a block stands", _loss),
            figure(f"words at {100 * LIKELY:.0f} % that come true, in percent", true_words, 2),
            figure("blocks without a word, in percent", wordless, 1),
        ),
        gain=interval(games, lambda some: float(np.mean(loss[0][some] - loss[1][some]))),
        remarks=(
            f"log-odds times {weights[1]:.3f}, and {weights[0]:+.3f}, would fit best",
            *reliability(old, stood),
        ),
    )


def blocks(network: Network, games: Sequence[FinishedGame], work: Path) -> Any:
    """An array of `BLOCK`, kept in a file for each network."""
    file = work / f"blocks-{network_name(network)}-{len(games)}.npy"
    if file.exists():
        return np.load(file)
    rows = [row for number, game in enumerate(games) for row in _of_game(network, number, game)]
    found = np.array(rows, BLOCK)
    work.mkdir(parents=True, exist_ok=True)
    write_whole(file, packed(found))
    return found


def _of_game(network: Network, number: int, game: FinishedGame) -> Iterator[tuple[Any, ...]]:
    moves = [move for move in MIDDLE if move < game.length]
    positions = [game.game.position(move) for move in moves]
    for move, position, output in zip(moves, positions, network.evaluate(positions), strict=True):
        turn = 1 if position.to_play == BLACK else -1
        for block in position.blocks():
            sign = turn if block.color == BLACK else -turn
            stones = list(block.stones)
            alive = (1 + sign * float(output.ownership[stones].mean())) / 2
            yield number, game.length - move, len(stones), alive, game.stood(position, stones)


def true_words(said: Any, stood: Any) -> float:
    """Of the words at `LIKELY`, the share that comes true, in percent."""
    alive, dead = said >= LIKELY, 1 - said >= LIKELY
    right = (alive & (stood == 1)).sum() + (dead & (stood == 0)).sum()
    return 100.0 * float(right) / max(1, int((alive | dead).sum()))


def wordless(said: Any, stood: Any) -> float:
    """The share that gets no word, in percent."""
    del stood
    return 100.0 * float(np.mean((said < LIKELY) & (1 - said < LIKELY)))


def reliability(said: Any, stood: Any) -> Iterator[str]:
    """By tenths: how often what was said came true."""
    for low in range(10):
        near = (said >= low / 10) & ((said < (low + 1) / 10) | (low == 9))
        if near.any():
            told = f"said {100 * said[near].mean():.0f} %, stood {100 * stood[near].mean():.0f} %"
            yield f"{told} of {int(near.sum()):,}"


def _loss(said: Any, stood: Any) -> float:
    return float(np.mean(log_loss(np.clip(said, _SEEN, 1 - _SEEN), stood)))
