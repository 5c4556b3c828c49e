"""Pictures: their structure, their words, their limits; and a few against golden files."""

from __future__ import annotations

import builtins
import math
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan import draw
from gokan.draw import moves
from gokan.draw.theme import DARK, LIGHT
from gokan.errors import GokanError, IllegalMove, InvalidInput, InvalidVertex
from gokan.go import BLACK, WHITE, Position, diagram
from gokan.go.diagram import Diagram

SVG = "{http://www.w3.org/2000/svg}"
KO = Position.from_diagram(
    """
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    """
)


def tree(picture: draw.Svg) -> ET.Element:
    return ET.fromstring(str(picture))


def texts(picture: draw.Svg) -> list[str]:
    return ["".join(e.itertext()) for e in tree(picture).iter(f"{SVG}text")]


def circles(picture: draw.Svg, fill: str) -> list[ET.Element]:
    groups = [g for g in tree(picture).iter(f"{SVG}g") if g.get("fill") == fill]
    return [c for g in groups for c in g.iter(f"{SVG}circle")]


@pytest.mark.parametrize("size", [(1, 1), (9, 9), (19, 19), (25, 25), (5, 13), (25, 1)])
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_every_size_and_theme(size: tuple[int, int], theme: str) -> None:
    width, height = size
    board = bytes(p % 3 for p in range(width * height))
    picture = draw.board(Diagram(width, height, board), theme=theme)
    root = tree(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    colors = DARK if theme == "dark" else LIGHT
    assert len(circles(picture, colors["black"])) == board.count(1)
    assert len(circles(picture, colors["white"])) == board.count(2)
    assert texts(picture).count("A") == 2
    assert texts(picture).count(str(height)) >= 2
    box = [float(n) for n in (root.get("viewBox") or "").split()]
    assert box[2:] == [picture.width, picture.height]
    for e in root.iter():
        if e.tag in (f"{SVG}circle", f"{SVG}text"):
            x, y = e.get("cx") or e.get("x"), e.get("cy") or e.get("y")
            assert 0 <= float(x or -1) <= picture.width
            assert 0 <= float(y or -1) <= picture.height


def test_the_same_twice_and_small() -> None:
    board = bytes((p * p + p // 7) % 3 for p in range(361))
    first, second = (str(draw.board(Diagram(19, 19, board))) for _ in range(2))
    assert first == second
    assert len(first) < 20_000
    for outside in ("http://www.w3.org/2000/svg",):
        assert first.count("http") == first.count(outside)  # no fonts, scripts or links


def test_text_alternative_is_a_diagram_with_marks() -> None:
    position = KO.play("C3")
    picture = draw.board(
        position, labels={"A1": "x"}, marks={"B4": "triangle"}, caption="A ko.", description="More."
    )
    root = tree(picture)
    assert root.findtext(f"{SVG}title") == "Go board 5×4 with 7 stones, last move C3"
    lines = (root.findtext(f"{SVG}desc") or "").split("\n")
    assert lines[:2] == ["A ko.", "More."]
    read = diagram.parse("\n".join(lines[2:]))
    assert (read.board, read.last_move) == (position.board, position.point("C3"))
    assert read.marks == {position.point("A1"): "x", position.point("B4"): "triangle"}


@given(st.text(max_size=20), st.sampled_from(["title", "caption", "description", "heat_title"]))
def test_any_text_gives_valid_xml(text: str, where: str) -> None:
    picture = draw.board(KO, labels={0: text, 7: text}, heat={0: 1.0}, **{where: text})  # type: ignore[arg-type]
    tree(picture)


def test_points_as_vertices_or_numbers() -> None:
    by_name = draw.board(KO, labels={"A4": "a"}, marks={"E1": "dot"}, view=("A4", "C3"))
    by_number = draw.board(KO, labels={0: "a"}, marks={19: "dot"}, view=(0, 7))
    assert str(by_name) == str(by_number)


def test_last_move_ring() -> None:
    def rings(picture: draw.Svg) -> int:
        return sum(c.get("fill") == "none" for c in tree(picture).iter(f"{SVG}circle"))

    assert rings(draw.board(KO)) == 0
    assert rings(draw.board(KO.play("C3"))) == 1
    assert rings(draw.board(KO.play("C3"), last_move=False)) == 0
    assert rings(draw.board(KO.play("pass"))) == 0
    assert rings(draw.board(KO, last_move="B4")) == 1


def test_labels_fit_or_are_cut_with_the_whole_in_a_tooltip() -> None:
    given: dict[int, str | float] = {0: "a", 6: "a very long label", 12: 0.25, 18: 7}
    picture = draw.board(Position.empty(5), labels=given)
    labels = [e for e in tree(picture).iter(f"{SVG}text") if e.find(f"{SVG}title") is not None]
    assert [e.findtext(f"{SVG}title") for e in labels] == ["a very long label"]
    assert {"a", "0.25", "7"} <= set(texts(picture))


def test_grid_makes_room_for_labels() -> None:
    empty = Position.empty(3)
    assert "M32 32H80" in str(draw.board(empty))  # the top edge, in one stroke
    assert "M32 32H44M68 32H80" in str(draw.board(empty, labels={"B3": "a"}))


@pytest.mark.parametrize("shape", [*draw.SHAPES, "TR", "SQ", "CR", "MA", "SL", "TB", "TW"])
def test_every_mark_is_drawn_on_every_ground(shape: str) -> None:
    plain = str(draw.board(KO))
    pictures = [str(draw.board(KO, marks={v: shape})) for v in ("A4", "B4", "C4")]
    assert len({plain, *pictures}) == 4


def test_a_diagrams_own_marks_are_drawn() -> None:
    d = diagram.parse("X1 O  a\n.  .  .\nmarks: A1=triangle")
    assert {"1", "a"} <= set(texts(draw.board(d)))
    assert str(draw.board(d)) != str(draw.board(Diagram(d.width, d.height, d.board)))


def tints(picture: draw.Svg, color: str) -> list[ET.Element]:
    return [e for e in tree(picture).iter(f"{SVG}path") if e.get("fill") == LIGHT[color]]


def test_heat_with_signs_is_hatched_below_zero() -> None:
    picture = draw.board(Position.empty(3), heat=[0, 1, 2, 3, -1, -2, -3, None, math.nan])
    assert tints(picture, "positive")
    assert tints(picture, "negative")
    assert not tints(picture, "amount")
    hatched = [e for e in tree(picture).iter(f"{SVG}path") if e.get("stroke") == LIGHT["hatch"]]
    assert hatched
    assert {"−3", "0", "+3"} <= set(texts(picture))
    small = draw.board(Position.empty(3), heat={0: 1, 1: -1}, legend=False)
    assert len(tints(small, "positive")) == 1


def test_heat_without_signs_uses_one_color() -> None:
    picture = draw.board(Position.empty(3), heat={"A1": 0.5, "B2": 1})
    assert tints(picture, "amount")
    assert not tints(picture, "positive")
    assert {"0", "1"} <= set(texts(picture))


def test_heat_values_limit_and_words() -> None:
    picture = draw.board(
        Position.empty(3),
        heat={"A1": 12, "B2": -3.6, "C3": math.inf},
        heat_values=True,
        heat_limit=20,
        heat_title="Influence",
        heat_ends=("White", "Black"),
    )
    assert {"+12", "−4", "∞", "Influence", "White −20", "+20 Black"} <= set(texts(picture))


def test_heat_of_zeros_is_blank() -> None:
    picture = draw.board(Position.empty(3), heat=[0.0] * 9, legend=False)
    assert not tints(picture, "amount")


def test_ownership_squares_grow() -> None:
    picture = draw.board(Position.empty(2), ownership=[1, 0.25, -1, 0])
    black, white = (
        "".join(e.get("d") or "" for e in tints(picture, color)) for color in ("black", "white")
    )
    assert black.count("z") == 2
    assert white.count("z") == 1
    assert "h11v11" in black
    assert "h5.5v5.5" in black


class Array:
    """As much of a numpy array as is asked of one."""

    def __init__(self, *rows: list[float]) -> None:
        self.rows = rows

    def ravel(self) -> Array:
        return Array([value for row in self.rows for value in row])

    def tolist(self) -> list[float]:
        return self.rows[0]


def test_arrays_in_rows_will_do() -> None:
    rows: Any = Array([1, -1], [0.5, 0])
    for option in ("heat", "ownership"):
        flat: Any = {option: [1, -1, 0.5, 0]}
        made = draw.board(Position.empty(2), **{option: rows})
        assert str(made) == str(draw.board(Position.empty(2), **flat))


def test_borders_run_between_regions_and_are_joined() -> None:
    picture = draw.board(Position.empty(3), borders=["a", "a", "b"] * 3)
    edges = [e for e in tree(picture).iter(f"{SVG}path") if e.get("stroke") == LIGHT["border"]]
    assert [e.get("d") for e in edges] == ["M68 20v72"]
    whole = draw.board(Position.empty(3), borders=[1] * 9)
    assert str(whole) == str(draw.board(Position.empty(3)))


def test_highlight_outline_goes_around() -> None:
    picture = draw.board(Position.empty(3), highlight=["A3"])
    edges = [e for e in tree(picture).iter(f"{SVG}path") if e.get("stroke") == LIGHT["accent"]]
    assert [e.get("d") for e in edges] == ["M20 20h24M20 44h24M20 20v24M44 20v24"]


def test_arrows_lines_ghosts_and_dimming_change_the_picture() -> None:
    plain = str(draw.board(KO))
    options: list[dict[str, Any]] = [
        {"arrows": [("A1", "E4")]},
        {"lines": [("A1", "E4")]},
        {"ghosts": {"A1": "white"}},
        {"ghosts": {"A1": BLACK}},
        {"dim": ["A1", "A2"]},
        {"coordinates": False},
        {"title": "A ko"},
        {"size": 300},
    ]
    assert len({plain, *(str(draw.board(KO, **o)) for o in options)}) == len(options) + 1
    assert str(draw.board(KO, arrows=[("A1", "A1")])) == plain


def test_view_crops() -> None:
    position = Position.empty(19).play("Q16").play("D4")
    picture = draw.board(position, view=("K10", "T19"))
    assert "K" in texts(picture)
    assert "A" not in texts(picture)
    assert len(circles(picture, LIGHT["black"])) == 1
    assert not circles(picture, LIGHT["white"])
    whole = draw.board(position)
    assert picture.width < whole.width
    assert str(draw.board(position, view=())) == str(whole)
    outside = draw.board(position, view=["K10"], labels={"A1": "a"}, arrows=[("A1", "B1")])
    assert "a" not in texts(outside)


def test_auto_theme_is_light_with_a_dark_style_sheet() -> None:
    picture = str(draw.board(KO, theme="auto"))
    assert "@media (prefers-color-scheme:dark)" in picture
    assert LIGHT["wood"] in picture
    assert DARK["wood"] in picture
    assert "<style>" not in str(draw.board(KO, theme="dark"))


def test_palette_differs_in_lightness() -> None:
    def lightness(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    def contrast(a: str, b: str) -> float:
        low, high = sorted((lightness(a), lightness(b)))
        return (high + 0.05) / (low + 0.05)

    for theme in (LIGHT, DARK):
        assert contrast(theme["black"], theme["on_black"]) > 7
        assert contrast(theme["white"], theme["on_white"]) > 7
        assert contrast(theme["black"], theme["white"]) > 7
        assert contrast(theme["page"], theme["page_ink"]) > 7
        for ground in ("wood", "paper"):
            assert contrast(theme[ground], theme["ink"]) > 4.5
            assert contrast(theme[ground], theme["line"]) > 2.2
        assert contrast(theme["casing"], theme["border"]) > 4
        assert contrast(theme["casing"], theme["accent"]) > 4


# --- sequences ---------------------------------------------------------------------------------


def test_sequence_numbers_and_notes() -> None:
    picture = draw.sequence(KO, ["C3", "E1", "D1", "B3", "pass", "A1", "C3"], first=3)
    assert {"3", "4", "5", "8"} <= set(texts(picture))
    assert "6 at B3, 7 pass, 9 at 3" in texts(picture)
    assert len(circles(picture, LIGHT["black"])) == KO.board.count(1) + 2


def test_passes_share_a_note() -> None:
    picture = draw.sequence(KO, ["A1", "pass", "E1", "pass"], passes="elsewhere")
    assert "2, 4 elsewhere" in texts(picture)


def test_sequence_checks_moves_on_a_position() -> None:
    with pytest.raises(IllegalMove, match="occupied"):
        draw.sequence(KO, ["B4"])
    with pytest.raises(InvalidVertex):
        draw.sequence(KO, ["Z9"])


def test_sequence_with_colors_and_on_a_diagram() -> None:
    figure = moves.lay_out(
        diagram.parse(". . .\nto play: white"), ["A1", ("white", 1), ("B", "C1")]
    )
    assert figure.board == bytes([WHITE, WHITE, BLACK])
    assert figure.labels == {0: "1", 1: "2", 2: "3"}


# --- refusing ----------------------------------------------------------------------------------

BAD: list[tuple[dict[str, Any], str]] = [
    ({"theme": "sepia"}, "there is no theme 'sepia': choose light, dark or auto"),
    ({"marks": {"A1": "star"}}, "there is no mark 'star': choose from triangle, square,"),
    ({"labels": {"Z1": "a"}}, "Z1 is not on a board of 5x4"),
    ({"labels": {99: "a"}}, "point 99 is not on a board of 5x4"),
    ({"view": ["pass"]}, "a pass is not on a board of 5x4"),
    ({"heat": [1, 2]}, "heat has 2 values, and a board of 5x4 needs 20"),
    ({"heat": {0: 1}, "heat_scale": "log"}, "there is no heat scale 'log': choose auto,"),
    ({"heat": {0: 1}, "heat_limit": 0}, "the heat limit must be above 0, and it is 0"),
    ({"ownership": [0]}, "ownership has 1 values"),
    ({"borders": "abc"}, "borders has 3 values"),
    ({"ghosts": {"A1": "green"}}, "'green' is not a colour: say black or white"),
    ({"ghosts": {"A1": 3}}, "3 is not a colour: say black or white"),
    ({"size": 0}, "a picture cannot be 0 pixels wide"),
    ({"size": math.inf}, "a picture cannot be inf pixels wide"),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=lambda v: str(v)[:30])
def test_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        draw.board(KO, **options)
    assert str(caught.value).startswith(message)


# --- files -------------------------------------------------------------------------------------


def test_svg_object_and_save(tmp_path: Path) -> None:
    picture = draw.board(KO, size=320)
    assert picture._repr_svg_() == str(picture) == KO.draw(size=320)._repr_svg_()
    assert repr(picture) == "<Svg 320x272>"
    path = picture.save(tmp_path / "ko.svg")
    assert path.read_text("utf-8") == str(picture)
    assert [p.name for p in tmp_path.iterdir()] == ["ko.svg"]
    with pytest.raises(InvalidInput, match=r"ko\.jpg should end in \.svg or \.png"):
        picture.save(tmp_path / "ko.jpg")
    with pytest.raises(GokanError, match=r"Cannot write .*No such file"):
        picture.save(tmp_path / "missing" / "ko.svg")


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_png(tmp_path: Path, theme: str) -> None:
    try:
        import cairosvg  # noqa: F401
    except (ImportError, OSError):
        pytest.skip('needs the extra "png" and the cairo library of the system')
    picture = draw.board(KO, theme=theme, heat={0: 1}, caption="A ko")
    data = picture.save(tmp_path / "ko.PNG").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == 2 * picture.width
    for scale in (0, -1, 1e9, math.nan):
        with pytest.raises(InvalidInput, match="scale"):
            picture.png(scale=scale)


@pytest.mark.parametrize(
    ("error", "message"), [(ImportError, r'pip install "gokan\[png\]"'), (OSError, "libcairo2")]
)
def test_png_without_its_package(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], message: str
) -> None:
    real: Callable[..., Any] = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "cairosvg":
            raise error
        return real(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "cairosvg", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(GokanError, match=message):
        draw.board(KO).png()


def test_pictures_of_the_guide_are_current(repo: Path, tmp_path: Path) -> None:
    """They serve as golden files too; after a wanted change run `make pictures`."""
    import subprocess

    subprocess.run([sys.executable, repo / "tools" / "pictures.py", tmp_path], check=True)
    made = {p.name: p.read_text("utf-8") for p in tmp_path.glob("*.svg")}
    kept = {p.name: p.read_text("utf-8") for p in (repo / "docs/guide/pictures").glob("*.svg")}
    assert made.keys() == kept.keys()
    assert [name for name in made if made[name] != kept[name]] == []


def test_a_label_of_any_length_is_cut_in_no_time() -> None:
    """Labels come from strangers' records."""
    began = time.monotonic()
    text = str(draw.board(Position.empty(3), labels={0: "x" * 200_000}))
    assert time.monotonic() - began < 10
    assert ">xxxx…<" in text or ">xxxxx…<" in text
