// Pictures of the workbench, as a browser shows it:  node workbench.mjs address folder
import { join } from "node:path";
import { chromium } from "playwright-core";

const [address, folder] = process.argv.slice(2);
if (!address || !folder) throw new Error("name the workbench's address and a folder");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function room(width, height, options = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...options });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("grid").waitFor();
  return page;
}

// A move that was not played, tried: its value, its answer, its reasons, and live search beside it.
const board = await room(1280, 960);
for (let ten = 0; ten < 6; ten++) await board.keyboard.press("Shift+ArrowRight");
await board.locator(".analysis tbody tr").nth(5).waitFor();
await board.locator('[data-vertex="P3"]').click();
await board.locator(".tried h2").waitFor({ timeout: 60_000 });
await board.locator(".analysis tbody tr").nth(5).waitFor();
await board.waitForTimeout(4000);
await board.locator(".tried").hover();
await board.screenshot({ path: join(folder, "workbench.png") });

// A problem on a telephone, in the dark.
const phone = await room(390, 700, { colorScheme: "dark", hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 });
await phone.goto(new URL("/#/problems", address).href);
await phone.locator(".problem").waitFor();
await phone.getByRole("button", { name: "Hint" }).tap();
await phone.waitForTimeout(1500);
await phone.screenshot({ path: join(folder, "workbench-phone.png") });
await browser.close();
