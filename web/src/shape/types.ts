// What gokan.shape.page hands over: a board, moves, and class elements as rows of numbers.

export interface ClassName {
  readonly name: string;
  readonly title: string;
  readonly number: string;
  readonly level: number;
  readonly note: string;
}

/** Class, first move, last move, stones, empty points, members (numbers of elements below). */
export type ElementRow = readonly [
  kind: number,
  from: number,
  to: number,
  stones: readonly number[],
  empty: readonly number[],
  members: readonly number[],
];

export interface ShapeData {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Point played, or -1 for a pass; the color is 1 for Black, 2 for White, 0 for the start. */
  readonly moves: readonly { readonly color: number; readonly point: number }[];
  /** Stones on the board: point, color, first move, last move. */
  readonly stones: readonly (readonly [point: number, color: number, from: number, to: number])[];
  readonly classes: readonly ClassName[];
  readonly elements: readonly ElementRow[];
  readonly at: number;
}
