// What `gokan knowledge lint` would not read, said while the rule is written.

import { linesIn } from "./condition";
import type { Cell, Example, Field, Rule } from "./rule";
import type { Purpose } from "./types";

const SEVERAL = ["map", "match", "no match"];
const ONCE = [
  ...["rule", "purpose", "goal", "reason", "where", "when", "good", "bad", "threat", "border"],
  ...["centre", "eyes", "connection", "only", "solid", "source"],
];
const CHOICES: Record<string, string[]> = {
  only: ["no", "yes"],
  solid: ["no", "yes"],
  source: ["hand", "generated", "learned"],
  connection: ["possible", "unassailable"],
};
const BOARDS = ["map", "where", "match", "no match"];
const MOST_MAPS = 4;
const MOVES = ["good", "bad", "threat"];
const REACH = 6;
const SIDE = 19;

/** Throws an error with a sentence if the keys of a rule are not as they should be. */
export function refuseFields(fields: readonly Field[], told: (key: string) => string): void {
  const seen = new Set<string>();
  for (const { key, text } of fields) {
    if (BOARDS.includes(key) && text) throw new Error(`write what belongs to "${key}" on the lines below it`);
    if (SEVERAL.includes(key)) continue;
    if (!ONCE.includes(key)) throw new Error(`"${key}:" is not known here`);
    if (seen.has(key)) throw new Error(`"${key}" stands twice`);
    seen.add(key);
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(told("rule"))) {
    throw new Error(`"${told("rule")}" is not a name; use lower-case letters, digits, -`);
  }
  if (!told("reason")) throw new Error("give a reason");
  for (const [key, words] of Object.entries(CHOICES)) {
    if (told(key) && !words.includes(told(key))) throw new Error(`"${key}" is one of: ${words.join(", ")}`);
  }
}

/** The same for what a rule is for, as the purposes given say. */
export function refusePurpose(
  given: (key: string) => unknown,
  told: (key: string) => string,
  kind: string,
  purposes: Readonly<Record<string, Purpose>>,
): void {
  const [name = "", other, ...more] = told("purpose").split(",").map((part) => part.trim());
  for (const one of [name, ...(other === undefined ? [] : [other])]) {
    if (!Object.hasOwn(purposes, one)) throw new Error(`"${one}" is no purpose; they are: ${Object.keys(purposes).join(", ")}`);
  }
  const purpose = purposes[name];
  if (!purpose) return;
  if (more.length || (other !== undefined && other !== purpose.counterpart)) {
    throw new Error(`the opponent's counterpart of "${name}" is "${purpose.counterpart || "none"}"`);
  }
  if (kind.toLowerCase() !== purpose.goal) {
    const goal = purpose.goal.charAt(0).toUpperCase() + purpose.goal.slice(1);
    throw new Error(`the goal of "${name}" is written like ${goal}(a)`);
  }
  const moves = MOVES.filter((key) => given(key));
  if (purpose.moves && (moves.length !== 1 || !told(moves[0] ?? ""))) throw new Error("give the moves as one of good, bad or threat");
  if (!purpose.moves && moves.length) throw new Error(`a rule that recognises (${name}) has no moves`);
  if (name === "eye" && !/^(0(\.\.[012])?|1(\.\.[12])?|2(\.\.2)?)$/.test(told("eyes"))) {
    throw new Error("say how many eyes: 0..1, 1, 1..2 or 2");
  }
  if (name === "eye" && !(told("border") && told("centre"))) throw new Error("an eye has a border and a centre");
  if (name !== "eye" && told("eyes")) throw new Error("`eyes` goes with the purpose `eye`");
  if (name !== "connection" && given("connection")) {
    throw new Error("`connection` goes with the purpose `connection`");
  }
}

/** The same for the cells of the maps; `asked` are those of the condition. */
export function refuseCells(rule: Rule, asked: readonly string[], explained: readonly string[]): void {
  const cells = rule.maps.flat();
  const symbols = new Set(cells.map((cell) => cell.symbol));
  const single = [...rule.objects, ...asked];
  if (rule.maps.length > MOST_MAPS) throw new Error(`a rule has at most ${MOST_MAPS} maps`);
  if (rule.objects.length > 3 || rule.objects.some((name) => name.length !== 1)) {
    throw new Error("a goal has one to three objects, each a letter of the map");
  }
  if (new Set(rule.objects).size < rule.objects.length) throw new Error("the goal names an object twice");
  for (const name of [...single, ...rule.moves, ...rule.border, ...rule.centre]) {
    if (!symbols.has(name)) throw new Error(`there is no "${name}" in the map`);
    if (name === "#") throw new Error('"#" lies off the board and cannot be named');
  }
  for (const name of single) {
    if (rule.maps.some((map) => map.filter((cell) => cell.symbol === name).length > 1)) {
      throw new Error(`"${name}" stands for several cells; name one cell`);
    }
  }
  for (const name of rule.objects) {
    if (cells.some((cell) => cell.symbol === name && cell.kinds & 1)) {
      throw new Error(`a goal is about stones, and "${name}" need not be one`);
    }
  }
  const lines = rule.maps.length > 1 && rule.when ? linesIn(rule.when) : [];
  for (const name of lines) {
    if (cells.some((cell) => cell.symbol === name && cell.kinds !== 1)) {
      throw new Error(`where there are several maps, line(${name}) is of an empty point only`);
    }
  }
  for (const name of rule.moves) {
    if (cells.some((cell) => cell.symbol === name && cell.kinds !== 1)) {
      throw new Error(`a move goes to an empty point, and "${name}" need not be one`);
    }
  }
  for (const name of explained) {
    if (!symbols.has(name)) throw new Error(`\`where\` explains "${name}", which is not in the map`);
  }
  for (const map of rule.maps) {
    if (!map.some((cell) => cell.kinds !== -1 && reach(map, cell) <= REACH)) {
      throw new Error(`the map reaches more than ${REACH} points from any cell`);
    }
  }
}

function reach(map: readonly Cell[], from: Cell): number {
  return Math.max(...map.map((cell) => Math.max(Math.abs(cell.x - from.x), Math.abs(cell.y - from.y))));
}

/** The same for an example. */
export function refuseExample({ rows }: Example): void {
  const width = rows[0]?.length ?? 0;
  if (!width || rows.some((row) => row.length !== width)) {
    throw new Error("the rows of an example have different lengths");
  }
  if (Math.max(rows.length, width) > SIDE || rows.flat().some((symbol) => !/^[.XO*@]$/.test(symbol))) {
    throw new Error("an example is made of `.`, `X`, `O`, `*` and `@`");
  }
}
