"""Filling a built page with data."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gokan.errors import PageNotBuilt

__all__ = ["application", "fill", "names"]

_BUILT = Path(__file__).parent / "built"
_TITLE = "<title>Gokan</title>"
_DATA = '<script type="application/json" id="data">null</script>'


def fill(name: str, data: Mapping[str, Any], *, title: str = "Gokan") -> str:
    """The page of that name with data inside: the text of a complete HTML file.

    The data is what the page's script reads as JSON; nothing in it can end the script or become
    markup, whatever a record holds.

    >>> page = fill("nothing", {})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    gokan.errors.PageNotBuilt: The page 'nothing' is not built: type 'make web' in the source ...
    """
    try:
        text = (_BUILT / f"{name}.html").read_text("utf-8")
    except OSError:
        raise PageNotBuilt(
            f"The page {name!r} is not built: type 'make web' in the source folder, or install "
            "a wheel, which holds the pages."
        ) from None
    if text.count(_DATA) != 1 or text.count(_TITLE) != 1:
        raise PageNotBuilt(f"The page {name!r} has no place for data: build it again ('make web').")
    words = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for letter in "<>&\u2028\u2029":
        words = words.replace(letter, f"\\u{ord(letter):04x}")
    text = text.replace(_TITLE, f"<title>{html.escape(title)}</title>")
    return text.replace(_DATA, _DATA.replace("null", words))


def names() -> list[str]:
    """The pages that are built, in alphabetical order."""
    return sorted(path.stem for path in _BUILT.glob("*.html"))


def application() -> dict[str, bytes]:
    """The files of the workbench by their names, `index.html` among them."""
    folder = _BUILT / "app"
    files = {path.name: path.read_bytes() for path in sorted(folder.glob("*.*"))}
    if "index.html" not in files:
        raise PageNotBuilt(
            "The workbench is not built: type 'make web' in the source folder, or install a "
            "wheel, which holds it."
        )
    return files
