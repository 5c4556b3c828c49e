// A move that was tried: what it is worth beside the best, what answers it, and why.

import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import type { Sentence, Tried, TryAsk } from "./api";
import { post, Refused } from "./client";

const words = strings.app;
const VISITS = 100;

export interface Trying {
  asking: string;
  /** What it is worth; its reasons come a moment later. */
  found: Tried | null;
  ask: (at: number, line: readonly string[], vertex: string, best?: string) => void;
  forget: () => void;
}

export function useTry(id: string, fail: (error: unknown) => void): Trying {
  const [asking, setAsking] = useState("");
  const [found, setFound] = useState<Tried | null>(null);
  const running = useRef<AbortController | null>(null);
  const forget = () => {
    running.current?.abort();
    running.current = null;
    setAsking("");
    setFound(null);
  };
  useEffect(() => () => running.current?.abort(), [id]);
  const ask = (at: number, line: readonly string[], vertex: string, best?: string) => {
    forget();
    const control = new AbortController();
    running.current = control;
    setAsking(vertex);
    const asked: TryAsk = { at, line: [...line], vertex, best: best ?? null, visits: VISITS };
    const path = `/games/${id}/try`;
    post<Tried>(path, { ...asked, reasons: false }, { signal: control.signal })
      .then((value) => {
        if (running.current === control) setFound(value);
        return post<Tried>(path, asked, { signal: control.signal });
      })
      .then(
        (answer) => running.current === control && setFound(answer),
        (error: unknown) => {
          const left = control.signal.aborted || (error instanceof Refused && running.current !== control);
          if (!left) fail(error);
        },
      )
      .finally(() => running.current === control && setAsking(""));
  };
  return { asking, found, ask, forget };
}

export function TriedCard({ tried, show }: { tried: Trying; show: (moves: string[]) => void }) {
  const { asking, found } = tried;
  if (asking && !found) {
    return (
      <section class="card tried" aria-live="polite">
        <p>
          {words.asking(asking)} <button onClick={tried.forget}>{words.stop}</button>
        </p>
      </section>
    );
  }
  if (!found) return null;
  const { value, reply } = found;
  return (
    <section class="card tried" aria-live="polite">
      <h2>{words.tried(found.to_play, found.vertex)}</h2>
      <p>
        <strong>{verdictOf(found)}</strong>{" "}
        <span class="soft small">({words.equalEffort(found.visits)})</span>{" "}
        <span class="certainty">{words.certainty[found.certainty] ?? found.certainty}</span>
      </p>
      <p class="soft small">{words.standing(value.lead, value.win)}</p>
      {reply.length > 0 && (
        <>
          <h3>{words.answer}</h3>
          <p>
            {reply.slice(0, 8).join(" ")}{" "}
            <button onClick={() => show(reply.slice(0, 8))}>{words.showAnswer}</button>
          </p>
          <Sentences said={found.answer} />
        </>
      )}
      {asking && <p class="soft">{words.findingReasons}</p>}
      {found.does.length > 0 && <h3>{words.does}</h3>}
      <Sentences said={found.does} />
      <Copy text={found.command} />
    </section>
  );
}

/** What a tried move comes to, in a sentence. */
export function verdictOf({ vertex, best, loss }: Tried): string {
  if (vertex === best.vertex) return words.isBest(vertex);
  return words.losesTo(vertex, loss, best.vertex);
}

export function Sentences({ said }: { said: readonly Sentence[] }) {
  if (said.length === 0) return null;
  return (
    <ul class="reasons">
      {said.map((one) => (
        <li key={one.text}>
          {one.text} <span class="certainty">{words.certainty[one.certainty] ?? one.certainty}</span>
        </li>
      ))}
    </ul>
  );
}

export function Copy({ text }: { text: string }) {
  const [done, setDone] = useState(false);
  return (
    <p class="small">
      <button class="plain" title={text} onClick={() => void navigator.clipboard?.writeText(text).then(() => setDone(true))}>
        {words.copyCommand}
      </button>{" "}
      {done && <span role="status">{words.copied}</span>}
    </p>
  );
}
