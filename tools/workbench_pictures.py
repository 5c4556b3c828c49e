"""The pictures of the workbench in the README and the guide: the real thing, shown by a browser.

python tools/workbench_pictures.py
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "examples" / "zobrist-cowan.sgf"
PICTURES = ROOT / "docs" / "guide" / "pictures"


def main() -> int:
    """Serve the example game from an empty library, and keep what the browser shows."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gokan", "serve", "--data", folder, "--port", "0"]
        server = subprocess.Popen(
            [*command, "--no-browser", "--no-example", str(GAME)], stdout=subprocess.PIPE, text=True
        )
        assert server.stdout
        try:
            line = next(line for line in server.stdout if line.startswith("Open "))
            address = re.sub(r"^Open ", "", line).strip()
            node = [sys.executable, str(ROOT / "tools" / "node.py"), "workbench.mjs"]
            return subprocess.run([*node, address, str(PICTURES)]).returncode
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


if __name__ == "__main__":
    sys.exit(main())
