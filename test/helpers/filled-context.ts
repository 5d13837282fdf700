import { healthSchema } from '../../src/contract/health.ts';
import { summarySchema } from '../../src/contract/summary.ts';
import { receive } from '../../src/stores/base/resource-store.ts';
import type { StoresOptions } from '../../src/stores/stores.ts';
import { createTestContext, type TestContext } from './command-context.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCalendar,
  sampleCall,
  sampleEvent,
  samplePolicy,
  sampleSession,
  secondsAgo,
} from './sample-data.ts';

const OUTCOMES = ['allow', 'block', 'review', 'allow', 'quarantine'] as const;

/** A context whose stores hold a small organization: 60 events, 12 agents, 9 sessions, 8 LLM calls, a policy. */
export function createFilledContext(options: StoresOptions = {}): TestContext {
  const context = createTestContext(options);
  const { stores } = context;
  stores.view.setState({ title: 'acme' });
  stores.events.apply(
    Array.from({ length: 60 }, (_, index) =>
      sampleEvent(`event-${String(index).padStart(2, '0')}`, index * 7, {
        outcome: OUTCOMES[index % 5],
        client_id: `client-${index % 12}`,
        subject: { ecosystem: 'npm', package: `package-${index}`, version: `1.0.${index}` },
        payload: index % 5 === 1 ? { reasons: ['known malware', 'typosquat of react'] } : {},
      }),
    ),
    { at: NOW, fromHistory: false },
  );
  stores.events.setState({ receivedAt: NOW, completeThrough: NOW, readThrough: NOW, totalAtServer: 60 });
  const agents = Array.from({ length: 12 }, (_, index) =>
    sampleAgent(`agent-${index}`, {
      hostname: `build-${String(index).padStart(2, '0')}`,
      status: index === 3 ? 'suspended' : 'active',
      clone_detected: index === 5,
    }),
  );
  receive(stores.agents, listingOf(agents), NOW);
  const sessions = Array.from({ length: 9 }, (_, index) =>
    sampleSession(`s${index}`, index * 600, { first_prompt: `Prompt number ${index}` }),
  );
  receive(stores.sessions, listingOf(sessions), NOW);
  receive(stores.calendar, sampleCalendar(), NOW);
  const calls = Array.from({ length: 8 }, (_, index) =>
    sampleCall({
      id: `call-${index}`,
      timestamp: secondsAgo(index * 30),
      provider: 'acme-ai',
      model: index % 2 === 0 ? 'large-1' : 'small-1',
      input_tokens: 1000 + index,
      output_tokens: 100 + index,
      latency_ms: 800 + index,
      cost_usd: 0.25,
    }),
  );
  receive(stores.llmCalls, listingOf(calls), NOW);
  receive(stores.policy, samplePolicy(), NOW);
  receive(stores.health, healthSchema.parse({ status: 'ok', version: '2.4.0', database: 'connected' }), NOW);
  receive(
    stores.summary,
    summarySchema.parse({
      total_events: 1000,
      outcomes: { allow: 900, review: 60, block: 40 },
      ecosystems: { npm: 700, pip: 200, go: 50, cargo: 50 },
      period: '30d',
    }),
    NOW,
  );
  stores.connection.setState({ state: 'live', budget: { limit: 60, remaining: 42, resetsAt: NOW + 18_000 } });
  return context;
}
