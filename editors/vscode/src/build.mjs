// Bundles the extension, with the licences of what goes into it.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const { metafile } = await build({
    entryPoints: ['src/extension.js'],
    outfile: 'dist/extension.js',
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    metafile: true,
});

const folders = new Set(Object.keys(metafile.inputs).flatMap((file) => file.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
const licences = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
});
writeFileSync('dist/LICENCES.txt', licences.join('\n----\n\n'));
if (existsSync('../../LICENSE')) cpSync('../../LICENSE', 'LICENSE');
