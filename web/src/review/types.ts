// The review as Python writes it: the same object as `gokan review --json`; its schema is
// src/gokan/explain/data/review.schema.json.

import type { Side } from "../strings";

export interface Reason {
  text: string;
  certainty: string;
  kind: string;
  points: string[];
}

export interface Candidate {
  vertex: string;
  lead: number;
  win: number;
  visits: number;
  line: string[];
}

export interface ReviewedMove {
  number: number;
  color: Side;
  vertex: string;
  lead: number;
  win: number;
  /** What the lead fell by for the mover; below zero where it rose. */
  loss: number;
  /** Positions looked at by the search behind the lead; 1 is a glance. */
  visits?: number;
  word: string;
  matters: boolean;
  /** Positions looked at by each search at length around the move; 0 where there was none. */
  searched: number;
  candidates: Candidate[];
  /** Where the points went, compared with the best candidate. */
  cost: Reason[];
  reasons: Reason[];
  instead: Reason[];
  comment: string;
  /** What the record put on or took off before the move. */
  setup: { black?: string[]; white?: string[]; empty?: string[] };
}

export interface GroupStory {
  color: Side;
  name: string;
  changes: { move: number; word: string; certainty: string; stones: string[] }[];
}

export interface Lens {
  title: string;
  certainty: string;
  note: string;
  /** One text per position, one letter per point; see lenses.ts. */
  maps: string[];
}

export interface SideReport {
  moves: number;
  /** All losses less all gains. */
  lost?: number;
  mean_loss: number;
  words: Record<string, number>;
  recurring: { text: string; moves: number[]; lost: number; advice?: string }[];
}

export interface Review {
  schema: string;
  level: string;
  complete: boolean;
  game: {
    black: { name: string; rank: string };
    white: { name: string; rank: string };
    event: string;
    date: string;
    result: string;
    rules: string;
    komi: number;
    handicap: number;
    width: number;
    height: number;
    setup: { black: string[]; white: string[] };
    moves: number;
    comment: string;
    warnings: string[];
  };
  start: { lead: number; win: number; visits?: number };
  numbers: { source: string; certainty: string; noise: number };
  moves: ReviewedMove[];
  groups: GroupStory[];
  turning_points: { move: number; text: string }[];
  sides: Record<Side, SideReport>;
  summary: string[];
  lenses: Record<string, Lens>;
}
