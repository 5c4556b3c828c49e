"""Position: playing, legality and its reasons, setting up, views."""

from __future__ import annotations

import pickle

import pytest

from gokan.errors import GokanError, IllegalMove, IllegalPosition, InvalidInput, InvalidVertex
from gokan.go import BLACK, EMPTY, PASS, WHITE, Position, Rules

KO = """
    . X O .
    X . X O
    . X O .
    . . . .
"""


def test_play_returns_a_new_position_and_leaves_the_old():
    start = Position.empty(9)
    after = start.play("E5")
    assert start["E5"] is EMPTY
    assert after["E5"] is BLACK
    assert (start.to_play, after.to_play) == (BLACK, WHITE)
    assert after.last_move == start.point("E5")
    assert start.last_move is None


def test_siblings_do_not_disturb_each_other():
    start = Position.empty(5, rules="tromp-taylor").play("A1")
    left, right = start.play("B2"), start.play("C3")
    assert left["C3"] is EMPTY
    assert right["B2"] is EMPTY
    assert left.legal_moves() != right.legal_moves()


@pytest.mark.parametrize("rules", ["chinese", "klinger", "tromp-taylor", "aga"])
def test_every_ko_rule_forbids_to_retake_at_once(rules):
    position = Position.from_diagram(KO, to_play=WHITE, rules=rules).play("B3")
    assert position["C3"] is EMPTY
    with pytest.raises(IllegalMove, match="Black C3"):
        position.play("C3")
    assert position.point("C3") not in position.legal_moves()
    elsewhere = position.play("A1").play("D1")
    assert elsewhere.play("C3")["B3"] is EMPTY


def test_a_ko_ban_binds_only_the_side_that_lost_the_stone():
    position = Position.from_diagram(KO, to_play=WHITE).play("B3")
    assert position.ko == position.point("C3")
    assert position.is_legal("C3", WHITE)
    assert not position.is_legal("C3", BLACK)


def test_a_pass_lifts_the_simple_ko_but_not_superko():
    def retake(rules: str) -> bool:
        position = Position.from_diagram(KO, to_play=WHITE, rules=rules).play("B3")
        return position.play("pass").play("pass").is_legal("C3", BLACK)

    assert retake("chinese")
    assert not retake("tromp-taylor")
    assert not retake("aga")


def test_suicide_by_rules():
    diagram = """
        . X .
        X . X
        . X .
    """
    forbidden = Position.from_diagram(diagram, to_play=WHITE)
    assert forbidden.why_illegal("B2") == "White B2: the rules forbid suicide"
    simple = Rules.named("chinese").with_(suicide=True)
    after = Position.from_diagram(diagram, to_play=WHITE, rules=simple).play("B2")
    assert after["B2"] is EMPTY
    assert after.prisoners(WHITE) == 1
    superko = Position.from_diagram(diagram, to_play=WHITE, rules="new-zealand")
    assert superko.is_legal("B2")  # the side to move differs from the start
    assert not superko.with_rules("tromp-taylor").is_legal("B2")


def test_suicide_of_several_stones_takes_them_all():
    position = Position.from_diagram(
        """
        . O X
        X X X
        . . .
        """,
        to_play=WHITE,
        rules="tromp-taylor",
    ).play("A3")
    assert position.stones(WHITE) == []
    assert position.prisoners(WHITE) == 2


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("E5", "occupied"),
        ("K5", "not on a board of 9x9"),
        ("I5", "not a vertex"),
        ("E", "not a vertex"),
        ("", "not a vertex"),
        (81, "not on the board"),
        (-2, "not on the board"),
    ],
)
def test_bad_moves_say_why(move, words):
    position = Position.empty(9).play("E5")
    with pytest.raises(GokanError, match=words):
        position.play(move)
    with pytest.raises(GokanError):
        position.play_all([move])


def test_play_all_names_the_move_that_fails():
    with pytest.raises(IllegalMove, match="move 3, Black E5: the point is occupied"):
        Position.empty(9).play_all(["E5", "D4", "E5"])


def test_forced_play_ignores_ko_but_not_stones():
    position = Position.from_diagram(KO, to_play=WHITE).play("B3")
    assert position.play_forced("C3")["B3"] is EMPTY
    with pytest.raises(IllegalMove, match="occupied"):
        position.play_forced("B3")


def test_setup_edits_and_refuses_breathless_blocks():
    position = Position.empty(5).setup(black=["A1", "B2"], white=["C3"], to_play=WHITE)
    assert position.to_play is WHITE
    assert position.setup(empty=["B2"])["B2"] is EMPTY
    with pytest.raises(IllegalPosition, match="black block at A1 has no liberties"):
        position.setup(white=["A2", "B1"], empty=["B2"])
    with pytest.raises(InvalidInput, match="pass is not a point"):
        position.setup(black=["pass"])


def test_passes_end_the_game():
    position = Position.empty(9).play("pass")
    assert not position.is_over
    assert position.last_move == PASS
    assert position.play(PASS).is_over


@pytest.mark.parametrize(("width", "height"), [(0, 5), (26, 26), (5, -1), (19, 100000)])
def test_impossible_boards_are_refused(width, height):
    with pytest.raises(InvalidInput, match="sides go from 1 to 25"):
        Position.empty(width, height)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 25), (25, 1), (25, 25), (13, 5)])
def test_every_shape_of_board(width, height):
    position = Position.empty(width, height)
    assert len(position.board) == width * height
    assert position.point(position.vertex(width - 1)) == width - 1
    legal = position.legal_moves()
    assert legal == ([] if width * height == 1 else list(range(width * height)))


def test_blocks_regions_and_neighbors():
    position = Position.from_diagram(
        """
        X X . O
        . . . O
        X . O .
        """
    )
    assert [len(block.stones) for block in position.blocks()] == [2, 2, 1, 1]
    assert position.block("A3").liberties == tuple(position.point(v) for v in ("C3", "A2", "B2"))
    assert [len(region.points) for region in position.regions()] == [5, 1]
    assert position.regions()[1].colors == {WHITE}
    assert position.neighbors("A1") == (position.point("A2"), position.point("B1"))
    with pytest.raises(InvalidInput, match="no stone on B1"):
        position.block("B1")


def test_equality_hash_and_views():
    one = Position.empty(9).play_all(["C3", "D4", "E5"])
    two = Position.empty(9).play_all(["E5", "D4", "C3"])
    assert one == two
    assert hash(one) == hash(two)
    assert one.hash == two.hash
    assert one.situation_hash != one.with_to_play(BLACK).situation_hash
    assert one != one.with_to_play(BLACK)
    assert one != "a position"
    for symmetry in range(8):
        turned = one.transform(symmetry)
        assert len(turned.stones(BLACK)) == 2
    assert one.swap_colors().swap_colors() == one


def test_transform_carries_ko_and_prisoners():
    position = Position.from_diagram(KO, to_play=WHITE).play("B3")
    for symmetry in range(8):
        turned = position.transform(symmetry)
        assert turned.ko is not None
        assert turned.prisoners(BLACK) == 1
    swapped = position.swap_colors()
    assert (swapped.ko, swapped.prisoners(WHITE)) == (position.ko, 1)


def test_vertices_have_no_i():
    position = Position.empty(19)
    assert position.vertex(8) == "J19"
    with pytest.raises(InvalidVertex):
        position.point("I9")


def test_to_dict_is_plain():
    made = Position.empty(9).play("E5").to_dict()
    assert made["black"] == ["E5"]
    assert made["last_move"] == "E5"
    assert made["rules"]["name"] == "chinese"


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor", "aga", "klinger"])
def test_a_pickled_position_remembers_its_past(rules):
    white_took_the_ko = ["B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"]
    position = Position.empty(5, rules=rules).play_all([*white_took_the_ko, "pass"])
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.to_dict() == position.to_dict()
    for color in (BLACK, WHITE):
        for point in range(25):
            assert copy.why_illegal(point, color) == position.why_illegal(point, color)
    after = position.play("E5").play("E4")
    assert pickle.loads(pickle.dumps(after)).legal_moves() == after.legal_moves()


def test_a_spoilt_state_is_refused():
    core = Position.empty(3).core
    form, stones, *rest = core.__getstate__()
    for bad in (((0, 3, 0, False), stones), ((3, 3, 9, False), stones), (form, b"\3" * 9)):
        with pytest.raises(ValueError, match=r"position|fit"):
            type(core).__new__(type(core)).__setstate__((*bad, *rest))


def test_passes_stay_when_the_board_is_turned():
    position = Position.empty(5).play("B1").play("pass")
    assert position.transform(3).passes == position.swap_colors().passes == 1


def test_a_long_history_is_freed_without_recursion():
    position = Position.empty(2, rules="tromp-taylor")
    for _ in range(200_000):
        position = position.play(PASS)
    assert position.passes == 200_000


@pytest.mark.parametrize("rules", ["klinger", "tromp-taylor", "aga", "japanese"])
def test_other_rules_keep_the_ko_ban(rules):
    taken = Position.from_diagram(KO, to_play=WHITE).play("B3")
    again = taken.with_rules(rules)
    assert again.ko == taken.ko
    assert not again.is_legal("C3")
    assert (again.prisoners(BLACK), again.prisoners(WHITE)) == (1, 0)


def test_situational_superko_knows_whose_turn_was_set():
    """A lone stone's suicide gives back the empty board, here with White to play as before."""
    start = Position.empty(1, rules="new-zealand").with_to_play(WHITE)
    assert start.with_to_play(WHITE).play(PASS).why_illegal("A1") is not None
