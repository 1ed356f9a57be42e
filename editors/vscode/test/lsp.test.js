// `retrograd lsp` under the protocol library of its authors: what an editor asks while a program is
// typed, with names outside ASCII, and what a broken client gets.
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { spawn } = require('child_process');
const rpc = require('vscode-jsonrpc/node');
const lsp = require('vscode-languageserver-protocol');
const { RETROGRAD, program } = require('./command');

const TEXT = [
    '# 🦊 ⊻ ∅',
    'struct Pair{T}',
    '    left::T',
    '    right::T',
    'end',
    'const scale = 2.0',
    '@fn half(x) = let h = x / 2 in h',
    '"Adds x times k."',
    '@i function add!(y!::Fixed, x::Fixed; k=1)',
    '    y! += x * k #= 🦊 =#; y! += scale',
    'end',
    '@i function main(y!::Fixed, p::Pair{Fixed}, v::Vector{Fixed}, n::Int)',
    '    t ← 0.0',
    '    c ← 0.5',
    '    for i = 1:length(v)',
    '        t += v[i] * p.left',
    '    end',
    '    add!(y!, t; k=3)',
    '    y! += half(t) + sum(q -> q * c, v)',
    '    @safe println("t = $t 🦊 $y!")',
    '    for i = 1:length(v)',
    '        t -= v[i] * p.left',
    '    end',
    '    c → 0.5',
    '    t → 0.0',
    'end',
    '',
].join('\n');

// The position of the nth place of a word.
function at(text, word, nth = 1) {
    let offset = -1;
    for (let i = 0; i < nth; i++) offset = text.indexOf(word, offset + 1);
    assert(offset >= 0, `${word} is not in the text`);
    const before = text.slice(0, offset).split('\n');
    return { line: before.length - 1, character: before[before.length - 1].length };
}
// Edits of the protocol, on a string, whose units are those of UTF-16.
function apply(text, edits) {
    const lines = text.split('\n');
    const offset = (p) => lines.slice(0, p.line).reduce((sum, l) => sum + l.length + 1, 0) + p.character;
    return [...edits]
        .sort((a, b) => offset(b.range.start) - offset(a.range.start))
        .reduce((s, e) => s.slice(0, offset(e.range.start)) + e.newText + s.slice(offset(e.range.end)), text);
}
const piece = (text, range) => {
    const lines = text.split('\n');
    return lines[range.start.line].slice(range.start.character, range.end.character);
};

class Client {
    constructor(capabilities = {}) {
        this.child = spawn(RETROGRAD, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
        this.gone = new Promise((resolve) => this.child.on('exit', (code, signal) => resolve(signal || code)));
        this.connection = rpc.createMessageConnection(
            new rpc.StreamMessageReader(this.child.stdout),
            new rpc.StreamMessageWriter(this.child.stdin),
        );
        this.waiting = new Map();
        this.shown = [];
        this.connection.onNotification('textDocument/publishDiagnostics', (p) => {
            this.latest = p;
            const key = `${p.uri} ${p.version}`;
            if (this.waiting.has(key)) this.waiting.get(key)(p.diagnostics);
        });
        this.connection.onRequest('window/showDocument', (p) => {
            this.shown.push(p.uri);
            return { success: true };
        });
        this.connection.listen();
        this.ready = this.ask('initialize', { processId: process.pid, rootUri: null, capabilities });
    }
    ask(method, ...params) {
        return this.connection.sendRequest(method, ...params);
    }
    diagnostics(uri, version) {
        return new Promise((resolve) => this.waiting.set(`${uri} ${version}`, resolve));
    }
    async open(uri, text, version = 1) {
        await this.ready;
        const list = this.diagnostics(uri, version);
        await this.connection.sendNotification('textDocument/didOpen', {
            textDocument: { uri, languageId: 'retrograd', version, text },
        });
        return list;
    }
    async change(uri, version, contentChanges) {
        const list = this.diagnostics(uri, version);
        await this.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
        return list;
    }
    on(method, uri, position, more = {}) {
        return this.ask(method, { textDocument: { uri }, position, ...more });
    }
    async leave() {
        await this.ask('shutdown');
        await this.connection.sendNotification('exit');
        assert.strictEqual(await this.gone, 0);
    }
}

const uriOf = (name) => pathToFileURL(path.join(os.tmpdir(), name)).href;

describe('retrograd lsp', () => {
    let client;
    const uri = uriOf('dear editor.rg');
    beforeEach(() => {
        client = new Client();
    });
    afterEach(() => client.child.kill());

    it('tells of its capabilities, in the words of the protocol', async () => {
        const { capabilities } = await client.ready;
        assert.strictEqual(capabilities.positionEncoding, lsp.PositionEncodingKind.UTF16);
        assert.strictEqual(capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
        await client.leave();
    });

    it('says nothing of a good program, and everything of a bad one', async () => {
        assert.deepStrictEqual(await client.open(uri, TEXT), []);
        const from = at(TEXT, 'scale', 2);
        let list = await client.change(uri, 2, [{ range: { start: from, end: { ...from, character: from.character + 5 } }, text: 'scael' }]);
        assert.deepStrictEqual(list.map((d) => d.code), ['R0301']);
        assert.deepStrictEqual(list[0].range.start, from);
        const bad = TEXT.replace('t += v[i]', 't = v[i]').replace('y! += half', 'y! %= half').replace('c → 0.5', 'c → 0.5 +');
        list = await client.change(uri, 3, [{ text: bad }]);
        assert(list.length >= 3, `several errors: ${list.map((d) => d.code)}`);
        for (const d of list) assert(lsp.Diagnostic.is(d), JSON.stringify(d));
        assert.deepStrictEqual(await client.change(uri, 4, [{ text: TEXT }]), []);
    });

    it('counts UTF-16 units, behind an emoji in a comment too', async () => {
        await client.open(uri, TEXT);
        const place = at(TEXT, 'scale', 2);
        const [definition] = await client.on('textDocument/definition', uri, place);
        assert.deepStrictEqual(definition.range.start, at(TEXT, 'scale'));
        const inText = at(TEXT, '$y!');
        const uses = await client.on('textDocument/references', uri, { ...inText, character: inText.character + 1 }, { context: { includeDeclaration: true } });
        assert(uses.every((u) => piece(TEXT, u.range) === 'y!'), JSON.stringify(uses.map((u) => piece(TEXT, u.range))));
        assert.strictEqual(uses.length, 4);
    });

    it('offers the fixes of the compiler, which take the fault away', async () => {
        const cases = [
            ['@i function f(y!::Fixed, x::Fixed)\n    y! += sinn(x)\nend\n', 'sinn', 'sin'],
            ['@i function f(y!::Fixed, x::Fixed)\n    #= 🦊 =# y! = x\nend\n', '= x', '+='],
            ['@i function f(y!::Fixed, x::Fixed)\n    @invcheckof y! += x\nend\n', '@inv', '@invcheckoff'],
            ['@i function f(y!::Fixde, x::Fixed)\n    y! += x\nend\n', 'Fixde', 'Fixed'],
            ['@i function f(y!::Fixed, x::Fixed)\n    y! += x\n', null, 'end'],
            ['@i function f(y!::Int, x::Int)\n    if x > 0 and x < 3\n        y! += 1\n    end\nend\n', null, '&&'],
            ['@i function f(y!::Int, x::Int)\n    if x > 0\n        y! += 1\n    else if x < 3\n        y! += 2\n    end\nend\n', null, 'elseif'],
        ];
        for (const [i, [text, , wanted]] of cases.entries()) {
            const name = uriOf(`fix${i}.rg`);
            const list = await client.open(name, text);
            assert(list.length > 0, text);
            const actions = await client.ask('textDocument/codeAction', {
                textDocument: { uri: name },
                range: list[0].range,
                context: { diagnostics: list },
            });
            const action = actions.find((a) => a.edit.changes[name][0].newText.includes(wanted));
            assert(action, `${text}\n${JSON.stringify(list)}\n${JSON.stringify(actions)}`);
            assert(lsp.CodeAction.is(action));
            const mended = apply(text, action.edit.changes[name]);
            const after = await client.change(name, 2, [{ text: mended }]);
            assert.deepStrictEqual(after.filter((d) => d.severity === 1), [], mended);
        }
    });

    it('knows the types of variables, their format, and which carry gradients', async () => {
        await client.open(uri, TEXT);
        const hover = async (word, nth) => {
            const h = await client.on('textDocument/hover', uri, at(TEXT, word, nth));
            return h && h.contents.value;
        };
        assert.match(await hover('t += v'), /t::Fixed[^]*ancilla of `main`[^]*Q20\.43, 64 bits[^]*\ncarries a gradient/);
        assert.match(await hover('c ← '), /c::Fixed[^]*carries no gradient: its value depends on no argument/);
        assert.match(await hover('n::Int'), /n::Int[^]*carries no gradient: its type has none/);
        assert.match(await hover('i = 1'), /i::Int[^]*loop variable/);
        assert.match(await hover('p.left'), /p::Pair\{Fixed\}/);
        assert.match(await hover('add!(y!, t'), /@i function add!\(y!::Fixed, x::Fixed; k=1\)[^]*Adds x times k\./);
        assert.match(await hover('half(t)'), /@fn half\(x\)/);
        assert.match(await hover('length(v)'), /function of the language/);
        assert.strictEqual(await hover('🦊'), null);
        // while a line is being typed, what was known stays known
        await client.change(uri, 2, [{ text: TEXT.replace('    c → 0.5\n', '    c → (\n') }]);
        assert.match(await hover('t += v'), /t::Fixed/);
    });

    it('finds definitions and uses, of variables by routine', async () => {
        await client.open(uri, TEXT);
        const definition = async (word, nth) => (await client.on('textDocument/definition', uri, at(TEXT, word, nth)))[0]?.range.start;
        assert.deepStrictEqual(await definition('x * k'), at(TEXT, 'x::Fixed'));
        assert.deepStrictEqual(await definition('k=3'), at(TEXT, 'k=1'));
        assert.deepStrictEqual(await definition('left\n'), at(TEXT, 'left::T'));
        assert.deepStrictEqual(await definition('Pair{Fixed}'), at(TEXT, 'Pair{T}'));
        assert.deepStrictEqual(await definition('q * c'), at(TEXT, 'q -> q'));
        assert.deepStrictEqual(await definition('h\n'), at(TEXT, 'h = x / 2'));
        assert.deepStrictEqual(await definition('i] * p', 2), { ...at(TEXT, 'i = 1', 2) });
        assert.strictEqual(await definition('length'), undefined);
        const uses = await client.on('textDocument/references', uri, at(TEXT, 't ← 0.0'), { context: { includeDeclaration: false } });
        assert.strictEqual(uses.length, 6);
        const marks = await client.on('textDocument/documentHighlight', uri, at(TEXT, 't ← 0.0'));
        assert.strictEqual(marks.length, 7);
    });

    it('renames, and the program is the same', async () => {
        await client.open(uri, TEXT);
        const cases = [['t ← 0.0', 'θ'], ['add!', 'plus!'], ['left', 'länge'], ['y!::Fixed, x', 'out!'], ['k=3', 'factor'], ['scale', 'maßstab'],
            ['Pair', 'Couple'], ['q ->', 'element'], ['half', 'halve']];
        let version = 1, text = TEXT;
        for (const [word, name] of cases) {
            const place = at(text, word);
            const prepared = await client.on('textDocument/prepareRename', uri, place);
            assert.strictEqual(piece(text, prepared.range), prepared.placeholder);
            const { changes } = await client.on('textDocument/rename', uri, place, { newName: name });
            const renamed = apply(text, changes[uri]);
            assert.notStrictEqual(renamed, text);
            assert.deepStrictEqual(await client.change(uri, ++version, [{ text: renamed }]), [], renamed);
            text = renamed;
        }
        assert(text.includes('"t = $θ 🦊'), text);
    });

    it('knows what functions with a value bind, as it does routines', async () => {
        const text = [
            '"The usual activation."',
            'function gelu(x; k=0.5)',
            '    c = sqrt(2 / π)',
            '    t = tanh(c * (x + 0.044715 * x^3))',
            '    k * x * (1 + t)',
            'end',
            'struct Point{T}',
            '    x::T',
            '    y::Fixed',
            'end',
            'norm2(p::Point{Fixed}) = p.x^2 + p.y^2',
            'function wrap(i::Int, n::Int)',
            '    r = (i - 1) % n',
            '    return r < 0 ? r + n + 1 : r + 1',
            'end',
            'function spread(v::Vector{Fixed})',
            '    m, s = sum(v) / length(v), 0.0',
            '    for i in eachindex(v)',
            '        d = v[i] - m',
            '        s += d^2',
            '    end',
            '    big = s > 2',
            '    return big ? s : m',
            'end',
            '@i function main(y!::Fixed, v::Vector{Fixed}, p::Point{Fixed}, n::Int)',
            '    y! += gelu(v[wrap(n, length(v))]; k=2) + norm2(p) + spread(v)',
            'end',
            '',
        ].join('\n');
        const name = uriOf('functions.rg');
        assert.deepStrictEqual(await client.open(name, text), []);
        const hover = async (word, nth) => (await client.on('textDocument/hover', name, at(text, word, nth)))?.contents.value;
        const real = /Q20\.43, 64 bits[^]*\ncarries a gradient/;
        for (const [word, type, kind, rest] of [
            ['t = tanh', 't::Fixed', 'variable of `gelu`', real], ['c * (x', 'c::Fixed', 'variable of `gelu`', /depends on no argument/],
            ['x; k', 'x::Fixed', 'parameter of `gelu`', real], ['k=2', 'k::Fixed', 'parameter of `gelu`', /Q20/],
            ['r < 0', 'r::Int', 'variable of `wrap`', /its type has none/], ['n::Int)\n    r', 'n::Int', 'parameter of `wrap`', /its type has none/],
            ['p::Point{Fixed}) =', 'p::Point{Fixed}', 'parameter of `norm2`', real], ['m, s', 'm::Fixed', 'variable of `spread`', real],
            ['i in each', 'i::Int', 'loop variable of `spread`', /its type has none/], ['d^2', 'd::Fixed', 'variable of `spread`', real],
            ['big = s', 'big::Bool', 'variable of `spread`', /its type has none/], ['y::Fixed', 'y::Fixed', 'field of `Point`', /Q20/],
            ['x^2', 'x::T', 'field of `Point`', /$/]]) {
            const said = await hover(word);
            assert(said && said.includes(`\n${type}\n`) && said.includes(kind), `${word}: ${said}`);
            assert.match(said, rest, word);
        }
        assert.match(await hover('gelu(v'), /^```retrograd\nfunction gelu\(x; k=0\.5\)\n```\nThe usual activation\.\n$/);
        const definition = async (word) => (await client.on('textDocument/definition', name, at(text, word))).map((d) => d.range.start);
        assert.deepStrictEqual(await definition('c * (x'), [at(text, 'c = sqrt')]);
        assert.deepStrictEqual(await definition('wrap(n,'), [at(text, 'wrap(i')]);
        assert.deepStrictEqual(await definition('s > 2'), [at(text, 's = sum')]);
        assert.deepStrictEqual(await definition('gelu(v'), [at(text, 'gelu(x')]);
        const uses = await client.on('textDocument/references', name, at(text, 's += d'), { context: { includeDeclaration: true } });
        assert.strictEqual(uses.length, 4);
        let version = 1, renamed = text;
        for (const [word, to, edits] of [['c = sqrt', 'scale', 2], ['t = tanh', 'θ', 2], ['m, s', 'mean', 3], ['d^2', 'δ', 2], ['i in each', 'place', 2],
            ['big = s', 'large', 2], ['r = (i', 'rest', 4], ['gelu(x', 'bend', 2], ['k=2', 'half', 3], ['y::Fixed\n', 'up', 2]]) {
            const { changes } = await client.on('textDocument/rename', name, at(renamed, word), { newName: to });
            assert.deepStrictEqual(Object.keys(changes), [name]);
            assert.strictEqual(changes[name].length, edits, word);
            renamed = apply(renamed, changes[name]);
            assert.deepStrictEqual(await client.change(name, ++version, [{ text: renamed }]), [], renamed);
        }
        await assert.rejects(client.on('textDocument/rename', name, at(renamed, 'mean'), { newName: 'large' }), /already/);
        const symbols = await client.ask('textDocument/documentSymbol', { textDocument: { uri: name } });
        assert.deepStrictEqual(symbols.map((s) => s.detail), ['function', 'type', 'function', 'function', 'function', 'routine']);
        const lenses = await client.ask('textDocument/codeLens', { textDocument: { uri: name } });
        assert.deepStrictEqual(lenses.map((l) => l.command.arguments[1]), ['main'], 'what has a value has no inverse');
        // while a line is typed the names are there, and the types are those of before
        const typed = text.replace('    big = s', '    big = s +\n    big = s');
        client.change(name, ++version, [{ text }]);
        await client.ask('textDocument/documentSymbol', { textDocument: { uri: name } });
        client.change(name, ++version, [{ text: typed }]);
        const list = await client.on('textDocument/completion', name, { line: 21, character: 12 });
        for (const word of ['m', 's', 'v', 'big', 'gelu']) assert(list.some((i) => i.label === word), word);
        assert.match((await client.on('textDocument/hover', name, at(typed, 's += d'))).contents.value, /s::Fixed/);
    });

    it('refuses names that clash or are none', async () => {
        await client.open(uri, TEXT);
        for (const [word, name, reason] of [
            ['t ← 0.0', 'c', /already/], ['t ← 0.0', 'main', /already/], ['t ← 0.0', '2t', /no name/], ['t ← 0.0', 'a b', /no name/],
            ['t ← 0.0', 'end', /no name/], ['t ← 0.0', 'sin', /meaning/], ['t ← 0.0', '', /no name/], ['t ← 0.0', 'in', /meaning/],
            ['add!', 'half', /already/], ['left', 'right', /already/], ['k=3', 'b!', /run into/], ['length', 'x', /no name of the program/],
            ['t ← 0.0', '←', /no name/]])
            await assert.rejects(client.on('textDocument/rename', uri, at(TEXT, word), { newName: name }), reason, `${word} ${name}`);
        const short = '@i function g(y!::Fixed; k=1)\n    y! += k\nend\n@i function f(y!::Fixed; k=2)\n    g(y!; k)\nend\n';
        await client.open(uriOf('short.rg'), short);
        await assert.rejects(client.on('textDocument/rename', uriOf('short.rg'), at(short, 'k=2'), { newName: 'm' }), /at once/);
    });

    it('lists what a document defines, and completes names', async () => {
        await client.open(uri, TEXT);
        const symbols = await client.ask('textDocument/documentSymbol', { textDocument: { uri } });
        assert.deepStrictEqual(symbols.map((s) => s.name), ['Pair', 'scale', 'half', 'add!', 'main']);
        assert(symbols.every((s) => lsp.DocumentSymbol.is(s)));
        const labels = async (text, version, position) => {
            client.change(uri, version, [{ text }]);
            return (await client.on('textDocument/completion', uri, position)).map((i) => i.label);
        };
        const behind = (text, word) => {
            const p = at(text, word);
            return { ...p, character: p.character + word.length };
        };
        let typed = TEXT.replace('    c → 0.5', '    p.\n    c → 0.5');
        assert.deepStrictEqual(await labels(typed, 2, behind(typed, '    p.\n').character ? { line: 23, character: 6 } : null), ['left', 'right']);
        typed = TEXT.replace('    c → 0.5', '    y! += ha\n    c → 0.5');
        let list = await labels(typed, 3, behind(typed, 'y! += ha\n'.trim()));
        for (const word of ['half', 'add!', 't', 'c', 'v', 'sin', 'Fixed', 'while', 'scale']) assert(list.includes(word), word);
        assert(!list.includes('k'), 'a parameter of another routine');
        typed = TEXT.replace('    c → 0.5', '    @\n    c → 0.5');
        list = await labels(typed, 4, { line: 23, character: 5 });
        assert(list.includes('routine') && !list.includes('t'));
        assert.deepStrictEqual(await labels(TEXT, 5, { line: 0, character: 6 }), [], 'nothing in a comment');
    });

    it('lays out a document, and shows inverses', async () => {
        const shower = new Client({ window: { showDocument: { support: true } } });
        const rough = TEXT.replace('    t ← 0.0', '  t←0.0');
        await shower.open(uri, rough);
        const edits = await shower.ask('textDocument/formatting', { textDocument: { uri }, options: { tabSize: 4, insertSpaces: true } });
        assert.strictEqual(apply(rough, edits), TEXT);
        const lenses = await shower.ask('textDocument/codeLens', { textDocument: { uri } });
        assert.deepStrictEqual(lenses.map((l) => l.command.arguments[1]), ['add!', 'main']);
        const { text } = await shower.ask('workspace/executeCommand', lenses[0].command);
        assert.match(text, /^@i function add!\(y!::Fixed, x::Fixed; k=1\)\n[^]*y! -= scale\n +y! -= x \* k/);
        assert.strictEqual(shower.shown.length, 1);
        const file = new URL(shower.shown[0]);
        assert.strictEqual(fs.readFileSync(file, 'utf8'), text);
        await shower.change(uri, 2, [{ text: '@i function add!(\n' }]);
        await assert.rejects(shower.ask('workspace/executeCommand', lenses[0].command), /errors/);
        await assert.rejects(shower.ask('textDocument/formatting', { textDocument: { uri }, options: {} }), /line/);
        await shower.leave();
        assert(!fs.existsSync(file), 'what was shown is removed');
    });

    it('reads included files from the editor when they are open there', async () => {
        const part = program('part.rg', '@i function part!(y!::Fixed)\n    y! += 1\nend\n');
        const whole = program('whole.rg', 'include("part.rg")\n@i function main(y!::Fixed)\n    part!(y!)\nend\n');
        const [partUri, wholeUri] = [part, whole].map((f) => pathToFileURL(f).href);
        const text = fs.readFileSync(whole, 'utf8');
        assert.deepStrictEqual(await client.open(wholeUri, text), []);
        const [place] = await client.on('textDocument/definition', wholeUri, at(text, 'part!(y!)'));
        assert.strictEqual(fs.realpathSync(new URL(place.uri)), fs.realpathSync(part));
        // renamed there but not saved: the other document is told
        const told = client.diagnostics(wholeUri, 1);
        await client.open(partUri, '@i function piece!(y!::Fixed)\n    y! += 1\nend\n');
        assert.deepStrictEqual((await told).map((d) => d.code), ['R0205']);
        const again = client.diagnostics(wholeUri, 1);
        await client.change(partUri, 2, [{ text: '@i function part!(y!::Fixed)\n    y! += 1.5\nend\n' }]);
        assert.deepStrictEqual(await again, []);
        const { changes } = await client.on('textDocument/rename', wholeUri, at(text, 'part!(y!)'), { newName: 'bit!' });
        assert.deepStrictEqual(Object.keys(changes).sort(), [partUri, wholeUri].sort());
        // a fault of an included file stands where it is included
        const broken = client.diagnostics(wholeUri, 1);
        await client.change(partUri, 3, [{ text: '@i function part!(y!::Fixed)\n    y! = 1\nend\n' }]);
        const [fault] = await broken;
        assert.strictEqual(fault.range.start.line, 0);
        assert.strictEqual(fault.relatedInformation[0].location.uri, partUri);
        assert.strictEqual(fault.relatedInformation[0].location.range.start.line, 1);
        const library = 'using Sorting\n@i function main(y!::Fixed)\n    y! += 1\nend\n';
        await client.open(uriOf('library.rg'), library);
    });

    it('answers for a program of 10,000 lines within a second', async () => {
        const routine = TEXT.split('\n').slice(11).join('\n');
        let text = TEXT;
        for (let i = 0; text.split('\n').length < 10000; i++) text += routine.replace('main', `main${i}`);
        const fault = text.replace(/y! \+= half\(t\)(?![^]*y! \+= half\(t\))/, 'y! += hlf(t)');
        await client.open(uri, text);
        const start = Date.now();
        const list = await client.change(uri, 2, [{ text: fault }]);
        const taken = Date.now() - start;
        assert.strictEqual(list.length, 1);
        assert(taken < 1000, `${taken} ms`);
        const asked = Date.now();
        await client.on('textDocument/hover', uri, { line: 9990, character: 10 });
        await client.on('textDocument/completion', uri, { line: 9990, character: 8 });
        assert(Date.now() - asked < 1000, `${Date.now() - asked} ms for a hover and a completion`);
    });

    it('cancels what waits, and refuses what it does not know', async () => {
        await client.open(uri, TEXT);
        await assert.rejects(client.ask('textDocument/nosuch', {}), { code: rpc.ErrorCodes.MethodNotFound });
        await assert.rejects(client.ask('textDocument/hover', {}), { code: rpc.ErrorCodes.InvalidParams });
        await assert.rejects(client.ask('initialize', {}), { code: rpc.ErrorCodes.InvalidRequest });
        // both in one piece: the request has not begun when it is cancelled
        const answers = [];
        const reply = new Promise((resolve) => client.child.stdout.on('data', (data) => {
            answers.push(data.toString());
            if (answers.join('').includes('"id":"last"')) resolve(answers.join(''));
        }));
        const message = (body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
        client.child.stdin.write(
            message('{"jsonrpc":"2.0","id":"gone","method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"x"}}}') +
            message('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"gone"}}') +
            message('{"jsonrpc":"2.0","id":"last","method":"textDocument/nosuch"}'));
        assert.match(await reply, /-32800/);
    });

    it('ends with 1 when the client goes without a word, with 0 after shutdown', async () => {
        await client.ready;
        client.child.stdin.end();
        assert.strictEqual(await client.gone, 1);
        const second = new Client();
        await second.ready;
        await second.ask('shutdown');
        await assert.rejects(second.ask('textDocument/hover', {}), { code: rpc.ErrorCodes.InvalidRequest });
        await second.connection.sendNotification('exit');
        assert.strictEqual(await second.gone, 0);
    });

    it('survives random edits, and says in the end what it says of the whole text', async () => {
        let seed = 12345;
        const random = (n) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
        const pieces = ['end\n', '←', '🦊', '(', ')', '"', '#=', '=#', '\n', 'x', '@', ' ', '∅', '::', "'", '\\', '$t', '\t', 'let ', '->', '}'];
        let text = TEXT, version = 1;
        await client.open(uri, text);
        for (let round = 0; round < 150; round++) {
            const changes = [];
            for (let i = random(3); i >= 0; i--) {
                const lines = text.split('\n'), line = random(lines.length), character = random(lines[line].length + 1);
                // not within a pair of units
                if (/[\udc00-\udfff]/.test(lines[line][character] || '')) continue;
                let end = Math.min(lines[line].length, character + random(6));
                if (/[\udc00-\udfff]/.test(lines[line][end] || '')) end = character;
                const change = { range: { start: { line, character }, end: { line, character: end } }, text: random(4) ? pieces[random(pieces.length)] : '' };
                text = apply(text, [{ range: change.range, newText: change.text }]);
                changes.push(change);
            }
            client.change(uri, ++version, changes);
            const position = { line: random(30), character: random(40) };
            for (const method of ['hover', 'definition', 'completion', 'documentHighlight'])
                await client.on(`textDocument/${method}`, uri, position);
            await client.ask('textDocument/codeLens', { textDocument: { uri } });
            await client.on('textDocument/rename', uri, position, { newName: 'zz' }).catch(() => null);
            await client.ask('textDocument/formatting', { textDocument: { uri }, options: {} }).catch(() => null);
        }
        const list = await client.change(uri, ++version, []);
        const whole = await client.change(uri, ++version, [{ text }]);
        assert.deepStrictEqual(list, whole);
        assert.deepStrictEqual(await client.change(uri, ++version, [{ text: TEXT }]), []);
        await client.leave();
    });
});
