// Talking to the server: every action has a name of its own and is sent again until it is
// answered, so that a lost answer is never a second move; one stream brings the news of a tab.

import type { Access, Failure, Folder, GameState, Look, ReviewInfo, Watch } from "./api";
import { strings } from "../strings";

const BASE = "/api/v1";
const PATIENCE = [300, 700, 1500, 3000, 5000, 5000]; // milliseconds before each new attempt

export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, failure: Partial<Failure>) {
    super(failure.error ?? strings.app.failed);
    this.status = status;
    this.code = failure.code ?? "failed";
  }
}

export function newRequest(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answered<T>(await fetch(BASE + path, { ...(signal ? { signal } : {}) }));
}

/** Sent again while the server cannot be reached: the request's name makes that safe. */
export async function post<T>(
  path: string,
  data: object,
  { signal, waiting }: { signal?: AbortSignal; waiting?: (waits: boolean) => void } = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    let response: Response;
    try {
      response = await fetch(BASE + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(data),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      const pause = PATIENCE[attempt];
      if (signal?.aborted || pause === undefined) throw error;
      waiting?.(true);
      await new Promise((done) => setTimeout(done, pause));
      continue;
    }
    waiting?.(false);
    return answered<T>(response);
  }
}

export async function remove(path: string): Promise<void> {
  await answered(await fetch(BASE + path, { method: "DELETE" }));
}

async function answered<T>(response: Response): Promise<T> {
  const text = await response.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // not ours; the status says enough
  }
  if (!response.ok) throw new Refused(response.status, (data ?? {}) as Partial<Failure>);
  return data as T;
}

/** The key in the address is exchanged for a cookie, and taken out of the address. */
export async function letIn(): Promise<boolean> {
  const [, key, place] = /^#key=([A-Za-z0-9_-]+)(.*)$/.exec(location.hash) ?? [];
  if (key === undefined) return (await get<Access>("/session")).open;
  history.replaceState(null, "", `#${place || "/"}`);
  return (await post<Access>("/session", { key })).open;
}

export interface Heard {
  game?: (state: GameState) => void;
  look?: (look: Look) => void;
  review?: (info: ReviewInfo) => void;
  folder?: (folder: Folder) => void;
  /** The stream has begun, perhaps anew: what was missed must be asked for. */
  begun?: () => void;
  lost?: () => void;
}

/** The one stream of this tab: open while it is seen, and told what to watch. */
export class News {
  private source: EventSource | null = null;
  private stream = "";
  private wanted: Watch | null = null;
  private listeners = new Set<Heard>();
  private sending = false;
  private unsent = false;

  constructor() {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.close();
      else this.open();
    });
    window.addEventListener("pagehide", () => this.close());
    if (!document.hidden) this.open();
  }

  hear(heard: Heard): () => void {
    this.listeners.add(heard);
    if (this.stream) heard.begun?.();
    return () => this.listeners.delete(heard);
  }

  watch(watch: Watch | null): void {
    this.wanted = watch;
    void this.send();
  }

  private open(): void {
    if (this.source) return;
    const source = new EventSource(`${BASE}/events`);
    this.source = source;
    source.addEventListener("hello", (event) => {
      this.stream = (JSON.parse(event.data as string) as { stream: string }).stream;
      for (const one of this.listeners) one.begun?.();
      void this.send();
    });
    const tell = (kind: "game" | "look" | "review" | "folder") => (event: MessageEvent) => {
      const data: unknown = JSON.parse(event.data as string);
      for (const one of this.listeners) (one[kind] as ((data: unknown) => void) | undefined)?.(data);
    };
    source.addEventListener("game", tell("game"));
    source.addEventListener("look", tell("look"));
    source.addEventListener("review", tell("review"));
    source.addEventListener("folder", tell("folder"));
    source.onerror = () => {
      this.stream = "";
      for (const one of this.listeners) one.lost?.();
      if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
      source.close();
      if (this.source === source) this.source = null;
      setTimeout(() => !document.hidden && this.open(), 2000);
    };
  }

  private close(): void {
    this.source?.close();
    this.source = null;
    this.stream = "";
  }

  /** One after the other: of two under way at once the older could arrive last, and stay. */
  private async send(): Promise<void> {
    this.unsent = true;
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.unsent && this.stream) {
        this.unsent = false;
        try {
          await post<null>(`/streams/${this.stream}/watch`, this.wanted ?? {});
        } catch (error) {
          if (!(error instanceof Refused) || error.status !== 503) continue;
          await new Promise((done) => setTimeout(done, 1000));
          this.unsent = true;
        }
      }
    } finally {
      this.sending = false;
    }
  }
}
