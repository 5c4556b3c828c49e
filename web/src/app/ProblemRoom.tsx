// Problems: one plays, the other side resists, a wrong move is refuted on the board.

import { useEffect, useRef, useState } from "preact/hooks";
import { Board, type Ghost, type Mark } from "../board/Board";
import { emptyBoard, mayPlay, play, setUp, type Stones } from "../board/play";
import { fromVertex, PASS, toVertex, type Size } from "../board/points";
import { around, whole } from "../board/view";
import { strings } from "../strings";
import type { ProblemAnswer, ProblemMove, ProblemNext, ProblemShow, ProblemShown, ProblemState, ProblemSummary } from "./api";
import { get, newRequest, post, Refused, type News } from "./client";
import { BringProblems, Decks, deckNow, type DeckName } from "./Decks";
import { Sentences } from "./Tried";

const words = strings.app;
const REPLY = 450; // milliseconds before the answer is played, so that it is seen

export function ProblemRoom({ id, news, fail }: {
  /** A problem that is asked for; else the one whose turn it is. */
  id: string;
  news: News;
  fail: (error: unknown) => void;
}) {
  const [deck, setDeck] = useState<DeckName>(deckNow.get());
  const [empty, setEmpty] = useState(false);
  const [problem, setProblem] = useState<ProblemState | null>(null);
  const [summary, setSummary] = useState<ProblemSummary | null>(null);
  const [line, setLine] = useState<string[]>([]);
  const [answer, setAnswer] = useState<ProblemAnswer | null>(null);
  const [shown, setShown] = useState<string[]>([]);
  const [hint, setHint] = useState<string[]>([]);
  const [hinted, setHinted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const [pixels, setPixels] = useState(40);
  const attempt = useRef(newRequest());
  const later = useRef(0);

  const count = () => get<ProblemSummary>("/problems").then(setSummary, fail);
  const again = () => {
    clearTimeout(later.current);
    attempt.current = newRequest();
    setLine([]);
    setAnswer(null);
    setShown([]);
    setHint([]);
    setHinted(false);
    setChosen(null);
  };
  const next = (skip?: string, from: DeckName = deck) => {
    again();
    setBusy(true);
    const asked: ProblemNext = { deck: from, skip: skip ?? null };
    post<ProblemState>("/problems/next", asked)
      .then((found) => {
        if (deckNow.get() !== from) return;
        setEmpty(false);
        setProblem(found);
      }, (error: unknown) => {
        if (!(error instanceof Refused && error.status === 404)) return fail(error);
        setEmpty(true);
        setProblem(null);
      })
      .finally(() => {
        setBusy(false);
        void count();
      });
  };
  const choose = (from: DeckName) => {
    deckNow.set(from);
    setDeck(from);
    setEmpty(false);
    setProblem(null);
    next(undefined, from);
  };
  useEffect(() => {
    document.title = `${words.problems} – ${words.title}`;
    news.watch(null);
    if (id) {
      get<ProblemState>(`/problems/${id}`).then((found) => {
        deckNow.set(found.deck);
        setDeck(found.deck);
        setProblem(found);
      }, fail);
      void count();
    } else next();
    return () => clearTimeout(later.current);
  }, []);

  const decks = summary && <Decks summary={summary} deck={deck} choose={choose} fail={fail} />;
  const bring = deck === "book" && <BringProblems fail={fail} brought={() => (problem ? void count() : next())} />;
  if (!problem) {
    return (
      <main class="room problem">
        <div class="left">
          <h1>{words.problems}</h1>
          <p class="state" role="status">{empty ? words.emptyDeck[deck] : deck === "made" ? words.makingProblem : words.readingProblem}</p>
        </div>
        <div class="right">
          {decks}
          {bring}
        </div>
      </main>
    );
  }
  const size: Size = { width: problem.width, height: problem.height };
  const over = answer?.outcome === "wrong" || answer?.outcome === "solved" || answer?.outcome === "undecided" || shown.length > 0;
  const board = boardOf(problem, line, size);
  const mine = line.length % 2 === 0 && !over && !busy;

  const put = (vertex: string) => {
    const asked: ProblemMove = { attempt: attempt.current, line: [...line, vertex], hinted };
    setLine(asked.line);
    setHint([]);
    setAnswer(null);
    setBusy(true);
    post<ProblemAnswer>(`/problems/${problem.id}/moves`, asked)
      .then((found) => {
        setAnswer(found);
        if (found.reply && (found.outcome === "wrong" || (found.outcome !== "undecided" && problem.goal !== "better"))) {
          const then = found.outcome === "wrong" ? found.line : [found.reply];
          later.current = window.setTimeout(() => setLine((now) => [...now, ...then]), REPLY);
        }
        if (found.outcome !== "right") void count();
      }, (error: unknown) => {
        setLine(line);
        fail(error);
      })
      .finally(() => setBusy(false));
  };
  const press = (point: number) => {
    if (!mine || !mayPlay(board.stones, point, board.toPlay, size, board.before)) return;
    if (window.matchMedia("(pointer: coarse)").matches && pixels < 30 && chosen !== point) {
      setChosen(point);
      return;
    }
    setChosen(null);
    put(toVertex(point, size));
  };
  const help = (giveUp: boolean) => {
    const asked: ProblemShow = { attempt: attempt.current, line: line.length % 2 ? line.slice(0, -1) : line, give_up: giveUp };
    setBusy(true);
    post<ProblemShown>(`/problems/${problem.id}/show`, asked)
      .then((found) => {
        if (giveUp) setShown(found.moves);
        else setHint(found.moves);
        if (giveUp) void count();
        else setHinted(true);
      }, fail)
      .finally(() => setBusy(false));
  };

  const point = (vertex: string) => fromVertex(vertex, size);
  const labels = new Map<number, string>();
  line.forEach((vertex, index) => {
    if (vertex !== "pass" && board.stones[point(vertex)] !== 0) labels.set(point(vertex), String(index + 1));
  });
  const marks = new Map<number, Mark>();
  for (const vertex of problem.target) if (board.stones[point(vertex)] !== 0) marks.set(point(vertex), "triangle");
  const ghosts = new Map<number, Ghost>();
  if (problem.last && line.length === 0) marks.set(point(problem.last), "circle");
  for (const vertex of shown) if (vertex !== "pass") ghosts.set(point(vertex), { color: board.toPlay, kind: "good" });
  if (chosen !== null) ghosts.set(chosen, { color: board.toPlay });
  const seen = [...problem.black, ...problem.white, ...line, ...shown].filter((vertex) => vertex !== "pass");
  const view = problem.goal === "better" ? whole(size) : around(seen.map(point), size);
  const helped = new Set(hint.map(point));
  const label = (at: number) => {
    const said: string[] = [];
    if (marks.has(at)) said.push(problem.goal === "better" ? words.markLast : words.markTarget);
    const number = labels.get(at);
    if (number) said.push(words.markLine(number));
    if (helped.has(at)) said.push(words.markHint);
    if (ghosts.has(at) && shown.length) said.push(words.markAnswer);
    return words.point(toVertex(at, size), board.stones[at] ?? 0, said);
  };
  const told = busy && line.length % 2 ? words.judging : outcome(problem, answer, shown, mine && line.length > 0);
  return (
    <main class="room problem">
      <div class="left" id="board">
        <h1>{taskOf(problem)}</h1>
        {(problem.title || problem.comment) && (
          <p class="soft small center">
            {problem.game ? <a href={`#/game/${problem.game}?at=${problem.at}`}>{words.fromGame(problem.title, problem.at)}</a> : problem.title}
            {problem.comment && ` · ${problem.comment}`}
          </p>
        )}
        <p class={`state verdict-${answer?.outcome ?? "none"}`} role="status" aria-live="polite">{told}</p>
        <Board
          size={size}
          stones={board.stones}
          description={words.board(words.sizeOf(problem.width), taskOf(problem))}
          view={view}
          labels={labels}
          marks={marks}
          ghosts={ghosts}
          selected={[...helped]}
          largest={48}
          tallest={0.72}
          points={{ label, press, pixels: setPixels }}
        />
        {chosen !== null && (
          <p class="confirm">
            <button class="main" onClick={() => press(chosen)}>{words.confirm(toVertex(chosen, size))}</button>
          </p>
        )}
        <p class="actions center">
          {over && <button class="main" disabled={busy} onClick={() => next(problem.id)}>{words.nextProblem}</button>}
          {(line.length > 0 || over) && <button disabled={busy} onClick={again}>{words.tryAgain}</button>}
          {!over && <button disabled={busy || hinted} onClick={() => help(false)}>{words.hint}</button>}
          {!over && <button disabled={busy} onClick={() => help(true)}>{words.giveUp}</button>}
          {!over && line.length === 0 && <button disabled={busy} onClick={() => next(problem.id)}>{words.skipProblem}</button>}
        </p>
      </div>
      <div class="right">
        {answer && answer.said.length > 0 && (
          <section class="card">
            <h2>{words.reasons}</h2>
            <Sentences said={answer.said} />
          </section>
        )}
        {decks}
        {bring}
        <section class="card">
          <h2>{words.howYouGetOn}</h2>
          {summary && (
            <>
              <p>{words.problemCounts(summary.solved, summary.failed)}</p>
              {problem.deck === "made" && <p>{words.problemLevel(problem.level, summary.level)}</p>}
              <p class="soft">{problem.again ? words.askedBefore : words.newProblem}</p>
            </>
          )}
          <p class="soft small">{problem.goal === "better" ? words.mistakeHelp : words.problemHelp}</p>
        </section>
      </div>
    </main>
  );
}

function taskOf(problem: ProblemState): string {
  if (problem.goal === "better") return words.taskBetter(problem.to_play, problem.played ?? "", problem.loss ?? 0);
  return words.task(problem.to_play, problem.goal, problem.target[0] ?? "");
}

function boardOf(problem: ProblemState, line: readonly string[], size: Size) {
  const points = (vertices: readonly string[]) => vertices.map((vertex) => fromVertex(vertex, size));
  let stones: Stones = setUp(setUp(emptyBoard(size), points(problem.black), 1), points(problem.white), 2);
  let before: Stones | undefined;
  let toPlay: 1 | 2 = problem.to_play === "black" ? 1 : 2;
  for (const vertex of line) {
    before = stones;
    const at = fromVertex(vertex, size);
    if (at !== PASS) stones = play(stones, at, toPlay, size);
    toPlay = toPlay === 1 ? 2 : 1;
  }
  return { stones, before, toPlay };
}

function outcome(problem: ProblemState, answer: ProblemAnswer | null, shown: readonly string[], going: boolean): string {
  if (shown.length) return words.shownAnswer(shown);
  if (!answer) return going ? words.goOnSolving : words.find(problem.to_play);
  const sure = words.certainty[answer.certainty] ?? answer.certainty;
  if (problem.goal === "better") {
    return words.betterOutcome[answer.outcome]?.(answer.vertex, answer.loss ?? 0, answer.best ?? "", problem.played ?? "", sure) ?? "";
  }
  if (answer.outcome === "solved") return words.solved(sure);
  if (answer.outcome === "right") return words.right(answer.vertex, answer.reply ?? "", sure);
  if (answer.outcome === "undecided") return words.undecided(answer.vertex);
  return words.wrong(answer.vertex, answer.reply, answer.ko, problem.goal, sure);
}
