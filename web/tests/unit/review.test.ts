import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readMap } from "../../src/review/lenses";
import type { Review } from "../../src/review/types";
import { mayPlay, play, type Stones } from "../../src/board/play";
import { alongLine, positions, walk, withMoves } from "../../src/review/walk";

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

describe("a sentence that names moves", () => {
  it("gives the numbers of moves of the game and nothing else", () => {
    expect(withMoves("To study (moves 3, 4 and 6; about 42 points in all).", 6)).toEqual([
      "To study (moves ", 3, ", ", 4, " and ", 6, "; about 42 points in all).",
    ]);
    expect(withMoves("White won by 7 points.", 6)).toEqual(["White won by 7 points."]);
    expect(withMoves("up to move 3 of 5, or move 99", 6)).toEqual(["up to move ", 3, " of 5, or move 99"]);
  });
});

describe("a line of one's own", () => {
  it("begins anywhere, goes on from what is shown, and is taken back", () => {
    const tried = walk({ at: 3 }, { do: "try", vertex: "D4" }, review);
    expect(tried).toEqual({ at: 3, line: { moves: ["D4"], shown: 1, own: true } });
    const longer = walk(tried, { do: "try", vertex: "F4" }, review);
    expect(longer.line?.moves).toEqual(["D4", "F4"]);
    const other = walk(walk(longer, { do: "step", by: -1 }, review), { do: "try", vertex: "C3" }, review);
    expect(other.line?.moves).toEqual(["D4", "C3"]);
    expect(walk(other, { do: "back" }, review).line?.moves).toEqual(["D4"]);
    expect(walk(tried, { do: "back" }, review)).toEqual({ at: 3 });
  });
  it("follows a line of the review where it says the same", () => {
    const line = walk({ at: 3 }, { do: "line", at: 2, moves: ["D4", "F4", "D3"] }, review);
    const same = walk(line, { do: "try", vertex: "F4" }, review);
    expect(same.line).toEqual({ moves: ["D4", "F4", "D3"], shown: 2 });
  });
  it("keeps to the rules", () => {
    const size = { width: 4, height: 3 };
    const ko: Stones = [0, 1, 2, 0, 1, 2, 0, 2, 0, 1, 2, 0];
    const point = 6; // Black takes the ko at C2
    expect(mayPlay(ko, point, 1, size)).toBe(true);
    const taken = play(ko, point, 1, size);
    expect(taken[5]).toBe(0);
    expect(mayPlay(taken, 5, 2, size, ko)).toBe(false);
    expect(mayPlay(taken, 5, 2, size)).toBe(true);
    expect(mayPlay(taken, 0, 2, size)).toBe(false); // suicide
    expect(mayPlay(taken, 1, 2, size)).toBe(false); // taken
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
