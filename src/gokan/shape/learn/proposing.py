"""Moves that classes propose (Section 5.3.2): further the good, disrupt the others'.

Candidates come from the generating systems alone: the next steps of own classes in formation that
do better than most (`favour`), of the opponent's that do (a stone there disrupts them), of blocks
in atari, and the constraints of the opening book. Among these the weights of the ranker choose,
with what the classes led to in counted games. Certainty: learned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.go import Color, Position
from gokan.shape.learn.forming import Forming, Stages, stages
from gokan.shape.learn.opening import Book, Line, opening_book
from gokan.shape.learn.ranking import ages, scores

if TYPE_CHECKING:
    from gokan.draw import Svg

GOOD = 0.1
"""What the favour of a class weighs beside the ranker's weights."""
BOOK = 0.7
"""What the opening book weighs: times the logarithm of 1 + 20 shares."""
_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Proposal:
    """A move, who proposes it, and its chance."""

    move: int
    chance: float
    furthers: tuple[Forming, ...] = ()
    """Own classes whose next step it is, the most telling first."""
    disrupts: tuple[Forming, ...] = ()
    """The opponent's whose next step would be here."""
    answers: tuple[tuple[str, float], ...] = ()
    """Classes that the last move completed and this typically follows, and how often in 100."""
    book: Line | None = None
    takes: tuple[int, ...] = ()
    """Blocks of the opponent's in atari, by a stone of each."""
    saves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposals:
    """What classes propose, the best first. Certainty: learned."""

    position: Position
    moves: tuple[Proposal, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        vertex = self.position.vertex
        return {
            "certainty": "learned",
            "moves": [
                {
                    "move": vertex(m.move),
                    "chance": m.chance,
                    "furthers": [f.to_dict(self.position) for f in m.furthers],
                    "disrupts": [f.to_dict(self.position) for f in m.disrupts],
                    "answers": [{"class": title, "share": share} for title, share in m.answers],
                    "book": m.book.to_dict() if m.book else None,
                    "takes": [vertex(p) for p in m.takes],
                    "saves": [vertex(p) for p in m.saves],
                }
                for m in self.moves
            ],
        }

    def explain(self, move: int | None = None) -> str:
        """One move in a sentence: what it furthers and disrupts; without one, the best ones."""
        if move is None:
            return "\n".join(self.explain(m.move) for m in self.moves[:_SHOWN])
        vertex = self.position.vertex(move)
        proposal = next((m for m in self.moves if m.move == move), None)
        if proposal is None:
            return f"{vertex} is proposed by no class."
        said = ", ".join(_words(self.position, proposal))
        return f"{vertex} {said} (learned; chance {100 * proposal.chance:.0f} %)."

    def draw(self, **options: Any) -> Svg:
        """The best moves, numbered, over the elements that propose the first."""
        from gokan.draw import board

        labels = {m.move: str(n) for n, m in enumerate(self.moves[:_SHOWN], 1)}
        areas = [
            [*f.stones, f.step]
            for m in self.moves[:1]
            for f in (*m.furthers[:1], *m.disrupts[:1])
            if f.stones
        ]
        said = "; ".join(
            f"{n} {', '.join(_words(self.position, m)[:2])}"
            for n, m in enumerate(self.moves[:3], 1)
        )
        options.setdefault("title", "Moves that classes in formation propose")
        options.setdefault("caption", said)
        return board(self.position, labels=labels, areas=areas, **options)


def propose(
    position: Position,
    *,
    before: Sequence[int] | None = None,
    old: Sequence[int] | None = None,
    known: Stages | None = None,
    book: Book | None = None,
    using: _core.FormationModel | None = None,
    good: float = GOOD,
) -> Proposals:
    """All moves that classes propose; `before` are the moves so far, or `old` the stones' ages.

    >>> position = Position.empty(19).play("D4").play("F3")
    >>> best = propose(position).moves[0]
    >>> best.book is not None or bool(best.furthers)
    True
    """
    aged = list(old) if old is not None else ages(position, before)
    known = known or stages()
    own: dict[int, list[Forming]] = {}
    theirs: dict[int, list[Forming]] = {}
    for found, color in ((own, position.to_play), (theirs, position.to_play.opponent)):
        for forming in known.find(position, color):
            found.setdefault(forming.step, []).append(forming)
    lines = (book or opening_book()).propose(position, aged)
    takes, saves = _in_atari(position)
    last, answers = _answers(position, aged, known)
    scored = [
        (
            move,
            score
            + good * (_favour(own.get(move)) + _favour(theirs.get(move)))
            + (BOOK * math.log1p(20 * lines[move].share) if move in lines else 0.0),
        )
        for move, score in scores(position, old=aged, using=using)
    ]
    if not scored:
        return Proposals(position, ())
    highest = max(score for _, score in scored)
    total = sum(math.exp(score - highest) for _, score in scored)
    made = []
    for move, score in scored:
        further = tuple(f for f in own.get(move, ()) if f.favour.is_good)
        disrupt = tuple(f for f in theirs.get(move, ()) if f.favour.is_good)
        taken, saved, line = takes.get(move, ()), saves.get(move, ()), lines.get(move)
        if not (further or disrupt or taken or saved or line):
            continue
        follows = tuple(
            sorted(
                {
                    answer
                    for f in own.get(move, ())
                    if last in f.stones
                    for answer in answers.get(f.learned.name, ())
                },
                key=lambda a: (-a[1], a[0]),
            )
        )
        chance = math.exp(score - highest) / total
        made.append(Proposal(move, chance, further, disrupt, follows, line, taken, saved))
    made.sort(key=lambda m: (-m.chance, m.move))
    return Proposals(position, tuple(made))


def _favour(found: list[Forming] | None) -> float:
    """Of the largest class whose step this is."""
    return found[0].favour.value if found else 0.0


def _in_atari(
    position: Position,
) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """By liberty: the opponent's blocks in atari, and own ones."""
    found: tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]] = ({}, {})
    for block in position.blocks():
        if len(block.liberties) == 1:
            (liberty,) = block.liberties
            kept = found[block.color == position.to_play]
            kept[liberty] = (*kept.get(liberty, ()), min(block.stones))
    return found


def _answers(
    position: Position, aged: Sequence[int], known: Stages
) -> tuple[int, dict[str, list[tuple[str, float]]]]:
    """The last stone, and by class: what it completed that this class typically follows."""
    last = next((p for p, age in enumerate(aged) if age == 0 and position.board[p]), -1)
    if last < 0:
        return last, {}
    library = known.library
    made = position.with_to_play(Color(position.board[last]))
    found: dict[str, list[tuple[str, float]]] = {}
    for one in _core.formations_of(made.core, list(aged), last, library.codes):
        for name, share in library.classes[one.formation].next:
            found.setdefault(name, []).append((library.title(one.formation), share))
    return last, found


def _words(position: Position, proposal: Proposal) -> list[str]:
    said = []
    vertex = position.vertex
    if proposal.book:
        said.append(f"is {proposal.book.explain()}")
    if proposal.takes:
        said.append(f"takes {' and '.join(vertex(p) for p in proposal.takes)} off")
    if proposal.saves:
        said.append(f"saves {' and '.join(vertex(p) for p in proposal.saves)} from atari")
    for forming in proposal.furthers[:1]:
        deed = "completes" if forming.completes else "furthers"
        stage = "" if forming.completes else f", {len(forming.stones) + 1} of {forming.of} stones"
        why = f" ({forming.favour.says}{stage})" if forming.favour.says else ""
        said.append(f"{deed} {_named(position, forming)}{why}")
    for title, share in proposal.answers[:1]:
        said.append(f"is a usual next step after “{title}” ({share:.0f} %)")
    other = ("Black", "White")[position.to_play == Color.BLACK]
    large = [f for f in proposal.disrupts if f.stones and f.completes]
    said += [f"disrupts {other}'s {_named(position, f)}" for f in large[:1]]
    if not said:  # only small or early ones of the opponent's
        said = [f"disrupts {other}'s {_named(position, f)}" for f in proposal.disrupts[:1]]
    return said


def _named(position: Position, forming: Forming) -> str:
    stones = " and ".join(position.vertex(p) for p in forming.stones)
    return f"“{forming.learned.title}”" + (f" with {stones}" if stones else "")
