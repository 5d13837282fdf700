import { UsageError } from '../../host/usage-error.ts';
import { formatCount } from '../../lib/format-number.ts';
import { jsonText } from '../../lib/json-text.ts';
import { safeString } from '../../lib/safe-text.ts';
import { ownValue } from '../../lib/own-value.ts';
import { asUntrusted, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import type { Completeness } from '../../stores/base/completeness.ts';
import { createRowSorter } from '../../stores/base/sort-rows.ts';
import { readLlmCall, type LlmCallRow } from '../../stores/llm/llm-call-row.ts';
import { MOST_LLM_CALLS, type LlmListing } from '../../stores/llm/llm-listing.ts';
import { addUpCalls, addUpCallsBy, type AllTotals } from '../../stores/llm/llm-totals.ts';
import { totalsQuery } from '../../stores/llm/llm-totals-record.ts';
import { LLM_QUERY } from '../../stores/llm/llm-view.ts';
import { sortTotals } from '../../stores/llm/sort-totals.ts';
import { windowOf } from '../../stores/query/time-bounds.ts';
import { whyNoRecord } from '../../stores/view/near-miss.ts';
import { whyNoneAdvice } from '../../stores/view/near-miss-sentence.ts';
import { NOTHING_READ, type HowFar } from '../../sync/follow/follow-events.ts';
import { FIRST_LLM_CALLS, LlmCallReader } from '../../sync/lists/llm-call-reader.ts';
import { stoppedReading } from '../output/printed-events.ts';
import { checkRowFlags, rowLines, type RowFlags } from '../session/row-lines.ts';
import { say } from '../output/say.ts';
import { runAgainstServer, type CommandHost, type CommandSession } from '../session/command-session.ts';
import { parseFilterAhead, refuseUnknownFields } from '../session/list-filter.ts';
import { filterOf, listProblems, remarkUnseenColumns } from '../session/print-rows.ts';
import { CALL_FORM, totalsForm, type FieldTotals } from './llm-forms.ts';

/** The flags of `vigil llm`, as the command line reads them. */
export interface LlmFlags extends RowFlags {
  readonly by?: string;
  readonly limit?: number;
}

/** Any of the places in which calls may have their time: what a filter says of it is said of all of them. */
const [TIME_PATH = ''] = LLM_QUERY.times;

const CALLS = { rows: 'LLM calls', row: 'LLM call' };

/** Rounds of reading in which nothing more is found before a server is taken to give no more. */
const FRUITLESS_ROUNDS = 3;

/**
 * Prints LLM calls, the newest first, or with `--by` what they add up to by a field. Resolves with the exit status: 1 also when it
 * is not certain that these are all that were asked for.
 */
export async function runLlm(flags: LlmFlags, host?: CommandHost): Promise<number> {
  checkRowFlags(flags, flags.by === undefined ? LLM_QUERY : totalsQuery(flags.by));
  const query = parseFilterAhead(flags.filter, LLM_QUERY);
  const run = async (session: CommandSession) => {
    const { from } = windowOf(query, TIME_PATH, { now: session.clock.now(), zone: 'utc' });
    const passes = filterOf(flags, LLM_QUERY, session) ?? (() => true);
    const passing = (listing: LlmListing) => rowsOf(listing).filter(({ raw }) => passes(raw));
    const most =
      flags.by === undefined ? (flags.limit ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    const isEnough = (listing: LlmListing) => oldestOf(listing) < from || passing(listing).length >= most;
    const listing = await readCalls(session, isEnough);
    refuseUnknownFields(
      flags.filter,
      LLM_QUERY,
      rowsOf(listing).map(({ fields }) => fields),
    );
    const rows = passing(listing).slice(0, most);
    const problems = problemsOf(listing, isEnough(listing));
    const lines =
      flags.by === undefined
        ? rowLines(rows, CALL_FORM, flags)
        : totalLines(rows, flags.by, problems.length === 0 ? 'all' : measureOf(listing), flags);
    await session.output.write(lines);
    problems.forEach(say);
    if (flags.by === undefined) {
      const printed = rows.map(({ fields }) => fields);
      remarkUnseenColumns(session, printed, flags, LLM_QUERY);
    }
    if (rows.length === 0 && flags.filter !== undefined && listing.rows.length > 0) {
      const records = rowsOf(listing).map(({ raw }) => raw);
      const clock = { now: session.clock.now(), zone: 'utc' } as const;
      const why = whyNoRecord(records, flags.filter, { query: LLM_QUERY, nouns: CALLS.rows }, clock);
      whyNoneAdvice(why).forEach(session.remark);
    }
    session.remark(summaryOf(rows, listing, problems.length === 0));
    return problems.length === 0 ? 0 : 1;
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}

/** The calls of the server, the newest of them as far as they are held, or until there are enough. */
async function readCalls(
  session: CommandSession,
  isEnough: (listing: LlmListing) => boolean,
): Promise<LlmListing> {
  const reader = new LlmCallReader(session.connection.reading);
  let howFar: HowFar = NOTHING_READ;
  const progress = session.connection.showProgress(CALLS.rows, () => howFar);
  try {
    for (let held = 0, fruitless = 0; ;) {
      const wanted = Math.min(MOST_LLM_CALLS, Math.max(FIRST_LLM_CALLS, 4 * reader.held));
      const { listing, more } = await session.read((_client, signal) => reader.read({ wanted, signal }));
      howFar = { read: listing.rows.length, of: listing.total, pageRows: 100 };
      const isAll = !more && (wanted === MOST_LLM_CALLS || listing.reach !== 'part');
      fruitless = reader.held > held ? 0 : fruitless + 1;
      held = reader.held;
      if (isAll || isEnough(listing) || fruitless === FRUITLESS_ROUNDS) {
        return listing;
      }
    }
  } catch (error) {
    progress.end();
    if (howFar.read > 0) {
      say(stoppedReading(CALLS.rows, howFar));
    }
    throw error;
  } finally {
    progress.end();
  }
}

const newestFirst = createRowSorter<LlmCallRow>();

function rowsOf({ rows }: LlmListing): readonly LlmCallRow[] {
  return newestFirst(rows.map(readLlmCall), ({ time }) => time, true);
}

/** When the oldest call was made that was read. */
function oldestOf(listing: LlmListing): number {
  return rowsOf(listing).reduce(
    (oldest, { time }) => Math.min(oldest, time ?? oldest),
    Number.POSITIVE_INFINITY,
  );
}

/** What keeps the calls from being all that were asked for; `isEnough` says that no older ones were. */
function problemsOf(listing: LlmListing, isEnough: boolean): readonly Sentence[] {
  const { rows, reach, total, damaged } = listing;
  const read = formatCount(rows.length);
  const isPart = reach !== undefined && reach !== 'first';
  const missing =
    !isPart || (isEnough && reach !== 'behind')
      ? []
      : reach === 'page'
        ? [`The server gives one page of its calls: only ${read} were read.`]
        : reach === 'behind'
          ? [`The newest calls were not reached: ${read} older ones were read.`]
          : [
              `Only the newest ${read} calls were read${total === undefined || total <= rows.length ? '' : ` of ${formatCount(total)}`}: there are older ones.`,
            ];
  return [
    ...missing,
    ...listProblems({ rows, total: isPart ? undefined : total, damaged, doubt: listing.doubt }, CALLS),
  ];
}

function measureOf({ rows, total, doubt }: LlmListing): Completeness {
  const of = total === undefined || total <= rows.length ? undefined : total;
  return doubt === undefined
    ? { read: rows.length, of, isOver: true }
    : { read: rows.length, of: undefined, isUnverified: true };
}

/** What the calls add up to by the value of a field: of `model` and `provider` what the data turns out to call so. */
function totalLines(
  rows: readonly LlmCallRow[],
  by: string,
  counted: Completeness,
  flags: LlmFlags,
): readonly string[] {
  const totals = totalsBy(rows, by).slice(0, flags.limit);
  return rowLines(totals, totalsForm(by, counted), flags);
}

function totalsBy(rows: readonly LlmCallRow[], by: string): readonly FieldTotals[] {
  if (by === 'model' || by === 'provider') {
    return sortTotals(allTotals(rows), undefined).flatMap((totals) =>
      totals.kind === by ? [{ ...totals, field: undefined, value: totals[by] }] : [],
    );
  }
  const field = fieldNamed(rows, by);
  const groups = addUpCallsBy(rows, (row) => textOf(ownValue(row.fields, field)));
  const ordered = sortTotals(
    { all: allTotals(rows).all, byProvider: groups.map(({ totals }) => totals), byModel: [] },
    undefined,
  );
  const valueOf = new Map(groups.map(({ totals, value }) => [totals, value]));
  return ordered.flatMap((totals) =>
    valueOf.has(totals) ? [{ ...totals, field, value: valueOf.get(totals) }] : [],
  );
}

/** A field of the calls by its name, whatever its case. */
function fieldNamed(rows: readonly LlmCallRow[], name: string): string {
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))];
  const found =
    names.find((each) => each === name) ?? names.find((each) => each.toLowerCase() === name.toLowerCase());
  if (found === undefined && names.length > 0) {
    const known = [...new Set(['model', 'provider', ...names])].map((each) => safeString(each, 'ident'));
    throw new UsageError(`--by: no call has a field of that name. They have ${known.join(', ')}.`);
  }
  return found ?? name;
}

function textOf(value: unknown): Untrusted | undefined {
  return value === undefined || value === null || value === ''
    ? undefined
    : asUntrusted(typeof value === 'string' ? value : jsonText(value));
}

function allTotals(rows: readonly LlmCallRow[]): AllTotals {
  const adding = addUpCalls(rows);
  for (;;) {
    const { done, value } = adding.next();
    if (done === true) {
      return value;
    }
  }
}

/** How many calls were printed or counted, as a sentence. */
function summaryOf(rows: readonly LlmCallRow[], { rows: read }: LlmListing, isAll: boolean): Sentence {
  if (isAll && read.length === 0) {
    return 'The server has no LLM calls.';
  }
  const calls = `${formatCount(rows.length)} ${rows.length === 1 ? 'call' : 'calls'}`;
  return `${isAll ? 'Complete' : 'Not complete'}: ${calls}${rows.length === read.length ? '' : ` out of ${formatCount(read.length)} that were read`}.`;
}
