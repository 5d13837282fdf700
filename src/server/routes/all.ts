import { changeStatus, deleteAgent, getAgent, listAgents } from './agents.ts';
import { listEvents } from './events.ts';
import { health } from './health.ts';
import { listLlmCalls } from './llm-calls.ts';
import { getPolicy, updatePolicy } from './policy.ts';
import type { Route } from '../http/route.ts';
import { getCalendar, listSessionClients } from './session-counts.ts';
import { getSession, getTranscript, listSessions } from './sessions.ts';
import { getSummary } from './summary.ts';

/** The fifteen endpoints of the specification. */
export const ROUTES: readonly Route[] = [
  health,
  listAgents,
  getAgent,
  changeStatus,
  deleteAgent,
  listSessions,
  getSession,
  getTranscript,
  getCalendar,
  listSessionClients,
  listEvents,
  getSummary,
  listLlmCalls,
  getPolicy,
  updatePolicy,
];
