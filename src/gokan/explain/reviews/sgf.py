"""A review as a game record, for any program that reads SGF.

The record stays as it is: its own comments, marks and variations are kept, and the review is added
to them. Each move gets the score (`V`, Sabaki's `SBKV` and `SBKS`) and what is said about it as a
comment; each move that mattered a judgement (`DO`, `BM`), a label at the better point and the
better line as a variation.
"""

from __future__ import annotations

from collections.abc import Iterable

from gokan.errors import GokanError
from gokan.explain.reviews.answer import Choice, Review, ReviewedMove
from gokan.go import BLACK, WHITE, Color, Game, Node

__all__ = ["annotate", "problems"]

_JUDGED = ("TE", "BM", "DO", "IT")
_NAME = "Gokan"


def annotate(game: Game, review: Review) -> Game:
    """A copy of the record with the review in it.

    >>> from gokan.explain.reviews.reviewing import review
    >>> game = Game.parse("(;SZ[9];B[ee]C[Mine.];W[gc])")
    >>> made = annotate(game, review(game, numbers="strength"))
    >>> made.main_line()[1].comment.splitlines()[0], made.main_line()[1].value is not None
    ('Mine.', True)
    """
    made = Game.parse(game.to_sgf())
    line = [node for node in made.main_line() if node.color is not None]
    if review.summary:
        lines = (f"{_NAME}:", *review.game["warnings"], *review.summary)
        made.root.add_comment("\n".join(lines))
    turning = {turn.move: turn.text for turn in review.turning_points}
    for node, move in zip(line, review.moves, strict=False):
        node.value = round(move.lead, 1)
        node.set_text("SBKV", f"{100 * move.win:.2f}")
        node.set_text("SBKS", f"{move.lead:.2f}")
        if move.number in turning:
            node.add_comment(f"{_NAME}: {turning[move.number]}")
            if "HO" not in node.properties:
                node.set_raw("HO", [b"1"])
        if move.matters:
            _mark(node, move)
        elif move.reasons:
            reasons = (f"{reason.text} ({reason.certainty})" for reason in move.reasons)
            node.add_comment("\n".join((f"{_NAME}:", *reasons)))
    return made


def problems(game: Game, review: Review) -> bytes:
    """The moves that mattered as problems to solve again: a collection of positions, each with
    the better line as its solution and the move that was played as a wrong one.
    """
    from gokan.go import sgf

    made: list[sgf.Record] = []
    for move in review.mattered:
        better = _better(move)
        if better is None:
            continue
        position = game.position(move.number - 1)
        color = Color.parse(move.color)
        one = Game.new(position.with_to_play(color).setup(to_play=color))
        one.name = f"{game.black or 'Black'} - {game.white or 'White'}, move {move.number}"
        side = move.color.capitalize()
        one.root.comment = (
            f"{side} to play. In the game {side} played {move.vertex} and lost about "
            f"{move.loss:.0f} points. Find a better move."
        )
        right = _play(one.root, better.line or (better.vertex,), color)
        if right is not None:
            right.comment = "\n".join(reason.text for reason in move.instead)
            right.set_raw("TE", [b"1"])
        wrong = _play(one.root, (move.vertex,), color)
        if wrong is not None:
            wrong.comment = "\n".join(reason.text for reason in move.reasons)
            wrong.set_raw("BM", [b"1"])
        made.append(one.to_record())
    return sgf.write(made) if made else b""


def _mark(node: Node, move: ReviewedMove) -> None:
    better = _better(move)
    node.add_comment("\n".join(_paragraph(move, better)))
    if not any(name in node.properties for name in _JUDGED):
        if move.word == "inaccuracy":
            node.set_raw("DO", [b""])
        else:
            node.set_raw("BM", [b"2" if move.word == "blunder" else b"1"])
    if better is None or node.parent is None:
        return
    if better.vertex != "pass":
        point = node.game.point(better.vertex)
        if not node.position.board[point] and point not in node.labels:
            node.label(point, "A")
    first = _play(node.parent, better.line or (better.vertex,), Color.parse(move.color))
    if first is not None:
        own = next((one.lead for one in move.candidates if one.vertex == move.vertex), move.lead)
        by = abs(better.lead - own)
        said = [f"{_NAME}: better than {move.vertex} by about {by:.1f} points."]
        first.add_comment("\n".join((*said, *(reason.text for reason in move.instead))))


def _paragraph(move: ReviewedMove, better: Choice | None) -> Iterable[str]:
    yield f"{_NAME}: {move.word}, about {move.loss:.1f} points lost ({move.visits} visits)."
    for reason in (*move.cost, *move.reasons):
        yield f"{reason.text} ({reason.certainty})"
    if better is not None:
        yield f"Better: {' '.join(better.line or (better.vertex,))}"
    for reason in move.instead:
        yield f"{reason.text} ({reason.certainty})"


def _better(move: ReviewedMove) -> Choice | None:
    return next((one for one in move.candidates if one.vertex != move.vertex), None)


def _play(node: Node, line: Iterable[str], color: Color) -> Node | None:
    """Add a line as a variation; gives its first node. It ends where the rules do."""
    first: Node | None = None
    for vertex in line:
        try:
            node = node.play(vertex, color)
        except GokanError:
            break
        first = first or node
        color = BLACK if color == WHITE else WHITE
    return first
