import { agentSchema } from '../../src/contract/agent.ts';
import { eventSchema } from '../../src/contract/event.ts';
import { healthSchema } from '../../src/contract/health.ts';
import { llmCallSchema } from '../../src/contract/llm-call.ts';
import { readRows } from '../../src/contract/pagination.ts';
import { policySchema } from '../../src/contract/policy.ts';
import { calendarSchema, sessionClientSchema, sessionSchema } from '../../src/contract/session.ts';
import { summarySchema } from '../../src/contract/summary.ts';
import { receive } from '../../src/stores/base/resource-store.ts';
import type { StoresOptions } from '../../src/stores/stores.ts';
import { createTestContext, type TestContext } from './command-context.ts';
import { hostileAnswers, inTurns } from './hostile-organization.ts';
import { listingOf, NOW } from './sample-data.ts';
import { openTranscriptOf, transcriptOf } from './transcripts.ts';

/** Stores that hold what such a server answers, read by the schemas, with a failure in which it is quoted. */
export function createHostileContext(
  texts: string | readonly string[],
  options: StoresOptions = {},
  answers: ReturnType<typeof hostileAnswers> = hostileAnswers(texts),
): TestContext {
  const text = inTurns([texts].flat());
  const context = createTestContext(options);
  const { stores } = context;
  const { rows: events, damaged } = readRows([...answers.events, answers.damagedEvent], eventSchema);
  stores.events.apply(events, { at: NOW, fromHistory: false });
  stores.events.setState({ receivedAt: NOW, completeThrough: NOW, readThrough: NOW, damaged, audit: text() });
  receive(stores.agents, listingOf(answers.agents.map((agent) => agentSchema.parse(agent))), NOW);
  receive(stores.sessions, listingOf(answers.sessions.map((session) => sessionSchema.parse(session))), NOW);
  receive(
    stores.sessionClients,
    listingOf(answers.clients.map((client) => sessionClientSchema.parse(client))),
    NOW,
  );
  receive(stores.calendar, calendarSchema.parse(answers.calendar), NOW);
  receive(stores.llmCalls, listingOf(answers.calls.map((call) => llmCallSchema.parse(call))), NOW);
  receive(stores.summary, summarySchema.parse(answers.summary), NOW);
  receive(stores.policy, policySchema.parse(answers.policy), NOW);
  receive(stores.health, healthSchema.parse(answers.health), NOW);
  const [session] = stores.sessions.getState().data?.rows ?? [];
  const transcript = transcriptOf(answers.transcript);
  receive(stores.transcript, openTranscriptOf(session?.id ?? '', transcript, session && { session }), NOW);
  stores.connection.setState({
    state: 'live',
    waits: [{ what: 'events', reason: text(), until: undefined, next: 'tries again' }],
    learned: [{ topic: text(), finding: text() }],
  });
  stores.connection.log({
    at: NOW,
    method: 'GET',
    path: `/registered-agents/${text()}`,
    query: `?package=${text()}`,
    purpose: text(),
    status: 400,
    milliseconds: 12,
    bytes: 100,
    problem: `The server finds the request wrong (400): ${text()}`,
    cost: 1,
    outcome: 'refused',
  });
  return context;
}
