#!/usr/bin/env node
'use strict';

// What a CommonJS file requires of Node is loaded without the copies of all its exports that an import makes first, and
// old versions can run it, too, from 10 on: they say in a sentence which one is needed. That is why it, and what it
// requires, is written in the language of then, with modules by their old names.
const { existsSync } = require('fs');
const { join } = require('path');
const { pathToFileURL } = require('url');

const { keepCompiledCode } = require('./compile-cache.js');
const { guardProcess } = require('./process-guard.js');

const [major, minor] = process.versions.node.split('.').map(Number);
// The first of version 23 lack what later ones of 22 have.
const needed = major === 23 ? [23, 5] : [22, 19];
const pinnedNode = join(__dirname, '../node_modules/.bin/node');
const program = join(__dirname, '../dist/vigil.js');
const opened = guardProcess();

if (opened !== undefined) {
  fail(opened);
} else if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  dieWithTheShim();
  process.env.NODE_ENV = 'production';
  keepCompiledCode();
  if (!existsSync(program)) {
    fail(
      isClone()
        ? 'The program is not built yet. Run `npm ci && npm run build` in its folder first.'
        : 'The program cannot be loaded: its files are incomplete. Install it again.',
    );
  } else {
    load();
  }
} else if (existsSync(pinnedNode)) {
  restartUnder(pinnedNode);
} else {
  const remedy = isClone() ? 'run `npm ci` in its folder, it brings one along' : 'install a newer Node';
  fail(`Node ${needed.join('.')} or newer is needed, and this is ${process.version}: ${remedy}.`);
}

async function load() {
  try {
    if ((await import(pathToFileURL(program).href)).hasRun) {
      return;
    }
  } catch {
    // What went wrong once it was loaded, it has said itself.
  }
  const remedy = isClone() ? 'run `npm ci && npm run build` in its folder' : 'install it again';
  fail(
    `The program cannot be loaded: its files are incomplete. Start it again, and if that does not help, ${remedy}.`,
  );
}

/** Whether somebody works on the sources here: no package has its lock file with it. */
function isClone() {
  return existsSync(join(__dirname, '../package-lock.json'));
}

function fail(sentence) {
  process.stderr.write(`vigil: ${sentence}\n`);
  process.exitCode = 2;
}

/** An old Node cannot replace itself with another program, so the real one runs as its child, with the same terminal. */
function restartUnder(node) {
  const { spawn } = require('child_process');
  const child = spawn(node, ['--disable-sigusr1', __filename, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGCONT']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exit(code);
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Killing the shim with SIGKILL must not leave the program behind: the channel between them closes then. */
function dieWithTheShim() {
  if (process.channel !== undefined && process.channel !== null) {
    process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
    process.channel.unref();
  }
}
