import { beforeAll, describe, expect, it } from 'vitest';

import { createHostileContext } from '../../helpers/hostile-context.ts';
import { oversizedAnswers, type Excess } from '../../helpers/oversized-organization.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { loadEverything } from '../hostile/expect-harmless.ts';
import { visitAll } from '../hostile/visit-all.ts';

beforeAll(loadEverything);

/** Of each kind what passes whole, and far more than anything passes of it; a message passes with a million letters. */
const CASES: readonly (readonly [name: string, excess: Excess])[] = [
  ...[1_000_000, 10_000_000].map(
    (length) => [`texts of ${length} letters`, { of: 'text', text: 'a'.repeat(length) }] as const,
  ),
  ...[1_900, 30_000].map((count) => [`objects of ${count} fields`, { of: 'keys', count }] as const),
  ...[5_000, 130_000].map((count) => [`lists of ${count} elements`, { of: 'items', count }] as const),
  ['100,000 levels', { of: 'levels', count: 100_000 }],
];

/** What a server may send of one thing, though nobody means it: the console shows it, says what was cut, and goes on. */
describe('what is far too large in every field of every screen', () => {
  it.each(CASES)(
    '%s',
    async (_name, excess) => {
      const text = 'text';
      const context = createHostileContext(text, {}, oversizedAnswers(excess));
      const screen = await renderConsole(context, { columns: 160, rows: 45 });
      await visitAll(
        context,
        screen,
        () => text,
        (what) => {
          expect(screen.lines[1], what).toContain('2 Events');
          return Promise.resolve();
        },
      );
    },
    120_000,
  );
});
