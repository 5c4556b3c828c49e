"""Problems from people's files: what a file says of them, and whether Gokan can ask them.

A file gives a position, perhaps its stones in question, and moves that it calls right. Gokan reads
the problem itself before it asks it: what is proved goes before what the file says, and where
reading does not decide, the file's word is passed on as the file's. Not asked is what is no
life-and-death problem, and what the file answers with moves that are proved to fail.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gokan import reading
from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, PASS, WHITE, Position, sgf
from gokan.go.game import Game
from gokan.go.node import Node
from gokan.reading.budget import Budget
from gokan.reading.posing import pose
from gokan.reading.problem import Problem, read_fields

__all__ = ["Examined", "examine", "read_problems"]

POSING_NODES = 60_000
"""Spent on finding what a problem is about, where the file does not say it."""
_SHOUTED = re.compile(r"\bRIGHT\b|\bCORRECT\b")
_STARTS = re.compile(r"\s*(\+|(correct|right)\b)", re.IGNORECASE)
_COMMENT = 600
_MOST = 5_000  # problems of one file


def read_problems(data: bytes, name: str) -> tuple[list[dict[str, Any]], str]:
    """The problems of a file (SGF, or one JSON object a line), and what is wrong with it.

    >>> data = b"(;SZ[9]AB[aa][ba]AW[ab][bb][cb](;W[ca]C[Correct])(;W[da]))"
    >>> [problem], trouble = read_problems(data, "two.sgf")
    >>> problem["to_play"], problem["given"], trouble
    ('W', [[2, 0]], '')
    """
    lines = not name.lower().endswith(".sgf") and not re.match(rb"\s*\(\s*;", data[:1000])
    found: list[dict[str, Any]] = []
    trouble = ""
    try:
        for number, one in enumerate(_lines(data) if lines else _games(data), start=1):
            if len(found) >= _MOST:
                trouble = trouble or f"{name}: Only the first {_MOST} problems are taken."
                break
            try:
                found.append(one() if callable(one) else one)
            except GokanError as error:
                trouble = trouble or f"{name}: Problem {number}: {error}"
    except GokanError as error:
        return [], f"{name}: {error}"
    for number, problem in enumerate(found, start=1):
        if not problem["title"]:
            stem = re.sub(r"\.\w+$", "", name.rpartition("/")[2])
            problem["title"] = f"{stem} {number}" if len(found) > 1 else stem
    return found, trouble


def name_of(problem: Mapping[str, Any]) -> str:
    """The name of a problem: the same stones make the same one."""
    parts = [sorted(problem["black"]), sorted(problem["white"]), problem["size"]]
    text = json.dumps([*parts, problem["to_play"], sorted(problem["targets"])])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Examined:
    """What Gokan makes of a problem: as it asks it, or why it does not."""

    record: dict[str, Any]
    level: int = 0
    unfit: str = ""


def examine(problem: Mapping[str, Any], *, nodes: int) -> Examined:
    """Read a problem from a file, to see whether it can be asked.

    >>> data = b"(;SZ[9]AB[aa][ba]AW[ab][bb][cb][da]MA[aa];B[cc])"
    >>> [problem], _ = read_problems(data, "a.sgf")
    >>> examine(problem, nodes=1000).unfit
    'Reading proves that no move reaches the goal.'
    """
    record = dict(problem)
    try:
        posed = _posed(record)
        answer = reading.solve(posed, nodes=nodes, trials=False)
    except GokanError as error:
        return Examined(record, unfit=str(error))
    width = posed.position.width
    given = [row * width + column for column, row in record["given"]]
    record["targets"] = [_pair(point, width) for point in posed.target]
    record["goal"] = posed.goal
    record["verdict"] = "ko" if answer.result == "ko" else "win"
    record["certainty"] = "proved" if answer.proved else "read"
    record["first_moves"] = []
    level = max(answer.nodes, 1).bit_length() - 1
    if answer.proved and answer.result == "loss":
        return Examined(record, level, "Reading proves that no move reaches the goal.")
    if answer.proved and PASS in answer.winning_moves:
        return Examined(record, level, "Reading proves that no move is needed.")
    if answer.result in ("win", "ko"):
        right = answer.winning_moves if answer.result == "win" else answer.ko_moves
        open_moves = {*right, *answer.undecided_moves}
        if answer.proved and given and not open_moves & set(given):
            said = "The file's answer fails by proof: it must be about other stones."
            return Examined(record, level, said)
        record["first_moves"] = [_pair(move, width) for move in right if move != PASS]
    elif not given:
        return Examined(record, level, "Reading does not decide it, and the file has no answer.")
    return Examined(record, level)


def position_of(record: Mapping[str, Any]) -> Position:
    """The position of a problem from a file."""
    return read_fields(record).position


def _posed(record: Mapping[str, Any]) -> Problem:
    fields = read_fields(record)
    if fields.target and not fields.hinted:
        return Problem.make(fields.position, target=fields.target)
    return pose(fields.position, hint=fields.target, budget=Budget(nodes=POSING_NODES))


def _games(data: bytes) -> Iterator[Any]:
    for record in sgf.salvage(data):
        yield lambda record=record: _of_game(Game(record))


def _lines(data: bytes) -> Iterator[Any]:
    if not data.strip():
        raise InvalidInput("The file is empty.")
    for line in data.splitlines():
        if line.strip():
            yield lambda line=line: _of_line(line)


def _of_line(line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidInput("The line is not JSON.") from None
    if not isinstance(record, dict):
        raise InvalidInput("The line is not a JSON object.")
    fields = read_fields(record)
    width, height = fields.position.width, fields.position.height
    given = [
        [column, row]
        for pair in record.get("first_moves") or []
        if isinstance(pair, list) and len(pair) == 2
        for column, row in [pair]
        if type(column) is type(row) is int and 0 <= column < width and 0 <= row < height
    ]
    return _plain(
        fields.position,
        targets=fields.target,
        hinted=fields.hinted,
        given=given,
        title=str(record.get("id") or ""),
        comment=str(record.get("comment") or ""),
    )


def _of_game(game: Game) -> dict[str, Any]:
    position = game.position(0)
    if not position.stones(BLACK) or not position.stones(WHITE):
        raise InvalidInput("Both sides need stones at the start; this is a game, not a problem.")
    marked = [p for p in game.root.points("MA") if position.board[p]]
    colors = {position.board[point] for point in marked}
    return _plain(
        position,
        targets=marked if len(colors) == 1 else (),
        hinted=False,
        given=[_pair(move, position.width) for move in answers(game)],
        title=game.name,
        comment=game.root.comment,
    )


def answers(game: Game) -> list[int]:
    """The first moves that a record calls right: by comments such as "Correct" at the end of a
    line, by `TE`; else the first move of its main line.

    >>> tree = "(;SZ[9]AB[aa]AW[ba](;B[ca];W[da]C[wrong])(;B[ea];W[fa];B[ga]C[RIGHT]))"
    >>> game = Game.parse(tree)
    >>> [game.vertex(move) for move in answers(game)]
    ['E9']
    """
    firsts = [node for node in _first_nodes(game.root) if node.move not in (None, PASS)]
    right = [node.move for node in firsts if any(_is_right(one) for one in node.walk())]
    right = right or [node.move for node in firsts if "TE" in node.properties]
    right = right or [node.move for node in firsts[:1]]
    return [move for move in dict.fromkeys(right) if move is not None]


def _first_nodes(node: Node) -> Iterator[Node]:
    """The nodes of first moves; nodes without a move may stand before them."""
    waiting = list(reversed(node.children))
    while waiting:
        one = waiting.pop()
        if one.color is not None:
            yield one
        else:
            waiting += reversed(one.children)


def _is_right(node: Node) -> bool:
    said = node.comment
    return bool(said) and bool(_STARTS.match(said) or _SHOUTED.search(said))


def _plain(
    position: Position,
    *,
    targets: Sequence[int],
    hinted: bool,
    given: list[list[int]],
    title: str,
    comment: str,
) -> dict[str, Any]:
    width = position.width
    return {
        "size": [width, position.height],
        "black": [_pair(point, width) for point in position.stones(BLACK)],
        "white": [_pair(point, width) for point in position.stones(WHITE)],
        "to_play": position.to_play.letter,
        "targets": [_pair(point, width) for point in targets],
        "goal_source": "sealed" if hinted else "",
        "given": given,
        "title": title[:200],
        "comment": comment.strip()[:_COMMENT],
    }


def _pair(point: int, width: int) -> list[int]:
    row, column = divmod(point, width)
    return [column, row]
