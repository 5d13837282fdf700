import { type Zone } from '../../lib/zoned-time.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { asUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import type { JournalRow, JournalStep } from '../../stores/journal/journal-row.ts';

const STEPS: Readonly<Record<JournalStep['step'], readonly [title: string, before: string, after: string]>> =
  {
    intent: ['decided on', 'as it was seen', 'as it is wanted'],
    sending: ['sent', 'as it was read right before', 'as it is wanted'],
    verdict: ['judged', 'as it was before', 'as it was read after'],
  };

const LABEL_COLUMNS = 17;

/** All that the journal has on a change, as text that is safe to show: who made it from where, and step by step. */
export function describeChange(row: JournalRow, ascii: boolean, zone: Zone): string {
  const { action, target, state, id, operation, reason, sentence, status, origin, steps } = row;
  const safe = (text: string) => wholeSafeString(text, 'cell', ascii);
  const line = (label: string, value: Untrusted | undefined) =>
    value === undefined ? [] : [`${label.padEnd(LABEL_COLUMNS)}${wholeSafeString(value, 'cell', ascii)}`];
  return [
    ...line('change', asUntrusted(action)),
    ...line('of', target),
    ...line('id', id),
    ...line('verdict', asUntrusted(state)),
    ...line('result', sentence),
    ...line('status', status === undefined ? undefined : untrustedText`${status}`),
    ...line('reason', reason),
    '',
    ...origin.flatMap(({ label, value }) => line(label, value)),
    ...line('operation', operation),
    ...steps.flatMap((step) => ['', ...stepLines(step, safe, zone)]),
  ].join('\n');
}

function stepLines(
  { time, step, verdict, before, after, status }: JournalStep,
  safe: (text: string) => string,
  zone: Zone,
): readonly string[] {
  const [title, beforeTitle, afterTitle] = STEPS[step];
  const when = time === undefined ? 'at an unknown time' : formatDateTime(time, zone);
  return [
    `${when}  ${title}${verdict === undefined ? '' : ` ${verdict}`}${status === undefined ? '' : `, answered with ${status}`}`,
    ...fieldLines(beforeTitle, before, safe),
    ...fieldLines(afterTitle, after, safe),
  ];
}

function fieldLines(
  title: string,
  fields: JsonObject | undefined,
  safe: (text: string) => string,
): readonly string[] {
  const entries = Object.entries(fields ?? {});
  return entries.length === 0
    ? []
    : [
        `  ${title}`,
        ...entries.map(
          ([name, value]) =>
            `    ${safe(name)}  ${safe(typeof value === 'string' ? value : jsonText(value))}`,
        ),
      ];
}
