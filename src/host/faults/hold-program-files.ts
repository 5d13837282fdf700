import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { LazyImportError } from '../../lib/lazy-import.ts';
import { containedFile, isSingleExecutable } from '../single-executable.ts';

/** Where the built program is; run from its sources it is not replaced by an update. */
const BUILT = 'dist';

const LINE_BREAK = 0x0a;

/** A file of the program: open, read, or loaded, after which Node has what was in it. */
type HeldFile = number | Buffer | 'loaded';

/** The files of the running program, by URL; empty where it is run from its sources. */
const held = new Map<string, HeldFile>();

let letHooksGo: (() => void) | undefined;

/**
 * Opens the files of the program in a folder, and has what is imported from now on come from there: an update may replace
 * them while the program starts, and what it loads later must be of the same build. What is open can be read after it was
 * removed. Throws when a file cannot be opened. A single executable holds them itself.
 */
export function holdProgramFiles(folder: string): void {
  if (basename(folder) !== BUILT || isSingleExecutable()) {
    return;
  }
  const base = pathToFileURL(join(folder, '/')).href;
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    held.set(base + name, openSync(join(folder, name), 'r'));
  }
  const { registerHooks } = process.getBuiltinModule('node:module');
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('./') || context.parentURL?.startsWith(base) !== true) {
        return next(specifier, context);
      }
      const url = base + specifier.slice(2);
      if (!held.has(url)) {
        throw filesChanged(`${url} is not there`);
      }
      return { url, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      const file = held.get(url);
      if (file === undefined || file === 'loaded') {
        return next(url, context);
      }
      const source = contentsOf(file);
      // Every file of the program ends with a line break.
      if (source.at(-1) !== LINE_BREAK) {
        held.set(url, source);
        throw filesChanged(`${url} is not whole`);
      }
      held.set(url, 'loaded');
      return { format: 'module', source, shortCircuit: true };
    },
  });
  letHooksGo = () => hooks.deregister();
}

/** Reads what is still to be loaded into memory: what is open follows when somebody writes into the file itself. */
export function readProgramFiles(): void {
  for (const [url, file] of held) {
    if (typeof file === 'number') {
      held.set(url, contentsOf(file));
    }
  }
}

/** Goes back to the files, and gives back the memory of what was never loaded. */
export function letProgramFilesGo(): void {
  letHooksGo?.();
  [...held.values()].filter((file) => typeof file === 'number').forEach(closeSync);
  held.clear();
}

/** What is in a file of the program, for what is not imported; undefined when it is not held. */
export function programFile(url: URL): string | undefined {
  if (isSingleExecutable()) {
    return containedFile(basename(url.pathname));
  }
  const file = held.get(url.href);
  if (file === undefined || file === 'loaded') {
    return undefined;
  }
  const contents = contentsOf(file);
  held.set(url.href, contents);
  return contents.toString();
}

/** Reads it to its end, and closes it. */
function contentsOf(file: number | Buffer): Buffer {
  if (typeof file !== 'number') {
    return file;
  }
  try {
    const contents = Buffer.allocUnsafeSlow(fstatSync(file).size);
    return contents.subarray(0, readSync(file, contents, 0, contents.length, 0));
  } finally {
    closeSync(file);
  }
}

const filesChanged = (what: string) =>
  new LazyImportError(new Error(what), 'Its own files changed while it was starting. Start it again.');
