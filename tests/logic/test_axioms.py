"""Axioms 1–14 and theorems 5.9.1–7 over random finite games, in the forms in which they are true.

As rules (premise true in all states): axiom 8, 5.9.1(2, 3, 6), 5.9.2–4. On trees only: 5.3.5–6,
axioms 11–14. For μ only: 5.9.1(6). That the printed forms fail is shown by `examples/logic`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gokan.logic import Checker, conditions, explore, parse_file, run, unfold
from gokan.logic.bits import members
from gokan.logic.written import read_game
from tests.logic.random_games import _Writer, random_formula, random_game

GAMES = 60


def _games(*, tree: bool = False) -> Iterator[tuple[Checker, random.Random]]:
    for seed in range(GAMES):
        chance = random.Random(seed + 5000)
        game = random_game(seed, tree=tree)
        if tree:
            game.first = game.first[:1]
        graph = unfold(game, states=200) if tree else explore(game)
        if set(graph.names) == {"m", "n", "o"}:
            yield Checker(graph), chance


def _scheme(chance: random.Random, depth: int = 2, things: tuple[str, ...] = ()) -> str:
    """F(X): a formula in which X stands positively, as a text to put formulas into."""
    return _Writer(chance, up=False).formula(depth, {"X": 1}, things)


def _put(scheme: str, formula: str) -> str:
    return "(" + re.sub(r"\bX\b", f"({formula})", scheme) + ")"


def _two(chance: random.Random) -> tuple[str, str]:
    return (f"({random_formula(chance, 2)})", f"({random_formula(chance, 2)})")


DEFINITIONS = [
    "ToPlay(i) <-> ~ToPlay(-i)",  # 1
    "Legal(k, i) -> ToPlay(i)",  # 2
    """causes[i] {a} <-> (ToPlay(i) -> exists k. Legal(k, i) & <k> {a})
        & (ToPlay(-i) -> forall k. Legal(k, -i) -> <k> {a})""",  # 3
    "est[i] {a} <-> mu Y. {a} | (~termLegal & causes[i] Y)",  # 4
    "irr[i] {a} <-> nu Y. {a} & (termLegal | causes[i] Y)",  # 5
    "ach[i] {a} <-> est[i] irr[i] {a}",  # 6
    "ach[i] ({a} & {b}) -> ach[i] {a} & ach[i] {b}",  # 5.9.5
    "(ach[i] {a} | ach[i] {b}) -> ach[i] ({a} | {b})",  # 5.9.6
    "est[i] {a} <-> ~irr[-i] ~{a}",  # 5.9.7
    "causes[i] {a} <-> ~causes[-i] ~{a}",  # the step in the proof of 5.9.7
    "<> {a} <-> ~[] ~{a}",
    "<> {a} <-> exists k. <k> {a}",
    "<k> {a} -> [k] {a}",
    "termLegal <-> forall k. ~Legal(k, A) & ~Legal(k, B)",
    "term <-> [] false",
]


@pytest.mark.parametrize("text", DEFINITIONS)
def test_true_in_every_state_of_every_game(text):
    for checker, chance in _games():
        a, b = _two(chance)
        assert checker.valid(text.format(a=a, b=b)), (text, a, b)


@pytest.mark.parametrize("word", ["mu", "nu"])
def test_fixed_points(word):
    for checker, chance in _games():
        f = _scheme(chance)
        fixed = f"({word} X. {f})"
        assert checker.valid(f"{_put(f, fixed)} <-> {fixed}")  # axiom 7 and 5.9.1(4)
        assert checker.valid(f"{fixed} <-> {word} Y. {_put(f, 'Y')}")  # 5.9.1(1)
        a, _ = _two(chance)
        assert checker.valid(f"({word} Z. {a}) <-> {a}")  # 5.9.1(5)
        g = f"{f} | {a}"  # F(X) -> G(X) whatever X is
        assert checker.valid(f"{fixed} -> ({word} X. {g})")  # 5.9.1(2) as a rule


def test_axiom_8_as_a_rule():
    """Where F(Y) -> Y is true in all states, the least fixed point lies in Y."""
    applied = 0
    for checker, chance in _games():
        f = _scheme(chance)
        a, b = _two(chance)
        for y in (a, b, f"(mu X. {f} | {a})"):
            if checker.valid(f"{_put(f, y)} -> {y}"):
                applied += 1
                assert checker.valid(f"(mu X. {f}) -> {y}")
    assert applied > GAMES / 2


def test_5_9_1_3_as_a_rule():
    for checker, chance in _games():
        f = _scheme(chance)
        a, b = _two(chance)
        assert checker.valid(f"{_put(f, f'{a} & {b}')} -> {_put(f, a)}")


def test_5_9_1_6_as_a_rule_for_mu():
    applied = 0
    for checker, chance in _games():
        g = _scheme(chance)
        for f in (*_two(chance), f"(mu X. {g})", f"(mu X. {g} | p)"):
            if checker.valid(f"{_put(g, f'mu X. {f} & {g}')} -> {f}"):
                applied += 1
                assert checker.valid(f"(mu X. {g}) -> {f}")
    assert applied > GAMES


@pytest.mark.parametrize("word", ["est", "irr", "ach"])
def test_strategies_are_monotone_as_a_rule(word):
    """5.9.2 to 5.9.4: φ -> ψ in all states."""
    for checker, chance in _games():
        a, b = _two(chance)
        for i in ("A", "B"):
            assert checker.valid(f"{word}[{i}] ({a} & {b}) -> {word}[{i}] {a}")
            assert checker.valid(f"{word}[{i}] {a} -> {word}[{i}] ({a} | {b})")


def test_converse_barcan():
    """Axioms 9 and 10, with a variable over things inside."""
    for checker, chance in _games():
        f = _scheme(chance, things=("x", "x"))
        assert checker.valid(f"(mu X. forall x: thing. {f}) -> forall x: thing. mu X. {f}")
        assert checker.valid(f"(exists x: thing. mu X. {f}) -> mu X. exists x: thing. {f}")


TREE = [
    "<k> <up k> {a} -> {a}",  # 11
    "<up k> <k> {a} -> {a}",  # 12
    "<up k> {a} & <up l> {b} -> k = l",  # 13
    "mu Y. [up] Y",  # 14
    "start <-> [up] false",
    "<up> {a} -> [up] {a}",
]


@pytest.mark.parametrize("text", TREE)
def test_true_on_trees(text):
    tried = 0
    for checker, chance in _games(tree=True):
        tried += 1
        a, b = _two(chance)
        assert checker.valid(text.format(a=a, b=b)), (text, a, b)
        assert all(c.holds for c in conditions(checker.model))  # type: ignore[arg-type]
    assert tried > 10


def test_one_state_one_move_before_it_holds_on_trees_only():
    found = parse_file(
        "game { start s state s A { m -> t  n -> t } state t B { } }",
    )
    game, axiom = read_game(found.games[0]), "<up k> true & <up l> true -> k = l"
    assert not Checker(explore(game)).valid(axiom)
    assert Checker(unfold(game)).valid(axiom)
    assert [c.name for c in conditions(explore(game)) if not c.holds] == ["5.3.5", "5.3.6"]


def test_est_irr_and_irr_est_agree_where_the_game_must_end():
    for checker, chance in _games(tree=True):
        a, _ = _two(chance)
        assert checker.valid(f"est[i] irr[i] {a} <-> irr[i] est[i] {a}")


def test_the_formulas_of_5_4_mean_what_is_said_of_them():
    for checker, chance in _games():
        a, _ = _two(chance)
        graph = checker.model
        holds = set(members(checker.states(a)))
        always = set(members(checker.states(f"nu X. {a} & [] X")))
        some = set(members(checker.states(f"mu X. {a} | <> X")))
        finite = set(members(checker.states("mu X. [] X")))
        for state in range(graph.size):  # type: ignore[attr-defined]
            below = _below(graph, state)
            assert (state in always) == (below <= holds)
            assert (state in some) == bool(below & holds)
            assert (state in finite) == all(
                t not in _below(graph, u)
                for t in below
                for u in graph.moves[t].values()  # type: ignore[attr-defined]
            )


def _below(graph, state: int) -> set[int]:
    seen, stack = {state}, [state]
    while stack:
        for there in graph.moves[stack.pop()].values():
            if there not in seen:
                seen.add(there)
                stack.append(there)
    return seen


FILES = ["printed-forms", "for-ever", "tic-tac-toe", "nim", "hexapawn", "rook-ending", "othello"]


@pytest.mark.parametrize("name", FILES)
def test_the_files_of_the_examples_hold(name, repo: Path):
    report = run((repo / "examples" / "logic" / f"{name}.txt").read_text("utf-8"))
    assert report.holds, report.explain()
    assert all(finding.depth <= 1 for finding in report.findings)
