// node_machine.mjs: the command of the page under Node.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { openCore } from '../page/core_bridge.js';
import { Machine } from '../page/machine.js';

const texts = (folder) =>
  Object.fromEntries(readdirSync(folder).filter((name) => name.endsWith('.rg'))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));

export function exampleFiles() {
  return Object.fromEntries(Object.entries(texts('examples')).map(([name, text]) => [`examples/${name}`, text]));
}

export async function nodeMachine(folder) {
  const factory = createRequire(import.meta.url)(path.resolve(folder, 'machine.js'));
  return new Machine(factory, await WebAssembly.compile(readFileSync(path.join(folder, 'machine.wasm'))), texts('firmware/lib'));
}

export async function coreOf(folder) {
  return openCore(await WebAssembly.compile(readFileSync(path.join(folder, 'core.wasm'))));
}
