"""Fitting the weights: the sample, the slope of its likelihood, the climb, and what is written."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from gokan import sight
from gokan.go import PASS, Game
from gokan.sight.judge import PASS_BELOW
from gokan_lab.fits import sight as tune

np = pytest.importorskip("numpy")

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The paper's game in the form of a collection, and the same with a pass in the middle."""
    moves = [move for _, move in Game.load(ROOT / "examples" / "zobrist-cowan.sgf").moves()]
    pairs = [chr(97 + m % 19) + chr(97 + m // 19) for m in moves]
    path = tmp_path_factory.mktemp("games") / "games.tsv.gz"
    lines = ["".join(pairs), "".join(pairs[:20]) + ".."]
    path.write_bytes(gzip.compress("".join(f"1\t1968\t0\tW+7\t{m}\n" for m in lines).encode()))
    return path


@pytest.fixture(scope="module")
def sample(collection: Path) -> tune.Sample:
    found = tune.positions(collection, limit=2, every=1, seed=1)
    return tune.gather(sight.load(), found)


def test_every_position_has_its_legal_moves_and_a_pass(
    collection: Path, sample: tune.Sample
) -> None:
    found = list(tune.positions(collection, limit=2, every=1, seed=1))
    assert len(found) == 232 + 21
    sizes = [len(position.legal_moves()) + 1 for position, _ in found]
    assert list(np.diff(sample.starts)) == sizes
    passed = [i for i, (_, move) in enumerate(found) if move == PASS]
    assert passed == [252]
    assert [i for i in range(len(found)) if sample.played[i] == sample.passes[i]] == passed
    assert len(list(tune.positions(collection, limit=1, every=10, seed=1))) < 60


def test_the_sums_are_those_of_the_library(collection: Path, sample: tune.Sample) -> None:
    library = sight.load()
    sums = tune.scores(sample, np.array(library.weights(), dtype=float))
    for index, (position, _) in enumerate(tune.positions(collection, limit=1, every=1, seed=1)):
        if index % 40 == 0:
            weights, _ = library.scan(position)
            start, end = sample.starts[index], sample.starts[index + 1]
            expected = [weights[p] for p in position.legal_moves()]
            assert list(sums[start:end]) == [*expected, PASS_BELOW]


def test_the_slope_is_that_of_the_likelihood(sample: tune.Sample) -> None:
    weights = np.array(sight.load().weights(), dtype=float)
    value, slope = tune.likelihood(sample, weights)
    assert value < 0
    for template in np.argsort(-np.abs(slope))[:5]:
        moved = weights.copy()
        moved[template] += 0.01
        rise = (tune.likelihood(sample, moved)[0] - value) / 0.01
        assert rise == pytest.approx(slope[template], rel=1e-2, abs=1e-9)


def test_the_climb_stays_inside_its_bounds(sample: tune.Sample) -> None:
    library = sight.load()
    start = np.array(library.weights(), dtype=float)
    low, high = tune.bounds(library, 4.0, set(sight.BOOK))
    fitted = tune.fit(sample, np.clip(start, low, high), low, high, rounds=30)
    assert tune.likelihood(sample, fitted)[0] > tune.likelihood(sample, start)[0]
    assert tune.top1(sample, fitted) > 0.05
    for t, weight in zip(library.templates, fitted, strict=True):
        if t.pinned or t.weight is None or t.file == "small":
            assert weight == (t.weight or 0), t.name
        else:
            assert t.by_hand is not None
            ends = sorted((t.by_hand / 4, t.by_hand * 4))
            assert ends[0] - 1 <= weight <= ends[1] + 1, t.name


def test_writing_changes_nothing_but_weights(tmp_path: Path) -> None:
    library = sight.load("opening")
    book = ROOT / "src" / "gokan" / "sight" / "book" / "opening.txt"
    shutil.copy(book, tmp_path)
    tune.write(library, library.weights(), tmp_path)
    assert (tmp_path / "opening.txt").read_text("utf-8") == book.read_text("utf-8")
    tune.write(library, [w + 1 for w in library.weights()], tmp_path)
    assert sight.read(tmp_path / "opening.txt").weights() == [w + 1 for w in library.weights()]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--every 0", "the moves per position must lie between 1 and"),
        ("--every -3", "the moves per position must lie between 1 and"),
        ("--games 0", "the number of games must lie between 1 and"),
        ("--rounds -1", "the number of rounds must lie between 0 and"),
        ("--span 0", "the span must be 1 or more"),
        ("--span -2", "the span must be 1 or more"),
        ("--span nan", "the span must be 1 or more"),
        ("--span inf", "the span must be 1 or more"),
    ],
)
def test_options_that_make_no_sense(
    collection: Path, capsys: pytest.CaptureFixture[str], options: str, said: str
) -> None:
    assert tune.main([str(collection), "--rounds", "1", *options.split()]) == 2
    assert said in capsys.readouterr().err.replace("The ", "the ")


def test_collections_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("plain.gz", "odd.gz", "empty.gz", "one.gz")
    plain, odd, empty, one = (tmp_path / name for name in names)
    plain.write_text("1\tabcd\n")
    odd.write_bytes(gzip.compress(b"1\tabcd\n2\tabzz\n"))
    empty.write_bytes(gzip.compress(b""))
    one.write_bytes(gzip.compress(b"1\tdd\n"))
    for path, said in (
        (tmp_path / "none.gz", "Cannot read"),
        (plain, "Cannot read"),
        (odd, "odd.gz, line 2: 'zz' is no point of a 19x19 board"),
        (empty, "no position"),
        (one, "too few positions"),
    ):
        assert tune.main([str(path), "--every", "1"]) == 2
        assert said in capsys.readouterr().err
