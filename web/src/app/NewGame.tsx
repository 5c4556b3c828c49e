// Who plays whom, on what board, by which rules.

import { useEffect, useState } from "preact/hooks";
import { strings } from "../strings";
import type { GameState, Players } from "./api";
import { get, newRequest, post } from "./client";

const words = strings.app;
const SIZES = [9, 13, 19];
const KEY = "gokan-new-game";

interface Choice {
  size: number;
  opponent: string;
  level: number;
  color: "black" | "white";
  rules: string;
  komi: string;
  handicap: number;
}

const USUAL: Choice = { size: 9, opponent: "gokan", level: 3, color: "black", rules: "chinese", komi: "", handicap: 0 };

export function NewGame({ fail }: { fail: (error: unknown) => void }) {
  const [players, setPlayers] = useState<Players | null>(null);
  const [choice, setChoice] = useState<Choice>(remembered);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    get<Players>("/players").then(setPlayers, fail);
  }, []);
  const set = (change: Partial<Choice>) => setChoice((old) => ({ ...old, ...change }));
  const begin = (event: Event) => {
    event.preventDefault();
    const { size, opponent, level, color, rules, komi, handicap } = choice;
    const person = { player: "person" };
    const other = opponent === "person" ? person : { player: opponent, level: opponent === "gokan" ? level : 0 };
    setBusy(true);
    remember(choice);
    post<GameState>("/games", {
      request: newRequest(),
      size,
      rules,
      komi: komi.trim() === "" ? null : Number(komi),
      handicap,
      black: color === "black" ? person : other,
      white: color === "black" ? other : person,
    })
      .then((game) => (location.hash = `#/game/${game.id}`), fail)
      .finally(() => setBusy(false));
  };
  const one = players?.players.find((player) => player.name === choice.opponent);
  const most = choice.size < 7 ? 0 : choice.size % 2 && choice.size > 7 ? 9 : 4;
  return (
    <form class="card new-game" onSubmit={begin}>
      <h2>{words.newGame}</h2>
      <fieldset class="chips">
        <legend>{words.boardSize}</legend>
        {SIZES.map((size) => (
          <label key={size}>
            <input type="radio" name="size" checked={choice.size === size} onChange={() => set({ size, handicap: 0 })} />
            <span>{words.sizeOf(size)}</span>
          </label>
        ))}
        <select
          aria-label={words.otherSize}
          value={SIZES.includes(choice.size) ? "" : String(choice.size)}
          onChange={(event) => event.currentTarget.value && set({ size: Number(event.currentTarget.value), handicap: 0 })}
        >
          <option value="">…</option>
          {Array.from({ length: 15 }, (_, index) => index + 5)
            .filter((size) => !SIZES.includes(size))
            .map((size) => <option key={size} value={size}>{words.sizeOf(size)}</option>)}
        </select>
      </fieldset>
      <label>
        <span>{words.opponent}</span>
        <select value={choice.opponent} onChange={(event) => set({ opponent: event.currentTarget.value })}>
          {(players?.players ?? [{ name: choice.opponent, about: "" }]).map((player) => (
            <option key={player.name} value={player.name}>{words.playerName(player.name)}</option>
          ))}
          <option value="person">{words.twoPeople}</option>
        </select>
      </label>
      {one && <p class="soft small about">{strings.capital(one.about)}.</p>}
      {one && one.levels.length > 0 && (
        <label>
          <span>{words.level}</span>
          <select value={choice.level} onChange={(event) => set({ level: Number(event.currentTarget.value) })}>
            {one.levels.map((about, index) => (
              <option key={about} value={index + 1}>{words.levelOf(index + 1, about.split(";")[0] ?? "")}</option>
            ))}
          </select>
        </label>
      )}
      {choice.opponent !== "person" && (
        <fieldset class="chips">
          <legend>{words.yourColour}</legend>
          {(["black", "white"] as const).map((color) => (
            <label key={color}>
              <input type="radio" name="color" checked={choice.color === color} onChange={() => set({ color })} />
              <span>{strings.side(color)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <details>
        <summary>{words.more_options}</summary>
        <label>
          <span>{words.rules}</span>
          <select value={choice.rules} onChange={(event) => set({ rules: event.currentTarget.value })}>
            {(players?.rules ?? [choice.rules]).map((rules) => <option key={rules} value={rules}>{rules}</option>)}
          </select>
        </label>
        <label>
          <span>{words.handicap}</span>
          <select value={choice.handicap} onChange={(event) => set({ handicap: Number(event.currentTarget.value) })}>
            <option value={0}>{words.none}</option>
            {Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 2).map((count) => (
              <option key={count} value={count}>{count}</option>
            ))}
          </select>
        </label>
        <label>
          <span>{words.komi}</span>
          <input
            inputMode="decimal"
            pattern="-?[0-9]*[.]?[0-9]*"
            size={5}
            value={choice.komi}
            onInput={(event) => set({ komi: event.currentTarget.value })}
          />
        </label>
        <p class="soft small">{words.komiHelp}</p>
      </details>
      <button type="submit" class="main" disabled={busy}>{words.begin}</button>
    </form>
  );
}

function remembered(): Choice {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choice>) };
  } catch {
    return USUAL;
  }
}

function remember(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // then not
  }
}
