// The keys of the board's room; where somebody types they mean what they always mean.

import { useLayoutEffect, useRef } from "preact/hooks";

export interface RoomKeys {
  step: (by: number) => void;
  go: (to: number) => void;
  all: number;
  leave: () => void;
  look: () => void;
  undo: () => void;
  candidate: (rank: number) => void;
}

export function useRoomKeys(keys: RoomKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target;
      if (target instanceof HTMLSelectElement) return;
      if (target instanceof HTMLInputElement && target.type !== "checkbox") return;
      const now = latest.current;
      const by = event.shiftKey ? 10 : 1;
      if (event.key === "ArrowRight") now.step(by);
      else if (event.key === "ArrowLeft") now.step(-by);
      else if (event.key === "Home") now.go(0);
      else if (event.key === "End") now.go(now.all);
      else if (event.key === "Escape") now.leave();
      else if (event.key === " " && !(target instanceof HTMLButtonElement || target instanceof HTMLInputElement)) now.look();
      else if (event.key === "u" || event.key === "Backspace") now.undo();
      else if (/^[1-9]$/.test(event.key)) now.candidate(Number(event.key) - 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
