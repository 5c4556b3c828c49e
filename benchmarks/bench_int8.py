"""Would the network be faster in whole numbers of eight bits?

    python benchmarks/bench_int8.py

Compiles `int8_kernel.cpp` beside this file with the C++ compiler and runs it: the sixteen
convolutions of the network's body as they are done (Winograd, half precision), and as direct sums
of products of bytes with AVX2 and, where the processor has it, with AVX-512 VNNI. Milliseconds of
the processor for one position, the best of 30.
"""

from __future__ import annotations

import json

from compiled import output_of  # type: ignore[import-not-found]  # beside this file


def main() -> None:
    first, *lines = output_of("int8_kernel.cpp")
    print(first)
    print(f"{'board':8}{'Winograd':>10}{'bytes':>10}{'with VNNI':>11}   milliseconds")
    told = {}
    for line in lines:
        side, ours, theirs, *vnni = line.split()
        print(f"{side + '×' + side:8}{ours:>10}{theirs:>10}{vnni[0] if vnni else '–':>11}")
        told[side] = {"winograd_ms": float(ours), "bytes_ms": float(theirs)}
        told[side] |= {"vnni_ms": float(vnni[0])} if vnni else {}
    print(json.dumps({"benchmark": "int8", **told}))


if __name__ == "__main__":
    main()
