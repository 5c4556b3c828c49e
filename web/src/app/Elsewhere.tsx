// What was played in this position in the other games of the library.

import { useEffect, useState } from "preact/hooks";
import { strings } from "../strings";
import type { LibraryAsk, LibrarySeen } from "./api";
import { post } from "./client";
import { GameRows } from "./GameRows";

const words = strings.app;
const PAUSE = 250; // milliseconds that one looks at a position before it is asked
const MOVES = 6;
const GAMES = 4;

export function Elsewhere({ id, at, line, put, fail }: {
  id: string;
  at: number;
  line: readonly string[];
  put: (vertex: string) => void;
  fail: (error: unknown) => void;
}) {
  const [seen, setSeen] = useState<LibrarySeen | null>(null);
  const key = line.join(" ");
  useEffect(() => {
    const control = new AbortController();
    const asked: LibraryAsk = { game: id, at, line: [...line] };
    const later = setTimeout(() => {
      post<LibrarySeen>("/library/seen", asked, { signal: control.signal }).then(
        setSeen,
        (error: unknown) => !control.signal.aborted && fail(error),
      );
    }, PAUSE);
    return () => {
      clearTimeout(later);
      control.abort();
    };
  }, [id, at, key]);
  if (!seen || seen.games === 0) return null;
  const reached = new Map(seen.examples.map((one) => [one.game.id, one.at]));
  return (
    <section class="card elsewhere games">
      <h2>{words.elsewhere}</h2>
      <p>{words.reached(seen.games, seen.black, seen.white)}</p>
      <table class="candidates">
        <caption class="unseen">{words.playedThere}</caption>
        <thead class="small soft">
          <tr>
            <th scope="col">{words.move}</th>
            <th scope="col" class="number">{words.games}</th>
            <th scope="col" class="number">{words.wonBy("black")}</th>
            <th scope="col" class="number">{words.wonBy("white")}</th>
          </tr>
        </thead>
        <tbody>
          {seen.moves.filter((one) => one.vertex !== null).slice(0, MOVES).map((one) => (
            <tr key={one.vertex}>
              <td>
                <button class="plain" title={words.why(one.vertex ?? "")} aria-label={words.why(one.vertex ?? "")} onClick={() => put(one.vertex ?? "")}>
                  {one.vertex}
                </button>
              </td>
              <td class="number">{one.games}</td>
              <td class="number">{one.black}</td>
              <td class="number">{one.white}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <GameRows games={seen.examples.slice(0, GAMES).map((one) => one.game)} reviews={[]} at={(game) => reached.get(game.id) ?? 0} />
    </section>
  );
}
