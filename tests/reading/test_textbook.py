"""Shapes every player knows, with their outside liberties, and tricks that punish a solver.

The upper left corner is shown, rows separated by slashes; White is the target. What Black plays to
kill and White to live comes last, where it is part of what players remember.
"""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.reading import Problem, solve, status
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import prove, prove_status
from gokan.reading.regions.region import find_region
from tests.reading import brute
from tests.reading.test_answers import SEKI, corner, names, read

SHAPES = {
    # name, outside liberties: rows, status, Black's killing moves, White's living moves
    "L group, 0": (". . . . X/. . . O X/. O O O X/. X X X X/X X", "dead", None, ""),
    "L group, 1": (". . . . X/. . . O X X/. O O O . X/. X X X X X/X X", "dead", None, ""),
    "L group, 2": (". . . . X X/. . . O . X/. O O O . X/. X X X X X/X X", "dead", None, ""),
    "L+1 group, 0": (". . . . X/. . . O X/O O O O X/X X X X X", "unsettled", "D19 C19 B18", "B19"),
    "long L group, 0": (
        ". . O X/. . O X/. . O X/. O O X/. X X X/X X",
        "unsettled",
        "B18 A17 A16",
        "A18",
    ),
    "J group, 0": (". . . X/. . O X/. . O X/O O O X/X X X X", "ko", None, "B18"),
    "2x3 corner, 0": (
        ". . . O X/. . . O X/O O O O X/X X X X X",
        "unsettled",
        "B18",
        "B19 B18",
    ),
    "2x3 corner, 1": (". . . O . X/. . . O X X/O O O O X/X X X X X", "ko", "B19", "B19 B18"),
    "2x3 corner, 2": (". . . O . X/. . . O . X/O O O O X X/X X X X X X", "alive", "", None),
    "carpenter's square, 0": (
        ". . . O X/. . . O X/. . . O X/O O O X X/X X X X",
        "unsettled",
        "C17 B18",
        None,
    ),
    "L+1 group, 1": (
        ". . . . X/. . . O X/O O O O . X/X X X X X",
        "unsettled",
        "D19 C19 B18",
        "B19",
    ),
    "J group, 1": (". . . X/. . O X/. . O X/O O O . X/X X X X", "unsettled", None, "B18 A18"),
    "carpenter's square, 1": (
        ". . . O . X/. . . O X X/. . . O X X/O O O X X/X X X X",
        "unsettled",
        "B18",
        None,
    ),
    "carpenter's square, 2": (
        ". . . O . X/. . . O . X/. . . O X X/O O O X X/X X X X",
        "ko",
        "B18",
        None,
    ),
    "square nine, 0": (
        ". . . O X/. . . O X/. . . O X/O O O O X/X X X X X",
        "alive in seki",
        "",
        None,
    ),
    "tripod, 0": (". . . . X/. . O O X/. O X X X/. O X/. X X/X X", "dead", None, ""),
    "door group, 0": (". . . O X/. O . O X/. O O O X/. X X X X/X X", "alive", "", None),
    "bent four as eye space, 0": (". . . O X/. O O O X/O O X X X/X X X", "ko", "B19", "A19 B19"),
    "row of four in the corner": (". . . . . X/O O O O X X/X X X X X", "dead", None, ""),
    "row of five in the corner": (
        ". . . . . . X/O O O O O X X/X X X X X X",
        "unsettled",
        None,
        None,
    ),
    "row of six in the corner": (
        ". . . . . . . X/O O O O O O X X/X X X X X X X",
        "alive",
        "",
        None,
    ),
    "rectangular six on the side": (
        ". . . X O . . . O X/. . . X O . . . O X/. . . X O O O O O X/. . . X X X X X X X",
        "alive",
        "",
        None,
    ),
    "rectangular six upright on the side": (
        ". . . X O . . O X/. . . X O . . O X/. . . X O . . O X/. . . X O O O O X/. . . X X X X X X",
        "alive",
        "",
        None,
    ),
    "rectangular eight in the corner, 1": (
        ". . . . O . X/. . . . O X/O O O O O X/X X X X X X",
        "alive",
        "",
        None,
    ),
    "rectangular eight in the corner, 2": (
        ". . . . O . X/. . . . O . X/O O O O O X/X X X X X X",
        "alive",
        "",
        None,
    ),
    "rectangular eight upright in the corner, 0": (
        ". . O X/. . O X/. . O X/. . O X/O O O X/X X X X",
        "alive in seki",
        "",
        None,
    ),
    "rectangular eight on the side, 0": (
        ". . . X O . . . . O X/. . . X O . . . . O X/. . . X O O O O O O X/. . . X X X X X X X X",
        "alive",
        "",
        None,
    ),
    "rectangular eight in the corner, 0": (
        ". . . . O X/. . . . O X/O O O O O X/X X X X X X",
        "alive in seki",
        "",
        None,
    ),
}


def row_on_the_side(stones: int) -> str:
    row = "X X " + "O " * stones + "X X"
    inside = "X . " + ". " * stones + ". X"
    return "/".join((f". . . {inside}", f". . . {row}", ". . . " + "X " * (stones + 4)))


for length, word in ((4, "dead"), (5, "dead"), (6, "dead"), (7, "unsettled"), (8, "alive")):
    SHAPES[f"row of {length} on the side"] = (row_on_the_side(length), word, None, None)

NAKADE = {
    "two": (". . O X/O O O X/X X X X", "dead", None, ""),
    "straight three": (". . . O X/O O O O X/X X X X X", "unsettled", "B19", "B19"),
    "bent three": (". . O X/. O O X/O O X X/X X X", "unsettled", "A19", "A19"),
    "straight four": (". . . . O X/O O O O O X/X X X X X X", "alive", "", None),
    "square four": (". . O X/. . O X/O O O X/X X X X", "dead", None, ""),
    "pyramid four": (
        ". . . X O . . . O X/. . . X O O . O O X/. . . X X O O O X X/. . . . X X X X X",
        "unsettled",
        "G19",
        "G19",
    ),
    "bulky five": (". . . O X/. . O O X/O O O X X/X X X X", "unsettled", "B19", "B19"),
    "crossed five": (
        (
            ". . . X O O . O O X/. . . X O . . . O X/. . . X O O . O O X"
            "/. . . X X O O O X X/. . . . X X X X X"
        ),
        "unsettled",
        "G18",
        "G18",
    ),
    "rabbity six": (
        (
            ". . . X O . . O O X/. . . X O . . . O X/. . . X O O . O O X"
            "/. . . X X O O O X X/. . . . X X X X X"
        ),
        "unsettled",
        "G18",
        "F18 G18 G19",
    ),
}
SHAPES |= {f"nakade: {name}": shape for name, shape in NAKADE.items()}


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name):
    rows, word, kills, lives = SHAPES[name]
    position = corner(rows)
    answer = status(position, next(iter(position.stones(WHITE))))
    assert answer.word == word
    for wanted, solution in ((kills, answer.attack), (lives, answer.defence)):
        if wanted is not None:
            good = set(names(solution, solution.winning_moves + solution.ko_moves))
            assert good == set(wanted.split())
    if answer.attack.nodes + answer.defence.nodes < 5000:
        assert check_file(prove_status(answer)).accepted


TRICKS = {
    # rows, who moves, result, moves
    "under the stones": (
        "X O . . X X . O X/X O O O O O O X X/X X X X X X X X",
        "W",
        "win",
        "D19",
    ),
    "snapback": ("X O . . O . . O X/X O O O . O O O X/X X X X X X X X X", "B", "win", "E18"),
    "oiotoshi": (
        ". O . X . O X/O O . X O O X/X X O O O X X/. X X X X X",
        "B",
        "win",
        "C18",
    ),
    "throw-in": (". . X . O X/. O O . O X/O O X O O X/X X X X X X", "B", "win", "D18"),
    "approach-move ko": (". . . O X/X O . O X/O O O O X/X X X X X", "B", "ko", "B19"),
    "snapback into nakade": ("X X O O X/X . . O X/O O O O X/X X X X X", "B", "win", "B18"),
    "picnic ko": (". . . O X/. O O O X/O O X X X/X X X", "B", "ko", "B19"),
    "two-approach-move ko": (
        ". . X O . X/. X O O . X/. X X O X/O O O O X/X X X X X",
        "B",
        "ko",
        "A19",
    ),
    "two-stage ko": (". . X O X/. . . O X/X . O X X/O O O X/X X X X", "W", "ko", None),
    "thousand-year ko": ("O X X . O X/. O . X O X/O O O O O X/X X X X X X", "B", "ko", None),
}


@pytest.mark.parametrize("name", TRICKS)
def test_trick(name):
    rows, mover, result, moves = TRICKS[name]
    answer = read(rows, mover)
    assert answer.result == result
    assert check_file(prove(answer)).accepted
    if moves is not None:
        assert set(names(answer, answer.winning_moves + answer.ko_moves)) == set(moves.split())


HANE = """
    X O . O . X . X {} O
    X O O O O X X X X O
    X X X X X O O O O O
    X . X . X O . O . O
    X X X X X O O O O O
"""


def test_hane_seki():
    """White's hane on the edge takes Black's last liberty: now each has an eye, and they share the
    point between them. Without it Black would be a move ahead.
    """
    hane = Position.from_diagram(HANE.format("O"))
    for group in ("B4", "F4"):
        answer = status(hane, hane.point(group))
        assert answer.word == "alive in seki"
        assert check_file(prove_status(answer)).accepted
    before = Position.from_diagram(HANE.format("."))
    assert status(before, before.point("B4")).word == "unsettled"
    assert status(before, before.point("F4")).word == "alive"


@pytest.mark.parametrize(
    ("stone", "killed"),
    [("O", [False, False]), pytest.param(".", [True, False], marks=pytest.mark.slow)],
)
def test_hane_seki_by_brute_force(stone, killed):
    """Whether White is taken, with Black first and with White first; Black's threats never end."""
    position = Position.from_diagram(HANE.format(stone))
    region = find_region(position, [position.point("B4")])
    arena = brute.Arena(region.width, region.height, region.cells)
    roots = [arena.start(turn, (brute.ENDLESS, 0)) for turn in (0, 1)]
    won = brute.kills(arena, roots)
    assert [root in won for root in roots] == killed


def test_snapback_into_nakade():
    """The four stones are taken, and what they leave is a square four."""
    answer = read(TRICKS["snapback into nakade"][0])
    position = answer.problem.position.play(answer.winning_moves[0])
    taken = position.play(position.point("C18"))
    assert len(position.stones(BLACK)) - len(taken.stones(BLACK)) == 4
    assert status(taken, "D19").word == "dead"


def test_two_approach_moves_and_two_stages_and_a_picnic():
    approach, stages = (
        read(TRICKS["two-approach-move ko"][0]).ko,
        read(TRICKS["two-stage ko"][0], "W"),
    )
    assert approach is not None
    assert (approach.kind, approach.approach, approach.threats) == ("approach", (2, 0), 3)
    assert stages.ko is not None
    assert (stages.ko.kind, stages.ko.stages) == ("two-stage", 2)
    picnic = read(TRICKS["picnic ko"][0]).ko
    assert picnic is not None
    assert picnic.one_sided
    assert (picnic.kind, picnic.first, picnic.threats) == ("direct", True, 1)


def test_alive_by_double_ko():
    """White holds the ko in the corner and can take the other: Black never gets both."""
    rows = "O X X X . X O X/. O . X X O O X/O O O O O O O X/X X X X X X X X"
    answer = status(corner(rows), "G19")
    assert answer.word == "alive"
    assert answer.attack.result == "loss"
    assert answer.attack.repetition
    assert "alive by double ko" in answer.attack.explain()
    assert check_file(prove(answer.attack)).verdict == "accepted"
    # Without the second ko there would be a fight about the first.
    single = "O X X X X X O X/. O . X X O O X/O O O O O O O X/X X X X X X X X"
    assert status(corner(single), "G19").word != "alive"


def test_thousand_year_ko():
    rows = TRICKS["thousand-year ko"][0]
    attack, defence = read(rows, "B"), read(rows, "W")
    assert attack.ko is not None
    assert attack.ko.kind == "thousand-year"
    assert not attack.ko.first  # Black has to find the first threat
    assert "thousand-year ko" in attack.explain()
    assert defence.result == "win"
    assert defence.seki
    assert "A18" in names(defence, defence.winning_moves)


def test_dead_by_double_ko():
    rows = "X O . O . O . O X/X X O O O O O X X/X X X X X X X X X"
    answer = status(corner(rows), "D19")
    assert answer.word == "dead"
    assert answer.defence.endless
    assert (
        "dead by double ko; only endless threats elsewhere would help" in answer.defence.explain()
    )
    assert answer.defence.to_dict()["only_endless_threats"] is True
    assert answer.defence.up_to is not None
    assert "Shown for up to 6 ko threats of White" in answer.defence.explain()
    plain = read(". . O X/O O O X/X X X X", "W")
    assert plain.to_dict()["shown_up_to"] is None  # whatever threats White has


def test_one_ko_that_can_be_retaken_for_ever_is_no_double_ko():
    answer = read(". . O X/O O O X/X X X X", "W")
    assert answer.result == "loss"
    assert not answer.endless


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("rows", [TRICKS["thousand-year ko"][0], SEKI])
def test_turned_boards_and_changed_colours_read_the_same(rows, symmetry):
    plain = read(rows, "B")
    for swapped in (False, True):
        position = corner(rows).transform(symmetry)
        position = position.swap_colors() if swapped else position
        color = BLACK if swapped else WHITE
        stones = [block.stones[0] for block in position.blocks() if block.color == color]
        turned = position.setup(to_play=color.opponent)
        answer = solve(Problem.make(turned, target=stones))
        assert (answer.result, answer.seki) == (plain.result, plain.seki)
        assert len(answer.ko_moves) == len(plain.ko_moves)
        if plain.ko:
            assert answer.ko is not None
            assert (answer.ko.kind, answer.ko.first, answer.ko.threats) == (
                plain.ko.kind,
                plain.ko.first,
                plain.ko.threats,
            )
