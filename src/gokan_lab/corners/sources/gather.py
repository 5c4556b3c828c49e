"""Samples from records: finished games and problem collections, as the thesis gathered them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, WHITE, Game
from gokan_lab.corners.pattern import Corner
from gokan_lab.corners.samples import Kind, Sample, without_twins
from gokan_lab.corners.sources.books import BookCorner, asked, book_corners, read_fate
from gokan_lab.corners.sources.finished import final_corners
from gokan_lab.corners.sources.played import played_corners

__all__ = ["Gathered", "from_games", "from_problems", "from_solver", "mix"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What came of records: samples, each pattern once, and why others gave none."""

    samples: tuple[Sample, ...]
    records: int
    refused: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, object]:
        """The numbers of samples by kind, and of refusals by reason."""
        return {
            "records": self.records,
            "samples": dict(Counter(sample.kind for sample in self.samples)),
            "refused": dict(self.refused),
        }


def from_games(
    records: Iterable[tuple[str, Game]],
    *,
    check: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Gathered:
    """Corner groups at the end of counted games: alive and final, or dead.

    With `check`, only those that reading finds to be so without the rest of the board: a group
    may have lived by a connection that the pattern does not show.
    """
    found: list[Sample] = []
    refused: Counter[str] = Counter()
    checked = _Checked(refused) if check else None
    count = 0
    for count, (name, game) in enumerate(records, 1):
        try:
            corners = final_corners(game)
        except GokanError as error:
            refused[_reason(error)] += 1
            continue
        finally:
            if progress:
                progress(count)
        for one in corners:
            kind: Kind = "alive, final" if one.alive else "dead"
            how = "collapsed" if one.collapsed else "as it stands"
            source = f"{name}, corner {one.corner}, {how}"
            proof = checked(one.pattern, one.alive) if checked else ""
            if proof is not None:
                found.append(Sample(one.pattern, kind, source, proof, name))
    return Gathered(tuple(without_twins(found)), count, refused)


def from_problems(
    records: Iterable[tuple[str, Game]],
    *,
    check: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Gathered:
    """Snapshots of answers to problems: dead, or alive and not final.

    With `check`, only those that reading confirms: kos, sekis, misprints and groups that are not
    shut in are left out.
    """
    return _from_answers(records, book_corners, check=check, progress=progress)


def from_solver(
    records: Iterable[tuple[str, Game]],
    *,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Gathered:
    """The same of answers that the solver plays itself; each snapshot is read once more."""

    def answers(game: Game) -> Iterator[BookCorner]:
        pattern, to_move = asked(game)
        return played_corners(pattern, to_move, seed=seed)

    return _from_answers(records, answers, check=True, progress=progress)


def _from_answers(
    records: Iterable[tuple[str, Game]],
    answers: Callable[[Game], Iterable[BookCorner]],
    *,
    check: bool,
    progress: Callable[[int], None] | None,
) -> Gathered:
    found: list[Sample] = []
    refused: Counter[str] = Counter()
    checked = _Checked(refused) if check else None
    count = 0
    for count, (name, game) in enumerate(records, 1):
        try:
            for one in answers(game):
                proof = checked(one.pattern, one.alive) if checked else ""
                if proof is None:
                    continue
                kind: Kind = "alive, not final" if one.alive else "dead"
                answer = "right" if one.right else "wrong"
                source = f"{name}, {one.moves} moves of a {answer} answer"
                found.append(Sample(one.pattern, kind, source, proof, name))
        except GokanError as error:
            refused[_reason(error)] += 1
        if progress:
            progress(count)
    return Gathered(tuple(without_twins(found)), count, refused)


class _Checked:
    """Does reading confirm the label? Each pattern is read once, and refusals are counted."""

    def __init__(self, refused: Counter[str]) -> None:
        self.refused = refused
        self.known: dict[tuple[bytes, bool], str | None] = {}

    def __call__(self, pattern: Corner, alive: bool) -> str | None:
        """How reading knows it, or nothing if it says something else."""
        key = pattern.key, alive
        if key not in self.known:
            word = "alive" if alive else "dead"
            try:
                read = read_fate(pattern, to_move=WHITE if alive else BLACK)
                said, reference = read.fate, read.reference
            except GokanError:
                said, reference = "nothing", ""
            self.known[key] = reference if said == word else None
            if said != word:
                self.refused[f"The record says {word}, reading says {said}."] += 1
        return self.known[key]


def mix(samples: Sequence[Sample], wanted: dict[Kind, int], *, seed: int = 1) -> list[Sample]:
    """So many of each kind, drawn by chance: whole records as far as they go.

    As in the thesis, the right and the wrong answers of one problem stay together, so that many
    cases resemble each other (chapter 8).
    """
    rng = Random(seed)
    families: dict[str, list[Sample]] = {}
    for sample in samples:
        families.setdefault(sample.family, []).append(sample)
    order = list(families.values())
    rng.shuffle(order)
    left = dict(wanted)
    chosen: list[Sample] = []
    for family in order:
        for sample in family:
            if left.get(sample.kind, 0):
                left[sample.kind] -= 1
                chosen.append(sample)
    for kind, lacking in left.items():
        if lacking:
            raise InvalidInput(
                f"The experiment needs {wanted[kind]} samples that are {kind}, but there are"
                f" {wanted[kind] - lacking}."
            )
    return chosen


def _reason(error: GokanError) -> str:
    """A reason without the names in it, so that equal ones can be counted."""
    text = str(error)
    for begin in ("No choice of dead stones", "Several choices of dead stones", "The result"):
        if text.startswith(begin):
            return f"{begin} …"
    return text if len(text) < 80 else text[:79] + "…"
