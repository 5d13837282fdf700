import { SHORT_TEXT } from '../../src/lib/cut-text.ts';
import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { HEALTH } from '../fixtures/health.ts';
import { LLM_CALL } from '../fixtures/llm-call.ts';
import { POLICY } from '../fixtures/policy.ts';
import { SESSION, SESSION_CLIENT, TRANSCRIPT } from '../fixtures/session.ts';
import { SUMMARY } from '../fixtures/summary.ts';
import { secondsAgo } from './sample-data.ts';

type Row = Readonly<Record<string, unknown>>;

/** Gives a text, and the next one whenever it is asked. */
export type NextText = () => string;

/** Gives texts in turns, for ever, from the one at that place on. */
export function inTurns(texts: readonly string[], place = 0): NextText {
  let next = place;
  return () => texts[next++ % texts.length] ?? '';
}

/** Every string of a value replaced, those in lists and objects too. */
function poisoned(value: unknown, text: NextText): unknown {
  if (typeof value === 'string') {
    return text();
  }
  if (Array.isArray(value)) {
    return value.map((item) => poisoned(item, text));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, poisoned(field, text)]));
  }
  return value;
}

/** A row with a text in every string field, in fields that nobody knows and in their names. */
function row(fixture: Row, text: NextText, fields: Row): Row {
  return {
    ...(poisoned(fixture, text) as Row),
    [text()]: text(),
    extra: { [text()]: [text()] },
    ...fields,
  };
}

/** Characters that a test may put behind an id. */
const ROOM_BEHIND = 16;

/** An id that holds about as much of the text as an id may: a longer one would identify nothing. */
function idOf(prefix: string, text: NextText): string {
  return `${prefix} ${text()}`.slice(0, SHORT_TEXT - ROOM_BEHIND);
}

/**
 * What a server answers in which nothing but these texts stands in the strings of the specification, unknown fields and
 * names of fields included. Several stand in turns: each row begins with another one, so that a column shows all of them.
 * Of each kind there are rows whose verdicts and times are as they should be, and one in which they are texts too. `ago` of
 * `at` counts in seconds.
 */
export function hostileAnswers(texts: string | readonly string[], at: (ago: number) => string = secondsAgo) {
  const from = (place: number) => inTurns([texts].flat(), place);
  const text = from(0);
  const events = [
    ...['block', 'review', 'allow'].map((outcome, index) =>
      row(EVENT, from(index), { id: idOf(`e${index}`, text), outcome, timestamp: at(10 + index) }),
    ),
    row(EVENT, from(3), { id: idOf('e9', text) }),
  ];
  const agents = [
    ...['active', 'suspended', 'deleted'].map((status, index) =>
      row(AGENT, from(index), { id: idOf(`a${index}`, text), status, last_seen_at: at(60 + index) }),
    ),
    row(AGENT, from(3), { id: idOf('a9', text) }),
  ];
  const sessions = [
    row(SESSION, from(0), { id: 1, modified_at: at(5) }),
    row(SESSION, from(1), { id: 2, modified_at: at(6), session_id: idOf('s2', text) }),
    row(SESSION, from(2), { id: 3, session_id: idOf('s3', text) }),
  ];
  const messages = [
    ...TRANSCRIPT.messages.map((message, index) => row(message, from(index), { type: message.type })),
    row(TRANSCRIPT.messages[1], text, {}),
    { type: 'tool_result', [text()]: text() },
  ];
  return {
    events,
    damagedEvent: row(EVENT, text, { id: null }),
    agents,
    sessions,
    transcript: row(TRANSCRIPT, text, { messages }),
    calendar: {
      days: [
        { date: at(0).slice(0, 10), count: 4 },
        { date: text(), count: 2 },
      ],
      total_count: 6,
    },
    clients: [
      row(SESSION_CLIENT, from(0), {}),
      row(SESSION_CLIENT, from(1), { client_id: idOf('c2', text) }),
    ],
    calls: [
      row(LLM_CALL, from(0), { timestamp: at(1) }),
      row(LLM_CALL, from(1), { model: `m2 ${text()}`, timestamp: text() }),
    ],
    summary: {
      ...SUMMARY,
      period: text(),
      outcomes: { ...SUMMARY.outcomes, [text()]: 3 },
      ecosystems: { ...SUMMARY.ecosystems, [text()]: 4 },
    },
    policy: {
      ...(poisoned(POLICY, text) as Row),
      rules: {
        ...(poisoned(POLICY.rules, text) as Row),
        min_scorecard: 5,
        [text()]: text(),
        other: [text()],
      },
      blocked_packages: [text(), { name: text(), [text()]: text() }, { [text()]: text() }],
    },
    health: { ...(poisoned(HEALTH, text) as Row), [text()]: text() },
  };
}
