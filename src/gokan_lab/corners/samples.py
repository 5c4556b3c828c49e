"""Samples for the corner networks: a pattern, its kind, where it comes from, and its proof.

`split` draws test cases before any mirrored twin is made, and refuses to let a pattern or its twin
stand on both sides (section 5.3). Tables are written and read as Parquet.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole
from gokan_lab.corners.pattern import Corner

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ALIVE",
    "Kind",
    "Sample",
    "Split",
    "boards_of",
    "made_samples",
    "read_samples",
    "read_tables",
    "split",
    "without_twins",
    "write_samples",
]

Kind = Literal["dead", "alive, final", "alive, not final", "ko", "seki"]
ALIVE: frozenset[Kind] = frozenset(("alive, final", "alive, not final"))


@dataclass(frozen=True, slots=True)
class Sample:
    """One case: `source` names the record, `proof` what is known about it by reading, if anything.

    Samples of one family resemble each other; a fair test keeps them together.
    """

    pattern: Corner
    kind: Kind
    source: str
    proof: str = ""
    family: str = ""

    def to_dict(self) -> dict[str, Any]:
        """A row of the table."""
        return {
            "pattern": str(self.pattern).replace("\n", "/"),
            "label": self.kind,
            "source": self.source,
            "proof": self.proof,
            "family": self.family,
        }


@dataclass(frozen=True, slots=True)
class Split:
    """Training and test cases, without twins."""

    train: tuple[Sample, ...]
    test: tuple[Sample, ...]


def split(samples: Sequence[Sample], test: int, *, seed: int = 1) -> Split:
    """Draw so many test cases at random; no pattern nor twin stands on both sides.

    >>> pool = made_samples({"dead": 6, "alive, final": 6}, seed=2)
    >>> halves = split(pool, 4)
    >>> len(halves.train), len(halves.test)
    (8, 4)
    """
    keys = {sample.pattern.key for sample in samples}
    if len(keys) < len(samples):
        raise InvalidInput(
            f"{len(samples) - len(keys)} of the {len(samples)} samples are there twice, as they are"
            " or mirrored; a test with them would leak."
        )
    if not 0 < test < len(samples):
        raise InvalidInput(f"Of {len(samples)} samples {test} cannot be set aside for the test.")
    order = list(range(len(samples)))
    random.Random(seed).shuffle(order)
    held = set(order[:test])
    return Split(
        tuple(s for i, s in enumerate(samples) if i not in held),
        tuple(s for i, s in enumerate(samples) if i in held),
    )


def without_twins(samples: Iterable[Sample]) -> list[Sample]:
    """Each pattern once. One that comes with different kinds is left out altogether."""
    first: dict[bytes, Sample] = {}
    clash: set[bytes] = set()
    for sample in samples:
        known = first.setdefault(sample.pattern.key, sample)
        if (known.kind == "dead") != (sample.kind == "dead"):
            clash.add(sample.pattern.key)
    return [sample for key, sample in first.items() if key not in clash]


def boards_of(samples: Sequence[Sample]) -> NDArray[np.int8]:
    """What the networks take in, 64 numbers a row."""
    import numpy as np

    return np.array([sample.pattern.inputs() for sample in samples], np.int8).reshape(-1, 64)


def made_samples(
    wanted: dict[Kind, int],
    *,
    seed: int = 1,
    jobs: int = 0,
    progress: Callable[[dict[str, int]], None] | None = None,
) -> list[Sample]:
    """So many samples of each kind, made and solved by Gokan itself."""
    from gokan_lab.corners.made import FATES, make_corners

    shares = tuple(float(wanted.get(kind, 0)) for kind in get_args(Kind))
    made = make_corners(int(sum(shares)), seed=seed, shares=shares, jobs=jobs, progress=progress)
    return [
        Sample(
            made.corner(row),
            FATES[made.fate[row] - 1],  # type: ignore[arg-type]
            "made",
            made.reference(row),
            f"made-{seed}-{made.family[row]}",
        )
        for row in range(len(made))
    ]


def write_samples(samples: Sequence[Sample], path: Path) -> None:
    """Write a table with a row per sample: pattern, label, source, proof, family."""
    import io

    rows = [sample.to_dict() for sample in samples]
    names = ("pattern", "label", "source", "proof", "family")
    frame = _polars().DataFrame({name: [row[name] for row in rows] for name in names})
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    write_whole(path, buffer.getvalue())


def read_samples(path: Path) -> list[Sample]:
    """Read a table that `write_samples` wrote."""
    polars = _polars()
    try:
        frame = polars.read_parquet(path)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}.") from None
    except polars.exceptions.PolarsError:
        raise InvalidInput(f"{path} is no table of corner patterns.") from None
    needed = {"pattern", "label", "source", "proof", "family"}
    if lacking := needed - set(frame.columns):
        raise InvalidInput(f"{path} is no table of corner patterns: it lacks {min(lacking)!r}.")
    found = []
    for number, row in enumerate(frame.iter_rows(named=True), 1):
        if row["label"] not in get_args(Kind):
            raise InvalidInput(f"{path} row {number}: {row['label']!r} is no fate of a group.")
        try:
            pattern = Corner.from_text(str(row["pattern"]).replace("/", "\n"))
            pattern.normalised()  # or a sentence if it is no corner group
        except InvalidInput as error:
            raise InvalidInput(f"{path} row {number}: {error}") from None
        found.append(Sample(pattern, row["label"], row["source"], row["proof"], row["family"]))
    return found


def read_tables(paths: Sequence[Path]) -> list[Sample]:
    """Several tables as one, each pattern once."""
    return without_twins(sample for path in paths for sample in read_samples(path))


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise GokanError("Tables need the extra 'study': pip install 'gokan[study]'.") from None
    return polars
