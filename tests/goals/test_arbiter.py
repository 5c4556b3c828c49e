"""Reading as the arbiter of leaves: when it is asked, and what becomes of its answers."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.goals import solve
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.aura.worth import Aura
from gokan.goals.search import Doubt
from gokan.goals.static import Look
from gokan.reading import Problem, Solution
from gokan.reading import solve as read

from .diagrams import FOUR, OPEN, THREE


def test_the_arbiter_is_asked_about_leaves_only():
    position = Position.from_diagram(THREE, to_play=BLACK)
    asked: list[Position] = []
    arbiter = ReadingArbiter(nodes=50_000)

    def ask(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(position)
        return arbiter(position, look, share=share, sure=sure)

    def believes(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, dict.fromkeys(range(35), 0.5))

    found = solve(position, "A4", nodes=20, arbiter=ask, weigh=believes)
    assert found.result == "reached"
    assert found.move == position.point("B5")
    assert found.root.grade == "read"
    assert all(where.hash != position.hash for where in asked)
    assert len(asked) >= 1


def test_the_arbiter_spends_no_more_than_it_has():
    position = Position.from_diagram(FOUR, to_play=BLACK)
    arbiter = ReadingArbiter(nodes=200, total=0)
    look = Look((position.point("A4"),), WHITE, BLACK)
    assert arbiter(position.play("A5"), look) is None
    assert arbiter.questions == 0


def test_what_the_arbiter_refutes_is_not_the_answer():
    position = Position.from_diagram(THREE, to_play=BLACK)

    def believes(where: Position, target: object) -> Aura:
        mine = where.to_play == BLACK
        return Aura(0.0, 1.0, {}, {p: 0.9 if p == 34 and mine else 0.0 for p in range(35)})

    bold = solve(position, "A4", weigh=believes, doubt=Doubt(check=0, trust=0.5))
    asked = solve(
        position,
        "A4",
        weigh=believes,
        doubt=Doubt(check=0, trust=0.5),
        arbiter=ReadingArbiter(nodes=9000),
    )
    assert bold.move == 34
    assert asked.move != 34


def test_an_arbiter_is_asked_after_replies():
    """He sees positions with the attacker to move, of different replies, and never the problem."""
    start = Position.from_diagram(FOUR, to_play=BLACK)
    asked: list[Position] = []

    def arbiter(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(position)
        return True

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, {p: 0.5 for p in range(35) if not where.board[p]})

    found = solve(start, "A4", weigh=doubts, arbiter=arbiter, nodes=20, ko=False)
    assert found.result == "reached"
    assert len({at.hash for at in asked}) == len(asked) == 3
    assert all(at.to_play == BLACK and at.move_number == 2 for at in asked)
    by = found.root.by
    assert by is not None
    assert by.to.reason == "reading says so after the replies to be feared most"


@pytest.mark.parametrize("nodes", [1, 2, 5])
def test_an_arbiter_adds_few_nodes_to_those_allowed(nodes: int) -> None:
    start = Position.from_diagram(FOUR, to_play=BLACK)

    def nothing(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return None

    assert solve(start, "A4", nodes=nodes).nodes <= nodes
    assert solve(start, "A4", nodes=nodes, arbiter=nothing).nodes <= nodes + 40


def first_of(start: Position, position: Position) -> int:
    """The first move of White that led to a position two moves later."""
    new = [p for p in range(54) if position.board[p] == WHITE and not start.board[p]]
    assert len(new) == 1
    return new[0]


def test_an_arbiter_who_refutes_the_first_moves_is_asked_about_others():
    """After four refutations nothing more was asked."""
    start = Position.from_diagram(OPEN, to_play=WHITE)
    asked: list[int] = []

    def arbiter(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(first_of(start, position))
        return len(set(asked)) == 6

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, {p: 0.5 for p in range(54) if not where.board[p]})

    found = solve(start, "B4", weigh=doubts, arbiter=arbiter, nodes=8, ko=False)
    assert found.result == "reached"
    assert found.move == asked[-1]


def test_an_arbiter_who_cannot_tell_is_not_asked_on_about_what_is_believed():
    """All that he had was spent on other moves, though the first one was hardly in doubt."""
    start = Position.from_diagram(OPEN, to_play=WHITE)
    shares: dict[int | None, list[float]] = {}

    def arbiter(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        shares.setdefault(first_of(start, position), []).append(share)
        return None

    def trusts(where: Position, target: object) -> Aura:
        urgent = {p: 0.9 if p == 1 else 0.2 for p in range(54) if not where.board[p]}
        return Aura(0.96, 0.04, {}, urgent)

    found = solve(start, "B4", weigh=trusts, arbiter=arbiter, nodes=30, ko=False)
    assert found.result == "reached"
    assert max(shares[found.move]) == 1.0
    assert [move for move in shares if move != found.move] == []


def test_only_a_proof_refutes_what_is_hardly_in_doubt():
    """Reading's bare judgement had been taken against a move that was right."""
    start = Position.from_diagram(OPEN, to_play=WHITE)

    def judges(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return None if sure else False

    def trusts(where: Position, target: object) -> Aura:
        urgent = {p: 0.9 if p == 1 else 0.2 for p in range(54) if not where.board[p]}
        return Aura(0.96, 0.04, {}, urgent)

    found = solve(start, "B4", weigh=trusts, arbiter=judges, nodes=30, ko=False)
    assert found.result == "reached"
    position = Position.from_diagram(FOUR, to_play=WHITE)
    captured = Look(position.block("A4").stones, WHITE, BLACK)
    arbiter = ReadingArbiter(nodes=5000)
    assert arbiter(position, captured, sure=True) is False  # four in a row live, by proof


def test_an_arbiter_who_sees_a_ko_is_heard_though_the_nodes_are_used_up():
    """Every first move was refuted outright, and nobody asked whether it is a ko."""
    start = Position.from_diagram(OPEN, to_play=WHITE)

    def sees_a_ko(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return look.ko

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, {p: 0.5 for p in range(54) if not where.board[p]})

    found = solve(start, "B4", weigh=doubts, arbiter=sees_a_ko, nodes=8)
    assert (found.result, found.certainty) == ("ko", "read")
    assert solve(start, "B4", weigh=doubts, arbiter=sees_a_ko, nodes=8, ko=False).result != "ko"


def test_reading_is_told_what_the_aura_expects(monkeypatch):
    start = Position.from_diagram(OPEN, to_play=WHITE)
    look = Look(start.block("B4").stones, WHITE, WHITE)
    left = look.left(start)
    told: list[object] = []

    def reads(problem: Problem, **options: object) -> Solution:
        told.append(options["expected"])
        return read(problem, **options)  # type: ignore[arg-type]

    def hopes(where: Position, target: object) -> Aura:
        return Aura(0.9, 0.1, {}, {})

    monkeypatch.setattr("gokan.goals.arbiter.read", reads)
    plain, hopeful = ReadingArbiter(nodes=9000), ReadingArbiter(nodes=9000, weigh=hopes)
    said = [arbiter.ask(start, left, look, nodes=9000).result for arbiter in (plain, hopeful)]
    assert said[0] == said[1]
    assert told == [None, hopeful.expected]
    assert hopeful.expected(start, left) == 0.9
    assert hopeful.expected(start.with_to_play(BLACK), left) == pytest.approx(0.1)
    assert plain.expected(start, left) == 0.0


class TellsOfOne:
    """An arbiter who confirms the first position that it is asked about, and knows no other."""

    def __init__(self) -> None:
        self.asked: list[Position] = []

    def __call__(
        self, position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        self.asked.append(position)
        return True if position == self.asked[0] else None


def doubts(where: Position, target: object) -> Aura:
    """A capture that seems likely, and every move alike."""
    return Aura(0.8, 0.2, {}, {p: 0.5 for p in range(35) if not where.board[p]})


def test_a_capture_that_is_confirmed_after_some_replies_is_taken_when_nothing_else_is():
    start = Position.from_diagram(FOUR, to_play=BLACK)

    def knows_nothing(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return None

    one = TellsOfOne()
    found = solve(start, "A4", weigh=doubts, arbiter=one, nodes=20, ko=False)
    assert (found.result, found.root.grade, found.certainty) == ("reached", "judged", "learned")
    by = found.root.by
    assert by is not None
    assert one.asked[0].hash in {reply.to.position.hash for reply in by.to.branches}
    none = solve(start, "A4", weigh=doubts, arbiter=knows_nothing, nodes=20, ko=False)
    assert none.result == "unknown"


def test_with_an_arbiter_no_sentence_is_left_without_an_end():
    """It said "A5 changes nothing:  (read).", and nothing of what could not be confirmed."""
    start = Position.from_diagram(FOUR, to_play=BLACK)

    def confirms(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return True

    told = solve(start, "A4", weigh=doubts, arbiter=confirms, nodes=20, ko=False)
    assert told.to_dict()["grade"] == "read"
    assert "reading finds an answer (read)" in told.explain()
    assert "not settled" not in told.explain()
    doubted = solve(start, "A4", weigh=doubts, arbiter=TellsOfOne(), nodes=20, ko=False)
    assert doubted.to_dict()["grade"] == "judged"
    assert "Reading could not confirm that." in doubted.explain()
    assert "it is not settled." in doubted.explain()
    for one in (told, doubted):
        assert ":  (" not in one.explain()
