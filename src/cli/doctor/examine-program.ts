import { readFileSync } from 'node:fs';

import { version } from '../version.ts';
import type { Finding } from './finding.ts';

/** The program, what runs it, and whether a crash would write its memory, and with it the key, into a file. */
export function examineProgram(limits = readLimits()): Finding[] {
  const coreSize = /^Max core file size +(\S+)/m.exec(limits)?.[1];
  const found = (name: string, value: string, told: Partial<Finding> = {}): Finding => ({
    section: 'program',
    name,
    state: 'ok',
    value,
    ...told,
  });
  return [
    found('vigil', version),
    found('Node', `${process.version} (${process.execPath})`),
    ...(coreSize === undefined
      ? []
      : coreSize === '0'
        ? [found('core dumps', 'off')]
        : [
            found('core dumps', 'on', {
              state: 'note',
              advice: 'A crash would write the key into a file. Before vigil, run: ulimit -c 0',
            }),
          ]),
  ];
}

/** The limits of this process as Linux tells them; empty elsewhere. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
