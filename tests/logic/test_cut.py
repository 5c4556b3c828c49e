"""A tree that was cut: what is called proved there is what the whole tree says."""

from __future__ import annotations

import random

import pytest

from gokan.cli import run as gokan
from gokan.errors import GokanError
from gokan.logic import Checker, Graph, Vocabulary, find_strategy, run, unfold
from gokan.logic.games.nim import Nim
from gokan.logic.written import WrittenGame
from tests.logic.random_games import random_formula, random_game
from tests.logic.test_evaluate import _stands_up

MOVES = ("m", "n", "o")


class _Game(WrittenGame):
    """A written game in which functions name moves, some of which are not seen above a cut."""

    @property
    def vocabulary(self) -> Vocabulary[str]:
        said = super().vocabulary
        return Vocabulary(
            sorts={**said.sorts, "point": ("n", "o", "p")},
            predicates={
                **said.predicates,
                "Good": (("move",), lambda s, m: (ord(s[1]) + ord(m)) % 2 == 0),
                "Near": (("point",), lambda s, p: (ord(s[1]) + ord(p)) % 3 == 0),
            },
            functions={
                "Best": ((), "move", lambda s: self.names[ord(s[1]) % len(self.names)]),
                "Next": (("move",), "move", self._next),
            },
        )

    @property
    def names(self) -> list[str]:
        return sorted({move for row in self.edges.values() for move in row})

    def _next(self, state: str, move: str) -> str:
        return self.names[(self.names.index(move) + 1) % len(self.names)]


# What a formula may say about moves it has not seen; {a} and {b} are any formulas.
ABOUT_MOVES = [
    "exists k: move. Legal(k, A) & <k> {a}",
    "forall k: move. [k] {a}",
    "forall k: move. <k> {a} -> Good(k)",
    "exists k, l: move. k != l & <k> {a} & <l> {b}",
    "forall k, l: move. k = l | ~Good(k) | ~Good(l)",
    "count(k: move. ~Legal(k, B)) > 1",
    "count(k: move. <k> {a}) <= count(k: move. Good(k))",
    "count(k: move. Legal(k, A)) = count(k: move. [k] {a})",
    "<Best> {a}",
    "[Next(Best)] {a}",
    "exists k: move. Next(k) = Best & <k> {a}",
    "exists k: move. opp(k) = Best",
    "exists p: point. exists k: move. p = k & [k] {a}",
    "forall p: point. <p> {a} -> Near(p)",
    "exists p: point. mu X(p). Near(p) & {a} | <> X(p)",
    "forall k: move. mu X(k). <k> {a} | (exists l: move. l != k & <> X(l))",
    "exists k: move. nu X(k: move). Good(k) & (term | <k> X(Next(k)) | [] X(k))",
    "causes[A] (exists k: move. ~Good(k)) <-> {a}",
    "<free> {a} & ~<free> <> {b}",
    "est[A] (exists k: move. <up k> {a})",
    "irr[B] ~(forall k: move. Good(k) -> ~<up k> {a})",
]


def _formula(chance: random.Random) -> str:
    a, b = (f"({random_formula(chance, chance.randint(0, 2), up=True)})" for _ in "ab")
    if chance.random() < 0.4:
        return random_formula(chance, chance.randint(1, 4), up=True)
    text = chance.choice(ABOUT_MOVES)
    if "free" in text:
        text = text.replace("free", chance.choice([*MOVES, "k"]))
    text = f"({text.format(a=a, b=b)})"
    wrap = ["{}", "~{}", "est[A] {}", "irr[B] {}", "<> {}", "ach[A] {}", "{} <-> p", "mu Y. {}|[]Y"]
    return chance.choice(wrap).format(text)


def _pairs(seed: int) -> tuple[Graph, Graph, random.Random]:
    """A whole tree, and the same tree cut."""
    chance = random.Random(seed)
    game = _Game()
    vars(game).update(vars(random_game(chance.randrange(10**6), tree=True)))
    game.first = game.first[:1]
    return unfold(game, states=500), unfold(game, depth=chance.randint(0, 3)), chance


@pytest.mark.parametrize("part", range(4))
def test_what_is_sure_above_a_cut_is_so_in_the_whole_tree(part):
    """States are numbered level by level, so that those above the cut have the same numbers."""
    compared = known = 0
    seed = 10_000 * part
    while compared < 150:
        seed += 1
        whole, cut, chance = _pairs(seed)
        if not cut.cut or set(whole.names) != set(MOVES):
            continue
        for _ in range(3):
            text = _formula(chance)
            truth, free = (Checker(graph) for graph in (whole, cut))
            true = truth.states(text)
            surely, maybe = free.bounds(free.resolve(text))
            assert not surely & ~maybe
            assert not surely & ~true, (seed, text)
            assert not true & cut.everything & ~maybe, (seed, text)
            compared += 1
            known += surely == maybe
    assert known > 20


def test_a_check_is_called_proved_only_if_the_whole_tree_says_the_same():
    proved = open_ = 0
    for seed in range(150):
        whole, cut, chance = _pairs(seed)
        if not cut.cut or set(whole.names) != set(MOVES):
            continue
        verbs = ("check", "check everywhere", "refute start", "refute", "find", "find start")
        claims = [f"{verb}: {_formula(chance)}" for verb in verbs]
        text = "\n".join(["game it", "check everywhere: true | <up> true", *claims])
        said, true = (
            run(text, depth=depth, games={"it": lambda game=whole.game: game})
            for depth in (cut.depth, None)
        )
        assert said.depth == cut.depth
        for one, other in zip(said.findings, true.findings, strict=True):
            assert one.holds in (None, other.holds), (seed, one.check)
            assert ("proved" in one.text) == (one.holds is not None)
            assert ("cut at depth" in one.text) == (one.holds is None)
            proved += one.holds is not None
            open_ += one.holds is None
    assert min(proved, open_) > 100


def test_a_strategy_above_a_cut_stands_up_to_every_reply():
    shown = {True: 0, False: 0}
    for seed in range(300):
        _, graph, _ = _pairs(seed)
        checker = Checker(graph)
        for operator in ("est", "irr", "ach"):
            formula = checker.resolve(f"{operator}[A] p").formula
            surely, maybe = checker.both(formula, {})
            if (surely ^ maybe) & 1:
                with pytest.raises(GokanError, match="cut"):
                    find_strategy(checker, formula, 0)
                continue
            plan = find_strategy(checker, formula, 0)
            assert plan.holds == bool(surely & 1)
            shown[plan.holds] += bool(graph.cut)
            _stands_up(graph, checker.states("p"), plan)
    assert min(shown.values()) > 30


NIM = "game nim 4 5\n"


def test_exit_status_3_says_that_nothing_is_known_to_be_wrong(tmp_path, capsys):
    file = tmp_path / "claims.txt"
    open_, wrong = "check: est[First] Win(First)\n", "check: term\n"
    for claims, depth, status in [
        (open_, "2", 3),
        (open_, "20", 0),
        (open_ + wrong, "2", 1),
    ]:
        file.write_text(NIM + "check: forall m. ~<up m> true\n" + claims, "utf-8")
        assert gokan(["logic", "check", str(file), "--depth", depth]) == status
    assert "not known" in capsys.readouterr().out


@pytest.mark.parametrize(
    "claim",
    [
        "check start: est[First] Win(First) & (forall m. ~<up m> true)",
        "check start: irr[Second] ~Win(First) & (forall m. ~<up m> true)",
        "find: Win(First) & exists m. <up m> true",
        "refute: est[First] Win(First) | ~(forall m. ~<up m> true)",
        "check everywhere: exists m. <up m> true | true",
    ],
)
def test_what_lies_below_the_cut_is_not_known(claim):
    report = run(NIM + claim, depth=2)
    assert [f.holds for f in report.findings] == [None]
    assert report.holds is None
    assert "nim 4 5: 66 positions of its tree, cut at depth 2" in report.explain()
    assert "not known (the tree was cut at depth 2; true in" in report.explain()
    assert "proved" not in report.explain()
    said = report.to_dict()
    assert said["cut_at_depth"] == 2
    assert said["holds"] is None
    assert said["findings"][0]["holds"] is None


def test_what_the_cut_does_not_touch_is_proved():
    report = run(
        NIM
        + "check: est[First] (ToPlay(Second) & Balanced & exists m. <up m> true)\n"
        + "refute start: irr[First] ~(Balanced & exists m. <up m> true)\n"
        + "find: Balanced & exists m. <up m> true\n",
        depth=2,
    )
    assert [f.holds for f in report.findings] == [True, True, True]
    assert run(NIM + "check: forall m. ~<up m> true", depth=100).depth is None


def test_a_checker_says_when_it_does_not_know():
    whole, cut = Checker(unfold(Nim((2, 1)))), Checker(unfold(Nim((2, 1)), depth=1))
    claim = "est[First] Win(First)"
    assert (whole.true_at_start(claim), cut.true_at_start(claim)) == (True, None)
    assert (whole.true_at_start(f"~{claim}"), cut.true_at_start(f"~{claim}")) == (False, None)
    assert (whole.valid("true"), cut.valid("true")) == (True, None)
    assert (whole.valid("~Balanced"), cut.valid("~Balanced")) == (False, False)
