"""First guesses by shapes: the file that comes with Gokan, and how such a file is made."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.intuition import MissingNetwork, first_guesses
from gokan.intuition.shapes import WEIGHTS
from gokan.reading import make_problems


def copied(folder: Path) -> Path:
    for path in (WEIGHTS, WEIGHTS.with_suffix(".json")):
        shutil.copy(path, folder)
    return folder / WEIGHTS.name


def test_a_missing_or_damaged_file_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MissingNetwork, match=r"cannot be read: No such file"):
        first_guesses(tmp_path / "none.bin")
    path = copied(tmp_path)
    first_guesses(path)
    damaged = tmp_path / "damaged.bin"
    shutil.copy(path.with_suffix(".json"), damaged.with_suffix(".json"))
    damaged.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(MissingNetwork, match="does not fit the checksum"):
        first_guesses(damaged)
    damaged.with_suffix(".json").write_text("{")
    with pytest.raises(MissingNetwork, match="card is damaged"):
        first_guesses(damaged)


def test_the_card_says_what_was_learned_from() -> None:
    card = json.loads(WEIGHTS.with_suffix(".json").read_text("utf-8"))
    assert {"data", "licence_note", "command", "date", "seed", "limits", "held_out"} <= card.keys()


def test_settled_positions_are_rows_of_whole_numbers() -> None:
    np = pytest.importorskip("numpy")
    from gokan_lab.training.shape_rows import COUNTS, ROW, Effort, settled

    record = next(make_problems(3, least_effort=500, jobs=1))
    data = settled(record, Effort(nodes=20_000, every=1, most=500))
    rows = np.frombuffer(data, "<i4").reshape(-1, ROW)
    assert 10 < len(rows) <= 500
    assert set(rows[:, 0]) == set(rows[:, 1]) == {0, 1}  # either side moves, either side wins
    shapes = rows[:, 3 + COUNTS :]
    assert shapes.min() == -1
    assert shapes.max() < 5**9
    assert data == settled(record, Effort(nodes=20_000, every=1, most=500))


def test_a_small_fit_can_be_used_and_is_the_same_again(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from gokan_lab.training.shape_fit import ShapePlan, fit_shapes
    from gokan_lab.training.shape_rows import Effort, settled_positions

    made = make_problems(4, least_effort=200, jobs=1)
    records = [next(made) for _ in range(14)]
    rows = list(settled_positions(records, Effort(nodes=20_000, every=1)))
    first, second = (tmp_path / f"{name}.bin" for name in "ab")
    twice = [*rows, *rows]  # what is held out is learned from, too: a few problems teach no more
    card = fit_shapes(twice, first, ShapePlan(steps=200, batch=256))
    fit_shapes(twice, second, ShapePlan(steps=200, batch=256))
    assert first.read_bytes() == second.read_bytes()
    assert card["held_out"]["log_loss"] < 0.4  # 0.69 at the start
    first_guesses(first)


@pytest.mark.parametrize(
    ("name", "more", "text"),
    [
        ("o.bin", (), "Say how long to train: a number of steps or of seconds."),
        ("o.bin", ("--steps", "3", "--seconds", "-1"), "Say how long to train"),
        ("o.bin", ("--steps", "3", "--device", "tpu"), "must be cpu or cuda."),
        ("o.bin", ("--steps", "3", "--gather", "-1"), "gather must not be negative."),
        ("no/o.bin", ("--steps", "3"), "for what is learned."),
    ],
)
def test_what_cannot_be_fitted_is_refused_before_anything_is_read(
    name: str,
    more: tuple[str, ...],
    text: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("torch")
    problems = str(tmp_path / "none.jsonl")  # never looked for
    assert run(["train", "shapes", str(tmp_path / name), "--problems", problems, *more]) == 2
    said = capsys.readouterr().err
    assert text in said
    assert said.count("\n") == 1
