import { listEvents } from '../../api/events.ts';
import { UNREAD_FEED } from '../../stores/events/events-store.ts';
import { FROM_THE_FIRST, boundsOf } from '../tail/window.ts';
import type { FoundEvent, TailState } from '../tail/event-tail.ts';
import { readWithRetry } from '../retry/read-with-retry.ts';
import {
  NOTHING_READ,
  readWindow,
  type HowFar,
  type WindowOptions,
  type WindowReading,
} from './follow-events.ts';

/** Milliseconds. */
const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** A part is made narrower where it holds too many events, and wider where it holds fewer than such a share of them. */
const FEW = 1 / 4;
const WIDER = 4;

/** How a window is read in parts. */
export interface PartsOptions extends WindowOptions {
  /** A part holds about so many events at most, by the count of the server: of each part the ids are kept while it is read. */
  readonly mostAtOnce: number;
  /** Gets the events as they are found; none of them is kept. */
  readonly take: NonNullable<WindowOptions['take']>;
  /** Called with each part that was read to its end, and from when on all parts were, in milliseconds. */
  readonly onPart?: (reading: WindowReading, since: number) => void;
}

/** What reading a window in parts has found, as if it had been read at once. */
export interface PartsReading extends Omit<WindowReading, 'rows'> {
  /** Events of the largest part. */
  readonly largest: number;
}

/**
 * Reads a window once, to its end: at once where it holds few events, and else in parts, the newest first, each certified by
 * itself. They meet at whole seconds and overlap in none, so that each event is in one. Where the server does not count,
 * it is one part. What fails is waited out for `patience` milliseconds without a good answer.
 */
export async function readInParts(options: PartsOptions, patience: number): Promise<PartsReading> {
  const { begin, until, take, onBegin, onPart } = options;
  const since = 'since' in begin ? begin.since : FROM_THE_FIRST * SECOND;
  const readings: WindowReading[] = [];
  const untimed = new Set<string>();
  let largest = 0;
  let read = 0;
  let left: number | undefined;
  let howFar: () => HowFar = () => NOTHING_READ;
  onBegin?.(() => {
    const now = howFar();
    const of = left === undefined ? now.of : Math.max(left, now.of ?? 0);
    return { read: read + now.read, of: of === undefined ? undefined : read + of, pageRows: now.pageRows };
  });
  let width: number | undefined;
  for (let end = until; ;) {
    let part: Part;
    try {
      part = await nextPart({ since, until: end, width, options, patience });
    } catch (problem) {
      return { ...joined(readings), problem, largest };
    }
    left = part.left;
    let inPart = 0;
    howFar = () => NOTHING_READ;
    const reading = await readWindow(
      {
        ...options,
        begin: { since: part.since },
        until: end,
        onBegin: (given) => (howFar = given),
        take(found) {
          const fresh = found.filter((event) => isFirst(event, untimed));
          inPart += fresh.filter(({ kind }) => kind !== 'known').length;
          take(fresh);
        },
      },
      patience,
    );
    readings.push(reading);
    largest = Math.max(largest, inPart);
    read += howFar().read;
    howFar = () => NOTHING_READ;
    left = undefined;
    if (reading.problem !== undefined) {
      break;
    }
    onPart?.(reading, part.since);
    if (part.since <= since) {
      break;
    }
    // Bounds are exclusive: this one part begins where the next one ends.
    end = part.since + 1;
    width = part.width;
    left = Math.max(0, (part.left ?? 0) - inPart);
  }
  return { ...joined(readings), largest };

  /** Whether an event was not taken before: one without a time may be listed in any window. */
  function isFirst({ time, event }: FoundEvent, seen: Set<string>): boolean {
    if (time !== undefined) {
      return true;
    }
    const isNew = !seen.has(event.id);
    seen.add(event.id);
    return isNew;
  }
}

/** A part of a window that is to be read. */
interface Part {
  /** Its events come after that time, in milliseconds. */
  readonly since: number;
  /** How wide it is, where it is not all that is left. */
  readonly width: number | undefined;
  /** Events that are left, those of the part among them; undefined where the server does not count. */
  readonly left: number | undefined;
}

/** So often a width is tried before what it holds is taken. */
const MOST_TRIES = 40;

/** Where the part begins that is read next, at the end of what is left. */
async function nextPart({
  since,
  until,
  width: before,
  options: { mostAtOnce: most, ...options },
  patience,
}: {
  readonly since: number;
  readonly until: number | undefined;
  /** How wide the part after it was. */
  readonly width: number | undefined;
  readonly options: PartsOptions;
  readonly patience: number;
}): Promise<Part> {
  const count = (from: number) => countEvents({ since: from, until }, options, patience);
  const left = await count(since);
  const rest: Part = { since, width: undefined, left };
  if (left === undefined || left <= most) {
    return rest;
  }
  const end = until ?? options.clock.now();
  const first = Math.max(since, 0);
  let width = before ?? DAY;
  let [few, many] = [0, Math.max(SECOND, end - first)];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const begin = Math.floor((end - width) / SECOND) * SECOND;
    const held = begin <= first ? left : await count(begin - 1);
    if (held === undefined) {
      return rest;
    }
    const isMany = held > most;
    if (!isMany && (held >= most * FEW || many - few <= SECOND)) {
      return { since: begin - 1, width, left };
    }
    [few, many] = isMany ? [few, Math.min(many, width)] : [width, many];
    width = Math.min(isMany ? width / WIDER : width * WIDER, many);
    width = width <= few || width >= many ? (few + many) / 2 : width;
    if (isMany && many <= SECOND) {
      // A server whose count is the same of any window: nothing would be gained.
      return rest;
    }
  }
  return { since: Math.floor((end - Math.max(few, SECOND)) / SECOND) * SECOND - 1, width: few, left };
}

/** How many events the server counts between two times; undefined where it does not say. */
async function countEvents(
  { since, until }: { readonly since: number; readonly until: number | undefined },
  { client, filter, ...options }: WindowOptions,
  patience: number,
): Promise<number | undefined> {
  const window = {
    since: Math.floor(since / SECOND),
    until: until === undefined ? undefined : Math.ceil(until / SECOND),
  };
  const answered = await readWithRetry(
    (signal) =>
      listEvents(client, { ...boundsOf(window), ...filter, limit: 1, offset: 0 }, signal, 'a count'),
    { ...options, patience: { failing: patience, rateLimited: patience } },
  );
  return answered.value.pagination?.total;
}

/** What is known of several parts together, the newest of them first. */
function joined(readings: readonly WindowReading[]): Omit<PartsReading, 'largest'> {
  const [newest] = readings;
  const states = readings.map(({ state }) => state);
  const doubt = states.find((state) => state.doubt !== undefined)?.doubt;
  const sum = (of: (state: TailState) => number) => states.reduce((all, state) => all + of(state), 0);
  return {
    state: {
      // Nothing is known where the first request failed already.
      ...(newest?.state ?? { ...UNREAD_FEED, learned: [] }),
      completeThrough: doubt === undefined ? newest?.state.completeThrough : undefined,
      coveredSince: states.at(-1)?.coveredSince,
      toCome: sum(({ toCome }) => toCome),
      gaps: states.flatMap(({ gaps }) => gaps),
      lateEvents: sum(({ lateEvents }) => lateEvents),
      damaged: states.flatMap(({ damaged }) => damaged),
      doubt,
      fewer: sum(({ fewer }) => fewer),
      gone: new Set(states.flatMap(({ gone }) => [...gone])),
    },
    deleted: readings.reduce((all, { deleted }) => all + deleted, 0),
    problem: readings.find(({ problem }) => problem !== undefined)?.problem,
  };
}
