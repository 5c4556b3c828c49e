"""The wire: what a line means, and what a response may contain."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gokan.gtp.engine import Engine
from gokan.gtp.protocol import Request, clean, format_response, parse, tidy


def test_control_characters_vanish_and_tabs_are_spaces() -> None:
    assert parse("pl\x00ay\x07\tb\x1b\tD4\r") == Request("", "play", ("b", "D4"))
    assert clean("a\x7fb#c") == "ab"


def test_ids_are_kept_as_written() -> None:
    assert parse("007 name") == Request("007", "name")
    assert parse("7name") == Request("", "7name")
    assert parse("٣ name") == Request("", "٣", ("name",))  # digits of another script are no id


def test_nothing_asked_nothing_answered() -> None:
    for line in ("", "   ", "\t", "# 1 name", "\x00"):
        assert parse(line) is None
        assert Engine().respond(line) == ""


def test_a_response_has_no_empty_line_inside() -> None:
    assert format_response("5", "a\n\n\nb\n") == "=5 a\nb\n\n"
    assert format_response("", "") == "= \n\n"
    assert format_response("", "\n A\n1 .") == "= \n A\n1 .\n\n"
    assert format_response("", "\n") == "= \n\n"


@given(st.text(max_size=60))
def test_any_text_makes_a_response_that_can_be_read(text: str) -> None:
    response = format_response("1", text)
    assert response.endswith("\n\n")
    assert "\n\n" not in response[:-1]
    assert tidy(tidy(text)) == tidy(text)


_ENGINE = Engine("random", size=5, seed=1, log=lambda said: None)
_WORDS = st.sampled_from(
    [*(name for name in _ENGINE.command_names() if name not in ("quit", "printsgf", "loadsgf"))]
)
_ARGUMENTS = st.lists(
    st.one_of(
        st.sampled_from(["b", "w", "black", "A1", "E5", "pass", "3", "-1", "9e99", "{}", "[]"]),
        st.text(max_size=8),
    ),
    max_size=4,
)


@given(st.one_of(st.none(), st.integers(0, 10**6)), _WORDS, _ARGUMENTS)
def test_every_line_gets_one_well_formed_response(
    number: int | None, word: str, arguments: list[str]
) -> None:
    """Whatever is asked of one engine, in whatever order."""
    line = " ".join([*([] if number is None else [str(number)]), word, *arguments])
    response = _ENGINE.respond(line)
    tag = "" if number is None else str(number)
    assert re.match(rf"[=?]{tag}( |\n)", response)
    assert response.endswith("\n\n")
    assert "\n\n" not in response[:-1]
    assert "internal error" not in response
