'use strict';

// What a single executable runs first. The files of the program are its assets, and nothing of it is read from a disk.
const { createRequire, registerHooks } = require('node:module');
const { getAssetKeys, getRawAsset } = require('node:sea');
const { pathToFileURL } = require('node:url');

const { keepCompiledCode } = require('./compile-cache.js');
const { guardProcess } = require('./process-guard.js');

/** Below the executable itself, where no file can be. */
const folder = pathToFileURL(`${process.execPath}/dist/`).href;
const START = 'start.cjs';

// What it is built with keeps options of the environment out (`execArgvExtension`), so that they open nothing.
const opened = guardProcess({ heedsEnvironment: false });
if (opened === undefined) {
  process.env.NODE_ENV = 'production';
  keepCompiledCode();
  importFromAssets();
  load();
} else {
  fail(opened);
}

function importFromAssets() {
  const names = new Set(getAssetKeys());
  registerHooks({
    resolve(specifier, context, next) {
      const name = specifier.startsWith('./') ? specifier.slice(2) : undefined;
      if (specifier === START) {
        return { url: folder + START, format: 'commonjs', shortCircuit: true };
      }
      return name !== undefined && names.has(name) && context.parentURL?.startsWith(folder) === true
        ? { url: folder + name, format: 'module', shortCircuit: true }
        : next(specifier, context);
    },
    load(url, context, next) {
      if (url === folder + START) {
        // What the main script imports goes past these hooks and finds modules of Node alone; what this one imports does not.
        return {
          format: 'commonjs',
          source: `module.exports = () => import('./vigil.js');`,
          shortCircuit: true,
        };
      }
      return url.startsWith(folder)
        ? {
            format: 'module',
            source: new Uint8Array(getRawAsset(url.slice(folder.length))),
            shortCircuit: true,
          }
        : next(url, context);
    },
  });
}

function load() {
  createRequire(process.execPath)(START)().catch(() => {
    // What goes wrong in the program, it says itself.
    fail('The program cannot be loaded: its executable is not whole. Install it again.');
  });
}

function fail(sentence) {
  process.stderr.write(`vigil: ${sentence}\n`);
  process.exitCode = 2;
}
