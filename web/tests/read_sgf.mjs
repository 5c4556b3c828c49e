// Reads a record from stdin with Sabaki's own parser and says what it found on the main line.
import { readFileSync } from "node:fs";
import sabaki from "@sabaki/sgf";

const [root] = sabaki.parse(readFileSync(0, "utf8"));
let [nodes, valued, variations] = [0, 0, 0];
for (let node = root; node; node = node.children[0]) {
  nodes += 1;
  if (node.data.SBKV) valued += 1;
  variations += Math.max(0, node.children.length - 1);
}
console.log(`${nodes} nodes, ${valued} with SBKV, ${variations} variations`);
