import { styleText } from 'node:util';

import type { SecurityEvent } from '../../contract/event.ts';
import { columnsOf } from '../../lib/cell-text.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { safeSegments, safeString, type TextProfile } from '../../lib/safe-text.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { asUntrusted, joinUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';

/** What the place that the text goes to can show. */
export interface TextStyle {
  readonly colour: boolean;
  readonly ascii: boolean;
}

type Colour = Parameters<typeof styleText>[0];

const OUTCOME_COLOURS: Readonly<Record<string, Colour>> = {
  block: ['bold', 'red'],
  review: 'yellow',
  allow: 'green',
};

/**
 * An event as one line for people: time in UTC, outcome, type, ecosystem, package@version, client, reasons. Columns are
 * aligned as far as their values fit. What others wrote is made safe; nothing in it acts on a terminal.
 */
export function eventText({ event, time, kind }: FoundEvent, style: TextStyle): string {
  const cell = (text: Untrusted | undefined, profile: TextProfile, colour?: Colour) =>
    drawn(text === undefined || text === '' ? asUntrusted('-') : text, profile, style, colour);
  const { outcome, type, client_id: client, subject, payload } = event;
  const when =
    time === undefined ? cell(event.timestamp, 'ident') : own(formatDateTime(time, 'utc'), style, 'dim');
  const reasons = joinUntrusted(payload?.reasons ?? [], '; ');
  return [
    padded(when, 20),
    padded(cell(wordOf(outcome), 'ident', OUTCOME_COLOURS[outcome ?? '']), 6),
    padded(cell(type, 'ident'), 7),
    padded(cell(subject?.ecosystem, 'ident'), 5),
    padded(cell(packageOf(event), 'ident', 'bold'), 34),
    padded(cell(client, 'ident'), 35),
    ...(reasons === '' ? [] : [cell(reasons, 'cell').text]),
    ...(kind === 'late' ? [own('(late)', style, 'dim').text] : []),
  ]
    .join(' ')
    .trimEnd();
}

/** What is to be acted on stands out without colours, too. */
function wordOf(outcome: Untrusted | undefined): Untrusted | undefined {
  return outcome === 'block' || outcome === 'review' ? asUntrusted(outcome.toUpperCase()) : outcome;
}

function packageOf({ subject }: SecurityEvent): Untrusted | undefined {
  const { package: name, version } = subject ?? {};
  return name === undefined || version === undefined ? name : untrustedText`${name}@${version}`;
}

interface Drawn {
  readonly text: string;
  readonly columns: number;
}

function own(text: string, { colour }: TextStyle, style: Colour): Drawn {
  return { text: colour ? styleText(style, text, { validateStream: false }) : text, columns: text.length };
}

/** Text of others. Tokens are drawn inverse or, without colours, in a form that plain text cannot imitate. */
function drawn(text: Untrusted, profile: TextProfile, { colour, ascii }: TextStyle, style?: Colour): Drawn {
  if (!colour) {
    const plain = safeString(text, profile, ascii);
    return { text: plain, columns: columnsOf(plain) };
  }
  const segments = safeSegments(text, profile, ascii);
  const styled = (segment: string, token: boolean) => {
    const format = token ? 'inverse' : style;
    return format === undefined ? segment : styleText(format, segment, { validateStream: false });
  };
  return {
    text: segments.map((segment) => styled(segment.text, segment.token)).join(''),
    columns: segments.reduce((sum, segment) => sum + columnsOf(segment.text), 0),
  };
}

function padded({ text, columns }: Drawn, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns));
}
