import { beforeEach, describe, expect, it, vi } from 'vitest';

import { closeDialog } from '../../../src/commands/base/command.ts';
import { freezeFeed } from '../../../src/commands/base/feed-position.ts';
import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const HOUR = 60 * 60;
let context: TestContext;

beforeEach(() => {
  context = createTestContext();
  const { stores } = context;
  stores.view.setState({ tab: 'events', minute: NOW });
  stores.agents.setState({
    data: listingOf([sampleAgent('agent-1', { client_id: 'cl-1', hostname: 'build|1' })]),
  });
  stores.events.apply(
    [
      sampleEvent('b1', 10, { outcome: 'block', client_id: 'cl-1', subject: { package: '<img>_x_' } }),
      sampleEvent('a1', 20),
      sampleEvent('b2', HOUR, { outcome: 'block' }),
      sampleEvent('a2', HOUR),
      sampleEvent('b3', 9 * HOUR, { outcome: 'block' }),
    ],
    { at: NOW, fromHistory: false },
  );
  stores.events.setState({ completeThrough: NOW, readThrough: NOW, coveredSince: BEFORE_ALL_TIMES });
});

async function note(id: string, text: string): Promise<void> {
  freezeFeed(context.stores);
  updatePane(context.stores.view, 'events', { cursor: id });
  run(context, 'events.note');
  const dialog = openDialogOf(context, 'text');
  context.stores.view.setState({ dialogs: [] });
  dialog.submit(text);
  await settle();
}

/** Both files of a report since a time. */
async function report(
  since: string,
): Promise<{ readonly markdown: string; readonly json: unknown; readonly path: string }> {
  run(context, 'report.write');
  const time = openDialogOf(context, 'text');
  expect(time.findProblem(since)).toBeUndefined();
  context.stores.view.setState({ dialogs: [] });
  time.submit(since);
  await vi.dynamicImportSettled();
  await settle();
  const file = openDialogOf(context, 'text');
  file.submit(file.initial);
  await settle();
  const [path = '', markdown = ''] = [...context.written].find(([name]) => name.endsWith('.md')) ?? [];
  const json: unknown = JSON.parse(context.written.get(path.replace('.md', '.json')) ?? '');
  return { markdown, json, path };
}

describe('the report of a shift', () => {
  it('has the blocks of its time with who dealt with them, notes, and changes', async () => {
    const { acknowledged } = context.stores;
    context = Object.assign(context, { who: () => 'anna@jump-1' });
    acknowledged.acknowledge([context.stores.events.get('b2')!], NOW - 1000);
    await note('b1', 'a_ticket | 12, http://evil.example');
    await note('a1', 'odd');
    const journal = operationsFrom(
      { step: 'intent', time: new Date(NOW - 5000).toISOString() },
      { step: 'sending', time: new Date(NOW - 4000).toISOString() },
      {
        step: 'verdict',
        verdict: 'confirmed',
        sentence: 'Confirmed: ci-07 is suspended.',
        time: new Date(NOW).toISOString(),
      },
    );
    context.sync.readJournal = () => Promise.resolve({ operations: journal, damaged: 0 });
    const { markdown, json, path } = await report('8h');
    expect(path).toMatch(/^~\/vigil-report-20\d{6}T\d{6}Z\.md$/);
    expect(json).toMatchObject({
      blocks: [
        { id: 'b1', acknowledged: 'waits', note: 'a_ticket | 12, http://evil.example', host: 'build|1' },
        {
          id: 'b2',
          acknowledged: 'yes',
          acknowledged_by: 'anna@jump-1',
          acknowledged_at: new Date(NOW - 1000).toISOString(),
        },
      ],
      notes_on_other_events: [{ id: 'a1', note: 'odd' }],
      changes: [{ action: 'suspend', verdict: 'confirmed', target: 'ci-07', reason: 'mining' }],
      gaps: [],
    });
    expect(markdown).toContain('## Blocks');
    expect(markdown).toContain('a\\_ticket \\| 12');
    expect(markdown).toContain('build\\|1');
    expect(markdown).not.toContain('<img>');
    expect(markdown).not.toContain('://evil');
    // What the words of the column mean stands in both files.
    for (const words of ['by nobody yet: the first row', 'by nobody, and the console does not count it']) {
      expect(markdown).toContain(words);
      expect(JSON.stringify(json)).toContain(words);
    }
    expect(markdown).not.toContain('incomplete');
  });

  it('says what it lacks: events that were not read, gaps, changes that could not be read', async () => {
    context.stores.events.setState({
      coveredSince: NOW - 3_600_000,
      gaps: [{ since: NOW / 1000 - 100, until: NOW / 1000 - 50, missing: 3 }],
    });
    context.sync.readJournal = () => Promise.reject(new Error('It is damaged.'));
    const { markdown, json, path } = await report('8h');
    expect(path).toContain('vigil-report-incomplete-');
    expect(json).toMatchObject({
      incomplete: { read: 2 },
      notes: [
        'blocks before 2026-03-02 08:00:00Z were not read, so they are not in it; how many there are is not known',
        'notes on other events before 2026-03-02 08:00:00Z are in it only where the event was read',
        'changes could not be read: It is damaged.',
      ],
      events_missing: 'not known',
      gaps: [
        { missing: 3, why: 'could not be had' },
        { until: '2026-03-02T08:00:00.000Z', missing: 'not known', why: 'not read' },
      ],
    });
    expect(markdown).toContain('were not read');
  });

  it('says how many blocks of a time that was not read are in it, and nothing of blocks where they were all read', async () => {
    const { events } = context.stores;
    events.setState({ coveredSince: NOW - 3_600_000 + 1 });
    expect((await report('8h')).json).toMatchObject({
      notes: [
        expect.stringMatching(
          /^1 block before .* is in it, others were not read; how many there are is not known$/,
        ),
        expect.stringMatching(/^notes on other events before /),
      ],
    });
    events.setState({
      coverage: [{ filter: { outcome: 'block' }, since: NOW - 10 * 3_600_000, incomplete: 0 }],
    });
    expect((await report('8h')).json).toMatchObject({
      notes: [expect.stringMatching(/^notes on other events/)],
    });
    events.setState({ coveredSince: BEFORE_ALL_TIMES, toCome: 4 });
    expect((await report('8h')).json).toMatchObject({ events_missing: 4 });
  });

  it('has the end of a suspension', async () => {
    const until = new Date(NOW + 3_600_000).toISOString();
    const journal = operationsFrom({ step: 'intent', time: new Date(NOW - 5000).toISOString(), until });
    context.sync.readJournal = () => Promise.resolve({ operations: journal, damaged: 0 });
    const { markdown, json } = await report('8h');
    expect(json).toMatchObject({ changes: [{ action: 'suspend', until }] });
    expect(markdown).toContain(until);
  });

  it('is incomplete where only the changes could not be read', async () => {
    context.sync.readJournal = () => Promise.reject(new Error('It is damaged.'));
    const { json, path } = await report('8h');
    expect(path).toContain('vigil-report-incomplete-');
    expect(json).toMatchObject({
      incomplete: { read: 2 },
      notes: ['changes could not be read: It is damaged.'],
      changes: [],
    });
  });

  it('begins with what happened at its very beginning', async () => {
    const { json } = await report('1h');
    expect(json).toMatchObject({ blocks: [{ id: 'b1' }, { id: 'b2' }] });
  });

  it('takes a time, and says which forms one has', () => {
    run(context, 'report.write');
    const { findProblem } = openDialogOf(context, 'text');
    expect(findProblem('soon')).toContain('Type a time: 30m');
    expect([findProblem('10:30'), findProblem('today'), findProblem('2h')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a note', () => {
  it('stands in the details until an empty one takes it away, and has a longest length', async () => {
    await note('b1', ' first ');
    expect(context.stores.notes.noteOn('b1')).toEqual({ text: 'first', at: context.clock.now() });
    run(context, 'events.note');
    const dialog = openDialogOf(context, 'text');
    expect(dialog.initial).toBe('first');
    expect(dialog.findProblem('x'.repeat(1001))).toBe('A note has at most 1000 characters.');
    context.stores.view.setState({ dialogs: [] });
    await context.clock.advance(1);
    dialog.submit('');
    expect(context.stores.notes.noteOn('b1')).toBeUndefined();
  });

  it('is on the row that was under the cursor, and the feed goes on once it is written', () => {
    const { stores } = context;
    run(context, 'events.note');
    const dialog = openDialogOf(context, 'text');
    expect(stores.view.getState().events.follow).toBe(false);
    stores.events.apply([sampleEvent('b0', 1)], { at: NOW, fromHistory: false });
    closeDialog(context);
    dialog.submit('seen');
    expect([stores.notes.noteOn('b1')?.text, stores.notes.noteOn('b0')]).toEqual(['seen', undefined]);
    expect(stores.view.getState().events.follow).toBe(true);
  });
});
