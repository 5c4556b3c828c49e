// A sense's picture of the position, painted over the board.

import { useEffect, useState } from "preact/hooks";
import { readMap } from "../review/lenses";
import { strings } from "../strings";
import type { LensAsk, LensTold } from "./api";
import { post } from "./client";

const words = strings.app;
const PAUSE = 150;
const LENSES = ["influence", "strength"] as const;
type Name = (typeof LENSES)[number];

export interface Looking {
  name: Name | "";
  setName: (name: Name | "") => void;
  told: LensTold | null;
  paint: number[] | undefined;
}

export function useLens(id: string, at: number, line: readonly string[], fail: (error: unknown) => void): Looking {
  const [name, setName] = useState<Name | "">("");
  const [told, setTold] = useState<LensTold | null>(null);
  const key = line.join(" ");
  useEffect(() => {
    setTold(null);
    if (!name) return;
    const control = new AbortController();
    const asked: LensAsk = { at, line: [...line], lens: name };
    const later = setTimeout(() => {
      post<LensTold>(`/games/${id}/lens`, asked, { signal: control.signal }).then(
        setTold,
        (error: unknown) => !control.signal.aborted && fail(error),
      );
    }, PAUSE);
    return () => {
      clearTimeout(later);
      control.abort();
    };
  }, [id, at, key, name]);
  return { name, setName, told, paint: told ? readMap(told.map) : undefined };
}

export function LensCard({ looking }: { looking: Looking }) {
  const { name, setName, told } = looking;
  return (
    <section class="card">
      <label class="lens-choice">
        <strong>{words.lens}</strong>{" "}
        <select value={name} onChange={(event) => setName(event.currentTarget.value as Name | "")}>
          <option value="">{words.noLens}</option>
          {LENSES.map((one) => <option key={one} value={one}>{words.lenses[one]}</option>)}
        </select>
      </label>
      {told && (
        <p class="small" role="status">
          {told.note} <span class="certainty">{words.certainty[told.certainty] ?? told.certainty}</span>
        </p>
      )}
    </section>
  );
}
