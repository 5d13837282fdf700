import { describe, expect, it } from 'vitest';

import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import type { ConnectionState, Wait } from '../../../src/stores/connection/connection-store.ts';
import type { FeedStatus } from '../../../src/stores/events/feed-status.ts';
import { createStores } from '../../../src/stores/stores.ts';
import type { WriteProgress } from '../../../src/stores/base/write-step.ts';
import { statusRow } from '../../../src/ui/app/status-row.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { NOW } from '../../helpers/sample-data.ts';

const BUDGET = { limit: 60, remaining: 42, resetsAt: NOW + 18_000, othersPerMinute: 9 };

interface RowOptions {
  readonly ascii?: boolean;
  readonly title?: string;
  readonly waiting?: number;
  readonly isCounting?: boolean;
  readonly isPartial?: boolean;
  readonly policy?: WriteProgress;
  readonly standing?: FeedStatus;
}

const LIVE: FeedStatus = { kind: 'live', through: NOW };

function row(
  connection: Partial<ConnectionState>,
  columns: number,
  {
    ascii = false,
    title = '127.0.0.1:8080',
    waiting = 0,
    isCounting = false,
    isPartial = false,
    policy,
    standing = LIVE,
  }: RowOptions = {},
): string {
  const state = {
    ...createStores().connection.getState(),
    state: 'live' as const,
    budget: BUDGET,
    ...connection,
  };
  const access = { openMode: 'write', forbiddenBy: undefined, until: undefined } as const;
  const view = { title, mode: 'read-only', access, columns, timeStyle: 'utc' } as const;
  const theme = createTheme({ colour: false, ascii });
  const line = statusRow(
    view,
    state,
    {
      health: asUntrusted('health ok'),
      standing,
      waiting: { count: waiting, isCounting, isPartial },
      run: undefined,
      policy,
    },
    NOW,
    theme,
  );
  const text = line.map((span) => span.text).join('');
  expect(columnsOf(text)).toBe(columns);
  return text;
}

function waitOfAll(reason: string, until?: number): Wait {
  return { what: 'everything', reason, until, next: 'then one request tries' };
}

describe('a write of the policy', () => {
  it.each([
    [160, ' writing the policy 12s '],
    [60, ' policy 12s '],
  ])('is told on %d columns for as long as it is waited for', (columns, told) => {
    expect(row({}, columns, { policy: { kind: 'sending', since: NOW - 12_000 } })).toContain(told);
  });
});

describe('blocks that wait to be acknowledged', () => {
  it.each([
    [160, ' 1,204 unacknowledged blocks '],
    [60, ' 1,204 BLOCK '],
  ])('are counted on %d columns', (columns, told) => {
    expect(row({}, columns, { waiting: 1204 })).toContain(told);
  });

  it.each([
    [160, 1204, ' 1,204+ unacknowledged blocks, still counting '],
    [60, 1204, ' 1,204+ BLOCK '],
    [160, 1, ' 1+ unacknowledged blocks, still counting '],
    [160, 0, '  counting unacknowledged blocks  '],
  ])(
    'say on %d columns that %d are not all, while the history behind them is not read',
    (columns, waiting, told) => {
      expect(row({}, columns, { waiting, isCounting: true })).toContain(told);
    },
  );

  it('are said to be more than that where events lack or cannot be counted', () => {
    expect(row({}, 160, { waiting: 1204, isPartial: true })).toContain(' 1,204+ unacknowledged blocks ');
    expect(row({}, 60, { waiting: 1204, isPartial: true })).toContain(' 1,204+ BLOCK ');
  });

  it('are not spoken of when there are none', () => {
    expect(row({}, 160)).not.toMatch(/unacknowledged|BLOCK/);
    expect(row({}, 160, { waiting: 1 })).toContain(' 1 unacknowledged block ');
  });
});

describe('the budget', () => {
  it.each([
    [160, '42/60 · resets 0:18 · others ≈9/min'],
    [100, '42/60 · resets 0:18 · others ≈9/min'],
    [80, '42/60 · resets 0:18'],
    [60, '42/60'],
  ])('is told on %d columns as far as there is room', (columns, told) => {
    const text = row({}, columns);
    expect(text).toContain(` ${told} `);
    expect(text).toContain('● live');
  });

  it('counts down to its renewal only once it is not plenty any more', () => {
    expect(row({ budget: { ...BUDGET, remaining: 48, othersPerMinute: 0 } }, 100)).toContain('  48/60  ');
    expect(row({ budget: { ...BUDGET, remaining: 47, othersPerMinute: 0 } }, 100)).toContain(
      '47/60 · resets',
    );
  });

  it('is silent on others that take nothing or are not known', () => {
    const shared = row({ budget: { ...BUDGET, consoles: 3 } }, 160);
    expect(shared).toContain('shared by 3 consoles');
    expect(shared).not.toContain('others');
    expect(row({ budget: { ...BUDGET, othersPerMinute: 0 } }, 160)).not.toContain('others');
    expect(row({ budget: { ...BUDGET, othersPerMinute: undefined } }, 160)).not.toContain('others');
  });

  it('tells how fast a quota refills that has no windows', () => {
    const budget = { limit: 60, remaining: 42, resetsAt: undefined, refillPerMinute: 60 };
    expect(row({ budget }, 84)).toContain('42/60 · refills 60/min');
  });

  it('is silent while the server reports no limit', () => {
    expect(row({ budget: undefined }, 160)).toMatch(/● live +health ok {2}09:00:00Z/);
  });

  it('does not tell what remained of a window that is over', () => {
    const text = row({ budget: { ...BUDGET, resetsAt: NOW - 1 } }, 160);
    expect(text).toContain('new window of 60');
    expect(text).not.toContain('42/60');
    expect(row({ budget: { ...BUDGET, resetsAt: NOW - 1 } }, 60)).toContain('?/60');
  });
});

describe('the live state', () => {
  it.each([160, 100, 80, 60])('counts down after a 429 on %d columns', (columns) => {
    const waits = [waitOfAll('The rate limit is used up (429).', NOW + 14_000)];
    expect(row({ waits, heldUntil: NOW + 14_000 }, columns)).toMatch(/● 429 · (tries )?again in 0:14/);
  });

  it.each<[FeedStatus, string, string]>([
    [
      { kind: 'behind', why: { kind: 'age', age: 27_000, silentFor: 14_000 }, through: NOW },
      '● as of 27s ago · no answer for 10s',
      '● as of 27s ago',
    ],
    [
      { kind: 'behind', why: { kind: 'to-come', events: 1200 }, through: NOW },
      '1,200 still to come',
      '● behind',
    ],
    [{ kind: 'unverified', doubt: 'ignores-window' }, 'the server counts the same for every', '● unverified'],
    [{ kind: 'blind', age: undefined, through: undefined }, '● blind · no events read yet', '● blind'],
  ])('says what the feed is where it is not live: %j', (standing, told, short) => {
    expect(row({}, 160, { standing })).toContain(told);
    expect(row({}, 60, { standing })).toContain(short);
    expect(row({}, 160, { standing })).not.toContain('live');
  });

  it('is not live while the feed cannot be read, though other requests are answered', () => {
    const wait = { what: 'events', reason: 'The server failed (502).', next: 'then it is read again' };
    expect(row({ waits: [{ ...wait, until: NOW + 9000 }] }, 80)).toContain(
      '● events not read · again in 0:09',
    );
    expect(row({ waits: [{ ...wait, until: NOW }] }, 80)).toContain('● events not read · again in its turn');
    expect(row({ waits: [{ ...wait, until: undefined }] }, 80)).toContain(
      '● events not read · r tries again',
    );
    expect(row({ waits: [{ ...wait, what: 'agents', until: NOW + 9000 }] }, 80)).toContain('● live');
  });

  it('says that one request tries once the time is over', () => {
    expect(row({ waits: [waitOfAll('The rate limit is used up (429).')] }, 80)).toContain('429 · trying now');
  });

  it('says that the limit is used up when the server refused nothing', () => {
    const waits = [waitOfAll('The requests of this window are used up.', NOW + 14_000)];
    expect(row({ waits, heldUntil: NOW + 14_000 }, 80)).toContain('limit used up · goes on in 0:14');
  });

  it.each([
    ['failing', 'server failing'],
    ['unreachable', 'no answer'],
  ] as const)('of a server that is %s says when it is asked how it is', (state, told) => {
    const waits = [{ ...waitOfAll('The server failed (503).', NOW + 8000), isOutage: true as const }];
    expect(row({ state, waits }, 80)).toContain(`● ${told} · asks /health in 0:08`);
    expect(row({ state, waits }, 60)).toMatch(new RegExp(`● ${told} · .*0:08`));
  });

  it('says what to press once reading has stopped, whatever else waits', () => {
    const waits = [waitOfAll('The server refused the key (401).'), waitOfAll('The limit (429).', NOW + 9000)];
    const text = row({ stopped: 'The server refused the key (401).', waits }, 80);
    expect(text).toContain('● stopped · r tries again');
    expect(text).not.toContain('429');
  });

  it('does not take one failed request for a failing server', () => {
    expect(row({ state: 'failing' }, 80)).toContain('● last request failed');
  });
});

it.each([
  [80, '09:00:00Z'],
  [60, '09:00Z'],
])('keeps the clock and the health on %d columns while a limit and blocks are told', (columns, clock) => {
  const text = row({}, columns, { waiting: 3 });
  expect(text).toContain(' 3 BLOCK ');
  expect(text).toContain('health ok');
  expect(text).toContain(clock);
  expect(text).not.toContain('resets');
});

it('is nothing but ASCII where the terminal has nothing else', () => {
  const text = row({}, 160, { ascii: true });
  expect(text).toContain('others ~9/min');
  expect(createTheme({ colour: false, ascii: true }).paint(text, 'plain')).toMatch(/^[\x20-\x7e]*$/);
});

it.each([160, 80, 60])('keeps the state on %d columns however long the organization is called', (columns) => {
  expect(row({}, columns, { title: 'organization-'.repeat(20) })).toContain('● live');
});
