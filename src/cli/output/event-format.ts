import type { SecurityEvent } from '../../contract/event.ts';
import { asSent } from '../../contract/size-gate.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import type { FormulaHandling } from '../../lib/csv.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { timeAsSent } from '../../stores/events/event-row.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { type TextStyle, drawn, trusted, type Look } from './styled-text.ts';
import { joinUntrusted, type Untrusted, asUntrusted, untrustedText } from '../../lib/untrusted.ts';
import { ownValue } from '../../lib/own-value.ts';
import { EVENT_COLUMNS } from '../../stores/base/record-columns.ts';
import { columnsAt, csvHeader, csvRecord } from '../../lib/record-formats/record-columns.ts';
import type { RecordColumn } from '../../lib/record-formats/record-format.ts';
import { jsonRecord, textRecord } from './record-columns.ts';
import { lineOf, timeCell } from './table-lines.ts';

/** How events are printed, one line each. */
export interface EventFormat {
  /** A line before all events, also where there is none; undefined for no such line. */
  readonly header: string | undefined;
  /** A line before the first event, where there is one. */
  readonly titles?: string | undefined;
  /** The line of an event. */
  line(found: FoundEvent): string;
}

/** As the server sent it, unknown fields too: what a program reads. */
export const jsonFormat: EventFormat = {
  header: undefined,
  line: ({ event }) => asciiJson(asSent(event.raw)),
};

/** Flat columns, those of the console unless others were chosen. What could act on a terminal or deceive a reader is escaped. */
export function csvFormat(
  formulas: FormulaHandling,
  columns: readonly RecordColumn[] = columnsAt(EVENT_COLUMNS),
  recordOf: RecordOf = sentRecord,
): EventFormat {
  return {
    header: csvHeader(columns),
    line: ({ event }) => csvRecord(recordOf(event), { columns, kind: 'event' }, formulas),
  };
}

/** One object of these columns an event. */
export function jsonColumnsFormat(columns: readonly RecordColumn[], recordOf: RecordOf): EventFormat {
  return { header: undefined, line: ({ event }) => jsonRecord(recordOf(event), columns) };
}

/** These columns for people, under their names. */
export function textColumnsFormat(
  columns: readonly RecordColumn[],
  recordOf: RecordOf,
  style: TextStyle,
): EventFormat {
  return {
    header: textRecord(undefined, columns, 'event', style),
    line: ({ event }) => textRecord(recordOf(event), columns, 'event', style),
  };
}

/** What is known of an event: its record, and what stands elsewhere. */
export type RecordOf = (event: SecurityEvent) => JsonObject;

const sentRecord: RecordOf = ({ raw }) => raw;

/** A line for people; on a pipe under the names of its columns, as all lists have them there. */
export function textFormat(style: TextStyle): EventFormat {
  return {
    header: undefined,
    titles: style.layout.kind === 'pipe' ? TITLES.join('\t') : undefined,
    line: (found) => eventText(found, style),
  };
}

const TITLES = ['TIME', 'OUTCOME', 'TYPE', 'ECOSYSTEM', 'PACKAGE', 'CLIENT', 'REASON', 'LATE'];

const OUTCOME_LOOKS: Readonly<Record<string, Look>> = { block: 'alarm', review: 'warning' };

/**
 * An event as one line for people: time in UTC, outcome, type, ecosystem, package@version, client, reasons. Columns are
 * aligned as far as their values fit, as `lineOf` has it. What others wrote is made safe; nothing in it acts on a terminal.
 */
function eventText({ event, time, kind }: FoundEvent, style: TextStyle): string {
  const cell = (path: string, text: Untrusted | undefined, look?: Look) =>
    drawn(text === undefined || text === '' ? asUntrusted('-') : text, profileOf('event', path), style, look);
  const { outcome, type, client_id: client, subject, payload } = event;
  const reasons = joinUntrusted(payload?.reasons ?? [], '; ');
  return lineOf(
    [
      timeCell(time, cell('timestamp', timeOf(event)), style),
      [cell('outcome', wordOf(outcome), ownValue(OUTCOME_LOOKS, outcome ?? '')), 6],
      [cell('type', type), 7],
      [cell('subject.ecosystem', subject?.ecosystem), 5],
      [cell('subject.package', packageOf(event), 'bold'), 34],
      [cell('client_id', client), 35],
    ],
    [
      drawn(reasons, profileOf('event', 'payload.reasons'), style),
      trusted(kind === 'late' ? '(late)' : '', style),
    ],
    style,
  );
}

/** What was sent in the place of a time says that it is none. */
function timeOf(event: SecurityEvent): Untrusted {
  const sent = timeAsSent(event);
  return sent === '' ? sent : untrustedText`no time: ${sent}`;
}

/** What is to be acted on stands out without colours, too. */
function wordOf(outcome: Untrusted | undefined): Untrusted | undefined {
  return outcome === 'block' || outcome === 'review' ? asUntrusted(outcome.toUpperCase()) : outcome;
}

function packageOf({ subject }: SecurityEvent): Untrusted | undefined {
  const { package: name, version } = subject ?? {};
  return name === undefined || version === undefined ? name : untrustedText`${name}@${version}`;
}
