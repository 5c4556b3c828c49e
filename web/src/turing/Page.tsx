// Scrimger's test (Section 5.3.4) as a page: two moves, one by a person, one by a program. Which is
// which? Answers stay in this page until they are saved to a file.

import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { strings } from "../strings";
import { ThemeChoice } from "../theme";
import { type Answer, given, interval, right } from "./score";
import type { Question, Test } from "./types";

const KIND = "gokan turing";
const LETTERS = ["A", "B"] as const;

export function Page({ test }: { test: Test }) {
  const { questions } = test;
  const [at, setAt] = useState(0);
  const [answers, setAnswers] = useState<readonly Answer[]>(questions.map(() => null));
  const question = questions[at];
  const go = (to: number) => setAt(Math.max(0, Math.min(questions.length, to)));
  const answer = (choice: 0 | 1) => {
    if (!question) return;
    setAnswers((old) => old.map((kept, index) => (index === at ? choice : kept)));
    go(at + 1);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLSelectElement) return;
      const key = event.key.toLowerCase();
      if (key === "a") answer(0);
      else if (key === "b") answer(1);
      else if (event.key === "ArrowRight") go(at + 1);
      else if (event.key === "ArrowLeft") go(at - 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  return (
    <>
      <header class="top">
        <div>
          <h1>{strings.turingTitle}</h1>
          <p class="soft">{strings.turingTask}</p>
        </div>
        <ThemeChoice />
      </header>
      <main class="asking">
        {question ? (
          <Asked question={question} chosen={answers[at] ?? null} onAnswer={answer} />
        ) : (
          <Results test={test} answers={answers} />
        )}
        <div class="controls">
          <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>{strings.back}</button>
          <span class="counter" role="status">
            {question ? strings.questionOf(at + 1, questions.length) : strings.turingOutcome}
          </span>
          <button type="button" disabled={!question} onClick={() => go(at + 1)}>{strings.forward}</button>
        </div>
        <p class="small soft">{strings.turingKept}</p>
      </main>
    </>
  );
}

function Asked(props: { question: Question; chosen: Answer; onAnswer: (choice: 0 | 1) => void }) {
  const { question, chosen, onAnswer } = props;
  const [one, two] = question.moves;
  const side = question.color === 1 ? "black" : "white";
  return (
    <>
      <p>{strings.turingPosition(question.number, side)}</p>
      <Board
        size={question}
        stones={question.stones}
        description={strings.turingBoard(question.number, side)}
        labels={new Map([[one, "A"], [two, "B"]])}
        {...(question.last === null ? {} : { last: question.last })}
        onPoint={(point) => {
          if (point === one) onAnswer(0);
          if (point === two) onAnswer(1);
        }}
      />
      <div class="controls">
        {LETTERS.map((letter, index) => (
          <button
            key={letter}
            type="button"
            aria-pressed={chosen === index}
            onClick={() => onAnswer(index as 0 | 1)}
          >
            {strings.turingAnswer(letter)}
          </button>
        ))}
      </div>
    </>
  );
}

function Results({ test, answers }: { test: Test; answers: readonly Answer[] }) {
  const hits = right(test.questions, answers);
  const of = given(answers);
  const [low, high] = interval(hits, of);
  const saved = JSON.stringify({
    kind: KIND,
    program: test.program,
    answers: test.questions.map((question, index) => ({
      name: question.name,
      number: question.number,
      human: question.human,
      answer: answers[index] ?? null,
    })),
  });
  return (
    <section class="card">
      <h2>{strings.turingOutcome}</h2>
      <p>{strings.turingResult(hits, of, low, high)}</p>
      <p class="soft">{strings.turingAgreed(test.agreed, test.asked, test.program)}</p>
      <table>
        <thead>
          <tr>
            <th>{strings.turingGame}</th>
            <th class="number">{strings.turingMove}</th>
            <th>{strings.turingPerson}</th>
            <th>{strings.turingYou}</th>
          </tr>
        </thead>
        <tbody>
          {test.questions.map((question, index) => {
            const answer = answers[index] ?? null;
            return (
              <tr key={index}>
                <td>{question.name}</td>
                <td class="number">{question.number}</td>
                <td>{LETTERS[question.human]}</td>
                <td>{answer === null ? "–" : `${LETTERS[answer]} ${answer === question.human ? "✓" : "✗"}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>
        <a download="turing.json" href={`data:application/json;charset=utf-8,${encodeURIComponent(saved)}`}>
          {strings.turingSave}
        </a>
      </p>
    </section>
  );
}
