"""Rules written out: a rule as text, the beginnings of a new one, a map drawn from a board."""

from __future__ import annotations

from gokan.errors import GokanError, InvalidInput
from gokan.go import Position
from gokan.goals.knowledge.entries import check_name
from gokan.goals.knowledge.purposes import PURPOSES
from gokan.goals.knowledge.rule import Rule

__all__ = ["UNWRITTEN", "draft", "drawn", "written"]

UNWRITTEN = "Say why, in a sentence that a player accepts."
"""The reason in a rule that was only begun."""


def written(rule: Rule) -> str:
    """The text of a rule, as `parse` reads it.

    >>> from gokan.goals.knowledge import load, parse
    >>> rule = load().rule("last-liberty")
    >>> [again] = parse(written(rule), file=rule.file)
    >>> (again.maps, again.when, again.matches) == (rule.maps, rule.when, rule.matches)
    True
    """
    purpose = rule.purpose + (f", {rule.counterpart}" if rule.counterpart else "")
    goal = PURPOSES[rule.purpose].goal.capitalize()
    lines = [
        f"rule {rule.name}",
        f"purpose: {purpose}",
        f"goal: {goal}({', '.join(rule.objects)})",
        f"reason: {rule.reason}",
    ]
    for one in rule.maps:
        lines += ["map:", *(f"    {row}" for row in one.rows)]
    if rule.where:
        lines += ["where:", *(f"    {symbol} {text}" for symbol, text in rule.where)]
    if rule.when_text:
        lines.append(f"when: {rule.when_text}")
    if rule.recommendation:
        lines.append(f"{rule.recommendation}: {' '.join(rule.moves)}")
    if rule.border:
        lines.append(f"border: {' '.join(rule.border)}")
    if rule.centre:
        lines.append(f"centre: {' '.join(rule.centre)}")
    if rule.purpose == "eye":
        low, high = rule.eyes
        lines.append(f"eyes: {low}" if low == high else f"eyes: {low}..{high}")
    if rule.purpose == "connection":
        lines.append(f"connection: {'unassailable' if rule.unassailable else 'possible'}")
    lines += ["only: yes"] * rule.only + ["solid: yes"] * rule.solid
    lines += [f"source: {rule.source}"] * (rule.source != "hand")
    for key, examples in (("match", rule.matches), ("no match", rule.misses)):
        for example in examples:
            lines += [f"{key}:", *(f"    {row}" for row in example.text.split("\n"))]
    return "\n".join(lines) + "\n"


def draft(name: str, purpose: str) -> str:
    """The beginnings of a rule, to be filled in.

    >>> print(draft("my-rule", "save").splitlines()[2])
    goal: Save(a)
    """
    stone = "X" if _own(purpose) else "O"
    if purpose == "eye":
        says = ["border: a B", "centre: c", "eyes: 1"]
        return _text(name, purpose, ["BaB", "BcB", "###"], [f"a {stone}", "B X", "c ."], says, [])
    if purpose == "connection":
        says = ["connection: possible"]
        return _text(name, purpose, ["a.b"], [f"a {stone}", f"b {stone}"], says, [])
    return _text(name, purpose, ["a*"], [f"a {stone}"], ["good: *"], [])


def drawn(
    name: str, purpose: str, position: Position, move: int, target: int, *, reach: int
) -> str:
    """A rule whose map and example are the surroundings of a move, for the side to move."""
    if _own(purpose) and PURPOSES[purpose].side == "recognition":
        raise InvalidInput(f"A rule with the purpose {purpose!r} has no move to draw it around.")
    if position.color_at(move):
        raise InvalidInput("The move must be an empty point.")
    own = position.color_at(target) == position.to_play
    if not position.color_at(target) or own != _own(purpose):
        whose = "the side to move" if _own(purpose) else "the opponent"
        raise InvalidInput(f"The target must be a stone of {whose} for the purpose {purpose!r}.")
    row, column = divmod(move, position.width)
    rows = []
    top, left = max(row - reach, -1), max(column - reach, -1)
    bottom, right = min(row + reach, position.height), min(column + reach, position.width)
    for r in range(top, bottom + 1):
        line = ""
        for c in range(left, right + 1):
            inside = 0 <= r < position.height and 0 <= c < position.width
            line += _symbol(position, r * position.width + c, move) if inside else "#"
        rows.append(line)
    ty, tx = divmod(target, position.width)
    x, y = tx - left, ty - top
    if not (0 <= y < len(rows) and 0 <= x < len(rows[0])):
        raise InvalidInput("The target lies outside the map; give a larger --reach.")
    rows[y] = rows[y][:x] + "a" + rows[y][x + 1 :]
    example = _example(position, move, reach)
    return _text(name, purpose, rows, [f"a {'X' if own else 'O'}"], ["good: *"], example)


def _example(position: Position, move: int, reach: int) -> list[str]:
    """The board around a move, as far as needed for every block to have a liberty."""
    row, column = divmod(move, position.width)
    while True:
        above, below = max(0, row - reach), min(position.height, row + reach + 1)
        left, right = max(0, column - reach), min(position.width, column + reach + 1)
        part = [
            position.board[y * position.width + left : y * position.width + right]
            for y in range(above, below)
        ]
        whole = (below - above, right - left) == (position.height, position.width)
        if whole or _stands(b"".join(bytes(x) for x in part), right - left):
            return [
                " ".join(
                    _symbol(position, y * position.width + x, move) for x in range(left, right)
                )
                for y in range(above, below)
            ]
        reach += 1


def _stands(board: bytes, width: int) -> bool:
    try:
        Position.from_board(board, width)
    except GokanError:
        return False
    return True


def _own(purpose: str) -> bool:
    if purpose not in PURPOSES:
        raise InvalidInput(f"{purpose!r} is no purpose; they are: {', '.join(PURPOSES)}.")
    return PURPOSES[purpose].side != "offensive"


def _symbol(position: Position, point: int, move: int) -> str:
    if point == move:
        return "*"
    color = position.color_at(point)
    return "." if not color else "X" if color == position.to_play else "O"


def _text(
    name: str, purpose: str, rows: list[str], where: list[str], says: list[str], example: list[str]
) -> str:
    check_name(name)
    named = ", ".join(line[0] for line in where if line[0] in "ab")
    lines = [
        f"rule {name}",
        f"purpose: {purpose}",
        f"goal: {PURPOSES[purpose].goal.capitalize()}({named})",
        f"reason: {UNWRITTEN}",
        "map:",
        *(f"    {row}" for row in rows),
        "where:",
        *(f"    {line}" for line in where),
        *says,
    ]
    if example:
        lines += ["match:", *(f"    {row}" for row in example)]
    return "\n".join(lines) + "\n"
