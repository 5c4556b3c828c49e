import { afterEach, expect, it, vi } from "vitest";

import { News } from "../../src/app/client";
import type { Watch } from "../../src/app/api";

afterEach(() => vi.unstubAllGlobals());

it("has what is watched last told last, however long an answer takes", async () => {
  const heard: Record<string, (event: { data: string }) => void> = {};
  const nothing = { addEventListener: () => undefined };
  vi.stubGlobal("document", { hidden: false, ...nothing });
  vi.stubGlobal("window", nothing);
  vi.stubGlobal("EventSource", class {
    addEventListener(kind: string, listener: (event: { data: string }) => void) {
      heard[kind] = listener;
    }
  });
  const told: string[] = []; // in the order in which they arrive
  let delay = 30;
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    await new Promise((done) => setTimeout(done, delay));
    told.push((JSON.parse(body) as Watch).game as string);
    return new Response("null");
  });
  const news = new News();
  heard["hello"]?.({ data: '{"stream":"s"}' });
  news.watch({ game: "a", at: 0, line: [], search: true });
  delay = 5;
  news.watch({ game: "b", at: 0, line: [], search: true });
  news.watch({ game: "c", at: 0, line: [], search: true });
  await vi.waitFor(() => expect(told.at(-1)).toBe("c"));
  await new Promise((done) => setTimeout(done, 60));
  expect(told.at(-1)).toBe("c");
});
