import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { depth, frame, orbit, project, START, unproject, zoomed } from "../../src/shape/camera";
import { alive, changes, holding, layer, met, stoneAt } from "../../src/shape/elements";
import type { ShapeData } from "../../src/shape/types";

const data = JSON.parse(
  readFileSync(new URL("../fixtures/shape.json", import.meta.url), "utf8"),
) as ShapeData;
const FRAME = frame(START, data, 600, 500, 7);

describe("the camera", () => {
  it("traces a pixel back to the place it shows", () => {
    for (const turn of [-2, -0.5, 0, 1.3]) {
      for (const tilt of [0.2, 0.7, Math.PI / 2]) {
        const f = frame({ turn, tilt, zoom: 1.4 }, data, 600, 500, 7);
        for (const [x, y, move] of [[0, 0, 0], [4, 1, 3], [2, 4, 7]] as const) {
          const [u, v] = unproject(f, project(f, x, y, move), move);
          expect(u).toBeCloseTo(x, 9);
          expect(v).toBeCloseTo(y, 9);
        }
      }
    }
  });
  it("shows the whole board from above as it lies", () => {
    const f = frame({ turn: 0, tilt: Math.PI / 2, zoom: 1 }, data, 600, 500, 7);
    expect(project(f, 0, 0, 0)[0]).toBeLessThan(project(f, 4, 0, 0)[0]);
    expect(project(f, 0, 0, 0)[1]).toBeLessThan(project(f, 0, 4, 0)[1]);
    expect(depth(f, 0, 0)).toBeLessThan(depth(f, 0, 4));
  });
  it("lets later moves rise, and keeps tilt and nearness in bounds", () => {
    expect(project(FRAME, 2, 2, 7)[1]).toBeLessThan(project(FRAME, 2, 2, 0)[1]);
    expect(orbit(START, 0, 9).tilt).toBeCloseTo(Math.PI / 2);
    expect(orbit(START, 0, -9).tilt).toBeGreaterThan(0);
    expect(zoomed(START, 100).zoom).toBe(4);
  });
});

describe("elements", () => {
  it("live and end as the moves say", () => {
    expect(stoneAt(data, 12, 2)?.[1]).toBe(2);
    expect(stoneAt(data, 12, 7)).toBeNull(); // taken by the last move
    const { made, ended } = changes(data, 7);
    const title = (n: number) => data.classes[data.elements[n]?.[0] ?? 0]?.title;
    expect(ended.map(title)).toContain("single white stone in atari");
    expect(made.map(title)).toContain("black diamond");
    expect(changes(data, 0)).toEqual({ made: [], ended: [] });
  });
  it("are sorted into layers and found by their points", () => {
    for (const n of alive(data, 7, 2)) {
      const element = data.elements[n];
      expect(element && layer(data, element)).toBe(2);
    }
    expect(alive(data, 7, 0)).toEqual([]);
    expect(holding(data, 12, 7).length).toBeGreaterThan(2);
  });
  it("are met where they are drawn: on the board, and in the columns below it", () => {
    expect(met(data, FRAME, 7, project(FRAME, 3, 2, 7))).toEqual({ point: 13, move: 7 });
    const side = frame({ turn: 0, tilt: 0.12, zoom: 1 }, data, 600, 500, 7);
    const column = met(data, side, 7, project(side, 3, 3, 5)); // the white stone at D2, from below
    expect(column?.point).toBe(18);
    expect(met(data, FRAME, 7, [1, 1])).toBeNull();
  });
});
