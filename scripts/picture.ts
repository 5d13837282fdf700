import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { KEYS, startVigil, type Terminal } from '../test/helpers/terminal.ts';
import { screenAsSvg } from './screen-as-svg.ts';

/** Makes the pictures of the documentation from the running program: `npm run picture`. */

const SIZE = { columns: 132, rows: 36 } as const;

function save(terminal: Terminal, name: string): void {
  const file = fileURLToPath(new URL(`../docs/${name}.svg`, import.meta.url));
  writeFileSync(file, screenAsSvg(terminal.emulator));
  process.stdout.write(`docs/${name}.svg\n`);
}

const terminal = startVigil(['--demo'], SIZE);
try {
  await terminal.waitFor(/allow +█/);
  await terminal.waitFor('health ok');
  await terminal.waitFor(/Recorded sessions · [1-9]/);
  save(terminal, 'overview');
  terminal.press('2');
  // Something must have arrived since the start, so that the picture shows a living feed.
  await terminal.waitFor('complete through');
  terminal.press('a');
  await terminal.waitFor('[ ] allow');
  terminal.press('v');
  await terminal.waitFor('[ ] review');
  terminal.press('j');
  await terminal.waitFor('F follows');
  terminal.press(KEYS.enter);
  await terminal.waitFor('│ ✖ BLOCK');
  terminal.press('A');
  await terminal.waitFor('[·] allow');
  await terminal.waitFor(/\d+ new/);
  save(terminal, 'events');
  terminal.press('q');
  await terminal.waitForExit();
} finally {
  terminal.dispose();
}
