// `retrograd dap` under the client of the editor's authors: to both sides, through the turn of a
// gradient, and with a client that is broken.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const { RETROGRAD, program } = require('./command');

const SUMS = [
    '@i function square(s!::Fixed, x::Fixed)',
    '    s! += x^2',
    'end',
    '@i function f(y!::Fixed, v::Vector{Fixed})',
    '    t ← 0.0',
    '    for i = 1:length(v)',
    '        square(t, v[i])',
    '        @safe println("t = $t")',
    '        y! += t * v[i]',
    '    end',
    '    for i = 1:length(v)',
    '        ~square(t, v[i])',
    '    end',
    '    t → 0.0',
    'end',
    '',
].join('\n');
const DIRTY = '@i function f(y!::Fixed, x::Fixed)\n    t ← 0.0\n    t += x\n    y! += t\n    t → 0.0\nend\n';
const LONG = [
    '@i function f(y!::Fixed, n::Int)',
    '    for i = 1:n',
    '        y! += 0.001',
    '        y! -= 0.001',
    '    end',
    'end',
    '',
].join('\n');

describe('retrograd dap', () => {
    let dc, sums, gone;

    beforeEach(async () => {
        gone = false;
        sums = program('sums.rg', SUMS);
        dc = new DebugClient(RETROGRAD, 'dap', 'retrograd', undefined, true);
        await dc.start();
    });
    afterEach(() => (gone ? undefined : dc.stop()));

    // Launched, standing where `configure` lets it stop.
    async function launched(more = {}, configure = async () => {}) {
        const initialized = dc.waitForEvent('initialized');
        await dc.initializeRequest();
        await dc.launchRequest({ program: sums, function: 'f', arguments: { v: [1, 2, 3] }, ...more });
        await initialized;
        await configure();
        const stopped = dc.waitForEvent('stopped');
        await dc.configurationDoneRequest();
        return (await stopped).body;
    }
    const atEntry = (more = {}) => launched({ stopOnEntry: true, ...more });
    async function after(request) {
        const stopped = dc.waitForEvent('stopped');
        await request;
        return (await stopped).body;
    }
    const line = async () => (await dc.stackTraceRequest({ threadId: 1 })).body.stackFrames[0].line;
    const frames = async () => (await dc.stackTraceRequest({ threadId: 1 })).body.stackFrames.map((f) => `${f.name}:${f.line}`);
    const value = async (expression, context) => (await dc.evaluateRequest({ expression, frameId: 1000, context })).body.result;
    const breakAt = (...breakpoints) => dc.setBreakpointsRequest({ source: { path: sums }, breakpoints });
    const go = () => after(dc.continueRequest({ threadId: 1 }));
    const back = () => after(dc.reverseContinueRequest({ threadId: 1 }));
    const refused = (request, expected) => assert.rejects(request, (error) => (expected ? expected.test(error.message) : true));

    describe('breakpoints', () => {
        it('on a line, forward and backward', async () => {
            const stop = await launched({}, () => breakAt({ line: 9 }));
            assert.strictEqual(stop.reason, 'breakpoint');
            assert.strictEqual(await value('t'), '1  grad 0');
            await go();
            assert.strictEqual(await value('t'), '5  grad 0');
            await back();
            assert.strictEqual(await value('t'), '1  grad 0');
            assert.strictEqual((await back()).description, 'the start of the run');
            await go();
            assert.strictEqual(await value('t'), '1  grad 0');
        });

        it('with hitBreakpoint of the client', () => dc.hitBreakpoint({ program: sums, function: 'f', arguments: { v: [1, 2, 3] } }, { path: sums, line: 9 }));

        it('moves to a line that has instructions, or says that there is none', async () => {
            let answer;
            await launched({}, async () => (answer = await breakAt({ line: 10 }, { line: 99 })));
            const [moved, none] = answer.body.breakpoints;
            assert(moved.verified && moved.line > 10, JSON.stringify(moved));
            assert.strictEqual(none.verified, false);
        });

        it('with a condition', async () => {
            await launched({}, () => breakAt({ line: 9, condition: 'i == 3 && t > 10' }));
            assert.strictEqual(await value('i'), '3');
            assert.strictEqual((await go()).description, 'the end of the run; step back from here');
            await back();
            assert.strictEqual(await value('i'), '3');
        });

        for (const [hits, i] of [['2', '2'], ['>= 3', '3'], ['% 3', '3']])
            it(`at the hits ${hits}`, async () => {
                await launched({}, () => breakAt({ line: 9, hitCondition: hits }));
                assert.strictEqual(await value('i'), i);
            });

        it('as a log point, while it runs and where a step ends', async () => {
            const said = [];
            dc.on('output', (event) => event.body.category === 'console' && said.push(event.body.output));
            await launched({}, () => breakAt({ line: 9, logMessage: 't is {t} at {i}' }));
            assert.deepStrictEqual(said, ['t is 1 at 1\n', 't is 5 at 2\n', 't is 14 at 3\n']);
            await back();
            assert.deepStrictEqual(said.slice(3), ['t is 14 at 3\n', 't is 5 at 2\n', 't is 1 at 1\n']);
            await after(dc.stepInRequest({ threadId: 1 }));
            while ((await line()) !== 8) await after(dc.nextRequest({ threadId: 1 }));
            assert.strictEqual((await after(dc.nextRequest({ threadId: 1 }))).reason, 'step');
            assert.strictEqual(said[6], 't is 1 at 1\n');
        });

        it('a log point within a call does not lengthen the step over it', async () => {
            await launched({ stopOnEntry: true }, () => breakAt({ line: 2, logMessage: 'x is {x}' }));
            while ((await line()) !== 7) await after(dc.nextRequest({ threadId: 1 }));
            await after(dc.nextRequest({ threadId: 1 }));
            assert.strictEqual(await line(), 8);
        });

        it('on a function', async () => {
            const set = () => dc.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'square' }, { name: 'nothing' }] });
            let answer;
            const stop = await launched({}, async () => (answer = await set()));
            assert.deepStrictEqual(answer.body.breakpoints.map((b) => b.verified), [true, false]);
            assert.strictEqual(stop.reason, 'function breakpoint');
            assert.match((await frames()).join(' '), /^square:\d f:7$/);
        });

        it('on an instruction', async () => {
            await atEntry();
            const here = (await dc.stackTraceRequest({ threadId: 1 })).body.stackFrames[0].instructionPointerReference;
            const answer = await dc.customRequest('setInstructionBreakpoints', { breakpoints: [{ instructionReference: here, offset: 4 }, { instructionReference: '99999999' }] });
            assert.deepStrictEqual(answer.body.breakpoints.map((b) => b.verified), [true, false]);
            assert.strictEqual((await go()).reason, 'instruction breakpoint');
        });

        it('says where breakpoints may be', async () => {
            await atEntry();
            const { body } = await dc.customRequest('breakpointLocations', { source: { path: sums }, line: 5, endLine: 10 });
            assert.deepStrictEqual(body.breakpoints.map((b) => b.line), [5, 6, 7, 8, 9]);
        });
    });

    describe('data breakpoints', () => {
        async function watch(name, more = {}) {
            const { body } = await dc.dataBreakpointInfoRequest({ name, ...more });
            assert(body.dataId, body.description);
            return dc.setDataBreakpointsRequest({ breakpoints: [{ dataId: body.dataId }] });
        }

        it('on a value, to both sides', async () => {
            await atEntry();
            await watch('y!');
            assert.strictEqual((await go()).reason, 'data breakpoint');
            assert.strictEqual(await value('y!'), '1  grad 0');
            await go();
            assert.strictEqual(await value('y!'), '11  grad 0');
            await back();
            assert.strictEqual(await value('y!'), '1  grad 0');
            await back();
            assert.strictEqual(await value('y!'), '0  grad 0');
        });

        it('on a value, while a line is stepped', async () => {
            await atEntry();
            await watch('y!');
            while ((await line()) !== 9) await after(dc.nextRequest({ threadId: 1 }));
            assert.strictEqual((await after(dc.nextRequest({ threadId: 1 }))).reason, 'data breakpoint');
            assert.strictEqual(await line(), 9);
        });

        it('on a gradient, through the turn and back through it', async () => {
            await atEntry({ grad: 'y!' });
            await watch('grad(v[1])');
            // it may change within `square`, whose caller has v
            const slope = async () => {
                const { stackFrames } = (await dc.stackTraceRequest({ threadId: 1 })).body;
                return (await dc.evaluateRequest({ expression: 'grad(v[1])', frameId: stackFrames[stackFrames.length - 1].id })).body.result;
            };
            assert.strictEqual((await go()).reason, 'data breakpoint');
            const first = await slope();
            assert.notStrictEqual(first, '0');
            await go();
            const second = await slope();
            assert.notStrictEqual(second, first);
            await back();
            assert.strictEqual(await slope(), first);
            await back();
            assert.strictEqual(await slope(), '0');
            assert.strictEqual((await back()).description, 'the start of the run');
        });

        it('on an element through the reference of its array', async () => {
            await atEntry({ grad: 'y!' });
            const { body } = await dc.scopesRequest({ frameId: 1000 });
            const list = (await dc.variablesRequest({ variablesReference: body.scopes[1].variablesReference })).body.variables;
            const of = list.find((v) => v.name === 'grad(v)').variablesReference;
            const info = await dc.dataBreakpointInfoRequest({ variablesReference: of, name: '[3]' });
            assert.strictEqual(info.body.dataId, 'grad(v[3])');
        });

        it('on what is nowhere: said, and the run goes on', async () => {
            await launched({ stopOnEntry: true });
            const answer = await dc.setDataBreakpointsRequest({ breakpoints: [{ dataId: 'no_such' }] });
            assert.strictEqual(answer.body.breakpoints[0].verified, false);
            assert.strictEqual((await go()).description, 'the end of the run; step back from here');
        });
    });

    describe('steps', () => {
        it('in, over, out and back', async () => {
            await atEntry();
            while ((await line()) !== 7) await after(dc.nextRequest({ threadId: 1 }));
            await after(dc.stepInRequest({ threadId: 1 }));
            assert.match((await frames()).join(' '), /^square:2 f:7$/);
            await after(dc.stepOutRequest({ threadId: 1 }));
            assert.match((await frames()).join(' '), /^f:/);
            while ((await line()) !== 9) await after(dc.nextRequest({ threadId: 1 }));
            await after(dc.stepBackRequest({ threadId: 1 }));
            assert.strictEqual(await line(), 8);
            await after(dc.stepBackRequest({ threadId: 1 }));
            assert.strictEqual(await line(), 7);
            assert.strictEqual(await value('t'), '0  grad 0');
        });

        it('by instruction', async () => {
            await atEntry();
            const at = async () => Number(await value('time'));
            const before = await at();
            await after(dc.nextRequest({ threadId: 1, granularity: 'instruction' }));
            assert.strictEqual(await at(), before + 1);
            await after(dc.stepBackRequest({ threadId: 1, granularity: 'instruction' }));
            assert.strictEqual(await at(), before);
        });

        it('every line back is a line forward, through the turn', async () => {
            await atEntry({ grad: 'y!', arguments: { v: [1, 2] } });
            const times = [];
            for (;;) {
                times.push(`${await value('time')}`);
                const stop = await after(dc.stepInRequest({ threadId: 1 }));
                if (stop.description) break;
            }
            assert(times.length > 30, `${times.length} lines`);
            for (let i = 0; i < 5; i++) await after(dc.stepBackRequest({ threadId: 1 }));
            const turned = Number(await value('time'));
            assert(turned < Number(times[times.length - 1]) && turned > Number(times[0]));
            await go();
            assert.strictEqual(await value('grad(v)'), '2 by 1 gradients');
            assert.strictEqual(await value('grad(v[1])'), '7');
        });

        it('starts again from the values of the launch', async () => {
            await atEntry();
            await after(dc.evaluateRequest({ expression: 'goto 1000000', context: 'repl' }));
            const stop = await after(dc.restartRequest({}));
            assert.strictEqual(stop.reason, 'entry');
            assert.strictEqual(await line(), 5);
        });
    });

    describe('what is there', () => {
        it('values and gradients of each frame', async () => {
            await launched({ grad: 'y!' }, () => breakAt({ line: 2 }));
            const names = async (frameId, scope) => {
                const { body } = await dc.scopesRequest({ frameId });
                return (await dc.variablesRequest({ variablesReference: body.scopes[scope].variablesReference })).body.variables.map((v) => v.name).sort();
            };
            assert.deepStrictEqual(await names(1000, 0), ['s!', 'x']);
            assert.deepStrictEqual(await names(1001, 0), ['i', 't', 'v', 'y!']);
            assert.deepStrictEqual(await names(1001, 1), ['grad(t)', 'grad(v)', 'grad(y!)']);
        });

        it('arrays by pages', async () => {
            const file = program('many.rg', '@i function f(y!::Fixed, x::Vector{Fixed})\n    for i = 1:length(x)\n        y! += x[i]\n    end\nend\n');
            await atEntry({ program: file, function: 'f', arguments: { x: Array.from({ length: 5000 }, (_, i) => i) } });
            const { body } = await dc.scopesRequest({ frameId: 1000 });
            const list = (await dc.variablesRequest({ variablesReference: body.scopes[0].variablesReference })).body.variables;
            const x = list.find((v) => v.name === 'x');
            assert.strictEqual(x.indexedVariables, 5000);
            const page = await dc.variablesRequest({ variablesReference: x.variablesReference, filter: 'indexed', start: 4998, count: 100 });
            assert.deepStrictEqual(page.body.variables.map((v) => `${v.name}=${v.value}`), ['[4999]=4998', '[5000]=4999']);
        });

        it('evaluates and hovers, and says what is wrong', async () => {
            await launched({}, () => breakAt({ line: 9, condition: 'i == 2' }));
            assert.strictEqual(await value('t * 2 + v[i]'), '12');
            assert.strictEqual(await value('t', 'hover'), '5  grad 0');
            assert.strictEqual(await value('v', 'hover'), '[1, 2, 3]  grad [0, 0, 0]');
            await refused(dc.evaluateRequest({ expression: 'nothing', context: 'hover' }), /no variable nothing/);
            await refused(dc.evaluateRequest({ expression: 't +' }), /./);
            await refused(dc.evaluateRequest({ expression: 'v[4]' }), /./);
        });

        it('sets a variable, an element and a gradient', async () => {
            await launched({ grad: 'y!' }, () => breakAt({ line: 9 }));
            const { body } = await dc.scopesRequest({ frameId: 1000 });
            const [values, gradients] = body.scopes.map((s) => s.variablesReference);
            const set = async (variablesReference, name, text) => (await dc.setVariableRequest({ variablesReference, name, value: text })).body.value;
            assert.strictEqual(await set(values, 't', '2.5'), '2.5');
            assert.strictEqual(await set(gradients, 'grad(t)', '3'), '3');
            const v = (await dc.variablesRequest({ variablesReference: values })).body.variables.find((one) => one.name === 'v');
            assert.strictEqual(await set(v.variablesReference, '[2]', '7'), '7');
            assert.strictEqual(await value('v[2] + t + grad(t)'), '12.5');
            await refused(dc.setVariableRequest({ variablesReference: values, name: 't', value: 'nonsense' }));
            await refused(dc.setVariableRequest({ variablesReference: values, name: 't', value: '1e30' }), /fit|range/);
        });

        it('instructions and memory', async () => {
            await atEntry();
            const here = (await dc.stackTraceRequest({ threadId: 1 })).body.stackFrames[0].instructionPointerReference;
            const { body } = await dc.disassembleRequest({ memoryReference: here, instructionOffset: -2, instructionCount: 6 });
            assert.strictEqual(body.instructions.length, 6);
            assert.strictEqual(body.instructions[2].address, here);
            assert(body.instructions.some((i) => i.line === 5));
            const { scopes } = (await dc.scopesRequest({ frameId: 1000 })).body;
            const list = (await dc.variablesRequest({ variablesReference: scopes[0].variablesReference })).body.variables;
            const { memoryReference } = list.find((v) => v.name === 'v');
            const memory = (await dc.customRequest('readMemory', { memoryReference, count: 24 })).body;
            const bytes = Buffer.from(memory.data, 'base64');
            assert.deepStrictEqual([0, 8, 16].map((at) => Number(bytes.readBigInt64LE(at)) / 2 ** 43), [1, 2, 3]);
            assert.strictEqual((await dc.customRequest('readMemory', { memoryReference: '99999999999', count: 8 })).body.unreadableBytes, 8);
        });

        it('what the program prints, once', async () => {
            const said = [];
            dc.on('output', (event) => event.body.category === 'stdout' && said.push(event.body.output));
            await launched();
            assert.strictEqual(said.join(''), 't = 1.0\nt = 5.0\nt = 14.0\n');
            await after(dc.stepBackRequest({ threadId: 1 }));
            await go();
            assert.strictEqual(said.join(''), 't = 1.0\nt = 5.0\nt = 14.0\n');
        });

        it('tangents of a run with a direction', async () => {
            await launched({ tangent: { v: [1, 0, 0] } });
            assert.strictEqual(await value('y!'), '53  tangent 13');
        });

        it('who changed a variable', async () => {
            await launched();
            const stopped = dc.waitForEvent('stopped');
            const answer = await dc.evaluateRequest({ expression: 'last y!', context: 'repl' });
            assert.strictEqual((await stopped).body.reason, 'goto');
            assert.match(answer.body.result, /^from 11 to 53 at time \d+, by .*sums.rg:9 in f/);
            assert.strictEqual(await line(), 9);
            assert.match((await dc.evaluateRequest({ expression: 'next-change y!', context: 'repl' })).body.result, /^from 11 to 53/);
        });

        it('counts lines and columns from 0 where the client does', async () => {
            const initialized = dc.waitForEvent('initialized');
            await dc.initializeRequest({ adapterID: 'retrograd', linesStartAt1: false, columnsStartAt1: false });
            await dc.launchRequest({ program: sums, function: 'f', arguments: { v: [1, 2, 3] } });
            await initialized;
            const { body } = await breakAt({ line: 8 });
            assert.strictEqual(body.breakpoints[0].line, 8);
            await after(dc.configurationDoneRequest());
            const [frame] = (await dc.stackTraceRequest({ threadId: 1 })).body.stackFrames;
            assert.deepStrictEqual([frame.line, frame.column], [8, 20]);
        });
    });

    describe('exceptions', () => {
        it('a trap, told by the catalogue, and the way back from it', async () => {
            const file = program('dirty.rg', DIRTY);
            const stop = await launched({ program: file, function: 'f', arguments: { x: 1.5 } });
            assert.strictEqual(stop.reason, 'exception');
            const { body } = await dc.exceptionInfoRequest({ threadId: 1 });
            assert.strictEqual(body.exceptionId, 'R0814');
            assert.match(body.description, /t/);
            await after(dc.evaluateRequest({ expression: 'last t', context: 'repl' }));
            assert.strictEqual(await line(), 3);
            await refused(dc.exceptionInfoRequest({ threadId: 1 }), /trap/);
        });

        it('a gradient that does not fit', async () => {
            const file = program('steep.rg', '@i function f(y!::Fixed, x::Fixed)\n    y! += x * 1000\n    y! += x * 100000\nend\n');
            const stop = await launched({ program: file, function: 'f', arguments: { x: 1 }, grad: 'y!' }, () => dc.setExceptionBreakpointsRequest({ filters: ['overflow'] }));
            assert.strictEqual(stop.reason, 'exception');
            assert.strictEqual((await dc.exceptionInfoRequest({ threadId: 1 })).body.exceptionId, 'R0921');
        });
    });

    describe('while it runs', () => {
        const forever = () => ({ program: program('long.rg', LONG), function: 'f', arguments: { n: 2000000000 }, stopOnEntry: true });

        for (const [what, request] of [
            ['a pause', () => dc.pauseRequest({ threadId: 1 })],
            ['a cancel', () => dc.customRequest('cancel', {})],
        ])
            it(`${what} stops it, and it goes back from there`, async () => {
                await launched(forever());
                await dc.continueRequest({ threadId: 1 });
                await new Promise((resolve) => setTimeout(resolve, 100));
                assert.strictEqual((await after(request())).reason, 'pause');
                assert(Number(await value('time')) > 1000);
                assert.strictEqual((await back()).description, 'the start of the run');
            });

        it('threads and breakpoints are heard, and it goes on; values are not', async () => {
            const { program: file } = forever();
            await launched(forever());
            await dc.continueRequest({ threadId: 1 });
            assert.strictEqual((await dc.threadsRequest()).body.threads.length, 1);
            await refused(dc.evaluateRequest({ expression: 'y!' }), /notStopped/);
            await refused(dc.nextRequest({ threadId: 1 }), /notStopped/);
            const stopped = dc.waitForEvent('stopped');
            await dc.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 4 }] });
            assert.strictEqual((await stopped).body.reason, 'breakpoint');
            assert.strictEqual(await line(), 4);
        });

        it('a condition that never holds can be paused', async () => {
            const { program: file } = forever();
            await launched(forever());
            await dc.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 4, condition: 'i < 0' }] });
            await dc.continueRequest({ threadId: 1 });
            assert.strictEqual((await after(dc.pauseRequest({ threadId: 1 }))).reason, 'pause');
        });

        it('a disconnect ends it', async () => {
            await launched(forever());
            await dc.continueRequest({ threadId: 1 });
            await dc.disconnectRequest();
            gone = true;
        });
    });
});

describe('a broken client', () => {
    // What the adapter answers to these bytes, and its exit status.
    function say(bytes, close = true) {
        return new Promise((resolve) => {
            const adapter = spawn(RETROGRAD, ['dap'], { stdio: ['pipe', 'pipe', 'ignore'] });
            let out = '';
            adapter.stdout.on('data', (text) => (out += text));
            adapter.stdin.on('error', () => {});
            adapter.on('close', (status, signal) => resolve({ out, status, signal }));
            adapter.stdin.write(bytes);
            if (close) adapter.stdin.end();
            else adapter.stdout.destroy();
            setTimeout(() => adapter.stdin.end(), 500);
        });
    }
    const message = (body) => {
        const text = typeof body === 'string' ? body : JSON.stringify({ type: 'request', ...body });
        return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    };
    const initialize = message({ seq: 1, command: 'initialize' });

    for (const [what, bytes, answer] of [
        ['half a message', initialize + 'Content-Length: 500\r\n\r\n{"half"', /"command":"initialize"/],
        ['half a header', initialize + 'Content-Le', /"command":"initialize"/],
        ['a message that is no JSON', message('{"a":') + initialize, /"command":"initialize"/],
        ['an array', message('[1,2]') + initialize, /"command":"initialize"/],
        ['no length', 'nonsense\r\n\r\n' + initialize, /"command":"initialize"/],
        ['a length below zero', 'Content-Length: -5\r\n\r\n' + initialize, /"command":"initialize"/],
        ['an unknown request', message({ seq: 7, command: 'unheardOf' }), /"request_seq":7.*"success":false/],
        ['a request before the launch', message({ seq: 7, command: 'next' }), /"request_seq":7.*"success":false/],
        ['a launch of a number', message({ seq: 7, command: 'launch', arguments: { program: 7 } }), /"request_seq":7.*"success":false/],
        ['arguments that are no object', message({ seq: 7, command: 'launch', arguments: 'x' }), /"request_seq":7.*"success":false/],
        ['a request without a command', message({ seq: 7 }) + initialize, /"command":"initialize"/],
        ['nothing', '', /^$/],
    ])
        it(`${what}: an answer, and status 0`, async () => {
            const { out, status, signal } = await say(bytes);
            assert.match(out, answer);
            assert.deepStrictEqual([status, signal], [0, null]);
        });

    it('a closed pipe ends it without a signal', async () => {
        const { signal } = await say(initialize.repeat(100), false);
        assert.strictEqual(signal, null);
    });
});
