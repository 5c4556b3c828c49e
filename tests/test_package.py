"""The package as a whole: what it says about itself, and how light it is to import."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gokan
from gokan.former import FORMER

HEAVY = [
    "numpy",
    "torch",
    "lark",
    "typer",
    "rich",
    "asyncio",
    "cairosvg",
    "matplotlib",
    "fastapi",
    "polars",
]


def test_one_version_everywhere(repo: Path) -> None:
    version = gokan.__version__
    assert importlib.metadata.version("gokan") == version
    assert f"version: {version}" in (repo / "CITATION.cff").read_text("utf-8")
    assert re.search(
        rf"^## {re.escape(version)}\b", (repo / "CHANGELOG.md").read_text("utf-8"), re.M
    )


def test_types_are_advertised() -> None:
    assert (Path(gokan.__file__).parent / "py.typed").exists()


def test_importing_is_light() -> None:
    """Nothing heavy comes along; benchmarks/bench_start.py tells what it costs in time."""
    report = f"import gokan, sys; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("words", [["--version"], ["gtp"]])
def test_what_is_started_often_starts_without_the_command_line_library(words: list[str]) -> None:
    code = f"from gokan.cli import run; run({words}); import sys; print('typer' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], input=b"quit\n", capture_output=True)
    assert done.stdout.splitlines()[-1] == b"False", done.stderr


def test_the_version_is_the_same_wherever_it_is_asked_for() -> None:
    asked = [["--version"], ["--version", "show"]]  # the second goes through the library
    told = [
        subprocess.run([sys.executable, "-m", "gokan", *words], capture_output=True).stdout
        for words in asked
    ]
    assert told == [f"gokan {gokan.__version__}\n".encode()] * 2


@pytest.mark.parametrize("former", FORMER)
def test_former_names_lead_to_the_modules_of_today(former: str) -> None:
    code = (
        "import sys, warnings; warnings.simplefilter('ignore')\n"
        "from importlib import import_module\n"
        f"assert import_module('{former}') is import_module('{FORMER[former]}')\n"
        f"assert sys.modules['{FORMER[former]}'].__spec__.name == '{FORMER[former]}'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_former_name_warns_and_leads_into_a_package_that_moved() -> None:
    code = (
        "import gokan.study.tables, gokan_lab.study.tables as today\n"
        "from gokan.study import predict\n"
        "assert gokan.study.tables is today"
    )
    done = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True)
    assert done.returncode == 0, done.stderr
    assert b"gokan.study.tables is now gokan_lab.study.tables" in done.stderr
    for words, said in (
        (["-c", "import gokan.study.nothing"], b"No module named 'gokan_lab.study.nothing'"),
        (["-m", "gokan.intuition.training"], b"gokan.intuition.training is now gokan_lab.training"),
    ):
        failed = subprocess.run([sys.executable, *words], capture_output=True)
        assert said in failed.stderr


def test_command_and_module_agree() -> None:
    module = subprocess.run([sys.executable, "-m", "gokan", "--version"], capture_output=True)
    script = subprocess.run(
        [Path(sys.executable).with_name("gokan"), "--version"], capture_output=True
    )
    assert module.stdout == script.stdout
    assert gokan.__version__.encode() in script.stdout
    assert (module.returncode, script.returncode) == (0, 0)
