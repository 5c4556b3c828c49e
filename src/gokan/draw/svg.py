"""A finished picture, and the few helpers that write SVG text safely and briefly."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole


@dataclass(frozen=True, slots=True)
class Svg:
    """A picture as SVG text. Notebooks show it; `save` and `png` take it elsewhere.

    >>> picture = Svg('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 9, 9)
    >>> str(picture)[:4], picture.width
    ('<svg', 9)
    """

    text: str
    width: float
    """In pixels, as `height`."""
    height: float

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Svg {number(self.width)}x{number(self.height)}>"

    def _repr_svg_(self) -> str:
        return self.text

    def save(self, path: str | os.PathLike[str], *, scale: float = 2.0) -> Path:
        """Write the picture to a file; the name's ending, `.svg` or `.png`, says which kind."""
        target = Path(path)
        ending = target.suffix.lower()
        if ending not in (".svg", ".png"):
            raise InvalidInput(f"{target.name} should end in .svg or .png")
        data = self.png(scale=scale) if ending == ".png" else self.text.encode()
        write_whole(target, data)
        return target

    def png(self, *, scale: float = 2.0) -> bytes:
        """The picture as PNG, `scale` pixels for each of its own; needs the extra `gokan[png]`."""
        try:
            import cairosvg
        except ImportError:
            raise GokanError('PNG needs one more package: pip install "gokan[png]"') from None
        except OSError:
            raise GokanError(
                "PNG needs the cairo library of the system (Debian: apt install libcairo2)"
            ) from None
        if not 0 < scale * max(self.width, self.height) <= 20_000:
            raise InvalidInput(f"a scale of {scale:g} does not give a picture of 1 to 20000 pixels")
        png: bytes = cairosvg.svg2png(bytestring=self.text.encode(), scale=scale)
        return png


def number(value: float) -> str:
    """A number with at most two decimals and no more characters than it needs.

    >>> number(12.0), number(0.504), number(-0.001)
    ('12', '.5', '0')
    """
    hundredths = round(value * 100)
    if not hundredths % 100:
        return str(hundredths // 100)
    text = f"{hundredths / 100:.2f}".rstrip("0")
    return text.replace("0.", ".", 1) if -100 < hundredths < 100 else text


def escape(text: str) -> str:
    """Text for between tags or quotes; what XML cannot hold becomes the replacement character.

    >>> escape('a < "b" & ' + chr(0))
    'a &lt; &quot;b&quot; &amp; \ufffd'
    """
    text = _NOT_XML.sub("\ufffd", text)
    for raw, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(raw, safe)
    return text


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
