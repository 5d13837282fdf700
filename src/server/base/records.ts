import type { AgentStatus, Ecosystem, EventType, Outcome } from '../../contract/values.ts';

/**
 * What the database holds and the synthetic organization makes: plain values, every time in milliseconds since the
 * epoch. `present.ts` turns them into the bodies that the specification describes.
 */

export interface AgentRecord {
  readonly id: string;
  readonly client_id: string;
  readonly machine_id: string;
  readonly generation: number;
  readonly secret_prefix: string;
  readonly registration_key_id: string;
  readonly registration_key_name: string;
  readonly status: AgentStatus;
  readonly hostname: string;
  readonly os: string;
  readonly arch: string;
  readonly version: string;
  readonly username: string;
  readonly clone_detected: boolean;
  /** Null unless a clone was detected. */
  readonly clone_reason: string | null;
  readonly registered_at: number;
  readonly last_seen_at: number;
}

export interface EventRecord {
  readonly id: string;
  readonly client_id: string;
  readonly timestamp: number;
  readonly type: EventType;
  readonly outcome: Outcome;
  readonly actor: { readonly command: string; readonly args: readonly string[]; readonly version: string };
  readonly subject: { readonly ecosystem: Ecosystem; readonly package: string; readonly version: string };
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Holds `reasons` when the outcome is not `allow`. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface MessageRecord {
  readonly type: string;
  readonly content?: string;
  readonly tool?: string;
  readonly path?: string;
  /** ISO 8601, UTC, whole seconds. */
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

export interface SessionRecord {
  /** The assistant's identifier, a UUID; the numeric row id is the database's to give. */
  readonly session_id: string;
  readonly client_id: string;
  readonly agent_hostname: string;
  readonly project_path: string;
  readonly first_prompt: string;
  readonly git_branch: string;
  readonly created_at: number;
  readonly modified_at: number;
  readonly uploaded_at: number;
  readonly is_subagent: boolean;
  readonly subagent_count: number;
  readonly messages: readonly MessageRecord[];
}

export interface LlmCallRecord {
  readonly id: string;
  readonly client_id: string;
  readonly timestamp: number;
  readonly provider: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly latency_ms: number;
  readonly cost_usd: number;
  readonly status: string;
}

export interface PolicyRecord {
  readonly version: string;
  readonly name: string;
  readonly updated_at: number;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly blocked_packages: readonly unknown[];
  readonly blocked_maintainers: readonly unknown[];
}

export interface RegistrationKeyRecord {
  readonly id: string;
  readonly name: string;
}

/** What happened in an organization over some stretch of time, ready to be stored in one transaction. */
export interface Happenings {
  readonly events: readonly EventRecord[];
  readonly llmCalls: readonly LlmCallRecord[];
  /** New sessions, and sessions that grew: stored under their `session_id`. */
  readonly sessions: readonly SessionRecord[];
  /** Check-ins: the agent with that id was last seen then. */
  readonly checkIns: readonly { readonly agentId: string; readonly at: number }[];
}

/** The organization as it stands, which a live step is decided by. */
export interface OrganizationState {
  /** Status by agent id; an agent that is missing here was removed. */
  readonly statusOf: ReadonlyMap<string, AgentStatus>;
  /** The stored policy. An agent acts on it from its next sync on, not at once. */
  readonly policy: PolicyRecord;
}

/** A synthetic organization: the same settings make the same organization and the same history, to the byte. */
export interface SyntheticOrganization {
  readonly agents: readonly AgentRecord[];
  readonly registrationKeys: readonly RegistrationKeyRecord[];
  readonly policy: PolicyRecord;
  /** The history up to `until`, oldest first, in batches of some thousands of events. */
  history(): Iterable<Happenings>;
  /**
   * What happens from the end of the last step (or `until`) up to `now`. Suspended, deleted and removed agents do
   * nothing; the others decide their installs by the policy they last synced.
   */
  step(now: number, state: OrganizationState): Happenings;
}

export interface SynthesisSettings {
  readonly seed: number;
  readonly agents: number;
  /** Events in the history. */
  readonly events: number;
  /** Recorded sessions in the history, subagents not counted. */
  readonly sessions: number;
  /** Live events a second over the whole organization. */
  readonly eventsPerSecond: number;
  readonly policySyncSeconds: number;
  /** The end of the history. */
  readonly until: number;
}
