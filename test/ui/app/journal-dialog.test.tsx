import { beforeEach, describe, expect, it } from 'vitest';

import { columnsOf } from '../../../src/lib/cell-text.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  context.sync.journal = {
    operations: operationsFrom(
      ...Array.from({ length: 60 }, (_, index) => ({
        operation: `old-${index}`,
        step: 'verdict' as const,
        verdict: 'confirmed' as const,
        target: { id: `agent-${index}`, hostname: `build-${index}` },
        sentence: `Confirmed: build-${index} is suspended.`,
      })),
      { operation: 'lost', action: 'hard-delete', target: { id: 'agent-9', hostname: 'evil\u202ehost' } },
    ),
    damaged: 1,
  };
});

async function open(columns: number, rows: number, options: { ascii?: boolean } = {}) {
  const screen = await renderConsole(context, { columns, rows, ...options });
  run(context, 'journal.open');
  await screen.draw();
  return screen;
}

describe.each([
  [160, 50],
  [80, 24],
  [60, 15],
])('the journal on %d columns', (columns, rows) => {
  it('shows each change in one line, and what was told of the one under the cursor', async () => {
    const screen = await open(columns, rows);
    expect(screen.text).toContain('Journal · 61 changes from this host');
    expect(screen.text).toMatch(/▌ .*09:00:00Z +⚑ UNFINISHED +hard delete/);
    expect(screen.text).toMatch(/ {2}.*09:00:00Z +✓ confirmed +suspend +build-59/);
    expect(screen.text).toContain('There is no verdict');
    await screen.press('j');
    expect(screen.text).toContain('Confirmed: build-59 is suspended.');
    await screen.press('G');
    expect(screen.text).toMatch(/▌ .*build-0/);
    for (const frame of screen.frames) {
      expect(frame).toHaveLength(rows);
      expect(Math.max(...frame.map(columnsOf))).toBeLessThanOrEqual(columns);
      expect(frame.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('the journal', () => {
  it('is found by name, opened, searched and left by keys', async () => {
    const screen = await renderConsole(context, { columns: 120, rows: 30 });
    await screen.press(':', ...'journal', KEYS.enter);
    expect(screen.text).toContain('61 changes from this host');
    await context.clock.advance(500);
    await screen.press('/', ...'build-7');
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    expect(screen.text).toContain('1 of 61 changes from this host · / build-7');
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    expect(screen.text).toMatch(/result +Confirmed: build-7 is suspended\./);
    await screen.press(KEYS.escape, KEYS.escape);
    expect(screen.text).toContain('Journal · 61 changes from this host');
    await screen.press(KEYS.escape);
    expect(screen.text).not.toContain('changes from this host');
  });

  it.each([
    [160, 40],
    [80, 24],
    [60, 15],
  ])(
    'stays on a screen of %d columns while its filter is typed, and is filtered by it',
    async (columns, rows) => {
      const screen = await open(columns, rows);
      await context.clock.advance(500);
      await screen.press('/');
      await screen.press(...'host:');
      await screen.press(...'build-7');
      expect(screen.text).toContain('Filter changes');
      expect(screen.text).toContain('1 of 61 changes');
      expect(screen.text).toMatch(/confirmed +suspend +build-7/);
      expect(screen.text).not.toMatch(/build-59|package-0/);
      await screen.press(...'x');
      expect(screen.text).toContain('No change passes.');
      await screen.press('\u007f', '\u007f');
      // What is near is said with what to type for it.
      expect(screen.text.replaceAll(/\s+/g, ' ')).toContain(
        '60 rows here hold it: type host:*build-* for them.',
      );
      await screen.press(KEYS.escape);
      expect(screen.text).toContain('Journal · 61 changes from this host');
    },
  );

  it('says which field its filter excludes values of that no change has', async () => {
    const screen = await open(120, 30);
    await context.clock.advance(500);
    await screen.press('/', ...'-raw.nosuch:1');
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    expect(screen.text).toContain('/ -raw.nosuch:1 · none of these changes has raw.nosuch');
  });

  it.each([
    ['another key', 'ba9876543210', true],
    ['the same key', '0123456789ab', false],
  ])('names the key of a change that was made with another one: %s', async (_what, key, isNamed) => {
    context.stores.view.setState({ organization: { name: undefined, server: undefined, key } });
    const { text } = await open(160, 30);
    expect(text.includes('key 0123456789ab')).toBe(isNamed);
  });

  it.each([
    [
      'another key',
      'security.acme.example/api/v1',
      'ba9876543210',
      /suspend.*build-59 +in security\.acme\.example\/api\/v1, key 0123456789ab {2}mining/,
    ],
    [
      'another server',
      'eu.acme.example/api/v1',
      '0123456789ab',
      /suspend.*build-59 +in security\.acme\.example\/api\/v1 {2}mining/,
    ],
    ['this one', 'security.acme.example/api/v1', '0123456789ab', /suspend.*build-59 +mining/],
  ])('names the organization of each change where it is another one: %s', async (_what, server, key, row) => {
    context.stores.view.setState({ organization: { name: undefined, server, key } });
    expect((await open(160, 30)).text).toMatch(row);
  });

  it.each([
    [
      'says of a change of a demo that it was made in one',
      'eu.acme.example/api/v1',
      / in the demo {2}mining/,
    ],
    ['takes no demo for another organization than the own one in a demo', undefined, /ci-07 +mining/],
  ])('%s', async (_what, server, row) => {
    context.stores.view.setState({ organization: { name: undefined, server, key: '0123456789ab' } });
    const target = { id: 'a1', hostname: 'ci-07' };
    context.sync.journal = { operations: operationsFrom({ demo: true, target }), damaged: 0 };
    expect((await open(160, 30)).text).toMatch(row);
  });

  it('gives kinds and targets the columns that they need, and the rest to the reasons', async () => {
    const reason = 'it mines coins since the night, as three colleagues saw it independently';
    context.sync.journal = {
      operations: operationsFrom(
        { action: 'reactivate', undo: true, target: { id: 'a1', hostname: 'alma-mbp' }, reason },
        { operation: 'op-2', target: { id: 'a2', hostname: 'ci-07' }, reason: 'short' },
      ),
      damaged: 0,
    };
    const wide = await open(120, 40);
    expect(wide.text).toMatch(new RegExp(`undo: reactivate {2}alma-mbp {2}${reason.slice(0, 30)}`));
    expect(wide.text).toMatch(/suspend {11}ci-07 {5}short/);
    const narrow = await open(60, 15);
    expect(narrow.text).toMatch(/undo: reactivate {2}alma-mbp/);
  });

  it('tells what differs without colours and in ASCII, and says when there is nothing', async () => {
    const screen = await open(100, 24, { ascii: true });
    expect(screen.text).toMatch(/! UNFINISHED/);
    expect(screen.text).toMatch(/\+ confirmed/);
    expect(screen.text).toContain('1 line cannot be read');
    await context.clock.advance(500);
    await screen.press('f');
    expect(screen.text).not.toContain('build-59');
    context.sync.journal = { operations: [], damaged: 0 };
    await screen.press('f', 'r');
    await screen.draw();
    expect(screen.text).toContain('Nothing was changed from this host yet.');
  });
});
