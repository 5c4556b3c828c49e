"""Forged files for rules that no random search comes upon."""

from __future__ import annotations

import json
import random
from typing import Any

from gokan.reading.check.graph import position_hash
from gokan.reading.check.rules import LEAVES

from .forge_build import Lines
from .forge_spoil import Table, bundled
from .mutants import modules_without

__all__ = ["by_hand"]


def by_hand(rule: str) -> Lines | None:
    """Files for rules that no random search comes upon."""
    if rule == "said once":
        head, *rest = _plain(5, 3, "01011" + "11111" + "00000", [[5]])
        twice = json.dumps(head).replace('"verdict": ', '"verdict": "killed", "verdict": ')
        return [twice, *rest]
    if rule == "size":
        head, *rest = _plain(5, 3, "01011" + "11111" + "00000", [[5]])
        return [{**head, "height": 4}, *rest]
    if rule == "rules of the game":  # with suicide the group would die
        head, *rest = _plain(5, 3, "01011" + "11111" + "00000", [[5]])
        return [{**head, "rules": {"ko": "simple", "suicide": True}}, *rest]
    if rule == "reached nodes":
        return _plain(5, 3, "01011" + "11111" + "00000", [[5], [1]])
    if rule == "vital point":  # the attacker has the vital point and two of the others
        board = "11011" + "12221" + "11111" + "22222" + "00000"
        return _plain(5, 5, board, [[3]], verdict="killed", threats=[0, 126])
    if rule == "last liberty, legal":  # the last liberty was taken in a ko just now
        head, *rest = _plain(3, 3, "012" + "120" + "000", [[2]], verdict="killed", threats=[0, 6])
        return [{**head, "ko": 0, "target": [1], "region": list(range(9))}, *rest]
    if rule in _CONNECTIONS:
        return _connection(rule)
    rng = random.Random(rule)
    for _ in range(3000):
        lines = _bundle_by_hand(rule, Table(rng))
        if lines is not None:
            return lines
    return None


def _plain(width: int, height: int, board: str, nodes: Lines, **more: Any) -> Lines:
    """A claim about Black's stones in the rows but the last one (or two, where these are walls)."""
    verdict = more.get("verdict", "stands")
    turn = 2
    rows = height - (1 if verdict == "stands" else 2)
    head: dict[str, Any] = {
        "format": "gokan-proof 1",
        "verdict": verdict,
        "model": "stand" if verdict == "stands" else "kill",
        "width": width,
        "height": height,
        "board": board,
        "turn": turn,
        "hash": position_hash(width, map(int, board), turn),
        "defender": 1,
        "target": [board.index("1")],
        "region": list(range(rows * width)),
        "ko": -1,
        "threats": more.get("threats", [127, 0]),
    }
    return [head, *nodes]


_CONNECTIONS: dict[str, tuple[tuple[str, ...], dict[str, Any], tuple[int, ...]]] = {
    # The cutting stone takes one of the two blocks, and the other is joined with itself.
    "none is lost": (("01012", "00020"), {"region": range(10), "target": [1, 3]}, (2,)),
    # Two ways to join, so a far reply may be left out.
    "what was left out is said": (
        ("0100000", "0010000"),
        {
            "region": range(14),
            "target": [1, 9],
            "model": "judged",
            "anchors": {"attacker": [], "defender": []},
            "replies": "near",
        },
        (2, 8),
    ),
    # In the corner a stone at the edge of the region is taken, which may breathe outside.
    "edge": (
        ("0100000", "0010021", "0000000"),
        {"region": range(14), "target": [1, 9]},
        (2, 8),
    ),
    # A stone is taken, and elsewhere one at the edge is left without liberties inside.
    "smothered": (
        ("1100001", "2011002", "0000000"),
        {"region": range(14), "target": [0, 1, 9]},
        (2, 8),
    ),
    # The owner plays elsewhere first; the enemy may pass twice and fill both liberties outside.
    "strong blocks bear": (
        ("01000", "00100", "00000"),
        {"region": [0, 1, 2, 6, 7], "target": [1, 7], "strong": [7]},
        (0, 2, 6),
    ),
}
"""Boards, what else the header says, and the moves with which Black joins his stones."""


def _connection(rule: str) -> Lines:
    """White moves first; Black answers with the first of his moves after which, or after another
    one, his stones are joined.
    """
    rows, more, moves = _CONNECTIONS[rule]
    head, *_ = _plain(len(rows[0]), len(rows), "".join(rows), [])
    head |= {"goal": "joined", **more, "region": list(more["region"])}
    checker = modules_without(rule)["goals"].GoalChecker([json.dumps(head), "[0]"])
    leaf = list(LEAVES).index("joined")
    lines: Lines = [head]

    def write(s: Any, waste: bool) -> int:
        number = len(lines) - 1
        if checker.end(s, "joined") is not None:
            lines.append([leaf])
            return number
        row: list[Any] = [0]
        lines.append(row)
        if s.turn == checker.attacker:
            row += [
                [move, write(checker.play(s, move), waste and move == -1)]
                for move in [*checker.replies(s), -1]
            ]
            return number
        for move in moves if waste else moves[-2:]:
            after = checker.play(s, move)
            if after is not None and (waste or checker.end(after, "joined") is not None):
                row.append([move, write(after, False)])
                return number
        raise AssertionError("not joined")

    write(checker.root, len(moves) > 2)
    return lines


def _bundle_by_hand(rule: str, table: Table) -> Lines | None:
    """A claim that does not follow from parts that are true."""
    defender = table.rng.choice([1, 2])
    attacker = 3 - defender
    target, other = table._group(defender), table._group(attacker)
    if not target or not other:
        return None

    def stands(turn: int, threats: tuple[int, int] = (127, 0), goal: str = "") -> Lines | None:
        return table._part(target, turn, False, threats, goal)

    def killed(turn: int, threats: tuple[int, int] = (0, 126), goal: str = "") -> Lines | None:
        return table._part(target, turn, True, threats, goal)

    said: dict[str, Any]
    parts: list[tuple[str, Lines | None]]
    if rule == "both results":
        save = {"result": "win", "mover": defender}
        said = {"race": "both live", "mover": defender, "groups": [target, other], "save": save}
        parts = [("save: verdict", stands(defender))]
    elif rule in ("seki of a race", "outcome", "one race"):
        save = {"result": "win", "mover": defender}
        take: dict[str, Any] = {"result": "loss", "mover": defender}
        word = {"seki of a race": "seki", "outcome": "ko", "one race": "both live"}[rule]
        said = {"race": word, "mover": defender, "groups": [target, other]}
        said |= {"save": save, "take": take}
        parts = [("save: verdict", stands(defender))]
        free = [p for p, c in enumerate(table.board) if c == 0]
        if rule == "one race" and free:  # the other half is about another board
            table.board[free[0]] = defender
        parts.append(("take: verdict", table._part(other, defender, False, (127, 0))))
    elif rule == "sides of the race":
        empty = [p for p, c in enumerate(table.board) if c == 0]
        save = {"result": "loss", "mover": defender}
        said = {"race": "loses", "mover": defender, "groups": [target, empty], "save": save}
        parts = [("save: verdict", killed(defender) if empty else None)]
    elif rule == "mover of the race":
        save = {"result": "loss", "mover": attacker}
        said = {"race": "loses", "mover": defender, "groups": [target, other], "save": save}
        parts = [("save: verdict", stands(attacker))]
    elif rule == "movers":
        attack = {"result": "win", "mover": defender}
        defence = {"result": "loss", "mover": attacker}
        said = {"status": "dead", "attack": attack, "defence": defence}
        parts = [("attack: verdict", stands(defender)), ("defence: verdict", stands(attacker))]
    elif rule == "number of a ko":
        said = {"result": "ko", "mover": attacker, "first": True, "threats": 127}
        parts = [("won", killed(attacker)), ("lost", stands(attacker, (0, 127)))]
    elif rule == "one way to stand":
        said = {"result": "loss", "mover": attacker, "eyes": True, "seki": True}
        parts = [("verdict", stands(attacker)), ("eyes", stands(attacker, (6, 0), "two-eyes"))]
    elif rule == "stands":
        said = {"result": "win", "mover": attacker, "repetition": True}
        parts = [("verdict", killed(attacker)), ("no eyes", killed(attacker, (6, 0), "two-eyes"))]
        parts.append(("no end", killed(attacker, (6, 0), "end")))
    elif rule == "enough threats":
        said = {"result": "win", "mover": attacker, "up_to": 0}
        parts = [("verdict", killed(attacker, (0, 0)))]
    elif rule == "ko about a goal":
        said = {"result": "ko", "mover": attacker, "first": True, "threats": 1, "goal": "two-eyes"}
        parts = [("won", killed(attacker, (0, 0), "two-eyes"))]
        parts.append(("lost", stands(attacker, (0, 1), "two-eyes")))
    elif rule == "part about the goal":
        said = {"result": "loss", "mover": attacker}
        parts = [("verdict", stands(attacker, (127, 0), "two-eyes"))]
    elif rule == "judged parts":
        said = {"result": "loss", "mover": attacker}
        part = stands(attacker)
        if part is not None:
            part[0] |= {"model": "judged", "anchors": {"attacker": [], "defender": []}}
        parts = [("verdict", part)]
    else:
        return None
    whole = [(name, lines) for name, lines in parts if lines is not None]
    lines = bundled(said, whole)
    return lines if len(whole) == len(parts) and len(lines) < 60 else None
