"""Records and crowds from a library that is compiled here, as where Gokan is not installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.teacher.helping import some_games

pytest.importorskip("numpy")

_SCRIPT = """
import sys
if {alone}:
    sys.modules["gokan._core"] = None
import hashlib, json
from gokan_lab.teacher import labelling, positions, rows, teach, weakened
from gokan_lab.teacher.kernel import Crowd, turn_records
told = hashlib.sha256()
for side, lines in json.load(sys.stdin):
    for line in lines:
        told.update(turn_records(line, side, 4).tobytes())
    crowd = Crowd(side, 3)
    crowd.start(1, lines[0])
    for move in (0, side * side, 0, side * side, side * side, 5000):
        told.update(crowd.play([move] * 3).tobytes())
        told.update(crowd.look(2).tobytes())
assert turn_records("nonsense", 9, 1) is None
assert (sys.modules.get("gokan._core") is None) == {alone}
print(told.hexdigest())
"""


@pytest.mark.slow
def test_the_compiled_library_says_what_the_core_says(repo: Path) -> None:
    """The first time it is compiled, which takes minutes."""
    games = [
        (side, [game.text() for game in some_games(20, side=side, turns=4)]) for side in (7, 9, 19)
    ]
    told = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT.format(alone=alone)],
            cwd=repo,
            input=json.dumps(games).encode(),
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        for alone in (False, True)
    }
    assert len(told) == 1
