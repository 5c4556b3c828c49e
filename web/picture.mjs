// A picture of a page, as a browser shows it:
//   node picture.mjs page.html out.png [--width 1280] [--height 800] [--at 38] [--keys l] [--dark] [--print]
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: "string", default: "1280" },
    height: { type: "string", default: "800" },
    at: { type: "string" },
    keys: { type: "string", default: "" },
    scale: { type: "string", default: "1" },
    dark: { type: "boolean", default: false },
    whole: { type: "boolean", default: false },
    print: { type: "boolean", default: false },
  },
});
const [page, out] = positionals;
if (!page || !out) throw new Error("name a page and a picture");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const view = await browser.newPage({
  viewport: { width: Number(values.width), height: Number(values.height) },
  deviceScaleFactor: Number(values.scale),
  colorScheme: values.dark ? "dark" : "light",
});
await view.goto(pathToFileURL(resolve(process.env.INIT_CWD ?? ".", page)).href + (values.at ? `#${values.at}` : ""));
for (const key of values.keys) await view.keyboard.press(key);
if (values.print) await view.emulateMedia({ media: "print" });
await view.waitForTimeout(400);
await view.screenshot({ path: resolve(process.env.INIT_CWD ?? ".", out), fullPage: values.whole });
await browser.close();
