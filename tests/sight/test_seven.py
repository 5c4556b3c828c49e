"""The book that reads only the arrays of the paper: its size, its references, how it plays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gokan import _core, sight
from gokan.go import BLACK, PASS, WHITE, Game, Position, fixed_handicap
from gokan.play.clock import Clock
from gokan.play.players import make_player
from gokan.play.table import Table
from gokan.sight.judge import ranked

HIS = {
    "stone",  # colour of stones
    "liberties",
    "stones",
    "segment",  # colour of segments
    "grouping",
    "army",  # the ones of `grouping`
    "space",  # its hundreds
    "influence",
    "adjacent-own",
    "adjacent-enemy",
    "diagonal-own",
    "diagonal-enemy",
}
SEVEN = sight.book("seven")
ROOT = Path(__file__).parents[2]


def test_as_many_templates_as_the_paper_has() -> None:
    assert sum(t.weight is not None for t in SEVEN.templates) == 65
    assert sum(t.weight is None for t in SEVEN.templates) == 20
    assert SEVEN.check() == []


@pytest.mark.parametrize("template", SEVEN.templates, ids=lambda t: t.name)
def test_it_reads_nothing_but_his_arrays(template: sight.Template) -> None:
    for _, _, conditions in template.cells:
        assert conditions is not None  # off the board: his arrays end at the edge
        for feature, low, high in conditions:
            assert _core.SIGHT_FEATURES[feature] in HIS
            if _core.SIGHT_FEATURES[feature] == "space":  # small, medium, large: nothing finer
                assert {low, high} <= {0, 9, 10, 25, 26, 30_000}


def test_the_extended_book_reads_others() -> None:
    """So the test above can fail."""
    read = {
        _core.SIGHT_FEATURES[feature]
        for t in sight.load().templates
        for _, _, conditions in t.cells
        for feature, _, _ in conditions or ()
    }
    assert read - HIS


def test_the_printed_templates_are_in_it_as_printed() -> None:
    printed = {t.name: t for t in sight.load(sight.PRINTED).templates}
    ours = {t.name: t for t in SEVEN.templates}
    for name, template in printed.items():
        assert ours[name].cells == template.cells
        assert (ours[name].weight, ours[name].once) == (template.weight, template.once)


def test_the_moves_of_the_papers_program() -> None:
    game = Game.load(ROOT / "examples" / "zobrist-cowan.sgf")
    first = ten = templates = 0
    for number, (color, move) in enumerate(game.moves()):
        if color != WHITE:
            continue
        position = game.position(number)
        account = sight.reasons(position, library=SEVEN)
        assert account.choice != PASS
        order = [m.move for m in account.moves]
        first += order[0] == move
        ten += move in order[:10]
        templates += not account.moves[0].needed
    assert first >= 12
    assert ten >= 45
    assert 0.7 <= templates / 116 <= 0.9


def test_a_game_against_itself() -> None:
    """Templates decide most moves, and nobody passes before the board is nearly full."""
    position = Position.empty(19)
    moves = templates = 0
    while not position.is_over and position.move_number < 300:
        account = sight.reasons(position, library=SEVEN, limit=1)
        if account.choice == PASS:
            assert position.move_number > 200, position.diagram()
            break
        moves += 1
        templates += not account.moves[0].needed
        position = position.play(account.choice)
    assert 0.7 <= templates / moves <= 0.9


@pytest.mark.parametrize("stones", [0, *range(2, 10)])
def test_no_pass_while_the_board_is_open(stones: int) -> None:
    position = Position.empty(19)
    if stones:
        black = fixed_handicap(stones, 19, 19)
        position = position.setup(black=black, to_play=WHITE)
    while 4 * position.board.count(0) > 3 * 361:
        best = ranked(position, sight.judge(position, library=SEVEN).weights)[0]
        assert best[1] >= 100, position.diagram()
        position = position.play(best[0])


def test_the_player_and_its_account() -> None:
    player = make_player("zobrist:arrays=seven,seed=1")
    position = Position.from_diagram("""
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X X . . .
        . . O O . . .
        . . . . . . .
        . . . . . . .""")
    choice = player.choose(position, clock=Clock())
    assert position.vertex(choice.move) == "E4"
    told = player.why(position, choice.move)
    assert "Looking ahead: it saves the 2 stones" in told
    assert "The lookahead read" in told
    assert "Our own 2 stones at C4 depend on who moves first: E4." in told
    templates = make_player("zobrist-templates:arrays=seven")
    assert "lookahead" not in templates.why(position, position.point("A1"))
    with pytest.raises(Exception, match="not 'six'"):
        make_player("zobrist:arrays=six")
    with pytest.raises(Exception, match="arrays"):
        make_player("zobrist-last:arrays=seven")


def test_people_can_play_it() -> None:
    table = Table(size=9, color=BLACK, player=make_player("zobrist:arrays=seven", seed=1))
    assert table.open().startswith("You play black, Zobrist's program plays white.")
    assert "Zobrist's program has not moved yet" in table.say("why").text
    assert "Zobrist's program plays" in table.say("E5").text
    why = table.say("why").text
    assert "votes" in why
    assert "lookahead" in why
    assert "Zobrist's program would play" in table.say("hint").text
    assert table.pointed is not None
    assert "Counting the board as it stands" in table.say("score").text
    table.say("pass")
    assert table.record.white == "Zobrist's program"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--player zobrist --level 3", "Levels are Gokan's own"),
        ("--arrays seven", "--arrays is for --player zobrist"),
        ("--player zobrist --arrays six", "seven (the paper's) or all, not 'six'"),
        ("--player zobrst", "did you mean zobrist"),
    ],
)
def test_options_that_do_not_go_together(options: str, said: str) -> None:
    command = [sys.executable, "-m", "gokan", "play", *options.split()]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert said in done.stderr
