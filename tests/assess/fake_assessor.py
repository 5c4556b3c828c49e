"""An assessor that says what a test scripts: a group is a block, alive unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gokan.assessment import (
    BoardAssessment,
    Evidence,
    GroupAssessment,
    GroupWord,
    LinkAssessment,
    LinkWord,
)
from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import EMPTY, Position


class FakeAssessor:
    """`words` by a vertex of the block, `links` by two vertices in order."""

    def __init__(
        self,
        words: Mapping[str, tuple[GroupWord, Certainty]] | None = None,
        links: Mapping[tuple[str, str], tuple[LinkWord, Certainty]] | None = None,
    ) -> None:
        self.words = dict(words or {})
        self.links = dict(links or {})
        self.asked: list[str] = []

    def group(self, position: Position, stone: int, effort: Effort) -> GroupAssessment:
        if position.board[stone] == EMPTY:
            raise InvalidInput(
                f"There is no stone at {position.vertex(stone)}; name one of a group."
            )
        block = position.block(stone)
        self.asked.append(position.vertex(stone))
        word, certainty = next(
            (self.words[v] for v in map(position.vertex, block.stones) if v in self.words),
            ("alive", Certainty.MEASURED),
        )
        chance = {"alive": 1.0, "seki": 1.0, "dead": 0.0}.get(word, 0.5)
        evidence = (Evidence("script", word, certainty),)
        return GroupAssessment(
            block.color, block.stones, word, certainty, chance, evidence=evidence
        )

    def link(self, position: Position, first: int, second: int, effort: Effort) -> LinkAssessment:
        for stone in (first, second):
            if position.board[stone] == EMPTY:
                raise InvalidInput(f"There is no stone at {position.vertex(stone)}.")
        if position.board[first] != position.board[second]:
            raise InvalidInput("Only stones of one side can be connected.")
        names = position.vertex(first), position.vertex(second)
        together = second in position.block(first).stones
        known: tuple[LinkWord, Certainty] = ("open", Certainty.MEASURED)
        if together:
            known = ("connected", Certainty.EXACT)
        word, certainty = self.links.get(names, known)
        color = position.color_at(first)
        return LinkAssessment(color, first, second, word, certainty)

    def board(
        self, position: Position, effort: Effort, *, ownership: Sequence[float] | None = None
    ) -> BoardAssessment:
        groups = tuple(self.group(position, b.stones[0], effort) for b in position.blocks())
        return BoardAssessment(position, effort, groups)
