"""Moves proposed by classes in formation, what speaks for a class, and the opening book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gokan.errors import InvalidInput
from gokan.go import Color, Position
from gokan.play.clock import Clock
from gokan.play.players.ets_player import EtsPlayer
from gokan.shape.learn.favour import favours
from gokan.shape.learn.forming import Stages, earlier, stages
from gokan.shape.learn.learned import Library, shipped
from gokan.shape.learn.opening import MOST, Book, Line, learn_book, opening_book
from gokan.shape.learn.proposing import propose
from gokan.shape.learn.ranking import ages


def played(vertices: str, size: int = 19) -> Position:
    position = Position.empty(size)
    for vertex in vertices.split():
        position = position.play(vertex)
    return position


FIGHT = "D4 Q16 Q4 D16 F3 F4 G4 G5 H5 G6 E4 E5"


def test_every_proposal_carries_its_reason_in_classes() -> None:
    position = played(FIGHT)
    found = propose(position)
    assert len(found.moves) > 20
    for proposal in found.moves:
        said = found.explain(proposal.move)
        assert any(
            word in said for word in ("completes", "furthers", "disrupts", "book", "takes", "saves")
        ), said
        assert all(f.favour.is_good and f.color == position.to_play for f in proposal.furthers)
        assert all(f.favour.is_good and f.color != position.to_play for f in proposal.disrupts)
    chances = [m.chance for m in found.moves]
    assert chances == sorted(chances, reverse=True)
    assert 0.5 < sum(chances) <= 1 + 1e-9
    assert found.explain(position.point("A10")) == "A10 is proposed by no class."
    assert found.to_dict()["certainty"] == "learned"
    assert "Moves that classes in formation propose" in found.draw().text


@pytest.mark.parametrize("symmetry", [1, 5])
def test_proposals_are_the_same_for_turned_boards_and_exchanged_colors(symmetry: int) -> None:
    position = played(FIGHT)

    def turned(point: int) -> int:
        row, column = divmod(point, 19)
        if symmetry & 4:
            row, column = column, row
        return row * 19 + 18 - column

    black = [turned(p) for p, c in enumerate(position.board) if c == 2]
    white = [turned(p) for p, c in enumerate(position.board) if c == 1]
    there = Position.empty(19).setup(black=black, white=white, to_play=position.to_play.opponent)
    old = ages(position, [position.point(v) for v in FIGHT.split()])
    source = {turned(p): p for p in range(361)}
    here, other = (
        {move.move: move for move in propose(p, old=aged).moves}
        for p, aged in ((position, old), (there, [old[source[p]] for p in range(361)]))
    )
    assert {turned(m) for m in here} == {*other}
    for move, proposal in here.items():
        same = other[turned(move)]
        assert same.chance == pytest.approx(proposal.chance, abs=1e-5)
        assert [f.learned.name for f in proposal.furthers[:1]] == [
            f.learned.name for f in same.furthers[:1]
        ]


def test_a_class_is_good_by_what_became_of_it() -> None:
    known = shipped()
    plain = replace(known.classes[0], outcomes={}, against={}, ground={})
    lives = replace(plain, outcomes={"alive": 90, "captured": 10})
    dies = replace(plain, outcomes={"alive": 10, "captured": 80, "dead": 10, "unsettled": 900})
    takes = replace(plain, against={"captured": 50, "alive": 5})
    gives = replace(plain, against={"captured": 5, "alive": 50})
    found = favours(Library((plain, lives, dies, takes, gives), "", {}))
    assert found[1].is_good
    assert found[3].is_good
    assert not found[2].is_good
    assert not found[4].is_good
    assert abs(found[0].value) < 1e-9
    assert found[0].says == ""
    assert found[2].settled == 100
    assert found[2].says == (
        "own stones lived in 10 % of 100 decided cases, with 900 of 1,000 undecided"
    )
    assert found[1].says == "own stones lived in 90 % of 100 decided cases"


def test_no_share_is_told_without_its_denominators() -> None:
    for favour, learned in zip(favours(shipped()), shipped().classes, strict=True):
        of = sum(learned.outcomes.values())
        if favour.says:
            assert " decided cases" in favour.says
            assert f"of {of:,} undecided" in favour.says or "opponent's stones" in favour.says


def test_bad_classes_are_not_furthered_and_the_weight_of_favour_counts() -> None:
    position = played(FIGHT)
    found = {m.move: m for m in propose(position).moves}
    bad = [f for f in stages().find(position, position.to_play) if not f.favour.is_good]
    assert bad
    assert not any(f in found[f.step].furthers for f in bad if f.step in found)
    without = {m.move: m.chance for m in propose(position, good=0).moves}
    assert any(abs(without[m] - found[m].chance) > 1e-4 for m in without)


def test_elements_in_formation_have_stages() -> None:
    large = next(
        c for c in shipped().classes if len(c.formation.stones) == 4 and earlier(c.formation, None)
    )
    known = Stages(Library((large,), "", {}))
    assert len(known.codes) > 1
    position = played(FIGHT)
    everything = stages().find(position, Color.BLACK)
    assert {f.completes for f in everything} >= {True}
    assert all(0 <= f.maturity < 1 for f in everything)
    assert all(position.board[f.step] == 0 for f in everything)


GAMES = ["pdddpqdpfqcn", "ppddpddpcfcnfd", "dddpppqdpcnc"]


def test_a_book_is_learned_written_and_read() -> None:
    book = learn_book(GAMES * 10, least=5, share=0.01)
    assert Book.read(book.text()).text() == book.text()
    empty = [line for line in book.lines if not line.there]
    assert {line.step for line in empty} == {(3, 4), (4, 4)}
    # Each game begins with two moves in empty corners, seen from four corners, then three.
    (four,) = [line for line in empty if line.step == (4, 4)]
    assert four.played == 10 * 10
    assert four.possible == 120 + 90 + 60 + 30
    with pytest.raises(InvalidInput, match="line 2 of the opening book"):
        Book.read("# fine\no4-4 nonsense\n")
    with pytest.raises(InvalidInput, match="line 1"):
        Book.read("- o4-4 5 of 4")


def test_the_book_answers_in_the_right_corner_and_orientation() -> None:
    book = Book([Line(((False, 4, 4), (True, 3, 6)), (6, 3), 8, 10)])
    for own, approach, answer in (
        ("D4", "C6", "F3"),
        ("D4", "F3", "C6"),
        ("Q16", "R14", "O17"),
        ("D16", "F17", "C14"),
    ):
        position = played(f"{own} {approach}")
        old = [1000] * 361
        old[position.point(own)], old[position.point(approach)] = 1, 0
        assert [position.vertex(p) for p in book.propose(position, old)] == [answer]
        # In the other order it is another formation.
        old[position.point(own)], old[position.point(approach)] = 0, 1
        assert not book.propose(position, old)
    assert not book.propose(Position.empty(9), [1000] * 81)


def test_the_shipped_book_is_readable() -> None:
    book = opening_book()
    assert len(book.lines) > 500
    assert all(len(line.there) <= MOST and 0 < line.share <= 1 for line in book.lines)
    assert {(4, 4), (3, 4)} <= {line.step for line in book.lines if not line.there}


def test_the_player_remembers_when_stones_came() -> None:
    player, position = EtsPlayer(), Position.empty(9)
    for n, vertex in enumerate(["C3", "G7", "G3", "C7", "E5", "E3", "E7", "C5"]):
        position = position.play(vertex)
        if n % 2:
            old = player._ages(position)
    assert [old[position.point(v)] for v in ("C5", "E7", "G7", "C3")] == [0, 1, 6, 7]
    assert EtsPlayer()._ages(position)[position.point("C3")] == 1000
    undone = played("C3 G7", 9)
    assert player._ages(undone)[undone.point("C3")] == 1


def test_the_player_names_classes_and_refuses_bad_options() -> None:
    choice = EtsPlayer().choose(played(FIGHT), clock=Clock())
    assert any(word in choice.reason for word in ("completes", "furthers", "disrupts"))
    with pytest.raises(InvalidInput, match="good"):
        EtsPlayer(good=11)
    with pytest.raises(InvalidInput, match="settled"):
        EtsPlayer(settled=2)
