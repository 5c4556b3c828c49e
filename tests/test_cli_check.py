"""`gokan check`: what it says of a file, and what it will not read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gokan.cli import run
from gokan.errors import GokanError
from gokan.go import Position
from gokan.reading import Problem, prove, solve

THREE = """
    . . . O X .
    O O O O X .
    X X X X X .
    . . . . . .
    """
Said = pytest.CaptureFixture[str]


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    """A file that proves that White's corner is killed."""
    position = Position.from_diagram(THREE)
    lines = prove(solve(Problem.make(position, target=[position.point("A3")])))
    path = tmp_path / "killed.proof"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_it_says_what_it_accepted(proof: Path, capsys: Said) -> None:
    assert run(["check", str(proof)]) == 0
    first, *board, said = capsys.readouterr().out.splitlines()
    assert first.startswith("accepted, ")
    assert board[0] == " 4 . . . O X ."
    assert said == (
        "Black to play. Black moves first: Black captures White's D4, A3, B3, C3, D3, whatever "
        "White plays, however many ko threats the other side has. "
        "Rules: a ko may not be retaken at once; no suicide."
    )


def test_the_same_as_json(proof: Path, capsys: Said) -> None:
    assert run(["check", "--json", str(proof)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["verdict"], said["to_play"]) == ("accepted", "black")
    assert said["board"] == ["...OX.", "OOOOX.", "XXXXX.", "......"]
    assert said["rules"] == {"ko": "simple", "suicide": False}
    assert len(said["statement"]) == 1
    proof.write_text(proof.read_text().replace("killed", "stands"))
    assert run(["check", "--json", str(proof)]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["verdict"] == "rejected"
    assert "statement" not in said


@pytest.mark.parametrize("options", [["--max-nodes", "3"], ["--max-mb", "1"]])
def test_what_is_too_large_is_not_rejected(options: list[str], proof: Path, capsys: Said) -> None:
    if options[0] == "--max-mb":
        proof.write_text(proof.read_text() + " " * 1_100_000)
    assert run(["check", str(proof), *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"allow more with {options[0]}" in said.err
    assert run(["check", str(proof)]) == 0


def test_what_never_ends_is_not_read(capsys: Said) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no /dev/zero here")
    assert run(["check", "/dev/zero"]) == 2
    assert "not a gokan-proof" in capsys.readouterr().err


def test_deep_nesting_is_a_sentence(proof: Path, capsys: Said) -> None:
    head = proof.read_text().splitlines()[0]
    proof.write_text(head + "\n" + "[" * 5000 + "\n")
    assert run(["check", str(proof)]) == 1
    assert capsys.readouterr().out == "rejected: a line has 5000 brackets inside each other\n"


@pytest.mark.parametrize(
    "rules",
    [{"ko": "simple", "suicide": True}, {"ko": "positional", "suicide": False}, "japanese", {}, 1],
)
def test_other_rules_are_not_known(rules: Any, proof: Path, capsys: Said) -> None:
    first, *rest = proof.read_text().splitlines()
    head = json.loads(first)
    assert head["rules"] == {"ko": "simple", "suicide": False}
    proof.write_text("\n".join([json.dumps({**head, "rules": rules}), *rest]))
    assert run(["check", str(proof)]) == 1
    assert "nothing is known of these rules of the game" in capsys.readouterr().out


def test_under_suicide_no_proof_is_written() -> None:
    position = Position.from_diagram(THREE, rules="tromp-taylor")
    answer = solve(Problem.make(position, target=[position.point("A3")]))
    with pytest.raises(GokanError, match="the rules allow suicide"):
        prove(answer)
