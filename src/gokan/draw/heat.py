"""Heat maps: a tint for each point, and the scale that explains it.

Values with a sign (influence, a difference of points) are blue where positive, which by our custom
is good for Black, and vermilion with hatching where negative. Values without one go from pale to
dark in one colour. Tints are rounded to a few steps: the eye sees no more, and the file is small.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gokan.draw import layers
from gokan.draw.frame import CELL, Board, Frame, PerPoint, by_point, for_all
from gokan.draw.svg import escape, number
from gokan.draw.theme import Painter
from gokan.errors import InvalidInput

STEPS = 12
SCALES = ("auto", "diverging", "sequential")


@dataclass(frozen=True, slots=True)
class Heat:
    """Values of points, ready to be drawn."""

    values: Mapping[int, float]
    signed: bool
    limit: float
    """The absolute value that gets the full tint."""

    def step(self, value: float) -> int:
        """The tint of a value: 0 for none to STEPS for full; negative for negative values."""
        if not self.limit:
            return 0
        share = max(-1.0, min(1.0, value / self.limit))
        if abs(share) < 0.5 / STEPS:
            return 0
        return round(math.copysign(max(1, round(abs(share) * STEPS)), share))

    def text(self, value: float) -> str:
        """A value to be written on its point: as many digits as the largest one needs.

        >>> Heat({}, signed=True, limit=26.2).text(3.7), Heat({}, False, 1.0).text(0.5)
        ('+4', '.50')
        """
        if not math.isfinite(value):
            return short(value)
        digits = 0 if self.limit >= 10 else 1 if self.limit > 1 else 2
        text = f"{value:.{digits}f}"
        if abs(value) < 1:
            text = text.replace("0.", ".", 1)
        if not text.strip("-.0"):
            return "0"
        return ("+" if self.signed and value > 0 else "") + text.replace("-", "\u2212")


def read(
    values: PerPoint[float] | Sequence[float | None], board: Board, scale: str, limit: float | None
) -> Heat:
    """Check values for some points or for all; None and NaN mean "no value here".

    >>> from gokan.go import diagram
    >>> read([1, -2, None], diagram.parse(". . ."), "auto", None)
    Heat(values={0: 1.0, 1: -2.0}, signed=True, limit=2.0)
    """
    if scale not in SCALES:
        raise InvalidInput(
            f"there is no heat scale {scale!r}: choose auto, diverging or sequential"
        )
    if isinstance(values, Mapping):
        pairs = list(by_point(values, board).items())
    else:
        pairs = [(p, v) for p, v in enumerate(for_all(values, board, "heat")) if v is not None]
    found = {p: float(v) for p, v in pairs if not math.isnan(v)}
    signed = scale == "diverging" or (scale == "auto" and any(v < 0 for v in found.values()))
    if limit is None:
        limit = max((abs(v) for v in found.values() if math.isfinite(v)), default=0.0)
    elif not limit > 0:
        raise InvalidInput(f"the heat limit must be above 0, and it is {limit:g}")
    return Heat(found, signed, float(limit))


def layer(frame: Frame, painter: Painter, heat: Heat) -> str:
    """The tints under lines and stones."""
    steps: dict[int, list[int]] = defaultdict(list)
    for p, value in heat.values.items():
        if frame.shows(p) and (step := heat.step(value)):
            steps[step].append(p)
    out = ""
    for step, points in sorted(steps.items()):
        corners = [(x - CELL / 2, y - CELL / 2) for x, y in map(frame.at, points)]
        out += _tint(painter, heat, step, layers.cells(frame, points), _hatching(corners))
    return out


def legend(
    painter: Painter,
    heat: Heat,
    *,
    left: float,
    top: float,
    width: float,
    title: str | None,
    ends: tuple[str, str] | None,
) -> tuple[str, float]:
    """The scale under the board, and its height."""
    out, y, size = "", top, 11.0
    if title:
        shown, fitted = layers.fit(title, width, biggest=size, smallest=8)
        out += _label(left + width / 2, y + size, fitted, "middle", shown)
        y += size + 7
    half, bar = CELL / 2, ""
    steps = range(-STEPS if heat.signed else 0, STEPS + 1)
    step_width = width / len(steps)
    for i, step in enumerate(steps):
        x = left + i * step_width
        square = f"M{number(x)} {number(y)}h{number(step_width)}v{number(half)}"
        square += f"h-{number(step_width)}z"
        bar += _tint(painter, heat, step, square, _bar_hatching(x, y, step_width, half))
    box = f'<rect x="{number(left)}" y="{number(y)}" width="{number(width)}"'
    box += f' height="{number(half)}"'
    out += f"{box}{painter.paint(fill='paper')}/>{bar}"
    out += f'{box} fill="none" stroke-width=".7"{painter.paint(stroke="page_ink")}/>'
    y += half + size + 3
    low = "\u2212" + short(heat.limit) if heat.signed else "0"
    high = ("+" if heat.signed else "") + short(heat.limit)
    if ends:
        low, high = f"{ends[0]} {low}".strip(), f"{high} {ends[1]}".strip()
    room = width * (0.44 if heat.signed else 0.48)
    for text, x, anchor in ((low, left, "start"), (high, left + width, "end")):
        shown, fitted = layers.fit(text, room, biggest=size - 1, smallest=7)
        out += _label(x, y, fitted, anchor, shown)
    if heat.signed:
        out += _label(left + width / 2, y, size - 1, "middle", "0")
    return f"<g{painter.paint(fill='page_ink')}>{out}</g>", y + 5 - top


def short(value: float) -> str:
    """A number as short as a label needs it.

    >>> short(0.12345), short(12.0), short(1234.5), short(-3.0)
    ('0.12', '12', '1234', '−3')
    """
    if not math.isfinite(value):
        text = "∞" if value > 0 else "−∞" if value < 0 else "?"
    elif abs(value) >= 100 or value == round(value):
        text = f"{value:.0f}"
    else:
        text = f"{value:.2g}" if abs(value) < 10 else f"{value:.1f}"
    return text.replace("-", "\u2212")


def _tint(painter: Painter, heat: Heat, step: int, squares: str, hatching: str) -> str:
    if not step:
        return ""
    role = "amount" if not heat.signed else "positive" if step > 0 else "negative"
    opacity = number(0.06 + 0.82 * abs(step) / STEPS)
    out = f'<path d="{squares}" fill-opacity="{opacity}"{painter.paint(fill=role)}/>'
    if heat.signed and step < 0:
        out += f'<path d="{hatching}" fill="none" stroke-width="1.1" stroke-opacity="'
        out += f'{number(0.25 + 0.75 * abs(step) / STEPS)}"{painter.paint(stroke="hatch")}/>'
    return out


def _hatching(corners: list[tuple[float, float]]) -> str:
    """Slanted lines over cells, which go on from one cell to the next."""
    third, whole = number(CELL / 2), number(CELL)
    half = CELL / 2
    return "".join(
        f"M{number(x)} {number(y + half)}l{third}-{third}"
        f"M{number(x)} {number(y + CELL)}l{whole}-{whole}"
        f"M{number(x + half)} {number(y + CELL)}l{third}-{third}"
        for x, y in corners
    )


def _bar_hatching(x: float, y: float, width: float, height: float) -> str:
    reach = min(width, height)
    return f"M{number(x)} {number(y + height)}l{number(reach)}-{number(reach)}"


def _label(x: float, y: float, size: float, anchor: str, text: str) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )
