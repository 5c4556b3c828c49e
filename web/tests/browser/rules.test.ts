import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Given } from "../../src/rules/types";
import { counts, filled, fixture, hasBrowser, launch, open, shows } from "./browser";

describe.skipIf(!hasBrowser)("the rule editor", () => {
  let browser: Browser;
  const address = hasBrowser ? filled("rules", fixture<Given>("rules")) : "";
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  it("draws a map, runs examples, shows matches and saves the text", async () => {
    const { page, troubles } = await open(browser, address, { acceptDownloads: true });
    await page.getByRole("combobox", { name: "Rule", exact: true }).selectOption({ label: "tiger-mouth" });
    const statuses = page.getByRole("status");
    await shows(statuses.first(), "can be read");
    await counts(page.locator(".examples li"), 2);
    await shows(page.locator(".examples"), "Must match: holds");
    await shows(statuses.last(), "match");
    // Another map: the enemy stone becomes an own one, and the example no longer holds.
    await page.getByRole("radio", { name: /^X:/ }).click();
    await page.getByRole("button", { name: "Row 2, column 1: O" }).click();
    await shows(page.locator(".examples"), "Must match: does not hold");
    expect(await page.getByLabel("The rule as text").inputValue()).toContain("    Xb.");
    await page.getByRole("radio", { name: /^O:/ }).click();
    await page.getByRole("button", { name: "Row 2, column 1: X" }).click();
    await shows(page.locator(".examples"), "Must match: holds");
    // A letter that nothing explains yet: the rule cannot be read, and the map stays to be mended.
    await page.getByRole("radio", { name: /^c:/ }).click();
    await page.getByRole("button", { name: "Row 2, column 1: O" }).click();
    await shows(statuses.first(), "cannot be read");
    await page.getByRole("radio", { name: /^O:/ }).click();
    await page.getByRole("button", { name: "Row 2, column 1: c" }).click();
    await shows(statuses.first(), "can be read");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save the text" }).click();
    const saved = readFileSync(await (await download).path(), "utf8");
    expect(saved).toContain("rule tiger-mouth");
    await page.getByLabel("The rule as text").fill("rule x\nmap:\n    q\n");
    await shows(statuses.first(), "cannot be read");
    expect(troubles).toEqual([]);
    await page.close();
  }, 60_000);

  it("fits a telephone", async () => {
    const { page, troubles } = await open(browser, address, { viewport: { width: 360, height: 700 } });
    await shows(page.getByRole("heading", { level: 1 }), "Rule editor");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    expect(troubles).toEqual([]);
    await page.close();
  }, 60_000);
});
