"""Where a command's answer goes: which format, to stdout or to a file, whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = [
    "as_json",
    "check_theme",
    "chosen_format",
    "ending_of",
    "tell",
    "write",
    "write_beside",
    "write_picture",
]

PICTURES = ("svg", "png")
"""Formats that only a picture has."""


def chosen_format(
    format: str | None, json: bool, output: str | None, formats: Sequence[str]
) -> str:
    """The format that the options ask for; the first of `formats` is text.

    >>> chosen_format(None, False, "board.svg", ["ascii", "svg", "json"])
    'svg'
    >>> chosen_format(None, False, "board.gif", ["ascii", "svg"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: --output ends in .gif, which this command cannot write; use ...
    """
    text = formats[0]
    if json and format not in (None, "json"):
        raise InvalidInput(f"--json and --format {format} contradict each other.")
    if json:
        return "json"
    if format is not None:
        if format not in formats:
            raise InvalidInput(f"--format is {format!r} but must be one of {', '.join(formats)}.")
        return format
    return ending_of(output, formats) if output is not None else text


def ending_of(output: str, formats: Sequence[str]) -> str:
    """The format that a file's name asks for; a name without an ending is text."""
    if not output:
        raise InvalidInput("--output needs the name of a file.")
    ending = Path(output).suffix.lower().removeprefix(".")
    if ending in formats[1:]:
        return ending
    if ending in ("", "txt", "text"):
        return formats[0]
    known = ", ".join(f".{name}" for name in (*formats[1:], "txt"))
    raise InvalidInput(f"--output ends in .{ending}, which this command cannot write; use {known}.")


def check_theme(theme: str) -> str:
    """Refuse a theme that there is not."""
    if theme not in ("light", "dark", "auto"):
        raise InvalidInput(f"--theme is {theme!r} but must be light, dark or auto.")
    return theme


def write(data: bytes | str, output: str | None) -> None:
    """Write to a file, or to stdout where none is named."""
    if isinstance(data, str):
        data = data.encode()
    if output is not None:
        from gokan.files import write_whole

        write_whole(output, data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def tell(lines: Iterable[str]) -> None:
    """Lines for a person on stdout; on a terminal broken between words, and then set in."""
    import shutil
    import textwrap

    if not sys.stdout.isatty():
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        return
    width = max(40, shutil.get_terminal_size().columns)
    for line in lines:
        more = " " * (len(line) - len(line.lstrip()) + 4)
        wrapped = textwrap.fill(line, width, subsequent_indent=more, break_long_words=False)
        sys.stdout.write(f"{wrapped}\n")


def write_picture(picture: Svg, kind: str, output: str | None) -> None:
    """Write a picture as SVG or PNG."""
    if kind == "svg":
        write(str(picture).rstrip("\n") + "\n", output)
    elif output is None and sys.stdout.isatty():
        raise InvalidInput("A PNG cannot be shown in a terminal; name a file with --output.")
    else:
        write(picture.png(), output)


def write_beside(
    draw: Callable[..., Svg],
    title: str,
    lines: Sequence[str],
    kind: str,
    output: str | None,
    theme: str,
) -> None:
    """A board with the words beside it: a page, or a picture. `draw` makes the board."""
    if kind == "html":
        from gokan.pages import Leaf, leaflet

        picture = str(draw(title=None, theme="auto" if theme == "light" else theme))
        write(leaflet(title, [Leaf("", picture, lines)]), output)
    else:
        from gokan.draw import beside

        write_picture(beside(draw(theme=theme), lines, theme=theme), kind, output)


def as_json(data: Any, *, row: int = 0, width: int = 100) -> str:
    """JSON for people too: what fits a line stands on one; a long list of values has `row` of them
    on each, as a board has points.

    >>> print(as_json({"size": [9, 9], "rows": [[0] * 30, [1] * 30], "name": "a"}))
    {
      "size": [9, 9],
      "rows": [
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
      ],
      "name": "a"
    }
    """
    return _laid_out(data, "", row, width)


def _laid_out(data: Any, indent: str, row: int, width: int) -> str:
    from json import dumps

    short = dumps(data, ensure_ascii=False)
    if not isinstance(data, dict | list | tuple) or not data:
        return short
    if indent and len(indent) + len(short) < width:
        return short
    deeper = indent + "  "
    if isinstance(data, dict):
        parts = [
            f"{deeper}{dumps(str(key))}: {_laid_out(value, deeper, row, width)}"
            for key, value in data.items()
        ]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if not any(isinstance(value, dict | list | tuple) for value in data):
        words = [dumps(value, ensure_ascii=False) for value in data]
        return f"[\n{_filled(words, deeper, row, width)}\n{indent}]"
    parts = [deeper + _laid_out(value, deeper, row, width) for value in data]
    return "[\n" + ",\n".join(parts) + f"\n{indent}]"


def _filled(words: list[str], indent: str, row: int, width: int) -> str:
    if row and len(words) % row == 0:
        wide = max(map(len, words))
        rows = [words[i : i + row] for i in range(0, len(words), row)]
        return ",\n".join(indent + ", ".join(f"{w:>{wide}}" for w in one) for one in rows)
    lines, line = [], indent
    for place, word in enumerate(words):
        more = word + ("," if place < len(words) - 1 else "")
        if len(line) + len(more) > width and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += more + " "
    return "\n".join([*lines, line.rstrip()])
