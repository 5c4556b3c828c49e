"""The chances of life that the goals are cross-checked with, held against exact problems.

Each problem of GoTools gives up to three questions: whoever is to move succeeds; after the right
move the other side, who moves then, does not; after a wrong one it does. What the network says of
the stones at a glance is what `gokan.goals.second` asks. It is asked without the last moves and,
for comparison, with them: of problems it learned last moves only where they had settled the group
(`gokan_lab.training.life_rows`), so it takes every last move for such a one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.goals.second import DENIED, SURE
from gokan_lab.fits.folds import chances, interval, left_out, log_loss, logistic, logit
from gokan_lab.fits.refit import Figure, Outcome, Plan
from gokan_lab.fits.words import reliability

if TYPE_CHECKING:
    from gokan.intuition.network import Network

__all__ = ["Asked", "problems", "refit"]

Asked = tuple[int, Position, tuple[int, ...], bool, bool]
"""The number of the problem, the position, the stones, whether the mover wants them to live, and
whether it succeeds."""
USUAL = 600
_SEEN = 1e-3


def refit(plan: Plan) -> Outcome:
    """Measure, and say what another scale would give."""
    asked = list(problems(plan.data / "tsumego" / "gotools.jsonl", plan.most or USUAL))
    said, with_moves = (
        np.array([_said(one, plan.network, history) for one in asked]) for history in (False, True)
    )
    true = np.array([one[4] for one in asked], float)
    names = np.array([one[0] for one in asked])
    numbers = np.c_[np.ones(len(said)), logit(said, _SEEN)]
    plain = np.array([0.0, 1.0])
    new = left_out(
        names,
        lambda some: logistic(numbers[some], true[some], towards=plain),
        lambda weights, some: chances(numbers[some], weights),
    )
    weights = logistic(numbers, true, towards=plain)
    *loss, told = (
        log_loss(np.clip(one, _SEEN, 1 - _SEEN), true) for one in (said, new, with_moves)
    )

    def share(mask: Any) -> Any:
        rows = np.flatnonzero(mask)
        return interval(names[rows], lambda some: 100 * float(true[rows[some]].mean()))

    return Outcome(
        "fates",
        f"{len(asked):,} questions of {len(set(names.tolist())):,} problems of GoTools",
        (
            Figure(
                "log loss of the chance that the mover succeeds",
                interval(names, lambda some: float(loss[0][some].mean())),
                interval(names, lambda some: float(loss[1][some].mean())),
                4,
            ),
            Figure(
                "the same where the last moves are told",
                interval(names, lambda some: float(told[some].mean())),
                None,
                4,
            ),
            Figure(f"succeeds at {SURE} or more, in percent", share(said >= SURE), None, 1),
            Figure(f"succeeds below {DENIED}, in percent", share(said < DENIED), None, 1),
        ),
        gain=interval(names, lambda some: float(np.mean(loss[0][some] - loss[1][some]))),
        remarks=(
            f"log-odds times {weights[1]:.3f}, and {weights[0]:+.3f}, would fit best",
            *reliability(said, true),
        ),
    )


def _said(one: Asked, network: Network, history: bool) -> float:
    """The chance that the mover succeeds."""
    _, position, stones, saving, _ = one
    (output,) = network.evaluate([position], ladders=False, history=history)
    alive, dead, _, seki = (float(output.fate[row, list(stones)].mean()) for row in range(4))
    return alive + seki if saving else dead


def problems(path: Path, most: int) -> Iterator[Asked]:
    """Questions of so many problems, always the same ones, that need no ko threat."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    except OSError as error:
        raise InvalidInput(f"The problems {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise InvalidInput(f"The file {path} holds something other than problems.") from None
    random.Random(5).shuffle(rows)
    for number, row in enumerate(rows[:most]):
        if row.get("result", {}).get("ko_threats"):
            continue
        try:
            yield from _questions(number, row)
        except GokanError:  # stones that a move takes off cannot be asked about
            continue


def _questions(number: int, row: dict[str, Any]) -> Iterator[Asked]:
    size = row["size"]
    position = Position.empty(size).setup(
        black=[size * y + x for x, y in row["black"]],
        white=[size * y + x for x, y in row["white"]],
        to_play=BLACK if row["to_play"] == "B" else WHITE,
    )
    saving = row["goal"] == "live"
    targets = tuple(size * y + x for x, y in row["targets"])
    yield number, position, _blocks(position, targets), saving, True
    for moves, succeeds in ((row["first_moves"], False), (row["wrong_first_moves"], True)):
        for x, y in moves[:1]:
            after = position.play(size * y + x)
            left = tuple(p for p in targets if after.board[p] == position.board[targets[0]])
            if left:
                yield number, after, _blocks(after, left), not saving, succeeds


def _blocks(position: Position, points: tuple[int, ...]) -> tuple[int, ...]:
    """The largest of the blocks of these stones: one whose life decides."""
    found = [tuple(position.block(p).stones) for p in points if position.board[p]]
    return max(found, key=len)
