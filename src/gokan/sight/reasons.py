"""The program's own account of a move: which templates spoke, and what the lookahead found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.checks import whole
from gokan.go import PASS, Position
from gokan.sight.judge import (
    MOVES_EACH,
    NEEDED,
    PASS_BELOW,
    Ladders,
    Needed,
    Outlook,
    judge,
    ranked,
)
from gokan.sight.library import Library, load

if TYPE_CHECKING:
    from gokan.draw import Svg

FULL = 1000
"""The sum that has the full tint in a picture, so that 4000 does not outshine all others."""

LEGEND = (
    "The darker, the more patterns speak for a move there; the move that Zobrist's program would "
    "play is outlined. ×: an urgent point, where it reads a few moves ahead."
)
"""What is to be seen on the picture, in players' words."""


def reasons(
    position: Position,
    *,
    library: Library | None = None,
    limit: int | None = None,
    ladders: Ladders = "followed",
    moves_each: int = MOVES_EACH,
) -> Reasons:
    """Say, for every legal move (or the best `limit`), which templates gave it how much.

    Moves with the same sum as the best one are always among them. `moves_each=0` leaves out the
    lookahead.

    >>> position = Position.from_diagram('''
    ...     . . . . . .
    ...     . O X . . .
    ...     O X . . X .
    ...     . O . . . .
    ...     . . O . . .
    ...     . . . . . .''')
    >>> account = reasons(position)
    >>> best = account.moves[0]
    >>> position.vertex(best.move), best.total == sum(v.total for v in best.voices) + 4000
    ('C4', True)
    """
    if limit is not None:
        whole("number of moves", limit, 1, 1_000_000)
    library = library or load()
    found = judge(position, library=library, ladders=ladders, moves_each=moves_each)
    best = ranked(position, found.weights)
    if limit is not None:
        equals = sum(total == best[0][1] for _, total in best)
        best = best[: max(limit, equals)]
    voices: dict[int, list[Voice]] = {move: [] for move, _ in best}
    for index, point, times in library.counts(position):
        template = library.templates[index]
        if template.weight is not None and point in voices:
            voices[point].append(Voice(template.name, template.reason, template.weight, times))
    moves = tuple(
        MoveReasons(
            move=move,
            total=total,
            voices=tuple(sorted(voices[move], key=lambda v: (-abs(v.total), v.template))),
            needed=tuple(n for n in found.needed if move in n.moves),
        )
        for move, total in best
    )
    return Reasons(position, moves, found.marks, found.outlook)


@dataclass(frozen=True, slots=True)
class Voice:
    """One template speaking for (or against) a move, `times` over."""

    template: str
    reason: str
    weight: int
    times: int

    @property
    def total(self) -> int:
        """What it adds to the sum."""
        return self.weight * self.times


@dataclass(frozen=True, slots=True)
class MoveReasons:
    """One move, its sum, and where the sum comes from."""

    move: int
    total: int
    voices: tuple[Voice, ...]
    needed: tuple[Needed, ...]


@dataclass(frozen=True, slots=True)
class Reasons:
    """The account of a position: moves with their reasons, best first."""

    position: Position
    moves: tuple[MoveReasons, ...]
    marks: tuple[int, ...]
    outlook: Outlook

    @property
    def choice(self) -> int:
        """The move the program plays: the best one, or a pass when it does not reach 100."""
        if self.moves and self.moves[0].total >= PASS_BELOW:
            return self.moves[0].move
        return PASS

    def of(self, move: int | str) -> MoveReasons | None:
        """The reasons of one move, if it is legal and within the limit."""
        point = self.position.point(move) if isinstance(move, str) else move
        return next((m for m in self.moves if m.move == point), None)

    def explain(self, move: int | str | None = None) -> str:
        """Sentences for a move, the chosen one unless another is named."""
        if move is None and self.choice == PASS:
            best = self.moves[0].total if self.moves else None
            why = "there is no legal move" if best is None else f"the best move gets {best} votes"
            return f"Pass: {why}, and a move needs {PASS_BELOW}."
        vertex = self.position.vertex
        found = self.of(self.choice if move is None else move)
        if found is None:
            named = move if isinstance(move, str) else vertex(self.choice if move is None else move)
            return f"{named} is not among the moves that were weighed."
        lines = [f"{vertex(found.move)} gets {found.total} votes."]
        for number, needed in enumerate(found.needed):
            start = f"{'':5}  It also" if number else f"{NEEDED:+5d}  Looking ahead: it"
            lines.append(f"{start} {self._needed(needed)}.")
        for voice in found.voices:
            times = f" ({voice.times} times)" if voice.times > 1 else ""
            lines.append(f"{voice.total:+5d}  {voice.reason}{times}")
        return "\n".join(lines)

    def looked_ahead(self) -> str:
        """What the lookahead read: how much, from which marks, and what hangs in the balance.

        >>> reasons(Position.empty(9)).looked_ahead()
        'The lookahead had nothing to read: no template marked a point.'
        """
        if not self.marks:
            return "The lookahead had nothing to read: no template marked a point."
        outlook, vertex = self.outlook, self.position.vertex
        points = "1 marked point" if len(self.marks) == 1 else f"{len(self.marks)} marked points"
        nodes = "1 position" if outlook.nodes == 1 else f"{outlook.nodes} positions"
        said = [f"The lookahead read {nodes} around {points}, each side first."]
        for chain in outlook.needed:
            whose = "Our own" if chain.owner == self.position.to_play else "The enemy's"
            size = "stone" if chain.stones == 1 else f"{chain.stones} stones"
            moves = ", ".join(map(vertex, chain.moves))
            verb = "depends" if chain.stones == 1 else "depend"
            said.append(
                f"{whose} {size} at {vertex(chain.target)} {verb} on who moves first: {moves}."
            )
        if not outlook.needed:
            said.append("No block depends on who moves first.")
        if outlook.given_up:
            named = ", ".join(map(vertex, outlook.given_up))
            said.append(f"The search grew too large at {named}; there only ladders were followed.")
        return " ".join(said)

    def draw(self, **options: Any) -> Svg:
        """The sums as a heat map, the mask of the lookahead as crosses, the choice ringed."""
        from gokan import draw

        best = self.moves[0].total if self.moves else 0
        side = str(self.position.to_play).capitalize()
        options.setdefault("title", f"What speaks for each move of {side}")
        options.setdefault("heat_title", "votes of the templates (no points of territory)")
        options.setdefault("caption", LEGEND)
        options.setdefault("heat", {m.move: min(m.total, FULL) for m in self.moves if m.total > 0})
        if best > FULL:
            options.setdefault("heat_ends", ("", "or more"))
        options.setdefault("marks", dict.fromkeys(self.marks, "cross"))
        if best >= PASS_BELOW:
            options.setdefault("highlight", [self.choice])
        return draw.board(self.position, **options)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        vertex = self.position.vertex
        return {
            "to_play": str(self.position.to_play),
            "choice": "pass" if self.choice == PASS else vertex(self.choice),
            "moves": [
                {
                    "move": vertex(m.move),
                    "total": m.total,
                    "voices": [
                        {
                            "template": v.template,
                            "reason": v.reason,
                            "weight": v.weight,
                            "times": v.times,
                        }
                        for v in m.voices
                    ],
                    "needed": [vertex(n.target) for n in m.needed],
                }
                for m in self.moves
            ],
            "marks": [vertex(p) for p in self.marks],
            "needed": [
                {
                    "target": vertex(n.target),
                    "owner": str(n.owner),
                    "stones": n.stones,
                    "moves": [vertex(p) for p in n.moves],
                }
                for n in self.outlook.needed
            ],
            "given_up": [vertex(p) for p in self.outlook.given_up],
        }

    def _needed(self, needed: Needed) -> str:
        own = needed.owner == self.position.to_play
        chain = "stone" if needed.stones == 1 else f"{needed.stones} stones"
        at = self.position.vertex(needed.target)
        if own:
            return f"saves the {chain} at {at}, which would be captured otherwise"
        return f"captures the {chain} at {at}, which would get away otherwise"

    def _repr_svg_(self) -> str:
        return str(self.draw())
