import { isReadable } from '../../contract/transcript/message.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { textWithin } from '../base/text-within.ts';
import type { Moment } from './pager-view.ts';
import { hasTimes, nearestMessage } from './session-events.ts';

/** Messages on either side of a moment, and the milliseconds from it, within which a call belongs to it. */
const MESSAGES_AROUND = 60;
const TIME_AROUND = 10 * 60_000;

/** Longer messages are hardly a call. In bytes. */
const LONGEST_CALL = 100_000;

/** Calls that are looked at, and bytes of them, in a transcript without times: a frame waits for that. */
const MOST_CALLS = 5000;
const MOST_BYTES = 4_000_000;

/** The message of a moment: the call near it that names the package, else the one that is nearest in time. */
export function messageAt(transcript: Transcript, moment: Moment): number {
  const call = callThatNames(transcript, moment);
  // Without a time no message is nearer than another.
  return call ?? (hasTimes(transcript) ? nearestMessage(transcript, moment.time) : 0);
}

/**
 * The call nearest to a moment that names its package, or the first one where the transcript has no times; undefined where
 * none does, or none was asked for.
 */
export function callThatNames(transcript: Transcript, { time, names }: Moment): number | undefined {
  return names === undefined ? undefined : find(transcript, transcript.count, time, names);
}

/** Frames ask for it again and again; it may change only while more arrives. */
const find = memoizeLast(
  (transcript: Transcript, count: number, time: number, names: string): number | undefined => {
    const pattern = nameAlone(names);
    if (!hasTimes(transcript)) {
      return findFirst(transcript, count, pattern);
    }
    const nearest = count === 0 ? 0 : nearestMessage(transcript, time);
    const last = Math.min(count - 1, nearest + MESSAGES_AROUND);
    let found: { readonly message: number; readonly distance: number } | undefined;
    for (let message = Math.max(0, nearest - MESSAGES_AROUND); message <= last; message++) {
      const distance = Math.abs((transcript.latestTime(message) ?? time) - time);
      const isCloser = distance <= TIME_AROUND && distance < (found?.distance ?? Number.POSITIVE_INFINITY);
      if (isCloser && isCall(transcript, message) && pattern.test(textOf(transcript, message))) {
        found = { message, distance };
      }
    }
    return found?.message;
  },
);

/** Which calls of a transcript without times were looked at, so that none is read twice while more arrives. */
const looked = new WeakMap<Transcript, { pattern: string; next: number; calls: number; bytes: number }>();

function findFirst(transcript: Transcript, count: number, pattern: RegExp): number | undefined {
  const before = looked.get(transcript);
  const state =
    before?.pattern === pattern.source && before.next <= count
      ? before
      : { pattern: pattern.source, next: 0, calls: 0, bytes: 0 };
  looked.set(transcript, state);
  for (; state.next < count && state.calls < MOST_CALLS && state.bytes < MOST_BYTES; state.next++) {
    if (isCall(transcript, state.next)) {
      state.calls++;
      state.bytes += transcript.sizeOf(state.next);
      if (pattern.test(textOf(transcript, state.next))) {
        return state.next;
      }
    }
  }
  return undefined;
}

function isCall(transcript: Transcript, message: number): boolean {
  return transcript.kindOf(message) === 'tool' && transcript.sizeOf(message) <= LONGEST_CALL;
}

function textOf(transcript: Transcript, index: number): string {
  const message = transcript.read(index);
  return isReadable(message) && message.type === 'tool_use' ? textWithin(message.raw) : '';
}

/** A name that is not a part of a longer one: `lodash` in `npm i lodash@4` and not in `lodash-es` or `@types/lodash`. */
function nameAlone(name: string): RegExp {
  const literal = name.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w@./-])${literal}(?![\\w-]|[./]\\w)`, 'i');
}
