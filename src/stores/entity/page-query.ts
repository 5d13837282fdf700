import { AGENT_QUERY } from '../agents/agents-view.ts';
import { selectHostByClient } from '../agents/select-agents.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { MACHINES, measuresOf, sharesOf, type CountedListId } from '../counts/count-measures.ts';
import { recordOfCount } from '../counts/count-record.ts';
import type { CountRow } from '../counts/count-rows.ts';
import { EventQuery, type HostByClient } from '../events/event-query.ts';
import type { EventRow } from '../events/event-row.ts';
import { EVENT_QUERY } from '../events/events-view.ts';
import { LLM_QUERY } from '../llm/llm-view.ts';
import { parseQuery } from '../query/parse-query.ts';
import { numberField, textField, timeField, type ListQuery } from '../query/query-fields.ts';
import { queryClock, type QueryClock } from '../query/query-time.ts';
import { rememberTest, testOfRecords } from '../query/row-query.ts';
import { boundsOf } from '../query/time-bounds.ts';
import { timesIn } from '../query/value-test.ts';
import { SESSION_QUERY } from '../sessions/sessions-view.ts';
import type { EntitySlice } from './entity-slice.ts';
import type { PageRow } from './page-rows.ts';
import type { OpenPage, PageSubject } from './page-subject.ts';
import { widenedQueries } from '../query/widened-query.ts';

const KIND_OF_COUNTED: Readonly<Record<CountedListId, ListQuery['kind']>> = {
  events: EVENT_QUERY.kind,
  agents: AGENT_QUERY.kind,
  sessions: SESSION_QUERY.kind,
  llm: LLM_QUERY.kind,
};

const countQueryOf = memoizeLast((of: CountedListId, by: string): ListQuery => ({
  kind: KIND_OF_COUNTED[of],
  fields: [
    textField(by.toLowerCase(), by.toLowerCase()),
    ...[...[...measuresOf(of), ...sharesOf(of)].map(({ name }) => name), 'share', MACHINES.name].map((name) =>
      numberField(name, name),
    ),
    timeField('first', 'first'),
    timeField('last', 'last'),
  ],
  times: [],
  // Figures are not searched for letters.
  wordsIn: by.toLowerCase(),
}));

const own = new Set(EVENT_QUERY.fields.map(({ name }) => name));

/** Of an agent there are also sessions. */
const AGENT_PAGE_QUERY: ListQuery = {
  ...EVENT_QUERY,
  fields: [
    ...EVENT_QUERY.fields,
    ...[...SESSION_QUERY.fields, ...AGENT_QUERY.fields].filter(
      ({ name }, index, all) => !own.has(name) && all.findIndex((other) => other.name === name) === index,
    ),
  ],
};

/** What can be asked of a page: its events and, where it has them, sessions and agents; or a value and its figures. */
export function queryOfPage(subject: PageSubject): ListQuery {
  switch (subject.kind) {
    case 'count':
      return countQueryOf(subject.of, subject.by);
    case 'agent':
      return AGENT_PAGE_QUERY;
    case 'package':
    case 'reason':
      return EVENT_QUERY;
  }
}

const NO_HOSTS: HostByClient = new Map();

const passesOf = memoizeLast((text: string, hosts: HostByClient, now: number, zone: QueryClock['zone']) => {
  const query = parseQuery(text, EVENT_QUERY);
  const clock = { now, zone };
  const events = new EventQuery(query, hosts, clock);
  const { from, to } = boundsOf(query, clock);
  return (row: EventRow) => row.time >= from && row.time < to && events.passes(row);
});

/** The test of the events of a page: the same for as long as it says the same; undefined where all pass. */
export function selectPassingEvents(
  stores: EntitySlice,
  text: string,
): ((row: EventRow) => boolean) | undefined {
  const { terms } = parseQuery(text, EVENT_QUERY);
  if (terms.length === 0) {
    return undefined;
  }
  const clock = queryClock(stores.view.getState());
  const { now, zone } = timesIn(terms).length > 0 ? clock : { now: 0, zone: 'utc' as const };
  const { asksForHosts } = new EventQuery({ terms }, NO_HOSTS, clock);
  return passesOf(text, asksForHosts ? selectHostByClient(stores) : NO_HOSTS, now, zone);
}

/** A label and its value, of whatever name. */
const FACT_QUERY: ListQuery = { kind: 'any', fields: [], times: [] };

const passesSession = rememberTest(SESSION_QUERY);
const passesAgent = rememberTest(AGENT_QUERY);
const passesFact = rememberTest(FACT_QUERY);

const ofRaw = memoizeLast(
  (test: (record: unknown) => boolean) =>
    ({ raw }: { readonly raw: unknown }) =>
      test(raw),
);

/** Whether a session passes the query of its page: the same test for as long as it says the same; undefined where all do. */
export function sessionPasses(
  text: string,
  clock: QueryClock,
): ((session: { readonly raw: unknown }) => boolean) | undefined {
  const test = passesSession(text, clock);
  return test && ofRaw(test);
}

/** The rows that pass, where those of events are of events that do; what can be asked of the server stays. */
export function rowsThatPass(rows: readonly PageRow[], text: string, clock: QueryClock): readonly PageRow[] {
  const [agents, facts] = [passesAgent(text, clock), passesFact(text, clock)];
  return rows.filter((row) => {
    switch (row.kind) {
      case 'agent':
        return agents?.({ ...row.agent.raw, why: row.why }) ?? true;
      case 'fact':
        return row.isOfEvents === true || (facts?.({ [row.label]: row.value }) ?? true);
      case 'note':
        return facts?.({ remark: row.text }) ?? true;
      default:
        return true;
    }
  });
}

/** Why nothing is shown: what equals a value may be less than what was meant. */
export function nothingPasses({ subject, text }: Pick<OpenPage, 'subject' | 'text'>): string {
  const widened = widenedQueries(text, queryOfPage(subject)).find(({ misread }) => misread === undefined);
  const meant =
    widened === undefined
      ? ''
      : ` ${widened.field}:${widened.value} is only what equals it: put the value between * for all that hold it.`;
  return `Nothing that is here passes the filter.${meant}`;
}

/** The counts that pass the query of their page. */
export function countsThatPass(
  rows: readonly CountRow[],
  of: CountedListId,
  by: string,
  text: string,
  clock: QueryClock,
): readonly CountRow[] {
  const query = countQueryOf(of, by);
  const test = testOfRecords(text, query, clock);
  if (test === undefined) {
    return rows;
  }
  const asksOnlyForValues = parseQuery(text, query).terms.every(
    (term) => term.kind === 'word' || term.field.name === query.wordsIn,
  );
  return rows.filter((row) =>
    test(
      asksOnlyForValues
        ? { [by]: row.values[0] ?? null }
        : recordOfCount(of, row, [by], row.whole.rows, sharesOf(of)),
    ),
  );
}
