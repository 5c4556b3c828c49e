"""Ctrl-C during long work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

from gokan.stopping import stopping


@pytest.fixture(autouse=True)
def _given_back() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def test_the_first_is_answered_and_the_second_does_what_it_did_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    heard: list[int] = []

    def usual(number: int, frame: object) -> None:
        heard.append(number)

    signal.signal(signal.SIGINT, usual)
    with stopping("stopping") as stopped:
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        assert not heard
        signal.raise_signal(signal.SIGINT)
        assert heard == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is usual
    assert capsys.readouterr().err == "\nstopping\n"


def test_where_it_is_ignored_it_stays_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with stopping() as stopped:
        signal.raise_signal(signal.SIGINT)
    assert not stopped()
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_in_another_thread_nothing_is_changed() -> None:
    before = signal.getsignal(signal.SIGINT)
    found: list[object] = []

    def work() -> None:
        with stopping():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [before]
