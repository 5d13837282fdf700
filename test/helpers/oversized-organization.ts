import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { HEALTH } from '../fixtures/health.ts';
import { LLM_CALL } from '../fixtures/llm-call.ts';
import { POLICY } from '../fixtures/policy.ts';
import { SESSION, SESSION_CLIENT, TRANSCRIPT } from '../fixtures/session.ts';
import { SUMMARY } from '../fixtures/summary.ts';
import { LARGEST_READ } from '../../src/contract/transcript/transcript.ts';
import { memoizeLast } from '../../src/stores/base/memoize-last.ts';
import { hostileAnswers } from './hostile-organization.ts';
import { secondsAgo } from './sample-data.ts';

type Row = Readonly<Record<string, unknown>>;
type Answers = ReturnType<typeof hostileAnswers>;

/** What is larger than anybody meant it, in every place where it can be. */
export type Excess =
  | { readonly of: 'text'; readonly text: string }
  | { readonly of: 'keys' | 'items' | 'levels'; readonly count: number };

/** Objects and lists within each other. */
export function nested(levels: number): unknown {
  let value: unknown = 'innermost';
  for (let level = 0; level < levels; level++) {
    value = level % 2 === 0 ? { in: value } : [value];
  }
  return value;
}

/** The fields that an object has more; making them anew for each would take longer than reading them. */
const manyFields = memoizeLast((count: number) =>
  Array.from(
    { length: count },
    (_, index) => [`field_${index}_tokens`, index % 3 === 0 ? index : `value ${index}`] as const,
  ),
);

/** Every object in a value, itself included, with so many fields more, or every list with so many elements more. */
function grown(value: unknown, excess: Exclude<Excess, { readonly of: 'text' }>, depth = 0): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => grown(item, excess, depth + 1));
    const more = (index: number) =>
      index % 2 === 0 ? `item ${index}` : { name: `item ${index}`, version: '1.0.0' };
    return excess.of === 'items'
      ? [...items, ...Array.from({ length: excess.count }, (_, index) => more(index))]
      : items;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const fields = Object.entries(value).map(([name, field]) => [name, grown(field, excess, depth + 1)]);
  const more: readonly (readonly [string, unknown])[] =
    excess.of === 'keys'
      ? manyFields(excess.count)
      : excess.of === 'levels' && depth < 2
        ? [['deep', nested(excess.count)]]
        : [['list', excess.of === 'items' ? Array.from({ length: excess.count }, (_, index) => index) : 1]];
  return Object.fromEntries([...fields, ...more]);
}

/**
 * What a server answers in which every text, every object or every list of the specification is that large, unknown ones
 * included. Ids, times and outcomes are as they should be, so that the rows are shown.
 */
export function oversizedAnswers(excess: Excess, at: (ago: number) => string = secondsAgo): Answers {
  if (excess.of === 'text') {
    const answers = hostileAnswers(excess.text, at);
    // Beyond that a message is not read, and all that is longer only takes longer to write.
    const { transcript } = hostileAnswers(excess.text.slice(0, LARGEST_READ + 1), at);
    const numbered = (rows: readonly Row[], name: string) =>
      rows.map((row, index) => ({ ...row, [name]: `${name}-${index}` }));
    return {
      ...answers,
      transcript,
      events: numbered(answers.events, 'id'),
      agents: numbered(answers.agents, 'id'),
      sessions: numbered(answers.sessions, 'session_id'),
      clients: numbered(answers.clients, 'client_id'),
    };
  }
  const large = (fixture: Row, fields: Row): Row => ({ ...(grown(fixture, excess) as Row), ...fields });
  // One of each kind is enough, and the others are beside it.
  const some = (index: number, fixture: Row, fields: Row): Row =>
    index === 0 ? large(fixture, fields) : { ...fixture, ...fields };
  const rules = grown(POLICY.rules, excess) as Row;
  return {
    events: ['block', 'review', 'allow'].map((outcome, index) =>
      some(index, EVENT, { id: `e${index}`, outcome, timestamp: at(10 + index) }),
    ),
    damagedEvent: large(EVENT, { id: null }),
    agents: ['active', 'suspended', 'deleted'].map((status, index) =>
      some(index, AGENT, { id: `a${index}`, status, last_seen_at: at(60 + index) }),
    ),
    sessions: [1, 2].map((id) => large(SESSION, { id, modified_at: at(id) })),
    // A message that is not read at all would show nothing.
    transcript: grown(TRANSCRIPT, { ...excess, count: Math.min(excess.count, 20_000) }) as Row,
    calendar: {
      days:
        excess.of === 'items'
          ? Array.from({ length: excess.count }, (_, index) => ({
              date: at(index * 86_400).slice(0, 10),
              count: 1,
            }))
          : [{ ...(grown({}, excess) as Row), date: at(0).slice(0, 10), count: 4 }],
      total_count: 6,
    },
    clients: [large(SESSION_CLIENT, {})],
    calls: [large(LLM_CALL, { timestamp: at(1) }), large(LLM_CALL, { model: 'large-2', timestamp: at(2) })],
    summary: grown(SUMMARY, excess) as Answers['summary'],
    policy: { ...(grown(POLICY, excess) as Row), rules } as Answers['policy'],
    health: large(HEALTH, {}),
  };
}
