import { beforeEach, describe, expect, it } from 'vitest';

import { listedRows } from '../../../src/commands/journal/listed-rows.ts';
import { filterDialog } from '../../../src/commands/base/filter-field.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { settle } from '../../helpers/virtual-clock.ts';

let context: TestContext;

const CLOCK = { now: Date.parse('2026-11-20T12:00:00Z'), zone: 'utc' } as const;

const listed = () =>
  context.stores.view
    .getState()
    .dialogs.flatMap((dialog) => (dialog.kind === 'journal' ? listedRows(dialog, CLOCK) : []))
    .map(({ operation }) => operation);

function type(text: string): void {
  const edited = { text, cursor: text.length };
  filterDialog.field?.edit(context, openDialogOf(context, 'filter'), edited);
}

/** A confirmed suspension, a refused deletion, and a policy write that was left without a verdict. */
const OPERATIONS = operationsFrom(
  { operation: 'op-1' },
  { operation: 'op-1', step: 'sending', before: { status: 'active', generation: 1 } },
  {
    operation: 'op-1',
    step: 'verdict',
    verdict: 'confirmed',
    sentence: 'Confirmed: ci-07 is suspended.',
    after: { status: 'suspended' },
  },
  { operation: 'op-2', action: 'delete', target: { id: 'agent-2', hostname: 'db\u001b[2J' }, undo: true },
  {
    operation: 'op-2',
    action: 'delete',
    target: { id: 'agent-2', hostname: 'db\u001b[2J' },
    step: 'verdict',
    verdict: 'refused',
    status: 403,
    sentence: 'No.',
  },
  { operation: 'op-3', action: 'policy', target: { version: '7' }, reason: undefined },
);

beforeEach(async () => {
  context = createTestContext();
  context.sync.journal = { operations: OPERATIONS, damaged: 2 };
  run(context, 'journal.open');
  await settle();
});

describe('the journal in the console', () => {
  it('lists every change, the newest first, with how it ended', () => {
    const { rows, damaged } = openDialogOf(context, 'journal');
    expect(damaged).toBe(2);
    expect(rows?.map(({ action, target, state }) => `${action} ${target} ${state}`)).toEqual([
      'policy policy 7 unfinished',
      'undo: delete db\u001b[2J refused',
      'suspend ci-07 confirmed',
    ]);
  });

  it('tells what needed no change from what was refused, and counts it as no problem', async () => {
    const suspended = { status: 'suspended' };
    const ended = { step: 'verdict', verdict: 'refused', after: suspended } as const;
    const operations = operationsFrom(
      { operation: 'op-1', before: suspended },
      { operation: 'op-1', ...ended, sentence: 'Nothing was sent: ci-07 is suspended already.' },
      { operation: 'op-2', before: { status: 'active' } },
      { operation: 'op-2', ...ended, sentence: 'Nothing was sent: somebody else has suspended it.' },
    );
    context.sync.journal = { operations, damaged: 0 };
    run(context, 'journal.read-again');
    await settle();
    const { rows } = openDialogOf(context, 'journal');
    expect(rows?.map(({ state }) => state)).toEqual(['refused', 'unchanged']);
    run(context, 'journal.toggle-problems');
    expect(listed()).toEqual(['op-2']);
  });

  it('says why it cannot be read, and reads it again on request', async () => {
    context.sync.readJournal = () => Promise.reject(new Error('The journal is a link.'));
    run(context, 'journal.read-again');
    await settle();
    expect(openDialogOf(context, 'journal')).toMatchObject({ rows: [], problem: 'The journal is a link.' });
  });

  it('finds hosts, users, reasons and verdicts while they are typed, and gives all back on Escape', () => {
    run(context, 'journal.search');
    for (const [typed, operations] of [
      ['CI-07', ['op-1']],
      ['anna', ['op-3', 'op-2', 'op-1']],
      ['refused', ['op-2']],
      ['mining', ['op-2', 'op-1']],
      ['"nothing of that"', []],
      ['host:ci-07', ['op-1']],
      ['state:refused,unfinished', ['op-3', 'op-2']],
      ['-state:refused anna', ['op-3', 'op-1']],
      ['status:>=400', ['op-2']],
      ['action:*delete* user:anna', ['op-2']],
    ] as const) {
      type(typed);
      expect(openDialogOf(context, 'filter').query.problems, typed).toEqual([]);
      expect(listed(), typed).toEqual(operations);
    }
    run(context, 'filter.close');
    expect(listed()).toHaveLength(3);
  });

  it('points to what is wrong with a query, and completes fields and the values at hand', () => {
    run(context, 'journal.search');
    type('host:ci-07');
    type('hots:ci-07');
    expect(openDialogOf(context, 'filter').query.problems[0]?.sentence).toContain('Did you mean host:');
    expect(listed()).toEqual(['op-1']);
    type('host:c');
    run(context, 'filter.complete');
    expect(openDialogOf(context, 'filter').edited.text).toBe('host:ci-07');
    run(context, 'filter.keep');
    expect(listed()).toEqual(['op-1']);
  });

  it('clears its filter before it is closed', () => {
    run(context, 'journal.search');
    type('refused');
    run(context, 'filter.keep');
    run(context, 'journal.close');
    expect(listed()).toHaveLength(3);
    run(context, 'journal.close');
    expect(context.stores.view.getState().dialogs).toEqual([]);
  });

  it('lists only what is not confirmed, and keeps the cursor on its change', () => {
    run(context, 'journal.down');
    run(context, 'journal.toggle-problems');
    expect(listed()).toEqual(['op-3', 'op-2']);
    expect(openDialogOf(context, 'journal').cursor).toBe('op-2');
    run(context, 'journal.last');
    run(context, 'journal.up');
    expect(openDialogOf(context, 'journal').cursor).toBe('op-3');
  });

  it('shows all steps of a change with who made it from where, made safe', () => {
    run(context, 'journal.last');
    run(context, 'journal.show');
    const { text } = openDialogOf(context, 'plain');
    for (const told of [
      /^verdict +confirmed$/m,
      /^result +Confirmed: ci-07 is suspended\.$/m,
      /^reason +mining$/m,
      /^user +anna$/m,
      /^SSH from +203\.0\.113\.9 port 50022$/m,
      /^key fingerprint +0123456789ab$/m,
      /^2026-03-02 09:00:00Z {2}decided on\n {2}as it was seen\n {4}status {2}active\n {2}as requested\n {4}status {2}suspended$/m,
      /sent\n {2}as it was read right before\n {4}status {2}active\n {4}generation {2}1$/m,
      /verdict confirmed\n {2}as it was before\n {4}status {2}active\n {2}as it was read after\n {4}status {2}suspended$/m,
    ]) {
      expect(text).toMatch(told);
    }
    run(context, 'plain.close');
    run(context, 'journal.up');
    run(context, 'journal.show');
    expect(openDialogOf(context, 'plain').text).toContain('of               db␛[2J');
  });

  it.each([
    [{ isWhole: false, damaged: 0 }, '3 changes of the journal so far, older ones are still being read'],
    [{ damaged: 2 }, '3 changes of the journal, without 2 damaged lines'],
    [
      { problem: 'It is gone.', damaged: 0 },
      '3 changes of the journal in part, the others could not be read',
    ],
  ])('says in a file, and of it, that it does not hold all changes: %o', async (state, name) => {
    const { view } = context.stores;
    view.setState({ dialogs: [{ ...openDialogOf(context, 'journal'), ...state }] });
    run(context, 'journal.export');
    await expect.poll(() => view.getState().dialogs.at(-1)?.kind).toBe('choice');
    void openDialogOf(context, 'choice').choose('0');
    const { submit, initial } = openDialogOf(context, 'text');
    expect(initial).toContain('vigil-journal-incomplete-');
    submit(initial);
    await expect.poll(() => context.written.size).toBe(1);
    expect(context.written.get(initial)?.trimEnd().split('\n').at(-1)).toBe(
      JSON.stringify({ incomplete: name }),
    );
    await expect.poll(() => view.getState().notice?.text).toContain('It is not complete.');
  });

  it('copies a change, and writes what is listed to a file', async () => {
    run(context, 'journal.copy');
    await expect.poll(() => context.stores.view.getState().dialogs.at(-1)?.kind).toBe('choice');
    expect(openDialogOf(context, 'choice').choices.map(({ label }) => label)).toEqual(
      expect.arrayContaining([expect.stringContaining('3 changes of the journal as JSON') as string]),
    );
    run(context, 'choice.close');
    run(context, 'journal.export');
    await expect.poll(() => context.stores.view.getState().dialogs.at(-1)?.kind).toBe('choice');
    void openDialogOf(context, 'choice').choose('0');
    const { submit, initial } = openDialogOf(context, 'text');
    expect(initial).toMatch(/^~\/vigil-journal-.*\.jsonl?$/);
    submit(initial);
    await expect.poll(() => context.written.size).toBe(1);
    const lines = [...context.written.values()][0]?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { operation: 'op-3', verdict: 'unfinished', user: 'anna' },
      { operation: 'op-2', verdict: 'refused' },
      { operation: 'op-1', verdict: 'confirmed', SSH_from: '203.0.113.9 port 50022' },
      { incomplete: '3 changes of the journal, without 2 damaged lines' },
    ]);
  });
});
