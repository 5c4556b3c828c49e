"""Archives of records: streamed, bounded, and as good as the folder they were made of."""

from __future__ import annotations

import io
import random
import tarfile
import zipfile
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.go import archives, sgf
from gokan.go.collection import Collection

GAMES = {
    "a.sgf": b"(;SZ[9];B[ee];W[cc])",
    "deep/b.SGF": b"(;SZ[9];B[ee])(;SZ[9];B[gc])",
    "deep/broken.sgf": b"no record",
    "notes.txt": b"(;SZ[9];B[ee])",
}


def pack(path: Path, files: dict[str, bytes]) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, data in files.items():
                packed.writestr(name, data)
        return path
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


NAMES = ["x.zip", "x.tar", "x.tgz", "x.tar.gz"]


@pytest.mark.parametrize("name", NAMES)
def test_an_archive_is_the_folder_it_was_made_of(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "folder"
    for file, data in GAMES.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
    packed = Collection(pack(tmp_path / name, GAMES))
    assert [(r.name, r.kind, r.data) for r in packed] == [
        (r.name, r.kind, r.data) for r in Collection(folder)
    ]
    assert [record.name for record in packed] == [
        "a.sgf",
        "deep/b.SGF#1",
        "deep/b.SGF#2",
        "deep/broken.sgf",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_bomb_is_not_unpacked(tmp_path: Path, name: str) -> None:
    bomb = b"(;C[" + bytes(40 << 20) + b"])"
    records = list(Collection(pack(tmp_path / name, {"bomb.sgf": bomb, **GAMES})))
    assert records[0].kind == "bad"
    told = {".zip": "more tightly than any record"}.get(Path(name).suffix, "larger than")
    assert told in str(records[0].data)
    assert max(len(record.data) for record in records) < 1000
    assert sgf.Limits().bytes < 40 << 20


def test_a_tar_of_bombs_ends(tmp_path: Path) -> None:
    files = {f"{n}.txt": bytes(20 << 20) for n in range(4)} | GAMES
    [last] = Collection(pack(tmp_path / "x.tar.gz", files))
    assert last.data == "The rest is packed more tightly than any record."


@pytest.mark.parametrize("name", NAMES)
def test_archives_in_archives_are_told(tmp_path: Path, name: str) -> None:
    inner = pack(tmp_path / "inner.zip", GAMES).read_bytes()
    [bad, good] = Collection(pack(tmp_path / name, {"in.zip": inner, "a.sgf": GAMES["a.sgf"]}))
    assert (bad.name, bad.kind) == ("in.zip", "bad")
    assert "archive in an archive" in str(bad.data)
    assert len(good.replay().moves) == 2


def test_too_many_members_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_MOST", 3)
    records = list(Collection(pack(tmp_path / "x.zip", {f"{n}.sgf": b"(;)" for n in range(9)})))
    assert [record.kind for record in records] == ["sgf"] * 3 + ["bad"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_damage_costs_records_and_raises_nothing(tmp_path: Path, name: str, seed: int) -> None:
    chance = random.Random(seed)
    files = {
        f"{n}.sgf": b"(;SZ[9]C[" + chance.randbytes(400).hex().encode() + b"])" for n in range(20)
    }
    path = pack(tmp_path / name, files)
    data = bytearray(path.read_bytes())
    if seed % 2:
        del data[chance.randrange(len(data)) :]
    for _ in range(3 if data else 0):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    for record in Collection(path):
        assert record.kind in ("sgf", "bad")


def test_links_and_what_is_not_there(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "x.tar", "w") as archive:
        link = tarfile.TarInfo("link.sgf")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    assert list(Collection(tmp_path / "x.tar")) == []
    with pytest.raises(InvalidInput, match="no file or folder"):
        Collection(tmp_path / "none.zip")
