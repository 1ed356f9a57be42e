// core_bridge.js: the Verilated core as the command calls it. It is a WebAssembly module of its own;
// addresses and words cross as numbers of 32 bits.

// The core prints nothing and opens nothing: what it asks of a system is refused.
const REFUSED = 8;
const none = () => REFUSED;

function imports(module) {
  const given = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function') (given[from] ??= {})[name] = name === 'emscripten_notify_memory_growth' ? () => {} : name === 'proc_exit' ? () => { throw new Error('the core has stopped'); } : none;
  return given;
}

export async function openCore(module) {
  const { exports } = await WebAssembly.instantiate(module, imports(module));
  exports._initialize?.();
  return {
    open: () => exports.core_open(),
    close: () => exports.core_close(),
    reset: () => exports.core_reset(),
    read: (address) => [exports.core_read(address), exports.core_low() >>> 0, exports.core_high() >>> 0],
    write: (address, low, high) => exports.core_write(address, low, high),
    share: (count) => exports.core_share(count),
    shared: (half) => exports.core_shared(half) >>> 0,
    put: (index, low, high) => exports.core_put(index, low, high),
    run: (most) => exports.core_run(most) >>> 0,
    interrupt: () => exports.core_interrupt(),
    // Three numbers a cycle: flags, program counter, instruction. Of the last run of the machine.
    waves: () => new Uint32Array(exports.memory.buffer, exports.core_samples(), exports.core_sample_words()).slice(),
  };
}
