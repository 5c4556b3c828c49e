"""Packages that some commands need: what is missing is said before anything begins."""

from __future__ import annotations

from importlib.util import find_spec

from gokan.errors import InvalidInput

__all__ = ["need", "need_torch"]


def need(package: str, what: str, how: str) -> None:
    """Say in one sentence that a package is missing, and how to get it.

    >>> need("json", "Reading", "pip install json")
    >>> need("gofish", "Fishing", "pip install gofish")
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: Fishing needs the package gofish; install it with: pip install gofish
    """
    try:
        found = find_spec(package) is not None
    except ValueError:  # it was shut out
        found = False
    if not found:
        raise InvalidInput(f"{what} needs the package {package}; install it with: {how}")


def need_torch() -> None:
    """For everything that trains the whole-board network."""
    for package in ("torch", "numpy"):
        need(package, "Training", "pip install 'gokan[train]'")
