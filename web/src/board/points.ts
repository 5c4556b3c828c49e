// Points are numbers, row * width + column from the top left, as in Python; people say D4.

export const PASS = -1;
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export interface Size {
  width: number;
  height: number;
}

export function toVertex(point: number, { width, height }: Size): string {
  if (point === PASS) return "pass";
  const row = Math.floor(point / width);
  return `${columnName(point % width)}${height - row}`;
}

export function fromVertex(vertex: string, { width, height }: Size): number {
  const name = vertex.trim().toUpperCase();
  if (name === "PASS") return PASS;
  const column = COLUMNS.indexOf(name.slice(0, 1));
  const row = height - Number(name.slice(1));
  if (name === "" || column < 0 || column >= width || !(row >= 0 && row < height)) {
    throw new RangeError(`${vertex} is not on a board of ${width}x${height}`);
  }
  return row * width + column;
}

export function columnName(column: number): string {
  return COLUMNS[column] ?? "?";
}

export function neighbors(point: number, { width, height }: Size): number[] {
  const column = point % width;
  const row = Math.floor(point / width);
  const found: number[] = [];
  if (row > 0) found.push(point - width);
  if (column > 0) found.push(point - 1);
  if (column + 1 < width) found.push(point + 1);
  if (row + 1 < height) found.push(point + width);
  return found;
}
