import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Experiment } from "../../src/segments/types";
import { filled, fixture, hasBrowser, launch, open, shows } from "./browser";

describe.skipIf(!hasBrowser)("the page to divide boards", () => {
  let browser: Browser;
  const address = hasBrowser ? filled("segments", fixture<Experiment>("segments")) : "";
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  it("takes a line, says what it parts, and compares", async () => {
    const { page, troubles } = await open(browser, address, { acceptDownloads: true });
    const status = page.getByRole("status");
    await shows(status, "One area");
    const grid = await page.locator(".shudan-vertices").boundingBox();
    if (!grid) throw new Error("no board");
    // Down through the middle column, a little short of both borders.
    const x = grid.x + grid.width * 0.5;
    await page.mouse.move(x, grid.y + 6);
    await page.mouse.down();
    for (let part = 1; part <= 10; part += 1) {
      await page.mouse.move(x, grid.y + 6 + ((grid.height - 12) * part) / 10);
    }
    await page.mouse.up();
    await shows(status, "2 areas");
    await page.keyboard.press("z");
    await shows(status, "One area");
    await page.mouse.move(x, grid.y + 6);
    await page.mouse.down();
    await page.mouse.move(x, grid.y + grid.height / 2);
    await page.mouse.move(x, grid.y + grid.height - 6);
    await page.mouse.up();
    await shows(status, "2 areas");
    await page.keyboard.press("ArrowRight");
    await shows(page.locator(".counter").last(), "Board 2 of 2");
    await page.getByRole("button", { name: "Compare" }).click();
    await shows(page.locator("tbody tr").nth(0), "1.000");
    await shows(page.locator("tbody tr").nth(1), "1.000");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /Save/ }).click();
    const path = await (await download).path();
    const saved = JSON.parse(readFileSync(path, "utf8")) as { kind: string; boards: { areas: number[] }[] };
    expect(saved.kind).toBe("gokan segments");
    expect(new Set(saved.boards[0]?.areas).size).toBe(2);
    expect(troubles).toEqual([]);
    await page.close();
  }, 60_000);
});
