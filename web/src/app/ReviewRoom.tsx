// A review inside the workbench: how it gets on, and the review page itself.

import { useEffect, useState } from "preact/hooks";
import { Page } from "../review/Page";
import type { Review } from "../review/types";
import { strings } from "../strings";
import type { ReviewInfo, ReviewList } from "./api";
import { get, post, Refused, type News } from "./client";

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
        </section>
      )}
      {review && <Page key={String(review.complete)} review={review} inside />}
    </>
  );
}
