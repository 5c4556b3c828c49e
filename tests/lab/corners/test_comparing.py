"""Rules for the hard limit, and more samples, compared on small pools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gokan.cli import run
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
    more = made_samples({"dead": 60, "alive, final": 60, "ko": 4}, seed=9, jobs=1)
    found = study_growth(pool, more=more, networks=1, epochs=3, small=10)
    sizes = [number for number, _ in found.runs]
    assert sizes == sorted(sizes)
    assert [one.design for _, one in found.runs][:2] == ["fully connected", "2D Go board"]
    own, twice, every = sizes[::2]
    assert own < twice == 2 * own <= every <= len(pool) + len(more)
    assert found.leaning == 0  # nothing of the test has a sibling in training
    assert {one.tested for _, one in found.runs} == {sum(found.tested.values())}
    assert set(found.tested) <= {"dead", "alive, final", "alive, not final"}
    alone = study_growth(pool, networks=1, epochs=3, small=10)
    assert alone.tested == found.tested  # the test is the same whatever is added


def test_siblings_of_the_test_teach_nothing(pool: list[Sample]) -> None:
    """The test's own families, handed in again as more samples, are all left out."""
    alone = study_growth(pool, networks=1, epochs=1, small=10)
    twins = [Sample(s.pattern.transposed(), s.kind, s.source, s.proof, s.family) for s in pool]
    again = study_growth(pool, more=twins, networks=1, epochs=1, small=10)
    assert [n for n, _ in again.runs] == [n for n, _ in alone.runs]


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
    sizes = [one["training"] for one in found["runs"]]
    assert sizes[0] == sizes[1] < sizes[-1]
    assert run([*words, "--part", "limits"]) == 0
    assert "its hard limit trained three ways" in capsys.readouterr().out
