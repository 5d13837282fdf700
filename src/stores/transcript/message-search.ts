import { LARGEST_READ, type Transcript } from '../../contract/transcript/transcript.ts';
import type { Message, UnreadableMessage } from '../../contract/transcript/message.ts';
import type { FoundText, TextFinder } from '../../lib/text-finder.ts';
import { messageText } from './message-text.ts';

/** As many matches as it makes sense to go through one by one: a message of MBs may be made of nothing else. */
const MOST_MATCHES = 20_000;

/** What a search finds in a message, and the text in which it looked; undefined where the words cannot be in it. */
export interface FoundInMessage {
  readonly message: Message | UnreadableMessage;
  readonly text: string;
  readonly places: readonly FoundText[];
}

/**
 * Looks through the text of one message of a transcript; of one that is shown as the beginning of what was sent, through all
 * that was sent. It does so in pieces between which something else can be done.
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
  const read = transcript.read(message);
  const text = isLarge ? transcript.textOf(message) : messageText(read, raw);
  const places: FoundText[] = [];
  for (const found of finder.findInPieces(text)) {
    for (const place of found) {
      if (places.length === MOST_MATCHES) {
        return { message: read, text, places };
      }
      places.push(place);
    }
    yield;
  }
  return { message: read, text, places };
}

/** Matches in one message, looked through in one go. */
export function countInMessage(
  transcript: Transcript,
  message: number,
  raw: boolean,
  finder: TextFinder,
): number {
  const looking = searchMessage(transcript, message, raw, finder);
  for (;;) {
    const { done, value } = looking.next();
    if (done === true) {
      return value?.places.length ?? 0;
    }
  }
}
