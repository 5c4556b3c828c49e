"""Text diagrams: every style we promise to read, and the round trip of the one we write."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan.errors import InvalidDiagram
from gokan.go import BLACK, WHITE, diagram
from gokan.go.diagram import Diagram


@st.composite
def diagrams(draw: st.DrawFn, max_size: int = 6) -> Diagram:
    width = draw(st.integers(1, max_size))
    height = draw(st.integers(1, max_size))
    area = width * height
    board = bytes(draw(st.lists(st.integers(0, 2), min_size=area, max_size=area)))
    short = st.sampled_from([*"19abAXOxoBW#+|()$:é.", "", "10", "triangle", 'a "quoted" one', "\n"])
    marks = draw(st.dictionaries(st.integers(0, area - 1), short | st.text(max_size=4), max_size=8))
    last = draw(st.none() | st.integers(0, area - 1))
    return Diagram(width, height, board, marks, last, draw(st.sampled_from([None, BLACK, WHITE])))


@given(diagrams(), st.booleans())
def test_round_trip(d: Diagram, coordinates: bool) -> None:
    text = diagram.render(
        d.width,
        d.height,
        d.board,
        marks=d.marks,
        last_move=d.last_move,
        to_play=d.to_play,
        coordinates=coordinates,
    )
    assert diagram.parse(text) == d
    assert all(line == line.rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("size", [(1, 1), (25, 25), (5, 13), (25, 1), (1, 25), (19, 19)])
@pytest.mark.parametrize("coordinates", [True, False])
def test_round_trip_of_sizes(size: tuple[int, int], coordinates: bool) -> None:
    width, height = size
    board = bytes((7 * p + p // 5) % 3 for p in range(width * height))
    text = diagram.render(width, height, board, coordinates=coordinates)
    assert diagram.parse(text) == Diagram(width, height, board)


@given(st.text(alphabet=st.sampled_from('XO.+a1 2|-\n()$B:=marks"C3'), max_size=60) | st.text())
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        d = diagram.parse(text)
    except InvalidDiagram as e:
        message = str(e)
        assert not message.endswith(".")
        assert "\n" not in message
        assert len(message) < 300
    else:
        assert len(d.board) == d.width * d.height
        assert diagram.parse(str(d)) == d


STYLES = {
    "spaces": "X O .\n. . a",
    "no spaces": "XO.\n..a",
    "indented, with blank lines": "\n\n    X O .\n    . . a\n\n",
    "frame": "+-----+\n|X O .|\n|. . a|\n+-----+",
    "compact frame": "+---+\n|XO.|\n|..a|\n+---+",
    "other letters": "# W ,\n* + a",
    "small letters": "xo.\n..a",
    "glyphs": "● ○ ·\n· · a",
    "coordinates": "  A B C\n2 X O . 2\n1 . . a 1\n  A B C",
    "coordinates on the left": "2 X O .\n1 . . a\n  A B C",
    "numbers alone": "2 X O .\n1 . . a",
    "numbers alone, both sides": "2 X O . 2\n1 . . a 1",
    "letters alone": "A B C\nX O .\n. . a",
    "compact with coordinates": "  ABC\n2 XO. 2\n1 ..a 1\n  ABC",
    "framed coordinates": "    A B C\n  +-------+\n2 | X O . |\n1 | . . a |\n  +-------+",
    "reply": "= \n   A B C\n 2 X O . 2\n 1 . . a 1\n   A B C\n\n",
    "windows line ends": "X O .\r\n. . a\r\n",
    "mark in front": "X O .\n. . .a",
    "marks below": "X O .\n. . .\nmarks: C1=a",
    "marks below, quoted": 'X O .\n. . .\nmarks: c1="a"',
    "sensei": "$$ A title\n$$ | X O .\n$$ | . . a",
    "sensei without a title": "$$ X O .\n$$ . . a",
}


@pytest.mark.parametrize("text", STYLES.values(), ids=STYLES.keys())
def test_styles(text: str) -> None:
    assert diagram.parse(text) == Diagram(3, 2, bytes([1, 2, 0, 0, 0, 0]), {5: "a"})


def test_marks_on_stones() -> None:
    d = diagram.parse("X1O2. \n. X3a\nmarks: A2=triangle")
    assert d.board == bytes([1, 2, 0, 0, 1, 0])
    assert d.marks == {0: "triangle", 1: "2", 4: "3", 5: "a"}


def test_gnu_go_showboard() -> None:
    d = diagram.parse(
        """=
   A B C D E
 5 . . . . . 5
 4 . . . X . 4
 3 . . + .(O)3
 2 . . . . . 2     WHITE (O) has captured 0 stones
 1 . . . . . 1     BLACK (X) has captured 12 stones
   A B C D E
"""
    )
    assert (d.width, d.height) == (5, 5)
    assert [p for p in range(25) if d.board[p]] == [8, 14]
    assert (d.last_move, d.to_play, d.marks) == (14, None, {})


def test_katago_showboard() -> None:
    d = diagram.parse(
        """= MoveNum: 2 HASH: 0D5A0A0E5A2B4B6C
   A B C D E
 5 . . . . .
 4 . . . X1.
 3 . . . .O2
 2 . . . . .
 1 . . . . .
Next player: White
Rules: {"ko":"POSITIONAL","suicide":true}
B stones captured: 0
"""
    )
    assert d.marks == {8: "1", 14: "2"}
    assert d.to_play == 2


def test_pachi_showboard() -> None:
    d = diagram.parse(
        """Move:   1  Komi: 7.5  Handicap: 0  Captures B: 0 W: 0
      A B C D
    +---------+
  4 | . . . . |
  3 | . . X). |
  2 | . . . . |
  1 | . . . . |
    +---------+
"""
    )
    assert (d.width, d.height, d.last_move) == (4, 4, 6)


def test_digits_may_be_marks_or_row_numbers() -> None:
    assert diagram.parse("2 . X\n1 . O").width == 2  # they count down to 1: coordinates
    assert diagram.parse("1 . X\n2 . O").width == 3
    d = diagram.parse("  A B C\n1 . . 1")
    assert (d.width, d.marks) == (3, {2: "1"})
    d = diagram.parse("  A B C\n1 . . 1 1")
    assert (d.width, d.marks) == (3, {2: "1"})


def test_sensei_symbols_and_moves() -> None:
    d = diagram.parse(
        """
$$Wm11 The third move captures
$$  -----------
$$ | X O B W # @
$$ | Y Q Z P C S
$$ | T M , a 1 2
$$ | 3 . . . . .
$$ [a|SomePage]
$$ {AR A1 B2}
"""
    )
    assert d.board == bytes(
        [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 0, 0, 0, 0, 0, 0, 2, 1, 2, 0, 0, 0, 0, 0]
    )
    assert d.marks == {
        2: "circle", 3: "circle", 4: "square", 5: "square", 6: "triangle", 7: "triangle",
        8: "cross", 9: "cross", 10: "circle", 11: "square", 12: "triangle", 13: "cross",
        15: "a", 16: "11", 17: "12", 18: "13",
    }  # fmt: skip
    assert (d.last_move, d.to_play) == (18, 1)


def test_sensei_part_of_a_board() -> None:
    d = diagram.parse("$$B9\n$$ . X |\n$$ . . |\n$$ -----")
    assert (d.width, d.height) == (9, 9)
    assert [p for p in range(81) if d.board[p]] == [7 * 9 + 8]


NO_BOARD = "the diagram has no board; write rows such as '. X O .'"
NO_LINE = (
    "line 2 of the diagram is neither a row of the board nor a line that begins with 'marks:' or"
    " 'to play:' (black or white)"
)
BAD = [
    ("", NO_BOARD),
    ("+--+\n+--+", NO_BOARD),
    ("(", "line 1 of the diagram has no points"),
    ("X O\n. . .", "line 2 of the diagram has 3 points, but line 1 has 2"),
    (
        "X O\n. ?",
        (
            "line 2 of the diagram has '?' after 1 point; use '.' for empty, 'X' for black, 'O' for"
            " white, and letters or digits as marks"
        ),
    ),
    (".\n" * 26, "the diagram has 26 rows; boards go up to 25"),
    ("." * 26, "the diagram is 26 points wide; boards go up to 25"),
    (
        "  A B C\n2 . . .\n1 . .",
        "line 3 of the diagram has 2 points, but the letters name 3 columns",
    ),
    (
        "  A B C\n2 . . .\n2 . . ",
        "line 3 of the diagram is numbered 2, but 2 rows count down to 1, so it should be 1",
    ),
    (
        "(X) .\n. (O)",
        (
            "line 2 of the diagram has a second point in brackets; only the last move stands in"
            " brackets"
        ),
    ),
    (". .\nmarks: C1=a", "line 2 of the diagram marks C1, which is not on a 2x1 board"),
    (
        ". .\nmarks: A1=a B1",
        (
            "line 2 of the diagram has a mark that cannot be read at 'B1'; write marks as C3=1 or"
            ' D4="two words"'
        ),
    ),
    (
        '. .\nmarks: A1="\\q"',
        (
            "line 2 of the diagram has a quoted mark at A1 that cannot be read; inside quotes,"
            ' write \\" for a quote and \\\\ for a backslash'
        ),
    ),
    (". .\nmraks: A1=a", NO_LINE),
    (". .\nto play: green", NO_LINE),
    ("$$B", "the diagram has no board; write rows such as '$$ . X O .'"),
    ("$$ . X\n$$ .", "line 2 of the diagram has 1 point, but line 1 has 2"),
    (
        "$$ . X\n$$ . !",
        (
            "line 2 of the diagram has '!' after 1 point, which is not a sign of a Sensei's Library"
            " diagram"
        ),
    ),
    (
        "$$B9\n$$ . X |",
        (
            "the diagram shows 1 of 9 lines, and no frame says whether they are at the top or"
            " bottom; draw that edge of the board"
        ),
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(InvalidDiagram) as caught:
        diagram.parse(text)
    assert str(caught.value) == message


def test_huge_text_is_refused() -> None:
    with pytest.raises(InvalidDiagram, match="100000"):
        diagram.parse("." * 200_000)


@pytest.mark.parametrize("args", [(0, 1, b""), (26, 1, bytes(26)), (2, 2, bytes(3)), (1, 1, b"\3")])
def test_render_refuses_what_is_no_board(args: tuple[int, int, bytes]) -> None:
    with pytest.raises(InvalidDiagram):
        diagram.render(*args)


def test_long_marks_are_wrapped() -> None:
    marks = {p: f"mark-number-{p}" for p in range(81)}
    text = diagram.render(9, 9, bytes(81), marks=marks)
    assert max(map(len, text.split("\n"))) <= 90
    assert diagram.parse(text).marks == marks


def test_a_pass_as_last_move_is_not_shown() -> None:
    assert "(" not in diagram.render(2, 2, bytes(4), last_move=-1)
    assert "(" not in diagram.ansi(2, 2, bytes(4), last_move=-1)


def test_ansi_board_is_readable_without_colors() -> None:
    board = bytes([1, 2, 0, 0, 1, 2])
    plain = diagram.ansi(3, 2, board, marks={2: "a", 4: "7"}, last_move=0, color=False)
    assert plain == "  A B C\n2(●)○ a 2\n1 · 7 ○ 1\n  A B C"
    colored = diagram.ansi(3, 2, board, marks={2: "a", 4: "7"}, last_move=0)
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain.replace("○", "●")
    assert all(
        line.endswith("\x1b[0m" + str(2 - i)) for i, line in enumerate(colored.split("\n")[1:3])
    )


@pytest.mark.parametrize("size", [1, 2, 5, 7, 9, 13, 19, 25])
def test_star_points_are_symmetric(size: int) -> None:
    stars = set(diagram.star_points(size, size))
    assert {size * size - 1 - p for p in stars} == stars
    assert {p % size * size + p // size for p in stars} == stars


def test_a_row_of_bars_is_read_at_once() -> None:
    """Found by fuzzing: telling rows from headings took twice as long for each bar more."""
    text = "$$ " + "|" * 60 + "0 title\n$$ | . X . |\n$$ | . . . |\n$$ | . . . |\n"
    with contextlib.suppress(InvalidDiagram):
        diagram.parse(text)
