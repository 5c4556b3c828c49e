"""Fuzz the reader of template files: what it accepts must compile, match and be checked unharmed.

What it refuses must be refused in one line that names the file and a line of it.
"""

from __future__ import annotations

import re

from gokan.errors import GokanError
from gokan.go import BLACK, Position
from gokan.sight import InvalidTemplate, Library
from gokan.sight.template import parse
from gokan_lab.study.matchers import Matcher

POSITION = Position.empty(7).play("C3").play("D4").play("E3")


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        templates = parse(text, file="fuzzed")
    except InvalidTemplate as error:
        check_refusal(str(error), text.count("\n") + 1)
        return
    assert len({t.name for t in templates}) == len(templates)
    for template in templates:
        assert template.reason
        assert (template.weight is None) == bool(template.marks)
    try:
        library = Library(templates)
    except GokanError:
        assert len(templates) > 2000
        return
    if len(templates) < 50:
        library.check()
    planes = sorted(Matcher(library, "planes").hits(POSITION, BLACK))
    assert planes == sorted(Matcher(library, "naive").hits(POSITION, BLACK))
    _, marks = library.scan(POSITION)
    assert all(POSITION.board[point] == 0 for point in marks)


def check_refusal(said: str, lines: int) -> None:
    named = re.match(r"fuzzed, line (\d+)[:,]", said)
    assert named, said
    assert 1 <= int(named[1]) <= lines, said
    assert "\n" not in said, said
