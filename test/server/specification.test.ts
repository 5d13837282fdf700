import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { agentSchema } from '../../src/contract/agent.ts';
import { eventSchema } from '../../src/contract/event.ts';
import { parsePage } from '../../src/contract/pagination.ts';
import { calendarSchema, sessionSchema } from '../../src/contract/session.ts';
import { transcriptSchema } from '../../src/contract/transcript.ts';
import { AGENT_STATUSES, ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../src/contract/values.ts';
import { createSyntheticOrganization } from '../../src/server/synth/organization.ts';
import {
  rowsOf,
  startTestService,
  stopTestServices,
  type JsonBody,
  type TestService,
} from '../helpers/test-service.ts';

afterEach(stopTestServices);

/**
 * The tables of the specification ("Resources and their fields"), strictly: exactly these fields with exactly these
 * types. The contract's schemas are tolerant on purpose and would let anything through.
 */
const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
const text = z.string();
const count = z.int().min(0);

const pagination = z.strictObject({ limit: count, offset: count, total: count, has_more: z.boolean() });

const agent = z.strictObject({
  id: text.min(1),
  client_id: text.min(1),
  machine_id: text.min(1),
  generation: count,
  secret_prefix: text.startsWith('as_live_'),
  registration_key_id: text.min(1),
  registration_key_name: text.min(1),
  status: z.enum(AGENT_STATUSES),
  hostname: text.min(1),
  os: text.min(1),
  arch: text.min(1),
  version: text.min(1),
  username: text.min(1),
  clone_detected: z.boolean(),
  clone_reason: text.optional(),
  registered_at: time,
  last_seen_at: time,
});

const session = z.strictObject({
  id: count,
  session_id: text.min(1),
  client_id: text.min(1),
  agent_hostname: text.min(1),
  project_path: text.min(1),
  first_prompt: text,
  git_branch: text,
  message_count: count,
  created_at: time,
  modified_at: time,
  uploaded_at: time,
  size_bytes: count,
  is_subagent: z.boolean(),
  subagent_count: count,
});

const event = z.strictObject({
  id: text.min(1),
  client_id: text.min(1),
  timestamp: time,
  type: z.enum(EVENT_TYPES),
  outcome: z.enum(OUTCOMES),
  actor: z.strictObject({ command: text, args: z.array(text), version: text }),
  subject: z.strictObject({ ecosystem: z.enum(ECOSYSTEMS), package: text.min(1), version: text }),
  metadata: z.record(z.string(), z.unknown()),
  payload: z.looseObject({ reasons: z.array(text).min(1).optional() }),
});

const content = z.strictObject({
  session_id: text,
  message_count: count,
  messages: z.array(z.looseObject({ type: text.min(1), timestamp: time })),
});

const policy = z.strictObject({
  version: text.min(1),
  name: text,
  updated_at: time,
  rules: z.strictObject({
    min_scorecard: z.number().min(0).max(10),
    review_scorecard: z.number().min(0).max(10),
    max_known_vulnerabilities: z.number().min(0),
    block_on_critical_vuln: z.boolean(),
    require_provenance: z.boolean(),
    allow_provenance_fallback: z.boolean(),
    review_on_new_package_days: z.number().min(0),
    allowed_licenses: z.array(text),
    typosquat_action: z.enum(['block', 'review']),
    typosquat_threshold: z.number().min(0).max(1),
  }),
  blocked_packages: z.array(text),
  blocked_maintainers: z.array(text),
});

const summary = z.strictObject({
  total_events: count,
  outcomes: z.strictObject({ allow: count, review: count, block: count }),
  ecosystems: z.strictObject({ npm: count, pip: count, go: count, cargo: count }),
  period: text.regex(/^\d+d$/),
});

/** Every row of a list, over all its pages. */
async function readAll(test: TestService, path: string, name: string): Promise<readonly JsonBody[]> {
  const rows: JsonBody[] = [];
  for (;;) {
    const body = await test.get(`${path}${path.includes('?') ? '&' : '?'}limit=100&offset=${rows.length}`);
    const page = pagination.parse(body['pagination']);
    rows.push(...rowsOf(body, name));
    if (!page.has_more) {
      expect(rows).toHaveLength(page.total);
      return rows;
    }
  }
}

function startSynthetic() {
  return startTestService({
    createOrganization: createSyntheticOrganization,
    agents: 20,
    events: 600,
    sessions: 12,
    rate: 5,
    quota: 10_000,
  });
}

describe('a service with its synthetic organization', () => {
  it('answers exactly what the specification describes, live rows included', async () => {
    const test = await startSynthetic();
    await test.clock.advance(60_000);
    const agents = await readAll(test, '/registered-agents', 'agents');
    z.array(agent).length(20).parse(agents);
    for (const { clone_detected, clone_reason } of agents) {
      expect(clone_reason !== undefined).toBe(clone_detected);
    }
    const events = await readAll(test, '/events', 'events');
    z.array(event).min(700).parse(events);
    expect(new Set(events.map((row) => row['id'])).size).toBe(events.length);
    const sessions = await readAll(test, '/sessions?include_subagents=true', 'sessions');
    z.array(session).min(12).parse(sessions);
    for (const { id, session_id, message_count } of sessions) {
      const body = content.parse(await test.get(`/sessions/${String(id)}/content`));
      expect([body.session_id, body.message_count, body.messages.length]).toEqual([
        session_id,
        message_count,
        message_count,
      ]);
      expect(transcriptSchema.safeParse(body).success).toBe(true);
    }
    policy.parse(await test.get('/policy'));
    const totals = summary.parse(await test.get('/stats/summary'));
    const sum = (counts: Record<string, number>) =>
      Object.values(counts).reduce((left, right) => left + right);
    expect([sum(totals.outcomes), sum(totals.ecosystems)]).toEqual([
      totals.total_events,
      totals.total_events,
    ]);
    await readAll(test, '/events/llm', 'events');
  });

  it('answers what the contract reads without damage', async () => {
    const test = await startSynthetic();
    for (const [path, name, schema] of [
      ['/registered-agents', 'agents', agentSchema],
      ['/events', 'events', eventSchema],
      ['/sessions', 'sessions', sessionSchema],
    ] as const) {
      const page = parsePage<unknown>(await test.get(path), name, schema);
      expect(page.rows.length).toBeGreaterThan(0);
      expect(page.damaged).toEqual([]);
    }
    expect(calendarSchema.safeParse(await test.get('/sessions/calendar')).success).toBe(true);
  });

  it('lets a stricter policy block more after the next sync', async () => {
    const blockedShare = async (strict: boolean) => {
      const test = await startTestService({
        createOrganization: createSyntheticOrganization,
        agents: 20,
        events: 0,
        sessions: 0,
        rate: 20,
        policySync: 5,
      });
      if (strict) {
        await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 10 } } });
      }
      await test.clock.advance(60_000);
      const { total_events, outcomes } = summary.parse(await test.get('/stats/summary'));
      expect(total_events).toBeGreaterThan(100);
      return outcomes.block / total_events;
    };
    expect(await blockedShare(true)).toBeGreaterThan(2 * (await blockedShare(false)));
  });
});
