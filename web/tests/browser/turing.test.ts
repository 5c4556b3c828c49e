import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Test } from "../../src/turing/types";
import { filled, fixture, hasBrowser, launch, open, shows } from "./browser";

describe.skipIf(!hasBrowser)("the page that asks whose move it is", () => {
  let browser: Browser;
  const address = hasBrowser ? filled("turing", fixture<Test>("turing")) : "";
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  it("takes answers by button and key, counts them and saves them", async () => {
    const { page, troubles } = await open(browser, address, { acceptDownloads: true });
    await shows(page.getByRole("status"), "Position 1 of 2");
    await page.getByRole("button", { name: "The person played A" }).click();
    await shows(page.getByRole("status"), "Position 2 of 2");
    await page.keyboard.press("a");
    await shows(page.getByRole("status"), "Result");
    await shows(page.locator(".card"), "1 of 2 right");
    await shows(page.locator(".card"), "In 3 of 5 positions");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /Save/ }).click();
    const path = await (await download).path();
    const saved = JSON.parse(readFileSync(path, "utf8")) as { kind: string; answers: { answer: number }[] };
    expect(saved.kind).toBe("gokan turing");
    expect(saved.answers.map((one) => one.answer)).toEqual([0, 0]);
    await page.keyboard.press("ArrowLeft");
    await shows(page.getByRole("status"), "Position 2 of 2");
    expect(troubles).toEqual([]);
    await page.close();
  }, 60_000);
});
