// Stones on the board after moves. Records are followed as they are written (as Python does): any
// move to an empty point is played, captures happen, suicide takes the stones off.

import { neighbors, PASS, type Size } from "./points";

export type Stone = 0 | 1 | 2;
export type Stones = readonly Stone[];

export function emptyBoard(size: Size): Stones {
  return new Array<Stone>(size.width * size.height).fill(0);
}

export function setUp(stones: Stones, points: readonly number[], color: Stone): Stones {
  const next = [...stones];
  for (const point of points) next[point] = color;
  return next;
}

export function play(stones: Stones, point: number, color: 1 | 2, size: Size): Stones {
  if (point === PASS || stones[point] !== 0) return stones;
  const next = [...stones];
  next[point] = color;
  const enemy = color === 1 ? 2 : 1;
  for (const near of neighbors(point, size)) {
    if (next[near] === enemy) takeIfBreathless(next, near, size);
  }
  takeIfBreathless(next, point, size);
  return next;
}

/** Whether a player may move there: an empty point, no suicide, and no retaking of a ko at once
    (`before` is the board before the last move). */
export function mayPlay(stones: Stones, point: number, color: 1 | 2, size: Size, before?: Stones): boolean {
  if (point < 0 || stones[point] !== 0) return false;
  const after = play(stones, point, color, size);
  if (after[point] === 0) return false;
  return !before || after.some((stone, at) => stone !== before[at]);
}

function takeIfBreathless(stones: Stone[], point: number, size: Size): void {
  const color = stones[point];
  const block = new Set([point]);
  for (const stone of block) {
    for (const near of neighbors(stone, size)) {
      if (stones[near] === 0) return;
      if (stones[near] === color) block.add(near);
    }
  }
  for (const stone of block) stones[stone] = 0;
}
