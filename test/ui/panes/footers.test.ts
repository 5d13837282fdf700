import { describe, expect, it } from 'vitest';

import { type Zone } from '../../../src/lib/zoned-time.ts';
import { BEFORE_ALL_TIMES, formatAge } from '../../../src/lib/format-time.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import type { ConnectionState, Wait } from '../../../src/stores/connection/connection-store.ts';
import type { EventRow } from '../../../src/stores/events/event-row.ts';
import type { EventsState } from '../../../src/stores/events/events-store.ts';
import { noteFailure, receive } from '../../../src/stores/base/resource-store.ts';
import { RowList } from '../../../src/stores/base/row-list.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { eventsFooter } from '../../../src/ui/panes/events/summary.ts';
import { overviewFooter } from '../../../src/ui/panes/overview/footer.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import type { Line } from '../../../src/ui/widgets/line.ts';
import { listingOf, NOW, sampleAgent } from '../../helpers/sample-data.ts';

const theme = createTheme({ colour: false, ascii: false });
const SECONDS = NOW / 1000;
const GAP = { since: SECONDS - 2760, until: SECONDS - 2640, missing: 3 };
const DAMAGED = { index: 4, field: 'id', problem: 'expected a string', item: { timestamp: 'x' } };
const FAILURE = { message: 'The server failed (503).', at: NOW, status: 503 };

function plain(line: Line): string {
  return line.map(({ text }) => text).join('');
}

function footer(
  events: Partial<EventsState>,
  columns: number,
  {
    connection = {},
    from,
    certainFrom = from,
    wantedFrom,
    zone = 'utc',
  }: {
    connection?: Partial<ConnectionState>;
    from?: number | undefined;
    certainFrom?: number | undefined;
    wantedFrom?: number;
    zone?: Zone;
  } = {},
): string {
  const stores = createStores();
  stores.events.setState({ receivedAt: NOW - 4000, completeThrough: NOW - 2000, ...events });
  stores.connection.setState({ state: 'live', ...connection });
  const line = eventsFooter(stores.events.getState(), {
    connection: stores.connection.getState(),
    from,
    certainFrom,
    wantedFrom,
    bound: 200_000,
    columns,
    now: NOW,
    zone,
    theme,
  });
  const text = plain(line);
  expect(columnsOf(text)).toBeLessThanOrEqual(columns);
  return text;
}

function waitOf(what: string, seconds: number | undefined): Wait {
  const until = seconds === undefined ? undefined : NOW + seconds * 1000;
  const next = seconds === undefined ? 'it is read again once you refresh' : 'then it is read again';
  return { what, reason: FAILURE.message, until, next };
}

describe('the line under the feed', () => {
  it('says how a long reading of the past is stopped, and how it is taken up again', () => {
    const reach = { from: NOW - 3_600_000, wantedFrom: NOW - 30 * 86_400_000 };
    expect(footer({ older: 'reading' }, 160, reach)).toMatch(/reading back to .*, now at .*, Esc stops/);
    expect(footer({ older: 'given-up' }, 160, reach)).toMatch(/reading back was stopped at .*, r reads on/);
  });

  it('never claims to hold names in another case where the server was asked for one', () => {
    const reach = { from: BEFORE_ALL_TIMES, certainFrom: NOW - 3_600_000 };
    const clock = new Date(NOW - 3_600_000).toISOString().slice(11, 16);
    expect(footer({}, 140, reach)).toContain(`from the very first; before ${clock}`);
    expect(footer({}, 140, reach)).toContain('only names in upper and lower case as typed are loaded');
    expect(footer({}, 100, reach)).toContain('only names as typed');
    expect(footer({}, 100, { from: BEFORE_ALL_TIMES, certainFrom: BEFORE_ALL_TIMES })).not.toContain('typed');
  });

  it('tells its age, through when it is complete and how much is loaded', () => {
    expect(footer({ totalAtServer: 1234 }, 100, { from: NOW - 3_600_000 })).toBe(
      ' data fresh · complete through 08:59:58Z · back to 08:00:00Z · 0 of 1,234 loaded',
    );
  });

  it('never tells fewer than are here and to come, nor a count that is not believed', () => {
    expect(footer({ totalAtServer: 50, toCome: 70 }, 140)).toContain('0 of 70 loaded');
    expect(footer({ totalAtServer: 1e15, doubt: 'exceeds-rows' }, 200)).toMatch(/ · 0 loaded$/);
  });

  it('gives no number of the first events while they are read, as the first row does', () => {
    const reading = { totalAtServer: 1234, readThrough: undefined, completeThrough: undefined };
    expect(footer(reading, 200)).toMatch(/ · 0 loaded$/);
  });

  it('says how many of those that are loaded are not listed yet, since others of their time lack', () => {
    const rows = RowList.of([300, 200, 100].map((ago) => ({ id: `${ago}`, time: NOW - ago }) as EventRow));
    const reach = { from: NOW - 250 };
    const sorted = RowList.of([...rows].reverse());
    expect(footer({ totalAtServer: 9, rows: sorted }, 200, reach)).toContain(
      '3 of 9 loaded, 1 of them not listed yet',
    );
    expect(footer({ totalAtServer: 9, rows: sorted }, 200, { from: NOW - 300 })).toMatch(/3 of 9 loaded$/);
  });

  it('tells how far the reading of a stretch of time has come', () => {
    const times = { from: NOW - 3_600_000, wantedFrom: NOW - 7_200_000 };
    expect(footer({ older: 'reading' }, 100, times)).toContain('reading back to 07:00:00Z, now at 08:00:00Z');
    expect(footer({ older: 'reading' }, 100, { from: times.from })).toContain('reading older events');
  });

  it.each([
    [8999, 'fresh'],
    [9000, '10s old'],
    [10_000, '10s old'],
    [29_000, '20s old'],
    [61_000, '1m old'],
  ])(
    'tells an age of %d ms in steps while it is kept fresh, and to the second once it is not',
    (age, told) => {
      const receivedAt = NOW - age;
      expect(footer({ receivedAt }, 100)).toMatch(new RegExp(`^ data ${told} · `));
      const failing = footer({ receivedAt, failure: FAILURE }, 100);
      expect(failing).toMatch(new RegExp(`^ data ${formatAge(age)} old · `));
    },
  );

  it('tells of everything at once where there is room', () => {
    const text = footer(
      { toCome: 120, gaps: [GAP], lateEvents: 5, damaged: [DAMAGED], fewer: 2, older: 'reading' },
      240,
    );
    for (const told of [
      'complete through 08:59:58Z',
      '3 missing between 08:14:00Z and 08:16:00Z',
      '120 still to come',
      '1 row damaged (id)',
      '5 came late',
      'the server now counts 2 fewer than were read',
      'reading older events',
    ]) {
      expect(text).toContain(told);
    }
  });

  it.each([80, 60])('keeps what lacks whole on %d columns and says where the rest is', (columns) => {
    const text = footer(
      { toCome: 120, gaps: [GAP], lateEvents: 5, damaged: [DAMAGED], fewer: 2, older: 'reading' },
      columns,
    );
    expect(text).toMatch(/^ data fresh · .*3 missing.* · 120 (still )?to come/);
    expect(text).toMatch(/ · ! more$/);
    expect(text).not.toContain('…');
  });

  it.each([160, 80])('names the cause and what happens next on %d columns', (columns) => {
    const waits = [waitOf('events', 4)];
    const text = footer({ failure: FAILURE, gaps: [GAP] }, columns, { connection: { waits } });
    expect(text).toMatch(/^ data 4s old · The server failed \(503\)\. · /);
    expect(text).toContain('again in 0:04');
    expect(text).toContain('3 missing');
  });

  it('cuts a long cause behind a word', () => {
    const message =
      'The answer (200, text/html) is not JSON. It begins: <html><head><title>Sign in to the network';
    const text = footer({ failure: { ...FAILURE, message } }, 80, {
      connection: { waits: [waitOf('events', 4)] },
    });
    const cause = text.split(' · ')[1]!;
    expect(cause.endsWith('…')).toBe(true);
    expect(message.split(/\W+/)).toContain(cause.slice(0, -1).split(/\W+/).at(-1));
  });

  it('says why completeness cannot be verified instead of claiming it', () => {
    const doubt = 'not-counted' as const;
    const why = 'completeness unverified: the server does not count its events';
    expect(footer({ doubt }, 160)).toContain(why);
    expect(footer({ doubt, toCome: 9 }, 60)).toContain('unverified');
    expect(footer({ doubt }, 160)).not.toContain('complete through');
    expect(footer({ doubt }, 160)).toContain(' data unverified ');
    expect(footer({ doubt }, 160)).not.toContain('fresh');
    expect(footer({}, 160)).toContain(' data fresh ');
  });

  it('counts several gaps', () => {
    const gaps = [GAP, { since: SECONDS - 60, until: undefined, missing: 4 }];
    expect(footer({ gaps }, 80)).toContain('7 missing in 2 gaps');
    expect(footer({ gaps: [gaps[1]!] }, 80)).toContain('4 missing since 08:59:00Z');
  });

  it.each([
    [{ older: 'reading' as const }, undefined, 'reading older events'],
    [
      { older: 'full' as const, rows: RowList.of(Array<EventRow>(200_001)) },
      undefined,
      'the newest 200,000 are kept, older ones are not read',
    ],
    [
      { older: 'full' as const, rows: RowList.of(Array<EventRow>(3)) },
      undefined,
      'the newest 3 are kept, older ones are not read',
    ],
    [
      { olderFailure: { message: 'no', at: 0, status: 403 } },
      NOW - 60_000,
      'back to 08:59:00Z; older ones could not be read (403), r tries again',
    ],
    [{}, BEFORE_ALL_TIMES, 'from the very first'],
    [{}, 0, 'back to 1970-01-01 00:00Z'],
    [{}, NOW - 60_000, 'back to 08:59:00Z'],
  ])('tells what becomes of older events: %j', (state, from, told) => {
    expect(footer(state, 120, from === undefined ? {} : { from })).toContain(told);
  });

  it.each([{ toCome: 781 }, { completeThrough: undefined }])(
    'claims no reach while some of it is still to be read: %j',
    (state) => {
      expect(footer(state, 160, { from: BEFORE_ALL_TIMES })).not.toContain('very first');
      expect(footer(state, 160, { from: NOW - 60_000 })).not.toContain('back to');
    },
  );

  it('claims no beginning of a feed that cannot be verified', () => {
    const shown = footer({ doubt: 'more-after-end' }, 200, { from: BEFORE_ALL_TIMES });
    expect(shown).toContain('back to the first that the server gave');
    expect(shown).not.toContain('very first');
  });

  it('names what holds everything back, whatever this pane has met itself', () => {
    const waits = [{ ...waitOf('everything', 14), reason: 'The rate limit is used up (429).' }];
    expect(footer({}, 120, { connection: { waits } })).toContain(
      'The rate limit is used up (429). · tries again in 0:14',
    );
  });

  it('keeps completeness on 80 columns rather than a long cause that the first row names too', () => {
    const reason = 'The server asks to wait, the rate limit is used up (429).';
    const waits = [{ ...waitOf('everything', 14), reason }];
    const held = footer({}, 80, { connection: { waits } });
    expect(held).toBe(' data fresh · The server asks to wait, the rate limit is… · through 08:59:58Z');
    const broken = footer({}, 80, {
      connection: {
        waits: [{ ...waits[0]!, reason: 'There is no connection to 10.0.0.1:8080 (ECONNREFUSED).' }],
        state: 'unreachable',
      },
    });
    expect(broken).toContain('10.0.0.1:8080');
  });

  it('leaves the cause to the line for it once all reading has stopped', () => {
    const text = footer({ failure: FAILURE }, 120, { connection: { stopped: 'refused (401)' } });
    expect(text).toMatch(/^ data 4s old · complete through/);
  });

  it('says that the time has come when only the budget is still waited for', () => {
    expect(footer({ failure: FAILURE }, 120, { connection: { waits: [waitOf('events', -1)] } })).toContain(
      'tries again in its turn',
    );
  });

  it('shows nothing of a cause that could act on the terminal', () => {
    const text = footer({ failure: { ...FAILURE, message: 'no\u001b[2J\u202e way' } }, 120);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('the line under the overview', () => {
  const told = (change: (stores: Stores) => void, columns = 120, agentsAt = NOW - 60_000) => {
    const stores = createStores();
    const read = { receivedAt: NOW - 8000 };
    stores.events.setState(read);
    stores.calendar.setState(read);
    stores.health.setState(read);
    stores.summary.setState(read);
    receive(stores.agents, listingOf([sampleAgent('agent-1')]), agentsAt);
    change(stores);
    return plain(overviewFooter(stores, { columns, now: NOW, theme }));
  };

  it('says while all is well how old what is oldest on it is', () => {
    expect(told(() => {}, 120, NOW)).toBe(' data fresh');
    expect(told(() => {})).toBe(' data 1m old');
  });

  it('names the resource that fails, and asks for r where only that helps', () => {
    const text = told((stores) => {
      noteFailure(stores.agents, {
        message: 'The key is not permitted to do this (403)',
        at: NOW,
        status: 403,
      });
      stores.connection.setState({ waits: [waitOf('agents', undefined)] });
    });
    expect(text).toBe(' agents 1m old · The key is not permitted to do this (403) · r tries again');
  });

  it('promises no try of what only a person can ask for again, whatever else is waited for', () => {
    const text = told((stores) => {
      noteFailure(stores.agents, { message: 'Not permitted (403)', at: NOW, status: 403 });
      const waits = [waitOf('everything', 14), waitOf('agents', undefined)];
      stores.connection.setState({ waits });
    });
    expect(text).toBe(' agents 1m old · Not permitted (403) · r tries again');
  });

  it('tells how complete the feed is', () => {
    expect(told((stores) => stores.events.setState({ completeThrough: NOW, gaps: [GAP] }))).toContain(
      'complete through 09:00:00Z · 3 missing',
    );
  });
});
