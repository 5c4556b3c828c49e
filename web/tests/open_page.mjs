// Opens a review that Python wrote, walks through all of it, and prints what a reader would see.
//   node tests/open_page.mjs page.html
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const troubles = [];
page.on("pageerror", (error) => troubles.push(String(error)));
page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
page.on("request", (request) => /^(file|data):/.test(request.url()) || troubles.push(request.url()));
await page.goto(`${pathToFileURL(process.argv[2]).href}#0`);
const count = (name) => page.locator(`.shudan-vertex.shudan-sign_${name}`).count();
const stones = [];
const total = Number((await page.locator(".counter").innerText()).split(" ").at(-1));
for (let move = 0; move <= total; move += 10) {
  await page.locator(".counter", { hasText: `Move ${move} of ${total}` }).waitFor();
  stones.push([await count("1"), await count("-1")]);
  await page.keyboard.press("Shift+ArrowRight");
}
await page.keyboard.press("l");
const mattered = await page.locator(".mattered li").count();
const groups = await page.locator(".groups li").count();
console.log(JSON.stringify({ troubles, total, stones, mattered, groups }));
await browser.close();
