import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { nextTurn, systemSlices } from '../../lib/slices.ts';
import { asUntrusted, joinUntrusted } from '../../lib/untrusted.ts';
import { selectAgentOfClient } from '../../stores/agents/select-agents.ts';
import type { Completeness } from '../../stores/base/completeness.ts';
import { timeAsSent, type EventRow } from '../../stores/events/event-row.ts';
import { coveredFrom } from '../../stores/events/event-coverage.ts';
import type { EventsFilter, EventsState } from '../../stores/events/events-store.ts';
import { feedCompleteness } from '../../stores/events/feed-completeness.ts';
import { statusSentence } from '../../stores/events/feed-status.ts';
import { selectFeedStatus } from '../../stores/events/select-feed-status.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import type { CommandContext } from '../base/command.ts';
import { journalRowOf } from '../journal/journal-rows.ts';
import { DOCUMENT_FORMATS, listOf, type RecordDocument } from '../export/record-document.ts';
import { notesOnAllEvents } from '../export/row-notes.ts';
import { askForPath, timeInName } from '../export/write-file.ts';

/** Offers to write what happened since a time, in milliseconds, as Markdown and beside it as JSON. */
export async function writeReport(context: CommandContext, since: number): Promise<void> {
  const document = await reportOf(context, since);
  const isIncomplete = document.counted !== 'all';
  const [json, markdown] = DOCUMENT_FORMATS;
  const name = `vigil-report${isIncomplete ? '-incomplete' : ''}-${timeInName(context)}`;
  askForPath(context, {
    what: 'the report',
    title: 'Markdown and JSON',
    remarks: document.notes ?? [],
    count: document.lists.reduce((sum, { count }) => sum + count, 1),
    isIncomplete,
    path: context.files.suggest(`${name}.${markdown.extension}`),
    pieces: () => markdown.write(document),
    beside: { extension: json.extension, pieces: () => json.write(document) },
  });
}

/** What happened since a time: blocks with who dealt with them, notes, changes, and what the feed lacks. */
export async function reportOf(context: CommandContext, since: number): Promise<RecordDocument> {
  const { stores, clock } = context;
  const now = clock.now();
  const feed = stores.events.getState();
  const events = await eventsSince(context, since);
  const blocks = events.filter(({ event }) => event.outcome === 'block');
  const others = events.filter(({ event }) => event.outcome !== 'block');
  const { rows: changes, problem } = await changesSince(context, since);
  const gaps = feed.gaps.filter(({ until = Number.POSITIVE_INFINITY }) => until * 1000 >= since);
  const unread = unreadBefore(feed, { since, now }, blocks);
  const isShort = unread !== undefined;
  const known = feedCompleteness(feed);
  const counted: Completeness =
    isShort || problem !== undefined ? { read: events.length, of: undefined, isOver: true } : known;
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, feed.toCome + feed.damaged.length);
  const acknowledged = blocks.filter(({ id }) => stores.acknowledged.has(id));
  const waiting = blocks.filter((row) => stores.acknowledged.isOpen(row));
  const { organization } = stores.view.getState();
  return {
    noun: 'report',
    title: asUntrusted('Report of a shift'),
    facts: {
      organization: organization.name,
      server: organization.server,
      since: new Date(since).toISOString(),
      through: new Date(now).toISOString(),
      written_by: context.who?.(),
      feed: statusSentence(selectFeedStatus(stores, now), 'utc'),
      complete_through: isoOf(feed.completeThrough),
      blocks: blocks.length,
      blocks_acknowledged_on_this_host: acknowledged.length,
      blocks_that_wait: waiting.length,
      acknowledged_yes: 'by this user on this host',
      acknowledged_waits: 'by nobody yet: the first row of the console counts it',
      acknowledged_no:
        'by nobody, and the console does not count it: its time is before the console first ran here',
      changes: changes.length,
      gaps: gaps.length + (isShort ? 1 : 0),
      events_missing:
        isShort || (known !== 'all' && (known.of === undefined || known.isUnverified === true))
          ? 'not known'
          : missing,
    },
    counted,
    notes: [
      ...(unread?.notes ?? []),
      ...(problem === undefined ? [] : [`changes could not be read: ${problem}`]),
      ...(feed.lateEvents === 0
        ? []
        : [`${formatCount(feed.lateEvents)} events came in late since the console started`]),
      ...notesOnAllEvents(stores),
    ],
    lists: [
      listOf(
        'block',
        'blocks',
        blocks.map((row) => blockRecord(context, row)),
        { fields: BLOCK_FIELDS, counted },
      ),
      listOf(
        'note',
        'notes on other events',
        others.map((row) => blockRecord(context, row)),
        { fields: ['time', 'outcome', ...BLOCK_FIELDS.slice(1)], counted },
      ),
      listOf('change', 'changes', changes.map(changeRecord), { fields: CHANGE_FIELDS }),
      listOf(
        'gap',
        'gaps',
        [
          ...gaps.map((gap) => ({
            since: isoOf(gap.since * 1000),
            until: gap.until === undefined ? undefined : isoOf(gap.until * 1000),
            missing: gap.missing,
            why: 'could not be had',
          })),
          ...(unread === undefined
            ? []
            : [
                {
                  since: isoOf(since),
                  until: isoOf(unread.until),
                  missing: 'not known',
                  why: 'not read',
                },
              ]),
        ],
        { fields: ['since', 'until', 'missing', 'why'] },
      ),
    ],
  };
}

/**
 * What of the time of a report was not read whole, and what that means for it. Blocks may be here from an earlier time on, where
 * a filter asked for them, and single ones from before that.
 */
function unreadBefore(
  feed: EventsState,
  { since, now }: { readonly since: number; readonly now: number },
  blocks: readonly EventRow[],
): { readonly until: number; readonly notes: readonly string[] } | undefined {
  const wholeFrom = (filter: EventsFilter) => coveredFrom(feed, [{ filter, until: undefined }]) ?? now;
  const [allFrom, blocksFrom] = [wholeFrom({}), wholeFrom({ outcome: 'block' })];
  if (allFrom <= since) {
    return undefined;
  }
  const older = blocks.filter(({ time }) => time < blocksFrom).length;
  const before = (time: number) => `before ${formatDateTime(time, 'utc')}`;
  const blocksNote =
    older === 0
      ? `blocks ${before(blocksFrom)} were not read, so they are not in it; how many there are is not known`
      : `${formatCount(older)} ${older === 1 ? 'block' : 'blocks'} ${before(blocksFrom)} ${older === 1 ? 'is' : 'are'} in it, others were not read; how many there are is not known`;
  return {
    until: allFrom,
    notes: [
      ...(blocksFrom > since ? [blocksNote] : []),
      `notes on other events ${before(allFrom)} are in it only where the event was read`,
    ],
  };
}

const BLOCK_FIELDS = [
  'time',
  'package',
  'version',
  'ecosystem',
  'host',
  'reasons',
  'acknowledged',
  'acknowledged_by',
  'acknowledged_at',
  'note',
  'id',
] as const;
const CHANGE_FIELDS = [
  'time',
  'verdict',
  'action',
  'target',
  'sentence',
  'reason',
  'until',
  'by',
  'operation',
] as const;

/** The blocks since a time, and all that somebody wrote a note on, newest first; others have their turn in between. */
async function eventsSince(
  { stores, slices = systemSlices }: CommandContext,
  since: number,
): Promise<readonly EventRow[]> {
  const { rows } = stores.events.getState();
  const found: EventRow[] = [];
  let isWithin = slices.begin();
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index);
    if (row === undefined || row.time < since) {
      break;
    }
    if (row.event.outcome === 'block' || stores.notes.noteOn(row.id) !== undefined) {
      found.push(row);
    }
    if (!isWithin()) {
      await nextTurn(slices);
      isWithin = slices.begin();
    }
  }
  return found;
}

async function changesSince(
  { sync }: CommandContext,
  since: number,
): Promise<{ readonly rows: readonly JournalRow[]; readonly problem: string | undefined }> {
  try {
    const { operations } = await sync.readJournal({ since });
    const rows = operations.map(journalRowOf);
    return { rows: rows.filter(({ time = since }) => time >= since), problem: undefined };
  } catch (error) {
    return { rows: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

function blockRecord({ stores, who }: CommandContext, row: EventRow): SourceRecord {
  const { id, event } = row;
  const isAcknowledged = stores.acknowledged.has(id);
  return {
    time: timeAsSent(event),
    outcome: event.outcome,
    package: event.subject?.package,
    version: event.subject?.version,
    ecosystem: event.subject?.ecosystem,
    host: selectAgentOfClient(stores, event.client_id)?.hostname,
    client_id: event.client_id,
    reasons: event.payload?.reasons,
    acknowledged: isAcknowledged ? 'yes' : stores.acknowledged.isOpen(row) ? 'waits' : 'no',
    // What is kept on this host is of this user alone.
    acknowledged_by: isAcknowledged ? who?.() : undefined,
    acknowledged_at: isoOf(stores.acknowledged.acknowledgedAt(id)),
    note: stores.notes.noteOn(id)?.text,
    id,
  };
}

function changeRecord({ time, state, origin, until, ...row }: JournalRow): SourceRecord {
  const from = (label: string) => origin.find((line) => line.label === label)?.value;
  return {
    time: isoOf(time),
    verdict: state,
    action: row.action,
    target: row.target,
    id: row.id,
    sentence: row.sentence,
    reason: row.reason,
    until: isoOf(until),
    by: joinUntrusted([from('user'), from('on host')], '@'),
    operation: row.operation,
  };
}

function isoOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
