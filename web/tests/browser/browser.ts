// Pages in a real browser: Debian's Chromium, or the one that CHROMIUM names.

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";

const BUILT = fileURLToPath(new URL("../../../src/gokan/pages/built/", import.meta.url));
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export const hasBrowser = existsSync(executablePath);
if (!hasBrowser) console.warn(`skipped: no browser at ${executablePath}; name one in CHROMIUM`);

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

/** The data of a test, as Python would hand it over. */
export function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")) as T;
}

/** A page of the build, filled with data as `gokan.pages.fill` does, in a file of its own. */
export function filled(name: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const html = readFileSync(join(BUILT, `${name}.html`), "utf8").replace(
    '<script type="application/json" id="data">null</script>',
    () => `<script type="application/json" id="data">${json}</script>`,
  );
  const path = join(mkdtempSync(join(tmpdir(), "gokan-")), `${name}.html`);
  writeFileSync(path, html);
  return pathToFileURL(path).href;
}

/** Opens a page and collects what must not happen: errors, and anything asked of the network. */
export async function open(
  browser: Browser,
  address: string,
  options: Parameters<Browser["newPage"]>[0] = {},
): Promise<{ page: Page; troubles: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) troubles.push(`asked for ${request.url()}`);
  });
  await page.goto(address);
  return { page, troubles };
}

const PATIENT = { timeout: 15_000 }; // a busy machine draws late

/** Waits until an element holds a text: pages draw a moment after a key or a click. */
export async function shows(element: Locator, text: string): Promise<void> {
  await expect.poll(() => element.innerText(), PATIENT).toContain(text);
}

/** Waits until there are so many of an element. */
export async function counts(elements: Locator, wanted: number): Promise<void> {
  await expect.poll(() => elements.count(), PATIENT).toBe(wanted);
}
