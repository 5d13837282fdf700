import { describe, expect, it } from 'vitest';

import { runEventsCount } from '../../../src/cli/events/count-events-program.ts';
import { runEvents, type EventsFlags } from '../../../src/cli/events/events-program.ts';
import { runAgentsList } from '../../../src/cli/agents/read-agents-command.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { useCommandedServices } from '../../helpers/service-command.ts';

const start = useCommandedServices();

/** Events of a service with so many, as those commands print them, and what the service was asked for. */
async function events(flags: EventsFlags, count = 60) {
  const test = await start({ events: count });
  const outcome = await test.run((host) => runEvents({ json: true, ...flags }, host));
  const rows = outcome.lines.map(
    (line) =>
      JSON.parse(line) as {
        readonly id: string;
        readonly outcome: string;
        readonly type: string;
        readonly client_id: string;
        readonly subject: { readonly package: string; readonly ecosystem: string };
      },
  );
  return { ...outcome, rows };
}

describe('vigil events --filter', () => {
  it('prints the newest that pass, of as many as it takes', async () => {
    const { status, rows, problem } = await events(
      { filter: 'package:req* outcome:block,review', limit: 20 },
      600,
    );
    expect([status, problem, rows.length]).toEqual([0, '', 20]);
    expect(rows.every(({ subject, outcome }) => /^req/i.test(subject.package) && outcome !== 'allow')).toBe(
      true,
    );
    const all = await events({ filter: 'package:req* outcome:block,review', since: '60d' }, 600);
    expect(rows.map(({ id }) => id)).toEqual(all.rows.slice(-20).map(({ id }) => id));
  });

  it('prints each event of several values once, whether they stand in flags or in the filter', async () => {
    const flags = await events({ outcome: ['block', 'review'], ecosystem: ['npm', 'go'], since: '60d' });
    const query = await events({ filter: 'outcome:block,review ecosystem:npm,go', since: '60d' });
    const all = await events({ since: '60d' });
    const wanted = all.rows.filter(
      ({ outcome, subject }) => outcome !== 'allow' && ['npm', 'go'].includes(subject.ecosystem),
    );
    expect(wanted.length).toBeGreaterThan(5);
    expect(flags.rows).toEqual(wanted);
    expect(query.rows).toEqual(wanted);
    expect([flags.status, query.status]).toEqual([0, 0]);
  });

  it('takes a package in whatever case it is written, and the name of a machine', async () => {
    const { rows } = await events({ filter: 'package:requests host:host-7-1', since: '60d' });
    expect(new Set(rows.map(({ subject }) => subject.package))).toEqual(new Set(['Requests']));
    expect(new Set(rows.map(({ client_id: client }) => client))).toEqual(new Set(['client-3-1']));
  });

  it('reads no more than the times of the filter', async () => {
    const all = await events({ since: '10h', until: '5h' });
    expect(all.rows.length).toBeGreaterThan(3);
    for (const filter of ['since:10h until:5h', 'time:10h..5h']) {
      const { rows, problem } = await events({ filter });
      expect([rows, problem]).toEqual([all.rows, '']);
    }
  });

  it('says that none passes of those that were read, unless it is to be quiet', async () => {
    expect(await events({ filter: 'package:none' })).toMatchObject({
      status: 0,
      lines: [],
      problem:
        'vigil: None of the 60 events that were read passes the filter.\nvigil: None of these events passes package:none.\n',
    });
    expect((await events({ filter: 'package:none', quiet: true })).problem).toBe('');
  });

  const NEAR = 'vigil: No package is exactly “ques”; 24 rows here hold it: write package:*ques* for them.\n';

  it.each<[string, EventsFlags, string]>([
    [
      'of the newest, looked through again and again',
      { json: true },
      'None of the 60 events that were read passes the filter.',
    ],
    [
      'of a time, as CSV',
      { csv: true, headers: false, since: '60d' },
      'None of the 60 events that were read passes the filter.',
    ],
    ['when following has come to its end', { follow: true, since: '60d' }, 'No event passes the filter.'],
  ])('says which rows the filter was near to: %s', async (_name, flags, none) => {
    const { run } = await start({ events: 60 });
    const until = flags.follow === true ? { until: '1s' } : {};
    const { status, lines, problem } = await run((host) =>
      runEvents({ ...flags, ...until, filter: 'package:ques' }, host),
    );
    expect([status, lines, problem]).toEqual([0, [], `vigil: ${none}\n${NEAR}`]);
  });

  it('counts the rows that a filter was near to among those of the outcomes that were asked for', async () => {
    const { problem } = await events({ filter: 'package:ques', outcome: ['block', 'review'] });
    expect(problem).toContain('No package is exactly “ques”; 16 rows here hold it');
  });

  it('says which field no event has', async () => {
    const { problem } = await events({ filter: 'payload.nosuch:1 outcome:allow' });
    expect(problem).toContain('None of these events has a value in payload.nosuch.');
  });

  it.each<EventsFlags>([{}, { since: '60d' }, { follow: true, since: '60d', until: '1s' }])(
    'says which field it excludes values of that no event has, with %j',
    async (flags) => {
      const { problem, rows } = await events({ ...flags, filter: '-payload.nosuch:1 outcome:block,review' });
      expect(problem).toBe(
        'vigil: None of these events has a value in payload.nosuch. -payload.nosuch:1 excludes none of them.\n',
      );
      expect(rows.length).toBeGreaterThan(5);
    },
  );

  it('says nothing of a field that it excludes values of where an event has it', async () => {
    const { problem } = await events({ filter: '-payload.reasons:nothing -subject.package:x', since: '60d' });
    expect(problem).toBe('');
  });

  it('says nothing of what it was near to where some pass', async () => {
    const { problem, rows } = await events({ filter: 'package:requests outcome:allow,review', since: '60d' });
    expect([problem, rows.length > 0]).toEqual(['', true]);
  });

  it('names the place of what it does not understand', async () => {
    const { status, problem } = await events({ filter: 'outcome:blocked' });
    expect(status).toBe(2);
    expect(problem).toContain('--filter, at character 9: “blocked” is no value of outcome');
  });

  it('follows what passes, beginning with the newest of it, until its end', async () => {
    const { status, rows } = await events(
      { follow: true, limit: 4, filter: 'outcome:block package:req*' },
      300,
    );
    expect([status, rows.length]).toEqual([0, 4]);
    expect(rows.every(({ outcome }) => outcome === 'block')).toBe(true);
  });

  it('prints CSV without the names of its columns', async () => {
    const { lines } = await (
      await start()
    ).run((host) =>
      runEvents(
        { csv: true, headers: false, columns: 'outcome,type', filter: 'outcome:block', limit: 1 },
        host,
      ),
    );
    expect(lines).toEqual([expect.stringMatching(/^block,/)]);
  });
});

it('vigil events count takes several values, and says nothing when it is to be quiet', async () => {
  const { run } = await start();
  const counted = await run((host) =>
    runEventsCount(
      { by: 'outcome', since: '60d', outcome: ['block', 'review'], csv: true, headers: false, quiet: true },
      host,
    ),
  );
  expect(counted.problem).toBe('');
  expect(counted.lines.map((line) => line.split(',').slice(0, 2))).toEqual([
    ['block', '20'],
    ['review', '20'],
  ]);
});

it('vigil agents list prints those that pass a filter', async () => {
  const { run } = await start();
  const { lines } = await run((host) =>
    runAgentsList({ filter: 'clone:true', columns: 'host', headers: false }, host),
  );
  expect(lines).toEqual(['host-1-3']);
});

it('vigil agents list says which field a filter excludes values of that no agent has', async () => {
  const { run } = await start();
  const { lines, problem } = await run((host) =>
    runAgentsList({ filter: '-x.zzzzz:1 host:host-1-*', headers: false }, host),
  );
  expect(lines.length).toBeGreaterThan(0);
  expect(problem).toBe(
    'vigil: None of these agents has a value in x.zzzzz. -x.zzzzz:1 excludes none of them.\n',
  );
});

it('vigil agents list says which agents a filter was near to that none passes', async () => {
  const { run } = await start();
  const { status, lines, problem } = await run((host) =>
    runAgentsList({ filter: 'host:host-1', json: true }, host),
  );
  expect([status, lines]).toEqual([0, []]);
  expect(problem).toBe(
    'vigil: None of the 6 agents passes the filter.\nvigil: No host is exactly “host-1”; 1 row here holds it: write host:*host-1* for it.\n',
  );
});

it.each([
  [
    ['--outcome', 'block,review', '--outcome', 'allow'],
    ['block', 'review', 'allow'],
  ],
  [['--outcome', 'block,maybe'], undefined],
  [['--outcome', 'block,'], undefined],
])('reads %j', async (words, outcome) => {
  const program = createProgram(() => undefined);
  const events = program.commands.find((command) => command.name() === 'events');
  let given: unknown;
  events?.action((flags: { readonly outcome: unknown }) => void (given = flags.outcome));
  await program.parseAsync(['events', ...words], { from: 'user' }).catch(() => undefined);
  expect(given).toEqual(outcome);
});
