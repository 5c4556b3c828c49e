// The score over the game, and under it what each move lost. A click or the arrow keys go there.

import { strings } from "../strings";
import type { Review } from "./types";

const WIDTH = 600;
const HIGH = 110;
const LOW = 44;

export function Plot({ review, at, go }: { review: Review; at: number; go: (move: number) => void }) {
  const leads = [review.start.lead, ...review.moves.map((move) => move.lead)];
  const count = Math.max(1, leads.length - 1);
  const top = Math.max(10, ...leads.map(Math.abs)) * 1.05;
  const worst = Math.max(10, ...review.moves.map((move) => move.loss));
  const x = (move: number) => (move / count) * WIDTH;
  const y = (lead: number) => HIGH / 2 - (lead / top) * (HIGH / 2);
  const line = leads.map((lead, move) => `${x(move).toFixed(1)},${y(lead).toFixed(1)}`).join(" ");
  const wide = Math.max(1.5, WIDTH / count - 0.6);
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * count));
  };
  const here = leads[at] ?? 0;
  return (
    <figure class="plot">
      <figcaption>
        <strong>{strings.score}</strong> <span class="soft small">{strings.scoreHelp}</span>
      </figcaption>
      <div class="drawn">
        <svg
          viewBox={`0 ${-4} ${WIDTH} ${HIGH + LOW + 8}`}
          preserveAspectRatio="none"
          role="slider"
          tabIndex={0}
          aria-label={strings.score}
          aria-valuemin={0}
          aria-valuemax={count}
          aria-valuenow={at}
          aria-valuetext={`${strings.toMove(at, review.moves.length)}: ${strings.lead(here)}`}
          onClick={pick}
        >
          <polygon class="area" points={`0,${HIGH / 2} ${line} ${WIDTH},${HIGH / 2}`} />
          <line class="zero" x1={0} x2={WIDTH} y1={HIGH / 2} y2={HIGH / 2} />
          <polyline class="lead" points={line} />
          {review.moves
            .filter((move) => move.loss >= 0.5)
            .map((move) => (
              <rect
                key={move.number}
                class={`loss ${move.color}${move.matters ? " matters" : ""}`}
                x={x(move.number) - wide / 2}
                width={wide}
                y={HIGH + 4}
                height={Math.max(1, (Math.min(move.loss, worst) / worst) * LOW)}
              />
            ))}
          <line class="here" x1={x(at)} x2={x(at)} y1={-4} y2={HIGH + LOW + 4} />
        </svg>
        <div class="ends small soft" aria-hidden="true">
          <span>{strings.side("black")} +{Math.round(top)}</span>
          <span>{strings.side("white")} +{Math.round(top)}</span>
        </div>
      </div>
    </figure>
  );
}
