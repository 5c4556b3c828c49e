"""Evidence is gathered once, kept as plain data, and weighed in one place."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from importlib import resources
from types import ModuleType
from typing import Any

import pytest

from gokan.go import BLACK, PASS, WHITE, Position
from gokan.reading.budget import Budget
from gokan.reading.deciding.evidence import Evidence, Said
from gokan.reading.deciding.links import LinkEvidence, decide_link
from gokan.reading.deciding.lives import decide, word_for
from gokan.reading.deciding.races import RaceEvidence, decide_race
from gokan.reading.judging import link_judgement, race_judgement, witnesses
from gokan.reading.judging.judgement import judge, judge_fate
from gokan.reading.judging.link_judgement import judge_cut, judge_link
from gokan.reading.judging.race_judgement import gather_race_evidence
from gokan.reading.judging.witnesses import Choices, gather_evidence
from gokan.reading.tactics.questions import Grade, connect
from gokan.reading.trials.trial import Trial, trial
from gokan.reading.weights import (
    KO_FEATURES,
    LIFE_FEATURES,
    LIMITS,
    MOVE_FEATURES,
    RACE_FEATURES,
    RACE_MOVE_FEATURES,
    Weights,
)

OPEN = Position.from_diagram(
    """
    . . . . . . . . .
    . . O O O . . . .
    . O X X X O . . .
    . O X . X . . . .
    . . . . . . . . .
    . . O . X . O . .
    . . . . X O . . .
    . . . . . . . . .
    . . . . . . . . .
    """
)
STONE = OPEN.point("C6")
NONE: dict[str, float] = dict.fromkeys(
    (*KO_FEATURES, *LIFE_FEATURES, *MOVE_FEATURES, *RACE_FEATURES, *RACE_MOVE_FEATURES), 0.0
)


def plain(**changed: float) -> Weights:
    """Weights of zero but for these."""
    both = ({**NONE, **changed},) * 2
    return Weights(both, both * 2, both, both, {**NONE, **changed})


@pytest.fixture(scope="module")
def found() -> Evidence:
    return gather_evidence(OPEN, [STONE], WHITE, budget=Budget(nodes=40_000))


def test_evidence_is_plain_data(found: Evidence) -> None:
    again = Evidence.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again == found
    assert decide(again) == decide(found)
    raced = gather_race_evidence(OPEN, STONE, OPEN.point("B7"), budget=Budget(nodes=20_000))
    kept = RaceEvidence.from_dict(json.loads(json.dumps(raced.to_dict())))
    assert decide_race(kept) == decide_race(raced)
    assert kept.to_dict() == raced.to_dict()


def test_what_was_proved_stands_whatever_else_speaks_against_it(found: Evidence) -> None:
    against = plain(one=-30.0)
    proved = replace(found, read=Said(1, (STONE + 1,), proved=True), first=0.0)
    answer = decide(proved, against)
    assert (answer.code, answer.move, answer.settled, answer.confidence) == (
        1,
        STONE + 1,
        True,
        1.0,
    )
    lost = replace(found, read=Said(0, proved=True), first=1.0)
    assert decide(lost, plain(one=30.0)).code == 0


def test_the_model_decides_what_was_not_proved(found: Evidence) -> None:
    read = replace(found, read=Said(1, (STONE + 1,), all_moves=True))
    yes, no = decide(read, plain(one=2.0, works=1.0)), decide(read, plain(one=-2.0))
    assert (yes.code, yes.move, yes.settled) == (1, STONE + 1, True)
    assert (no.code, no.move, no.settled) == (0, None, False)
    assert yes.confidence == pytest.approx(no.confidence)
    assert yes.confidence == pytest.approx(0.8808, abs=1e-4)
    assert decide(read, plain(**{"read-win": 1.0})).code == 1
    assert decide(replace(read, read=Said(0)), plain(**{"read-loss": -1.0})).code == 0


def test_a_network_has_a_say_in_the_move_and_not_in_the_verdict(found: Evidence) -> None:
    moves = {1: 0.5, 2: 0.5}
    open_ = replace(found, read=Said(None), race=Said(None), ours=moves, steps={1: 1, 2: 1})
    weights = plain(one=1.0, games=1.0, policy=1.0)
    for liked in moves:
        answer = decide(replace(open_, policy={liked: 0.9}), weights)
        assert (answer.code, answer.move) == (1, liked)
        assert answer.confidence == decide(open_, weights).confidence

    def network(position: Position) -> Choices:
        return {BLACK: {0: 0.5, STONE - 9: 0.3}, WHITE: {STONE - 9: 1.0, 80: 3.0}}

    asked = gather_evidence(OPEN, [STONE], WHITE, budget=Budget(nodes=2_000), network=network)
    assert asked.policy is not None
    assert sum(asked.policy.values()) == pytest.approx(1.0)
    assert asked.steps is not None
    assert asked.steps[OPEN.point("D6")] == 1
    assert judge(OPEN, [STONE], WHITE, budget=Budget(nodes=2_000), network=network).confidence > 0


def test_a_network_is_asked_only_where_reading_leaves_the_question_open() -> None:
    closed = Position.from_diagram(
        ". . . O X .\nO O O O X .\nX X X X X .\n. . . . . .\n. . . . . ."
    )
    asked: list[Position] = []

    def network(position: Position) -> None:
        asked.append(position)

    budget = Budget(nodes=100_000)
    assert judge(closed, [closed.point("A4")], BLACK, budget=budget, network=network).code == 1
    assert not asked
    judge(OPEN, [STONE], WHITE, budget=Budget(nodes=2_000), network=network)
    assert asked == [OPEN]


def test_trials_tell_a_ko(found: Evidence) -> None:
    moves = {1: 0.7, 2: 0.3}
    weights = plain(**{"one": 1.0, "ko-one": -1.0, "ko-pressed": 1.0})
    ko = replace(found, read=Said(None), race=Said(None), first=0.9, pressed=0.1, ours=moves)
    assert decide(ko, weights).code == 2
    assert decide(replace(ko, pressed=0.9), weights).code == 1
    assert decide(replace(ko, first=0.4, pressed=0.01), weights).code == 3
    assert decide(ko, plain(**{"one": -1.0, "ko-one": 1.0})).code == 0


def test_a_race_is_weighed_and_hangs_together() -> None:
    open_ = RaceEvidence(
        None, None, True, False, None, None, None, None, 2, 0.9, 0.9, {3: 1.0}, {4: 1.0}
    )
    yes = {"open-taking": 1.0, "open-saving": 1.0, "saves-games": 1.0, "takes-games": 1.0}
    taken = decide_race(open_, plain(**yes, **{"no-move": -30.0}))
    assert (taken.save, taken.take, taken.settled) == (1, 1, False)
    assert taken.move == 3  # of two that did equally well, the first
    assert decide_race(open_, plain(**yes, **{"no-move": 30.0})).move == PASS
    lost = decide_race(open_, plain(**{"open-one": -1.0}))
    assert (lost.save, lost.take, lost.move) == (0, 0, PASS)
    # What is lost takes nobody; what was read is the code, if it is believed.
    assert (
        decide_race(replace(open_, take=1), plain(**{"save-no": 1.0, "open-one": -1.0})).take == 0
    )
    proved = replace(open_, death=Said(1, (4,), proved=True))
    assert decide_race(proved, plain(**{"open-one": -1.0})).take == 0  # even if that is proved
    ko = replace(open_, save=2, take=3)
    told = decide_race(ko, plain(**{"open-one": 1.0}))
    assert (told.save, told.take, told.settled) == (2, 3, True)


def test_a_ko_that_is_read_to_its_end_stands() -> None:
    doubted = plain(**{"open-one": -9.0, "no-move": -30.0})
    ko = RaceEvidence(2, 3, True, True, 3, 3, False, None, 0, 0.1, 0.1, {3: 1.0}, judged=False)
    told = decide_race(ko, doubted)
    assert (told.save, told.take, told.move) == (2, 3, 3)
    for weighed in (replace(ko, judged=True), replace(ko, take=None), replace(ko, save=1)):
        assert decide_race(weighed, doubted).save == 0
    proved = replace(ko, life=Said(1, (4,), proved=True))
    assert (decide_race(proved, doubted).save, decide_race(proved, doubted).take) == (1, 3)


def test_what_its_owner_saves_moving_first_is_not_taken_without_a_move() -> None:
    """Trial games tell whether there is a move, or nothing to take; whatever is liked best."""
    race = RaceEvidence(
        None, None, True, True, None, None, None, None, 1, 0.9, 0.6, {3: 1.0}, {4: 1.0}, lives=0.9
    )
    waits = plain(**{"open-one": 1.0, "no-move": 30.0, "takes-games": 1.0})

    def told(found: RaceEvidence) -> tuple[int, int, int]:
        said = decide_race(found, waits)
        return said.save, said.take, said.move

    assert told(race) == (1, 1, 4)
    both_live = replace(race, taking=0.2)
    assert told(both_live) == (1, 0, PASS)
    assert decide_race(both_live, waits).confidence > 0.5
    assert told(replace(both_live, take=1)) == (1, 1, 4)  # that was read, if not what no move does
    assert told(replace(both_live, life=Said(1, (5,), proved=True))) == (1, 0, 5)
    assert told(replace(race, lives=0.3)) == (1, 1, PASS)
    ahead = replace(race, save=1, take=1, margin=1, stands=True)
    assert told(ahead) == (1, 1, PASS)
    assert told(replace(race, death=Said(1, (PASS,), proved=True))) == (1, 1, PASS)
    assert told(replace(race, saves={}, takes={})) == (1, 1, PASS)  # there is no move to choose


def test_a_reading_that_a_proof_refutes_is_no_evidence() -> None:
    read = RaceEvidence(
        1, 1, True, True, 3, 4, True, 2, 2, 0.1, 0.1, {3: 1.0}, {4: 1.0}, saved_by=(3,)
    )
    believed = plain(**{"save-yes": 9.0, "open-one": -1.0})
    assert decide_race(read, believed).save == 1
    refuted = replace(read, death=Said(0, proved=True))  # so it was not read far enough
    assert decide_race(refuted, believed).save == 0
    bears_out = replace(read, death=Said(1, (4,), proved=True))
    assert decide_race(bears_out, believed).save == 1


def test_one_function_finds_the_word_for_a_group() -> None:
    def word(taken: float, saved: float, attack: Said, defence: Said, **more: Any) -> str:
        return word_for(
            Evidence(True, attack, first=taken, **more), Evidence(False, defence, first=saved)
        )

    open_, stands, dies = Said(None), Said(0, seki=False), Said(1, (3,))
    assert word(0.1, 0.95, open_, open_) == "alive"  # trials alone
    assert word(0.95, 0.05, open_, open_) == "dead"
    assert word(0.9, 0.9, open_, open_) == "unsettled"
    assert word(0.9, 0.9, open_, open_, pressed=0.3) == "ko"
    assert word(0.9, 0.9, open_, open_, enough=False) == "unknown"
    assert word(0.9, 0.9, open_, open_, refuted=True) == "unknown"
    assert word(0.5, 0.5, open_, open_) == "unknown"
    assert word(0.95, 0.05, open_, replace(dies, proved=True)) == "unknown"  # it can be saved
    assert word(0.1, 0.95, replace(dies, proved=True), open_) == "unknown"  # it can be killed
    assert word(0.9, 0.9, replace(dies, proved=True), open_) == "unsettled"
    ko = Said(2, (3,), proved=True)
    assert word(0.9, 0.9, ko, open_) == word(0.9, 0.9, open_, ko) == "unknown"  # not outright
    safe = Said(0, proved=True)  # though not whether in seki
    for taken, saved in ((0.95, 0.05), (0.9, 0.9)):
        assert word(taken, saved, safe, open_) == "unknown"
    assert word(0.9, 0.9, safe, open_, pressed=0.3) == "unknown"
    assert word(0.1, 0.95, safe, open_) == "alive"
    assert word(0.2, 0.9, stands, dies) == "alive"  # read, and trials lean the same way
    assert word(0.9, 0.9, stands, dies) == "unknown"  # read, and trials speak against it
    assert word(0.9, 0.9, replace(stands, proved=True), dies) == "alive"  # proved: they may
    assert word(0.9, 0.2, dies, Said(0)) == "dead"
    assert word(0.9, 0.9, dies, dies) == "unsettled"
    assert word(0.1, 0.95, dies, dies) == "unknown"
    assert word(0.9, 0.9, dies, Said(2, (3,))) == "ko"
    assert word(0.9, 0.9, Said(0), dies) == "unsettled"  # it stands, but how is not known


def test_the_word_of_a_group_comes_from_both_judgements() -> None:
    corner = Position.from_diagram(". . . O X .\nO O O O X .\nX X X X X .\n. . . . . .")
    fate = judge_fate(corner, [corner.point("A3")], budget=Budget(nodes=100_000))
    assert fate.word == "critical"
    assert fate.defence is not None
    assert corner.vertex(fate.attack.move or 0) == "B4"
    alive = Position.from_diagram(". X . X O\nX X X X O\nO O O O O\n. . . . .")
    assert judge_fate(alive, [alive.point("A3")], budget=Budget(nodes=100_000)).word == "alive"


def test_connections_are_judged_by_trial_games_where_no_search_ended() -> None:
    far = Position.empty(9).setup(black=["C3", "G7"])
    one, other = far.point("C3"), far.point("G7")
    assert not connect(far, one, other, first="cut", budget=Budget(nodes=7_000)).complete
    assert judge_cut(far, one, other, budget=Budget(nodes=10_000)).code == 1
    jump = Position.empty(9).setup(black=["D5", "F5"])
    joint = jump.point("D5"), jump.point("F5")
    assert judge_cut(jump, *joint, budget=Budget(nodes=10_000)).code == 0
    assert judge_link(jump, *joint, budget=Budget(nodes=10_000)).code == 1


def test_trial_games_find_the_cut_that_a_search_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = Position.empty(7).setup(white=["C4", "E4"], black=["D5", "D3"])
    ends = cut.point("C4"), cut.point("E4")

    def blind(grade: Grade) -> None:
        def reads(position: Position, *stones: int, **options: Any) -> Any:
            return replace(connect(position, *stones, **options), code=0, moves=(), grade=grade)

        monkeypatch.setattr(link_judgement, "connect", reads)

    blind("read")
    found = judge_cut(cut, *ends, budget=Budget(nodes=20_000))
    assert (found.code, found.move, found.settled) == (1, cut.point("D4"), False)
    blind("proved")
    assert judge_cut(cut, *ends, budget=Budget(nodes=20_000)).code == 0  # a proof stands


def test_one_witness_of_a_link_is_enough() -> None:
    games = {5: 0.1, 7: 0.9}
    cut = LinkEvidence(False, 1, (5,), True, trials=0.1, games=games)
    told = decide_link(cut)
    assert (told.code, told.move, told.settled) == (1, 5, True)  # read to its end
    assert decide_link(replace(cut, moves=(5, 7))).move == 7  # most games began with it
    assert decide_link(replace(cut, moves=(PASS,))).move == 7
    unread = replace(cut, complete=False)
    told = decide_link(unread)
    assert (told.code, told.move, told.settled) == (0, None, False)  # every way must be seen
    told = decide_link(replace(unread, trials=0.6))
    assert (told.code, told.move, told.settled) == (1, 7, False)
    no = LinkEvidence(False, 0, complete=True, trials=0.6, games=games)
    assert (decide_link(no).code, decide_link(no).move) == (1, 7)
    told = decide_link(replace(no, certain=True))
    assert (told.code, told.move, told.settled) == (0, None, True)
    assert decide_link(replace(no, trials=0.5)).code == 0


def test_a_connection_that_was_found_stands_though_the_search_did_not_end() -> None:
    assert decide_link(LinkEvidence(True, 2, (4,))).code == 2
    assert decide_link(LinkEvidence(True, 0)).code == 0


@pytest.mark.parametrize("room", [witnesses, race_judgement], ids=["life", "race"])
def test_the_network_is_asked_before_games_are_played(
    room: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it takes is then missing for the games, and the answer comes in time all the same."""
    asked: list[str] = []

    def network(_: Position) -> Choices | None:
        asked.append("network")
        return None

    def tried(*args: Any, **options: Any) -> Trial:
        asked.append("games")
        return trial(*args, **options)

    monkeypatch.setattr(room, "trial", tried)
    budget = Budget(nodes=4_000)
    if room is witnesses:
        gather_evidence(OPEN, [STONE], WHITE, budget=budget, network=network)
    else:
        gather_race_evidence(OPEN, STONE, OPEN.point("B7"), budget=budget, network=network)
    assert asked[:2] == ["network", "games"]
    assert asked.count("network") == 1


def test_what_is_proved_about_a_group_decides_the_race() -> None:
    """Whatever else speaks against it; and of the moves those that are proved are played."""
    open_ = RaceEvidence(None, None, True, True, 3, 4, None, None, 5, 0.9, 0.9, {3: 0.9}, {4: 0.9})
    sure = plain(**{"open-one": 5.0, "takes-games": 1.0})
    assert decide_race(open_, sure).save == decide_race(open_, sure).take == 1
    lost = decide_race(replace(open_, life=Said(0, (), proved=True)), sure)
    assert (lost.save, lost.take, lost.move, lost.settled) == (0, 0, PASS, True)
    stands = replace(open_, life=Said(1, (7, 8), proved=True), death=Said(0, (), proved=True))
    assert (decide_race(stands, sure).take, decide_race(stands, sure).move) == (0, 7)
    both = replace(stands, death=Said(2, (8, 9), proved=True))
    assert (decide_race(both, sure).take, decide_race(both, sure).move) == (2, 8)
    only_read = replace(open_, life=Said(0), death=Said(0))
    assert decide_race(only_read, sure).save == 1


def test_every_number_of_the_file_is_used() -> None:
    """A name in the file that nobody reads, or one that is missing there, is a mistake."""
    text = resources.files("gokan.reading").joinpath("judgement.txt").read_text("utf-8")
    names = [line.split()[0] for line in text.splitlines() if line and not line.startswith("#")]
    assert len(names) == len(set(names))
    limits = {"limit-" + field.name.replace("_", "-") for field in fields(LIMITS)}
    assert set(names) == {*NONE, *limits}
