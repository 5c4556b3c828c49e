"""Learning classes from games: what is learned is generated and recognised, and learned again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.go import Color, Position
from gokan.shape.learn.formation import Formation, Member, code_of
from gokan.shape.learn.learned import Library, shipped
from gokan.shape.learn.ranking import rank, scores
from gokan.shape.learn.reasons import reasons
from gokan_lab.classes.counting import Plan, Record, count
from gokan_lab.classes.learning import check, learn, save
from gokan_lab.classes.naming import propose, read_rules
from gokan_lab.classes.realise import realise
from gokan_lab.classes.report import picture
from gokan_lab.classes.weighing import WeightPlan, fit


@pytest.fixture(scope="module")
def games() -> list[Record]:
    """Games whose moves lean on the last one, so that formations recur."""
    chance = random.Random(11)
    made = []
    for number in range(10):
        now, letters, last = Position.empty(19), "", 180
        for _ in range(60):
            near = [
                p
                for p in now.legal_moves()
                if abs(p % 19 - last % 19) + abs(p // 19 - last // 19) <= 3
            ]
            last = chance.choice(near or list(now.legal_moves()))
            now = now.play(last)
            letters += chr(97 + last % 19) + chr(97 + last // 19)
        made.append(Record(f"game {number}", letters, counted=number % 5 == 0))
    return made


PLAN = Plan(classes=25, least=0.5, every=5, gain=1.0, followed=10)


@pytest.fixture(scope="module")
def library(games: list[Record]) -> Library:
    return learn(games, PLAN, outcomes=1)


def test_what_is_learned_is_generated_and_recognised(library: Library) -> None:
    assert len(library.classes) == 25
    assert check(library, best=10, others=15, seed=3) == []


def test_learning_is_repeatable(library: Library, games: list[Record]) -> None:
    again = learn(games, PLAN, outcomes=1)
    assert (again.text, again.counts()) == (library.text, library.counts())


def test_learning_goes_on_where_it_was_stopped(games: list[Record], tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(what: str, done: int, of: int) -> None:
        if (what, done) == ("stones 3", 3):
            raise Stop

    with pytest.raises(Stop):
        count(games, PLAN, folder=tmp_path, chunk=3, progress=stop)
    resumed = count(games, PLAN, folder=tmp_path, chunk=3)
    assert resumed == count(games, PLAN)
    with pytest.raises(InvalidInput, match="other games"):
        count(games[1:], PLAN, folder=tmp_path)
    (tmp_path / "counts.json.gz").write_bytes(b"nothing")
    with pytest.raises(InvalidInput, match="cannot be read"):
        count(games, PLAN, folder=tmp_path)


def test_a_library_is_kept_and_read_again(library: Library, tmp_path: Path) -> None:
    save(library, tmp_path)
    kept = Library.read(tmp_path)
    assert kept.classes == library.classes
    assert kept.text == library.text
    assert len(list((tmp_path / "classes").iterdir())) == len(library.classes)
    (tmp_path / "classes.json").write_text("{}")
    with pytest.raises(InvalidInput, match="no library"):
        Library.read(tmp_path)


def test_a_person_may_change_a_name(library: Library, tmp_path: Path) -> None:
    save(library, tmp_path)
    file = tmp_path / "classes.txt"
    best = library.classes[0]
    text = file.read_text()
    file.write_text(text.replace(f"title: {{a}} {best.title}\n", "title: {a} my own name\n", 1))
    kept = Library.read(tmp_path)
    assert kept.classes[0].title == "my own name"
    assert kept.setting.classes[f"white-{best.name}"].title == "white my own name"


def test_examples_and_outcomes_come_from_the_games(library: Library, games: list[Record]) -> None:
    best = library.classes[0]
    assert {name for name, _ in best.examples} <= {g.name for g in games}
    assert any(sum(c.outcomes.values()) for c in library.classes)


def test_the_shipped_classes_are_generated_and_recognised() -> None:
    library = shipped()
    assert len(library.classes) >= 250
    assert check(library, best=50, others=200) == []


def test_hand_made_classes_are_found_again() -> None:
    again = {name for c in shipped().classes for name in c.again}
    assert {"black-hane", "black-tiger-mouth", "black-corner-four-four"} <= again


def test_every_shipped_class_has_a_name_numbers_and_a_picture() -> None:
    library = shipped()
    titles = [c.title for c in library.classes]
    assert len(set(titles)) == len(titles)
    for learned in library.classes[:50]:
        assert learned.played >= learned.games > 0
        assert len(learned.examples) == 3
        assert "<svg" in str(picture(learned))


def test_the_same_definition_serves_both_colours() -> None:
    setting = shipped().setting
    for learned in shipped().classes:
        assert f"black-{learned.name}" in setting.classes
        assert f"white-{learned.name}" in setting.classes


def test_a_formation_that_needs_others_cannot_stand() -> None:
    # One beside and one diagonal to the new stone are tied to each other, or something is between.
    lonely = code_of([Member(True), Member(True), Member(False)], {(0, 2): 1, (1, 2): 0})
    with pytest.raises(InvalidInput, match="cannot stand"):
        realise(Formation.decode(lonely))
    tied = code_of([Member(True), Member(True), Member(False)], {(0, 2): 1, (1, 2): 0, (0, 1): 0})
    assert len(realise(Formation.decode(tied))) == 4


def test_names_come_from_the_vocabulary() -> None:
    hane = code_of([Member(False), Member(True), Member(False)], {(0, 2): 1, (1, 2): 0, (0, 1): 0})
    assert propose(Formation.decode(hane)) == "hane"
    with pytest.raises(InvalidInput, match="line 2"):
        read_rules("name x\n    nonsense here", file="mine")


def test_the_shipped_ranker_knows_a_hane() -> None:
    start = Position.empty(19)
    for vertex in ("D4", "Q16", "Q4", "D16", "F3", "F4"):
        start = start.play(vertex)
    ranking = rank(start, before=[start.point(v) for v in ("D4", "Q16", "Q4", "D16", "F3", "F4")])
    first = {start.vertex(m.move) for m in ranking.moves[:5]}
    assert first & {"E4", "G4", "F5", "G3", "E5"}
    assert sum(m.chance for m in ranking.moves) == pytest.approx(1)


def test_reasons_name_classes_and_elements() -> None:
    position = Position.empty(19)
    for vertex in ("D4", "Q16", "Q4", "D16", "F3", "F4"):
        position = position.play(vertex)
    why = reasons(position, position.point("G4"))
    assert "hane" in why.explain()
    assert why.to_dict()["completes"]
    assert "disrupts White's “stretch” with F3 and F4" in why.explain()
    theirs = reasons(position.with_to_play(Color.WHITE), position.point("G4"))
    assert "completes “stretch” with F3 and F4" in theirs.explain()
    assert theirs.completes == why.disrupts


def test_stones_that_are_taken_form_nothing() -> None:
    position = Position.from_diagram("X O\n. .")
    taking = reasons(position, position.point("B1"))
    assert position.point("B2") not in {p for r in taking.completes for p in r.points}


def test_weights_learn_and_do_not_depend_on_the_machine(games: list[Record]) -> None:
    moves = [g.moves for g in games]
    plan = WeightPlan(least=2, every=1, rates=(0.1,), chunk=2, threads=2)
    first, second = fit(moves, plan), fit(moves, plan)
    assert first.save() == second.save()
    position = Position.empty(19).play("D4").play("D16")
    assert scores(position, using=first) == scores(position, using=second)
    with pytest.raises(InvalidInput):
        fit([], plan)


def test_the_command_learns_writes_and_goes_on(
    games: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from gokan_lab.cli.train_classes import classes

    table = tmp_path / "games.tsv"
    lines = [f"{g.name}\t2000\t6.5\t{'B+3.5' if g.counted else 'W+R'}\t{g.moves}\n" for g in games]
    table.write_text("".join([*lines, "bad\t\t\t\tabc\n"]))
    out = tmp_path / "out"
    for _ in range(2):
        classes(str(table), str(out), number=8, outcomes=1)
        assert "8 classes from 10 games" in capsys.readouterr().out
    assert Library.read(out).classes[0].title in (out / "best.md").read_text()
    assert (out / "moves.gkf").stat().st_size > 1000
    with pytest.raises(InvalidInput, match="outcomes"):
        classes(str(table), str(out), outcomes=-1)
