"""Run the fuzz targets of this folder for a bounded time.

A target is a module with `one_input(data: bytes) -> None`; see README.md beside this file.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CRASHES = HERE.parent / "build" / "fuzz"  # where an input that fails is written
BIGGEST_INPUT = 1 << 16
SLOWEST_INPUT_S = 10

OneInput = Callable[[bytes], None]


def main() -> int:
    """Run the named targets, or all of them, each in a process of its own."""
    options = _options()
    names = options.targets or sorted(p.stem for p in HERE.glob("*.py") if p.name != "run.py")
    if options.input:
        _load(names[0])(options.input.read_bytes())
        print(f"fuzz {names[0]}: {options.input} passes")
        return 0
    if options.here:
        return _fuzz(names[0], options.seconds, options.seed, plain=options.plain)
    with ThreadPoolExecutor(os.cpu_count()) as several:
        results = list(several.map(lambda name: _in_own_process(name, options), names))
    failed = [name for name, result in zip(names, results, strict=True) if result != 0]
    print(f"fuzz: {len(names) - len(failed)} passed, {len(failed)} failed", *failed)
    return 1 if failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", help="names of targets; all of them if left out")
    parser.add_argument("--seconds", type=int, default=20, help="time for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--input", type=Path, help="try this one file and stop")
    parser.add_argument("--plain", action="store_true", help="do not use atheris")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_own_process(name: str, options: argparse.Namespace) -> int:
    command = [sys.executable, __file__, name, "--here", "--seconds", str(options.seconds)]
    command += ["--seed", str(options.seed)] + (["--plain"] if options.plain else [])
    started = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(done.stdout)
    last = [line for line in done.stdout.splitlines() if line.startswith(("Done", "plain:"))]
    verdict = "passed" if done.returncode == 0 else "FAILED"
    print(f"fuzz {name}: {verdict} in {time.monotonic() - started:.0f} s;", *last[-1:])
    return done.returncode


def _load(name: str) -> OneInput:
    sys.path.insert(0, str(HERE))
    target: OneInput = importlib.import_module(name).one_input
    return target


def _fuzz(name: str, seconds: int, seed: int, *, plain: bool) -> int:
    CRASHES.mkdir(parents=True, exist_ok=True)
    corpus = HERE / "corpus" / name
    try:
        if plain:
            raise ImportError
        import atheris
    except ImportError:
        _mutate(_load(name), corpus, seconds, seed)
        return 0
    # An editable install imports through a finder of its own, which atheris cannot instrument.
    # With that finder last the ordinary one finds the sources; the C++ module is left to it.
    sys.meta_path.sort(key=lambda finder: "editable" in type(finder).__module__)
    with atheris.instrument_imports(include=["gokan"]):
        target = _load(name)
    with tempfile.TemporaryDirectory() as found:  # what the run discovers; not kept
        folders = [found, str(corpus)] if corpus.is_dir() else [found]
        limits = [f"-max_total_time={seconds}", f"-timeout={SLOWEST_INPUT_S}", "-rss_limit_mb=2048"]
        flags = [
            *limits,
            f"-max_len={BIGGEST_INPUT}",
            f"-seed={seed}",
            f"-artifact_prefix={CRASHES}/",
        ]
        atheris.Setup([sys.argv[0], *flags, *folders], target)
        atheris.Fuzz()
    return 0


def _mutate(target: OneInput, corpus: Path, seconds: int, seed: int) -> None:
    """Change the starting points at random; no coverage, but no dependency either."""
    chance = random.Random(seed)
    seeds = [path.read_bytes() for path in sorted(corpus.glob("*"))] or [b""]
    tried = 0
    stop = time.monotonic() + seconds
    while time.monotonic() < stop:
        data = seeds[tried] if tried < len(seeds) else _changed(chance, seeds)
        began = time.monotonic()
        try:
            target(data)
        except BaseException:
            crash = CRASHES / f"crash-{hashlib.sha256(data).hexdigest()[:12]}"
            crash.write_bytes(data)
            print(f"input written to {crash}")
            raise
        if time.monotonic() - began > SLOWEST_INPUT_S:
            raise TimeoutError(f"one input took over {SLOWEST_INPUT_S} s: {data[:200]!r}")
        tried += 1
    print(f"plain: {tried} inputs tried")


def _changed(chance: random.Random, seeds: list[bytes]) -> bytes:
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(data))
        match chance.randrange(4):
            case 0:
                data[at:at] = chance.randbytes(chance.randint(1, 4))
            case 1:
                del data[at : at + chance.randint(1, 16)]
            case 2:
                other = chance.choice(seeds)
                start = chance.randint(0, len(other))
                data[at:at] = other[start : start + chance.randint(1, 64)]
            case _:
                data[at:at] = data[at : at + chance.randint(1, 32)] * chance.randint(1, 50)
    return bytes(data[:BIGGEST_INPUT])


if __name__ == "__main__":
    sys.exit(main())
