"""Pages: HTML files that need nothing but a browser.

The pages are made from `web/` by `make web` and ship inside the wheel; each is one file with
its script and style inside. Here they are filled with data: `fill("review", data)`.
"""

from gokan.pages.built_page import fill as fill
from gokan.pages.built_page import names as names

__all__ = ["fill", "names"]
