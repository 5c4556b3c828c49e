"""Plain pages: boards and words in one HTML file without a script, to read or to print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

__all__ = ["Leaf", "leaflet", "sheet"]

_BELOW = ' class="below"'


@dataclass(frozen=True, slots=True)
class Leaf:
    """A board (SVG text) with a heading and lines of words; lines with a space first are below
    the one before.
    """

    heading: str
    picture: str
    lines: Sequence[str]


def leaflet(title: str, leaves: Iterable[Leaf]) -> str:
    """A page with each board beside its words; below them on a telephone.

    >>> page = leaflet("A title", [Leaf("One", "<svg></svg>", ["It lives.", "  line: A1"])])
    >>> "<h2>One</h2>" in page, "<p>It lives.</p>" in page
    (True, True)
    """
    parts = []
    for leaf in leaves:
        heading = f"<h2>{escape(leaf.heading)}</h2>" if leaf.heading else ""
        parts.append(
            f'<section class="leaf"><figure>{leaf.picture.strip()}</figure>'
            f"<div>{heading}{_lines(leaf.lines)}</div></section>"
        )
    return _page(title, f"<h1>{escape(title)}</h1>\n" + "\n".join(parts), "")


def sheet(
    title: str, problems: Sequence[Leaf], answers: Sequence[Leaf], *, each: int, across: int
) -> str:
    """Problems to print, so many on a page, and the answers on pages of their own at the end.

    >>> page = sheet("T", [Leaf("1", "<svg></svg>", [])], [], each=6, across=2)
    >>> page.count('<section class="page"')
    1
    """
    down = -(-each // across)
    style = (
        f".page{{--across:{across};--high:calc(245mm/{down})}}"
        f"@media screen and (max-width:40rem){{.page{{--across:{min(2, across)}}}}}"
        "@media screen and (max-width:26rem){.page{--across:1}}"
    )
    body = f"<h1>{escape(title)}</h1>\n" + _cells(problems, each, "problem")
    if answers:
        body += f'\n<h1 class="new">{escape(title)}: the answers</h1>\n'
        body += _cells(answers, each, "answer")
    return _page(title, body, style)


def _cells(leaves: Sequence[Leaf], each: int, kind: str) -> str:
    pages = [leaves[i : i + each] for i in range(0, len(leaves), each)]
    return "\n".join(
        '<section class="page">'
        + "\n".join(
            f'<article class="{kind}"><h2>{escape(leaf.heading)}</h2>'
            f"<figure>{leaf.picture.strip()}</figure>{_lines(leaf.lines)}</article>"
            for leaf in page
        )
        + "</section>"
        for page in pages
    )


def _lines(lines: Sequence[str]) -> str:
    return "".join(
        f"<p{_BELOW if line.startswith(' ') else ''}>{escape(line.strip())}</p>" for line in lines
    )


def _page(title: str, body: str, more: str) -> str:
    style = (Path(__file__).parent / "leaflet.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}{more}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
