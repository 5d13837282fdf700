import { beforeEach, describe, expect, it } from 'vitest';

import { effectiveVerdict } from '../../../../src/stores/journal/effective-verdict.ts';
import type { JournalAction, JournalRecord } from '../../../../src/sync/writes/journal.ts';
import { resolveUnfinished } from '../../../../src/sync/writes/reconcile/recover-unfinished.ts';
import {
  createFakeClient,
  type FakeAnswer,
  type FakeCall,
  type FakeClient,
} from '../../../helpers/fake-client.ts';
import { createMemoryJournal } from '../../../helpers/memory-journal.ts';
import { sampleAgent, samplePolicy } from '../../../helpers/sample-data.ts';
import { VirtualClock } from '../../../helpers/virtual-clock.ts';

const ENDED = 4711;
const RUNNING = 42;

let clock: VirtualClock;
let client: FakeClient;
let answer: (call: FakeCall) => FakeAnswer;

beforeEach(() => {
  clock = new VirtualClock();
  answer = () => ({ body: sampleAgent('agent-1', { status: 'suspended' }).raw });
  client = createFakeClient(clock, (call) => answer(call));
});

/** The steps that a process left of a change of agent-1, or of the policy. */
function left(
  action: JournalAction,
  steps: readonly JournalRecord['step'][],
  more: Partial<JournalRecord> = {},
): readonly JournalRecord[] {
  return steps.map((step) => ({
    time: '2026-03-02T08:59:00.000Z',
    operation: 'w7',
    step,
    action,
    target: action === 'policy' ? { version: '7' } : { id: 'agent-1', hostname: 'build-1', generation: 1 },
    pid: ENDED,
    ...(step === 'intent' && action === 'policy' ? { after: { min_scorecard: 7 } } : {}),
    ...more,
  }));
}

async function look(records: readonly JournalRecord[]) {
  const journal = createMemoryJournal(records, ({ pid }) => pid === ENDED);
  const told = (await resolveUnfinished({ client, clock, journal })).map(({ sentence }) => sentence);
  return { told, added: journal.entries.slice(records.length) };
}

describe('a change that was left without a verdict', () => {
  it('is told with the name as lists show it, and recorded with the name as it is', async () => {
    const hostname = 'build-\u0430';
    const { told, added } = await look(left('suspend', ['intent'], { target: { id: 'agent-1', hostname } }));
    expect(told).toEqual([expect.stringContaining('suspend of build-\\u{430}')]);
    expect(told.join('')).not.toContain(hostname);
    expect(added).toEqual([
      expect.objectContaining({ sentence: expect.stringContaining(hostname) as string }),
    ]);
  });

  it('was never sent when only its intent is there, and nothing is asked', async () => {
    const { told, added } = await look(left('suspend', ['intent']));
    expect(told).toEqual([expect.stringMatching(/^Nothing was sent: .*suspend of build-1/)]);
    expect(added).toMatchObject([
      { operation: 'w7', step: 'verdict', verdict: 'refused', action: 'suspend', target: { id: 'agent-1' } },
    ]);
    expect(client.calls).toEqual([]);
  });

  it('is confirmed when it is seen to have happened', async () => {
    const { told, added } = await look(left('suspend', ['intent', 'sending']));
    expect(told).toEqual([
      expect.stringMatching(/^Confirmed: build-1 is suspended, unless somebody else did the same\./),
    ]);
    expect(added).toMatchObject([{ step: 'verdict', verdict: 'confirmed', after: { status: 'suspended' } }]);
    expect(client.calls.map(({ endpoint, id }) => [endpoint, id])).toEqual([['getAgent', 'agent-1']]);
  });

  it.each([
    ['reactivate', 'build-1 is suspended now'],
    ['delete', 'build-1 is suspended and still there now'],
    ['hard-delete', 'build-1 is suspended and still there now'],
  ] as const)('is not known when it is not: %s', async (action, words) => {
    const { told, added } = await look(left(action, ['intent', 'sending']));
    expect(told[0]).toContain(words);
    expect(added).toMatchObject([{ verdict: 'unknown' }]);
  });

  it.each([['delete'], ['hard-delete']] as const)(
    'is confirmed when the agent is gone: %s',
    async (action) => {
      answer = () => ({ status: 404, body: { error: 'No such agent' } });
      expect((await look(left(action, ['intent', 'sending']))).added).toMatchObject([
        { verdict: 'confirmed' },
      ]);
    },
  );

  it.each([
    [7, 'confirmed', 'holds the change as version 7'],
    [5, 'unknown', 'differs from what was written in min_scorecard'],
  ])('is compared with the policy: %d', async (min_scorecard, verdict, words) => {
    answer = () => ({ body: samplePolicy({ min_scorecard }).raw });
    const { told, added } = await look(left('policy', ['intent', 'sending', 'sending']));
    expect(told[0]).toContain(words);
    expect(added).toMatchObject([{ verdict }]);
  });

  it.each([
    [
      'suspended',
      'confirmed',
      /^Confirmed: build-1 was suspended at 2026-03-02T09:00:00\.000Z, before it was/,
    ],
    [
      'active',
      'unknown',
      /It may have been sent, and build-1 was active at 2026-03-02T09:00:00\.000Z, before/,
    ],
  ] as const)('is judged by how it was before the next change of it: %s', async (status, verdict, words) => {
    answer = () => ({ body: sampleAgent('agent-1', { status: 'active' }).raw });
    const undo = {
      operation: 'w8',
      time: '2026-03-02T09:00:00.000Z',
      before: { status },
      verdict: 'confirmed',
    } as const;
    const { told, added } = await look([
      ...left('suspend', ['intent', 'sending'], { after: { status: 'suspended' } }),
      ...left('suspend', ['sending', 'verdict'], {
        ...undo,
        operation: 'w9',
        before: {},
        base_url: 'https://elsewhere.example',
      }),
      ...left('reactivate', ['intent', 'sending', 'verdict'], undo),
    ]);
    expect(told).toEqual([expect.stringMatching(words)]);
    expect(added).toMatchObject([{ operation: 'w7', verdict, after: { status } }]);
    expect(client.calls).toEqual([]);
  });

  it('is left for the next start when it cannot be checked', async () => {
    answer = () => ({ problem: 'timeout' });
    const { told, added } = await look(left('suspend', ['intent', 'sending']));
    expect(told).toEqual([expect.stringContaining('could not be checked. No answer (timeout).')]);
    expect(added).toEqual([]);
  });

  it('is told of in the order in which they were made', async () => {
    const { told } = await look([
      ...left('suspend', ['intent']),
      ...left('delete', ['intent'], { operation: 'w8' }),
    ]);
    expect(told).toEqual([expect.stringContaining('suspend of'), expect.stringContaining('delete of')]);
  });
});

describe('a change that is nobody’s to look into', () => {
  it.each([
    ['has its verdict', left('suspend', ['intent', 'sending', 'verdict'])],
    ['is under way in a process that runs', left('suspend', ['intent', 'sending'], { pid: RUNNING })],
  ])('%s', async (_what, records) => {
    expect(await look(records)).toEqual({ told: [], added: [] });
    expect(client.calls).toEqual([]);
  });
});

describe('a change that two starts look into at the same time', () => {
  it.each([
    ['one after the other', false, 1],
    ['side by side', true, 2],
  ])('%s, is judged once, or what was seen counts', async (_how, isSideBySide, most) => {
    const journal = createMemoryJournal(left('suspend', ['intent', 'sending']), ({ pid }) => pid === ENDED);
    // One of them reads before the change lands.
    const late = createFakeClient(clock, () => ({ body: sampleAgent('agent-1', { status: 'active' }).raw }));
    const begin = (each: FakeClient) => resolveUnfinished({ client: each, clock, journal });
    const first = begin(client);
    if (!isSideBySide) {
      await first;
    }
    await Promise.all([first, begin(late)]);
    const verdicts = journal.entries.filter(({ step }) => step === 'verdict');
    expect(verdicts.length).toBeLessThanOrEqual(most);
    expect(effectiveVerdict(journal.entries)?.verdict).toBe('confirmed');
    const reversed = [...verdicts].reverse();
    expect(effectiveVerdict(reversed)?.verdict).toBe('confirmed');
  });

  it('is left to who was first', async () => {
    const journal = createMemoryJournal(left('suspend', ['intent', 'sending']), ({ pid }) => pid === ENDED);
    answer = () => {
      const [verdict] = left('suspend', ['verdict'], {
        verdict: 'confirmed',
        sentence: 'As the other has it.',
      });
      void journal.append(verdict as JournalRecord);
      return { body: sampleAgent('agent-1', { status: 'active' }).raw };
    };
    expect(await resolveUnfinished({ client, clock, journal })).toMatchObject([
      { sentence: 'As the other has it.' },
    ]);
    expect(journal.steps).toEqual(['intent', 'sending', 'verdict confirmed']);
  });
});

it('a change of the policy is not told from a later one from this host that was to do the same', async () => {
  answer = () => ({ body: samplePolicy({ min_scorecard: 7 }).raw });
  const { told, added } = await look([
    ...left('policy', ['intent', 'sending']),
    ...left('policy', ['intent', 'sending', 'verdict'], { operation: 'w8', verdict: 'confirmed' }),
  ]);
  expect(told).toEqual([expect.stringContaining('a later change from this host was to do the same')]);
  expect(added).toMatchObject([{ operation: 'w7', verdict: 'unknown' }]);
});

it('never writes', async () => {
  client.setWritable(undefined);
  await look(left('suspend', ['intent', 'sending']));
  expect(client.calls.every(({ endpoint }) => endpoint.startsWith('get'))).toBe(true);
});
