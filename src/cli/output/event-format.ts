import type { SecurityEvent } from '../../contract/event.ts';
import { asSent } from '../../contract/size-gate.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { csvLine, type FormulaHandling } from '../../lib/csv.ts';
import { safeString, type TextProfile } from '../../lib/safe-text.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { eventText } from './event-text.ts';
import type { TextStyle } from './styled-text.ts';
import { joinUntrusted } from '../../lib/untrusted.ts';

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

/** Names of columns, and what stands in them. They follow the specification's table "Event". */
const COLUMNS: readonly (readonly [
  name: string,
  value: (event: SecurityEvent) => string | undefined,
  profile: TextProfile,
])[] = [
  ['id', (event) => event.id, 'ident'],
  ['timestamp', (event) => event.timestamp, 'ident'],
  ['type', (event) => event.type, 'ident'],
  ['outcome', (event) => event.outcome, 'ident'],
  ['client_id', (event) => event.client_id, 'ident'],
  ['actor_command', (event) => event.actor?.command, 'ident'],
  ['actor_args', (event) => joinUntrusted(event.actor?.args ?? [], ' '), 'ident'],
  ['actor_version', (event) => event.actor?.version, 'ident'],
  ['subject_ecosystem', (event) => event.subject?.ecosystem, 'ident'],
  ['subject_package', (event) => event.subject?.package, 'ident'],
  ['subject_version', (event) => event.subject?.version, 'ident'],
  ['payload_reasons', (event) => joinUntrusted(event.payload?.reasons ?? [], '; '), 'cell'],
];

/** Flat columns. What could act on a terminal or deceive a reader is escaped. */
export function csvFormat(formulas: FormulaHandling): EventFormat {
  return {
    header: csvLine(COLUMNS.map(([name]) => name)),
    line: ({ event }) =>
      csvLine(
        COLUMNS.map(([, value, profile]) => safeString(value(event) ?? '', profile)),
        formulas,
      ),
  };
}

/** A line for people. */
export function textFormat(style: TextStyle): EventFormat {
  return { header: undefined, line: (found) => eventText(found, style) };
}
