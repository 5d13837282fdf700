/** The closed lists of values that the specification names. A server may send others; a client may only send these. */

export const AGENT_STATUSES = ['active', 'suspended', 'deleted'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The only targets of a status change ("States and transitions"): `deleted` cannot be requested. */
export const REQUESTABLE_STATUSES = ['active', 'suspended'] as const;
export type RequestableStatus = (typeof REQUESTABLE_STATUSES)[number];

export const EVENT_TYPES = ['install', 'audit'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const OUTCOMES = ['allow', 'review', 'block'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const ECOSYSTEMS = ['npm', 'pip', 'go', 'cargo'] as const;
export type Ecosystem = (typeof ECOSYSTEMS)[number];

export const TYPOSQUAT_ACTIONS = ['block', 'review'] as const;
export type TyposquatAction = (typeof TYPOSQUAT_ACTIONS)[number];

/** Prefixes of the three kinds of credential; only the first is accepted by this API. */
export const CREDENTIAL_PREFIXES = {
  apiKey: 'sk_live_',
  registrationKey: 'rk_live_',
  agentSecret: 'as_live_',
} as const;

/** "Limits" of the specification. */
export const DEFAULT_PAGE_SIZE = { agents: 50, sessions: 20, events: 50 } as const;
export const DEFAULT_OFFSET = 0;
export const DEFAULT_POLICY_SYNC_SECONDS = 15 * 60;
