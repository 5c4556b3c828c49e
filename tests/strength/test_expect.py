"""The model of professional moves: chances, symmetry, learning, bad files."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import Any

import pytest

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.strength import expect
from gokan.strength.expect import load_model, model
from gokan_lab.fits.strength import Plan, main, read_games, train
from gokan_lab.study import predict


def opening() -> tuple[Position, list[int]]:
    position = Position.empty(19)
    before = []
    for vertex in ("Q16", "D4", "Q4", "D16", "C6"):
        before.append(position.point(vertex))
        position = position.play(vertex)
    return position, before


def test_chances_add_up_and_are_sorted() -> None:
    position, before = opening()
    found = expect(position, before=before)
    chances = [move.chance for move in found.moves]
    assert sum(chances) == pytest.approx(1)
    assert chances == sorted(chances, reverse=True)
    assert [m.move for m in sorted(found.moves, key=lambda m: m.move)] == position.legal_moves()
    assert found.chance("A1") < 0.001
    assert found.chance("Q16") == 0
    assert len(found.to_dict()["moves"]) == len(chances)


def test_turned_and_colour_swapped_positions_get_the_same_chances() -> None:
    position, _ = opening()
    base = sorted(move.chance for move in expect(position, before=[]).moves)
    for symmetry in range(8):
        for turned in (position.transform(symmetry), position.transform(symmetry).swap_colors()):
            found = expect(turned, before=[])
            # Moves are solved in groups of neighbours, and these differ when the board is turned.
            assert sorted(m.chance for m in found.moves) == pytest.approx(base, abs=1e-2)


def test_capturing_and_answering() -> None:
    position = Position.empty(19).setup(black=["D3", "D4", "C5"], white=["C4", "C3", "E4"])
    position = position.play("B4", position.to_play).setup(to_play=position.to_play)
    assert expect(position).moves[0].chance > 0.05


def test_other_boards_and_no_moves() -> None:
    assert expect(Position.empty(1)).moves == ()
    assert len(expect(Position.empty(9)).moves) == 81
    with pytest.raises(InvalidInput, match="not a move"):
        expect(Position.empty(9), before=[100])


def test_learning_is_repeatable_and_saved(tmp_path: Path) -> None:
    games = ["pdddpqdpqcccfqcnkqmqqkqi", "ddppdppdqncqcpjd"] * 8
    plan = Plan(games=12, least=2, every=1, passes=3, strength_every=1)
    first, second = (train(games, plan) for _ in range(2))
    assert first.model.save() == second.model.save()
    first.save(tmp_path)
    again = load_model((tmp_path / "moves.gkm").read_bytes())
    assert again.patterns > 0
    with pytest.raises(InvalidInput, match="no games"):
        train([])


def test_bad_files(tmp_path: Path) -> None:
    whole = zlib.decompress(zlib.compress(_core.MoveModel(True, True, True).save()))
    for bad in (b"", b"nonsense", zlib.compress(whole[:50]), zlib.compress(b"GOKAN" + whole)):
        with pytest.raises(InvalidInput, match="not a model"):
            load_model(bad)
    (tmp_path / "games.tsv.gz").write_text("not packed")
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_games(tmp_path / "games.tsv.gz")


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"every": 0}, "every"),
        ({"every": -1}, "every"),
        ({"strength_every": 0}, "strength_every"),
        ({"games": 2.5}, "whole number"),
        ({"least": 0}, "least"),
        ({"rate": float("nan")}, "rate"),
        ({"strength_rates": (0.1, -1)}, "rate"),
    ],
)
def test_plans_that_make_no_sense(options: dict[str, Any], word: str) -> None:
    with pytest.raises(InvalidInput, match=word):
        Plan(**options)
    with pytest.raises(ValueError, match="at least 1"):
        _core.MoveModel(True, True, False).train(["pdddpq"], 0, 0, 0.1, True)


def test_learning_complains_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = gzip.compress(b"a\t1900\t\t\tpdddpq\n" * 1000)
    (tmp_path / "cut.tsv.gz").write_bytes(packed[: len(packed) // 2])
    assert main([str(tmp_path / "cut.tsv.gz"), "--out", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main([str(tmp_path / "none.tsv.gz"), "--every", "0"]) == 2
    assert "every" in capsys.readouterr().err


def test_without_strength() -> None:
    position, _ = opening()
    full, plain = (dict(model(strength=s).scores(position.core, -1, -1)) for s in (True, False))
    assert full.keys() == plain.keys()
    assert full != plain


def test_professional_moves(data_dir: Path) -> None:
    found = predict(data_dir / "pro_games.jsonl", ranker="strength", limit=3, workers=1)
    summary = found.summary()
    assert summary["top1"] > 25
    assert summary["survival"]["85"] > 85
