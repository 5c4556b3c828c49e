"""The goal graph on Klinger's worked examples, rebuilt around the points he names."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import GokanError
from gokan.go import BLACK, WHITE, Position
from gokan.go.symmetry import mapping
from gokan.goals import consider
from gokan.goals.graph import Goal, GoalGraph
from gokan.goals.picture import LEGEND
from gokan.goals.state import State
from gokan.reading import capture
from gokan_lab.facts.klinger import EYES, RACE


def test_figure_2_10_black_lives_by_the_middle_point():
    position = Position.from_diagram(EYES, to_play=BLACK)
    answer = consider(position, "D1")
    assert answer.known.value == "unknown"
    assert position.vertex(answer.moves[0].move) == "F1"
    assert answer.moves[0].why == "makes eyes"
    assert [answer.graph.text(goal) for goal in answer.moves[0].chain] == ["Save(D1)"]


def test_figure_2_11_after_it_everything_is_known():
    position = Position.from_diagram(EYES, to_play=BLACK).play("F1")
    answer = consider(position, "D1")
    assert (answer.known.value, answer.known.grade) == ("false", "sure")
    assert not answer.moves
    assert answer.explain() == (
        "White cannot capture the black stones at D1: they live unconditionally (exact)."
    )


def test_figure_2_9_is_a_race_and_a_cycle():
    position = Position.from_diagram(RACE, to_play=BLACK)
    answer = consider(position, "D1")
    save = Goal("save", BLACK, position.block("D1").stones[0])
    take = Goal("capture", BLACK, position.block("G2").stones[0])
    assert (take,) in answer.graph.nodes[save].children
    assert (save,) in answer.graph.nodes[take].children
    unknown = {n.goal for n in answer.nodes if answer.graph.known[n.goal].value == "unknown"}
    assert unknown == {save, take}  # the only two, as he says
    moves = {position.vertex(s.move) for s in answer.moves}
    assert {"G1", "F1"} <= moves
    for move in ("G1", "F1"):
        assert capture(position.play(move), "G2", first="defend").captured
    assert "a race" in answer.explain()


def test_a_cycle_alone_never_justifies_a_value():
    position = Position.from_diagram(RACE, to_play=BLACK)
    graph = consider(position, "D1").graph
    assert graph.known[graph.root].value == "unknown"


def test_moves_come_only_from_unknown_goals():
    position = Position.from_diagram(RACE, to_play=BLACK)
    answer = consider(position, "D1")
    for suggestion in answer.moves:
        assert position.is_legal(suggestion.move)
        assert suggestion.chain[0] == answer.root
        assert all(answer.graph.known[goal].value == "unknown" for goal in suggestion.chain)


def test_a_friend_that_lives_saves_what_cannot_be_cut_from_it():
    position = Position.from_diagram(
        """
        . X . X . . .
        X X X X . . .
        O O O . X O .
        . . . O O . .
        """,
        to_play=BLACK,
    )
    answer = consider(position, "E2")
    link = answer.graph.state.connection(position.block("E2").stones[0], position.point("B4"))
    assert link is not None
    assert link.unassailable
    assert (answer.known.value, answer.known.grade) == ("true", "sure")
    assert answer.known.reason == "they cannot be cut off from B4, which lives"


def test_sure_values_are_true_in_fact():
    """What is called sure about tiny boards is what the model checker proves of all play."""
    from gokan.goals.axioms import theory
    from gokan.goals.tiny import TinyGo
    from gokan.logic import explore

    graph = explore(TinyGo(2, 3, everywhere=True))
    checker = theory(graph)
    saved = checker.resolve("Save(p, i)").formula
    tried = 0
    for number in range(graph.size):
        position = graph.states_list[number].position
        if position.passes or position.ko is not None or not graph.roots >> number & 1:
            continue
        for block in position.blocks():
            if block.color != position.to_play:
                continue
            root = Goal("save", block.color, block.stones[0])
            static = GoalGraph(position, root).nodes[root].static
            if static.grade != "sure" or "unconditionally" not in static.reason:
                continue
            tried += 1
            player = "Black" if block.color == BLACK else "White"
            env = {"p": position.vertex(block.stones[0]), "i": player}
            assert checker.evaluate(saved, dict(env)) >> number & 1
    assert tried > 10


def test_the_picture_shows_every_goal_and_can_be_read():
    answer = consider(Position.from_diagram(RACE, to_play=BLACK), "D1")
    picture = answer.draw()
    root = ET.fromstring(str(picture))
    texts = "".join(root.itertext())
    for node in answer.nodes:
        assert answer.graph.text(node.goal) in texts
    assert picture.width > 300
    data = answer.to_dict()
    assert data["root"] == "Save(D1)"
    assert {goal["goal"] for goal in data["goals"]} == {
        answer.graph.text(n.goal) for n in answer.nodes
    }


def test_the_caption_says_what_the_numbers_of_the_picture_are():
    """It called the first move the best one; the numbers follow the goals from the root down."""
    answer = consider(Position.from_diagram(RACE, to_play=BLACK), "D1")
    assert "best first" not in str(answer.draw())
    assert "follow the goals from the root down" in " ".join(LEGEND.split())
    assert answer.moves[0].chain == (answer.root,)


def test_every_goal_that_asks_for_a_move_is_named():
    """`moves` keeps the first chain only: a connection behind a liberty was not to be seen."""
    position = Position.from_diagram(RACE, to_play=BLACK)
    graph = consider(position, "D1").graph
    for first in graph.moves():
        asked = graph.asking(first.move)
        assert asked[0] == first
        assert len({(s.chain, s.why, s.rule) for s in asked}) == len(asked)
    goals = {s.chain[-1].kind for s in graph.asking(position.point("F1"))}
    assert goals == {"save", "capture"}


def test_the_goal_follows_from_the_turn():
    position = Position.from_diagram(EYES, to_play=WHITE)
    assert consider(position, "D1").root.kind == "capture"
    with pytest.raises(GokanError, match="so the goal is capture"):
        consider(position, "D1", goal="save")
    with pytest.raises(GokanError, match="no stone"):
        consider(position, "A1")


def test_eye_counts_follow_the_rules_of_3_7():
    position = Position.from_diagram(
        """
        . X . X . . .
        X X X X O O .
        O O O O O . .
        . . . . . . .
        """,
        to_play=BLACK,
    )
    state = State(position)
    core = state.core_of(position.block("A3").stones[0])
    assert core.eye_count == (2, 2)
    assert all(a.disjoint(b) for a in core.eyes for b in core.eyes if a != b)
    assert {position.vertex(p) for eye in core.eyes for p in eye.centre} == {"A4", "C4"}


@pytest.mark.parametrize("text", [EYES, RACE])
def test_turned_and_with_colours_exchanged_it_is_the_same(text):
    position = Position.from_diagram(text, to_play=BLACK)
    point = position.point("D1")
    plain = consider(position, point)
    for symmetry in range(8):
        to = mapping(symmetry, position.width, position.height)
        turned = consider(position.transform(symmetry), to[point])
        assert turned.known.value == plain.known.value
        assert {s.move for s in turned.moves} == {to[s.move] for s in plain.moves}
        assert len(turned.nodes) == len(plain.nodes)
    swapped = consider(position.swap_colors(), point)
    assert [s.move for s in swapped.moves] == [s.move for s in plain.moves]
    assert swapped.to_dict()["goals"][0]["of"] == plain.to_dict()["goals"][0]["of"]


def test_the_command_tells_and_draws_the_graph(repo: Path, tmp_path: Path, capsys):
    record = str(repo / "examples" / "race.sgf")
    assert run(["look", record, "--sense", "goals", "--at", "D1"]) == 0
    assert "a race" in capsys.readouterr().out
    picture = tmp_path / "race.svg"
    assert run(["look", record, "--sense", "goals", "--at", "D1", "--output", str(picture)]) == 0
    assert "Capture(F2)" in picture.read_text("utf-8")
    assert run(["look", record, "--sense", "goals"]) == 2
    assert "--at names a stone" in capsys.readouterr().err


SCATTERED = """
    . . . . . X O
    . X . X O . O
    X X . O . . .
    . . . O . . X
    . O . . . X .
    O . X . O . .
    . X . . X O .
"""


def test_friends_and_stones_that_may_run_are_no_race():
    """It said of friends, too, that "each depends on the other: a race"; a race is with an enemy
    who can live only by capturing the stones.
    """
    position = Position.from_diagram(SCATTERED, to_play=WHITE)
    told = consider(position, "F7").explain()
    assert "a race" not in told
    assert (
        "It is also open whether White can save the white stones at G7 or E6,"
        " or capture the black stones at D6."
    ) in told
