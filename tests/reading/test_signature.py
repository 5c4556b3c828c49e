"""The signature of the reading: the same answers with the same number of nodes as yesterday.

If a change is meant to change them, write the files again (`make signature`) and look at the diff.
A better sentence changes `signature_words.jsonl` alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from gokan.go import Color, Position
from gokan.reading import Budget
from tools import signature

QUESTIONS = signature.read()
WORDS = signature.read_words()


def test_there_are_enough_of_each_kind() -> None:
    kinds = [question["ask"] for question in QUESTIONS]
    assert len(kinds) >= 300
    assert {kind for kind in kinds if kinds.count(kind) >= 5} == set(signature.ASK)


@cache
def _answered(number: int) -> tuple[Any, list[str]]:
    return signature.answered(QUESTIONS[number])


@pytest.mark.parametrize("kind", sorted(signature.ASK))
def test_nothing_is_read_otherwise_than_it_was(kind: str) -> None:
    changed: list[tuple[Any, ...]] = []
    for number, question in enumerate(QUESTIONS):
        if question["ask"] == kind:
            now, _ = _answered(number)
            if now != question:
                kept = ("answer", "took", "digest")
                was, told = ([one[k] for k in kept] for one in (question, now))
                changed.append((question["of"], "was", was, "is", told))
    assert not changed, f"{len(changed)} changed; if that is meant, run `make signature`"


@pytest.mark.parametrize("kind", sorted(signature.ASK))
def test_nothing_is_said_otherwise_than_it_was(kind: str) -> None:
    assert len(WORDS) == len(QUESTIONS)
    changed = []
    for number, (question, was) in enumerate(zip(QUESTIONS, WORDS, strict=True)):
        if question["ask"] == kind:
            _, now = _answered(number)
            if now != was:
                changed.append((question["of"], "was", was, "is", now))
    assert not changed, f"{len(changed)} changed; if that is meant, run `make signature`"


@pytest.mark.parametrize("kind", sorted(set(signature.ASK) - {"prove"}))
def test_no_sentence_is_counted_as_data(kind: str) -> None:
    """A new key that holds sentences belongs into `SENTENCES` of `tools/signature.py`."""
    question = [question for question in QUESTIONS if question["ask"] == kind][-1]
    position = Position.from_diagram(question["rows"].replace("/", "\n"))
    position = position.setup(to_play=Color.parse(question["to_play"]))
    budget = Budget(nodes=question["nodes"])
    whole = signature.ASK[kind](position, question["of"], budget)[2]
    for text in _texts(signature.data_of(whole)):
        assert text.count(" ") < 3, text


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
