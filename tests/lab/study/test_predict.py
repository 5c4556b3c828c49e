"""The prediction study: definitions, collections, resuming, determinism, the command line."""

from __future__ import annotations

import gzip
import importlib
import json
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from gokan.batch import Manifest, Progress
from gokan.cli import run
from gokan.errors import GokanError, InvalidInput
from gokan.go import Position
from gokan.go.collection import Record
from gokan_lab.study import Collection, predict, ranker, rankers, register
from gokan_lab.study.predict import study_game
from gokan_lab.study.rankers import Ranker, RankerInfo, Scores
from gokan_lab.study.tables import Prediction, Row, percentile

GAMES = [
    "(;SZ[9];B[ee];W[eg];B[gf];W[cf];B[cc];W[gc])",
    "(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee])",
    "(;SZ[9]AB[cc]AW[gg];W[ee];B[];W[ce])",
]


def by_number(position: Position, before: Sequence[int]) -> Scores:
    """Later points are better, two neighbours always tie."""
    del before
    return [(move, float(move // 2)) for move in position.legal_moves()]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for number, text in enumerate(GAMES):
        (folder / f"{number}.sgf").write_text(text)
    return folder


def test_percentile_and_rank_count_ties_half() -> None:
    record = Record(0, "g", "sgf", "(;SZ[9];B[ee];W[ea])")
    result = study_game(record, by_number, 1, 400)
    # E5 is point 40 of 81: 40 and 41 tie, 39 are better, 40 are worse.
    assert result.rows[0] == (1, 81, 39, 1, 0, 40)
    assert percentile(81, 39, 1) == pytest.approx(100 * (80 - 39 - 1 + 0.5) / 80)
    found = Prediction("x", result.rows[:1], 1, (), 0, 0.0)
    assert found.summary()["mean_rank"] == 40.5


def test_move_numbers_passes_and_turns(games: Path) -> None:
    found = predict(games, ranker="random", workers=1)
    assert found.games == 3
    assert found.skipped == 1  # the pass
    assert [row[0] for row in found.rows] == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 1, 3]
    only = predict(games, ranker="random", moves=(2, 3), workers=1)
    assert [row[0] for row in only.rows] == [2, 3, 2, 3, 3]
    assert only.rows[0][1] == 80


def test_all_forms_of_a_collection_agree(games: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "all.sgf"
    bundle.write_text("".join(GAMES))
    lines = tmp_path / "all.jsonl"
    lines.write_text("".join(json.dumps({"id": n, "sgf": s}) + "\n" for n, s in enumerate(GAMES)))
    answers = {predict(path, ranker="seds", workers=1).rows for path in (games, bundle, lines)}
    assert len(answers) == 1
    table = tmp_path / "table.tsv.gz"
    with gzip.open(table, "wt") as file:
        file.write("a\t1900\t6.5\tB+R\tpdddpqdp\nb\t1901\t\t\tdd..pp\n")
    assert [len(record.replay().moves) for record in Collection(table)] == [4, 3]
    assert predict(table, ranker="random", workers=1).skipped == 1


def test_bundles_in_a_folder_give_all_their_games(tmp_path: Path) -> None:
    (tmp_path / "one.sgf").write_text("(;SZ[9](;B[ee];W[cc])(;B[gg]))")  # variations, one game
    (tmp_path / "three.sgf").write_text("\n".join(GAMES))
    names = [record.name for record in Collection(tmp_path)]
    assert names == ["one.sgf", "three.sgf#1", "three.sgf#2", "three.sgf#3"]
    assert predict(tmp_path, ranker="random", workers=1).games == 4


def test_bad_games_are_skipped_and_listed(games: Path) -> None:
    (games / "bad.sgf").write_text("this is not a record")
    (games / "twice.sgf").write_text("(;SZ[9];B[ee];W[ee])")
    found = predict(games, ranker="random", workers=1)
    assert found.games == 3
    assert [name for name, _ in found.bad_games] == ["bad.sgf", "twice.sgf"]


def test_workers_do_not_change_the_answer(games: Path) -> None:
    one, two = (predict(games, ranker="seds", workers=workers) for workers in (1, 2))
    assert one.rows == two.rows
    first, second = one.summary(), two.summary()
    del first["ms_per_position"], second["ms_per_position"]
    assert first == second


def test_stopping_and_restarting(games: Path, tmp_path: Path) -> None:
    whole = predict(games, ranker="seds", workers=1)
    place = lambda manifest: tmp_path / "data"  # noqa: E731

    class Stopped(Exception):
        pass

    def stop(now: Progress) -> None:
        if now.done == 2:
            raise Stopped

    with pytest.raises(Stopped):
        predict(games, ranker="seds", workers=1, data=place, progress=stop)
    seen: list[int] = []
    again = predict(
        games, ranker="seds", workers=1, data=place, progress=lambda now: seen.append(now.done)
    )
    assert again.rows == whole.rows
    assert seen == [3]  # one game was left
    with pytest.raises(InvalidInput, match=r"holds another run .other settings"):
        predict(games, ranker="random", workers=1, data=place)
    assert predict(games, ranker="seds", workers=1, data=place).rows == whole.rows


def test_survival_and_histogram() -> None:
    rows = tuple(Row(1, 101, better, 0) for better in range(101))
    found = Prediction("x", rows, 1, (), 0, 0.0)
    summary = found.summary()
    assert summary["survival"] == {"50": 50.495, "85": 15.8416, "95": 5.9406}
    assert summary["top1"] == pytest.approx(100 / 101, abs=1e-4)
    assert sum(found.histogram()) == 101
    assert found.histogram()[99] == 2
    curve = found.survival()
    assert curve[0] == 100
    assert curve == sorted(curve, reverse=True)
    assert found.by_move()[0]["positions"] == 101
    assert found.near(2).positions == 0
    assert found.near(2).summary()["top1"] is None


def test_tables_and_figures(games: Path, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("matplotlib")
    from gokan_lab.study.figures import draw_figures

    found = predict(games, ranker="seds", workers=1)
    found.write(tmp_path / "out")
    data = tmp_path / "out" / "data"
    assert predict(games, data=lambda _: data, form="parquet", workers=1).rows == found.rows
    frame = polars.read_parquet(data / "rows" / "*.parquet")
    assert frame.height == found.positions
    assert frame["rank"].to_list() == [row.rank for row in found.rows]
    assert json.loads((tmp_path / "out" / "seds.summary.json").read_text()) == found.summary()
    other = predict(games, ranker="random", workers=1)
    figures = draw_figures([found, other], tmp_path / "out")
    assert [path.name for path in figures][-1] == "figure4.svg"
    assert all(path.read_text().lstrip().startswith("<?xml") for path in figures)


def test_registry() -> None:
    names = [info.name for info in rankers()]
    assert names == sorted(names)
    assert {"seds", "strength"} <= set(names)
    with pytest.raises(InvalidInput, match="no ranker"):
        ranker("none such")
    with pytest.raises(InvalidInput, match="already"):
        register("seds", "again", lambda: by_number)


@pytest.mark.parametrize(
    "options",
    [{"moves": (0, 5)}, {"moves": (9, 5)}, {"limit": 0}, {"workers": 0}],
)
def test_bad_options(games: Path, options: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        predict(games, **options)  # type: ignore[arg-type]


def test_bad_collections(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no file"):
        Collection(tmp_path / "none")
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(InvalidInput, match="not a collection"):
        Collection(tmp_path / "notes.txt")
    with pytest.raises(InvalidInput, match="no games"):
        predict(tmp_path, workers=1)


def test_command(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run(["study", "predict", str(games), "--ranker", "seds", "--workers", "1", "--json"])
    assert status == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert list(answer)[:8] == [
        "ranker",
        "positions",
        "top1",
        "top5",
        "top10",
        "mean_rank",
        "survival",
        "ms_per_position",
    ]
    assert "games" in captured.err
    assert run(["study", "rankers"]) == 0
    assert "Wolf" in capsys.readouterr().out
    assert run(["study", "predict", str(games), "--moves", "x"]) == 2
    assert run(["study", "predict", str(games), "--ranker", "x"]) == 2
    assert run(["study", "predict", str(games), "--figures"]) == 2
    assert run(["study", "predict", str(games), "--workers", "1"]) == 0


def test_the_key_knows_the_data_of_a_ranker(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = tmp_path / "weights"
    keys: set[str] = set()

    def note(manifest: Manifest) -> Path:
        keys.add(manifest.key)
        return tmp_path / manifest.key

    for text in ("1", "2", "2"):
        weights.write_text(text)
        module = importlib.import_module("gokan_lab.study.rankers")
        info = RankerInfo("mine", "weights in a file", lambda: by_number, weights.read_text)
        monkeypatch.setitem(module._RANKERS, "mine", info)
        predict(games, ranker="mine", workers=1, data=note)
    assert len(keys) == 2
    told = {info.name: info.fingerprint() for info in rankers()}
    assert told["seds"] != told["seds-edge"]
    assert len(told["strength"]) == len(told["zobrist"]) == 64


def test_other_moves_in_the_same_folder_keep_an_unfinished_study(
    games: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for moves in ("1-4", "2-3"):
        run(["study", "predict", str(games), "--moves", moves, "--workers", "1", "--out", str(out)])
    assert len(list(out.glob("seds.*/manifest.json"))) == 2


def make_by_number() -> Ranker:
    return by_number


@pytest.mark.parametrize("make", [make_by_number, lambda: by_number])
def test_own_rankers_work_with_any_number_of_workers(
    games: Path, make: Callable[[], Ranker], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("gokan_lab.study.rankers")
    monkeypatch.setattr(module, "_RANKERS", dict(module._RANKERS))
    register("by number", "later points first", make)
    one, two = (predict(games, ranker="by number", workers=workers) for workers in (1, 2))
    assert one.rows == two.rows
    assert one.positions


def test_unreadable_lines_are_skipped_and_listed(tmp_path: Path) -> None:
    lines = tmp_path / "games.jsonl"
    good = json.dumps({"sgf": GAMES[0]}).encode()
    lines.write_bytes(good + b'\n{"sgf": "\xff"}\n{"sgf"}\n[1]\n' + good + b"\n")
    found = predict(lines, ranker="random", workers=1)
    assert found.games == 2
    assert [name for name, _ in found.bad_games] == [f"games.jsonl:{n}" for n in (2, 3, 4)]
    assert "UTF-8" in found.bad_games[0][1]


def test_a_broken_archive_gives_what_it_has(tmp_path: Path) -> None:
    packed = tmp_path / "games.tsv.gz"
    rows = "".join(f"g{n}\t1900\t\t\t{'ppdd' * (1 + n % 7)}{n}\n" for n in range(20_000))
    whole = gzip.compress(rows.encode())
    packed.write_bytes(whole[: len(whole) // 2])
    records = list(Collection(packed))
    assert len(records) > 1000
    assert records[-1].kind == "bad"
    with pytest.raises(InvalidInput, match="rest cannot be read"):
        records[-1].replay()
    for name in ("not.tsv.gz", "not.sgf.gz"):
        (tmp_path / name).write_text("this is no archive")
        with pytest.raises(InvalidInput, match="cannot be read"):
            list(Collection(tmp_path / name))


def test_rounding_does_not_break_ties() -> None:
    def noisy(position: Position, before: Sequence[int]) -> Scores:
        del before
        return [(move, 0.1 + 0.2 if move % 2 else 0.3) for move in position.legal_moves()]

    record = Record(0, "g", "sgf", "(;SZ[9];B[ee])")
    assert study_game(record, noisy, 1, 1).rows == ((1, 81, 0, 80, 0, 40),)


def test_a_part_does_not_claim_the_time_of_the_whole(games: Path) -> None:
    part = predict(games, ranker="random", workers=1).near(2)
    assert part.positions == 2
    summary = part.summary()
    assert summary["ms_per_position"] is None
    assert summary["games"] is None


def test_links_to_nowhere_and_odd_names_are_no_obstacle(games: Path) -> None:
    (games / "gone.sgf").symlink_to(games / "nowhere")
    odd = os.fsdecode(b"\xe9t\xe9.sgf")
    try:
        (games / odd).write_text("this is not a record")
    except OSError:
        pytest.skip("this file system wants UTF-8 names")
    found = predict(games, ranker="random", workers=1)
    assert found.games == 3
    assert [name for name, _ in found.bad_games] == ["gone.sgf", odd]
    assert found.summary()["bad_games"] == 2


def test_the_bad_games_of_an_earlier_study_do_not_stay(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    rows = (Row(1, 81, 3, 0),)
    odd = os.fsdecode(b"\xe9t\xe9.sgf")
    Prediction("x", rows, 1, ((odd, "No game was found."),), 0, 0.0).write(tmp_path)
    assert "No game was found" in (tmp_path / "x.bad_games.txt").read_text()
    Prediction("x", rows, 1, (), 0, 0.0).write(tmp_path)
    assert not (tmp_path / "x.bad_games.txt").exists()


def test_stopping_at_the_second_ranker_keeps_the_first(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    module = importlib.import_module("gokan_lab.study.predict")
    studied: list[str] = []
    study = module.study_game
    stops = [True]

    def study_and_stop(record: Record, *rest: object) -> object:
        if len(studied) == 4 and stops:
            stops.clear()
            raise KeyboardInterrupt
        studied.append(record.name)
        return study(record, *rest)

    monkeypatch.setattr(module, "study_game", study_and_stop)
    command = ["study", "predict", str(games), "--workers", "1", "--json"]
    command += ["--ranker", "random", "--ranker", "seds", "--ranker", "random"]
    assert run(command) == 130
    assert run(command) == 0
    assert len(studied) == 6  # three games, two rankers, none twice
    assert list((tmp_path / "gokan" / "study").iterdir()) == []


def test_a_study_needs_no_place_to_write(
    games: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    assert run(["study", "predict", str(games), "--workers", "1", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["games"] == 3
    assert "cannot be written" in captured.err


def test_a_ranker_without_worth_is_said(games: Path) -> None:
    def nothing(position: Position, before: Sequence[int]) -> Scores:
        del before
        return [(move, math.nan) for move in position.legal_moves()]

    with pytest.raises(GokanError, match="NaN"):
        study_game(Record(0, "g", "sgf", GAMES[0]), nothing, 1, 400)


@pytest.mark.parametrize(
    ("missing", "options", "word"),
    [("polars", [], "Parquet needs"), ("matplotlib", ["--figures"], "Figures need")],
)
def test_what_is_missing_is_said_before_the_study(
    games: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    missing: str,
    options: list[str],
    word: str,
) -> None:
    if missing == "matplotlib":
        pytest.importorskip("polars")
    monkeypatch.setitem(sys.modules, missing, None)
    out = tmp_path / "out"
    assert run(["study", "predict", str(games), "--out", str(out), *options]) != 0
    assert word in capsys.readouterr().err
    assert not out.exists()  # no study was begun
