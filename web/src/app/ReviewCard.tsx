// The reviews of a game: have one made, see how it gets on, read it. And the record to take away.

import { useEffect, useState } from "preact/hooks";
import { strings } from "../strings";
import type { GameState, ReviewAsk, ReviewInfo, ReviewList } from "./api";
import { get, newRequest, post, type News } from "./client";

const words = strings.app;
const LEVELS = ["quick", "usual", "deep"] as const;

export function ReviewCard({ game, news, fail }: { game: GameState; news: News; fail: (error: unknown) => void }) {
  const [reviews, setReviews] = useState<ReviewInfo[]>([]);
  const [level, setLevel] = useState<(typeof LEVELS)[number]>("usual");
  useEffect(() => {
    const load = () => get<ReviewList>(`/games/${game.id}/reviews`).then((found) => setReviews(found.reviews), fail);
    void load();
    return news.hear({
      review: (info) => info.game === game.id && setReviews((old) => [info, ...old.filter((one) => one.id !== info.id)]),
      begun: load,
    });
  }, [game.id]);
  const begin = () => {
    const asked: ReviewAsk = { request: newRequest(), level };
    post<ReviewInfo>(`/games/${game.id}/reviews`, asked).then(
      (info) => setReviews((old) => [info, ...old.filter((one) => one.id !== info.id)]),
      fail,
    );
  };
  return (
    <section class="card">
      <h2>{words.review}</h2>
      <ul class="plain-list">
        {reviews.map((one) => (
          <li key={one.id}>
            <a href={`#/review/${one.id}`}>{words.readReview}</a>{" "}
            <span class="soft small">
              {words.levels[one.level] ?? one.level} ·{" "}
              {one.state === "running" || one.state === "waiting" ? words.progress(one.share, one.stage) : words.state[one.state]}
            </span>
            {(one.state === "running" || one.state === "waiting") && <progress max={1} value={one.share} aria-hidden="true" />}
            {one.reason && <span> {one.reason}</span>}
          </li>
        ))}
      </ul>
      <p>
        <label>
          <span class="unseen">{words.reviewLevel}</span>
          <select value={level} onChange={(event) => setLevel(event.currentTarget.value as (typeof LEVELS)[number])}>
            {LEVELS.map((one) => <option key={one} value={one}>{words.levels[one]}</option>)}
          </select>
        </label>{" "}
        <button onClick={begin} disabled={game.moves.length === 0}>{words.reviewAsk}</button>{" "}
        <a href={`/api/v1/games/${game.id}/sgf`} download>{words.download}</a>
      </p>
    </section>
  );
}
