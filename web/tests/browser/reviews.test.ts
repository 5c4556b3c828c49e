import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filled, fixture, hasBrowser, launch, open, shows } from "./browser";

describe.skipIf(!hasBrowser)("the page over many reviews", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  it("names every game, its worst moves, and what people lose points on", async () => {
    const { page, troubles } = await open(browser, filled("reviews", fixture("reviews")));
    const main = page.locator("main");
    await shows(main, "Ann – Ben");
    await shows(main, "38 White F8");
    await shows(main, "23.5 points lost");
    await shows(main, "broken.sgf: No game was found in it.");
    const link = page.getByRole("link", { name: "38 White F8" });
    expect(await link.getAttribute("href")).toBe("one%20game.review.html#38");
    expect(troubles).toEqual([]);
    await page.close();
  });

  it("fits a telephone", async () => {
    const { page } = await open(browser, filled("reviews", fixture("reviews")), {
      viewport: { width: 360, height: 740 },
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.close();
  });
});
