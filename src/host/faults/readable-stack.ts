import { readFileSync } from 'node:fs';
import type { SourceMap } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { containedFile, isSingleExecutable } from '../single-executable.ts';

/** A place in a file of the bundle, as a stack names it. */
const PLACE = /(file:\/\/[^\s()]+\/dist\/[\w.-]+\.js):(\d+):(\d+)/g;

/**
 * A stack in which the places in the bundle are those in our sources, by the source maps that are built along with it.
 * They are read here alone, when something went wrong; a place without a map stays as it is. Never throws.
 */
export function readableStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(PLACE, (place: string, file: string, line: string, column: string) => {
    const map = maps.has(file) ? maps.get(file) : readMap(file);
    maps.set(file, map);
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
    return found !== undefined && 'originalSource' in found
      ? `${found.originalSource.replace(/^(\.\.\/)+/, '')}:${found.originalLine + 1}:${found.originalColumn + 1}`
      : place;
  });
}

function readMap(file: string): SourceMap | undefined {
  try {
    const map = `${fileURLToPath(file)}.map`;
    const text = isSingleExecutable() ? containedFile(basename(map)) : readFileSync(map, 'utf8');
    const node = process.getBuiltinModule('node:module');
    return new node.SourceMap(JSON.parse(text) as never);
  } catch {
    return undefined;
  }
}
