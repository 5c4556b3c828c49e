"""Tempo: whose point it was, whether it must be answered, and what it loses to a better move.

These claims need an outlook that knows whose turn it is (a network); they are learned. What a
tempo is worth is the difference between having the move and not having it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.outlook import FIRM, View
from gokan.explain.scene import Scene

WANTED = 0.25
"""The chance of a move for the opponent from which on it is called his point."""
LIKELY, BESIDE = 0.2, 3
"""The chance of his move close by, within so many steps, from which on it is told as his."""
MUST_ANSWER = 4.0
"""Points by which the next tempo is worth more than an ordinary one."""
SENTE, GOTE = 1.5, 1.0
"""In the endgame: points by which the next move there is worth more, or less, than another."""
WORTH = 1.0
"""Points that a move must gain for its gote to be worth a word."""
ENDGAME = 0.42
"""The share of points with stones from which on one speaks of the endgame, …"""
TEMPO = 9.0
"""… and what a move is worth there at most."""
NEAR = 4
THERE, AROUND = 2, 6
"""Steps within which the opponent plays in the same place, and within which points are counted."""


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims about tempo; none without a learned outlook.

    >>> from gokan.go import Position
    >>> list(claims(Scene(Position.empty(9), "E5")))
    []
    """
    outlook = scene.table.outlook
    ignored, after = scene.table.ignored_view, scene.view
    if outlook is None or outlook.certainty != "learned" or ignored is None or after is None:
        return
    sign = 1 if scene.mover == 1 else -1
    chance = dict(ignored.moves).get(scene.move, 0.0)
    if chance >= WANTED:
        yield _claim(scene, "wanted point", numbers={"chance": round(100 * chance)})
    else:
        yield from _otherwise(scene, ignored)
    more, usual = follow_up(scene)
    reply = _reply(scene, after)
    margin = more - usual
    points: dict[str, float] = {"points": round(more, 1)}
    if margin >= MUST_ANSWER and reply is not None and _firm(scene, MUST_ANSWER):
        yield _claim(scene, "must be answered", points={"reply": (reply,)}, numbers=points)
    elif is_endgame(scene, usual):
        if margin >= SENTE and reply is not None and _firm(scene, SENTE, share=1.0):
            numbers = {**points, **_size(scene)}
            if "size" not in numbers:
                return  # where nothing is at stake nobody has to answer
            yield _claim(scene, "keeps sente", points={"reply": (reply,)}, numbers=numbers)
        elif margin <= -GOTE and sign * (after.lead - ignored.lead) >= WORTH:
            if not _firm(scene, -GOTE):
                return
            numbers = {"points": max(0.0, round(more, 1)), **_size(scene)}
            yield _claim(scene, "gote", numbers=numbers)


def _otherwise(scene: Scene, ignored: View) -> Iterator[Claim]:
    """Where the opponent would play close by if the mover did not."""
    close = [(p, c) for p, c in ignored.moves if p >= 0 and 0 < scene.distance(p) <= BESIDE]
    at, chance = max(close, key=lambda one: one[1], default=(-1, 0.0))
    looks = [dict(look.moves).get(at, 0.0) for look in ignored.looks]
    if min((chance, *(look / FIRM for look in looks))) >= LIKELY and scene.ignored.is_legal(at):
        numbers = {"chance": float(round(100 * chance))}
        yield _claim(scene, "otherwise", points={"at": (at,)}, numbers=numbers)


def follow_up(scene: Scene) -> tuple[float, float]:
    """What another move there is worth to the mover if the opponent plays elsewhere, and what an
    ordinary move of the position is worth; in points.
    """
    return _next_moves(scene, *_four(scene))


def by_look(scene: Scene) -> list[tuple[float, float]]:
    """The same by each look of which the outlook takes the mean."""
    return [
        _next_moves(scene, *four)
        for four in zip(*(view.looks for view in _four(scene)), strict=True)
    ]


def _four(scene: Scene) -> tuple[View, View, View, View]:
    outlook, after, ignored = scene.table.outlook, scene.view, scene.table.ignored_view
    assert outlook is not None
    assert after is not None
    assert ignored is not None
    return outlook.view(scene.before), ignored, outlook.view(scene.elsewhere), after


def _next_moves(
    scene: Scene, before: View, ignored: View, elsewhere: View, after: View
) -> tuple[float, float]:
    sign = 1 if scene.mover == 1 else -1
    more, usual = sign * (elsewhere.lead - after.lead), sign * (before.lead - ignored.lead)
    return more, max(usual, 0.0)


def _firm(scene: Scene, limit: float, *, share: float = FIRM) -> bool:
    """Whether every look finds that the next move there is worth enough more, or less."""
    return all((more - usual) / limit >= share for more, usual in by_look(scene))


def endgame_size(scene: Scene) -> float:
    """What the place is worth, as endgames are counted: the points around it if the mover plays
    there, against those if the opponent does.
    """
    outlook, after, ignored = scene.table.outlook, scene.view, scene.table.ignored_view
    assert outlook is not None
    assert after is not None
    assert ignored is not None
    first = next((p for p, _ in ignored.moves if p >= 0 and scene.distance(p) <= THERE), None)
    if first is None or not scene.ignored.is_legal(first):
        return 0.0
    theirs = outlook.view(scene.ignored.play(first))
    sign = 1 if scene.mover == 1 else -1
    around = [p for p in range(len(after.owner)) if scene.distance(p) <= AROUND]
    return sign * sum(after.owner[p] - theirs.owner[p] for p in around)


def _size(scene: Scene) -> dict[str, float]:
    """The size as a number of a claim; none where the opponent has nothing to play there."""
    size = endgame_size(scene)
    return {"size": round(size, 1)} if size >= WORTH else {}


def is_endgame(scene: Scene, usual: float) -> bool:
    """Whether the board is full enough and no move is worth much."""
    board = scene.before.board
    return usual <= TEMPO and len(board) - board.count(0) >= ENDGAME * len(board)


def _reply(scene: Scene, after: View) -> int | None:
    """The likeliest answer, if it is near the move."""
    if not after.moves:
        return None
    move = after.moves[0][0]
    return move if move >= 0 and scene.distance(move) <= NEAR else None


def _claim(
    scene: Scene,
    kind: str,
    *,
    points: dict[str, tuple[int, ...]] | None = None,
    numbers: dict[str, float] | None = None,
) -> Claim:
    assert scene.table.outlook is not None
    return Claim(
        kind,
        scene.move,
        scene.mover,
        "learned",
        scene.table.outlook.sense,
        points or {},
        numbers=numbers or {},
    )
