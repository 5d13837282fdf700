import type { CreateOrganization } from '../../src/server/service-options.ts';
import type {
  AgentRecord,
  EventRecord,
  Happenings,
  LlmCallRecord,
  OrganizationState,
  SessionRecord,
} from '../../src/server/base/records.ts';
import {
  createTinyOrganization,
  tinyAgent,
  tinyCall,
  tinyEvent,
  tinySession,
} from '../helpers/tiny-organization.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** More of everything than the smallest page holds, and of sessions more than the usual page. */
export const AMOUNTS = { seed: 3, agents: 45, events: 230, sessions: 160 } as const;
const LLM_CALLS = 230;
const SESSION_CLIENTS = 31;

/** Ages of the oldest events, so that each period of the summary counts others. */
const OLD_AGES = [10 * DAY, 40 * DAY, 41 * DAY];

const NOTHING: Happenings = { events: [], llmCalls: [], sessions: [], checkIns: [] };

/**
 * An organization that a test knows all of: what it was made with, and what the service stores of it as of its last
 * live step. What is inserted is stored with the next one.
 */
export interface KnownOrganization {
  readonly create: CreateOrganization;
  readonly agents: readonly AgentRecord[];
  readonly events: readonly EventRecord[];
  readonly llmCalls: readonly LlmCallRecord[];
  readonly sessions: readonly SessionRecord[];
  /** Stores what happened and resolves with the state of the organization once it is stored. */
  insert(happenings?: Partial<Happenings>): Promise<OrganizationState>;
}

/** An organization whose history ends at `until`. */
export function createKnownOrganization(until: number): KnownOrganization {
  const settings = { ...AMOUNTS, until, eventsPerSecond: 1, policySyncSeconds: 900 };
  const tiny = createTinyOrganization(settings);
  const agents = Array.from({ length: AMOUNTS.agents }, (_, index) => tinyAgent(settings, index));
  const events = Array.from({ length: AMOUNTS.events }, (_, index) => historicalEvent(settings, index));
  const llmCalls = Array.from({ length: LLM_CALLS }, (_, index) => ({
    ...tinyCall(settings, index),
    timestamp: until - (LLM_CALLS - index) * 7 * MINUTE + 250,
    model: index % 3 === 0 ? 'small-1' : 'large-1',
  }));
  const sessions = Array.from({ length: AMOUNTS.sessions }, (_, index) => historicalSession(settings, index));
  const waiting: { readonly happenings: Happenings; readonly resolve: (state: OrganizationState) => void }[] =
    [];

  return {
    agents,
    events,
    llmCalls,
    sessions,
    create: () => ({
      ...tiny,
      agents,
      *history() {
        yield { ...NOTHING, events: [...events], llmCalls: [...llmCalls], sessions: [...sessions] };
      },
      step(_now, state) {
        const taken = waiting.splice(0);
        for (const { resolve } of taken) {
          // The service stores what a step returns before anything else has its turn.
          resolve(state);
        }
        return {
          events: taken.flatMap(({ happenings }) => happenings.events),
          llmCalls: taken.flatMap(({ happenings }) => happenings.llmCalls),
          sessions: taken.flatMap(({ happenings }) => happenings.sessions),
          checkIns: taken.flatMap(({ happenings }) => happenings.checkIns),
        };
      },
    }),
    insert(happenings = {}) {
      const whole = { ...NOTHING, ...happenings };
      events.push(...whole.events);
      llmCalls.push(...whole.llmCalls);
      return new Promise((resolve) => waiting.push({ happenings: whole, resolve }));
    },
  };
}

/** Two events share each timestamp. The gaps keep all of them some minutes away from where a period may begin. */
function historicalEvent(settings: Parameters<typeof tinyEvent>[0], index: number): EventRecord {
  const age = OLD_AGES[index] ?? (Math.floor((AMOUNTS.events - index) / 2) + 1) * 37 * MINUTE - 400;
  return {
    ...tinyEvent(settings, index),
    client_id: `client-${settings.seed}-${index % AMOUNTS.agents}`,
    timestamp: settings.until - age,
  };
}

/** A session began every seven hours and went on for five, past midnight now and then. */
function historicalSession(settings: Parameters<typeof tinySession>[0], index: number): SessionRecord {
  const createdAt = settings.until - index * 7 * HOUR - 6 * HOUR;
  return {
    ...tinySession(settings, index),
    client_id: `client-${settings.seed}-${index % SESSION_CLIENTS}`,
    agent_hostname: `host-${index % SESSION_CLIENTS}`,
    created_at: createdAt,
    modified_at: createdAt + 5 * HOUR,
    uploaded_at: createdAt + 5 * HOUR + MINUTE,
  };
}
