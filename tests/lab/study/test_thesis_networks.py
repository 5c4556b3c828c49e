"""The study of Wong's networks, small, on samples that it makes itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan_lab.corners.made import make_corners, outlines
from gokan_lab.corners.samples import made_samples, write_samples
from gokan_lab.study.thesis_more import Held, families_apart, study_made, study_search
from gokan_lab.study.thesis_networks import thesis_networks


def test_without_data_it_runs_on_made_samples() -> None:
    found = thesis_networks(networks=2, epochs=3, small=20)
    text = found.explain()
    assert "made by Gokan's solver" in text
    for line in ("Table 7.1", "Table 7.2", "Tried in vain", "Why a location map fails"):
        assert line in text
    assert {(one.experiment, one.design, one.regime) for one in found.runs} == {
        (number, design, regime)
        for number in (1, 2)
        for design in ("fully connected", "2D Go board", "Chan, location map")
        for regime in ("thesis", "modern")
    }
    for one in found.runs:
        assert len(one.right) == 2
        assert 0 <= one.mean <= one.best <= 100
    assert found.to_dict()["samples"]["dead"] == 298 // 20


def test_the_same_seed_gives_the_same_networks() -> None:
    first = thesis_networks(parts=["map"], networks=1, epochs=2, small=40)
    again = thesis_networks(parts=["map"], networks=1, epochs=2, small=40)
    assert first.to_dict() == again.to_dict()
    assert not first.runs
    assert len(first.maps) == 6


def test_a_table_of_samples(tmp_path: Path) -> None:
    pool = made_samples({"dead": 40, "alive, final": 60, "alive, not final": 40}, jobs=1)
    write_samples(pool, tmp_path / "own.parquet")
    found = thesis_networks(
        tmp_path / "own.parquet", parts=["tables"], networks=1, epochs=2, small=8
    )
    assert found.source.startswith("own.parquet")
    with pytest.raises(InvalidInput, match="needs 450 samples"):
        thesis_networks(tmp_path / "own.parquet")
    with pytest.raises(InvalidInput, match="no part 'maps'"):
        thesis_networks(parts=["maps"])


def test_commands(tmp_path: Path) -> None:
    from gokan_lab.cli.study import study
    from gokan_lab.cli.train import train

    runner = CliRunner()
    table = tmp_path / "made.parquet"
    done = runner.invoke(train, ["corners", str(table), "--made", "5", "--jobs", "1", "--json"])
    assert done.exit_code == 0, done.output
    assert sum(json.loads(done.stdout)["samples"].values()) == 5
    order = ["thesis-networks", "--small", "30", "--networks", "1", "--epochs", "1", "--json"]
    done = runner.invoke(study, order)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [run["halves"] for run in told["runs"]].count("strict") == 12
    assert len(told["runs"]) == 24
    assert all(known == 0 for _, known in told["siblings"]["strict"].values())
    one = runner.invoke(study, [*order, "--regime", "thesis", "--part", "tables"])
    assert {run["regime"] for run in json.loads(one.stdout)["runs"]} == {"thesis"}
    for wrong in (["corners", "x.csv", "--made", "5"], ["corners", str(table)]):
        assert isinstance(runner.invoke(train, wrong).exception, InvalidInput)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("study thesis-networks --seed -1", "The seed must lie between 0 and"),
        (
            "study thesis-networks --part made --jobs -1",
            "jobs must lie between 0 and 256",
        ),
        ("study thesis-networks --part made --number 99", "corners must lie between 100 and"),
        ("study thesis-networks --part search --number 0", "corners must lie between 1 and"),
        ("study thesis-networks --part search --small 0", "--small must be 1 or more"),
        ("study thesis-networks --part made --seconds nan", "--seconds 0 or more"),
        ("study thesis-networks --regime old", "--regime is 'old'"),
        ("train corners a.parquet --made 5 --seed -1", "The seed must lie between 0 and"),
        ("train corners a.parquet --made 5 --jobs -1", "jobs must lie between 0 and 256"),
        ("train corners no/a.parquet --made 5", "There is no folder no for the table"),
        ("train groups a.jsonl --made 5 --seed -1", "The seed must lie between 0 and"),
        ("train problems a.jsonl --seed -1", "The seed must lie between 0 and"),
    ],
)
def test_what_cannot_be_made_is_refused_at_once(
    options: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before, these ended in a traceback, or after all the work."""
    monkeypatch.chdir(tmp_path)
    assert run(options.split()) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_made_corners_are_held_back_by_family() -> None:
    made = make_corners(200, seed=2, jobs=1, shares=(2, 1, 1, 0, 0))
    families: tuple[tuple[Held, Any], ...] = (
        ("walks", made.family),
        ("outlines", outlines(made)),
    )
    for held, number in families:
        test = families_apart(made, held)
        assert 0 < test.sum() < len(made) / 2
        assert not set(number[test].tolist()) & set(number[~test].tolist())
    found = study_made(made, epochs=2, seconds=0)
    assert set(found.alive_or_dead) == {"fully connected", "2D Go board"}
    assert "unseen walks" in found.explain()
    with pytest.raises(InvalidInput, match="walks or outlines"):
        families_apart(made, "colours")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="needs 100"):
        study_made(made.take(slice(50)))


def test_search_and_evolution_small() -> None:
    found = study_search(taught_on=200, cases=3, generations=1, population=4, epochs=2)
    assert set(found.first) == {"taught", "evolved", "taught, then evolved", "weights by chance"}
    assert "never told what lives" in found.explain()
    assert found.to_dict()["evolution"]["games"] > 0
