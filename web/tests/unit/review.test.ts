import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readMap } from "../../src/review/lenses";
import type { Review } from "../../src/review/types";
import { alongLine, positions, walk } from "../../src/review/walk";

const review = JSON.parse(
  readFileSync(new URL("../fixtures/review.json", import.meta.url), "utf8"),
) as Review;

describe("walking through a review", () => {
  it("stays inside the game", () => {
    expect(walk({ at: 0 }, { do: "step", by: -1 }, review)).toEqual({ at: 0 });
    expect(walk({ at: 5 }, { do: "step", by: 10 }, review)).toEqual({ at: 6 });
    expect(walk({ at: 2 }, { do: "go", to: Infinity }, review)).toEqual({ at: 6 });
  });
  it("finds the moves that mattered in both directions and stays at the last", () => {
    expect(walk({ at: 0 }, { do: "mattered", by: 1 }, review).at).toBe(3);
    expect(walk({ at: 3 }, { do: "mattered", by: 1 }, review).at).toBe(5);
    expect(walk({ at: 5 }, { do: "mattered", by: 1 }, review).at).toBe(5);
    expect(walk({ at: 5 }, { do: "mattered", by: -1 }, review).at).toBe(3);
  });
  it("goes into a line and out at its beginning", () => {
    const inside = walk({ at: 3 }, { do: "line", at: 2, moves: ["D4", "F4", "D3"] }, review);
    expect(inside).toEqual({ at: 2, line: { moves: ["D4", "F4", "D3"], shown: 1 } });
    const further = walk(inside, { do: "step", by: 10 }, review);
    expect(further.line?.shown).toBe(3);
    expect(walk(inside, { do: "step", by: -1 }, review)).toEqual({ at: 2 });
  });
});

describe("stones", () => {
  it("follow the game, passes included", () => {
    const boards = positions(review);
    expect(boards).toHaveLength(7);
    expect(boards[6]?.filter((stone) => stone === 1)).toHaveLength(2);
    expect(boards[6]?.filter((stone) => stone === 2)).toHaveLength(3);
  });
  it("follow what a record puts on the board between moves", () => {
    const moves = review.moves.map((move) =>
      move.number === 4 ? { ...move, setup: { black: ["A9"], empty: ["E5"] } } : move,
    );
    const boards = positions({ ...review, moves });
    expect(boards[3]?.[0]).toBe(0);
    expect(boards[4]?.[0]).toBe(1);
    expect(boards[4]?.[40]).toBe(0);
  });
  it("of a line carry its numbers", () => {
    const start = positions(review)[2] ?? [];
    const { stones, numbers } = alongLine(start, 1, ["D4", "pass", "D3"], review.game);
    expect([...numbers.values()]).toEqual(["1", "3"]);
    expect(stones.filter((stone) => stone === 1)).toHaveLength(3);
  });
});

describe("a lens", () => {
  it("reads letters as numbers from White to Black", () => {
    expect(readMap("Ag_")).toEqual([-1, 0, 1]);
    expect(() => readMap("*")).toThrow(RangeError);
  });
});
