import { expect } from 'vitest';

import { describeElement } from '../../src/stores/policy/describe-element.ts';
import type { JsonObject } from '../../src/contract/tolerant.ts';
import type {
  AgentRecord,
  EventRecord,
  LlmCallRecord,
  OrganizationState,
  SessionRecord,
} from '../../src/server/base/records.ts';
import { addUpCalls } from '../../src/stores/llm/llm-totals.ts';
import { selectVisibleLlmCalls } from '../../src/stores/llm/select-llm-calls.ts';
import { MOST_LLM_CALLS } from '../../src/stores/llm/llm-listing.ts';
import { wholeResult } from '../helpers/whole-result.ts';
import { messagesOf } from '../helpers/transcripts.ts';
import { AMOUNTS } from './known-organization.ts';
import { WINDOW, type ConnectedConsole } from './connected-console.ts';

/**
 * What a person who reads the console must find in it, resource by resource: each function throws while the stores
 * hold anything else than what the service was given to store.
 */

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** How far a time that was computed from two answers may be off. */
const TOLERANCE = 2 * SECOND;

/**
 * Every event, each once, newest first, its fields as they were stored; and that the feed is known to be complete, with
 * nothing that lacks and no more than the server has.
 */
export function expectEvents({ stores, organization, choices, clock }: ConnectedConsole): void {
  const unit = choices['time-precision'] === 'seconds' ? SECOND : 1;
  const shownTime = (event: EventRecord) => Math.floor(event.timestamp / unit) * unit;
  const expected = [...organization.events].sort(
    (left, right) => shownTime(right) - shownTime(left) || (left.id < right.id ? 1 : -1),
  );
  const { rows, failure, ...feed } = stores.events.getState();
  expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(rows.map(({ event }) => event.raw)).toEqual(
    expected.map((event) => ({ ...event, timestamp: isoTime(shownTime(event), unit) })),
  );
  expect(failure).toBeUndefined();
  expect(feed).toMatchObject({ toCome: 0, gaps: [], damaged: [], doubt: undefined, fewer: 0 });
  expect(feed.completeThrough).toBeLessThanOrEqual(clock.now());
}

/** That events are marked as late: all of those, and none that was there when the console began to look. */
export function expectLate({ stores, organization }: ConnectedConsole, ids: readonly string[]): void {
  const late = stores.events.getState().rows.filter(({ isLate }) => isLate);
  const historical = organization.events.slice(0, AMOUNTS.events).map(({ id }) => id);
  expect(late.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
  expect(late.filter(({ id }) => historical.includes(id))).toEqual([]);
}

/** Every agent that the service lists, with its present status. */
export function expectAgents(
  { stores, organization, choices }: ConnectedConsole,
  state: OrganizationState,
): void {
  const shown = ({ clone_reason, ...agent }: AgentRecord) => ({
    ...agent,
    ...(clone_reason === null ? {} : { clone_reason }),
    registered_at: isoTime(agent.registered_at, SECOND),
    last_seen_at: isoTime(agent.last_seen_at, SECOND),
  });
  const expected = organization.agents.flatMap((agent) => {
    const status = state.statusOf.get(agent.id);
    return status === undefined || (status === 'deleted' && choices['soft-delete'] === 'hidden')
      ? []
      : [{ ...shown(agent), status }];
  });
  const { data, failure } = stores.agents.getState();
  expect(byId(data?.rows.map(({ raw }) => raw))).toEqual(byId(expected));
  expect(data?.rows).toHaveLength(expected.length);
  expect(failure).toBeUndefined();
}

/** Every session that the filters of the pane let through. */
export function expectSessions({ stores, organization }: ConnectedConsole): void {
  const { subagents, project, clientId } = stores.view.getState().sessions;
  const expected = organization.sessions.flatMap(({ messages, ...session }, index) =>
    (session.is_subagent && !subagents) ||
    (project !== undefined && session.project_path !== project) ||
    (clientId !== undefined && session.client_id !== clientId)
      ? []
      : [
          {
            ...session,
            id: index + 1,
            message_count: messages.length,
            size_bytes: Buffer.byteLength(JSON.stringify(messages)),
            created_at: isoTime(session.created_at, SECOND),
            modified_at: isoTime(session.modified_at, SECOND),
            uploaded_at: isoTime(session.uploaded_at, SECOND),
          },
        ],
  );
  const { data, failure } = stores.sessions.getState();
  expect(byId(data?.rows.map(({ raw }) => raw))).toEqual(byId(expected));
  expect(data?.rows).toHaveLength(expected.length);
  expect(failure).toBeUndefined();
}

/** The number of sessions on each of the last sixty days, today included, and none for a day that is still to come. */
export function expectCalendar({ stores, organization, choices, clock }: ConnectedConsole): void {
  const field = choices['session-date'] === 'created' ? 'created_at' : 'modified_at';
  const counted = countedSessions(organization.sessions, choices);
  const today = isoDate(clock.now());
  const expected = Array.from({ length: 60 }, (_, index) => isoDate(clock.now() - index * DAY)).map(
    (date) => [date, counted.filter((session) => isoDate(session[field]) === date).length],
  );
  const { data, failure } = stores.calendar.getState();
  const days = [...(data?.days ?? [])].sort((left, right) => (left.date < right.date ? 1 : -1));
  expect(days.slice(0, 60).map(({ date, count }) => [date, count])).toEqual(expected);
  expect(days[0]?.date).toBe(today);
  expect(failure).toBeUndefined();
}

/** Every client that has sessions, with their number, whatever the fields are called. */
export function expectSessionClients({ stores, organization, choices }: ConnectedConsole): void {
  const counts = new Map<string, number>();
  for (const { client_id } of countedSessions(organization.sessions, choices)) {
    counts.set(client_id, (counts.get(client_id) ?? 0) + 1);
  }
  const { data, failure } = stores.sessionClients.getState();
  const shown = (data?.rows ?? []).map(({ raw }) => [
    raw['client_id'] ?? raw['client'],
    raw['session_count'] ?? raw['count'],
  ]);
  expect(shown.sort()).toEqual([...counts].sort());
  expect(failure).toBeUndefined();
}

/** The newest LLM calls, under the names that the server gives its fields, and the totals over them. */
export function expectLlmCalls({ stores, organization, choices }: ConnectedConsole): void {
  const unit = choices['time-precision'] === 'seconds' ? SECOND : 1;
  const calls = [...organization.llmCalls]
    .sort((left, right) => right.timestamp - left.timestamp)
    .slice(0, MOST_LLM_CALLS);
  const { data, failure } = stores.llmCalls.getState();
  expect(byId(data?.rows.map(({ raw }) => raw))).toEqual(
    byId(
      calls.map((call) => ({
        id: call.id,
        client_id: call.client_id,
        timestamp: isoTime(call.timestamp, unit),
        provider: call.provider,
        model: call.model,
        status: call.status,
        ...measuresOf(call, choices['llm-fields']),
      })),
    ),
  );
  expect(data?.rows).toHaveLength(calls.length);
  const rows = selectVisibleLlmCalls(stores);
  expect(rows.map(({ time }) => time)).toEqual(
    rows.map(({ time }) => time).sort((a, b) => (b ?? 0) - (a ?? 0)),
  );
  const totals = wholeResult(addUpCalls(rows)).all;
  const otherUnits = choices['llm-fields'] === 'other-units';
  expect(totals).toMatchObject({
    calls: calls.length,
    provider: 'acme',
    inputTokens: calls.reduce((sum, call) => sum + call.input_tokens, 0),
    outputTokens: calls.reduce((sum, call) => sum + call.output_tokens, 0),
    medianLatency: otherUnits ? 1.5 : 1500,
  });
  const cost = calls.reduce((sum, call) => sum + call.cost_usd, 0) * (otherUnits ? 100 : 1);
  expect(totals.cost).toBeCloseTo(cost);
  expect(failure).toBeUndefined();
}

/** The stored policy, whatever the shape of the elements of its lists. */
export function expectPolicy({ stores }: ConnectedConsole, { policy }: OrganizationState): void {
  const { data, failure } = stores.policy.getState();
  expect(data?.version).toBe(policy.version);
  expect(data?.name).toBe(policy.name);
  expect(data?.updated_at).toBe(isoTime(policy.updated_at, SECOND));
  expect(data?.rules).toEqual(policy.rules);
  for (const list of ['blocked_packages', 'blocked_maintainers'] as const) {
    expect(data?.[list]?.map(describeElement)).toEqual(policy[list].map(describeElement));
  }
  expect(failure).toBeUndefined();
}

/** Counts over the period that the server chose, up to now. */
export function expectSummary({ stores, organization, choices }: ConnectedConsole): void {
  const { data, receivedAt = 0, failure } = stores.summary.getState();
  const period = choices['summary-period'];
  const counted = organization.events.filter(
    ({ timestamp }) => timestamp >= receivedAt - Number.parseInt(period, 10) * DAY && timestamp <= receivedAt,
  );
  const countBy = (nameOf: (event: EventRecord) => string) =>
    counted.reduce<Record<string, number>>(
      (counts, event) => ({ ...counts, [nameOf(event)]: (counts[nameOf(event)] ?? 0) + 1 }),
      {},
    );
  expect(data).toMatchObject({
    period,
    total_events: counted.length,
    outcomes: countBy(({ outcome }) => outcome),
    ecosystems: countBy(({ subject }) => subject.ecosystem),
  });
  expect(failure).toBeUndefined();
}

/** That the service and its database are well. */
export function expectHealth({ stores }: ConnectedConsole): void {
  const { data, failure } = stores.health.getState();
  expect(data).toMatchObject({ status: 'ok', database: 'connected' });
  expect(failure).toBeUndefined();
}

/** How many requests remain, and when there will be more, whatever the unit in which the server sends it. */
export function expectBudget({ stores, clock, quota }: ConnectedConsole): void {
  const { budget } = stores.connection.getState();
  expect(budget?.limit).toBe(quota);
  expect(budget?.remaining).toBeLessThan(quota);
  const endsAt = Math.ceil(clock.now() / (WINDOW * SECOND)) * WINDOW * SECOND;
  expect(Math.abs((budget?.resetsAt ?? 0) - endsAt)).toBeLessThan(TOLERANCE);
}

/** The transcript of a session, message by message. */
export function expectTranscript({ stores }: ConnectedConsole, session: SessionRecord): void {
  const { data, failure } = stores.transcript.getState();
  expect(failure).toBeUndefined();
  expect(data?.transcript.session_id).toBe(session.session_id);
  expect(data?.state).toBe('whole');
  expect(data && messagesOf(data.transcript)).toEqual(session.messages);
}

function measuresOf(call: LlmCallRecord, fields: ConnectedConsole['choices']['llm-fields']): JsonObject {
  const total = call.input_tokens + call.output_tokens;
  switch (fields) {
    case 'flat':
      return {
        input_tokens: call.input_tokens,
        output_tokens: call.output_tokens,
        latency_ms: call.latency_ms,
        cost_usd: call.cost_usd,
      };
    case 'nested':
      return {
        tokens: { input: call.input_tokens, output: call.output_tokens, total },
        latency: { ms: call.latency_ms },
        cost: { amount: call.cost_usd, currency: 'USD' },
      };
    case 'other-units':
      return {
        prompt_tokens: call.input_tokens,
        completion_tokens: call.output_tokens,
        total_tokens: total,
        duration: call.latency_ms / 1000,
        cost_cents: call.cost_usd * 100,
      };
  }
}

function countedSessions(
  sessions: readonly SessionRecord[],
  choices: ConnectedConsole['choices'],
): readonly SessionRecord[] {
  return sessions.filter((session) => choices['subagent-counts'] === 'included' || !session.is_subagent);
}

function byId(rows: readonly JsonObject[] = []): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(rows.map((row) => [String(row['id']), row]));
}

function isoTime(time: number, unit: number): string {
  const text = new Date(time).toISOString();
  return unit === SECOND ? `${text.slice(0, 19)}Z` : text;
}

function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
