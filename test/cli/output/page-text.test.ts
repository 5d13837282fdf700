import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { pageText, type PagedOutput } from '../../../src/cli/output/page-text.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const TEXT = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('');

/** What is written itself, and what its pager was given. */
function paged(
  text: string,
  terminal: Omit<PagedOutput, 'write'>,
  environment: Readonly<Record<string, string>> = {},
): readonly [written: string, paged: string] {
  const file = temporaryFile('paged');
  let written = '';
  const output = { ...terminal, write: (part: string) => (written += part) };
  pageText(text, output, {
    PATH: process.env['PATH'],
    PAGER: `cat >'${file}'; printf '%s' "$VIGIL_API_KEY" >>'${file}'`,
    ...environment,
  });
  let given = '';
  try {
    given = readFileSync(file, 'utf8');
  } catch {
    // It was not started.
  }
  return [written, given];
}

const SMALL = { isTTY: true, rows: 24, columns: 80 };

it('gives what is longer than the terminal to the pager, and the API key to nobody', () => {
  expect(paged(TEXT, SMALL, { VIGIL_API_KEY: 'sk_live_canary' })).toEqual(['', TEXT]);
  const wide = 'x'.repeat(24 * 80 + 1);
  expect(paged(wide, SMALL)).toEqual(['', wide]);
});

it.each<[string, Omit<PagedOutput, 'write'>, Readonly<Record<string, string>>]>([
  ['is no terminal', { rows: 24, columns: 80 }, {}],
  ['is large enough', { ...SMALL, rows: 31 }, {}],
  ['has NO_PAGER', SMALL, { NO_PAGER: '1' }],
  ['has a PAGER without a name', SMALL, { PAGER: '' }],
  ['has TERM=dumb', SMALL, { TERM: 'dumb' }],
  ['has a pager that is not there', SMALL, { PAGER: '/nonexistent/pager 2>/dev/null' }],
])('writes it itself where the output %s', (_what, terminal, environment) => {
  expect(paged(TEXT, terminal, environment)).toEqual([TEXT, '']);
});
