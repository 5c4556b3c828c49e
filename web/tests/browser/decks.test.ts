import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { counts, hasBrowser, launch, shows } from "./browser";
import { hasServer, newFolder, room, serve, type Server } from "./serve";

const PATIENT = { timeout: 30_000 };
const CORNER = "AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]";
const LIVE = `(;SZ[9]GN[Corner]C[Black to live.]${CORNER}(;B[ba]C[Correct!])(;B[aa];W[ba]C[wrong]))`;
const BAD = `(;SZ[9]GN[Bad one]AW[hh]${CORNER};B[aa])`;
const point = (page: Page, vertex: string) => page.locator(`[data-vertex="${vertex}"]`);
const told = (page: Page) => page.locator(".problem .state");

describe.skipIf(!hasBrowser || !hasServer)("the decks of problems", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    browser = await launch();
    const game = join(mkdtempSync(join(tmpdir(), "gokan-game-")), "game.sgf");
    // Black throws the centre away: a review finds it without much effort.
    writeFileSync(game, "(;SZ[9]PB[Ann]PW[Ben];B[ee];W[cc];B[aa];W[ff];B[ef];W[fe];B[ia];W[fd];B[ed];W[gg])");
    server = await serve(newFolder(), 0, [game]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.kill();
  });

  it("asks what a file brings, tells what it does not ask, and passes on what is wrong", async () => {
    const { page, context, troubles } = await room(browser, server);
    await page.locator("header.bar").getByRole("link", { name: "Problems" }).click();
    await page.getByRole("radio", { name: /Collected/ }).check();
    await shows(told(page), "Nothing of your collection is to be asked now");
    const files = [
      { name: "two.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(BAD + LIVE) },
      { name: "none.jsonl", mimeType: "text/plain", buffer: Buffer.from("hello") },
    ];
    await page.getByLabel("Choose problems").setInputFiles(files);
    await shows(page.locator("h1"), "Black to play and live");
    await shows(page.locator(".right"), "2 problems added.");
    await shows(page.locator(".troubles").first(), "none.jsonl: Problem 1: The line is not JSON.");
    await shows(page.locator(".left"), "Corner · Black to live.");
    await page.getByText("One problem is not asked").click();
    await shows(page.locator(".right"), "Bad one: The file's answer fails by proof");
    await point(page, "A9").click();
    await shows(told(page), "A9 does not work: after B9 the stones die (proved).");
    await page.getByRole("button", { name: "Start over" }).click();
    await point(page, "B9").click();
    await expect.poll(() => told(page).innerText(), PATIENT).toMatch(/^(Solved|B9 is right).*proved/);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("shows on a telephone the part of the board that matters, and all of it to the keys", async () => {
    const own = await serve(newFolder());
    const { page, context, troubles } = await room(browser, own, { viewport: { width: 360, height: 740 } });
    await page.locator("header.bar").getByRole("link", { name: "Problems" }).click();
    await page.getByRole("radio", { name: /Collected/ }).check();
    const corner = `(;SZ[19]${CORNER}(;B[ba]C[Correct]))`;
    const file = { name: "corner.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(corner) };
    await page.getByLabel("Choose problems").setInputFiles(file);
    await expect.poll(() => page.locator(".left").innerText(), PATIENT).toContain("corner");
    await page.getByRole("grid").waitFor();
    expect(await page.getByRole("gridcell").count()).toBeLessThan(80);
    const box = await point(page, "B19").boundingBox();
    expect(box?.width ?? 0).toBeGreaterThan(30); // a thumb meets it
    const stones = await page.locator(".shudan-vertex.shudan-sign_1, .shudan-vertex.shudan-sign_-1").count();
    expect(stones).toBe(12);
    const stone = await page.locator(".shudan-vertex.shudan-sign_1").first().boundingBox();
    const name = await page.evaluate(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.getAttribute("aria-label"), [
      (stone?.x ?? 0) + (stone?.width ?? 0) / 2,
      (stone?.y ?? 0) + (stone?.height ?? 0) / 2,
    ]);
    expect(name).toContain("black"); // the points lie over what is drawn
    await page.locator('[role="gridcell"][tabindex="0"]').focus();
    await page.keyboard.press("End");
    await page.keyboard.press("PageDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-vertex"))).toBe("G15");
    expect(troubles).toEqual([]);
    await context.close();
    await own.kill();
  });

  it("makes problems of the mistakes that a review tells", async () => {
    const { page, context, troubles } = await room(browser, server);
    await page.getByLabel("How closely").selectOption("quick");
    await page.getByRole("button", { name: "Review this game" }).click();
    await expect.poll(() => page.locator(".plain-list").innerText(), { timeout: 50_000 }).toContain("done");
    await page.getByRole("link", { name: "Read the review" }).click();
    await page.getByRole("button", { name: "Practise Black's mistakes" }).click();
    await expect.poll(() => page.locator(".review-bar").innerText(), PATIENT).toMatch(/mistakes?, \d+ of them new|One mistake/);
    await page.locator(".review-bar").getByRole("link", { name: "Solve problems" }).click();
    await expect.poll(() => page.locator("h1").innerText(), PATIENT).toMatch(/Black played \w\d here and lost about/);
    expect(await page.getByRole("radio", { name: /Mistakes/ }).isChecked()).toBe(true);
    const played = /played (\w\d)/.exec(await page.locator("h1").innerText())?.[1] ?? "";
    await point(page, played).click();
    await shows(told(page), `${played} is what was played`);
    await shows(page.locator(".right"), "Why");
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await shows(told(page), "works.");
    await page.getByRole("link", { name: /Ann – Ben, move \d/ }).click();
    await shows(page.locator(".counter"), "of 10");
    await counts(page.getByRole("grid"), 1);
    expect(troubles).toEqual([]);
    await context.close();
  });
});
