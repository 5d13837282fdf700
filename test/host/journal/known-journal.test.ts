import { appendFileSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { Client } from '../../../src/api/client.ts';
import { askedOnce } from '../../../src/host/state/process-liveness.ts';
import { createJournalFile } from '../../../src/host/journal/journal-file.ts';
import type { JournalIdentity } from '../../../src/host/journal/journal-identity.ts';
import { journalPath } from '../../../src/host/journal/journal-place.ts';
import type { JournalEntry, JournalOperation } from '../../../src/sync/writes/journal.ts';
import { resolveUnfinished } from '../../../src/sync/writes/reconcile/recover-unfinished.ts';
import { journalEntry, TEST_IDENTITY } from '../../helpers/journal-entries.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 2, 2);
const OTHERS: Partial<JournalIdentity> = { key: 'ba9876543210', base_url: 'https://other.example/api/v1' };

function newPath(): string {
  return journalPath({ XDG_STATE_HOME: dirname(temporaryFile()) });
}

function journalAt(path: string, identity: Partial<JournalIdentity> = {}) {
  return createJournalFile({
    path,
    userId: process.getuid?.() ?? 0,
    identity: { ...TEST_IDENTITY, ...identity },
    now: () => START,
  });
}

/** A line as the journal has it. */
function lineOf(entry: Partial<JournalEntry>, identity: Partial<JournalIdentity> = {}): string {
  const { time, server_time, operation, action, target, undo, step, ...others } = journalEntry(entry);
  const first = { time, server_time, operation, action, target, undo, step };
  return `${JSON.stringify({ ...first, ...others, ...TEST_IDENTITY, ...identity })}\n`;
}

type FromArbitrary<Given> = Given extends fc.Arbitrary<infer Value> ? Value : never;

const brief = ({ operation, steps, isUnfinished, isOwn }: JournalOperation) =>
  `${operation} ${steps.map(({ step }) => step).join(' ')} ${isUnfinished} ${isOwn}`;

/** Counts the bytes that are read of files from now on. */
async function countBytes(path: string): Promise<() => number> {
  const file = await open(path);
  const spy = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'read');
  await file.close();
  onTestFinished(() => spy.mockRestore());
  // Its length is the third argument.
  return () =>
    (spy.mock.calls as readonly unknown[][]).reduce((sum, [, , length]) => sum + Number(length), 0);
}

it('gives what a journal that reads it for the first time gives, whatever was added to it between readings', async () => {
  const added = fc.record({
    operation: fc.integer({ min: 0, max: 5 }).map((each) => `op-${each}`),
    step: fc.constantFrom('sending', 'verdict'),
    agent: fc.constantFrom('agent-1', 'agent-2'),
    day: fc.integer({ min: -80, max: 0 }),
    isDated: fc.boolean(),
    who: fc.constantFrom<Partial<JournalIdentity>>({}, {}, { user: 'bruno' }, OTHERS, {
      key: 'ba9876543210',
    }),
    spoilt: fc.constantFrom('', '', '', 'half of a line', '\n\n', '[]\n'),
  });
  const asked = fc.integer({ min: 1, max: 60 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(added, asked), { maxLength: 30 }), async (actions) => {
      const path = newPath();
      await journalAt(path).append(journalEntry({ operation: 'first' }));
      const journal = journalAt(path);
      /** The last step of each. */
      const last = new Map<string, string>();
      const add = ({ operation, agent, day, isDated, who, spoilt, ...each }: FromArbitrary<typeof added>) => {
        const name = `${operation} ${JSON.stringify(who)}`;
        const step = last.has(name) ? each.step : 'intent';
        const time = new Date(START + day * DAY).toISOString();
        const entry: Partial<JournalEntry> = {
          operation: name,
          target: { id: agent },
          step,
          time,
          ...(isDated && last.get(name) !== 'verdict' && { server_time: time }),
          ...(step === 'verdict' && { verdict: 'unknown' }),
        };
        last.set(name, step);
        appendFileSync(path, lineOf(entry, who) + spoilt);
      };
      for (const each of actions) {
        if (typeof each === 'object') {
          add(each);
          continue;
        }
        const since = START - each * DAY;
        const { operations } = await journal.read({ since });
        const anew = await journalAt(path).read({ since });
        expect(operations.map(brief)).toEqual(anew.operations.map(brief));
        const about = journalEntry();
        const some = await journal.read({ since, about });
        const isAbout = ({ steps: [{ target }] }: JournalOperation) => target.id === about.target.id;
        expect(some.operations).toEqual(operations.filter(isAbout));
      }
    }),
    { numRuns: 60 },
  );
});

it('is read once by all who ask for it, and after that only as far as it grew', async () => {
  const path = newPath();
  await journalAt(path).append(journalEntry({ operation: 'first' }));
  appendFileSync(
    path,
    Array.from({ length: 500 }, (_, index) =>
      lineOf({ operation: `op-${index}` }, index % 2 ? OTHERS : {}),
    ).join(''),
  );
  const journal = journalAt(path);
  const bytes = await countBytes(path);
  const since = START - DAY;
  const readings = await Promise.all(
    [since, since + 1, since - DAY].map((each) => journal.read({ since: each })),
  );
  expect(readings.map(({ operations }) => operations.length)).toEqual([251, 251, 251]);
  const whole = statSync(path).size + 1;
  expect(bytes()).toBe(whole);
  const line = lineOf({ operation: 'op-1000' });
  appendFileSync(path, line);
  expect((await journal.read({ since })).operations[0]?.operation).toBe('op-1000');
  expect((await journal.read({ since })).operations).toHaveLength(252);
  expect(bytes()).toBe(whole + 1 + line.length);
});

it('is read anew where another file took its place, or it became shorter', async () => {
  const path = newPath();
  const journal = journalAt(path);
  await journal.append(journalEntry({ operation: 'first' }));
  await journal.append(journalEntry({ operation: 'second' }));
  const names = async () =>
    (await journal.read({ since: START - DAY })).operations.map(({ operation }) => operation);
  expect(await names()).toEqual(['second', 'first']);
  truncateSync(path, lineOf({ operation: 'first' }).length);
  expect(await names()).toEqual(['first']);
  writeFileSync(`${path}.new`, readFileSync(path, 'utf8').replaceAll('first', 'other'), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  expect(await names()).toEqual(['other']);
});

it('is not read again for each of many changes that are checked', async () => {
  const path = newPath();
  const left = { process_start: 'boot-0/1' };
  await journalAt(path).append(journalEntry({ operation: 'first' }));
  const entries = Array.from({ length: 100 }, (_, index) => ({
    operation: `op-${index}`,
    target: { id: `a${index}` },
  }));
  appendFileSync(path, entries.map((entry) => lineOf(entry, left)).join(''));
  const clock = new VirtualClock();
  const bytes = await countBytes(path);
  const client = {} as Client;
  const found = await resolveUnfinished({ client, clock, journal: journalAt(path) });
  expect(found).toHaveLength(100);
  // With what was added meanwhile: a verdict on each.
  expect(bytes()).toBeLessThan(2 * statSync(path).size);
});

it('asks for each process once', () => {
  const asked: string[] = [];
  const processes = askedOnce({
    isRunning: (pid) => asked.push(`runs ${pid}`) > 100,
    startOf: (pid) => void asked.push(`start of ${pid}`),
  });
  for (const pid of [1, 2, 1]) {
    expect([processes.isRunning(pid), processes.startOf(pid)]).toEqual([false, undefined]);
  }
  expect(asked).toEqual(['runs 1', 'start of 1', 'runs 2', 'start of 2']);
});
