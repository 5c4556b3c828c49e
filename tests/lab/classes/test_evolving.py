"""Evolutions learned from the end of games backwards (Section 5.3.1)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import Color, Position
from gokan.shape.ets import parse, write
from gokan.shape.go.index import Index
from gokan.shape.go.observe import observe
from gokan.shape.go.record import classes
from gokan_lab.classes.endings import SIDE, Ending, endings
from gokan_lab.classes.evolution_gallery import choose, gallery, grow, place, system
from gokan_lab.classes.evolving import Element, elements, learn

# Black takes the left side, White the right; a white stone dies in the corner, one is captured.
WALL = [(9, row) for row in range(SIDE)]
BLACK_WALL = [(8, row) for row in range(SIDE)]
TAKEN = [(3, 3), (2, 3), (4, 3), (3, 2), (3, 4)]


def made_game() -> Ending:
    moves: list[tuple[int, int]] = []

    def play(color: int, column: int, row: int) -> None:
        moves.append((color, row * SIDE + column))

    for number, (column, row) in enumerate(TAKEN):  # a white stone, then four around it
        play(2 if number == 0 else 1, column, row)
        if number not in (0, len(TAKEN) - 1):
            moves.append((2, -1))
    moves.append((2, -1))
    for row in range(SIDE):
        play(1, *BLACK_WALL[row])
        play(2, *WALL[row])
    moves.append((1, -1))
    play(2, 1, 16)  # dead: it stands alone in Black's area
    position = Position.empty(SIDE)
    for color, point in moves:
        position = position.play_forced(point, Color(color))
    owner = tuple(1 if p % SIDE <= 8 else 2 for p in range(SIDE * SIDE))
    return Ending("made", tuple(moves), position, owner)


def turned(ending: Ending, turn: int, *, swap: bool) -> Ending:
    """The same game seen from elsewhere, with colours exchanged."""

    def to(p: int) -> int:
        y, x = divmod(p, SIDE)
        if turn & 1:
            x = SIDE - 1 - x
        if turn & 2:
            y = SIDE - 1 - y
        return x * SIDE + y if turn & 4 else y * SIDE + x

    def other(color: int) -> int:
        return (0, 2, 1)[color] if swap else color

    moves = tuple((other(c), to(p) if p >= 0 else -1) for c, p in ending.moves)
    position = Position.empty(SIDE)
    for color, point in moves:
        position = position.play_forced(point, Color(color))
    owner = [0] * (SIDE * SIDE)
    for p, c in enumerate(ending.owner):
        owner[to(p)] = other(c)
    return Ending(f"turned-{turn}-{swap}", moves, position, tuple(owner))


def by_kind(ending: Ending) -> dict[str, list[Element]]:
    found: dict[str, list[Element]] = {}
    for element in elements(ending):
        found.setdefault(element.kind, []).append(element)
    return found


def test_everything_that_a_game_came_to_is_one_element() -> None:
    ending = made_game()
    found = by_kind(ending)
    assert {kind: len(e) for kind, e in found.items()} == {
        "territory": 2,
        "dead group": 1,
        "captured group": 1,
        "living group": 2,  # the two walls; four single stones are no groups
    }
    (taken,) = found["captured group"]
    assert taken.owner == 2
    assert taken.points == {3 * SIDE + 3}
    assert [p for _, _, p in taken.moves] == [y * SIDE + x for x, y in TAKEN]
    assert taken.fates[1] == "captured"
    (dead,) = found["dead group"]
    assert [c for _, c, _ in dead.moves] == [2]
    assert dead.fates[dead.moves[0][0]] == "dead"
    sizes = sorted(len(e.points) for e in found["territory"])
    assert sizes == [8 * SIDE - 5, 9 * SIDE]  # the point where a stone was taken is cut off
    for wall in found["living group"]:
        assert {c for n, c, p in wall.moves if p in wall.points} == {wall.owner}


def test_colours_and_orientations_make_no_difference() -> None:
    games = [turned(made_game(), t, swap=s) for t in range(8) for s in (False, True)]
    one = learn([made_game(), replace(made_game(), game="again")], least=2)
    many = learn(games, least=16)
    assert {(e.kind, e.edges, frozenset(e.stones)) for e in one} == {
        (e.kind, e.edges, frozenset(e.stones)) for e in many
    }
    for evolution in many:
        assert evolution.games == 16
        assert evolution.elements % 16 == 0
        assert sum(evolution.own.values()) + sum(evolution.enemy.values()) == (
            evolution.elements * len(evolution.stones)
        )
    (taken,) = (e for e in many if e.kind == "captured group")
    assert taken.stones[0] == (1, 1, False)
    assert set(taken.stones[1:]) == {(0, 1, True), (2, 1, True), (1, 0, True), (1, 2, True)}
    assert taken.own == {"captured": 16}
    assert taken.enemy == {"alive": 64}
    assert taken.in_order == 16


def test_a_class_generates_what_is_recognised_as_it(tmp_path: Path) -> None:
    games = [made_game(), replace(made_game(), game="again")]
    (taken,) = (e for e in learn(games, least=2) if e.kind == "captured group")
    setting = parse(write(classes()) + "\nlevel 2\n" + system(taken, "taken"))
    index = Index(observe(grow(taken)), levels=2, setting=setting)
    assert any(index.name(e.kind) == "black-taken" for e in index.elements(2))
    shuffled = [Position.empty(SIDE)]
    for point, (_, _, enemy) in [*zip(place(taken), taken.stones, strict=True)][::-1]:
        color = Color.WHITE if enemy else Color.BLACK
        shuffled.append(shuffled[-1].play_forced(point, color))
    index = Index(observe(shuffled), levels=2, setting=setting)
    assert not any(index.name(e.kind) == "black-taken" for e in index.elements(2))


def test_the_gallery_shows_every_kind(tmp_path: Path) -> None:
    found = learn([made_game(), replace(made_game(), game="again")], least=2)
    kinds = {e.kind for e in found}
    assert {e.kind for e in choose(found, len(kinds))} == kinds
    gallery(found, tmp_path, number=4, games=2)
    text = (tmp_path / "evolutions.md").read_text("utf-8")
    assert "Learned from 2 games." in text
    assert "100 % were captured" in text
    for kind in kinds:
        assert f" {kind}, " in text
    assert list((tmp_path / "pictures").glob("*.svg"))
    kept = json.loads((tmp_path / "evolutions.json").read_text("utf-8"))
    assert len(kept) == len(found)


def filled_game() -> list[tuple[int, int]]:
    """Both sides fill their half but for two columns each."""
    halves = [
        [row * SIDE + column for column in columns for row in range(SIDE)]
        for columns in ((0, 2, 3, 4, 5, 7, 8), (9, 10, 11, 13, 14, 15, 16, 18))
    ]
    moves = []
    for number in range(len(halves[1])):
        moves.append((1, halves[0][number] if number < len(halves[0]) else -1))
        moves.append((2, halves[1][number]))
    return moves


def sgf(moves: list[tuple[int, int]], result: str) -> str:
    turns = "".join(
        f";{'BW'[c - 1]}[{chr(97 + p % SIDE) + chr(97 + p // SIDE) if p >= 0 else ''}]"
        for c, p in moves
    )
    return f"(;GM[1]SZ[19]KM[0.5]RE[{result}]{turns})"


def test_an_end_is_believed_only_if_the_count_is_the_result(tmp_path: Path) -> None:
    """Both have 38 points, and White the komi of half a point."""
    file = tmp_path / "games.jsonl"
    lines = [
        {"id": name, "sgf": sgf(filled_game(), result), "komi": 0.5, "result": result}
        for name, result in (("right", "W+0.5"), ("wrong", "W+3.5"), ("early", "B+R"))
    ]
    file.write_text("\n".join(map(json.dumps, lines)) + "\nnot a game\n")
    (found,) = endings(file)
    assert found.game == "right"
    assert [sum(o == c for o in found.owner) for c in (1, 2)] == [9 * SIDE, 10 * SIDE]
    assert not found.dead
    file.write_text("\n".join(json.dumps({**lines[0], "id": str(n)}) for n in range(3)))
    out = tmp_path / "out"
    assert run(["train", "evolutions", str(file), "--output", str(out), "--least", "3"]) == 0
    assert "Learned from 3 games." in (out / "evolutions.md").read_text("utf-8")


def test_what_holds_no_games_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidInput, match=r"is not a \.jsonl"):
        list(endings(tmp_path))
    (tmp_path / "none.jsonl").write_text("{}\n")
    assert run(["train", "evolutions", str(tmp_path / "none.jsonl"), "--output", "out"]) == 2
    assert "known for certain" in capsys.readouterr().err
