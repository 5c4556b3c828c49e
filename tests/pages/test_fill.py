"""Pages are filled with data that cannot break out of its place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gokan import pages
from gokan.errors import PageNotBuilt

NASTY = {"name": "</script><script>alert(1)</script>", "signs": "&<>\u2028\u2029null é 碁"}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("gokan.pages.built_page._BUILT", tmp_path)
    (tmp_path / "small.html").write_text(
        '<title>Gokan</title><script type="application/json" id="data">null</script>', "utf-8"
    )
    return tmp_path


@pytest.mark.usefixtures("built")
def test_data_comes_back_and_ends_no_script() -> None:
    page = pages.fill("small", NASTY, title="A <b> & c")
    assert "<title>A &lt;b&gt; &amp; c</title>" in page
    found = re.search(r'id="data">(.*?)</script>', page, re.S)
    assert found
    assert json.loads(found[1]) == NASTY
    assert page.count("</script>") == 1


def test_a_page_without_a_place_for_data_is_refused(built: Path) -> None:
    (built / "odd.html").write_text("<title>Gokan</title>", "utf-8")
    with pytest.raises(PageNotBuilt, match="no place for data"):
        pages.fill("odd", {})


@pytest.mark.usefixtures("built")
def test_a_missing_page_says_what_to_do() -> None:
    assert pages.names() == ["small"]
    with pytest.raises(PageNotBuilt, match="make web"):
        pages.fill("review", {})


@pytest.mark.usefixtures("built")
def test_numbers_that_json_does_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        pages.fill("small", {"lead": float("nan")})


def test_every_page_is_built_into_one_file_that_loads_nothing(repo: Path) -> None:
    entries = sorted(path.stem for path in (repo / "web" / "pages").glob("*.html"))
    assert entries, "there is a page"
    assert pages.names() == entries, "make web builds each"
    for name in entries:
        page = pages.fill(name, {})
        assert not re.search(r'(?:src|href)="(?!#)[^"]', page.split('<script type="module">')[0])
        assert "@import" not in page
        assert "default-src 'none'" in page
        assert len(page.encode()) < 300_000


def test_the_lockfile_names_no_place(repo: Path) -> None:
    lock = json.loads((repo / "web" / "package-lock.json").read_text("utf-8"))
    packages = {name: facts for name, facts in lock["packages"].items() if name}
    assert packages
    assert not [name for name, facts in packages.items() if "resolved" in facts]
    assert not [name for name, facts in packages.items() if "integrity" not in facts]
