import { chromium } from "playwright-core";
const url = process.argv[2];
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu"] });
const c = await b.newContext({ viewport: { width:1280, height:900 } });
const p = await c.newPage();
await p.goto(url); await p.getByRole("button", {name:"Begin"}).waitFor();
console.log("fcp", await p.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime));
await p.locator(".games a").filter({hasText: "Cowan"}).first().click();
await p.getByRole("grid").waitFor();
await p.getByLabel("Show what Gokan thinks").uncheck();
await p.evaluate(() => { window.__long=[]; new PerformanceObserver(l => l.getEntries().forEach(e => window.__long.push(e.duration))).observe({type:"longtask"}); 
 window.__t=[]; });
await p.waitForTimeout(500);
const times = await p.evaluate(async () => {
  const out=[];
  for (let i=0;i<200;i++){ const t=performance.now(); window.dispatchEvent(new KeyboardEvent("keydown",{key:"ArrowRight"})); await new Promise(r=>setTimeout(r,0)); await new Promise(r=>requestAnimationFrame(()=>setTimeout(r,0))); out.push(performance.now()-t); }
  return out; });
times.sort((a,b)=>a-b);
console.log("step to frame median", times[100], "p95", times[190], "long", await p.evaluate(()=>window.__long));
const cdp = await c.newCDPSession(p); await cdp.send("Performance.enable");
const m = async () => Object.fromEntries((await cdp.send("Performance.getMetrics")).metrics.map(x=>[x.name,x.value]));
const a = await m();
await p.evaluate(async () => { for (let i=0;i<200;i++){ window.dispatchEvent(new KeyboardEvent("keydown",{key:"ArrowLeft"})); await new Promise(r=>requestAnimationFrame(()=>setTimeout(r,0))); } });
const z = await m();
console.log("per step ms: script", (z.ScriptDuration-a.ScriptDuration)*5, "layout", (z.LayoutDuration-a.LayoutDuration)*5, "style", (z.RecalcStyleDuration-a.RecalcStyleDuration)*5);
await b.close();
