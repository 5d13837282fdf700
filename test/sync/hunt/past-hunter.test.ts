import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { readHunt } from '../../../src/commands/hunt/read-hunt.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { HuntFindings } from '../../../src/stores/hunt/hunt-findings.ts';
import type { HuntQuestion } from '../../../src/stores/hunt/hunt-store.ts';
import { lackSentences, reachSentence } from '../../../src/stores/hunt/hunt-words.ts';
import { selectHunt } from '../../../src/stores/hunt/select-hunt.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { PastHunter } from '../../../src/sync/hunt/past-hunter.ts';
import type { Sync } from '../../../src/sync/sync.ts';
import { eventually } from '../../helpers/eventually.ts';
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
import { createModelSync, SMALL_ORGANIZATION } from '../../helpers/model-sync.ts';
import { pairwise } from '../../helpers/pairwise.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { wholeSlices } from '../../helpers/whole-slices.ts';

const HOUR = 3_600_000;
const LOOK = { search: '', sort: undefined, withUnclear: false };

let clock: VirtualClock;
let stores: Stores;
let server: ModelEventServer;
let sync: Sync;
let instead: (call: FakeCall) => FakeAnswer | undefined;
let noted: string[];

/** What an event of the server says: one in seven is of chalk, on one of three machines. */
function withFields(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const index = Number(/\d+$/.exec(String(event['id']))?.[0] ?? 0);
  return {
    ...event,
    client_id: `client-${index % 3}`,
    type: 'install',
    outcome: index % 2 === 0 ? 'allow' : 'block',
    subject: { ecosystem: 'npm', package: index % 7 === 0 ? 'chalk' : `p${index % 7}`, version: '5.6.1' },
  };
}

function begin(dialect: Partial<EventDialect> = {}) {
  clock = new VirtualClock();
  stores = createStores({ slices: wholeSlices });
  server = new ModelEventServer(clock, { ...PLAIN_DIALECT, ...dialect });
  server.spoil = ({ events, ...body }) => ({ ...body, events: events.map(withFields) });
  instead = () => undefined;
  noted = [];
  ({ sync } = createModelSync({
    stores,
    clock,
    note: (sentence) => noted.push(String(sentence)),
    answer: (call) => ({
      takes: 5,
      ...(instead(call) ??
        (call.endpoint === 'listEvents' ? server.answer(call) : { body: SMALL_ORGANIZATION[call.endpoint] })),
    }),
  }));
}

beforeEach(() => begin());

function question(list = 'chalk,5.6.1'): HuntQuestion {
  const reading = readHunt(list);
  if ('problems' in reading) {
    throw new Error('The list has problems.');
  }
  return { ...reading, file: asUntrusted('/home/ada/worm.csv') };
}

const facts = () => selectHunt(stores, LOOK, { now: clock.now(), zone: 'utc' })!;
const reach = () => String(reachSentence(facts(), 'utc', clock.now()));
const phase = () => stores.hunt.getState().hunt?.past.phase;

/** What one pass over all events of the server finds. */
function onePass(): readonly unknown[] {
  const { matcher } = question();
  const findings = new HuntFindings();
  for (const { row, shown } of server.events) {
    const event = eventSchema.parse(withFields(row));
    const match = matcher.match(event);
    if (match !== undefined) {
      findings.add(event, shown, match);
    }
  }
  return summed(findings.sorted(new Map()));
}

function summed(
  findings: readonly { client: unknown; outcome: unknown; count: number; first: unknown; last: unknown }[],
) {
  return findings
    .map(({ client, outcome, count, first, last }) => [client, outcome, count, first, last].join(' '))
    .sort();
}

const found = () => summed(facts().rows.map(({ finding }) => finding));

async function untilDone() {
  await eventually(async () => {
    await clock.advance(5000);
    expect(phase()).toBe('done');
  });
}

/** The feed, too: a server with small pages gives it more slowly. */
async function untilWhole() {
  await eventually(async () => {
    await clock.advance(5000);
    expect(facts().isWhole).toBe(true);
  });
}

/** Events of six days, one every twenty minutes. */
function addPast(count = 430) {
  for (let index = 0; index < count; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - (index + 0.5) * (HOUR / 3) });
  }
}

describe('a hunt in a console', () => {
  it('has what is loaded at once, then what is older, and says through which events it went', async () => {
    addPast();
    sync.start();
    await clock.advance(5000);
    const loaded = stores.events.getState().rows.length;
    expect(loaded).toBeLessThan(430);
    sync.hunt(question());
    expect(facts()).toMatchObject({ events: expect.any(Number) as number, isWhole: false });
    expect(facts().events).toBeGreaterThan(loaded / 2);
    expect(found().length).toBeGreaterThan(0);
    await clock.advance(20);
    expect(reach()).toMatch(/^Looked in \d+ events so far, older ones \d+/);
    await untilDone();
    expect(found()).toEqual(onePass());
    expect(facts()).toMatchObject({ events: 430, isWhole: true });
    expect(reach()).toMatch(
      /^Complete from 2026-02-24 09:50Z through 2026-03-02 09:\d\d:\d\dZ: 430 events, all that the server has, no gaps\.$/,
    );
    expect(lackSentences(facts(), 'utc', clock.now())).toEqual([]);
    // The past was read for the hunt alone: the feed does not hold it.
    expect(stores.events.getState().rows.length).toBeLessThan(430);
    expect(noted).toEqual(['The hunt for /home/ada/worm.csv has ended; :findings shows what it found.']);
  });

  it('goes on with what comes in, and with what the feed reads of the past later, each event once', async () => {
    addPast();
    sync.start();
    await clock.advance(5000);
    sync.hunt(question());
    await untilDone();
    server.add('e700', { timestamp: clock.now() });
    sync.readHistory({ filter: {}, until: undefined, since: clock.now() - 100 * HOUR }, () => true);
    await clock.advance(20_000);
    expect(stores.events.getState().rows.length).toBeGreaterThan(300);
    expect(found()).toEqual(onePass());
    expect(facts()).toMatchObject({ events: 431, isWhole: true });
  });

  it('counts an event once that says something else later', async () => {
    addPast(30);
    sync.start();
    await clock.advance(5000);
    sync.hunt(question());
    await untilDone();
    const before = found();
    server.change('e7', { metadata: { note: 'seen' } });
    sync.refresh();
    await clock.advance(120_000);
    expect(stores.events.getState().changed.size).toBe(1);
    expect(found()).toEqual(before);
    expect(facts().events).toBe(30);
  });

  it('waits for the feed where nothing of it was read yet', async () => {
    addPast(30);
    sync.hunt(question());
    expect(reach()).toBe('No events were read yet.');
    expect(facts().isWhole).toBe(false);
    sync.start();
    await untilDone();
    expect(found()).toEqual(onePass());
  });

  it('is stopped, keeps what it found, and goes on from the end of the past without counting anything twice', async () => {
    addPast();
    sync.start();
    await clock.advance(5000);
    sync.hunt(question());
    await clock.advance(10);
    sync.stopHunting();
    expect(phase()).toBe('cancelled');
    expect(reach()).toMatch(/^Stopped by you\. Looked in \d+ events so far/);
    expect(facts().isWhole).toBe(false);
    await clock.advance(30_000);
    expect(phase()).toBe('cancelled');
    sync.goOnHunting();
    await untilDone();
    expect(found()).toEqual(onePass());
    expect(facts()).toMatchObject({ events: 430, isWhole: true });
  });

  it('waits for a server that fails, and says so; a refusal stops it', async () => {
    addPast();
    sync.start();
    await clock.advance(5000);
    instead = ({ endpoint }) =>
      endpoint === 'listEvents' ? { status: 503, body: { error: 'busy' } } : undefined;
    sync.hunt(question());
    await eventually(async () => {
      await clock.advance(1000);
      expect(reach()).toContain('busy');
    });
    expect(phase()).toBe('running');
    instead = () => undefined;
    await untilDone();
    expect(facts().isWhole).toBe(true);
    sync.hunt(question());
    instead = ({ endpoint }) =>
      endpoint === 'listEvents' ? { status: 403, body: { error: 'no' } } : undefined;
    await clock.advance(30_000);
    expect(phase()).toBe('stopped');
    expect(reach()).toMatch(/^Stopped: .*403/);
    expect(facts().isWhole).toBe(false);
  });

  it('begins anew with another list', async () => {
    addPast(60);
    sync.start();
    await clock.advance(5000);
    sync.hunt(question());
    await clock.advance(10);
    sync.hunt(question('p1,5.6.1'));
    await untilDone();
    expect(stores.hunt.getState().hunt?.number).toBe(2);
    expect(new Set(facts().rows.map(({ record }) => record['package']))).toEqual(new Set(['p1']));
  });

  it.each([
    ['denying', 'unverified'],
    ['absent', 'does not count'],
  ] as const)('never says that all was read of a server whose total is %s', async (total, why) => {
    begin({ total });
    addPast(200);
    sync.start();
    await clock.advance(5000);
    sync.hunt(question());
    await untilDone();
    expect(found()).toEqual(onePass());
    expect(facts().isWhole).toBe(false);
    expect(reach()).toMatch(/^Not complete from .* 200 events were read\.$/);
    expect(lackSentences(facts(), 'utc', clock.now()).join(' ')).toContain(why);
  });

  const dialects = pairwise(DIALECT_CHOICES);

  it.each(dialects)('finds what one pass over all events finds: %o', async (dialect) => {
    begin(dialect);
    // Some share a second, also around where the feed begins.
    addPast(300);
    for (let index = 0; index < 40; index++) {
      server.add(`f${index * 7}`, {
        timestamp: clock.now() - 24 * HOUR + Math.floor(index / 4) * 1000 - 5000,
      });
    }
    sync.start();
    await clock.advance(8000);
    sync.hunt(question());
    await untilWhole();
    expect(found()).toEqual(onePass());
    expect(facts()).toMatchObject({ events: 340, isWhole: true });
  });
});

describe('a past that is read in parts', () => {
  let client: FakeClient;
  let hunter: PastHunter;
  let ended: number;

  /** The feed holds the last day and is whole; before lie 430 events of six days, read in parts of 60. */
  function beginInParts() {
    begin({ precision: 'milliseconds' });
    addPast();
    client = createFakeClient(clock, (call) => ({ takes: 20, ...(instead(call) ?? server.answer(call)) }));
    const since = clock.now() - 24 * HOUR;
    const events = server.events.filter(({ shown }) => shown > since);
    stores.events.apply(
      events.map(({ row }) => eventSchema.parse(withFields(row))),
      { at: clock.now(), fromHistory: false },
    );
    stores.events.setState({
      coveredSince: since,
      completeThrough: clock.now(),
      readThrough: clock.now(),
      receivedAt: clock.now(),
    });
    ended = 0;
    hunter = new PastHunter({
      client,
      clock,
      random: () => 0.5,
      stores,
      mostAtOnce: 60,
      onEnd: () => ended++,
      onFault: (_doing, error) => {
        throw error;
      },
    });
  }

  beforeEach(beginInParts);

  it('is gone on with where it was stopped: no part is read twice, and none counts twice', async () => {
    hunter.begin(question());
    await eventually(async () => {
      await clock.advance(20);
      expect(stores.hunt.getState().hunt?.past.inParts).toBeGreaterThan(100);
    });
    await clock.advance(30);
    hunter.stop();
    const { inParts } = stores.hunt.getState().hunt!.past;
    const before = client.calls.length;
    await clock.advance(5000);
    expect(client.calls).toHaveLength(before);
    hunter.goOn();
    expect(stores.hunt.getState().hunt?.past).toMatchObject({ phase: 'running', read: inParts });
    await untilDone();
    expect(found()).toEqual(onePass());
    expect(facts()).toMatchObject({ events: 430, isWhole: true });
    expect(ended).toBe(1);
    const asked = client.calls.slice(before).flatMap(({ query }) => query?.['until'] ?? []);
    // What is asked for anew ends before the parts that were read.
    expect(new Set(asked).size).toBeGreaterThan(2);
    expect(asked.every((until) => Date.parse(String(until)) < clock.now() - 60 * HOUR)).toBe(true);
  });

  it('keeps its parts where one fails for good, and goes on with that one', async () => {
    let left = 9;
    instead = () => (left-- > 0 ? undefined : { status: 403, body: { error: 'no' } });
    hunter.begin(question());
    await clock.advance(60_000);
    expect(phase()).toBe('stopped');
    const { inParts } = stores.hunt.getState().hunt!.past;
    expect(inParts).toBeGreaterThan(0);
    expect(inParts).toBeLessThan(358);
    expect(facts().isWhole).toBe(false);
    instead = () => undefined;
    hunter.goOn();
    await untilDone();
    expect(found()).toEqual(onePass());
    expect(facts()).toMatchObject({ events: 430, isWhole: true });
  });

  it('is whole only where each part is', async () => {
    // Of one part the server counts an event that it does not give.
    server.hide('e300');
    hunter.begin(question());
    await eventually(async () => {
      await clock.advance(30_000);
      expect(phase()).toBe('done');
    });
    expect(facts().isWhole).toBe(false);
    expect(reach()).toMatch(/^Not complete from /);
    expect(lackSentences(facts(), 'utc', clock.now()).join(' ')).toContain(
      '1 event of the server could not be read',
    );
  });

  it('finds the same wherever it is stopped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 }),
        async (stops) => {
          beginInParts();
          hunter.begin(question());
          for (const milliseconds of stops) {
            await clock.advance(milliseconds);
            hunter.stop();
            hunter.goOn();
          }
          await untilDone();
          expect(found()).toEqual(onePass());
          expect(facts()).toMatchObject({ events: 430, isWhole: true });
        },
      ),
      { numRuns: 20 },
    );
  });
});

it('finds the same whenever the hunt begins, and whatever comes in meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ hoursAgo: fc.double({ min: 0, max: 90, noNaN: true }), arrivesIn: fc.nat(40_000) }),
        {
          minLength: 1,
          maxLength: 60,
        },
      ),
      fc.nat(20_000),
      async (events, beginsAfter) => {
        begin();
        addPast(120);
        events.forEach(({ hoursAgo, arrivesIn }, index) =>
          server.add(`n${index}`, {
            // What is older than the feed is there when its past is read; later nobody looks there again.
            timestamp: clock.now() + arrivesIn - (arrivesIn > 0 ? (hoursAgo / 90) * 60_000 : hoursAgo * HOUR),
            arrivesAt: clock.now() + arrivesIn,
          }),
        );
        sync.start();
        await clock.advance(beginsAfter);
        sync.hunt(question());
        await clock.advance(120_000);
        await untilDone();
        await clock.advance(60_000);
        expect(found()).toEqual(onePass());
        expect(facts().events).toBe(120 + events.length);
      },
    ),
    { numRuns: 15 },
  );
});
