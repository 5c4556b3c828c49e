"""Templates: each one's own examples, the coverage of the book, the format, and the matchers."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan import sight
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.sight import WITH_LAST_MOVE, InvalidTemplate, Library, Template, load
from gokan.sight.template import Example, parse

from . import twin
from .test_see import random_position

BOOK = load(WITH_LAST_MOVE)
BOOK_ALONE = load()


@pytest.mark.parametrize("template", BOOK.templates, ids=lambda t: t.name)
def test_examples(template: Template) -> None:
    assert template.reason.endswith((".", "?"))
    assert Library([template]).check() == []


@pytest.mark.parametrize("template", BOOK.templates, ids=lambda t: t.name)
def test_examples_hold_in_all_orientations_and_both_colours(template: Template) -> None:
    library = Library([template])
    for example in template.matches:
        spoken = len(library.counts(example.position))
        for symmetry in range(8):
            turned = turn(example, symmetry)
            assert len(library.counts(turned)) == spoken
            assert library.counts(turn(example, symmetry, swap=True)) == library.counts(turned)


def turn(example: Example, symmetry: int, *, swap: bool = False) -> Position:
    """The example turned, and with colours exchanged, its last move still the last move."""
    position = Position.from_board(example.board, example.width).transform(symmetry)
    if swap:
        position = position.swap_colors()
    mover = WHITE if swap else BLACK
    if example.last is None:
        return position.with_to_play(mover)
    alone = bytes(p == example.last for p in range(len(example.board)))
    [last] = Position.from_board(alone, example.width).transform(symmetry).stones(BLACK)
    return position.with_to_play(mover.opponent).play(last)


def test_the_book_is_at_least_the_papers() -> None:
    weighing = [t for t in BOOK_ALONE.templates if t.weight is not None]
    marking = [t for t in BOOK_ALONE.templates if t.marks]
    assert len(weighing) >= 65
    assert len(marking) >= 20
    assert len(weighing) + len(marking) == len(BOOK_ALONE.templates)
    names = [t.name for t in BOOK.templates]
    assert len(names) == len(set(names))


def test_the_two_printed_weights_are_kept() -> None:
    weights = {t.name: t.weight for t in BOOK_ALONE.templates}
    assert (weights["save-by-joining"], weights["interface"]) == (500, 40)


def test_fitted_weights_keep_the_sign_given_by_hand() -> None:
    for t in BOOK.templates:
        if t.weight is not None and t.by_hand is not None:
            assert t.weight * t.by_hand > 0
            assert abs(t.by_hand) / 4 - 1 <= abs(t.weight) <= abs(t.by_hand) * 4 + 1 or t.pinned


def test_the_paper_book_does_not_look_at_the_last_move() -> None:
    last = twin.FEATURES.index("last")
    for t in BOOK_ALONE.templates:
        assert all(f != last for _, _, c in t.cells if c is not None for f, _, _ in c)


# --- matching -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height", "moves"), [(9, 9, 45), (6, 9, 20), (9, 9, 10)])
def test_the_matcher_agrees_with_the_slow_twin(width: int, height: int, moves: int) -> None:
    position = random_position(width + moves, width, height, moves)
    for color in (BLACK, WHITE):
        found: dict[int, dict[int, int]] = {i: {} for i in range(len(BOOK.templates))}
        for index, point, times in BOOK.counts(position, color):
            found[index][point] = times
        table = twin.features(position, color)
        for index, template in enumerate(BOOK.templates):
            assert found[index] == twin.matches(position, color, template, table), template.name


def test_scan_is_the_sum_of_the_counts() -> None:
    for seed in range(4):
        position = random_position(seed, 19, 19, 40 * seed)
        weights, marks = BOOK_ALONE.scan(position)
        expected = [0] * 361
        marked = set()
        for index, point, times in BOOK_ALONE.counts(position):
            template = BOOK_ALONE.templates[index]
            expected[point] += (template.weight or 0) * times
            if (0, 0) in template.marks:
                marked.add(point)
        assert weights == expected
        assert marked <= set(marks)
        assert all(position.board[p] == 0 for p in marks)


def test_the_largest_weights_add_up() -> None:
    one = GOOD.replace("    *a\nwhere:\n    a own", "    *,,\n    ?,?").replace("1", "99999")
    library = Library(
        t for n in range(2000) for t in parse(one.replace("template t", f"template t{n}"))
    )
    position = Position.empty(5)
    weights, _ = library.scan(position)
    assert library.counts(position)[12] == (0, 12, 8)
    assert weights[12] == 2000 * 8 * 99999


def test_marks_beside_the_star_turn_with_the_template() -> None:
    [template] = parse(
        "template t\nreason: A test.\nshape:\n    *.\n    ?X\nmark: * .\n", file="test"
    )
    library = Library([template])
    position = Position.from_diagram(". . .\n. . .\n. . X")
    _, marks = library.scan(position)
    row_col = sorted((p // 3, p % 3) for p in marks)
    assert row_col == [(1, 1), (1, 2), (2, 1)]


# --- the format -----------------------------------------------------------------------------------

GOOD = "template t\nreason: A test.\nshape:\n    *a\nwhere:\n    a own\nweight: 1\n"


def with_where(line: str) -> str:
    return GOOD.replace("    a own", f"    {line}")


MISTAKES = [  # what is written, the line it is on, what is said
    (GOOD.replace("    *a", "    aa"), 3, "exactly one `\\*`"),
    (GOOD.replace("    *a\n", ""), 1, "give a shape"),
    (GOOD.replace("    *a", "    * a"), 4, "no spaces between"),
    (GOOD.replace("    *a", "    *b"), 6, "no 'a' in the shape"),
    (GOOD.replace("    *a", "    *ab"), 1, "does not say what 'b' means"),
    (GOOD.replace("    *a", "    *???????a"), 1, "more than 6 points"),
    (GOOD.replace("shape:", "shape: *a"), 3, "indented lines below it"),
    (GOOD.replace("where:", "shape:\n    *a\nwhere:"), 5, "'shape' is given a second time"),
    (GOOD.replace("    *a", "\t*a"), 4, "use spaces, not tabs"),
    (with_where("a blue"), 6, "unknown condition 'blue'"),
    (with_where("a liberties"), 6, "unknown condition"),
    (with_where("a liberties .."), 6, "unknown condition"),
    (with_where("a liberties 1-3"), 6, "unknown condition 'liberties 1-3'"),
    (with_where("a liberties 1...3"), 6, "unknown condition"),
    (with_where("a liberties 5..1"), 6, "ends before it begins"),
    (with_where("a own,"), 6, "unknown condition ''"),
    (with_where("a own, enemy"), 6, "can never hold together"),
    (with_where("a liberties 1, liberties 3.."), 6, "can never hold together"),
    (GOOD.replace("    *a", "    *X").replace("a own", "X enemy"), 6, "can never hold together"),
    (with_where("a own\n    a liberties 1"), 7, "'a' has a line in `where` already"),
    (GOOD.replace("weight", "where:\n    a own\nweight"), 7, "'where' is given a second time"),
    (with_where("a own\n    b own"), 7, "no 'b' in the shape"),
    (with_where("a own\n    # own").replace("*a", "*a#"), 7, "'#' takes no conditions"),
    (with_where("a own\n    ? own").replace("*a", "*a?"), 7, "'\\?' takes no conditions"),
    (with_where("a"), 6, "a symbol, a space and conditions"),
    (GOOD.replace("weight: 1", "weight: many"), 7, "not a whole number"),
    (GOOD.replace("weight: 1", "weight: 1.5"), 7, "not a whole number"),
    (GOOD.replace("weight: 1", "weight: 100000"), 7, "at most five digits"),
    (GOOD + "by hand: some\n", 8, "not a whole number"),
    (GOOD + "weight: 2\n", 8, "'weight' is given a second time"),
    (GOOD + "mark: *\n", 1, "either a weight or a mark"),
    (GOOD.replace("weight: 1\n", ""), 1, "either a weight or a mark"),
    (GOOD.replace("weight: 1", "mark:"), 7, "nothing stands behind 'mark'"),
    (GOOD.replace("weight: 1", "mark: z"), 7, "not in the shape"),
    (GOOD.replace("weight: 1", "mark: * *"), 7, "marked twice"),
    (GOOD.replace("weight: 1", "mark: a"), 7, "an x goes on an empty point"),
    (GOOD.replace("weight: 1", "mark: #").replace("*a", "*a#"), 7, "an x goes on an empty point"),
    (GOOD.replace("weight: 1", "mark: X").replace("*a", "*aX"), 7, "an x goes on an empty point"),
    (GOOD.replace("weight: 1", "mark: ,").replace("*a", "*a,"), 7, "an x goes on an empty point"),
    (GOOD.replace("weight: 1", "mark: *\ncount: once"), 8, "'count' goes with a weight"),
    (GOOD + "count: twice\n", 8, "count is"),
    (GOOD.replace("reason: A test.\n", ""), 1, "give a reason"),
    (GOOD.replace("reason: A test.", "reason:"), 2, "nothing stands behind 'reason'"),
    (GOOD.replace("reason", "because"), 2, "unknown key 'because'"),
    (GOOD + GOOD, 8, "a template t on line 1 already"),
    (GOOD.replace("template t", "template"), 1, "lower-case letters, digits and hyphens, not ''"),
    (GOOD.replace("template t", "template T 1"), 1, "lower-case letters, digits and hyphens"),
    ("\ufeff" + GOOD, 1, "byte order mark"),
    ("# A comment.\n\n    own\n" + GOOD, 3, "expected a line `template NAME`"),
    (GOOD.replace("reason", "    own\nreason"), 2, "belongs to no key"),
    ("reason: none\n", 1, "expected a line `template NAME`"),
    (GOOD + "match:\n    . *\n    .\n", 8, "different lengths"),
    (GOOD + "match:\n", 8, "different lengths"),
    (GOOD + "match:\n    . q\n", 8, "an example is made of"),
    (GOOD + "match:\n    . . X\n", 8, "where the template must speak"),
    (GOOD + "no match:\n    " + "." * 26 + "\n", 8, "at most 25 by 25"),
    (GOOD + "#" * (1 << 20), 1, "at most 1048576 characters"),
]


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES)
def test_mistakes_are_named_with_their_line(text: str, line: int, message: str) -> None:
    with pytest.raises(InvalidTemplate, match=message) as caught:
        parse(text, file="mine.txt")
    said = str(caught.value)
    assert said.startswith(f"mine.txt, line {line}")
    assert "\n" not in said


def test_windows_line_ends_do_not_matter() -> None:
    assert parse(GOOD.replace("\n", "\r\n")) == parse(GOOD)


def test_ranges() -> None:
    [t] = parse(GOOD.replace("a own", "a own, liberties ..2, stones 3.., influence -5..-1, line 4"))
    [(_, _, conditions)] = [cell for cell in t.cells if cell[0] == 1]
    named = {twin.FEATURES[f]: (low, high) for f, low, high in conditions or ()}
    assert named["liberties"] == (-30000, 2)
    assert named["stones"] == (3, 30000)
    assert named["influence"] == (-5, -1)
    assert named["line"] == (4, 4)


def test_libraries_of_your_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(GOOD, "utf-8")
    library = sight.read(path)
    position = Position.empty(5).play("C3").play("pass")
    weights, _ = library.scan(position)
    assert sum(weights) == 4


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    good, other, wrong = (tmp_path / name for name in ("good.txt", "other.txt", "wrong.txt"))
    good.write_text(GOOD, "utf-8")
    other.write_text(GOOD, "utf-8")
    wrong.write_bytes(b"# fine\n\xff\xfe\n")
    for paths, message in (
        ((), "at least one"),
        ((tmp_path / "none.txt",), "Cannot read .*none.txt: No such file"),
        ((tmp_path,), "Cannot read .*: Is a directory"),
        (("a\0b",), "Cannot read"),
        ((wrong,), "wrong.txt, line 2: this is not UTF-8"),
        ((good, other), "other.txt: the template t is in .*good.txt too"),
    ):
        with pytest.raises(InvalidInput, match=message):
            sight.read(*paths)


def test_loading_gokans_own_files() -> None:
    assert load("saving") is load(["saving"]) is load(("saving",))
    assert {t.file for t in load(["saving", "eyes"]).templates} == {"saving", "eyes"}
    for files in ("savings", ["saving", "../saving"], "", [], ["saving", "saving"]):
        with pytest.raises(InvalidInput):
            load(files)


def test_a_library_checks_its_examples() -> None:
    examples = "match:\n    X * .\n    . . .\nno match:\n    O * .\n    . . .\n"
    assert Library(parse(GOOD + examples)).check() == []
    for text, complaint in (
        (GOOD, "must match is missing"),
        (GOOD + examples.replace("X", "O"), "does not speak at every"),
        (GOOD + examples.replace("O", "X"), "speaks though it should not"),
        (
            GOOD + examples.replace("O * .\n    . . .", "O X *\n    X . ."),
            "cannot stand on a board",
        ),
    ):
        said = Library(parse(text)).check()
        assert any(complaint in sentence for sentence in said)


def test_a_library_has_a_largest_size() -> None:
    many = "".join(GOOD.replace("template t", f"template t{n}") for n in range(2001))
    with pytest.raises(InvalidTemplate, match="at most 2000"):
        Library(parse(many))
