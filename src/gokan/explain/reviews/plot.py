"""The score over a game as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.draw.svg import Svg, escape, number
from gokan.draw.theme import Painter

if TYPE_CHECKING:
    from gokan.explain.reviews.answer import Review

_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 12.0, 16.0, 26.0
_LEAST = 10.0  # points that the scale shows at least


def plot(review: Review, *, width: int = 720, height: int = 240, theme: str = "light") -> Svg:
    """Black's lead after every move, with the moves that mattered marked.

    >>> from gokan.explain.reviews.reviewing import review
    >>> from gokan.go import Game
    >>> answer = review(Game.parse("(;SZ[9];B[ee];W[gc])"), numbers="strength")
    >>> str(plot(answer)).startswith("<svg")
    True
    """
    leads = [float(review.start["lead"]), *(move.lead for move in review.moves)]
    top = max(_LEAST, *(abs(lead) for lead in leads)) * 1.05
    right, bottom = width - _RIGHT, height - _BOTTOM
    middle = (_TOP + bottom) / 2
    painter = Painter(theme)

    def x(move: int) -> float:
        return _LEFT + (right - _LEFT) * move / max(1, len(leads) - 1)

    def y(lead: float) -> float:
        return middle - (middle - _TOP) * lead / top

    line = " ".join(f"{number(x(n))},{number(y(lead))}" for n, lead in enumerate(leads))
    text = f' font-family="sans-serif" font-size="12"{painter.paint(fill="page_ink")}'
    blue = painter.paint(fill="none", stroke="accent")
    parts = [
        f"<title>{escape('Black’s lead over the game')}</title>",
        f'<rect width="{width}" height="{height}"{painter.paint(fill="page")}/>',
        f'<path d="M{_LEFT} {number(middle)}H{number(right)}"{painter.paint(stroke="line")}/>',
        f'<polyline points="{line}" stroke-width="2"{blue}/>',
        f'<text x="4" y="{number(_TOP + 8)}"{text}>B+{top:.0f}</text>',
        f'<text x="4" y="{number(bottom)}"{text}>W+{top:.0f}</text>',
        f'<text x="{_LEFT}" y="{height - 8}"{text}>0</text>',
        f'<text x="{number(right - 24)}" y="{height - 8}"{text}>{len(leads) - 1}</text>',
    ]
    for move in review.mattered:
        at, lead = x(move.number), y(move.lead)
        shape = painter.paint(fill="black" if move.color == "black" else "white", stroke="border")
        parts.append(
            f'<circle cx="{number(at)}" cy="{number(lead)}" r="5" stroke-width="2"{shape}>'
            f"<title>{move.number} {escape(move.vertex)}: {move.word}</title></circle>"
        )
    body = "".join(parts)
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{painter.style()}{body}</svg>',
        width,
        height,
    )
