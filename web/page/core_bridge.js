// core_bridge.js: the Verilated core as the command calls it. The core is a WebAssembly module of its
// own; addresses and words cross as numbers of 32 bits.
export async function openCore() {
  throw new Error('the Verilated core is not in this build');
}
