"""Fitting again: a truth is found, games are kept apart, and only data are written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gokan import intuition
from gokan.assess.deciding import FEATURES
from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.explain.noise import Noise
from gokan.go import BLACK, Position
from gokan.intuition.calibration import Calibration, calibrated_error, calibration_of
from gokan.intuition.network import Network
from gokan_lab.fits import (
    assess,
    fates,
    finished,
    folds,
    lead,
    looks,
    noise,
    outside,
    refit,
    resign,
    words,
)
from gokan_lab.teacher.lines import GameLine
from gokan_lab.teacher.shards import Shard, label_type

MOVES = "ccggcggcecdgfdeecefefcdc"


def game_line(name: str, turns: tuple[int, ...]) -> GameLine:
    return GameLine(name, 9, 7.0, "", "", "B", MOVES, turns)


def shard(names: list[str], turns: tuple[int, ...], lead: float = 0.0) -> Shard:
    """Games in which the teacher sees always the same."""
    labels = np.zeros(len(names) * len(turns), label_type(9))
    labels["game"] = np.repeat(np.arange(len(names)), len(turns))
    labels["turn"] = np.tile(turns, len(names))
    labels["lead"], labels["win"], labels["spread"] = lead, 0.5, 8.0
    return Shard(9, tuple(game_line(name, turns) for name in names), labels, {})


def finished_game(name: str) -> dict[str, Any]:
    letters = [MOVES[i : i + 2] for i in range(0, len(MOVES), 2)]
    moves = "".join(f";{'BW'[k % 2]}[{pair}]" for k, pair in enumerate(letters * 1))
    return {"id": name, "sgf": f"(;SZ[9]KM[7]{moves})", "dead_black": [[3, 6]], "dead_white": []}


# --- what fits have in common ----------------------------------------------------------------


def test_a_logistic_truth_is_found() -> None:
    dice = np.random.default_rng(1)
    numbers = np.c_[np.ones(4000), dice.normal(size=4000)]
    true = dice.random(4000) < folds.chances(numbers, np.array([0.5, -1.5]))
    assert folds.logistic(numbers, true.astype(float)) == pytest.approx([0.5, -1.5], abs=0.15)


def test_a_logistic_fit_never_gets_worse_than_where_it_began() -> None:
    """Newton's step alone jumps back and forth where the first guess is far too sure."""
    numbers = np.c_[np.ones(200), np.r_[np.full(100, -7.0), np.full(100, 7.0)]]
    true = np.r_[np.full(100, 0.4), np.full(100, 0.6)]
    found = folds.logistic(numbers, true, towards=[0.0, 1.0], ridge=1e-6)
    assert folds.chances(numbers, found)[[0, -1]] == pytest.approx([0.4, 0.6], abs=1e-3)


def test_a_game_is_in_one_fold() -> None:
    games = np.repeat(np.arange(10), 3)
    seen: list[Any] = []

    def note(known: set[int], some: Any) -> float:
        seen.append(known & set(games[some].tolist()))
        return 0.0

    folds.left_out(games, lambda some: set(games[some].tolist()), note)
    assert len(seen) == 5
    assert not any(seen)


def test_an_interval_counts_games_and_not_rows() -> None:
    games = np.repeat([0, 1], 1000)
    values = np.repeat([0.0, 1.0], 1000)
    found = folds.interval(games, lambda some: float(values[some].mean()))
    assert (found.low, found.value, found.high) == (0.0, 0.5, 1.0)


# --- the lead -----------------------------------------------------------------------------------


def test_the_true_errors_of_leads_are_found() -> None:
    dice = np.random.default_rng(2)
    error, ahead = dice.uniform(1, 10, 6000), dice.uniform(-60, 60, 6000)
    truth = 0.4 * error**1.2 * (10 + abs(ahead)) ** 0.3
    off = np.abs(truth * dice.standard_t(4, 6000) / np.sqrt(2))
    numbers = lead.features(error, ahead)
    shift, own, far = lead.fit_error(numbers, off)
    assert (own, far) == (pytest.approx(1.2, abs=0.1), pytest.approx(0.3, abs=0.1))
    told = np.exp(numbers @ np.array([shift, own, far]))
    assert 100 * np.mean(off < told) == pytest.approx(68, abs=6)
    assert 100 * np.mean(off < 2 * told) == pytest.approx(95, abs=2)


def test_a_calibration_is_for_one_network(tmp_path: Path) -> None:
    weights = tmp_path / "net.safetensors"
    file = tmp_path / "calibration.json"
    file.write_text(json.dumps({"network": "abc", "error": [0.1, 1.0, 0.2]}))
    assert calibration_of(weights, "abc") == Calibration((0.1, 1.0, 0.2))
    assert calibration_of(weights, "xyz") == Calibration()
    for text in ("", "[]", '{"network": "abc"}', '{"network": "abc", "error": [1, 2]}'):
        file.write_text(text)
        assert calibration_of(weights, "abc") == Calibration()


def test_a_network_tells_calibrated_errors() -> None:
    position = Position.empty(9).play("E5")
    plain, other = Network(calibrated=False), Network(calibrated=False)
    other.calibration = Calibration((0.2, 1.1, 0.1))
    (one,), (two,) = plain.evaluate([position]), other.evaluate([position])
    assert two.error == pytest.approx(calibrated_error(other.calibration, one.error, one.lead))
    assert two.error != one.error
    assert (one.lead, one.win, one.spread) == (two.lead, two.win, two.spread)


# --- labels and looks ------------------------------------------------------------------------


def test_labels_come_from_shards_and_from_lines(tmp_path: Path) -> None:
    shard(["a", "b"], (2, 5)).write(tmp_path / "x.labels")
    text = "\t".join(game_line("a", ()).text().split("\t")[:6])
    (tmp_path / "y.jsonl").write_text(
        json.dumps({"teacher": "t"}) + "\n" + json.dumps([text, [[3, 1.5, 0.6]]])
    )
    found = looks.read_labels([tmp_path, tmp_path / "y.jsonl"])
    assert [(one.game.id, [turn for turn, *_ in one.told]) for one in found] == [
        ("a", [2, 5]),
        ("b", [2, 5]),
        ("a", [3]),
    ]
    rows = looks.looks(intuition.load(), found, tmp_path / "work")
    assert rows["game"].tolist() == [0, 0, 1, 1, 0]  # one game is one game, in two files too
    (position,) = looks.replayed(game_line("a", ()), [3])
    output = intuition.load().evaluate([position])[0]
    assert position.to_play != BLACK
    assert rows["lead"][4] == pytest.approx(-output.lead)
    assert (rows["judged_lead"][4], rows["judged_win"][4]) == (1.5, 0.6)
    assert looks.looks(intuition.load(), found, tmp_path / "work").tolist() == rows.tolist()


def test_games_that_are_held_out_are_not_read(tmp_path: Path) -> None:
    shard(["a", "b"], (2,)).write(tmp_path / "x.labels")
    assert [one.game.id for one in looks.read_labels([tmp_path], frozenset({"a"}))] == ["b"]
    with pytest.raises(InvalidInput, match="All labels are of games that are left out"):
        looks.read_labels([tmp_path], frozenset({"a", "b"}))


def test_what_is_no_label_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="There are no labels"):
        looks.read_labels([tmp_path])
    for text in ("no", "[1]", '["a", 3]', '["a\\t9", []]'):
        (tmp_path / "y.jsonl").write_text(text)
        with pytest.raises(InvalidInput, match=r"y\.jsonl"):
            looks.read_labels([tmp_path / "y.jsonl"])


# --- finished games --------------------------------------------------------------------------


def test_finished_games_tell_what_stood(tmp_path: Path) -> None:
    file = tmp_path / "kgs_scored.jsonl"
    file.write_text("\n".join(json.dumps(finished_game(name)) for name in ("a", "b")))
    games = finished.read_finished(file, {"b"})
    assert [game.id for game in games] == ["a"]
    position = games[0].game.position(12)
    assert not games[0].stood(position, [6 * 9 + 3])
    assert games[0].stood(position, [2 * 9 + 2])
    rows = words.blocks(intuition.load(), games, tmp_path)
    assert len(rows) == 0  # it ends before the first of the moves
    gathered = assess.gather(games, tmp_path)
    assert gathered
    assert {row["game"] for row in gathered} == {"a"}
    assert assess.gather(games, tmp_path) == gathered  # nothing is read twice


def test_the_games_of_a_judge_are_named_with_and_without_their_source(tmp_path: Path) -> None:
    file = tmp_path / "judge.jsonl"
    file.write_text('{"id": "kgs/a:one"}\n{"id": "two"}\n')
    assert finished.games_named(file) == {"kgs/a:one", "a:one", "a-one", "two"}
    file.write_text("no")
    with pytest.raises(InvalidInput, match="something other than games"):
        finished.games_named(file)


def test_the_true_weights_of_evidence_are_found() -> None:
    dice = np.random.default_rng(3)
    numbers = np.c_[np.ones(5000), dice.normal(size=(5000, 3)) * 2]
    truth = np.array([-0.3, 0.8, 0.2, 0.1])
    stood = (dice.random(5000) < folds.chances(numbers, truth)).astype(float)
    found = assess.fit_weights(numbers, stood)
    assert list(found.values()) == pytest.approx(truth, abs=0.1)
    with pytest.raises(InvalidInput, match="nothing can be fitted"):
        assess.fit_weights(numbers, np.ones(5000))


def test_questions_of_problems_have_both_answers(tmp_path: Path) -> None:
    row = {
        "size": 9,
        "black": [[0, 0], [1, 0]],
        "white": [[0, 1], [1, 1], [3, 0]],
        "to_play": "B",
        "goal": "live",
        "targets": [[0, 0]],
        "first_moves": [[2, 0]],
        "wrong_first_moves": [[8, 8]],
        "result": {"ko_threats": 0},
    }
    file = tmp_path / "p.jsonl"
    file.write_text(json.dumps(row) + "\n" + json.dumps({**row, "result": {"ko_threats": 1}}))
    asked = list(fates.problems(file, 5))
    assert [(one[3], one[4]) for one in asked] == [(True, True), (False, False), (False, True)]
    assert [one[2] for one in asked] == [(0, 1), (0, 1, 2), (0, 1)]


# --- the command -----------------------------------------------------------------------------


def test_only_what_is_better_is_written(tmp_path: Path) -> None:
    sure = folds.Interval(0.2, 0.1, 0.3)
    outcome = refit.Outcome("lead", "", (), {"a/b.txt": "new"}, sure)
    (tmp_path / "a").mkdir()
    assert refit.write(outcome, tmp_path) == [tmp_path / "a" / "b.txt"]
    assert (tmp_path / "a" / "b.txt").read_text() == "new"
    unsure = replace(outcome, gain=folds.Interval(0.2, -0.1, 0.3), files={"a/c.txt": "new"})
    for one in (unsure, replace(unsure, gain=None)):
        assert refit.write(one, tmp_path) == []
    assert not (tmp_path / "a" / "c.txt").exists()


def test_steps_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidInput, match="There is no step 'leed'; the steps are lead"):
        refit.chosen(["leed"])
    assert run(["train", "refit", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == refit.chosen([])


def test_the_command_writes_data_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The teacher disagrees by more than the network thinks possible: larger errors are told."""
    names = [f"g{number}" for number in range(12)]
    shard(names, tuple(range(2, 12)), lead=40.0).write(tmp_path / "x.labels")
    package = tmp_path / "package"
    (package / "intuition" / "weights").mkdir(parents=True)
    asked = ["train", "refit", "lead", "--labels", str(tmp_path), "--data", str(tmp_path)]
    asked += ["--work", str(tmp_path / "work"), "--into", str(package)]
    before = {file: file.read_bytes() for file in refit.PACKAGE.rglob("*.json")}
    assert run(asked) == 0
    assert "leads within the told error, in percent (68): 0.0" in capsys.readouterr().out
    assert not any(file.is_file() for file in package.rglob("*"))
    assert run([*asked, "--write"]) == 0
    written = [file for file in package.rglob("*") if file.is_file()]
    assert written == [package / "intuition" / "weights" / "calibration.json"]
    told = json.loads(written[0].read_text())
    assert told["network"] == intuition.load().card["sha256"]
    assert {file: file.read_bytes() for file in refit.PACKAGE.rglob("*.json")} == before


# --- noise and resignation ---------------------------------------------------------------------


def test_the_true_noise_of_losses_is_found() -> None:
    """Losses made with a known error that more visits do not lessen."""
    dice = np.random.default_rng(4)
    known = Noise((1.0, 0.0, 0.5))
    truth = Noise(known.own, (1.5, 0.0))
    names = ("off", "loss", "theirs", "before", "after")
    table = np.zeros(900, [("game", "<i4"), ("visits", "<i4"), *((k, "<f8") for k in names)])
    table["game"], table["visits"] = np.arange(900), np.tile([1, 12, 48], 300)
    table["before"] = table["after"] = 10.0
    for row in table:
        told = np.hypot(*(truth.at(int(row["visits"]), 10.0),) * 2)
        row["off"] = told / 2 * dice.standard_t(4) / np.sqrt(2)
    found = noise.fit_unknown(known, table)
    assert found.own == known.own
    assert found.unknown[0] + 10 * found.unknown[1] == pytest.approx(1.5, abs=0.4)


def test_a_noise_that_hides_losses_is_not_written() -> None:
    half, less = folds.Interval(50.0, 0.0, 80.0), folds.Interval(20.0, 0.0, 40.0)
    assert noise.hides(refit.Figure("", half, less))
    assert not noise.hides(refit.Figure("", half, half))
    assert not noise.hides(refit.Figure("", None, None))


def test_moves_are_searched_before_and_after_and_kept(tmp_path: Path) -> None:
    shard(["a"], (2, 3, 7), lead=1.0).write(tmp_path / "x.labels")
    labelled = looks.read_labels([tmp_path])
    some = noise.pairs(labelled, 5)
    assert [(one.game.id, first, second) for one, first, second in some] == [("a", 0, 1)]
    rows = noise.searched(intuition.load(), some, tmp_path)
    assert [sorted(one, key=int) for one in rows[0]["ours"]] == [["1", "12", "48"]] * 2
    assert noise.searched(intuition.load(), some, tmp_path) == rows
    assert len((tmp_path / next(tmp_path.glob("noise-*.jsonl"))).read_text().splitlines()) == 1
    with pytest.raises(InvalidInput, match="No two labels are of successive turns"):
        noise.pairs([replace(labelled[0], told=labelled[0].told[1:])], 5)


def test_who_is_hopeless_three_times_in_a_row_resigns() -> None:
    rows = np.zeros(24, looks.LOOK)
    rows["side"], rows["turn"], rows["win"] = 9, np.arange(24) * 2 + 20, 0.5
    rows["win"][8:] = 0.01
    rows["lead"], rows["judged_lead"] = -12.0, -9.0
    rows["lead"][9] = -1.0  # one turn that is not
    ((number, behind, left),) = resign.resignations([rows], 0.03)
    assert (number, behind, left) == (0, 9.0, 2 * (23 - 12))
    assert resign.resignations([rows], 0.005) == []
    rows["win"], rows["lead"], rows["judged_lead"] = 1 - rows["win"], -rows["lead"], 30.0
    assert resign.resignations([rows], 0.03)[0][1] == 30.0  # White resigns


def test_what_takes_hours_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(outside.COMMANDS) == set(refit.chosen([], long=True)) - set(refit.chosen([]))
    for about, (script, *_) in outside.COMMANDS.values():
        assert about
        assert (outside.ROOT / script).is_file()
    plan = refit.Plan(network=intuition.load(), data=tmp_path, work=tmp_path)
    (tmp_path / "s.py").write_text("import os, sys; print(os.environ['GOKAN_DATA'], *sys.argv[1:])")
    monkeypatch.setattr(outside, "ROOT", tmp_path)
    asked = ("points", ("s.py", "--games", "9", "--output", "{network}.jsonl"))
    monkeypatch.setitem(outside.COMMANDS, "levels", asked)
    name = looks.network_name(plan.network)
    for most, games in ((0, 9), (2, 2)):
        (told,) = outside.measured("levels", replace(plan, most=most)).remarks
        assert told == f"{tmp_path} --games {games} --output {name}.jsonl"
    with pytest.raises(InvalidInput, match=r"needs benchmarks/bench_ranks\.py"):
        outside.measured("ranks", plan)
    (tmp_path / "s.py").write_text("raise SystemExit(3)")
    with pytest.raises(InvalidInput, match=r"s\.py ended with 3"):
        outside.measured("levels", plan)


def test_the_assessment_is_fitted_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trial games tell the whole truth here, and the shipped weights hardly hear them."""
    names = [f"game {number}" for number in range(40)]
    file = tmp_path / "kgs_scored.jsonl"
    file.write_text("\n".join(json.dumps(finished_game(name)) for name in names))
    rows = [
        {
            "game": name,
            "move": 12,
            "stones": [2 * 9 + 2],
            "taken": 3.0 if stood else -3.0,
            "saved": 3.0 if stood else -3.0,
            "open": True,
            "stood": stood,
        }
        for name in names
        for stood in (True, False)
    ]
    monkeypatch.setattr(assess, "gather", lambda *_: rows)
    plan = refit.Plan(network=intuition.load(), data=tmp_path, work=tmp_path)
    outcome = assess.refit(plan)
    assert outcome.earns, outcome.explain()
    (path,) = refit.write(
        replace(outcome, files={"w.txt": outcome.files["assess/weights.txt"]}), tmp_path
    )
    written = dict(line.split() for line in path.read_text().splitlines() if line[0] != "#")
    assert set(written) == set(FEATURES)
    assert float(written["taken"]) > 0.3


def test_calibration_is_looked_at_for_leads_of_one_size() -> None:
    """Too wide for small leads and too narrow for large ones is not right on average."""
    dice = np.random.default_rng(6)
    ahead = np.repeat([2.0, 40.0], 4000)
    right = abs(dice.normal(size=8000))
    assert lead.miscalibration(right, ahead) < 0.5
    assert lead.miscalibration(right * np.where(ahead < 5, 0.5, 2.0), ahead) > 4
