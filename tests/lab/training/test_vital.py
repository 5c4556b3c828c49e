"""`gokan train vital`: only vital points change."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput

torch = pytest.importorskip("torch", reason="training needs torch (the extra `train`)")

from gokan.reading.generate import make_problems  # noqa: E402
from gokan_lab.training import vital  # noqa: E402
from gokan_lab.training.model import Network, widened  # noqa: E402
from gokan_lab.training.vital import _WAYS, VitalPlan, _begin, fit_vital  # noqa: E402


@pytest.fixture
def start(tmp_path: Path) -> Path:
    torch.manual_seed(1)
    network = Network(2, 32)
    path = tmp_path / "start.pt"
    torch.save({"shape": (2, 32), "weights": network.state_dict()}, path)
    return path


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    path = tmp_path / "problems.jsonl"
    made = islice(make_problems(5, jobs=1, nodes=2000), 40)
    path.write_text("".join(json.dumps(row) + "\n" for row in made), "utf-8")
    return path


def network_of(path: Path) -> Any:
    state = torch.load(path, weights_only=True)
    network = Network(*state["shape"])
    network.load_state_dict(widened(state, network))
    return network.eval()


def test_taking_over_changes_nothing(start: Path) -> None:
    network, planes = network_of(start), torch.rand(2, 30, 9, 9)
    with torch.no_grad():
        before = network(planes)
        _begin(network, fresh=False)
        for was, now in zip(before, network(planes), strict=True):
            assert torch.allclose(was, now, atol=1e-6)


def test_only_vital_points_change(start: Path, problems: Path, tmp_path: Path) -> None:
    plan = VitalPlan(str(start), [str(problems)], str(tmp_path / "a"), steps=30, batch=24)
    told = fit_vital(plan)[str(problems)]
    assert told["after"]["log_loss"] < told["before"]["log_loss"]
    old, new, planes = network_of(start), network_of(tmp_path / "a.pt"), torch.rand(2, 30, 9, 9)
    with torch.no_grad():
        was, now = old(planes), new(planes)
    for part in range(3):
        assert torch.equal(was[part], now[part])
    assert torch.equal(was[3][:, 1:], now[3][:, 1:])
    assert not torch.equal(was[3][:, 0], now[3][:, 0])
    again = fit_vital(
        VitalPlan(str(start), [str(problems)], str(tmp_path / "b"), steps=30, batch=24)
    )
    assert again[str(problems)] == told


def test_what_was_learned_is_kept_at_ctrl_c(
    start: Path,
    problems: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Before, all of it was lost."""
    steps = iter(range(100))

    def stop_in_the_third(*args: Any, **options: Any) -> Any:
        if next(steps) == 2 + len(_WAYS):  # after a look at problems held out, and two steps
            signal.raise_signal(signal.SIGINT)
        return looked(*args, **options)

    looked = vital._vital
    monkeypatch.setattr(vital, "_vital", stop_in_the_third)
    output = tmp_path / "a"
    begun = ["train", "vital", str(start), str(output), "--problems", str(problems)]
    assert run([*begun, "--steps", "90", "--batch", "8"]) == 130
    assert "Stopped after step 3;" in capfd.readouterr().err
    assert not torch.equal(
        network_of(start).vital_out.weight, network_of(output.with_suffix(".pt")).vital_out.weight
    )


def test_it_ends_with_the_first_of_two_ends(start: Path, problems: Path, tmp_path: Path) -> None:
    """Before, the seconds did not count beside steps."""
    plan = VitalPlan(
        str(start), [str(problems)], str(tmp_path / "a"), steps=10**9, seconds=1e-9, batch=8
    )
    fit_vital(plan)
    assert (tmp_path / "a.pt").exists()


def test_it_says_what_is_missing(start: Path, problems: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="how long"):
        fit_vital(VitalPlan(str(start), [str(problems)], str(tmp_path / "a")))
    with pytest.raises(InvalidInput, match="one share"):
        fit_vital(VitalPlan(str(start), [str(problems)], str(tmp_path / "a"), (1, 2), steps=1))
    arguments = ["train", "vital", str(start), str(tmp_path / "a")]
    assert run([*arguments, "--problems", str(tmp_path / "none"), "--steps", "1"]) == 2
    assert run([*arguments, "--problems", str(problems), "--steps", "2", "--batch", "4"]) == 0
    assert (tmp_path / "a.pt").exists()


def test_nothing_is_begun_that_cannot_end_or_be_kept(
    start: Path, problems: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Before, less than no time was endless, and a folder that is not there came out at the end."""
    torch.save({"a": 1}, tmp_path / "other.pt")
    (tmp_path / "text.pt").write_text("{}", "utf-8")
    for network, output, more, said in (
        (start, "a", ("--seconds", "-3"), "Say how long to train"),
        (start, "no/a", ("--steps", "1"), "There is no folder"),
        (start, "a", ("--steps", "1", "--share", "nan"), "one share above 0"),
        (start, "a", ("--steps", "1", "--drop", "1"), "a share below 1"),
        (start, "a", ("--steps", "1", "--decay", "nan"), "the decay not below 0"),
        (start, "a", ("--steps", "1", "--device", "moon"), "must be cpu or cuda."),
        (tmp_path / "other.pt", "a", ("--steps", "1"), "other.pt is no checkpoint of training."),
        (tmp_path / "text.pt", "a", ("--steps", "1"), "text.pt is no checkpoint of training."),
        (tmp_path / "none.pt", "a", ("--steps", "1"), "No such file or directory."),
    ):
        asked = ["train", "vital", str(network), str(tmp_path / output)]
        assert run([*asked, "--problems", str(problems), *more]) == 2
        told = capfd.readouterr().err
        assert said in told
        assert told.count("\n") == 1
    assert not (tmp_path / "a.pt").exists()


def test_a_fresh_head_hangs_on_nothing_learned_before(
    start: Path, problems: Path, tmp_path: Path
) -> None:
    plan = VitalPlan(
        str(start), [str(problems)], str(tmp_path / "a"), steps=8, batch=24, fresh=True
    )
    fit_vital(plan)
    fit_vital(replace(plan, start=str(tmp_path / "a.pt"), output=str(tmp_path / "b")))
    first, again = (network_of(tmp_path / f"{name}.pt").state_dict() for name in "ab")
    assert all(torch.equal(first[name], again[name]) for name in first)


def test_twins_of_what_is_measured_with_are_not_learned_from(
    start: Path, problems: Path, tmp_path: Path
) -> None:
    lines = problems.read_text("utf-8").splitlines()
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(lines[:10]) + "\n", "utf-8")
    plan = VitalPlan(str(start), [str(problems)], str(tmp_path / "a"), steps=1, batch=4)
    every = fit_vital(plan)[str(problems)]["rows"]
    left = fit_vital(replace(plan, without=[str(few)]))[str(problems)]["rows"]
    assert left <= every - 10
    with pytest.raises(InvalidInput, match="There are no problems"):
        fit_vital(replace(plan, without=[str(problems)]))


def test_a_bad_line_is_told_in_one_sentence(start: Path, tmp_path: Path) -> None:
    """Before, a line without stones said: cannot be read: 'black'."""
    path = tmp_path / "bad.jsonl"
    plan = VitalPlan(str(start), [str(path)], str(tmp_path / "a"), steps=1, batch=4)
    good = {"black": [[0, 0]], "white": [[1, 1]], "to_play": "B", "goal": "kill", "first_moves": []}
    for row, said in (
        ('{"id": 1}', "line 2 is not a problem to learn from: it does not say 'black'."),
        ("[1]", "line 2 is no JSON object."),
        ("{", "line 2 is no JSON object."),
        (json.dumps({**good, "black": [[3]]}), "'black' must hold points such as [3, 15]"),
        (json.dumps({**good, "white": [[3, 19]]}), "'white' must hold points such as [3, 15]"),
        (json.dumps({**good, "white": []}), "both sides need stones."),
        (json.dumps(good), "it does not say 'result'."),
        (json.dumps({**good, "group": [[0, 0]], "fate": "well"}), "a fate is one of alive, dead"),
    ):
        path.write_text(f"\n{row}\n", "utf-8")
        with pytest.raises(InvalidInput) as told:
            fit_vital(plan)
        assert said in str(told.value)
        assert str(told.value).startswith(f"{path} cannot be read: ")
