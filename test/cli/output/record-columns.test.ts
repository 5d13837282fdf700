import { describe, expect, it } from 'vitest';

import { agentsCsv, agentsColumnsText } from '../../../src/cli/agents/agent-format.ts';
import { csvFormat } from '../../../src/cli/output/event-format.ts';
import { chosenColumns, csvRecord, jsonRecord } from '../../../src/cli/output/record-columns.ts';
import { outputOf } from '../../../src/cli/session/output-name.ts';
import { LIST_SOURCES } from '../../../src/commands/lists/list-sources.ts';
import { csvForPrograms } from '../../../src/lib/record-formats/csv-table.ts';
import { AGENT_QUERY } from '../../../src/stores/agents/agents-view.ts';
import { EVENT_QUERY } from '../../../src/stores/events/events-view.ts';
import { run } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';

const STYLE = { colour: false, ascii: false, layout: { kind: 'pipe' }, thisYear: 2026 } as const;

/** What the console exports of a list as CSV, as lines. */
function exported(list: 'events' | 'agents'): readonly string[] {
  const context = createFilledContext();
  run(context, `tab.${list}`);
  const { all, fields, columns } = LIST_SOURCES[list].records(context);
  return [...csvForPrograms.write([...all()], fields, columns)].join('').trimEnd().split('\r\n');
}

describe('a CSV of the console and one of the command line', () => {
  it('have the same columns of events under the same names, and the same values', () => {
    const { stores } = createFilledContext();
    const format = csvFormat('kept');
    const found = [...stores.events.getState().rows.slice(0, 500)].map(({ event, time }) =>
      format.line({ event, time, kind: 'new' }),
    );
    const [header = '', ...lines] = exported('events');
    expect(header.startsWith(format.header ?? 'none')).toBe(true);
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      expect(found.some((other) => line.startsWith(other))).toBe(true);
    }
  });

  it('have the same columns of agents, and the same values', () => {
    const { stores } = createFilledContext();
    const [names = 'none', ...agents] = agentsCsv(stores.agents.getState().data?.rows ?? [], 'kept');
    const [header = '', ...lines] = exported('agents');
    expect(header.startsWith(names)).toBe(true);
    expect(lines.length).toBe(agents.length);
    for (const line of lines) {
      expect(agents.some((other) => line.startsWith(other))).toBe(true);
    }
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
    const line = csvRecord(record, columns, 'event', 'guarded');
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
