"""Dead stones: an estimate that should be right where people find it easy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gokan.go import Position
from gokan.play.ending import judge, likely_dead


def _dead(diagram: str) -> list[str]:
    position = Position.from_diagram(diagram)
    return sorted(position.vertex(point) for point in likely_dead(position))


def test_stones_in_enemy_territory_are_dead_without_any_random_game() -> None:
    assert _dead("""
        O . X . X O
        . X X X X O
        X X O O O O
        O O O . O .
        """) == ["A4"]


def test_a_damaged_network_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Before, dead stones were counted without it, and nobody heard of it."""
    from gokan.intuition import MissingNetwork, load

    monkeypatch.setenv("GOKAN_NETWORK", str(tmp_path / "none.safetensors"))
    load.cache_clear()
    with pytest.raises(MissingNetwork, match="cannot be read"):
        likely_dead(Position.empty(9).play("C3").play("G7"))
    monkeypatch.undo()
    load.cache_clear()


def test_nobody_is_dead_on_an_empty_board() -> None:
    assert _dead(". . .\n. . .") == []


def test_the_answer_does_not_change() -> None:
    position = Position.from_diagram(". X O . .\n. X O X .\n. X O . .\n. X O . .")
    assert likely_dead(position) == likely_dead(position)


def test_given_dead_stones_make_territory() -> None:
    position = Position.from_diagram(". X O .\n. X O X\n. X O .")
    ending = judge(position, dead=frozenset({position.point("D2")}))
    names = sorted(position.vertex(point) for point in ending.white_territory)
    assert names == ["D1", "D2", "D3"]
    assert position.point("D2") not in ending.alive


def test_finished_games_of_strong_players(data_dir: Path) -> None:
    """Most games exactly, and nearly every stone, as the players themselves agreed."""
    games = exact = stones = wrong = 0
    with (data_dir / "kgs_scored.jsonl").open(encoding="utf-8") as lines:
        for line, _ in zip(lines, range(40), strict=False):
            record = json.loads(line)
            board = bytearray(361)
            for color, name in ((1, "final_black"), (2, "final_white")):
                for column, row in record[name]:
                    board[19 * row + column] = color
            agreed = {19 * r + c for c, r in (*record["dead_black"], *record["dead_white"])}
            difference = likely_dead(Position.from_board(bytes(board), 19)) ^ agreed
            games += 1
            exact += not difference
            wrong += len(difference)
            stones += sum(map(bool, board))
    assert exact / games > 0.8
    assert wrong / stones < 0.01


def test_dead_stones_are_found_after_two_passes_as_before_them() -> None:
    position = Position.from_diagram("""
        . X . X O
        X X X X .
        . . . . .
        X X X X X
        . X . X .""")
    dead = likely_dead(position)
    assert [position.vertex(point) for point in dead] == ["E5"]
    assert likely_dead(position.play("pass").play("pass")) == dead
