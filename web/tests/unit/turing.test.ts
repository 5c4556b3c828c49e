import { describe, expect, it } from "vitest";
import { given, interval, right } from "../../src/turing/score";
import type { Question } from "../../src/turing/types";

const question = (human: 0 | 1) => ({ human }) as Question;

describe("the answers to whose move it is", () => {
  it("are counted", () => {
    const questions = [question(0), question(1), question(1)];
    expect(right(questions, [0, 0, null])).toBe(1);
    expect(given([0, 0, null])).toBe(2);
  });
  it("have an interval", () => {
    const [low, high] = interval(5, 10);
    expect(low).toBeCloseTo(0.2366, 3);
    expect(high).toBeCloseTo(0.7634, 3);
    expect(interval(0, 0)).toEqual([0, 1]);
  });
});
