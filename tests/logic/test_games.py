"""The example games have the values that are known of them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gokan.cli import run as gokan
from gokan.errors import GokanError
from gokan.logic import Checker, conditions, explore, find_strategy, run, unfold
from gokan.logic.checking.graph import InvalidGame
from gokan.logic.games import make
from gokan.logic.games.hexapawn import Hexapawn
from gokan.logic.games.nim import Nim
from gokan.logic.games.othello import Othello
from gokan.logic.games.rook import RookEnding
from gokan.logic.games.tictactoe import TicTacToe


@pytest.mark.parametrize("heaps", [(1, 2, 3), (2, 3), (1, 3, 3), (4,)])
def test_nim_is_bouton_s(heaps):
    checker = Checker(explore(Nim(heaps)))
    assert checker.valid("ToPlay(i) -> (est[i] Win(i) <-> ~Balanced)")
    assert checker.valid("est[i] Win(i) | est[-i] Win(-i)")
    assert checker.valid("Balanced <-> [] ~Balanced & (term | true) & Balanced")


def test_tic_tac_toe_is_a_draw_with_5478_positions():
    graph = explore(TicTacToe())
    checker = Checker(graph)
    assert graph.size == 5478
    assert not checker.true_at_start("est[X] Win(X) | est[O] Win(O)")
    assert checker.true_at_start("irr[X] ~Win(O) & irr[O] ~Win(X)")
    lost = graph.index("X........")
    assert find_strategy(checker, "irr[O] ~Win(X)", lost).move(lost) == "b2"  # only the centre
    assert [c.name for c in conditions(graph) if not c.holds] == ["5.3.5", "5.3.6"]


def test_hexapawn_is_lost_for_who_begins():
    assert Checker(explore(Hexapawn())).true_at_start("est[Black] Win(Black)")


def test_a_rook_mates_and_mate_is_an_achieved_check():
    graph = explore(RookEnding())
    checker = Checker(graph)
    mate = "start -> (ach[White] Check <-> est[White] Win(White))"
    assert checker.valid(mate)
    assert checker.valid("start & ToPlay(White) -> est[White] Win(White)")
    # In check somewhere, with no move at all: the possible ones are illegal.
    assert checker.states("Win(White) & ~term & termLegal").bit_count() > 0
    fast = graph.attract("White", checker.states("Win(White)")).rank
    assert max(fast) == _longest_mate(graph)


def _longest_mate(graph) -> int:
    """By repetition from the front: how many moves the longest mate takes."""
    best = [0 if graph.game.wins(s) else None for s in graph.states_list]
    for round_ in range(1, 60):
        now = list(best)
        for s in range(graph.size):
            if best[s] is None and graph.legal[s]:
                into = [best[graph.moves[s][m]] for m in graph.legal[s]]
                done = any if graph.turn[s] == "White" else all
                if done(x is not None for x in into):
                    now[s] = round_
        if now == best:
            return round_ - 1
        best = now
    raise AssertionError


def test_othello_on_three_by_three_can_be_asked_about_single_discs():
    checker = Checker(explore(Othello(3)))
    assert checker.valid("est[i] Win(i) -> ach[i] Win(i)")
    assert checker.valid("ach[White] Disc(c, White) -> ~ach[Black] Disc(c, Black)")
    assert checker.states("ach[White] Disc(c, White)", c="a3").bit_count() > 0


def test_othello_on_two_by_two_is_over_and_on_three_by_three_won_by_who_plays_second():
    assert Checker(explore(Othello(2))).true_at_start("termLegal & ~Win(Black) & ~Win(White)")
    assert Checker(explore(Othello(3))).true_at_start("est[White] Win(White)")


@pytest.mark.slow
def test_othello_on_four_by_four_is_won_by_who_plays_second():
    assert Checker(explore(Othello())).true_at_start("est[White] Win(White)")


def test_the_files_of_the_page_about_logic_hold(repo):
    page = (repo / "docs" / "ideas" / "logic.md").read_text("utf-8")
    files = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(files) == 2
    for text in files:
        assert run(text).holds


def test_games_that_break_the_conditions_are_refused():
    with pytest.raises(GokanError, match="more than 3 states"):
        run("game nim 5 5\ncheck: true", states=3)
    with pytest.raises(GokanError, match="no game 'chess'"):
        make("chess")
    with pytest.raises(GokanError, match="between 3 and 5"):
        make("rook-ending", (9,))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("tic-tac-toe 4", "the game tic-tac-toe takes no numbers; it was given 4."),
        ("tic-tac-toe X O", "the game tic-tac-toe takes no numbers; it was given X O."),
        ("rook-ending 4 4", "rook-ending takes a whole number (side); it was given 4 4."),
        ("rook-ending 4 xy", "rook-ending takes a whole number (side); it was given 4 xy."),
        ("rook-ending 9", "rook-ending: the side of the board must lie between 3 and 5, not at 9."),
        ("othello 3 x", "othello takes a whole number (side); it was given 3 x."),
        ("othello x", "othello takes a whole number (side); it was given x."),
        ("hexapawn 3 3 7", "takes up to 2 whole numbers (width, height); it was given 3 3 7."),
        ("hexapawn 3 3 ab", "takes up to 2 whole numbers (width, height); it was given 3 3 ab."),
        ("hexapawn 3 2", "hexapawn: the height of the board must lie between 3 and 4, not at 2."),
        ("nim 1 2 3 4 5 6 7", "takes up to 6 whole numbers (heaps); it was given 1 2 3 4 5 6 7."),
        ("nim 1 x", "nim takes up to 6 whole numbers (heaps); it was given 1 x."),
        ("go 2 2 klinger", "go takes up to 2 whole numbers (width, height); it was given 2 2 k"),
        ("go 9 9", "the game go: the number of points must lie between 1 and 9, not at 81."),
        ("chess", "there is no game 'chess'; known are nim,"),
    ],
)
def test_what_a_game_takes_is_said_with_the_place(game, said, tmp_path, capsys):
    file = tmp_path / "checks.txt"
    file.write_text(f"# a comment\n  game {game}\ncheck: true", "utf-8")
    assert gokan(["logic", "check", str(file)]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("gokan: line 2, column 3: ")
    assert said in shown


class _Broken(Nim):
    """A game that lets players make moves that do not exist."""

    def legal(self, state):
        return ["fly"]


class _Nobody(Nim):
    def to_play(self, state):
        return "Nobody"


class _Twice(Nim):
    def possible(self, state):
        return [*super().possible(state)] * 2


class _Nowhere(Nim):
    def starts(self):
        return []


class _Alone(Nim):
    players = ("First", "First")


class _Redefined(Nim):
    @property
    def vocabulary(self):
        return replace(super().vocabulary, predicates={"Win": ((), lambda state: True)})


def test_two_players_and_words_of_its_own_are_asked_for():
    for make_graph in (explore, unfold):
        with pytest.raises(InvalidGame, match="A game has two players, not First, First"):
            make_graph(_Alone((1,)))
        with pytest.raises(InvalidGame, match="Win has its own meaning in every game"):
            make_graph(_Redefined((1,)))


def test_conditions_are_checked_on_load():
    with pytest.raises(GokanError, match="fly is legal but not possible in 1, First to play"):
        explore(_Broken((1,)))
    with pytest.raises(GokanError, match="Neither player is to move"):
        explore(_Nobody((1,)))
    with pytest.raises(GokanError, match="two moves h1t1 in 1, First to play"):
        explore(_Twice((1,)))
    with pytest.raises(GokanError, match="does not say where it starts"):
        explore(_Nowhere((1,)))


@pytest.mark.parametrize("depth", [None, 0, 1])
def test_conditions_are_checked_in_trees_and_above_a_cut(depth):
    for game in (_Broken, _Nobody, _Twice, _Nowhere):
        with pytest.raises(InvalidGame):
            unfold(game((1,)), depth=depth)
