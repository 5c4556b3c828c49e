// A rule as text, read the way gokan.goals.knowledge.rule does; the page runs without Python.

import { namesIn, parseCondition, type Condition } from "./condition";
import { refuseCells, refuseExample, refuseFields, refusePurpose } from "./refuse";
import type { Purpose } from "./types";

/** A set of kinds: bit 0 empty, bits 1 to 5 own by liberties, bits 6 to 10 enemy; -1 off the board. */
export type Kinds = number;
export const OFF_BOARD = -1;
const EMPTY = 1;
const OWN = 0b11111 << 1;
const ENEMY = 0b11111 << 6;

const BASIC = new Map<string, Kinds>([
  ["X", OWN],
  ["O", ENEMY],
  [".", EMPTY],
  ["*", EMPTY],
  ["x", OWN | EMPTY],
  ["o", ENEMY | EMPTY],
  [",", EMPTY | OWN | ENEMY],
  ["stone", OWN | ENEMY],
  ["#", OFF_BOARD],
]);

const MAP = /^map\s*:\s*$/;

export interface Cell {
  x: number;
  y: number;
  symbol: string;
  kinds: Kinds;
}

export interface Example {
  must: boolean;
  rows: string[][];
}

export interface Rule {
  name: string;
  purpose: string;
  objects: string[];
  moves: string[];
  border: string[];
  centre: string[];
  solid: boolean;
  /** What joins the maps: letters, and `*`, that name one cell in each of several maps. */
  links: string[];
  maps: Cell[][];
  when: Condition | null;
  examples: Example[];
}

export interface Field {
  key: string;
  text: string;
  lines: string[];
}

/** Reads a rule; without purposes it is not asked whether its own is one of them. */
export function parseRule(text: string, purposes: Readonly<Record<string, Purpose>> = {}): Rule {
  const fields = fieldsOf(text);
  const one = (key: string) => fields.find((field) => field.key === key);
  refuseFields(fields, (key) => whole(one(key)));
  const words = (key: string) => whole(one(key)).split(/\s+/).filter(Boolean);
  const where = meanings(one("where"));
  const maps = fields.filter((field) => field.key === "map").map((field) => cellsOf(field, where));
  if (!maps.length) throw new Error("give a map");
  const goal = /^(Save|Capture|Connect|Sever)\(([^()]*)\)$/.exec(whole(one("goal")));
  if (!goal) throw new Error("the goal is written like Save(a)");
  if (Object.keys(purposes).length) refusePurpose(one, (key) => whole(one(key)), goal[1] ?? "", purposes);
  const objects = (goal[2] ?? "").split(",").map((part) => part.trim());
  const when = whole(one("when")) ? parseCondition(whole(one("when"))) : null;
  const asked = when ? namesIn(when) : [];
  const rule: Rule = {
    name: whole(one("rule")),
    purpose: (whole(one("purpose")).split(",")[0] ?? "").trim(),
    objects,
    moves: [...words("good"), ...words("bad"), ...words("threat")],
    border: words("border"),
    centre: words("centre"),
    solid: whole(one("solid")) === "yes",
    links: linksOf(maps, [...where.keys(), ...objects, ...asked, "*"]),
    maps,
    when,
    examples: fields
      .filter((field) => field.key === "match" || field.key === "no match")
      .map((field) => ({ must: field.key === "match", rows: exampleRows(field) })),
  };
  rule.examples.forEach(refuseExample);
  refuseCells(rule, asked, [...where.keys()]);
  return rule;
}

function linksOf(maps: readonly Cell[][], names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => {
    const counts = maps.map((map) => map.filter((cell) => cell.symbol === name).length);
    return counts.filter(Boolean).length > 1 && Math.max(...counts) === 1;
  });
}

/** The text with the rows of its first map replaced, or with a map at its end where it has none. */
export function withMap(text: string, rows: readonly string[]): string {
  const given = text.split("\n");
  const lines = given.some((line) => MAP.test(line)) ? given : [...text.trimEnd().split("\n"), "map:", ""];
  const [start, end] = firstMap(lines);
  return [...lines.slice(0, start), ...rows.map((row) => `    ${row}`), ...lines.slice(end)].join("\n");
}

/** The rows of the first map, also where the rule cannot be read; none where it has no map. */
export function mapIn(text: string): string[] {
  const lines = text.split("\n");
  return mapRows(lines.slice(...firstMap(lines)).filter((line) => line.trim()));
}

/** Where the rows of the first map begin and end; both are the end of the text where it has none. */
function firstMap(lines: readonly string[]): [number, number] {
  const start = lines.findIndex((line) => MAP.test(line)) + 1;
  if (!start) return [lines.length, lines.length];
  const end = lines.findIndex((line, at) => at >= start && !line.startsWith(" "));
  return [start, end < 0 ? lines.length : end];
}

function fieldsOf(text: string): Field[] {
  const found: Field[] = [];
  for (const line of text.split("\n")) {
    if (!line.trim() || line.startsWith("#")) continue;
    const last = found.at(-1);
    if (line.startsWith(" ")) {
      if (!last) throw new Error("an indented line belongs to no key");
      last.lines.push(line);
    } else if (line.startsWith("rule ")) {
      if (found.length) throw new Error("this page edits one rule at a time");
      found.push({ key: "rule", text: line.slice(5).trim(), lines: [] });
    } else if (/^\s/.test(line)) {
      throw new Error("indent lines with spaces, not with tabs");
    } else {
      const colon = line.indexOf(":");
      const key = line.slice(0, Math.max(0, colon)).trim();
      if (colon < 0 || key === "rule") throw new Error(`"${line.slice(0, 30)}" is not known here`);
      found.push({ key, text: line.slice(colon + 1).trim(), lines: [] });
    }
  }
  if (found[0]?.key !== "rule") throw new Error("a rule begins with `rule NAME`");
  return found;
}

function whole(field: Field | undefined): string {
  return field ? [field.text, ...field.lines.map((line) => line.trim())].join(" ").trim() : "";
}

function meanings(field: Field | undefined): Map<string, Kinds> {
  const found = new Map<string, Kinds>();
  for (const line of field?.lines ?? []) {
    const [symbol = "", ...rest] = line.trim().split(" ");
    if (symbol.length !== 1 || "?#,".includes(symbol) || !rest.length) {
      throw new Error(`write a letter and what it means, not "${line.trim()}"`);
    }
    if (found.has(symbol)) throw new Error(`\`where\` says twice what "${symbol}" means`);
    found.set(symbol, kindsOf(rest.join(" ")));
  }
  return found;
}

function kindsOf(text: string): Kinds {
  const parts = text.trim() === "," ? [","] : text.split(",").map((part) => part.trim());
  let kinds = BASIC.get(parts[0] ?? "");
  if (kinds === undefined || kinds === OFF_BOARD) throw new Error(`"${text}" is no kind of point`);
  for (const part of parts.slice(1)) {
    const range = /^liberties (?:([0-9])|([0-9])?\.\.([0-9])?)$/.exec(part);
    if (!range) throw new Error(`cannot read "${part}"; write for instance liberties 1..2`);
    const low = Number(range[1] ?? range[2] ?? 1);
    const high = Number(range[1] ?? range[3] ?? 9);
    if (low > 5 || (high > 4 && (range[1] ?? range[3]) !== undefined)) {
      throw new Error("liberties from five on are one class; write `liberties 5..`");
    }
    if (low < 1 || low > high) throw new Error(`no stone on a board has "${part}"`);
    let buckets = 0;
    for (let n = 1; n <= 5; n += 1) {
      if (low <= n && (n < 5 ? n <= high : high >= 5)) buckets |= 1 << (n - 1);
    }
    kinds &= EMPTY | (buckets << 1) | (buckets << 6);
  }
  return kinds;
}

function mapRows(lines: readonly string[]): string[] {
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin).trimEnd());
}

function cellsOf(field: Field, where: Map<string, Kinds>): Cell[] {
  const cells: Cell[] = [];
  mapRows(field.lines).forEach((row, y) => {
    [...row].forEach((symbol, x) => {
      if (symbol === " ") throw new Error("a map has no spaces between its cells; write ?");
      if (symbol === "?") return;
      const kinds = where.get(symbol) ?? BASIC.get(symbol);
      if (kinds === undefined || symbol.length !== 1) {
        throw new Error(`\`where\` does not say what "${symbol}" means`);
      }
      cells.push({ x, y, symbol, kinds });
    });
  });
  if (!cells.some((cell) => cell.kinds !== OFF_BOARD)) throw new Error("the map is empty");
  return cells;
}

function exampleRows(field: Field): string[][] {
  return field.lines.map((line) => {
    const text = line.trim();
    return text.includes(" ") ? text.split(/\s+/) : [...text];
  });
}
