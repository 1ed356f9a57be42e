// link.js: a program in the fragment of a link: base64url of the deflated JSON text. What comes out
// is text, and is only ever shown as text.

const LARGEST = 200000;

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// At most so many bytes come out: a small fragment may hold a large text.
async function inflate(bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('the program in the link is too long');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function toFragment(program, words) {
  const text = new TextEncoder().encode(JSON.stringify({ program, words }));
  const packed = await through(text, new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return '#p=' + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// { program, words }, or null when the fragment holds none; throws where it is damaged.
export async function fromFragment(fragment) {
  if (!fragment.startsWith('#p=')) return null;
  const binary = atob(fragment.slice(3).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const read = JSON.parse(new TextDecoder().decode(await inflate(bytes, LARGEST)));
  if (typeof read?.program !== 'string' || typeof read.words !== 'string') throw new Error('the link holds no program');
  return { program: read.program, words: read.words };
}
