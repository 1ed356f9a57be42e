// The extension: a debugger on `retrograd dap`, a language server where the command has one, the
// inverse of a program beside it, and who changed a variable.
'use strict';
const { execFile } = require('child_process');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const INVERSE = 'retrograd-inverse';
let client;

function command() {
    return vscode.workspace.getConfiguration('retrograd').get('path') || 'retrograd';
}

// What the command prints; rejected with what it says on standard error.
function run(args, cwd) {
    return new Promise((resolve, reject) => {
        execFile(command(), args, { cwd, maxBuffer: 1 << 26 }, (error, out, said) => {
            if (error) reject(new Error(said.trim() || `${command()}: ${error.message}`));
            else resolve(out);
        });
    });
}

// ---- the inverse ----

class Inverses {
    constructor() {
        this.emitter = new vscode.EventEmitter();
        this.onDidChange = this.emitter.event;
    }
    provideTextDocumentContent(uri) {
        return run(['build', JSON.parse(uri.query).file, '--emit=inverse']).catch((error) => `# ${error.message.replace(/\n/g, '\n# ')}\n`);
    }
}

function inverseOf(file) {
    const name = file.replace(/^.*[\\/]/, '').replace(/\.rg$/, '');
    return vscode.Uri.from({ scheme: INVERSE, path: `${name} inverse.rg`, query: JSON.stringify({ file }) });
}

async function showInverse() {
    const editor = vscode.window.activeTextEditor;
    if (!editor || editor.document.languageId !== 'retrograd') {
        vscode.window.showErrorMessage('Open a program first.');
        return;
    }
    if (editor.document.isUntitled || !(await editor.document.save())) {
        vscode.window.showErrorMessage('Save the program first.');
        return;
    }
    const document = await vscode.workspace.openTextDocument(inverseOf(editor.document.fileName));
    await vscode.languages.setTextDocumentLanguage(document, 'retrograd');
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
}

// ---- the debugger ----

class Adapters {
    createDebugAdapterDescriptor() {
        return new vscode.DebugAdapterExecutable(command(), ['dap']);
    }
}

class Configurations {
    resolveDebugConfiguration(folder, configuration) {
        const editor = vscode.window.activeTextEditor;
        if (configuration.type || configuration.request || configuration.name) return configuration;
        if (!editor || editor.document.languageId !== 'retrograd') return undefined;
        return { type: 'retrograd', request: 'launch', name: 'Run and go back', program: '${file}', stopOnEntry: true };
    }
}

// The variable under the cursor, or what is selected.
function expressionAt(editor) {
    const document = editor.document;
    if (!editor.selection.isEmpty) return document.getText(editor.selection);
    const range = document.getWordRangeAtPosition(editor.selection.active, /[\p{L}_][\p{L}\p{N}_.]*!?(\[[^\]]*\])?/u);
    return range ? document.getText(range) : '';
}

async function change(word) {
    const session = vscode.debug.activeDebugSession;
    const editor = vscode.window.activeTextEditor;
    const expression = editor ? expressionAt(editor) : '';
    if (!session || !expression) return;
    try {
        const item = vscode.debug.activeStackItem;
        const frameId = item && item.frameId;
        const answer = await session.customRequest('evaluate', { expression: `${word} ${expression}`, context: 'repl', frameId });
        vscode.window.showInformationMessage(`${expression}: ${answer.result}`);
    } catch (error) {
        vscode.window.showErrorMessage(error.message);
    }
}

// ---- the language server ----

// A command without one has no help on it; then problems come from tasks.
async function startClient() {
    try {
        await run(['lsp', '--help']);
    } catch {
        return;
    }
    const server = { command: command(), args: ['lsp'] };
    client = new LanguageClient('retrograd', 'Retrograd', { run: server, debug: server }, { documentSelector: [{ language: 'retrograd', scheme: 'file' }] });
    await client.start();
}

// ---- tasks ----

const tasks = {
    provideTasks: () => [],
    resolveTask(task) {
        const { command: word, args = ['${file}'] } = task.definition;
        const execution = new vscode.ProcessExecution(command(), [word, ...args]);
        return new vscode.Task(task.definition, vscode.TaskScope.Workspace, word, 'retrograd', execution, '$retrograd');
    },
};

async function activate(context) {
    const inverses = new Inverses();
    context.subscriptions.push(
        vscode.workspace.registerTextDocumentContentProvider(INVERSE, inverses),
        vscode.workspace.onDidSaveTextDocument((document) => inverses.emitter.fire(inverseOf(document.fileName))),
        vscode.commands.registerCommand('retrograd.showInverse', showInverse),
        vscode.commands.registerCommand('retrograd.lastChange', () => change('last')),
        vscode.commands.registerCommand('retrograd.nextChange', () => change('next-change')),
        vscode.debug.registerDebugAdapterDescriptorFactory('retrograd', new Adapters()),
        vscode.debug.registerDebugConfigurationProvider('retrograd', new Configurations()),
        vscode.tasks.registerTaskProvider('retrograd', tasks)
    );
    await startClient();
}

function deactivate() {
    return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
