"""Gokan: five ways to understand a Go position, joined into one engine.

Start with `gokan.go`: `Position`, `Game`, `Rules`. Everything else answers questions about them.
"""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.former import find_former_names
from gokan.version import __version__

__all__ = ["GokanError", "__version__"]

find_former_names()
