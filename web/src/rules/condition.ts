// Conditions of rules: AND, OR and NOT over stones and liberties, as gokan.goals.knowledge reads them.

export type Condition =
  | { op: "number"; value: number }
  | { op: "and" | "or" | "<" | "="; left: Condition; right: Condition }
  | { op: "not"; of: Condition }
  | { op: Asked; cells: string[] };

type Asked = "libs" | "stones" | "after" | "enemy_after" | "line" | "same" | "liberty" | "stone";

const NUMERIC = ["libs", "stones", "after", "enemy_after", "line"];
const DEEPEST = 20;
const MOST_QUESTIONS = 100;
const MOST_HELD = 31; // values that the program keeps at once while it answers
const STONE = new Map([["empty", 0], ["own", 1], ["enemy", 2]]);

export function parseCondition(text: string): Condition {
  const tokens = text.match(/[0-9]+|[A-Za-z_]+|\*|<=|>=|!=|[<>=(),]|\S/g) ?? [];
  let next = 0;
  let depth = 0;
  let questions = 0;
  const peek = () => tokens[next] ?? "";
  const take = (expected = ""): string => {
    const token = peek();
    if (!token || (expected && token !== expected)) {
      throw new Error(`the condition has ${token ? `"${token}"` : "its end"} instead of ${expected || "more"}`);
    }
    next += 1;
    return token;
  };
  const chain = (word: "and" | "or", part: () => Condition): Condition => {
    let found = part();
    while (peek() === word) {
      take();
      found = { op: word, left: found, right: part() };
    }
    return found;
  };
  const either = (): Condition => chain("or", () => chain("and", single));
  const single = (): Condition => {
    depth += 1;
    if (depth > DEEPEST) throw new Error("the condition is nested too deeply");
    let found: Condition;
    if (peek() === "not") {
      take();
      found = { op: "not", of: single() };
    } else if (peek() === "(") {
      take();
      found = either();
      take(")");
    } else {
      found = question();
    }
    depth -= 1;
    return found;
  };
  const cell = (): string => {
    const token = take();
    if (token.length !== 1 || "(),<>=".includes(token)) throw new Error(`"${token}" is not a letter of the map`);
    return token;
  };
  const cells = (count: number): string[] => {
    take("(");
    const found = [cell()];
    while (peek() === ",") {
      take();
      found.push(cell());
    }
    take(")");
    if (found.length !== count) throw new Error(`${count} cell${count > 1 ? "s" : ""} expected, not ${found.length}`);
    return found;
  };
  const term = (): Condition => {
    const word = take();
    if (/^[0-9]{4,}$/.test(word)) throw new Error(`${word} is too large a number`);
    if (/^[0-9]+$/.test(word)) return { op: "number", value: Number(word) };
    if (!NUMERIC.includes(word)) throw new Error(`"${word}" is not known in conditions`);
    return { op: word as Asked, cells: cells(1) };
  };
  const question = (): Condition => {
    questions += 1;
    if (questions > MOST_QUESTIONS) throw new Error(`the condition asks more than ${MOST_QUESTIONS} questions`);
    const word = peek();
    const stone = STONE.get(word);
    if (stone !== undefined) {
      take();
      return { op: "=", left: { op: "stone", cells: cells(1) }, right: { op: "number", value: stone } };
    }
    if (word === "same" || word === "liberty") {
      take();
      return { op: word, cells: cells(2) };
    }
    const left = term();
    const sign = take();
    const right = term();
    const less: Condition = { op: "<", left, right };
    const more: Condition = { op: "<", left: right, right: left };
    const equal: Condition = { op: "=", left, right };
    if (sign === "<") return less;
    if (sign === ">") return more;
    if (sign === "=") return equal;
    if (sign === ">=") return { op: "not", of: less };
    if (sign === "<=") return { op: "not", of: more };
    if (sign === "!=") return { op: "not", of: equal };
    throw new Error(`"${sign}" is no comparison`);
  };
  const found = either();
  if (peek()) throw new Error(`the condition goes on with "${peek()}" where it should end`);
  if (held(found) > MOST_HELD) throw new Error("the condition is nested too deeply");
  return found;
}

function held(condition: Condition): number {
  if (condition.op === "not") return held(condition.of);
  return "left" in condition ? Math.max(held(condition.left), 1 + held(condition.right)) : 1;
}

export function namesIn(condition: Condition): string[] {
  if (condition.op === "number") return [];
  if (condition.op === "not") return namesIn(condition.of);
  if ("cells" in condition) return condition.cells;
  return [...namesIn(condition.left), ...namesIn(condition.right)];
}

/** The cells whose line is asked for. */
export function linesIn(condition: Condition): string[] {
  if (condition.op === "not") return linesIn(condition.of);
  if ("left" in condition) return [...linesIn(condition.left), ...linesIn(condition.right)];
  return condition.op === "line" ? condition.cells : [];
}

/** What a condition needs to know of a board; points go by the names of cells. */
export interface Facts {
  stone: (cell: string) => number;
  libs: (cell: string) => number;
  stones: (cell: string) => number;
  after: (cell: string, own: boolean) => number;
  line: (cell: string) => number;
  same: (one: string, other: string) => boolean;
  liberty: (cell: string, of: string) => boolean;
}

export function holds(condition: Condition, facts: Facts): boolean {
  return value(condition, facts) !== 0;
}

function value(condition: Condition, facts: Facts): number {
  switch (condition.op) {
    case "number":
      return condition.value;
    case "not":
      return holds(condition.of, facts) ? 0 : 1;
    case "and":
      return holds(condition.left, facts) && holds(condition.right, facts) ? 1 : 0;
    case "or":
      return holds(condition.left, facts) || holds(condition.right, facts) ? 1 : 0;
    case "<":
      return value(condition.left, facts) < value(condition.right, facts) ? 1 : 0;
    case "=":
      return value(condition.left, facts) === value(condition.right, facts) ? 1 : 0;
    default: {
      const [one = "", other = ""] = condition.cells;
      if (condition.op === "same") return facts.same(one, other) ? 1 : 0;
      if (condition.op === "liberty") return facts.liberty(one, other) ? 1 : 0;
      if (condition.op === "after") return facts.after(one, true);
      if (condition.op === "enemy_after") return facts.after(one, false);
      return facts[condition.op](one);
    }
  }
}
