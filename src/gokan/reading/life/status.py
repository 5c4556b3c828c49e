"""The status of a group: what happens when Black plays first, and when White does.

A group is whatever the enemy cannot cut apart (`gokan.reading.groups.gathering`). It is read with
either side moving first (`gokan.reading.life.solve`). If the reading does not finish in time, or
depends on a judged edge, trial games are consulted (`gokan.reading.trials.outlook`): they may
decide, as a judgement, what the reading left open, and they overrule a reading that is not proved.
What all this adds up to is decided by `gokan.reading.deciding`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from gokan.chances import survival
from gokan.errors import InvalidInput
from gokan.go import EMPTY, PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.deciding.lives import Word, word_as_read, word_by_trials, word_for
from gokan.reading.groups.gathering import Gathering, Joint, gather, group_of
from gokan.reading.life.contradictions import refuted_defence, upheld
from gokan.reading.life.rule import ByRule, by_rule
from gokan.reading.life.solve import Solution, Why, solve, unread
from gokan.reading.life.takers import Takers, fate_of_takers
from gokan.reading.problem import Problem
from gokan.reading.regions.region import find_region
from gokan.reading.trials.outlook import Outlook, outlook

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = ["Status", "status", "statuses"]

_TRIALS = 0.5
"""Of the time is for trials at most; what they leave is for reading."""
_LITTLE = 0.2  # of an ordinary share
_SHORTEST = 0.01  # seconds; for less nothing is begun
_MOST_BLOCKS = 4  # of a group that are asked about one by one
_EACH_BLOCK, _LEAST = 10_000, 2_000  # nodes for each, for either side moving first


@dataclass(frozen=True, slots=True)
class Status:
    """A player's word for a group, with both readings and any judgement behind it."""

    word: Word
    target: tuple[int, ...]
    """The stones of the group."""
    color: Color
    defence: Solution
    """The owner moves first."""
    attack: Solution
    """The opponent moves first."""

    by_rule: ByRule | None = None
    """What the rule set says where that differs from play: a bent four in the corner."""
    joints: tuple[Joint, ...] = ()
    """The connections inside the group that had to be read; none of them can be cut on its own."""
    outlook: Outlook | None = None
    """What trial games say; None where the reading was proved."""
    kills: Status | None = field(default=None, repr=False)
    """The dead group in whose eye space these stones stand: they are part of the killing."""
    takers: Takers | None = field(default=None, repr=False)
    """Of stones that can be taken: whoever would take them, and what becomes of him."""
    learned: float | None = None
    """A network's estimate that the group survives, if one was given; it never affects `word`."""

    @property
    def may_ignore(self) -> int | None:
        """How many attacks the owner may leave unanswered: 0, 1, or 2 for two or more. None if that
        was not settled or the word is unknown.
        """
        return None if self.word == "unknown" else self.attack.ignores

    @property
    def read(self) -> bool:
        """The word follows from the two readings; otherwise it was judged by trial games."""
        if self.kills is not None:
            return self.kills.read
        return self.word != "unknown" and self._as_read == self.word

    @property
    def _as_read(self) -> Word:
        return word_as_read(self.attack.said, self.defence.said)

    @property
    def proved(self) -> bool:
        """The readings behind the word were rigorous."""
        if self.kills is not None:
            return self.kills.proved
        if not self.read or (self.takers is not None and self.word != "dead"):
            return False
        if self.word in ("alive", "alive in seki"):
            return self.attack.proved and self.attack.how_proved
        if self.word == "dead":  # whoever takes them lives, or they are not dead
            return self.defence.proved and (self.takers is None or self.takers.proved)
        return self.defence.proved and self.attack.proved

    @property
    def grade(self) -> Literal["proved", "read", "unknown"]:
        """How certain the word is; *read* if something was judged."""
        if self.word == "unknown":
            return "unknown"
        return "proved" if self.proved else "read"

    @property
    def judged(self) -> tuple[str, ...]:
        """What was judged, in words; empty if the word was proved."""
        if self.proved or self.word == "unknown":
            return ()
        if self.kills is not None:
            return self.kills.judged
        reasons = self.outlook.reasons if self.outlook is not None else ()
        if not self.read:
            return reasons
        used = {"dead": (self.defence,), "alive": (self.attack,), "alive in seki": (self.attack,)}
        for solution in used.get(self.word, (self.defence, self.attack)):
            reasons += solution.judged
        if self.takers is not None and not (self.word == "dead" and self.takers.proved):
            reasons += ("what becomes of whoever takes the stones was judged",)
        if self.attack.proved and self.word.startswith("alive") and not self.attack.how_proved:
            seki = self.word == "alive in seki"
            edge = "two eyes were judged at an open edge"
            reasons += ("the walls were taken as safe" if seki else edge,)
        return tuple(dict.fromkeys(reasons))

    @property
    def why(self) -> Why:
        """Why the word is unknown; empty if it is not."""
        if self.word != "unknown":
            return ""
        if self.outlook is not None and self._as_read != "unknown":
            return "trials"
        return self.attack.why or self.defence.why or "open edge"

    @property
    def likely(self) -> str:
        """The network's opinion if reading has no word, with a probability: "likely alive (93 %)",
        "likely dead (88 %)", "open (55 % alive)". Empty if there is none.
        """
        if self.word != "unknown" or self.learned is None:
            return ""
        return survival(self.learned)

    @property
    def attacks(self) -> tuple[int, ...]:
        """The enemy's first moves that matter, for a group that depends on who moves."""
        return self._moves(self.attack, self.outlook.attack if self.outlook else None)

    @property
    def defences(self) -> tuple[int, ...]:
        """The owner's first moves that matter."""
        return self._moves(self.defence, self.outlook.defence if self.outlook else None)

    def _moves(self, solution: Solution, tried: int | None) -> tuple[int, ...]:
        if self.word not in ("unsettled", "ko"):
            return ()
        found = tuple(p for p in solution.winning_moves + solution.ko_moves if p != PASS)
        if solution.needs_no_move:  # against the word, so only what is proved decides
            found = tuple(p for p in found if solution.grade_of(p) == "proved")
        return found or (() if tried is None else (tried,))

    def _told(self, solution: Solution) -> str:
        """In words; where the word goes against it, with the moves that decide."""
        moves = self._moves(solution, None)
        against = solution.needs_no_move and moves
        return (replace(solution, winning_moves=moves) if against else solution).explain()

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON."""
        vertex = self.defence.problem.position.vertex
        trials = self.outlook
        return {
            "target": [vertex(p) for p in self.target],
            "color": str(self.color),
            "status": self.word,
            "grade": self.grade,
            "proved": self.proved,
            "judged": list(self.judged),
            "attack_moves": [vertex(p) for p in self.attacks],
            "defence_moves": [vertex(p) for p in self.defences],
            "may_ignore": self.may_ignore,
            "kills": self.kills and [vertex(p) for p in self.kills.target],
            "why_unknown": self.why or None,
            "likely": self.likely or None,
            "learned": None if self.learned is None else round(self.learned, 3),
            "by_rule": self.by_rule.to_dict() if self.by_rule else None,
            "joints": [
                {"between": [vertex(j.first), vertex(j.second)], "grade": j.grade}
                for j in self.joints
            ],
            "trials": trials and {"taken": round(trials.taken, 4), "saved": round(trials.saved, 4)},
            "defence": self.defence.to_dict(),
            "attack": self.attack.to_dict(),
        }

    def draw(self, **options: Any) -> Svg:
        """The group on the board around it, with the moves that matter; for `draw.board`."""
        from gokan.reading.life.pictures import draw_status

        return draw_status(self, **options)

    def _repr_svg_(self) -> str:
        return str(self.draw())

    def explain(self) -> str:
        """The word with what it rests on, both readings, and what the rules say, in sentences."""
        name = self.defence.problem.position.vertex(self.target[0])
        rule = f" {self.by_rule.why}" if self.by_rule else ""
        if self.kills is not None:
            dead = self.defence.problem.position.vertex(self.kills.target[0])
            side = str(self.color).capitalize()
            return f"{side} {name} is part of the killing of {dead}. {self.kills.explain()}"
        judged = "" if self.read or not self.judged else f" {'; '.join(self.judged)}."
        if self.likely:
            judged = f" Experience calls it {self.likely}; that is not proved."
        said = {"unknown": "is not settled", "ko": "depends on a ko"}.get(
            self.word, f"is {self.word}"
        )
        if self.takers is not None and self.word != "dead":
            taker = self.defence.problem.position.vertex(self.takers.stones[0])
            said += f": it can be taken, but {taker}, which would take it, "
            said += {
                "alive in seki": "lives only in seki with it",
                "unsettled": "depends on who moves",
                "ko": "depends on a ko",
            }.get(self.word, "may not live")
        return (
            f"{str(self.color).capitalize()} {name} {said}.{judged}{rule}"
            f" {self._told(self.defence)} {self._told(self.attack)}"
        )


def status(
    position: Position,
    stone: int | str,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    memory: int = 256 << 20,
    details: bool = True,
) -> Status:
    """The status of the group of a stone: alive, alive in seki, dead, unsettled, ko or unknown.

    The group is everything the enemy cannot cut off from the stone (`group_of`).

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> status(position, "A4").word
    'unsettled'
    """
    point = position.point(stone) if isinstance(stone, str) else stone
    if position.color_at(point) == EMPTY:
        raise InvalidInput(f"There is no stone at {position.vertex(point)}; name one of a group.")
    meter = started(budget, seconds=seconds, usual=Budget(seconds=10.0))
    group = group_of(position, point, budget=meter)
    tried = outlook(position, group.blocks(position), budget=meter.until(_TRIALS))
    return _read(position, group, point, tried, meter, memory=memory, details=details)


def statuses(
    position: Position,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    memory: int = 256 << 20,
    details: bool = True,
    progress: Callable[[int, int], None] | None = None,
    ownership: Sequence[float] | None = None,
) -> tuple[Status, ...]:
    """The status of every group on the board. The budget, five seconds by default, is for all of
    them together.

    `progress` is called with the number of groups done and the total. `ownership` is a network's
    forecast for each point, from 1 (Black's) to -1; groups without a word get a likely one from it.

    >>> position = Position.from_diagram('''
    ... . X . X O .
    ... X X X X O .
    ... O O O O O .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> [(str(group.color), group.word) for group in statuses(position)]
    [('black', 'alive'), ('white', 'alive')]
    """
    meter = started(budget, seconds=seconds, usual=Budget(seconds=5.0))
    groups = gather(position, budget=meter)
    tried: list[Outlook] = []
    for i, group in enumerate(groups):
        share = meter.until(_TRIALS).part(1 / (len(groups) - i))
        tried.append(outlook(position, group.blocks(position), budget=share))
    wants = [_patience(position, *one) for one in zip(groups, tried, strict=True)]
    found: list[Status] = []
    for i, group in enumerate(groups):
        share = meter.part(wants[i] / (sum(wants[i:]) or 1.0))
        stone = min(group.stones)
        found.append(_read(position, group, stone, tried[i], share, memory=memory, details=details))
        if progress is not None:
            progress(i + 1, len(groups))
    placed = tuple(_in_its_place(position, one, found) for one in found)
    if ownership is None:
        return placed
    return tuple(replace(one, learned=_survival(one, ownership)) for one in placed)


def _survival(one: Status, ownership: Sequence[float]) -> float:
    """The chance that a group's stones stand at the end, by the owner of their points."""
    sign = 1 if one.color == Color.BLACK else -1
    mean = sum(ownership[point] for point in one.target) / len(one.target)
    return min(1.0, max(0.0, (1 + sign * mean) / 2))


def _read(
    position: Position,
    group: Gathering,
    stone: int,
    tried: Outlook,
    meter: Meter,
    *,
    memory: int,
    details: bool,
) -> Status:
    """Both readings, and the word they and the trials agree on."""
    color = position.color_at(stone)
    target = group.blocks(position)
    answers: list[Solution] = []
    for mover in (color.opponent, color):
        # The side to move is turned by setting up afresh; a ban of the moment is forgotten.
        turned = position if position.to_play == mover else position.setup(to_play=mover)
        problem = Problem.make(turned, target=target)
        share = meter.part(1 / (2 - len(answers)))
        if share.over or share.worth < _SHORTEST:
            answers.append(upheld(unread(problem), meter))
        else:
            answers.append(
                solve(problem, budget=share, memory=memory, details=details, trials=False)
            )
    attack, defence = answers
    if attack.proved and attack.result == "win":  # then to play elsewhere is no defence
        left = tuple(p for p in defence.winning_moves if p != PASS)
        if left:
            defence = replace(defence, winning_moves=left)
    tried = _unrefuted(tried, defence, target, meter)
    with_enemy, with_owner = tried.evidence
    word = word_for(replace(with_enemy, read=attack.said), replace(with_owner, read=defence.said))
    rule = by_rule(defence, attack)
    stones = (stone, *sorted(group.stones - {stone}))
    made = Status(word, stones, color, defence, attack, rule, group.joints, tried)
    if not made.proved and len(target) > 1:
        made = _block_by_block(made, meter, memory) or made
    if made.word == "dead" and rule is None:
        made = _with_takers(made, meter)
    return replace(made, outlook=None) if made.proved else made


def _block_by_block(one: Status, meter: Meter, memory: int) -> Status | None:
    """The word *dead* where each block of the group is proved to fall, whoever moves. Together they
    may be too much to read: it takes longer to capture all of them than to capture any.
    """
    position = one.defence.problem.position
    heads = {min(position.block(p).stones): len(position.block(p).stones) for p in one.target}
    if len(heads) > _MOST_BLOCKS or one.word not in ("dead", "unknown"):
        return None
    largest: list[Solution] = []
    for head in sorted(heads, key=lambda p: (-heads[p], p)):
        for mover in (one.color, one.color.opponent):
            part = Budget(nodes=meter.spare(_EACH_BLOCK, _LEAST), cancel=meter.cancel).start()
            problem = Problem.make(position.setup(to_play=mover), target=(head,))
            found = solve(
                problem, budget=part, memory=memory, all_moves=False, details=False, trials=False
            )
            meter.spend(nodes=part.nodes)
            if not found.proved or (found.result == "loss") != (mover == one.color):
                return None
            largest.append(found)
    return replace(one, word="dead", defence=largest[0], attack=largest[1], outlook=None)


def _with_takers(one: Status, meter: Meter) -> Status:
    """Stones that can be taken, and the word that they deserve by what becomes of the takers."""
    found = fate_of_takers(one.defence.problem.position, one.target, meter)
    with_it = replace(one, takers=found, outlook=None)
    attack, defence = found.attack, found.defence
    if found.fate == "live" or attack is None:
        return replace(one, takers=found)
    if found.fate == "fall" and defence is not None:
        position = defence.problem.position
        stones = tuple(q for p in found.stones for q in position.block(p).stones)
        owner = position.color_at(found.stones[0])
        killed = Status("dead", stones, owner, defence, attack)
        return replace(one, word="part of the killing", kills=killed)
    if found.fate == "seki":
        return replace(with_it, word="alive in seki", attack=attack)
    if found.fate in ("unsettled", "ko") and defence is not None:
        # Its fate is that of the takers: who saves them takes it.
        word: Word = "unsettled" if found.fate == "unsettled" else "ko"
        return replace(with_it, word=word, attack=defence, defence=attack)
    return replace(with_it, word="unknown", outlook=one.outlook)


def _unrefuted(tried: Outlook, defence: Solution, target: tuple[int, ...], meter: Meter) -> Outlook:
    """What trials say, less a defence after which the capture of the stones is proved."""
    move = tried.defence
    if move is None or tried.word not in ("unsettled", "ko"):
        return tried
    if not refuted_defence(defence.problem.position, move, target, meter):
        return tried
    with_enemy, with_owner = tried.evidence
    evidence = with_enemy, replace(with_owner, refuted=True)
    return replace(tried, word=word_by_trials(*evidence), defence=None, evidence=evidence)


def _in_its_place(position: Position, one: Status, found: list[Status]) -> Status:
    """A dead stone all whose surroundings belong to one dead group of the enemy is not dead beside
    it: it stands in its eye space, and is part of the killing.
    """
    if one.word not in ("dead", "part of the killing"):
        return one
    seen, around, todo = set(one.target), set[int](), list(one.target)
    for p in todo:
        for q in position.neighbors(p):
            if position.board[q] == one.color.opponent:
                around.add(q)
            elif q not in seen:
                seen.add(q)
                todo.append(q)
    for other in found:
        if other.word == "dead" and around and around <= set(other.target):
            return replace(one, word="part of the killing", kills=other)
    return one


def _patience(position: Position, group: Gathering, tried: Outlook) -> float:
    """How much of the time for reading a group deserves: little where trials have spoken and the
    board around is open, so that a proof is not to be expected; none where it also lives.
    """
    if tried.word == "unknown" or find_region(position, group.blocks(position)).sealed:
        return 1.0
    return 0.0 if tried.word == "alive" else _LITTLE
