"""Positions evaluated by learned classes."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean

import pytest

from gokan import _core
from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Game, Position
from gokan.shape.learn.evaluating import evaluate
from gokan.shape.learn.favour import favours, shares
from gokan.shape.learn.formation import Formation
from gokan.shape.learn.learned import shipped


@pytest.fixture(scope="module")
def game(repo: Path) -> Game:
    return Game.load(repo / "examples" / "zobrist-cowan.sgf")


def slow(game: Game, count: int) -> tuple[dict[int, list[float]], dict[int, list[float]]]:
    """By stone: what own elements and the opponent's say, move after move on the board itself."""
    library = shipped()
    worth = shares(library)
    played = game.moves()[:count]
    elements: list[tuple[int, dict[int, int]]] = []
    text = "".join(chr(97 + m % 19) + chr(97 + m // 19) if m >= 0 else ".." for _, m in played)
    found: dict[int, list[_core.FormationSeen]] = {}
    for one in _core.find_formations(text, list(library.codes)):
        found.setdefault(one.move, []).append(one)
    position = game.start
    for number, (color, move) in enumerate(played, 1):
        position = position.play_forced(move, color)
        board = position.board
        elements = [e for e in elements if all(board[p] == c for p, c in e[1].items())]
        for one in found.get(number, []):
            stones = Formation.decode(library.codes[one.formation]).stones
            colors = {
                p: int(color.opponent if s.enemy else color)
                for p, s in zip(one.points, stones, strict=True)
            }
            elements.append((one.formation, {**colors, -1 - number: 0}))
            elements[-1][1].pop(-1 - number)
    own: dict[int, list[float]] = {}
    against: dict[int, list[float]] = {}
    for formation, colors in elements:
        mover = colors[list(colors)[-1]]  # the newest stone is the mover's
        blocks = {(position.block(p).stones[0], color == mover) for p, color in colors.items()}
        for first, is_own in blocks:
            said = worth[formation]
            (own if is_own else against).setdefault(first, []).append(
                said.lived if is_own else said.took
            )
    return own, against


@pytest.mark.parametrize("count", [30, 60, 110])
def test_elements_are_those_that_stood_all_along(game: Game, count: int) -> None:
    """A slow twin follows every element move by move and drops it when a stone is taken."""
    own, against = slow(game, count)
    for block in evaluate(game, count).blocks:
        first = block.stones[0]
        assert sorted(block.own) == pytest.approx(sorted(own.get(first, [])))
        assert sorted(block.against) == pytest.approx(sorted(against.get(first, [])))
        said = [*block.own, *(1 - lost for lost in block.against)]
        assert block.chance == (pytest.approx(mean(said)) if said else None)


def test_colours_exchanged_exchange_the_score() -> None:
    text = "(;SZ[19];B[pd];W[dd];B[pq];W[dp];B[qn];W[nc];B[pf];W[pb];B[qc];W[kc])"
    game = Game.parse(text)
    found = evaluate(game)
    turned = Position.empty(19)
    for _, move in game.moves():
        row, column = divmod(move, 19)
        turned = turned.play(19 * column + (18 - row))
    moves = "".join(
        f";{'BW'[n % 2]}[{chr(97 + 18 - m // 19)}{chr(97 + m % 19)}]"
        for n, (_, m) in enumerate(game.moves())
    )
    other = evaluate(Game.parse(f"(;SZ[19]{moves})"))
    assert other.position == turned
    assert other.score == pytest.approx(found.score)
    assert other.elements == found.elements
    assert {b.color for b in found.blocks} == {BLACK, WHITE}


def test_taking_stones_takes_their_elements(game: Game) -> None:
    """Move 52 takes stones: no element holds a stone that is off the board."""
    for count in (51, 52):
        found = evaluate(game, count)
        assert all(found.position.color_at(p) for b in found.blocks for p in b.stones)
        assert set(found.ground) == {p for p in found.ground if not found.position.board[p]}
        assert all(-1 <= value <= 1 for value in found.ground.values())


def test_shares_are_what_favour_adds_up() -> None:
    library = shipped()
    every = shares(library)
    sums = [one.lived + one.took + one.ground for one in every]
    values = [one.value for one in favours(library)]
    offset = sums[0] - values[0]
    assert sums == pytest.approx([value + offset for value in values])
    assert all(0 < share < 1 for one in every for share in (one.lived, one.took, one.ground))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(;SZ[9];B[ee])", "19×19"),
        ("(;SZ[19]AB[dd][pp];W[cc])", "empty 19×19"),
        ("(;SZ[19];B[dd];B[pp])", "Move 2 is out of turn"),
    ],
)
def test_games_that_classes_cannot_follow_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        evaluate(Game.parse(text))


def test_from_the_command_line(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(repo / "examples" / "zobrist-cowan.sgf")
    assert run(["shape", "evaluate", record, "--move", "60"]) == 0
    assert "is ahead by" in capsys.readouterr().out
    assert run(["shape", "evaluate", record, "--move", "60", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["certainty"] == "measured"
    assert found["elements"] > 100
    assert run(["shape", "evaluate", record, "--move", "999"]) == 2
