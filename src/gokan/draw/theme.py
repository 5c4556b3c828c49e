"""Colours. Every pair that must be told apart also differs in lightness, shape or hatching.

The accents come from the palette of Okabe and Ito, made to be told apart with any kind of colour
blindness: blue for what is good for Black (positive) and for arrows, vermilion for what is good
for White (negative, and always hatched) and for borders. So no picture depends on hue alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gokan.errors import InvalidInput

LIGHT: Mapping[str, str] = {
    "page": "#ffffff",  # around the board: title, caption, scale
    "page_ink": "#222222",
    "wood": "#ecc986",
    "paper": "#faf5e9",  # the board under a heat map, pale so that colours stay clean
    "line": "#7a5c2e",
    "ink": "#1a1408",  # marks and labels on empty points, coordinates
    "black": "#161616",
    "black_rim": "#000000",
    "on_black": "#ffffff",
    "white": "#fdfdfb",
    "white_rim": "#5c5648",
    "on_white": "#000000",
    "positive": "#0072b2",
    "negative": "#d55e00",
    "hatch": "#8a3a00",
    "amount": "#007a5e",  # the one colour of a scale without sign
    "accent": "#0072b2",
    "border": "#c44900",
    "casing": "#fffdf6",  # the outline that keeps lines visible on stones
}
DARK: Mapping[str, str] = {
    "page": "#1b1b1d",
    "page_ink": "#e6e2d8",
    "wood": "#6d5a3a",
    "paper": "#2c2a27",
    "line": "#b9a47c",
    "ink": "#fff4dc",
    "black": "#0b0b0b",
    "black_rim": "#8c8373",
    "on_black": "#ffffff",
    "white": "#ece8df",
    "white_rim": "#000000",
    "on_white": "#000000",
    "positive": "#2a94d6",
    "negative": "#e8741c",
    "hatch": "#ffc08a",
    "amount": "#12a67f",
    "accent": "#6cc0f5",
    "border": "#ff9a4d",
    "casing": "#14110b",
}
THEMES = ("light", "dark", "auto")


@dataclass(slots=True)
class Painter:
    """Gives elements their colours.

    Colours are plain attributes, so that every viewer shows them; "auto" adds classes that a style
    sheet for dark screens repaints.

    >>> Painter("light").paint(fill="black")
    ' fill="#161616"'
    >>> auto = Painter("auto")
    >>> auto.paint(fill="wood", stroke="line")
    ' fill="#ecc986" stroke="#7a5c2e" class="gk-f-wood gk-s-line"'
    >>> auto.style()[:70]
    '<style>@media (prefers-color-scheme:dark){.gk-f-wood{fill:#6d5a3a}.gk-'
    """

    theme: str
    _used: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise InvalidInput(f"there is no theme {self.theme!r}: choose light, dark or auto")

    def paint(self, *, fill: str | None = None, stroke: str | None = None) -> str:
        """Attributes for a fill and a stroke, each by its name in the tables above."""
        colors = DARK if self.theme == "dark" else LIGHT
        out, classes = "", []
        for key, role in (("fill", fill), ("stroke", stroke)):
            if role is None:
                continue
            out += f' {key}="{colors[role] if role != "none" else "none"}"'
            if self.theme == "auto" and role != "none":
                self._used.add((key, role))
                classes.append(f"gk-{key[0]}-{role}")
        return out + (f' class="{" ".join(classes)}"' if classes else "")

    def style(self) -> str:
        """The style sheet that "auto" needs for what was painted so far."""
        if not self._used:
            return ""
        rules = (f".gk-{k[0]}-{role}{{{k}:{DARK[role]}}}" for k, role in sorted(self._used))
        return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"
