"""`python -m gokan` is the same as `gokan`."""

from __future__ import annotations

from gokan.cli import main

main()
