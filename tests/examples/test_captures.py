from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_game_of_the_paper(repo: Path) -> None:
    lines = _run(repo, "examples/zobrist-cowan.sgf").stdout.splitlines()
    assert lines[0] == "move 52: T7 takes 2 stones at S8"
    assert sum(" takes " in line for line in lines) == 15
    assert max(lines, key=lambda line: " 10 stones" in line).startswith("move 190")


def test_a_missing_file_is_one_sentence(repo: Path) -> None:
    done = _run(repo, "no-such.sgf")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def _run(repo: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "examples/captures.py", *arguments]
    return subprocess.run(command, cwd=repo, capture_output=True, text=True)
