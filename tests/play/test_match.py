"""Matches: programs that behave, programs that do not, and matches that stop halfway."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.go import Rules
from gokan.go.game import Game
from gokan.play.matches.controller import GtpFailure, GtpProgram, ProgramDied, gokan_command
from gokan.play.matches.match import GameResult, Match, MatchResult
from gokan.play.matches.openings import read_openings
from gokan.play.matches.referee import GameSettings, play_game
from gokan.play.matches.statistics import Question, wilson

SMALL = GameSettings(width=5, height=5)

# A program that answers genmove with what it is told, and everything else politely.
SCRIPT = """
import sys
answers = iter(sys.argv[1].split(","))
for line in sys.stdin:
    words = line.split()
    if words[0] == "list_commands":
        reply = "= genmove"
    elif words[0] == "genmove":
        reply = next(answers)
        if reply == "die":
            sys.exit("out of ideas")
        reply = "= " + reply if not reply.startswith("?") else reply
    elif words[0] == "quit":
        break
    else:
        reply = "="
    print(reply + "\\n", flush=True)
"""


def _script(answers: str) -> list[str]:
    return [sys.executable, "-c", SCRIPT, answers]


@pytest.mark.parametrize(
    ("answers", "result", "end"),
    [
        ("resign", "W+R", "resign"),
        ("A1,A1", "W+F", "illegal"),
        ("Z9", "W+F", "illegal"),
        ("what?", "W+F", "illegal"),
        ("A1,die", "Void", "failure"),
        ("? no idea", "Void", "failure"),
        ("C3,pass", "B+17.5", "passes"),
    ],
)
def test_every_way_a_game_can_end(answers: str, result: str, end: str) -> None:
    white = "pass,pass,pass" if end == "passes" else "B2,C2,D2"
    settings = GameSettings(width=5, height=5, judge="none")
    with GtpProgram(_script(answers)) as black, GtpProgram(_script(white)) as other:
        played = play_game(black, other, settings)
    assert (played.result, played.end) == (result, end)
    assert played.note or end in ("resign", "passes")


def test_a_silent_program_is_not_waited_for_forever() -> None:
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    with GtpProgram(command, timeout=0.3) as program:
        with pytest.raises(ProgramDied, match=r"0\.3 s"):
            program.send("name")
        assert not program.alive  # its answer may still come, and would be taken for another


def test_an_interrupted_match_records_no_losses(tmp_path: Path) -> None:
    def interrupt(result: MatchResult) -> None:
        raise KeyboardInterrupt

    match = Match("random", "random", games=6, settings=SMALL, folder=tmp_path, jobs=2)
    with pytest.raises(KeyboardInterrupt):
        match.play(interrupt)
    lines = (tmp_path / "results.jsonl").read_text().splitlines()
    assert 1 <= len(lines) < 6
    assert {json.loads(line)["end"] for line in lines} == {"passes"}
    assert len(match.play().games) == 6


def test_a_controller_reads_answers_and_failures() -> None:
    with GtpProgram(gokan_command("random", seed=1)) as program:
        assert program.send("5 name") == "Gokan"
        program.send("play b A1")
        with pytest.raises(GtpFailure, match="illegal"):
            program.send("play b A1")
        assert program.send_if_known("make_coffee") is None
        assert program.send_if_known("play b A1") is None
        assert program.alive
    assert not program.alive


def test_a_match_can_be_repeated(tmp_path: Path) -> None:
    results = [
        Match("random", "random:polite=1", games=4, settings=SMALL, folder=tmp_path / name).play()
        for name in ("one", "two")
    ]
    plain = [[(g.result, g.moves, g.black) for g in result.games] for result in results]
    assert plain[0] == plain[1]
    assert [g.black for g in results[0].games] == ["A", "B", "A", "B"]
    records = sorted((tmp_path / "one").glob("*.sgf"))
    assert len(records) == 4
    for path, game in zip(records, results[0].games, strict=True):
        record = Game.load(path)
        assert len(record) == game.moves
        assert record.result == game.result


def test_a_stopped_match_goes_on(tmp_path: Path) -> None:
    def match(games: int) -> Match:
        return Match("random", "random", games=games, settings=SMALL, folder=tmp_path, jobs=2)

    whole = match(3).play()
    lines = (tmp_path / "results.jsonl").read_text()
    first = lines.splitlines()[0]
    (tmp_path / "results.jsonl").write_text(first + "\n" + first[:20])  # cut in the middle
    heard: list[int] = []
    again = match(4).play(lambda result: heard.append(len(result.games)))
    assert heard == [2, 3, 4]
    for old, new in zip(whole.games, again.games, strict=False):
        assert (old.game, old.result, old.moves) == (new.game, new.result, new.moves)
    assert len(match(4).play().games) == 4
    with pytest.raises(InvalidInput, match="other programs or settings"):
        Match("random", "random", games=4, settings=SMALL, folder=tmp_path, seed=9)
    (tmp_path / "match.json").write_text("{")
    with pytest.raises(InvalidInput, match="not the record of a match"):
        match(4)


def test_handicap_and_colors(tmp_path: Path) -> None:
    settings = GameSettings(
        width=9, height=9, handicap=3, rules=Rules.named("aga").with_(komi=0.5), max_moves=6
    )
    played = Match(
        "random", "random", games=2, settings=settings, colors="b-black", folder=tmp_path
    ).play()
    assert [g.black for g in played.games] == ["B", "B"]
    assert {g.end for g in played.games} == {"length"}
    record = Game.load(tmp_path / "game-00001.sgf")
    assert record.handicap == 3
    assert len(record.start.stones(record.start.to_play.opponent)) == 3


def test_programs_that_cannot_play_are_refused(tmp_path: Path) -> None:
    for command, sentence in (
        ("no-such-program --gtp", "Cannot start"),
        (f"{sys.executable} -c pass", "GTP program"),
        ("random:colour=blue", "colour"),
        ("'", "cannot be read"),
        ("", "Name two"),
    ):
        with pytest.raises(InvalidInput, match=sentence):
            Match("random", command, games=1, settings=SMALL).play()
    with pytest.raises(InvalidInput, match="at least one"):
        Match("random", "random", games=0, settings=SMALL)


def test_the_summary_counts() -> None:
    def game(number: int, winner: str, black: str) -> GameResult:
        white = "B" if black == "A" else "A"
        result = "0" if not winner else ("B+1" if winner == black else "W+1")
        return GameResult(number, black, white, result, winner, "passes", 50, 1, 0.0, 0.0)

    result = MatchResult("a", "b", (game(0, "A", "A"), game(1, "B", "B"), game(2, "", "A")))
    data = json.loads(json.dumps(result.to_dict()))
    assert (data["a_wins"], data["b_wins"], data["draws"]) == (1, 1, 1)
    assert data["a_share"] == pytest.approx(0.5)
    assert data["interval_95"] == pytest.approx(wilson(1.5, 3))
    assert (data["a_wins_as_black"], data["a_games_as_black"]) == (1, 2)
    assert "1 draws" in result.text()


def test_a_program_that_fails_gives_nobody_a_win(tmp_path: Path) -> None:
    games = (
        GameResult(0, "A", "B", "B+R", "A", "resign", 30, 1, 0.1, 0.1),
        GameResult(1, "B", "A", "Void", "", "failure", 3, 2, 0.1, 0.1, "black failed: it died"),
    )
    result = MatchResult("ann", "ben", games)
    data = result.to_dict()
    assert (data["games"], data["a_wins"], data["b_wins"], data["draws"]) == (1, 1, 0, 0)
    assert (data["failures"], data["a_share"]) == (1, 1.0)
    assert "1 not counted: black failed: it died" in result.text()
    assert "no games\n1 not counted" in MatchResult("ann", "ben", games[1:]).text()
    crashes = f"{sys.executable} -c {shlex.quote(SCRIPT)} A1,die"
    settings = GameSettings(width=5, height=5)
    match = Match(crashes, "random:seed=1", games=2, settings=settings, folder=tmp_path)
    assert match.play().to_dict()["failures"] == 2
    again = Match(crashes, "random:seed=1", games=2, settings=settings, folder=tmp_path)
    assert again.play().to_dict()["failures"] == 2  # played again, not taken for finished


def test_one_sided_matches_have_open_intervals() -> None:
    for games in range(1, 50):
        assert wilson(games, games)[1] == 1.0
        assert wilson(0, games)[0] == 0.0
        assert 0 < wilson(games, games)[0] < 1


def test_openings_visits_and_rectangles(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("C3 B2 D2  # a corner\n\nA1 B1\n")
    openings = read_openings(file, 5, 4, rules=Rules.named("chinese"))
    settings = GameSettings(width=5, height=4, openings=openings, visits=3, move_time=5)
    result = Match("random", "random", games=4, settings=settings, folder=tmp_path / "m").play()
    assert not any(game.void for game in result.games)
    for number in range(4):
        record = Game.load(tmp_path / "m" / f"game-{number + 1:05}.sgf")
        given = openings[number // 2]
        assert tuple(move for _, move in record.moves()[: len(given)]) == given
    assert len(read_openings(file, 5, 4, rules=Rules.named("chinese"), moves=1)[0]) == 1
    records = read_openings(tmp_path / "m" / "game-00001.sgf", 5, 4, rules=Rules.named("chinese"))
    assert records[0][:3] == openings[0]
    for text in ("C3 C3", "Z9", "# nothing"):
        file.write_text(text)
        with pytest.raises(InvalidInput):
            read_openings(file, 5, 4, rules=Rules.named("chinese"))
    with pytest.raises(InvalidInput):
        read_openings(tmp_path / "none.txt", 5, 4, rules=Rules.named("chinese"))


def test_a_match_stops_when_its_question_is_answered() -> None:
    script = shlex.join(_script(",".join(["resign"] * 200)))
    match = Match("random", script, games=200, settings=SMALL, question=Question(0, 200))
    result = match.play()
    assert 5 < len(result.games) < 40
    assert "Yes" in result.text()
    lost = Match(script, "random", games=200, settings=SMALL, question=Question(0, 200)).play()
    assert "No" in lost.text()


def test_the_bounds_of_the_question_keep_their_promise() -> None:
    """In simulated matches at the lower difference the wrong answer is as rare as promised."""
    import random

    dice = random.Random(1)
    question = Question(0, 100)
    wrong = 0
    for _ in range(400):
        points, games = 0, 0
        while question.verdict(points, games) is None:
            points += dice.random() < 0.5
            games += 1
        wrong += question.verdict(points, games) == "high"
    assert wrong <= 30  # 5 % of 400 is 20
