// machine.js: the command of build/web/machine.wasm, as the page and the tests run it. Each command
// gets an instance of its own, so that nothing of a run is left for the next.

const LIBRARY = '/usr/local/share/retrograd/lib';

// factory: createMachine of machine.js as emcc made it; module: the compiled WebAssembly;
// libraries: texts by name; beside: files that a program may include.
export class Machine {
  constructor(factory, module, libraries, beside = {}) {
    this.beside = beside;
    this.factory = factory;
    this.module = module;
    this.libraries = libraries;
  }

  // An instance that knows the files; text is what it has printed so far. core: the Verilated core.
  async instance(files, core) {
    const printed = { out: [], error: [] };
    const one = await this.factory({
      core,
      // no terminals: the command says less to a file, and ends no line that it does not end
      preRun: (made) => made.FS.init(() => null, (byte) => printed.out.push(byte), (byte) => printed.error.push(byte)),
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(this.module, imports).then((made) => done(made));
        return {};
      },
    });
    one.FS.mkdirTree(LIBRARY);
    for (const [name, content] of Object.entries(this.libraries)) one.FS.writeFile(`${LIBRARY}/${name}`, content);
    for (const [path, content] of Object.entries({ ...this.beside, ...files })) write(one.FS, path, content);
    const text = {
      get out() { return decode(printed.out); },
      get error() { return decode(printed.error); },
    };
    return { one, text };
  }

  // retrograd ARGUMENTS, with these files: { status, out, error }.
  async command(words, files, core) {
    const { one, text } = await this.instance(files, core);
    const status = one.callMain(words);
    return { status, out: text.out, error: text.error, read: (path) => one.FS.readFile(path, { encoding: 'utf8' }) };
  }
}

const decode = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte & 255));

function write(fs, path, content) {
  const slash = path.lastIndexOf('/');
  if (slash > 0) fs.mkdirTree('/' + path.slice(0, slash));
  fs.writeFile('/' + path, content);
}
