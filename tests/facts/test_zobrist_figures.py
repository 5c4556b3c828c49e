"""Zobrist (1969): what the text says of Figure 1, the printed templates, and the ladder's limit."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from gokan import sight
from gokan.cli import run
from gokan.errors import IllegalMove, InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.go.life import unconditional
from gokan.reading import Problem, solve
from gokan.sight.judge import LADDER_MOVES
from gokan_lab.facts.zobrist import FIGURE_1, spiral
from gokan_lab.study.sources import own_game, sources


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_white_can_always_capture_the_top_chain(mover: int) -> None:
    position = FIGURE_1.setup(to_play=BLACK if mover == BLACK else WHITE)
    answer = solve(Problem.make(position, target=[position.point("R19")]), seconds=60)
    assert answer.result == ("win" if mover == WHITE else "loss")


def test_the_bottom_chain_lives_if_black_moves_properly() -> None:
    white_first = FIGURE_1.setup(to_play=WHITE)
    answer = solve(Problem.make(white_first, target=[white_first.point("S1")]), seconds=60)
    assert answer.result == "loss"
    for move in ("T2", "T3"):
        position = FIGURE_1.setup(to_play=BLACK).play(move)
        assert position.point("S1") in unconditional(position).alive_black


def test_white_scores_sixteen_above_and_black_four_below() -> None:
    rules = "japanese"
    board = Position.from_board(FIGURE_1.board, 19, rules=rules)
    top = board.block("R19").stones
    owner = board.score(top).owner
    square = [board.point(v) for v in ("S19", "T19", "S18", "T18")]
    # Four points, six more where the captured stones stood, and the six stones.
    assert all(owner[p] == WHITE for p in (*square, *top))
    assert len(square) + 2 * len(top) == 16
    corner = [board.point(v) for v in ("T1", "T2", "T3", "T4")]
    assert all(owner[p] == BLACK for p in corner)
    assert len(corner) == 4


def test_the_ko_at_r10() -> None:
    taken = FIGURE_1.setup(to_play=WHITE).play("R10")
    assert not taken.color_at("R11")
    with pytest.raises(IllegalMove):
        taken.play("R11")
    later = taken.play("C3").play("C17")
    assert later.play("R11").color_at("R10") == 0


def test_the_printed_templates_are_exactly_the_printed_ones() -> None:
    library = sight.load(sight.PRINTED)
    assert [(t.name, t.weight, t.once) for t in library.templates] == [
        ("printed-abc", 500, False),
        ("printed-interface", 40, False),
    ]
    assert library.check() == []
    abc, interface = library.templates
    # (0,0) black stone, 1 breathing space; (1,0) empty; (1,1) safe: 601 thru 900 and a black stone.
    words = {(x + 1, y): conditions for x, y, conditions in abc.cells}
    assert set(words) == {(0, 0), (1, 0), (1, 1)}
    assert dict(abc.where) == {"X": "own, liberties 1", "s": "own, grouping 601..900"}
    assert dict(interface.where) == {"*": "enemy segment", "a": "own segment"}


def test_our_own_version_of_abc_asks_more_than_the_printed_one() -> None:
    """Ours wants the safe stone to have liberties and the joined chain three: it speaks less."""
    printed, ours = sight.load(sight.PRINTED), sight.load()
    chance = random.Random(1969)
    spoken = {"printed-abc": 0, "save-by-joining": 0}
    for _ in range(150):
        position = Position.empty(13)
        for _ in range(chance.randrange(20, 90)):
            moves = position.legal_moves()
            position = position.play(chance.choice(moves))
        points: dict[str, set[int]] = {name: set() for name in spoken}
        for library in (printed, ours):
            for index, point, _ in library.counts(position):
                points.setdefault(library.templates[index].name, set()).add(point)
        assert points["save-by-joining"] <= points["printed-abc"]
        for name in spoken:
            spoken[name] += len(points[name])
        grouping = sight.see(position).grouping
        for point in points["printed-abc"]:
            beside = [q for q in position.neighbors(point) if position.color_at(q)]
            assert any(601 <= grouping[q] <= 900 for q in beside)
    assert 0 < spoken["save-by-joining"] < spoken["printed-abc"]


def test_the_books_have_their_own_names() -> None:
    assert len(sight.load(sight.BOOK).templates) == 175
    assert len(sight.load(sight.WITH_LAST_MOVE).templates) == 197
    assert not hasattr(sight, "PAPER")
    with pytest.raises(InvalidInput, match="printed"):
        sight.load("figure-5")


# A ladder that crosses the largest board: 75 forced moves are followed before the end is seen.
LADDER = Position.empty(25).setup(black=["D5", "E4", "F4", "F17", "T5"], white=["E5", "Z21"])


def test_ladders_are_followed_so_many_moves_and_no_further() -> None:
    marks = list(LADDER.block("E5").liberties)
    needs = next(n for n in range(120) if _decided(LADDER, marks, n))
    assert needs == 75
    assert not _decided(LADDER, marks, needs - 1)
    assert _decided(LADDER, marks, LADDER_MOVES)
    assert sight.look_ahead(LADDER, marks, moves_each=0).needed


def test_a_ladder_of_a_hundred_moves_is_followed_to_its_end_and_a_longer_one_is_not() -> None:
    """White runs along the third line around the board, and Black crawls outside of him.

    Were Black to play ahead, White would join the stones on the first line: no move but one.
    """
    assert LADDER_MOVES == 100
    for length, needs in ((20, 35), (52, 99), (53, 101), (78, 151)):
        position = spiral(length)
        marks = list(position.block("C3").liberties)
        assert not _decided(position, marks, needs - 1)
        assert _decided(position, marks, needs)
        found = sight.look_ahead(position, marks, moves_each=0)
        assert bool(found.needed) == (needs <= 100)
        # The exact reader, which knows no such limit, says that the ladder works.
        exact = sight.look_ahead(position, marks, moves_each=0, ladders="exact")
        assert [position.vertex(m) for need in exact.needed for m in need.moves] == ["C2"]


def _decided(position: Position, marks: list[int], ladder_moves: int) -> bool:
    return bool(sight.look_ahead(position, marks, moves_each=0, ladder_moves=ladder_moves).needed)


def test_most_moves_come_from_templates() -> None:
    """About 80 percent in the paper; here of a short game of the program with itself."""
    found = sources(own_game(size=9, most=40))
    assert found.moves >= 30
    assert 0.5 < found.share < 1
    assert found.changed <= found.moves - found.templates


def test_the_share_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[9];B[ee];W[eg];B[gf];W[cf];B[cc])")
    for color, moves in ((None, 5), ("black", 3), ("white", 2)):
        rest = [] if color is None else ["--color", color]
        assert run(["study", "sources", str(record), "--json", *rest]) == 0
        assert json.loads(capsys.readouterr().out)["moves"] == moves
    assert run(["study", "sources", str(record), "--color", "red"]) == 2
    assert run(["study", "sources", "--color", "white"]) == 2
    assert run(["study", "sources", "--games", "1", "--size", "3"]) == 0
    assert "from templates alone" in capsys.readouterr().out
