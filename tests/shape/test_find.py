"""Shapes in collections: the index finds what recognising each game finds."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, WHITE, Game, Position
from gokan.shape.find import Library, read_pattern
from gokan.shape.go.index import Index
from gokan.shape.go.observe import observe
from gokan.shape.go.record import classes

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "zobrist-cowan.sgf"

PATTERN = """
constraint wide
    add p black-one-stone-block
    add j black-two-point-jump
    add k black-one-point-jump
    overlap p j on black-alone
    overlap p k on black-alone

class wide-and-narrow
    title: a stone with both jumps
    one wide
"""


def random_game(seed: int, moves: int = 40) -> list[Position]:
    chance = random.Random(seed)
    positions = [Position.empty(9)]
    for _ in range(moves):
        now = positions[-1]
        legal = [p for p in range(81) if now.board[p] == 0 and now.is_legal(p)]
        positions.append(now.play(chance.choice(legal) if legal else PASS))
    return positions


GAMES = [(f"game {seed}", random_game(seed)) for seed in range(8)]
LIBRARY = Library.build(GAMES)
LEVEL_2 = [c.name for c in classes().at(2) if not c.name.endswith("-group")]


@pytest.mark.parametrize("name", LEVEL_2)
def test_the_index_finds_what_is_recognised(name: str) -> None:
    expected = []
    for game, positions in GAMES:
        index = Index(observe(positions), levels=2)
        found_here = [e for e in index.elements(2) if index.name(e.kind) == name]
        expected += [(game, e.start, e.end) for e in found_here]
    found = LIBRARY.find(name, most=10_000)
    assert sorted((h.game, h.start, h.end) for h in found.hits) == sorted(expected)
    assert found.total == len(expected)


def test_a_formation_is_found_by_its_order() -> None:
    position = Position.empty(19)
    positions = [position]
    for color, move in ((BLACK, "D4"), (BLACK, "F3"), (WHITE, "F5"), (WHITE, "D5"), (BLACK, "E4")):
        position = position.play(move, color)
        positions.append(position)
    library = Library.build([("formed", positions), ("at once", [positions[-1]])])
    found = library.find("black-corner-formation")
    assert {h.game for h in found.hits} == {"formed"}


def test_a_pattern_of_ones_own() -> None:
    setting, definition = read_pattern(PATTERN, file="mine")
    start = Position.empty(19).setup(black=["D10", "F10", "D7"])
    found = Library.build([("one", [start])]).find(definition, setting=setting)
    assert found.total == 1
    assert found.hits[0].points == ("D10",) or "D10" in found.hits[0].points
    with pytest.raises(InvalidInput, match="mine, line 3: "):
        read_pattern("constraint x\n    add a black-block\n    add b\n", file="mine")
    with pytest.raises(InvalidInput, match="defines no class"):
        read_pattern("", file="mine")


def test_an_index_is_kept_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "games.shapes"
    LIBRARY.save(file)
    again = Library.load(file)
    name = "black-hane"
    assert again.find(name) == LIBRARY.find(name)
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(InvalidInput, match="make it again"):
        Library.load(file)
    file.write_bytes(b"{}\n")
    with pytest.raises(InvalidInput, match="not an index"):
        Library.load(file)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    index = str(tmp_path / "one.shapes")
    assert run(["shape", "find", "black-eye", str(EXAMPLE), "--save", index]) == 0
    said = capsys.readouterr().out
    assert said.startswith("black eye: ")
    assert run(["shape", "find", "black-eye", index, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 1
    assert data["total"] >= 1
    assert run(["shape", "find", "no-such-shape", index]) == 2
    assert "there is no class 'no-such-shape'" in capsys.readouterr().err
    assert run(["shape", "find", "black-stone", index]) == 2
    capsys.readouterr()
    assert run(["shape", "find", "black-formation-002", index]) == 0  # a learned one
    assert capsys.readouterr().out.startswith("black hane: ")
    folder = tmp_path / "nothing"
    folder.mkdir()
    assert run(["shape", "find", "black-eye", str(folder), "--save", index]) == 2
    assert f"There are no games in {folder}." in capsys.readouterr().err
    assert run(["shape", "classes", "--level", "3"]) == 0
    assert "facing-groups" in capsys.readouterr().out
    assert run(["shape", "classes", "--level", "7"]) == 2
    assert "no classes of level 7; the levels are 0 to 3" in capsys.readouterr().err


def test_groups_face_each_other() -> None:
    index = Index(observe(Game.load(EXAMPLE).position(106)))
    assert index.levels == 3
    groups = [e for e in index.elements(2) if index.name(e.kind).endswith("-group")]
    assert len(groups) > 4
    for pair in index.elements(3):
        kinds = sorted(index.name(index.elements(2)[m].kind) for m in pair.members)
        assert kinds == ["black-group", "white-group"]
