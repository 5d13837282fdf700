import { beforeEach, expect, it } from 'vitest';

import { expireMutes } from '../../../src/commands/alerts/mutes.ts';
import { raiseAlerts } from '../../../src/commands/alerts/raise-alerts.ts';
import { goToEvent } from '../../../src/commands/feed/go-to-event.ts';
import { copyView } from '../../../src/commands/lists/copy-view.ts';
import { LIST_SOURCES } from '../../../src/commands/lists/list-sources.ts';
import { selectPageRecords } from '../../../src/commands/export/page-records.ts';
import { selectOverviewRecords } from '../../../src/commands/export/overview-records.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { commandById } from '../../../src/commands/app/registry.ts';
import { selectOpenBlocks } from '../../../src/stores/events/open-blocks.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectHiddenByMutes, selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
let context: TestContext;

const visible = () => [...selectVisibleEvents(context.stores)].map(({ id }) => id);
const notice = () => context.stores.view.getState().notice?.text;
const choose = (label: string) => {
  const menu = openDialogOf(context, 'choice');
  const choice = menu.choices.find((each) => each.label.startsWith(label));
  context.stores.view.setState({ dialogs: [] });
  void menu.choose(choice?.value ?? '');
};
const submit = (text: string) => {
  const field = openDialogOf(context, 'text');
  const problem = field.findProblem(text);
  if (problem === undefined) {
    context.stores.view.setState({ dialogs: [] });
    field.submit(text);
  }
  return problem;
};

beforeEach(() => {
  context = createTestContext();
  const { stores } = context;
  stores.view.setState({ tab: 'events' });
  stores.events.setState({ coveredSince: 0 });
  stores.acknowledged.setState({ since: 0 });
  stores.events.apply(
    [
      sampleEvent('a', 3, { outcome: 'block', subject: { package: 'left-pad' } }),
      sampleEvent('b', 2, { outcome: 'allow', subject: { package: 'left-pad' } }),
      sampleEvent('c', 1, { outcome: 'allow', subject: { package: 'lodash' } }),
    ],
    live,
  );
  visible();
});

it('mutes what the row under the cursor has, says what it hides, and shows it again once it is over', async () => {
  updatePane(context.stores.view, 'events', { cursor: 'a', follow: false, frozenAt: 1 });
  const open = selectOpenBlocks(context.stores).count;
  run(context, 'mutes.add');
  choose('only package left-pad');
  choose('30 minutes');
  expect(notice()).toMatch(/^Muted until 09:30:00Z: package:"left-pad"\./);
  expect(visible()).toEqual(['c']);
  run(context, 'mutes.list');
  expect(openDialogOf(context, 'choice').choices[0]?.label).toMatch(
    /^package:"left-pad" {2}\(2 hidden, 1 BLOCK; ends 09:30:00Z, in 30/,
  );
  // What nobody has acknowledged is counted all the same.
  expect(selectOpenBlocks(context.stores).count).toBe(open);
  await context.clock.advance(30 * 60_000 - 1);
  expireMutes(context);
  expect(visible()).toEqual(['c']);
  await context.clock.advance(1);
  expireMutes(context);
  expect(visible()).toEqual(['c', 'b', 'a']);
  expect(context.stores.view.getState().messages[0]?.text).toBe(
    'No longer muted, its time is over: package:"left-pad"',
  );
});

it('mutes what the filter shows, or what is typed, for a week at most', () => {
  updatePane(context.stores.view, 'events', { text: 'lodash' });
  run(context, 'mutes.add');
  choose('what the filter shows: lodash');
  choose('as long as you type');
  expect(submit('8d')).toBe('A mute lasts a minute at least and 7 days at most.');
  expect(submit('soon')).toContain('30m, 4h or 2d');
  expect(submit('7d')).toBeUndefined();
  expect(visible()).toEqual([]);
  run(context, 'mutes.add');
  choose('what you type');
  expect(submit('')).toContain('Type what to mute');
  expect(submit('outcome:block')).toBeUndefined();
  choose('4 hours');
  expect(
    context.stores.mutes
      .getState()
      .active.map(({ text }) => text)
      .sort(),
  ).toEqual(['lodash', 'outcome:block']);
});

it('names what it mutes so that a look-alike is seen', () => {
  context.stores.mutes.mute({
    text: 'l\u043edash',
    at: context.clock.now(),
    until: context.clock.now() + 60_000,
  });
  run(context, 'mutes.list');
  expect(openDialogOf(context, 'choice').choices[0]?.label).toContain('l\\u{43e}dash');
});

it('is ended from the list of mutes', () => {
  context.stores.mutes.mute({ text: 'lodash', at: context.clock.now(), until: context.clock.now() + 60_000 });
  expect(visible()).toEqual(['b', 'a']);
  run(context, 'mutes.list');
  choose('lodash');
  expect(visible()).toEqual(['c', 'b', 'a']);
  expect(commandById('mutes.list').disabledReason?.(context)).toBe('Nothing is muted.');
});

it('keeps alerts quiet until it ends', async () => {
  let rings = 0;
  raiseAlerts({ ...context, slices: { begin: () => () => true, soon: (run) => run() } }, 'bell', {
    ring: () => rings++,
    sendNotification: () => true,
    run: () => undefined,
  });
  const { stores, clock } = context;
  stores.mutes.mute({ text: 'package:left-pad', at: clock.now(), until: clock.now() + 60_000 });
  const block = (id: string, name: string) =>
    sampleEvent(id, 1, { outcome: 'block', subject: { package: name } });
  stores.events.apply([block('x', 'left-pad')], live);
  expect(rings).toBe(0);
  stores.events.apply([block('y', 'lodash')], live);
  expect(rings).toBe(1);
  await clock.advance(60_000);
  stores.events.apply([block('z', 'left-pad')], live);
  expect(rings).toBe(2);
});

it('is named where somebody goes to an event that it hides', () => {
  context.stores.mutes.mute({ text: 'lodash', at: context.clock.now(), until: context.clock.now() + 60_000 });
  goToEvent(context, { id: 'c' });
  expect(notice()).toBe(
    'The event is muted until 09:01:00Z by lodash: the feed does not show it. :mutes ends that.',
  );
});

it('says in what is exported how many events of a list and of its counts are not in it', () => {
  const { stores } = context;
  const notes = () => LIST_SOURCES.events.records(context).notes;
  expect(notes()).toEqual([]);
  stores.mutes.mute({ text: 'package:left-pad', at: NOW, until: NOW + 60_000 });
  expect(visible()).toEqual(['c']);
  expect(notes()).toEqual(['2 muted events are not in it, 1 of them a block']);
  openPage(context, { kind: 'count', of: 'events', by: 'package', within: [] });
  expect(selectPageRecords(context)?.notes).toEqual(notes());
});

it('hides nothing of machines of which it is not known what they are called, and counts that', () => {
  const { stores } = context;
  stores.agents.setState({ failure: { message: 'Refused.', at: NOW, status: 403 } });
  for (const text of ['host:prod-*', '-host:ci-* package:left-pad', 'package:lodash']) {
    stores.mutes.mute({ text, at: NOW, until: NOW + 3_600_000 });
  }
  visible();
  expect(visible()).toEqual(['b', 'a']);
  run(context, 'mutes.list');
  const labels = openDialogOf(context, 'choice').choices.map(({ label }) => label.replace(/; ends .*/, ''));
  expect(labels.sort()).toEqual([
    '-host:ci-* package:left-pad  (none hidden; 2 shown that it may be about, as names of machines are not known (403)',
    'host:prod-*  (none hidden; 2 shown that it may be about, as names of machines are not known (403)',
    'package:lodash  (1 hidden',
  ]);
  stores.view.setState({ dialogs: [] });
  // A machine that is known is hidden or shown as it should be.
  receive(stores.agents, listingOf([sampleAgent('1', { client_id: 'client-1', hostname: 'prod-1' })]), NOW);
  expect(visible()).toEqual([]);
  expect(selectHiddenByMutes(stores).map(({ count, unjudged }) => [count, unjudged])).toEqual([
    [2, 0],
    [1, 0],
    [0, 0],
  ]);
});

it('is not alerted less of a machine that nobody knows by a mute of its name', () => {
  const { stores } = context;
  stores.agents.setState({ failure: { message: 'Refused.', at: NOW, status: 403 } });
  stores.mutes.mute({ text: '-host:ci-*', at: NOW, until: NOW + 3_600_000 });
  let rings = 0;
  raiseAlerts({ ...context, slices: { begin: () => () => true, soon: (go) => go() } }, 'bell', {
    ring: () => rings++,
    sendNotification: () => true,
    run: () => undefined,
  });
  stores.events.apply([sampleEvent('d', 0, { outcome: 'block' })], live);
  expect(rings).toBe(1);
});

it('is said in the file of the feed, and beside a command that shows what it hides', () => {
  const { stores } = context;
  const until = context.clock.now() + 60_000;
  const saysOnCopy = () => {
    copyView(context);
    stores.view.setState({ dialogs: [] });
    return notice();
  };
  expect(saysOnCopy()).toBeUndefined();
  stores.mutes.mute({ text: 'package:left-pad', at: context.clock.now(), until });
  visible();
  expect(LIST_SOURCES.events.records(context).notes).toContain(
    '2 muted events are not in it, 1 of them a block',
  );
  expect(saysOnCopy()).toBe(
    'Of this view: 2 muted events are not in it, 1 of them a block. The command line and other hosts show them.',
  );
});

it.each([
  ['package', { kind: 'package', name: asUntrusted('left-pad'), ecosystem: asUntrusted('npm') }],
  ['agent', { kind: 'agent', agentId: undefined, clientId: asUntrusted('client-1') }],
] as const)('hides nothing on the page of a %s, whose file says so', (_kind, subject) => {
  const { stores } = context;
  const notes = () => {
    const records = selectPageRecords(context);
    return [records?.document?.notes, ...(records?.lists ?? []).map((list) => list.notes)].map((each) =>
      each?.filter((note) => note.includes('mute')),
    );
  };
  openPage(context, subject);
  expect(notes()[0]).toEqual([]);
  stores.mutes.mute({
    text: 'package:left-pad',
    at: context.clock.now(),
    until: context.clock.now() + 60_000,
  });
  const said = ['muted events are in it like any other: 1 mute is in force'];
  expect(notes()[0]).toEqual(said);
  expect(notes()[1]).toEqual(said);
});

it('hides nothing on the overview, whose file says so', () => {
  const { stores } = context;
  stores.mutes.mute({
    text: 'package:left-pad',
    at: context.clock.now(),
    until: context.clock.now() + 60_000,
  });
  expect(selectOverviewRecords(context).document?.notes).toContain(
    'events: muted events are in it like any other: 1 mute is in force',
  );
});
