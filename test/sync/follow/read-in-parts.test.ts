import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readWindow, type WindowOptions } from '../../../src/sync/follow/follow-events.ts';
import { readInParts, type PartsReading } from '../../../src/sync/follow/read-in-parts.ts';
import { RetryEndedError } from '../../../src/sync/retry/retry-ended-error.ts';
import { FROM_THE_FIRST } from '../../../src/sync/tail/window.ts';
import {
  createFakeClient,
  type FakeAnswer,
  type FakeCall,
  type FakeClient,
} from '../../helpers/fake-client.ts';
import {
  DIALECT_CHOICES,
  ModelEventServer,
  PLAIN_DIALECT,
  type EventDialect,
} from '../../helpers/model-event-server.ts';
import { pairwise } from '../../helpers/pairwise.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const PATIENCE = 90 * SECOND;

function begin(dialect: Partial<EventDialect> = {}) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, { ...PLAIN_DIALECT, precision: 'milliseconds', ...dialect });
  let instead: (call: FakeCall) => FakeAnswer | undefined = () => undefined;
  const client: FakeClient = createFakeClient(clock, (call) => ({
    takes: 2,
    ...(instead(call) ?? server.answer(call)),
  }));
  const options: WindowOptions = {
    client,
    clock,
    random: () => 0.5,
    begin: { since: FROM_THE_FIRST * SECOND },
    signal: new AbortController().signal,
    report: () => undefined,
  };
  const inParts = async (mostAtOnce: number, more: Partial<WindowOptions> = {}) => {
    const taken: string[] = [];
    const parts: { readonly events: number; readonly since: number }[] = [];
    const reading = await clock.through(
      readInParts(
        {
          ...options,
          ...more,
          mostAtOnce,
          take: (found) =>
            taken.push(...found.filter(({ kind }) => kind !== 'known').map(({ event }) => event.id)),
          onPart: (_reading, since) => parts.push({ events: taken.length, since }),
        },
        PATIENCE,
      ),
    );
    return { taken, parts, reading };
  };
  const atOnce = (more: Partial<WindowOptions> = {}) =>
    clock.through(readWindow({ ...options, ...more }, PATIENCE));
  const counts = () => client.calls.filter(({ purpose }) => purpose === 'a count').length;
  return {
    clock,
    server,
    client,
    inParts,
    atOnce,
    counts,
    answerInstead: (answer: typeof instead) => (instead = answer),
  };
}

/** What a certificate rests on. */
function certified({ state, deleted, problem }: Omit<PartsReading, 'largest'>) {
  const { gaps, damaged, toCome, doubt, completeThrough } = state;
  return {
    isWhole: gaps.length + damaged.length + toCome + deleted === 0 && doubt === undefined,
    isCertified: completeThrough !== undefined,
    problem,
  };
}

describe('a window that is read in parts', () => {
  it('has each event once, in parts that hold no more than so many, the newest first', async () => {
    const { server, clock, inParts, counts } = begin();
    for (let index = 0; index < 1000; index++) {
      server.add(`e${index}`, { timestamp: clock.now() - index * 7 * 60 * SECOND });
    }
    const { taken, parts, reading } = await inParts(150);
    expect([...taken].sort()).toEqual(server.events.map(({ id }) => id).sort());
    expect(parts.length).toBeGreaterThan(6);
    expect(reading.largest).toBeLessThanOrEqual(150);
    expect(parts.map(({ since }) => since)).toEqual(
      parts.map(({ since }) => since).toSorted((left, right) => right - left),
    );
    expect(certified(reading)).toEqual({ isWhole: true, isCertified: true, problem: undefined });
    expect(counts()).toBeLessThan(3 * parts.length);
  });

  it.each(['seconds', 'milliseconds'] as const)(
    'leaves out none at the very bound of a part, by %s',
    async (precision) => {
      const { server, clock, inParts } = begin({ precision });
      const second = Math.floor(clock.now() / SECOND) * SECOND;
      for (let index = 1; index <= 300; index++) {
        server.add(`first-${index}`, { timestamp: second - index * SECOND });
        server.add(`last-${index}`, { timestamp: second - index * SECOND + 999 });
      }
      const { taken, parts } = await inParts(50);
      expect(parts.length).toBeGreaterThan(10);
      expect([...taken].sort()).toEqual(server.events.map(({ id }) => id).sort());
    },
  );

  it('is one where it holds few, and costs one request more', async () => {
    const { server, clock, client, inParts, atOnce } = begin();
    for (let index = 0; index < 80; index++) {
      server.add(`e${index}`, { timestamp: clock.now() - index * HOUR });
    }
    await atOnce();
    const before = client.calls.length;
    const { parts } = await inParts(80);
    expect(parts).toHaveLength(1);
    expect(client.calls.length - before).toBe(before + 1);
  });

  it('keeps within its bounds', async () => {
    const { server, clock, inParts, atOnce } = begin();
    for (let index = 0; index < 400; index++) {
      server.add(`e${index}`, { timestamp: clock.now() - index * HOUR });
    }
    const window = { begin: { since: clock.now() - 300 * HOUR }, until: clock.now() - 10.5 * HOUR };
    const { taken } = await inParts(40, window);
    const { rows } = await atOnce(window);
    expect([...taken].sort()).toEqual(rows.map(({ event }) => event.id).sort());
    expect(taken).toHaveLength(289);
  });

  it('gives an event without a time once, though every window has it', async () => {
    const { server, clock, inParts } = begin();
    for (let index = 0; index < 300; index++) {
      server.add(`e${index}`, { timestamp: clock.now() - index * HOUR });
    }
    server.spoil = ({ events, ...body }) => ({
      ...body,
      events: events.map((event) => (event['id'] === 'e7' ? { ...event, timestamp: 'soon' } : event)),
    });
    const { taken } = await inParts(60);
    expect(taken.filter((id) => id === 'e7')).toHaveLength(1);
  });

  it.each(['absent', 'capped', 'unfiltered', 'boundless', 'denying', 'page-end'] as const)(
    'claims no more than the same window at once of a server whose total is %s',
    async (total) => {
      const { server, clock, inParts, atOnce } = begin({ total });
      for (let index = 0; index < 300; index++) {
        server.add(`e${index}`, { timestamp: clock.now() - index * HOUR });
      }
      const whole = certified(await atOnce());
      const { taken, reading } = await inParts(50);
      expect(new Set(taken)).toEqual(new Set(server.events.map(({ id }) => id)));
      expect(taken).toHaveLength(300);
      const parts = certified(reading);
      expect([whole.isWhole, whole.isWhole || !parts.isWhole]).toEqual([whole.isWhole, true]);
    },
  );

  it('ends at the part that cannot be read, with the reason, and has what came before', async () => {
    const { server, clock, inParts, answerInstead } = begin();
    for (let index = 0; index < 300; index++) {
      server.add(`e${index}`, { timestamp: clock.now() - index * HOUR });
    }
    let left = 12;
    answerInstead(() => (left-- > 0 ? undefined : { status: 503 }));
    const { taken, reading } = await inParts(50);
    expect(reading.problem).toBeInstanceOf(RetryEndedError);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThan(300);
    answerInstead(() => ({ status: 403 }));
    expect((await inParts(50)).reading.problem).toMatchObject({ status: 403 });
  });

  it('says how far it is, of how many', async () => {
    const { server, clock, inParts } = begin();
    for (let index = 0; index < 300; index++) {
      server.add(`e${index}`, { timestamp: clock.now() - index * HOUR });
    }
    const far: (readonly [read: number, of: number | undefined])[] = [];
    let howFar = () => ({ read: 0, of: undefined as number | undefined });
    await inParts(50, {
      onBegin: (given) => (howFar = given),
      report: () => undefined,
      select: (rows) => {
        const { read, of } = howFar();
        far.push([read, of]);
        return rows;
      },
    });
    expect(far.map(([read]) => read)).toEqual(
      far.map(([read]) => read).toSorted((left, right) => left - right),
    );
    expect(far.at(-1)?.[0]).toBeGreaterThan(200);
    expect(far.every(([, of]) => of !== undefined && of >= 295 && of <= 310)).toBe(true);
  });
});

const dialects = pairwise(DIALECT_CHOICES);

describe.each(dialects)('of a server %o', (dialect) => {
  it('has what the same window at once has, however its events lie', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            // Bursts of one second, quiet years, and times between.
            fc.record({
              at: fc.integer({ min: 0, max: 3 }),
              size: fc.integer({ min: 1, max: 40 }),
              step: fc.constant(20),
            }),
            fc.record({
              at: fc.double({ min: 0, max: 20_000, noNaN: true }),
              size: fc.integer({ min: 1, max: 6 }),
              step: fc.integer({ min: 0, max: 600_000 }),
            }),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        fc.integer({ min: 10, max: 60 }),
        async (bursts, mostAtOnce) => {
          const { server, clock, inParts, atOnce } = begin(dialect);
          bursts.forEach(({ at, size, step }, burst) => {
            for (let index = 0; index < size; index++) {
              server.add(`e${burst}-${index}`, { timestamp: clock.now() - at * HOUR - index * step });
            }
          });
          const { rows, ...whole } = await atOnce();
          const { taken, reading } = await inParts(mostAtOnce);
          expect([...taken].sort()).toEqual(rows.map(({ event }) => event.id).sort());
          expect(certified(reading)).toEqual(certified(whole));
        },
      ),
      { numRuns: 8 },
    );
  });
});
