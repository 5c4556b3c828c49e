// `gokan serve` in a process of its own, on a folder of its own, for tests in a real browser.

import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";

const PYTHON = process.env["GOKAN_PYTHON"] ?? fileURLToPath(new URL("../../../.venv/bin/python", import.meta.url));
export const hasServer = existsSync(PYTHON);

export interface Server {
  address: string;
  folder: string;
  port: number;
  kill: (signal?: NodeJS.Signals) => Promise<void>;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "gokan-serve-"));
}

export function serve(folder: string, port = 0, words: string[] = []): Promise<Server> {
  const options = ["--data", folder, "--port", String(port), "--no-browser", "--no-example", ...words];
  const process: ChildProcess = spawn(PYTHON, ["-m", "gokan", "serve", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((done) => process.once("exit", () => done()));
  return new Promise((ready, fail) => {
    let said = "";
    process.stderr?.on("data", (data: Buffer) => (said += data.toString()));
    process.once("exit", () => fail(new Error(`gokan serve ended: ${said}`)));
    process.stdout?.on("data", (data: Buffer) => {
      said += data.toString();
      const found = /Open (http:\/\/127\.0\.0\.1:(\d+)\/\S*)\nCtrl/.exec(said);
      if (!found?.[1]) return;
      ready({
        address: found[1],
        folder,
        port: Number(found[2]),
        kill: async (signal = "SIGTERM") => {
          process.kill(signal);
          await ended;
        },
      });
    });
  });
}

/** A page of the workbench; collects script errors, and anything asked of another host. */
export async function room(
  browser: Browser,
  server: Server,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ page: Page; context: BrowserContext; troubles: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/net::ERR_|status of [45]/.test(message.text())) troubles.push(message.text());
  });
  page.on("request", (request) => {
    const ours = new RegExp(`^(data:|http://127\\.0\\.0\\.1:${server.port}/)`);
    if (!ours.test(request.url())) troubles.push(`asked for ${request.url()}`);
  });
  page.on("dialog", (dialog) => void dialog.accept());
  for (let attempt = 0; ; attempt++) {
    try {
      await page.goto(server.address);
      break;
    } catch (error) {
      if (attempt === 20) throw error;
      await page.waitForTimeout(100);
    }
  }
  return { page, context, troubles };
}
