// A review inside the workbench: how it gets on, and the review page itself.

import { useEffect, useState } from "preact/hooks";
import { Page } from "../review/Page";
import type { Review } from "../review/types";
import { strings } from "../strings";
import type { MistakesAdded, MistakesAsk, ReviewInfo, ReviewList } from "./api";
import { get, post, Refused, type News } from "./client";
import { deckNow } from "./Decks";

const words = strings.app;

export function ReviewRoom({ id, news, fail }: { id: string; news: News; fail: (error: unknown) => void }) {
  const [info, setInfo] = useState<ReviewInfo | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  const read = () =>
    get<Review>(`/reviews/${id}`).then(setReview, (error: unknown) => {
      if (!(error instanceof Refused && error.status === 400)) fail(error); // nothing to read yet
    });
  useEffect(() => {
    document.title = `${words.review} – ${words.title}`;
    news.watch(null);
    const load = () => {
      get<ReviewList>("/reviews").then(
        (found) => setInfo(found.reviews.find((one) => one.id === id) ?? null),
        fail,
      );
      void read();
    };
    load();
    return news.hear({ review: (heard) => heard.id === id && setInfo(heard), begun: load });
  }, [id]);
  const going = info?.state === "running" || info?.state === "waiting";
  const readable = info?.readable ?? false;
  useEffect(() => {
    if (readable) void read();
  }, [readable, info?.state]);
  return (
    <>
      {info && (
        <section class="card review-bar" aria-live="polite">
          {going && (
            <>
              <span>{words.state[info.state]} · {words.progress(info.share, info.stage)}</span>
              <progress max={1} value={info.share} aria-label={words.review} />
              <button onClick={() => post<ReviewInfo>(`/reviews/${id}/stop`, {}).then(setInfo, fail)}>{words.stop}</button>
            </>
          )}
          {info.state === "failed" && <span>{info.reason}</span>}
          <a href={`#/game/${info.game}`}>{words.toGame}</a>
          {info.state === "done" && <Practise id={id} fail={fail} />}
        </section>
      )}
      {review && <Page key={String(review.complete)} review={review} inside />}
    </>
  );
}

// The mistakes of one side become problems, to be asked until they are not made again.
function Practise({ id, fail }: { id: string; fail: (error: unknown) => void }) {
  const [added, setAdded] = useState<MistakesAdded | null>(null);
  const add = (color: MistakesAsk["color"]) =>
    post<MistakesAdded>(`/reviews/${id}/mistakes`, { color }).then((found) => {
      setAdded(found);
      deckNow.set("mistake");
    }, fail);
  return (
    <>
      {(["black", "white"] as const).map((color) => (
        <button key={color} onClick={() => add(color)}>{words.practise(color)}</button>
      ))}
      {added && (
        <span role="status">
          {words.mistakesAdded(added.mistakes, added.new)}{" "}
          {added.mistakes > 0 && <a href="#/problems">{words.solveProblems}</a>}
        </span>
      )}
    </>
  );
}
