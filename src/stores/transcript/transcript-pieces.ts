import { largest } from '../../lib/long-lists.ts';
import {
  readMessage,
  isReadable,
  type Message,
  type UnreadableMessage,
} from '../../contract/transcript/message.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import { formatDateTime, parseTime } from '../../lib/format-time.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { valueWithoutSecrets, withoutSecrets } from '../../lib/secret-patterns.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { messageLabel, messageText } from './message-text.ts';

/** Which messages are written, counted from 0, and whether what looks like a secret is left out of them. */
export interface WrittenPart {
  readonly from: number;
  readonly to: number;
  readonly leavesSecretsOut: boolean;
  /** How the end of the file says that messages are missing; undefined where the transcript is whole. */
  readonly incomplete: string | undefined;
  /** What else is to be known of it, which the end of the file says too. */
  readonly notes: readonly string[];
}

/** The formats that a transcript is written in. */
export const TRANSCRIPT_FORMATS = [
  { id: 'markdown', title: 'Markdown', extension: 'md', write: markdownPieces },
  { id: 'json', title: 'JSON', extension: 'json', write: jsonPieces },
] as const;

/** A message as it is to be written, however large; one that cannot be read is written as its text. */
export function writtenMessage(
  transcript: Transcript,
  index: number,
  leavesSecretsOut: boolean,
  onFound: (kind: string) => void = () => undefined,
): Message | UnreadableMessage {
  const message = transcript.readWhole(index);
  if (!leavesSecretsOut) {
    return message;
  }
  return isReadable(message)
    ? readMessage(valueWithoutSecrets(message.raw, onFound) as JsonObject)
    : { ...message, text: asUntrusted(withoutSecrets(message.text)) };
}

/** The kinds of what looks like a secret in a message, one for each. */
export function secretsIn(transcript: Transcript, index: number): readonly string[] {
  const kinds: string[] = [];
  writtenMessage(transcript, index, true, (kind) => void kinds.push(kind));
  return kinds;
}

/** A message as Markdown: what people and assistants say as it is, everything else as code. */
export function markdownOf(message: Message | UnreadableMessage, index: number): string {
  const time = isReadable(message) ? parseTime(message.timestamp) : undefined;
  const when = time === undefined ? '' : ` · ${formatDateTime(time, 'utc')}`;
  const heading = `## ${wholeSafeString(messageLabel(message), 'ident')}${when} · #${index + 1}`;
  const text = wholeSafeString(messageText(message, false), 'block');
  const isSaid = isReadable(message) && (message.type === 'user' || message.type === 'assistant');
  const longest = largest(
    Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  return `${heading}\n\n${isSaid ? text : `${fence}\n${text}\n${fence}`}\n\n`;
}

/** A message as one line of JSON, as it was sent. */
export function jsonOf(message: Message | UnreadableMessage): string {
  return asciiJson(isReadable(message) ? message.raw : { unreadable: message.text });
}

function* markdownPieces(transcript: Transcript, part: WrittenPart): Generator<string> {
  yield `# Transcript of session ${wholeSafeString(transcript.session_id ?? 'without an id', 'ident')}\n\n`;
  for (let index = part.from; index < part.to; index++) {
    yield markdownOf(writtenMessage(transcript, index, part.leavesSecretsOut), index);
  }
  if (part.incomplete !== undefined) {
    yield markdownTable.incomplete(part.incomplete);
  }
  for (const note of part.notes) {
    yield markdownTable.remarkOn(note);
  }
}

function* jsonPieces(transcript: Transcript, part: WrittenPart): Generator<string> {
  const others = Object.entries(transcript.envelope).filter(([name]) => name !== 'messages');
  const envelope = Object.fromEntries(others);
  const written = part.leavesSecretsOut ? valueWithoutSecrets(envelope, () => undefined) : envelope;
  const beginning = asciiJson(written).slice(0, -1);
  yield `${beginning}${others.length === 0 ? '' : ','}"messages":[\n`;
  for (let index = part.from; index < part.to; index++) {
    const message = writtenMessage(transcript, index, part.leavesSecretsOut);
    yield `${jsonOf(message)}${index === part.to - 1 ? '' : ','}\n`;
  }
  const { incomplete, notes } = part;
  yield `]${incomplete === undefined ? '' : `,"incomplete":${asciiJson(incomplete)}`}${notes.length === 0 ? '' : `,"notes":${asciiJson(notes)}`}}\n`;
}
