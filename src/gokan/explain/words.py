"""From claims to sentences, by a catalogue of words (`data/en.toml`).

Nothing is decided here: a sentence says what its claim says, in the words of the catalogue.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from gokan.errors import InvalidInput
from gokan.go import PASS, Position

if TYPE_CHECKING:
    from gokan.explain.claim import Certainty, Claim

LANGUAGE = "en"
_SLOT = re.compile(r"\{([^{}]+)\}")
_WHOLE = 10
"""From so many points on, halves are not worth telling."""
_LINE = 8
"""Moves of a line that are told."""
_NAMED = 3
"""Points that are named one by one; of more, the first of them stands for all."""
_VERTEX = re.compile(r"\b[A-HJ-Z](?:1\d|2[0-5]|[1-9])\b")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and the claim that it tells."""

    text: str
    certainty: Certainty
    claim: Claim
    shape: Claim | None = None
    """The shape that is named beside the move, if any."""


def sentence(
    claim: Claim,
    position: Position,
    *,
    first: bool = True,
    shape: Claim | None = None,
    answers: Claim | None = None,
    relative: bool = False,
    language: str = LANGUAGE,
) -> Sentence:
    """A claim in words; `position` is the one before the move. A `shape` is named beside the move,
    and the last move that it `answers`. A `relative` one goes on a sentence that ends with the
    move, where its words begin with the move; else it is a sentence of its own.

    >>> from gokan.explain.scene import Scene
    >>> from gokan.explain.sources.stones import claims
    >>> position = Position.from_diagram('''
    ...     . X .
    ...     X O .
    ...     . X .
    ... ''')
    >>> claim, = claims(Scene(position, "C2"))
    >>> sentence(claim, position).text
    'Black C2 captures the white stone at B2.'
    """
    form = _form(_entry(claim.kind, language), claim)
    words = _catalogue(language)["words"]
    speaker = _Speaker(claim, position, words, first, shape, answers)
    after = relative and form.startswith("{it} ")
    if after:
        form = f"{words['which']}{form.removeprefix('{it}')}"
    text = _SLOT.sub(lambda slot: speaker.say(slot[1]), form)
    text = _SLOT.sub(lambda slot: speaker.say(slot[1]), text)  # words of shapes have slots too
    text = text.replace("….", "…")
    if not after:
        text = f"{'. ' if relative else ''}{text[0].upper()}{text[1:]}"
    return Sentence(text, claim.certainty, claim, shape)


def pattern(claim: Claim, position: Position, *, language: str = LANGUAGE) -> str:
    """The sentence of a claim with coordinates and numbers blanked: its form, for comparing.

    >>> from gokan.explain.scene import Scene
    >>> from gokan.explain.sources.opening import claims
    >>> start = Position.empty(19)
    >>> pattern(next(claims(Scene(start, "Q16"))), start)
    'Black … takes the empty corner in the upper right at the star point.'
    """
    entry = _entry(claim.kind, language)
    speaker = _Speaker(claim, position, _catalogue(language)["words"], True)
    plain = claim.numbers

    def say(slot: re.Match[str]) -> str:
        part = slot[1].rpartition(" ")[2]
        return "#" if part in plain and part not in claim.points else speaker.say(slot[1])

    text = _SLOT.sub(say, _form(entry, claim))
    return _VERTEX.sub("…", _SLOT.sub(say, text))


def recipe(kind: str, *, language: str = LANGUAGE) -> str:
    """How a claim of this kind can be derived again.

    >>> recipe("captures")
    'Play the move; the enemy blocks left without liberties are taken off.'
    """
    return str(_entry(kind, language)["recipe"])


def kinds() -> tuple[str, ...]:
    """Every kind of claim that there are words for."""
    return tuple(_catalogue(LANGUAGE)["kind"])


def phrase(key: str, *, language: str = LANGUAGE, **parts: object) -> str:
    """A phrase of the catalogue that does not tell a claim, with its parts filled in."""
    text = str(_catalogue(language)["phrase"][key])
    return _SLOT.sub(lambda slot: str(parts[slot[1]]), text)


@cache
def _catalogue(language: str) -> dict[str, Any]:
    file = resources.files("gokan.explain").joinpath(f"data/{language}.toml")
    if not file.is_file():
        raise InvalidInput(f"There is no catalogue of words for the language {language!r}.")
    return tomllib.loads(file.read_text("utf-8"))


def _entry(kind: str, language: str) -> dict[str, Any]:
    entries: dict[str, dict[str, Any]] = _catalogue(language)["kind"]
    if kind not in entries:
        raise InvalidInput(f"There are no words for the claim {kind!r}.")
    return entries[kind]


def _form(entry: dict[str, Any], claim: Claim) -> str:
    """The form of the sentence that fits: by a name or number of the claim, or the only one."""
    by = entry.get("by")
    if by is None:
        return str(entry["text"])
    value = "none" if by not in _parts(claim) else str(claim[by])
    return str(entry["text"].get(value, entry["text"].get("else", "")))


def _parts(claim: Claim) -> set[str]:
    return {*claim.points, *claim.numbers, *claim.names}


class _Speaker:
    """Fills the slots of one sentence."""

    def __init__(
        self,
        claim: Claim,
        position: Position,
        words: dict[str, Any],
        first: bool,
        shape: Claim | None = None,
        answers: Claim | None = None,
    ) -> None:
        self.claim, self.position, self.words, self.first = claim, position, words, first
        self.shape, self.answers = shape, answers

    def say(self, slot: str) -> str:
        how, _, part = slot.rpartition(" ")
        if how == "group of":
            return self._group_of(part)
        if how == "number":
            return self._number_of(part)
        if how:
            return str(getattr(self, f"_{how}")(part))
        if slot == "it":
            side = self.words[str(self.claim.color).capitalize()]
            move = self.position.vertex(self.claim.move)
            beside = [] if self.shape is None else [_article(self.shape.names["shape"])]
            beside += [] if self.answers is None else [self._answered(self.answers)]
            name = f", {' '.join(beside)}," if beside else ""
            return f"{side} {move}{name}" if self.first else str(self.words["it"])
        if slot == "body":
            return str(self.words["stone" if self.claim["count"] == 1 else "group"])
        if slot == "where":
            return self._where()
        if slot == "mover":
            return str(self.words[str(self.claim.color).capitalize()])
        if slot == "enemy":
            return str(self.words[str(self.claim.color.opponent).capitalize()])
        if slot in self.claim.points:
            return self._list(self.claim.points[slot])
        if slot in self.claim.numbers:
            return self._number(self.claim.numbers[slot])
        return str(self.claim.names[slot])

    def _answered(self, answers: Claim) -> str:
        called = answers.names["called"]
        form = self.words["answer"]["named" if called else "plain"]
        parts = {
            "enemy": self.words[str(self.claim.color.opponent).capitalize()],
            "called": called,
            "last": self.position.vertex(answers.points["last"][0]),
        }
        return _SLOT.sub(lambda slot: str(parts[slot[1]]), form)

    def _list(self, points: Sequence[int]) -> str:
        names = [self.position.vertex(p) for p in points]
        if len(names) == 1:
            return names[0]
        if len(names) > _NAMED + 1:
            return f"{', '.join(names[:_NAMED])}, …"
        return f"{', '.join(names[:-1])} {self.words['and']} {names[-1]}"

    def _number(self, number: float) -> str:
        names = self.words["numbers"]
        if number == int(number) and 0 <= number < len(names):
            return str(names[int(number)])
        return f"{number:.0f}" if abs(number) >= 10 else f"{number:.1f}".removesuffix(".0")

    def _points(self, part: str) -> str:
        """A number of points, in halves where it is small."""
        rounded = _halves(self.claim.numbers[part])
        name = self.words["point" if rounded == 1 else "points"]
        return f"{self._number(rounded)} {name}"

    def _number_of(self, part: str) -> str:
        """The same without the word."""
        return self._number(_halves(self.claim.numbers[part]))

    def _group(self, part: str) -> str:
        """Stones with their number, colour and place."""
        points = self.claim.points[part]
        words = self.words
        colour = ""
        stone = next((self.position.board[p] for p in points if self.position.board[p]), None)
        if stone is None:
            stone = int(self.claim.color)
        colour = words["black"] if stone == 1 else words["white"]
        if len(points) == 1:
            at = self.position.vertex(points[0])
            return f"{words['the']} {colour} {words['stone']} {words['at']} {at}"
        number = self._number(len(points))
        where = f"{words['at']} {self._list(points)}"
        if len(points) > _NAMED:
            where = f"{words['around']} {self.position.vertex(middle(self.position, points))}"
        return f"{words['the']} {number} {colour} {words['stones']} {where}"

    def _group_of(self, part: str) -> str:
        """A group of one side by the stone in its middle."""
        points, words = self.claim.points[part], self.words
        at = self.position.vertex(middle(self.position, points))
        colour = words["black"] if self.position.board[points[0]] == 1 else words["white"]
        return f"{words['the']} {colour} {words['group']} {words['at']} {at}"

    def _in(self, part: str) -> str:
        areas = self.claim.names[part].split(", ")
        return f" {self.words['and']} ".join(str(self.words["in"][area]) for area in areas)

    def _status(self, part: str) -> str:
        """What would have become of a group; nothing where that is not known."""
        before = self.claim.names.get(part)
        return "" if before is None else str(self.words["status"][before])

    def _percent(self, part: str) -> str:
        number = self.claim.numbers[part]
        return f"{number:.1f}" if 0 < number < 1 else f"{number:.0f}"

    def _count(self, part: str) -> str:
        return f"{self.claim.numbers[part]:,.0f}"

    def _where(self) -> str:
        """The place of a group: the stone in its middle, and the area."""
        points = self.claim.points["stones"]
        at = self.position.vertex(middle(self.position, points))
        return f"{self.words['at']} {at} {self._in('area')}"

    def _a(self, part: str) -> str:
        return _article(self.claim.names[part])

    def _A(self, part: str) -> str:
        article = _article(self.claim.names[part])
        return article[0].upper() + article[1:]

    def _line(self, part: str) -> str:
        moves = list(self.claim.points[part])
        if PASS in moves[1:]:  # there is nothing to be done any more
            moves = moves[: moves.index(PASS, 1)]
        names = [self.position.vertex(p) for p in moves[:_LINE]]
        return " ".join(names) + (" …" if len(moves) > _LINE else "")


def _halves(number: float) -> float:
    """In halves where it is small; what is something is never told as nothing."""
    number = abs(number)
    if number >= _WHOLE:
        return float(int(number + 0.5))
    return max(int(2 * number + 0.5) / 2, 0.5 if number else 0.0)


def _article(word: str) -> str:
    vowel = word[0] in "aeiou" and not word.startswith("one")
    return f"{'an' if vowel else 'a'} {word}"


def middle(position: Position, points: Sequence[int]) -> int:
    """The point of a set that lies nearest to all others; of equal ones the first.

    >>> middle(Position.empty(9), (0, 1, 2))
    1
    """
    width = position.width

    def total(p: int) -> int:
        r, c = divmod(p, width)
        return sum(abs(r - q // width) + abs(c - q % width) for q in points)

    return min(points, key=lambda p: (total(p), p))
