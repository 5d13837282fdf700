import { profileOf } from '../../../lib/text-fields.ts';
import { append } from '../../../lib/long-lists.ts';
import { wholeGraphemes } from '../../../lib/safe-text/graphemes.ts';
import { type MessageKind, isReadable } from '../../../contract/transcript/message.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { formatClock, parseTime, type TimeStyle } from '../../../lib/format-time.ts';
import type { EventRow } from '../../../stores/events/event-row.ts';
import type { Stores } from '../../../stores/stores.ts';
import { namesMessage } from '../../../stores/transcript/message-layout.ts';
import { messageLabel, messageSummary, saysFailure } from '../../../stores/transcript/message-text.ts';
import type { OpenPager } from '../../../stores/transcript/select-pager.ts';
import type { SessionEvents } from '../../../stores/transcript/session-events.ts';
import type { ShownLine } from '../../../stores/transcript/transcript-text.ts';
import type { Glyph, Style, Theme } from '../../theme.ts';
import {
  alreadySafe,
  untrusted,
  trusted,
  restyled,
  withoutStart,
  type Line,
  type Span,
} from '../../widgets/line.ts';

const STYLES: Readonly<Record<MessageKind, Style>> = {
  user: 'accent',
  assistant: 'plain',
  tool: 'plain',
  other: 'dim',
};

/**
 * A message in one line. What tools answered stays behind what they were asked, and colour is kept for what failed and for
 * what an event belongs to.
 */
function foldedStyle(kind: MessageKind, read: ReadMessage, here: readonly EventRow[]): Style {
  const [mark] = OUTCOME_ORDER.filter((outcome) => here.some(({ event }) => event.outcome === outcome));
  if (mark !== undefined && mark !== 'allow') {
    return mark;
  }
  if (saysFailure(read)) {
    return 'bad';
  }
  const isAnswer = kind === 'tool' && isReadable(read) && read.type === 'tool_result';
  return isAnswer && here.length === 0 ? 'dim' : STYLES[kind];
}

type ReadMessage = ReturnType<OpenPager['text']['message']>;

/** The gravest first. */
const OUTCOME_ORDER = ['block', 'review', 'allow'] as const;

interface BodyContext {
  readonly stores: Pick<Stores, 'faults' | 'transcriptSearch'>;
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly columns: number;
}

/** The lines of a transcript that are on the screen, with the marked message, events and matches. */
export function pagerBody(
  open: OpenPager,
  events: SessionEvents | undefined,
  context: BodyContext,
): readonly Line[] {
  return open.page.map((shown) => {
    const { line, place } = shown;
    const isNamed = namesMessage(line);
    const isMarked = isNamed && place.message === open.cursor;
    const isMatch =
      open.match !== undefined &&
      !isNamed &&
      open.match.place.message === place.message &&
      open.match.place.line === place.line;
    const here = isNamed ? (events?.byMessage.get(place.message) ?? []) : [];
    return [
      isMarked || isMatch ? trusted(context.theme.glyph('gutter'), 'accent') : trusted(' '),
      markOf(here, context.theme),
      trusted(' '),
      ...context.stores.faults.guard(
        'drawing a message of a transcript',
        () => (isNamed ? headingLine(open, shown, here, context) : bodyLine(open, shown, context)),
        () => UNSHOWN_MESSAGE,
      ),
    ];
  });
}

/** Stands for a message that cannot be drawn, or for a line of it. */
const UNSHOWN_MESSAGE: Line = [trusted('This message cannot be shown: a fault in vigil.', 'bad')];

/** The gravest of the outcomes, by its shape and colour. */
function markOf(events: readonly EventRow[], theme: Theme): Span {
  const outcomes = events.map(({ event }) => event.outcome as string | undefined);
  for (const outcome of OUTCOME_ORDER) {
    if (outcomes.includes(outcome)) {
      return trusted(theme.glyph(outcome), outcome);
    }
  }
  return events.length === 0 ? trusted(' ') : trusted(theme.glyph('unknown'), 'warn');
}

function headingLine(
  open: OpenPager,
  { place: { message }, line }: ShownLine,
  here: readonly EventRow[],
  context: BodyContext,
): Line {
  if (line.kind === 'unshown') {
    return UNSHOWN_MESSAGE;
  }
  const { theme, now, timeStyle } = context;
  const { ascii } = theme;
  const { text } = open;
  const read = text.message(message);
  const kind = text.transcript.kindOf(message);
  const timestamp = isReadable(read) ? read.timestamp : undefined;
  const time = parseTime(timestamp);
  const isFolded = line.kind === 'folded';
  const fold: Glyph | undefined = isFolded
    ? 'folded'
    : kind === 'tool' || kind === 'other'
      ? 'unfolded'
      : undefined;
  const folded = foldedStyle(kind, read, here);
  // Which message it is matters less than what it says.
  const label = isFolded && kind === 'tool' ? 'dim' : folded;
  return [
    ...(fold === undefined ? [] : [trusted(`${theme.glyph(fold)} `, 'dim')]),
    ...untrusted(messageLabel(read), {
      profile: 'ident',
      style: isFolded ? label : 'heading',
      ascii,
    }),
    ...(time !== undefined
      ? [trusted(`  ${formatClock(time, now, timeStyle)}`, 'dim')]
      : timestamp === undefined
        ? []
        : [
            trusted('  '),
            ...untrusted(timestamp, { profile: profileOf('message', 'timestamp'), style: 'dim', ascii }),
          ]),
    trusted(`  #${message + 1}`, 'dim'),
    ...(isFolded || isReadable(read) || read.problem !== 'too large'
      ? []
      : [trusted(`  its beginning, of ${formatBytes(text.transcript.sizeOf(message))}`, 'warn')]),
    ...(isFolded
      ? [
          trusted('  '),
          ...untrusted(messageSummary(read, text.transcript.sizeOf(message)), {
            profile: 'block',
            style: folded,
            ascii,
          }),
        ]
      : []),
  ];
}

/** Code units of a line that is not wrapped of which those on the screen are taken. */
const MOST_PER_COLUMN = 8;

function bodyLine(open: OpenPager, shown: ShownLine, context: BodyContext): Line {
  const { line, place } = shown;
  const { ascii } = context.theme;
  const { column } = open.pager;
  const style = STYLES[open.text.transcript.kindOf(place.message)];
  const most = (context.columns + column) * MOST_PER_COLUMN;
  const text = line.text.slice(0, most);
  const spans =
    open.pager.search === ''
      ? alreadySafe(text, style, ascii)
      : markMatches(open, shown, context.stores.transcriptSearch, text.length, style, ascii);
  return column > 0 ? withoutStart(spans, column) : spans;
}

/** The line with the matches in it, those that go on in the next line too. */
function markMatches(
  { match }: OpenPager,
  { line, layout, place }: ShownLine,
  search: Stores['transcriptSearch'],
  length: number,
  style: Style,
  ascii: boolean,
): Line {
  const whole = layout.texts[line.source] ?? '';
  const end = line.start + length;
  const spans: Span[] = [];
  let at = line.start;
  for (const found of search.placesIn(whole, end)) {
    const marked = wholeGraphemes(whole, found.start, found.end);
    const from = Math.max(marked.from, at);
    const to = Math.min(marked.to, end);
    if (to <= from) {
      continue;
    }
    const isCurrent =
      match?.message === place.message && match.at?.source === line.source && match.at.index === found.start;
    append(spans, alreadySafe(whole.slice(at, from), style, ascii));
    append(spans, restyled(alreadySafe(whole.slice(from, to)), isCurrent ? 'inverse' : 'match'));
    at = to;
  }
  return [...spans, ...alreadySafe(whole.slice(at, end), style, ascii)];
}
