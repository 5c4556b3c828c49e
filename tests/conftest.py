"""What every test may use: the data folder, outside programs, hypothesis profiles."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# `dev` is quick, `ci` is thorough but repeats exactly, `long` is for a night of searching.
_patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", _patient, max_examples=30)
settings.register_profile("ci", _patient, max_examples=100, derandomize=True, print_blob=True)
settings.register_profile("long", _patient, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

# A run started in the background may have been told to ignore Ctrl-C, and so would the programs
# that the tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing that a test works out goes to, or comes from, the user's cache folder."""
    os.environ["GOKAN_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(autouse=True)
def _no_kept_reviews(_own_cache: None) -> None:
    """A test that reviews a game another one reviewed makes the review itself."""
    shutil.rmtree(Path(os.environ["GOKAN_CACHE"]) / "reviews", ignore_errors=True)


@pytest.fixture(scope="session")
def repo() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Real games and problems, kept outside the repository: $GOKAN_DATA or ../shared/data."""
    named = os.environ.get("GOKAN_DATA")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no data folder at {folder}; set GOKAN_DATA to one to run this test")
    return folder


@pytest.fixture(scope="session")
def program() -> Callable[[str], str]:
    """Find an outside program, for example `program("gnugo")`; skip the test if it is absent."""

    def find(name: str) -> str:
        # Debian puts games in a folder that is not on every PATH.
        path = shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")
        if path is None:
            pytest.skip(f"{name} is not installed; `make test-tools` installs it on Debian")
        return path

    return find
