import type { Stones } from "../board/play";

// What `gokan study turing` fills in: positions with two moves, one of them a person's.

export interface Question {
  name: string;
  number: number;
  width: number;
  height: number;
  stones: Stones;
  last: number | null;
  color: 1 | 2;
  /** Two points; the letters A and B stand on them. */
  moves: readonly [number, number];
  /** Which of the two the person played. */
  human: 0 | 1;
}

export interface Test {
  program: string;
  agreed: number;
  asked: number;
  questions: readonly Question[];
}
