// The library: every game, found by words, by who won, or by where it came from.

import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import type { GameList, GameSummary, ReviewInfo, ReviewList } from "./api";
import { Bring, Folders } from "./Bring";
import { get, remove, type News } from "./client";
import { GameRows, nameOf } from "./GameRows";

const words = strings.app;
const PAUSE = 150; // milliseconds after the last letter before it is searched

interface Search {
  text: string;
  kind: string;
  winner: string;
}

let last: Search = { text: "", kind: "", winner: "" }; // who comes back finds what they left

export function Library({ news, fail }: { news: News; fail: (error: unknown) => void }) {
  const [list, setList] = useState<GameList | null>(null);
  const [reviews, setReviews] = useState<ReviewInfo[]>([]);
  const [search, setSearch] = useState<Search>(last);
  const asked = useRef(0);
  const load = (before?: number) => {
    const number = ++asked.current;
    const query = new URLSearchParams({ search: last.text });
    if (last.kind) query.set("kind", last.kind);
    if (last.winner) query.set("winner", last.winner);
    if (before !== undefined) query.set("before", String(before));
    get<GameList>(`/games?${query.toString()}`).then((found) => {
      if (number !== asked.current) return;
      setList((old) => (before === undefined ? found : { ...found, games: [...(old?.games ?? []), ...found.games] }));
    }, fail);
  };
  useEffect(() => {
    document.title = `${words.library} – ${words.title}`;
    news.watch(null);
    const all = () => {
      load();
      get<ReviewList>("/reviews").then((found) => setReviews(found.reviews), fail);
    };
    return news.hear({
      review: (info) => setReviews((old) => [info, ...old.filter((one) => one.id !== info.id)]),
      begun: all,
    });
  }, []);
  useEffect(() => {
    last = search;
    const later = setTimeout(load, list === null ? 0 : PAUSE);
    return () => clearTimeout(later);
  }, [search]);
  const set = (change: Partial<Search>) => setSearch((old) => ({ ...old, ...change }));
  const drop = (game: GameSummary) => {
    if (confirm(words.removeAsk(nameOf(game)))) remove(`/games/${game.id}`).then(() => load(), fail);
  };
  const more = () => load(list?.games.at(-1)?.changed);
  return (
    <main class="home library">
      <div>
        <section class="card search">
          <h2>{words.search}</h2>
          <label>
            <span class="small">{words.searchHelp}</span>
            <input type="search" value={search.text} onInput={(event) => set({ text: event.currentTarget.value })} />
          </label>
          <label>
            <span>{words.whichGames}</span>
            <select value={search.kind} onChange={(event) => set({ kind: event.currentTarget.value })}>
              <option value="">{words.anyGames}</option>
              <option value="play">{words.playedHere}</option>
              <option value="record">{words.records}</option>
            </select>
          </label>
          <label>
            <span>{words.winner}</span>
            <select value={search.winner} onChange={(event) => set({ winner: event.currentTarget.value })}>
              <option value="">{words.anybody}</option>
              <option value="black">{strings.side("black")}</option>
              <option value="white">{strings.side("white")}</option>
            </select>
          </label>
        </section>
        <Bring fail={fail} brought={() => load()} />
        <Folders news={news} fail={fail} changed={() => load()} />
      </div>
      <section class="card games">
        <h1>{words.library}</h1>
        <p class="soft small" role="status">{list ? words.shownOf(list.games.length, list.more, list.all) : words.starting}</p>
        <GameRows games={list?.games ?? []} reviews={reviews} drop={drop} />
        {list && list.all > 0 && (
          <p class="small"><a href="/api/v1/library.zip" download>{words.exportAll}</a></p>
        )}
        {list?.more && <button onClick={more}>{words.more}</button>}
      </section>
    </main>
  );
}
