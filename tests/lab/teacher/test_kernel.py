"""Records and crowds from a library that is compiled here, as where Gokan is not installed."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from tests.lab.teacher.helping import some_games

pytest.importorskip("numpy")

from gokan_lab.training.records import chunks, library_file, positions_in, read_games

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


def test_a_library_of_other_sources_is_not_used(tmp_path: Path) -> None:
    """After a change of the core the library from before it was used without a word."""
    core = tmp_path / "core"
    for part in ("base", "go", "intuition"):
        (core / part).mkdir(parents=True)
        (core / part / "one.h").write_text("int one();")
    before = library_file(core)
    assert library_file(core) == before
    assert before.parent == tmp_path / "build" / "records"
    for part in ("base", "go", "intuition"):
        (core / part / "one.h").write_text("int one(int);")
        after = library_file(core)
        assert after != before
        before = after


def test_a_table_with_further_columns_has_room_for_its_records() -> None:
    """The columns behind the moves were counted, and records written past the end."""
    lines = [b"a\t2000\t6.5\tB+R\tddppdppd\tx", b"b\t2000\t6.5\tB+R\tddpp\ta long remark\tx"]
    assert positions_in(lines) == 6
    (chunk,) = chunks(lines, playouts=0, threads=1)
    assert chunk is not None
    assert (len(chunk.records), chunk.counts.records, chunk.counts.broken) == (6, 6, 0)


def test_a_damaged_table_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "games.tsv.gz"
    good = gzip.compress(b"a\t2000\t6.5\tB+R\tddppdppd\n" * 50, mtime=0)
    for at in range(10, len(good)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :])
        with pytest.raises(InvalidInput, match=r"^The games in .* cannot be read: "):
            read_games(path)


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
