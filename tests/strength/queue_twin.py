"""The paper's iteration in plain Python: a queue, nothing damped, each unit at most k_max times.

Written from section VI-E on top of the relations of the plain twin; nothing shared with the C++.
"""

from __future__ import annotations

from collections import deque

from .twin import BLACK, Twin


def solve_in_queue(twin: Twin, *, stop: float, k_max: int, backwards: bool = False) -> int:
    """Iterate; how many updates were made. `backwards` begins the queue at the other end."""
    order = sorted((*twin.w, *twin.s), reverse=backwards)
    queue = deque(unit for unit in order if unit not in twin.fixed)
    waiting = set(queue)
    made = dict.fromkeys(order, 0)
    while queue:
        unit = queue.popleft()
        waiting.discard(unit)
        made[unit] += 1
        if twin.color[unit]:
            before, after = twin.s[unit], twin._block(unit)
            twin.s[unit] = after
        else:
            before, after = twin.w[unit], twin._point(unit)
            twin.w[unit], twin.b[unit] = after, 1 - after
        if abs(after - before) < stop:
            continue
        for other in sorted(twin.near[unit]):
            if twin.color[unit] and twin.color[other] == twin.color[unit]:
                continue
            if other in twin.fixed or other in waiting or made[other] >= k_max:
                continue
            waiting.add(other)
            queue.append(other)
    return sum(made.values())


__all__ = ["BLACK", "solve_in_queue"]
