"""Whole conversations with the engine, kept as text: lines after `>` go in, the rest comes out.

After a wanted change, write them anew with `GOKAN_GOLDEN=write pytest tests/gtp/test_golden.py`
and look at the difference before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gokan.gtp.engine import Engine

FILES = sorted((Path(__file__).parent / "golden").glob("*.gtp"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_conversation(path: Path, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo)
    text = path.read_text("utf-8")
    heading, inputs = _inputs(text)
    engine = Engine("random", size=9, seed=1, log=lambda said: None)
    said = heading + "".join(f"> {line}\n{engine.respond(line)}" for line in inputs)
    if os.environ.get("GOKAN_GOLDEN") == "write":
        path.write_text(said, "utf-8")
    assert said == text


def _inputs(text: str) -> tuple[str, list[str]]:
    """The remark at the top, and what is sent."""
    lines = text.splitlines(keepends=True)
    start = next(number for number, line in enumerate(lines) if line.startswith(">"))
    return "".join(lines[:start]), [line[2:-1] for line in lines if line.startswith(">")]
