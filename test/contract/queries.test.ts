import { describe, expect, test } from 'vitest';
import type { z } from 'zod';

import {
  agentsQuerySchema,
  calendarQuerySchema,
  deletionQuerySchema,
  eventsQuerySchema,
  llmCallsQuerySchema,
  sessionsQuerySchema,
} from '../../src/contract/queries.ts';

interface Table {
  readonly name: string;
  readonly schema: z.ZodType;
  /** Parameter, what is given, what is read. */
  readonly accepted: readonly (readonly [string, unknown, unknown])[];
  readonly refused: readonly (readonly [string, unknown])[];
}

const PAGE: Pick<Table, 'accepted' | 'refused'> = {
  accepted: [
    ['limit', '1', 1],
    ['limit', 100, 100],
    ['offset', '0', 0],
    ['offset', '100000', 100_000],
  ],
  refused: [
    ['limit', 0],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', 1.5],
    ['limit', ''],
    ['limit', 'ten'],
    ['limit', '1e3'],
    ['limit', ' 5'],
    ['limit', '99999999999999999999'],
    ['offset', '-1'],
    ['offset', -1],
    ['offset', 0.5],
  ],
};

const TABLES: readonly Table[] = [
  { name: 'agents', schema: agentsQuerySchema, ...PAGE },
  { name: 'LLM calls', schema: llmCallsQuerySchema, ...PAGE },
  {
    name: 'sessions',
    schema: sessionsQuerySchema,
    accepted: [
      ...PAGE.accepted,
      ['agent_id', 'agt_1', 'agt_1'],
      ['client_id', 'cli_1', 'cli_1'],
      ['project', '/home/a b', '/home/a b'],
      ['git_branch', 'feature/ü', 'feature/ü'],
      ['date', '2024-02-29', '2024-02-29'],
      ['tz', '+02:00', '+02:00'],
      ['include_subagents', 'true', true],
      ['include_subagents', false, false],
    ],
    refused: [
      ...PAGE.refused,
      ['agent_id', ''],
      ['date', '2026-02-30'],
      ['date', '2023-02-29'],
      ['date', '2026-13-01'],
      ['date', '2026-1-1'],
      ['date', '2026-01-01T00:00:00Z'],
      ['date', 'today'],
      ['include_subagents', '1'],
      ['include_subagents', 'TRUE'],
      ['include_subagents', ''],
    ],
  },
  {
    name: 'calendar',
    schema: calendarQuerySchema,
    accepted: [
      ['since', '2026-01-31', '2026-01-31'],
      ['until', '2026-12-31', '2026-12-31'],
    ],
    refused: [
      ['since', '2026-02-30'],
      ['until', '2026-04-31'],
      ['until', '20260101'],
    ],
  },
  {
    name: 'events',
    schema: eventsQuerySchema,
    accepted: [
      ...PAGE.accepted,
      ['type', 'audit', 'audit'],
      ['outcome', 'review', 'review'],
      ['ecosystem', 'cargo', 'cargo'],
      ['package', '@scope/x', '@scope/x'],
      ['since', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00Z'],
      ['since', '2026-01-31T09:30Z', '2026-01-31T09:30Z'],
      ['until', '2026-01-31T09:30:00.123456+02:00', '2026-01-31T09:30:00.123456+02:00'],
      ['since', '2026-01-31T09:30:00-0800', '2026-01-31T09:30:00-0800'],
      ['since', '2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ],
    refused: [
      ...PAGE.refused,
      ['type', 'scan'],
      ['outcome', 'Block'],
      ['ecosystem', 'maven'],
      ['package', ''],
      ['since', '2026-02-30T00:00:00Z'],
      ['since', '2026-01-31'],
      ['since', '2026-01-31T09:30:00'],
      ['since', '2026-01-31T25:00:00Z'],
      ['since', '2026-01-31T09:60:00Z'],
      ['since', '2026-13-01T00:00:00Z'],
      ['since', '2026-01-31T09:30:00+99:99'],
      ['since', '2026-01-31 09:30:00Z'],
      ['since', ''],
      ['until', 1_769_851_800],
      ['until', '1769851800'],
      ['until', 'yesterday'],
    ],
  },
  {
    name: 'deletion',
    schema: deletionQuerySchema,
    accepted: [
      ['hard', 'true', true],
      ['hard', 'false', false],
      ['reason', '', ''],
      ['reason', 'left the company', 'left the company'],
    ],
    refused: [
      ['hard', 'yes'],
      ['hard', 1],
      ['reason', 7],
    ],
  },
];

describe.each(TABLES)('the query of $name', ({ schema, accepted, refused }) => {
  test.each(accepted)('%s=%j is accepted', (name, given, read) => {
    expect(schema.parse({ [name]: given })).toEqual({ [name]: read });
  });

  test.each(refused)('%s=%j is refused, with what it must be', (name, given) => {
    const { error } = schema.safeParse({ [name]: given });
    expect(error?.issues[0]?.path).toEqual([name]);
    expect(error?.issues[0]?.message).toMatch(/^(a|an|one of|text|true or false)\b/);
  });

  test('everything may be left out, and what is unknown is ignored', () => {
    expect(schema.parse({ colour: 'red' })).toEqual({});
  });
});
