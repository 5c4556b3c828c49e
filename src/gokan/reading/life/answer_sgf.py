"""A solution as a game record: the winning line first, the loser's other tries with their answers,
then other first moves and refutations. The last move of a line says how it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from gokan.errors import IllegalMove
from gokan.go import PASS, Game
from gokan.go.node import Node

if TYPE_CHECKING:
    from gokan.reading.life.solution import Solution

__all__ = ["to_game"]


def to_game(solution: Solution) -> Game:
    r"""A record that any SGF program can show.

    The root holds the position, the target marked with triangles, and the answer in words. The main
    line is best play; the loser's other tries are answered beside it. Every other first move that
    works (only the pass if no move is needed), then every one that fails with its refutation, is a
    variation with a comment. Moves that work are marked good (TE), others bad.

    >>> from gokan.go import Position
    >>> from gokan.reading import Problem, solve
    >>> rows = [". . . O X .", "O O O O X .", "X X X X X .", ". . . . . .", ". . . . . ."]
    >>> position = Position.from_diagram("\n".join(rows))
    >>> game = to_game(solve(Problem.make(position, target=[position.point("A4")])))
    >>> [child.move for child in game.root.children][:2]
    [1, 0]
    >>> game.root.children[0].comment
    'Works. (Proved.)'
    """
    position = solution.problem.position
    game = Game.new(position)
    root = game.root
    root.set_raw("TR", [_letters(p, position.width) for p in sorted(solution.region.target)])
    root.comment = solution.explain()
    name = PurePath(solution.problem.id).name  # where somebody keeps the file is their own affair
    root.name = name or f"{position.to_play} to {solution.problem.goal}"
    good = solution.winning_moves or solution.ko_moves
    word = "Works." if solution.winning_moves else "Leads to ko."
    if solution.needs_no_move:  # nobody asks which of all moves work
        good, word = (PASS,), "No move is needed."
    line = () if solution.needs_no_move else solution.pv
    if line:
        _end(solution, _play(root, line))
    for move in good:
        node = _play(root, [move])[0]
        node.comment = f"{word} ({solution.grade_of(move).capitalize()}.)"
        node.set_raw("TE", [b"1"])
    if line and good and line[0] not in good:
        root.children[0].comment = word
    for refutation in solution.questions:
        nodes = _play(root, [refutation.move, *refutation.line])
        nodes[0].set_raw("BM", [b"1"])
        if len(nodes) > 1:
            answer = position.vertex(refutation.line[0])
            said = f"Fails: {answer} is the answer."
        else:
            said = "Fails; no answer is needed."
        nodes[0].comment = f"{said} ({refutation.grade.capitalize()}.)"
        _end(solution, nodes)
    asked = {*good, *line[:1], *(one.move for one in solution.questions)}
    for tried in solution.resistance:
        if tried[0] in asked:
            _end(solution, _play(root, tried))
    for move in solution.open_questions:
        _play(root, [move])[0].comment = "Not settled."
    return game


def _play(node: Node, moves: Sequence[int]) -> list[Node]:
    """Play a line, sharing what is there already. A retaken ko needs a threat; a note says so."""
    nodes: list[Node] = []
    for move in moves:
        banned = move != PASS and node.position.ko == move
        try:
            node = node.play(move, forced=True)
        except IllegalMove:  # an open region was read with fewer liberties than the board has
            break
        if banned and "threat" not in node.comment:
            node.add_comment("Retakes the ko after a threat elsewhere.")
        nodes.append(node)
    return nodes


def _end(solution: Solution, nodes: Sequence[Node]) -> None:
    """Say at the end of a line what became of the stones, where nothing follows."""
    if not nodes or nodes[-1].children:
        return
    last, problem = nodes[-1], solution.problem
    color = solution.region.color
    left = [p for p in solution.region.target if last.position.color_at(p) == color]
    works = nodes[0].move in solution.winning_moves
    side = str(color).capitalize()
    if not left:
        said = f"{side}'s stones are off the board."
    elif last.position.ko is not None and not works:
        said = "The ko begins."
    elif works == (problem.goal == "kill"):
        said = f"{side} is dead as it stands."
    else:
        said = f"{side} stands in seki." if works and solution.seki else f"{side} lives."
    if said not in last.comment:
        last.add_comment(said)


def _letters(point: int, width: int) -> bytes:
    row, column = divmod(point, width)
    return bytes((97 + column, 97 + row))
