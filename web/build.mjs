// Every page of pages/ into one file of its own, script and style inside: nothing is loaded later.
//   node build.mjs [folder]        (default: where the Python package looks for them)
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "../src/gokan/pages/built"));
const pages = readdirSync(join(here, "pages")).filter((name) => name.endsWith(".html")).sort();

mkdirSync(out, { recursive: true });
for (const old of readdirSync(out)) {
  if (old.endsWith(".html") && !pages.includes(old)) rmSync(join(out, old));
}
await application(join(out, "app"));
for (const page of pages) {
  const html = await onePage(join(here, "pages", page));
  writeFileSync(join(out, page), html);
  console.log(`${page}: ${Math.ceil(html.length / 1024)} kB`);
}

// The workbench: files of their own, named by what is in them, for a server with a strict policy.
async function application(folder) {
  const result = await build({
    root: here,
    configFile: false,
    logLevel: "warn",
    base: "/",
    plugins: [boardWithoutWood()],
    build: {
      write: false,
      target: "es2022",
      assetsDir: "",
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(here, "app/index.html") },
    },
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (const file of (Array.isArray(result) ? result[0] : result).output) {
    const content = file.type === "chunk" ? file.code : file.source;
    bytes += gzipSync(content).length;
    writeFileSync(join(folder, basename(file.fileName)), content);
  }
  console.log(`app: ${Math.ceil(bytes / 1024)} kB gzipped`);
}

async function onePage(path) {
  const result = await build({
    root: here,
    configFile: false,
    logLevel: "warn",
    plugins: [boardWithoutWood()],
    build: {
      write: false,
      target: "es2022",
      assetsInlineLimit: Infinity,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: path, output: { codeSplitting: false } },
    },
  });
  const files = (Array.isArray(result) ? result[0] : result).output;
  const script = files.filter((file) => file.type === "chunk").map((file) => file.code).join("\n");
  const style = files.filter((file) => file.fileName.endsWith(".css")).map((file) => file.source).join("\n");
  if (script.includes("//# sourceMappingURL")) throw new Error(`${basename(path)}: a source map is named`);
  return readFileSync(path, "utf8")
    .replace(/\s*<script type="module" src=[^>]*><\/script>/, "")
    .replace("</head>", () => `<style>${style}</style>\n</head>`)
    .replace("</body>", () => `<script type="module">${script.replaceAll("</script", "<\\/script")}</script>\n</body>`);
}

// The board's picture of wood is 190 kB and would be in every page; ours is a colour.
function boardWithoutWood() {
  return {
    name: "board-without-wood",
    enforce: "pre",
    transform(code, id) {
      if (id.endsWith("goban.css")) return code.replace(/url\('\.\/board\.png'\)/g, "none");
      return null;
    },
  };
}
