import { closeSync, openSync, writeSync } from 'node:fs';

const BLOCK = 1_000_000;

/** Writes a file of so many lines, each with its line break; never more than some of them are in memory. */
export function writeLines(file: string, lines: number, lineAt: (line: number) => string): void {
  const handle = openSync(file, 'w');
  let block = '';
  for (let line = 0; line < lines; line++) {
    block += lineAt(line);
    if (block.length > BLOCK) {
      writeSync(handle, block);
      block = '';
    }
  }
  writeSync(handle, block);
  closeSync(handle);
}
