// The first room: begin or go on with a game, open a record.

import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import type { GameList, GameState, GameSummary, ReviewInfo, ReviewList } from "./api";
import { get, newRequest, post, remove, type News } from "./client";
import { NewGame } from "./NewGame";

const words = strings.app;
const LARGEST = 4_000_000;

export function Home({ news, fail }: { news: News; fail: (error: unknown) => void }) {
  const [list, setList] = useState<GameList | null>(null);
  const [reviews, setReviews] = useState<ReviewInfo[]>([]);
  const load = () => {
    get<GameList>("/games").then(setList, fail);
    get<ReviewList>("/reviews").then((found) => setReviews(found.reviews), fail);
  };
  useEffect(() => {
    document.title = words.title;
    news.watch(null);
    load();
    return news.hear({
      review: (info) => setReviews((old) => [info, ...old.filter((one) => one.id !== info.id)]),
      begun: load,
    });
  }, []);
  const more = () => {
    const last = list?.games.at(-1);
    if (!last) return;
    get<GameList>(`/games?before=${last.changed}`).then(
      (next) => setList({ games: [...(list?.games ?? []), ...next.games], more: next.more }),
      fail,
    );
  };
  const drop = (game: GameSummary) => {
    if (!confirm(words.removeAsk(nameOf(game)))) return;
    remove(`/games/${game.id}`).then(load, fail);
  };
  return (
    <main class="home">
      <div>
        <NewGame fail={fail} />
        <section class="card">
          <h2>{words.problems}</h2>
          <p class="soft small">{words.problemsAbout}</p>
          <a class="button" href="#/problems">{words.solveProblems}</a>
        </section>
        <OpenRecord fail={fail} />
      </div>
      <section class="card games">
        <h2>{words.yourGames}</h2>
        {list?.games.length === 0 && <p class="soft">{words.noGames}</p>}
        <ul>
          {list?.games.map((game) => (
            <li key={game.id}>
              <a href={`#/game/${game.id}`}>
                <span class="name">{nameOf(game)}</span>
                <span class="soft small">
                  {words.sizeOf(game.width)} · {words.movesOf(game.moves, game.result || (game.kind === "play" ? words.going : ""))} ·{" "}
                  {words.when(game.changed)}
                </span>
              </a>
              <Reviewed review={reviews.find((one) => one.game === game.id)} />
              <button class="quiet" aria-label={`${words.remove}: ${nameOf(game)}`} title={words.remove} onClick={() => drop(game)}>
                ×
              </button>
            </li>
          ))}
        </ul>
        {list?.more && <button onClick={more}>{words.more}</button>}
      </section>
    </main>
  );
}

function Reviewed({ review }: { review: ReviewInfo | undefined }) {
  if (!review) return null;
  if (review.state === "running" || review.state === "waiting") {
    return (
      <a class="small review-link" href={`#/review/${review.id}`}>
        {words.review}: {words.progress(review.share, "")}
        <progress max={1} value={review.share} aria-hidden="true" />
      </a>
    );
  }
  return (
    <a class="small review-link" href={`#/review/${review.id}`}>
      {review.state === "done" ? words.readReview : `${words.review}: ${words.state[review.state] ?? review.state}`}
    </a>
  );
}

export function nameOf(game: GameSummary | GameState): string {
  const only = (game.black.player === "person") !== (game.white.player === "person");
  const who = (seat: GameSummary["black"]) => words.seat(seat.player, seat.level, seat.name, only);
  return words.versus(who(game.black), who(game.white));
}

function OpenRecord({ fail }: { fail: (error: unknown) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const send = (sgf: string, name: string) =>
    post<GameState>("/records", { request: newRequest(), sgf, name }).then(
      (game) => (location.hash = `#/game/${game.id}`),
      fail,
    );
  const read = (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > LARGEST) fail(new Error(words.tooLarge));
    else void file.text().then((text) => send(text, file.name), fail);
  };
  useEffect(() => {
    const dragged = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type === "drop") read(event.dataTransfer.files[0]);
    };
    const pasted = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      const text = event.clipboardData?.getData("text") ?? "";
      if (/^\s*\(\s*;/.test(text)) void send(text, "");
    };
    for (const kind of ["dragover", "dragleave", "drop"] as const) window.addEventListener(kind, dragged);
    window.addEventListener("paste", pasted);
    return () => {
      for (const kind of ["dragover", "dragleave", "drop"] as const) window.removeEventListener(kind, dragged);
      window.removeEventListener("paste", pasted);
    };
  }, []);
  return (
    <section class={`card open-record${over ? " over" : ""}`}>
      <h2>{words.openRecord}</h2>
      <p class="soft small">{words.dropHere}</p>
      <input
        ref={input}
        type="file"
        accept=".sgf,application/x-go-sgf,text/plain"
        aria-label={words.openRecord}
        class="unseen"
        tabIndex={-1}
        onChange={(event) => {
          read(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <button onClick={() => input.current?.click()}>{words.chooseFile}</button>
    </section>
  );
}
