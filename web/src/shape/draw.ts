// The picture: the past as columns under the board of now, each stone from the move that put it there.

import { columnName } from "../board/points";
import { depth, project, type Frame } from "./camera";
import type { ElementRow, ShapeData } from "./types";

export interface Shown {
  readonly at: number;
  /** Elements drawn on the board of now, and the one that was picked, with its life in time. */
  readonly outlined: readonly number[];
  readonly picked: number | null;
  readonly point: number | null;
}

export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly wood: string;
  readonly woodLine: string;
  readonly black: string;
  readonly white: string;
  readonly good: string;
  readonly bad: string;
  readonly mild: string;
  readonly accent: string;
}

export function draw(c: CanvasRenderingContext2D, data: ShapeData, f: Frame, shown: Shown, p: Palette): void {
  c.clearRect(0, 0, f.across, f.down);
  c.lineCap = "round";
  c.lineJoin = "round";
  ground(c, data, f, p);
  const picked = shown.picked === null ? undefined : data.elements[shown.picked];
  columns(c, data, f, shown, p, picked);
  plane(c, data, f, shown.at, p);
  for (const n of shown.outlined) {
    const element = data.elements[n];
    if (element && n !== shown.picked) outline(c, data, f, element, shown.at, color(data, element, p), 0.26);
  }
  if (picked) life(c, data, f, picked, shown.at, color(data, picked, p));
  stones(c, data, f, shown, p);
}

/** The axis of time and the square where the game began. */
function ground(c: CanvasRenderingContext2D, data: ShapeData, f: Frame, p: Palette): void {
  c.strokeStyle = p.soft;
  c.lineWidth = 1;
  path(c, corners(data).map(([x, y]) => project(f, x, y, 0)), true);
  c.stroke();
  const leftmost = corners(data).sort((a, b) => project(f, ...a, 0)[0] - project(f, ...b, 0)[0])[0];
  if (!leftmost || f.tilt > 1.4) return;
  c.fillStyle = p.soft;
  c.font = "11px system-ui, sans-serif";
  c.textAlign = "right";
  c.textBaseline = "middle";
  path(c, [project(f, ...leftmost, 0), project(f, ...leftmost, f.moves)], false);
  c.stroke();
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((n) => f.moves / n <= 8) ?? 200;
  for (let move = 0; move <= f.moves; move += step) {
    const [x, y] = project(f, ...leftmost, move);
    c.fillText(String(move), x - 7, y);
    path(c, [[x - 4, y], [x, y]], false);
    c.stroke();
  }
}

function columns(
  c: CanvasRenderingContext2D, data: ShapeData, f: Frame, shown: Shown, p: Palette, picked: ElementRow | undefined,
): void {
  const wide = Math.max(1.5, 0.34 * f.unit * f.zoom * Math.cos(f.tilt) + 1);
  const past = data.stones.filter((s) => s[2] < shown.at);
  past.sort((a, b) => depth(f, ...place(data, a[0])) - depth(f, ...place(data, b[0])));
  for (const [point, side, from, to] of past) {
    const [x, y] = place(data, point);
    const ends = [project(f, x, y, from), project(f, x, y, Math.min(to + 1, shown.at))];
    const plain = !picked || picked[3].includes(point);
    c.globalAlpha = plain ? 0.92 : 0.22;
    c.strokeStyle = side === 1 ? p.white : p.black;
    c.lineWidth = wide + 1.6;
    path(c, ends, false);
    c.stroke();
    c.strokeStyle = side === 1 ? p.black : p.white;
    c.lineWidth = wide;
    path(c, ends, false);
    c.stroke();
  }
  c.globalAlpha = 1;
}

function plane(c: CanvasRenderingContext2D, data: ShapeData, f: Frame, at: number, p: Palette): void {
  const { width, height } = data;
  c.globalAlpha = 0.62;
  c.fillStyle = p.wood;
  path(c, corners(data).map(([x, y]) => project(f, x, y, at)), true);
  c.fill();
  c.globalAlpha = 1;
  c.strokeStyle = p.woodLine;
  c.lineWidth = 0.8;
  for (let x = 0; x < width; x += 1) {
    path(c, [project(f, x, 0, at), project(f, x, height - 1, at)], false);
    c.stroke();
  }
  for (let y = 0; y < height; y += 1) {
    path(c, [project(f, 0, y, at), project(f, width - 1, y, at)], false);
    c.stroke();
  }
  if (f.unit * f.zoom < 11) return;
  c.fillStyle = p.woodLine;
  c.font = `${Math.min(13, 0.45 * f.unit * f.zoom)}px system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  for (let x = 0; x < width; x += 1) c.fillText(columnName(x), ...project(f, x, height - 0.35, at));
  for (let y = 0; y < height; y += 1) c.fillText(String(height - y), ...project(f, -0.65, y, at));
}

function stones(c: CanvasRenderingContext2D, data: ShapeData, f: Frame, shown: Shown, p: Palette): void {
  const wide = 0.46 * f.unit * f.zoom;
  const last = data.moves[shown.at]?.point ?? -1;
  const now = data.stones.filter((s) => s[2] <= shown.at && shown.at <= s[3]);
  now.sort((a, b) => depth(f, ...place(data, a[0])) - depth(f, ...place(data, b[0])));
  for (const [point, side] of now) {
    const spot = project(f, ...place(data, point), shown.at);
    disc(c, spot, wide, wide * Math.max(0.3, Math.sin(f.tilt)), side === 1 ? p.black : p.white, p.ink);
    if (point === last) disc(c, spot, wide * 0.35, wide * 0.35 * Math.sin(f.tilt), p.bad, p.bad);
  }
  if (shown.point !== null) {
    const spot = project(f, ...place(data, shown.point), shown.at);
    c.strokeStyle = p.accent;
    c.lineWidth = 3;
    c.beginPath();
    c.ellipse(...spot, wide * 1.2, wide * 1.2 * Math.sin(f.tilt), 0, 0, 2 * Math.PI);
    c.stroke();
  }
}

/** An element from its first move to its last: its area at both, and what joins them. */
function life(c: CanvasRenderingContext2D, data: ShapeData, f: Frame, e: ElementRow, at: number, paint: string): void {
  const end = Math.min(e[2], at);
  if (e[1] > at) return;
  c.strokeStyle = paint;
  c.lineWidth = 2;
  c.setLineDash([5, 4]);
  for (const point of [...e[3], ...e[4]]) {
    const [x, y] = place(data, point);
    path(c, [project(f, x, y, e[1]), project(f, x, y, end)], false);
    c.stroke();
  }
  c.setLineDash([]);
  outline(c, data, f, e, e[1], paint, 0.35);
  outline(c, data, f, e, end, paint, 0.55);
}

/** The area of an element on the board of one move: its points, joined where they are neighbours. */
function outline(
  c: CanvasRenderingContext2D, data: ShapeData, f: Frame, e: ElementRow, at: number, paint: string, strength: number,
): void {
  const points = new Set([...e[3], ...e[4]]);
  const half = 0.36;
  c.globalAlpha = strength;
  c.fillStyle = paint;
  c.beginPath();
  for (const point of points) {
    const [x, y] = place(data, point);
    square(c, f, x - half, y - half, x + half, y + half, at);
    if (x + 1 < data.width && points.has(point + 1)) square(c, f, x + half, y - half, x + 1 - half, y + half, at);
    if (points.has(point + data.width)) square(c, f, x - half, y + half, x + half, y + 1 - half, at);
  }
  c.fill();
  c.globalAlpha = 1;
}

function color(data: ShapeData, e: ElementRow, p: Palette): string {
  const name = data.classes[e[0]]?.name ?? "";
  if (name.startsWith("black")) return p.good;
  return name.startsWith("white") ? p.bad : p.mild;
}

function place(data: ShapeData, point: number): [number, number] {
  return [point % data.width, Math.floor(point / data.width)];
}

function corners({ width, height }: ShapeData): [number, number][] {
  return [[-0.9, -0.9], [width - 0.1, -0.9], [width - 0.1, height - 0.1], [-0.9, height - 0.1]];
}

function square(
  c: CanvasRenderingContext2D, f: Frame, x1: number, y1: number, x2: number, y2: number, at: number,
): void {
  const [first, ...others] = [[x1, y1], [x2, y1], [x2, y2], [x1, y2]].map(([x, y]) => project(f, x ?? 0, y ?? 0, at));
  if (!first) return;
  c.moveTo(...first);
  for (const spot of others) c.lineTo(...spot);
  c.closePath();
}

function path(c: CanvasRenderingContext2D, spots: readonly (readonly [number, number])[], closed: boolean): void {
  c.beginPath();
  spots.forEach((spot, n) => (n ? c.lineTo(...spot) : c.moveTo(...spot)));
  if (closed) c.closePath();
}

function disc(
  c: CanvasRenderingContext2D, spot: readonly [number, number], wide: number, high: number, fill: string, rim: string,
): void {
  c.fillStyle = fill;
  c.strokeStyle = rim;
  c.lineWidth = 1;
  c.beginPath();
  c.ellipse(...spot, wide, high, 0, 0, 2 * Math.PI);
  c.fill();
  c.stroke();
}
