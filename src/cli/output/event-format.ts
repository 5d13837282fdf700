import type { SecurityEvent } from '../../contract/event.ts';
import { asSent } from '../../contract/size-gate.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { csvLine, type FormulaHandling } from '../../lib/csv.ts';
import { safeString } from '../../lib/safe-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { timeAsSent } from '../../stores/events/event-row.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { eventText } from './event-text.ts';
import type { TextStyle } from './styled-text.ts';
import { joinUntrusted, type Untrusted } from '../../lib/untrusted.ts';

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
