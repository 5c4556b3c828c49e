import { describe, expect, it } from "vitest";
import { emptyBoard, play, setUp } from "../../src/board/play";
import { fromVertex, neighbors, PASS, toVertex } from "../../src/board/points";
import { around, sizeOfView, whole } from "../../src/board/view";

const NINE = { width: 9, height: 9 };
const WIDE = { width: 5, height: 3 };

describe("the part that is shown", () => {
  const size = { width: 19, height: 19 };
  const view = (...vertices: string[]) => around(vertices.map((vertex) => fromVertex(vertex, size)), size);
  it("holds the stones, room around them, and edges that are near", () => {
    expect(view("R3", "O5", "T2")).toEqual({ left: 11, right: 18, top: 12, bottom: 18 });
    expect(view("J10")).toEqual({ left: 6, right: 10, top: 7, bottom: 11 });
    expect(sizeOfView(view("C3", "D17"))).toEqual({ width: 6, height: 19 });
  });
  it("is the whole board where little would be left out, or nothing is on it", () => {
    expect(view("C3", "Q16")).toEqual(whole(size));
    expect(view()).toEqual(whole(size));
    expect(around([40], NINE)).toEqual({ left: 0, right: 8, top: 0, bottom: 8 });
  });
});

describe("points", () => {
  it("are named as players name them, without I", () => {
    expect(toVertex(0, NINE)).toBe("A9");
    expect(toVertex(8, NINE)).toBe("J9");
    expect(toVertex(PASS, NINE)).toBe("pass");
  });
  it("come back from their names on any board", () => {
    for (let point = 0; point < 15; point += 1) {
      expect(fromVertex(toVertex(point, WIDE), WIDE)).toBe(point);
    }
  });
  it("are refused off the board", () => {
    expect(() => fromVertex("F1", WIDE)).toThrow(RangeError);
    expect(() => fromVertex("A4", WIDE)).toThrow(RangeError);
    expect(() => fromVertex("", WIDE)).toThrow(RangeError);
  });
  it("have two to four neighbours", () => {
    expect(neighbors(0, WIDE)).toEqual([1, 5]);
    expect(neighbors(7, WIDE)).toEqual([2, 6, 8, 12]);
  });
});

describe("play", () => {
  const at = (name: string) => fromVertex(name, NINE);
  it("captures a block without liberties", () => {
    let stones = setUp(emptyBoard(NINE), ["A9", "B9"].map(at), 2);
    stones = setUp(stones, ["A8", "B8"].map(at), 1);
    stones = play(stones, at("C9"), 1, NINE);
    expect(stones[at("A9")]).toBe(0);
    expect(stones[at("B9")]).toBe(0);
    expect(stones[at("C9")]).toBe(1);
  });
  it("takes the enemy before its own stones, and suicide takes its own", () => {
    let stones = setUp(emptyBoard(NINE), ["A8", "B9"].map(at), 2);
    expect(play(stones, at("A9"), 1, NINE)[at("A9")]).toBe(0);
    stones = setUp(stones, ["A7", "B8", "C9"].map(at), 1);
    const after = play(stones, at("A9"), 1, NINE);
    expect(after[at("A9")]).toBe(1);
    expect(after[at("A8")]).toBe(0);
    expect(after[at("B9")]).toBe(0);
  });
  it("changes nothing for a pass or an occupied point, and never its argument", () => {
    const stones = setUp(emptyBoard(NINE), [at("E5")], 1);
    expect(play(stones, PASS, 2, NINE)).toBe(stones);
    expect(play(stones, at("E5"), 2, NINE)).toBe(stones);
    play(stones, at("E4"), 2, NINE);
    expect(stones[at("E4")]).toBe(0);
  });
});
