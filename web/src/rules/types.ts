// What `gokan knowledge edit` hands over.

import type { Stone } from "../board/play";

export interface GivenBoard {
  name: string;
  width: number;
  height: number;
  stones: Stone[];
}

export interface Given {
  rules: { name: string; purpose: string; text: string }[];
  boards: GivenBoard[];
  purposes: string[];
}
