import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adjustedRand } from "../../src/segments/rand";
import { areas, finished, type Line } from "../../src/segments/strokes";

const NINE = { width: 9, height: 9 };
const count = (lines: readonly Line[]) => new Set(areas(lines, NINE)).size;

interface Known {
  one: (number | null)[];
  other: (number | null)[];
  index: number;
}

describe("the adjusted Rand index", () => {
  const known = JSON.parse(
    readFileSync(new URL("../fixtures/rand.json", import.meta.url), "utf8"),
  ) as Known[];
  it("has the known values, the same as in Python", () => {
    for (const { one, other, index } of known) {
      expect(adjustedRand(one, other)).toBeCloseTo(index, 12);
      expect(adjustedRand(other, one)).toBeCloseTo(index, 12);
    }
  });
});

describe("lines on a board", () => {
  it("leave one area where nothing is drawn", () => {
    expect(count([])).toBe(1);
    expect(areas([], NINE)).toHaveLength(81);
  });
  it("part the board from border to border", () => {
    const line: Line = [[4.5, -1], [4.5, 9]];
    const found = areas([line], NINE);
    expect(new Set(found).size).toBe(2);
    expect(found[4]).not.toBe(found[5]);
    expect(found[0]).toBe(found[4]);
  });
  it("part nothing where they end inside", () => {
    expect(count([[[4.5, -1], [4.5, 5]]])).toBe(1);
  });
  it("may run exactly through points", () => {
    expect(count([[[4, -1], [4, 9]]])).toBe(2);
    expect(count([[[-1, -1], [9, 9]]])).toBeGreaterThan(1);
  });
  it("are drawn out to the border, to themselves and to each other", () => {
    const short: Line = [[4.5, 0.4], [4.4, 4], [4.5, 7.6]];
    expect(count([short])).toBe(1);
    const whole = finished(short, [], NINE);
    expect(count([whole])).toBe(2);
    const ring: Line = [[2.5, 2.5], [5.5, 2.5], [5.5, 5.5], [2.5, 5.5], [2.5, 3.1]];
    expect(count([ring])).toBe(1);
    expect(count([finished(ring, [], NINE)])).toBe(2);
    const across: Line = [[5.2, 3.5], [7, 3.5], [8.4, 3.5]];
    expect(count([whole, finished(across, [whole], NINE)])).toBe(3);
  });
});
