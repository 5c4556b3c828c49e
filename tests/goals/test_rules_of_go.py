"""The rules of chapter 6, as they stand in the data file, are kept by the real board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gokan.errors import InvalidRules
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules
from gokan.go.rules import RULE_SETS
from gokan.goals.tiny import TinyGo, positions
from gokan.goals.transitions import (
    Transition,
    Transitions,
    all_moves,
    random_moves,
    rules_of_go,
    transition,
    try_rules,
)
from gokan.logic import Checker, explore, run
from gokan.logic.bits import flags
from gokan.logic.language.formula import Formula

SETS = ["klinger", "klinger-suicide"]
BOARDS = [(1, 1), (1, 2), (1, 3), (2, 2)]


def _none(breaches) -> None:
    first = next(iter(breaches), None)
    assert first is None, first and first.explain()


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("size", BOARDS)
def test_every_move_on_the_smallest_boards(size, rules):
    sample = list(all_moves(size[0], size[1], rules))
    _none(try_rules(sample, native=False))
    _none(try_rules(sample, native=True))


@pytest.mark.parametrize("rules", SETS)
def test_moves_of_random_games(rules):
    _none(try_rules(list(random_moves(3, 3, 600, seed=1, rules=rules)), native=False))
    _none(try_rules(list(random_moves(4, 4, 1000, seed=2, rules=rules))))


@pytest.mark.slow
@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("size", [(1, 4), (2, 3), (3, 3)])
def test_every_move_up_to_three_by_three(size, rules):
    for part in _parts(all_moves(size[0], size[1], rules), 15_000):
        _none(try_rules(part, native=False))


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("size", [*BOARDS, (1, 4), pytest.param((3, 3), marks=pytest.mark.slow)])
def test_every_position_after_two_passes(size, rules):
    """How each of them ends, and who has won."""
    for color in (BLACK, WHITE):
        starts = positions(size[0], size[1], color, rules)
        passed = [(p.play(PASS), p.play(PASS).play(PASS)) for p in starts]
        for native in (True, False):
            _none(try_rules([transition(*pair, PASS) for pair in passed], native=native))


@pytest.mark.slow
def test_a_million_moves_up_to_five_by_five():
    for seed, size in enumerate([(4, 4), (5, 4), (5, 5), (5, 5)]):
        for rules in SETS:
            sample = random_moves(size[0], size[1], 125_000, seed=seed, rules=rules)
            for part in _parts(sample, 25_000):
                _none(try_rules(part))


@pytest.mark.slow
def test_ten_thousand_moves_on_the_full_board():
    _none(try_rules(list(random_moves(19, 19, 10_000, seed=7))))


def _parts(moves: Iterator[Transition], size: int) -> Iterator[list[Transition]]:
    part: list[Transition] = []
    for move in moves:
        part.append(move)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


def test_a_wrong_board_is_noticed_and_named():
    """Each kind of mistake breaks the rule that is about it."""
    capture = Position.from_diagram("X O .\n. X .", to_play=BLACK, rules="klinger")
    right = transition(None, capture, capture.point("C2"))
    assert not list(try_rules([right], native=False))
    stone_left = Position.from_diagram("X O .\n. X .", to_play=WHITE, rules="klinger")
    wrong = replace(right, after=stone_left)
    named = {breach.rule[:6] for breach in try_rules([wrong], native=False)}
    assert named == {"6.3.12", "6.3.16", "6.3.6 "}  # the diagram has no last move
    same_turn = replace(right, after=right.now)
    assert "6.3.2 " in {b.rule[:6] for b in try_rules([same_turn], native=False)}
    breach = next(b for b in try_rules([wrong], native=False) if b.rule.startswith("6.3.12"))
    assert ("q", "B2") in breach.values
    assert "6.3.12" in breach.explain()


class _Round(Position):
    """A board on which A1 and C3 are neighbours."""

    def neighbors(self, point):
        found = super().neighbors(point)
        far = {self.point("A1"): self.point("C3"), self.point("C3"): self.point("A1")}
        index = self.point(point) if isinstance(point, str) else point
        return (*found, far[index]) if index in far else found


def _mistakes() -> Iterator[tuple[str, Transition]]:
    """Something that a board might do wrong, for each rule that is about what a board does."""
    empty = Position.empty(3, rules="klinger")
    played = empty.play("B2")
    right = transition(empty, played, played.point("A1"))
    assert not list(try_rules([right], native=False))
    yield "6.3.1 ", transition(None, empty.with_to_play(WHITE), 0, start=True)
    yield "6.3.2 ", replace(right, after=right.after.with_to_play(WHITE))
    yield "6.3.3 ", replace(right, now=_Round(played.core, played.rules))
    yield "6.3.4 ", transition(None, played, 0, start=True)
    yield "6.3.5 ", transition(None, empty.play(PASS).with_to_play(BLACK), 0, start=True)
    yield "6.3.6 ", replace(right, after=played.play("C3"))
    yield "6.3.12", replace(right, after=played.play("C3"))
    yield "6.3.16", replace(right, after=played.play("C3"))
    ko = Position.from_diagram(". X O .\nX O . O\n. X O .", rules="klinger")
    taken = ko.play("C2")
    yield "6.3.19", transition(taken, taken, taken.point("B2"))
    over = played.play(PASS).play(PASS)
    yield "6.3.20", transition(played, over, 0)
    wrong = over.with_rules(over.rules.with_(komi=1))  # Black has one stone
    yield "6.3.21", transition(played.play(PASS), wrong, 0)
    yield "6.3.22", transition(played.play(PASS), wrong, 0)


MISTAKES = dict(_mistakes())


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("rule", [c.title[:6] for c in rules_of_go().checks])
def test_each_rule_notices_a_board_that_breaks_it(rule, native):
    if rule in ("6.3.7 ", "6.3.8 "):  # the size of a board and the order of numbers are given
        assert rule not in MISTAKES
        return
    assert rule in {breach.rule[:6] for breach in try_rules([MISTAKES[rule]], native=native)}


def test_the_ko_rule_and_suicide_are_told_apart():
    ko = Position.from_diagram(". X O .\nX O . O\n. X O .", rules="klinger")
    taken = ko.play("C2")
    back = transition(ko, taken, taken.point("B2"))
    assert not taken.is_legal("B2")
    assert not list(try_rules([back], native=False))
    fill = Position.from_diagram("X . O .\nO O O .", to_play=BLACK, rules="klinger")
    for rules in SETS:
        position = Position.from_board(fill.board, 4, to_play=BLACK, rules=Rules.named(rules))
        assert not list(try_rules([transition(None, position, position.point("B2"))]))


def test_without_their_corrections_the_rules_fail():
    """The printed 6.3.18 holds always, so that every move would repeat the position."""
    from gokan.logic.language.text import parse

    sample = list(random_moves(3, 3, 300, seed=4))
    model = Transitions(sample, native=False)
    checker = Checker(model, rules_of_go().definitions)
    printed = parse("forall q: point. exists c. <m> Occ(q, c) <-> <up LastMove> Occ(q, c)")
    for move, where in model.played.items():
        assert where & ~checker.evaluate(checker.resolve(printed).formula, {"m": move}) == 0


# --- Table 2.1 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (1, 4)])
def test_table_2_1_says_what_the_board_says(size):
    boards = positions(size[0], size[1], BLACK, "klinger")
    _table(boards)


@pytest.mark.slow
def test_table_2_1_on_every_position_of_three_by_three():
    _table(positions(3, 3, BLACK, "klinger"))


def test_table_2_1_in_random_positions():
    _table([t.now for t in random_moves(4, 3, 40, seed=5)])


def _table(boards: list[Position]) -> None:
    sample = [transition(None, board, PASS) for board in boards]
    model = Transitions(sample, native=False)
    checker = Checker(model, rules_of_go().definitions)
    names = model.names

    texts: dict[str, Formula] = {}

    def same(formula: str, expected, **values) -> None:
        if formula not in texts:
            texts[formula] = checker.resolve(formula).formula
        true = checker.evaluate(texts[formula], values)
        found = flags(true >> model.size & (1 << model.size) - 1, model.size)
        assert [bool(f) for f in found] == [bool(expected(b)) for b in boards], (formula, values)

    sides = ((BLACK, "Black"), (WHITE, "White"))
    for color, player in sides:
        same("ToPlay(i)", lambda b, c=color: b.to_play == c, i=player)
    for k, p in enumerate(names):
        for color, player in sides:
            same("Occ(p, i)", lambda b, k=k, c=color: b.board[k] == c, p=p, i=player)
            same("Atari(p, i)", lambda b, k=k, c=color: _libs(b, k, c) == 1, p=p, i=player)
            same("Suicide(p, i)", lambda b, k=k, c=color: _suicide(b, k, c), p=p, i=player)
            same("Point(p, i)", lambda b, k=k, c=color: b.score().owner[k] == c, p=p, i=player)
            same(
                "exists q, r. TwoEyes(p, q, r, i)",
                lambda b, k=k, c=color: len(_eyes(b, k, c)) > 1, p=p, i=player,
            )  # fmt: skip
        for m, q in enumerate(names):
            values = {"p": p, "q": q}
            same("Adj(p, q)", lambda b, k=k, m=m: m in b.neighbors(k), **values)
            same(
                "Friends(p, q)",
                lambda b, k=k, m=m: b.board[k] and b.board[k] == b.board[m], **values,
            )  # fmt: skip
            same(
                "Enemies(p, q)",
                lambda b, k=k, m=m: b.board[k] + b.board[m] == 3 and b.board[k], **values,
            )  # fmt: skip
            same("Near(p, q)", lambda b, k=k, m=m: _near(b, k, m), **values)
            for color, player in sides:
                values["i"] = player
                same(
                    "SameBlock(p, q, i)",
                    lambda b, k=k, m=m, c=color: m in _block(b, k, c), **values,
                )  # fmt: skip
                same(
                    "BlockAdj(p, q, i)",
                    lambda b, k=k, m=m, c=color: any(m in b.neighbors(s) for s in _block(b, k, c)),
                    **values,
                )
                same(
                    "Liberty(p, q, i)",
                    lambda b, k=k, m=m, c=color: b.board[k] == c and m in b.block(k).liberties,
                    **values,
                )
                same("Eye(p, q, i)", lambda b, k=k, m=m, c=color: m in _eyes(b, k, c), **values)


def _block(board: Position, point: int, color: int) -> tuple[int, ...]:
    return board.block(point).stones if board.board[point] == color else ()


def _eyes(board: Position, point: int, color: Color) -> list[int]:
    """Liberties where the opponent's stone would be suicide."""
    if board.board[point] != color:
        return []
    return [q for q in board.block(point).liberties if _suicide(board, q, color.opponent)]


def _libs(board: Position, point: int, color: int) -> int:
    return len(board.block(point).liberties) if board.board[point] == color else 0


def _suicide(board: Position, point: int, color) -> bool:
    why = board.why_illegal(point, color)
    return why is not None and "suicide" in why


def _near(board: Position, one: int, other: int) -> bool:
    """Breadth first: at most three steps, never over an enemy of the first stone."""
    if not board.board[one] or not board.board[other]:
        return False
    reached, edge = {one}, {one}
    for _ in range(3):
        edge = {n for p in edge for n in board.neighbors(p)} - reached
        if other in edge:
            return True
        reached |= edge
        edge = {p for p in edge if board.board[p] in (0, board.board[one])}
    return other == one


# --- the whole game -------------------------------------------------------------------------------


def test_the_example_about_go_holds(repo: Path):
    text = (repo / "examples" / "logic" / "go.txt").read_text("utf-8")
    report = run(text, games={"go": TinyGo})
    assert report.holds, report.explain()


def test_tiny_games_have_their_values():
    """On 2×2 both sides can hold a draw or better only for one of them; the graph has cycles."""
    for size in ((1, 1), (1, 2), (1, 3)):
        checker = Checker(explore(TinyGo(*size)))
        assert checker.valid("Win(i) -> ~Win(-i)")
        assert checker.valid("Win(i) -> termLegal")
    graph = explore(TinyGo(2, 2))
    assert not Checker(graph).true_at_start("mu X. [] X")  # it can go round


def test_tiny_go_refuses_rules_for_which_all_of_the_past_counts():
    """A state has stones, turn, passes and bans; it remembers neither positions nor prisoners."""
    for name, rules in RULE_SETS.items():
        if rules.ko in ("positional", "situational") or rules.scoring == "territory":
            with pytest.raises(
                InvalidRules, match=f"Under the rules {name} all of the past counts"
            ):
                TinyGo(1, 3, name)
        else:
            assert explore(TinyGo(1, 3, name)).size > 20
