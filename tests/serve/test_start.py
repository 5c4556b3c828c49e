"""What `gokan` says of the workbench to somebody who does not know it."""

from __future__ import annotations

import sys

import pytest

from gokan.cli import run


def test_without_arguments_a_terminal_is_told_how_to_sit_down(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run([]) == 0
    assert "To sit down" not in capsys.readouterr().out  # nobody reads it there
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run([]) == 0
    assert capsys.readouterr().out.strip().endswith("have games reviewed: gokan serve")


def test_the_help_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    said = capsys.readouterr().out
    assert "--data" in said
    assert "--renew-secret" in said
