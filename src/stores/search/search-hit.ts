import type { Session } from '../../contract/session.ts';
import { parseTime } from '../../lib/format-time.ts';
import { findSecrets } from '../../lib/secret-patterns.ts';
import type { FoundText } from '../../lib/text-finder.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { isReadable } from '../../contract/transcript/message.ts';
import type { FoundInMessage } from '../transcript/message-search.ts';

/** A part of the line in which something was found. */
export interface ExcerptPart {
  readonly text: Untrusted;
  /** It is what was searched for. */
  readonly isMatch: boolean;
  /** It stands for what is left out of the line. */
  readonly isMark?: true;
}

/** A message in which something was found. */
export interface SearchHit {
  readonly id: string;
  readonly session: Session;
  /** Counted from 0. */
  readonly message: number;
  /** Its type: `user`, `assistant`, `tool_use`. Undefined where it has none that can be read. */
  readonly role: Untrusted | undefined;
  /** In milliseconds since the epoch; undefined for a message without a time. */
  readonly time: number | undefined;
  readonly matches: number;
  /** Of secrets, the kinds that were found, each once. */
  readonly kinds: readonly string[];
  /** The line of the first match; of what looks like a secret, the beginning alone. */
  readonly excerpt: readonly ExcerptPart[];
}

/** Code units of a line that are shown before the first match and from it on. */
const BEFORE_MATCH = 48;
const FROM_MATCH = 400;

/** What looks like a secret may begin so far before what is shown of a line, and end so far behind it. */
const LONGEST_SECRET = 9000;

/** So much of a secret is shown. */
const SHOWN_OF_SECRET = 4;

/** The message of a transcript in which something was found, as a row of its own. */
export function hitIn(
  session: Session,
  message: number,
  { message: read, matches, kinds, text, places }: FoundInMessage,
): SearchHit {
  return {
    id: hitId(session, message),
    session,
    message,
    role: isReadable(read) ? read.type : undefined,
    time: isReadable(read) ? parseTime(read.timestamp) : undefined,
    matches,
    kinds,
    excerpt: excerptOf(text, places),
  };
}

/** What distinguishes the message of a session from all others. */
export function hitId({ id }: Session, message: number): string {
  return `${id}#${message}`;
}

const LEFT_OUT: ExcerptPart = { text: asUntrusted('…'), isMatch: false, isMark: true };

/** The line as one text, as it is written elsewhere. */
export function excerptText({ excerpt }: SearchHit): Untrusted {
  return asUntrusted(excerpt.map(({ text }) => text).join(''));
}

/** The line of the first match. Nothing in it that looks like a secret is shown whole, whatever was searched for. */
export function excerptOf(text: string, places: readonly FoundText[]): readonly ExcerptPart[] {
  const [first] = places;
  if (first === undefined) {
    return [];
  }
  const lineStart = first.start === 0 ? 0 : text.lastIndexOf('\n', first.start - 1) + 1;
  const lineEnd = text.indexOf('\n', first.start);
  const start = wholeCharacter(text, Math.max(lineStart, first.start - BEFORE_MATCH));
  const end = wholeCharacter(text, Math.min(lineEnd < 0 ? text.length : lineEnd, first.start + FROM_MATCH));
  const from = Math.max(0, start - LONGEST_SECRET);
  const secrets = findSecrets(text.slice(from, end + LONGEST_SECRET))
    .map((secret) => ({ start: from + secret.start, end: from + secret.end }))
    .filter((secret) => secret.end > start && secret.start < end);
  const shown = places.filter((place) => place.start < end && place.end > start);
  const parts: ExcerptPart[] = start > lineStart ? [LEFT_OUT] : [];
  const add = (piece: string, isMatch: boolean) => {
    if (piece !== '') {
      parts.push({ text: asUntrusted(piece), isMatch });
    }
  };
  const isFound = (one: number, other: number) =>
    shown.some((place) => place.start < other && place.end > one);
  let at = start;
  for (const secret of [...secrets, { start: end, end }]) {
    let plain = at;
    for (const place of shown) {
      const [matchStart, matchEnd] = [Math.max(place.start, plain), Math.min(place.end, secret.start, end)];
      if (matchStart < matchEnd) {
        add(text.slice(plain, matchStart), false);
        add(text.slice(matchStart, matchEnd), true);
        plain = matchEnd;
      }
    }
    add(text.slice(plain, Math.min(secret.start, end)), false);
    if (secret.end > secret.start) {
      // Of one that begins before the line, nothing is the beginning.
      const shownEnd = Math.min(secret.start + SHOWN_OF_SECRET, secret.end);
      const kept = text.slice(Math.max(secret.start, start), Math.max(start, shownEnd));
      const isMatch = isFound(secret.start, secret.end);
      add(kept.split('\n', 1)[0] ?? '', isMatch);
      parts.push({ ...LEFT_OUT, isMatch });
    }
    at = Math.max(at, secret.end);
  }
  if (end < (lineEnd < 0 ? text.length : lineEnd) && at <= end) {
    parts.push(LEFT_OUT);
  }
  return parts;
}

/** The same place, or the one behind it where it lies within a character. */
function wholeCharacter(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return place > 0 && unit >= 0xdc00 && unit < 0xe000 ? place + 1 : place;
}

/** When a session was last active, for the order in which sessions are searched; those without a time come last. */
export function lastActive({ modified_at: modified, created_at: created }: Session): number {
  return parseTime(modified) ?? parseTime(created) ?? 0;
}
