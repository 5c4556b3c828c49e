import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { counts, hasBrowser, launch, shows } from "./browser";
import { hasServer, newFolder, room, serve, type Server } from "./serve";

const PATIENT = { timeout: 30_000 };
// White's corner hangs on B9; it is White's turn.
const SGF = "(;SZ[9]PB[Ann]PW[Ben]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea][gc][cg][ge];W[gg];B[gf])";
const point = (page: Page, vertex: string) => page.locator(`[data-vertex="${vertex}"]`);
const label = (page: Page, vertex: string) => point(page, vertex).getAttribute("aria-label");

describe.skipIf(!hasBrowser || !hasServer)("groups and lenses", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    browser = await launch();
    const game = join(mkdtempSync(join(tmpdir(), "gokan-game-")), "game.sgf");
    writeFileSync(game, SGF);
    server = await serve(newFolder(), 0, [game]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.kill();
  });

  it("marks what hangs on a move, steps through its proof, and lets it be played out", async () => {
    const { page, context, troubles } = await room(browser, server);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("End");
    await page.getByLabel("Say which groups live").check();
    const card = page.locator(".group-card");
    await shows(card, "White");
    await expect.poll(() => label(page, "A8"), PATIENT).toContain("unsettled");
    await shows(card, "unsettled");
    await shows(card, "proved");
    await point(page, "B8").click(); // a stone leads to its group
    await shows(card, "White can live at");
    await shows(card, "Black can kill");
    await shows(card, "What this rests on");

    await page.getByRole("button", { name: "B9 works: step through the line" }).last().click(); // Black first
    await shows(page.locator(".left .line"), "Line: pass");
    await page.getByRole("button", { name: "Next move" }).click();
    await expect.poll(() => label(page, "B9"), PATIENT).toContain("black");
    await page.keyboard.press("ArrowRight"); // the keys go on, too
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await shows(page.locator(".left .line"), "Line: pass");
    expect(await label(page, "B9")).toBe("B9, empty");
    await shows(card, "Black can kill"); // what was told stays while one steps
    await page.keyboard.press("Escape");
    await counts(page.locator(".left .line"), 0);
    await expect.poll(() => label(page, "A8"), PATIENT).toContain("unsettled");
    await point(page, "A8").click();
    await shows(card, "Black can kill");
    await page.getByText(/moves? fails?/).last().click();
    await page.getByRole("button", { name: "A9 fails: step through the line" }).last().click();
    await shows(page.locator(".left .line"), "Line: pass");

    await page.getByRole("button", { name: "Play it out yourself" }).last().click();
    await expect.poll(() => page.locator("h1").innerText(), PATIENT).toContain("Black to play and kill");
    await shows(page.locator(".left"), "Ann – Ben, move 2");
    await point(page, "B9").click();
    await expect.poll(() => page.locator(".problem .state").innerText(), PATIENT).toMatch(/proved/);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("paints what a sense sees, and says what it is", async () => {
    const { page, context, troubles } = await room(browser, server, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    await page.getByRole("grid").waitFor();
    const painted = page.locator(".shudan-paint_1, .shudan-paint_-1, [class*=shudan-paint]");
    await counts(painted, 0);
    await page.getByLabel("Lens").selectOption("influence");
    await shows(page.locator("main"), "How the stones radiate over the board");
    await expect.poll(() => painted.count(), PATIENT).toBeGreaterThan(20);
    await page.getByLabel("Lens").selectOption("strength");
    await shows(page.locator("main"), "by Wolf's system");
    await page.getByLabel("Lens").selectOption("");
    await counts(painted, 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(troubles).toEqual([]);
    await context.close();
  });
});
