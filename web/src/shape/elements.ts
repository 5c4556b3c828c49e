// Questions about the elements: who lives when, who holds a point, what a click met.

import { depth, project, unproject, type Frame, type Spot } from "./camera";
import type { ElementRow, ShapeData } from "./types";

/** What outlines may show: nothing, level 1, level 2 without and with nothing but groups, level 3. */
export type Layer = 0 | 1 | 2 | 3 | 4;
export const LAYERS: readonly Layer[] = [0, 1, 2, 3, 4];

export function layer(data: ShapeData, element: ElementRow): Layer {
  const kind = data.classes[element[0]];
  if (!kind || kind.level === 1) return 1;
  if (kind.level > 2) return 4;
  return kind.name.endsWith("-group") ? 3 : 2;
}

/** How much a player wants to hear of it: named shapes, then spaces and blocks, then the rest. */
export function weight(data: ShapeData, element: ElementRow): number {
  const which = layer(data, element);
  if (which === 1) return /(-edge|one-stone-block)$/.test(data.classes[element[0]]?.name ?? "") ? 1 : 2;
  return which === 2 ? 3 : 0;
}

/** The elements of a layer that live after a move, as numbers; the newest first. */
export function alive(data: ShapeData, at: number, wanted: Layer): number[] {
  return data.elements
    .flatMap((e, n) => (wanted && e[1] <= at && at <= e[2] && layer(data, e) === wanted ? [n] : []))
    .sort((a, b) => (data.elements[b]?.[1] ?? 0) - (data.elements[a]?.[1] ?? 0) || a - b);
}

/** The elements that hold a point after a move, the most telling first. */
export function holding(data: ShapeData, point: number, at: number): number[] {
  return data.elements
    .flatMap((e, n) =>
      e[1] <= at && at <= e[2] && (e[3].includes(point) || e[4].includes(point)) ? [n] : [],
    )
    .sort((a, b) => rank(data, b) - rank(data, a) || a - b);
}

/** What a move began, and what it ended. */
export function changes(data: ShapeData, at: number): { made: number[]; ended: number[] } {
  const made: number[] = [];
  const ended: number[] = [];
  data.elements.forEach((e, n) => {
    if (at > 0 && e[1] === at) made.push(n);
    if (at > 0 && e[2] === at - 1) ended.push(n);
  });
  return { made, ended };
}

/** The stone at a point after a move: its row in `stones`, or null. */
export function stoneAt(data: ShapeData, point: number, at: number): ShapeData["stones"][number] | null {
  return data.stones.find((s) => s[0] === point && s[2] <= at && at <= s[3]) ?? null;
}

export interface Met {
  readonly point: number;
  readonly move: number;
}

/** What a pixel shows: a point of the board, or below it the column of a stone that was there. */
export function met(data: ShapeData, f: Frame, at: number, spot: Spot): Met | null {
  const [x, y] = unproject(f, spot, at).map(Math.round) as [number, number];
  if (x >= 0 && x < data.width && y >= 0 && y < data.height) {
    return { point: y * data.width + x, move: at };
  }
  const near = 0.45 * f.unit * f.zoom;
  let best: Met | null = null;
  let front = -Infinity;
  for (const [point, , from, to] of data.stones) {
    if (from > at) continue;
    const px = point % data.width;
    const py = Math.floor(point / data.width);
    const foot = project(f, px, py, from);
    const top = project(f, px, py, Math.min(to + 1, at));
    if (Math.abs(spot[0] - foot[0]) > near || spot[1] > foot[1] + near || spot[1] < top[1] - near) continue;
    const here = depth(f, px, py);
    if (here > front) {
      front = here;
      best = { point, move: Math.min(to, at) };
    }
  }
  return best;
}

function rank(data: ShapeData, n: number): number {
  const e = data.elements[n];
  return e ? weight(data, e) * 1000 + e[3].length + e[4].length : 0;
}
