// What Gokan thinks of the position on the board, getting deeper while one looks.

import { strings } from "../strings";
import type { Candidate, Look } from "./api";

const words = strings.app;
const SHOWN = 6;

export function Analysis({ look, shows, setShows, owners, setOwners, put, toPlay }: {
  look: Look | null;
  shows: boolean;
  setShows: (shows: boolean) => void;
  owners: boolean;
  setOwners: (owners: boolean) => void;
  put: (vertex: string) => void;
  toPlay: "black" | "white";
}) {
  return (
    <section class="card analysis">
      <h2>{words.analysis}</h2>
      <label class="check">
        <input type="checkbox" checked={shows} onChange={(event) => setShows(event.currentTarget.checked)} /> {words.showAnalysis}
      </label>
      {!shows && <p class="soft small">{words.hidden}</p>}
      {shows && !look && <p class="soft">{words.looking}</p>}
      {shows && look && (
        <>
          <Bar win={look.win} />
          <p class="standing">
            <strong>{words.standing(look.lead, look.win)}</strong>{" "}
            <span class="soft small">
              {words.spread(look.stdev)} · {words.positions(look.visits)}
              {look.done ? "" : " …"}
            </span>{" "}
            <span class="certainty">{words.certainty[look.certainty] ?? look.certainty}</span>
          </p>
          <table class="candidates">
            <caption class="unseen">{strings.candidates}</caption>
            <thead class="small soft">
              <tr>
                <th scope="col"><span class="unseen">{words.rank}</span></th>
                <th scope="col">{words.move}</th>
                <th scope="col" class="number">{words.loss}</th>
                <th scope="col">{words.follows}</th>
                <th scope="col" class="number">{words.visits}</th>
              </tr>
            </thead>
            <tbody>
              {look.candidates.slice(0, SHOWN).map((one, index) => (
                <Row key={one.vertex} one={one} rank={index + 1} put={put} toPlay={toPlay} />
              ))}
            </tbody>
          </table>
          <label class="check">
            <input type="checkbox" checked={owners} onChange={(event) => setOwners(event.currentTarget.checked)} /> {words.owners}
          </label>
        </>
      )}
    </section>
  );
}

function Row({ one, rank, put, toPlay }: { one: Candidate; rank: number; put: (vertex: string) => void; toPlay: "black" | "white" }) {
  return (
    <tr>
      <td class="soft">{rank}</td>
      <td>
        <button class="plain" aria-label={words.why(one.vertex)} title={words.why(one.vertex)} onClick={() => put(one.vertex)}>
          <span class={`dot ${toPlay}`} aria-hidden="true" /> {one.vertex}
        </button>
      </td>
      <td class="number">{rank === 1 ? words.best : words.less(one.loss)}</td>
      <td class="small soft follows">{one.line.slice(1, 5).join(" ")}</td>
      <td class="number small soft">{one.visits}</td>
    </tr>
  );
}

function Bar({ win }: { win: number }) {
  return (
    <svg class="win-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="0" width="100" height="4" class="white" />
      <rect x="0" y="0" width={100 * win} height="4" class="black" />
      <line x1="50" x2="50" y1="0" y2="4" />
    </svg>
  );
}
