"""The list of published numbers: what is computed comes out as it says, the rest is on pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gokan.cli import run as command
from gokan.errors import InvalidInput
from gokan_lab.facts import WORKS, Fact, load, run, table
from gokan_lab.facts.found import Found
from gokan_lab.facts.running import compare

FACTS = load()
COMPUTED = [fact for fact in FACTS if fact.kind == "computed"]
RECORDED = [fact for fact in FACTS if fact.kind == "recorded"]


def title(fact: Fact) -> str:
    return f"{fact.work}, {fact.where}: {fact.claim}"


@pytest.mark.parametrize("fact", COMPUTED, ids=title)
def test_computed_facts_come_out_as_the_list_says(fact: Fact) -> None:
    (row,) = run([fact])
    if row.holds is None:
        pytest.skip(row.why)
    assert row.expected, row
    assert row.why == ("" if row.holds else fact.differs)


@pytest.mark.parametrize("fact", COMPUTED, ids=title)
def test_another_printed_figure_would_not_come_out(fact: Fact) -> None:
    """No fact can hold whatever is printed: a figure far off turns the verdict round."""
    if fact.differs:
        return
    far = {"at least": 10**9, "at most": -1}.get(fact.relation, -(10**9))
    wrong = replace(fact, figure="nothing" if isinstance(fact.figure, str) else far)
    (row,) = run([wrong])
    assert not row.holds


@pytest.mark.parametrize("fact", RECORDED, ids=title)
def test_recorded_figures_stand_on_their_page(fact: Fact, repo: Path) -> None:
    text = (repo / fact.page).read_text("utf-8")
    for number in (fact.recorded, fact.low, fact.high):
        if number is not None:
            assert re.search(rf"(?<![\d.]){number:g}(?:0|\.0)?(?![\d])", text), number
    assert fact.date in text


def test_every_work_has_facts_and_every_fact_is_named_once() -> None:
    assert {fact.work for fact in FACTS} == set(WORKS)
    assert len({(fact.work, fact.where, fact.claim) for fact in FACTS}) == len(FACTS)
    functions = [(fact.work, fact.ours) for fact in COMPUTED]
    assert len(set(functions)) == len(functions)


def test_the_table_names_every_gap_and_marks_what_was_not_expected() -> None:
    gap = Fact("Wong", "8", "the triple", gap="the board is lost")
    wrong = Fact("Klinger", "6.3.3", "pairs", figure=683, ours="adjacent_pairs")
    rows = run([gap, wrong])
    text = table(rows)
    assert re.search(r"the triple +– +gap +the board is lost", text)
    assert re.search(r"pairs +683 +684 +no +EXPECTED OTHERWISE", text)
    assert text.endswith("0 taken from pages that say when and how they were measured.")
    assert [row.expected for row in rows] == [True, False]


def test_a_missing_file_is_said_and_not_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GOKAN_DATA", str(tmp_path))
    (fact,) = (fact for fact in FACTS if fact.ours == "survival")
    (row,) = run([fact])
    assert (row.verdict, row.why, row.expected) == ("not run", "pro_games.jsonl is not here", True)


def test_relations() -> None:
    found = Found(60.0, 55.0, 65.0)
    assert compare(62, found, "inside")
    assert not compare(66, found, "inside")
    assert not compare(62, Found(62.0), "inside")  # no interval, no verdict in favour
    assert compare(60, found, "same")
    assert not compare(61, found, "same")
    assert compare(61, found, "same", 1)
    assert compare(50, found, "at least")
    assert not compare(50, found, "at most")
    assert not compare("60", found, "same")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[fact]]\nwork = 'Wong'\nwhere = ''", "no claim"),
        ("[[fact]]\nwork = 'Knuth'\nwhere = ''\nclaim = ''\ngap = 'x'", "none of the five"),
        ("[[fact]]\nwork = 'Wong'\nwhere = ''\nclaim = ''", "must have one of"),
        ("[[fact]]\nwork = 'Wong'\nwhere = ''\nclaim = ''\ngap = 'x'\nsize = 1", "'size'"),
        ("[[fact]]\nwork = 'Wong'\nwhere = ''\nclaim = ''\ngap = 'x'\nrelation = 'near'", "near"),
        ("nothing = 1", "no list of facts"),
        ("[[fact", "no list of facts"),
    ],
)
def test_a_broken_list_is_refused_in_a_sentence(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.write_text(text)
    with pytest.raises(InvalidInput, match=complaint):
        load(path)


@pytest.fixture
def scrimger(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def say(*words: str) -> str:
        assert command(["study", "facts", "--work", "scrimger", *words]) == 0
        return capsys.readouterr().out

    return say


def test_the_command_prints_one_work(scrimger: Callable[..., str]) -> None:
    text = scrimger()
    assert len(text.splitlines()) == 2 + sum(fact.work == "Scrimger" for fact in FACTS)
    rows = json.loads(scrimger("--json"))
    assert {row["work"] for row in rows} == {"Scrimger"}
    assert next(row for row in rows if row["claim"] == "primitives")["ours"] == 7


def test_the_command_fails_if_a_fact_came_out_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Fact("Klinger", "6.3.3", "pairs", figure=683, ours="adjacent_pairs")
    monkeypatch.setattr("gokan_lab.facts.load", lambda: (wrong,))
    assert command(["study", "facts"]) == 1
    assert command(["study", "facts", "--work", "Knuth"]) == 2
