import type { SecurityEvent } from '../../contract/event.ts';
import { ownValue } from '../../lib/own-value.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { timeAsSent } from '../../stores/events/event-row.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { asUntrusted, joinUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { drawn, own, type Look, type TextStyle } from './styled-text.ts';
import { lineOf, timeCell } from './table-lines.ts';

const OUTCOME_LOOKS: Readonly<Record<string, Look>> = { block: 'alarm', review: 'warning' };

/**
 * An event as one line for people: time in UTC, outcome, type, ecosystem, package@version, client, reasons. Columns are
 * aligned as far as their values fit, as `lineOf` has it. What others wrote is made safe; nothing in it acts on a terminal.
 */
export function eventText({ event, time, kind }: FoundEvent, style: TextStyle): string {
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
      own(kind === 'late' ? '(late)' : '', style),
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
