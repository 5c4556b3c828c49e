import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { counts, hasBrowser, launch, shows } from "./browser";
import { hasServer, newFolder, room, serve, type Server } from "./serve";

const PATIENT = { timeout: 20_000 };
const RECORD = "(;SZ[9]PB[Ann]PW[Ben <b>x</b>]RE[B+2.5];B[ee];W[gc];B[cg];W[gg];B[ge];W[cc])";

async function begin(page: Page, opponent: string, size = "9×9", level = ""): Promise<void> {
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByLabel("Opponent").selectOption(opponent);
  if (level) await page.getByLabel("Level").selectOption(level);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("grid").waitFor();
}

const point = (page: Page, vertex: string) => page.locator(`[data-vertex="${vertex}"]`);
const label = (page: Page, vertex: string) => point(page, vertex).getAttribute("aria-label");
const state = (page: Page) => page.locator(".turn .state");

describe.skipIf(!hasBrowser || !hasServer)("the workbench", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    browser = await launch();
    server = await serve(newFolder());
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.kill();
  });

  it("keeps out a browser that has no key, and takes the key out of the address", async () => {
    const { page, context, troubles } = await room(browser, { ...server, address: `http://127.0.0.1:${server.port}/` });
    await shows(page.locator("h1"), "not let in");
    await page.goto(server.address);
    await page.reload();
    await page.getByRole("button", { name: "Begin" }).waitFor();
    expect(page.url()).not.toContain("key");
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await page.goto(`http://127.0.0.1:${server.port}/`);
    await page.getByRole("button", { name: "Begin" }).waitFor(); // the cookie is enough from now on
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("plays a game to the end by mouse, with dead stones corrected", async () => {
    const { page, context, troubles } = await room(browser, server);
    await begin(page, "person");
    await shows(state(page), "Black to play");
    const wall = ["E1", "D1", "E2", "D2", "E3", "D3", "E4", "D4", "E5", "D5", "E6", "D6", "E7", "D7", "E8", "D8", "E9", "D9"];
    for (const vertex of [...wall, "B5"]) {
      await point(page, vertex).click();
      await expect.poll(() => label(page, vertex), PATIENT).not.toContain("empty");
    }
    expect(await label(page, "B5")).toBe("B5, black, last move");
    await page.getByRole("button", { name: "Pass" }).click();
    await shows(state(page), "Black to play");
    await page.getByRole("button", { name: "Pass" }).click();
    await shows(state(page), "Counting");
    const agree = page.getByRole("button", { name: "Agree" });
    await expect.poll(() => agree.isEnabled(), PATIENT).toBe(true);
    if (!(await label(page, "B5"))?.includes("dead")) await point(page, "B5").click();
    await expect.poll(() => label(page, "B5"), PATIENT).toContain("dead");
    await point(page, "B5").click(); // alive after all: Black wins everything that touches it not
    await expect.poll(() => label(page, "B5"), PATIENT).not.toContain("dead");
    await point(page, "B5").click();
    await expect.poll(() => label(page, "B5"), PATIENT).toContain("dead, White's point");
    await page.getByRole("button", { name: "Agree" }).click();
    await shows(state(page), "The game is over: Black wins by 1.5");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("plays a game to the end by the keyboard alone", async () => {
    const { page, context, troubles } = await room(browser, server);
    await page.getByLabel("Opponent").selectOption("random");
    await page.getByRole("button", { name: "Begin" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("grid").waitFor();
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) break;
    }
    const here = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await here()).toBe("E5, empty");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    expect(await here()).toBe("F6, empty");
    await page.keyboard.press("Enter");
    const spoken = page.locator('.left > [aria-live="polite"]');
    await expect.poll(() => spoken.textContent(), PATIENT).toMatch(/plays|passes/);
    await expect.poll(() => page.locator(".counter").innerText(), PATIENT).toContain("Move 2 of 2");
    await page.keyboard.press("u");
    await expect.poll(() => page.locator(".counter").innerText(), PATIENT).toContain("Move 0 of 0");
    for (let turn = 1; turn < 60; turn++) { // pass until the other side does, too
      await page.getByLabel("Type a move").fill("pass");
      await page.keyboard.press("Enter");
      const done = async () =>
        (await state(page).innerText()).includes("Counting") ||
        (await page.locator(".counter").innerText()) === `Move ${2 * turn} of ${2 * turn}`;
      await expect.poll(done, PATIENT).toBe(true);
      if ((await state(page).innerText()).includes("Counting")) break;
      if (turn === 8) {
        await page.getByRole("button", { name: "Resign" }).focus();
        await page.keyboard.press("Enter");
        break;
      }
    }
    if ((await state(page).innerText()).includes("Counting")) {
      await expect.poll(() => page.getByRole("button", { name: "Agree" }).isEnabled(), PATIENT).toBe(true);
      await page.getByRole("button", { name: "Agree" }).focus();
      await page.keyboard.press("Enter");
    }
    await shows(state(page), "The game is over");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("goes on with a game when the server was killed and started again under an open tab", async () => {
    const folder = newFolder();
    let own = await serve(folder);
    const { page, context, troubles } = await room(browser, own);
    await begin(page, "random");
    await point(page, "E5").click();
    await expect.poll(() => page.locator(".counter").innerText(), PATIENT).toContain("of 2");
    const free = (await Promise.all(["C3", "C4", "C7", "G3"].map(async (one) => ((await label(page, one))?.includes("empty") ? one : "")))).filter(Boolean);
    await own.kill("SIGKILL");
    await point(page, free[0] ?? "").click(); // nobody answers now; it is sent again
    await shows(state(page), "Waiting for Gokan");
    own = await serve(folder, own.port);
    await expect.poll(() => page.locator(".counter").innerText(), PATIENT).toContain("of 4");
    expect(await label(page, free[0] ?? "")).toContain("black");
    await expect.poll(() => page.getByText("connection to Gokan is lost").count(), PATIENT).toBe(0);
    expect(troubles).toEqual([]);
    await context.close();
    await own.kill();
  });

  it("opens a record, answers a tried move, shows its answer, and reviews the game", async () => {
    const { page, context, troubles } = await room(browser, server);
    await page.getByRole("button", { name: "Begin" }).waitFor();
    await page.getByLabel("Choose files").setInputFiles({ name: "a.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(RECORD) });
    await page.getByRole("grid").waitFor();
    await shows(page.locator(".players"), "Ben <b>x</b>");
    await shows(page.locator(".counter"), "Move 0 of 6");
    await page.keyboard.press("ArrowRight");
    await shows(page.locator(".counter"), "Move 1 of 6");
    await counts(page.locator(".shudan-sign_1.shudan-vertex"), 1);
    await shows(page.locator(".analysis"), "positions");
    await expect.poll(() => page.locator(".analysis tbody tr").count(), PATIENT).toBeGreaterThan(2);
    await point(page, "A1").click();
    await shows(page.locator(".tried h2"), "White A1");
    await shows(page.locator(".tried"), "points less than");
    await shows(page.locator(".left .line"), "Line: A1");
    await page.getByRole("button", { name: "Show it on the board" }).click();
    await expect.poll(() => page.locator(".left .line").innerText(), PATIENT).toMatch(/Line: A1 \w\d/);
    await page.keyboard.press("Escape");
    await counts(page.locator(".left .line"), 0);
    await expect.poll(() => page.locator(".analysis tbody tr").count(), PATIENT).toBeGreaterThan(2);
    await page.keyboard.press("2"); // the second candidate
    await expect.poll(() => page.locator(".tried").innerText(), PATIENT).toMatch(/first choice|as good|points (less|more)/);
    await page.getByLabel("How closely").selectOption("quick");
    await page.getByRole("button", { name: "Review this game" }).click();
    await shows(page.locator(".plain-list"), "done");
    await page.getByRole("link", { name: "Read the review" }).click();
    await page.locator(".mattered, .move-card").first().waitFor();
    await shows(page.locator("h1"), "Ann");
    await page.getByRole("link", { name: "Open on the board" }).click();
    await shows(page.locator(".counter"), "of 6");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("shows the same game in two tabs", async () => {
    const { page, context, troubles } = await room(browser, server);
    await begin(page, "person");
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole("grid").waitFor();
    await page.bringToFront();
    await point(page, "C3").click();
    await expect.poll(() => label(other, "C3"), PATIENT).toContain("black");
    await point(other, "G7").click();
    await expect.poll(() => label(page, "G7"), PATIENT).toContain("white");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("fits a telephone, where a small point is chosen by a tap and played by a button", async () => {
    for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
      const { page, context, troubles } = await room(browser, server, { viewport, hasTouch: true, isMobile: true, colorScheme: "dark" });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await page.getByRole("button", { name: "Begin" }).waitFor();
      expect(await wide()).toBeLessThanOrEqual(viewport.width);
      await begin(page, "person", "19×19");
      await point(page, "Q16").tap();
      await page.getByRole("button", { name: "Play Q16" }).tap();
      await expect.poll(() => label(page, "Q16"), PATIENT).toContain("black");
      expect(await wide()).toBeLessThanOrEqual(viewport.width);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(23, 24, 26)");
      expect(troubles).toEqual([]);
      await context.close();
    }
  });

  it("can be read: every point, every control, and the tree that a screen reader hears", async () => {
    const { page, context } = await room(browser, server);
    await begin(page, "person");
    await counts(page.getByRole("gridcell"), 81);
    await counts(page.getByRole("row"), 9);
    expect(await page.getByRole("grid").getAttribute("aria-label")).toBe("Board, 9×9. Black to play");
    const nameless = await page.locator("button, select, input, a").evaluateAll((all) =>
      all.filter((one) => {
        const label = one.getAttribute("aria-label") ?? one.textContent ?? "";
        const labels = (one as HTMLInputElement).labels;
        return !label.trim() && !(labels && labels.length > 0);
      }).length,
    );
    expect(nameless).toBe(0);
    const tree = await page.locator("main").ariaSnapshot();
    expect(tree).toContain('gridcell "E5, empty"');
    expect(tree).toContain('button "Pass"');
    expect(tree).toContain("status: Black to play");
    await context.close();
  });

  it("tells a mistake while one plays, and takes it back", async () => {
    const { page, context, troubles } = await room(browser, server);
    await begin(page, "random");
    await page.getByLabel("Tell me about my mistakes").check();
    await point(page, "A1").click(); // the worst there is
    await shows(page.locator(".lesson"), "About your move A1");
    await shows(page.locator(".lesson"), "points less than");
    await page.getByRole("button", { name: "Take it back" }).click();
    await shows(page.locator(".counter"), "Move 0 of 0");
    await counts(page.locator(".lesson h2"), 0);
    await point(page, "E5").click();
    await expect.poll(() => page.locator(".counter").innerText(), PATIENT).toContain("of 2");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("asks a problem: solved, failed with its refutation, and undecided", async () => {
    const { page, context, troubles } = await room(browser, server);
    await page.getByRole("link", { name: "Solve problems" }).click();
    await page.getByRole("grid").waitFor();
    const told = page.locator(".problem .state");
    await shows(told, "Find");
    await page.getByRole("button", { name: "Hint" }).click();
    await expect.poll(() => page.locator('[role="gridcell"][aria-label*="hint"]').count(), PATIENT).toBeGreaterThan(1);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await expect.poll(() => told.innerText(), PATIENT).toMatch(/works?\.$/);
    const answers = await page.locator('[aria-label*="this works"]').evaluateAll((all) => all.map((one) => one.getAttribute("data-vertex") ?? ""));
    expect(answers.length).toBeGreaterThan(0);

    await page.getByRole("button", { name: "Start over" }).click();
    await point(page, answers[0] ?? "").click();
    await expect.poll(() => told.innerText(), PATIENT).toMatch(/^(Solved|\w\d+ is right|Right so far)/);

    const near = await page.locator('[aria-label*="it is about this stone"]').first().getAttribute("data-vertex");
    const column = "ABCDEFGHJKLMN".indexOf(near?.slice(0, 1) ?? "A");
    const row = Number(near?.slice(1));
    const tries = [-2, -1, 1, 2].flatMap((x) => [-2, -1, 0, 1, 2].map((y) => `${"ABCDEFGHJKLMN"[column + x] ?? ""}${row + y}`));
    let failed = false;
    for (const vertex of tries) {
      if (answers.includes(vertex) || (await point(page, vertex).count()) === 0) continue;
      const over = page.getByRole("button", { name: "Start over" });
      if ((await over.count()) > 0) await over.click();
      if (!(await label(page, vertex))?.includes("empty")) continue;
      await point(page, vertex).click();
      await expect.poll(async () => /does not work|could not decide|is right|Solved|Find/.test(await told.innerText()), PATIENT).toBe(true);
      if ((await told.innerText()).includes("does not work")) {
        failed = true;
        break;
      }
    }
    expect(failed).toBe(true);
    await page.getByRole("button", { name: "Next problem" }).waitFor();

    await page.route("**/moves", (route) =>
      route.fulfill({ json: { outcome: "undecided", certainty: "read", vertex: "A1", reply: null, line: [], ko: false, loss: null, best: null, said: [] } }));
    await page.getByRole("button", { name: "Next problem" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Another one" }).isEnabled(), PATIENT).toBe(true);
    const free = await page.locator('[role="gridcell"][aria-label$="empty"]').first().getAttribute("data-vertex");
    await point(page, free ?? "").click();
    await shows(told, "not counted");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("does not run what a record says", async () => {
    const { page, context, troubles } = await room(browser, server);
    const evil = `(;SZ[9]PB[<img src=x onerror=alert(1)>]PW[</script><script>alert(2)</script>]EV[javascript:alert(3)];B[ee]C[<b onclick=alert(4)>])`;
    await page.getByRole("button", { name: "Begin" }).waitFor();
    await page.getByLabel("Choose files").setInputFiles({ name: "<i>.sgf", mimeType: "text/plain", buffer: Buffer.from(evil) });
    await page.getByRole("grid").waitFor();
    await shows(page.locator(".players"), "<img src=x onerror=alert(1)>");
    await page.getByRole("link", { name: /Gokan/ }).click();
    await shows(page.locator(".games"), "</script><script>alert(2)</script>");
    await counts(page.locator("main img, main script"), 0);
    expect(troubles).toEqual([]);
    await context.close();
  });
});
