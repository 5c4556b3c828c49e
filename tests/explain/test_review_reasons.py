"""What a review says of a move: facts of a bad one, reasons of every other."""

from __future__ import annotations

from collections.abc import Sequence

from gokan.explain.claim import Certainty
from gokan.explain.outlook import View
from gokan.explain.reviews.answer import Choice, Reason
from gokan.explain.reviews.cost import cost
from gokan.explain.reviews.numbers import Option, Thought
from gokan.explain.reviews.reasons import sentences, told
from gokan.explain.reviews.record import Frame, frames
from gokan.go import BLACK, PASS, Game, Position


class Near:
    """Each side owns what lies within two steps of its stones, and nothing is gained by reading."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def view(self, position: Position) -> View:
        owner = [0.0] * len(position.board)
        for color, sign in ((BLACK, 0.9), (BLACK.opponent, -0.9)):
            for stone in position.stones(color):
                row, column = divmod(stone, position.width)
                for p in range(len(owner)):
                    r, c = divmod(p, position.width)
                    if abs(r - row) + abs(c - column) <= 2:
                        owner[p] = sign
        return View(tuple(owner), sum(owner), ())

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


def last(text: str) -> Frame:
    """The last move of a record."""
    return frames(Game.parse(text))[0][-1]


def kinds(reasons: Sequence[Reason]) -> list[str]:
    return [one.kind for one in reasons]


# Black at A1 takes nothing; E5 would be worth far more at a look.
CORNER = last("(;SZ[9];B[ai])")
# Black takes the white stone in the corner, where E5 would be worth more.
TAKES = last("(;SZ[9]AB[bi]AW[ai]PL[B];B[ah])")


def test_a_move_that_is_not_bad_has_reasons_whatever_a_look_says() -> None:
    centre = [CORNER.before.point("E5")]
    said = sentences(CORNER, CORNER.move, centre, "quick", Near(), most=2)
    assert said
    assert said[0].text.startswith("Black A1")


def test_of_a_bad_move_only_facts_are_told() -> None:
    centre = [TAKES.before.point("E5")]
    assert kinds(sentences(TAKES, TAKES.move, centre, "quick", Near(), bad=True)) == ["captures"]
    assert sentences(CORNER, CORNER.move, centre, "quick", Near(), bad=True) == ()


def test_the_better_move_is_set_against_the_one_played() -> None:
    """Both G5 and E5 gain as much, the move played does not."""
    choices = [
        Choice(vertex=vertex, lead=0.0, win=0.5, visits=1, line=())
        for vertex in ("E5", "G5", "E7", "C5")
    ]
    _, instead = told(CORNER, choices, "quick", Near())
    assert kinds(instead)[0] in ("gains", "swings", "reduces")
    assert instead[0].text.startswith("Black E5")


def test_what_a_move_costs_is_told_with_the_answer() -> None:
    position = Position.empty(9)
    here, best = position.point("A1"), position.point("C3")

    def option(move: int, owner: float, *line: str) -> Option:
        owners = [0.0] * 81
        owners[position.point("B2")] = owners[position.point("C2")] = owner
        owners[position.point("H8")] = owners[position.point("G8")] = -owner / 2
        moves = (move, *(position.point(vertex) for vertex in line))
        return Option(move=move, win=0.5, lead=2 * owner, visits=1, line=moves, owner=tuple(owners))

    def text(*line: str) -> str:
        played = option(here, -1.0, *line)
        (reason,) = cost(position, Thought(played, (option(best, 1.0),), 4.0), "learned")
        return reason.text

    begin = "Compared with C3, A1 costs Black about 4 points in the lower left corner"
    gain = "it gains about 2 in the upper right corner"
    assert text("C2") == f"{begin}, where White goes on at C2; {gain}."
    assert text("G7") == f"{begin}, and White goes on at G7; {gain}."
    assert text() == f"{begin}; {gain}."
    here = PASS
    begin = begin.replace("A1", "the pass")
    assert text("C2") == f"{begin}, where White goes on at C2."  # a pass gains nothing


def test_no_move_is_said_to_lose_by_gaining_more_than_it_costs() -> None:
    position = Position.empty(9)

    def option(move: str, lower: float, upper: float) -> Option:
        owners = [0.0] * 81
        for vertex in ("B2", "C2"):
            owners[position.point(vertex)] = lower
        for vertex in ("G7", "G8", "H7", "H8"):
            owners[position.point(vertex)] = upper
        point = position.point(move)
        return Option(move=point, win=0.5, lead=0.0, visits=1, line=(point,), owner=tuple(owners))

    def text(upper: float) -> str:
        thought = Thought(option("A1", -1.0, upper), (option("C3", 1.0, 0.0),), 3.0)
        (reason,) = cost(position, thought, "learned")
        return reason.text

    assert "in the lower left corner; it gains about 2 in the upper right" in text(0.5)
    assert "about 3 points over the whole board" in text(1.0)  # four lost, four gained


def test_a_loss_over_a_few_areas_of_a_small_board_is_told_with_their_names() -> None:
    position = Position.empty(9)

    def option(move: str, owner: float) -> Option:
        owners = [0.0] * 81
        for vertex in ("B2", "A3", "A4", "A5", "B5", "A7", "B7", "C8", "E5"):  # nine in four areas
            owners[position.point(vertex)] = owner
        point = position.point(move)
        return Option(move=point, win=0.5, lead=0.0, visits=1, line=(point,), owner=tuple(owners))

    thought = Thought(option("J9", -1.0), (option("C3", 1.0),), 18.0)
    (reason,) = cost(position, thought, "learned")
    assert "about 12 points in the upper left corner and on the left side" in reason.text


def test_what_is_told_of_a_loss_adds_up() -> None:
    """Sixteen points lost in one corner, six and then five won back in others, two in the end."""
    position = Position.empty(19)

    def option(move: str, owner: float) -> Option:
        owners = [0.0] * 361
        for vertex in ("B2", "B3", "C2", "C3", "B4", "C4", "D2", "D3"):
            owners[position.point(vertex)] = owner
        for vertex in ("R17", "Q17", "R16"):
            owners[position.point(vertex)] = -owner
        for vertex, share in (("R2", 1.0), ("R3", 1.0), ("Q2", 0.5)):
            owners[position.point(vertex)] = -share * owner
        point = position.point(move)
        return Option(move=point, win=0.5, lead=0.0, visits=1, line=(point,), owner=tuple(owners))

    def text(loss: float) -> str:
        (reason,) = cost(position, Thought(option("K10", -1.0), (option("C5", 1.0),), loss), "read")
        return reason.text.split("; ")[1]

    upper, lower = "about 6 in the upper right corner", "about 5 in the lower right corner"
    assert text(9.0) == f"it gains {upper}."
    assert text(4.0) == f"it gains {upper} and {lower}."
    assert text(1.0) == f"it gains {upper}, {lower} and a little here and there."
