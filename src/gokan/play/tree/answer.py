"""What a search found: candidates in order, who is ahead, who owns what. Black's view."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.chances import percent
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Color, Position
from gokan.play.tree.evaluation import STDEV

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = ["Search", "SearchCandidate", "answer"]

_LCB_Z = 5.0  # standard errors a move must be better by than it looks
_LCB_SHARE = 0.15  # of the visits of the most visited move, to be considered instead of it
_DOUBT = 0.3  # how far a single evaluation may be off, before results say more


@dataclass(frozen=True, slots=True)
class SearchCandidate:
    """A move that was looked at. `win`, `lead` and `lcb` are Black's, whoever is to move.

    Attributes:
        move: a point, or `PASS`.
        visits: how many lines through it were evaluated.
        win: Black's chance to win after it, 0 to 1.
        lead: points by which Black is ahead after it, komi included.
        prior: the chance the evaluator gave the move before any search.
        line: the expected continuation, the move itself first.
        stdev: standard deviation of the final score.
        utility: what the search maximised: win and score in one, -1.4 to 1.4.
        lcb: the win chance that the mover can count on, seen from Black.
        line_visits: the visits of each move of `line`.
    """

    move: int
    visits: int
    win: float
    lead: float
    prior: float
    line: tuple[int, ...]
    stdev: float = 0.0
    utility: float = 0.0
    lcb: float = 0.0
    line_visits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """The answer of `gokan.play.search`. The numbers are learned and read, never proved.

    Attributes:
        position: what was searched.
        candidates: the moves looked at, the best first.
        win: Black's chance to win, 0 to 1.
        lead: points by which Black is ahead, komi included.
        ownership: per point, 1 Black's to -1 White's; empty where the evaluator does not say.
        visits: evaluations in the tree, those kept from earlier included.
        seconds: how long it took.
        priors: every legal move with the chance given before any search.
    """

    position: Position
    candidates: tuple[SearchCandidate, ...]
    win: float
    lead: float
    ownership: tuple[float, ...]
    visits: int
    seconds: float
    stdev: float = 0.0
    utility: float = 0.0
    priors: tuple[tuple[int, float], ...] = ()

    @property
    def move(self) -> int:
        """The best move; a pass where no move was looked at."""
        return self.candidates[0].move if self.candidates else PASS

    def candidate(self, move: int | str) -> SearchCandidate | None:
        """What was found of one move, if it was looked at."""
        point = self.position.point(move) if isinstance(move, str) else move
        return next((c for c in self.candidates if c.move == point), None)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: moves are vertices, lists go row by row from the top. Black's view."""
        vertex = self.position.vertex
        return {
            "to_play": str(self.position.to_play),
            "visits": self.visits,
            "win": self.win,
            "lead": self.lead,
            "stdev": self.stdev,
            "certainty": "learned",
            "candidates": [
                {
                    "move": vertex(c.move),
                    "visits": c.visits,
                    "win": c.win,
                    "lead": c.lead,
                    "stdev": c.stdev,
                    "prior": c.prior,
                    "line": [vertex(move) for move in c.line],
                }
                for c in self.candidates
            ],
            "ownership": list(self.ownership),
        }

    def draw(self, *, most: int = 9, ownership: bool = True, **options: Any) -> Svg:
        """The candidates numbered from the best, on the board with who owns what."""
        places = [c for c in self.candidates if c.move != PASS][:most]
        labels: dict[int, str | float] = {c.move: n for n, c in enumerate(places, start=1)}
        return self.position.draw(
            **{
                "labels": labels,
                "ownership": self.ownership if ownership and self.ownership else None,
                "caption": self.explain(most=1),
                **options,
            }
        )

    def explain(self, *, most: int = 3) -> str:
        """Who is ahead, what the mover would play, and what should follow, in sentences."""
        vertex = self.position.vertex
        mover = self.position.to_play
        sentences = [_standing(self.win, self.lead, self.visits)]
        for number, c in enumerate(self.candidates[:most]):
            name = str(mover).capitalize()
            where = "a pass" if c.move == PASS else vertex(c.move)
            then = ", ".join(vertex(move) for move in c.line[1:5])
            follow = f", then {then}" if then else ""
            if number == 0:
                share = 100 * c.visits / max(1, sum(x.visits for x in self.candidates))
                sentences.append(f"{name}'s first choice is {where} ({share:.0f} %){follow}.")
            else:
                sentences.append(f"Next comes {where}, {_loss(self, c, mover)}{follow}.")
        return " ".join(sentences)


def answer(tree: _core.Tree, position: Position, *, seconds: float) -> Search:
    """What the tree knows of `position`, its root."""
    whole = tree.summary()
    sign = 1 if position.to_play == BLACK else -1
    candidates = _ranked([_candidate(branch, sign) for branch in tree.branches()], sign)
    if not whole.visits:
        raise InvalidInput("Nothing has been searched yet.")
    return Search(
        position=position,
        candidates=tuple(candidates),
        win=whole.win,
        lead=whole.lead,
        ownership=tuple(tree.ownership()),
        visits=whole.visits,
        seconds=seconds,
        stdev=STDEV * whole.spread,
        utility=whole.utility,
        priors=tuple((branch.move, branch.prior) for branch in tree.priors()),
    )


def _candidate(branch: _core.TreeBranch, sign: int) -> SearchCandidate:
    return SearchCandidate(
        move=branch.move,
        visits=branch.visits,
        win=branch.win,
        lead=branch.lead,
        prior=branch.prior,
        line=tuple(branch.line),
        stdev=STDEV * branch.spread,
        utility=branch.utility,
        lcb=branch.win - sign * _error(branch) / 2,  # a win chance has half the utility's range
        line_visits=tuple(branch.line_visits),
    )


def _error(branch: _core.TreeBranch) -> float:
    """How much better a move may look than it is: some standard errors of its utility."""
    n = branch.visits
    variance = (branch.scatter**2 * n + 2 * _DOUBT**2) / (n + 2)
    return _LCB_Z * math.sqrt(variance / n)


def _ranked(candidates: list[SearchCandidate], sign: int) -> list[SearchCandidate]:
    """By visits; but first the one that can be counted on most among the often visited."""
    if not candidates:
        return []
    most = max(c.visits for c in candidates)
    often = [c for c in candidates if c.visits >= _LCB_SHARE * most]

    def worth(c: SearchCandidate) -> float:
        return sign * (c.utility + 2 * (c.lcb - c.win))

    first = max(often, key=worth)
    rest = sorted((c for c in candidates if c is not first), key=lambda c: -c.visits)
    return [first, *rest]


def _standing(win: float, lead: float, visits: int) -> str:
    ahead = "Black" if lead >= 0 else "White"
    share = win if lead >= 0 else 1 - win
    looked = f"{visits} position{'s' if visits != 1 else ''} looked at"
    if abs(lead) < 0.5:
        return f"The game is even: Black's chance is {percent(win)} (learned; {looked})."
    return (
        f"{ahead} is ahead by about {abs(lead):.1f} points, with a chance of "
        f"{percent(share)} to win (learned; {looked})."
    )


def _loss(search: Search, candidate: SearchCandidate, mover: Color) -> str:
    sign = 1 if mover == BLACK else -1
    loss = sign * (search.candidates[0].lead - candidate.lead)
    if abs(loss) < 0.1:
        return "about as good"
    return f"{abs(loss):.1f} points {'less' if loss > 0 else 'more'}"
