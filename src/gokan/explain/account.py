"""Why a move: its claims from every sense, the few that are told, and the sentences.

`move` is the public call. It asks each source of claims (`gokan.explain.sources`) about the move
and about other candidates, and tells what is true of this move and not of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.explain import select, words
from gokan.explain.claim import Claim
from gokan.explain.outlook import Outlook, StrengthOutlook
from gokan.explain.scene import LEVELS, Level, Scene, Table
from gokan.explain.sources import eyes, ladders, opening, prospects, shape, stones, tactics
from gokan.go import PASS, Position

if TYPE_CHECKING:
    from gokan.draw import Svg

CANDIDATES = 9
"""Other moves with which a move is compared."""
_SOURCES = (
    stones.claims,
    ladders.claims,
    eyes.claims,
    shape.claims,
    opening.claims,
    tactics.claims,
    prospects.claims,
)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The account of one move."""

    position: Position
    """Before the move."""
    move: int
    claims: tuple[Claim, ...]
    """Everything that was found, the weightiest first."""
    told: tuple[Claim, ...]
    """What is worth telling, in order."""
    candidates: tuple[int, ...]
    """The other moves it was compared with."""

    @property
    def sentences(self) -> tuple[words.Sentence, ...]:
        """The told claims in words."""
        return tuple(
            words.sentence(claim, self.position, first=number == 0)
            for number, claim in enumerate(self.told)
        )

    def explain(self) -> str:
        """The sentences, one per line, each with its certainty."""
        if not self.told:
            return words.phrase("nothing", move=self.position.vertex(self.move))
        return "\n".join(f"{one.text} ({one.certainty})" for one in self.sentences)

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON: what is told with its sentences, then every claim."""
        width, height = self.position.width, self.position.height
        return {
            "move": self.position.vertex(self.move),
            "color": str(self.position.to_play),
            "sentences": [
                {"text": one.text, "certainty": one.certainty, "kind": one.claim.kind}
                for one in self.sentences
            ],
            "told": [claim.to_dict(width, height) for claim in self.told],
            "claims": [claim.to_dict(width, height) for claim in self.claims],
            "candidates": [self.position.vertex(p) for p in self.candidates],
        }

    def draw(self, **options: Any) -> Svg:
        """The board after the move, with the stones that the sentences speak of marked."""
        from gokan.draw import board

        after = self.position if self.move == PASS else self.position.play(self.move)
        marks: dict[int | str, str] = {}
        labels: dict[int | str, str | float] = {}
        for claim, shape_ in zip(self.told, ("triangle", "square", "circle"), strict=False):
            for part, points in claim.points.items():
                for number, p in enumerate(points):
                    if p == self.move:
                        continue
                    if part == "line":
                        if not after.board[p]:
                            labels.setdefault(p, str(number + 1))
                    else:
                        marks.setdefault(p, shape_)
        options = {"marks": marks, "labels": labels, "caption": self.explain(), **options}
        return board(after, **options)

    def _repr_svg_(self) -> str:
        return str(self.draw())


def move(
    position: Position,
    move: int | str,
    *,
    candidates: Sequence[int] | None = None,
    outlook: Outlook | None = None,
    level: Level = "usual",
    most: int = select.MOST,
) -> Explanation:
    """Say why a move, in claims and sentences.

    Args:
        position: the position before the move, its side to play.
        move: the point that is played.
        candidates: other moves to compare it with; those that strength expects if left out.
        outlook: who tells what the points are worth; `gokan.strength` if left out.
        level: how much is read: "quick", "usual" or "deep".
        most: how many sentences at most.

    >>> position = Position.from_diagram('''
    ...     . . . . . .
    ...     . . . . . .
    ...     . . . X . .
    ...     . X O O . .
    ...     . . X X . .
    ...     . . . . . .
    ... ''')
    >>> print(move(position, "E3").explain())
    Black E3 starts a ladder that works: the two white stones at C3 and D3 cannot get away \
(C4 C5 B4 B5 A4 A5 A3 A2). (exact)
    """
    whole("number of sentences", most, 1, 100)
    if level not in LEVELS:
        raise InvalidInput(f"The level is {level!r} but must be one of {', '.join(LEVELS)}.")
    table = Table(position, outlook=outlook or StrengthOutlook(), level=level)
    scene = Scene(position, move, table)
    found = gather(scene)
    others = [
        p
        for p in (expected(position) if candidates is None else candidates)
        if p not in (scene.move, PASS) and position.is_legal(p)
    ][:CANDIDATES]
    theirs = [gather(Scene(position, p, table)) for p in others]
    ranked = select.rank(found, theirs)
    return Explanation(
        position=position,
        move=scene.move,
        claims=tuple(claim for _, claim in ranked),
        told=tuple(select.choose(ranked, most=most)),
        candidates=tuple(others),
    )


def gather(scene: Scene) -> list[Claim]:
    """The claims of every source about a move, each once."""
    found: dict[tuple[Any, ...], Claim] = {}
    for source in _SOURCES:
        for claim in source(scene):
            found.setdefault(claim.key, claim)
    return list(found.values())


def expected(position: Position, number: int = CANDIDATES + 1) -> list[int]:
    """The moves that a professional is most likely to play, by `gokan.strength.expect`."""
    from gokan.strength import expect

    return [one.move for one in expect(position).moves[:number]]
