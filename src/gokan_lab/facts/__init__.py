"""Every number that the five works publish, recomputed: `gokan study facts`, or `make facts`.

`facts.toml` lists them: work, place, claim, the printed figure, and where ours comes from. That is
a function of the module named after the work (`zobrist`, `klinger`, `wong`, `scrimger`, `wolf`),
or, where computing takes longer, a figure that stands on a page with its date and command; or the
entry names a gap: what cannot be compared, and why.
"""

from __future__ import annotations

from gokan_lab.facts.listing import FACTS, WORKS, Fact, load
from gokan_lab.facts.running import Row, run, table

__all__ = ["FACTS", "WORKS", "Fact", "Row", "load", "run", "table"]
