"""The weights of `gokan.assess.deciding`, fitted to what became of groups in finished games.

Two positions of each game are assessed, one of the middle and one of the end. What reading and
trial games say of the groups does not hang on the network, so it is gathered once and kept; the
network's forecast is asked for again with every network. Groups that rules or proofs decide need no
weights.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gokan.assess.deciding import FEATURES, features
from gokan.chances import LIKELY
from gokan.errors import InvalidInput
from gokan.go import BLACK
from gokan_lab.fits.finished import FinishedGame
from gokan_lab.fits.folds import chances, interval, left_out, log_loss, logistic
from gokan_lab.fits.refit import Figure, Outcome, Plan, today

if TYPE_CHECKING:
    from gokan.intuition.network import Network

__all__ = ["fit_weights", "gather", "refit"]

TARGET = "assess/weights.txt"
_HEAD = """\
# Weights of the chance that a group stands at the end (gokan.assess.deciding), in log-odds:
# the network's forecast, and the shares of trial games with either side first.
# Written by `gokan train refit assess`, {date}, network {network}: {groups:,} groups of {games}
# finished games that neither rules nor proofs decide; docs/benchmarks/refit.md.
"""
Row = dict[str, Any]


def refit(plan: Plan) -> Outcome:
    """Fit the weights again."""
    games = {game.id: game for game in plan.finished()}
    rows = [row for row in gather(list(games.values()), plan.work, plan.say) if row["open"]]
    numbers, stood, names = _table(rows, games, plan.network)
    old = chances(numbers, _present())
    new = left_out(
        names,
        lambda some: logistic(numbers[some], stood[some]),
        lambda weights, some: chances(numbers[some], weights),
    )
    alone = np.array([1 / (1 + math.exp(-row["forecast"])) for row in rows])

    def figure(name: str, measure: Any, digits: int = 4) -> Figure:
        return Figure(
            name,
            interval(names, lambda some: measure(old[some], stood[some])),
            interval(names, lambda some: measure(new[some], stood[some])),
            digits,
        )

    def gain(some: Any) -> float:
        return _loss(old[some], stood[some]) - _loss(new[some], stood[some])

    weights = fit_weights(numbers, stood)
    text = _HEAD.format(
        date=today(),
        network=plan.network.card.get("name", ""),
        groups=len(rows),
        games=len(set(names.tolist())),
    ) + "".join(f"{name:8} {weights[name]:.3f}\n" for name in FEATURES)
    return Outcome(
        "assess",
        f"{len(rows):,} groups of {len(set(names.tolist()))} games; the forecast alone has a log "
        f"loss of {_loss(alone, stood):.4f}",
        (
            figure("log loss of the chance that a group stands", _loss),
            figure("Brier score", lambda said, true: float(np.mean((said - true) ** 2))),
            figure(f"words at {100 * LIKELY:.0f} % that come true, in percent", _true, 2),
            figure("groups without a word, in percent", _open, 1),
        ),
        {TARGET: text},
        interval(names, gain),
    )


def gather(games: Sequence[FinishedGame], work: Path, say: Any = None) -> list[Row]:
    """The evidence about every group of these games, and whether it stood. A run that was stopped
    goes on where it was.
    """
    file = work / "groups.jsonl"
    work.mkdir(parents=True, exist_ok=True)
    rows = (
        [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    )
    done, wanted = {row["game"] for row in rows}, {game.id for game in games}
    todo = [game for game in games if game.id not in done]
    with file.open("a", encoding="utf-8") as out:
        for number, game in enumerate(todo, start=1):
            found = list(_groups_of(game))
            rows += found
            out.write("".join(json.dumps(row) + "\n" for row in found))
            out.flush()
            if say is not None:
                say(f"reading groups: {number} of {len(todo)} games")
    return [row for row in rows if row["game"] in wanted]


def _groups_of(game: FinishedGame) -> Iterator[Row]:
    from gokan.assess.assessor import survey
    from gokan.effort import QUICK

    for move in game.drawn():
        position = game.game.position(move)
        for one in survey(position, QUICK, None).groups:
            tried = features(one.reading, None)
            yield {
                "game": game.id,
                "move": move,
                "stones": list(one.group.stones),
                "taken": tried["taken"],
                "saved": tried["saved"],
                "word": one.group.word,
                "certainty": str(one.group.certainty),
                "open": str(one.group.certainty) not in ("exact", "proved"),
                "stood": game.stood(position, one.group.stones),
            }


def _table(
    rows: list[Row], games: dict[str, FinishedGame], network: Network
) -> tuple[Any, Any, Any]:
    """The numbers of the model, whether each group stood, and its game."""
    seen: dict[tuple[str, int], tuple[bytes, Any]] = {}
    for row in rows:
        key = row["game"], row["move"]
        if key not in seen:
            position = games[row["game"]].game.position(row["move"])
            outputs = network.each_way(position, range(8))
            sign = 1 if position.to_play == BLACK else -1
            owner = sign * sum(output.ownership for output in outputs) / len(outputs)
            seen[key] = position.board, owner
        board, owner = seen[key]
        sign = 1 if board[row["stones"][0]] == BLACK else -1
        mean = float(np.mean([owner[p] for p in row["stones"]]))
        row["forecast"] = _bounded(min(1.0, max(0.0, (1 + sign * mean) / 2)))
    numbers = np.array([[1.0, row["forecast"], row["taken"], row["saved"]] for row in rows])
    stood = np.array([row["stood"] for row in rows], float)
    return numbers, stood, np.array([row["game"] for row in rows])


def _bounded(chance: float) -> float:
    """The forecast as the model takes it in."""
    from gokan.assess.deciding import forecast_feature

    return forecast_feature(chance)


def _present() -> Any:
    from gokan.assess.deciding import weights

    known = weights()
    return np.array([known[name] for name in FEATURES])


def fit_weights(numbers: Any, stood: Any) -> dict[str, float]:
    """The weights by the names of what they weigh."""
    if len(set(stood.tolist())) < 2:
        raise InvalidInput("These groups all stood, or all fell: nothing can be fitted to them.")
    found = logistic(numbers, stood)
    return dict(zip(FEATURES, (float(weight) for weight in found), strict=True))


def _loss(said: Any, stood: Any) -> float:
    return float(np.mean(log_loss(said, stood)))


def _true(said: Any, stood: Any) -> float:
    """Of the words at `LIKELY`, the share that comes true."""
    alive, dead = said >= LIKELY, 1 - said >= LIKELY
    right = (alive & (stood == 1)).sum() + (dead & (stood == 0)).sum()
    return 100.0 * float(right) / max(1, int((alive | dead).sum()))


def _open(said: Any, stood: Any) -> float:
    del stood
    return 100.0 * float(np.mean((said < LIKELY) & (1 - said < LIKELY)))
