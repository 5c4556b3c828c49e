// The first room: begin or go on with a game, open a record.

import { useEffect, useState } from "preact/hooks";
import { strings } from "../strings";
import type { GameList, GameSummary, ReviewInfo, ReviewList } from "./api";
import { Bring, Folders } from "./Bring";
import { get, remove, type News } from "./client";
import { GameRows, nameOf } from "./GameRows";
import { NewGame } from "./NewGame";

const words = strings.app;
const LATEST = 12;

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
        <Bring fail={fail} brought={load} />
        <Folders news={news} fail={fail} changed={load} />
      </div>
      <section class="card games">
        <h2>{words.latestGames}</h2>
        {list?.games.length === 0 && <p class="soft">{words.noGames}</p>}
        <GameRows games={list?.games.slice(0, LATEST) ?? []} reviews={reviews} drop={drop} />
        {list && list.all > 0 && <p><a class="button" href="#/library">{words.allGames(list.all)}</a></p>}
      </section>
    </main>
  );
}
