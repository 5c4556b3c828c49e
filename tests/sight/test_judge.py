"""The choice of a move: sums, lookahead, passing, reasons; and whole games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gokan import sight
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, WHITE, Color, Game, Position, Rules
from gokan.go.symmetry import mapping
from gokan.play.clock import Clock
from gokan.play.players import make_player

from .test_see import random_position

LADDERS: tuple[sight.Ladders, ...] = ("followed", "exact")

CUT_OFF = """
    . . . . . .
    . O X . . .
    O X . . X .
    . O . . . .
    . . O . . .
    . . . . . .
"""


def needed(text: str, color: Color) -> dict[str, list[str]]:
    position = Position.from_diagram(text).with_to_play(color)
    found = sight.judge(position, ladders="exact").needed
    return {position.vertex(n.target): [position.vertex(m) for m in n.moves] for n in found}


def test_a_needed_move_gets_4000() -> None:
    position = Position.from_diagram(CUT_OFF)
    judged = sight.judge(position)
    plain = sight.judge(position, moves_each=0)
    point = position.point("C4")
    assert judged.weights[point] - plain.weights[point] == 4000
    assert sight.choose(position) == point
    assert needed(CUT_OFF, BLACK) == needed(CUT_OFF, WHITE) == {"B4": ["C4"]}


def test_a_needed_move_gets_4000_once_however_much_it_decides() -> None:
    game = Game.load(Path(__file__).parents[2] / "examples" / "zobrist-cowan.sgf")
    position = game.position(51)
    judged, plain = sight.judge(position), sight.judge(position, moves_each=0)
    deciding = [move for chain in judged.needed for move in chain.moves]
    assert max(deciding.count(move) for move in deciding) >= 3
    added = [a - b for a, b in zip(judged.weights, plain.weights, strict=True)]
    assert added == [4000 * (p in deciding) for p in range(361)]
    account = sight.reasons(position)
    assert account.explain().count("4000") == 1
    assert account.explain().count("would be captured otherwise") == 2


def test_capturing_the_attacker_saves() -> None:
    # C4 is in atari and cannot run, but the white stone at C5 beside it can be taken.
    diagram = """
        . . X . . .
        . X O . . .
        O O X . O .
        . . O O . .
        . . . . . .
        . . . . . .
    """
    assert needed(diagram, BLACK)["C4"] == ["D5"]


def test_nothing_is_needed_where_nobody_is_short_of_liberties() -> None:
    position = Position.empty(19).play("D4").play("Q16").play("C16")
    assert sight.judge(position).needed == ()
    assert sight.judge(position).marks == ()


def test_a_move_that_superko_forbids_is_not_needed() -> None:
    position = Position.from_diagram(
        """
        . O O
        X . O
        . X O
        """,
        rules=Rules.named("chinese").with_(ko="positional"),
    )
    for move in ["A1", "B2", "A3", "C1", "B3", "C3", "B2", "C2", "A2", "B3"]:
        position = position.play(move)
    assert position.why_illegal("B1")  # it would bring the first diagram back
    plain = Position.from_board(position.board, 3, to_play=position.to_play)
    assert [plain.vertex(m) for n in sight.judge(plain).needed for m in n.moves] == ["B1"]
    assert sight.judge(position).needed == ()


@pytest.mark.parametrize("seed", range(6))
def test_what_is_needed_is_true(seed: int) -> None:
    """A capture that is claimed happens: the ladder reader agrees where it can judge alone."""
    from gokan.go.ladder import ladder

    position = random_position(seed, 13, 13, 70)
    for chain in sight.judge(position, ladders="exact").needed:
        assert position.color_at(chain.target) == chain.owner
        assert all(position.is_legal(m) for m in chain.moves)
        block = position.block(chain.target)
        assert len(block.liberties) <= 3
        if chain.owner == position.to_play and len(block.liberties) == 2:
            for move in chain.moves:
                after = position.play(move)
                if after.color_at(chain.target) == chain.owner:
                    assert not ladder(after, chain.target, first="attack").captured


def test_ladders_are_followed_nearly_as_they_are_read() -> None:
    same = count = 0
    for seed in range(60):
        position = random_position(seed, 13, 13, 70)
        _, marks = sight.load().scan(position)
        followed, exact = (
            {
                (n.target, m)
                for n in sight.look_ahead(position, marks, ladders=how).needed
                for m in n.moves
            }
            for how in LADDERS
        )
        same += len(followed & exact)
        count += len(followed | exact)
    assert count > 500
    assert 0.95 < same / count < 1


def long_ladder(size: int) -> Position:
    """Black to move takes two stones by chasing them to the far corner, from the near one."""
    shift = size - 9
    rows = {5: {4: 1}, 6: {2: 1, 3: 2, 4: 2}, 7: {3: 1, 4: 1}}
    board = bytearray(size * size)
    for row, stones in rows.items():
        for column, color in stones.items():
            board[(row + shift) * size + column + shift] = color
    return Position.from_board(bytes(board), size, to_play=BLACK)


@pytest.mark.parametrize("ladders", LADDERS)
@pytest.mark.parametrize("size", [9, 19, 25])
def test_a_ladder_across_the_board_is_followed(size: int, ladders: sight.Ladders) -> None:
    position = long_ladder(size)
    _, marks = sight.load().scan(position)
    [chain] = sight.look_ahead(position, marks, ladders=ladders).needed
    shift = size - 9
    assert chain.target == (6 + shift) * size + 3 + shift
    assert chain.moves == (chain.target + 2,)
    # With a white stone on the way, near the far corner, nothing is needed.
    broken = position.setup(white=[position.vertex(3 * size + 1)])
    _, marks = sight.load().scan(broken)
    assert sight.look_ahead(broken, marks, ladders=ladders).needed == ()


def test_a_search_that_is_given_up_is_counted_and_the_ladder_asked() -> None:
    position = long_ladder(9)
    _, marks = sight.load().scan(position)
    whole = sight.look_ahead(position, marks)
    assert whole.given_up == ()
    cut = sight.look_ahead(position, marks, max_nodes=30)
    assert cut.nodes < whole.nodes
    assert "D3" in [position.vertex(p) for p in cut.given_up]
    assert cut.needed == whole.needed  # the ladder alone says so
    assert sight.look_ahead(position, marks, max_nodes=1).needed == ()
    assert sight.reasons(position).to_dict()["given_up"] == []


def test_a_stone_is_thrown_in_only_where_nothing_else_captures() -> None:
    throwing_in = plain = 0
    for seed in range(150):
        position = random_position(seed, 7, 7, 24)
        for chain in sight.judge(position).needed:
            if chain.owner == position.to_play:
                continue
            daring = [m for m in chain.moves if thrown_in(position, m, chain.target)]
            assert len(daring) in (0, len(chain.moves))
            throwing_in += len(daring)
            plain += len(chain.moves) - len(daring)
    assert throwing_in
    assert plain > throwing_in


def thrown_in(position: Position, move: int, target: int) -> bool:
    after = position.play(move)
    alive = after.color_at(target) == position.color_at(target)
    return alive and len(after.block(move).liberties) == 1


def test_passing_under_100() -> None:
    settled = Position.from_diagram("""
        . X O . .
        X X O O .
        . X O . O
        X X O O .
        . X O . O
    """)
    account = sight.reasons(settled)
    assert account.choice == PASS == sight.choose(settled)
    assert "a move needs 100" in account.explain()
    full = Position.from_board(bytes([1] * 24 + [0]), 5)
    assert sight.choose(full) == PASS


def test_illegal_and_bad_moves_are_negative() -> None:
    position = Position.from_diagram("""
        . O . . .
        O . . . .
        . . . . .
        . . . X .
        . . . . X
    """)
    weights = sight.judge(position).weights
    assert weights[position.point("A5")] < 0  # illegal
    library = sight.load()
    names = {
        library.templates[i].name: p
        for i, p, _ in library.counts(position)
        if p == position.point("A5")
    }
    assert "suicide" in names


def test_reasons_add_up() -> None:
    for seed in range(5):
        position = random_position(seed, 19, 19, 50 * seed)
        account = sight.reasons(position)
        assert len(account.moves) == len(position.legal_moves())
        totals = [m.total for m in account.moves]
        assert totals == sorted(totals, reverse=True)
        for move in account.moves:
            assert move.total == sum(v.total for v in move.voices) + 4000 * bool(move.needed)
        assert account.choice == sight.choose(position)
        equals = totals.count(totals[0])
        assert len(sight.reasons(position, limit=3).moves) == min(max(3, equals), len(totals))


def test_reasons_show_themselves() -> None:
    position = Position.from_diagram(CUT_OFF)
    account = sight.reasons(position)
    text = account.explain()
    assert text.startswith("C4 gets ")
    assert "saves the stone at B4" in text
    assert "captures the stone at B4" in sight.reasons(position.with_to_play(WHITE)).explain("C4")
    assert "B4 is not among" in account.explain("B4")
    assert "B4 is not among" in account.explain(position.point("B4"))
    assert "pass is not among" in account.explain(PASS)
    with pytest.raises(InvalidInput, match="not on a board"):
        account.explain(999)
    data = json.loads(json.dumps(account.to_dict()))
    assert data["choice"] == "C4"
    assert data["needed"][0]["moves"] == ["C4"]
    assert "1000 or more" in str(account.draw())
    assert "or more" not in str(sight.reasons(Position.empty(19)).draw())


@pytest.mark.parametrize("symmetry", range(8))
def test_sums_turn_with_the_board(symmetry: int) -> None:
    position = random_position(3, 9, 9, 30)
    turned = position.transform(symmetry).with_to_play(position.to_play)
    here, there = sight.judge(position), sight.judge(turned)
    to = mapping(symmetry, 9, 9)
    assert here.needed
    assert [there.weights[to[p]] for p in range(81)] == list(here.weights)
    assert sorted(to[p] for p in here.marks) == sorted(there.marks)
    swapped = position.swap_colors().with_to_play(position.to_play.opponent)
    assert sight.judge(swapped).weights == here.weights


def test_the_seed_only_chooses_between_equals() -> None:
    position = Position.empty(19)
    best = sight.reasons(position).moves[0].total
    chosen = {
        make_player(f"zobrist:seed={s}").choose(position, clock=Clock()).move for s in range(20)
    }
    assert len(chosen) > 1
    assert {sight.judge(position).weights[p] for p in chosen} == {best}


def test_all_equals_are_chosen_between_however_many() -> None:
    position = Position.empty(25, 2)
    account = sight.reasons(position, limit=1)
    equals = {m.move for m in sight.reasons(position).moves if m.total == account.moves[0].total}
    assert len(equals) > 8
    assert {m.move for m in account.moves} == equals
    chosen = {
        make_player(f"zobrist:seed={s}").choose(position, clock=Clock()).move for s in range(300)
    }
    assert chosen == equals


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda p: sight.reasons(p, limit=0), "number of moves must lie between"),
        (lambda p: sight.reasons(p, limit=-1), "number of moves must lie between"),
        (lambda p: sight.reasons(p, limit=1.5), "must be a whole number"),  # type: ignore[arg-type]
        (lambda p: sight.look_ahead(p, [25]), "A mark is a point of the board, not 25"),
        (lambda p: sight.look_ahead(p, [-1]), "A mark is a point of the board, not -1"),
        (lambda p: sight.look_ahead(p, ["Z9"]), "Z9"),
        (lambda p: sight.look_ahead(p, [2.5]), "A mark is a point of the board"),  # type: ignore[list-item]
        (lambda p: sight.look_ahead(p, [], moves_each=-1), "moves per side must lie between"),
        (lambda p: sight.look_ahead(p, [], moves_each=99), "moves per side must lie between"),
        (lambda p: sight.look_ahead(p, [], max_nodes=0), "number of nodes must lie between"),
        (lambda p: sight.judge(p, ladders="guessed"), "'followed' or 'exact'"),  # type: ignore[arg-type]
        (
            lambda p: sight.judge(p, moves_each=0, ladders="guessed"),  # type: ignore[arg-type]
            "'followed' or 'exact'",
        ),
        (lambda p: sight.judge(p, moves_each=None), "must be a whole number"),  # type: ignore[arg-type]
        (lambda p: make_player("zobrist:seed=x"), "seed must be a whole number, not 'x'"),
        (lambda p: make_player("zobrist:ladders=guessed"), "followed or exact"),
    ],
)
def test_bad_calls_are_refused_in_a_sentence(
    call: Callable[[Position], object], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        call(Position.empty(5))
