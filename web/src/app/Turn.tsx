// Whose turn it is, what was captured, and what a player can do besides placing stones.

import { strings } from "../strings";
import type { GameState } from "./api";
import type { Playing } from "./useGame";

const words = strings.app;

export function Turn({ game, playing, here, exploring, captures, toPlay }: {
  game: GameState;
  playing: Playing;
  here: boolean;
  exploring: boolean;
  /** On the board that is shown. */
  captures: { black: number; white: number };
  toPlay: "black" | "white";
}) {
  const turn = game.to_play === "black" ? game.black : game.white;
  const person = turn.player === "person";
  const only = (game.black.player === "person") !== (game.white.player === "person");
  const live = game.kind === "play" && here;
  const seat = (one: GameState["black"]) => words.seat(one.player, one.level, one.name, only);
  return (
    <section class="turn">
      <p class="players small">
        <Side name={seat(game.black)} color="black" taken={captures.black} on={live && game.phase === "playing" && game.to_play === "black"} />
        <Side name={seat(game.white)} color="white" taken={captures.white} on={live && game.phase === "playing" && game.to_play === "white"} />
      </p>
      <p class="state" role="status">
        {playing.waiting ? words.waiting : here ? state(game, person, only) : words.toPlay(toPlay)}
        {exploring && ` ${words.exploring}`}
      </p>
      {game.trouble && <p class="notice bad" role="alert">{game.trouble}</p>}
      {live && (
        <p class="actions">
          {game.phase === "playing" && (
            <>
              <button disabled={!person || playing.busy} onClick={() => playing.act("play", "pass")}>{words.pass}</button>
              <button disabled={playing.busy || game.moves.length === 0} onClick={() => playing.act("undo")}>{words.undo}</button>
              <button disabled={playing.busy} onClick={() => confirm(words.resignAsk) && playing.act("resign")}>{words.resign}</button>
            </>
          )}
          {game.phase === "counting" && (
            <>
              <button class="main" disabled={playing.busy || game.thinking} onClick={() => playing.act("agree")}>{words.agree}</button>
              <button disabled={playing.busy} onClick={() => playing.act("go-on")}>{words.goOn}</button>
            </>
          )}
          {game.phase === "over" && <button disabled={playing.busy} onClick={() => playing.act("go-on")}>{words.goOn}</button>}
        </p>
      )}
    </section>
  );
}

function state(game: GameState, person: boolean, only: boolean): string {
  if (game.phase === "over") return words.over(words.result(game.result));
  if (game.phase === "counting") {
    if (game.thinking) return words.assessing;
    const score = game.score;
    return `${words.counting} ${score ? `${words.scoreLine(score.black, score.white)}: ${words.result(score.result)}.` : ""}`;
  }
  if (person) return only ? words.yourTurn(game.to_play) : words.toPlay(game.to_play);
  const turn = game.to_play === "black" ? game.black : game.white;
  return words.thinking(words.seat(turn.player, turn.level, turn.name, only));
}

function Side({ name, color, taken, on }: { name: string; color: "black" | "white"; taken: number; on: boolean }) {
  return (
    <span class={on ? "side on" : "side"}>
      <span class={`dot ${color}`} aria-hidden="true" /> <strong>{name || strings.side(color)}</strong>{" "}
      <span class="soft" aria-label={words.captures(color, taken)} title={words.captures(color, taken)}>({taken})</span>
    </span>
  );
}
