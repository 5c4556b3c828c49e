"""The README and the guide tell the truth: what they show is run here.

A fence marked `pycon` is a Python session, all fences of a page making one. A fence marked
`console` is a shell session: each `$ command` is run and its output compared, `...` standing for
anything. Pages run in a folder of their own that holds a copy of examples/.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BENCHMARKS = sorted((ROOT / "docs" / "benchmarks").glob("*.md"))
LONGEST_BENCHMARK = 80  # lines: today's tables, their commands and dates; history is in git
CALQUES = {  # what a native writer would not say, and what to say instead
    r"gone on with": "continued, resumed",
    r"hangs? on the (clock|network|item)": "depends on",
    r"hangs? on nothing": "depends on nothing",
    r"second judge": "cross-check",
    r"(are|is) told (in|of|with|only)\b": "reported, mentioned, given",
    r"\b[Ww]as mended|\b[Ww]ere mended": "was fixed",
    r"in vain\b": "without success",
    r"worth its price": "paid off",
    r"Missing is": "Not yet measured:",
}
FENCE = re.compile(r"^( *)```(pycon|console)[^\n]*\n(.*?)^\1```$", re.M | re.S)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_caches = shutil.ignore_patterns("__pycache__")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=_caches)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    text = page.read_text("utf-8")
    names: dict[str, object] = {}
    for fence in FENCE.finditer(text):
        line = text[: fence.start()].count("\n") + 1
        if fence[2] == "pycon":
            _run_python(fence[3], names, page, line)
        else:
            _run_shell(fence[3], page, line)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_pages_are_in_plain_english(page: Path) -> None:
    text = " ".join(page.read_text("utf-8").split())
    for phrase, better in CALQUES.items():
        assert not (found := re.search(phrase, text)), f"{found}: better {better}"


def test_every_page_is_in_the_contents() -> None:
    contents = (ROOT / "zensical.toml").read_text("utf-8")
    pages = [str(page.relative_to(ROOT / "docs")) for page in PAGES[1:]]
    assert [page for page in pages if f'"{page}"' not in contents] == []


@pytest.mark.parametrize("page", BENCHMARKS, ids=lambda p: p.stem)
def test_benchmarks_are_short_and_say_when_and_how(page: Path) -> None:
    text = page.read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST_BENCHMARK
    assert re.search(r"\b20\d\d-\d\d-\d\d\b", text), "no date"
    assert re.search(r"`[^`]*(bench_\w+\.py|gokan |pytest|make |tools/|python)", text), "no command"


@pytest.mark.parametrize("bench", sorted((ROOT / "benchmarks").glob("bench_*.py")), ids=str)
def test_every_benchmark_answers_a_question_of_a_page(bench: Path) -> None:
    assert any(bench.name in page.read_text("utf-8") for page in BENCHMARKS)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name: str) -> None:
    """Those of the pages in docs/ are checked when the site is built."""
    for target in re.findall(r"\]\(([^)\s]+)\)", (ROOT / name).read_text("utf-8")):
        path = target.partition("#")[0]
        assert "://" in target or (ROOT / path).exists(), f"{target}: no such file"


def test_every_package_has_an_api_page() -> None:
    rooms = (path.parent for path in (ROOT / "src").glob("gokan*/*/__init__.py"))
    packages = {f"{room.parent.name}.{room.name}" for room in rooms}
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    shown = set(re.findall(r"^::: (gokan\w*\.\w+)", pages, re.M))
    missing = packages - shown - {"gokan.cli", "gokan_lab.cli"}
    assert not missing, "add docs/api/NAME.md with `::: gokan.NAME` and list it in zensical.toml"


def _run_python(session: str, names: dict[str, object], page: Path, line: int) -> None:
    test = doctest.DocTestParser().get_doctest(session, names, page.name, str(page), line)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(report)


def _run_shell(session: str, page: Path, line: int) -> None:
    checker = doctest.OutputChecker()
    for block in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, _, wanted = block.partition("\n")
        done = subprocess.run(
            command, shell=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert checker.check_output(wanted, done.stdout, FLAGS), (
            f"{page}:{line}: $ {command}\nexpected:\n{wanted}\ngot:\n{done.stdout}"
        )
