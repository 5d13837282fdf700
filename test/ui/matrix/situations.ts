import { calendarSchema } from '../../../src/contract/session.ts';
import { healthSchema } from '../../../src/contract/health.ts';
import { summarySchema } from '../../../src/contract/summary.ts';
import { noteFailure, receive, type Failure } from '../../../src/stores/base/resource-store.ts';
import type { StoresOptions } from '../../../src/stores/stores.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { createHostileContext } from '../../helpers/hostile-context.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  samplePolicy,
  sampleSession,
  sampleTranscript,
  secondsAgo,
} from '../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../helpers/transcripts.ts';

/** What a console can know: of each, the stores that hold it. */
export interface Situation {
  readonly name: string;
  /** What stands in it was written by somebody who wants to disturb. */
  readonly isUntrusted?: boolean;
  /** What must be read somewhere on every pane that lists something. */
  readonly told?: RegExp;
  create(options: StoresOptions): TestContext;
}

export const SERVER_FAILED: Failure = {
  message: 'The server failed (500): the database is locked',
  at: NOW,
  status: 500,
};
export const FORBIDDEN: Failure = {
  message: 'The key is not permitted to do this (403): the read scope is required',
  at: NOW,
  status: 403,
};

/** The resources that panes list. */
export const LISTED = ['agents', 'sessions', 'llmCalls', 'policy', 'summary', 'calendar'] as const;

function failAll({ stores }: TestContext, failure: Failure): void {
  stores.events.setState({ failure });
  for (const name of [...LISTED, 'transcript'] as const) {
    noteFailure<unknown>(stores[name], failure);
  }
  const reason = failure.message;
  stores.connection.setState({
    state: 'failing',
    waits: ['events', 'agents', 'sessions', 'llm calls', 'policy'].map((what) => ({
      what,
      reason,
      until: failure.status === 403 ? undefined : NOW + 9000,
      next: failure.status === 403 ? 'it is read again once you refresh' : 'then it is read again',
    })),
  });
}

function titled(context: TestContext): TestContext {
  context.stores.view.setState({ title: 'acme' });
  return context;
}

/** So many rows of everything. */
function fill({ stores }: TestContext, count: number): void {
  const rows = <Row>(make: (index: number) => Row) =>
    Array.from({ length: count }, (_, index) => make(index));
  stores.events.apply(
    rows((index) =>
      sampleEvent(`event-${index}`, index * 7, {
        outcome: (['block', 'review', 'allow', 'quarantine'] as const)[index % 4],
        client_id: `client-${index % 50}`,
        subject: { ecosystem: 'npm', package: `package-${index}`, version: `1.0.${index}` },
        payload: { reasons: ['known malware', 'typosquat of react'] },
      }),
    ),
    { at: NOW, fromHistory: false },
  );
  stores.events.setState({ receivedAt: NOW, completeThrough: NOW, readThrough: NOW, totalAtServer: count });
  const agents = rows((index) => sampleAgent(`agent-${index}`, { clone_detected: index % 9 === 5 }));
  receive(stores.agents, listingOf(agents), NOW);
  receive(stores.sessions, listingOf(rows((index) => sampleSession(`s${index}`, index * 600))), NOW);
  const calls = rows((index) =>
    sampleCall({
      id: `call-${index}`,
      timestamp: secondsAgo(index * 30),
      provider: 'acme-ai',
      model: `large-${index % 7}`,
      input_tokens: 1000 + index,
      latency_ms: 800 + index,
      cost_usd: 0.25,
    }),
  );
  receive(stores.llmCalls, listingOf(calls), NOW);
  receive(stores.calendar, calendarSchema.parse({ days: [], total_count: count }), NOW);
  receive(stores.policy, samplePolicy(), NOW);
  receive(stores.health, healthSchema.parse({ status: 'ok', version: '2.4.0', database: 'connected' }), NOW);
  const outcomes = { allow: count, review: 0, block: 0 };
  receive(
    stores.summary,
    summarySchema.parse({ total_events: count, outcomes, ecosystems: { npm: count }, period: '30d' }),
    NOW,
  );
  stores.connection.setState({ state: 'live', budget: { limit: 60, remaining: 42, resetsAt: NOW + 18_000 } });
}

/** The transcript that the pager would read. */
function withTranscript(context: TestContext): TestContext {
  const { stores } = context;
  const [session] = stores.sessions.getState().data?.rows ?? [];
  if (session !== undefined && stores.transcript.getState().data === undefined) {
    receive(stores.transcript, openTranscriptOf(session.id, sampleTranscript(), { session }), NOW);
  }
  return context;
}

/** Whatever disturbs a terminal, looks like something else or is wider than it seems, in one text. */
const HOSTILE =
  'lod\u001b[2J\u202eash \u0430\u0301\u0302\u0303\u0304 \u4e00\u4e8c 👍🏿 \u200b"<b>\r\n\u0007 – …' +
  'x'.repeat(200);

export const SITUATIONS: readonly Situation[] = [
  {
    name: 'before the first answer',
    told: /[Ww]aiting for the first answer|not read yet/,
    create: (options) => titled(createTestContext(options)),
  },
  {
    name: 'with nothing there',
    create(options) {
      const context = titled(createTestContext(options));
      fill(context, 0);
      return context;
    },
  },
  {
    name: 'with one row',
    create(options) {
      const context = titled(createTestContext(options));
      fill(context, 1);
      return withTranscript(context);
    },
  },
  {
    name: 'with thousands of rows',
    create(options) {
      const context = titled(createTestContext(options));
      fill(context, 3000);
      return withTranscript(context);
    },
  },
  {
    name: 'with old data of a failing server',
    told: /server failed/i,
    create(options) {
      const context = withTranscript(createFilledContext(options));
      failAll(context, SERVER_FAILED);
      return context;
    },
  },
  {
    name: 'with a key that may read nothing',
    told: /\(403\)|not permitted/,
    create(options) {
      const context = titled(createTestContext(options));
      failAll(context, FORBIDDEN);
      return context;
    },
  },
  {
    name: 'with a refused key',
    told: /STOPPED .*\(401\)/,
    create(options) {
      const context = withTranscript(createFilledContext(options));
      context.stores.connection.setState({
        state: 'failing',
        stopped: 'The server refused the key (401). Check VIGIL_API_KEY, then refresh.',
      });
      return context;
    },
  },
  {
    name: 'with hostile text',
    isUntrusted: true,
    create: (options) => createHostileContext(HOSTILE, options),
  },
];
