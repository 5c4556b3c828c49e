import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Stone } from "../../src/board/play";
import { exampleHolds, Ground, matches } from "../../src/rules/match";
import { mapIn, parseRule, withMap } from "../../src/rules/rule";
import type { Given } from "../../src/rules/types";

interface Known {
  rule: string;
  text: string;
  board: { width: number; height: number; stones: Stone[] };
  own: 1 | 2;
  hits: { objects: number[]; moves: number[]; centre: number[] }[];
}

const known = JSON.parse(
  readFileSync(new URL("../fixtures/rule-matches.json", import.meta.url), "utf8"),
) as Known[];

const tried = JSON.parse(
  readFileSync(new URL("../fixtures/rule-refusals.json", import.meta.url), "utf8"),
) as { text: string; read: boolean }[];
const { purposes, rules } = JSON.parse(
  readFileSync(new URL("../fixtures/rules.json", import.meta.url), "utf8"),
) as Given;

const sorted = (points: number[]) => [...points].sort((a, b) => a - b);
// One stone stands for its block: Python names one where a rule has several maps.
const head = (ground: Ground, stone: number) => Math.min(...(ground.block(stone)?.stones ?? [stone]));
const told = (hits: Known["hits"], ground: Ground) =>
  hits
    .map((hit) => {
      const objects = hit.objects.map((stone) => head(ground, stone));
      return JSON.stringify([sorted(objects), sorted(hit.moves), sorted(hit.centre)]);
    })
    .sort();

describe("the matcher of the page", () => {
  it("finds what Python finds", () => {
    expect(known.length).toBeGreaterThan(20);
    for (const { rule, text, board, own, hits } of known) {
      const ground = new Ground(board, board.stones);
      const found = matches(parseRule(text), ground, own);
      expect([...new Set(told(found, ground))], rule).toEqual([...new Set(told(hits, ground))]);
    }
  });
});

const RULE = `rule tiger
purpose: connect
goal: Connect(a, b)
reason: r.
map:
    a.*
    Ob.
where:
    a X
    b X
good: *
match:
    . . . . .
    . X . * .
    . O X . .
    . . . . .
`;

describe("a rule as text", () => {
  it("is read, and its examples are run", () => {
    const rule = parseRule(RULE);
    expect(rule.objects).toEqual(["a", "b"]);
    const [example] = rule.examples;
    if (!example) throw new Error("no example");
    expect(exampleHolds(rule, example)).toBe(true);
    expect(exampleHolds(parseRule(RULE.replace("Ob.", "Xb.")), example)).toBe(false);
  });

  it("says what is wrong", () => {
    expect(() => parseRule(RULE.replace("a.*", "aq*"))).toThrow("does not say");
    expect(() => parseRule(RULE.replace("Connect(a, b)", "Connect(a, z)"))).toThrow('no "z"');
    expect(() => parseRule(RULE.replace("good: *", "when: libs(a >= 2\ngood: *"))).toThrow("instead of");
  });

  it("refuses what Python refuses, and nothing else", () => {
    expect(tried.filter(({ read }) => read).length).toBeGreaterThan(5);
    for (const { text, read } of tried) {
      let said = "";
      try {
        parseRule(text, purposes);
      } catch (error) {
        said = String(error);
      }
      expect(said === "", `${text}${said}`).toBe(read);
      expect(said).not.toContain("RangeError");
    }
  });

  it("reads every rule that it is given", () => {
    expect(rules.length).toBeGreaterThan(50);
    for (const { text } of rules) parseRule(text, purposes);
  });

  it("takes a drawn map", () => {
    const rows = ["a.*", "xb."];
    expect(mapIn(withMap(RULE, rows))).toEqual(rows);
    expect(parseRule(withMap(RULE, rows)).maps[0]?.length).toBe(6);
  });

  it("keeps the map where the rule cannot be read", () => {
    const rows = ["a.*", "cb."];
    const text = withMap(RULE, rows);
    expect(() => parseRule(text)).toThrow('what "c" means');
    expect(mapIn(text)).toEqual(rows);
    expect(withMap(text, ["a.*", "Ob."])).toBe(RULE);
    expect(mapIn("rule x")).toEqual([]);
    expect(withMap("rule x\n", ["?"])).toBe("rule x\nmap:\n    ?\n");
  });
});
