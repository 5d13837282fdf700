import { describe, expect, it, vi } from 'vitest';

import { agentJson, agentsCsv, agentsColumnsText } from '../../../src/cli/agents/agent-format.ts';
import {
  csvFormat,
  jsonColumnsFormat,
  jsonFormat,
  type RecordOf,
} from '../../../src/cli/output/event-format.ts';
import { chosenColumns, jsonRecord } from '../../../src/cli/output/record-columns.ts';
import { outputOf } from '../../../src/cli/session/output-name.ts';
import { csvRecord } from '../../../src/lib/record-formats/record-columns.ts';
import { AGENT_QUERY } from '../../../src/stores/agents/agents-view.ts';
import { selectHostByClient, selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import { POLICY_COLUMNS, SESSION_COLUMNS } from '../../../src/stores/base/record-columns.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import type { ListId } from '../../../src/stores/base/tab.ts';
import { withMachine } from '../../../src/stores/events/event-machine.ts';
import { EVENT_QUERY } from '../../../src/stores/events/events-view.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { listingOf, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const STYLE = { colour: false, ascii: false, layout: { kind: 'pipe' }, thisYear: 2026 } as const;

/** What the console writes of a list: what the entry of its menu gives that has these words. */
async function written(context: TestContext, list: ListId, entry: string): Promise<string> {
  run(context, `tab.${list}`);
  run(context, 'items.export');
  await vi.dynamicImportSettled();
  const { choices, choose } = openDialogOf(context, 'choice');
  const choice = choices.find(({ label }) => label.includes(entry));
  expect(choices.map(({ label }) => label).join('\n')).toContain(entry);
  context.stores.view.setState({ dialogs: [] });
  void choose(choice?.value ?? '');
  (await eventually(() => openDialogOf(context, 'text'))).submit('out');
  await settle();
  return context.written.get('out') ?? '';
}

/** Events and agents with what a server may send beside what the specification shows, and what is hostile in a table. */
function hostileContext(): TestContext {
  const context = createFilledContext();
  const { events, agents } = context.stores;
  events.apply(
    [
      sampleEvent('hostile', 1, {
        client_id: 'client-3',
        subject: { package: '@scope/=1+1', version: '1,"2"' },
        payload: { reasons: ['a\u001b[2J', 'b\n=c'], score: 0.5, Deep: { list: [1, { x: null }] } },
        labels: { team: '\u202eabc', note: 'x'.repeat(3000) },
      }),
    ],
    { at: context.clock.now(), fromHistory: false },
  );
  const rows = [
    sampleAgent('agent-x', { client_id: 'client-3', hostname: '-host,\u200b', username: '@me', extra: [1] }),
    ...(agents.getState().data?.rows ?? []),
  ];
  receive(agents, listingOf(rows), context.clock.now());
  return context;
}

describe.each(['events', 'agents'] as const)(
  'an export of %s by the console and by the command line',
  (list) => {
    const CHOSEN = {
      events: [
        [
          'TIME',
          'PACKAGE',
          'HOST',
          'REASON',
          'payload.score',
          'labels.team',
          'labels.note',
          'payload.Deep.list',
          'OUTCOME',
        ],
        'time,package,host,reason,payload.score,labels.team,labels.note,payload.Deep.list,outcome',
      ],
      agents: [
        ['LAST SEEN', 'HOST', 'FLAGS', 'machine_id', 'extra', 'USER', 'STATUS'],
        'seen,host,machine_id,extra,user,status',
      ],
    } as const;

    /** What `vigil events` or `vigil agents list` prints of the same rows, those that the console lists first to last. */
    function printed(context: TestContext, output: 'csv' | 'json', names?: string): string {
      const columns =
        names === undefined ? undefined : chosenColumns(names, list === 'events' ? EVENT_QUERY : AGENT_QUERY);
      const { stores, clock } = context;
      if (list === 'agents') {
        const agents = selectVisibleAgents(stores, clock.now());
        return lines(
          output === 'csv'
            ? agentsCsv(agents, 'kept', columns)
            : agents.map((agent) =>
                columns === undefined ? agentJson(agent) : jsonRecord(agent.raw, columns),
              ),
        );
      }
      const hosts = selectHostByClient(stores);
      const recordOf: RecordOf = ({ raw }) => withMachine(raw, hosts);
      const format =
        output === 'csv'
          ? csvFormat('kept', columns, columns && recordOf)
          : columns === undefined
            ? jsonFormat
            : jsonColumnsFormat(columns, recordOf);
      const rows = [...selectVisibleEvents(stores)].map(({ event, time }) =>
        format.line({ event, time, kind: 'new' }),
      );
      return lines(format.header === undefined ? rows : [format.header, ...rows]);
    }

    const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
    const unix = (text: string) => text.replaceAll('\r\n', '\n');

    it('is the same table, byte by byte but for the ends of lines', async () => {
      const context = hostileContext();
      const text = unix(await written(context, list, 'CSV for programs'));
      expect(text.split('\n').length).toBeGreaterThan(10);
      expect(text).toBe(printed(context, 'csv'));
    });

    it('is the same as JSON, with everything that was sent', async () => {
      const context = hostileContext();
      expect(await written(context, list, 'JSON, one object a line')).toBe(printed(context, 'json'));
    });

    it('has chosen columns under the names that a query and --columns take, in their order', async () => {
      const context = hostileContext();
      const [titles, names] = CHOSEN[list];
      updatePane(context.stores.view, list, { columns: titles });
      const csv = unix(await written(context, list, 'shown, as CSV for programs'));
      expect(csv.split('\n')[0]).toBe(names);
      expect(csv).toBe(printed(context, 'csv', names));
      const json = await written(context, list, 'shown, as JSON');
      expect(json).toBe(printed(context, 'json', names));
      expect(Object.keys(JSON.parse(json.split('\n')[0] ?? '') as object).join(',')).toBe(names);
    });
  },
);

describe('other exports of the console', () => {
  it.each([
    ['sessions', SESSION_COLUMNS],
    ['policy', POLICY_COLUMNS],
  ] as const)('have of %s the columns that stand in one place', async (list, columns) => {
    const text = await written(createFilledContext(), list, 'as CSV for programs');
    expect(text.split('\r\n')[0]).toBe(columns.join(','));
  });

  it.each([
    ['sessions', ['HOST', 'LENGTH', 'ACTIVE', 'SUBS', 'FIRST PROMPT'], 'host,modified,subagent_count,prompt'],
    ['policy', ['VALUE', 'RULE', 'MEANING'], 'value,rule'],
    ['llm', ['model', 'cost_usd'], 'model,cost_usd'],
  ] as const)('have chosen columns of %s under the names of the query', async (list, titles, names) => {
    const context = createFilledContext();
    updatePane(context.stores.view, list, { columns: titles });
    const text = await written(context, list, 'shown, as CSV for programs');
    expect(text.split('\r\n')[0]).toBe(names);
    expect(text.split('\r\n')[1]).toMatch(/\w/);
  });

  it('have every field of events on request', async () => {
    const text = await written(hostileContext(), 'events', 'CSV with every field');
    expect(text.split('\r\n')[0]).toContain('payload.Deep.list');
  });
});

describe('chosen columns', () => {
  const record = {
    id: 'e1',
    timestamp: '2026-03-02T09:47:31Z',
    subject: { package: '=left\u001b[2Jpad' },
    payload: { reasons: ['a', 'b'], Score: 0.5, deep: { list: [1, { x: null }] } },
  };

  it('are names of the filter or paths, in the order in which they were named', () => {
    const columns = chosenColumns('payload.score, package,reason,time,nothing', EVENT_QUERY);
    expect(JSON.parse(jsonRecord(record, columns))).toEqual({
      'payload.score': 0.5,
      package: '=left\u001b[2Jpad',
      reason: ['a', 'b'],
      time: '2026-03-02T09:47:31Z',
      nothing: null,
    });
    expect(Object.keys(JSON.parse(jsonRecord(record, columns)) as object)[0]).toBe('payload.score');
    const line = csvRecord(record, { columns, kind: 'event' }, 'guarded');
    expect(line).toMatch(/^0\.5,"?'=left/);
    expect(line).not.toContain('\u001b');
    expect(line.endsWith(',a; b,2026-03-02T09:47:31Z,')).toBe(true);
  });

  it('take the likelier of two places, and stand under their names', () => {
    const { stores } = createFilledContext();
    const [agent] = stores.agents.getState().data?.rows ?? [];
    const columns = chosenColumns('host,status', AGENT_QUERY);
    const lines = agentsColumnsText(agent === undefined ? [] : [agent], columns, STYLE);
    expect(lines).toEqual(['host\tstatus', `${agent?.hostname ?? ''}\t${agent?.status ?? ''}`]);
  });

  it.each(['', 'a,,b', 'a,a', 'since', 'package,until'])('are refused where they name none: %j', (text) => {
    expect(() => chosenColumns(text, EVENT_QUERY)).toThrow(/--columns/);
  });
});

it('-o is what --json and --csv say, and is refused where it contradicts them', () => {
  expect(outputOf({})).toBe('text');
  expect(outputOf({ output: 'csv' })).toBe('csv');
  expect(outputOf({ json: true, output: 'json' })).toBe('json');
  expect(outputOf({ csv: true })).toBe('csv');
  expect(() => outputOf({ csv: true, output: 'json' })).toThrow(/contradicts --csv/);
});
