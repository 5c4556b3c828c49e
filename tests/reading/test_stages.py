"""An open region is read in stages: the core, each gap alone, then all of it."""

from __future__ import annotations

from gokan.go import BLACK, WHITE, Position
from gokan.reading import Budget, Problem, pose, pose_record, solve
from gokan.reading.budget import Meter
from gokan.reading.life.answer import put_together
from gokan.reading.life.ko import Verdict
from gokan.reading.life.stages import gaps, regions_besides, small_regions, stages
from gokan.reading.life.verdict import Reading
from gokan.reading.regions.reader import STANDS, Reader
from gokan.reading.regions.region import ATTACKER_ANCHOR, DEFENDER_ANCHOR, Region, find_region
from tests.reading.with_gaps import CORNER, ROW, problem


def test_each_stage_has_more_room_than_the_core():
    kinds = []
    core = None
    for stage in stages(problem(ROW, "B2", BLACK)):
        kinds.append(stage.kind)
        core = core or stage.region.points
        assert core <= stage.region.points
    assert kinds[0] == "core"
    assert {"gap", "usual"} <= set(kinds)


def test_gaps_are_read_deeper_for_a_group_that_moves_first():
    asked = problem(ROW, "B2", WHITE)
    regions = {stage.kind: stage.region for stage in stages(asked)}
    assert len(regions["deep"].points) > len(regions["gap"].points)
    assert "deep" not in {stage.kind for stage in stages(problem(ROW, "B2", BLACK))}


def test_deep_gaps_can_be_left_for_the_end():
    asked = problem(ROW, "B2", WHITE)
    usual, late = list(stages(asked)), list(stages(asked, deep_last=True))
    assert {s.region.points for s in late} == {s.region.points for s in usual}
    deep = [s.kind == "deep" for s in late]
    assert any(deep)
    assert deep == sorted(deep) != [s.kind == "deep" for s in usual]


def test_a_region_names_the_very_position_that_was_asked_about():
    once, again = (problem(ROW, "B2", WHITE) for _ in range(2))
    assert once.position == again.position
    assert once.position is not again.position
    for asked in (once, again):
        region = find_region(asked.position, asked.target)
        assert region.position is asked.position
        assert find_region(asked.position, asked.target) is region


def test_an_attack_that_a_gap_refutes_is_dropped_though_a_look_found_it():
    asked = problem(ROW, "B2", BLACK)
    point = asked.position.point
    usual = find_region(asked.position, asked.target)
    core, gap = small_regions(asked, usual)[0]
    assert regions_besides(asked, usual) == [core, gap]
    meter = Budget(nodes=400_000).start()
    reading = Reading(reader(core, meter), "usual")
    reading.read(None, all_moves=True, endless=False)
    assert {point("B1"), point("C1")} <= set(reading.good)
    there = reader(gap, meter)
    reading.keep_what_works(there, 20_000)
    assert point("B1") in reading.good
    assert point("C1") not in reading.good
    where, cell, reply = reading.refuted[point("C1")]
    assert (where, cell) == (there, gap.cell(point("C1")))
    assert there.ask(*reading.verdict.threats, [cell]).verdict == STANDS
    assert reply >= 0
    # The line begins with a move that is left, whichever was found.
    reading.reader.found[reading.verdict.threats] = core.cell(point("C1")), 0
    answer = put_together(asked, reading, details=False)
    assert answer.pv[0] in answer.winning_moves


def test_an_attack_must_work_in_all_regions_besides_the_usual_one():
    asked = problem(CORNER, "A8", BLACK)
    kinds = {stage.kind: stage.region for stage in stages(asked)}
    others = [region.points for region in regions_besides(asked, kinds["usual"])]
    assert kinds["core"].points == others[0]
    assert kinds["wide"].points == others[-1]
    assert kinds["usual"].points not in others


def reader(region: Region, meter: Meter) -> Reader:
    return Reader(region, first=BLACK, ko=None, meter=meter, memory=1 << 24)


def test_a_small_region_alone_does_not_make_a_group_dead():
    """The core is settled at once; the limit of nodes ends the reading before the gaps."""
    asked = problem(ROW, "B2", WHITE)
    core = next(iter(stages(asked))).region
    cut = solve(asked, nodes=2)
    assert cut.region.points == core.points
    assert (cut.result, cut.why) == ("unknown", "budget")


def test_a_sealed_region_is_the_only_stage():
    sealed = problem(". . O X . .\nO O O X . .\nX X X X . .\n. . . . . .", "A3", BLACK)
    assert [stage.kind for stage in stages(sealed)] == ["usual"]


def test_gaps_lie_outside_the_region_and_on_empty_points():
    asked = problem(ROW, "B2", BLACK)
    region = find_region(asked.position, asked.target, layer=0, thin=0)
    found = gaps(region)
    assert found
    for gap in found:
        assert not gap & region.points
        assert all(asked.position.board[p] == 0 for p in gap)


def test_space_that_the_target_s_friends_reach_first_is_a_refuge():
    position = Position.empty(13).setup(black=[156, 157, 147], white=[143, 144, 145])
    assert [position.vertex(p) for p in (156, 147)] == ["A1", "E2"]
    region = find_region(position, [156])
    edge = region.cells[region.cell(position.point("D1"))]
    assert edge & DEFENDER_ANCHOR
    assert edge & ATTACKER_ANCHOR  # D2 is as near to either side


def test_a_target_that_lives_in_the_core_keeps_its_moves_with_more_room():
    answer = solve(problem(ROW, "B2", WHITE), seconds=10)
    assert answer.result == "win"
    assert answer.winning_moves


def test_a_guessed_target_gives_way_to_a_group_that_hangs_on_the_move():
    diagram = """
    . . . O X . . . .
    O O O O X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . O O O O
    . . . . . O . O .
    """
    position = Position.from_diagram(diagram)
    stones: dict[int, list[list[int]]] = {1: [], 2: []}
    for point, color in enumerate(position.board):
        if color:
            row, column = divmod(point, position.width)
            stones[color].append([column, row])
    record = {"size": [9, 6], "black": stones[1], "white": stones[2], "to_play": "B"}
    living = {"target": [5, 4], "goal": "kill"}
    guessed = pose_record({**record, **living, "goal_source": "sealed1"})
    assert position.board[guessed.target[0]] == 2
    assert position.vertex(guessed.target[0]) == "D6"
    named = Problem.from_record({**record, **living})
    assert position.vertex(named.target[0]) == "F2"


# Two rows of three shut each other in; whoever moves first lives and takes the other.
RACE = """
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . O O O . . . . . . .
. . O . . . O . . . . . .
. . O X X X O . . . . . .
. . X O O O X . . . . . .
. . X . . . X . . . . . .
. . . X X X . . . . . . .
"""


def test_a_wall_that_is_shut_in_itself_belongs_to_the_region():
    position = Position.from_diagram(RACE)
    region = find_region(position, [position.point("D3")])
    assert {position.point(v) for v in ("D4", "D5", "E5", "F5")} <= region.points


def test_a_race_without_a_named_target_is_understood():
    position = Position.from_diagram(RACE, to_play=BLACK)
    answer = solve(pose(position), seconds=10)
    assert answer.result == "win"
    assert {position.vertex(p) for p in answer.winning_moves} & {"E2", "E5"}


def test_a_kill_is_believed_only_where_it_lasts_with_more_room() -> None:
    """White lives because two gaps together give him what each of them alone does not. The region
    in which that shows was read where White moves first, but not where Black would kill.
    """
    position = Position.from_diagram(
        """
        . O . . . . . . .
        O . O X . . . . .
        . O X . . . . . .
        . X . . X . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    asked = Problem.make(position, target=[position.point("A6")])
    assert asked.goal == "kill"
    assert "far" in [stage.kind for stage in stages(asked)]
    answer = solve(asked, budget=Budget(nodes=100_000), trials=False)
    assert (answer.result, answer.grade) == ("loss", "proved")


def test_a_stage_that_ran_out_of_its_part_makes_the_budget_the_reason(monkeypatch) -> None:
    """The whole budget is not used up, since what is kept for other stages was not needed."""
    position = Position.from_diagram(
        """
        X . . . . . . . .
        . . X . X . . O .
        O . . . . . . . .
        O . O X X . . X .
        O . O . X X . . .
        . . O O X O X . .
        . O X . . . . . .
        . O . X . O . . .
        . . . . . . . . .
        """
    )
    problem = Problem.make(position, target=[position.point("A7")])
    short = solve(problem, nodes=30_000, details=False)
    assert (short.result, short.why) == ("unknown", "budget")
    assert solve(problem, nodes=300_000, details=False).result == "loss"
    unsure = Verdict("unknown")
    monkeypatch.setattr("gokan.reading.life.verdict.find_verdict", lambda *_, **__: unsure)
    own = Problem.make(position.setup(to_play=WHITE), target=problem.target)
    assert solve(own, nodes=30_000, details=False, trials=False).why == "open edge"
