"""What a move completes that earlier stones began: told with the move, and derived again."""

from __future__ import annotations

import random

from gokan import explain
from gokan.explain.outlook import StrengthOutlook
from gokan.explain.scene import Scene, Table
from gokan.explain.sources.formations import claims
from gokan.explain.verifying.exact import check
from gokan.explain.words import sentence
from gokan.go import Position


def test_an_enclosure_is_completed_and_when_it_was_begun() -> None:
    position, moves = Position.empty(19), []
    for vertex in ("Q16", "D4", "C16", "Q4", "D10", "Q10"):
        moves.append(position.point(vertex))
        position = position.play(vertex)
    account = explain.move(position, "E17", outlook=StrengthOutlook(), before=moves, level="quick")
    (claim,) = [c for c in account.claims if c.kind == "completes"]
    text = sentence(claim, position).text
    assert text == "Black E17 completes a knight's enclosure, begun at move 3."
    assert check(position, claim)


def test_without_the_moves_nothing_is_said_about_when() -> None:
    position = Position.empty(19).play("C4").play("Q16")
    assert not list(claims(Scene(position, "E3")))


def test_formations_are_derived_again_by_the_twin() -> None:
    chance = random.Random(3)
    position, moves = Position.empty(19), list[int]()
    checked = 0
    for _ in range(120):
        near = [p for p in position.legal_moves() if p % 19 < 10 and p // 19 < 10]
        move = chance.choice(near or position.legal_moves())
        scene = Scene(position, move, Table(position, moves=tuple(moves)))
        for claim in claims(scene):
            assert check(position, claim), sentence(claim, position).text
            checked += 1
        moves.append(move)
        position = position.play(move)
    assert checked > 20


def test_a_push_is_no_formation_that_was_begun() -> None:
    position, moves = Position.empty(19), list[int]()
    for vertex in ("D4", "E5", "Q16", "Q4"):
        moves.append(position.point(vertex))
        position = position.play(vertex)
    scene = Scene(position, "E4", Table(position, moves=tuple(moves)))
    assert not list(claims(scene))


def test_reviews_know_the_moves_before() -> None:
    from gokan.explain.reviews.record import frames
    from gokan.go import Game

    found, _ = frames(Game.parse("(;SZ[9]AB[cc];W[ee];B[];W[gg])"))
    assert [len(frame.so_far or ()) for frame in found] == [0, 1, 2]
    found, _ = frames(Game.parse("(;SZ[9];B[ee];W[cc];AE[ee];B[gg];W[gc])"))
    assert [frame.so_far is None for frame in found] == [False, False, True, True]
