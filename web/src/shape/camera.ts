// Where a place of the space board × time falls on the picture. No perspective: what is equally long
// looks equally long, and a click can be traced back.

import type { Size } from "../board/points";

export interface Camera {
  /** Turn about the axis of time, and tilt: 0 from the side, a right angle from above. */
  readonly turn: number;
  readonly tilt: number;
  readonly zoom: number;
}

export interface Frame extends Camera, Size {
  /** The picture in pixels, and how many of them a point is apart at zoom 1. */
  readonly across: number;
  readonly down: number;
  readonly unit: number;
  /** How high, in points, a move is; and the moves that are shown. */
  readonly rise: number;
  readonly moves: number;
}

export type Spot = readonly [x: number, y: number];

export const START: Camera = { turn: -0.5, tilt: 0.62, zoom: 1 };

export function frame(camera: Camera, size: Size, across: number, down: number, moves: number): Frame {
  const side = Math.max(size.width, size.height);
  const rise = (side * 0.9) / Math.max(1, moves);
  const unit = Math.min(across / 1.55, down / 1.6) / (side + 1);
  return { ...camera, ...size, across, down, unit, rise, moves };
}

/** The place of column x and row y after a move, in pixels. */
export function project(f: Frame, x: number, y: number, move: number): Spot {
  const [u, v] = turned(f, x, y);
  const scale = f.unit * f.zoom;
  const lift = (move - f.moves / 2) * f.rise;
  return [
    f.across / 2 + u * scale,
    f.down / 2 + (v * Math.sin(f.tilt) - lift * Math.cos(f.tilt)) * scale,
  ];
}

/** How far behind the picture a place is: smaller is farther away. */
export function depth(f: Frame, x: number, y: number): number {
  return turned(f, x, y)[1];
}

/** The place on the board of a move that a pixel shows, as column and row; not rounded. */
export function unproject(f: Frame, spot: Spot, move: number): Spot {
  const scale = f.unit * f.zoom;
  const lift = (move - f.moves / 2) * f.rise;
  const u = (spot[0] - f.across / 2) / scale;
  const v = ((spot[1] - f.down / 2) / scale + lift * Math.cos(f.tilt)) / Math.sin(f.tilt);
  const cos = Math.cos(f.turn);
  const sin = Math.sin(f.turn);
  return [u * cos + v * sin + (f.width - 1) / 2, v * cos - u * sin + (f.height - 1) / 2];
}

export function orbit(camera: Camera, dx: number, dy: number): Camera {
  const tilt = Math.max(0.12, Math.min(Math.PI / 2, camera.tilt + dy));
  return { ...camera, turn: camera.turn + dx, tilt };
}

export function zoomed(camera: Camera, by: number): Camera {
  return { ...camera, zoom: Math.max(0.5, Math.min(4, camera.zoom * by)) };
}

function turned(f: Frame, x: number, y: number): Spot {
  const cos = Math.cos(f.turn);
  const sin = Math.sin(f.turn);
  const a = x - (f.width - 1) / 2;
  const b = y - (f.height - 1) / 2;
  return [a * cos - b * sin, a * sin + b * cos];
}
