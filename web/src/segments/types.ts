import type { Stone } from "../board/play";

export interface SegmentBoard {
  name: string;
  width: number;
  height: number;
  stones: readonly Stone[];
  /** Who divides the board, and how: per point the number of its area, or null. */
  programs: Readonly<Record<string, readonly (number | null)[]>>;
}

export interface Experiment {
  boards: readonly SegmentBoard[];
}
