"""The signature of the reading: the same answers with the same number of nodes as yesterday.

If a change is meant to change them, write the file again (`make signature`) and look at the diff.
"""

from __future__ import annotations

from typing import Any

import pytest

from tools import signature

QUESTIONS = signature.read()


def test_there_are_enough_of_each_kind() -> None:
    kinds = [question["ask"] for question in QUESTIONS]
    assert len(kinds) >= 300
    assert {kind for kind in kinds if kinds.count(kind) >= 5} == set(signature.ASK)


@pytest.mark.parametrize("kind", sorted(signature.ASK))
def test_nothing_is_read_otherwise_than_it_was(kind: str) -> None:
    changed: list[tuple[Any, ...]] = []
    for question in QUESTIONS:
        if question["ask"] == kind:
            now = signature.answered(question)
            if now != question:
                kept = ("answer", "took", "digest")
                was, told = ([one[k] for k in kept] for one in (question, now))
                changed.append((question["of"], "was", was, "is", told))
    assert not changed, f"{len(changed)} changed; if that is meant, run `make signature`"
