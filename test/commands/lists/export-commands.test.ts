import { beforeEach, describe, expect, it, vi } from 'vitest';

import { selectEventFacts } from '../../../src/stores/events/event-facts.ts';
import { selectFeedRows } from '../../../src/stores/events/select-events.ts';
import { selectShownRecords } from '../../../src/commands/lists/shown-records.ts';
import { openPage, selectedPageRow } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import type { ResourceStore } from '../../../src/stores/base/resource-store.ts';
import type { PageSubject } from '../../../src/stores/entity/page-subject.ts';
import { selectPage } from '../../../src/stores/entity/select-page.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { TABS } from '../../../src/stores/base/tab.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW, listingOf, sampleEvent, sampleSession } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events' });
});

const notice = () => context.stores.view.getState().notice;

/** Runs a command whose parts are loaded when it runs. */
async function start(on: TestContext, id: string): Promise<void> {
  run(on, id);
  await vi.dynamicImportSettled();
}

/** Picks an entry of the open menu by a part of its name. */
function choose(part: string): void {
  const dialog = openDialogOf(context, 'choice');
  const choice = dialog.choices.find(({ label }) => label.includes(part));
  if (choice === undefined) {
    throw new Error(`No choice ${part} in:\n${dialog.choices.map(({ label }) => label).join('\n')}`);
  }
  context.stores.view.setState({ dialogs: [] });
  void dialog.choose(choice.value);
}

describe('exporting chosen columns', () => {
  const labels = () => openDialogOf(context, 'choice').choices.map(({ label }) => label as string);

  it('offers what is shown beside everything, and says so', async () => {
    await start(context, 'items.export');
    expect(labels().join()).not.toContain('shown');
    context.stores.view.setState({ dialogs: [] });
    updatePane(context.stores.view, 'events', { columns: ['payload.reasons', 'PACKAGE', 'TIME'] });
    await start(context, 'items.export');
    expect(labels().filter((label) => label.includes('the 3 fields shown'))).toHaveLength(4);
    expect(labels().filter((label) => label.includes('listed'))).toHaveLength(9);
  });

  it('names them as a query does, in their order, and leaves out what is worked out', () => {
    updatePane(context.stores.view, 'agents', { columns: ['LAST SEEN', 'FLAGS', 'HOST', 'machine_id'] });
    context.stores.view.setState({ tab: 'agents' });
    expect(selectShownRecords(context).shown?.columns.map(({ name }) => name)).toEqual([
      'seen',
      'host',
      'machine_id',
    ]);
  });
});

describe('copying', () => {
  it.each([
    ['package  ', 'package-1'],
    ['package@version', 'package-1@1.0.1'],
    ['host', 'build-01'],
    ['event id', 'event-01'],
    ['reasons', 'known malware; typosquat of react'],
  ])('offers the %s of the event under the cursor', async (label, text) => {
    updatePane(context.stores.view, 'events', { follow: false, cursor: 'event-01', frozenAt: 1 });
    // Agents of the sample have clients of their own.
    const agents = context.stores.agents.getState().data;
    context.stores.agents.setState({
      data: agents && {
        ...agents,
        rows: agents.rows.map((agent, index) => ({ ...agent, client_id: `client-${index}` as never })),
      },
    });
    await start(context, 'items.copy');
    choose(label);
    await settle();
    expect(context.copied).toEqual([text]);
    expect(notice()).toMatchObject({ tone: 'done' });
  });

  it('never lets a copied value act where it is pasted', async () => {
    context.stores.events.apply(
      [sampleEvent('hostile', 1, { subject: { package: 'a\nrm -rf /\n\u001b[2J' } })],
      { at: context.clock.now(), fromHistory: false },
    );
    updatePane(context.stores.view, 'events', { follow: false, cursor: 'hostile', frozenAt: 9 });
    await start(context, 'items.copy');
    choose('package');
    await settle();
    expect(context.copied.join('')).not.toMatch(/[\n\u001b]/);
  });

  it('copies what is marked, and shows text plainly for a terminal that takes no copies', async () => {
    updatePane(context.stores.view, 'agents', { marks: new Set(['agent-1', 'agent-4']) });
    context.stores.view.setState({ tab: 'agents' });
    await start(context, 'items.copy');
    choose('2 marked agents as CSV');
    await settle();
    expect(context.copied[0]?.split('\r\n')).toHaveLength(4);
    await start(context, 'items.copy');
    choose('Show one of these plainly');
    choose('agent id');
    expect(openDialogOf(context, 'plain').text).toBe('agent-0');
  });
});

describe('very many marked events', () => {
  it('are not read before they are written, and are too many to copy', async () => {
    const { stores, clock } = context;
    const many = Array.from({ length: 150 }, (_, index) => sampleEvent(`many-${index}`, 900 + index));
    stores.events.apply(many, { at: clock.now(), fromHistory: false });
    updatePane(stores.view, 'events', { marks: new Set(many.map(({ id }) => id)) });
    const read = vi.spyOn(stores.events, 'get');
    await start(context, 'items.copy');
    expect(openDialogOf(context, 'choice').title).toContain('the 150 marked are too many for a clipboard');
    expect(
      openDialogOf(context, 'choice')
        .choices.map(({ label }) => String(label))
        .join(),
    ).not.toContain('marked');
    await start(context, 'items.export');
    expect(read.mock.calls.length).toBeLessThan(50);
    choose('150 events that are marked, as JSON');
    (await eventually(() => openDialogOf(context, 'text'))).submit('many.jsonl');
    await settle();
    expect(context.written.get('many.jsonl')?.trimEnd().split('\n')).toHaveLength(150);
  });
});

describe('exporting', () => {
  it.each(TABS.filter((tab) => tab !== 'overview'))('writes all of %s', async (tab) => {
    context.stores.view.setState({ tab });
    await start(context, 'items.export');
    choose('that are listed, as JSON');
    const dialog = await eventually(() => openDialogOf(context, 'text'));
    expect(dialog.initial).toMatch(/^~\/vigil-\w+-\d{8}T\d{6}Z\.jsonl$/);
    dialog.submit(dialog.initial);
    await settle();
    const text = context.written.get(dialog.initial) ?? '';
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rows.length).toBeGreaterThan(1);
    expect(notice()).toMatchObject({ tone: 'done' });
    expect(notice()?.text).toContain(`${rows.length} `);
    expect(notice()?.text).toContain(dialog.initial);
  });

  it('writes only what the filters let through', async () => {
    updatePane(context.stores.view, 'events', { outcomes: ['block'] });
    await start(context, 'items.export');
    choose('all 12 events that are listed, as JSON');
    (await eventually(() => openDialogOf(context, 'text'))).submit('blocks.jsonl');
    await settle();
    const lines = (context.written.get('blocks.jsonl') ?? '').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome)).toEqual(
      Array(12).fill('block'),
    );
  });

  it('writes every event of folded rows, and counts events', async () => {
    const { stores, clock } = context;
    stores.events.apply(
      Array.from({ length: 3 }, (_, index) => sampleEvent(`same-${index}`, 900 + index)),
      { at: clock.now(), fromHistory: false },
    );
    updatePane(stores.view, 'events', { text: 'id:same-*' });
    expect(selectFeedRows(stores)).toHaveLength(1);
    await start(context, 'items.export');
    choose('all 3 events');
    (await eventually(() => openDialogOf(context, 'text'))).submit('all.jsonl');
    await settle();
    expect(context.written.get('all.jsonl')?.trimEnd().split('\n')).toHaveLength(3);
    run(context, 'marks.toggle');
    await start(context, 'items.export');
    choose('3 events that are marked');
    (await eventually(() => openDialogOf(context, 'text'))).submit('marked.jsonl');
    await settle();
    expect(context.written.get('marked.jsonl')?.trimEnd().split('\n')).toHaveLength(3);
  });

  it('writes the event that the pane shows where the filters hide the one under the cursor', async () => {
    updatePane(context.stores.view, 'events', {
      follow: false,
      frozenAt: 1,
      cursor: 'event-00',
      outcomes: ['block'],
    });
    await start(context, 'items.export');
    choose('this event, as JSON');
    (await eventually(() => openDialogOf(context, 'text'))).submit('one.jsonl');
    await settle();
    const shown = selectEventFacts(context.stores)?.event;
    expect(shown?.event.outcome).toBe('block');
    expect(JSON.parse(context.written.get('one.jsonl') ?? '')).toMatchObject({ id: shown?.id });
  });

  it('writes as Markdown what people look at first', async () => {
    await start(context, 'items.export');
    choose('this event, as Markdown');
    (await eventually(() => openDialogOf(context, 'text'))).submit('event.md');
    await settle();
    expect(context.written.get('event.md')).toMatch(/^\| timestamp \| outcome \| subject\.ecosystem \|/);
  });

  it('says of CSV what stands before values, and offers another one for programs', async () => {
    context.stores.events.apply([sampleEvent('scoped', 1, { subject: { package: '@scope/name' } })], {
      at: context.clock.now(),
      fromHistory: false,
    });
    updatePane(context.stores.view, 'events', { follow: false, cursor: 'scoped', frozenAt: 9 });
    const writtenAs = async (label: string) => {
      await start(context, 'items.export');
      choose(label);
      const dialog = await eventually(() => openDialogOf(context, 'text'));
      dialog.submit('scoped.csv');
      await settle();
      return [
        dialog.lines.map(({ value }) => (typeof value === 'string' ? value : '')).join(),
        context.written.get('scoped.csv'),
      ];
    };
    const [note, guarded] = await writtenAs('this event, as CSV');
    expect(note).toContain("@scope/name is '@scope/name");
    expect(guarded).toContain(",'@scope/name");
    const [, kept] = await writtenAs('this event, as CSV for programs (');
    expect(kept).toContain(',@scope/name');
    expect(notice()?.text).toContain('as CSV for programs');
  });

  it('says why it failed', async () => {
    const failing = {
      ...context,
      files: {
        ...context.files,
        write: () => Promise.reject(new Error('/x is there already and is not written over.')),
      },
    };
    await start(failing, 'items.export');
    choose('this event, as CSV');
    (await eventually(() => openDialogOf(context, 'text'))).submit('/x');
    await settle();
    expect(notice()).toMatchObject({ tone: 'bad', text: '/x is there already and is not written over.' });
  });

  it('shows how far a long one has come, and stops when it is cancelled', async () => {
    let progress: (pieces: number) => void = () => undefined;
    const stopped = Promise.withResolvers<never>();
    const slow = {
      ...context,
      files: {
        ...context.files,
        write: (
          _path: string,
          _pieces: unknown,
          { signal, onProgress }: Parameters<typeof context.files.write>[2],
        ) => {
          progress = onProgress ?? progress;
          signal.addEventListener('abort', () => stopped.reject(signal.reason));
          return stopped.promise;
        },
      },
    };
    await start(slow, 'items.export');
    choose('that are listed, as CSV');
    (await eventually(() => openDialogOf(context, 'text'))).submit('slow.csv');
    context.stores.view.setState({ dialogs: [] });
    progress(1);
    expect(context.stores.view.getState().dialogs).toEqual([]);
    await context.clock.advance(400);
    progress(20);
    expect(openDialogOf(context, 'progress')).toMatchObject({ done: 20, of: 60 });
    await context.clock.advance(400);
    progress(40);
    expect(openDialogOf(context, 'progress').done).toBe(40);
    run(slow, 'progress.close');
    await settle();
    expect(notice()?.text).toBe('Cancelled. Nothing was written.');
    expect(context.stores.view.getState().dialogs).toEqual([]);
  });
});

/** Writes what an entry of the open menu names, and gives what was written. */
async function writtenAs(part: string): Promise<string> {
  choose(part);
  await settle();
  const dialog = await eventually(() => openDialogOf(context, 'text'));
  context.stores.view.setState({ dialogs: [] });
  dialog.submit('file');
  await settle();
  return context.written.get('file') ?? '';
}

describe('of a page over the pane', () => {
  beforeEach(() => {
    context.stores.events.apply(
      [1, 2, 3].map((number) =>
        sampleEvent(`of-lodash-${number}`, number, {
          outcome: 'block',
          client_id: 'client-1',
          subject: { ecosystem: 'npm', package: 'lodash', version: `4.0.${number}` },
          payload: { reasons: [`score ${number} is below 4`] },
        }),
      ),
      { at: context.clock.now(), fromHistory: false },
    );
  });

  async function open(subject: PageSubject): Promise<void> {
    openPage(context, subject);
    await eventually(() => expect(selectPage(context.stores, 0)?.entityEvents.digest?.rows).toHaveLength(3));
  }

  const SUBJECTS: readonly (readonly [PageSubject, string, readonly string[]])[] = [
    [
      { kind: 'package', ecosystem: asUntrusted('npm'), name: asUntrusted('lodash') },
      'details of the package',
      ['events', 'versions', 'machines', 'reasons'],
    ],
    [
      { kind: 'reason', template: asUntrusted('score # is below #') },
      'details of the reason',
      ['events', 'packages', 'machines', 'wordings'],
    ],
  ];

  it.each(SUBJECTS)('all of it is written as JSON: $kind', async (subject, noun, lists) => {
    await open(subject);
    await start(context, 'page.export');
    const written = JSON.parse(await writtenAs(`the ${noun}, as JSON`)) as Record<string, unknown>;
    expect(Object.keys(written)).toEqual(expect.arrayContaining(['title', 'totals', ...lists]));
    expect(written['events']).toHaveLength(3);
    expect(written).toMatchObject({ totals: { events: 3, block: 3 } });
  });

  it.each(SUBJECTS)('all of it is written and copied as Markdown: $kind', async (subject, noun) => {
    await open(subject);
    await start(context, 'page.export');
    const written = await writtenAs(`the ${noun}, as Markdown`);
    expect(written).toContain('## Events\n\n| timestamp | outcome |');
    await start(context, 'page.copy');
    choose(`the ${noun} as Markdown`);
    await settle();
    expect(context.copied).toEqual([written]);
  });

  it('its lists are written by themselves, and the row under the cursor is copied', async () => {
    const [[subject] = []] = SUBJECTS;
    await open(subject as PageSubject);
    await start(context, 'page.export');
    const csv = await writtenAs('3 versions, as CSV');
    expect(csv.split('\r\n')[0]).toBe('version,events,block,review,allow,other,first_seen,last_seen');
    run(context, 'page.first');
    await start(context, 'page.copy');
    choose('package');
    await settle();
    expect(context.copied).toEqual(['lodash']);
  });

  it('the details of an agent holds its sessions', async () => {
    const clientId = asUntrusted('client-1');
    const sessions = [sampleSession('s1', 60), sampleSession('s2', 90)];
    context.stores.machineSessions.setState({ data: { clientId, sessions, total: 2, isRead: true } });
    openPage(context, { kind: 'agent', agentId: undefined, clientId });
    await eventually(() => expect(selectPage(context.stores, 0)?.entityEvents.digest).toBeDefined());
    await start(context, 'page.export');
    const written = JSON.parse(await writtenAs('the details of the agent, as JSON')) as object;
    expect(written).toMatchObject({ sessions: [{ id: 's1' }, { id: 's2' }] });
    context.stores.machineSessions.setState({ data: { clientId, sessions, total: 9, isRead: true } });
    await start(context, 'page.export');
    const clipped = JSON.parse(await writtenAs('the details of the agent in part, as JSON')) as object;
    expect(clipped).toMatchObject({ incomplete: { read: 2, of: 9 } });
    const unverified = { clientId, sessions, total: undefined, isRead: true, doubt: 'moved' } as const;
    context.stores.machineSessions.setState({ data: unverified });
    await start(context, 'page.export');
    const inPart = JSON.parse(await writtenAs('the details of the agent known, as JSON')) as object;
    expect(inPart).toMatchObject({ incomplete: { read: 2, of: null, unverified: true } });
  });
});

describe('of the overview', () => {
  beforeEach(() => {
    context.stores.view.setState({ tab: 'overview', columns: 160, rows: 45 });
  });

  it.each([
    ['outcome block', 'outcome', 'block'],
    ['event event-01', 'package', 'package-1'],
    ['service', 'version', '2.4.0'],
  ])('what is under the cursor is copied: %s', async (cursor, label, value) => {
    updatePane(context.stores.view, 'overview', { cursor });
    await start(context, 'overview.copy');
    choose(label);
    await settle();
    expect(context.copied).toEqual([value]);
  });

  it.each([
    ['figure day', 'this count of blocks, as JSON', '"blocks":7'],
    ['figure unacknowledged', 'this count of blocks so far (60), as JSON', '"unacknowledged_blocks":12'],
  ])('the figure under the cursor is written, not another one: %s', async (cursor, choice, figure) => {
    const { stores } = context;
    stores.blockCounts.setState({ data: { hour: 3, day: 7 } });
    updatePane(stores.view, 'overview', { cursor });
    await start(context, 'overview.export');
    const written = await writtenAs(choice);
    expect(written.replaceAll(': ', ':')).toContain(figure);
    expect(written).not.toContain('clones');
  });

  it('its blocks are written, each and all together', async () => {
    await start(context, 'overview.export');
    expect(JSON.parse(await writtenAs('the overview, as JSON'))).toMatchObject({
      summary: { total_events: 1000 },
      agents: { agents: 12, clones: 1 },
      health: { status: 'ok' },
    });
    await start(context, 'overview.export');
    expect(await writtenAs('3 outcomes, as CSV')).toContain('block,40');
  });
});

it('offers the fields of the detail that has the focus', async () => {
  updatePane(context.stores.view, 'events', { follow: false, cursor: 'event-01', frozenAt: 1, detail: true });
  run(context, 'focus.switch');
  await start(context, 'items.copy');
  choose('subject.version');
  await settle();
  expect(context.copied).toEqual(['1.0.1']);
});

it('lines up the values that can be copied', async () => {
  updatePane(context.stores.view, 'events', { follow: false, cursor: 'event-01', frozenAt: 1 });
  await start(context, 'items.copy');
  const labels = openDialogOf(context, 'choice').choices.map(({ label }) => label);
  expect(labels.slice(0, 2)).toEqual(['package          package-1', 'package@version  package-1@1.0.1']);
});

describe('what looks like a secret in a row', () => {
  const SECRET = `ghp_${'A1b2'.repeat(9)}`;

  beforeEach(() => {
    const sessions = [
      sampleSession('s1', 60, { first_prompt: `Use ${SECRET}` }),
      sampleSession('s2', 90, { first_prompt: 'Hello' }),
    ];
    context.stores.sessions.setState({ data: listingOf(sessions) });
    context.stores.view.setState({ tab: 'sessions' });
  });

  it('is left out of a file unless that is not wanted', async () => {
    await start(context, 'items.export');
    choose('all 2 sessions that are listed, as JSON');
    await settle();
    const { title, initial } = openDialogOf(context, 'choice');
    expect(title).toBe('This looks like secrets: GitHub token (#1)');
    expect(initial).toBe('without');
    const without = await writtenAs('Leave them out');
    expect(without).toContain('[GitHub token left out]');
    expect(without).not.toContain(SECRET);
    await start(context, 'items.export');
    choose('all 2 sessions that are listed, as JSON');
    await settle();
    expect(await writtenAs('as it is')).toContain(SECRET);
  });

  it('is not shown in the menu, and left out of a copy unless it is chosen as it is', async () => {
    await start(context, 'items.copy');
    const labels = openDialogOf(context, 'choice').choices.map(({ label }) => label);
    expect(labels.join('\n')).not.toContain(SECRET);
    choose('Use [GitHub token left out]');
    await settle();
    await start(context, 'items.copy');
    choose('the session as JSON, as it is: looks like it holds GitHub token');
    await settle();
    expect(context.copied[0]).toBe('Use [GitHub token left out]');
    expect(context.copied[1]).toContain(SECRET);
  });
});

describe('exporting what is not all there', () => {
  async function write(part: string, path: string): Promise<string> {
    await start(context, 'items.export');
    choose(part);
    const dialog = await vi.waitFor(() => openDialogOf(context, 'text'));
    expect(dialog.initial).toContain('-incomplete-');
    dialog.submit(path);
    await settle();
    expect(notice()).toMatchObject({ tone: 'plain' });
    expect(notice()?.text).toContain('It is not complete.');
    return context.written.get(path) ?? '';
  }

  it.each([
    ['JSON', /\n\{"incomplete":"60 events that are listed so far \(60 of 860\)"\}\n$/],
    ['CSV', /\r\nIncomplete: 60 events that are listed so far \(60 of 860\)\r\n$/],
    ['Markdown', /\nIncomplete: 60 events that are listed so far \(60 of 860\)\n$/],
  ])('says so in the menu, the name, the file and the message, as %s', async (format, ending) => {
    context.stores.events.setState({ toCome: 800 });
    expect(await write(`60 events that are listed so far (60 of 860), as ${format}`, 'part')).toMatch(ending);
  });

  it('says so while a filter is not back to the time that it names', async () => {
    context.stores.events.setState({ coveredSince: context.clock.now() - 3_600_000, older: 'reading' });
    updatePane(context.stores.view, 'events', { text: 'since:7d' });
    expect(await write('events that are listed, from 2026-03-02 08:00:00Z on so far (', 'week')).toContain(
      '"incomplete"',
    );
  });

  it.each([
    ['since:30m', ', from 2026-03-02 08:30:00Z on'],
    ['since:30m until:10m', ', from 2026-03-02 08:30:00Z to 2026-03-02 08:50:00Z'],
    ['since:7d', ', from 2026-03-02 08:00:00Z on'],
  ])('says of which times the events are with %s', async (text, reach) => {
    const { view, events } = context.stores;
    events.apply([sampleEvent('x', 1000), sampleEvent('y', 1200)], { at: NOW, fromHistory: false });
    view.setState({ minute: NOW });
    events.setState({ coveredSince: NOW - 3_600_000 });
    updatePane(view, 'events', { text });
    await start(context, 'items.export');
    expect(JSON.stringify(context.stores.view.getState().dialogs.at(-1))).toContain(
      `that are listed${reach}`,
    );
  });

  it('says so while older events are read, whatever the filter', async () => {
    context.stores.events.setState({ older: 'reading' });
    expect(await write('60 events that are listed so far (60), as JSON', 'older')).toContain('"incomplete"');
  });

  it.each(['agents', 'sessions', 'llm'] as const)('says so of a list that is still read: %s', async (tab) => {
    const { agents, sessions, llmCalls } = context.stores;
    const cut = <Data extends object>(store: ResourceStore<Data>) => {
      const { data } = store.getState();
      store.setState({ data: data && { ...data, total: 20_000 } });
    };
    ({ agents: () => cut(agents), sessions: () => cut(sessions), llm: () => cut(llmCalls) })[tab]();
    context.stores.view.setState({ tab });
    expect(await write('of 20,000', 'list')).toContain('"incomplete"');
  });

  it('says so in each total', async () => {
    const { data } = context.stores.llmCalls.getState();
    context.stores.llmCalls.setState({ data: data && { ...data, total: 3090, reach: 'part' } });
    context.stores.view.setState({ tab: 'llm' });
    updatePane(context.stores.view, 'llm', { shows: 'totals' });
    const [first = ''] = (await write('of 3,090', 'totals')).split('\n');
    expect(JSON.parse(first)).toMatchObject({ calls: 8, incomplete: { read: 8, of: 3090 } });
  });

  it('says so of one total, too', async () => {
    const { data } = context.stores.llmCalls.getState();
    context.stores.llmCalls.setState({ data: data && { ...data, total: 3090, reach: 'part' } });
    context.stores.view.setState({ tab: 'llm' });
    updatePane(context.stores.view, 'llm', { shows: 'totals' });
    expect(await write('this total so far (8 of 3,090), as JSON', 'total')).toContain(
      '{"incomplete":"this total',
    );
  });

  it.each(['agents', 'summary', 'calendar'] as const)(
    'says so of an overview without its %s',
    async (part) => {
      const { stores } = context;
      const empty = { data: undefined, receivedAt: undefined, failure: undefined };
      ({
        agents: () => stores.agents.setState(empty),
        summary: () => stores.summary.setState(empty),
        calendar: () => stores.calendar.setState(empty),
      })[part]();
      stores.view.setState({ tab: 'overview' });
      const text = await write('the overview so far, as JSON', 'overview');
      expect(JSON.parse(text)).toMatchObject({ incomplete: { read: 0, of: null } });
    },
  );

  it('says so of the overview', async () => {
    const { data } = context.stores.agents.getState();
    context.stores.agents.setState({ data: data && { ...data, total: 20_000 } });
    context.stores.view.setState({ tab: 'overview' });
    const text = await write('the overview in part, as JSON', 'overview');
    expect(JSON.parse(text)).toMatchObject({ incomplete: { read: 12, of: 20_000 }, agents: { clones: 1 } });
  });

  it('says of the list and of the row of a page alone how much they are made of', async () => {
    context.stores.events.setState({ toCome: 800 });
    openPage(context, { kind: 'package', name: asUntrusted('package-1'), ecosystem: asUntrusted('npm') });
    const [first = ''] = (await write('1 version so far (60 of 860), as JSON', 'versions')).split('\n');
    expect(JSON.parse(first)).toMatchObject({ version: '1.0.1', incomplete: { read: 60, of: 860 } });
    while (selectedPageRow(context)?.id !== 'version 1.0.1') {
      run(context, 'page.down');
    }
    expect(await write('this version so far (60 of 860), as CSV', 'version')).toContain(
      'Incomplete: this version',
    );
  });

  it('says of the count of agents alone how many were counted', async () => {
    const { data } = context.stores.agents.getState();
    context.stores.agents.setState({ data: data && { ...data, total: 20_000 } });
    context.stores.view.setState({ tab: 'overview', columns: 160, rows: 45 });
    updatePane(context.stores.view, 'overview', { cursor: 'agents all' });
    expect(await write('this count of agents (12 of 20,000 read), as JSON', 'count')).toContain(
      '"incomplete":{"read":12,"of":20000}',
    );
  });

  it('says so of the newest blocks alone, and not of what the server counted itself', async () => {
    const { data } = context.stores.agents.getState();
    context.stores.agents.setState({ data: data && { ...data, total: 20_000 } });
    context.stores.events.setState({ toCome: 800 });
    context.stores.view.setState({ tab: 'overview' });
    await write('newest blocks so far (60 of 860), as JSON', 'blocks');
    await start(context, 'overview.export');
    expect(await writtenAs('3 outcomes, as JSON')).not.toContain('incomplete');
    expect(notice()).toMatchObject({ tone: 'done' });
  });

  it('says so where marked rows are gone since they were offered', async () => {
    context.stores.view.setState({ tab: 'events' });
    updatePane(context.stores.view, 'events', { marks: new Set(['event-01', 'event-02', 'event-03']) });
    await start(context, 'items.export');
    choose('3 events that are marked, as JSON');
    const dialog = await vi.waitFor(() => openDialogOf(context, 'text'));
    const get = context.stores.events.get.bind(context.stores.events);
    vi.spyOn(context.stores.events, 'get').mockImplementation((id) =>
      id === 'event-02' ? undefined : get(id),
    );
    dialog.submit('marked');
    await settle();
    const words = '2 of 3 events that are marked: the others are no longer here';
    expect(context.written.get('marked')?.split('\n').at(-2)).toBe(`{"incomplete":"${words}"}`);
    expect(notice()?.text).toContain(`${words}, as JSON, one object a line. It is not complete.`);
  });
});

describe('exporting what is not as the server has it', () => {
  async function write(part: string): Promise<string> {
    await start(context, 'items.export');
    const text = await writtenAs(part);
    expect(notice()).toMatchObject({ tone: 'plain' });
    return text;
  }

  const REFUSED = { message: 'The key is not permitted to do this (403).', at: 0, status: 403 };

  it.each(['events', 'agents', 'sessions', 'llm', 'policy'] as const)(
    'says when it was read where it can no longer be: %s',
    async (tab) => {
      const { events, agents, sessions, llmCalls, policy } = context.stores;
      const { receivedAt } = agents.getState();
      ({
        events: () => events.setState({ failure: REFUSED, receivedAt }),
        agents: () => agents.setState({ failure: REFUSED }),
        sessions: () => sessions.setState({ failure: REFUSED }),
        llm: () => llmCalls.setState({ failure: REFUSED }),
        policy: () => policy.setState({ failure: REFUSED }),
      })[tab]();
      context.stores.view.setState({ tab });
      const words = 'as of 2026-03-02 09:00:00Z; reading it again failed (403)';
      expect((await write('listed, as JSON')).trimEnd().split('\n').at(-1)).toBe(`{"note":"${words}"}`);
      expect(notice()?.text).toContain(`Note: ${words}.`);
      expect(await write('listed, as CSV')).toContain(`\r\nNote: ${words}\r\n`);
    },
  );

  it('says so of a part of the overview alone, and which parts of the whole', async () => {
    context.stores.summary.setState({ failure: REFUSED });
    context.stores.view.setState({ tab: 'overview' });
    expect(await write('3 outcomes, as JSON')).toContain('{"note":"as of 2026-03-02 09:00:00Z');
    expect(JSON.parse(await write('the overview, as JSON'))).toMatchObject({
      notes: ['summary: as of 2026-03-02 09:00:00Z; reading it again failed (403)'],
    });
    await start(context, 'overview.export');
    expect(await writtenAs('days with sessions, as JSON')).not.toContain('note');
  });

  it('says of the feed that events were deleted at the server, or dropped here', async () => {
    context.stores.events.setState({ fewer: 3, droppedThrough: Date.parse('2026-02-01T00:00:00Z') });
    const text = await write('listed, as Markdown');
    expect(text).toContain(
      'Note: the server now counts 3 fewer events than were read: some were deleted there',
    );
    expect(text).toContain(
      'Note: events up to 2026-02-01 00:00:00Z were dropped here, as 200,000 are kept at most',
    );
  });
});
