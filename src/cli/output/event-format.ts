import type { SecurityEvent } from '../../contract/event.ts';
import { asSent } from '../../contract/size-gate.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { csvLine, type FormulaHandling } from '../../lib/csv.ts';
import { safeString } from '../../lib/safe-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { timeAsSent } from '../../stores/events/event-row.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { type TextStyle, drawn, trusted, type Look } from './styled-text.ts';
import { joinUntrusted, type Untrusted, asUntrusted, untrustedText } from '../../lib/untrusted.ts';
import { ownValue } from '../../lib/own-value.ts';
import { lineOf, timeCell } from './table-lines.ts';

/** How events are printed, one line each. */
export interface EventFormat {
  /** A line before the first event; undefined for none. */
  readonly header: string | undefined;
  /** The line of an event. */
  line(found: FoundEvent): string;
}

/** As the server sent it, unknown fields too: what a program reads. */
export const jsonFormat: EventFormat = {
  header: undefined,
  line: ({ event }) => asciiJson(asSent(event.raw)),
};

/** What stands in a column, by the path of its field. They follow the specification's table "Event". */
const COLUMNS: readonly (readonly [path: string, value: (event: SecurityEvent) => Untrusted | undefined])[] =
  [
    ['id', (event) => event.id],
    ['timestamp', timeAsSent],
    ['type', (event) => event.type],
    ['outcome', (event) => event.outcome],
    ['client_id', (event) => event.client_id],
    ['actor.command', (event) => event.actor?.command],
    ['actor.args', (event) => joinUntrusted(event.actor?.args ?? [], ' ')],
    ['actor.version', (event) => event.actor?.version],
    ['subject.ecosystem', (event) => event.subject?.ecosystem],
    ['subject.package', (event) => event.subject?.package],
    ['subject.version', (event) => event.subject?.version],
    ['payload.reasons', (event) => joinUntrusted(event.payload?.reasons ?? [], '; ')],
  ];

/** Flat columns. What could act on a terminal or deceive a reader is escaped. */
export function csvFormat(formulas: FormulaHandling): EventFormat {
  return {
    header: csvLine(COLUMNS.map(([path]) => path.replace('.', '_'))),
    line: ({ event }) =>
      csvLine(
        COLUMNS.map(([path, value]) => safeString(value(event) ?? '', profileOf('event', path))),
        formulas,
      ),
  };
}

/** A line for people. */
export function textFormat(style: TextStyle): EventFormat {
  return { header: undefined, line: (found) => eventText(found, style) };
}

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
