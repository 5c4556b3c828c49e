// The part of a board that matters: where the stones of a problem are, and room around them.

import type { Size } from "./points";

/** Columns and rows that are shown, the last included. */
export interface View {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const ROOM = 2; // points beyond the outermost stone
const NEAR = 2; // an edge that is so near is shown, too
const WORTH = 0.75; // of the board's width or height: if more is shown in both, all is

export function whole({ width, height }: Size): View {
  return { left: 0, top: 0, right: width - 1, bottom: height - 1 };
}

/** What shows these points with room around them; everything, where little would be left out. */
export function around(points: readonly number[], size: Size): View {
  if (points.length === 0) return whole(size);
  const columns = span(points.map((point) => point % size.width), size.width);
  const rows = span(points.map((point) => Math.floor(point / size.width)), size.height);
  const wide = columns[1] - columns[0] + 1;
  const high = rows[1] - rows[0] + 1;
  if (wide > WORTH * size.width && high > WORTH * size.height) return whole(size);
  return { left: columns[0], right: columns[1], top: rows[0], bottom: rows[1] };
}

export function sizeOfView({ left, top, right, bottom }: View): Size {
  return { width: right - left + 1, height: bottom - top + 1 };
}

function span(places: readonly number[], length: number): [number, number] {
  const first = Math.min(...places) - ROOM;
  const last = Math.max(...places) + ROOM;
  return [first <= NEAR ? 0 : first, last >= length - 1 - NEAR ? length - 1 : last];
}
