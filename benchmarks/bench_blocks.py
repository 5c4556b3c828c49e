"""How long blocks of other kinds take beside the network's own, on a board of 19×19.

    python benchmarks/bench_blocks.py

Compiles `blocks_kernel.cpp` beside this file with the C++ compiler and runs it. *plain* is the
network's: two 3×3 windows. A *bottleneck* goes down to half the channels and up again, with one 3×3
window between (or two); *depthwise* has two 3×3 windows of each channel by itself, each followed by
a 1×1 window; *inverted* goes up to four times the channels, with one such window between.
Milliseconds of the processor, the best of 60, and how many of them fit into the time of a plain
block of 128.
"""

from __future__ import annotations

import json

from compiled import output_of  # type: ignore[import-not-found]  # beside this file


def main() -> None:
    first, *lines = output_of("blocks_kernel.cpp")
    print(first)
    rows = [(kind, int(channels), float(cost)) for kind, channels, cost in map(str.split, lines)]
    own = next(cost for kind, channels, cost in rows if (kind, channels) == ("plain", 128))
    print(f"{'block':20}{'channels':>9}{'ms':>8}{'in one of 128':>15}")
    for kind, channels, cost in rows:
        print(f"{kind:20}{channels:9}{cost:8.3f}{own / cost:15.2f}")
    told = {f"{kind} {channels}": cost for kind, channels, cost in rows}
    print(json.dumps({"benchmark": "blocks", **told}))


if __name__ == "__main__":
    main()
