"""The model checker against a naive evaluator, and strategies against every reply."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from gokan.errors import GokanError, InvalidInput
from gokan.logic import Checker, conditions, explore, find_strategy, run, unfold
from gokan.logic.bits import flags
from gokan.logic.checking import evaluate
from gokan.logic.checking.evaluate import OutOfTime
from gokan.logic.checking.graph import Graph
from gokan.logic.language.alternation import alternation_depth
from gokan.logic.language.text import parse
from gokan.logic.written import WrittenGame
from tests.logic.naive import Naive
from tests.logic.random_games import _Writer, full_game, random_formula, random_game


def _agree(graph: Graph, text: str) -> None:
    checker = Checker(graph)
    resolved = checker.resolve(text)
    naive = Naive(graph.states_list, graph.game, graph.moves)
    fast = flags(checker.evaluate(resolved.formula, {}), graph.size)
    slow = [naive.true(s, resolved.formula, {}, {}) for s in range(graph.size)]
    assert [bool(f) for f in fast] == slow, text


@pytest.mark.parametrize("part", range(8))
def test_random_formulas_mean_the_same_to_a_naive_evaluator(part):
    for k in range(60):
        chance = random.Random(1000 * part + k)
        _agree(explore(full_game(chance)), random_formula(chance, chance.randint(1, 4)))


def test_fixed_points_that_change_variables_mean_the_same_to_a_naive_evaluator():
    changing = 0
    for k in range(250):
        chance = random.Random(k)
        body = _Writer(chance, up=False).formula(chance.randint(2, 4), {}, ("x", "y"))
        changing += "(" in "".join(re.findall(r"[mn]u X\d+(.)", body))
        _agree(explore(full_game(chance)), f"forall x: thing. exists y: thing. {body}")
    assert changing > 70


def test_looking_back_on_trees_means_the_same_to_a_naive_evaluator():
    for k in range(120):
        chance = random.Random(k)
        graph = unfold(full_game(chance, tree=True), states=200)
        _agree(graph, random_formula(chance, chance.randint(2, 4), up=True))


@pytest.mark.parametrize("word", ["mu", "nu"])
def test_each_fixed_point_is_the_dual_of_the_other(word):
    """μX. φ(X) is ¬νX. ¬φ(¬X), on graphs, on trees, and above a cut."""
    other = {"mu": "nu", "nu": "mu"}[word]
    for k in range(150):
        chance = random.Random(k)
        body = _Writer(chance, up=k % 3 > 0).formula(chance.randint(1, 3), {"X": 1}, ())
        against = re.sub(r"\bX\b", "(~X)", body)
        _same(_graph(k, chance), f"{word} X. {body}", f"~({other} X. ~({against}))")


DUALS = [
    ("[m] {a}", "~<m> ~{a}"),
    ("<n> {a}", "~[n] ~{a}"),
    ("[] {a}", "~<> ~{a}"),
    ("<> {a}", "~[] ~{a}"),
    ("forall k: move. [k] {a}", "~(exists k: move. <k> ~{a})"),
    ("est[A] {a}", "~irr[B] ~{a}"),
    ("irr[A] {a}", "~est[B] ~{a}"),
    ("causes[A] {a}", "~causes[B] ~{a}"),
]
BACK = [("[up] {a}", "~<up> ~{a}"), ("<up m> {a}", "~[up m] ~{a}"), ("[up n] {a}", "~<up n> ~{a}")]


@pytest.mark.parametrize("kind", range(3))
def test_boxes_and_diamonds_are_duals(kind):
    for k in range(kind, 150, 3):
        chance = random.Random(k)
        a = f"({random_formula(chance, chance.randint(1, 3), up=kind > 0)})"
        graph = _graph(kind, chance)
        for one, other in DUALS + BACK * (kind > 0):
            _same(graph, one.format(a=a), other.format(a=a))


def _graph(kind: int, chance: random.Random) -> Graph:
    """A graph, a tree, or a tree that may be cut."""
    if kind % 3 == 0:
        return explore(full_game(chance))
    game = full_game(chance, tree=True)
    return unfold(game, depth=None if kind % 3 == 1 else chance.randint(1, 3))


def _same(graph: Graph, one: str, other: str) -> None:
    checker = Checker(graph)
    first, second = (checker.bounds(checker.resolve(text)) for text in (one, other))
    assert first == second, (one, other)


def test_nested_fixed_points_of_both_kinds():
    texts = [
        "nu X. mu Y. <> (p & X | Y)",
        "mu X. nu Y. [] (p & Y | X)",
        "nu X. mu Y. (p & <> X) | nu Z. q & (<> Z | <> Y)",
        "mu X. p | (nu Y. q & [] Y & mu Z. X | <> Z)",
    ]
    for seed in range(25):
        graph = explore(random_game(seed))
        for text in texts:
            _agree(graph, text)
    assert [alternation_depth(parse(text)) for text in texts] == [2, 2, 3, 2]


@pytest.mark.parametrize(
    "text",
    [
        "mu X. p | ~(mu Y. ~X & q | <> Y)",
        "mu X. p | ((nu Y. ~(mu Z. X | <> ~Y)) -> X | [] X)",
        "nu X. q & ~(nu Y. (X -> p) & [] Y)",
        "nu X. (q & <> X | p) & ((nu Y. (X -> ~p) & <> Y) -> mu Z. p & X | [] Z)",
        "mu X. p & ~(nu Y. ~(mu Z. X | <> ~Y | [] Z)) | ~(mu Y. [] (~X & q | Y))",
    ],
)
def test_fixed_points_below_a_negation_turn_over(text):
    for seed in range(80):
        _agree(explore(random_game(seed)), text)


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("p & <> q", 0),
        ("causes[A] p", 0),
        ("mu X. p | ~(mu Y. ~X & q | <> Y)", 2),
        ("mu X. p | ~(nu Y. ~X & q | <> Y)", 1),
        ("nu X. (mu Y. ~X -> <> Y)", 2),
        ("nu X. est[A] (p & <> X)", 2),
        ("nu X. irr[A] X", 1),
        ("mu X. ach[A] X", 2),
        ("mu X. ach[A] p | <> X", 1),
        ("mu X. nu X. <> X", 1),
        ("Loop | mu X. <> X", 2),
        ("mu Loop. <> Loop", 1),
    ],
)
def test_how_often_fixed_points_take_turns(text, depth):
    report = run(
        "game { start s state s A { } holds p: s holds q: s }\n"
        f"def Loop := nu X. mu Y. <> (p & X | Y)\nfind: {text}"
    )
    assert [finding.depth for finding in report.findings] == [depth]


def test_a_strategy_stands_up_to_every_reply():
    """Whoever holds the strategy reaches, or keeps, what it promises, whatever the other plays."""
    shown = {True: 0, False: 0}
    for seed in range(150):
        graph = explore(random_game(seed))
        checker = Checker(graph)
        for operator in ("est", "irr", "ach"):
            plan = find_strategy(checker, f"{operator}[A] p", 0)
            shown[plan.holds] += 1
            _stands_up(graph, checker.states("p"), plan)
    assert min(shown.values()) > 50


_SETTLED = {("est", True, True), ("irr", False, False)}


def _stands_up(graph: Graph, goal: int, plan) -> None:
    """Plays the holder's moves against all replies and looks at the graph of what can happen."""
    seen, stack = {plan.state}, [plan.state]
    edges: dict[int, list[int]] = {}
    while stack:
        state = stack.pop()
        if (plan.operator, plan.holds, bool(goal >> state & 1)) in _SETTLED:
            edges[state] = []
            continue
        if graph.turn[state] == plan.holder and graph.legal[state]:
            move = plan.move(state)
            assert move in graph.legal[state]
            edges[state] = [graph.moves[state][move]]
        else:
            edges[state] = [graph.moves[state][m] for m in graph.legal[state]]
        for there in edges[state]:
            if there not in seen:
                seen.add(there)
                stack.append(there)
    good = {s for s in seen if goal >> s & 1}
    kept = Checker(graph).states("irr[A] p")
    if plan.holds and plan.operator == "irr":
        assert seen == good
    elif plan.holds and plan.operator == "est":
        assert _reached(plan.state, edges, good)
    elif plan.holds:
        assert _reached(plan.state, edges, {s for s in seen if kept >> s & 1})
    elif plan.operator == "est":
        assert not good
    elif plan.operator == "irr":
        assert _reached(plan.state, edges, seen - good)
    else:
        assert not any(kept >> s & 1 for s in seen)


def _reached(state: int, edges: dict[int, list[int]], goal: set[int]) -> bool:
    """Every way from the state meets the goal: no cycle and no end outside of it."""
    done: dict[int, bool] = {}

    def always(s: int) -> bool:
        if s in goal:
            return True
        if s in done:
            return done[s]
        done[s] = False
        done[s] = bool(edges[s]) and all(always(t) for t in edges[s])
        return done[s]

    return always(state)


@pytest.mark.parametrize(
    ("formula", "state", "values", "said"),
    [
        ("est[i] p", 0, {}, "A strategy is for one player i: say which, as in i=…."),
        ("est[A] R(x)", 0, {}, "A strategy is for one thing x: say which, as in x=…."),
        ("est[i] p", 0, {"i": "Bob"}, "i cannot be Bob, which is no player."),
        ("est[A] p", 0, {"i": "A"}, "The formula has no free variable i."),
        ("est[A] p", 99, {}, "The number of the state must lie between 0 and "),
        ("est[A] p", -1, {}, "not at -1."),
        ("p", 0, {}, "begins with est, irr or ach"),
    ],
)
def test_a_strategy_is_asked_for_one_state_and_one_player(formula, state, values, said):
    checker = Checker(explore(random_game(2)))
    with pytest.raises(InvalidInput) as error:
        find_strategy(checker, formula, state, **values)
    assert said in str(error.value)
    assert find_strategy(checker, "est[i] R(x)", 0, i="A", x="one").player == "A"


def test_values_that_a_variable_cannot_have_are_refused():
    checker = Checker(explore(random_game(2)))
    with pytest.raises(InvalidInput, match="x cannot be three, which is no thing"):
        checker.states("R(x)", x="three")
    with pytest.raises(InvalidInput, match="The formula has no free variable y"):
        checker.states("R(x)", y="one")


def test_a_player_who_depends_on_the_state_has_a_strategy_too():
    class Mover(WrittenGame):
        @property
        def vocabulary(self):
            mover = ((), "player", lambda state: self.turns[state])
            return replace(super().vocabulary, functions={"Mover": mover})

    game = Mover()
    vars(game).update(vars(random_game(5)))
    graph = explore(game)
    checker = Checker(graph)
    for state in range(graph.size):
        plan = find_strategy(checker, "est[Mover] p", state)
        assert plan.player == graph.turn[state]
        assert plan.holds == find_strategy(checker, f"est[{plan.player}] p", state).holds


def test_a_checker_is_as_good_as_new_after_a_formula_that_it_gave_up():
    graph = explore(random_game(3))
    checker = Checker(graph)
    names = ", ".join(f"x{k}: thing" for k in range(30))
    given = ", ".join(f"x{k}" for k in range(30))
    with pytest.raises(GokanError, match="no room"):
        checker.states(f"mu p. q | mu X({names}). p | R(x0) & X({given})")
    for text in ("p", "mu X. p | <> X"):
        assert checker.states(text) == Checker(graph).states(text)


def test_who_has_no_strategy_resists_as_long_as_she_can():
    """At s player A may give p up at once; at y and z player B never dares to break it."""
    report = run(
        """game {
            players A B  start s
            state s A { give -> v  hold -> y }  state v B { break -> w }  state w A { }
            state y B { wait -> z  break -> u } state z A { back -> y }
            state u A { mend -> m }             state m A { }
            holds p: s v y z m
        }
        check: ach[A] p"""
    )
    [finding] = report.findings
    assert finding.strategy is not None
    assert not finding.strategy.holds
    assert finding.strategy.line == ("hold", "wait", "back")
    assert finding.strategy.explain() == (
        "A cannot achieve it; B prevents it, for instance by hold wait back and so on (proved)."
    )


def test_the_strategy_shown_is_that_of_the_state_that_decides():
    game = "game { start s t state s A { m -> s } state t A { } holds p: s }\n"
    for claim, told in [
        ("check: est[A] p", "From t: A cannot establish it (proved)."),
        ("refute start: irr[A] p", "From t: A cannot keep it (proved)."),
        ("find start: ach[A] p", "From s: A can achieve it, for instance by m and so on (proved)."),
        ("check: irr[A] (p | term)", "From s: A can keep it, for instance by m and so on (proved)"),
        ("find start: irr[A] term", "From t: A can keep it: the game is over (proved)."),
    ]:
        assert told in run(game + claim).explain()


def test_a_report_says_where_a_formula_is_true_and_where_it_is_false():
    report = run(
        """game { start s t state s A { m -> t } state t A { } holds p: s }
        check "p everywhere": p
        check: p
        refute "p can fail": p
        refute "p is never true": false | ~true
        refute: true
        refute "nothing": true
        find "p": p"""
    )
    assert report.explain().splitlines()[1:] == [
        "NO  p everywhere: does not hold (proved; true in 1 of 2 states; false for instance in t)",
        "NO  p: does not hold (proved; true in 1 of 2 states; false for instance in t)",
        (
            "ok  p can fail: the formula is refuted "
            "(proved; true in 1 of 2 states; false for instance in t)"
        ),
        (
            "ok  p is never true: the formula is refuted "
            "(proved; true in 0 of 2 states; false for instance in s)"
        ),
        "NO  true: not refuted (proved; true in 2 of 2 states)",
        "NO  nothing: the formula is not refuted (proved; true in 2 of 2 states)",
        "ok  p: found (proved; true in 1 of 2 states; for instance in s)",
    ]


def test_a_broken_condition_says_what_it_matters_to():
    said = run("game { start s state s A { m -> s n -> t } state t A { n -> t } } check: true")
    assert (
        "condition 5.3.1 fails, which matters only to formulas that look back: n leads from 2 "
        "states to t" in said.explain()
    )


def test_time_and_states_are_bounded():
    from gokan.logic.games.tictactoe import TicTacToe

    with pytest.raises(GokanError, match="more than 100 states"):
        explore(TicTacToe(), states=100)
    with pytest.raises(OutOfTime):
        explore(TicTacToe(), seconds=0)
    graph = explore(random_game(3))
    with pytest.raises(OutOfTime):
        Checker(graph, seconds=-1).valid("p")


def test_memory_is_bounded(monkeypatch):
    graph = explore(random_game(3))
    names = [f"x{k}" for k in range(30)]
    declared, given = ", ".join(f"{n}: thing" for n in names), ", ".join(reversed(names))
    with pytest.raises(GokanError, match="line 1, column 4: X has so many variables that there is"):
        Checker(graph).valid(f"mu X({declared}). R(x0) | X({given})")
    monkeypatch.setattr(evaluate, "MEMORY", 3000)
    for seed in range(30):
        chance = random.Random(seed)
        _agree(explore(full_game(chance)), random_formula(chance, 4))
    checker = Checker(graph)
    checker.valid("R(x) & R(y) & R(z) -> <> R(x) | <> R(y) | <> R(z) | <> (R(x) & R(y) & R(z))")
    assert len(checker._memory) < 12


@pytest.mark.parametrize(
    "claim",
    [
        "find: <up h1t1> true & <up h2t1> true",
        "find: count(h: heap. <up h1t1> true) > 0 & <up h2t1> true",
        "find: Heap(h1, count(h: heap. <up h1t1> true & <up h2t1> true & h = h1)) & Heap(h1, 1)",
        "def Back := <up h1t1> true & <up h2t1> true find: Back",
    ],
)
def test_a_formula_that_looks_back_is_tried_on_the_tree_wherever_it_does(claim):
    report = run(f"game nim 2 2 {claim}")
    assert report.tree
    assert not report.holds  # in a tree each state came about by one move


def test_looking_back_is_refused_where_a_move_does_not_say_where_it_came_from():
    for seed in range(50):
        graph = explore(random_game(seed))
        [said] = [c for c in conditions(graph) if c.name == "5.3.1"]
        assert (said.holds, said.witness) == (graph.invertible, graph.clash)
        if not graph.invertible:
            for text in ("<up m> p", "[up] p"):
                with pytest.raises(GokanError, match=f"but {graph.clash}; unfold"):
                    Checker(graph).valid(text)
            return
    raise AssertionError("no such game among the first fifty")
