// The three decks of problems: made ones, those of one's files, one's own mistakes.

import { useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import type { ProblemFile, ProblemFiles, ProblemsBrought, ProblemSummary, Unfit, UnfitList } from "./api";
import { get, post } from "./client";
import { encoded } from "./files";
import { Troubles } from "./Troubles";

const words = strings.app;
const DECKS = ["made", "book", "mistake"] as const;
export type DeckName = (typeof DECKS)[number];

let now: DeckName = "made"; // who comes back goes on with the same
export const deckNow = {
  get: (): DeckName => now,
  set: (deck: DeckName): void => {
    now = deck;
  },
};

export function Decks({ summary, deck, choose, fail }: {
  summary: ProblemSummary;
  deck: DeckName;
  choose: (deck: DeckName) => void;
  fail: (error: unknown) => void;
}) {
  const [unfit, setUnfit] = useState<Unfit[] | null>(null);
  const book = summary.decks.find((one) => one.deck === "book");
  return (
    <section class="card">
      <fieldset class="chips decks">
        <legend>{words.whichProblems}</legend>
        {summary.decks.map((one) => (
          <label key={one.deck}>
            <input type="radio" name="deck" checked={one.deck === deck} onChange={() => choose(one.deck)} />
            <span>
              {words.decks[one.deck]}
              <span class="soft small">{words.deckCounts(one.deck === "made" ? 0 : one.new, one.due)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {deck === "book" && (book?.unfit ?? 0) > 0 && (
        <details
          onToggle={(event) => {
            if (event.currentTarget.open) get<UnfitList>("/problems/unfit").then((found) => setUnfit(found.problems), fail);
          }}
        >
          <summary class="small">{words.unfit(book?.unfit ?? 0)}</summary>
          <ul class="small troubles">
            {(unfit ?? []).map((one) => <li key={one.title}>{one.title}: {one.reason}</li>)}
          </ul>
        </details>
      )}
    </section>
  );
}

export function BringProblems({ fail, brought }: { fail: (error: unknown) => void; brought: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<ProblemFile[] | null>(null);
  const take = async (chosen: File[]) => {
    setBusy(true);
    setTold(null);
    try {
      const found: ProblemFile[] = [];
      for (const file of chosen) {
        const asked: ProblemFiles = { files: [await encoded(file)] };
        found.push(...(await post<ProblemsBrought>("/problems/files", asked)).files);
      }
      setTold(found);
      brought();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const sum = (key: "new" | "known") => (told ?? []).reduce((all, file) => all + file[key], 0);
  return (
    <section class="card">
      <h2>{words.bringProblems}</h2>
      <p class="soft small">{words.bringProblemsHelp}</p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".sgf,.jsonl,.json,application/x-go-sgf"
        aria-label={words.chooseProblems}
        class="unseen"
        tabIndex={-1}
        onChange={(event) => {
          void take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <button disabled={busy} onClick={() => input.current?.click()}>{words.chooseProblems}</button>
      {busy && <p role="status">{words.readingFiles}</p>}
      {told && (
        <div role="status">
          <p>{words.problemsBrought(sum("new"), sum("known"))}</p>
          <Troubles said={told.map((file) => file.trouble).filter(Boolean)} />
        </div>
      )}
    </section>
  );
}
