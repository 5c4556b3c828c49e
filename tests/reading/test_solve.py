"""Textbook shapes, ko, symmetry, and proofs that check."""

from __future__ import annotations

import json

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.reading import Problem, solve, status
from gokan.reading.check.graph import check
from gokan.reading.proof.write import write_proof


def position_of(rows: str) -> Position:
    lines = [line.strip() for line in rows.strip().splitlines()]
    width = 10
    full = [line + " ." * (width - len(line.split())) for line in lines]
    full += [" ".join("." * width)] * (width - len(full))
    return Position.from_diagram("\n".join(full))


# Rows on the second line are shut in on the first and third; the target is White's.
SHAPES = {
    "straight three": ("unsettled", ". . . O X\nO O O O X\nX X X X X"),
    "straight four": ("alive", ". . . . O X\nO O O O O X\nX X X X X X"),
    "square four": ("dead", ". . O X\n. . O X\nO O O X\nX X X X"),
    "two points": ("dead", ". . O X\nO O O X\nX X X X"),
    "bent three": ("unsettled", ". . O X\n. O O X\nO O X X\nX X X ."),
    "bulky five": ("unsettled", ". . . O X\n. . O O X\nO O O X X\nX X X X ."),
    "two eyes": ("alive", ". O . O X\nO O O O X\nX X X X X"),
    "carpenter's square": ("unsettled", ". . . O X\n. . . O X\n. . . O X\nO O O X X\nX X X X ."),
    "solid square nine": ("alive in seki", ". . . O X\n. . . O X\n. . . O X\nO O O O X\nX X X X X"),
    "2x3 corner, no outside liberty": ("unsettled", ". . . O X\n. . . O X\nO O O O X\nX X X X X"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_textbook_shapes(name):
    word, rows = SHAPES[name]
    position = position_of(rows)
    stone = next(p for p in position.stones(WHITE))
    answer = status(position, stone)
    assert answer.word == word
    for solution in (answer.defence, answer.attack):
        checked = check(write_proof(solution))
        # On so small a board a wall may run out of liberties while it fills nine points.
        assert checked.verdict == ("accepted" if solution.proved else "judged"), checked.text


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetry_and_colour_do_not_matter(symmetry):
    position = position_of(SHAPES["bulky five"][1]).setup(to_play=BLACK)
    target = position.stones(WHITE)[0]
    plain = solve(Problem.make(position, target=[target]))
    turned = position.transform(symmetry)
    swapped = turned.swap_colors()
    for other in (turned, swapped):
        color = WHITE if other is turned else BLACK
        answer = solve(Problem.make(other, target=[other.stones(color)[0]]))
        assert answer.result == plain.result == "win"
        assert len(answer.winning_moves) == len(plain.winning_moves)


def test_ko_gives_a_number_of_threats():
    # The corner with one outside liberty.
    position = position_of(". . . O X X\n. . . O . X\nO O O O X X\nX X X X X X").setup(
        to_play=BLACK
    )
    answer = solve(Problem.make(position, target=[position.point("A8")]))
    assert answer.result == "ko"
    assert answer.ko is not None
    assert "threat" in answer.explain()


def test_out_of_time_is_unknown():
    position = position_of(
        ". . . . . O X\n. . . . . O X\n. . . . . O X\nO O O O O O X\nX X X X X X X"
    )
    problem = Problem.make(position.setup(to_play=BLACK), target=[position.point("F10")])
    answer = solve(problem, nodes=2000)
    assert answer.result == "unknown"
    assert not answer.proved


def corrupted(lines: list[str]) -> list[tuple[str, list[str]]]:
    """The same proof spoilt in every way we can think of."""
    nodes = [json.loads(line) for line in lines[1:]]
    spoilt = []
    for i, node in enumerate(nodes):
        if node[0] == 0 and len(node) > 3:
            less = [*lines[: i + 1], json.dumps(node[:-1]), *lines[i + 2 :]]
            spoilt.append(("an answer is missing", less))
            break
    for i, node in enumerate(nodes):
        if node[0] != 0:
            # Without legal moves an inner node of the loser is right too, so 0 is left out.
            # A group with one liberty may be hopeless as well.
            kinds = {1, 2, 3, 4, 5} - ({2, 3} if node[0] in (2, 3) else {node[0]})
            spoilt += [
                (f"leaf {node[0]} as {k}", [*lines[: i + 1], json.dumps([k]), *lines[i + 2 :]])
                for k in kinds
            ]
            break
    head = json.loads(lines[0])
    for key, value in [
        ("verdict", "stands" if head["verdict"] == "killed" else "killed"),
        ("board", "0" * len(head["board"])),
        ("region", head["region"][:-1]),
        ("turn", 3 - head["turn"]),
        ("model", "nonsense"),
        ("target", []),
    ]:
        spoilt.append((f"header {key}", [json.dumps({**head, key: value}), *lines[1:]]))
    spoilt.append(("the end is cut off", lines[:-1]))
    spoilt.append(
        (
            "a node points at the root",
            [
                lines[0],
                *(json.dumps([n[0], *([m, 0] for m, _ in n[1:])]) for n in nodes),
            ],
        )
    )
    return spoilt


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_corrupted_proofs_are_rejected(mover):
    position = position_of(SHAPES["straight three"][1]).setup(to_play=mover)
    lines = write_proof(solve(Problem.make(position, target=[position.point("A9")])))
    assert check(lines).verdict == "accepted"
    for what, spoilt in corrupted(lines):
        # A line that is another valid leaf of the same position would be no corruption.
        answer = check(spoilt)
        assert answer.verdict == "rejected", (what, answer.text)


def test_bad_questions_are_sentences():
    position = position_of(SHAPES["two eyes"][1])
    with pytest.raises(InvalidInput, match="no stone"):
        solve(Problem.make(position, target=[position.point("A10")]))
    with pytest.raises(InvalidInput, match="can only be"):
        Problem.make(position, target=[position.point("A9")], goal="live")
    with pytest.raises(InvalidInput, match="no stone"):
        status(position, "J1")


def test_time_that_runs_out_never_makes_a_proof():
    """Whatever the budget cuts off, a verdict called proved has a proof that checks."""
    position = position_of(SHAPES["bulky five"][1]).setup(to_play=BLACK)
    problem = Problem.make(position, target=[position.stones(WHITE)[0]])
    for nodes in (50, 100, 200, 400, 800, 1600, 3200):
        answer = solve(problem, nodes=nodes)
        assert (answer.result, answer.proved) == ("win", True)
        assert check(write_proof(answer)).verdict == "accepted"
