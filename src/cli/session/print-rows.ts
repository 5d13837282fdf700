import type { JsonObject } from '../../contract/tolerant.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import { listDoubtWords } from '../../stores/base/list-doubt.ts';
import type { Listing } from '../../stores/base/listing.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import { testOfRecords } from '../../stores/query/row-query.ts';
import { checkRowFlags, rowLines, type RowFlags, type RowForm } from './row-lines.ts';
import { UnseenColumns } from '../output/record-columns.ts';
import { say } from '../output/say.ts';
import { whyNoRecord } from '../../stores/view/near-miss.ts';
import { whyNoneAdvice } from '../../stores/view/near-miss-sentence.ts';
import { absentFieldSentences } from '../../stores/view/sought-fields.ts';
import { runAgainstServer, type CommandHost, type CommandSession } from './command-session.ts';
import { parseFilterAhead, refuseUnknownFields } from './list-filter.ts';

/** What several rows are called, and one. */
export interface RowNames {
  readonly rows: string;
  readonly row: string;
}

/** A list that was read, and what is to be said of it. */
export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  /** What is missing or may be, sentences that make the status 1. */
  readonly problems: readonly Sentence[];
  /** What else is to be known, which leaves the status as it is. */
  readonly remarks?: readonly Sentence[];
  /** That the server has none of those that flags asked it for; without it, that it has none at all. */
  readonly noneAsked?: Sentence | undefined;
}

/** A list as a command prints it. */
export interface PrintedList<Row> {
  readonly names: RowNames;
  readonly form: RowForm<Row>;
  /** Reads all of it. Rejects as `session.read` does. */
  readonly read: (session: CommandSession) => Promise<ReadRows<Row>>;
  /** The first so many are printed; all without it. */
  readonly limit?: number | undefined;
}

/**
 * Reads a list, prints those rows that pass the filter, and says what is to be said of it. Resolves with the exit status: 1
 * also when it is not certain that all were read. Rejects with a UsageError for flags that are wrong, before anything is asked for.
 */
export async function printList<Row>(
  flags: RowFlags,
  { names, form, read, limit }: PrintedList<Row>,
  host?: CommandHost,
): Promise<number> {
  checkRowFlags(flags, form.query);
  parseFilterAhead(flags.filter, form.query);
  const run = async (session: CommandSession) => {
    const { rows, problems, remarks = [], noneAsked } = await read(session);
    const passing = passingRows(rows, form, flags, session);
    const printed = passing.slice(0, limit);
    await session.output.write(rowLines(printed, form, flags));
    remarkUnseenColumns(session, printed.map(form.recordOf), flags, form.query);
    problems.forEach(say);
    remarks.forEach(session.remark);
    if (problems.length === 0 && rows.length === 0 && noneAsked !== undefined) {
      session.remark(noneAsked);
      return 0;
    }
    remarkFilter(session, {
      records: rows.map(form.recordOf),
      isNone: problems.length === 0 && passing.length === 0,
      filter: flags.filter,
      names,
      query: form.query,
    });
    return problems.length === 0 ? 0 : 1;
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}

/** Says which of the chosen columns no row that was printed has, and may be a mistake. */
export function remarkUnseenColumns(
  { remark }: Pick<CommandSession, 'remark'>,
  printed: readonly JsonObject[],
  { columns }: Pick<RowFlags, 'columns'>,
  query: ListQuery,
): void {
  const unseen = new UnseenColumns(columns, query);
  printed.forEach((record) => unseen.note(record));
  const sentence = unseen.sentence();
  if (sentence !== undefined) {
    remark(sentence);
  }
}

/**
 * Says which fields the filter excludes values of that nothing has of what was read; and, where nothing passes, so and which
 * rows it was near to.
 */
export function remarkFilter(
  { remark, clock }: Pick<CommandSession, 'remark' | 'clock'>,
  {
    records,
    isNone,
    filter = '',
    names: { rows, row },
    query,
  }: {
    readonly records: readonly unknown[];
    readonly isNone: boolean;
    readonly filter: string | undefined;
    readonly names: RowNames;
    readonly query: ListQuery;
  },
): void {
  if (isNone) {
    remark(
      records.length === 0
        ? `The server has no ${rows}.`
        : `None of the ${formatCount(records.length)} ${records.length === 1 ? row : rows} passes the filter.`,
    );
    if (records.length > 0) {
      const why = whyNoRecord(records, filter, { query, nouns: rows }, { now: clock.now(), zone: 'utc' });
      whyNoneAdvice(why).forEach(remark);
    }
  }
  absentFieldSentences(records, filter, query, rows).forEach(remark);
}

/** The rows that pass `--filter`. Rejects with a UsageError a filter that asks for a field that none of them has. */
export function passingRows<Row>(
  rows: readonly Row[],
  { query, recordOf }: Pick<RowForm<Row>, 'query' | 'recordOf'>,
  flags: Pick<RowFlags, 'filter'>,
  session: Pick<CommandSession, 'clock'>,
): readonly Row[] {
  refuseUnknownFields(flags.filter, query, rows.map(recordOf));
  const passes = filterOf(flags, query, session);
  return passes === undefined ? rows : rows.filter((row) => passes(recordOf(row)));
}

/** A test of what `--filter` lets through; undefined where that is everything. */
export function filterOf(
  { filter }: Pick<RowFlags, 'filter'>,
  query: ListQuery,
  { clock }: Pick<CommandSession, 'clock'>,
): ((record: unknown) => boolean) | undefined {
  return filter === undefined ? undefined : testOfRecords(filter, query, { now: clock.now(), zone: 'utc' });
}

/** What keeps a list from being whole, one sentence each; none when it is certain that it is. */
export function listProblems<Row>(
  { rows, total, damaged, doubt }: Listing<Row>,
  names: RowNames,
): readonly Sentence[] {
  const unread = Math.max(0, (total ?? 0) - rows.length - damaged.length);
  return [
    ...(doubt === undefined
      ? []
      : [
          `Whether these ${formatCount(rows.length)} are all ${names.rows} is unverified: ${listDoubtWords(doubt, names.rows)}.`,
        ]),
    ...(unread === 0
      ? []
      : [`The server counts ${formatCount(total ?? 0)} ${names.rows}, of which no more are read.`]),
    ...(damaged.length === 0
      ? []
      : [
          `${formatCount(damaged.length)} damaged ${damaged.length === 1 ? names.row : names.rows} could not be read.`,
        ]),
  ];
}
