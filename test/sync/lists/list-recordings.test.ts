import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { pairwise } from '../../helpers/pairwise.ts';
import { hashOf, PARAMETERS, play, READERS, type ReaderName } from './list-scenario.ts';

/** So many covers of all pairs. */
const COVERS = 2;

// A day there is of two days in UTC.
beforeEach(() => vi.stubEnv('TZ', 'Asia/Kolkata'));
afterEach(() => vi.unstubAllEnvs());

/**
 * What every reader asks for, and lists, of a server in each dialect: of each of six readings the requests, the rows and how many
 * of them are the same objects as before, in short. `npx vitest run -u` records it anew where it is to be otherwise.
 */
it('asks for the same, and lists the same, as was recorded', async () => {
  const lines: string[] = [];
  for (let seed = 1; seed <= COVERS; seed++) {
    const readers = Object.keys(READERS) as readonly ReaderName[];
    for (const { reader, ...scenario } of pairwise({ reader: readers, ...PARAMETERS }, seed)) {
      const readings = await play(reader, { ...scenario, seed });
      const said = readings
        .map(({ asked, rows, same }) => `${asked.length}→${rows === undefined ? '!' : `${rows}/${same}`}`)
        .join(' ');
      lines.push(
        `${reader}: ${Object.values(scenario).join(', ')}`,
        `  ${said} ${hashOf(JSON.stringify(readings))}`,
      );
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded-lists.txt');
});
