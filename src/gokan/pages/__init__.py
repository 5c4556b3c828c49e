"""Pages: HTML files that need nothing but a browser.

The pages are made from `web/` by `make web` and ship inside the wheel; each is one file with
its script and style inside. Here they are filled with data: `fill("review", data)`.

Boards and words without a script are simpler: `leaflet` to read, `sheet` to print.
"""

from gokan.pages.built_page import application as application
from gokan.pages.built_page import fill as fill
from gokan.pages.built_page import names as names
from gokan.pages.leaflet import Leaf as Leaf
from gokan.pages.leaflet import leaflet as leaflet
from gokan.pages.leaflet import sheet as sheet

__all__ = ["Leaf", "application", "fill", "leaflet", "names", "sheet"]
