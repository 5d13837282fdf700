import { describe, expect, test } from 'vitest';
import type { z } from 'zod';

import { agentSchema } from '../../src/contract/agent.ts';
import { eventSchema } from '../../src/contract/event.ts';
import { healthSchema } from '../../src/contract/health.ts';
import { llmCallSchema } from '../../src/contract/llm-call.ts';
import { policySchema } from '../../src/contract/policy.ts';
import { calendarSchema, sessionClientSchema, sessionSchema } from '../../src/contract/session.ts';
import { summarySchema } from '../../src/contract/summary.ts';
import { transcriptSchema } from '../../src/contract/transcript.ts';
import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { HEALTH } from '../fixtures/health.ts';
import { LLM_CALL } from '../fixtures/llm-call.ts';
import { POLICY } from '../fixtures/policy.ts';
import { CALENDAR, SESSION, SESSION_CLIENT } from '../fixtures/session.ts';
import { SUMMARY } from '../fixtures/summary.ts';

type Fields = Readonly<Record<string, unknown>>;

const RESOURCES: readonly {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly sent: Fields;
  /** Fields without which it cannot be read. */
  readonly required: readonly string[];
  /** Known fields that read otherwise than they were sent. */
  readonly reads?: Fields;
  /** Fields that are only kept in `raw`. */
  readonly onlyRaw?: readonly string[];
}[] = [
  { name: 'health record', schema: healthSchema, sent: HEALTH, required: [] },
  { name: 'agent', schema: agentSchema, sent: AGENT, required: ['id'] },
  { name: 'session', schema: sessionSchema, sent: SESSION, required: [], reads: { id: String(SESSION.id) } },
  { name: 'event', schema: eventSchema, sent: EVENT, required: ['id'], onlyRaw: ['metadata'] },
  { name: 'summary', schema: summarySchema, sent: SUMMARY, required: [] },
  { name: 'policy', schema: policySchema, sent: POLICY, required: [] },
  {
    name: 'LLM call',
    schema: llmCallSchema,
    sent: LLM_CALL,
    required: [],
    onlyRaw: Object.keys(LLM_CALL),
  },
  {
    name: 'session client',
    schema: sessionClientSchema,
    sent: SESSION_CLIENT,
    required: [],
    onlyRaw: Object.keys(SESSION_CLIENT),
  },
];

/** A value of a type that no field of the specification has at the top level. */
const OTHER_TYPE = [[['nested']]];

describe.each(RESOURCES)('$name', ({ schema, sent, required, reads = {}, onlyRaw = [] }) => {
  const known = Object.keys(sent).filter((field) => !onlyRaw.includes(field));
  const tolerant = known.filter((field) => !required.includes(field) && !(field in reads));

  test('every field of the table is read', () => {
    const read = schema.parse(sent) as Fields;
    const expected = Object.fromEntries(known.map((field) => [field, reads[field] ?? sent[field]]));
    expect(read).toMatchObject(expected);
  });

  test('everything that was sent stays in raw, unknown fields too', () => {
    const withMore = { ...sent, tomorrow: { deep: [1, null] } };
    expect(schema.parse(withMore)).toMatchObject({ raw: withMore });
  });

  test('a field named __proto__ stays in raw and changes no prototype', () => {
    const withProto = JSON.parse(`{"__proto__":{"polluted":1},${JSON.stringify(sent).slice(1)}`) as Fields;
    const { raw } = schema.parse(withProto) as { readonly raw: Fields };
    expect(Object.getOwnPropertyDescriptor(raw, '__proto__')?.value).toEqual({ polluted: 1 });
    expect({}).not.toHaveProperty('polluted');
  });

  test.each(tolerant)('%s may be absent', (field) => {
    const without: Fields = Object.fromEntries(Object.entries(sent).filter(([name]) => name !== field));
    const read = schema.parse(without) as Fields;
    expect(read[field]).toBeUndefined();
    expect(read).toMatchObject(
      Object.fromEntries(tolerant.filter((name) => name !== field).map((name) => [name, sent[name]])),
    );
  });

  test.each(tolerant)('%s may be null or of another type, and raw keeps it', (field) => {
    for (const value of [
      null,
      field === 'blocked_packages' || field === 'blocked_maintainers' ? 7 : OTHER_TYPE,
    ]) {
      const read = schema.parse({ ...sent, [field]: value }) as Fields;
      expect(read[field]).toBeUndefined();
      expect(read['raw']).toMatchObject({ [field]: value });
    }
  });

  test.each(required)('%s is required', (field) => {
    for (const value of [undefined, null, '', {}, [], true]) {
      const parsed = schema.safeParse({ ...sent, [field]: value });
      expect(parsed.success).toBe(false);
      expect(parsed.error?.issues[0]?.path).toEqual([field]);
    }
  });

  test('what is not an object is refused', () => {
    for (const value of [null, undefined, 'text', 7, [sent]]) {
      expect(schema.safeParse(value).success).toBe(false);
    }
  });
});

test.each([
  [17, '17'],
  [0, '0'],
  ['../../x', '../../x'],
])('%j reads as an id', (sent, id) => {
  expect(agentSchema.parse({ ...AGENT, id: sent }).id).toBe(id);
});

describe('session ids', () => {
  test('either of the two identifies a session', () => {
    expect(sessionSchema.parse({ session_id: 'abc' })).toMatchObject({ id: 'abc', session_id: 'abc' });
    expect(sessionSchema.parse({ id: 9 })).toMatchObject({ id: '9' });
    expect(sessionSchema.parse({ id: null, session_id: 'abc' }).id).toBe('abc');
  });

  test('a session without either is refused', () => {
    const parsed = sessionSchema.safeParse({ project_path: '/x' });
    expect(parsed.error?.issues[0]?.path).toEqual(['id']);
  });

  test('raw is what was sent and nothing more', () => {
    expect(sessionSchema.parse({ session_id: 'abc' }).raw).toEqual({ session_id: 'abc' });
  });
});

describe('parts of an event', () => {
  test('a part that is not an object reads as absent', () => {
    const { actor, subject, payload } = eventSchema.parse({
      ...EVENT,
      actor: 'npm',
      subject: 3,
      payload: [],
    });
    expect([actor, subject, payload]).toEqual([undefined, undefined, undefined]);
  });

  test('arguments and reasons keep what is text', () => {
    const read = eventSchema.parse({
      ...EVENT,
      actor: { args: ['install', 7, null, 'x'] },
      payload: { reasons: [{}, 'scorecard'] },
    });
    expect(read.actor?.args).toEqual(['install', 'x']);
    expect(read.payload?.reasons).toEqual(['scorecard']);
  });
});

test('values outside the documented lists are read as they are', () => {
  expect(agentSchema.parse({ ...AGENT, status: 'quarantined' }).status).toBe('quarantined');
  expect(eventSchema.parse({ ...EVENT, outcome: 'defer', type: 'scan' })).toMatchObject({
    outcome: 'defer',
    type: 'scan',
  });
});

test('counts that are not numbers are left out', () => {
  const summary = summarySchema.parse({ outcomes: { allow: 1, block: '2', defer: 3 } });
  expect(summary.outcomes).toEqual({ allow: 1, defer: 3 });
});

test('rules that the specification does not have are kept', () => {
  const policy = policySchema.parse({ rules: { ...POLICY.rules, max_age_days: 400 } });
  expect(policy.rules?.['max_age_days']).toBe(400);
});

describe('calendar', () => {
  test('days with no sessions are there', () => {
    const calendar = calendarSchema.parse(CALENDAR);
    expect(calendar.total_count).toBe(CALENDAR.total_count);
    expect(calendar.days.map(({ date, count }) => ({ date, count }))).toEqual(CALENDAR.days);
    expect(calendar.damaged).toEqual([]);
  });

  test('a damaged day is named and costs no other', () => {
    const calendar = calendarSchema.parse({ days: [{ count: 3 }, ...CALENDAR.days, null] });
    expect(calendar.days.map((day) => day.date)).toEqual(CALENDAR.days.map((day) => day.date));
    expect(calendar.damaged.map(({ index, field }) => [index, field])).toEqual([
      [0, 'date'],
      [3, '(row)'],
    ]);
  });

  test('the list of days is required', () => {
    expect(calendarSchema.safeParse({ total_count: 7 }).success).toBe(false);
  });
});

describe('transcript', () => {
  test('the messages are required', () => {
    expect(transcriptSchema.safeParse({ session_id: 'x' }).success).toBe(false);
  });
});
