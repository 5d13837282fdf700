import { PassThrough } from 'node:stream';

import { expect, it } from 'vitest';

import { jsonFormat } from '../../../src/cli/output/event-format.ts';
import { LineOutput } from '../../../src/cli/output/line-output.ts';
import { ReadingNotes } from '../../../src/cli/output/reading-notes.ts';
import { questionOf, selectionOf } from '../../../src/cli/events/event-question.ts';
import { printEvents, type EventsRequest } from '../../../src/cli/events/print-events.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;

function serverOf(count: number, total: EventDialect['total'] = 'exact') {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, { total, page: 'clamp-20' });
  for (let index = 0; index < count; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - (100 - index) * SECOND });
  }
  return { clock, server };
}

/** Prints events of a server that holds 90, and gives the exit status and what was said beside them. */
async function print(total: EventDialect['total'], follow: boolean) {
  const { clock, server } = serverOf(90, total);
  const { text, ...rest } = await printed(server, clock, follow);
  return { ...rest, rows: text.split('\n').filter((line) => line !== '').length };
}

/** Prints the events of a server, and gives what was printed, too. */
async function printed(
  server: ModelEventServer,
  clock: VirtualClock,
  follow: boolean,
  {
    limit,
    since = { at: clock.now() - 3600 * SECOND },
    knows = () => true,
    stop = new AbortController(),
    until = clock.now(),
    selection,
    ...filter
  }: EventsRequest['filter'] & {
    readonly limit?: number;
    readonly since?: EventsRequest['since'] | 'never';
    /** Whether the server knows a parameter; one that it does not know changes nothing. */
    readonly knows?: (name: string) => boolean;
    readonly stop?: AbortController;
    readonly until?: number;
    readonly selection?: EventsRequest['selection'];
  } = {},
) {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const said: string[] = [];
  const say = (sentence: string) => said.push(sentence);
  const output = new LineOutput(stream);
  const printing = printEvents(
    {
      follow,
      filter,
      since: since === 'never' ? undefined : since,
      until: { at: until },
      selection,
      limit,
      format: jsonFormat,
    },
    {
      connection: {
        reading: createFakeClient(clock, ({ query = {}, ...call }) => {
          const known = Object.entries(query).filter(([name]) => knows(name));
          return server.answer({ ...call, query: Object.fromEntries(known) });
        }),
        waiting: () => ({ for: 'pace' }),
        showProgress: () => ({ end: () => undefined }),
        onWake: () => undefined,
      },
      clock,
      random: () => 0.5,
      output,
      say,
      notes: new ReadingNotes(clock, say),
      stop: stop.signal,
      ended: AbortSignal.any([output.ended, stop.signal]),
    },
  );
  const status = await clock.through(printing);
  return { status, said, text };
}

it.each([
  [1, [], 0],
  [4, ['e85'], 1],
  [5, ['e80', 'e85'], 1],
])('before request %i: says that %o were deleted while the window was read', async (at, ids, status) => {
  const { clock, server } = serverOf(90);
  server.beforeAnswer = (request) => {
    if (request === at) {
      ids.forEach((id) => server.delete(id));
    }
  };
  const { said, text, ...rest } = await printed(server, clock, false);
  expect({ ...rest, rows: text.trimEnd().split('\n').length }).toEqual({ status, rows: 90 });
  const [events, were] = ids.length === 1 ? ['event', 'was'] : ['events', 'were'];
  expect(said).toEqual(
    ids.length === 0
      ? []
      : [
          `${ids.length} ${events} of those that were read ${were} not counted by the server any more when all had been read: deleted meanwhile.`,
        ],
  );
});

it('ends as stopped when following is stopped before all of the past was read that was asked for', async () => {
  const { clock, server } = serverOf(90);
  const stop = new AbortController();
  server.beforeAnswer = (request) => {
    if (request === 2) {
      stop.abort(130);
    }
  };
  const { status, said } = await printed(server, clock, true, { since: { ago: 3600 * SECOND }, stop });
  expect({ status, said }).toEqual({
    status: 130,
    said: ['Stopped before all were read that were asked for: nothing was printed.'],
  });
});

it.each(['never', { ago: 3600 * SECOND }] as const)(
  'ends as stopped when following is stopped before anything was read: %o',
  async (since) => {
    const { clock, server } = serverOf(90);
    const stop = new AbortController();
    server.beforeAnswer = () => stop.abort(143);
    expect(await printed(server, clock, true, { since, stop })).toEqual({
      status: 143,
      said: ['Stopped before all were read that were asked for: nothing was printed.'],
      text: '',
    });
  },
);

it.each<[string, Parameters<typeof printed>[3], boolean]>([
  ['of the newest', { since: 'never' }, true],
  ['after a time', {}, true],
  ['after a time that has none', { since: { ago: 2 * SECOND } }, false],
])(
  'following says once at the end of the past which rows the filter was near to: %s',
  async (_name, past, hasSome) => {
    const { clock, server } = serverOf(90);
    const selection = selectionOf(questionOf({ filter: 'id:8' }), new Map(), {
      now: clock.now(),
      zone: 'utc',
    });
    const until = clock.now() + 60 * SECOND;
    server.add('late-e8', { timestamp: clock.now() + 10 * SECOND, arrivesAt: clock.now() + 10 * SECOND });
    const { status, said, text } = await printed(server, clock, true, { ...past, until, selection });
    expect({ status, text }).toEqual({ status: 0, text: '' });
    expect(said).toEqual([
      ...(hasSome
        ? [
            'None of the 90 events so far passes the filter.',
            'No id is exactly “8”; 18 rows here hold it: write id:*8* for them.',
          ]
        : []),
      'No event passes the filter.',
    ]);
  },
);

it('prints the oldest first, as finely as times were sent', async () => {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, { total: 'exact' });
  const fractions: Readonly<Record<string, string>> = { a: '9', b: '000002', c: '000001', d: '' };
  const timestamp = clock.now() - 60 * SECOND;
  Object.keys(fractions).forEach((id) => server.add(id, { timestamp }));
  server.spoil = ({ events, ...body }) => ({
    ...body,
    events: events.map((event) => ({
      ...event,
      timestamp: `${String(event['timestamp']).slice(0, 19)}.123${fractions[String(event['id'])]}Z`,
    })),
  });
  const { text } = await printed(server, clock, false);
  expect(text.match(/(?<="id":")[a-d](?=")/g)).toEqual(['d', 'c', 'b', 'a']);
});

it.each([false, true])('ends with 0 when all is certain to be printed, following: %s', async (follow) => {
  expect(await print('exact', follow)).toEqual({ status: 0, said: [], rows: 90 });
});

it.each([
  ['page-end', false],
  ['page-end', true],
  ['boundless', false],
  ['boundless', true],
] as const)(
  'ends with 1 and says why when that cannot be verified: %s, following: %s',
  async (total, follow) => {
    const { status, said, rows } = await print(total, follow);
    expect({ status, rows }).toEqual({ status: 1, rows: 90 });
    expect(said.at(-2)).toMatch(/^Completeness is unverified: the server /);
    expect(said.at(-1)).toBe('Printed: 90 events. Whether that is all is not known.');
  },
);

it.each([false, true])(
  'prints all of a server that gives its first page at any offset and counts right, following: %s',
  async (follow) => {
    const { clock, server } = serverOf(90, 'exact');
    server.ignoresOffset = true;
    const { text } = await printed(server, clock, follow);
    expect(new Set(text.match(/"id":"[^"]*"/g)).size).toBe(90);
  },
);

it.each([
  ['absent', false],
  ['page-end', true],
] as const)(
  'ends with 1 and says so where each page is the first one again: %s, following: %s',
  async (total, follow) => {
    const { clock, server } = serverOf(90, total);
    server.ignoresOffset = true;
    const { status, said } = await printed(server, clock, follow);
    expect(status).toBe(1);
    const reasons = said.filter((sentence) => sentence.startsWith('Completeness is unverified'));
    expect(new Set(reasons)).toEqual(
      new Set(['Completeness is unverified: the server gives the same events again and again.']),
    );
  },
);

it.each([
  [undefined, 'Printed: 20 of 90 events.'],
  [50, 'Printed: 20 of 50 events.'],
])(
  'says how many of how many were printed where what is older is refused; limit %s',
  async (limit, measure) => {
    const { clock, server } = serverOf(90);
    server.beforeAnswer = (_request, { query }) => (query?.['offset'] === 0 ? undefined : { status: 403 });
    const { status, said, text } = await printed(server, clock, false, {
      ...(limit === undefined ? {} : { limit }),
    });
    expect([status, text.match(/"id"/g)?.length]).toEqual([3, 20]);
    expect(said.at(-1)).toBe(measure);
  },
);

it.each([false, true])('says of which time there are no events, following: %s', async (follow) => {
  const { clock, server } = serverOf(0);
  const { status, said, text } = await printed(server, clock, follow, {
    outcome: 'block',
    package: 'left\u200bpad',
  });
  expect({ status, text }).toEqual({ status: 0, text: '' });
  expect(said).toEqual([
    'The server has no events with outcome block and package left<U+200B>pad after 2026-03-02 08:00:00Z and before 2026-03-02 09:00:00Z.',
  ]);
});

const NOT_ASKED_FOR = 'The server sends events of another outcome than was asked for. They are left out.';
const knows = (name: string) => name !== 'outcome';

it.each([false, true])(
  'prints only what was asked for of a server that does not know the filter, following: %s',
  async (follow) => {
    const { clock, server } = serverOf(90);
    const asked = { outcome: 'block' } as const;
    const right = await printed(server, clock, follow, asked);
    const { status, said, text } = await printed(server, clock, follow, { ...asked, knows });
    expect(text).toBe(right.text);
    expect(text).toContain('"block"');
    expect({ status, said }).toEqual({ status: 0, said: [NOT_ASKED_FOR] });
  },
);

it('says that the newest may not be all that were asked for where the server does not know the filter', async () => {
  const { clock, server } = serverOf(90);
  const { status, said, text } = await printed(server, clock, false, {
    outcome: 'block',
    since: 'never',
    limit: 40,
    knows,
  });
  expect(text).not.toContain('"allow"');
  expect(status).toBe(1);
  expect(said[0]).toBe(NOT_ASKED_FOR);
  expect(said[1]).toMatch(/^Printed: \d+ events\. There may be more further back: --since reads all/);
});
