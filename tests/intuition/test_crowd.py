"""Game lines, their records, and crowds of games, against the position that Python plays."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gokan import _core
from gokan.go import PASS, WHITE, Position

META = 24
KOMI = -3.5


def letters(point: int, side: int) -> str:
    return ".." if point == PASS else chr(97 + point % side) + chr(97 + point // side)


def some_game(seed: int, side: int, length: int) -> tuple[str, list[Position], list[int]]:
    """The line of a random game with two stones set up, its positions and its moves."""
    rng = random.Random(seed)
    black, white = side + 1, side * side - side - 2
    position = Position.empty(side).setup(black=[black], white=[white]).with_to_play(WHITE)
    positions: list[Position] = [position]
    moves: list[int] = []
    while len(moves) < length and not position.is_over:
        legal = position.legal_moves()
        move = rng.choice(legal) if legal and rng.random() > 0.05 else PASS
        moves.append(move)
        position = position.play(move)
        positions.append(position)
    text = "".join(letters(move, side) for move in moves)
    setup = f"{letters(black, side)}/{letters(white, side)}"
    return f"g{seed}\t{side}\t{KOMI}\t{setup}\tW\t{text}\t", positions, moves


def record_of(position: Position, next_move: int | None) -> bytes:
    """The slow twin: features from the core, numbers by hand."""
    points = len(position.board)
    recent: list[int] = []
    meta = np.zeros(META, np.uint8)
    del recent
    meta[16:18] = np.array([-32768], "<i2").view(np.uint8)
    black = position.to_play == 1
    meta[20] = black
    meta[22:24] = np.array([round(2 * (-KOMI if black else KOMI))], "<i2").view(np.uint8)
    number = points if next_move in (None, PASS) else next_move
    meta[10:12] = np.array([number], "<u2").view(np.uint8)
    return _core.intuition_features(position.core) + meta.tobytes()


@pytest.mark.parametrize(("seed", "side"), [(1, 5), (2, 9), (3, 13), (4, 19)])
def test_records_of_turns_are_those_of_the_positions(seed: int, side: int) -> None:
    line, positions, moves = some_game(seed, side, 60)
    turns = [0, 7, len(moves), 3]
    told = _core.intuition_turn_records(line + ",".join(map(str, turns)))
    assert told is not None
    size = 4 * side * side + META
    assert len(told) == size * len(turns)
    for k, turn in enumerate(turns):
        ours = np.frombuffer(told[k * size : (k + 1) * size], np.uint8).copy()
        last = [side * side] * 5
        for back, move in enumerate(reversed(moves[:turn][-5:])):
            last[back] = side * side if move == PASS else move
        next_move = moves[turn] if turn < len(moves) else None
        slow = np.frombuffer(record_of(positions[turn], next_move), np.uint8).copy()
        slow[-META : -META + 10] = np.array(last, "<u2").view(np.uint8)
        assert ours.tobytes() == slow.tobytes()


def test_a_crowd_plays_what_each_game_would() -> None:
    side, games = 9, 5
    crowd = _core.Crowd(side, games)
    played = [some_game(seed, side, 40) for seed in range(games)]
    for number, (line, _, moves) in enumerate(played):
        head = line.rsplit("\t", 2)[0]
        assert crowd.start(number, f"{head}\t\t")
        assert len(moves) > 10
    for turn in range(10):
        chosen = [moves[turn] for _, _, moves in played]
        numbers = [side * side if move == PASS else move for move in chosen]
        assert set(crowd.play(np.array(numbers, np.int16).tobytes())) <= {0, 1}
        size = 4 * side * side + META
        looked = crowd.look(2)
        for k, (line, _, moves) in enumerate(played):
            head = line.rsplit("\t", 2)[0]
            text = "".join(letters(move, side) for move in moves[: turn + 1])
            told = _core.intuition_turn_records(f"{head}\t{text}\t{turn + 1}")
            assert looked[k * size : (k + 1) * size] == told


def test_a_crowd_refuses_an_illegal_move_and_tells_the_end() -> None:
    crowd = _core.Crowd(9, 2)
    assert crowd.start(0, "a\t9\t7\t-\tB\tee..\t")
    assert crowd.start(1, "b\t9\t7\t-\tB\tee\t")
    centre, passing = 40, 81
    assert list(crowd.play(np.array([passing, centre], np.int16).tobytes())) == [1, 2]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x\t9\t7\t-\tB\tee\t2",  # beyond the end
        "x\t9\t7\t-\tB\teeee\t0",  # occupied
        "x\t9\t7\t-\tB\tzz\t0",
        "x\t9\t7\t-\tB\te\t0",
        "x\t4\t7\t-\tB\t\t0",
        "x\t21\t7\t-\tB\t\t0",
        "x\t9\tmuch\t-\tB\t\t0",
        "x\t9\t1e9\t-\tB\t\t0",
        "x\t9\t7\taa/aa\tB\t\t0",
        "x\t9\t7\taa/baab\tB\t\t0",  # a stone without liberties
        "x\t9\t7\t-\tG\t\t0",
        "x\t9\t7\t-\tB\tee\t-1",
        "x\t9\t7\t-\tB\tee\t0,x",
    ],
)
def test_a_line_that_cannot_be_replayed_gives_nothing(line: str) -> None:
    assert _core.intuition_turn_records(line) is None


def results(komi: str, result: str, moves: str) -> set[tuple[int, int, int]]:
    """What the records of a game say: margin and winner as Black sees them, and twice the komi."""
    made = _core.intuition_records(f"x\t2000\t{komi}\t{result}\t{moves}\n", 0, 0)
    rows = np.frombuffer(made.records, np.uint8).reshape(made.count.records, -1)[:, -META:]
    margins = rows[:, 16:18].copy().view("<i2")[:, 0].astype(int)
    komis = rows[:, 22:24].copy().view("<i2")[:, 0].astype(int)
    found = set()
    for margin, winner, black, received in zip(
        margins, rows[:, 19].copy().view(np.int8), rows[:, 20], komis, strict=True
    ):
        sign = 1 if black else -1
        known = margin != -32768
        found.add((int(sign * margin) if known else 0, sign * int(winner), -sign * int(received)))
    return found


def test_records_tell_who_won_where_the_game_does() -> None:
    moves = "ddppdppdcc"
    assert results("6.5", "W+3.5", moves) == {(-7, -1, 14)}
    assert results("7.5", "B+R", moves) == {(0, 1, 15)}
    assert results("", "Void", moves) == {(0, 0, 1)}


def test_a_game_that_a_forbidden_move_ended_tells_not_who_won() -> None:
    """All of them are lost by forfeit: it is the move that lost, not the position before it."""
    assert results("6.5", "W+4.5", "ddppddcc") == {(0, 0, 14)}  # a point is occupied
    assert results("6.5", "W+R", "cbdbbceccdddqqccdcccaa") == {(0, 0, 14)}
    assert results("6.5", "W+F", "ddppdppd") == {(0, 0, 14)}


@pytest.mark.parametrize(("komi", "result"), [("nan", "B+nan"), ("1e9", "B+1e9"), ("inf", "B+inf")])
def test_numbers_that_no_board_has_are_none(komi: str, result: str) -> None:
    assert results(komi, result, "ddpp") == {(0, 1, 1)}
