"""Fitting the weights of the templates to professional games: a documented, repeatable procedure.

    python -m gokan_lab.fits.sight pro_train.tsv.gz --games 4000 --write

1. Sample: from every game of the collection's first `--games`, positions at random move numbers
   (seeded), on average one in `--every` moves.
2. Count: per position and legal move, how often each template speaks there (`Library.counts`).
3. Fit: the probability of a move is taken proportional to exp(sum of weights / 100), so 100 points
   are one step of e. A pass is one more candidate, with the 100 points under which the program
   passes: so the level of the sums is fitted too, and not only their order. The likelihood of the
   moves played is maximised over the weights. It is a concave problem in as many numbers as there
   are templates, climbed inside bounds: a weight stays between a quarter and four times the weight
   its author gave by hand (`--span 4`), so it keeps its sign and every template still means what
   its reason says. Weights with a remark in brackets (those of the paper) are kept, and so are
   those of templates that never speak in the sample (those for small boards).
4. Round to whole numbers and, with `--write`, put them into the template files, which keep the
   weight given by hand beside the fitted one.

Nothing about the lookahead (4000) or the limit for passing (100) is fitted. The last tenth of the
sample is held out and its top-1 reported, so that a change can be judged without touching the
games it will finally be measured on. With `--folds 5` the whole fit is repeated five times, each
time without a fifth of the games, and what is reported of the weights is measured on the fifth
they have not seen; the weights that are written are those fitted to all. `--arrays seven` fits the
book that reads only the paper's arrays.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import math
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan.checks import whole
from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole
from gokan.go import BLACK, PASS, WHITE, Position
from gokan.sight import library as library_module
from gokan.sight.judge import PASS_BELOW
from gokan.sight.library import BOOK, SEVEN, WITH_LAST_MOVE, Library, load

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

UNIT = 100.0  # points that multiply the odds by e


@dataclass(frozen=True, slots=True)
class Sample:
    """Candidate moves of many positions as one sparse table: rows are candidates."""

    rows: Array  # per entry: candidate
    columns: Array  # per entry: template
    times: Array  # per entry: how often the template speaks
    starts: Array  # per position: its first candidate; one more at the end
    played: Array  # per position: the candidate that was played

    @property
    def passes(self) -> Array:
        """Per position: the candidate that is a pass, its last one."""
        last: Array = self.starts[1:] - 1
        return last


def games(path: Path, limit: int) -> Iterator[list[int]]:
    """The moves of each game of a `.tsv.gz` collection (last column, letter pairs)."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if number > limit:
                    return
                text = line.rstrip("\n").split("\t")[-1]
                yield [_move(text[i : i + 2], path, number) for i in range(0, len(text), 2)]
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InvalidInput(f"Cannot read {path}: {error}.") from None


def _move(pair: str, path: Path, number: int) -> int:
    if pair == "..":
        return PASS
    if len(pair) != 2 or not all("a" <= letter <= "s" for letter in pair):
        raise InvalidInput(f"{path}, line {number}: {pair!r} is no point of a 19x19 board.")
    return (ord(pair[1]) - 97) * 19 + ord(pair[0]) - 97


def positions(path: Path, *, limit: int, every: int, seed: int) -> Iterator[tuple[Position, int]]:
    """Positions at random moments of each game, with the move that was played there."""
    chance = random.Random(seed)
    for moves in games(path, limit):
        wanted = {n for n in range(len(moves)) if chance.random() < 1 / every}
        position = Position.empty(19)
        for number, move in enumerate(moves[: max(wanted, default=-1) + 1]):
            color = WHITE if number % 2 else BLACK
            if number in wanted and position.to_play == color and playable(position, move):
                yield position, move
            try:
                position = position.play_forced(move, color)
            except GokanError:
                break


def playable(position: Position, move: int) -> bool:
    """May this move of a record be played, a pass included?"""
    return move == PASS or position.is_legal(move)


def gather(library: Library, samples: Iterator[tuple[Position, int]]) -> Sample:
    """Count the templates of each position's legal moves; after them comes a pass."""
    import numpy as np

    rows, columns, times, starts, played = [], [], [], [0], []
    for position, move in samples:
        legal = position.legal_moves()
        row_of = np.full(position.width * position.height, -1)
        row_of[legal] = np.arange(len(legal)) + starts[-1]
        counts = np.array(library.counts(position), dtype=np.int32).reshape(-1, 3)
        at = row_of[counts[:, 1]]
        keep = at >= 0
        rows.append(at[keep])
        columns.append(counts[keep, 0].astype(np.int16))
        times.append(counts[keep, 2].astype(np.float32))
        played.append(starts[-1] + len(legal) if move == PASS else row_of[move])
        starts.append(starts[-1] + len(legal) + 1)
    if not played:
        raise InvalidInput("There is no position in the sample.")
    return Sample(
        np.concatenate(rows),
        np.concatenate(columns),
        np.concatenate(times),
        np.array(starts),
        np.array(played),
    )


def scores(sample: Sample, weights: Array) -> Array:
    """The sum of weights of every candidate; a pass has what a move needs."""
    import numpy as np

    sums = np.bincount(
        sample.rows, weights=weights[sample.columns] * sample.times, minlength=sample.starts[-1]
    )
    sums[sample.passes] = PASS_BELOW
    return sums


def likelihood(sample: Sample, weights: Array) -> tuple[float, Array]:
    """Mean log-likelihood of the moves played, and its slope in every weight."""
    import numpy as np

    value = scores(sample, weights) / UNIT
    starts = sample.starts[:-1]
    sizes = np.diff(sample.starts)
    top = np.maximum.reduceat(value, starts)
    expo = np.exp(value - np.repeat(top, sizes))
    total = np.add.reduceat(expo, starts)
    mean = float(np.mean(value[sample.played] - top - np.log(total)))
    error = -expo / np.repeat(total, sizes)
    error[sample.played] += 1
    slope = np.bincount(
        sample.columns, weights=error[sample.rows] * sample.times, minlength=len(weights)
    )
    return mean, slope / UNIT / len(starts)


def top1(sample: Sample, weights: Array) -> float:
    """How often the move played has the highest sum; a tie of n counts one nth."""
    import numpy as np

    value = scores(sample, weights)
    top = np.maximum.reduceat(value, sample.starts[:-1])
    best = value == np.repeat(top, np.diff(sample.starts))
    ties = np.add.reduceat(best.astype(np.int64), sample.starts[:-1])
    return float(np.mean(best[sample.played] / ties))


def passed(sample: Sample, weights: Array) -> float:
    """How often no move reaches the 100 points of a pass where a move was played."""
    import numpy as np

    value = scores(sample, weights)
    value[sample.passes] = -np.inf
    top = np.maximum.reduceat(value, sample.starts[:-1])
    return float(np.mean((top < PASS_BELOW) & (sample.played != sample.passes)))


def fit(sample: Sample, start: Array, low: Array, high: Array, *, rounds: int) -> Array:
    """Climb the likelihood inside the bounds (Adam, full batches)."""
    import numpy as np

    weights = start.astype(np.float64)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, rounds + 1):
        slope = likelihood(sample, weights)[1] * UNIT
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        move = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
        rate = 8.0 if step < rounds * 0.6 else 2.0
        weights = np.clip(weights + rate * move, low, high)
    return np.rint(weights)


def bounds(library: Library, span: float, files: set[str]) -> tuple[Array, Array]:
    """How far each weight may move: `span` times its weight by hand, up and down."""
    import numpy as np

    low, high = [], []
    for t in library.templates:
        free = t.by_hand is not None and not t.pinned and t.file in files
        ends = (t.by_hand / span, t.by_hand * span) if free and t.by_hand else (t.weight or 0,) * 2
        low.append(min(ends))
        high.append(max(ends))
    return np.array(low), np.array(high)


def write(library: Library, weights: list[int], folder: Path) -> None:
    """Put the weights into the template files, leaving everything else as it stands."""
    new = {t.name: w for t, w in zip(library.templates, weights, strict=True)}
    hand = {t.name: t.by_hand for t in library.templates}
    pinned = {t.name for t in library.templates if t.pinned}
    for file in sorted({t.file for t in library.templates}):
        path = folder / f"{file}.txt"
        name, out = "", []
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("template "):
                name = line.removeprefix("template ").strip()
            if line.startswith("weight:") and name not in pinned:
                out += [f"weight: {new[name]}", f"by hand: {hand[name]}"]
            elif not line.startswith("by hand:"):
                out.append(line)
        write_whole(path, ("\n".join(out) + "\n").encode())


def main(argv: list[str] | None = None) -> int:
    """Fit, report, and write if asked to."""
    parser = argparse.ArgumentParser(prog="python -m gokan_lab.fits.sight")
    parser.add_argument("collection", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--every", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--span", type=float, default=4.0)
    parser.add_argument("--last-move", action="store_true", help="fit only the file `last`")
    parser.add_argument("--arrays", choices=("all", "seven"), default="all")
    parser.add_argument("--folds", type=int, default=0, help="cross-validate over so many parts")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(argv)
    try:
        _check(options)
        _fit_and_report(options)
    except GokanError as error:
        print(f"gokan_lab.fits.sight: {error}", file=sys.stderr)
        return 2
    return 0


def _check(options: argparse.Namespace) -> None:
    whole("number of games", options.games, 1, 10_000_000)
    whole("moves per position", options.every, 1, 10_000)
    whole("number of rounds", options.rounds, 0, 100_000)
    whole("number of folds", options.folds, 0, 100)
    if not 1 <= options.span < math.inf:
        raise InvalidInput(f"The span must be 1 or more, not {options.span}.")
    if options.last_move and options.arrays == "seven":
        raise InvalidInput("The seven arrays know no last move; leave out --last-move.")


def _fit_and_report(options: argparse.Namespace) -> None:
    import numpy as np

    files = SEVEN if options.arrays == "seven" else BOOK
    library = load(WITH_LAST_MOVE if options.last_move else files)
    found = list(
        positions(options.collection, limit=options.games, every=options.every, seed=options.seed)
    )
    sample = gather(library, iter(found))
    cut = len(sample.played) * 9 // 10
    if not cut:
        raise InvalidInput("There are too few positions to fit to some and hold out others.")
    train, held = part(sample, 0, cut), part(sample, cut, len(sample.played))
    start = np.array(library.weights(), dtype=np.float64)
    low, high = bounds(library, options.span, {"last"} if options.last_move else set(files))
    if options.folds > 1:
        games_begin = beginnings([position.move_number for position, _ in found])
        print(cross_validated(sample, start, low, high, games_begin, options))
    weights = fit(train, np.clip(start, low, high), low, high, rounds=options.rounds)
    hand = np.array([float(t.by_hand or 0) for t in library.templates])
    for name, w in (("by hand", hand), ("before", start), ("after", weights)):
        print(
            f"{name}: log-likelihood {likelihood(train, w)[0]:.4f} fitted, "
            f"{likelihood(held, w)[0]:.4f} held out; top-1 {100 * top1(train, w):.2f} % fitted, "
            f"{100 * top1(held, w):.2f} % held out ({len(held.played)} positions); passes where a "
            f"move was played {100 * passed(held, w):.2f} %"
        )
    for template, old, new in zip(library.templates, start, weights, strict=True):
        if template.weight is not None:
            print(f"{template.file:12} {template.name:36} {old:6.0f} {new:6.0f}")
    if options.write:
        write(library, [int(w) for w in weights], Path(library_module.__file__).parent / "book")


def part(sample: Sample, first: int, last: int) -> Sample:
    """The positions from `first` up to, not including, `last`, as a sample of their own."""
    import numpy as np

    begin, end = int(sample.starts[first]), int(sample.starts[last])
    inside = (begin <= sample.rows) & (sample.rows < end)
    return Sample(
        sample.rows[inside] - begin,
        sample.columns[inside],
        sample.times[inside],
        np.asarray(sample.starts[first : last + 1]) - begin,
        np.asarray(sample.played[first:last]) - begin,
    )


def joined(one: Sample, other: Sample) -> Sample:
    """Two samples as one."""
    import numpy as np

    if not len(one.played) or not len(other.played):
        return one if len(one.played) else other
    edge = int(one.starts[-1])
    return Sample(
        np.concatenate([one.rows, other.rows + edge]),
        np.concatenate([one.columns, other.columns]),
        np.concatenate([one.times, other.times]),
        np.concatenate([one.starts, other.starts[1:] + edge]),
        np.concatenate([one.played, other.played + edge]),
    )


def beginnings(move_numbers: list[int]) -> list[int]:
    """Where a new game certainly begins: the move number does not grow.

    >>> beginnings([3, 40, 12, 90, 7])
    [0, 2, 4]
    """
    numbers = enumerate(itertools.pairwise(move_numbers), start=1)
    return [0, *(i for i, (before, after) in numbers if after <= before)]


def cross_validated(
    sample: Sample,
    start: Array,
    low: Array,
    high: Array,
    begins: list[int],
    options: argparse.Namespace,
) -> str:
    """Fit without each part of the games in turn; what the weights do on the part left out."""
    import numpy as np

    count = len(sample.played)
    edges = [0]
    for number in range(1, options.folds):
        wanted = number * count // options.folds
        edges.append(next((b for b in begins if b >= wanted), count))
    edges = sorted({*edges, count})
    rows = []
    for first, last in itertools.pairwise(edges):
        rest = joined(part(sample, 0, first), part(sample, last, count))
        if not len(rest.played):
            raise InvalidInput("There are too few games for so many folds.")
        weights = fit(rest, np.clip(start, low, high), low, high, rounds=options.rounds)
        unseen = part(sample, first, last)
        rows.append(
            (likelihood(unseen, weights)[0], top1(unseen, weights), passed(unseen, weights))
        )
    mean, spread = np.mean(rows, axis=0), np.std(rows, axis=0)
    return (
        f"{len(rows)} folds, on games not fitted to: log-likelihood {mean[0]:.4f} "
        f"(± {spread[0]:.4f}), top-1 {100 * mean[1]:.2f} % (± {100 * spread[1]:.2f}), "
        f"passes where a move was played {100 * mean[2]:.2f} %"
    )


if __name__ == "__main__":
    sys.exit(main())
