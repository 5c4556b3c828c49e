// The review of a game: the board to step through, what is said about each move, the game as a whole.

import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Board, type Ghost } from "../board/Board";
import { mayPlay } from "../board/play";
import { fromVertex, toVertex, type Size } from "../board/points";
import { strings } from "../strings";
import { ThemeChoice } from "../theme";
import { readMap } from "./lenses";
import { Groups, Mattered, Sides, Summary, TurningPoints } from "./Lists";
import { MoveCard } from "./MoveCard";
import { Plot } from "./Plot";
import type { Review } from "./types";
import { alongLine, positions, walk, type Place, type Step } from "./walk";

export function Page({ review, inside = false }: { review: Review; inside?: boolean }) {
  const boards = useMemo(() => positions(review), [review]);
  const [place, step] = useReducer<Place, Step>(
    (old, todo) => walk(old, todo, review),
    { at: firstPlace(review, inside) },
  );
  const [lens, setLens] = useState("");
  const lenses = Object.keys(review.lenses);
  const nextLens = () => setLens(lenses[lenses.indexOf(lens) + 1] ?? "");
  useKeys(step, nextLens);
  useAddress(place.at, step, inside);

  const { at, line } = place;
  const size = review.game;
  const move = review.moves[at - 1];
  const next = review.moves[at];
  const first = next ? (next.color === "black" ? 1 : 2) : move?.color === "black" ? 2 : 1;
  const shown = alongLine(boards[at] ?? [], first, line ? line.moves.slice(0, line.shown) : [], size);
  const go = (to: number) => step({ do: "go", to });
  const showLine = (from: number, moves: readonly string[]) => step({ do: "line", at: from, moves });
  const swipe = useSwipe(step);
  const before = line ? shown.before : at > 0 ? boards[at - 1] : undefined;
  const tryPoint = (point: number): boolean => {
    if (!mayPlay(shown.stones, point, shown.color, size, before)) return false;
    step({ do: "try", vertex: toVertex(point, size) });
    return true;
  };

  const better = !line && move?.matters ? move.candidates.filter((one) => one.vertex !== move.vertex) : [];
  const best = better[0];
  const ghosts = new Map<number, Ghost>();
  const labels = new Map<number, string>(line ? shown.numbers : []);
  better.slice(0, 3).forEach((one, index) => {
    const point = fromVertex(one.vertex, size);
    if (point >= 0 && shown.stones[point] === 0) {
      ghosts.set(point, { color: move?.color === "black" ? 1 : 2, kind: index === 0 ? "good" : "interesting" });
      labels.set(point, "ABC"[index] ?? "");
    }
  });
  const map = !line && lens ? review.lenses[lens]?.maps[at] : undefined;
  const last = move && !line ? fromVertex(move.vertex, size) : undefined;
  const lead = move ? move.lead : review.start.lead;
  const win = move ? move.win : review.start.win;
  const told = move ? strings.played(move.color, move.vertex) : strings.start;

  return (
    <>
      <header class="top">
        <Title review={review} />
        {!inside && <ThemeChoice />}
      </header>
      {!review.complete && <p class="notice" role="status">{strings.partial(review.moves.length, review.game.moves)}</p>}
      {review.game.warnings.map((warning) => <p key={warning} class="notice">{warning}</p>)}
      <main class="columns">
        <div class="left">
          <div class="holder" {...swipe}>
            <Board
              size={size}
              stones={shown.stones}
              description={strings.boardAfter(at, told)}
              {...(last !== undefined && last >= 0 ? { last } : {})}
              labels={labels}
              ghosts={ghosts}
              {...(map ? { paint: readMap(map) } : {})}
              onPoint={(point) => {
                const chosen = better.find((one) => fromVertex(one.vertex, size) === point);
                if (chosen) showLine(at - 1, chosen.line.length ? chosen.line : [chosen.vertex]);
                else tryPoint(point);
              }}
            />
          </div>
          <nav class="controls screen" aria-label={strings.moves}>
            <button onClick={() => go(0)} title={strings.first} aria-label={strings.first}>|‹</button>
            <button class="ten" onClick={() => step({ do: "step", by: -10 })} title={strings.backTen} aria-label={strings.backTen}>«</button>
            <button onClick={() => step({ do: "step", by: -1 })} title={strings.back} aria-label={strings.back}>‹</button>
            <span class="counter">{strings.toMove(at, review.moves.length)}</span>
            <button onClick={() => step({ do: "step", by: 1 })} title={strings.forward} aria-label={strings.forward}>›</button>
            <button class="ten" onClick={() => step({ do: "step", by: 10 })} title={strings.forwardTen} aria-label={strings.forwardTen}>»</button>
            <button onClick={() => go(review.moves.length)} title={strings.last} aria-label={strings.last}>›|</button>
            <span class="mattering">
              <button onClick={() => step({ do: "mattered", by: -1 })} title={strings.previousMistake} aria-label={strings.previousMistake}>▲</button>
              <button onClick={() => step({ do: "mattered", by: 1 })} title={strings.nextMistake} aria-label={strings.nextMistake}>▼</button>
              {lenses.length > 0 && (
                <label>
                  <span class="soft small">{strings.lens} </span>
                  <select value={lens} onChange={(event) => setLens(event.currentTarget.value)}>
                    <option value="">{strings.noLens}</option>
                    {lenses.map((name) => <option key={name} value={name}>{review.lenses[name]?.title}</option>)}
                  </select>
                </label>
              )}
            </span>
          </nav>
          {lens && !line && (
            <p class="small soft lens-note">
              {review.lenses[lens]?.note} <span class="certainty">{strings.certainty[review.lenses[lens]?.certainty ?? ""]}</span>
            </p>
          )}
          {line && (
            <p class="notice" role="status">
              {line.own ? strings.ownLine : strings.inLine}: {line.moves.join(" ")}{" "}
              {line.own && <button onClick={() => step({ do: "back" })}>{strings.undo}</button>}{" "}
              <button onClick={() => step({ do: "leave" })}>{strings.backToGame}</button>
            </p>
          )}
          <TryMove size={size} color={shown.color} play={tryPoint} />
          <p class="soft small screen keys">{strings.keys}</p>
        </div>
        <div class="right">
          <Plot review={review} at={at} go={go} />
          <MoveCard move={move} lead={lead} win={win} visits={(move ?? review.start).visits} showLine={showLine} />
          <Summary review={review} go={go} />
          <Mattered review={review} at={at} go={go} />
          <TurningPoints review={review} go={go} />
          <Groups review={review} go={go} />
          <Sides review={review} go={go} />
        </div>
      </main>
      {!inside && <footer class="soft small">{strings.made}</footer>}
      {best && <p class="unseen">{strings.better}: {best.vertex}</p>}
    </>
  );
}

// Stones are put by a click; those who use no mouse type where.
function TryMove({ size, color, play }: { size: Size; color: 1 | 2; play: (point: number) => boolean }) {
  const [text, setText] = useState("");
  const [refused, setRefused] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    let point = -1;
    try {
      point = fromVertex(text, size);
    } catch {
      // not a point of this board
    }
    const done = point >= 0 && play(point);
    setRefused(done ? "" : strings.cannotPlay(text));
    if (done) setText("");
  };
  return (
    <form class="try screen small" onSubmit={submit}>
      <label>
        <span class="soft">{strings.tryMove(color === 1 ? "black" : "white")} </span>
        <input
          value={text}
          size={4}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>{" "}
      <button type="submit">{strings.put}</button>{" "}
      {refused && <span role="alert">{refused}</span>}
    </form>
  );
}

function Title({ review: { game } }: { review: Review }) {
  const name = (who: { name: string; rank: string }, other: string) =>
    `${who.name || other}${who.rank ? ` ${who.rank}` : ""}`;
  const facts = [game.event, game.date, game.result].filter(Boolean).join(" · ");
  return (
    <div>
      <h1>
        <span class="dot black" aria-hidden="true" /> {name(game.black, strings.side("black"))}{" – "}
        <span class="dot white" aria-hidden="true" /> {name(game.white, strings.side("white"))}
      </h1>
      <div class="soft small">{facts}</div>
    </div>
  );
}

function firstPlace(review: Review, inside: boolean): number {
  const asked = location.hash && !inside ? Number(location.hash.slice(1)) : NaN;
  if (Number.isInteger(asked) && asked >= 0 && asked <= review.moves.length) return asked;
  return review.moves.find((move) => move.matters)?.number ?? review.moves.length;
}

// The address names the move, so that a link can point at it.
// Inside the workbench the address is the workbench's.
function useAddress(at: number, step: (todo: Step) => void, inside: boolean): void {
  useEffect(() => {
    if (inside) return;
    history.replaceState(null, "", `#${at}`);
  }, [at, inside]);
  useEffect(() => {
    if (inside) return;
    const follow = () => {
      const to = Number(location.hash.slice(1));
      if (Number.isInteger(to)) step({ do: "go", to });
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [inside]);
}

function useKeys(step: (todo: Step) => void, nextLens: () => void): void {
  const latest = useRef(nextLens);
  latest.current = nextLens;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
      const by = event.shiftKey ? 10 : 1;
      if (event.key === "ArrowRight") step({ do: "step", by });
      else if (event.key === "ArrowLeft") step({ do: "step", by: -by });
      else if (event.key === "Home") step({ do: "go", to: 0 });
      else if (event.key === "End") step({ do: "go", to: Infinity });
      else if (event.key === "n") step({ do: "mattered", by: 1 });
      else if (event.key === "p") step({ do: "mattered", by: -1 });
      else if (event.key === "l") latest.current();
      else if (event.key === "Escape") step({ do: "leave" });
      else if (event.key === "Backspace") step({ do: "back" });
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

const FAR = 40; // pixels that make a swipe

function useSwipe(step: (todo: Step) => void) {
  const start = useRef<number | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      start.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const end = event.changedTouches[0]?.clientX;
      if (start.current === null || end === undefined) return;
      const way = end - start.current;
      if (Math.abs(way) >= FAR) step({ do: "step", by: way < 0 ? 1 : -1 });
      start.current = null;
    },
  };
}
