// What the tests share: the command under test, programs in files of their own.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const ROOT = path.resolve(__dirname, '../../..');
const RETROGRAD = path.resolve(process.env.RETROGRAD || path.join(ROOT, 'build/bin/retrograd'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrograd-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

// The path of a program with this text.
function program(name, text) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
}

module.exports = { ROOT, RETROGRAD, program };
