"""Show the examples in docstrings as Python sessions.

The docstrings hold plain `>>>` examples, as doctest wants them. On the way to the site this
extension of griffe, which reads the sources for mkdocstrings, puts a fence around each.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

# From a prompt at the start of a line to the next blank line or the end.
EXAMPLE = re.compile(r"^>>> .*?(?=\n[ \t]*\n|\Z)", re.M | re.S)


class FencedExamples(griffe.Extension):
    """Fence every example of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of one object, if it has one."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"\n```pycon\n\g<0>\n```", obj.docstring.value)
