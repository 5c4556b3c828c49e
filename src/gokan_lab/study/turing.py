"""Whose move is it? Scrimger's test of human-like play (2007, Section 5.3.4), made small.

He wanted people to play unseen opponents and to tell persons from programs. Here a reader sees
positions of professional games with two moves, the one that was played and the one that a program
chose, and says which is the person's. The page `turing` asks; `judge` counts what it saved. Where
both chose the same move nothing can be told: the share of those is the agreement.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gokan.checks import nested_too_deeply, whole
from gokan.errors import GokanError, InvalidInput
from gokan.go import Color
from gokan.go.collection import Collection, Record
from gokan.play.clock import Clock
from gokan.play.matches.statistics import wilson
from gokan.play.player import Player
from gokan.play.players import make_player

KIND = "gokan turing"
FIRST, LAST = 10, 200
"""Move numbers that are asked about."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position and two moves, one of them a person's."""

    name: str
    number: int
    width: int
    height: int
    stones: tuple[int, ...]
    last: int | None
    color: int
    moves: tuple[int, int]
    human: int

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the page reads it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Test:
    """Questions for a reader, and in how many positions drawn both chose the same move."""

    program: str
    questions: tuple[Question, ...]
    agreed: int
    asked: int

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the page reads it."""
        return {
            "program": self.program,
            "agreed": self.agreed,
            "asked": self.asked,
            "questions": [q.to_dict() for q in self.questions],
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well a reader told persons from a program. Certainty: measured."""

    program: str
    right: int
    of: int
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    def explain(self) -> str:
        """In a sentence."""
        if not self.of:
            return "No answer was given."
        told = "cannot be told" if self.low <= 0.5 <= self.high else "can be told"
        return (
            f"{self.right} of {self.of} right ({100 * self.right / self.of:.0f} %, 95 % interval"
            f" {100 * self.low:.0f} to {100 * self.high:.0f} %): {self.program} {told} from a"
            " person by these answers."
        )


def make_test(
    collection: Collection | str | Path, *, program: str = "ets", count: int = 20, seed: int = 0
) -> Test:
    """Draw positions from games and let a program choose in them."""
    whole("number of questions", count, 1, 1000)
    if isinstance(collection, (str, Path)):
        collection = Collection(collection)
    records = list(collection)
    chance = random.Random(seed)
    chance.shuffle(records)
    player = make_player(program, seed=seed)
    made: list[Question] = []
    agreed = asked = 0
    for record in records:
        if len(made) == count:
            break
        found = _ask(record, player, chance)
        if found is None:
            continue
        asked += 1
        if isinstance(found, Question):
            made.append(found)
        else:
            agreed += 1
    if not made:
        raise InvalidInput(f"There is no position in {collection.path} to ask about.")
    return Test(program, tuple(made), agreed, asked)


def judge(path: str | Path) -> Verdict:
    """What the answers that the page saved say."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from None
    try:
        if nested_too_deeply(text):
            raise ValueError
        kept = json.loads(text)
        if kept["kind"] != KIND:
            raise ValueError
        answers = [(a["human"], a["answer"]) for a in kept["answers"] if a["answer"] is not None]
        program = str(kept["program"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InvalidInput(f"{path} holds no answers of the page 'whose move is it'.") from None
    right = sum(human == answer for human, answer in answers)
    low, high = wilson(right, len(answers)) if answers else (0.0, 1.0)
    return Verdict(program, right, len(answers), low, high)


def _ask(record: Record, player: Player, chance: random.Random) -> Question | bool | None:
    """A question; True if both chose alike; None if the game gives none."""
    try:
        replay = record.replay()
    except GokanError:
        return None
    last = min(LAST, len(replay.moves))
    if last < FIRST:
        return None
    number = chance.randint(FIRST, last)
    position = replay.start
    try:
        for color, move in replay.moves[: number - 1]:
            if int(position.to_play) != color:
                position = position.setup(to_play=Color(color))
            position = position.play_forced(move)
    except GokanError:
        return None
    color, played = replay.moves[number - 1]
    if played < 0 or int(position.to_play) != color:
        return None
    choice = player.choose(position, clock=Clock()).move
    if choice == played:
        return True
    if choice < 0:
        return None
    human = chance.randrange(2)
    before = position.last_move
    return Question(
        name=record.name,
        number=number,
        width=position.width,
        height=position.height,
        stones=tuple(position.board),
        last=before if before is not None and before >= 0 else None,
        color=color,
        moves=(choice, played) if human else (played, choice),
        human=human,
    )
