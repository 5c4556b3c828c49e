"""Groups and their status on an open board."""

import json
from dataclasses import replace

import pytest

from gokan.go import BLACK, PASS, WHITE, Game, Position
from gokan.reading import Budget, status, statuses
from gokan.reading.groups.gathering import Groups, gather, group_of
from gokan.reading.groups.infer import groups_of
from gokan.reading.groups.links import link
from gokan.reading.life.pictures import groups_legend
from gokan.reading.trials.outlook import outlook

# A large white area with a lone black stone in the corner, a black wall with two eyes, and
# white stones that hang on the move.
BOARD = """
. . . . . . . . .
. X . . . . . . .
. . . . . . . . .
. O O O O O O O O
O O . O . O . O .
O O O O O O O O O
X X X X X X X X X
X . X . X . O O .
X X X X X X X X X
"""


def test_blocks_that_cannot_be_cut_are_one_group():
    position = Position.from_diagram(
        ". . . . . . .\n. X . X . . .\n. X . X . O .\n. . . . . . .\n. . . O . . .\n. . . . . . ."
    )
    black = [group for group in gather(position) if position.color_at(min(group.stones)) == BLACK]
    assert [len(group.stones) for group in black] == [4]
    assert group_of(position, position.point("B5")).blocks(position) == (
        position.point("B5"),
        position.point("D5"),
    )


def test_everybody_means_the_same_group():
    """Guesses of a target, the status of a stone and of the board, and `gather` itself."""
    position = Position.from_diagram(BOARD)
    for group in gather(position):
        assert all(group_of(position, stone).stones == group.stones for stone in group.stones)
    guessed = [set(g.stones) for g in groups_of(position)]
    assert guessed == [set(g.blocks(position)) for g in gather(position)]
    own = position.point("G2")
    one = status(position, own, budget=Budget(nodes=1000))
    assert set(one.target) == group_of(position, own).stones


def test_groups_asked_for_one_by_one_are_those_of_the_whole_board():
    position = Game.load("examples/zobrist-cowan.sgf").position(120)
    groups = Groups(position)
    backwards = [p for p, color in enumerate(position.board) if color][::-1]
    found = {groups.of(p).stones for p in backwards}
    assert found == {group.stones for group in gather(position)}


def test_a_way_that_costs_too_much_is_not_looked_for():
    position = Position.from_diagram(
        ". . . . . . .\n. X . X . X .\n. . . . . . .\n. . . . . . .\n. . . . . . ."
    )
    ends = position.point("B4"), position.point("F4")
    way = link(position, *ends)
    assert way is not None
    assert link(position, *ends, within=way.cost) == way
    assert link(position, *ends, within=way.cost - 0.01) is None


def test_a_joint_that_the_enemy_cuts_is_none():
    position = Position.from_diagram(
        ". . . . . . .\n. . O . O . .\n. X . . . . .\n. O . O . X .\n. . . . . . .\n. . . . . . ."
    )
    black = [group for group in gather(position) if position.color_at(min(group.stones)) == BLACK]
    assert [len(group.stones) for group in black] == [1, 1]


def test_joints_that_were_read_are_named():
    position = Position.from_diagram(
        ". . . . . . .\n. . . . . . .\n. X . X . . .\n. . . . . . .\n. . . . . O .\n. . . . . . ."
    )
    (group,) = (g for g in gather(position) if position.color_at(min(g.stones)) == BLACK)
    (joint,) = group.joints
    assert {joint.first, joint.second} == group.stones
    assert joint.grade == "read"


def test_every_stone_belongs_to_one_status():
    position = Position.from_diagram(BOARD)
    told = []
    found = statuses(position, seconds=3, progress=lambda done, total: told.append((done, total)))
    stones = [p for group in found for p in group.target]
    assert sorted(stones) == sorted([*position.stones(BLACK), *position.stones(WHITE)])
    assert told[-1] == (len(found), len(found))
    words = {position.vertex(group.target[0]): group.word for group in found}
    assert words["B6"] == "alive"
    assert words["A3"] == "alive"
    assert words["G2"] == "dead"


def test_a_word_from_trials_is_graded_read_and_says_why():
    rows = [". " * 19] * 19
    rows[3] = ". . . X . . . . . X . . . . . X . . ."
    rows[15] = ". . . O . . . . . . . . . . . O . . ."
    rows[9] = ". . . X . X . X . . . . . O . O . O ."
    position = Position.from_diagram("\n".join(row.strip() for row in rows))
    answer = status(position, "D10", budget=Budget(nodes=300_000))
    assert len(answer.target) == 3
    assert (answer.word, answer.grade) == ("alive", "read")
    assert "trial games" in answer.judged[0]
    assert answer.judged[1] in answer.explain()


def test_the_json_of_a_status_is_complete():
    position = Position.from_diagram(BOARD)
    grades = {}
    for group in statuses(position, budget=Budget(nodes=300_000)):
        data = json.loads(json.dumps(group.to_dict()))
        grades[position.vertex(group.target[0])] = data["grade"]
        assert data["proved"] == (data["grade"] == "proved")
        assert bool(data["judged"]) == (data["grade"] == "read")
        assert (data["trials"] is None) == data["proved"]
    assert grades == {"B8": "unknown", "B6": "proved", "A3": "proved", "G2": "proved"}


def test_no_time_for_reading_is_no_error():
    position = Position.from_diagram(BOARD)
    found = statuses(position, budget=Budget(nodes=1))
    results = {position.vertex(group.target[0]): group.attack.result for group in found}
    assert results == {"B8": "unknown", "B6": "unknown", "A3": "unknown", "G2": "win"}
    assert statuses(Position.empty(9)) == ()


def test_outlook_calls_a_ko_a_ko():
    position = Position.from_diagram(
        ". . . O X . . . .\n. O O O X . . . .\nO O X X X . . . .\nX X X . . . . . .\n"
        + "\n".join([". . . . . . . . ."] * 5)
    )
    found = outlook(position, [position.point("D9")])
    assert found.word == "ko"


def test_outlook_of_dead_stones():
    position = Position.from_diagram(BOARD)
    found = outlook(position, [position.point("G2")])
    assert found.word == "dead"
    assert "saved in 0 %" in found.reasons[0]


@pytest.mark.parametrize(("moves", "definite"), [(40, 1), (90, 3)])
def test_status_of_a_whole_game(moves, definite):
    """Every stone belongs to one group, and a good part of the groups gets a word."""
    position = Game.load("examples/zobrist-cowan.sgf").position(moves)
    found = statuses(position, budget=Budget(nodes=200_000))
    assert {frozenset(one.target) for one in found} == {g.stones for g in gather(position)}
    assert sum(one.word != "unknown" for one in found) >= definite
    assert all(bool(one.why) == (one.word == "unknown") for one in found)


def test_experience_speaks_only_where_reading_has_no_word() -> None:
    position = Position.empty(9).play("E5").play("C3")
    budget = Budget(nodes=2000, games=0)
    for owner, likely in (
        (0.9, "likely alive (95 %)"),
        (0.0, "open (50 % alive)"),
        (-0.9, "likely dead (95 %)"),
        (0.598, "open (79 % alive)"),  # before: 80, which would be a word
        (0.9999, "likely alive (over 99 %)"),  # before: 100, as if it were certain
    ):
        black, white = statuses(position, budget=budget, ownership=[owner] * 81)
        assert black.learned == pytest.approx((1 + owner) / 2)
        assert white.learned == pytest.approx((1 - owner) / 2)
        for one in (black, white):
            assert one.word == "unknown"
            assert one.grade == "unknown"
            assert not one.proved
        assert black.likely == likely
        assert "not proved" in black.explain()
    assert not statuses(position, budget=budget)[0].likely


def test_nothing_is_said_of_ignored_attacks_where_there_is_no_word() -> None:
    position = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
    found = status(position, "A3")
    assert (found.word, found.may_ignore) == ("dead", 0)
    assert replace(found, word="unknown").may_ignore is None


def test_moves_elsewhere_are_no_attacks_on_an_unsettled_group() -> None:
    """Before, moves all over the board were named beside the one that captures, if a reading that
    the word goes against held that no move was needed.
    """
    position = Position.from_diagram("""
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .""")
    group = status(position, "A4", budget=Budget(nodes=100_000))
    vital, far = group.attacks[0], position.point("G1")
    assert group.word == "unsettled"
    every = replace(group.attack, winning_moves=(vital, far, PASS), shown={vital: None})
    told = replace(group, attack=every)
    assert told.attacks == (vital,)
    assert told.explain() == group.explain()  # it used to go on: "the target is already dead"


def test_the_legend_says_what_is_only_likely() -> None:
    position = Position.empty(9).play("E5").play("C3")
    found = statuses(position, budget=Budget(nodes=2000, games=0), ownership=[0.9] * 81)
    said = groups_legend(found).replace("\N{NO-BREAK SPACE}", " ")
    assert said == "× likely dead; no sign: likely alive"


def test_experience_changes_no_word() -> None:
    alive = Position.from_diagram("""
        . X . X O .
        X X X X O .
        O O O O O .
        . . . . . .
        . . . . . .""")
    told = statuses(alive, ownership=[-1.0] * 30)
    assert [(one.word, one.likely) for one in told] == [("alive", ""), ("alive", "")]
    assert told[0].learned == 0
