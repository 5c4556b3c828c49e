"""Fuzz the reader of problems' files: refused in a sentence, or a problem that can be set up."""

from __future__ import annotations

import json

from gokan.serve.books import name_of, position_of, read_problems


def one_input(data: bytes) -> None:
    for name in ("fuzzed.sgf", "fuzzed.jsonl"):
        found, trouble = read_problems(data[:20_000], name)
        assert found or trouble
        assert not trouble or trouble.endswith((".", "!", "?"))
        for problem in found[:20]:
            position = position_of(json.loads(json.dumps(problem)))
            assert len(name_of(problem)) == 16
            width, height = position.width, position.height
            for column, row in (*problem["given"], *problem["targets"]):
                assert 0 <= column < width
                assert 0 <= row < height
