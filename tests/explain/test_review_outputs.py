"""The page and the record of a review."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pysgf import GoGame
from sgfmill import sgf as sgfmill

from gokan.explain.reviews import page as review_page
from gokan.explain.reviews import sgf as review_sgf
from gokan.explain.reviews.answer import Review
from gokan.explain.reviews.reviewing import review
from gokan.go import BLACK, WHITE, Game
from tests.explain.fake_numbers import FakeNumbers

RECORD = (
    "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]PB[Ann]PW[Bén]C[Own words \\] here.]XX[kept]"
    ";B[ee]C[First.];W[gc]LB[ee:x];B[gg](;W[cg];B[cc]TE[1];W[ce])(;W[cc]C[A variation.]))"
)
NUMBERS = {0: 0.0, 4: 12.0, 5: 0.0, 6: 6.0}


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.parse(RECORD)


@pytest.fixture(scope="module")
def answer(game: Game) -> Review:
    numbers = FakeNumbers(NUMBERS, {4: "C7", 5: "G5", 6: "E3"})
    return review(game, level="quick", numbers=numbers)


def test_the_record_keeps_everything_and_gains_the_review(game: Game, answer: Review) -> None:
    data = review_sgf.annotate(game, answer).to_sgf()
    made = Game.parse(data)
    line = made.main_line()
    assert [node.move for node in line] == [node.move for node in game.main_line()]
    assert line[0].comment.startswith("Own words ] here.\n\nGokan:")
    assert line[0].text("XX") == "kept"
    assert line[1].comment == "First."
    assert line[2].labels == {40: "x"}
    fourth = line[4]
    assert "Gokan: blunder, about 12.0 points lost (48 visits)." in fourth.comment
    assert fourth.properties["BM"] == [b"2"]
    assert fourth.text("SBKV")
    assert fourth.value == 12.0
    assert made.vertex(next(iter(fourth.labels))) == "C7"
    # The better move stood in the record already: its node is used, its comment kept.
    variations = line[3].children
    assert len(variations) == 2
    assert variations[1].comment.startswith("A variation.\n\nGokan: better than C3")
    # A judgement of the record is not overruled.
    assert line[5].properties["TE"] == [b"1"]
    assert "BM" not in line[5].properties
    assert made.vertex(line[5].parent.children[1].move) == "G5"  # type: ignore[union-attr]


def test_the_record_says_why_a_review_ends_early() -> None:
    broken = Game.parse("(;SZ[9];B[ee];W[cc];B[ee];W[gg])")
    made = review_sgf.annotate(broken, review(broken, level="quick", numbers=FakeNumbers()))
    assert "Move 3: Black E5: the point is occupied" in made.root.comment
    assert len(made.main_line()) == len(broken.main_line())


def test_other_programs_read_the_record(game: Game, answer: Review, repo: Path) -> None:
    data = review_sgf.annotate(game, answer).to_sgf()
    theirs = sgfmill.Sgf_game.from_bytes(data)
    moves = [node.get_move() for node in theirs.get_main_sequence()]
    assert [color for color, _ in moves[1:]] == ["b", "w"] * 3
    assert "Gokan" in theirs.get_root().get("C")
    node = GoGame.parse_sgf(data.decode())  # KaTrain's reader
    katrain = [node]
    while katrain[-1].children:
        katrain.append(katrain[-1].children[0])
    assert [one.move.player for one in katrain[1:]] == ["B", "W"] * 3
    assert "Gokan: blunder" in katrain[4].get_property("C")
    done = subprocess.run(
        [sys.executable, repo / "tools" / "node.py", "tests/read_sgf.mjs"],
        input=data,
        capture_output=True,
        check=True,
    )
    assert done.stdout.split() == [b"7", b"nodes,", b"6", b"with", b"SBKV,", b"3", b"variations"]


def test_the_moves_that_mattered_become_problems(game: Game, answer: Review) -> None:
    found = Game.parse_all(review_sgf.problems(game, answer))
    assert len(found) == len(answer.mattered) == 3
    for problem, move in zip(found, answer.mattered, strict=True):
        start = problem.start
        assert str(start.to_play) == move.color
        assert start.board == game.position(move.number - 1).board
        right, wrong = problem.root.children
        assert problem.vertex(right.move) == move.candidates[0].vertex
        assert problem.vertex(wrong.move) == move.vertex
        assert ("TE" in right.properties, "BM" in wrong.properties) == (True, True)


def test_the_page_is_one_file_with_the_review_in_it(answer: Review) -> None:
    page = review_page.page(answer)
    assert "<title>Ann – Bén</title>" in page
    assert '"vertex":"C7"' in page
    assert not re.search(r'(?:src|href)="(?!#)', page.split('<script type="module">')[0])


def test_the_page_shows_the_game_in_a_browser(repo: Path, tmp_path: Path) -> None:
    browser = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(browser).exists():
        pytest.skip(f"no browser at {browser}; name one in CHROMIUM")
    record = (repo / "examples" / "zobrist-cowan.sgf").read_bytes()
    game = Game.parse(b";".join(record.split(b";")[:112]) + b")")
    leads = {n: (n // 50 % 2) * 20.0 for n in range(111)}
    better = dict.fromkeys(range(1, 111), "A1")
    made = review(game, level="quick", numbers=FakeNumbers(leads, better))
    path = tmp_path / "page.html"
    path.write_text(review_page.page(made), "utf-8")
    done = subprocess.run(
        [sys.executable, repo / "tools" / "node.py", "tests/open_page.mjs", str(path)],
        capture_output=True,
        check=True,
    )
    seen = json.loads(done.stdout)
    assert seen["troubles"] == []
    assert seen["total"] == len(game) > 100
    assert seen["mattered"] == len(made.mattered) > 0
    assert seen["groups"] == len(made.groups)
    for number, (black, white) in enumerate(seen["stones"]):
        position = game.position(10 * number)
        assert (black, white) == (len(position.stones(BLACK)), len(position.stones(WHITE)))


def test_a_long_game_makes_a_page_below_two_megabytes() -> None:
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 19)}{chr(97 + n // 19)}]" for n in range(250))
    game = Game.parse(f"(;SZ[19]{moves})")
    leads = {n: 30.0 * (n % 2) for n in range(251)}
    better = dict.fromkeys(range(1, 251), "T1")
    made = review(game, level="quick", most=60, numbers=FakeNumbers(leads, better))
    assert len(review_page.page(made).encode()) < 1_000_000


def test_the_index_sums_over_games(answer: Review) -> None:
    data = review_page.index([("a.html", answer), ("b.html", answer)])
    ann = next(one for one in data["people"] if one["name"] == "Ann")
    assert ann["games"] == 2
    assert ann["moves"] == 6
    assert data["games"][0]["worst"][0]["loss"] == 12.0


def test_who_has_no_name_comes_last_in_the_index(answer: Review) -> None:
    nobody = replace(answer, game={**answer.game, "black": {"name": ""}, "white": {"name": ""}})
    data = review_page.index([("a.html", nobody), ("b.html", nobody), ("c.html", answer)])
    names = [one["name"] for one in data["people"]]
    assert names[-2:] == [f"{side}, where the record has no name" for side in ("Black", "White")]
    for person in data["people"]:
        for habit in person["habits"]:
            assert "White's" not in habit["text"]  # the same person has both colours
            assert habit["advice"]


def test_the_plot_is_a_picture(answer: Review) -> None:
    picture = str(answer.draw())
    assert picture.count("<circle") == len(answer.mattered)
