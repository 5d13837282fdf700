import { LARGEST_READ, type Transcript } from '../../contract/transcript/transcript.ts';
import type { Message, UnreadableMessage } from '../../contract/transcript/message.ts';
import type { FoundPiece, FoundText, TextFinder } from '../../lib/text-finder.ts';
import { messageText } from './message-text.ts';

/** As many matches as it makes sense to go through one by one: a message of MBs may be made of nothing else. */
const MOST_MATCHES = 20_000;

/** What a search finds in a message. */
export interface FoundInMessage {
  readonly message: Message | UnreadableMessage;
  /** How often, at the most so often as is counted. */
  readonly matches: number;
  /** Of secrets, their kinds, each once. */
  readonly kinds: readonly string[];
  /** The text around the first match, and which places of it match. */
  readonly text: string;
  readonly places: readonly FoundText[];
}

/**
 * Looks through the text of one message of a transcript; of one that is shown as the beginning of what was sent, through all
 * that was sent. It does so in pieces between which something else can be done. Undefined where it cannot be in there.
 */
export function* searchMessage(
  transcript: Transcript,
  message: number,
  raw: boolean,
  finder: TextFinder,
): Generator<void, FoundInMessage | undefined> {
  const isLarge = transcript.sizeOf(message) > LARGEST_READ;
  // What is large is not looked at twice.
  if (!isLarge && !finder.mayBeIn(transcript.textOf(message))) {
    return undefined;
  }
  yield;
  const read = transcript.read(message);
  yield;
  const parts = isLarge ? transcript.textParts(message) : [messageText(read, raw)];
  let matches = 0;
  let first: FoundPiece | undefined;
  const near: FoundText[] = [];
  const kinds = new Set<string>();
  for (const piece of finder.findInPieces(parts)) {
    for (const { start, end, kind } of piece.places.slice(0, MOST_MATCHES - matches)) {
      first ??= piece;
      matches++;
      if (kind !== undefined) {
        kinds.add(kind);
      }
      if (start < first.from + first.around.length) {
        near.push({ start: start - first.from, end: end - first.from });
      }
    }
    if (matches === MOST_MATCHES) {
      break;
    }
    yield;
  }
  return { message: read, matches, kinds: [...kinds], text: first?.around ?? '', places: near };
}
