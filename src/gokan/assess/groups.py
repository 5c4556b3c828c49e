"""One group: asked of rules, reading, trial games and the network, and judged once.

The reading is the promised `gokan.reading.status`, one of the pieces of evidence. Each group has
its own budget of nodes, so what is said of one does not hang on the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from gokan.assess.deciding import Weighed, weigh
from gokan.assessment import Evidence, FirstMove, GroupAssessment
from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.go import BLACK, PASS, Position
from gokan.go.life import Unconditional, unconditional
from gokan.reading.budget import Budget, Cancel
from gokan.reading.life.status import Status, status
from gokan.reading.life.takers import takers_of
from gokan.reading.tactics.questions import Capture, capture

__all__ = ["Assessed", "assess_group", "in_its_place"]


@dataclass(frozen=True, slots=True)
class Assessed:
    """An assessment with the reading behind it, for those who show lines and write proofs."""

    group: GroupAssessment
    reading: Status


def assess_group(
    position: Position,
    stone: int,
    effort: Effort,
    ownership: Sequence[float] | None,
    *,
    settled: Unconditional | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    details: bool = False,
) -> Assessed:
    """What is true of the group of a stone, but for what its surroundings say (`in_its_place`).

    `ownership` is a forecast for each point, if there is one; `settled` what lives unconditionally,
    if that was worked out already. `seconds` cuts the work short: what is found then hangs on the
    clock. With `details` resistance and refutations are read as well.
    """
    budget = Budget(seconds=seconds, nodes=effort.nodes, cancel=cancel)
    read = status(position, stone, budget=budget, details=details)
    settled = settled or unconditional(position)
    learned = None if ownership is None else _survival(read, ownership)
    rules = _by_rules(read, settled)
    weighed = weigh(read, learned, rules)
    ko = _ko_by_tactics(position, read, weighed, effort)
    if ko is not None:
        weighed = replace(weighed, word="ko", certainty=Certainty.READ, source="tactics")
    group = GroupAssessment(
        color=read.color,
        stones=tuple(sorted(read.target)),
        word=weighed.word,
        certainty=weighed.certainty,
        chance=weighed.chance,
        attack=tuple(_first_moves(read, attack=True)) if _hangs(weighed) else (),
        defence=_defence(read, ko) if _hangs(weighed) else (),
        evidence=tuple(_evidence(read, learned, rules, weighed, ko)),
        kills=_killed(position, read, weighed),
    )
    return Assessed(group, replace(read, learned=learned))


def _ko_by_tactics(
    position: Position, read: Status, weighed: Weighed, effort: Effort
) -> Capture | None:
    """What tactics reads of a single block that trial games or a network call dead, if a ko saves
    it: neither counts threats. Reading does, so its word stands.
    """
    if weighed.word != "dead" or weighed.certainty > Certainty.MEASURED:
        return None
    if len(position.block(read.target[0]).stones) != len(read.target):
        return None
    found = capture(position, read.target[0], first="defend", nodes=effort.nodes)
    return found if found.code in (2, 3) and found.grade != "unknown" else None


def _defence(read: Status, ko: Capture | None) -> tuple[FirstMove, ...]:
    if ko is None:
        return tuple(_first_moves(read, attack=False))
    return tuple(FirstMove(move, Certainty.READ, ko=True) for move in ko.moves if move != PASS)


def _killed(position: Position, read: Status, weighed: Weighed) -> int | None:
    """A stone of whoever can take the group, where that is proved and the group is yet likely to
    stand: then those who would take it are likely dead, and it is part of the killing.
    """
    if weighed.word != "alive" or weighed.certainty is not Certainty.LEARNED:
        return None
    if not (read.defence.proved and read.defence.killed):
        return None
    return min(takers_of(position, read.target)[0], default=None)


def in_its_place(position: Position, one: Assessed, other: Callable[[int], Assessed]) -> Assessed:
    """A dead group all whose surroundings belong to one dead group of the enemy is not dead beside
    it: it stands in its eye space, and is part of the killing. `other` says what is true of the
    group of a stone.
    """
    group, killed = one.group, one.reading.kills
    if group.kills is not None or (group.word != "dead" and killed is None):
        return one
    around = _enemies_around(position, group)
    if not around:
        return one
    enemy = other(min(around))
    if enemy.group.word == "dead" and around <= set(enemy.group.stones):
        word = replace(one.reading, word="part of the killing", kills=enemy.reading)
        stones, sure = enemy.group.stones, enemy.group.certainty
        return Assessed(_killing(group, stones, sure, 1 - enemy.group.chance), word)
    if killed is not None:  # reading found it, whatever is said of the whole group around
        sure = Certainty.PROVED if killed.proved else Certainty.READ
        return Assessed(_killing(group, killed.target, sure, 1.0), one.reading)
    return one


def _killing(
    group: GroupAssessment, killed: Sequence[int], sure: Certainty, chance: float
) -> GroupAssessment:
    """The group as part of the killing of these stones."""
    said = Evidence(
        "surroundings", "alive", sure, detail="it stands in the eye space of a dead group"
    )
    return replace(
        group,
        word="alive",
        certainty=sure,
        chance=chance,
        kills=min(killed),
        evidence=(said, *group.evidence),
    )


def _enemies_around(position: Position, group: GroupAssessment) -> set[int]:
    """The enemy's stones that are reached from the group without crossing them."""
    seen, around, todo = set(group.stones), set[int](), list(group.stones)
    for p in todo:
        for q in position.neighbors(p):
            if position.board[q] == group.color.opponent:
                around.add(q)
            elif q not in seen:
                seen.add(q)
                todo.append(q)
    return around


def _survival(read: Status, ownership: Sequence[float]) -> float:
    """The chance that the stones stand at the end, by the owner of their points."""
    sign = 1 if read.color == BLACK else -1
    mean = sum(ownership[p] for p in read.target) / len(read.target)
    return min(1.0, max(0.0, (1 + sign * mean) / 2))


def _by_rules(read: Status, settled: Unconditional) -> str:
    """The word where every stone is unconditionally alive, or dead; empty otherwise."""
    owners = {settled.owner(p) for p in read.target}
    if owners == {read.color}:
        return "alive"
    return "dead" if owners == {read.color.opponent} else ""


def _hangs(weighed: Weighed) -> bool:
    return weighed.word in ("unsettled", "ko")


def _first_moves(read: Status, *, attack: bool) -> Iterator[FirstMove]:
    solution, moves = (read.attack, read.attacks) if attack else (read.defence, read.defences)
    if read.word == "dead":  # which a ko takes back
        moves = (*solution.winning_moves, *solution.ko_moves)
    known = {*solution.winning_moves, *solution.ko_moves}
    for move in moves:
        if move == PASS:
            continue
        proved = move in known and solution.grade_of(move) == "proved"
        sure = Certainty.PROVED if proved else Certainty.READ
        if move not in known:
            sure = Certainty.MEASURED  # it did best in trial games
        yield FirstMove(move, sure, ko=move in solution.ko_moves)


def _evidence(
    read: Status, learned: float | None, rules: str, weighed: Weighed, ko: Capture | None
) -> Iterator[Evidence]:
    """Everything that was asked, what decided first."""
    told = list[Evidence]()
    if rules:
        told.append(Evidence("rules", rules, Certainty.EXACT, detail="unconditionally"))
    if read.read and read.word != "unknown":
        sure = Certainty.PROVED if read.proved else Certainty.READ
        told.append(Evidence("reading", str(read.word), sure, detail="; ".join(read.judged)))
    if read.outlook is not None:
        tried = read.outlook
        stands = (1 - tried.taken + tried.saved) / 2
        why = "; ".join(tried.reasons)
        told.append(Evidence("trials", str(tried.word), Certainty.MEASURED, stands, why))
    if ko is not None:
        told.append(Evidence("tactics", "ko", Certainty.READ, detail=ko.explain()))
    if learned is not None:
        says = "alive" if learned >= 0.5 else "dead"
        told.append(Evidence("network", says, Certainty.LEARNED, learned, "owner of its points"))
    yield from (one for one in told if one.source == weighed.source)
    yield from (one for one in told if one.source != weighed.source)
