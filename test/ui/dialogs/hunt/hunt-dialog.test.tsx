import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { columnsOf } from '../../../../src/lib/cell-text.ts';
import { prose } from '../../../../src/lib/untrusted.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../../helpers/rendered-console.tsx';
import { NOW, sampleEvent, sampleSession } from '../../../helpers/sample-data.ts';
import { storeHunt } from '../../../helpers/sample-hunt.ts';
import { settle } from '../../../helpers/virtual-clock.ts';

const LIST = 'chalk,5.6.1\nansi-regex,>=6 <6.2\n';

let context: TestContext;

const view = () => context.stores.view.getState();
const hunt = () => context.stores.hunt.getState().hunt;

/** Two machines that installed what is listed, one that was blocked, and one whose version cannot be compared. */
function addEvents() {
  const subject = { ecosystem: 'npm', package: 'chalk', version: '5.6.1' };
  const of = (id: string, ago: number, client: number, fields: object = {}) =>
    sampleEvent(id, ago, { client_id: `client-${client}`, subject, ...fields });
  context.stores.events.apply(
    [
      of('h1', 30, 1),
      of('h2', 3600, 1),
      of('h3', 90, 2, { subject: { ...subject, package: 'ansi-regex', version: '6.1.0' } }),
      of('h4', 20, 4, { outcome: 'block' }),
      of('h5', 10, 5, { subject: { ...subject, version: 'latest' } }),
    ],
    { at: NOW, fromHistory: false },
  );
}

async function open({
  columns = 100,
  rows = 30,
  ...more
}: { columns?: number; rows?: number; ascii?: boolean; colour?: boolean } = {}): Promise<RenderedConsole> {
  const screen = await renderConsole(context, { columns, rows, ...more });
  run(context, 'hunt.show');
  await screen.draw();
  // What has only just opened takes no Enter.
  await context.clock.advance(1000);
  return screen;
}

/** What is loaded with the first use takes more turns than a test waits. */
beforeAll(async () => {
  await import('../../../../src/commands/hunt/hunt-records.ts');
  await import('../../../../src/commands/hunt/read-hunt.ts');
  await import('../../../../src/sync/writes/bulk.ts');
});

beforeEach(() => {
  context = createFilledContext();
  context.stores.events.setState({ coveredSince: NOW - 86_400_000 });
  addEvents();
});

describe.each([
  [160, 45],
  [100, 30],
  [80, 24],
  [60, 15],
])('the findings of a hunt on %d columns and %d rows', (columns, rows) => {
  it.each([{}, { ascii: true }, { colour: true }])(
    'are a row a machine, version and outcome under the answer and the certificate: %o',
    async (looks) => {
      storeHunt(context, LIST);
      const screen = await open({ columns, rows, ...looks });
      const words = screen.text.replaceAll(/\s+/g, ' ');
      expect(words).toContain('2 of 12 machines installed a listed version; 1 more tried and was blocked.');
      expect(words).toContain(
        'Complete from 2026-03-02 08:00Z through 2026-03-02 09:00:00Z: 65 events, all that the server has, no gaps.',
      );
      expect(screen.text).toMatch(/MACHINE. +PACKAGE +VERSION/);
      expect(screen.text).toMatch(/build-01 +chalk +5\.6\.1 +. allow/);
      expect(screen.text).toMatch(/build-02 +ansi-regex +6\.1\.0 +. allow/);
      expect(screen.text).toMatch(/build-04 +chalk +5\.6\.1 +. BLOCK/);
      expect(screen.text).not.toContain('latest');
      expect(screen.text).toContain('listed as chalk,5.6.1');
      for (const frame of screen.frames) {
        expect(frame).toHaveLength(rows);
        expect(Math.max(...frame.map(columnsOf))).toBeLessThanOrEqual(columns);
      }
    },
  );
});

describe('the findings of a hunt', () => {
  it('say how far the hunt is, and never that it is complete before', async () => {
    storeHunt(context, LIST, { past: { phase: 'running', read: 300, of: 1200 } });
    const screen = await open();
    expect(screen.text).toContain('At least 2 of 12 machines installed a listed version');
    expect(screen.text).toContain('older ones 300 of 1,200 (25.0%). q lets it go on.');
    expect(screen.text).not.toMatch(/complete/i);
    storeHunt(context, LIST, {
      past: { phase: 'running', problem: prose('The server fails (503).'), triesAt: NOW + 9000 },
    });
    await screen.draw();
    expect(screen.text).toContain('The server fails (503). Trying again in');
    storeHunt(context, LIST, { past: { phase: 'stopped', problem: prose('The server refuses (403).') } });
    await screen.draw();
    expect(screen.text).toContain('Stopped: The server refuses (403).');
    await screen.press('r');
    expect(context.sync.calls).toContain('go on hunting');
  });

  it('say what keeps the answer from being whole', async () => {
    context.stores.events.setState({ gaps: [{ since: NOW / 1000, until: NOW / 1000 + 9, missing: 4 }] });
    context.stores.agents.setState({ data: undefined, failure: { message: 'refused', at: NOW } as never });
    storeHunt(context, LIST, {
      past: {
        deleted: 2,
        inParts: 0,
        state: {
          gaps: [{ since: NOW / 1000 - 99, until: NOW / 1000 - 90, missing: 3 }],
          damaged: [],
          toCome: 0,
          doubt: 'not-counted',
          completeThrough: undefined,
        },
      },
    });
    const screen = await open({ columns: 160, rows: 45 });
    expect(screen.text).toContain('Not complete from 2026-03-02 08:00Z');
    expect(screen.text).toContain('3 events of the server could not be read, between 2026-03-02 08:58:21Z');
    expect(screen.text).toContain('the server does not count its events');
    expect(screen.text).toContain('2 events of those that were read were not counted');
    expect(screen.text).toContain('The feed is not known to be complete so far (65 of 69).');
    expect(screen.text).toContain(
      'The list of agents could not be read: machines have the ids of their clients',
    );
    expect(screen.text).toContain('At least 2 machines installed a listed version');
    expect(screen.text).toMatch(/client-1 +chalk/);
  });

  it('grow while events come in, under the cursor where it was', async () => {
    storeHunt(context, LIST);
    const screen = await open();
    await screen.press('j');
    const { stores } = context;
    stores.events.apply(
      [
        sampleEvent('h9', 1, {
          client_id: 'client-0',
          subject: { ecosystem: 'npm', package: 'chalk', version: '5.6.1' },
        }),
      ],
      { at: NOW, fromHistory: false },
    );
    stores.liveHunt.look(stores.events.getState().rows);
    await screen.draw();
    expect(screen.text).toContain('3 of 12 machines installed a listed version');
    expect(screen.text).toMatch(/▌.*build-02/);
  });

  it('are filtered by a query, which Esc takes back first, and sorted by a column', async () => {
    storeHunt(context, LIST);
    const screen = await open();
    await screen.press('/', ...'package:ansi');
    expect(screen.text).toContain('No package is exactly “ansi”; 1 row here holds it: type package:*ansi*');
    await screen.press(...'-regex', KEYS.enter);
    expect(screen.text).toContain('1 of 3 findings · / package:ansi-regex');
    expect(screen.text).not.toContain('build-04');
    await screen.press(KEYS.escape);
    expect(screen.text).toContain('3 findings');
    await screen.press('s');
    await context.clock.advance(500);
    await screen.press('j', 'j', 'j', 'j', KEYS.enter);
    expect(screen.lines.findIndex((line) => line.includes('build-01'))).toBeLessThan(
      screen.lines.findIndex((line) => line.includes('build-02')),
    );
    expect(screen.text).toContain('TIMES▼');
    await screen.press('u');
    expect(screen.text).toContain('4 findings with unclear ones');
    expect(screen.text).toMatch(/build-05 +chalk +\? latest/);
  });

  it('stop reading, then close by Esc, and go on by q; :findings shows them again', async () => {
    storeHunt(context, LIST, { past: { phase: 'running', read: 1, of: 2 } });
    const screen = await open();
    await screen.press(KEYS.escape);
    expect(context.sync.calls).toContain('stop hunting');
    expect(view().dialogs).toHaveLength(1);
    await screen.press('q');
    expect(view().dialogs).toEqual([]);
    expect(screen.text).toContain(':findings shows what it finds');
    await screen.press(':', ...'findings');
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    expect(view().dialogs.at(-1)).toMatchObject({ kind: 'hunt' });
    expect(screen.text).toMatch(/build-01 +chalk/);
  });

  it('lead to the machine, and Esc leads back to the same finding', async () => {
    storeHunt(context, LIST);
    const screen = await open();
    await screen.press('j', KEYS.enter);
    expect(view().pages.overview.at(-1)?.subject).toMatchObject({ kind: 'agent', clientId: 'client-2' });
    expect(screen.text).toContain('agent build-02');
    await screen.press(KEYS.escape);
    expect(view().pages.overview).toEqual([]);
    expect(screen.text).toMatch(/▌.*build-02 +ansi-regex/);
    await screen.press(KEYS.escape);
    expect(view().dialogs).toEqual([]);
  });

  it('lead to the events of the machine around the last one, and back', async () => {
    storeHunt(context, LIST);
    const screen = await open();
    await screen.press('o');
    await context.clock.advance(500);
    expect(screen.text).toContain('Events of the machine around 2026-03-02 08:59:30Z');
    await screen.press('j', 'j', KEYS.enter);
    expect(view()).toMatchObject({ tab: 'events', dialogs: [] });
    expect(view().events.text).toBe('client:"client-1" since:2026-03-02T08:44Z until:2026-03-02T09:14Z');
    await screen.press(KEYS.escape);
    expect(view()).toMatchObject({ tab: 'overview' });
    expect(screen.text).toMatch(/▌.*build-01 +chalk/);
  });

  it('lead to the session that ran the install, at the call that names the package', async () => {
    storeHunt(context, LIST);
    const session = sampleSession('s1', 0, { client_id: 'client-1' });
    const data = {
      clientId: session.client_id!,
      sessions: [session],
      total: 1,
      isRead: true,
    };
    receive(context.stores.machineSessions, data, NOW);
    const screen = await open();
    await screen.press('o');
    await context.clock.advance(500);
    await screen.press('j', KEYS.enter);
    expect(context.sync.calls).toContain('open s1');
    expect(view().pager).toMatchObject({ sessionId: 's1', top: { kind: 'time', names: 'chalk' } });
    await screen.press(KEYS.escape);
    expect(screen.text).toMatch(/▌.*build-01 +chalk/);
  });

  it('name the session that ran it where one fits, several where more do, and say where they could not be read', async () => {
    storeHunt(context, LIST);
    const of = (id: string, client: number, fields: object = {}) =>
      sampleSession(id, 0, { client_id: `client-${client}`, git_branch: 'fix/login', ...fields });
    context.stores.foundSessions.setState({
      byClient: new Map([
        ['client-1', [of('se_1', 1)]],
        ['client-2', [of('se_2', 2), of('se_3', 2)]],
        [
          'client-4',
          [of('se_4', 4, { created_at: '2026-01-01T00:00:00Z', modified_at: '2026-01-01T01:00:00Z' })],
        ],
      ]),
    });
    const screen = await open({ columns: 160, rows: 45 });
    expect(screen.text).toMatch(/build-01 .*uuid-of-se_1 fix\/login|build-01 .*uuid-of-… fix\/login/);
    expect(screen.text).toMatch(/build-02 .*several/);
    expect(screen.text).toMatch(/build-04 .* -(?: |$)/m);
    context.stores.foundSessions.setState({ problem: prose('The server refuses sessions (403).') });
    await screen.draw();
    expect(screen.text).toContain(
      'Sessions of what was found could not be read: The server refuses sessions (403).',
    );
  });

  it('suspend all that are listed after the one question, which names those that cannot be seen', async () => {
    storeHunt(context, LIST);
    const screen = await open();
    await screen.press('S');
    await context.clock.advance(500);
    expect(screen.text).toContain('the agents of this machine');
    expect(screen.text).toContain('the agents of all 3 machines that are listed');
    await screen.press('j', KEYS.enter);
    expect(view().dialogs.at(-1)).toMatchObject({ kind: 'agent-action', plan: { action: 'suspend' } });
    await context.clock.advance(1000);
    await screen.press(...'worm', KEYS.enter);
    await context.clock.advance(1000);
    await screen.press('y');
    await settle();
    await context.clock.advance(5000);
    expect(context.sync.agentRequests.map(({ agent, reason }) => [agent.hostname, reason])).toEqual([
      ['build-01', 'worm'],
      ['build-02', 'worm'],
      ['build-04', 'worm'],
    ]);
  });

  it('suspend the marked machines, also those that the filter hides, and say so', async () => {
    storeHunt(context, LIST);
    const screen = await open();
    await screen.press(' ', ' ');
    expect(screen.text).toContain('2 marked');
    await screen.press('/', ...'outcome:block', KEYS.enter, 'S');
    await context.clock.advance(500);
    expect(screen.text).toContain('the agents of the 2 marked');
    await screen.press(KEYS.enter);
    expect(view().dialogs.at(-1)).toMatchObject({
      plan: { agents: [{ hostname: 'build-01' }, { hostname: 'build-02' }], filteredOut: [{}, {}] },
    });
    expect(screen.text).toMatch(/filter/);
  });

  it('say that more may be found where the hunt is not whole, and suspend nothing read-only', async () => {
    storeHunt(context, LIST, { past: { phase: 'running' } });
    const screen = await open();
    await screen.press('S');
    await context.clock.advance(500);
    expect(screen.text).toContain('the agents of all 3 machines that are listed so far');
    await screen.press(KEYS.escape);
    context.stores.view.setState({ mode: 'read-only' });
    await screen.press('S');
    expect(view().dialogs.at(-1)).toMatchObject({ kind: 'hunt' });
    expect(screen.text).toMatch(/read-only/i);
  });

  it('are copied, written and given as a command', async () => {
    storeHunt(context, LIST);
    const screen = await open();
    await screen.press('Y');
    await settle();
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    expect(context.copied).toEqual(['vigil hunt /home/ada/worm.csv']);
    await screen.press('/', ...'outcome:block', KEYS.enter, 'Y');
    await settle();
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    expect(context.copied[1]).toBe('vigil hunt /home/ada/worm.csv --filter outcome:block');
    await screen.press(KEYS.escape, 'x');
    await settle();
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    const [[path, text] = ['', '']] = [...context.written];
    expect(path).not.toContain('incomplete');
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toHaveLength(3);
    expect(records[0]).toMatchObject({ package: 'chalk', version: '5.6.1', hostname: 'build-01', count: 2 });
  });

  it('say in the name and the content of a file that they are not all', async () => {
    storeHunt(context, LIST, { past: { phase: 'cancelled', read: 10, of: 20 } });
    const screen = await open();
    await screen.press('x');
    await settle();
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    const [[path, text] = ['', '']] = [...context.written];
    expect(path).toContain('vigil-hunt-incomplete');
    expect(text).toContain(' (looked in 65 events so far, older ones 10 of 20 (50.0%))');
  });
});

describe('a list', () => {
  const begin = async (text: string | undefined, name = '~/worm.csv') => {
    if (text !== undefined) {
      context.written.set(name, text);
    }
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press(':', ...`hunt ${name}`);
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await settle();
    await settle();
    await screen.draw();
    return screen;
  };

  it('is hunted for by its file behind :hunt, and asked for where none is named', async () => {
    const screen = await begin(LIST);
    expect(context.sync.calls).toContain('hunt ~/worm.csv');
    expect(screen.text).toContain('Reading the list.');
    expect(hunt()).toBeUndefined();
    await screen.press(KEYS.escape);
    run(context, 'hunt.open');
    await screen.draw();
    expect(screen.text).toContain('OSV JSON, a CSV of name and version, purls, package-lock.json');
  });

  it.each([
    ['chalk,soon\n\u001b[2Jx,1,npm\n', 'soon is neither a version nor a range'],
    ['{"a": 1}', 'This JSON is neither OSV'],
    ['', 'Nothing is in this list'],
  ])('that is wrong is said to be, line by line, and nothing is hunted for: %j', async (text, sentence) => {
    const screen = await begin(text);
    expect(screen.text).toContain('Nothing was hunted for: the list has problems');
    expect(screen.text).toContain(sentence);
    expect(screen.text).not.toContain('\u001b');
    expect(context.sync.calls.filter((call) => call.startsWith('hunt'))).toEqual([]);
  });

  it('of which nothing can match says why', async () => {
    const screen = await begin('a,1,Maven\nb,1,Maven\n');
    expect(screen.text).toContain('Nothing of this list can match an event');
    expect(screen.text).toContain('2 entries of the list can match no event');
  });

  it('that is not there is said to be so', async () => {
    const screen = await begin(undefined);
    expect(screen.text).toContain('~/worm.csv is not there.');
    expect(view().dialogs).toEqual([]);
  });

  it('of thousands of packages is hunted for', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `package-${index},1.0.${index},npm`);
    const screen = await begin(lines.join('\n'));
    expect(context.sync.calls).toContain('hunt ~/worm.csv');
    storeHunt(context, lines.join('\n'));
    await screen.draw();
    expect(screen.text).toContain('5,000 entries');
    expect(screen.text).toContain('60 findings');
  });
});
