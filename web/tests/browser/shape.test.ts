import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShapeData } from "../../src/shape/types";
import { filled, fixture, hasBrowser, launch, open, shows } from "./browser";

describe.skipIf(!hasBrowser)("the page of board and time", () => {
  let browser: Browser;
  const address = hasBrowser ? filled("shape", fixture<ShapeData>("shape")) : "";
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  it("steps through time by keys, buttons and the slider", async () => {
    const { page, troubles } = await open(browser, address);
    await shows(page.locator("h1"), "A stone is taken </script><b>");
    await shows(page.locator(".counter"), "Move 7 of 7");
    await shows(page.locator(".moved"), "Move 7: Black C2");
    await shows(page.locator(".moved"), "black diamond");
    await page.keyboard.press("ArrowLeft");
    await shows(page.locator(".moved"), "Move 6: White passes");
    await page.keyboard.press("Home");
    await shows(page.locator(".moved"), "Start of the game");
    await page.getByRole("button", { name: "Forward", exact: true }).click();
    await shows(page.locator(".moved"), "Move 1: Black B3");
    await page.locator("input.moves").fill("3");
    await shows(page.locator(".counter"), "Move 3 of 7");
    expect(troubles).toEqual([]);
    await page.close();
  });

  it("says class and process of what is picked, by click, list and key", async () => {
    const { page } = await open(browser, address);
    await page.getByRole("button", { name: "From above" }).click();
    const space = page.locator("canvas.space");
    const box = await space.boundingBox();
    if (!box) throw new Error("no canvas");
    await space.click({ position: { x: box.width / 2, y: box.height / 2 } }); // C3, in the middle
    const picked = page.locator(".picked");
    await shows(picked, "C3");
    await shows(picked, "is empty");
    await shows(picked, "level 2");
    await shows(picked, "Made of");
    await page.locator(".picked .elements button").first().click();
    await shows(picked, "level 1");
    await page.keyboard.press("Escape");
    await shows(picked, "Click a point");
    await page.keyboard.press("n");
    await shows(picked, "began with move");
    await page.close();
  });

  it("turns when it is dragged, and paints what is picked", async () => {
    const { page } = await open(browser, address);
    const look = () =>
      page.locator("canvas.space").evaluate((c) => (c as HTMLCanvasElement).toDataURL());
    const before = await look();
    const box = await page.locator("canvas.space").boundingBox();
    if (!box) throw new Error("no canvas");
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 180, box.y + 120, { steps: 4 });
    await page.mouse.up();
    await expect.poll(look).not.toBe(before);
    const turned = await look();
    await page.keyboard.press("n");
    await expect.poll(look).not.toBe(turned);
    await shows(page.locator(".picked"), "Class");
    await page.close();
  });

  it("follows the colours of the system and fits a telephone", async () => {
    const { page, troubles } = await open(browser, address, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    const look = () =>
      page.locator("canvas.space").evaluate((c) => (c as HTMLCanvasElement).toDataURL());
    const night = await look();
    await page.getByLabel("Colours").selectOption("light");
    await expect.poll(ground).not.toBe(dark);
    await expect.poll(look).not.toBe(night); // the canvas is painted anew
    await page.getByRole("button", { name: "Back", exact: true }).tap();
    await shows(page.locator(".counter"), "Move 6 of 7");
    expect(troubles).toEqual([]);
    await page.close();
  });
});
