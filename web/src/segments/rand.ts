// The adjusted Rand index, as gokan_lab.study.segments computes it; null is a point without an area.

export function adjustedRand(
  one: readonly (number | null)[],
  other: readonly (number | null)[],
): number {
  const both = new Map<string, number>();
  const left = new Map<number, number>();
  const right = new Map<number, number>();
  let points = 0;
  one.forEach((a, index) => {
    const b = other[index];
    if (a === null || b === null || b === undefined) return;
    points += 1;
    add(both, `${a} ${b}`);
    add(left, a);
    add(right, b);
  });
  const every = pairs(points);
  const expected = every ? (sum(left) * sum(right)) / every : 0;
  const most = (sum(left) + sum(right)) / 2;
  return most === expected ? 1 : (sum(both) - expected) / (most - expected);
}

function add<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(counts: Map<unknown, number>): number {
  return [...counts.values()].reduce((total, n) => total + pairs(n), 0);
}

function pairs(n: number): number {
  return (n * (n - 1)) / 2;
}
