import { describe, expect, it, vi } from 'vitest';

import { agentsText, agentText } from '../../../src/cli/agents/agent-format.ts';
import { columnsFor, resultText } from '../../../src/cli/agents/agent-result.ts';
import { textFormat } from '../../../src/cli/output/event-format.ts';
import { journalText } from '../../../src/cli/output/journal-text.ts';
import { drawn, trusted, type Layout, type TextStyle } from '../../../src/cli/output/styled-text.ts';
import { aligned } from '../../../src/cli/output/table-lines.ts';
import { policyText } from '../../../src/cli/policy/policy-text.ts';
import { journalRowOf } from '../../../src/commands/journal/journal-rows.ts';
import { agentSchema } from '../../../src/contract/agent.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { policySchema } from '../../../src/contract/policy.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import { SegmentBuilder } from '../../../src/lib/safe-text/segment-builder.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { AGENT } from '../../fixtures/agent.ts';
import { EVENT } from '../../fixtures/event.ts';
import { POLICY } from '../../fixtures/policy.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const LONG = `begin-${'x'.repeat(989)}-end\t`;

function style(layout: Layout, colour = false): TextStyle {
  return { ascii: false, colour, layout, thisYear: 2026 };
}

const agents = [
  agentSchema.parse({ ...AGENT, id: 'agent-1', hostname: LONG, username: LONG }),
  agentSchema.parse({ ...AGENT, id: 'agent-2', hostname: 'short' }),
];
const event = {
  event: eventSchema.parse({
    ...EVENT,
    client_id: LONG,
    subject: { package: LONG },
    payload: { reasons: [LONG] },
  }),
  time: NOW,
  kind: 'new',
} as const;
const result = {
  id: asUntrusted('agent-1'),
  hostname: asUntrusted(LONG),
  action: 'suspend',
  ending: 'confirmed',
  sentence: LONG,
  status: undefined,
  operation: undefined,
} as const;

describe.each([80, 160])('on a terminal of %i columns', (columns) => {
  const terminal = style({ kind: 'terminal', columns });

  it('cuts the long cells of a table in the middle, so that its lines fit', () => {
    for (const each of [terminal, style(terminal.layout, true)]) {
      const lines = agentsText(agents, each, NOW, '  ');
      for (const line of lines) {
        expect(columnsOf(line.replaceAll(/\u001b\[[\d;]*m/g, ''))).toBeLessThanOrEqual(columns);
        expect(line).toMatch(/agent-[12]/);
      }
      expect(lines[0]).toMatch(/b.*….*␉/);
      expect(lines[1]).toContain('short');
    }
  });
});

it('keeps the status whole on a narrow terminal, and leaves out when an agent was seen', () => {
  const rows = agents.map((agent) => ({ ...agent, status: asUntrusted('suspended') }));
  for (const columns of [60, 50]) {
    for (const line of agentsText(rows, style({ kind: 'terminal', columns }), NOW)) {
      expect(line).toMatch(/^❚❚ suspended {2}/);
      expect(line).not.toContain('seen');
      expect(columnsOf(line)).toBeLessThanOrEqual(columns);
    }
  }
});

it.each([
  ['a terminal', { kind: 'terminal', columns: 80 }, 80],
  ['a log', { kind: 'log', columns: 200 }, 200],
  ['a pipe', { kind: 'pipe' }, 8000],
] as const)('looks at no more of a value on %s than is shown of it', (_place, layout, most) => {
  const text = '\n\u202e'.repeat(4000);
  const rows = Array.from({ length: 5 }, () =>
    agentSchema.parse({ ...AGENT, hostname: text, username: text, version: text }),
  );
  const looks = (['run', 'plain', 'mark', 'token'] as const).map((look) =>
    vi.spyOn(SegmentBuilder.prototype, look),
  );
  for (const colour of [false, true]) {
    looks.forEach((look) => look.mockClear());
    agentsText(rows, style(layout, colour), NOW);
    const count = looks.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    // Three values a row, and the token that says how many characters more there are.
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(rows.length * 3 * (most + 1));
  }
  looks.forEach((look) => look.mockRestore());
});

it('leaves a little of each cell on a terminal that is too narrow for all', () => {
  const narrow = style({ kind: 'terminal', columns: 8 });
  const row = ['first', 'second', 'third', 'last'].map((text) => trusted(text, narrow));
  expect(aligned([row], narrow)).toEqual(['fi…  se…  th…  la…']);
});

it('cuts each value of a confirmation in a log, and shows the id whole', () => {
  const [line = ''] = agentsText(agents, style({ kind: 'log', columns: 200 }), NOW);
  expect(columnsOf(line)).toBeLessThan(700);
  expect(line).toContain(' agent-1 ');
});

describe('on a pipe', () => {
  const pipe = style({ kind: 'pipe' });

  it('separates columns by a tab, which no value holds, and keeps values whole', () => {
    const [line = '', other = ''] = agentsText(agents, pipe, NOW);
    expect(line.split('\t').slice(1, 4)).toEqual([`${LONG.trim()}␉`, 'agent-1', expect.anything()]);
    expect(other.split('\t')).toHaveLength(line.split('\t').length);
  });

  it('does so for events, results, the journal and the policy', () => {
    expect(textFormat(pipe).line(event).split('\t')).toHaveLength(8);
    expect(resultText(result, pipe, columnsFor(agents, pipe))[0]?.split('\t').slice(2, 3)).toEqual([
      'agent-1',
    ]);
    const [first = '', reason = ''] = operationsFrom({ reason: LONG }).flatMap((operation) =>
      journalText(journalRowOf(operation), pipe),
    );
    expect(first.split('\t').length).toBeGreaterThan(5);
    expect(reason.split('\t')).toHaveLength(2);
    const rules = policyText(policySchema.parse(POLICY), pipe);
    expect(rules.filter((row) => row.includes('\t')).map((row) => row.split('\t').length)).toContain(3);
  });

  it('keeps a value whole and safe, however long it is, and says how many more were sent than are read in', () => {
    const long = `${'y'.repeat(50_000)}\u0007\n`;
    const gated = `${'z'.repeat(65_000)}(cut: 8,634,464 characters)`;
    const shown = `${'y'.repeat(50_000)}␇␊`;
    const hosts = [long, gated].map((hostname) => agentSchema.parse({ ...AGENT, hostname }));
    expect(agentsText(hosts, pipe, NOW).map((line) => line.split('\t')[1])).toEqual([
      shown,
      `${'z'.repeat(65_000)}<+8634464 chars>`,
    ]);
    expect(hosts.slice(0, 1).flatMap((agent) => agentText(agent, pipe))).toContain(`hostname\t${shown}`);
  });
});

it('cuts a cell before a token, or behind it, and never in it', () => {
  const text = asUntrusted('ab\u202ecd\u202eef');
  for (const colour of [false, true]) {
    for (const profile of ['ident', 'cell'] as const) {
      const whole = drawn(text, profile, style({ kind: 'terminal', columns: 80 }, colour));
      for (let columns = 0; columns <= whole.columns; columns++) {
        const cut = whole.cutTo(columns);
        const shown = cut.text.replaceAll(/\u001b\[[\d;]*m/g, '');
        expect(columnsOf(shown)).toBeLessThanOrEqual(columns);
        expect(shown.replaceAll('<U+202E>', '')).toMatch(/^a?b?c?d?…?c?d?e?f?$/);
      }
    }
  }
});

it('says of a time that is yet to come when it will be', () => {
  const seen = agentSchema.parse({ ...AGENT, last_seen_at: '9999-12-31T23:59:59Z' });
  const text = agentsText([seen], style({ kind: 'terminal', columns: 200 }), NOW).join('\n');
  expect(text).toContain('seen 9999-12-31 23:59:59Z (in 2912382d)');
});
