"""What all commands that train need."""

from __future__ import annotations

from importlib.util import find_spec

from gokan.errors import InvalidInput

__all__ = ["need_torch"]


def need_torch() -> None:
    """Say what is missing before anything begins."""
    for package in ("torch", "numpy"):
        if find_spec(package) is None:
            raise InvalidInput(
                f"Training needs the package {package}; install it with: pip install 'gokan[train]'"
            )
