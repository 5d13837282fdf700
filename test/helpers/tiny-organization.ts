import { ECOSYSTEMS, OUTCOMES } from '../../src/contract/values.ts';
import type {
  AgentRecord,
  EventRecord,
  Happenings,
  LlmCallRecord,
  OrganizationState,
  PolicyRecord,
  SessionRecord,
  SynthesisSettings,
  SyntheticOrganization,
} from '../../src/server/base/records.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Between two events of the history; two share each timestamp. */
export const EVENT_GAP = 40 * MINUTE;
export const PACKAGES = ['left-pad', 'Requests', 'requests-oauth', 'serde', '@scope/x'] as const;

/**
 * A small organization whose every record is known in advance. Event `i` has the outcome, the ecosystem and the
 * package at place `i` of their lists, counted around; every fifth is an audit. A step makes one event at `now` by the
 * first active agent, blocked when the policy's `min_scorecard` is above 5, and lets one session grow.
 */
export function createTinyOrganization(settings: SynthesisSettings): SyntheticOrganization {
  const agents = Array.from({ length: settings.agents }, (_, index) => tinyAgent(settings, index));
  let steps = 0;
  return {
    agents,
    registrationKeys: [{ id: `rk-${settings.seed}`, name: 'laptops' }],
    policy: tinyPolicy(settings),
    *history() {
      yield {
        events: Array.from({ length: settings.events }, (_, index) => tinyEvent(settings, index)),
        llmCalls: Array.from({ length: settings.events }, (_, index) => tinyCall(settings, index)),
        sessions: Array.from({ length: settings.sessions }, (_, index) => tinySession(settings, index)),
        checkIns: [],
      };
    },
    step(now, state) {
      steps++;
      return tinyStep(settings, agents, now, state, steps);
    },
  };
}

export function tinyAgent({ seed, until }: SynthesisSettings, index: number): AgentRecord {
  const isClone = index % 4 === 3;
  return {
    id: `agent-${seed}-${index}`,
    client_id: `client-${seed}-${index}`,
    machine_id: `machine-${seed}-${index}`,
    generation: 1 + (index % 3),
    secret_prefix: 'as_live_ab12',
    registration_key_id: `rk-${seed}`,
    registration_key_name: 'laptops',
    status: 'active',
    hostname: `host-${String((index * 7) % 10)}-${index}`,
    os: 'linux',
    arch: 'arm64',
    version: '1.2.3',
    username: `user${index}`,
    clone_detected: isClone,
    clone_reason: isClone ? 'same fingerprint on two networks' : null,
    registered_at: until - (100 - index) * DAY,
    last_seen_at: until - ((index * 3) % 11) * MINUTE,
  };
}

export function tinyEvent({ seed, events, until }: SynthesisSettings, index: number): EventRecord {
  const outcome = OUTCOMES[index % 3] ?? 'allow';
  return {
    id: `event-${seed}-${index}`,
    client_id: `client-${seed}-${index % 3}`,
    timestamp: until - (events - Math.floor(index / 2) * 2) * EVENT_GAP + (index % 20 < 10 ? 400 : 0),
    type: index % 5 === 0 ? 'audit' : 'install',
    outcome,
    actor: { command: 'npm', args: ['install', 'x'], version: '11.0.0' },
    subject: {
      ecosystem: ECOSYSTEMS[index % 4] ?? 'npm',
      package: PACKAGES[index % 5] ?? 'left-pad',
      version: `1.0.${index}`,
    },
    metadata: index % 2 === 0 ? {} : { ci: true },
    payload: outcome === 'allow' ? {} : { reasons: ['scorecard 3.1 is below the minimum of 5'] },
  };
}

export function tinyCall({ seed, events, until }: SynthesisSettings, index: number): LlmCallRecord {
  return {
    id: `call-${seed}-${index}`,
    client_id: `client-${seed}-${index % 3}`,
    timestamp: until - (events - index) * EVENT_GAP + 250,
    provider: 'acme',
    model: 'large-1',
    input_tokens: 1000 + index,
    output_tokens: 100 + index,
    latency_ms: 1500,
    cost_usd: 0.25,
    status: 'ok',
  };
}

/** Session `i` was created `i` half days ago and went on for an hour; every third is a subagent's. */
export function tinySession({ seed, until }: SynthesisSettings, index: number): SessionRecord {
  const createdAt = until - index * (DAY / 2) - 2 * 60 * MINUTE;
  return {
    session_id: `00000000-0000-4000-8000-${String(seed * 1000 + index).padStart(12, '0')}`,
    client_id: `client-${seed}-${index % 3}`,
    agent_hostname: `host-${index % 3}`,
    project_path: index % 2 === 0 ? '/home/user/shop' : '/home/user/shop/api',
    first_prompt: `Prompt ${index}`,
    git_branch: index % 2 === 0 ? 'main' : 'feature/x',
    created_at: createdAt,
    modified_at: createdAt + 60 * MINUTE,
    uploaded_at: createdAt + 61 * MINUTE,
    is_subagent: index % 3 === 2,
    subagent_count: index % 3 === 0 ? 1 : 0,
    messages: [
      { type: 'user', content: `Prompt ${index} — “ü”`, timestamp: '2026-03-01T10:00:00Z' },
      { type: 'tool_use', tool: 'Read', path: '/etc/hosts', timestamp: '2026-03-01T10:00:01Z' },
      { type: 'assistant', content: 'Done.', timestamp: '2026-03-01T10:00:02Z' },
    ],
  };
}

function tinyPolicy({ until }: SynthesisSettings): PolicyRecord {
  return {
    version: '7',
    name: 'default',
    updated_at: until - DAY,
    rules: {
      min_scorecard: 5,
      review_scorecard: 6,
      max_known_vulnerabilities: 0,
      block_on_critical_vuln: true,
      require_provenance: false,
      allow_provenance_fallback: true,
      review_on_new_package_days: 14,
      allowed_licenses: ['MIT'],
      typosquat_action: 'review',
      typosquat_threshold: 0.8,
    },
    blocked_packages: ['evil'],
    blocked_maintainers: ['mallory'],
  };
}

function tinyStep(
  settings: SynthesisSettings,
  agents: readonly AgentRecord[],
  now: number,
  state: OrganizationState,
  step: number,
): Happenings {
  const agent = agents.find((candidate) => state.statusOf.get(candidate.id) === 'active');
  if (agent === undefined) {
    return { events: [], llmCalls: [], sessions: [], checkIns: [] };
  }
  const base = tinyEvent(settings, 1);
  const growing = tinySession(settings, 0);
  return {
    events: [
      {
        ...base,
        id: `live-${now}`,
        client_id: agent.client_id,
        timestamp: now,
        outcome: Number(state.policy.rules['min_scorecard']) > 5 ? 'block' : 'allow',
      },
    ],
    llmCalls: [{ ...tinyCall(settings, 1), id: `live-call-${now}`, timestamp: now }],
    sessions: [
      {
        ...growing,
        session_id: 'growing',
        modified_at: now,
        messages: Array.from({ length: step }, () => ({ type: 'user', timestamp: '2026-03-02T09:00:00Z' })),
      },
    ],
    checkIns: [{ agentId: agent.id, at: now }],
  };
}
