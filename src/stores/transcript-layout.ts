import type { Message, Transcript } from '../contract/transcript.ts';
import { startThatFits, wrapLine } from '../lib/cell-text.ts';
import { safeString } from '../lib/safe-text.ts';
import { createSearch } from '../lib/text-search.ts';
import { rememberLast } from './remember-last.ts';
import type { Stores } from './stores.ts';
import type { PagerView } from './view-store.ts';
import { jsonText } from '../lib/json-text.ts';

/** One line of a transcript as it is laid out for a width. */
export interface TranscriptLine {
  /** Index of the message that it belongs to. */
  readonly message: number;
  readonly kind: 'heading' | 'user' | 'assistant' | 'tool' | 'other' | 'blank';
  /** Safe to show; may be wider than the screen when lines are not wrapped. */
  readonly text: string;
}

export interface TranscriptLayout {
  readonly lines: readonly TranscriptLine[];
  /** First line of each message that is shown. */
  readonly messageStarts: readonly number[];
  /** First line of each message of the user. */
  readonly promptStarts: readonly number[];
}

type Options = Pick<PagerView, 'wrap' | 'tools' | 'raw'>;

/** The message fields that have a place of their own in the text. */
const TOLD_FIELDS = new Set(['type', 'content', 'tool', 'path', 'timestamp']);

/** Lays a transcript out for a width in columns. Messages that the options hide take no line. */
export function layOutTranscript(
  transcript: Transcript,
  columns: number,
  { wrap, tools, raw }: Options,
  ascii = false,
): TranscriptLayout {
  const lines: TranscriptLine[] = [];
  const messageStarts: number[] = [];
  const promptStarts: number[] = [];
  for (const [index, message] of transcript.messages.entries()) {
    const body: Body | undefined = raw
      ? { kind: 'other', text: jsonText(message.raw, 2) }
      : bodyOf(message, tools);
    if (body === undefined) {
      continue;
    }
    messageStarts.push(lines.length);
    if (message.type === 'user') {
      promptStarts.push(lines.length);
    }
    lines.push({
      message: index,
      kind: 'heading',
      text: startThatFits(headingOf(message, index, ascii), columns),
    });
    const safe = safeString(body.text, 'block', ascii);
    // What is made safe grows, so a line that has to fit is cut after that.
    const shown = body.oneLine === true ? startThatFits(safe, columns) : safe;
    for (const line of shown.split('\n')) {
      for (const piece of wrap ? wrapLine(line, columns) : [line]) {
        lines.push({ message: index, kind: body.kind, text: piece });
      }
    }
    lines.push({ message: index, kind: 'blank', text: '' });
  }
  return { lines, messageStarts, promptStarts };
}

function headingOf(message: Message, index: number, ascii: boolean): string {
  const time = message.timestamp === undefined ? '' : `  ${safeString(message.timestamp, 'cell', ascii)}`;
  return `${safeString(message.type ?? 'message without a type', 'ident', ascii)}${time}  #${index + 1}`;
}

interface Body {
  readonly kind: TranscriptLine['kind'];
  readonly text: string;
  /** It is cut to the width, not wrapped. */
  readonly oneLine?: true;
}

function bodyOf(message: Message, tools: Options['tools']): Body | undefined {
  if (message.type === 'user' || message.type === 'assistant') {
    const rest = otherFields(message);
    const text = message.content ?? '';
    const kind = message.type === 'user' ? 'user' : 'assistant';
    return { kind, text: rest === undefined ? text : `${text}\n${rest}` };
  }
  if (tools === 'off') {
    return undefined;
  }
  const isTool = message.type === 'tool_use';
  const told = [message.tool, message.path, message.content].filter((part) => part !== undefined);
  const rest = otherFields(message);
  if (tools === 'short') {
    const summary = [...told.map((part) => part.split('\n')[0] ?? ''), rest ?? ''].join('  ').trim();
    return {
      kind: isTool ? 'tool' : 'other',
      text: summary.replaceAll(/\s*\n\s*/g, ' '),
      oneLine: true,
    };
  }
  const restInFull = otherFields(message, 2);
  return {
    kind: isTool ? 'tool' : 'other',
    text: [...told, ...(restInFull === undefined ? [] : [restInFull])].join('\n'),
  };
}

function otherFields(message: Message, indent?: number): string | undefined {
  const rest = Object.entries(message.raw).filter(([name]) => !TOLD_FIELDS.has(name));
  return rest.length === 0 ? undefined : jsonText(Object.fromEntries(rest), indent);
}

/** Columns that the text of a transcript has on a screen of that width: the gutter takes two. */
export function transcriptColumns(screenColumns: number): number {
  return Math.max(10, screenColumns - 2);
}

const layOut = rememberLast(
  (
    transcript: Transcript,
    columns: number,
    wrap: boolean,
    tools: Options['tools'],
    raw: boolean,
    ascii: boolean,
  ) => layOutTranscript(transcript, columns, { wrap, tools, raw }, ascii),
);

/** The open transcript laid out for the screen; undefined while it is not here yet. */
export function selectTranscriptLayout(stores: Stores): TranscriptLayout | undefined {
  const { pager, columns, ascii } = stores.view.getState();
  const open = stores.transcript.getState().data;
  if (pager === undefined || open === undefined || open.sessionId !== pager.sessionId) {
    return undefined;
  }
  return layOut(open.transcript, transcriptColumns(columns), pager.wrap, pager.tools, pager.raw, ascii);
}

/** Lines that hold the searched text, whatever its case; none for an empty search. */
export const findMatches = rememberLast((layout: TranscriptLayout, search: string): readonly number[] => {
  const pattern = createSearch(search);
  return pattern === undefined
    ? []
    : layout.lines.flatMap((line, index) => (line.text.search(pattern) >= 0 ? [index] : []));
});
