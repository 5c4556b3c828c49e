"""Sentences of a solution told in goals, each tied to a node of a proof, and their text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gokan.goals.ways import Remark

__all__ = ["Sentence", "listed", "text_of"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and where it can be checked."""

    text: str
    """What is claimed, without a full stop."""
    certainty: str
    """Of the claim: proved, read, exact (seen on the board) or judged."""
    proof: int
    """Number of the proof in `Why.proofs`."""
    node: int
    line: tuple[int, ...]
    """The moves that lead there from the problem."""
    reply: str = ""
    """Where it tells the answer to a reply: that reply, with which the sentence begins."""
    purpose: tuple[Remark, ...] = ()
    """What the move is for, with a certainty of its own."""
    mover: str = ""
    """The move that the purpose is about."""


def text_of(sentences: Iterable[Sentence]) -> str:
    """The sentences as lines, each with its certainty and its node; replies that are answered alike
    are told together.
    """
    alike: dict[tuple[object, ...], list[Sentence]] = {}
    for said in sentences:
        rest = said.text.removeprefix(said.reply)
        key = (bool(said.reply), rest, said.proof, said.certainty, said.purpose)
        alike.setdefault(key, []).append(said)
    return "\n".join(_told_together(all_) for all_ in alike.values())


def listed(words: list[str], word: str = "and") -> str:
    """Words in a row: "A5, B5 and C5"."""
    return f"{', '.join(words[:-1])} {word} {words[-1]}" if words[1:] else words[0]


def _told_together(sentences: list[Sentence]) -> str:
    first = sentences[0]
    which = f"proof {first.proof + 1}, " if first.proof else ""
    nodes = ", ".join(dict.fromkeys(str(said.node) for said in sentences))
    where = f"{which}node{'s' if ',' in nodes else ''} {nodes}"
    begin = first.reply
    if sentences[1:]:
        side = first.reply.rsplit(" ", 1)[0]
        begin = f"{side} {listed([s.reply.rsplit(' ', 1)[1] for s in sentences], 'or')}"
    rest = first.text.removeprefix(first.reply)
    said = f"{begin}{rest} ({first.certainty}, {where})"
    if not first.purpose:
        return f"{said}."
    for_what = ", ".join(f"{part.text} ({part.certainty})" for part in first.purpose)
    plain = first.text.removeprefix("Then ").startswith(f"{first.mover} ")
    return f"{said}; {'it' if plain else first.mover} {for_what}."
