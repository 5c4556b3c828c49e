// Games in a list, with their reviews, each a link.

import { strings } from "../strings";
import type { GameState, GameSummary, ReviewInfo } from "./api";

const words = strings.app;

export function GameRows({ games, reviews, drop, at }: {
  games: readonly GameSummary[];
  reviews: readonly ReviewInfo[];
  drop?: (game: GameSummary) => void;
  /** Where in the game a link leads. */
  at?: (game: GameSummary) => number;
}) {
  return (
    <ul>
      {games.map((game) => (
        <li key={game.id}>
          <a href={`#/game/${game.id}${at ? `?at=${at(game)}` : ""}`}>
            <span class="name">{nameOf(game)}</span>
            <span class="soft small">{about(game)}</span>
          </a>
          <Reviewed review={reviews.find((one) => one.game === game.id)} />
          {drop && (
            <button class="quiet" aria-label={`${words.remove}: ${nameOf(game)}`} title={words.remove} onClick={() => drop(game)}>
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function about(game: GameSummary): string {
  const told = [
    game.event,
    words.sizeOf(game.width),
    words.movesOf(game.moves, game.result ? words.result(game.result) : game.kind === "play" ? words.going : ""),
    game.kind === "play" ? words.when(game.changed) : game.date,
  ];
  return told.filter(Boolean).join(" · ");
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

/** Who plays whom; where nobody is named, what the game is called. */
export function nameOf(game: GameSummary | GameState): string {
  const only = (game.black.player === "person") !== (game.white.player === "person");
  const who = (seat: GameSummary["black"]) => words.seat(seat.player, seat.level, seat.name, only);
  if (game.kind === "record" && !game.black.name && !game.white.name && game.title) return game.title;
  return words.versus(who(game.black), who(game.white));
}
