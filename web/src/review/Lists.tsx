// The game as a whole: summary, moves that mattered, turning points, groups, both sides.

import { strings, type Side } from "../strings";
import { Verdict } from "./MoveCard";
import type { Review } from "./types";
import { withMoves } from "./walk";

type Go = (move: number) => void;

export function Summary({ review, go }: { review: Review; go: Go }) {
  if (review.summary.length === 0) return null;
  return (
    <section class="card">
      <h2>{strings.summary}</h2>
      {review.summary.map((text) => (
        <p key={text}>
          {withMoves(text, review.moves.length).map((part) =>
            typeof part === "string" ? part : (
              <button class="plain within" onClick={() => go(part)}>{part}</button>
            ),
          )}
        </p>
      ))}
    </section>
  );
}

export function Mattered({ review, at, go }: { review: Review; at: number; go: Go }) {
  const moves = review.moves.filter((move) => move.matters);
  return (
    <section class="card">
      <h2>{strings.mattered}</h2>
      {moves.length === 0 && <p class="soft">{strings.noMistakes}</p>}
      <ol class="mattered">
        {moves.map((move) => (
          <li key={move.number} class={move.number === at ? "here" : ""}>
            <button class="plain" onClick={() => go(move.number)}>
              {move.number} {strings.played(move.color, move.vertex)}
            </button>{" "}
            <Verdict move={move} />
            {move.cost[0] && <div class="small">{move.cost[0].text}</div>}
            {move.instead[0] && <div class="small">{strings.better}: {move.instead[0].text}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function TurningPoints({ review, go }: { review: Review; go: Go }) {
  if (review.turning_points.length === 0) return null;
  return (
    <section class="card">
      <h2>{strings.turningPoints}</h2>
      <ul>
        {review.turning_points.map((turn) => (
          <li key={turn.move}>
            <button class="plain" onClick={() => go(turn.move)}>{strings.moveNumber(turn.move)}</button>{" "}
            {turn.text}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Groups({ review, go }: { review: Review; go: Go }) {
  if (review.groups.length === 0) return null;
  return (
    <section class="card">
      <h2>{strings.groups}</h2>
      <ul class="groups">
        {review.groups.map((group, index) => (
          <li key={index}>
            <span class={`dot ${group.color}`} aria-hidden="true" /> {group.name}:{" "}
            {group.changes.map((change, place) => (
              <span key={change.move}>
                {place > 0 && " → "}
                <button class="plain" onClick={() => go(change.move)}>
                  {change.word}
                </button>{" "}
                <span class="soft small">
                  {strings.fromMove(change.move)}, {strings.certainty[change.certainty] ?? change.certainty}
                </span>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SIDES: Side[] = ["black", "white"];

export function Sides({ review, go }: { review: Review; go: Go }) {
  // Words whose limits lie below the noise are not used.
  const words = Object.keys(strings.words).filter((word) => SIDES.some((side) => review.sides[side].words[word]));
  return (
    <section class="card">
      <h2>{strings.sides}</h2>
      <table>
        <thead>
          <tr>
            <td />
            {SIDES.map((side) => <th key={side} class="number" scope="col">{strings.side(side)}</th>)}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{strings.moves}</th>
            {SIDES.map((side) => <td key={side} class="number">{review.sides[side].moves}</td>)}
          </tr>
          <tr>
            <th scope="row">{strings.netLoss}</th>
            {SIDES.map((side) => <td key={side} class="number">{review.sides[side].lost?.toFixed(1)}</td>)}
          </tr>
          <tr>
            <th scope="row">{strings.meanLoss}</th>
            {SIDES.map((side) => <td key={side} class="number">{review.sides[side].mean_loss.toFixed(2)}</td>)}
          </tr>
          {words.map((word) => (
            <tr key={word}>
              <th scope="row">{strings.words[word]}</th>
              {SIDES.map((side) => <td key={side} class="number">{review.sides[side].words[word] ?? 0}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      {SIDES.filter((side) => review.sides[side].recurring.length > 0).map((side) => (
        <div key={side}>
          <h3>{strings.side(side)}: {strings.recurring}</h3>
          <ul>
            {review.sides[side].recurring.map((habit) => (
              <li key={habit.text}>
                {strings.capital(habit.text)}: {strings.lost(habit.lost)}{" "}
                {habit.moves.map((move) => (
                  <button key={move} class="plain small" onClick={() => go(move)}>{move}</button>
                ))}
                {habit.advice && <div class="small soft">{habit.advice}</div>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
