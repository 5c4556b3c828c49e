// What was wrong with files, a sentence each.

import { strings } from "../strings";

const words = strings.app;
const SHOWN = 12;

export function Troubles({ said, count = said.length }: { said: readonly string[]; count?: number }) {
  if (count === 0) return null;
  return (
    <details open={count <= 3}>
      <summary>{words.troubles(count)}</summary>
      <ul class="small troubles">
        {said.slice(0, SHOWN).map((one) => <li key={one}>{one}</li>)}
      </ul>
      {count > SHOWN && <p class="small soft">{words.moreTroubles(count - Math.min(SHOWN, said.length))}</p>}
    </details>
  );
}
