// What `gokan knowledge edit` hands over.

import type { Stone } from "../board/play";

export interface GivenBoard {
  name: string;
  width: number;
  height: number;
  stones: Stone[];
}

/** What a purpose asks of a rule: its goal, the opponent's purpose, whether it names moves. */
export interface Purpose {
  goal: string;
  counterpart: string;
  moves: boolean;
}

export interface Given {
  rules: { name: string; purpose: string; text: string }[];
  boards: GivenBoard[];
  purposes: Record<string, Purpose>;
}
