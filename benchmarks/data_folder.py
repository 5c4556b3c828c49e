"""Where real games and problems are kept, outside the repository: $GOKAN_DATA or ../shared/data."""

from __future__ import annotations

import os
from pathlib import Path

DATA = Path(os.environ.get("GOKAN_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
