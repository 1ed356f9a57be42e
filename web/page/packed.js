// packed.js: WebAssembly in a script: compressed, in base64. A page that is opened as a file may load
// scripts, and nothing else.
import { make } from './dom.js';

function loadScript(path) {
  return new Promise((done, failed) => document.head.append(make('script', { src: path, onload: done, onerror: () => failed(new Error(`${path} cannot be loaded`)) })));
}

// The bytes under a global name; path: the script that sets it, null where the page has loaded it.
export async function loadPacked(path, name) {
  if (path && !globalThis[name]) await loadScript(path);
  const binary = atob(globalThis[name]), bytes = new Uint8Array(binary.length);
  delete globalThis[name];
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
