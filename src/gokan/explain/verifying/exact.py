"""Exact claims derived again by the slow twin (`twin`), one function per kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from gokan.explain.claim import Claim
from gokan.explain.verifying import formation as verify_formation
from gokan.explain.verifying import links as verify_links
from gokan.explain.verifying import opening as verify_opening
from gokan.explain.verifying.case import LARGE, Case
from gokan.explain.verifying.twin import (
    Place,
    Slow,
    is_eye,
    ladder,
    space_of,
    splits,
    views,
)
from gokan.go import Position


def check(position: Position, claim: Claim) -> bool | None:
    """Whether the twin agrees; None if it has no way to derive claims of this kind."""
    derive = _DERIVE.get(claim.kind)
    return None if derive is None else derive(Case(position, claim))


def _captures(case: Case) -> bool:
    gone = {p for p, c in case.before.stones.items() if c == "enemy" and p not in case.after.stones}
    return gone == set(case.places("stones")) and len(gone) == case.claim["count"]


def _takes_ko(case: Case) -> bool:
    gone = [p for p in case.before.stones if p not in case.after.stones]
    return gone == case.places("at") and case.after.ban == gone[0]


def _in_atari(case: Case, place: Place) -> bool:
    return len(case.after.liberties(place)) == 1 < len(case.before.liberties(place))


def _atari(case: Case) -> bool:
    stones = case.places("stones")
    return (
        set(case.after.block(stones[0])) == set(stones)
        and case.after.stones[stones[0]] == "enemy"
        and _in_atari(case, stones[0])
    )


def _double_atari(case: Case) -> bool:
    heads = case.places("blocks")
    return (
        len({case.after.block(p) for p in heads}) == len(heads) >= 2
        and all(case.after.stones[p] == "enemy" and _in_atari(case, p) for p in heads)
        and set(case.places("stones")) == set().union(*(case.after.block(p) for p in heads))
    )


def _out_of_atari(case: Case) -> bool:
    stones = case.places("stones")
    return (
        case.before.block(stones[0]) == frozenset(stones)
        and case.before.stones[stones[0]] == "own"
        and len(case.before.liberties(stones[0])) == 1
        and len(case.after.liberties(stones[0])) == case.claim["liberties"] > 1
    )


def _beside(case: Case, colour: str) -> bool:
    heads, near = case.places("blocks"), case.places("near")
    return (
        len(heads) >= 2
        and len({case.before.block(p) for p in heads}) == len(heads) == case.claim["count"]
        and all(case.before.stones[p] == colour for p in heads)
        and all(q in case.before.around(case.move) for q in near)
        and [case.before.block(p) for p in heads] == [case.before.block(q) for q in near]
    )


def _joins(case: Case) -> bool:
    return _beside(case, "own") and len({case.after.block(p) for p in case.places("blocks")}) == 1


def _closes_cut(case: Case) -> bool:
    """The two stones stand at an angle of the move, and the point across is the enemy's."""
    (a, b), (r, c) = case.places("ends"), case.move
    across = (a[0] + b[0] - r, a[1] + b[1] - c)
    cutter = case.open.play(case.move, "enemy")
    return (
        {abs(a[0] - r) + abs(a[1] - c), abs(b[0] - r) + abs(b[1] - c)} == {1}
        and abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1
        and case.before.stones.get(a) == case.before.stones.get(b) == "own"
        and case.before.stones.get(across) == "enemy"
        and case.before.block(a) != case.before.block(b)
        and cutter is not None
        and len(cutter.liberties(case.move)) >= 2
    )


def _separates(case: Case) -> bool:
    return _beside(case, "enemy") and all(p in case.after.stones for p in case.places("blocks"))


def _keeps_apart(case: Case) -> bool:
    a, b = case.places("ends")
    return (
        case.before.stones.get(a) == case.before.stones.get(b) == "enemy"
        and {a, b} <= set(case.before.around(case.move))
        and case.before.block(a) != case.before.block(b)
        and verify_links.cuts(case.before, case.move, "own", a, b)
    )


def _cut_at(case: Case, whose: str) -> tuple[Place, Place, Place] | None:
    """The point of a cut and the two stones beside it; None if they are not what they should be."""
    (at,), (a, b) = case.places("at"), case.places("ends")
    near = abs(at[0] - case.move[0]) + abs(at[1] - case.move[1]) <= 2
    beside = {a, b} <= set(case.before.around(at)) and at not in case.after.stones
    two = all(
        board.stones.get(a) == board.stones.get(b) == whose and board.block(a) != board.block(b)
        for board in (case.before, case.after)
    )
    return (at, a, b) if near and beside and two else None


def _peeps(case: Case) -> bool:
    found = _cut_at(case, "enemy")
    if found is None:
        return False
    at, a, b = found
    around = case.before.around(case.move)
    loose = at in around and not any(q in case.before.stones for q in around)
    return (
        (case.claim["how"] == "peep") == loose
        and (loose or not verify_links.cuts(case.before, at, "own", a, b))
        and verify_links.cuts(case.free(), at, "own", a, b)
    )


def _guards_cut(case: Case) -> bool:
    found = _cut_at(case, "own")
    if found is None:
        return False
    at, a, b = found
    return verify_links.cuts(case.open, at, "enemy", a, b) and not verify_links.cuts(
        case.after, at, "enemy", a, b
    )


def _underneath(case: Case) -> bool:
    """With an edge at the top: the two stones on either hand, and an enemy stone further down."""
    a, b = case.places("ends")
    for part in (case.before, case.after):
        if part.stones.get(a) != "own" or part.stones.get(b) != "own":
            return False
    row, column = case.move
    height, width = case.before.height, case.before.width
    depths = (row, height - 1 - row, column, width - 1 - column)
    if min(depths) > 1:
        return False
    for number, depth in enumerate(depths):
        if depth != min(depths):
            continue
        sign = 1 if number in (0, 2) else -1
        inner = [
            (row + sign * k, column) if number < 2 else (row, column + sign * k) for k in (1, 2, 3)
        ]
        axis = 1 if number < 2 else 0
        sides = sorted(place[axis] - case.move[axis] for place in (a, b))
        if any(case.after.stones.get(p) == "enemy" for p in inner) and sides[0] < 0 < sides[1]:
            return (
                not verify_links.joined(case.before, a, b)
                and verify_links.together(case.after, case.move, a)
                and verify_links.together(case.after, case.move, b)
            )
    return False


def _last_liberty(case: Case) -> Place | None:
    left = case.after.liberties(case.move)
    return next(iter(left)) if len(left) == 1 else None


def _takes(case: Case) -> Slow | None:
    """After the opponent has taken the new stone's block; None if he cannot."""
    hole = _last_liberty(case)
    taken = None if hole is None else case.after.play(hole, "enemy")
    return None if taken is None or case.move in taken.stones else taken


def _snapback(case: Case) -> bool:
    hole, taken = _last_liberty(case), _takes(case)
    if hole is None or taken is None or len(taken.liberties(hole)) != 1:
        return False
    (back,) = taken.liberties(hole)
    retaken = taken.play(back, "own")
    block = taken.block(hole)
    given = len(case.after.block(case.move))
    return (
        retaken is not None
        and hole not in retaken.stones
        and [hole] == case.places("at")
        and set(case.places("stones")) == set(block) - {hole}
        and len(block) > max(1, given)
    )


def _throw_in(case: Case) -> bool:
    hole = _last_liberty(case)
    if hole is None or len(case.after.block(case.move)) != 1 or _takes(case) is None:
        return False
    others = [q for q in case.after.around(case.move) if q != hole]
    if any(case.after.stones.get(q) != "enemy" for q in others):
        return False
    walls = set().union(*(case.after.block(q) for q in others))
    return not walls.isdisjoint(case.after.around(hole))


def _self_atari(case: Case) -> bool:
    return _takes(case) is not None and set(case.places("stones")) == set(
        case.after.block(case.move)
    )


def _suicide(case: Case) -> bool:
    gone = {p for p, c in case.before.stones.items() if p not in case.after.stones}
    told = set(case.places("stones")) if "stones" in case.claim.points else set()
    return case.move not in case.after.stones and gone == told


def _ladder_works(case: Case) -> bool:
    stone = case.places("stones")[0]
    return _in_atari(case, stone) and ladder(case.after, stone, attacker_first=False)


def _ladder_fails(case: Case) -> bool:
    stone, (blamed,) = case.places("stones")[0], case.places("breaker")
    rest = {p: c for p, c in case.after.stones.items() if p != blamed}
    without = Slow(case.after.height, case.after.width, rest)
    return (
        _in_atari(case, stone)
        and not ladder(case.after, stone, attacker_first=False)
        and ladder(without, stone, attacker_first=False)
    )


def _ladder_maker(case: Case) -> bool:
    stone = case.places("stones")[0]
    return ladder(case.free(), stone, attacker_first=True) and not ladder(
        case.before, stone, attacker_first=True
    )


def _ladder_stopped(case: Case) -> bool:
    stone = case.places("stones")[0]
    return ladder(case.open, stone, attacker_first=True) and not ladder(
        case.after, stone, attacker_first=True
    )


def _makes_eye(case: Case) -> bool:
    return all(
        is_eye(case.after, p, "own") == "real" != is_eye(case.before, p, "own")
        for p in case.places("eyes")
    )


def _falsifies(case: Case) -> bool:
    return all(
        is_eye(case.before, p, "enemy") == "real" and is_eye(case.after, p, "enemy") == "false"
        for p in case.places("eyes")
    )


def _prevents_eye(case: Case) -> bool:
    theirs = case.open.play(case.move, "enemy")
    return theirs is not None and all(
        is_eye(theirs, p, "enemy") == "real"
        and is_eye(case.before, p, "enemy") != "real"
        and is_eye(case.after, p, "enemy") != "real"
        for p in case.places("eyes")
    )


def _vital(owner: str) -> Callable[[Case], bool]:
    def derive(case: Case) -> bool:
        space, touched = space_of(case.before, case.move)
        return (
            touched == {owner}
            and set(case.places("space")) == set(space)
            and [p for p in space if splits(case.before, space, p)] == [case.move]
        )

    return derive


def _shape(case: Case) -> bool:
    """Cut the window of each pattern out of the turned boards and compare it as text."""
    entry = _raw("shapes.txt", f"shape {case.claim['shape']}")
    for condition in entry.get("when", ()):
        if not _condition(case, condition):
            return False
    return any(
        _window_fits(board, place, pattern.strip().splitlines())
        for pattern in entry["pattern"]
        for board, place in views(case.after, case.move)
    )


def _window_fits(board: Slow, place: Place, rows: list[str]) -> bool:
    cells = [row.split() for row in rows]
    ((top, left),) = [
        (r, c) for r, row in enumerate(cells) for c, mark in enumerate(row) if mark == "*"
    ]
    for r, row in enumerate(cells):
        for c, mark in enumerate(row):
            at = (place[0] + r - top, place[1] + c - left)
            inside = 0 <= at[0] < board.height and 0 <= at[1] < board.width
            seen = board.stones.get(at, ".") if inside else "#"
            allowed = {
                "X": ("own",),
                "O": ("enemy",),
                ".": (".",),
                "x": ("own", "."),
                "o": ("enemy", "."),
                "+": ("own", "enemy", "."),
                "#": ("#",),
            }.get(mark)
            if mark == "*":
                allowed = ("own",)
            if allowed is not None and seen not in allowed:
                return False
    return True


def _condition(case: Case, text: str) -> bool:
    words = text.split()
    low, _, high = words[-1].partition("..")
    what = " ".join(words[:-1])
    row, column = case.move
    if what == "line":
        number = min(row + 1, column + 1, case.after.height - row, case.after.width - column)
    elif what == "captures":
        number = len(case.before.stones) + 1 - len(case.after.stones)
    elif what == "liberties":
        number = len(case.after.liberties(case.move))
    else:
        colour = words[1]
        near = [q for q in case.before.around(case.move) if case.before.stones.get(q) == colour]
        number = len({case.before.block(q) for q in near})
    return int(low or 0) <= number and (not high or number <= int(high))


def _raw(file: str, head: str) -> dict[str, list[str]]:
    """One entry of a data file as it is written."""
    text = resources.files("gokan.explain").joinpath(f"data/{file}").read_text("utf-8")
    lines = text.splitlines()
    start = lines.index(head)
    found: dict[str, list[str]] = {}
    key = ""
    for line in lines[start + 1 :]:
        if line.startswith("shape "):
            break
        if line[:1] == " ":
            found[key][-1] += line.strip() + "\n"
        elif line and line[0] != "#":
            key, _, rest = line.partition(":")
            found.setdefault(key, []).append(rest.strip())
    return found


def _answers(case: Case) -> bool:
    """Take the last stone off, and ask the twin for its name."""
    (last,) = case.places("last")
    called, book = case.claim["called"], case.claim["from"]
    beside = [q for q in case.before.around(last) if case.before.stones.get(q) == "own"]
    away = [abs(last[i] - case.move[i]) for i in (0, 1)]
    size = 6 if min(case.before.height, case.before.width) >= LARGE else 4
    close = (
        max(away) <= size and sum(away) <= 7
        if book == "opening"
        else sum(away) <= (3 if beside else 2)
    )
    if case.before.stones.get(last) != "enemy" or not close:
        return False
    if book == "rules":
        return called == "atari" and any(len(case.before.liberties(q)) == 1 for q in beside)
    if book == "none":
        return not called
    return any(check(_without(case, last), told) for told in _possible(case.claim, book, called))


def _without(case: Case, last: Place) -> Position:
    """The board before the last move, its side to play."""
    board = [0] * (case.before.height * case.width)
    colour = {"own": int(case.claim.color), "enemy": int(case.claim.color.opponent)}
    for (row, column), whose in case.before.stones.items():
        if (row, column) != last:
            board[row * case.width + column] = colour[whose]
    return Position.from_board(board, case.width, to_play=case.claim.color.opponent)


def _possible(claim: Claim, book: str, called: str) -> Iterator[Claim]:
    """The claims about the last move, one of which the name stands for."""
    (last,) = claim.points["last"]

    def one(kind: str, **parts: Any) -> Claim:
        return Claim(kind, last, claim.color.opponent, "exact", claim.sense, **parts)

    if book == "shapes":
        yield one("shape", names={"shape": called})
    elif called == "pincer":
        for spaces in (1, 2, 3):
            yield one("pincer", numbers={"spaces": spaces})
    else:
        text = resources.files("gokan.explain").joinpath("data/opening.txt").read_text("utf-8")
        kind = called.removeprefix("double ")
        for row in text.splitlines():
            if row.startswith(kind):
                yield one(called, points={"stone": (0,)}, names={"name": " ".join(row.split()[3:])})


def _completes(case: Case) -> bool:
    places = [*case.places("stones"), case.move]
    return verify_formation.stands(case.before, places, int(case.claim["formation"]))


_DERIVE: dict[str, Callable[[Case], bool]] = {
    "captures": _captures,
    "takes ko": _takes_ko,
    "atari": _atari,
    "double atari": _double_atari,
    "out of atari": _out_of_atari,
    "joins": _joins,
    "closes cut": _closes_cut,
    "separates": _separates,
    "keeps apart": _keeps_apart,
    "peeps": _peeps,
    "guards cut": _guards_cut,
    "connects underneath": _underneath,
    "snapback": _snapback,
    "throw-in": _throw_in,
    "self-atari": _self_atari,
    "suicide": _suicide,
    "ladder works": _ladder_works,
    "caught": _ladder_works,
    "ladder fails": _ladder_fails,
    "ladder maker": _ladder_maker,
    "ladder breaker": _ladder_stopped,
    "saves": _ladder_stopped,
    "makes an eye": _makes_eye,
    "takes an eye": _prevents_eye,
    "falsifies an eye": _falsifies,
    "vital point of eyes": _vital("enemy"),
    "vital point of own eyes": _vital("own"),
    "shape": _shape,
    "completes": _completes,
    "answers": _answers,
    **verify_opening.DERIVE,
}
