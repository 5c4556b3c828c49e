"""Guesses of the next move, each usable beside the network or alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gokan.go import PASS, Position
from gokan.play.player import Stop
from gokan.play.tree.evaluation import Mixture, Opinion
from gokan.play.tree.evaluators import GUESSES, make_evaluator

FIGHT = Position.from_diagram("""
    . . . . . . .
    . . X . . . .
    . X O X . . .
    . . . . O . .
    . . . O . . .
    . . . . . . .
    . . . . . . .""")


@pytest.mark.parametrize("name", sorted(GUESSES))
@pytest.mark.parametrize("position", [FIGHT, FIGHT.play("A1"), Position.empty(9)])
def test_a_guess_gives_chances_to_legal_moves_or_is_silent(name: str, position: Position) -> None:
    chances = GUESSES[name](position)
    if chances is None:
        return
    assert len(chances) == len(position.board) + 1
    assert min(chances) >= 0
    assert sum(chances) > 0
    legal = {*position.legal_moves(), PASS}
    points = len(position.board)
    assert all(move in legal for move in range(points) if chances[move] > 0)


def test_goals_ask_for_the_capture() -> None:
    chances = GUESSES["goals"](FIGHT)
    assert chances is not None
    best = max(range(len(chances)), key=lambda move: chances[move])
    assert FIGHT.vertex(best) == "C4"


@pytest.mark.parametrize("priors", ["goals", "classes", "even+goals*0.3+classes*0.3"])
def test_a_search_can_use_them(priors: str) -> None:
    evaluator = make_evaluator("playouts", priors)
    quiet = Position.empty(7)
    for position in (FIGHT, quiet):
        judged = evaluator.evaluate([position])[0]
        assert judged.policy is None or abs(sum(judged.policy) - 1) < 1e-3


def test_everybody_loads_what_they_need_before_the_first_move() -> None:
    asked: list[str] = []

    class Judge:
        def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
            asked.append("judge")
            return [Opinion(None, 0.5, 0.0, 1.0, None) for _ in positions]

    def guess(position: Position) -> None:
        asked.append("guess")

    def slow(position: Position, stop: Stop) -> None:
        asked.append("slow guess")

    Mixture([(Judge(), 1.0)], [(guess, 1.0)], at_root=[(slow, 1.0)]).warm()
    assert asked == ["judge", "guess", "slow guess"]


def test_seds_guesses_what_wolf_ranks_first() -> None:
    """The likeliest sensible move is the one that the player `seds` would play."""
    from gokan.strength import rank

    position = Position.empty(9)
    for vertex in ("E5", "C3", "G7", "C7", "G3"):
        position = position.play(vertex)
        chances = list(GUESSES["seds"](position) or ())
        best = rank(position, max_iter=5).moves[0]
        assert chances[best.move] == max(chances[:-1])
        assert len(set(chances)) > 5  # and the others are not all alike
