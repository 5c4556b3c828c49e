"""Reading formulas: what they say comes back, and mistakes are pointed at."""

from __future__ import annotations

import random

import pytest

from gokan.logic import Checker, InvalidFormula, explore, parse, parse_file, run
from gokan.logic.games.nim import Nim
from gokan.logic.language.formula import Not
from gokan.logic.language.nesting import DEEPEST_IN_ALL, check_nesting
from tests.logic.random_games import random_formula


def test_what_is_written_reads_back():
    for seed in range(200):
        formula = parse(random_formula(random.Random(seed), 4, up=True))
        assert parse(str(formula)) == formula


@pytest.mark.parametrize("text", ["<'up'> p", "exists x. x = 'x'", """R("it's", 'a "word"')"""])
def test_names_in_quotes_read_back(text):
    formula = parse(text)
    assert parse(str(formula)) == formula


def test_start_may_follow_a_list_and_may_be_the_name_of_a_state():
    states = "state s A { m -> start } state start B { }"
    for lines in ("sort x: y", "win B: 'start'", "holds p: s", "holds q:"):
        report = run(f"game {{ {lines}\nstart s\n{states} }} check: ~term check: <m> term")
        assert report.holds
    assert run(f"game {{ start s 'start' {states} holds p: 'start' }} check: p <-> term").holds


def test_the_players_may_be_named_after_the_states():
    game = "win White: t state s White { m -> t } state t Black { } start s players White Black"
    assert run("game { " + game + " } check: est[White] Win(White)").holds


@pytest.mark.parametrize(
    ("signs", "words"),
    [
        ("¬p ∧ q ∨ ⊤", "~p & q | true"),
        ("∀x ∃y. R(x, y) → x ≠ y", None),
        ("∀x. ∃y. R(x, y) → x ≠ y", "forall x. exists y. R(x, y) -> x != y"),
        ("μX. ◇X ↔ □⊥", None),
        ("νX. p ∧ □X", "nu X. p & []X"),
        ("x ≤ 3 ∨ y ≥ 4", "x <= 3 | y >= 4"),
    ],
)
def test_signs_are_words(signs, words):
    if words is None:
        with pytest.raises(InvalidFormula):
            parse(signs)
    else:
        assert parse(signs) == parse(words)


def test_a_title_keeps_its_signs():
    report = run('game nim 1\ncheck "∃m → μ": true')
    assert "∃m → μ" in report.explain()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p &", "line 1, column 4: the text ends too early"),
        ("p\n& ) q", "line 2, column 3: ')' cannot stand here"),
        ("p $ q", "line 1, column 3: '$' has no meaning here"),
        ("∃x. ∃y. ) ", "line 1, column 9: ')' cannot stand here"),
        ("μX. ¬X", "line 1, column 6: X stands under an odd number"),
        ("∀x. count(x. p) ≥ 1234567", "column 19: 1234567 is too large a number"),
        ("⊤ ∧ " + "¬" * 130 + "q", "line 1, column 124: the formula is nested too deeply"),
        ("mu X. p -> (X -> q)", "line 1, column 13: X stands under an odd number"),
        ("mu X. X <-> p", "column 7: X may not stand inside <->"),
        ("mu X. count(x. X) > 1", "column 16: X may not stand inside <-> or count"),
        ("(" * 300 + "p" + ")" * 300, None),
        ("~" * 3000 + "p", "nested too deeply"),
        ("p" * 300_000, "longer than"),
        ("p | exists " + "x, " * 300 + "y. p", "column 5: the formula is nested too deeply"),
        ("forall " + "x, " * 20_000 + "y. p", "line 1, column 1: the formula is nested too deeply"),
        ("count(x. p) > 1234567", "column 15: 1234567 is too large a number"),
        ("count(x. p) > " + "9" * 5000, "column 15: 99999999999999999999 is too large a number"),
    ],
)
def test_mistakes_are_pointed_at(text, said):
    if said is None:
        assert str(parse(text)) == "p"
        return
    with pytest.raises(InvalidFormula) as error:
        parse(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Heap(h1)", "line 1, column 1: Heap takes 2 arguments, not 1"),
        ("Hope(h1)", "Hope is not a predicate of this game"),
        ("forall x. true", "column 8: cannot tell what x ranges over"),
        ("forall x: hat. true", "there is no sort hat; this game has move, player, heap, size"),
        ("exists x. Heap(x, 1) & Win(x)", "column 8: x is used in two ways"),
        ("Win(h1)", "column 5: h1 is not one of the values of player"),
        ("exists x. x = 'Bob' & Win(x)", "Bob is not the name of anything"),
        ("Last(x) = 1", "Last is not a function of this game"),
        ("exists h: heap. h < 3", "line 1, column 17: h is not a number"),
        ("exists i. Win(i) & 3 >= -i", "line 1, column 25: opp(i) is not a number"),
        ("count(h: heap. true) = h1", "line 1, column 24: h1 is not a number"),
        ("count(h: heap. true) = -2", "line 1, column 24: there are no negative numbers"),
        ("Heap(h1, -n)", "line 1, column 10: there are no negative numbers"),
        ("-count(h: heap. true) = 2", "line 1, column 1: there are no negative numbers"),
        ("mu X(h1). Heap(h1, 1) | X(h1)", "column 4: h1, which X is to change, is not a variable"),
        ("mu X(P). Win(P) | X(P)", "column 4: P, which X is to change, is not a variable"),
        ("exists h. mu X(h, h). Heap(h, 1)", "column 14: X names a parameter twice"),
        ("exists h: heap. Win(h)", "column 8: h, a heap, stands where a player belongs"),
        ("exists h: heap. est[-h] term", "column 8: h, a heap, stands where a player belongs"),
        ("forall m: move, n. Heap(h1, n) | m = n", "stands where a"),
        ("mu X(n). Heap(h1, n) | X(First)", "column 26: First is not one of the values of size"),
        ("forall i. Win(i) | mu X(n: size). X(i)", "column 8: i, a player, stands where a size"),
        ("mu X(n). Heap(h1, n) | X(n, n)", "line 1, column 24: X takes 1 argument, not 2"),
        ("∃x. ¬Foo(x) ∧ ⊤", "line 1, column 6: Foo is not a predicate"),
        ("⊤ → ∀x. □⊥", "line 1, column 6: cannot tell what x ranges over"),
    ],
)
def test_names_and_sorts_are_checked(text, said):
    with pytest.raises(InvalidFormula) as error:
        Checker(explore(Nim((1, 2)))).valid(text)
    assert said in str(error.value)


def test_sorts_are_worked_out_from_use():
    checker = Checker(explore(Nim((1, 2))))
    assert checker.valid("exists n. Heap(h, n)")
    assert checker.valid("Heap(h, n) & Heap(h, k) -> n = k")
    assert checker.valid("forall x, y. x = y & Heap(h1, x) -> Heap(h1, y)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("check: true", "has 0 games"),
        ("game nim 1\ngame nim 2", "has 2 games"),
        ("game nim 1\ndef P := P\ncheck: P", "line 2, column 5: P is defined by itself"),
        ("game nim 1\ndef P := ~Q\ndef Q := P\ncheck: P", "column 5: P is defined by itself"),
        ("game nim 1\ndef P := mu Q. Q | P\ncheck: P", "column 5: P is defined by itself"),
        ("game nim 1\ndef P := true\ndef P := false", "line 3, column 5: P is defined already"),
        ("game nim 1\ndef P(i) := Win(k)\ncheck: P(First)", "k is neither a parameter nor known"),
        ("game nim 1234567", "line 1, column 10: 1234567 is too large a number"),
        ("game { players A A }", "two players need different names"),
        ("game { players A B }", "does not say where it starts"),
        ("game {\n  start s }", "line 2, column 3: s is no state"),
        ("game { start s state s A { }\nwin A: t }", "line 2, column 1: t is no state"),
        ("game { start s state s A { }\nholds p: s t }", "line 2, column 1: t is no state"),
        (
            "game { sort x: y start s state s A { }\nholds p(y): u }",
            "line 2, column 1: u is no state",
        ),
        ("game { start s state s A {\nm -> t } }", "line 2, column 1: move m of s leads to t,"),
        ("game { start s state s C { } }", "C is not a player"),
        ("game { start s state s A { } state s A { } }", "state s is there twice"),
        ("game { start s state s A { m -> s m -> s } }", "move m is there twice"),
        ("game { start s state s A { } holds R(x): s }", "x is of no sort"),
        ("game { start s state s A { }\nholds Win(A): s }", "line 2, column 1: Win has its own"),
        ("game { start s state s A { } holds term: s }", "term has its own meaning"),
        ("game { start s state s A { } holds count: s }", "count has its own meaning"),
        ("game nim 1\ndef est(i) := Win(i)", "line 2, column 5: est has its own meaning"),
        ("game { start s state s A { up -> s } }", "column 28: a move cannot be called up, since"),
        ("game { players A B players C D }", "line 1, column 20: the players are there already"),
    ],
)
def test_mistakes_in_files(text, said):
    with pytest.raises(InvalidFormula) as error:
        run(text)
    assert said in str(error.value)


STEPS = {
    "~{}": "Balanced",
    "est[First] {}": "Balanced",
    "mu X. {} | <> X": "Balanced",
    "Balanced -> {}": "term",
    "{} <-> Balanced": "term",
    "count(n: size. {}) > 0": "term",
    "Win(opp(opp(opp(First)))) | {}": "Balanced",
    "exists h: heap. Heap(h, count(n: size. ~{}))": "term",
}


def test_a_formula_made_without_text_may_not_be_too_deep_either():
    formula = parse("Balanced")
    for _ in range(DEEPEST_IN_ALL):
        formula = Not(formula)
    with pytest.raises(InvalidFormula, match="A formula may have 200 levels, not 201"):
        Checker(explore(Nim((1, 2)))).valid(formula)


def test_a_mark_of_byte_order_before_the_text_is_no_mistake():
    assert parse("\ufeff~p") == parse("~p")
    with pytest.raises(InvalidFormula, match="line 1, column 2: the text ends too early"):
        parse("\ufeff~")


def _chain(step: str, length: int, back: str = "") -> str:
    chain = [f"def P{k + 1} := {step.format(f'P{k}')}" for k in range(length)]
    head = ["game nim 2 1", f"def P0 := {STEPS[step]}"]
    return "\n".join([*head, *chain, f"check: P{length}{back} | true"])


@pytest.mark.parametrize("step", STEPS)
def test_a_chain_of_definitions_works_or_is_refused_in_one_sentence(step):
    """180 of them overran the stack."""
    for length in (180, 600):
        says = rf"line {length + 2}, column 5: written out, P{length} is \d+ levels deep; a formula"
        with pytest.raises(InvalidFormula, match=says):
            run(_chain(step, length))
    file = parse_file(_chain(step, 100))
    texts, levels = {d.name: d for d in file.definitions}, dict[str, int]()
    check_nesting(parse("P1"), texts, levels)
    each = levels["P1"] - levels["P0"]
    longest = (DEEPEST_IN_ALL - levels["P0"] - 8) // each
    assert longest >= 35
    for back in ("", " & ~<up> true"):  # the second one makes a tree, which is cut
        assert run(_chain(step, longest, back), depth=1).findings


def test_a_definition_hidden_by_a_fixed_point_is_not_that_of_the_file():
    report = run("game nim 1\ndef P := nu P. <> P\nrefute: P\ncheck: ~P")
    assert report.holds
