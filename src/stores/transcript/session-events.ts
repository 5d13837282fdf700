import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { Session } from '../../contract/session.ts';
import { parseTime } from '../../lib/format-time.ts';
import { coveredFrom } from '../events/event-coverage.ts';
import type { EventRow } from '../events/event-row.ts';
import type { Rows } from '../base/row-list.ts';
import type { TranscriptSlice } from './transcript-slice.ts';

/** Milliseconds before the first and after the last message within which an event belongs to the session. */
const AROUND = 60_000;

/** The time of which the events of a session are, as the list of sessions has it; undefined when that has none. */
export function eventTimesOf({
  created_at: created,
  modified_at: modified,
}: Session): { readonly since: number; readonly until: number } | undefined {
  const [from, to] = [parseTime(created), parseTime(modified)];
  return from === undefined || to === undefined ? undefined : { since: from - AROUND, until: to + AROUND };
}

/** The events of a session's machine, at the messages that are nearest in time. */
export interface SessionEvents {
  /** Oldest first, by the message that they stand at. */
  readonly byMessage: ReadonlyMap<number, readonly EventRow[]>;
  /** The messages that events stand at, in order. */
  readonly messages: readonly number[];
  readonly count: number;
  /** Since when events are loaded, where that is later than the session's beginning; in milliseconds. */
  readonly loadedSince: number | undefined;
}

/** The events of the machine during the session, of those that are loaded; undefined without a machine or a time. */
export function selectSessionEvents(
  stores: TranscriptSlice,
  session: Session,
  transcript: Transcript,
): SessionEvents | undefined {
  const span = spanOf(session, transcript);
  if (session.client_id === undefined || span === undefined) {
    return undefined;
  }
  const events = stores.events.getState();
  const { rows } = events;
  const within = rowsWithin(rows, span.from - AROUND, span.to + AROUND);
  const { client_id, id } = session;
  // What was found for another session must not stand at the messages of this one until all is looked through.
  const found = stores.sessionEvents.look(
    within,
    [client_id, id],
    [],
    () => (row) => row.event.client_id === client_id,
  );
  const from = coveredFrom(events, [{ filter: {}, until: eventTimesOf(session)?.until }]);
  return placed(found, transcript, from !== undefined && from > span.from ? from : undefined);
}

/** From the first to the last message, or as the list of sessions has it, in milliseconds. */
function spanOf(session: Session, transcript: Transcript): { from: number; to: number } | undefined {
  const { count } = transcript;
  const ofMessages = count === 0 ? undefined : transcript.latestTime(count - 1);
  const first = count === 0 ? undefined : transcript.latestTime(transcript.messageAtTime(0));
  const from = first ?? parseTime(session.created_at);
  const to = Math.max(ofMessages ?? 0, parseTime(session.modified_at) ?? 0);
  return from === undefined || to === 0 ? undefined : { from, to };
}

/** Rows of a time, of a list with the newest first; the same list as before when nothing came between. */
const rowsWithin = (() => {
  let last: readonly EventRow[] = [];
  return (rows: Rows<EventRow>, from: number, to: number): readonly EventRow[] => {
    const start = firstPlace(rows, (row) => row.time <= to);
    const end = firstPlace(rows, (row) => row.time < from);
    const isSame =
      last.length === end - start &&
      last[0] === rows.at(start) &&
      last.at(-1) === (end > start ? rows.at(end - 1) : undefined);
    last = isSame ? last : rows.slice(start, end);
    return last;
  };
})();

/** The first place at which a test holds that holds for all behind it. */
function firstPlace(rows: Rows<EventRow>, holds: (row: EventRow) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(rows.at(middle) as EventRow)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

interface Placed {
  readonly events: readonly EventRow[];
  readonly count: number;
  readonly result: SessionEvents;
}

/** What was made of a transcript last, which goes when the transcript goes. */
const lastPlaced = new WeakMap<Transcript, Placed>();

function placed(
  events: readonly EventRow[],
  transcript: Transcript,
  loadedSince: number | undefined,
): SessionEvents {
  const last = lastPlaced.get(transcript);
  const { count } = transcript;
  if (last?.events === events && last.count === count && last.result.loadedSince === loadedSince) {
    return last.result;
  }
  const byMessage = new Map<number, EventRow[]>();
  // Without a time of any message none of them is where an event was.
  for (const event of hasTimes(transcript) ? events.toReversed() : []) {
    const message = nearestMessage(transcript, event.time);
    byMessage.set(message, [...(byMessage.get(message) ?? []), event]);
  }
  const messages = [...byMessage.keys()].sort((left, right) => left - right);
  const result: SessionEvents = { byMessage, messages, count: events.length, loadedSince };
  lastPlaced.set(transcript, { events, count, result });
  return result;
}

/** Whether any message carries a time. */
export function hasTimes(transcript: Transcript): boolean {
  return transcript.count > 0 && transcript.latestTime(transcript.count - 1) !== undefined;
}

/** The message that is nearest in time; while times stand still, the first of them. */
export function nearestMessage(transcript: Transcript, time: number): number {
  const after = transcript.messageAtTime(time);
  const timeAfter = transcript.latestTime(after);
  const timeBefore = after === 0 ? undefined : transcript.latestTime(after - 1);
  if (timeBefore === undefined || timeAfter === undefined || time >= timeAfter) {
    return after;
  }
  return time - timeBefore < timeAfter - time ? after - 1 : after;
}
