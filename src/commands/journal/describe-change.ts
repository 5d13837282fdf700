import { type Zone } from '../../lib/zoned-time.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { safeSentence, wholeSafeString, type TextProfile } from '../../lib/safe-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { momentsIn } from '../../lib/sentence-moments.ts';
import type { AnyText } from '../../lib/untrusted.ts';
import { elementJsonParts } from '../../stores/policy/describe-element.ts';
import type { JournalRow, JournalStep } from '../../stores/journal/journal-row.ts';

const STEPS: Readonly<Record<JournalStep['step'], readonly [title: string, before: string, after: string]>> =
  {
    intent: ['decided on', 'as it was seen', 'as requested'],
    sending: ['sent', 'as it was read right before', 'as requested'],
    verdict: ['verdict', 'as it was before', 'as it was read after'],
  };

const LABEL_COLUMNS = 17;

/** All that the journal has on a change, as text that is safe to show: who made it from where, and step by step. */
export function describeChange(row: JournalRow, ascii: boolean, zone: Zone): string {
  const { action, target, state, id, operation, reason, until, said, status, origin, steps } = row;
  const safe: Safe = (text, profile) => wholeSafeString(text, profile, ascii);
  const line = (label: string, value: AnyText | undefined, profile: TextProfile = 'ident') =>
    value === undefined ? [] : [`${label.padEnd(LABEL_COLUMNS)}${wholeSafeString(value, profile, ascii)}`];
  return [
    ...line('change', action),
    ...line('of', target),
    ...line('id', id),
    ...line('verdict', state),
    ...(said === undefined
      ? []
      : [
          `${'result'.padEnd(LABEL_COLUMNS)}${safeSentence(momentsIn(zone, said, steps.at(-1)?.time ?? 0), ascii, 'cell')}`,
        ]),
    ...line('status', status?.toString()),
    ...line('reason', reason, profileOf('journal', 'reason')),
    ...line('to end', until === undefined ? undefined : formatDateTime(until, zone)),
    '',
    ...origin.flatMap(({ label, value }) => line(label, value)),
    ...line('operation', operation),
    ...steps.flatMap((step) => ['', ...stepLines(step, safe, zone, id === undefined ? 'policy' : 'agent')]),
  ].join('\n');
}

/** Makes a text of others safe. */
type Safe = (text: AnyText, profile: TextProfile) => string;

function stepLines(
  { time, step, verdict, before, after, status }: JournalStep,
  safe: Safe,
  zone: Zone,
  kind: 'policy' | 'agent',
): readonly string[] {
  const [title, beforeTitle, afterTitle] = STEPS[step];
  const when = time === undefined ? 'at an unknown time' : formatDateTime(time, zone);
  return [
    `${when}  ${title}${verdict === undefined ? '' : ` ${verdict}`}${status === undefined ? '' : `, answered with ${status}`}`,
    ...fieldLines(beforeTitle, before, safe, kind),
    ...fieldLines(afterTitle, after, safe, kind),
  ];
}

function fieldLines(
  title: string,
  fields: JsonObject | undefined,
  safe: Safe,
  kind: 'policy' | 'agent',
): readonly string[] {
  const entries = Object.entries(fields ?? {});
  return entries.length === 0
    ? []
    : [
        `  ${title}`,
        ...entries.map(
          ([name, value]) => `    ${safe(name, 'ident')}  ${safeValue(kind, name, value, safe)}`,
        ),
      ];
}

/** A value of a field; names in a list of the policy are distinguished from prose in it. */
function safeValue(kind: 'policy' | 'agent', name: string, value: unknown, safe: Safe): string {
  return typeof value === 'string'
    ? safe(value, profileOf(kind, kind === 'policy' && !MARKS.has(name) ? `rules.${name}` : name))
    : Array.isArray(value)
      ? `[${value
          .map((element) =>
            elementJsonParts(element)
              .map(({ text, profile }) => safe(text, profile))
              .join(''),
          )
          .join(',')}]`
      : safe(jsonText(value), 'ident');
}

/** What the journal keeps of the policy beside its rules. */
const MARKS: ReadonlySet<string> = new Set(['version', 'updated_at']);
