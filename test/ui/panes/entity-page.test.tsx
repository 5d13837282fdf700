import { beforeEach, describe, expect, it } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import type { PageSubject } from '../../../src/stores/entity/page-subject.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent, sampleEvent, sampleSession } from '../../helpers/sample-data.ts';

const AGENT: PageSubject = { kind: 'agent', agentId: undefined, clientId: asUntrusted('client-1') };
const PACKAGE: PageSubject = {
  kind: 'package',
  ecosystem: asUntrusted('npm'),
  name: asUntrusted('package-1'),
};

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'agents' });
  const clone = { clone_detected: true, clone_reason: 'two machines use one secret', machine_id: 'm' };
  receive(
    context.stores.agents,
    listingOf([sampleAgent('agent-1', clone), sampleAgent('agent-2', { machine_id: 'm' })]),
    NOW,
  );
});

function knowSessions(count: number, isRead = true): void {
  const sessions = Array.from({ length: count }, (_, index) => sampleSession(`s${index}`, 600 * index));
  receive(
    context.stores.machineSessions,
    { clientId: asUntrusted('client-1'), sessions, total: 250, isRead },
    NOW,
  );
}

it('in the list of agents the sign of a marked row stands away from that of its status', async () => {
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  await screen.press(' ', 'k');
  expect(screen.text).toMatch(/^▌✓ ● active +build-1/m);
});

describe('the details of an agent', () => {
  it('says what is odd about it and why, and shows its events, sessions and fields', async () => {
    openPage(context, AGENT);
    knowSessions(3);
    const screen = await renderConsole(context, { columns: 160, rows: 75 });
    expect(screen.text).toMatch(/agent build-1 · ● active · ⚑ clone ⚑ shared id · seen 1m ago/);
    expect(screen.text).toContain('Clone: two machines use one secret');
    expect(screen.text).toContain('Shared machine id: one other agent that is not deleted has it too.');
    expect(screen.text).toMatch(/same machine id: ● active +build-2/);
    expect(screen.text).toMatch(/Events {2}5: 1 block, 1 review, 2 allow, 1 other/);
    expect(screen.text).toMatch(/Sessions {2}3 of 250/);
    expect(screen.text).toMatch(/registered_at +2026-02-20T09:00:00\.000Z/);
  });

  it('tells how far reading the sessions is, and why it failed', async () => {
    openPage(context, AGENT);
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    expect(screen.text).toMatch(/Sessions {2}reading ─/);
    knowSessions(3, false);
    await screen.draw();
    expect(screen.text).toMatch(/Sessions {2}reading, 3 of 250 so far/);
    context.stores.machineSessions.setState({
      failure: { message: 'The key lacks the permission (403).', at: NOW, status: 403 },
    });
    await screen.draw();
    expect(screen.text).toContain('The sessions could not be read. The key lacks the permission (403).');
    expect(screen.text).toContain('Enter Read the sessions again');
  });

  it('says how far the sessions were read where they are too many', async () => {
    openPage(context, AGENT);
    const clientId = asUntrusted('client-1');
    const clipped = { clientId, sessions: [], total: undefined, isRead: true, clippedAt: 2000 };
    receive(context.stores.machineSessions, clipped, NOW);
    const screen = await renderConsole(context, { columns: 200, rows: 45 });
    expect(screen.text).toContain('only the first 2,000 that the server lists were read');
    expect(screen.text).not.toContain('No session of this machine was recorded');
  });

  it('does not say that a machine has no session where that cannot be told', async () => {
    openPage(context, AGENT);
    const clientId = asUntrusted('client-1');
    const none = { clientId, sessions: [], total: undefined, isRead: true, doubt: 'exceeds-rows' } as const;
    receive(context.stores.machineSessions, none, NOW);
    const screen = await renderConsole(context, { columns: 200, rows: 45 });
    expect(screen.text).toContain('unverified: the server counts more sessions than it gives');
    expect(screen.text).not.toContain('No session of this machine was recorded');
  });

  it('is there for a machine of which no agent is listed', async () => {
    openPage(context, { ...AGENT, clientId: asUntrusted('client-9') });
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    expect(screen.text).toContain('No agent of this machine is listed');
    expect(screen.text).toContain('agent client-9');
  });
});

describe('the details of a package', () => {
  it('keeps the same name from elsewhere apart, and leads on to machines', async () => {
    const subject = { ecosystem: 'pip', package: 'package-1', version: '9.9.9' };
    context.stores.events.apply([sampleEvent('other', 5, { subject })], { at: NOW, fromHistory: false });
    context.stores.events.setState({ coveredSince: NOW - 3_600_000 });
    openPage(context, PACKAGE);
    const screen = await renderConsole(context, { columns: 120, rows: 45 });
    expect(screen.text).toMatch(/outcomes +1 block, 0 review, 0 allow/);
    expect(screen.text).toMatch(/Versions {2}1; since /);
    expect(screen.text).not.toContain('9.9.9');
    expect(screen.text).toMatch(/The same name elsewhere {2}1; since /);
    expect(screen.text).toContain('since 2026-03-02 08:00:00Z');
    expect(screen.text).toContain('Enter Read older events of this package from the server');
    await screen.press('j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', KEYS.enter);
    expect(screen.text).toMatch(/agent build-1 .* Esc goes back to package-1/);
    await screen.press(KEYS.escape, KEYS.escape);
    expect(screen.text).toContain('2 of 2 agents');
  });
});

it('a page has no column of what all of its events are of', async () => {
  const titlesOf = async (subject: PageSubject) => {
    openPage(context, subject);
    const { lines } = await renderConsole(context, { columns: 160, rows: 75 });
    const titles = lines.find((line) => line.includes('OUTCOME')) ?? '';
    return titles.trim().split(/ {2,}/);
  };
  expect(await titlesOf(AGENT)).toEqual(['TIME', 'OUTCOME', 'PACKAGE', 'VERSION', 'ECOSYSTEM', 'REASON']);
  expect(await titlesOf(PACKAGE)).toEqual(['TIME', 'OUTCOME', 'VERSION', 'ECOSYSTEM', 'HOST', 'REASON']);
});

describe('what a page of details counts', () => {
  it('is only of the time of which every event is here; older ones that are here are told apart', async () => {
    // The sample has the events of this machine at 7, 91, 175, 259 and 343 seconds ago.
    context.stores.events.setState({ coveredSince: NOW - 200_000 });
    openPage(context, AGENT);
    const screen = await renderConsole(context, { columns: 160, rows: 75 });
    expect(screen.text).toMatch(/Events {2}3: 1 block, 0 review, 2 allow; since 2026-03-02 08:56:40Z/);
    expect(screen.text).toContain('Older events  2; not all of their time are here');
  });

  it('says of a package that it may have been seen before, until the very first event is here', async () => {
    context.stores.events.setState({ coveredSince: NOW - 3_600_000 });
    openPage(context, PACKAGE);
    const screen = await renderConsole(context, { columns: 120, rows: 45 });
    expect(screen.text).toMatch(/first seen +2026-03-02 08:59:53Z or before; older events are not read/);
    context.stores.events.setState({ coveredSince: BEFORE_ALL_TIMES });
    await screen.draw();
    expect(screen.text).toMatch(/first seen +2026-03-02 08:59:53Z *$/m);
  });
});

describe('the page of a reason', () => {
  it('shows what else it was given for', async () => {
    openPage(context, { kind: 'reason', template: asUntrusted('known malware') });
    const screen = await renderConsole(context, { columns: 120, rows: 45 });
    expect(screen.text).toMatch(/Packages {2}12 /);
    expect(screen.text).toMatch(/Machines {2}12 /);
  });
});

describe.each([
  [200, 60],
  [160, 45],
  [80, 24],
  [60, 15],
] as const)('on a screen of %i x %i', (columns, rows) => {
  it.each([AGENT, PACKAGE])('every row can be reached, and nothing is too wide: $kind', async (subject) => {
    openPage(context, subject);
    knowSessions(30);
    const screen = await renderConsole(context, { columns, rows, ascii: true });
    const seen = new Set<string>();
    for (let step = 0; step < 70; step++) {
      expect(screen.lines).toHaveLength(rows);
      expect(screen.lines.every((line) => line.length <= columns)).toBe(true);
      seen.add(screen.lines.find((line) => line.startsWith('>')) ?? '');
      await screen.press('j');
    }
    expect(seen).not.toContain('');
    expect(screen.dropped).toBe(0);
    expect(screen.text).not.toContain('\\u{');
  });
});

describe('the events of a page over time', () => {
  const HOUR = 3_600_000;
  const ofClient = (id: string, age: number, outcome = 'allow') =>
    sampleEvent(id, age, { outcome, client_id: 'client-97' });

  beforeEach(() => {
    const events = [
      ofClient('a', 60),
      ofClient('b', 7200, 'block'),
      ofClient('c', 7260),
      sampleEvent('of another', 60, { client_id: 'client-98' }),
    ];
    context.stores.events.apply(events, { at: NOW, fromHistory: false });
    context.stores.events.setState({ coveredSince: NOW - 4 * HOUR });
    openPage(context, { ...AGENT, clientId: asUntrusted('client-97') });
  });

  it.each([
    [160, 45, ['   all    most 1 ', ' ▲ review none', ' ✖ block  most 1']],
    [100, 30, ['   all    most 1 ', ' ✖ block  most 1']],
    [80, 24, ['   all    most 1 ', ' ✖ block  most 1']],
  ])(
    'have rows of bars by outcome over an axis, and say what they count, on %d by %d',
    async (columns, rows, labels) => {
      const screen = await renderConsole(context, { columns, rows });
      const [heading] = screen.text.match(/Events over time.*/) ?? [];
      expect(heading).toMatch(/Events over time {2}3; read back to 2026-03-02 05:00Z ─/);
      const begin = screen.text.split('\n').findIndex((line) => line.includes('Events over time'));
      const strip = screen.text.split('\n').slice(begin + 1, begin + 6);
      for (const label of labels) {
        expect(strip.some((line) => line.startsWith(label))).toBe(true);
      }
      expect(strip.join('\n')).toMatch(/ per \d+ (min|h)/);
    },
  );

  it('are a row of bars and an axis where a screen is short, and the footer says how far they go', async () => {
    const screen = await renderConsole(context, { columns: 60, rows: 15 });
    expect(screen.text).not.toContain('Events over time');
    expect(screen.text).toMatch(/ {3}all {4}most 1 .* per 12 min\n +\d\d:\d\d:00Z ┈/);
    expect(screen.text).toContain('back to 05:00');
  });

  it('stand over the times that the query of the page names, and count what passes it', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    await screen.press('/', ...'since:1h', KEYS.enter);
    expect(screen.text).toMatch(/Events over time {2}1 that pass ─/);
    expect(screen.text).toMatch(/\n +0[78]:\d\d:\d\dZ .* 09:0\d:\d\dZ/);
  });

  it('are left away where the one of the feed is', async () => {
    const { view } = context.stores;
    view.setState({ events: { ...view.getState().events, histogram: false } });
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    expect(screen.text).not.toContain('Events over time');
  });

  it('mark on the axis when the event under the cursor was', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    const placeOf = () =>
      screen.text
        .split('\n')
        .find((line) => line.includes('┻'))
        ?.indexOf('┻') ?? -1;
    await screen.press('j');
    const first = placeOf();
    await screen.press('j');
    expect(first).toBeGreaterThan(0);
    expect(placeOf()).toBeLessThan(first);
  });
});
