// size.mjs BUILD: what the page loads first, and what the Verilated core adds, compressed.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const page = path.join(process.argv[2] ?? 'build', 'web/page');
const size = (names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(page, name)), { level: 9 }).length, 0);
const first = size(['index.html', 'style.css', 'page.js', 'machine.js']);
const core = existsSync(path.join(page, 'core.js')) ? size(['core.js']) : 0;
console.log(`web: ${Math.round(first / 1000)} kB compressed at first, ${Math.round(core / 1000)} kB more with the Verilated core`);
if (first > 700000 || core > 500000) {
  console.error('web: more than 700 kB at first, or 500 kB more');
  process.exit(1);
}
