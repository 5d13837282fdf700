import { beforeEach, describe, expect, it } from 'vitest';

import { countsCsv } from '../../../src/cli/events/count-format.ts';
import { countFields } from '../../../src/commands/entity/count-rows.ts';
import { closeDialog } from '../../../src/commands/base/command.ts';
import { selectPageRecords } from '../../../src/commands/export/page-records.ts';
import { findEntries, runEntry } from '../../../src/commands/app/palette.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import { closePage, openPage, selectedPageRow, updatePage } from '../../../src/commands/base/entity-stack.ts';
import { csvForPrograms } from '../../../src/lib/record-formats/csv-table.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { recordOfCount } from '../../../src/stores/counts/count-record.ts';
import { selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import { selectVisibleLlmCalls } from '../../../src/stores/llm/select-llm-calls.ts';
import { selectVisibleSessions } from '../../../src/stores/sessions/select-sessions.ts';
import { openPageOf } from '../../../src/stores/entity/page-subject.ts';
import { selectPage } from '../../../src/stores/entity/select-page.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  sampleSession,
} from '../../helpers/sample-data.ts';

let context: TestContext;

const DAY = 86_400_000;
const isoTime = (time: number) => new Date(time).toISOString();

const view = () => context.stores.view.getState();

/** Presses the key of counting and takes a field. */
function countBy(field: string, command = 'list.count'): void {
  run(context, command);
  const { choices, choose } = openDialogOf(context, 'choice');
  expect(choices.map(({ value }) => value)).toContain(field);
  closeDialog(context);
  void choose(field);
}

const counted = () =>
  (selectPage(context.stores, NOW)?.rows ?? []).flatMap((row) =>
    row.kind === 'count' ? [[row.row.values[0], row.row.count]] : [],
  );

beforeEach(() => {
  context = createTestContext();
  receive(context.stores.agents, listingOf([sampleAgent('agent-1')]), NOW);
  const events = Array.from({ length: 12 }, (_, index) =>
    sampleEvent(`event-${index}`, 600 + index, {
      outcome: index < 3 ? 'block' : 'allow',
      client_id: `client-${index % 2}`,
      subject:
        index === 11 ? {} : { ecosystem: 'npm', package: index % 4 === 0 ? 'left pad' : `p${index % 4}` },
      payload: { reasons: [`score ${index} is below 20`] },
      timestamp: new Date(NOW - index * 3_600_000).toISOString(),
    }),
  );
  context.stores.events.apply(events, { at: NOW, fromHistory: false });
  context.stores.view.setState({ tab: 'events' });
});

describe('counts of the events that pass the filters', () => {
  it('are by the value of a field, the most frequent first, those with more blocks before', () => {
    countBy('package');
    expect(counted()).toEqual([
      ['left pad', 3],
      ['p1', 3],
      ['p2', 3],
      ['p3', 2],
      [undefined, 1],
    ]);
    expect(selectPage(context.stores, NOW)?.count?.counted).toBe(12);
  });

  it('keep up with what arrives, and with the filters of the feed', () => {
    countBy('outcome');
    context.stores.events.apply([sampleEvent('event-99', 1, { outcome: 'block' })], {
      at: NOW,
      fromHistory: false,
    });
    expect(counted()).toEqual([
      ['allow', 9],
      ['block', 4],
    ]);
    context.stores.view.setState(({ events }) => ({ events: { ...events, outcomes: ['block'] } }));
    expect(counted()).toEqual([['block', 4]]);
  });

  it('are by the names of machines once the list of agents says them', () => {
    countBy('host');
    expect(counted().map(([name]) => name)).toEqual(['client-0', 'build-1']);
    receive(
      context.stores.agents,
      listingOf([sampleAgent('agent-0'), sampleAgent('agent-1', { hostname: 'ci-07' })]),
      NOW,
    );
    expect(counted().map(([name]) => name)).toEqual(['build-0', 'ci-07']);
  });

  it('keep up while the list is frozen, and lead to what arrived meanwhile, too', () => {
    run(context, 'list.down');
    expect(view().events.follow).toBe(false);
    context.stores.events.apply([sampleEvent('event-99', 1, { subject: { package: 'p1' } })], {
      at: NOW,
      fromHistory: false,
    });
    expect(selectVisibleEvents(context.stores).length).toBe(12);
    countBy('package');
    expect(counted()[0]).toEqual(['p1', 4]);
    context.stores.events.setState({ older: 'full', coveredSince: NOW - DAY });
    context.stores.view.setState(({ events }) => ({ events: { ...events, text: 'since:25d' } }));
    expect(selectVisibleEvents(context.stores).length).toBe(12);
    expect(selectPage(context.stores, NOW)?.count).toMatchObject({
      counted: 13,
      completeness: { read: 13, isOver: true },
    });
    context.stores.view.setState(({ events }) => ({ events: { ...events, text: '' } }));
    run(context, 'page.open');
    expect(selectVisibleEvents(context.stores).length).toBe(4);
  });

  it('lead to rows of the range of times that is chosen', () => {
    const range = { since: NOW - 5 * 3_600_000, until: NOW - 2 * 3_600_000 };
    context.stores.view.setState(({ events }) => ({ events: { ...events, range, follow: false } }));
    countBy('ecosystem');
    const [[, count] = []] = counted();
    run(context, 'page.open');
    expect(view().events.range).toEqual(range);
    expect(selectVisibleEvents(context.stores).length).toBe(count);
  });

  it('are there again, with the filters of before, by Esc from the rows that they led to', () => {
    context.stores.view.setState(({ events }) => ({ events: { ...events, text: 'client:client-0' } }));
    countBy('package');
    const before = counted();
    run(context, 'page.open');
    expect(openPageOf(view())).toBeUndefined();
    run(context, 'view.back');
    expect(view().events.text).toBe('client:client-0');
    expect(counted()).toEqual(before);
  });

  it.each(['agents', 'sessions', 'llm'] as const)('claim nothing of %s that could not be read', (of) => {
    const { stores } = (context = createTestContext());
    context.stores.view.setState({ tab: of });
    const failure = { message: 'The key is not permitted to do this (403).', at: NOW, status: 403 };
    stores.agents.setState({ failure });
    stores.sessions.setState({ failure });
    stores.llmCalls.setState({ failure });
    openPage(context, { kind: 'count', of, by: 'day', within: [] });
    const page = selectPage(stores, NOW);
    expect(page?.count?.completeness).toEqual(expect.objectContaining({ read: 0, of: undefined }));
    expect(page?.rows).toMatchObject([
      { text: 'Nothing could be read yet; the line at the bottom says why.' },
    ]);
  });

  it('say that no row has a field of that name, and which may have been meant', () => {
    countBy('package');
    updatePage(context, {
      subject: { kind: 'count', of: 'events', by: 'payload.maint', within: [] },
    } as never);
    const notes = () =>
      (selectPage(context.stores, NOW)?.rows ?? []).flatMap((row) => (row.kind === 'note' ? [row.text] : []));
    expect(counted()).toEqual([[undefined, 12]]);
    expect(notes()).toEqual(['None of these events has a value in payload.maint.']);
    // What a filter knows by a name is offered once an event has it.
    expect(countFields(context)).not.toContain('maintainer');
    context.stores.events.apply([sampleEvent('event-98', 1, { payload: { maintainer: 'ada' } })], {
      at: NOW,
      fromHistory: false,
    });
    expect(notes()).toEqual(['None of these events has a value in payload.maint. Did you mean maintainer?']);
  });

  it('are counted again inside a value, without the fields that have one already', () => {
    countBy('package');
    countBy('client', 'page.count');
    expect(openPageOf(view())?.subject).toEqual({
      kind: 'count',
      of: 'events',
      by: 'client',
      within: [{ field: 'package', value: 'left pad' }],
    });
    expect(counted()).toEqual([['client-0', 3]]);
    run(context, 'page.count');
    expect(openDialogOf(context, 'choice').choices.map(({ value }) => value)).not.toContain('package');
  });

  it.each([
    ['package', 'left pad'],
    ['package', undefined],
    ['client', 'client-1'],
    ['reason', 'score # is below #'],
    ['hour', undefined],
    ['day', undefined],
  ])('lead to just the events that were counted, by %s', (field, value) => {
    countBy(field);
    const rows = counted();
    const wanted = rows.findIndex(([name]) => value === undefined || name === value);
    const place = value === undefined && field === 'package' ? rows.length - 1 : wanted;
    for (let row = 0; row < place; row++) {
      run(context, 'page.down');
    }
    expect(selectedPageRow(context)?.kind).toBe('count');
    run(context, 'page.open');
    expect(openPageOf(view())).toBeUndefined();
    expect(selectVisibleEvents(context.stores).length).toBe(rows[place]?.[1]);
  });

  it('lead on beside the filters that the feed has', () => {
    context.stores.view.setState(({ events }) => ({ events: { ...events, text: 'client:client-0' } }));
    countBy('package');
    countBy('outcome', 'page.count');
    run(context, 'page.open');
    expect(view().events.text).toBe('client:client-0 package:"left pad" outcome:allow');
  });

  it('can be sorted by any of their columns, those without a value last', () => {
    countBy('package');
    run(context, 'page.sort');
    const { choices, choose } = openDialogOf(context, 'choice');
    expect(choices.map(({ value }) => value)).toEqual([
      ...['EVENTS', 'BLOCK', 'REVIEW', 'ALLOW', 'BLOCK %', 'REVIEW %', 'MACHINES', 'FIRST', 'LAST', 'VALUE'],
    ]);
    closeDialog(context);
    void choose('VALUE');
    expect(counted().map(([name]) => name)).toEqual(['left pad', 'p1', 'p2', 'p3', undefined]);
    run(context, 'page.sort');
    const again = openDialogOf(context, 'choice');
    closeDialog(context);
    void again.choose('VALUE');
    expect(counted().map(([name]) => name)).toEqual(['p3', 'p2', 'p1', 'left pad', undefined]);
  });

  it('can be sorted by the share of blocks in each, which is asked for and exported with them', () => {
    const rare = ['event-98', 'event-99'].map((id) =>
      sampleEvent(id, 1, { outcome: id === 'event-98' ? 'block' : 'allow', subject: { package: 'rare' } }),
    );
    context.stores.events.apply(rare, { at: NOW, fromHistory: false });
    countBy('package');
    const records = () => [...(selectPageRecords(context)?.lists?.[0]?.all() ?? [])];
    expect(records()[0]).not.toHaveProperty('block_share');
    updatePage(context, { sort: { column: 'BLOCK %', descending: true } });
    // A half before a third; of as much, those of more events.
    expect(counted().map(([name]) => name)).toEqual(['rare', 'left pad', 'p1', 'p2', 'p3', undefined]);
    expect(records()[1]).toMatchObject({ package: 'left pad', count: 3, block: 1, block_share: 0.3333 });
    updatePage(context, { text: 'block_share:>0.4' });
    expect(counted()).toEqual([['rare', 2]]);
  });

  it('are offered by the other fields that the data has, and not by those that name each row', () => {
    context.stores.events.apply(
      Array.from({ length: 30 }, (_, index) =>
        sampleEvent(`event-${index + 100}`, index, {
          metadata: { user: index % 2 === 0 ? 'ada' : 'bo', request: `r${index}` },
        }),
      ),
      { at: NOW, fromHistory: false },
    );
    countBy('metadata.user');
    expect(counted()).toEqual([
      ['ada', 15],
      ['bo', 15],
      [undefined, 12],
    ]);
    closePage(context);
    run(context, 'list.count');
    const values = openDialogOf(context, 'choice').choices.map(({ value }) => value);
    expect(values).not.toContain('metadata.request');
    expect(values).not.toContain('subject.package');
  });

  it('are exported with the columns and the values that the command line prints', () => {
    const exported = () => {
      const list = selectPageRecords(context)?.lists?.[0];
      return [...csvForPrograms.write([...(list?.all() ?? [])])].join('').trimEnd().split('\r\n');
    };
    const printed = (fields: readonly string[]) => {
      const groups = (selectPage(context.stores, NOW)?.count?.rows ?? []).map((row) => ({
        ...row,
        values: [...fields.slice(1).map(() => asUntrusted('left pad')), ...row.values],
      }));
      return countsCsv({ fields, groups, rows: groups.reduce((sum, { count }) => sum + count, 0) }, 'kept');
    };
    countBy('package');
    expect(exported()[0]).toBe('package,count,block,review,allow,share,machines,first,last');
    expect(exported()).toEqual(printed(['package']));
    countBy('client', 'page.count');
    expect(exported()[0]).toBe('package,client,count,block,review,allow,share,machines,first,last');
    expect(exported()).toEqual(printed(['package', 'client']));
    expect(selectPageRecords(context)?.current).toMatchObject({ package: 'left pad', client: 'client-0' });
  });

  it('are exported all, though nobody goes through more than two thousand', () => {
    const slices = new ManualSlices();
    context = createTestContext({ slices });
    context.stores.view.setState({ tab: 'events' });
    context.stores.events.apply(
      Array.from({ length: 2100 }, (_, index) =>
        sampleEvent(`event-${index + 100}`, index, { subject: { package: `name-${index}` } }),
      ),
      { at: NOW, fromHistory: false },
    );
    countBy('package');
    counted();
    slices.runAll();
    const { rows, count } = selectPage(context.stores, NOW) ?? {};
    expect(counted()).toHaveLength(2000);
    expect(rows?.at(-1)).toMatchObject({ text: 'and 100 more; a filter and sorting find them' });
    expect(count?.rows).toHaveLength(2100);
    expect((selectPageRecords(context)?.lists ?? []).map((list) => list.count)).toEqual([2100]);
    updatePage(context, { text: 'name-2099' });
    expect(counted()).toEqual([['name-2099', 1]]);
    updatePage(context, { text: 'package:name-209? -name-2099' });
    expect(counted()).toHaveLength(9);
    updatePage(context, { text: 'nothing' });
    expect(selectPage(context.stores, NOW)?.rows).toEqual([]);
  });

  it('are not shown under the name of another field while those of it are put in order', () => {
    const slices = new ManualSlices();
    context = createTestContext({ slices });
    context.stores.view.setState({ tab: 'events' });
    context.stores.events.apply(
      Array.from({ length: 1000 }, (_, index) =>
        sampleEvent(`event-${index}`, index, { subject: { package: `p${index}`, version: `1.${index}` } }),
      ),
      { at: NOW, fromHistory: false },
    );
    const shown = () => {
      selectPage(context.stores, NOW);
      slices.runAll();
      return counted();
    };
    countBy('package');
    expect(shown()[0]?.[0]).toMatch(/^p/);
    closePage(context);
    countBy('version');
    expect(counted()).toEqual([]);
    expect(shown()[0]?.[0]).toMatch(/^1\./);
  });

  it('are filtered by their figures and the times of their rows as by their value', () => {
    countBy('package');
    counted();
    const passing = (text: string) => {
      updatePage(context, { text });
      return counted();
    };
    expect(counted()).toHaveLength(5);
    for (const [text, values] of [
      ['block:>0', ['left pad', 'p1', 'p2']],
      ['count:>=3 -pad', ['p1', 'p2']],
      ['package:""', [undefined]],
      // A figure is not looked for as a word.
      ['3', ['p3']],
      ['share:<0.1', [undefined]],
      ['last:>=11h package:p*', ['p1', 'p2', 'p3']],
    ] as const) {
      expect(
        passing(text)
          .map(([value]) => value)
          .toSorted(),
        text,
      ).toEqual(values);
    }
  });

  it('are no thing of the policy', () => {
    context.stores.view.setState({ tab: 'policy' });
    run(context, 'list.count');
    expect(view().notice?.text).toBe(
      'Events, agents, sessions and LLM calls are counted by a field; this is none of them.',
    );
  });
});

describe('counts of a list that is read as a whole', () => {
  it('are of the agents that pass, by their status, and lead to them', () => {
    receive(
      context.stores.agents,
      listingOf([
        sampleAgent('agent-1', { version: '1.2', status: 'suspended', last_seen_at: isoTime(NOW - 1000) }),
        sampleAgent('agent-2', { version: '1.2', last_seen_at: isoTime(NOW) }),
        sampleAgent('agent-3', { version: '1.10' }),
      ]),
      NOW,
    );
    context.stores.view.setState({ tab: 'agents' });
    countBy('version');
    const rows = () =>
      (selectPage(context.stores, NOW)?.rows ?? []).flatMap((row) => (row.kind === 'count' ? [row.row] : []));
    expect(
      rows().map(({ values, count, parts, last }) => [values[0], count, Object.fromEntries(parts), last]),
    ).toEqual([
      ['1.2', 2, { active: 1, suspended: 1, deleted: 0 }, NOW],
      ['1.10', 1, { active: 1, suspended: 0, deleted: 0 }, expect.anything()],
    ]);
    countBy('status', 'page.count');
    expect(counted()).toEqual([
      ['active', 1],
      ['suspended', 1],
    ]);
    run(context, 'page.down');
    run(context, 'page.open');
    expect(view().agents.text).toBe('version:1.2 status:suspended');
    expect(selectVisibleAgents(context.stores, NOW).map(({ id }) => id)).toEqual(['agent-1']);
  });

  it('add up what sessions have, and lead to those of a day', () => {
    receive(
      context.stores.sessions,
      listingOf([
        sampleSession('a', 0, {
          project_path: '/p',
          message_count: 3,
          size_bytes: 10,
          modified_at: isoTime(NOW),
        }),
        sampleSession('b', 0, { project_path: '/p', message_count: 4, modified_at: isoTime(NOW - DAY) }),
      ]),
      NOW,
    );
    context.stores.view.setState({ tab: 'sessions' });
    countBy('project');
    const [row] = (selectPage(context.stores, NOW)?.rows ?? []).flatMap((each) =>
      each.kind === 'count' ? [each.row] : [],
    );
    expect(row && recordOfCount('sessions', row, ['project'], 2)).toMatchObject({
      ...{ project: '/p', count: 2, messages: 7, share: 1 },
    });
    closePage(context);
    countBy('day');
    run(context, 'page.down');
    run(context, 'page.open');
    expect(selectVisibleSessions(context.stores)).toHaveLength(1);
  });

  it('are of LLM calls by what the data names, with tokens, cost and latency, the dearest first', () => {
    receive(
      context.stores.llmCalls,
      listingOf(
        [
          ['small', 1, 100, 0.1, 'ok'],
          ['small', 1, 300, 0.1, 'error'],
          ['large', 10, 50, 2, 'ok'],
        ].map(([model, tokens, latency, cost, status], index) =>
          sampleCall({
            ...{ id: `c${index}`, model, input_tokens: tokens, latency_ms: latency, cost, status },
          }),
        ),
      ),
      NOW,
    );
    context.stores.view.setState({ tab: 'llm' });
    countBy('model');
    const records = (selectPage(context.stores, NOW)?.rows ?? []).flatMap((each) =>
      each.kind === 'count' ? [recordOfCount('llm', each.row, ['model'], each.row.whole.rows)] : [],
    );
    expect(records).toMatchObject([
      { model: 'large', count: 1, errors: 0, tokens_in: 10, tokens_out: null, cost: 2, latency_p50: 50 },
      { model: 'small', count: 2, errors: 1, tokens_in: 2, cost: 0.2, latency_p50: 100, latency_p95: 300 },
    ]);
    run(context, 'page.open');
    expect(selectVisibleLlmCalls(context.stores)).toHaveLength(1);
  });

  it('say that they are not of all while the filter of the list, or what was read since, is not looked through', () => {
    const slices = new ManualSlices();
    context = createTestContext({ slices });
    context.stores.view.setState({ tab: 'llm' });
    const readCalls = (count: number) =>
      receive(
        context.stores.llmCalls,
        listingOf(
          Array.from({ length: count }, (_, at) => sampleCall({ id: `c${at}`, model: `m${at % 2}` })),
        ),
        NOW,
      );
    const completeness = () => selectPage(context.stores, NOW)?.count?.completeness;
    const settled = () => {
      for (completeness(); slices.isWaiting; completeness()) {
        slices.runAll();
      }
      return completeness();
    };
    readCalls(3000);
    countBy('model');
    expect(completeness()).toMatchObject({ read: 0, of: 3000 });
    expect(settled()).toBe('all');
    readCalls(4000);
    expect(completeness()).toEqual({ read: 3000, of: 4000 });
    expect(settled()).toBe('all');
    context.stores.view.setState(({ llm }) => ({ llm: { ...llm, text: 'model:m0' } }));
    let said = completeness();
    for (let turn = 0; context.stores.visibleLlmCalls.filtering !== undefined; turn++) {
      expect(said).not.toBe('all');
      slices.run();
      said = completeness();
    }
    expect(settled()).toBe('all');
    expect(counted()).toEqual([['m0', 2000]]);
  });
});

describe('count and a name in the palette', () => {
  const type = (search: string) => {
    const [first] = findEntries(context, COMMANDS, search);
    if (first === undefined) {
      return 'no command';
    }
    void runEntry(context, first);
    return openPageOf(view())?.subject ?? view().notice?.text;
  };

  beforeEach(() => {
    context.stores.events.apply(
      Array.from({ length: 3 }, (_, index) =>
        sampleEvent(`rich-${index}`, index, {
          payload: { 'scan ms': 5, 'score later': 7, 'a,b': 'x', ci: true, score: index },
          metadata: { branch: 'main' },
        }),
      ),
      { at: NOW, fromHistory: false },
    );
  });

  it.each([
    ['count package', 'package'],
    ['count pack', 'package'],
    ['count by host', 'host'],
    ['count payload.scan ms', 'payload.scan ms'],
    ['count "payload.scan ms"', 'payload.scan ms'],
    ['count payload."scan ms"', 'payload.scan ms'],
    ['count payload.score', 'payload.score'],
    ['count payload.a,b', 'payload.a,b'],
    ['count "user"', '"user"'],
    ['count branch', 'branch'],
    ['count metadata.x,y', 'metadata.x,y'],
    ['count scan ms', 'scan ms'],
  ])('counts by that field: %s', (search, by) => {
    expect(type(search)).toEqual({ kind: 'count', of: 'events', by, within: [] });
  });

  it.each([
    [
      'count package,host',
      'A page counts by one field: count by package, then # on a row counts inside it by host. vigil events count --by package,host counts by both at once.',
    ],
    ['count package host', 'A page counts by one field: count by package, then'],
    ['count metadata.branch,package', 'A page counts by one field: count by metadata.branch, then'],
    ['count payload', 'payload holds several fields'],
    ['count pakcage', 'Did you mean package?'],
  ])('says what to do instead: %s', (search, sentence) => {
    expect(type(search)).toContain(sentence);
  });
});
