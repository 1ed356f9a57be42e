// licences.mjs: what the page is made of, and under which licences: licences.html and licences.txt.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

// Packages of npm whose files are in the bundle.
function bundled(here, metafile) {
  const names = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) names.add(match[1]);
  }
  return [...names].sort().map((name) => {
    const folder = path.join(here, 'node_modules', name), about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (!file) throw new Error(`${name} has no licence file`);
    return { name: `${name} ${about.version}`, licence: about.license, text: readFileSync(path.join(folder, file), 'utf8') };
  });
}

// What Debian's compilers put into the WebAssembly.
function fromDebian() {
  const parts = [
    ['Emscripten: JavaScript glue, system libraries', 'MIT or University of Illinois/NCSA', '/usr/share/doc/emscripten/copyright'],
    ['musl, the C library of Emscripten', 'MIT', '/usr/share/emscripten/system/lib/libc/musl/COPYRIGHT'],
    ['compiler-rt and libc++ of LLVM', 'Apache-2.0 with LLVM exceptions', '/usr/share/emscripten/system/lib/compiler-rt/LICENSE.TXT'],
    ['Verilator: the runtime of the Verilated core', 'LGPL-3.0 or Artistic-2.0', '/usr/share/doc/verilator/copyright'],
  ];
  return parts.map(([name, licence, file]) => ({ name, licence, text: existsSync(file) ? readFileSync(file, 'utf8') : `see ${path.basename(file)} of the package` }));
}

export function licences(here, metafile, page) {
  const own = { name: 'Retrograd', licence: 'Apache-2.0', text: readFileSync(path.join(here, '..', 'LICENSE'), 'utf8') };
  const parts = [own, ...bundled(here, metafile), ...fromDebian()];
  writeFileSync(path.join(page, 'licences.txt'), parts.map((part) => `${part.name}: ${part.licence}\n\n${part.text}`).join(`\n${'='.repeat(72)}\n\n`));
  writeFileSync(path.join(page, 'licences.html'), `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'"><title>Licences</title><link rel="stylesheet" href="style.css"></head>
<body><header><h1>Licences</h1><p>What this page is made of. <a href="index.html">Back</a></p></header><main><section>
${parts.map((part) => `<details><summary>${escape(part.name)}: ${escape(part.licence)}</summary><pre>${escape(part.text)}</pre></details>`).join('\n')}
</section></main></body></html>
`);
}
