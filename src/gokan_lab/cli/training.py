"""What some commands need, packages and a GPU: what is missing is said before anything begins."""

from __future__ import annotations

from importlib.util import find_spec

from gokan.checks import whole
from gokan.errors import InvalidInput

__all__ = ["check_device", "check_seed", "need", "need_torch"]

_LARGEST_SEED = 2**32 - 1  # torch and the core make longer numbers of it


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


def need_torch(device: str = "cpu") -> None:
    """For everything that trains with torch, on such a device."""
    for package in ("torch", "numpy"):
        need(package, "Training", "pip install 'gokan[train]'")
    check_device(device)


def check_device(device: str) -> None:
    """Refuse a device that Gokan does not know or that is not there.

    >>> check_device("cpu")
    >>> check_device("abacus")
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: --device is 'abacus' but must be cpu or cuda.
    """
    if device not in {"cpu", "cuda"}:
        raise InvalidInput(f"--device is {device!r} but must be cpu or cuda.")
    if device == "cuda":
        need("torch", "--device cuda", "pip install 'gokan[train]'")
        import torch

        if not torch.cuda.is_available():
            raise InvalidInput("--device is cuda, but torch finds no GPU here.")


def check_seed(seed: int) -> None:
    """Refuse a seed that the core or torch could not take.

    >>> check_seed(-1)
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: The seed must lie between 0 and 4294967295, not at -1.
    """
    whole("seed", seed, 0, _LARGEST_SEED)
