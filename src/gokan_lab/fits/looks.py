"""What the network says of positions that a teacher has judged: the rows that fits are made from.

Labels come as shards (`gokan_lab.teacher.shards`) or as lines of JSON in which a game stands before
its turns with the teacher's lead and win (`[game, [[turn, lead, win], …]]`). One look at each
position is kept in a file that is named after the network, so that fitting again takes seconds.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.go import BLACK, EMPTY, WHITE, Position
from gokan_lab.teacher.lines import GameLine
from gokan_lab.teacher.shards import SUFFIX, Shard

if TYPE_CHECKING:
    from gokan.intuition.network import Network

__all__ = ["LOOK", "Labelled", "looks", "network_name", "packed", "read_labels", "replayed"]

_BATCH = 16
LOOK = np.dtype(
    [
        ("game", "<i4"),  # one number a game, in whatever files it is, for folds
        ("turn", "<i4"),
        ("black", "?"),  # to move
        ("side", "<i4"),
        ("stones", "<i4"),
        ("lead", "<f8"),  # ours; everything as Black sees it
        ("win", "<f8"),
        ("spread", "<f8"),
        ("error", "<f8"),
        ("judged_lead", "<f8"),
        ("judged_win", "<f8"),
        ("judged_spread", "<f8"),  # a standard deviation; 0 where nothing is known
    ]
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A game with what the teacher said of some of its turns: turn, lead, win, spread."""

    game: GameLine
    told: tuple[tuple[int, float, float, float], ...]


def read_labels(places: Sequence[Path], without: frozenset[str] = frozenset()) -> list[Labelled]:
    """The labels of files, and of folders of shards, but for games `without`."""
    files = [
        file
        for place in places
        for file in (sorted(place.glob(f"*{SUFFIX}")) if place.is_dir() else [place])
    ]
    if not files:
        raise InvalidInput("There are no labels; name a folder of shards with --labels.")
    found = [
        one
        for file in files
        for one in (_of_shard(file) if file.suffix == SUFFIX else _of_lines(file))
        if one.game.id not in without
    ]
    if not found:
        raise InvalidInput("All labels are of games that are left out.")
    return found


def _of_shard(file: Path) -> Iterator[Labelled]:
    shard = Shard.read(file)
    rows = shard.labels
    for number, game in enumerate(shard.games):
        some = rows[rows["game"] == number]
        told = zip(some["turn"], some["lead"], some["win"], some["spread"], strict=True)
        if len(some):
            numbers = ((int(t), float(a), float(b), float(c)) for t, a, b, c in told)
            yield Labelled(game, tuple(numbers))


def _of_lines(file: Path) -> Iterator[Labelled]:
    try:
        for text in file.read_text("utf-8").splitlines():
            row = json.loads(text)
            if isinstance(row, list):
                game = GameLine.parse(row[0] + "\t" * (row[0].count("\t") == 5))
                yield Labelled(game, tuple((int(t), float(a), float(b), 0.0) for t, a, b in row[1]))
    except OSError as error:
        raise InvalidInput(f"The labels {file} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, AttributeError, IndexError, InvalidInput):
        raise InvalidInput(f"The labels {file} are damaged, or are no labels.") from None


def replayed(game: GameLine, turns: Sequence[int]) -> list[Position]:
    """The positions of some turns, counted by area with the komi of the line."""
    position = Position.empty(game.side, rules="chinese")
    position = position.with_rules(replace(position.rules, komi=game.komi))
    if game.black or game.white:
        position = position.setup(black=game.vertices(game.black), white=game.vertices(game.white))
    played = [position.with_to_play(BLACK if game.first == "B" else WHITE)]
    for vertex in game.vertices()[: max(turns, default=0)]:
        played.append(played[-1].play_forced(vertex))
    return [played[turn] for turn in turns]


def network_name(network: Network) -> str:
    """A short name that another network does not have."""
    return str(network.card.get("sha256", ""))[:12]


def looks(network: Network, labelled: Sequence[Labelled], work: Path) -> Any:
    """An array of `LOOK`: made once for a network and these labels, then read again."""
    digest = hashlib.sha256(repr(labelled).encode()).hexdigest()[:12]
    file = work / f"looks-{network_name(network)}-{digest}.npy"
    if file.exists():
        return np.load(file)
    numbers = {name: n for n, name in enumerate(dict.fromkeys(one.game.id for one in labelled))}
    found = [row for one in labelled for row in _of_game(network, numbers[one.game.id], one)]
    rows = np.array(found, LOOK)
    work.mkdir(parents=True, exist_ok=True)
    write_whole(file, packed(rows))
    return rows


def packed(rows: Any) -> bytes:
    """An array as the bytes of a file that `numpy.load` reads."""
    made = io.BytesIO()
    np.save(made, rows)
    return made.getvalue()


def _of_game(network: Network, number: int, one: Labelled) -> Iterator[tuple[Any, ...]]:
    positions = replayed(one.game, [turn for turn, *_ in one.told])
    outputs = [
        output
        for first in range(0, len(positions), _BATCH)
        for output in network.evaluate(positions[first : first + _BATCH])
    ]
    for position, output, told in zip(positions, outputs, one.told, strict=True):
        black = position.to_play == BLACK
        turn, lead, win, spread = told
        yield (
            number,
            turn,
            black,
            position.width,
            len(position.board) - position.board.count(EMPTY),
            output.lead if black else -output.lead,
            output.win if black else 1 - output.win,
            output.spread,
            output.error,
            lead,
            win,
            spread,
        )
