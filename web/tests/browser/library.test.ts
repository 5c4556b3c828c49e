import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { counts, hasBrowser, launch, shows } from "./browser";
import { hasServer, newFolder, room, serve, type Server } from "./serve";

const PATIENT = { timeout: 20_000 };
const game = (black: string, more: string, result = "B+R") => `(;SZ[9]PB[${black}]PW[Ben]RE[${result}]DT[2024-05-06];${more})`;
const ANN = game("Ann", "B[ee];W[gc];B[cg]");
const rows = (page: Page) => page.locator(".library .games > ul > li");

function folderOfGames(): string {
  const folder = join(mkdtempSync(join(tmpdir(), "gokan-games-")), "club");
  mkdirSync(join(folder, "autumn"), { recursive: true });
  writeFileSync(join(folder, "ann.sgf"), ANN);
  writeFileSync(join(folder, "autumn", "carl.sgf"), game("Carl", "B[ee];W[cc]", "W+2.5"));
  writeFileSync(join(folder, "autumn", "damaged.sgf"), "(;SZ[9];B[ee];W[ee];B[aa])");
  writeFileSync(join(folder, "nothing.sgf"), "hello");
  writeFileSync(join(folder, "notes.txt"), "hello");
  return folder;
}

describe.skipIf(!hasBrowser || !hasServer)("the library", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(() => browser.close());

  async function library(server: Server, options = {}) {
    const { page, context, troubles } = await room(browser, server, options);
    await page.locator("header.bar").getByRole("link", { name: "Library" }).click();
    await page.getByRole("heading", { level: 1, name: "Library" }).waitFor();
    return { page, context, troubles };
  }

  it("takes a folder, tells what is wrong with each file, and finds games again", async () => {
    const server = await serve(newFolder());
    const { page, context, troubles } = await library(server);
    await page.getByLabel("Choose a folder").setInputFiles(folderOfGames());
    await shows(page.locator(".open-record"), "3 games added.");
    await shows(page.locator(".troubles"), "club/nothing.sgf: No game was found");
    await shows(page.locator(".troubles"), "club/autumn/damaged.sgf: The game is kept up to move 1; White E5: the point is occupied.");
    await counts(rows(page), 3);
    await page.getByRole("searchbox").fill("CARL 2024");
    await counts(rows(page), 1);
    await shows(rows(page), "Carl – Ben");
    await page.getByRole("searchbox").fill("nobody of that name");
    await shows(page.locator(".games > [role=status]"), "No game fits; there are 3.");
    await page.getByRole("searchbox").fill("");
    await page.getByLabel("Won by").selectOption("white");
    await counts(rows(page), 1);
    await rows(page).getByRole("link").click();
    await shows(page.locator(".counter"), "Move 0 of 2");
    await page.keyboard.press("ArrowRight");
    await shows(page.locator(".elsewhere"), "2 other games have this position");
    await page.locator(".elsewhere tbody button", { hasText: "G7" }).click();
    await shows(page.locator(".left .line"), "Line: G7");
    await page.goBack();
    await counts(rows(page), 1); // the search is as it was
    expect(troubles).toEqual([]);
    await context.close();
    await server.kill();
  });

  it("takes what is dropped and what is pasted, each game once", async () => {
    const server = await serve(newFolder());
    const { page, context, troubles } = await library(server);
    const drop = (files: [string, string][]) => page.evaluate((given) => {
      const data = new DataTransfer();
      for (const [name, text] of given) data.items.add(new File([text], name));
      for (const kind of ["dragover", "drop"]) window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, cancelable: true }));
    }, files);
    await drop([["ann.sgf", ANN], ["two.sgf", ANN + game("Dora", "B[cc]")]]);
    await shows(page.locator(".open-record"), "2 games added, 1 already in the library.");
    await counts(rows(page), 2);
    await drop([["again.sgf", ANN]]); // one game alone is opened
    await shows(page.locator(".counter"), "Move 0 of 3");
    await page.locator("header.bar").getByRole("link", { name: "Library" }).click();
    await counts(rows(page), 2);
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, game("Emil", "B[gg];W[cc]"));
    await shows(page.locator(".players"), "Emil");
    expect(troubles).toEqual([]);
    await context.close();
    await server.kill();
  });

  it("shows how far a folder is that the server was given, on a telephone too", async () => {
    const server = await serve(newFolder(), 0, [folderOfGames()]);
    const viewport = { width: 360, height: 740 };
    const { page, context, troubles } = await room(browser, server, { viewport, hasTouch: true, isMobile: true });
    await page.getByRole("heading", { level: 1, name: "Library" }).waitFor();
    await shows(page.locator("main"), "club has been read: 3 games added.");
    await shows(page.locator("main"), "Something is wrong with 2 files");
    await counts(rows(page), 3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    const below = async (one: string) => (await page.locator(one).boundingBox())?.y ?? 0;
    expect(await below(".games")).toBeLessThan(await below(".open-record"));
    const list = page.locator(".games > ul");
    await expect.poll(() => list.innerText(), PATIENT).toContain("Ann – Ben");
    await page.getByRole("button", { name: "Delete: Ann – Ben" }).tap();
    await counts(rows(page), 2);
    expect(troubles).toEqual([]);
    await context.close();
    await server.kill();
  });
});
