"""Files are written completely or not at all, and only files are replaced."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.files import write_whole


def test_a_new_file_has_the_usual_permissions(tmp_path: Path):
    write_whole(tmp_path / "new", b"one")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "new").read_bytes() == b"one"
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_old_file_keeps_its_permissions_and_links_stay_links(tmp_path: Path):
    old, link = tmp_path / "old", tmp_path / "link"
    old.write_bytes(b"one")
    old.chmod(0o640)
    link.symlink_to(old)
    write_whole(link, b"two")
    assert link.is_symlink()
    assert old.read_bytes() == b"two"
    assert old.stat().st_mode & 0o777 == 0o640


def test_a_pipe_is_written_to(tmp_path: Path):
    """A device must never be replaced by a file: think of root and /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"data")
    reader.join(10)
    assert received == [b"data"]
    assert pipe.is_fifo()


def test_a_name_of_the_greatest_length(tmp_path: Path):
    write_whole(tmp_path / ("n" * 255), b"one")
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", ["no/such/folder", ".", "a\0b", "n" * 300])
def test_what_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path, name: str):
    with pytest.raises(InvalidInput, match=r"^Cannot write "):
        write_whole(tmp_path / name, b"one")
    assert list(tmp_path.iterdir()) == []
