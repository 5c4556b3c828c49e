"""Writing what a search found, in KataGo's words."""

from __future__ import annotations

from typing import Any

from gokan.go import BLACK, PASS, WHITE, Position
from gokan.gtp.analysis.query import Query, Turn, View
from gokan.play.tree.answer import Search, SearchCandidate
from gokan.play.tree.evaluation import STDEV
from gokan.play.tree.searching import Searcher

__all__ = ["reply"]


def reply(query: Query, turn: Turn, searcher: Searcher, *, during: bool) -> dict[str, Any]:
    """One line of the answer: everything the query asked for."""
    found = searcher.answer()
    sign = _sign(turn.position, query.settings.view)
    infos = [
        _move_info(query, found, candidate, order, sign)
        for order, candidate in enumerate(found.candidates)
    ]
    tree = searcher.tree
    for info, candidate in zip(infos, found.candidates, strict=True):
        if query.moves_ownership:
            info["ownership"] = [sign * value for value in tree.ownership(candidate.move)]
        if query.moves_ownership_scatter:
            info["ownershipStdev"] = tree.ownership_scatter(candidate.move)
    first_look = tree.summary()
    said: dict[str, Any] = {
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": turn.number,
        "moveInfos": infos,
        "rootInfo": {
            "currentPlayer": turn.position.to_play.letter,
            "winrate": _chance(found.win, sign),
            "scoreLead": sign * found.lead,
            "scoreSelfplay": sign * found.lead,
            "scoreStdev": found.stdev,
            "utility": sign * found.utility,
            "visits": found.visits,
            "weight": float(found.visits),
            "rawWinrate": _chance(first_look.own_win, sign),
            "rawLead": sign * first_look.own_lead,
            "rawScoreSelfplay": sign * first_look.own_lead,
            "rawScoreSelfplayStdev": STDEV * first_look.own_spread,
            "thisHash": _hash(turn.position),
            "symHash": min(_hash(turn.position.transform(s)) for s in range(8)),
        },
    }
    if query.ownership:
        said["ownership"] = [sign * value for value in found.ownership]
    if query.ownership_scatter:
        said["ownershipStdev"] = tree.ownership_scatter()
    if query.policy:
        said["policy"] = _policy(found, query.settings.temperature)
    if query.reasons and not during:
        said["reasons"] = _reasons(found, query.reasons)
    return said


def _move_info(
    query: Query, found: Search, candidate: SearchCandidate, order: int, sign: int
) -> dict[str, Any]:
    vertex = found.position.vertex
    win, lcb = _chance(candidate.win, sign), _chance(candidate.lcb, sign)
    most = max(one.visits for one in found.candidates)
    long = 1 + query.settings.longest
    info: dict[str, Any] = {
        "move": vertex(candidate.move),
        "visits": candidate.visits,
        "weight": float(candidate.visits),
        "edgeVisits": candidate.visits,
        "edgeWeight": float(candidate.visits),
        "playSelectionValue": float(most if order == 0 else candidate.visits),
        "winrate": win,
        "lcb": lcb,
        "scoreLead": sign * candidate.lead,
        "scoreMean": sign * candidate.lead,
        "scoreSelfplay": sign * candidate.lead,
        "scoreStdev": candidate.stdev,
        "utility": sign * candidate.utility,
        "utilityLcb": sign * candidate.utility + 2 * (lcb - win),
        "prior": candidate.prior,
        "order": order,
        "pv": [vertex(move) for move in candidate.line[:long]],
    }
    if query.line_visits:  # no position is reached in two ways: both say the same
        info["pvVisits"] = info["pvEdgeVisits"] = list(candidate.line_visits[:long])
    return info


def _reasons(found: Search, most: int) -> list[dict[str, Any]]:
    """Why each of the best moves, in sentences with their certainty; a key of our own."""
    from gokan.explain.account import move as explain

    moves = [one.move for one in found.candidates if one.move != PASS]
    said = []
    for point in moves[:most]:
        account = explain(found.position, point, search=found, level="quick")
        sentences = [
            {"text": one.text, "certainty": one.certainty, "kind": one.claim.kind}
            for one in account.sentences
        ]
        said.append({"move": found.position.vertex(point), "sentences": sentences})
    return said


def _policy(found: Search, temperature: float) -> list[float]:
    """One number per point and the pass, as they were guessed; -1 where a move is illegal."""
    policy = [-1.0] * (len(found.position.board) + 1)
    total = sum(prior**temperature for _, prior in found.priors) or 1.0
    for move, prior in found.priors:
        policy[PASS if move == PASS else move] = prior**temperature / total
    return policy


def _sign(position: Position, view: View) -> int:
    side = {"BLACK": BLACK, "WHITE": WHITE, "SIDETOMOVE": position.to_play}[view]
    return 1 if side == BLACK else -1


def _chance(win: float, sign: int) -> float:
    return win if sign > 0 else 1 - win


def _hash(position: Position) -> str:
    """Of the size of the board, the stones, whose turn it is, and an open ko."""
    ko = 0 if position.ko is None else position.ko + 1
    place = (position.width << 20 | position.height << 12 | ko) * 0x9E3779B97F4A7C15
    return f"{(position.situation_hash ^ place) & 0xFFFFFFFFFFFFFFFF:016X}"
