"""A server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("fastapi")

from tests.serve.running import Client, running


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with running() as one:
        yield one
