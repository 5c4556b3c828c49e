// How many answers are right, and between which shares the truth lies (Wilson, 95 %).

import type { Question } from "./types";

export type Answer = 0 | 1 | null;

export function right(questions: readonly Question[], answers: readonly Answer[]): number {
  return questions.filter((question, index) => answers[index] === question.human).length;
}

export function given(answers: readonly Answer[]): number {
  return answers.filter((answer) => answer !== null).length;
}

export function interval(hits: number, of: number): [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.959964;
  const share = hits / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const reach = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}
