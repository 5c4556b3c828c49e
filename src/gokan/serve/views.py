"""Games, searches and explanations as messages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from gokan.go import BLACK, PASS, WHITE, Color, Position
from gokan.go.score import Score
from gokan.play.session import Phase
from gokan.play.tree.analysis import Analysis
from gokan.play.tree.answer import SearchCandidate
from gokan.serve import messages
from gokan.serve.games import Table
from gokan.serve.records import Brought
from gokan.serve.store import KeptGame, KeptReview, Seat, Seen

if TYPE_CHECKING:
    from gokan.explain import Explanation

__all__ = [
    "game_state",
    "imported",
    "look",
    "review_info",
    "seen",
    "sentences",
    "side",
    "summary",
    "tried",
]

_CANDIDATES = 12
_LINE = 16


def game_state(table: Table) -> messages.GameState:
    """A game as pages show it."""
    session, kept = table.session, table.kept
    start, position = session.start, session.position
    vertex = position.vertex
    counted = kept.kind == "play" and (
        session.phase is Phase.COUNTING or (session.phase is Phase.OVER and position.is_over)
    )
    count = session.score() if counted else None
    return messages.GameState(
        id=kept.id,
        kind=_kind(kept),
        title=kept.title,
        revision=kept.revision,
        width=position.width,
        height=position.height,
        rules=session.rules.name,
        komi=session.rules.komi,
        handicap=session.handicap,
        black=_seat(kept.black),
        white=_seat(kept.white),
        setup_black=[vertex(point) for point in start.stones(BLACK)],
        setup_white=[vertex(point) for point in start.stones(WHITE)],
        first=side(start.to_play),
        moves=[
            messages.Move(color=side(t.color), vertex=_vertex(position, t.move), reason=t.reason)
            for t in session.turns
        ],
        to_play=side(position.to_play),
        phase=session.phase.value,
        captured_by_black=position.prisoners(WHITE),
        captured_by_white=position.prisoners(BLACK),
        dead=[vertex(point) for point in sorted(session.dead)],
        score=None if count is None else _score(count),
        result=session.result,
        thinking=table.thinking is not None,
        trouble=table.trouble,
    )


def summary(kept: KeptGame) -> messages.GameSummary:
    """A game in a list."""
    return messages.GameSummary(
        id=kept.id,
        kind=_kind(kept),
        title=kept.title,
        black=_seat(kept.black),
        white=_seat(kept.white),
        width=kept.size[0],
        height=kept.size[1],
        moves=kept.moves,
        result=kept.result,
        date=kept.date,
        event=kept.event,
        source=kept.source,
        changed=kept.changed,
    )


def imported(one: Brought) -> messages.ImportedFile:
    """What became of a file."""
    return messages.ImportedFile(
        name=one.name, games=list(one.games), new=one.new, trouble=one.trouble
    )


def seen(position: Position, found: Seen, moves: dict[int, int]) -> messages.LibrarySeen:
    """Where a position arose; `moves` are those there are by the key of what follows."""
    played = [
        messages.LibraryMove(
            vertex=_vertex(position, moves[one.next]) if one.next in moves else None,
            games=one.games,
            black=one.black,
            white=one.white,
        )
        for one in found.moves
    ]
    return messages.LibrarySeen(
        games=sum(one.games for one in played),
        black=sum(one.black for one in played),
        white=sum(one.white for one in played),
        moves=played[:_CANDIDATES],
        examples=[messages.LibraryGame(game=summary(kept), at=at) for kept, at in found.examples],
    )


def look(found: Analysis, *, game: str, at: int, line: Sequence[str], done: bool) -> messages.Look:
    """What an analysis knows so far."""
    best = found.candidates[0].lead if found.candidates else found.lead
    return messages.Look(
        game=game,
        at=at,
        line=list(line),
        visits=found.visits,
        win=_short(found.win, 4),
        lead=_short(found.lead, 2),
        stdev=_short(found.stdev, 2),
        certainty=str(found.certainty),
        candidates=[candidate(found.position, one, best) for one in found.candidates[:_CANDIDATES]],
        ownership=[_short(value, 2) for value in found.ownership],
        done=done,
    )


def candidate(position: Position, one: SearchCandidate, best: float) -> messages.Candidate:
    """A move that was looked at, with what it loses against the best."""
    sign = 1 if position.to_play == BLACK else -1
    return messages.Candidate(
        vertex=_vertex(position, one.move),
        visits=one.visits,
        win=_short(one.win, 4),
        lead=_short(one.lead, 2),
        stdev=_short(one.stdev, 2),
        prior=_short(one.prior, 4),
        loss=_short(sign * (best - one.lead), 2),
        line=[_vertex(position, move) for move in one.line[:_LINE]],
    )


def sentences(told: Explanation) -> list[messages.Sentence]:
    """What an explanation says."""
    return [
        messages.Sentence(text=one.text, certainty=str(one.certainty)) for one in told.sentences
    ]


def tried(
    found: Analysis,
    own: SearchCandidate,
    best: SearchCandidate,
    *,
    does: list[messages.Sentence],
    answer: list[messages.Sentence],
    command: str,
) -> messages.Tried:
    """What a tried move is worth beside the best one, what follows, and why."""
    value = candidate(found.position, own, best.lead)
    return messages.Tried(
        vertex=value.vertex,
        to_play=side(found.position.to_play),
        value=value,
        best=candidate(found.position, best, best.lead),
        reply=value.line[1:],
        loss=value.loss,
        visits=own.visits,
        certainty=str(found.certainty),
        does=does,
        answer=answer,
        command=command,
    )


def review_info(
    kept: KeptReview, *, stage: str = "", readable: bool = False
) -> messages.ReviewInfo:
    """How far a review is."""
    return messages.ReviewInfo(
        id=kept.id,
        game=kept.game,
        level=kept.level,
        state=cast("messages.ReviewState", kept.state),
        stage=stage,
        share=kept.share,
        readable=readable or kept.state == "done",
        reason=kept.reason,
    )


def _score(count: Score) -> messages.ScoreInfo:
    return messages.ScoreInfo(
        black=count.black, white=count.white, result=count.text, owner=list(count.owner)
    )


def _seat(one: Seat) -> messages.SeatInfo:
    return messages.SeatInfo(player=one.player, level=one.level, name=one.name)


def _kind(kept: KeptGame) -> messages.Kind:
    return "record" if kept.kind == "record" else "play"


def side(color: Color) -> messages.Side:
    """A colour by its name."""
    return "black" if color == BLACK else "white"


def _vertex(position: Position, move: int) -> str:
    return "pass" if move == PASS else position.vertex(move)


def _short(value: float, digits: int) -> float:
    return round(value, digits) if math.isfinite(value) else 0.0
