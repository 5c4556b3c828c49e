// What the review says about the move on the board.

import { strings } from "../strings";
import type { Candidate, Reason, ReviewedMove } from "./types";

export function MoveCard({
  move,
  lead,
  win,
  visits,
  showLine,
}: {
  move: ReviewedMove | undefined;
  lead: number;
  win: number;
  visits?: number | undefined;
  showLine: (at: number, moves: string[]) => void;
}) {
  if (!move) {
    return (
      <section class="card move-card" aria-live="polite">
        <h2>{strings.start}</h2>
        <Standing lead={lead} win={win} visits={visits} />
      </section>
    );
  }
  const better = move.candidates.filter((one) => one.vertex !== move.vertex);
  const own = move.candidates.find((one) => one.vertex === move.vertex);
  return (
    <section class="card move-card" aria-live="polite">
      <h2>
        {strings.moveNumber(move.number)}: {strings.played(move.color, move.vertex)}{" "}
        <Verdict move={move} />
      </h2>
      <Standing lead={lead} win={win} visits={visits} />
      <Reasons reasons={move.cost} />
      {own && own.line.length > 1 && (
        <p>
          {strings.follows}{" "}
          <button class="plain" title={strings.showLine} onClick={() => showLine(move.number - 1, own.line)}>
            {own.line.slice(1, 7).join(" ")}
          </button>
        </p>
      )}
      {move.instead.length > 0 && <h3>{strings.instead}</h3>}
      <Reasons reasons={move.instead} />
      {better.length > 0 && (
        <Candidates candidates={better} at={move.number - 1} showLine={showLine} />
      )}
      {move.instead.length > 0 && move.reasons.length > 0 && <h3>{strings.does}</h3>}
      <Reasons reasons={move.reasons} />
      {move.comment && (
        <blockquote>
          <div class="soft small">{strings.recordSays}</div>
          {move.comment}
        </blockquote>
      )}
    </section>
  );
}

function Standing({ lead, win, visits }: { lead: number; win: number; visits?: number | undefined }) {
  return (
    <p class="soft">
      {strings.lead(lead)} · {strings.win(win)}
      {visits !== undefined && ` · ${strings.visits(visits)}`}
    </p>
  );
}

export function Verdict({ move }: { move: ReviewedMove }) {
  if (!move.word) return null;
  const bad = move.word === "mistake" || move.word === "blunder";
  const text = strings.words[move.word] ?? move.word;
  return (
    <span class={`verdict ${move.word}`}>
      {bad ? "▼ " : move.word === "inaccuracy" ? "▽ " : "● "}
      {text}
      {move.loss >= 0.5 && ` (${strings.lost(move.loss)})`}
    </span>
  );
}

function Reasons({ reasons }: { reasons: Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons">
      {reasons.map((reason) => (
        <li key={reason.text}>
          {reason.text}{" "}
          <span class="certainty">{strings.certainty[reason.certainty] ?? reason.certainty}</span>
        </li>
      ))}
    </ul>
  );
}

function Candidates({
  candidates,
  at,
  showLine,
}: {
  candidates: Candidate[];
  at: number;
  showLine: (at: number, moves: string[]) => void;
}) {
  return (
    <table class="candidates">
      <caption class="unseen">{strings.candidates}</caption>
      <tbody>
        {candidates.map((one, index) => (
          <tr key={one.vertex}>
            <td>
              <button
                class="plain"
                title={strings.showLine}
                onClick={() => showLine(at, one.line.length ? one.line : [one.vertex])}
              >
                {index === 0 ? `${strings.better}: ` : ""}
                {one.line.length ? one.line.slice(0, 6).join(" ") : one.vertex}
              </button>
            </td>
            <td class="number">{strings.lead(one.lead)}</td>
            <td class="number soft">{strings.visits(one.visits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
