// The boards of a game from what the server says: after every move, and along a line.

import { emptyBoard, play, setUp, type Stones } from "../board/play";
import { fromVertex, PASS, toVertex, type Size } from "../board/points";
import type { GameState } from "./api";

export interface Shown {
  stones: Stones;
  before: Stones | undefined;
  toPlay: 1 | 2;
  last: number | undefined;
  /** Numbers of the moves of a line. */
  numbers: Map<number, string>;
}

export function sizeOf(game: GameState): Size {
  return { width: game.width, height: game.height };
}

/** The board before the first move and after each. */
export function boardsOf(game: GameState): Stones[] {
  const size = sizeOf(game);
  const points = (vertices: readonly string[]) => vertices.map((vertex) => fromVertex(vertex, size));
  let board = setUp(emptyBoard(size), points(game.setup_black), 1);
  board = setUp(board, points(game.setup_white), 2);
  const boards = [board];
  for (const move of game.moves) {
    board = play(board, fromVertex(move.vertex, size), move.color === "black" ? 1 : 2, size);
    boards.push(board);
  }
  return boards;
}

/** Who moves after so many moves. */
export function toPlayAt(game: GameState, at: number): 1 | 2 {
  const next = game.moves[at];
  if (next) return next.color === "black" ? 1 : 2;
  return game.to_play === "black" ? 1 : 2;
}

export function shownAt(game: GameState, boards: readonly Stones[], at: number, line: readonly string[]): Shown {
  const size = sizeOf(game);
  let stones = boards[at] ?? boards[0] ?? emptyBoard(size);
  let before: Stones | undefined = at > 0 ? boards[at - 1] : undefined;
  let toPlay = toPlayAt(game, at);
  const played = game.moves[at - 1];
  let last = played && played.vertex !== "pass" ? fromVertex(played.vertex, size) : undefined;
  const numbers = new Map<number, string>();
  line.forEach((vertex, index) => {
    const point = fromVertex(vertex, size);
    before = stones;
    stones = play(stones, point, toPlay, size);
    if (point !== PASS) numbers.set(point, String(index + 1));
    last = point === PASS ? undefined : point;
    toPlay = toPlay === 1 ? 2 : 1;
  });
  for (const point of numbers.keys()) if (stones[point] === 0) numbers.delete(point);
  return { stones, before, toPlay, last, numbers };
}

/** How many stones of each colour a move took: what is gone from the board before it. */
export function captured(before: Stones | undefined, after: Stones): number {
  if (!before) return 0;
  let gone = 0;
  before.forEach((stone, point) => {
    if (stone !== 0 && after[point] === 0) gone += 1;
  });
  return gone;
}

/** Stones that each side has captured, by who took them: after every move of the game. */
export function capturesOf(game: GameState, boards: readonly Stones[]): { black: number; white: number }[] {
  const all = [{ black: 0, white: 0 }];
  game.moves.forEach((move, index) => {
    const old = all[index] ?? { black: 0, white: 0 };
    const took = captured(boards[index], boards[index + 1] ?? []);
    all.push({ ...old, [move.color]: old[move.color] + took });
  });
  return all;
}

export function vertexOf(game: GameState, point: number): string {
  return toVertex(point, sizeOf(game));
}
