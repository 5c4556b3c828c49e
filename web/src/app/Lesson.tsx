// Teaching: after each own move it is asked what it lost; a mistake is told, and may be taken back.

import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import type { GameState, Tried, TryAsk } from "./api";
import { post } from "./client";
import { Sentences, verdictOf } from "./Tried";
import type { Playing } from "./useGame";

const words = strings.app;
const KEY = "gokan-teach";
const VISITS = 60;
const MISTAKE = 4; // points, as OGS has it: less is an inaccuracy

export function Lesson({ game, playing, fail }: { game: GameState; playing: Playing; fail: (error: unknown) => void }) {
  const [on, setOn] = useState(() => read());
  const [mistake, setMistake] = useState<Tried | null>(null);
  const seen = useRef(game.moves.length);
  const people = [game.black, game.white].filter((seat) => seat.player === "person").length;
  const mine = game.black.player === "person" ? "black" : "white";
  const last = game.moves.findLastIndex((move) => move.color === mine);

  useEffect(() => {
    const before = seen.current;
    seen.current = game.moves.length;
    if (game.moves.length < before || game.phase !== "playing") setMistake(null);
    const move = game.moves[last];
    if (!on || people !== 1 || last < before || !move || move.vertex === "pass" || game.phase !== "playing") return;
    setMistake(null);
    const control = new AbortController();
    const asked: TryAsk = { at: last, vertex: move.vertex, visits: VISITS };
    const path = `/games/${game.id}/try`;
    const tell = async () => { // most moves are no mistake, and need no reasons
      const value = await post<Tried>(path, { ...asked, reasons: false }, { signal: control.signal });
      if (value.loss < MISTAKE) return;
      setMistake(value);
      const found = await post<Tried>(path, asked, { signal: control.signal });
      if (!control.signal.aborted) setMistake((now) => now && found);
    };
    tell().catch(
      (error: unknown) => !control.signal.aborted && fail(error),
    );
    return () => control.abort();
  }, [last, game.phase, on]);

  if (game.kind !== "play" || people !== 1 || game.phase === "over") return null;
  return (
    <section class="card lesson" aria-live="polite">
      <label class="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            setOn(event.currentTarget.checked);
            setMistake(null);
            write(event.currentTarget.checked);
          }}
        />{" "}
        {words.teach}
      </label>
      {mistake && (
        <>
          <h2>{words.lesson(mistake.vertex)}</h2>
          <p>
            <strong>{verdictOf(mistake)}</strong>{" "}
            <span class="certainty">{words.certainty[mistake.certainty] ?? mistake.certainty}</span>
          </p>
          <Sentences said={mistake.does} />
          <p>
            <button class="main" disabled={playing.busy} onClick={() => playing.act("undo")}>{words.takeBack}</button>{" "}
            <button onClick={() => setMistake(null)}>{words.keepIt}</button>
          </p>
        </>
      )}
    </section>
  );
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

function write(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // then it lasts as long as the page
  }
}
