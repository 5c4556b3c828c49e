"""What an engine promises beyond single answers."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gokan.effort import QUICK
from gokan.errors import InvalidInput
from gokan.go import PASS, Color, Position
from gokan.gtp.commands.budget import reading_budget
from gokan.gtp.engine import Engine
from gokan.gtp.registry import Provider, Registry, command
from gokan.play.clock import Clock
from gokan.play.player import RESIGN, Choice, Player, Stop, never
from gokan.play.tree.answer import Search, SearchCandidate
from gokan.play.tree.searching import Ban


class Stub(Player):
    """Plays what it is told, and can analyze."""

    name = "stub"

    def __init__(self, *moves: int) -> None:
        self.moves = list(moves)
        self.budgets: list[float | None] = []

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        self.budgets.append(clock.budget(position.to_play))
        return Choice(self.moves.pop(0), "told to")

    def analyze(
        self, position: Position, *, stop: Stop, bans: Sequence[Ban] = ()
    ) -> Iterator[Search]:
        visits = 0
        while True:
            visits += 10
            best = SearchCandidate(12, visits, 0.75, 2.5, 0.5, (12, 13), lcb=0.75)
            yield Search(position, (best,), 0.75, 2.5, (0.5,) * 25, visits, 0.0)
            if stop():
                return


def test_a_defect_in_a_command_does_not_end_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    @command("test-broken", help="raises")
    def broken(engine: Engine, args: object) -> str:
        raise ZeroDivisionError("oops")

    engine = Engine(seed=1)
    engine.registry = Registry((Provider(__name__, ("test-broken",)), *engine.registry.providers))
    assert engine.respond("5 test-broken").startswith("?5 internal error")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert engine.respond("name") == "= Gokan\n\n"


def test_reasons_go_to_the_log() -> None:
    said: list[str] = []
    engine = Engine(seed=1, log=said.append)
    assert engine.respond("play b Z9") == "? syntax error\n\n"
    assert engine.respond("boardsize 99") == "? unacceptable size\n\n"
    assert len(said) == 2
    assert "boards go from" in said[1]


def test_a_player_may_resign_and_the_board_stays() -> None:
    engine = Engine(Stub(RESIGN, PASS), size=5)
    assert engine.respond("genmove b") == "= resign\n\n"
    assert engine.respond("move_history") == "= \n\n"
    assert engine.respond("genmove b") == "= pass\n\n"


def test_the_clock_reaches_the_player() -> None:
    player = Stub(0, 1, 2)
    engine = Engine(player, size=5)
    engine.respond("genmove b")
    engine.respond("time_settings 60 0 0")
    engine.respond("genmove w")
    engine.respond("time_left b 10 5")
    engine.respond("genmove b")
    assert player.budgets[0] is None
    assert player.budgets[1] == pytest.approx(60 / 60 - 0.15)
    assert player.budgets[2] == pytest.approx(2 - 0.15)


def test_rules_can_change_in_the_middle_and_superko_remembers() -> None:
    """A ko retaken after an exchange elsewhere is fine; retaken at once it is not, in any rules."""
    engine = Engine(size=5, seed=1, log=lambda said: None)
    engine.respond("gogui-play_sequence b B3 w C3 b A2 w D2 b B1 w C1 b C2 w B2")
    assert engine.respond("is_legal b C2") == "= 0\n\n"
    engine.respond("kata-set-rules tromp-taylor")
    assert engine.respond("is_legal b C2") == "= 0\n\n"
    assert engine.respond("captures white") == "= 1\n\n"
    engine.respond("komi 3.5")
    assert engine.respond("undo") == "= \n\n"
    assert engine.respond("color C2") == "= black\n\n"


def test_analysis_is_offered_only_by_players_that_can() -> None:
    assert Engine(seed=1).respond("known_command kata-analyze") == "= false\n\n"
    assert Engine(seed=1).respond("kata-analyze") == "? unknown command\n\n"
    assert Engine(Stub()).respond("known_command kata-analyze") == "= true\n\n"


def test_analysis_formats() -> None:
    engine = Engine(Stub(), size=5)
    assert engine.respond("3 lz-analyze b 1") == (
        "=3\ninfo move C3 visits 10 winrate 7500 prior 5000 lcb 7500 order 0 pv C3 D3\n\n"
    )
    assert engine.respond("kata-analyze interval 1 maxmoves 3") == (
        "=\ninfo move C3 visits 10 utility 0.000000 winrate 0.750000 scoreMean 2.500 "
        "scoreStdev 0.000 scoreLead 2.500 scoreSelfplay 2.500 prior 0.500000 lcb 0.750000 "
        "utilityLcb 0.000000 order 0 pv C3 D3\n\n"
    )
    white = engine.respond("kata-analyze w 1 ownership true rootInfo true")
    assert "winrate 0.250000" in white
    assert "rootInfo visits 10" in white
    assert white.strip().endswith("ownership" + " -0.5000" * 25)
    assert engine.respond("kata-analyze avoid b C3").startswith("? syntax error")
    assert engine.respond("lz-analyze b 1 colour blue").startswith("? syntax error")
    engine.respond("time_settings 0 0 0")
    response = engine.respond("lz-genmove_analyze b 1")
    assert response.startswith("=\ninfo move C3")
    assert response.endswith("\nplay C3\n\n")
    assert engine.respond("list_stones black") == "= C3\n\n"


def test_before_a_move_has_been_looked_at_there_is_no_report() -> None:
    class Slow(Stub):
        def analyze(
            self, position: Position, *, stop: Stop, bans: Sequence[Ban] = ()
        ) -> Iterator[Search]:
            yield Search(position, (), 0.5, 0.0, (0.5,) * 25, 1, 0.0)
            yield from super().analyze(position, stop=stop, bans=bans)

    report = Engine(Slow(), size=5).respond("kata-analyze b 1 ownership true")
    assert report.startswith("=\ninfo move C3")


def test_the_playout_player_analyzes_and_stops_at_input() -> None:
    engine = Engine("playouts:games=50", size=5, seed=1)
    response = engine.respond("kata-analyze b 1")
    assert response.startswith("=\ninfo move ")
    assert response.endswith("\n\n")
    assert " visits " in response
    assert engine.respond("genmove b").startswith("= ")
    assert "random games" in engine.respond("sabaki-genmovelog")


def test_a_record_that_cannot_be_played_changes_nothing(tmp_path: Path) -> None:
    engine = Engine(size=5, seed=1, log=lambda said: None)
    engine.respond("play b A1")
    bad = tmp_path / "bad.sgf"
    bad.write_text("(;SZ[9];B[aa];W[aa])")  # the second stone has no place
    assert engine.respond(f"loadsgf {bad}") == "? cannot load file\n\n"
    assert engine.respond("query_boardsize") == "= 5\n\n"
    assert engine.respond("list_stones black") == "= A1\n\n"


def test_setup_in_mid_game_and_file_names_with_spaces(tmp_path: Path) -> None:
    engine = Engine(size=5, seed=1, log=lambda said: None)
    path = tmp_path / "a game.sgf"
    path.write_text("(;SZ[5];B[aa];W[bb];AB[cc]AE[bb]PL[W];W[dd];B[ee])")
    assert engine.respond(f"loadsgf {path}") == "= \n\n"
    assert engine.respond("list_stones black") == "= A5 C3 E1\n\n"
    assert engine.respond("gg-undo 2") == "= \n\n"
    assert engine.respond("undo") == "? cannot undo\n\n"
    assert engine.respond(f"loadsgf {path} 4") == "= \n\n"
    assert engine.respond("list_stones white") == "= D2\n\n"
    assert engine.respond(f"loadsgf {path} 3") == "= \n\n"
    assert engine.respond("list_stones white") == "= \n\n"
    copy = tmp_path / "copy.sgf"
    engine.respond("play w A1")
    assert engine.respond(f"printsgf {copy}") == "= \n\n"
    assert engine.respond(f"loadsgf {copy}") == "= \n\n"
    assert engine.respond("list_stones white") == "= A1\n\n"
    assert engine.respond(f"printsgf {tmp_path}/no/such/folder").startswith("? cannot write file")


def test_unknown_players_and_sizes_are_refused() -> None:
    with pytest.raises(InvalidInput, match="honinbo"):
        Engine("honinbo")
    with pytest.raises(InvalidInput, match="name=value"):
        Engine("random:seed")
    with pytest.raises(InvalidInput, match="colour"):
        Engine("random:colour=3")


@pytest.mark.parametrize(
    "line",
    [
        "boardsize 1_9",
        "boardsize \u0663",
        "komi 1_0",
        "komi inf",
        "komi \uff17",
        "kata-analyze \u00b2",
    ],
)
def test_numbers_are_those_of_the_protocol(line: str) -> None:
    engine = Engine(Stub(), size=19, log=lambda text: None)
    assert engine.respond(line) == "? syntax error\n\n"
    assert engine.respond("query_boardsize") == "= 19\n\n"


def test_parameters_are_told_as_they_were_set() -> None:
    engine = Engine("gokan:visits=20,values=playouts,priors=even", size=5, log=lambda text: None)
    for name, value in (("maxVisits", "1234567"), ("cpuctExploration", "0.12345678")):
        assert engine.respond(f"kata-set-param {name} {value}") == "= \n\n"
        assert engine.respond(f"kata-get-param {name}") == f"= {value}\n\n"
    assert engine.respond("kata-get-param ponderingEnabled") == "= false\n\n"
    for line in ("kata-set-param maxVisits inf", 'kata-set-params {"maxVisits": 1e999}'):
        assert engine.respond(line) == "? syntax error\n\n"


def test_other_dice_leave_the_parameters_and_end_the_pondering() -> None:
    engine = Engine("gokan:values=playouts,priors=even", size=5)
    for line in ("maxVisits 3", "ponderingEnabled true", "maxTime 2.5"):
        engine.respond(f"kata-set-param {line}")
    before = engine.player.parameters()
    engine.respond("genmove b")
    assert "ponder" in [thread.name for thread in threading.enumerate()]
    assert engine.respond("set_random_seed 7") == "= \n\n"
    assert "ponder" not in [thread.name for thread in threading.enumerate()]
    assert engine.player.parameters() == before


def test_no_interval_or_depth_is_too_large() -> None:
    engine = Engine("gokan:visits=20,values=playouts,priors=even", size=5, log=lambda text: None)
    assert engine.respond(f"kata-analyze b interval {'9' * 400}").startswith("=")
    assert engine.respond(f"kata-analyze b avoid b C3 {'9' * 40}").startswith("=")


@pytest.mark.parametrize(("word", "komi"), [("+6.5", 6.5), ("-7", -7.0), (".5", 0.5), ("1e1", 10)])
def test_komi_may_be_written_in_several_ways(word: str, komi: float) -> None:
    engine = Engine(seed=1)
    assert engine.respond(f"komi {word}") == "= \n\n"
    assert engine.game.rules.komi == komi


def test_positions_of_a_long_game_are_not_kept() -> None:
    """A record may have half a million moves, and a position takes 17 kB."""
    before = _positions()
    game = Engine(seed=1, size=9).game
    for _ in range(50):
        game.play(Color.BLACK, PASS)
    assert _positions() - before <= 2
    game.undo(20)
    assert (len(game.moves), game.position.move_number) == (30, 30)


def _positions() -> int:
    gc.collect()
    return sum(type(thing) is Position for thing in gc.get_objects())


def test_handicap_of_a_record_with_a_set_up_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ed];W[ef];AB[aa][ab][ac];B[ba])")
    engine = Engine(seed=1)
    assert engine.respond(f"loadsgf {path}") == "= \n\n"
    assert engine.respond("get_handicap") == "= 2\n\n"


def test_popgo_never_takes_back_a_move_that_was_played() -> None:
    engine = Engine(player="random", seed=1)
    for line in ("play b C3", "trymove w D4", "undo", "play w E5"):
        assert engine.respond(line).startswith("=")
    assert engine.respond("popgo") == "? Stack empty.\n\n"
    assert engine.respond("list_stones white") == "= E5\n\n"
    for line in ("trymove b F6", "trymove w G7", "gg-undo 2", "play b H8"):
        assert engine.respond(line).startswith("=")
    assert engine.respond("popgo") == "? Stack empty.\n\n"
    assert engine.respond("trymove w J9").startswith("=")
    assert engine.respond("popgo").startswith("=")
    assert engine.respond("list_stones black") == "= H8 C3\n\n"


def test_the_time_for_reading_can_be_set() -> None:
    engine = Engine(player="random", seed=1)
    assert reading_budget(engine).seconds == 8.0
    assert engine.respond("gokan-reading_time 2").startswith("=")
    assert engine.respond("decrease_depths").startswith("=")
    assert reading_budget(engine).seconds == 1.0
    assert engine.respond("increase_depths").startswith("=")
    assert engine.respond("increase_depths").startswith("=")
    assert reading_budget(engine).seconds == 2.0
    for wrong in ("0", "-1", "1e9", "fast", ""):
        assert engine.respond(f"gokan-reading_time {wrong}").startswith("?")


def test_reading_can_be_counted_in_nodes() -> None:
    engine = Engine(player="random", seed=1)
    assert engine.respond("gokan-effort quick").startswith("=")
    assert (reading_budget(engine).seconds, reading_budget(engine).nodes) == (None, QUICK.nodes)
    assert engine.respond("gokan-effort 5000").startswith("=")
    assert engine.respond("decrease_depths").startswith("=")
    assert reading_budget(engine).nodes == 2500
    for wrong in ("0", "-1", "1e9", "hasty", "", "99999999999"):
        assert engine.respond(f"gokan-effort {wrong}").startswith("?")
    assert reading_budget(engine).nodes == 2500
    assert engine.respond("gokan-reading_time 2").startswith("=")
    assert (reading_budget(engine).seconds, reading_budget(engine).nodes) == (1.0, None)


def test_counted_in_nodes_dragon_status_is_what_the_owl_commands_answer() -> None:
    """It gave each question half the budget and called alive what `owl_attack` kills."""
    lines = (Path(__file__).parents[1] / "mind" / "games.txt").read_text("utf-8").splitlines()
    size, *moves = next(line for line in lines if not line.startswith("#")).split()
    engine = Engine(player="random", seed=1)
    engine.game.begin(Position.empty(int(size), rules="chinese").play_all(moves[:55]))
    engine.respond("gokan-effort quick")
    word = engine.respond("dragon_status E9").split()[1]
    attack, defence = (engine.respond(f"owl_{what} E9").split()[1] for what in ("attack", "defend"))
    fails = ("0", "3")
    expected = "alive" if attack in fails else "dead" if defence in fails else "critical"
    assert word == expected
