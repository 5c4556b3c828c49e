// Where the reader is: after a move of the game, and perhaps some moves into a line not played.

import { emptyBoard, play, setUp, type Stone, type Stones } from "../board/play";
import { fromVertex, type Size } from "../board/points";
import { strings } from "../strings";
import type { Review } from "./types";

export interface Place {
  /** Moves of the game on the board. */
  at: number;
  /** A line that starts there instead of the game's next move, and how much of it is shown. */
  line?: { moves: readonly string[]; shown: number; /** The reader put a stone of it. */ own?: boolean };
}

export type Step =
  | { do: "go"; to: number }
  | { do: "step"; by: number }
  | { do: "mattered"; by: 1 | -1 }
  | { do: "line"; at: number; moves: readonly string[] }
  | { do: "try"; vertex: string }
  | { do: "back" }
  | { do: "leave" };

export function walk(place: Place, step: Step, review: Review): Place {
  const last = review.moves.length;
  switch (step.do) {
    case "go":
      return { at: clamp(step.to, 0, last) };
    case "leave":
      return { at: place.at };
    case "line":
      return { at: step.at, line: { moves: step.moves, shown: 1 } };
    case "try": {
      const before = place.line?.moves.slice(0, place.line.shown) ?? [];
      if (place.line?.moves[before.length] === step.vertex) {
        return { at: place.at, line: { ...place.line, shown: before.length + 1 } };
      }
      return { at: place.at, line: { moves: [...before, step.vertex], shown: before.length + 1, own: true } };
    }
    case "back": {
      if (!place.line) return place;
      const moves = place.line.moves.slice(0, place.line.shown - 1);
      return moves.length ? { at: place.at, line: { ...place.line, moves, shown: moves.length } } : { at: place.at };
    }
    case "step": {
      if (!place.line) return { at: clamp(place.at + step.by, 0, last) };
      const shown = place.line.shown + step.by;
      if (shown < 1) return { at: place.at };
      return { at: place.at, line: { ...place.line, shown: Math.min(shown, place.line.moves.length) } };
    }
    case "mattered": {
      const numbers = review.moves.filter((move) => move.matters).map((move) => move.number);
      if (step.by < 0) numbers.reverse();
      const next = numbers.find((number) => (number - place.at) * step.by > 0);
      return next === undefined ? { at: place.at } : { at: next };
    }
  }
}

/** The stones after every move of the game, the start first. */
export function positions(review: Review): Stones[] {
  const size = review.game;
  const put = (stones: Stones, names: string[] | undefined, color: Stone) =>
    names ? setUp(stones, names.map((name) => fromVertex(name, size)), color) : stones;
  const { black, white } = review.game.setup;
  let stones = put(put(emptyBoard(size), black, 1), white, 2);
  const all = [stones];
  for (const move of review.moves) {
    const { setup } = move;
    stones = put(put(put(stones, setup.empty, 0), setup.black, 1), setup.white, 2);
    stones = play(stones, fromVertex(move.vertex, size), move.color === "black" ? 1 : 2, size);
    all.push(stones);
  }
  return all;
}

/** The stones after a line from a position and before its last move, the number of each of its moves
    still there, and who plays next. */
export function alongLine(
  stones: Stones,
  first: 1 | 2,
  moves: readonly string[],
  size: Size,
): { stones: Stones; numbers: Map<number, string>; before: Stones | undefined; color: 1 | 2 } {
  const numbers = new Map<number, string>();
  let color = first;
  let before: Stones | undefined;
  moves.forEach((name, index) => {
    const point = fromVertex(name, size);
    before = stones;
    stones = play(stones, point, color, size);
    if (point >= 0) numbers.set(point, String(index + 1));
    color = color === 1 ? 2 : 1;
  });
  return { stones, numbers, before, color };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** A sentence in parts: text, and the numbers of moves of the game that it names. */
export function withMoves(text: string, last: number): (string | number)[] {
  const parts: (string | number)[] = [];
  let told = 0;
  for (const named of text.matchAll(strings.namesMoves)) {
    for (const found of named[0].matchAll(/\d+/g)) {
      const number = Number(found[0]);
      const start = named.index + found.index;
      if (number > last) continue;
      parts.push(text.slice(told, start), number);
      told = start + found[0].length;
    }
  }
  return [...parts, text.slice(told)];
}
