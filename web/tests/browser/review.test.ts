import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Review } from "../../src/review/types";
import { counts, filled, fixture, hasBrowser, launch, open, shows } from "./browser";

describe.skipIf(!hasBrowser)("the review page", () => {
  let browser: Browser;
  const address = hasBrowser ? filled("review", fixture<Review>("review")) : "";
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  it("opens at the first move that mattered and says why", async () => {
    const { page, troubles } = await open(browser, address);
    expect(await page.locator(".move-card h2").innerText()).toContain("Move 3: Black A1");
    await shows(page.locator(".move-card"), "leaves the white stone");
    await shows(page.locator("h1"), "Ben </script><b>");
    await counts(page.locator(".shudan-sign_1.shudan-vertex"), 2);
    expect(troubles).toEqual([]);
    await page.close();
  });

  it("counts only the words that were used", async () => {
    const { page } = await open(browser, address);
    await counts(page.getByRole("rowheader", { name: "blunder" }), 1);
    await counts(page.getByRole("rowheader", { name: "great" }), 0);
    await page.close();
  });

  it("is walked by keys", async () => {
    const { page } = await open(browser, `${address}#0`);
    const heading = page.locator(".move-card h2");
    const counter = page.locator(".counter");
    await page.keyboard.press("Home");
    await shows(heading, "Start of the game");
    await page.keyboard.press("ArrowRight");
    await shows(heading, "Move 1: Black E5");
    await page.keyboard.press("Shift+ArrowRight");
    await shows(counter, "Move 6 of 6");
    await page.keyboard.press("p");
    await shows(heading, "Move 5");
    await expect.poll(() => page.url()).toMatch(/#5$/);
    await page.close();
  });

  it("is walked by mouse: buttons, lists, the plot, and a better move on the board", async () => {
    const { page } = await open(browser, `${address}#3`);
    await page.getByRole("button", { name: "Forward", exact: true }).click();
    await shows(page.locator(".counter"), "Move 4 of 6");
    await page.locator(".mattered button").last().click();
    await shows(page.locator(".counter"), "Move 5 of 6");
    await page.locator("button.within", { hasText: "3" }).click(); // "after move 3" in the summary
    await shows(page.locator(".counter"), "Move 3 of 6");
    await page.locator('.shudan-vertex[data-x="3"][data-y="5"]').click(); // D4
    expect(await page.locator(".left .notice").innerText()).toContain("D4 F4 D3");
    await page.keyboard.press("ArrowRight");
    await counts(page.locator(".shudan-sign_-1.shudan-vertex"), 2);
    await page.keyboard.press("Escape");
    await counts(page.locator(".left .notice"), 0);
    const plot = page.locator(".plot svg");
    const box = await plot.boundingBox();
    if (!box) throw new Error("the plot is not on the page");
    await plot.click({ position: { x: box.width - 2, y: 20 } });
    await shows(page.locator(".counter"), "Move 6 of 6");
    await page.close();
  });

  it("lets the reader try moves, by mouse and by keys", async () => {
    const { page, troubles } = await open(browser, `${address}#3`);
    const notice = page.locator(".left .notice");
    await page.locator('.shudan-vertex[data-x="6"][data-y="6"]').click(); // G3
    await shows(notice, "Your line: G3");
    await page.locator('.shudan-vertex[data-x="6"][data-y="6"]').click(); // there is a stone now
    await shows(notice, "Your line: G3");
    await page.getByLabel(/type where/).fill("g4");
    await page.keyboard.press("Enter");
    await shows(notice, "Your line: G3 G4");
    await page.getByLabel(/type where/).fill("G4");
    await page.keyboard.press("Enter");
    await shows(page.getByRole("alert"), "cannot be played");
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(notice, "Your line: G3");
    await page.locator("body").click({ position: { x: 2, y: 2 } });
    await page.keyboard.press("Backspace");
    await counts(notice, 0);
    expect(troubles).toEqual([]);
    await page.close();
  });

  it("paints a lens", async () => {
    const { page } = await open(browser, `${address}#3`);
    await counts(page.locator(".shudan-paint_1"), 0);
    await page.keyboard.press("l");
    await counts(page.locator(".shudan-paint_1"), 5);
    await counts(page.locator(".shudan-paint_-1"), 40);
    await shows(page.locator(".lens-note"), "learned");
    await page.close();
  });

  it("fits a telephone, and is swiped there", async () => {
    const { page, troubles } = await open(browser, `${address}#3`, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    await page.locator(".holder").evaluate((element) => {
      const touch = (type: string, x: number) => {
        const one = new Touch({ identifier: 1, target: element, clientX: x, clientY: 200 });
        const still = type === "touchend" ? [] : [one];
        element.dispatchEvent(
          new TouchEvent(type, { bubbles: true, touches: still, changedTouches: [one] }),
        );
      };
      touch("touchstart", 300);
      touch("touchend", 100);
    });
    await shows(page.locator(".counter"), "Move 4 of 6");
    expect(troubles).toEqual([]);
    await page.close();
  });

  it("is dark where the system is, and where the reader says so", async () => {
    const { page } = await open(browser, address, { colorScheme: "dark" });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe("rgb(23, 24, 26)");
    await page.locator("header select").selectOption("light");
    await expect.poll(paper).toBe("rgb(250, 248, 244)");
    await page.close();
  });

  it("names every control, and its image of the board", async () => {
    const { page } = await open(browser, `${address}#3`);
    const nameless = await page.locator("button").evaluateAll((buttons) =>
      buttons.filter((one) => !(one.getAttribute("aria-label") ?? one.textContent ?? "").trim()).length,
    );
    expect(nameless).toBe(0);
    expect(await page.locator(".board").getAttribute("aria-label")).toBe(
      "Board after move 3, Black A1",
    );
    await page.close();
  });

  it("says what was better in the list, and what to do about recurring mistakes", async () => {
    const { page } = await open(browser, address);
    expect(await page.locator(".mattered li").first().innerText()).toContain("Better:");
    expect(await page.getByText("Plays away while stones are in contact: 21.5 points lost").isVisible()).toBe(true);
    expect(await page.getByText("Look what the last move threatens.").isVisible()).toBe(true);
    await page.close();
  });

  it("prints without its buttons", async () => {
    const { page } = await open(browser, `${address}#3`);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".controls").isVisible()).toBe(false);
    expect(await page.locator(".mattered").isVisible()).toBe(true);
    await page.close();
  });
});
