import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { AlertRun } from '../../../src/commands/alerts/alert-outlets.ts';
import { raiseAlerts } from '../../../src/commands/alerts/raise-alerts.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import type { Slices } from '../../../src/lib/slices.ts';
import type { Alert } from '../../../src/stores/view/alert.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
const history = { at: NOW, fromHistory: true };
const block = (id: string, fields = {}) => sampleEvent(id, 10, { outcome: 'block', ...fields });

let context: TestContext;
let rings: number;
let sent: string[];
let runs: AlertRun[];
let takesNotifications: boolean;

/** All that comes is looked at at once. */
const atOnce: Slices = { begin: () => () => true, soon: (run) => run() };

function begin(blockAlert: Alert, of: TestContext = { ...context, slices: atOnce }): () => void {
  return raiseAlerts(of, blockAlert, {
    ring: () => rings++,
    sendNotification(text) {
      if (takesNotifications) {
        sent.push(text);
      }
      return takesNotifications;
    },
    run: (run) => runs.push(run),
  });
}

const events = () => context.stores.events;
const notice = () => context.stores.view.getState().notice?.text;
const configure = (...filters: readonly (readonly [name: string, text: string, alert: Alert])[]) =>
  context.stores.filterMemory.setState({
    configured: filters.map(([name, text, alert]) => ({ name, list: 'events', text, alert })),
  });

beforeEach(() => {
  context = createTestContext();
  rings = 0;
  sent = [];
  runs = [];
  takesNotifications = true;
});

describe('the bell for blocks', () => {
  beforeEach(() => {
    events().apply([block('there-before')], history);
    begin('bell');
  });

  it.each([
    ['arrives live', () => events().apply([sampleEvent('a', 1), block('b')], live)],
    ['came late', () => events().apply([block('b')], { ...live, isLate: true })],
  ])('rings for one that %s', (_how, arrive) => {
    arrive();
    expect(rings).toBe(1);
  });

  it('rings for an event that becomes one', () => {
    events().apply([sampleEvent('a', 1)], live);
    expect(rings).toBe(0);
    events().update([block('a')]);
    expect(rings).toBe(1);
  });

  it('is silent for anything else, and says nothing beside ringing', async () => {
    events().apply([sampleEvent('a', 1, { outcome: 'review' })], live);
    events().apply([block('from-history')], history);
    events().update([block('there-before', { metadata: { seen: 'twice' } })]);
    events().setState({ receivedAt: NOW });
    expect(rings).toBe(0);
    events().apply([block('b')], live);
    await context.clock.advance(10_000);
    expect([rings, notice()]).toEqual([1, undefined]);
  });

  it('rings whatever pane is shown and whatever is filtered', () => {
    context.stores.view.setState({ tab: 'policy' });
    updatePane(context.stores.view, 'events', { text: 'nothing-is-called-so', follow: false });
    events().apply([block('b')], live);
    expect(rings).toBe(1);
  });

  it('rings at most once in five seconds', async () => {
    for (let second = 0; second < 12; second++) {
      events().apply([block(`b${second}`)], live);
      await context.clock.advance(1000);
    }
    expect(rings).toBe(3);
  });
});

it('is over once it was ended', async () => {
  const end = begin('notify');
  events().apply([block('a')], live);
  end();
  events().apply([block('b')], live);
  await context.clock.advance(60_000);
  expect([rings, sent]).toEqual([0, []]);
});

describe('a notification', () => {
  it('names one event, a block before others, and counts the rest, also on the screen', async () => {
    configure(['ci', 'package:left-pad', 'notify']);
    begin('none');
    const pad = { subject: { package: 'left-pad' } };
    events().apply(
      [sampleEvent('a', 3, { outcome: 'allow', ...pad }), sampleEvent('b', 2, { outcome: 'block', ...pad })],
      live,
    );
    events().apply([sampleEvent('c', 1, { outcome: 'review', ...pad })], live);
    expect(sent).toEqual([]);
    await context.clock.advance(250);
    expect(sent).toEqual([expect.stringMatching(/^ci: BLOCK left-pad on \S+, and 2 others$/)]);
    expect(notice()).toBe(sent[0]);
  });

  it('comes at most once in ten seconds, and what came meanwhile is counted in the next', async () => {
    begin('notify');
    for (let second = 0; second < 11; second++) {
      events().apply([block(`b${second}`)], live);
      await context.clock.advance(1000);
    }
    await context.clock.advance(10_000);
    expect(sent).toHaveLength(2);
    expect(sent.reduce((sum, text) => sum + 1 + Number(/and (\d+) other/.exec(text)?.[1] ?? 0), 0)).toBe(11);
  });

  it('says of how many filters the events are where that is not one', async () => {
    configure(['one', 'outcome:block', 'notify'], ['two', 'outcome:review', 'notify']);
    begin('none');
    events().apply([block('a'), sampleEvent('b', 1, { outcome: 'review' })], live);
    await context.clock.advance(300);
    expect(sent).toEqual([expect.stringMatching(/^one: BLOCK .*, and 1 other of 2 filters$/)]);
  });

  it('that the terminal does not take at the moment is sent with the next', async () => {
    begin('notify');
    takesNotifications = false;
    events().apply([block('a')], live);
    await context.clock.advance(300);
    takesNotifications = true;
    events().apply([block('b')], live);
    await context.clock.advance(11_000);
    expect(sent).toEqual([expect.stringContaining(', and 1 other')]);
  });

  it('shows a name that hides something as what it is', async () => {
    begin('notify');
    events().apply([block('a', { subject: { package: 'a\u0007\u001b]0;x\u0007\u{202e}b' } })], live);
    await context.clock.advance(300);
    expect(sent[0]).not.toMatch(/[\u0000-\u001f\u007f-\u{10ffff}]/u);
  });
});

describe('a program', () => {
  it('is given each event once, as the server sent it', () => {
    configure(['ci', 'outcome:block', ['./tell', '--now']]);
    begin('none');
    const event = block('a', { payload: { score: 3, odd: '"; rm -rf /' } });
    events().apply([event], live);
    events().update([block('a', { metadata: { seen: 'twice' } })]);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.command).toEqual(['./tell', '--now']);
    expect(JSON.parse(runs[0]?.event ?? '')).toEqual(event.raw);
  });
});

describe('a saved filter', () => {
  it('counts from when it is given an alert, and each by itself', () => {
    configure(['one', 'outcome:block', ['a']], ['two', 'outcome:block', ['b']]);
    begin('none');
    events().apply([block('a')], live);
    context.stores.filterMemory.save({
      name: 'mine',
      list: 'events',
      text: '',
      others: { outcomes: ['block'], suspicious: false },
      alert: 'bell',
    });
    events().apply([sampleEvent('b', 1, { outcome: 'review' })], live);
    expect(rings).toBe(0);
    events().apply([block('c')], live);
    expect(rings).toBe(1);
    expect(runs.map(({ command }) => command[0])).toEqual(['a', 'b', 'a', 'b']);
  });

  it('by host alerts once the name of the machine is known', async () => {
    configure(['ci', 'host:new-*', ['a']]);
    begin('none');
    events().apply([block('a', { client_id: 'client-9' }), block('b', { client_id: 'client-8' })], live);
    expect(runs).toEqual([]);
    const agents = [sampleAgent('9', { client_id: 'client-9', hostname: 'new-1' })];
    receive(context.stores.agents, listingOf(agents), NOW);
    await context.clock.advance(1);
    expect(runs.map(({ event }) => (JSON.parse(event) as { id: string }).id)).toEqual(['a']);
  });
});

describe('a saved filter by host while the list of agents is refused', () => {
  const refuse = (failed = true) =>
    context.stores.agents.setState({
      data: undefined,
      receivedAt: undefined,
      failure: failed ? { message: 'Refused.', at: NOW, status: 403 } : undefined,
    });
  const menu = () => {
    run(context, 'filter.alert');
    const labels = openDialogOf(context, 'choice').choices.map(({ label }) => label);
    context.stores.view.setState({ dialogs: [] });
    return labels;
  };

  it('is said to miss events, with how many could not be judged, on the screen and as it alerts', async () => {
    configure(['prod', 'host:prod-* outcome:block', 'bell'], ['ci', 'user:root', 'notify']);
    refuse();
    begin('none');
    expect(menu()).toEqual([
      'prod  (rings the bell, in the config file; may miss events while names of machines are not known (403))',
      'ci  (sends a notification, in the config file; may miss events while names of machines are not known (403))',
    ]);
    events().apply([block('a'), block('b'), sampleEvent('c', 1, { outcome: 'allow' })], live);
    await context.clock.advance(1000);
    expect(menu()[0]).toMatch(/^prod .*; 2 events were not judged\)$/);
    expect(menu()[1]).toMatch(/^ci .*; 3 events were not judged\)$/);
    expect(notice()).toBe(
      'Events that arrived may be for 2 alerts and cannot be judged: names of machines are not known (403). :alert says how many',
    );
    expect([rings, sent]).toEqual([1, [notice()]]);
  });

  it('says so once, and of further events after a while', async () => {
    configure(['prod', 'host:prod-*', 'bell']);
    refuse();
    begin('none');
    const said = () => context.stores.view.getState().messages.length;
    events().apply([block('a')], live);
    await context.clock.advance(1000);
    expect(notice()).toMatch(/^prod: 1 event that arrived may be for it and cannot be judged: /);
    events().apply([block('b')], live);
    await context.clock.advance(599_000);
    expect([said(), rings]).toEqual([1, 1]);
    await context.clock.advance(2000);
    expect([said(), rings]).toEqual([2, 2]);
    await context.clock.advance(3_600_000);
    expect(said()).toBe(2);
  });

  it('alerts for what passes once the names are known, and counts it no longer', async () => {
    configure(['prod', 'host:prod-*', ['a']]);
    refuse();
    begin('none');
    events().apply(
      [
        block('a', { client_id: 'client-9' }),
        block('b', { client_id: 'client-8' }),
        block('c', { client_id: 'x' }),
      ],
      live,
    );
    expect(menu()[0]).toContain('3 events were not judged');
    receive(
      context.stores.agents,
      listingOf([
        sampleAgent('9', { client_id: 'client-9', hostname: 'prod-1' }),
        sampleAgent('8', { client_id: 'client-8', hostname: 'ci-1' }),
      ]),
      NOW,
    );
    await context.clock.advance(1);
    expect(runs).toHaveLength(1);
    expect(menu()).toEqual(['prod  (runs a, in the config file)']);
  });

  it('says nothing while the names are still being read', async () => {
    configure(['prod', 'host:prod-*', 'bell']);
    refuse(false);
    begin('none');
    events().apply([block('a')], live);
    await context.clock.advance(5000);
    expect([notice(), rings]).toEqual([undefined, 0]);
    refuse();
    await context.clock.advance(1000);
    expect(notice()).toContain('1 event that arrived may be for it');
  });

  it('is alerted of what passes unless its machine is one of some names', () => {
    configure(['others', 'outcome:block -host:ci-*', 'bell']);
    refuse();
    begin('none');
    events().apply([block('a')], live);
    expect(rings).toBe(1);
    expect(menu()[0]).not.toContain('not judged');
  });
});

it('holds up nothing over a burst: the work is in slices, and messages stay few', async () => {
  const slices = new ManualSlices();
  context = createTestContext({ slices });
  configure(['all', 'outcome:block', 'notify'], ['run', 'outcome:block', ['a']]);
  begin('bell', { ...context, slices });
  for (let page = 0; page < 10; page++) {
    events().apply(
      Array.from({ length: 1000 }, (_, index) => block(`b${page}-${index}`)),
      live,
    );
  }
  expect(runs).toEqual([]);
  slices.runAll();
  await context.clock.advance(20_000);
  expect(runs).toHaveLength(10_000);
  expect(rings).toBe(1);
  expect(sent).toEqual([expect.stringContaining('and 9,999 others')]);
  expect(context.stores.view.getState().messages).toHaveLength(1);
});

it('alerts for each event that came live and passes, exactly once for each filter', async () => {
  const outcome = fc.constantFrom('allow', 'block', 'review');
  const step = fc.record({
    ids: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
    outcome,
    kind: fc.constantFrom('live', 'late', 'history'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isSliced) => {
      const slices = new ManualSlices();
      context = createTestContext({ slices });
      runs = [];
      configure(['blocks', 'outcome:block', ['a']], ['others', '-outcome:allow', ['b']]);
      const end = begin('none', { ...context, slices });
      const known = new Map<string, string>();
      const expected = new Set<string>();
      for (const { ids, outcome, kind } of steps) {
        const made = ids.map((id) => sampleEvent(`e${id}`, id, { outcome }));
        for (const { id } of made) {
          const before = known.get(id);
          const becomes = (passes: (outcome: string | undefined) => boolean) =>
            passes(outcome) && (before === undefined ? kind !== 'history' : !passes(before));
          if (becomes((one) => one === 'block')) {
            expected.add(`a ${id}`);
          }
          if (becomes((one) => one !== 'allow')) {
            expected.add(`b ${id}`);
          }
          known.set(id, outcome);
        }
        events().apply(made, { at: NOW, fromHistory: kind === 'history', isLate: kind === 'late' });
        if (isSliced) {
          slices.runAll();
        }
      }
      slices.runAll();
      end();
      await context.clock.advance(10_000);
      const came = runs.map(
        ({ command, event }) => `${command[0]} ${(JSON.parse(event) as { id: string }).id}`,
      );
      expect([...came].sort()).toEqual([...expected].sort());
    }),
  );
});
