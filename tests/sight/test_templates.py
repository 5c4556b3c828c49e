"""Templates: each one's own examples, the coverage of the book, the format, and the matchers."""

from __future__ import annotations

import random

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.sight import WITH_LAST_MOVE, InvalidTemplate, Library, Template, load
from gokan.sight.template import Example, parse

from . import twin
from .test_see import random_position

BOOK = load(WITH_LAST_MOVE)
PAPER = load()
MATCHERS = ("planes", "goliath", "dfa")


@pytest.mark.parametrize("template", BOOK.templates, ids=lambda t: t.name)
def test_examples(template: Template) -> None:
    assert template.reason.endswith((".", "?"))
    assert template.matches, "an example where it must match is missing"
    assert template.misses, "an example where it must not match is missing"
    library = Library([template])
    for example in template.matches:
        assert example.points
        spoken = {point for _, point, _ in library.counts(example.position)}
        assert set(example.points) <= spoken, f"does not speak:\n{example.text}"
    for example in template.misses:
        spoken = {point for _, point, _ in library.counts(example.position)}
        wrong = spoken & set(example.points) if example.points else spoken
        assert not wrong, f"speaks though it should not:\n{example.text}"


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
    weighing = [t for t in PAPER.templates if t.weight is not None]
    marking = [t for t in PAPER.templates if t.marks]
    assert len(weighing) >= 65
    assert len(marking) >= 20
    assert len(weighing) + len(marking) == len(PAPER.templates)
    names = [t.name for t in BOOK.templates]
    assert len(names) == len(set(names))


def test_the_two_printed_weights_are_kept() -> None:
    weights = {t.name: t.weight for t in PAPER.templates}
    assert (weights["save-by-joining"], weights["interface"]) == (500, 40)


def test_fitted_weights_keep_the_sign_given_by_hand() -> None:
    for t in BOOK.templates:
        if t.weight is not None and t.by_hand is not None:
            assert t.weight * t.by_hand > 0
            assert abs(t.by_hand) / 4 - 1 <= abs(t.weight) <= abs(t.by_hand) * 4 + 1 or t.pinned


def test_the_paper_book_does_not_look_at_the_last_move() -> None:
    last = twin.FEATURES.index("last")
    for t in PAPER.templates:
        assert all(f != last for _, _, c in t.cells if c is not None for f, _, _ in c)


# --- matching -------------------------------------------------------------------------------------

SIZES = [
    (19, 19, 120),
    (19, 19, 20),
    (13, 13, 80),
    (9, 9, 40),
    (5, 7, 15),
    (25, 25, 200),
    (1, 4, 2),
]


@pytest.mark.parametrize(("width", "height", "moves"), SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_all_matchers_agree(width: int, height: int, moves: int, seed: int) -> None:
    position = random_position(seed, width, height, moves)
    for color in (BLACK, WHITE):
        expected = sorted(BOOK.eye.hits(position.core, color, "naive"))
        for matcher in MATCHERS:
            assert sorted(BOOK.eye.hits(position.core, color, matcher)) == expected, matcher


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
        weights, marks = PAPER.scan(position)
        expected = [0] * 361
        marked = set()
        for index, point, times in PAPER.counts(position):
            template = PAPER.templates[index]
            expected[point] += (template.weight or 0) * times
            if (0, 0) in template.marks:
                marked.add(point)
        assert weights == expected
        assert marked <= set(marks)
        assert all(position.board[p] == 0 for p in marks)


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace("    *a", "    aa"), "exactly one `\\*`"),
        (GOOD.replace("a own", "a blue"), "unknown condition 'blue'"),
        (GOOD.replace("a own", "a liberties"), "unknown condition"),
        (GOOD.replace("weight: 1", "weight: many"), "not a whole number"),
        (GOOD + "mark: *\n", "either a weight or a mark"),
        (GOOD.replace("weight: 1\n", ""), "either a weight or a mark"),
        (GOOD.replace("    *a", "    *b"), "does not say what 'b' means"),
        (GOOD.replace("    *a", "    *???????a"), "more than 6 points"),
        (GOOD.replace("reason", "because"), "unknown key 'because'"),
        (GOOD + "match:\n    . .\n    .\n", "different lengths"),
        (GOOD + "match:\n    . q\n", "an example is made of"),
        ("reason: none\n", "expected a line `template NAME`"),
        (GOOD + "count: twice\n", "count is"),
        (GOOD.replace("weight: 1", "mark: z"), "not in the shape"),
    ],
)
def test_mistakes_are_named(text: str, message: str) -> None:
    with pytest.raises(InvalidTemplate, match=message):
        parse(text, file="mine.txt")


def test_ranges() -> None:
    [t] = parse(GOOD.replace("a own", "a own, liberties ..2, stones 3.., influence -5..-1, line 4"))
    [(_, _, conditions)] = [cell for cell in t.cells if cell[0] == 1]
    named = {twin.FEATURES[f]: (low, high) for f, low, high in conditions or ()}
    assert named["liberties"] == (-30000, 2)
    assert named["stones"] == (3, 30000)
    assert named["influence"] == (-5, -1)
    assert named["line"] == (4, 4)


def test_libraries_of_your_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    from gokan import sight

    path = tmp_path_factory.mktemp("book") / "mine.txt"
    path.write_text(GOOD, "utf-8")
    library = sight.read(path)
    position = Position.empty(5).play("C3").play("pass")
    weights, _ = library.scan(position)
    assert sum(weights) == 4


def test_random_books_agree_between_matchers() -> None:
    chance = random.Random(3)
    words = ["own", "enemy", "empty", "liberties 1", "own segment", "influence 1..5", "line 1..2"]
    for _ in range(10):
        entries = []
        for n in range(12):
            shape = [[chance.choice("???ab#,.XO") for _ in range(5)] for _ in range(4)]
            shape[chance.randrange(4)][chance.randrange(5)] = "*"
            rows = "\n".join("    " + "".join(row) for row in shape)
            a, b = chance.sample(words, 2)
            entries.append(
                f"template t{n}\nreason: Chance.\nshape:\n{rows}\n"
                f"where:\n    a {a}\n    b {b}\nweight: 1\n"
            )
        library = Library(parse("\n".join(entries)))
        position = random_position(chance.randrange(1000), 19, 19, 100)
        expected = sorted(library.eye.hits(position.core, 1, "naive"))
        for matcher in MATCHERS:
            assert sorted(library.eye.hits(position.core, 1, matcher)) == expected
