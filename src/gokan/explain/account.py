"""Why a move: its claims from every sense, the few that are told, and the sentences.

`move` is the public call. It asks each source of claims (`gokan.explain.sources`) about the move
and about other candidates, and tells what is true of this move and not of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.explain import compare, select, words
from gokan.explain.agreeing import allowed
from gokan.explain.claim import Claim
from gokan.explain.outlook import Outlook, usual
from gokan.explain.price import priced
from gokan.explain.scene import LEVELS, Level, Scene, Table
from gokan.explain.sources import (
    answers,
    cutting,
    expected,
    eyes,
    formations,
    goals,
    joseki,
    kos,
    ladders,
    life,
    opening,
    prospects,
    races,
    shape,
    stones,
    suicide,
    tactics,
    tempo,
)
from gokan.go import PASS, Position

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.play.tree.answer import Search

CANDIDATES = 9
"""Other moves with which a move is compared."""
_SOURCES = (
    stones.claims,
    cutting.claims,
    ladders.claims,
    eyes.claims,
    shape.claims,
    formations.claims,
    opening.claims,
    joseki.claims,
    tactics.claims,
    life.claims,
    goals.claims,
    races.claims,
    prospects.claims,
    tempo.claims,
    kos.claims,
    answers.claims,
    expected.claims,
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
    shares: tuple[float, ...]
    """For each of `claims`: the share of other candidates of which the same can be said."""
    loss: float | None
    """Points by which the best candidate is better; None where nobody judged that."""
    best: int | None
    """The best move by that judgement: this one or another."""
    level: Level = "usual"
    shape: Claim | None = None
    """The shape that is named beside the move in the first sentence."""
    answers: Claim | None = None
    """The last move, if the first sentence says that this one answers it."""
    others: Mapping[int, tuple[Claim, ...]] = field(default_factory=dict)
    """What was found of each of the other candidates."""

    @property
    def sentences(self) -> tuple[words.Sentence, ...]:
        """The told claims in words."""
        return tuple(
            words.sentence(
                claim,
                self.position,
                # After a sentence about another move, "it" would be that one.
                first=number == 0 or self.told[number - 1].kind in _OF_ANOTHER,
                shape=self.shape if number == 0 else None,
                answers=self.answers if number == 0 else None,
            )
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
        vertex = self.position.vertex
        return {
            "move": vertex(self.move),
            "color": str(self.position.to_play),
            "level": self.level,
            "loss": None if self.loss is None else round(self.loss, 2),
            "best": None if self.best is None else vertex(self.best),
            "sentences": [
                {"text": one.text, "certainty": one.certainty, "kind": one.claim.kind}
                for one in self.sentences
            ],
            "told": [claim.to_dict(width, height) for claim in self.told],
            "claims": [
                {**claim.to_dict(width, height), "shared": round(share, 3)}
                for claim, share in zip(self.claims, self.shares, strict=True)
            ],
            "candidates": [vertex(p) for p in self.candidates],
        }

    def lines(self) -> list[str]:
        """The sentences with their certainty, each after the mark of its points in `draw`."""
        used = set(self._marks().values())
        told = []
        for number, one in enumerate(self.sentences):
            mark = _MARKS[number] if number < len(_MARKS) else ""
            sign = f"{_SIGNS[mark]} " if mark in used else ""
            told.append(f"{sign}{one.text} ({one.certainty})")
        return told or [self.explain()]

    def draw(self, **options: Any) -> Svg:
        """The board after the move, with the stones that the sentences speak of marked."""
        from gokan.draw import board

        after = self.position.play(self.move)
        labels: dict[int | str, str | float] = {}
        for claim in self.told[: len(_MARKS)]:
            for number, p in enumerate(claim.points.get("line", ())):
                if p not in (self.move, PASS) and not after.board[p] and not labels.get(p):
                    labels[p] = str(number + 1)
        marks = {p: mark for p, mark in self._marks().items() if p not in labels}
        options = {"marks": marks, "labels": labels, "caption": "\n".join(self.lines()), **options}
        return board(after, **options)

    def _marks(self) -> dict[int, str]:
        """Which mark each point has that the first sentences speak of."""
        marks: dict[int, str] = {}
        for claim, mark in zip(self.told, _MARKS, strict=False):
            for part, points in claim.points.items():
                for p in points:
                    if part != "line" and p not in (self.move, PASS):
                        marks.setdefault(p, mark)
        return marks

    def _repr_svg_(self) -> str:
        return str(self.draw())


_OF_ANOTHER = ("loses the chance", "refuted")
_MARKS = ("triangle", "square", "circle")
_SIGNS = {"triangle": "△", "square": "□", "circle": "○"}


def move(
    position: Position,
    move: int | str,
    *,
    candidates: Sequence[int] | None = None,
    search: Search | None = None,
    outlook: Outlook | None = None,
    level: Level = "usual",
    most: int = select.MOST,
    before: Sequence[int] | None = None,
    blame: bool = True,
    instead_of: int | None = None,
) -> Explanation:
    """Say why a move, in claims and sentences.

    Args:
        position: the position before the move, its side to play.
        move: the point that is played.
        candidates: other moves to compare it with. If left out, those of `search`, else those that
            the network, or `gokan.strength.expect`, finds likely.
        search: an answer of `gokan.play.search` for the position: what moves are worth is then
            taken from it.
        outlook: who tells what the points are worth; the network where its weights are there,
            else `gokan.strength`.
        level: how much is read: "quick", "tactics", "usual" or "deep".
        most: how many sentences at most.
        before: the moves that led to the position, where they are known: then what a move
            completes is told with the move that began it.
        blame: whether a move that loses points is told as a bad one. A review knows that from
            searches of its own.
        instead_of: the move that was played, where another is asked about: the two are compared.

    >>> from gokan.explain.outlook import StrengthOutlook
    >>> position = Position.from_diagram('''
    ...     . . . . . .
    ...     . . . . . .
    ...     . . . X . .
    ...     . X O O . .
    ...     . . X X . .
    ...     . . . . . .
    ... ''')
    >>> print(move(position, "E3", outlook=StrengthOutlook(), most=1).explain())
    Black E3 starts a ladder that works: the two white stones at C3 and D3 cannot get away \
(C4 C5 B4 B5 A4 A5 A3 A2). (exact)
    """
    whole("number of sentences", most, 1, 100)
    if level not in LEVELS:
        raise InvalidInput(f"The level is {level!r} but must be one of {', '.join(LEVELS)}.")
    table = Table(position, outlook=outlook or usual(position), level=level)
    table.moves = None if before is None else tuple(before)
    scene = Scene(position, move, table)
    others = compare.others(table, scene.move, candidates, search)[:CANDIDATES]
    if instead_of is not None and instead_of not in (*others, scene.move, PASS):
        others = [instead_of, *others][:CANDIDATES]
    scenes = [Scene(position, p, table) for p in others]
    if table.outlook is not None:  # one batch is faster than many
        table.outlook.views([table.ignored, position, *(one.after for one in (scene, *scenes))])
    found = list(allowed(scene, gather(scene)))
    theirs = {one.move: gather(one) for one in scenes}
    verdict = compare.verdict(scene, scenes, search) if blame else None
    found += compare.claims(scene, verdict, found, theirs)
    found += compare.compared(scene, verdict, instead_of)
    found += compare.shape_here(scene, verdict, scenes, found)
    found += compare.alternative(scene, verdict, scenes)
    ranked = select.rank(found, list(theirs.values()), lambda claim: words.pattern(claim, position))
    bad = verdict is not None and verdict.bad
    told, named = select.choose(ranked, most=most, bad=bad)
    return Explanation(
        position=position,
        move=scene.move,
        claims=tuple(claim for _, _, claim in ranked),
        told=tuple(told),
        candidates=tuple(others),
        shares=tuple(share for _, share, _ in ranked),
        loss=None if verdict is None else verdict.loss,
        best=None if verdict is None else verdict.best,
        level=level,
        shape=named,
        answers=select.answered(found, told),
        others={point: tuple(claims) for point, claims in theirs.items()},
    )


def gather(scene: Scene) -> list[Claim]:
    """The claims of every source about a move, each once, with their prices."""
    found: dict[tuple[Any, ...], Claim] = {}
    sources: tuple[Callable[[Scene], Iterator[Claim]], ...] = _SOURCES
    if suicide.is_suicide(scene):  # there is no new stone to speak of
        sources = (suicide.claims, expected.claims)
    for source in sources:
        for claim in source(scene):
            found.setdefault(claim.key, claim)
    return priced(scene, found.values())
