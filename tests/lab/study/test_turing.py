"""Whose move is it: questions from games, and the count of answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan_lab.study.turing import judge, make_test


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(4):
        now, text = Position.empty(9), ""
        for number in range(24):
            legal = now.legal_moves()
            move = legal[(7 * number + 13 * seed) % len(legal)]
            text += f";{'BW'[number % 2]}[{chr(97 + move % 9)}{chr(97 + move // 9)}]"
            now = now.play(move)
        (folder / f"{seed}.sgf").write_text(f"(;SZ[9]{text})")
    return folder


def test_questions_hold_both_moves_and_whose_is_which(games: Path) -> None:
    test = make_test(games, program="random", count=3, seed=2)
    assert len(test.questions) == 3
    assert test.asked == test.agreed + 3
    for question in test.questions:
        assert question.moves[0] != question.moves[1]
        assert all(question.stones[m] == 0 for m in question.moves)
        moves = (games / question.name).read_text().split(";")[2:]
        text = moves[question.number - 1]
        played = ord(text[2]) - 97 + 9 * (ord(text[3]) - 97)
        assert question.moves[question.human] == played
    assert test == make_test(games, program="random", count=3, seed=2)


def test_answers_are_counted_with_an_interval(tmp_path: Path) -> None:
    path = tmp_path / "turing.json"
    answers = [{"human": 1, "answer": 1}, {"human": 0, "answer": 1}, {"human": 0, "answer": None}]
    path.write_text(json.dumps({"kind": "gokan turing", "program": "ets", "answers": answers}))
    verdict = judge(path)
    assert (verdict.right, verdict.of) == (1, 2)
    assert verdict.low < 0.5 < verdict.high
    assert "cannot be told" in verdict.explain()


@pytest.mark.parametrize("text", ["", "[]", '{"kind": "other"}', '{"kind": "gokan turing"}'])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InvalidInput, match="holds no answers"):
        judge(path)
