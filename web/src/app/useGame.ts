// A game as the server has it, and what one does in it.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Action, GameState } from "./api";
import { get, newRequest, post, Refused, type News } from "./client";

export interface Playing {
  game: GameState | null;
  /** Something was done, and the server has not answered yet. */
  busy: boolean;
  /** The server cannot be reached; the action is sent again. */
  waiting: boolean;
  act: (what: Action["do"], vertex?: string) => void;
}

export function useGame(id: string, news: News, fail: (error: unknown) => void): Playing {
  const [game, setGame] = useState<GameState | null>(null);
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const latest = useRef<GameState | null>(null);
  const acting = useRef<number | null>(null); // the revision that an action was made for

  const rest = () => {
    acting.current = null;
    setBusy(false);
    setWaiting(false);
  };
  const take = useCallback((state: GameState) => {
    const old = latest.current;
    if (state.id !== id || (old && state.revision < old.revision)) return;
    latest.current = state;
    setGame(state);
    if (acting.current !== null && state.revision > acting.current) rest(); // the news came first
  }, [id]);
  useEffect(() => {
    const load = () => get<GameState>(`/games/${id}`).then(take, fail);
    void load();
    return news.hear({ game: take, begun: load });
  }, [id]);

  const act = useCallback((what: Action["do"], vertex?: string) => {
    const now = latest.current;
    if (!now || acting.current !== null) return;
    acting.current = now.revision;
    setBusy(true);
    const asked: Action = { request: newRequest(), revision: now.revision, do: what, vertex: vertex ?? null };
    post<GameState>(`/games/${id}/actions`, asked, { waiting: (waits) => setWaiting(waits && acting.current === now.revision) })
      .then(take, (error: unknown) => {
        fail(error);
        if (error instanceof Refused && error.status === 409) get<GameState>(`/games/${id}`).then(take, fail);
      })
      .finally(() => acting.current === now.revision && rest());
  }, [id]);
  return { game, busy, waiting, act };
}
