// What a drawn line separates. A line is a list of places in units of points: (0, 0) is the point at
// the top left, (0.5, 0) the middle between it and its right neighbour. Two neighbouring points are
// apart where a line crosses the way from one to the other.

import { neighbors, type Size } from "../board/points";

export type Place = readonly [number, number];
export type Line = readonly Place[];

/** How near, in points, an end must come to the border or to a line to be taken for touching it. */
const NEAR = 0.9;

/** The areas that the lines leave: per point the number of its area, counted from the top left. */
export function areas(lines: readonly Line[], size: Size): number[] {
  const walls = lines.flatMap(pieces);
  const found = new Array<number>(size.width * size.height).fill(-1);
  let count = 0;
  for (let start = 0; start < found.length; start += 1) {
    if (found[start] !== -1) continue;
    const block = [start];
    found[start] = count;
    for (const point of block) {
      for (const near of neighbors(point, size)) {
        if (found[near] === -1 && !parted(point, near, walls, size)) {
          found[near] = count;
          block.push(near);
        }
      }
    }
    count += 1;
  }
  return found;
}

/** People stop a little short: ends are drawn out to the border, to the line's own beginning, or to
 *  another line that they nearly reach. */
export function finished(line: Line, others: readonly Line[], size: Size): Line {
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || line.length < 2) return line;
  if (line.length > 3 && distance(first, last) < NEAR) return [...line, first];
  return [...reach(first, others, size), ...line, ...reach(last, others, size)];
}

function reach(end: Place, others: readonly Line[], { width, height }: Size): Place[] {
  const [x, y] = end;
  const borders: Place[] = [[-1, y], [width, y], [x, -1], [x, height]];
  const gaps = [x, width - 1 - x, y, height - 1 - y];
  const nearest = gaps.indexOf(Math.min(...gaps));
  const border = borders[nearest];
  if (border && (gaps[nearest] ?? Infinity) < NEAR) return [border];
  let best: Place | undefined;
  for (const other of others) {
    for (const [from, to] of pieces(other)) {
      const place = nearestOn(end, from, to);
      if (!best || distance(end, place) < distance(end, best)) best = place;
    }
  }
  if (!best || distance(end, best) >= NEAR) return [];
  // A little past it, so that the two really cross.
  return [[best[0] + (best[0] - x) * 0.01, best[1] + (best[1] - y) * 0.01]];
}

type Piece = readonly [Place, Place];

function pieces(line: Line): Piece[] {
  return line.slice(1).map((to, index) => [line[index] ?? to, to] as const);
}

function parted(one: number, other: number, walls: readonly Piece[], { width }: Size): boolean {
  // A hair aside, so that a line that runs exactly through points is on one side of them.
  const at = (point: number): Place => [(point % width) + 1e-6, Math.floor(point / width) + 2e-6];
  const from = at(one);
  const to = at(other);
  return walls.filter(([a, b]) => cross(from, to, a, b)).length > 0;
}

function cross(a: Place, b: Place, c: Place, d: Place): boolean {
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function side(a: Place, b: Place, c: Place): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]);
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function nearestOn(p: Place, a: Place, b: Place): Place {
  const along = [b[0] - a[0], b[1] - a[1]] as const;
  const long = along[0] ** 2 + along[1] ** 2;
  const part = long === 0 ? 0 : ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / long;
  const kept = Math.max(0, Math.min(1, part));
  return [a[0] + kept * along[0], a[1] + kept * along[1]];
}
