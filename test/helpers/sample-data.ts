import { agentSchema, type Agent } from '../../src/contract/agent.ts';
import { eventSchema, type SecurityEvent } from '../../src/contract/event.ts';
import { llmCallSchema, type LlmCall } from '../../src/contract/llm-call.ts';
import { policySchema, type Policy } from '../../src/contract/policy.ts';
import { calendarSchema, sessionSchema, type Calendar, type Session } from '../../src/contract/session.ts';
import type { Transcript } from '../../src/contract/transcript/transcript.ts';
import type { Listing } from '../../src/stores/base/listing.ts';
import { transcriptOf } from './transcripts.ts';

/** Rows made by hand, each read by its schema as an answer would be. */

type Fields = Readonly<Record<string, unknown>>;

/** The time that the virtual clock of the tests starts at. */
export const NOW = Date.parse('2026-03-02T09:00:00Z');

/** The time so many seconds before NOW, as a server writes it. */
export function secondsAgo(seconds: number): string {
  return new Date(NOW - seconds * 1000).toISOString();
}

/** An allowed npm install of left-pad by client-1, so many seconds ago. */
export function sampleEvent(id: string, ago: number, fields: Fields = {}): SecurityEvent {
  return eventSchema.parse({
    id,
    client_id: 'client-1',
    timestamp: secondsAgo(ago),
    type: 'install',
    outcome: 'allow',
    actor: { command: 'npm', args: ['install', 'left-pad'], version: '11.0.0' },
    subject: { ecosystem: 'npm', package: 'left-pad', version: '1.3.0' },
    metadata: {},
    payload: {},
    ...fields,
  });
}

/** An active agent on build-1 that was seen a minute ago; its client is `client-` and the number in its id. */
export function sampleAgent(id: string, fields: Fields = {}): Agent {
  return agentSchema.parse({
    id,
    client_id: id.replace('agent', 'client'),
    machine_id: `machine-of-${id}`,
    generation: 1,
    status: 'active',
    hostname: id.replace('agent', 'build'),
    os: 'linux',
    arch: 'arm64',
    version: '1.2.3',
    username: 'deploy',
    clone_detected: false,
    clone_reason: null,
    registered_at: secondsAgo(864_000),
    last_seen_at: secondsAgo(60),
    ...fields,
  });
}

/** A session of a quarter of an hour that ended so many seconds ago. */
export function sampleSession(id: string, ago: number, fields: Fields = {}): Session {
  return sessionSchema.parse({
    id,
    session_id: `uuid-of-${id}`,
    client_id: 'client-1',
    agent_hostname: 'build-1',
    project_path: '/home/dev/shop',
    first_prompt: 'Fix the flaky test',
    git_branch: 'main',
    message_count: 4,
    created_at: secondsAgo(ago + 900),
    modified_at: secondsAgo(ago),
    size_bytes: 20_480,
    is_subagent: false,
    subagent_count: 0,
    ...fields,
  });
}

/** An LLM call; the specification shows no field of it. */
export function sampleCall(raw: Fields): LlmCall {
  return llmCallSchema.parse(raw);
}

/** The policy of a small organization, every rule of the specification set. */
export function samplePolicy(rules: Fields = {}, fields: Fields = {}): Policy {
  return policySchema.parse({
    version: '7',
    name: 'default',
    updated_at: secondsAgo(86_400),
    rules: {
      min_scorecard: 5,
      review_scorecard: 6,
      max_known_vulnerabilities: 0,
      block_on_critical_vuln: true,
      require_provenance: false,
      allow_provenance_fallback: true,
      review_on_new_package_days: 14,
      allowed_licenses: ['MIT', 'Apache-2.0'],
      typosquat_action: 'review',
      typosquat_threshold: 0.8,
      ...rules,
    },
    blocked_packages: ['evil'],
    blocked_maintainers: [{ name: 'mallory', reason: 'stolen key' }],
    ...fields,
  });
}

/** A prompt, a tool call, an answer, a second prompt and a message of a type that nobody knows. */
export function sampleTranscript(messages?: readonly Fields[], envelope: Fields = {}): Transcript {
  return transcriptOf({
    session_id: 'uuid-of-s1',
    ...envelope,
    messages: messages ?? [
      { type: 'user', content: 'Fix the flaky test', timestamp: '2026-03-02T08:40:00Z' },
      { type: 'tool_use', tool: 'Read', path: '/srv/shop/test.ts', timestamp: '2026-03-02T08:40:02Z' },
      { type: 'assistant', content: 'The test waits\nfor a second.', timestamp: '2026-03-02T08:40:05Z' },
      { type: 'user', content: 'Thanks', timestamp: '2026-03-02T08:41:00Z' },
      { type: 'telemetry', latency: 12 },
    ],
  });
}

/** Recorded sessions on the last two days. */
export function sampleCalendar(): Calendar {
  return calendarSchema.parse({
    days: [
      { date: '2026-03-01', count: 3 },
      { date: '2026-03-02', count: 8 },
    ],
    total_count: 11,
  });
}

/** Rows as a list that was read whole. */
export function listingOf<Row>(rows: readonly Row[]): Listing<Row> {
  return { rows, total: rows.length, damaged: [] };
}
