"""`shape.parse`: shapes of games with their moves, in words, pictures and JSON."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from gokan import pages, shape
from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import BLACK, SYMMETRIES, WHITE, Game, Position

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "zobrist-cowan.sgf"
GAME = Game.load(EXAMPLE)
SHAPES = shape.parse(GAME, move=106)


def swap(name: str) -> str:
    return name.replace("black", "?").replace("white", "black").replace("?", "white")


def names(shapes: shape.Shapes) -> Counter[tuple[str, int, int]]:
    return Counter((s.name, s.start, s.end) for s in shapes.shapes)


def line(game: Game, moves: int) -> list[Position]:
    return [game.position(n) for n in range(moves + 1)]


def test_a_position_is_seen_like_the_end_of_its_game() -> None:
    """What lives now does not hang on the past, but for formations and the moves it came with."""
    still = shape.parse(GAME.position(106))

    def here(shapes: shape.Shapes) -> Counter[tuple[str, tuple[int, ...]]]:
        """Groups also hold the places where they were met before."""
        return Counter(
            (s.name, s.points) for s in shapes.now() if not s.name.endswith(("group", "groups"))
        )

    assert here(SHAPES) == here(still)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_turning_and_mirroring_change_no_class(symmetry: int) -> None:
    turned = shape.parse([p.transform(symmetry) for p in line(GAME, 60)])
    assert names(turned) == names(shape.parse(GAME, move=60))


def test_colours_are_treated_alike() -> None:
    positions = line(GAME, 60)
    swapped = [
        Position.empty(19).setup(black=p.stones(WHITE), white=p.stones(BLACK)) for p in positions
    ]
    one, two = names(shape.parse(swapped)), names(shape.parse(positions))
    assert Counter({(swap(n), a, b): c for (n, a, b), c in one.items()}) == two


def test_translation_in_the_open() -> None:
    def at(dx: int, dy: int) -> Counter[str]:
        stones = [(5, 5), (7, 5), (8, 7)]
        black = [(y + dy) * 19 + x + dx for x, y in stones[:2]]
        white = [(y + dy) * 19 + x + dx for x, y in stones[2:]]
        found = shape.parse(Position.empty(19).setup(black=black, white=white))
        return Counter(s.name for s in found.shapes if "edge" not in s.name)

    assert at(0, 0) == at(3, 1) == at(1, 4)


def test_every_block_of_the_position_is_there() -> None:
    position = GAME.position(106)
    blocks = {frozenset(b.stones) for b in position.blocks()}
    found = {
        frozenset(s.stones)
        for s in SHAPES.now(level=1)
        if s.name.endswith(("one-stone-block", "black-block", "white-block"))
    }
    assert found == blocks


def test_the_words_name_points_and_moves() -> None:
    said = SHAPES.explain()
    assert said.startswith("Move 106 makes a white one-point jump (G14 H14 J14).")
    assert "Black eye" in said
    assert "Black eye: Q13 P12 Q12 R12 Q11, there since move 81." in said  # its block grew at 87
    assert shape.parse(Position.empty(5)).explain() == "No shapes: the board is empty."


def test_json_is_stable_and_whole() -> None:
    data = json.loads(json.dumps(SHAPES.to_dict()))
    assert data["certainty"] == "exact"
    assert len(data["shapes"]) == len(SHAPES.shapes)
    assert {"level", "class", "title", "from", "to", "alive", "stones", "empty"} == set(
        data["shapes"][0]
    )


@pytest.mark.parametrize("what", shape.PICTURES)
def test_pictures_are_svg(what: str) -> None:
    root = ET.fromstring(str(SHAPES.draw(what, theme="auto")))
    assert root.tag.endswith("svg")
    assert len(list(root.iter())) > 20


def test_an_unknown_picture_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no picture"):
        SHAPES.draw("smell")


def test_chunks_cover_stones() -> None:
    chunks = SHAPES.cover(0.3)
    stones = sum(1 for c in SHAPES.position.board if c)
    held = {p for s in chunks for p in s.stones}
    assert len(held) >= 0.3 * stones
    assert all(SHAPES.position.board[p] for p in held)


def test_a_block_grows_move_by_move() -> None:
    positions = [Position.empty(9)]
    for move in ("C3", "C4", "C5"):
        positions.append(positions[-1].play(move, BLACK))
    found = shape.parse(positions)
    lives = {(s.name, s.start, s.end) for s in found.shapes if s.name.endswith("block")}
    assert lives == {
        ("black-one-stone-block", 1, 1),
        ("black-two-stone-block", 2, 2),
        ("black-block", 2, 2),
        ("black-block", 3, 3),
    }
    assert {s.name for s in found.ended() if s.name.endswith("block")} == {
        "black-two-stone-block",
        "black-block",
    }


def test_looking_with_shape_knows_the_moves_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for file in (str(EXAMPLE), "-"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.read_bytes())))
        assert run(["look", file, "--move", "106", "--sense", "shape"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[0].endswith(SHAPES.explain() + "\n")
    assert "19 " in told[0].splitlines()[1]  # the board stands above the words
    assert run(["look", str(EXAMPLE), "--sense", "shape", "--picture", "smell"]) == 2


def test_the_page_holds_every_element_and_every_stone(tmp_path: Path) -> None:
    if "shape" not in pages.names():
        pytest.skip("the pages are not built")
    file = tmp_path / "shapes.html"
    assert (
        run(["look", str(EXAMPLE), "--move", "40", "--sense", "shape", "--output", str(file)]) == 0
    )
    text = file.read_text("utf-8")
    found = shape.parse(GAME, move=40)
    holder = text.split('id="data">')[1].split("</script>")[0]
    data = json.loads(holder)
    assert len(data["elements"]) == len(found.shapes)
    assert len(data["moves"]) == 41
    now = {(p, c) for p, c, start, end in data["stones"] if end == 40}
    assert now == {(p, c) for p, c in enumerate(GAME.position(40).board) if c}
    for kind, start, end, _, _, members in data["elements"]:
        assert 0 <= start <= end <= 40
        below = {data["classes"][data["elements"][m][0]]["level"] for m in members}
        assert below <= {data["classes"][kind]["level"] - 1}
    assert run(["look", str(EXAMPLE), "--sense", "sight", "--format", "html"]) == 2


def test_the_struct_shows_the_last_changes_in_lanes() -> None:
    start = Position.from_diagram(". . . . .\n. . X . .\n. X O X .\n. . . . .\n. . . . .")
    drawn = str(shape.parse([start, start.play("C2", BLACK)]).draw("struct"))
    assert "C4 black play C2" in drawn
    assert "C7 white removal C3" in drawn
    assert drawn.count("black is seen") == 1  # at C2; the other stones lie outside its cross


def test_a_corner_has_two_edges_that_meet() -> None:
    """On a narrow board a stone may be as far from two edges that do not."""
    found = shape.parse(Position.empty(5, 13).setup(white=["C7"]))
    assert not [s for s in found.shapes if "-corner-" in s.name]
    corner = shape.parse(Position.empty(5).setup(white=["C3"]))
    assert sum("three-three" in s.name for s in corner.shapes) == 4
