"""Modules of benchmarks/, which is no package, for tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any


def load(name: str) -> Any:
    """The module of that name, with what stands beside it in reach."""
    path = Path(__file__).parents[1] / "benchmarks" / f"{name}.py"
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
