"""Where modules were: the former names that the API pages showed lead to those of today, until 0.2.

>>> from importlib import import_module
>>> import warnings
>>> with warnings.catch_warnings():
...     warnings.simplefilter("ignore", DeprecationWarning)
...     import_module("gokan.go.sgf_text").__name__
'gokan.go.sgf.text'
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

__all__ = ["FORMER", "find_former_names"]

FORMER = {
    # A package stands for what it holds.
    "gokan.study.collection": "gokan.go.collection",
    "gokan.study": "gokan_lab.study",
    "gokan.intuition.corners": "gokan_lab.corners",
    "gokan.intuition.training": "gokan_lab.training",
    "gokan.sight.tune": "gokan_lab.fits.sight",
    "gokan.play.answer": "gokan.play.tree.answer",
    "gokan.play.searching": "gokan.play.tree.searching",
    "gokan.play.evaluation": "gokan.play.tree.evaluation",
    "gokan.play.evaluators": "gokan.play.tree.evaluators",
    "gokan.play.oracle": "gokan.play.tree.oracle",
    "gokan.play.levels": "gokan.play.players.levels",
    "gokan.play.match": "gokan.play.matches.match",
    "gokan.go.sgf_info": "gokan.go.sgf.info",
    "gokan.go.sgf_text": "gokan.go.sgf.text",
}
_START = ("gokan.study", "gokan.intuition.", "gokan.sight.", "gokan.play.", "gokan.go.")


def find_former_names() -> None:
    """From now on an import of a former name gives the module of today, with a warning."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())  # first: a package that moved still finds its modules


def _today(name: str) -> str | None:
    if name.startswith(_START):
        for former, today in FORMER.items():
            if name == former or name.startswith(f"{former}."):
                return today + name[len(former) :]
    return None


class _Finder:
    """Finds former names, and is its own loader."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A spec where the name is a former one."""
        del path, target
        if _today(name) is None:
            return None
        return ModuleSpec(name, self)  # type: ignore[arg-type]  # a loader by what it can do

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Nothing of its own: the module of today takes its place."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of today in its place."""
        import warnings
        from importlib import import_module

        name = module.__name__
        today = _today(name)
        assert today is not None
        found = import_module(today)
        warnings.warn(
            f"{name} is now {today}; the former name goes with version 0.2.",
            DeprecationWarning,
            stacklevel=2,
        )
        sys.modules[name] = found

    def get_code(self, name: str) -> None:
        """Asked by `python -m`, which cannot follow."""
        raise ImportError(f"{name} is now {_today(name)}", name=name)
