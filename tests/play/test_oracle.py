"""Another program as evaluator: our own analysis engine plays KataGo here."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import pytest

from gokan.errors import InvalidInput
from gokan.go import WHITE, Position
from gokan.play import search
from gokan.play.tree.evaluators import make_evaluator
from gokan.play.tree.oracle import OracleEvaluator, OracleFailed

COMMAND = [sys.executable, "-m", "gokan", "analysis", "--values", "playouts", "--priors", "even"]


def test_it_says_what_the_other_program_says() -> None:
    positions = [
        Position.from_diagram("X . .\n. O .\n. . .", rules="tromp-taylor", to_play=WHITE),
        Position.from_diagram(". X O .\nX O . O\n. X O .\n. . . .", rules="japanese"),
    ]
    own = make_evaluator("playouts", "even").evaluate(positions)
    with OracleEvaluator(COMMAND) as oracle:
        for ours, theirs in zip(own, oracle.evaluate(positions), strict=True):
            assert theirs.win == pytest.approx(ours.win, abs=1e-6)
            assert theirs.lead == pytest.approx(ours.lead, abs=1e-5)
            assert len(theirs.policy) == len(ours.policy)
            assert list(theirs.ownership) == pytest.approx(list(ours.ownership), abs=0.006)
        assert search(positions[0], visits=6, evaluator=oracle).visits == 6


def test_it_is_told_of_captured_stones_and_of_an_open_ko() -> None:
    """Otherwise it would count wrong under territory rules, and take back a ko at once."""
    start = Position.from_diagram(
        """
        . X O .
        X O . O
        . X O .
        . . . .""",
        rules="japanese",
    )
    taken = start.play("C3")  # Black takes the ko: White may not retake at B3
    later = taken.play("A1").play("A4")  # and is a stone behind for good
    positions = [taken, later, later.with_rules(later.rules.with_(komi=250.0))]
    own = make_evaluator("playouts", "even").evaluate(positions)
    with OracleEvaluator(COMMAND) as oracle:
        for ours, theirs in zip(own, oracle.evaluate(positions), strict=True):
            assert theirs.lead == pytest.approx(ours.lead, abs=1e-5)
            assert theirs.win == pytest.approx(ours.win, abs=1e-3)
            assert [p > 0 for p in theirs.policy] == [p > 0 for p in ours.policy]


def test_failures_are_sentences() -> None:
    with pytest.raises(InvalidInput):
        OracleEvaluator("no-such-program-here")
    with pytest.raises(InvalidInput):
        OracleEvaluator("")
    silent = OracleEvaluator([sys.executable, "-c", "import sys; sys.exit('out of order')"])
    with silent, pytest.raises(OracleFailed):
        silent.evaluate([Position.empty(5)])
    angry = OracleEvaluator(
        [sys.executable, "-c", 'input(); print(\'{"error": "no"}\', flush=True); input()']
    )
    with angry, pytest.raises(OracleFailed, match="no"):
        angry.evaluate([Position.empty(5)])


def test_the_engine_asks_it() -> None:
    command = [sys.executable, "-m", "gokan", "gtp", "--size", "5", "--oracle", shlex.join(COMMAND)]
    said = subprocess.run(
        [*command, "--player", "gokan:visits=3"],
        input="genmove b\nquit\n",
        text=True,
        capture_output=True,
    )
    assert said.stdout.startswith("= "), said.stderr
    refused = subprocess.run(
        [*command, "--player", "random"], input="", text=True, capture_output=True
    )
    assert refused.returncode == 2


@pytest.mark.skipif("GOKAN_KATAGO" not in os.environ, reason="needs the program katago")
def test_the_real_program() -> None:
    """GOKAN_KATAGO is its command line, such as `katago analysis -config F -model F`."""
    even = Position.empty(9, rules="chinese")
    stones = Position.from_diagram(". X O .\nX O . O\n. X O .\n. . . .", rules="japanese")
    with OracleEvaluator(os.environ["GOKAN_KATAGO"]) as oracle:
        for position in (even, stones, even.play("E5").play("C4")):
            judged = oracle.evaluate([position])[0]
            assert 0 < judged.win < 1
            assert sum(judged.policy) == pytest.approx(1, abs=0.01)
            assert not any(judged.policy[point] > 0 for point, c in enumerate(position.board) if c)
            assert len(judged.ownership) == len(position.board)
        found = search(even, visits=12, evaluator=oracle)
    assert found.visits == 12
    assert abs(found.lead) < 5
