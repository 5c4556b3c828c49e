"""The former place of `gokan_lab.study`: its names are found here for one more version."""

from __future__ import annotations

from typing import Any

_NAMES = (
    "Collection",
    "Parameters",
    "Prediction",
    "Ranker",
    "RankerInfo",
    "Record",
    "Row",
    "Solutions",
    "WorstMove",
    "parameters",
    "predict",
    "ranker",
    "rankers",
    "register",
    "solutions",
    "worst",
)


def __getattr__(name: str) -> Any:
    """Import from the laboratory on first use, and say where the name is now."""
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import warnings

    import gokan_lab.study

    warnings.warn(
        f"gokan.study.{name} is now gokan_lab.study.{name}; the old name goes with version 0.2.",
        DeprecationWarning,
        stacklevel=2,
    )
    return getattr(gokan_lab.study, name)
