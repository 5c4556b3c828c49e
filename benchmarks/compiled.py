"""A C++ program beside the benchmarks, compiled with the core's convolutions and run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORE = HERE.parent / "core"


def output_of(source: str) -> list[str]:
    """The lines that a program prints; it ends the benchmark where it cannot run."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program"
        sources = [str(HERE / source), str(CORE / "intuition" / "winograd.cpp")]
        compiler = os.environ.get("CXX", "g++")
        command = [compiler, "-O3", "-std=c++20", f"-I{CORE}", *sources, "-o", str(program)]
        subprocess.run(command, check=True)
        done = subprocess.run([str(program)], check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit("This needs a processor with AVX2.")
    return done.stdout.splitlines()
