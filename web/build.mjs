// build.mjs BUILD: the page of web/page and build/web into build/web/page: static files that work from
// a file or any server.
import { build } from 'esbuild';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { licences } from './licences.mjs';

const out = path.resolve(process.argv[2] ?? 'build', 'web'), here = path.dirname(fileURLToPath(import.meta.url)), root = path.dirname(here), page = path.join(out, 'page');
const read = (...names) => readFileSync(path.join(...names), 'utf8');

// import name from 'name': text of the build.
const virtual = (name, contents, loader) => ({
  name,
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
    builder.onLoad({ filter: /.*/, namespace: name }, () => ({ contents, loader, resolveDir: here }));
  },
});

const common = { bundle: true, minify: true, format: 'iife', target: ['es2022'], legalComments: 'none', charset: 'utf8', write: false, logLevel: 'warning' };

function texts(folder) {
  return Object.fromEntries(readdirSync(folder).filter((name) => name.endsWith('.rg')).sort().map((name) => [name, read(folder, name)]));
}

const firstRun = (text) => /^#! run ?(.*)$/m.exec(text)?.[1] ?? '';

function examples() {
  const tour = read(here, 'page/tour.rg');
  const list = Object.entries(JSON.parse(read(here, 'page/examples.json'))).map(([name, about]) => {
    // without what the tests expect, which stands at the end
    const whole = read(root, 'examples', name), text = whole.replace(/(?:\n#![^\n]*)+\s*$/, '\n');
    return { name, about, text, words: firstRun(whole) };
  });
  const all = [...readdirSync(path.join(root, 'examples')), ...readdirSync(path.join(root, 'examples/functional')).map((name) => `functional/${name}`)].filter((name) => name.endsWith('.rg'));
  for (const name of all) if (!list.some((one) => one.name === name)) throw new Error(`web/page/examples.json does not tell of examples/${name}`);
  return [{ name: 'tour.rg', about: 'The length of a vector, as in the README. Each line can be undone, and the gradient arrives on the way back.', text: tour, words: '--set x=[2,3,6] --grad out!' }, ...list];
}

const packed = (name, file) => `globalThis.${name}=${JSON.stringify(gzipSync(readFileSync(path.join(out, file)), { level: 9 }).toString('base64'))};\n`;

const glue = read(out, 'machine.js').replace(/if\s*\(typeof exports\s*===[\s\S]*$/, '');
const worker = await build({ ...common, entryPoints: [path.join(here, 'page/worker.js')], plugins: [virtual('machine-glue', `${glue}\nexport default createMachine;`, 'js')], external: ['fs', 'path', 'url'] });
const technologies = readdirSync(path.join(root, 'energy')).filter((name) => name.endsWith('.yaml') && !name.startsWith('operations')).map((name) => name.slice(0, -5));
const data = { worker: worker.outputFiles[0].text, libraries: texts(path.join(root, 'firmware/lib')), examples: examples(), tour: JSON.parse(read(here, 'page/tour.json')), technologies };
const bundle = await build({ ...common, entryPoints: [path.join(here, 'page/main.js')], plugins: [virtual('page-data', JSON.stringify(data), 'json')], metafile: true });

mkdirSync(page, { recursive: true });
writeFileSync(path.join(page, 'page.js'), bundle.outputFiles[0].text);
writeFileSync(path.join(page, 'machine.js'), packed('RETROGRAD_MACHINE', 'machine.wasm'));
if (existsSync(path.join(out, 'core.wasm'))) writeFileSync(path.join(page, 'core.js'), packed('RETROGRAD_CORE', 'core.wasm'));
writeFileSync(path.join(page, 'index.html'), read(here, 'page/index.html').replace('CSP_SCRIPTS', "'self'"));
cpSync(path.join(here, 'page/style.css'), path.join(page, 'style.css'));
licences(here, bundle.metafile, page);
