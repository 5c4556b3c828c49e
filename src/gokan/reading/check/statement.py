"""What an accepted proof says: the board, whose turn it is, the rules, and the statement in words.

Like the rest of the checker it takes everything from the file and shares no code with the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gokan.reading.check.rules import ENDLESS, FINITE, neighbors

__all__ = ["RULES", "Statement", "statement"]

RULES = {"ko": "simple", "suicide": False}
"""All that is proved is proved under these: a ko may not be retaken at once, and no move may take
off its own block. A file that names no rules means them; others are not known here.
"""

_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_SIDES = ("", "Black", "White")
_FEW = 6
_STATUS = {"dead": "captured, whoever moves first (of the captors nothing is said)"}
_OUTCOME = {
    "wins": "wins the race",
    "loses": "loses the race",
    "seki": "ends in seki",
    "both live": "ends with both alive",
    "ko": "becomes a ko",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """The question of a file and its answer."""

    width: int
    height: int
    board: tuple[str, ...]
    """Rows from the top: X for Black, O for White, a dot for an empty point."""
    to_play: str
    """"Black" or "White"; of a status, whose two halves differ in this, "either side"."""
    ban: str
    """The point where a ko may not be retaken at once; empty if there is none."""
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """One paragraph for a player."""
        ban = f", who may not retake the ko at {self.ban} at once" if self.ban else ""
        return " ".join(
            [
                f"{self.to_play} to play{ban}.",
                *self.sentences,
                "Rules: a ko may not be retaken at once; no suicide.",
            ]
        )

    @property
    def diagram(self) -> str:
        """The board with its coordinates."""
        rows = [f"{self.height - i:2} " + " ".join(row) for i, row in enumerate(self.board)]
        return "\n".join([*rows, "   " + " ".join(_COLUMNS[: self.width])])

    def to_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        return {
            "board": list(self.board),
            "to_play": self.to_play.lower(),
            "ban": self.ban or None,
            "rules": dict(RULES),
            "statement": list(self.sentences),
        }


def statement(heads: Mapping[str, Mapping[str, Any]], claim: Mapping[str, Any] | None) -> Statement:
    """What follows from the parts of a file, which the checker has accepted."""
    head = next(iter(heads.values()))
    words = _Words(head)
    turn, ban = _SIDES[head["turn"]], head.get("ko", -1)
    if claim is None:
        sentences = [f"{_SIDES[head['turn']]} moves first: {words.part(head)}."]
    elif "race" in claim:
        sentences = words.race(claim, heads)
    elif "status" in claim:
        turn, ban = "Either side", -1
        word = _STATUS.get(claim["status"], claim["status"])
        sentences = [f"{words.stones(head['target'])}: {word}."]
        sentences += [words.result(claim[half], head) for half in ("attack", "defence")]
    else:
        sentences = [words.result(claim, head)]
    width, height = head["width"], head["height"]
    board = head["board"].translate(str.maketrans("012", ".XO"))
    rows = tuple(board[i * width : (i + 1) * width] for i in range(height))
    name = words.name(ban) if ban >= 0 else ""
    return Statement(width, height, rows, turn, name, tuple(sentences))


class _Words:
    """Sentences about one board."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.width, self.height = head["width"], head["height"]
        self.board = list(map(int, head["board"]))
        self.near = neighbors(self.width, self.height)

    def name(self, point: int) -> str:
        return f"{_COLUMNS[point % self.width]}{self.height - point // self.width}"

    def stones(self, points: Iterable[int]) -> str:
        """Whole blocks by one stone each, anything else stone by stone."""
        left = sorted(p for p in points if 0 <= p < len(self.board))
        if not left:
            return "nothing"
        side, number = _SIDES[self.board[left[0]]], len(left)
        blocks = self._blocks(left)
        if blocks is None:
            listed = ", ".join(map(self.name, left))
            return f"{side}'s {'stones' if number > 1 else 'stone'} {listed}"
        listed = ", ".join(self.name(min(block)) for block in blocks)
        if number <= _FEW:
            listed = ", ".join(map(self.name, left))
        more = f" and all that is connected ({number} stones)" if number > _FEW else ""
        return f"{side}'s {listed}{more}"

    def _blocks(self, points: list[int]) -> list[set[int]] | None:
        """The blocks that these points are, if they are whole."""
        left, blocks = set(points), list[set[int]]()
        while left:
            first = min(left)
            block, todo = {first}, [first]
            for p in todo:
                for q in self.near[p]:
                    if self.board[q] == self.board[first] and q not in block:
                        block.add(q)
                        todo.append(q)
            if not block <= left:
                return None
            left -= block
            blocks.append(block)
        return blocks

    def part(self, head: Mapping[str, Any]) -> str:
        """What one proof shows."""
        kill = head["verdict"] == "killed"
        defender = _SIDES[head["defender"]]
        attacker = _SIDES[3 - head["defender"]]
        winner, loser = (attacker, defender) if kill else (defender, attacker)
        does = self._does(head, kill)
        return f"{winner} {does}, whatever {loser} plays{self._threats(head, kill)}"

    def _does(self, head: Mapping[str, Any], kill: bool) -> str:
        """What the winner brings about: the defender, or with `kill` the attacker."""
        target = self.stones(head["target"])
        marks = head.get("marks", ())
        return {
            "": (f"keeps {target} from being captured", f"captures {target}"),
            "two-eyes": (
                f"makes {target} alive with two eyes, or gets out",
                f"keeps {target} from getting two eyes",
            ),
            "end": (
                f"gets an end of play with {target} on the board",
                f"keeps play about {target} from coming to an end",
            ),
            "joined": (f"joins {target} for good", f"keeps {target} from being joined"),
            "reached": (
                f"joins {target} to {', '.join(map(self.name, marks))}",
                f"keeps {target} from being joined to {', '.join(map(self.name, marks))}",
            ),
            "taken": (
                f"takes {self._any(marks)}",
                f"keeps {self._any(marks)} from being taken",
            ),
            "won": (
                f"takes {self.stones(marks) if marks else ''} and saves {target}, by one plan",
                "",
            ),
        }.get(str(head.get("goal", "")), ("reaches something", "prevents something"))[kill]

    def _any(self, marks: Iterable[int]) -> str:
        return " or ".join(self.stones([p]) for p in marks)

    def _threats(self, head: Mapping[str, Any], kill: bool) -> str:
        """How many ko threats each side may have."""
        winner, loser = head["threats"] if kill else reversed(head["threats"])
        own = ""
        if winner:
            number = "endless" if winner == ENDLESS else winner
            own = f" with {number} ko threats of its own,"
        if loser >= FINITE:
            return f",{own} however many ko threats the other side has"
        if loser:
            return f",{own} against up to {loser} ko threats"
        return f",{own} if the other side has no ko threats"

    def result(self, claim: Mapping[str, Any], head: Mapping[str, Any]) -> str:
        """A result for the mover as a sentence."""
        mover, other = _SIDES[claim["mover"]], _SIDES[3 - claim["mover"]]
        attacks = claim["mover"] != head["defender"]
        target = self.stones(head["target"])
        done = f"captures {target}" if attacks else f"saves {target}"
        if "goal" in claim:
            done = self._does(head, attacks)
        if claim["result"] == "ko":
            number = claim["threats"]
            threats = f"{number} ko threat{'s' * (number > 1)} or more"
            if claim["first"]:
                return f"It is a ko: {mover} moves first and {done} unless {other} has {threats}."
            return f"It is a ko: {mover} moves first and {done} only with {threats}."
        threats = f", against up to {claim['up_to']} ko threats" if "up_to" in claim else ""
        how = next(
            (
                words
                for key, words in (
                    ("eyes", " with two eyes"),
                    ("seki", " in seki, without two eyes"),
                    ("repetition", " by repetition, without two eyes"),
                )
                if claim.get(key)
            ),
            "",
        )
        if claim["result"] == "win":
            return f"If {mover} moves first, {mover} {done}{how}{threats}, whatever {other} plays."
        if attacks:
            return f"If {mover} moves first, {mover} cannot capture {target}: it stands{how}."
        return f"If {mover} moves first, {mover} cannot save {target}{threats}."

    def race(self, claim: Mapping[str, Any], heads: Mapping[str, Mapping[str, Any]]) -> list[str]:
        """The outcome of a race, and what it follows from."""
        mover = _SIDES[claim["mover"]]
        first, second = (self.stones(group) for group in claim["groups"])
        outcome = _OUTCOME[claim["race"]]
        subject = mover if claim["race"] in ("wins", "loses") else "it"
        sentences = [f"In the race of {first} against {second} {subject} {outcome}."]
        if claim["race"] == "wins":
            return [*sentences, f"{mover} moves first: {self.part(heads['plan'])}."]
        for half in ("save", "take"):
            if half in claim:
                about = next(h for name, h in heads.items() if name.startswith(f"{half}: "))
                sentences.append(self.result(claim[half], about))
        return sentences
