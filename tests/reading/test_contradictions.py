"""No part of the reading says what another part refutes by proof."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import pytest

from gokan.go import BLACK, PASS, WHITE, Game, Position
from gokan.reading import (
    Budget,
    Problem,
    Refutation,
    Solution,
    Status,
    capture,
    pose,
    solve,
    status,
    statuses,
)
from gokan.reading.budget import Meter
from gokan.reading.check.bundle import check_file
from gokan.reading.life import contradictions, other_targets
from gokan.reading.life.contradictions import refuted_attack, refuted_defence, upheld
from gokan.reading.life.other_targets import solve_another
from gokan.reading.life.solve import unread
from gokan.reading.proof.write import NoProof, prove

NET = """
    . . . . . . .
    . . X X . . .
    . X O . . . .
    . . X X . . .
    . . . . . . .
    . . . . . . ."""
RUNS = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . O O . . .
    . . . . . . .
    . . . X . . ."""


def meter() -> Meter:
    return Budget(nodes=200_000).start()


def test_where_no_move_works_by_proof_each_is_proved_to_fail() -> None:
    position = Position.from_diagram(NET).setup(to_play=WHITE)
    read = unread(Problem.make(position, target=[position.point("C4")]))
    tried = Refutation(position.point("D4"), (position.point("E4"),))
    answer = upheld(replace(read, refutations=(tried,), undecided_moves=(0,)), meter())
    assert (answer.result, answer.grade, answer.undecided_moves) == ("loss", "proved", ())
    assert [(r.line, r.grade) for r in answer.refutations] == [(tried.line, "proved")]
    assert answer.grade_of(tried.move) == "proved"


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_a_block_that_tactics_takes_is_not_left_open(mover) -> None:
    position = Position.from_diagram(NET).setup(to_play=mover)
    answer = upheld(unread(Problem.make(position, target=[position.point("C4")])), meter())
    assert (answer.result, answer.killed) == ("win" if mover == BLACK else "loss", True)
    assert (answer.grade, answer.why, answer.judged) == ("proved", "", ())
    assert all(answer.grade_of(p) == "proved" for p in answer.winning_moves)
    assert check_file(prove(answer)).verdict == "accepted"


def test_a_judged_answer_gives_way_to_a_proof() -> None:
    position = Position.from_diagram(NET).setup(to_play=WHITE)
    read = unread(Problem.make(position, target=[position.point("C4")]))
    judged = replace(read, result="win", winning_moves=(position.point("D4"),), repetition=True)
    answer = upheld(judged, meter())
    assert (answer.result, answer.winning_moves, answer.repetition) == ("loss", (), False)


def test_a_defence_after_which_the_stones_fall_is_not_named() -> None:
    """In an open position of two blocks, each of which falls whatever the owner does there."""
    position = Position.from_diagram(NET).setup(to_play=WHITE)
    stone = (position.point("C4"),)
    assert refuted_defence(position, position.point("D4"), stone, meter())
    free = Position.from_diagram(RUNS).setup(to_play=WHITE)
    assert not refuted_defence(free, free.point("E3"), (free.point("C3"),), meter())
    read = unread(Problem.make(free, target=[free.point("C3")]))
    works = replace(read, result="win", winning_moves=(free.point("E3"),))
    assert upheld(works, meter()) == works


def test_an_attack_after_which_the_stones_are_proved_to_live_is_not_named() -> None:
    position = Position.from_diagram(". X . X O .\nX X X X O .\nO O O O O .\n. . . . . .").setup(
        to_play=WHITE
    )
    read = unread(Problem.make(position, target=[position.point("A3")]))
    judged = replace(read, result="win", winning_moves=(position.point("F4"),))

    def again(problem: Problem, left: Meter) -> Solution:
        return solve(problem, budget=left, all_moves=False, details=False, trials=False)

    answer = upheld(judged, meter(), again)
    assert (answer.result, answer.why, answer.winning_moves) == ("unknown", "contradicted", ())
    assert "a proof refutes" in answer.explain()


def test_an_answer_that_is_taken_back_says_why_and_nothing_else() -> None:
    position = Position.from_diagram(RUNS)
    read = replace(
        unread(Problem.make(position, target=[position.point("C3")])),
        result="loss",
        repetition=True,
        shown={3: None},
    )
    answer = read.taken_back("target unclear")
    assert (answer.result, answer.why) == ("unknown", "target unclear")
    assert not answer.repetition
    assert not answer.shown
    assert "name it" in answer.explain()
    assert answer.to_dict()["why_unknown"] == "target unclear"


def test_the_stone_that_kills_is_part_of_the_killing() -> None:
    """White's three-point eye space with the vital point taken: White can take that stone, too."""
    position = Position.from_diagram(
        """
        . . . . . O . X .
        . . . X X O O O O
        . . . . . X X X .
        . . . . . . . . X
        . . . . . . . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    groups = statuses(position, budget=Budget(nodes=100_000))
    found = {position.vertex(s.target[0]): s for s in groups}
    assert found["F9"].word == "dead"
    stone = found["H9"]
    assert stone.word == "part of the killing"
    assert stone.kills is found["F9"]
    assert stone.grade == found["F9"].grade
    assert stone.explain().startswith("Black H9 is part of the killing of F9.")
    assert stone.to_dict()["kills"] == [position.vertex(p) for p in found["F9"].target]


POSITIONS = [
    "",
    ". . . . . ./. X O O . ./. X X O . ./. . X O . ./. O . X . ./. . . . . .",
    ". X . . ./X . X . ./O X O O ./. O . O ./. . . . .",
    ". . . X O . ./. X X X O . ./X O O O O . ./X O . . O . ./. O O O . . ./. . . . . . .",
    ". . O . O X ./O O O O O X ./X X X X X X ./. . . . . . ./. . . . . . .",
    ". X . O . . ./X X O O . . ./O O X . X . ./. . X X . . ./. . . . . O .",
    "X . X O . O ./X X X O O O O/O O O . . . ./. . O O O O ./. . . . . . .",
    ". X O . . O ./X . X O O . ./. X O . . . ./. . X O O . ./. . . X . . .",
    ". . . . . . ./. O X . . O ./. O X X . O ./. . O X O . ./. . . O . . .",
    ". O . . ./O X X X ./. X . . ./X O O O ./. . . . .",
    ". . X O ./. X X O ./X X O O ./O O O . ./. . . . .",
    ". X X . ./O O X X ./. O O X ./X X O O ./. . X . .",
    ". . . . ./. X O . ./. O X . ./. . . . ./. . . . .",
    ". . . . . ./. O O O . ./. O X X O ./. O X . X O/. . O O O ./. . . . . .",
    "O . X . ./O O X X ./X X . . ./. . . O ./. . . . .",
    ". O X . ./O X X . ./. O X . ./O X . X ./. . . . .",
    ". . . . . ./. X X X X ./. X O . O X/. X O O O X/. . X X X ./. . . . . .",
    "X X . O ./. X O O ./X O . . ./O . O . ./. . . . .",
    ". . . . ./. X . X ./. . . . ./. O . O ./. . . . .",
    ". X O . ./. X O . ./X X O . ./O O O . ./. . . . .",
    "X . O O ./X O . O ./X X O O ./. X X X ./. . . . .",
    "",
][1:-1]


@pytest.mark.parametrize("diagram", POSITIONS, ids=range(len(POSITIONS)))
def test_nothing_proved_changes_and_nothing_named_is_refuted(diagram) -> None:
    position = Position.from_diagram(diagram.replace("/", "\n"))
    check_budgets(position, tuple(Budget(nodes=n) for n in (500, 4_000, 25_000)))


def check_budgets(position: Position, budgets: tuple[Budget, ...]) -> int:
    """Asks about each group with several budgets; gives back how many words changed that were read.

    What is proved with one of them must be the same with all that say something definite, and no
    defence may be named after which the capture of the stones is proved.
    """
    changed = 0
    for block in position.blocks():
        said: dict[str, set[str]] = {"proved": set(), "read": set()}
        for budget in budgets:
            found = status(position, block.stones[0], budget=budget, details=False)
            if found.word == "unknown":
                continue
            said[found.grade].add(found.word)
            not_refuted(found)
        assert len(said["proved"]) < 2, (said, position)
        changed += len(said["read"] | said["proved"]) > 1
    return changed


def test_no_defence_is_named_that_was_not_doubted_though_the_budget_is_gone(monkeypatch) -> None:
    position = Position.from_diagram(RUNS).setup(to_play=WHITE)
    read = unread(Problem.make(position, target=[position.point("C3")]))
    named = tuple(position.point(v) for v in ("E3", "C2", "B3", "D2", "C4"))
    asked = []

    def look(_: object, move: int, *__: object) -> bool:
        asked.append(move)
        return move in (named[0], named[2])

    monkeypatch.setattr(contradictions, "refuted_defence", look)
    answer = replace(read, result="win", winning_moves=named, pv=named[4:5])
    gone = Budget(nodes=100_000).start()
    gone.spend(nodes=110_000)
    left = upheld(answer, gone)
    assert left.winning_moves == (named[1], named[3], named[4])
    assert asked == [named[4], *named[:4]]
    asked.clear()
    left = upheld(answer, Budget(nodes=0).start())  # for no more than the first
    assert (left.winning_moves, asked) == (named[4:], [named[4]])
    assert set(left.undecided_moves) == set(named[:4])
    monkeypatch.setattr(contradictions, "_FIRST", 2)
    left = upheld(answer, gone)
    assert left.winning_moves == (named[1], named[4])
    assert set(left.undecided_moves) == {named[2], named[3]}
    assert left.pv == answer.pv


def test_no_line_begins_with_a_move_left_open() -> None:
    position = Position.from_diagram(RUNS).setup(to_play=WHITE)
    read = unread(Problem.make(position, target=[position.point("C3")]))
    one, two = position.point("E3"), position.point("C4")
    answer = replace(read, result="win", winning_moves=(one, two), pv=(two, one))
    assert answer.leaving_open([one]).pv == answer.pv
    assert answer.leaving_open([two]).pv == ()


def test_an_attack_is_doubted_though_the_budget_is_gone() -> None:
    """The corner has two eyes already, and a few nodes are enough to prove that."""
    position = Position.from_diagram(
        """
        . X . . X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .
        . . . . . . ."""
    ).setup(to_play=WHITE)
    problem = Problem.make(position, target=[position.point("A4")])
    gone = Budget(nodes=1000).start()
    gone.spend(nodes=5000)

    def again(problem: Problem, meter: Meter) -> Solution:
        assert not meter.over
        return solve(problem, budget=meter, all_moves=False, details=False, trials=False)

    assert refuted_attack(problem, position.point("A1"), gone, again)
    assert gone.nodes <= 7000


def test_where_suicide_is_allowed_nothing_is_proved() -> None:
    """Reading leaves suicide out, so under such rules its answers are read."""
    position = Position.from_diagram(NET).with_rules("tromp-taylor")
    assert capture(position, "C4").grade == "read"
    shut_in = Position.from_diagram(". . O X .\nO O O X .\nX X X X .\n. . . . .")
    target = [shut_in.point("A3")]
    assert solve(Problem.make(shut_in, target=target)).grade == "proved"
    free = solve(Problem.make(shut_in.with_rules("new-zealand"), target=target))
    assert (free.grade, free.judged) == ("read", ("the rules allow suicide, which was left out",))


ROUND = """
    . . O
    O O X
    . X .
"""
"""White stands only because play may go round in a circle: under superko Black captures all."""


def test_where_repetition_is_forbidden_nothing_is_proved() -> None:
    """Reading knows simple ko only. Under superko what it proves may be false, as it is here."""
    start = Position.from_diagram(ROUND)
    group = [start.point("A2"), start.point("C3")]
    plain = solve(Problem.make(start, target=group))
    assert (plain.result, plain.repetition, plain.grade) == ("loss", True, "proved")
    superko = start.with_rules("aga")
    assert taken(superko, start.block("A2").stones + start.block("C3").stones)
    read = solve(Problem.make(superko, target=group))
    assert (read.grade, read.shown, read.how_proved) == ("read", {}, False)
    assert read.judged == ("the rules forbid every repetition, which was left out",)
    assert all(one.grade == "read" for one in read.refutations)
    assert not status(superko, "A2").proved
    net = Position.from_diagram(NET)
    assert capture(net, "C4").grade == "proved"
    assert capture(net.with_rules("aga"), "C4").grade == "read"
    with pytest.raises(NoProof, match="forbid every repetition"):
        prove(read)


def taken(position: Position, target: Sequence[int]) -> bool:
    """Whether Black takes all of these white stones, by playing everything out by the rules. Two
    passes end it.
    """
    left = [p for p in target if position.color_at(p) == WHITE]
    if not left:
        return True
    if position.passes >= 2:
        return False
    black = position.to_play == BLACK
    moves = [p for p in range(len(position.board)) if position.is_legal(p)]
    after = (position.play(move) for move in [*moves, PASS])
    found = (taken(one, left) for one in after)
    return any(found) if black else all(found)


def test_another_target_is_tried_if_the_guess_is_alive() -> None:
    """The guess is the group with two eyes in one corner; in the other corner one hangs."""
    position = Position.from_diagram(
        """
        . X . X O . O X . . .
        X X X X O . O X X X X
        O O O O O . O O O O O
        . O . O . . . O . O .
        """
    ).setup(to_play=WHITE)
    alive, meant = position.point("A3"), position.point("H3")
    guess = Problem(position, (alive,), "kill", how="the goal follows from who moves", guessed=True)
    answer = solve(guess, nodes=200_000)
    assert meant in position.block(answer.problem.target[0]).stones
    assert answer.result == "win"
    named = replace(guess, guessed=False)
    assert solve(named, nodes=200_000).result == "loss"


def test_where_another_target_is_open_the_reason_is_its_own() -> None:
    """Not that the target is unclear: another group is natural, and time was too short for it."""
    position = Position.from_diagram(NET).setup(to_play=BLACK)
    problem = replace(Problem.make(position, target=[position.point("C4")]), guessed=True)
    unclear = unread(replace(problem, how="the goal follows from who moves"))
    other = (position.point("C5"),)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_targets, "targets_besides", lambda *_: [other])
        answer = solve_another(
            unclear.taken_back("target unclear"), meter(), lambda asked, _: unread(asked)
        )
    assert (answer.problem.target, answer.problem.goal) == (other, "live")
    assert (answer.result, answer.why, answer.also) == ("unknown", "budget", ())
    assert "this one may" in answer.problem.how


def test_a_larger_group_that_may_be_meant_is_mentioned() -> None:
    """A stone falls, but somebody may ask about the stones around it, with another enemy near."""
    diagram = NET.replace(". . . . . . .", ". . . . O . .", 1)
    position = Position.from_diagram(diagram).setup(to_play=BLACK)
    problem = Problem.make(position, target=[position.point("C4")])
    answer = solve(problem, nodes=50_000)
    assert answer.result == "win"
    problem = replace(problem, guessed=True, how="the goal follows from who moves")
    answer = replace(answer, problem=problem, winning_moves=(position.point("D4"),))
    pair, single = (position.point("C5"),), (position.point("B4"),)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_targets, "targets_besides", lambda *_: [single, pair])
        also = other_targets.also_asked(answer, meter(), lambda asked, _: unread(asked))
    assert [one.problem.target for one in also] == [pair]
    assert also[0].problem.how == "another group that may be meant"
    told = replace(answer, also=also).explain()
    assert told.endswith("Also: Black to live at C5: not settled in the time left for it.")


def test_a_wall_whose_only_enemies_are_about_to_die_is_not_asked_about() -> None:
    position = Position.from_diagram(
        """
        . . . O X .
        O O O O X .
        X X X X X .
        . . . . . .
        . . . . . .
        """
    )
    answer = solve(pose(position, budget=Budget(nodes=50_000)), nodes=400_000)
    assert (answer.headline, answer.result, answer.also) == ("Black to kill", "win", ())
    assert answer.nodes < 20_000


def not_refuted(found: Status) -> None:
    """After no named defence the capture of the stones is proved."""
    position = found.defence.problem.position
    heads = {min(position.block(p).stones) for p in found.target}
    for move in found.defences[:8]:
        after = position.play_forced(move, found.color)
        left = [p for p in heads if after.color_at(p) == found.color]
        taken = [capture(after, p, nodes=20_000) for p in left]
        falls = [one.grade == "proved" and one.captured is True for one in taken]
        assert not falls or not all(falls), (found.explain(), position.vertex(move))


def test_what_is_solved_is_not_refuted() -> None:
    """With too little time to read, tactics answers about the stones in the net."""
    position = Position.from_diagram(NET).setup(to_play=WHITE)
    for nodes in (1, 50, 4000):
        answer = solve(Problem.make(position, target=[position.point("C4")]), nodes=nodes)
        assert (answer.result, answer.grade, answer.why) == ("loss", "proved", "")


@pytest.mark.slow
def test_nothing_proved_changes_in_real_games(data_dir) -> None:
    """Three positions of each of a hundred games at three budgets; what was read may change."""
    changed = groups = proved = 0
    with (data_dir / "pro_games.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in islice(lines, 0, 1000, 10)]
    for record in records:
        game = Game.parse(record["sgf"])
        for number in range(50, min(record["moves"], 171), 60):
            position = game.position(number)
            said: dict[int, dict[str, set[str]]] = {}
            for nodes in (100_000, 400_000, 1_600_000):
                for found in statuses(position, budget=Budget(nodes=nodes), details=False):
                    words = said.setdefault(min(found.target), {"proved": set(), "read": set()})
                    if found.word != "unknown":
                        words[found.grade].add(found.word)
                    not_refuted(found)
            for words in said.values():
                groups += 1
                proved += bool(words["proved"])
                assert len(words["proved"]) < 2, (words, position)
                changed += len(words["read"]) > 1
    print(f"{groups} groups, {proved} proved; a word that was read changed in {changed}")
    assert proved > 50
