"""Proofs of races: the outcome follows from saving one group and taking the other."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from gokan.go import Position
from gokan.reading import prove, race
from gokan.reading.budget import Budget
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import NoProof, bundle
from tests.reading.test_race import APART, strip

# Two groups that touch and have two eyes each.
EYES = """
    . X . X O . O .
    X X X X O O O O
    . . . . . . . .
    O O O O X X X X
    . O . O X . X .
    """

OUTCOMES = [(2, 2, 0, "wins"), (1, 3, 0, "loses"), (2, 2, 2, "seki"), (3, 2, 1, "wins")]


def answer(black: int, white: int, shared: int) -> Any:
    return race(strip(black, white, shared), "A7", "A5", seconds=20)


@pytest.mark.parametrize(("black", "white", "shared", "outcome"), OUTCOMES)
def test_races_without_eyes_are_proved(black, white, shared, outcome):
    found = answer(black, white, shared)
    assert found.outcome == outcome
    lines = prove(found)
    claim = json.loads(lines[0])["claim"]
    assert claim["race"] == outcome
    assert ("save" in claim, "take" in claim) == (outcome != "wins", outcome == "seki")
    said = check_file(lines)
    assert said.accepted
    assert said.says is not None
    assert said.says.to_play == "Black"
    assert "In the race of Black's A7" in said.says.text
    if outcome in ("wins", "loses"):
        assert said.verdict == "accepted"


def test_what_was_not_settled_cannot_be_proved():
    found = answer(2, 2, 0)
    with pytest.raises(NoProof, match="not settled"):
        prove(replace(found, take=replace(found.take, code=None)))


def test_a_claim_that_contradicts_the_proofs_is_not_written():
    found = answer(2, 2, 0)
    none = replace(found.take, code=0)
    with pytest.raises(NoProof, match="the same as the race"):
        prove(replace(found, take=none, save=none), seconds=2)


CHANGES: list[tuple[int, dict[str, Any]]] = [
    (0, {"race": "loses"}),
    (0, {"race": "seki"}),
    (0, {"race": "ko"}),
    (0, {"race": "draw"}),
    (0, {"mover": 2}),
    (0, {"mover": "X"}),
    (0, {"groups": []}),
    (0, {"groups": [[0], [1]]}),
    (0, {"groups": None}),
    (0, {"take": {"result": "loss", "mover": 1}}),
    (0, {"take": {"result": "win", "mover": 2}}),
    (0, {"take": None}),
    (0, {"save": {"result": "loss", "mover": 1}}),
    (1, {"take": {"result": "win", "mover": 1}}),  # there is no such part
    (1, {"race": "wins"}),
    (1, {"race": "seki"}),
    (2, {"race": "wins"}),
    (2, {"race": "loses"}),
    (2, {"race": "ko"}),
]


@pytest.fixture(scope="module")
def bundles() -> list[list[str]]:
    return [prove(answer(*numbers)) for *numbers, _ in OUTCOMES[:3]]


@pytest.mark.parametrize(("which", "change"), CHANGES)
def test_another_claim_does_not_follow(bundles, which, change):
    lines = bundles[which]
    head = json.loads(lines[0])
    head["claim"] |= change
    said = check_file([json.dumps(head), *lines[1:]])
    assert said.verdict == "rejected", said.text


def test_a_seki_needs_both_results(bundles):
    head, *rows = bundles[2]
    claim = json.loads(head)
    assert check_file([head, *rows]).accepted
    for name in ("save", "take"):
        less = {key: value for key, value in claim["claim"].items() if key != name}
        said = check_file([json.dumps({**claim, "claim": less}), *rows])
        assert "both groups" in said.text


def test_the_groups_of_another_race_do_not_do(bundles):
    """To lose a single stone of the group is not to lose the group."""
    head, *rows = bundles[1]
    claim = json.loads(head)
    groups = claim["claim"]["groups"]
    for wrong in ([groups[1], groups[0]], [groups[0][:-1], groups[1]]):
        claim["claim"]["groups"] = wrong
        assert "other stones" in check_file([json.dumps(claim), *rows]).text


def test_the_parts_must_be_about_one_position(bundles):
    """Half of a seki from one board and half from another."""
    one, other = bundles[2], prove(answer(3, 3, 3))
    mixed = [one[0]]
    for lines, wanted in ((one, "save: "), (other, "take: ")):
        at = 1
        while at < len(lines):
            part = json.loads(lines[at])
            if part["part"].startswith(wanted):
                mixed += lines[at : at + 1 + part["lines"]]
            at += 1 + part["lines"]
    assert "one position" in check_file(mixed).text


def test_a_race_that_becomes_a_ko():
    rows = "X . O O O X/O O O X X ./. X X . . O/. X . X O ."
    found = race(Position.from_diagram(rows.replace("/", "\n")), "B2", "C4", seconds=10)
    assert found.outcome == "ko"
    assert (found.save.code, found.take.code) == (1, 2)
    lines = prove(found)
    assert check_file(lines).verdict == "accepted"
    head = json.loads(lines[0])
    for outcome in ("loses", "seki", "both live"):
        head["claim"]["race"] = outcome
        said = check_file([json.dumps(head), *lines[1:]])
        assert said.text == "rejected at the claim: by these proofs the outcome is ko"


def _pair(found: Any) -> list[str]:
    """What was written until now: a result to save and one to take, and who wins by them."""
    from gokan.reading.proof.races import _prove

    meter = Budget(seconds=20).start()
    position = found.position
    claim: dict[str, Any] = {
        "race": "wins",
        "mover": int(position.to_play),
        "groups": [sorted(found.first), sorted(found.second)],
    }
    parts: dict[str, list[str]] = {}
    for name, verdict in (("save", found.save), ("take", found.take)):
        claim[name], proofs = _prove(found, position, name, verdict, meter, seki=False)
        parts |= {f"{name}: {key}": lines for key, lines in proofs.items()}
    return bundle(claim, parts)


def test_to_save_and_to_take_apart_is_not_to_win():
    """After the one move White kills D4, after the other he lives at G4."""
    found = race(Position.from_diagram(APART), "D4", "G4", nodes=50_000)
    lines = _pair(found)
    said = check_file(lines)
    assert said.text == "rejected at the claim: who wins has one plan that saves and takes"
    head = json.loads(lines[0])
    for outcome in ("ko", "seki", "both live"):
        head["claim"]["race"] = outcome
        assert "do not meet" in check_file([json.dumps(head), *lines[1:]]).text
    with pytest.raises(NoProof, match="not settled"):
        prove(found)


def test_two_groups_with_two_eyes_each_are_no_seki():
    position = Position.from_diagram(EYES)
    found = race(position, "B5", "E5", nodes=50_000)
    assert found.outcome == "both live"
    lines = prove(found)
    assert check_file(lines).verdict == "accepted"
    head = json.loads(lines[0])
    head["claim"]["race"] = "seki"
    said = check_file([json.dumps(head), *lines[1:]])
    assert said.text == "rejected at the claim: by these proofs the outcome is both live"


def test_a_plan_is_about_the_groups_that_are_named(bundles):
    head, *rows = bundles[0]
    claim = json.loads(head)
    groups = claim["claim"]["groups"]
    for wrong in ([groups[1], groups[0]], [groups[0], groups[1][:-1]]):
        claim["claim"]["groups"] = wrong
        assert "other stones" in check_file([json.dumps(claim), *rows]).text
