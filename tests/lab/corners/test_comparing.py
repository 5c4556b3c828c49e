"""Rules for the hard limit, and more samples, compared on small pools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan_lab.corners.comparing import study_growth, study_limits
from gokan_lab.corners.samples import Sample, made_samples, write_samples


@pytest.fixture(scope="module")
def pool() -> list[Sample]:
    return made_samples({"dead": 60, "alive, final": 70, "alive, not final": 50, "ko": 4}, jobs=1)


def test_each_network_learns_by_each_rule_and_both_tests(pool: list[Sample]) -> None:
    found = study_limits(pool, networks=2, epochs=3, small=12)
    assert len(found.runs) == 2 * 3 * 3
    assert len({(one.halves, one.design, one.limit) for one in found.runs}) == len(found.runs)
    assert {one.experiment for one in found.runs} == {1}
    text = found.explain()
    assert text.count("perceptron") == text.count("slope") == 6
    assert found.to_dict()["limits"][0]["limit"] == "sigmoid"
    # The rules are not the same: somewhere the trained networks answer otherwise.
    by_rule = {
        rule: [one.right for one in found.runs if one.limit == rule]
        for rule in ("sigmoid", "slope", "perceptron")
    }
    assert len({str(right) for right in by_rule.values()}) > 1


def test_a_perceptrons_output_learns_by_heart(pool: list[Sample]) -> None:
    found = study_limits(pool, networks=1, epochs=60, small=12)
    for one in found.runs:
        if one.limit == "perceptron" and one.design == "fully connected":
            assert one.mean > 50


def test_more_samples_on_one_test(pool: list[Sample]) -> None:
    found = study_growth(pool, sizes=(40, 80), test=40, networks=1, epochs=3)
    sizes = [number for number, _ in found.runs]
    assert sizes[:4] == [40, 40, 80, 80]
    assert sizes[4] == sizes[5] > 80
    assert found.leaning == 0  # nothing of the test has a sibling in training
    assert sum(found.tested.values()) <= 40
    assert "ko" not in found.tested
    assert sum(found.tested.values()) + sizes[5] == 180
    assert {one.tested for _, one in found.runs} == {sum(found.tested.values())}
    assert found.clusters > 1
    with pytest.raises(InvalidInput, match="only"):
        study_growth(pool, sizes=(1000,), test=40)


def test_the_parts_of_the_command(
    pool: list[Sample], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_samples(pool[:100], tmp_path / "one.parquet")
    write_samples(pool[60:], tmp_path / "two.parquet")
    words = ["study", "thesis-networks", "--networks", "1", "--epochs", "1", "--small", "20"]
    assert run([*words, "--part", "limits"]) == 2  # no samples
    for name in ("one", "two"):
        words += ["--samples", str(tmp_path / f"{name}.parquet")]
    assert run([*words, "--part", "growth", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["training"] for one in found["runs"]][:4] == [37, 37, 75, 75]
    assert run([*words, "--part", "limits"]) == 0
    assert "its hard limit trained three ways" in capsys.readouterr().out
