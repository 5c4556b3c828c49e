// Where a rule matches on a board: every place, all eight orientations, maps joined by their letters.

import { emptyBoard, play, type Stone, type Stones } from "../board/play";
import { neighbors, type Size } from "../board/points";
import { holds, type Facts } from "./condition";
import { OFF_BOARD, type Cell, type Example, type Rule } from "./rule";

export interface Hit {
  objects: number[];
  moves: number[];
  centre: number[];
  cells: number[];
}

type Placed = Map<string, number[]>;

interface Block {
  stones: Set<number>;
  liberties: Set<number>;
}

export class Ground {
  private readonly blocks: (Block | null)[];

  constructor(
    readonly size: Size,
    readonly stones: Stones,
  ) {
    this.blocks = stones.map(() => null);
    stones.forEach((stone, point) => {
      if (!stone || this.blocks[point]) return;
      const block: Block = { stones: new Set([point]), liberties: new Set() };
      for (const at of block.stones) {
        this.blocks[at] = block;
        for (const near of neighbors(at, size)) {
          if (stones[near] === stone) block.stones.add(near);
          else if (!stones[near]) block.liberties.add(near);
        }
      }
    });
  }

  block(point: number): Block | null {
    return this.blocks[point] ?? null;
  }

  same(one: number, other: number): boolean {
    return one === other || (this.block(one) !== null && this.block(one) === this.block(other));
  }

  after(point: number, color: 1 | 2): number {
    if (this.stones[point]) return 0;
    const next = play(this.stones, point, color, this.size);
    return next[point] === color ? (new Ground(this.size, next).block(point)?.liberties.size ?? 0) : 0;
  }
}

/** Everything a rule says on a board with `own` as the side it speaks for. */
export function matches(rule: Rule, ground: Ground, own: 1 | 2): Hit[] {
  const links = new Set(rule.links);
  let partial: Placed[] = [new Map()];
  for (const cells of rule.maps) {
    const places = placesOf(cells, ground, own);
    const longer: Placed[] = [];
    for (const before of partial) {
      for (const place of places) {
        const joined = join(before, place, links, ground);
        if (joined) longer.push(joined);
      }
    }
    partial = longer;
  }
  const found = new Map<string, Hit>();
  for (const placed of partial) {
    const at = (names: string[]) => [...new Set(names.flatMap((name) => placed.get(name) ?? []))].sort((a, b) => a - b);
    const objects = rule.objects.map((name) => placed.get(name)?.[0] ?? -1);
    const first = objects[0] ?? -1;
    if (rule.solid && !at(rule.border).every((point) => ground.same(point, first))) continue;
    if (rule.when && !holds(rule.when, facts(placed, ground, own))) continue;
    const hit = { objects, moves: at(rule.moves), centre: at(rule.centre), cells: at([...placed.keys()]) };
    found.set(JSON.stringify([[...objects].sort((a, b) => a - b), hit.moves, hit.centre, at(rule.border)]), hit);
  }
  return [...found.values()];
}

/** An example's board, and whether the rule is true to it. X is black. */
export function exampleHolds(rule: Rule, example: Example): boolean {
  const { size, stones, points, marked } = exampleBoard(example);
  const ground = new Ground(size, stones);
  const hits = matches(rule, ground, 1);
  const said = new Set(hits.flatMap((hit) => [...hit.moves, ...hit.centre]));
  if (!example.must) return points.length ? !points.some((point) => said.has(point)) : !hits.length;
  const about = hits.flatMap((hit) => hit.objects);
  return (
    hits.length > 0 &&
    points.every((point) => said.has(point)) &&
    marked.every((stone) => about.some((object) => ground.same(object, stone)))
  );
}

export function exampleBoard(example: Example): { size: Size; stones: Stones; points: number[]; marked: number[] } {
  const width = example.rows[0]?.length ?? 0;
  if (!width || example.rows.some((row) => row.length !== width)) {
    throw new Error("the rows of an example have different lengths");
  }
  const size = { width, height: example.rows.length };
  const flat = example.rows.flat();
  const stones: Stone[] = [...emptyBoard(size)];
  flat.forEach((symbol, point) => {
    stones[point] = symbol === "X" || symbol === "@" ? 1 : symbol === "O" ? 2 : 0;
  });
  const where = (wanted: string) => flat.flatMap((symbol, point) => (symbol === wanted ? [point] : []));
  return { size, stones, points: where("*"), marked: where("@") };
}

function placesOf(cells: readonly Cell[], ground: Ground, own: 1 | 2): Placed[] {
  const { width, height } = ground.size;
  const found: Placed[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const turned = cells.map((cell) => {
      const x = turn & 1 ? -cell.x : cell.x;
      const y = turn & 2 ? -cell.y : cell.y;
      return turn & 4 ? { ...cell, x: y, y: x } : { ...cell, x, y };
    });
    const left = Math.min(...turned.map((cell) => cell.x));
    const top = Math.min(...turned.map((cell) => cell.y));
    // A map may hang over the edge by its cells that lie off the board, and by don't-cares.
    const wide = Math.max(...turned.map((cell) => cell.x)) - left;
    const tall = Math.max(...turned.map((cell) => cell.y)) - top;
    for (let dy = -tall; dy < height; dy += 1) {
      for (let dx = -wide; dx < width; dx += 1) {
        const placed: Placed = new Map();
        const fits = turned.every((cell) => {
          const x = cell.x - left + dx;
          const y = cell.y - top + dy;
          const inside = x >= 0 && y >= 0 && x < width && y < height;
          if (!inside || cell.kinds === OFF_BOARD) return !inside && cell.kinds === OFF_BOARD;
          const point = y * width + x;
          placed.set(cell.symbol, [...(placed.get(cell.symbol) ?? []), point]);
          return (cell.kinds >> kind(ground, point, own)) & 1;
        });
        if (fits) found.push(placed);
      }
    }
  }
  return found;
}

function kind(ground: Ground, point: number, own: 1 | 2): number {
  const block = ground.block(point);
  if (!block) return 0;
  return Math.max(1, Math.min(5, block.liberties.size)) + (ground.stones[point] === own ? 0 : 5);
}

function join(before: Placed, place: Placed, links: ReadonlySet<string>, ground: Ground): Placed | null {
  const joined: Placed = new Map(before);
  for (const [symbol, points] of place) {
    const known = joined.get(symbol);
    if (known && links.has(symbol)) {
      if (!ground.same(known[0] ?? -1, points[0] ?? -2)) return null;
    } else {
      joined.set(symbol, [...(known ?? []), ...points]);
    }
  }
  return joined;
}

function facts(placed: Placed, ground: Ground, own: 1 | 2): Facts {
  const at = (cell: string) => placed.get(cell)?.[0] ?? -1;
  const enemy = own === 1 ? 2 : 1;
  return {
    stone: (cell) => (!ground.stones[at(cell)] ? 0 : ground.stones[at(cell)] === own ? 1 : 2),
    libs: (cell) => ground.block(at(cell))?.liberties.size ?? 0,
    stones: (cell) => ground.block(at(cell))?.stones.size ?? 0,
    after: (cell, mine) => ground.after(at(cell), mine ? own : enemy),
    line: (cell) => {
      const { width, height } = ground.size;
      const x = at(cell) % width;
      const y = Math.floor(at(cell) / width);
      return 1 + Math.min(x, y, width - 1 - x, height - 1 - y);
    },
    same: (one, other) => ground.same(at(one), at(other)),
    liberty: (cell, of) => ground.block(at(of))?.liberties.has(at(cell)) ?? false,
  };
}
