"""Questions in SQL: answered from the data set, and from nothing else."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from gokan.batch import Dataset, Items, Job, run
from gokan.batch.parts import Form
from gokan.batch.sql import ask
from gokan.cli import run as command
from gokan.errors import GokanError, InvalidInput
from tests.batch import jobs
from tests.batch.test_dataset import expected

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = ["plain", "sentence", *["plain"] * 8]
FORMS: list[Form] = ["jsonl", "parquet"]


@pytest.fixture(params=FORMS)
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    pytest.importorskip("duckdb")
    if request.param == "parquet":
        pytest.importorskip("polars")
    folder = tmp_path / "it's data"
    run(jobs.JOB, jobs.items(KINDS), folder, workers=1, shard=3, form=request.param)
    return folder


def test_tables_hold_what_the_data_set_holds(data: Path) -> None:
    found = ask(data, "SELECT * FROM rows ORDER BY item, square")
    assert found.columns == ("item", "id", "square", "name", "seen")
    assert list(found.rows) == sorted(expected(KINDS), key=lambda row: (row[0], row[2]))
    items = ask(data, "SELECT item, id, rows, error, crashed FROM items ORDER BY item").to_dicts()
    wanted = [{**item} for item in Dataset(data).items()]
    assert items == [{k: v for k, v in item.items() if k != "facts"} for item in wanted]
    told = ask(data, "SELECT max((facts->>'number')::INT) AS most FROM items")
    assert str(told) == "most\n   9"


def test_nothing_else_is_reached(data: Path, tmp_path: Path) -> None:
    other = tmp_path / "secret.csv"
    other.write_text("a\n1\n")
    part = next((data / "rows").iterdir())
    before = part.read_bytes()
    for question in (
        f"SELECT * FROM '{other}'",
        f"SELECT * FROM read_text('{other}')",
        f"SELECT * FROM glob('{tmp_path}/*')",
        f"COPY rows TO '{tmp_path}/out.csv'",
        f"COPY rows TO '{part}'",
        f"ATTACH '{tmp_path}/new.db'",
        "INSTALL httpfs",
        "SELECT * FROM 'https://example.org/a.parquet'",
        "SET enable_external_access = true",
        "SELECT 1; SELECT 2",
        "DROP VIEW rows",
        "nonsense",
        "",
    ):
        with pytest.raises(InvalidInput) as told:
            ask(data, question)
        assert "\n" not in str(told.value)
    assert part.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it's data", "secret.csv"]
    assert ask(data, f"SELECT * FROM '{other}'", anything=True).rows == ((1,),)


def test_a_damaged_part_is_not_asked(data: Path) -> None:
    part = next((data / "rows").iterdir())
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(InvalidInput, match="is damaged"):
        ask(data, "SELECT 1")


def test_a_data_set_without_parts_has_empty_tables(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    run(Job("none", jobs.make, {"a": "int"}), Items([]), tmp_path)
    assert ask(tmp_path, "SELECT count(*), max(a) FROM rows").rows == ((0, None),)


def test_a_missing_extra_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(jobs.JOB, jobs.items([]), tmp_path)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(GokanError, match=r"pip install 'gokan.sql.'"):
        ask(tmp_path, "SELECT 1")


def test_the_ten_questions_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], repo: Path
) -> None:
    for library in ("duckdb", "polars"):
        pytest.importorskip(library)
    games = tmp_path / "games"
    games.mkdir()
    source = (repo / "examples" / "zobrist-cowan.sgf").read_bytes()
    (games / "game.sgf").write_bytes(source)
    (games / "bad.sgf").write_text("no record")
    made = {"MOVES": ["moves"], "BLOCKS": ["blocks", "--at", "60"]}
    for name, job in made.items():
        assert command(["study", job[0], str(games), "--out", str(tmp_path / name), *job[1:]]) == 0
    out = str(tmp_path / "P")
    assert command(["study", "predict", str(games), "--ranker", "random", "--out", out]) == 0
    [predicted] = (tmp_path / "P").glob("random.*/")
    capsys.readouterr()
    page = (repo / "docs" / "guide" / "questions.md").read_text("utf-8")
    place = {"MOVES": tmp_path / "MOVES", "BLOCKS": tmp_path / "BLOCKS", "any": tmp_path / "MOVES"}
    asked = 0
    for part in re.split(r"^## Of ", page, flags=re.M)[1:]:
        folder = place.get(part.split("\n")[0], predicted)
        for question in re.findall(r"```sql\n(.*?)```", part, re.S):
            assert command(["study", "sql", str(folder), question, "--json"]) == 0
            rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
            assert rows, question
            assert all(None not in row.values() for row in rows), question
            asked += 1
    assert asked == 10
